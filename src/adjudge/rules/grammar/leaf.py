"""What each leaf finds in one passage."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, assert_never

from .describe import describe, measure
from .measure import Places, count, pieces, places
from .node import (
    Bound,
    Count,
    Distinct,
    Edge,
    FieldText,
    FirstWord,
    Json,
    Language,
    Leaf,
    LetterCase,
    Measure,
    Multiple,
    OneOf,
    Phrase,
    Regex,
)
from .optional import detect, misfit
from .passage import Passage
from .phrase import in_word
from .reading import level
from .trace import MOST_SPANS, Part

Numbers = tuple[int | None, ...]
Counted = Phrase | Regex | Count


def ask_leaf(leaf: Leaf, passage: Passage, fields: Mapping[str, Any]) -> Part:  # noqa: PLR0911  one return a leaf
    """Ask *leaf* of *passage*."""
    match leaf:
        case Phrase() | Regex() | Count():
            numbers = tuple(count(of, passage.text) for of in counted(leaf))
            found = places(shown(leaf), passage.text) if numbers[0] else ()
            return weigh(leaf, numbers, passage, found)
        case Edge():
            return _edge(leaf, passage, fields)
        case OneOf(options=options):
            text = passage.text.strip()
            options = tuple(one.strip() for one in options)
            held = any(len(one) == len(text) and _same(leaf, text, one) for one in options)
            return _plain(leaf, passage, held, _edges(passage.text, "") if held else ())
        case FirstWord():
            return _first_word(leaf, passage)
        case Json():
            return _json(leaf, passage)
        case Language(any_of=codes):
            told = detect(passage.text)
            held = told is None or told in {code.split("-")[0] for code in codes}
            return _part(
                leaf, held, "nothing to tell it by" if told is None else f"it is {told}"
            )
        case LetterCase(case=case):
            held = passage.text.isupper() if case == "upper" else passage.text.islower()
            return _plain(
                leaf, passage, held, () if held else _other_case(passage.text, case)
            )
        case Distinct(separator=separator):
            return _distinct(leaf, passage, separator)
        case _ as never:
            assert_never(never)


def reads_fields(leaf: Leaf) -> bool:
    """Whether *leaf* reads what came with the item besides the passage."""
    return isinstance(leaf, Edge) and any(
        isinstance(text, FieldText) for text in leaf.any_of
    )


def counted(leaf: Counted) -> tuple[Measure, ...]:
    """What is counted to weigh *leaf*: the thing, then what it is held against."""
    if not isinstance(leaf, Count):
        return (leaf,)
    return (leaf.of, *(b.value.of for b in leaf.bounds if isinstance(b.value, Multiple)))


def shown(leaf: Counted) -> Measure:
    """Whose places are the evidence of *leaf*."""
    return leaf.of if isinstance(leaf, Count) else leaf


def weigh(
    leaf: Counted, numbers: Numbers, passage: Passage | None = None, found: Places = ()
) -> Part:
    """How *leaf* comes out where `counted(leaf)` came to *numbers*."""
    number = numbers[0]
    spans = _spans(passage, found, measure(shown(leaf))) if passage else ()
    if not isinstance(leaf, Count):
        return Part(
            asks=describe(leaf), held=bool(number), found=_times(number), spans=spans
        )
    others = iter(numbers[1:])
    limits = [
        next(others) if isinstance(b.value, Multiple) else b.value for b in leaf.bounds
    ]
    held = number is not None and all(
        limit is not None and _within(number, bound, limit)
        for bound, limit in zip(leaf.bounds, limits, strict=True)
    )
    told = "a blank piece" if number is None else f"{number} found"
    against = [
        f"{measure(b.value.of)} {limit}"
        for b, limit in zip(leaf.bounds, limits, strict=True)
        if isinstance(b.value, Multiple)
    ]
    return Part(
        asks=describe(leaf), held=held, found=", ".join((told, *against)), spans=spans
    )


def _times(number: int | None) -> str:
    return (
        "not found"
        if not number
        else "found once"
        if number == 1
        else f"found {number} times"
    )


def _within(number: int, bound: Bound, limit: int) -> bool:
    against = limit * bound.value.times if isinstance(bound.value, Multiple) else limit
    match bound.comparison:
        case "at_least":
            return number >= against
        case "at_most":
            return number <= against
        case "exactly":
            return number == against
        case "less_than":
            return number < against
        case "more_than":
            return number > against
        case _ as never:
            assert_never(never)


def _spans(passage: Passage, found: Places, note: str) -> Any:
    spans = (passage.span(start, end, note) for start, end in found[:MOST_SPANS])
    return tuple(span for span in spans if span is not None)


def _part(leaf: Leaf, held: bool, found: str) -> Part:
    return Part(asks=describe(leaf), held=held, found=found)


def _plain(leaf: Leaf, passage: Passage, held: bool, found: Places) -> Part:
    asks = describe(leaf)
    spans = _spans(passage, found, asks)
    return Part(asks=asks, held=held, found="yes" if held else "no", spans=spans)


def _edges(text: str, trim: str) -> Places:
    """Where *text* stands without the blanks, and then *trim*, around it."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    body = text[start:end] if start < end else ""
    if trim:
        start += len(body) - len(body.lstrip(trim))
        body = body.strip(trim)
    return ((start, start + len(body)),)


