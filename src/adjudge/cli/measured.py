"""What the commands that measure ratings print alike."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import click


def tell(notes: Iterable[str]) -> None:
    """What whoever reads the figures must be told, on standard error."""
    from adjudge.reports import shown

    for note in notes:
        click.echo(f"note: {shown(note)}", err=True)


def print_json(value: Any) -> None:
    """*value* for a program; a number that is none stops here and reaches nobody."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def listed(text: str | None) -> tuple[str, ...]:
    """The names in `A,B`."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())
