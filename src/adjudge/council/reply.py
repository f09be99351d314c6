"""From what a reviewer wrote to grades: each on its scale, or it is said why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from adjudge.rubric import Criterion, Grade

from .reply_exact import Slot, read_exact
from .reply_form import CRITERION_KEYS, EVALUATIONS, NESTED, criterion_names
from .reply_json import Block, Twice, doubled_in
from .reply_labels import Labels, read_ranking
from .reply_own import own_blocks, own_words, stands_twice
from .reply_values import (
    REASON_KEYS,
    VALUE_KEYS,
    Told,
    Unsound,
    fold,
    read_number,
    read_slot,
    said,
)
from .sheet import Sheet

_RANKINGS: Final = ("ranking", "rankings", "rank", "order", "final_ranking")
_OVERALLS: Final = ("overall", "overall_score", "total", "final_score")
_NOTES: Final = tuple(key for key in REASON_KEYS if key != "why")
_WRAPS: Final = 2
"""Objects around the verdict that are looked through: `{"review": {...}}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one reply says, as far as it could be read."""

    told: Mapping[Slot, Told] = field(default_factory=dict)
    reasons: Mapping[Slot, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    overall: Mapping[str, float] = field(default_factory=dict)
    ranking: tuple[tuple[str, ...], ...] = ()
    oddities: tuple[str, ...] = ()
    fault: str = ""
    """Why nothing of it could be read; blank where something was."""

    def grades(self) -> dict[Slot, Grade]:
        """The values that are on their scales."""
        return {slot: told for slot, told in self.told.items() if isinstance(told, Grade)}

    def over(self, earlier: Reading) -> Reading:
        """This reading, with what it lacks taken from an *earlier* one."""
        spoilt = {
            slot
            for slot, told in self.told.items()
            if isinstance(told, Unsound) and slot in earlier.told
        }
        kept = {slot: told for slot, told in self.told.items() if slot not in spoilt}
        return Reading(
            told={**earlier.told, **kept},
            reasons={
                **earlier.reasons,
                **{slot: why for slot, why in self.reasons.items() if slot not in spoilt},
            },
            notes={**earlier.notes, **self.notes},
            overall={**earlier.overall, **self.overall},
            ranking=self.ranking or earlier.ranking,
            oddities=self.oddities if self.ranking else earlier.oddities,
            fault="" if earlier.told or self.told else self.fault,
        )


def read_reply(text: str, sheet: Sheet) -> Reading:
    """What *text* says on *sheet*. It never raises, whatever *text* is."""
    blocks, fault = own_blocks(own_words(text, sheet), sheet)
    labels = Labels(sheet.material.labels)
    readings = [_read(block, sheet, labels) for block in blocks]
    whole = len(labels.known) * len(sheet.criteria)
    if not all(len(reading.grades()) == whole for reading in readings):
        judging = tuple(b for b in blocks if _judges(b, sheet, labels)) or blocks
        if judging and (doubled := doubled_in(judging[-1].value)) is not None:
            return Reading(fault=stands_twice(doubled))
        single = [b for b in judging if doubled_in(b.value) is None]
        readings = [_read(block, sheet, labels) for block in single]
    sound = [reading for reading in readings if reading.grades()]
    if not sound:
        tried = [reading for reading in readings if reading.told]
        why = fault or "the JSON object judges nothing that was shown"
        return tried[-1] if tried else Reading(fault=why)
    return _together(sound)


def _together(readings: list[Reading]) -> Reading:
    """The last verdict; or all of them, where each is about another answer."""
    last = readings[-1]
    judged = {label for label, _ in last.told}
    for reading in reversed(readings[:-1]):
        mine = {label for label, _ in reading.told}
        if mine & judged:
            return readings[-1]
        judged |= mine
        last = last.over(reading)
    return last


def _read(block: Block, sheet: Sheet, labels: Labels) -> Reading:
    exact = read_exact(block.value, sheet)
    if exact is None:
        return _read_tolerantly(block.value, sheet, labels)
    return Reading(
        told=exact.told,
        reasons=exact.reasons,
        notes=exact.notes,
        overall=exact.overall,
        ranking=exact.ranking,
    )


def _read_tolerantly(value: Any, sheet: Sheet, labels: Labels) -> Reading:
    body = _unwrapped(value, sheet, labels)
    oddities: list[str] = []
    evaluations = dict(_evaluations(body, sheet, labels, oddities))
    told: dict[Slot, Told] = {}
    reasons: dict[Slot, str] = {}
    notes: dict[str, str] = {}
    overall: dict[str, float] = {}
    for label, raw in evaluations.items():
        page = _Page(raw, sheet)
        for criterion in sheet.criteria:
            slot = (label, criterion.id)
            if criterion.key in page.slots:
                told[slot], reasons[slot] = read_slot(page.slots[criterion.key], criterion)
        if page.notes:
            notes[label] = page.notes
        if page.overall is not None:
            overall[label] = page.overall
    raw_ranking = _first(body, _RANKINGS) if isinstance(body, Mapping) else None
    ranking, odd = read_ranking(raw_ranking, labels)
    return Reading(
        told=told,
        reasons={slot: why for slot, why in reasons.items() if why},
        notes=notes,
        overall=overall,
        ranking=ranking if len(labels.known) > 1 else (),
        oddities=(*oddities, *odd) if len(labels.known) > 1 else tuple(oddities),
    )


class _Page:
    """What a verdict says of one answer, by the keys of the criteria."""

    def __init__(self, raw: Any, sheet: Sheet) -> None:
        self.slots: dict[str, Any] = {}
        self.notes = ""
        self.overall: float | None = None
        self._sheet = sheet
        self._named = criterion_names(sheet.criteria)
        if isinstance(raw, Mapping):
            self._read_map(raw)
        elif len(sheet.criteria) == 1 and not isinstance(raw, list):
            self.slots[sheet.criteria[0].key] = raw

    def _read_map(self, raw: Mapping[str, Any]) -> None:
        members = {fold(key): value for key, value in raw.items()}
        lone = self._sheet.criteria[0].key if len(self._sheet.criteria) == 1 else ""
        for key, value in members.items():
            if key in self._named:
                self._put(self._named[key], value)
        if lone and lone not in self.slots and any(key in members for key in VALUE_KEYS):
            self.slots[lone] = raw
        if not self.slots:
            self._read_nested(members)
        self.notes = next((said(members[k]) for k in _NOTES if said(members.get(k))), "")
        if self._sheet.overall:
            stated = (read_number(members.get(key)) for key in _OVERALLS)
            self.overall = next((value for value in stated if value is not None), None)

    def _read_nested(self, members: Mapping[str, Any]) -> None:
        """Criteria one level down: `{"scores": {...}}`, or a list of them."""
        inner = next((members[key] for key in NESTED if key in members), None)
        if isinstance(inner, Mapping):
            for key, value in inner.items():
                if fold(key) in self._named:
                    self._put(self._named[fold(key)], value)
        elif isinstance(inner, list):
            for entry in inner:
                named = _criterion_in(entry)
                if named in self._named:
                    self._put(self._named[named], entry)

    def _put(self, key: str, value: Any) -> None:
        """*value* under *key*; two that differ are a contradiction, not a choice."""
        if key in self.slots and self.slots[key] != value:
            value = Twice((self.slots[key], value))
        self.slots[key] = value


def _criterion_in(entry: Any) -> str:
    if not isinstance(entry, Mapping):
        return ""
    members = {fold(key): value for key, value in entry.items()}
    named = next((members[key] for key in CRITERION_KEYS if key in members), None)
    return fold(named) if isinstance(named, str) else ""


def _unwrapped(value: Any, sheet: Sheet, labels: Labels) -> Any:
    """The object that holds the verdict, where one or two stand around it."""
    for _ in range(_WRAPS):
        if not isinstance(value, Mapping) or len(value) > 2:
            break
        inner = [entry for entry in value.values() if isinstance(entry, Mapping)]
        if len(inner) != 1 or _speaks(value, sheet, labels):
            break
        value = inner[0]
    return value


def _speaks(value: Mapping[str, Any], sheet: Sheet, labels: Labels) -> bool:
    """Whether *value* itself has evaluations, labels or criteria for keys."""
    named = {*EVALUATIONS, *_RANKINGS, *criterion_names(sheet.criteria)}
    return any(fold(key) in named or labels.find(key) for key in value)


def _judges(block: Block, sheet: Sheet, labels: Labels) -> bool:
    """Whether *block* means to be a verdict, however it is put."""
    value = _unwrapped(block.value, sheet, labels)
    return isinstance(value, Mapping) and _speaks(value, sheet, labels)


def _evaluations(
    body: Any, sheet: Sheet, labels: Labels, oddities: list[str]
) -> Iterator[tuple[str, Any]]:
    """Each label once, with what is said of it."""
    seen: dict[str, Any] = {}
    for name, raw in _entries(body, sheet, labels):
        label = labels.find(name)
        if label is None:
            oddities.append(f"{str(name)[:60]!r} is judged, which was not shown")
        elif label in seen and seen[label] != raw:
            seen[label] = _contradicting(seen[label], raw, sheet)
            oddities.append(f"{label} is judged twice")
        else:
            seen[label] = raw
    yield from seen.items()


def _contradicting(one: Any, other: Any, sheet: Sheet) -> dict[str, Any]:
    first, second = _Page(one, sheet).slots, _Page(other, sheet).slots
    return {
        key: first.get(key, second.get(key))
        if first.get(key, second.get(key)) == second.get(key, first.get(key))
        else Twice((first[key], second[key]))
        for key in {**first, **second}
    }


def _entries(body: Any, sheet: Sheet, labels: Labels) -> Iterator[tuple[Any, Any]]:
    """Names and what is said of them, wherever the verdict keeps them."""
    only = labels.known[0] if len(labels.known) == 1 else None
    held = _first(body, EVALUATIONS) if isinstance(body, Mapping) else body
    if isinstance(held, list):
        for entry in held:
            if isinstance(entry, Mapping):
                yield labels.named_in(entry) or only, entry
        return
    if isinstance(held, Mapping):
        if _is_transposed(held, sheet, labels):
            yield from _turned(held, sheet, labels)
            return
        if only is None or any(labels.find(key) for key in held):
            yield from held.items()
            return
        body = held
    if isinstance(body, Mapping):
        yield from _direct(body, sheet, labels, only)


def _direct(
    body: Mapping[str, Any], sheet: Sheet, labels: Labels, only: str | None
) -> Iterator[tuple[Any, Any]]:
    """A verdict without a frame: labels, or criteria where one answer is judged."""
    named = [(key, value) for key, value in body.items() if labels.find(key)]
    if named:
        yield from named
    elif _is_transposed(body, sheet, labels):
        yield from _turned(body, sheet, labels)
    elif only is not None and _Page(body, sheet).slots:
        yield only, body


def _is_transposed(body: Mapping[str, Any], sheet: Sheet, labels: Labels) -> bool:
    names = criterion_names(sheet.criteria)
    inner = [value for key, value in body.items() if fold(key) in names]
    return bool(inner) and all(
        isinstance(value, Mapping) and value and all(labels.find(key) for key in value)
        for value in inner
    )


def _turned(
    body: Mapping[str, Any], sheet: Sheet, labels: Labels
) -> Iterator[tuple[str, dict[str, Any]]]:
    """`{"accuracy": {"A": 8}}` as `{"A": {"accuracy": 8}}`."""
    names = criterion_names(sheet.criteria)
    for label in labels.known:
        page = {
            names[fold(key)]: value
            for key, column in body.items()
            if fold(key) in names
            for name, value in column.items()
            if labels.find(name) == label
        }
        if page:
            yield label, page


def _first(body: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    folded = {fold(key): value for key, value in body.items()}
    return next((folded[key] for key in keys if key in folded), None)


def for_everything(sheet: Sheet, criterion: Criterion) -> Sheet:
    """*sheet* as it is read for one score for everything."""
    return replace(sheet, criteria=(criterion,), overall=False, notes=False)