def _edge(leaf: Edge, passage: Passage, fields: Mapping[str, Any]) -> Part:
    ((start, end),) = _edges(passage.text, leaf.trim)
    for said in leaf.any_of:
        wanted = _wanted(said, fields)
        if wanted is None:
            return _part(leaf, False, f"the item has no text field {_name(said)!r}")
        size = len(wanted := wanted.strip())
        at = (start, start + size) if leaf.side == "start" else (end - size, end)
        if size <= end - start and _same(leaf, passage.text[slice(*at)], wanted):
            return _plain(leaf, passage, True, (at,))
    return _plain(leaf, passage, False, ())


def _same(leaf: Edge | OneOf, said: str, wanted: str) -> bool:
    """Whether two texts of one length differ only in what does not count."""
    if said == wanted:
        return True
    case, alike = leaf.case, leaf.alike
    return level(said, case=case, alike=alike) == level(wanted, case=case, alike=alike)


def _name(said: str | FieldText) -> str:
    return said.field if isinstance(said, FieldText) else said


def _wanted(said: str | FieldText, fields: Mapping[str, Any]) -> str | None:
    if isinstance(said, str):
        return said
    value = fields.get(said.field)
    return value if isinstance(value, str) else None


_STOPS = frozenset(".,?!'\"")


def first_word(text: str, *, alike: bool) -> str:
    """The first word in lower case, without quotes before it or punctuation after."""
    if alike:
        body = _from_letter(text)
        end = next((at for at, char in enumerate(body) if _ends(char)), len(body))
        return body[:end].lower()
    words = text.split(maxsplit=1)
    word = words[0].lstrip("'").lstrip('"') if words else ""
    end = next((at for at, char in enumerate(word) if char in _STOPS), len(word))
    return word[:end].lower()


def _from_letter(text: str) -> str:
    """*text* from its first letter or digit on: no quote or asterisk is part of a word."""
    return text[next((at for at, char in enumerate(text) if char.isalnum()), len(text)) :]


def _ends(char: str) -> bool:
    return char.isspace() or not (in_word(char) or char in _HYPHENS) or char == "_"


_HYPHENS: Final = frozenset("-\u2010\u2011")


def _begins(body: str, word: str) -> bool:
    """Whether the first word of *body* is *word*; `well` is not that of `well-known`."""
    word = _from_letter(word).rstrip()
    said, after = body[: len(word)], body[len(word) : len(word) + 2]
    if not word or level(said, case=False, alike=True) != level(
        word, case=False, alike=True
    ):
        return False
    if after[:1] in _HYPHENS:
        return not after[1:].isalnum()
    return not after or _ends(after[0])


def _first_word(leaf: FirstWord, passage: Passage) -> Part:
    word = first_word(passage.text, alike=leaf.alike)
    if leaf.alike:
        body = _from_letter(passage.text)
        held = any(_begins(body, one) for one in leaf.any_of)
    else:
        held = word in {one.strip().lower() for one in leaf.any_of}
    return _part(leaf, held, f'"{word}"' if word else "no word")


def unfenced(text: str) -> str:
    """*text* without the fence of three backticks that may stand around it."""
    body = text.strip()
    for opening in ("```json", "```Json", "```JSON", "```"):
        body = body.removeprefix(opening)
    return body.removesuffix("```").strip()


def _json(leaf: Json, passage: Passage) -> Part:
    try:
        value = json.loads(
            unfenced(passage.text), parse_constant=None if leaf.lenient else _no_constant
        )
    except RecursionError:
        return _part(leaf, False, "it is nested too deeply to be read")
    except ValueError as err:
        return _part(leaf, False, f"it is not JSON: {err}")
    if leaf.schema is None:
        return _part(leaf, True, "it is JSON")
    said = misfit(leaf.schema, value)
    return _part(leaf, said is None, said or "it meets the schema")


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _other_case(text: str, case: str) -> Places:
    """The first words that have a letter of the other case."""
    found: list[tuple[int, int]] = []
    for said in _WORD.finditer(text):
        word = said[0]
        if word != (word.upper() if case == "upper" else word.lower()):
            found.append(said.span())
            if len(found) == MOST_SPANS:
                break
    return tuple(found)


_WORD: Final = re.compile(r"\S+")


def _distinct(leaf: Distinct, passage: Passage, separator: str) -> Part:
    bodies = [passage.text[a:b].strip() for a, b in pieces(passage.text, separator)]
    filled = [body for body in bodies if body]
    held = len(set(filled)) == len(filled)
    return _part(leaf, held, f"{len(filled)} pieces, {len(set(filled))} different")
