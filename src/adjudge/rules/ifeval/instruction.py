"""An IFEval instruction, with its arguments, as a rule of our grammar.

What each instruction asks is the benchmark's: its quirks are kept where a verdict hangs
on them, and docs/explanation/ifeval.md names each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudge.errors import InputInvalid
from adjudge.rules.grammar.engine import fault
from adjudge.rules.grammar.node import (
    All,
    AnyOf,
    Bound,
    Comparison,
    Count,
    Distinct,
    Edge,
    FirstWord,
    Json,
    Language,
    Letter,
    LetterCase,
    Measure,
    Named,
    Node,
    Not,
    Pieces,
    Regex,
    Sum,
    Within,
)
from adjudge.rules.grammar.parse_leaf import NO_COMMAS, QUOTED, postscript_pattern

Arguments = Mapping[str, Any]

_RELATIONS: Final[dict[str, Comparison]] = {
    "less than": "less_than",
    "at least": "at_least",
}
_WORD: Final = r"\p{L}\p{N}_"
_ANSWERS: Final = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_BULLETS: Final = Sum(
    parts=(
        Regex(pattern=r"(?m)^\s*\*[^*].*$", says="bullets with *"),
        Regex(pattern=r"(?m)^\s*-.*$", says="bullets with -"),
    )
)


def node_of(instruction: str, arguments: Arguments) -> Node:
    """The rule that *instruction* is, or `InputInvalid` saying what is wrong with it."""
    if instruction not in INSTRUCTIONS:
        raise InputInvalid(
            f"there is no IFEval instruction {instruction!r}",
            where="instruction_id_list",
            hint=f"known: {', '.join(INSTRUCTIONS)}",
        )
    return INSTRUCTIONS[instruction](arguments)


def _refuse(name: str, wanted: str, value: object) -> InputInvalid:
    said = "is missing" if value is None else f"is {value!r}"
    return InputInvalid(f"{name} {said}, {wanted} is wanted", where=f"kwargs.{name}")


def _whole(arguments: Arguments, name: str) -> int:
    value = arguments.get(name)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _refuse(name, "a whole number", value)
    return value


def _text(arguments: Arguments, name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _refuse(name, "a text", value)
    return value.strip()


def _texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    value = arguments.get(name)
    if not isinstance(value, list | tuple) or not value:
        raise _refuse(name, "a list of texts", value)
    if not all(isinstance(one, str) and one for one in value):
        raise _refuse(name, "a list of texts", value)
    return tuple(value)


def _relation(arguments: Arguments, name: str) -> Comparison:
    value = arguments.get(name)
    if not isinstance(value, str) or value not in _RELATIONS:
        raise _refuse(name, "'less than' or 'at least'", value)
    return _RELATIONS[value]


def _counted(of: Measure, comparison: Comparison, number: int) -> Node:
    return Count(of=of, bounds=(Bound(comparison=comparison, value=number),))


def _pattern(source: str, says: str) -> Regex:
    """The benchmark reads a keyword as a regular expression, in either case."""
    pattern = f"(?i){source}"
    said = fault(pattern)
    if said:
        raise InputInvalid(
            f"the keyword {says!r} cannot be read: {said.what}", where="kwargs"
        )
    return Regex(pattern=pattern, says=f'"{says}"')


def _existence(arguments: Arguments) -> Node:
    return All(parts=tuple(_pattern(word, word) for word in _texts(arguments, "keywords")))


def _frequency(arguments: Arguments) -> Node:
    word = _text(arguments, "keyword")
    relation = _relation(arguments, "relation")
    return _counted(_pattern(word, word), relation, _whole(arguments, "frequency"))


def _forbidden(arguments: Arguments) -> Node:
    words = _texts(arguments, "forbidden_words")
    return Not(part=AnyOf(parts=tuple(_pattern(_bounded(word), word) for word in words)))


def _bounded(word: str) -> str:
    """*word* between word boundaries, at which a combining mark is no part of a word."""
    left = rf"(?:^|[^{_WORD}])" if re.match(r"\w", word[0]) else r"\b"
    right = rf"(?:$|[^{_WORD}])" if re.match(r"\w", word[-1]) else r"\b"
    return f"{left}(?:{word}){right}" if "|" not in word else rf"\b{word}\b"


def _letters(arguments: Arguments) -> Node:
    letter = _text(arguments, "letter")
    if len(letter) != 1:
        raise _refuse("letter", "one letter", letter)
    relation = _relation(arguments, "let_relation")
    return _counted(Letter(letter=letter), relation, _whole(arguments, "let_frequency"))


def _language(arguments: Arguments) -> Node:
    return Language(any_of=(_text(arguments, "language"),))


def _sentences(arguments: Arguments) -> Node:
    relation = _relation(arguments, "relation")
    return _counted(Named(what="sentences"), relation, _whole(arguments, "num_sentences"))


def _words(arguments: Arguments) -> Node:
    relation = _relation(arguments, "relation")
    return _counted(Named(what="words"), relation, _whole(arguments, "num_words"))


def _paragraphs(arguments: Arguments) -> Node:
    pieces = Pieces(separator="***", blank="refuse")
    return _counted(pieces, "exactly", _whole(arguments, "num_paragraphs"))


def _nth_paragraph(arguments: Arguments) -> Node:
    number, nth = _whole(arguments, "num_paragraphs"), _whole(arguments, "nth_paragraph")
    if not 1 <= nth <= number:
        raise _refuse("nth_paragraph", f"a number from 1 to {number}", nth)
    first = FirstWord(any_of=(_text(arguments, "first_word"),), alike=False)
    return All(
        parts=(
            _counted(Pieces(separator="\n\n"), "exactly", number),
            Within(unit="piece", at=nth, separator="\n\n", part=first),
        )
    )


def _placeholders(arguments: Arguments) -> Node:
    return _counted(
        Named(what="placeholders"), "at_least", _whole(arguments, "num_placeholders")
    )


_SCRIPTS: Final = {"P.P.S": r"[pP]\.\s?[pP]\.\s?[sS]", "P.S.": r"[pP]\.\s?[sS]\."}


def _postscript(arguments: Arguments) -> Node:
    marker = _text(arguments, "postscript_marker")
    pattern = _SCRIPTS.get(marker) or postscript_pattern(marker)
    return Regex(pattern=pattern, says=f"a postscript {marker!r}")


def _bullets(arguments: Arguments) -> Node:
    return _counted(_BULLETS, "exactly", _whole(arguments, "num_bullets"))


def _constrained(_: Arguments) -> Node:
    return Regex(
        pattern="|".join(re.escape(answer) for answer in _ANSWERS),
        says="one of the three answers",
    )


def _highlights(arguments: Arguments) -> Node:
    return _counted(
        Named(what="highlights"), "at_least", _whole(arguments, "num_highlights")
    )


def _sections(arguments: Arguments) -> Node:
    marker = _text(arguments, "section_spliter")
    pattern = rf"{marker}\s?\d+"
    said = fault(pattern)
    if said:
        raise InputInvalid(
            f"the marker {marker!r} cannot be read: {said.what}",
            where="kwargs.section_spliter",
        )
    counted = Regex(pattern=pattern, says=f"section marked {marker!r}")
    return _counted(counted, "at_least", _whole(arguments, "num_sections"))


def _json(_: Arguments) -> Node:
    return Json(lenient=True)


def _title(_: Arguments) -> Node:
    return _counted(Named(what="titles"), "at_least", 1)


def _two_responses(_: Arguments) -> Node:
    pieces = Pieces(separator="******", blank="refuse")
    return All(parts=(_counted(pieces, "exactly", 2), Distinct(separator="******")))


def _repeat_prompt(arguments: Arguments) -> Node:
    prompt = _text(arguments, "prompt_to_repeat")
    return Edge(side="start", any_of=(prompt,), alike=False)


def _end(arguments: Arguments) -> Node:
    phrase = _text(arguments, "end_phrase")
    return Edge(side="end", any_of=(phrase,), alike=False, trim='"')


def _quotation(_: Arguments) -> Node:
    return QUOTED


def _capital_words(arguments: Arguments) -> Node:
    relation = _relation(arguments, "capital_relation")
    return _counted(
        Named(what="capital_words"), relation, _whole(arguments, "capital_frequency")
    )


def _english_capital(_: Arguments) -> Node:
    return All(parts=(LetterCase(case="upper"), Language(any_of=("en",))))


def _english_lowercase(_: Arguments) -> Node:
    return All(parts=(LetterCase(case="lower"), Language(any_of=("en",))))


def _no_comma(_: Arguments) -> Node:
    return NO_COMMAS


INSTRUCTIONS: Final[dict[str, Callable[[Arguments], Node]]] = {
    "keywords:existence": _existence,
    "keywords:frequency": _frequency,
    "keywords:forbidden_words": _forbidden,
    "keywords:letter_frequency": _letters,
    "language:response_language": _language,
    "length_constraints:number_sentences": _sentences,
    "length_constraints:number_paragraphs": _paragraphs,
    "length_constraints:number_words": _words,
    "length_constraints:nth_paragraph_first_word": _nth_paragraph,
    "detectable_content:number_placeholders": _placeholders,
    "detectable_content:postscript": _postscript,
    "detectable_format:number_bullet_lists": _bullets,
    "detectable_format:constrained_response": _constrained,
    "detectable_format:number_highlighted_sections": _highlights,
    "detectable_format:multiple_sections": _sections,
    "detectable_format:json_format": _json,
    "detectable_format:title": _title,
    "combination:two_responses": _two_responses,
    "combination:repeat_prompt": _repeat_prompt,
    "startend:end_checker": _end,
    "startend:quotation": _quotation,
    "change_case:capital_word_frequency": _capital_words,
    "change_case:english_capital": _english_capital,
    "change_case:english_lowercase": _english_lowercase,
    "punctuation:no_comma": _no_comma,
}
