"""Names that differ only in case or blanks: `Good` and `good` are told, and not joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .names import listed

_SPELT_OUT: Final = 6
"""Labels that a line has room for."""


def alike(names: Sequence[str]) -> list[list[str]]:
    """Those of *names* that differ only in case or blanks, together.

    >>> alike(["Good", "bad", "good "])
    [['Good', 'good ']]
    """
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(" ".join(name.split()).casefold(), []).append(name)
    return [group for group in found.values() if len(group) > 1]


def tell_alike_labels(labels: Sequence[str], criterion: str, notes: list[str]) -> None:
    """Note labels of *criterion* that may be one."""
    groups = alike(labels)
    if not groups:
        return
    told = "; ".join(listed(group) for group in groups)
    plain = dict.fromkeys(" ".join(label.split()).casefold() for label in labels)
    scale = ",".join(plain) if len(plain) <= _SPELT_OUT else "LABEL,LABEL,..."
    notes.append(
        f"{criterion}: {told} differ only in case or blanks, and are taken as different "
        f"labels; state the scale to join them: --scale '{criterion}={scale}', worst first"
    )


def tell_alike_judges(judges: Sequence[str], notes: list[str]) -> None:
    """Note judges that may be one."""
    notes.extend(
        f"{listed(group)} differ only in case or blanks, and are taken as "
        f"{len(group)} judges: if they are one, spell them alike in the file"
        for group in alike(judges)
    )
