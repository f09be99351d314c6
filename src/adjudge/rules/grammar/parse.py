"""From the plain value that a rubric file holds to the tree, or all of its faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from adjudge.errors import RuleInvalid
from adjudge.rubric import Diagnostic
from adjudge.verdict import ROLES, SYNONYMS

from .node import DEFAULT_ROLE, All, AnyOf, Field, Node, Not, Turn, Unit, Which, Within
from .parse_count import COUNTS
from .parse_leaf import LEAVES
from .parse_text import read_phrase
from .reader import DEEPEST, Reader, choices, kind


@dataclass(frozen=True, slots=True)
class Parsed:
    """The tree, or None where there are faults."""

    node: Node | None
    faults: tuple[Diagnostic, ...]


def parse(source: object) -> Parsed:
    """Read *source*, the plain value of YAML or JSON, with all its faults at once."""
    reader = Reader()
    node = _rule(reader, source, "", _Place())
    faults = tuple(reader.faults)
    return Parsed(None if faults else node, faults)


def parse_rule(source: object) -> Node:
    """The tree that *source* means, or `RuleInvalid` listing every fault."""
    parsed = parse(source)
    if parsed.node is None:
        raise RuleInvalid(
            "the rule cannot be used:\n" + "\n".join(f"  {one}" for one in parsed.faults),
            hint="every node is described in docs/reference/rules.md",
        )
    return parsed.node


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a rule stands inside others, which decides what it may say."""

    depth: int = 0
    inside: Literal["", "turn", "field", "within"] = ""

    def under(self, inside: Literal["", "turn", "field", "within"] = "") -> _Place:
        return _Place(self.depth + 1, inside or self.inside)


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _rule(reader: Reader, value: object, where: str, place: _Place) -> Node | None:
    if place.depth > DEEPEST:
        reader.fault("G016", where, f"more than {DEEPEST} rules deep", "split the rule up")
        return None
    if isinstance(value, str):
        return read_phrase(reader, value, where)
    if not isinstance(value, Mapping) or not value:
        reader.fault(
            "G001",
            where,
            f"a rule is wanted here, this is {kind(value)}",
            "a list of rules goes under all: or any:"
            if isinstance(value, list | tuple)
            else f"a rule is a text or one of: {choices(NAMES)}; or builtin, alone",
        )
        return None
    names = [str(name) for name in value]
    if len(names) > 1:
        reader.fault(
            "G003",
            where,
            f"{' and '.join(names)} stand side by side",
            "put them in a list under all: or any:",
        )
    parts = [_named(reader, str(n), inner, (where, place)) for n, inner in value.items()]
    return parts[0]


def _named(reader: Reader, name: str, value: Any, at: tuple[str, _Place]) -> Node | None:
    where, place = at
    here = _join(where, name)
    if name in _COMBINING:
        return _COMBINING[name](reader, value, here, place)
    if name in LEAVES:
        return LEAVES[name](reader, value, here)
    if name == "builtin":
        hint = "give it a criterion of its own: rule: {builtin: safety}"
        reader.fault("G003", here, "a built-in rule stands alone, in no other rule", hint)
    elif name in COUNTS:
        hint = f"write count: {{of: {name}, at_most: 10}}"
        reader.fault("G002", here, f"{name!r} is a count, not a rule", hint)
    else:
        reader.unknown("G002", here, ("rule", name), NAMES)
    return None


def _many(reader: Reader, value: Any, where: str, place: _Place) -> tuple[Node, ...] | None:
    if not isinstance(value, list | tuple):
        reader.fault(
            "G006",
            where,
            f"a list of rules is wanted here, this is {kind(value)}",
            "begin each rule with a dash",
        )
        return None
    if not value:
        reader.fault("G007", where, "the list is empty", "give at least one rule")
        return None
    parts = [
        _rule(reader, part, f"{where}[{at}]", place.under())
        for at, part in enumerate(value)
    ]
    return tuple(part for part in parts if part is not None)


