"""The weights of a rubric file, judged together as far as they can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from adjudge.rubric import Criterion, diagnose_weights

from .entry import Entry
from .tree import Faults, join

_UNSOUND: Final = "W003"
_MISSING: Final = "W002"
_WRONG_SUM: Final = "W004"


def ask_weights(raw: Sequence[Any], read: Sequence[Entry], faults: Faults) -> None:
    """Tell what is wrong with the weights of *raw*, whose criteria are *read*.

    Each by itself always; whether they add up, only when all of them are known.
    """
    sound: dict[str, tuple[str, Criterion]] = {}
    for at, (value, entry) in enumerate(zip(raw, read, strict=True)):
        path = f"criteria[{at}]"
        if entry.criterion is None:
            _ask_alone(value, path, faults)
        else:
            sound.setdefault(entry.key, (path, entry.criterion))
    _ask_together(sound, faults, whole=len(sound) == len(read))


def _ask_alone(value: Any, path: str, faults: Faults) -> None:
    if isinstance(value, dict) and "weight" in value:
        for fault in diagnose_weights({path: value["weight"]}, ()):
            if fault.code == _UNSOUND:
                name = value.get("id") or value.get("key") or value.get("title", "")
                what = fault.what.replace(repr(path), repr(name))
                faults.note(replace(fault, what=what, where=join(path, "weight")))


def _ask_together(
    sound: dict[str, tuple[str, Criterion]], faults: Faults, *, whole: bool
) -> None:
    criteria = tuple(criterion for _, criterion in sound.values())
    weights = {c.key: c.weight for c in criteria if c.weight is not None}
    refused = {key for key, (path, _) in sound.items() if f"{path}.weight" in faults.broken}
    if not weights:
        return
    for fault in diagnose_weights(weights, criteria):
        key = fault.where.removeprefix("weights.")
        if fault.code == _WRONG_SUM and (refused or not whole):
            continue
        if fault.code == _MISSING and key in refused:
            continue
        where = join(sound[key][0], "weight") if key in sound else "criteria"
        faults.note(replace(fault, where=where))
