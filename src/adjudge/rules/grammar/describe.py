"""What a part of a rule asks, in a few words."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, assert_never

from .node import (
    All,
    AnyOf,
    Bound,
    Count,
    Distinct,
    Edge,
    Field,
    FieldText,
    FirstWord,
    Json,
    Language,
    Letter,
    LetterCase,
    Measure,
    Multiple,
    Named,
    Node,
    Not,
    OneOf,
    Phrase,
    Pieces,
    Regex,
    Sum,
    Turn,
    Within,
)

_MANY: Final = 4
_ENDS: Final = {1: "first", -1: "last"}
_LONG: Final = 60


@lru_cache(maxsize=4096)
def describe(node: Node) -> str:  # noqa: PLR0911  one return a node
    """What *node* asks, without what is inside it."""
    match node:
        case All(parts=parts):
            return f"all of {len(parts)}"
        case AnyOf(parts=parts):
            return f"any of {len(parts)}"
        case Not():
            return "not"
        case Within(unit=unit, at=at):
            return f"in {_stretch(unit, at)}"
        case Turn(which=which, role=role):
            return f"{_turn(which)} {role} turn"
        case Field(name=name):
            return f"field {name}"
        case _:
            return _leaf(node)


def _leaf(node: Node) -> str:  # noqa: C901, PLR0911  one return a leaf
    match node:
        case Phrase() | Regex():
            return measure(node)
        case Count(of=of, bounds=bounds):
            return f"{measure(of)}: {' and '.join(bound(one) for one in bounds)}"
        case Edge(side=side, any_of=texts):
            shown = [
                f"the field {t.field}" if isinstance(t, FieldText) else t for t in texts
            ]
            return f"{side}s with {_list(tuple(shown))}"
        case OneOf(options=options):
            return f"is {_list(options)}"
        case FirstWord(any_of=words):
            return f"first word {_list(words)}"
        case Json(schema=schema):
            return "JSON" if schema is None else "JSON that meets its schema"
        case Language(any_of=codes):
            return f"language {' or '.join(codes)}"
        case LetterCase(case=case):
            return f"{case} case"
        case Distinct(separator=separator):
            return f"pieces between {separator!r} differ"
        case All() | AnyOf() | Not() | Within() | Turn() | Field():
            return ""
        case _ as never:
            assert_never(never)


@lru_cache(maxsize=4096)
def measure(of: Measure) -> str:
    """What is counted."""
    match of:
        case Named(what=what):
            return what.replace("_", " ")
        case Phrase(any_of=texts):
            return f"phrase {_list(texts)}"
        case Regex(pattern=pattern, says=says):
            return says or f"regex {_short(pattern)}"
        case Letter(letter=letter):
            return f"letter {letter!r}"
        case Pieces(separator=separator):
            return f"pieces between {separator!r}"
        case Sum(parts=parts):
            return " + ".join(measure(part) for part in parts)
        case _ as never:
            assert_never(never)


def bound(one: Bound) -> str:
    """What the count is held against."""
    value = one.value
    comparison = one.comparison.replace("_", " ")
    if isinstance(value, Multiple):
        times = f"{value.times:g} x " if value.times != 1 else ""
        return f"{comparison} {times}{measure(value.of)}"
    return f"{comparison} {value}"


def _list(texts: tuple[str, ...]) -> str:
    if len(texts) > _MANY:
        return f"one of {len(texts)}"
    return " or ".join(f'"{_short(text)}"' for text in texts)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONG else f"{line[:_LONG]}…"


def _turn(which: str | int) -> str:
    if isinstance(which, str):
        return which
    return _ENDS.get(which) or (
        f"turn {which} of" if which > 0 else f"turn {which} from the end of"
    )


def _stretch(unit: str, at: int) -> str:
    if unit == "characters":
        return f"the {'first' if at > 0 else 'last'} {abs(at)} characters"
    if at in _ENDS:
        return f"the {_ENDS[at]} {unit}"
    return f"{unit} {at}" if at > 0 else f"{unit} {-at} from the end"
