"""Whether a verdict has a form that no text pasted into it can have made.

A candidate's text that is pasted into a reason, its quotes not escaped, ends the reason
where it likes and goes on as JSON. It cannot undo what comes after it: the rest of the
reason's object, then the grades that the reviewer gave. Whatever it opens to take that rest
in, something stands where nothing of that name may stand, or a grade, a reason or an answer
stands twice. So where a text may have been pasted, a verdict counts in any of the shapes
that reviewers use, but only if everything in it has its one place, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from adjudge.rubric import Criterion

from .reply_exact import is_as_asked
from .reply_json import Twice
from .reply_labels import LABEL_KEYS, Labels
from .reply_values import REASON_KEYS, VALUE_KEYS, fold
from .sheet import Sheet

_FRAME: Final = frozenset(("form", "end", "ranking"))
EVALUATIONS: Final = (
    "evaluations",
    "evaluation",
    "scores",
    "reviews",
    "ratings",
    "results",
    "responses",
    "verdicts",
)
"""Under which of these a verdict keeps what it says of the answers."""
NESTED: Final = ("scores", "criteria", "dimensions", "ratings", "evaluation", "grades")
"""Under which of these a page may keep its criteria."""
CRITERION_KEYS: Final = ("criterion", "dimension", "key", "name", "title")
"""Under which of these an element of a list says which criterion it is about."""
_BESIDE: Final = ("notes", "overall")
_LONE_VALUES: Final = ("value", "score", "grade", "rating")
"""`answer` and `label` may as well say whose page it is."""

_Place: TypeAlias = tuple[str, str]


class _Misplaced(Exception):
    """Something stands where nothing of its kind may stand, or stands twice."""


def is_unmixed(value: Any, sheet: Sheet) -> bool:
    """Whether *value* holds grades of *sheet*, each once, and nothing out of its place."""
    return is_as_asked(value, sheet) or _is_unmixed(value, sheet)


def _is_unmixed(value: Any, sheet: Sheet) -> bool:
    try:
        places = list(_Census(sheet).verdict(value))
    except _Misplaced:
        return False
    return len(set(places)) == len(places)


def criterion_names(criteria: tuple[Criterion, ...]) -> dict[str, str]:
    """How a criterion may be called -> its key. A key always wins over a title."""
    titles = {fold(c.title): c.key for c in criteria}
    return {**titles, **{fold(c.id): c.key for c in criteria}} | {
        fold(c.key): c.key for c in criteria
    }


class _Census:
    """Names every grade in a verdict by its answer and criterion."""

    def __init__(self, sheet: Sheet) -> None:
        self._code = sheet.material.form
        self._labels = Labels(sheet.material.labels)
        self._names = criterion_names(sheet.criteria)
        self._lone = sheet.criteria[0].key if len(sheet.criteria) == 1 else ""

    def verdict(self, value: Any) -> Iterator[_Place]:
        members = _members(value)
        end = members.get("end")
        if not isinstance(end, str) or end.strip().casefold() != self._code:
            raise _Misplaced
        if not isinstance(members.get("ranking", []), list | str):
            raise _Misplaced
        body = {key: inner for key, inner in value.items() if fold(key) not in _FRAME}
        held = [inner for key, inner in body.items() if fold(key) in EVALUATIONS]
        if held and len(body) > 1:
            raise _Misplaced
        yield from self._evaluations(held[0] if held else body)

    def _evaluations(self, held: Any) -> Iterator[_Place]:
        if isinstance(held, list):
            for entry in held:
                yield from self._entry(entry)
            return
        members = _members(held)
        names = [self._names.get(key) for key in members]
        if all(self._labels.find(key) for key in held):
            for key, page in held.items():
                yield from self._page(str(self._labels.find(key)), page)
        elif all(names) and self._is_turned(held):
            for name, column in zip(names, held.values(), strict=True):
                yield from self._column(str(name), column)
        elif len(self._labels.known) == 1:
            yield from self._page(self._labels.known[0], held)
        else:
            raise _Misplaced

    def _is_turned(self, held: Mapping[str, Any]) -> bool:
        columns = [c for c in held.values() if isinstance(c, Mapping)]
        return len(columns) == len(held) and all(
            self._labels.find(key) for column in columns for key in column
        )

    def _column(self, name: str, column: Mapping[str, Any]) -> Iterator[_Place]:
        for key, slot in column.items():
            _ask_slot(slot)
            yield str(self._labels.find(key)), name

    def _entry(self, entry: Any) -> Iterator[_Place]:
        """A page in a list, which says whose it is."""
        members = _members(entry)
        told = [key for key in LABEL_KEYS if key in members]
        if len(told) > 1 or (not told and len(self._labels.known) > 1):
            raise _Misplaced
        label = self._labels.find(members[told[0]]) if told else self._labels.known[0]
        if label is None:
            raise _Misplaced
        rest = {key: value for key, value in entry.items() if fold(key) not in told}
        yield from self._page(label, rest)

    def _page(self, label: str, page: Any) -> Iterator[_Place]:
        if self._lone and not isinstance(page, Mapping):
            _ask_slot(page)
            yield label, self._lone
            return
        members = _members(page)
        yield label, ""  # an answer has one page
        if self._lone and any(key in members for key in _LONE_VALUES):
            _ask_slot(page, values=_LONE_VALUES)
            yield label, self._lone
            return
        graded = {key: value for key, value in members.items() if key not in _BESIDE}
        for key in _BESIDE:
            if key not in self._names and isinstance(members.get(key), Mapping | list):
                raise _Misplaced
            if key in self._names and key in members:
                graded[key] = members[key]
        nested = [value for key, value in graded.items() if key in NESTED]
        if len(graded) == 1 and nested and not self._names.keys() & graded.keys():
            graded = _by_name(nested[0])
        for key, value in graded.items():
            yield label, self._named(key)
            _ask_slot(value)

    def _named(self, key: str) -> str:
        if key not in self._names:
            raise _Misplaced
        return self._names[key]


def _by_name(inner: Any) -> dict[str, Any]:
    """Criteria one level down, as a map or as a list of elements that name theirs."""
    if not isinstance(inner, list):
        return _members(inner)
    found: dict[str, Any] = {}
    for entry in inner:
        members = _members(entry)
        told = [key for key in CRITERION_KEYS if key in members]
        if len(told) != 1 or not isinstance(members[told[0]], str):
            raise _Misplaced
        name = fold(members.pop(told[0]))
        if name in found:
            raise _Misplaced
        found[name] = members
    return found


def _members(value: Any) -> dict[str, Any]:
    """The members of an object by their folded keys, each of which stands there once."""
    if not isinstance(value, Mapping):
        raise _Misplaced
    members = {fold(key): inner for key, inner in value.items()}
    if len(members) < len(value) or any(isinstance(v, Twice) for v in members.values()):
        raise _Misplaced
    return members


def _ask_slot(slot: Any, values: tuple[str, ...] = VALUE_KEYS) -> None:
    """Refuse what is not one value, or one with one reason."""
    if not isinstance(slot, Mapping):
        if isinstance(slot, list | Twice):
            raise _Misplaced
        return
    members = _members(slot)
    told = [key for key in values if key in members]
    why = [key for key in REASON_KEYS if key in members]
    plain = not any(isinstance(v, Mapping | list) for v in members.values())
    if len(told) > 1 or len(why) > 1 or len(told) + len(why) < len(members) or not plain:
        raise _Misplaced
