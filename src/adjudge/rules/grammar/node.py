"""The closed set of parts that a user-written rule is made of.

A leaf asks one thing of one passage of text; the others combine leaves or choose the
passage. `parse` makes these from YAML or JSON, `plain` says what they mean.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

NamedCount: TypeAlias = Literal[
    "words",
    "sentences",
    "paragraphs",
    "lines",
    "characters",
    "bullets",
    "numbered_items",
    "headings",
    "placeholders",
    "titles",
    "highlights",
    "capital_words",
    "commas",
]
Comparison: TypeAlias = Literal["at_least", "at_most", "exactly", "less_than", "more_than"]
Unit: TypeAlias = Literal["sentence", "paragraph", "line", "characters", "piece"]
Which: TypeAlias = Literal["first", "last", "any", "every"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """One of these words or groups of words stands in the text."""

    any_of: tuple[str, ...]
    case: bool = False
    """Whether upper and lower case differ."""
    whole_words: bool = True
    alike: bool = True
    """Whether curly and straight quotes, dashes and kinds of blank are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regex:
    """A regular expression finds something in the text."""

    pattern: str
    """In the syntax of Rust's linear-time engine; flags stand inside, `(?i)`."""
    says: str = ""
    """What it looks for in plain words, where the pattern was made by a short form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A count that has a name of its own."""

    what: NamedCount


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """How often a character occurs, upper and lower case together."""

    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """How many non-blank pieces a separator cuts the text into."""

    separator: str
    blank: Literal["skip", "refuse"] = "skip"
    """What a blank piece between two others does: nothing, or no count fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """Several counts added up."""

    parts: tuple[Measure, ...]


Measure: TypeAlias = Named | Phrase | Regex | Letter | Pieces | Sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiple:
    """Another count of the same text, times a number: what a count is held against."""

    of: Measure
    times: float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One comparison of a count with a number or with another count."""

    comparison: Comparison
    value: int | Multiple


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A count of something in the text is within all of its bounds."""

    of: Measure
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldText:
    """Text that came with the item, by the name of its field."""

    field: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """The text, without the blanks around it, starts or ends with one of these."""

    side: Literal["start", "end"]
    any_of: tuple[str | FieldText, ...]
    case: bool = False
    alike: bool = True
    trim: str = ""
    """Characters that do not count at either end of the text, such as a quote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf:
    """The whole text, without the blanks around it, is one of these."""

    options: tuple[str, ...]
    case: bool = False
    alike: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstWord:
    """The first word, without quotes before it and punctuation after, is one of these."""

    any_of: tuple[str, ...]
    alike: bool = True
    """Whether every kind of quote, and markdown, is as good as none. If not: straight
    quotes are, in the order in which IFEval's checker takes them off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Json:
    """The text is JSON; a fence of three backticks around it is allowed."""

    schema: str | None = None
    """A JSON Schema that it must meet, as canonical JSON."""
    lenient: bool = False
    """Whether `NaN` and `Infinity` are taken, as Python's reader takes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The text is written in one of these languages (ISO 639-1)."""

    any_of: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterCase:
    """All letters that have a case have this one, and there is one at least."""

    case: Literal["upper", "lower"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Distinct:
    """No two of the non-blank pieces that a separator makes are the same."""

    separator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class All:
    """Every part holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """One part holds at least."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """The part does not hold."""

    part: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """The part holds of one stretch of the text: its third paragraph, its last line."""

    unit: Unit
    at: int
    """Which one, counted from 1; from the end where negative. For characters, how many:
    the first so many, or, where negative, the last."""
    part: Node
    separator: str = ""
    """What stands between pieces. Pieces are counted blank ones included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The part, which chooses no turn itself, holds of a turn of the conversation."""

    which: Which | int
    """A number counts the role's turns from 1, or from the end where negative."""
    role: str
    part: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The part holds of text that came with the item (`prompt`)."""

    name: str
    part: Node


Leaf: TypeAlias = (
    Phrase
    | Regex
    | Count
    | Edge
    | OneOf
    | FirstWord
    | Json
    | Language
    | LetterCase
    | Distinct
)
Node: TypeAlias = Leaf | All | AnyOf | Not | Within | Turn | Field

DEFAULT_ROLE: Final = "assistant"
"""Whose last turn a rule reads where it names no turn."""
