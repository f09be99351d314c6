"""Reads what is counted, and what the count is held against."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, cast, get_args

from .node import (
    All,
    Bound,
    Comparison,
    Letter,
    Measure,
    Multiple,
    Named,
    NamedCount,
    Pieces,
    Regex,
    Sum,
)
from .parse_text import read_phrase, read_regex
from .reader import Reader, choices, kind

COUNTS: Final[tuple[str, ...]] = get_args(NamedCount)
COMPARISONS: Final[tuple[str, ...]] = get_args(Comparison)
_WITH_OPTIONS: Final = ("phrase", "regex", "letter", "pieces", "sections", "sum")


def read_measure(reader: Reader, value: Any, where: str) -> Measure | None:
    """A name (`words`), or a mapping (`{phrase: please}`)."""
    if isinstance(value, str):
        if value in COUNTS:
            return Named(what=cast("NamedCount", value))
        reader.unknown("G013", where, ("count of", value), (*COUNTS, *_WITH_OPTIONS))
        return None
    if not isinstance(value, Mapping) or len(value) != 1:
        reader.fault(
            "G006",
            where,
            f"one thing to count is wanted here, this is {kind(value)}",
            f"known: {choices((*COUNTS, *_WITH_OPTIONS))}",
        )
        return None
    (name, inner), *_ = value.items()
    return _with_options(reader, str(name), inner, f"{where}.{name}")


def _with_options(  # noqa: PLR0911  one return a measure
    reader: Reader, name: str, value: Any, where: str
) -> Measure | None:
    match name:
        case "phrase":
            phrase = read_phrase(reader, value, where)
            if isinstance(phrase, All):
                reader.fault("G004", where, "all_of cannot be counted", "use any_of")
                return None
            return phrase
        case "regex":
            return read_regex(reader, value, where)
        case "letter":
            return _letter(reader, value, where)
        case "pieces":
            return _pieces(reader, value, where)
        case "sections":
            marker = reader.text(value, where)
            return section_count(marker) if marker else None
        case "sum":
            return _sum(reader, value, where)
        case _:
            reader.unknown("G013", where, ("count of", name), (*COUNTS, *_WITH_OPTIONS))
            return None


def section_count(marker: str) -> Regex:
    """Headings of numbered sections, `Section 1`."""
    return Regex(pattern=rf"{re.escape(marker)}\s?\d+", says=f"section marked {marker!r}")


def _letter(reader: Reader, value: Any, where: str) -> Letter | None:
    letter = reader.text(value, where)
    if letter is None:
        return None
    if len(letter) != 1:
        reader.fault(
            "G006", where, f"{letter!r} is not one character", "count a phrase instead"
        )
        return None
    return Letter(letter=letter)


def _pieces(reader: Reader, value: Any, where: str) -> Pieces | None:
    if isinstance(value, str):
        value = {"separated_by": value}
    options = reader.mapping(value, where, ("separated_by", "blank"), ("separated_by",))
    if options is None or "separated_by" not in options:
        return None
    separator = reader.text(options["separated_by"], f"{where}.separated_by")
    blank = reader.choice(
        options.get("blank", "skip"),
        f"{where}.blank",
        "way with blanks",
        ("skip", "refuse"),
    )
    if separator is None or blank is None:
        return None
    return Pieces(separator=separator, blank=cast("Literal['skip', 'refuse']", blank))


def _sum(reader: Reader, value: Any, where: str) -> Sum | None:
    if not isinstance(value, list | tuple) or not value:
        reader.fault(
            "G006", where, "a list of counts is wanted here", "- words, - {letter: e}"
        )
        return None
    parts = [read_measure(reader, part, f"{where}[{at}]") for at, part in enumerate(value)]
    return Sum(parts=tuple(part for part in parts if part is not None))


def read_bounds(reader: Reader, value: Mapping[Any, Any], where: str) -> tuple[Bound, ...]:
    """Every comparison of a count rule, `between` as its two."""
    known = ("of", *COMPARISONS, "between")
    options = reader.mapping(value, where, known, ("of",)) or {}
    bounds: list[Bound | None] = [
        _bound(reader, cast("Comparison", name), options[name], f"{where}.{name}")
        for name in COMPARISONS
        if name in options
    ]
    if "between" in options:
        bounds += _between(reader, options["between"], f"{where}.between")
    if not bounds:
        reader.fault(
            "G011",
            where,
            "the count is held against nothing",
            f"add one of {choices((*COMPARISONS, 'between'))}",
        )
    held = tuple(bound for bound in bounds if bound is not None)
    _possible(reader, held, where)
    return held


def _between(reader: Reader, value: Any, where: str) -> list[Bound | None]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        reader.fault(
            "G006",
            where,
            f"two numbers are wanted here, this is {kind(value)}",
            "write [3, 5]",
        )
        return [None]
    return [
        _bound(reader, "at_least", value[0], f"{where}[0]"),
        _bound(reader, "at_most", value[1], f"{where}[1]"),
    ]


def _bound(reader: Reader, comparison: Comparison, value: Any, where: str) -> Bound | None:
    if isinstance(value, Mapping):
        options = reader.mapping(value, where, ("of", "times"), ("of",)) or {}
        of = read_measure(reader, options["of"], f"{where}.of") if "of" in options else None
        times = options.get("times", 1)
        if (
            isinstance(times, bool)
            or not isinstance(times, int | float)
            or not 0 < times < 1e9
        ):
            reader.fault(
                "G006", f"{where}.times", "a number above 0 is wanted here", "times: 2"
            )
            return None
        return (
            Bound(comparison=comparison, value=Multiple(of=of, times=times)) if of else None
        )
    number = reader.whole(value, where)
    return None if number is None else Bound(comparison=comparison, value=number)


def _possible(reader: Reader, bounds: tuple[Bound, ...], where: str) -> None:
    """Note bounds that no count can be within."""
    low, high = 0, None
    for bound in bounds:
        if isinstance(bound.value, Multiple):
            continue
        step = {"more_than": 1, "less_than": -1}.get(bound.comparison, 0)
        value = bound.value + step
        if bound.comparison in {"at_least", "more_than", "exactly"}:
            low = max(low, value)
        if bound.comparison in {"at_most", "less_than", "exactly"}:
            high = value if high is None else min(high, value)
    if high is not None and low > high:
        reader.fault("G012", where, "no count is within these bounds", "check the numbers")