def _all(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    parts = _many(reader, value, where, place)
    return All(parts=parts) if parts else None


def _any(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    parts = _many(reader, value, where, place)
    return AnyOf(parts=parts) if parts else None


def _not(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    part = _rule(reader, value, where, place.under())
    return Not(part=part) if part else None


def _turn(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    if place.inside:
        reader.fault(
            "G018",
            where,
            f"a turn cannot be chosen inside {place.inside}",
            "put turn: outermost, with the other rule inside it",
        )
    options = reader.mapping(value, where, ("which", "role", "rule"), ("rule",))
    if options is None:
        return None
    role = _role(reader, options.get("role", DEFAULT_ROLE), f"{where}.role")
    which = _which(reader, options.get("which", "last"), f"{where}.which")
    part = _inner(reader, options, where, place.under("turn"))
    if part is None or role is None or which is None:
        return None
    return Turn(which=which, role=role, part=part)


def _role(reader: Reader, value: object, where: str) -> str | None:
    if isinstance(value, str):
        folded = value.strip().casefold()
        value = SYNONYMS.get(folded, folded)
    return reader.choice(value, where, "role", ROLES)


def _which(reader: Reader, value: object, where: str) -> Which | int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        if value == 0:
            reader.fault(
                "G006", where, "turns are counted from 1", "the first is 1, the last -1"
            )
            return None
        return value
    known = ("first", "last", "any", "every")
    return cast("Which | None", reader.choice(value, where, "turn", known))


def _field(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    if place.inside:
        reader.fault(
            "G018",
            where,
            f"a field cannot be read inside {place.inside}",
            "put field: outermost, with the other rule inside it",
        )
    options = reader.mapping(value, where, ("name", "rule"), ("name", "rule"))
    if options is None:
        return None
    name = reader.text(options["name"], f"{where}.name") if "name" in options else None
    part = _inner(reader, options, where, place.under("field"))
    return Field(name=name, part=part) if name and part else None


def _inner(
    reader: Reader, options: dict[str, Any], where: str, place: _Place
) -> Node | None:
    if "rule" not in options:
        return None
    return _rule(reader, options["rule"], f"{where}.rule", place)


_UNITS: Final = ("sentence", "paragraph", "line", "characters", "piece")


def _within(reader: Reader, value: Any, where: str, place: _Place) -> Node | None:
    known = ("first", "last", *_UNITS, "separated_by", "rule")
    options = reader.mapping(value, where, known, ("rule",))
    if options is None:
        return None
    part = _inner(reader, options, where, place.under("within"))
    unit, at = _stretch(reader, options, where)
    separator = ""
    if unit == "piece":
        separator = reader.text(options.get("separated_by"), f"{where}.separated_by") or ""
    if part is None or unit is None or at is None:
        return None
    return Within(unit=unit, at=at, part=part, separator=separator)


def _stretch(
    reader: Reader, options: dict[str, Any], where: str
) -> tuple[Unit | None, int | None]:
    said = [name for name in ("first", "last", *_UNITS) if name in options]
    if len(said) != 1:
        reader.fault(
            "G005" if not said else "G003",
            where,
            "exactly one stretch of the text is wanted",
            "write first: sentence, paragraph: 3 or last: {characters: 200}",
        )
        return None, None
    name, value = said[0], options[said[0]]
    here = f"{where}.{name}"
    if name in _UNITS and name != "characters":
        return cast("Unit", name), _place(reader, value, here)
    sign = -1 if name == "last" else 1
    if name == "characters" or isinstance(value, Mapping):
        length = value if name == "characters" else _length(reader, value, here)
        number = None if length is None else reader.whole(length, here, least=1)
        return "characters", number and sign * number
    unit = reader.choice(value, here, "stretch", ("sentence", "paragraph", "line"))
    return cast("Unit | None", unit), sign


def _length(reader: Reader, value: Mapping[Any, Any], where: str) -> object:
    options = reader.mapping(value, where, ("characters",), ("characters",))
    return None if options is None else options.get("characters")


def _place(reader: Reader, value: object, where: str) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return value
    return reader.whole(value, where, least=1)


_COMBINING: Final[dict[str, Callable[[Reader, Any, str, _Place], Node | None]]] = {
    "all": _all,
    "any": _any,
    "not": _not,
    "turn": _turn,
    "field": _field,
    "within": _within,
}
NAMES: Final = (*_COMBINING, *LEAVES)
