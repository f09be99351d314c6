"""Reads the leaves: what is asked of one passage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, cast

from .node import (
    Count,
    Distinct,
    Edge,
    FieldText,
    FirstWord,
    Json,
    Language,
    LetterCase,
    Node,
    Not,
    OneOf,
    Regex,
)
from .optional import LANGUAGES, canonical, schema_fault
from .parse_count import read_bounds, read_measure
from .parse_text import read_phrase, read_regex
from .reader import Reader, kind

_LANGUAGE_HINT: Final = "put it in quotes: bare `no` is a yes/no value in YAML"


def _count(reader: Reader, value: Any, where: str) -> Node | None:
    if not isinstance(value, Mapping):
        reader.mapping(value, where, ("of", "at_least", "at_most", "exactly"))
        return None
    of = None
    if "of" in value:
        of = read_measure(reader, value["of"], f"{where}.of")
    bounds = read_bounds(reader, value, where)
    return Count(of=of, bounds=bounds) if of and bounds else None


def _edge(side: Literal["start", "end"]) -> Callable[[Reader, Any, str], Node | None]:
    def read(reader: Reader, value: Any, where: str) -> Node | None:
        if not isinstance(value, Mapping) or set(value) == {"field"}:
            return Edge(side=side, any_of=_edge_texts(reader, value, where))
        known = ("any_of", "case", "alike", "trim")
        options = reader.mapping(value, where, known, ("any_of",))
        if options is None or "any_of" not in options:
            return None
        trim = reader.text(options["trim"], f"{where}.trim") if "trim" in options else ""
        return Edge(
            side=side,
            any_of=_edge_texts(reader, options["any_of"], f"{where}.any_of"),
            case=reader.flag(options, "case", where, default=False),
            alike=reader.flag(options, "alike", where, default=True),
            trim=trim or "",
        )

    return read


def _edge_texts(reader: Reader, value: Any, where: str) -> tuple[str | FieldText, ...]:
    if not isinstance(value, Mapping):
        return reader.texts(value, where)
    options = reader.mapping(value, where, ("field",), ("field",)) or {}
    name = reader.text(options["field"], f"{where}.field") if "field" in options else None
    return (FieldText(field=name),) if name else ()


def _one_of(reader: Reader, value: Any, where: str) -> Node | None:
    if not isinstance(value, Mapping):
        return OneOf(options=reader.texts(value, where))
    options = reader.mapping(value, where, ("options", "case", "alike"), ("options",))
    if options is None or "options" not in options:
        return None
    return OneOf(
        options=reader.texts(options["options"], f"{where}.options"),
        case=reader.flag(options, "case", where, default=False),
        alike=reader.flag(options, "alike", where, default=True),
    )


def _first_word(reader: Reader, value: Any, where: str) -> Node | None:
    return FirstWord(any_of=reader.texts(value, where))


def _json(reader: Reader, value: Any, where: str) -> Node | None:
    if value is True:
        return Json()
    if value is False:
        return Not(part=Json())
    options = reader.mapping(value, where, ("schema", "lenient"))
    if options is None:
        return None
    lenient = reader.flag(options, "lenient", where, default=False)
    if "schema" not in options:
        return Json(lenient=lenient)
    said = schema_fault(options["schema"])
    if said:
        reader.fault("G015", f"{where}.schema", said, "it must be a JSON Schema of its own")
        return None
    return Json(schema=canonical(options["schema"]), lenient=lenient)


def _language(reader: Reader, value: Any, where: str) -> Node | None:
    if isinstance(value, bool):
        reader.fault(
            "G006",
            where,
            f"a language is wanted here, this is {kind(value)}",
            _LANGUAGE_HINT,
        )
        return None
    codes = reader.texts(value, where)
    for code in codes:
        if code.split("-")[0] not in LANGUAGES:
            reader.unknown("G014", where, ("language", code), sorted(LANGUAGES))
    return Language(any_of=codes)


def _case(reader: Reader, value: Any, where: str) -> Node | None:
    said = reader.choice(value, where, "case", ("upper", "lower"))
    return LetterCase(case=cast("Literal['upper', 'lower']", said)) if said else None


def _sign(node: Node) -> Callable[[Reader, Any, str], Node | None]:
    """A part that is only ever on or off, `no_commas: true`."""

    def read(reader: Reader, value: Any, where: str) -> Node | None:
        if not isinstance(value, bool):
            name = where.rpartition(".")[2]
            reader.fault(
                "G006",
                where,
                f"true or false is wanted here, this is {kind(value)}",
                f"write {name}: true",
            )
            return None
        return node if value else Not(part=node)

    return read


def _postscript(reader: Reader, value: Any, where: str) -> Node | None:
    marker = "P.S." if value is True else reader.text(value, where)
    if marker is None:
        return None
    return Regex(pattern=postscript_pattern(marker), says=f"a postscript {marker!r}")


def postscript_pattern(marker: str) -> str:
    """*marker* in either case, with or without blanks after its full stops."""
    parts = [
        f"[{c.upper()}{c.lower()}]" if c.isalpha() else f"[{c}]"
        for c in marker
        if not c.isspace()
    ]
    return "".join(
        r"[.]\s?" if part == "[.]" and at < len(parts) - 1 else part
        for at, part in enumerate(parts)
    )


def _distinct(reader: Reader, value: Any, where: str) -> Node | None:
    options = reader.mapping(value, where, ("separated_by",), ("separated_by",))
    if options is None or "separated_by" not in options:
        return None
    separator = reader.text(options["separated_by"], f"{where}.separated_by")
    return Distinct(separator=separator) if separator else None


QUOTED: Final = Regex(
    pattern=r'(?s)^\s*".*"\s*$', says="double quotes around the whole text"
)
NO_COMMAS: Final = Not(part=Regex(pattern=",", says="a comma"))
BLANK: Final = Not(part=Regex(pattern=r"\S", says="anything but blanks"))

LEAVES: Final[dict[str, Callable[[Reader, Any, str], Node | None]]] = {
    "phrase": read_phrase,
    "regex": read_regex,
    "count": _count,
    "starts_with": _edge("start"),
    "ends_with": _edge("end"),
    "one_of": _one_of,
    "first_word": _first_word,
    "json": _json,
    "language": _language,
    "case": _case,
    "no_commas": _sign(NO_COMMAS),
    "quoted": _sign(QUOTED),
    "blank": _sign(BLANK),
    "postscript": _postscript,
    "distinct": _distinct,
}
