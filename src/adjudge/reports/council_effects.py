"""The success metrics of a council, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from adjudge.agreement import Effect

from .table import Fold, columns
from .untrusted import shown


def render_effects(effects: Sequence[Effect], *, room: int | None = None) -> str:
    """*effects* as a table; then what each figure says."""
    return "\n".join(_lines(effects, room))


def _lines(effects: Sequence[Effect], room: int | None) -> Iterator[str]:
    rows = [["metric", "figure", "95 %", "n", "found"]]
    rows += [
        [
            effect.name,
            "-" if effect.value is None else f"{effect.value:+.3f} {effect.unit}".rstrip(),
            _interval(effect),
            f"{effect.n:,} {effect.of}".rstrip(),
            "yes" if effect.found else "no" if effect.value is not None else "",
        ]
        for effect in effects
    ]
    yield from columns(rows, indent="", fold=Fold(room=room))
    yield ""
    for effect in effects:
        yield f"{effect.name}: {shown(effect.says)}"
        if effect.value is not None:
            yield f"  {shown(effect.meaning)}"
        if effect.figures:
            parts = (f"{shown(name)} {value:.3f}" for name, value in effect.figures.items())
            yield f"  {', '.join(parts)}"


def _interval(effect: Effect) -> str:
    if effect.low is None or effect.high is None:
        return ""
    return f"{effect.low:+.3f} to {effect.high:+.3f}"


def effects_as_json(effects: Sequence[Effect]) -> dict[str, Any]:
    """*effects* in their documented shape."""
    return {"effects": [asdict(effect) | {"says": effect.says} for effect in effects]}
