"""A verdict that is as it was asked for, read without looking for what else it could mean.

Most are, and to fold every key and to try every name costs more than the call that brought
them. It is the twin of the tolerant reader in `reply`: it reads the same, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from adjudge.rubric import Criterion, CriterionId, Grade

from .reply_values import (
    REASON_KEYS,
    VALUE_KEYS,
    Told,
    fold,
    read_number,
    read_slot,
    said,
)
from .sheet import Sheet

Slot: TypeAlias = tuple[str, CriterionId]
"""One value of a verdict: the label, and the criterion."""

_FRAMES: Final = (
    {"form", "evaluations", "end"},
    {"form", "evaluations", "ranking", "end"},
)
_BESIDE: Final = frozenset(("notes", "overall"))
_SLOT: Final = {"rationale", "value"}
_TAKEN: Final = frozenset(
    (*REASON_KEYS, *VALUE_KEYS, "overall", "overall_score", "total", "final_score")
)
"""Keys that mean something else, unless a criterion is called so."""
_KINDS: Final = (int, float, str)
_PLAIN: Final = (str, int, float, bool, type(None))
_REMEMBERED: Final = 1_000


@dataclass(slots=True)
class Exact:
    """What a verdict says that is as it was asked for."""

    told: dict[Slot, Told] = field(default_factory=dict)
    reasons: dict[Slot, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    overall: dict[str, float] = field(default_factory=dict)
    ranking: tuple[tuple[str, ...], ...] = ()


def read_exact(value: Any, sheet: Sheet) -> Exact | None:
    """What *value* says on *sheet*; None where it is not wholly as it was asked for."""
    known, form = sheet.material.labels, _form(sheet.criteria)
    if not form.plain or type(value) is not dict or value.keys() not in _FRAMES:
        return None
    evaluations = value["evaluations"]
    if type(evaluations) is not dict or not 0 < len(evaluations) <= len(known):
        return None
    ranking = _ranking(value.get("ranking"), known)
    if ranking is None:
        return None
    read = Exact(ranking=ranking if len(known) > 1 else ())
    for label, page in evaluations.items():
        if label not in known or type(page) is not dict:
            return None
        if not _page(page, label, sheet, form, read):
            return None
    return read


def is_as_asked(value: Any, sheet: Sheet) -> bool:
    """Whether all of *value* is in the very places that were asked for."""
    form, material = _form(sheet.criteria), sheet.material
    if not form.plain or type(value) is not dict or value.keys() not in _FRAMES:
        return False
    evaluations, end = value["evaluations"], value["end"]
    if type(evaluations) is not dict or end != material.form:
        return False
    if type(value.get("ranking", [])) is not list:
        return False
    return all(
        label in material.labels and type(page) is dict and _is_page(page, form)
        for label, page in evaluations.items()
    )


def _is_page(page: Mapping[str, Any], form: _Form) -> bool:
    return all(
        type(said) in _PLAIN if key in _BESIDE else key in form.keys and _is_slot(said)
        for key, said in page.items()
    )


def _is_slot(said: Any) -> bool:
    if type(said) is not dict or said.keys() != _SLOT:
        return False
    return type(said["value"]) in _PLAIN and type(said["rationale"]) in _PLAIN


@dataclass(frozen=True, slots=True)
class _Form:
    """What is worked out once of the criteria that are asked together."""

    criteria: tuple[Criterion, ...]
    plain: bool
    """Whether every key can only mean its criterion."""
    keys: frozenset[str]
    grades: tuple[dict[tuple[type, Any], Grade], ...]
    """By criterion, what the values are that have come so far."""


_forms: Final[dict[int, _Form]] = {}


def _form(criteria: tuple[Criterion, ...]) -> _Form:
    """Found by the tuple itself: to hash a rubric takes longer than to read by it."""
    form = _forms.get(id(criteria))
    if form is None:
        if len(_forms) >= _REMEMBERED:
            _forms.clear()
        form = _forms[id(criteria)] = _new_form(criteria)
    return form


def _new_form(criteria: tuple[Criterion, ...]) -> _Form:
    keys = frozenset(c.key for c in criteria)
    names = {fold(name) for c in criteria for name in (c.key, c.id, c.title)}
    labels = any(name.startswith(("response_", "conversation")) for name in names)
    return _Form(
        criteria=criteria,
        plain=keys <= names
        and len(keys) == len(criteria)
        and names.isdisjoint(_TAKEN)
        and not labels,
        keys=keys | {"notes"},
        grades=tuple({} for _ in criteria),
    )


def _page(
    page: Mapping[str, Any], label: str, sheet: Sheet, form: _Form, read: Exact
) -> bool:
    """Read what is said of one answer; False: it is not as it was asked for."""
    left = page.keys() - form.keys
    if left and not (sheet.overall and left == {"overall"}):
        return False
    found = False
    for criterion, grades in zip(form.criteria, form.grades, strict=True):
        if criterion.key in page:
            slot, raw = (label, criterion.id), page[criterion.key]
            read.told[slot], why = _slot(raw, criterion, grades)
            found = True
            if why:
                read.reasons[slot] = why
    if notes := _text(page.get("notes")):
        read.notes[label] = notes
    if left and (stated := read_number(page["overall"])) is not None:
        read.overall[label] = stated
    return found


def _slot(
    raw: Any, criterion: Criterion, grades: dict[tuple[type, Any], Grade]
) -> tuple[Told, str]:
    if type(raw) is not dict or raw.keys() != _SLOT:
        return read_slot(raw, criterion)
    value, why = raw["value"], raw["rationale"]
    kind = type(value)
    if type(why) is not str or kind not in _KINDS:
        return read_slot(raw, criterion)
    known = grades.get((kind, value))
    if known is not None:
        return known, _text(why)
    told, why = read_slot(raw, criterion)
    # 0.0 and -0.0 are one key; texts may all be different.
    if isinstance(told, Grade) and value and len(grades) < _REMEMBERED:
        grades[kind, value] = told
    return told, why


def _text(raw: Any) -> str:
    if type(raw) is str and raw.isascii():
        return raw.strip()
    return said(raw)


def _ranking(raw: Any, known: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    """An order of all labels, without ties, or none; None: it is something else."""
    if raw is None:
        return ()
    if type(raw) is not list or len(raw) != len(known):
        return None
    try:
        if set(raw) != set(known):
            return None
    except TypeError:  # something in it cannot be a label at all
        return None
    return tuple([(label,) for label in raw])
