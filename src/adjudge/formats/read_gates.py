"""Gates out of checked values, held against the criteria they look at."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from adjudge.errors import OffScale
from adjudge.rubric import (
    Cap,
    Condition,
    Criterion,
    CriterionId,
    Disqualify,
    Floor,
    Gate,
    RubricId,
    bounds_of,
    weighable,
)

from .bundle import bundled_criteria, bundled_rubrics
from .entry import Entry, called
from .rubric_shape import COMPARISONS
from .tree import Faults, join
from .wording import nearest


def read_gates(
    raw: list[Any], rubric: str, entries: tuple[Entry, ...], faults: Faults
) -> tuple[Gate, ...]:
    """The gates of *raw* that can be read."""
    gates = []
    for at, value in enumerate(raw):
        path = f"gates[{at}]"
        if not isinstance(value, dict):
            continue
        criteria = tuple(e.criterion for e in entries if e.criterion is not None)
        for key in ("cap", "floor"):
            if key in value and len(criteria) == len(entries):
                _ask_in_range(value[key], criteria, join(path, key), faults)
        if "when" not in value:
            continue
        when = _condition(value["when"], rubric, entries, join(path, "when"), faults)
        if when is not None:
            gates += _gate(value, when)
    return tuple(gates)


def _gate(raw: Mapping[str, Any], when: Condition) -> list[Gate]:
    if "cap" in raw:
        return [Cap(at=float(raw["cap"]), when=when)]
    if "floor" in raw:
        return [Floor(at=float(raw["floor"]), when=when)]
    return [Disqualify(when=when)] if "disqualify" in raw else []


def _condition(
    raw: Mapping[str, Any],
    rubric: str,
    entries: tuple[Entry, ...],
    path: str,
    faults: Faults,
) -> Condition | None:
    comparison = next((word for word in COMPARISONS if word in raw), None)
    if comparison is None or "criterion" not in raw:
        return None
    named, value = raw["criterion"], raw[comparison]
    elsewhere = raw.get("rubric", rubric) != rubric
    if not elsewhere:
        criterion = _here(named, entries, join(path, "criterion"), faults)
        if criterion is None:
            return None
        named = criterion.id
        value = _value(comparison, value, criterion, join(path, comparison), faults)
    else:
        _ask_elsewhere(raw, comparison, path, faults)
    return Condition(
        criterion=CriterionId(named),
        comparison=comparison,
        value=value if isinstance(value, str) else float(value),
        rubric=RubricId(raw["rubric"]) if elsewhere else None,
    )


def _here(
    name: str, entries: tuple[Entry, ...], path: str, faults: Faults
) -> Criterion | None:
    """The criterion called *name*; None, and a fault unless another may explain it."""
    meant = called(name, entries)
    if meant and all(entry.criterion for entry in meant):
        return meant[0].criterion
    if not meant and all(entry.id for entry in entries):
        faults.add(
            "R025",
            f"the gate looks at a criterion {name!r}, which is not here",
            f"{nearest(name, list(dict.fromkeys(e.id for e in entries)))} "
            "(to look at another's, add 'rubric')",
            path=path,
        )
    return None


def _ask_elsewhere(
    raw: Mapping[str, Any], comparison: str, path: str, faults: Faults
) -> None:
    """Warn where the built-in rubric of that name has no such criterion or answer.

    A rubric of one's own may bear the name, so this is no error.
    """
    name, named = raw["rubric"], raw["criterion"]
    criteria = bundled_criteria(name)
    if not criteria:
        near = get_close_matches(name, bundled_rubrics(), n=1, cutoff=0.75)
        if near:
            what = f"there is no built-in rubric {name!r}"
            hint = f"did you mean {near[0]!r}?"
            faults.warn("R031", what, hint, path=join(path, "rubric"))
        return
    criterion = next((c for c in criteria if named in (c.id, c.key)), None)
    if criterion is None:
        what = f"the built-in rubric {name!r} has no criterion {named!r}"
        hint = nearest(named, [c.id for c in criteria])
        faults.warn("R031", what, hint, path=join(path, "criterion"))
        return
    apart = Faults()
    _value(comparison, raw[comparison], criterion, "", apart)
    for found in apart.found:
        faults.warn("R031", found.what, found.hint, path=join(path, comparison))


def _value(
    comparison: str, value: float | str, criterion: Criterion, path: str, faults: Faults
) -> float | str:
    """*value* as the gate keeps it; a fault where the criterion can never have it."""
    scale = criterion.scale
    bounds = bounds_of(scale)
    if comparison in ("is", "is_not"):
        try:
            grade = scale.read(value)
        except OffScale as err:
            _off(value, criterion, err.hint, path, faults)
            return value
        return grade.label if isinstance(value, str) else value
    if bounds is None or isinstance(value, str):
        hint = "use 'is' or 'is_not' for an answer without a number"
        _off(value, criterion, hint, path, faults)
    elif not bounds[0] <= value <= bounds[1]:
        _off(value, criterion, scale.wording.replace("answer", "name", 1), path, faults)
    return value


def _off(
    value: float | str, criterion: Criterion, hint: str, path: str, faults: Faults
) -> None:
    what = f"{value!r} is not on the scale of {criterion.key!r}, so the gate means nothing"
    faults.add("R026", what, hint, path=path)


def _ask_in_range(
    at: float, criteria: tuple[Criterion, ...], path: str, faults: Faults
) -> None:
    """An overall score lies within the bounds of what it is made of; 0 always serves."""
    counted = weighable(criteria)
    bounds = [b for c in counted if (b := bounds_of(c.scale))]
    if not bounds:
        what = "there is no overall score that this gate could change"
        faults.add("R027", what, "add a criterion that has numbers", path=path)
        return
    low, high = min(b[0] for b in bounds), max(b[1] for b in bounds)
    if at != 0 and not low <= at <= high:
        what = f"{at:g} is outside the overall score, which runs from {low:g} to {high:g}"
        faults.add("R027", what, "name a score between the two, or 0", path=path)
