r"""The one regular expression engine: Rust's, by way of Polars, linear in the text.

Both twins use it, so that no pattern can mean two things. `\w`, `\d`, `\s` and `\b` are
Unicode's; there is no lookaround and no backreference, and no pattern can hang.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import polars as pl

LONGEST: Final = 2_000
"""Characters of a pattern; a longer one is a word list, and phrases do that better."""

LARGEST_REPEAT: Final = 1_000
_REPEAT: Final = re.compile(r"\{(\d+)(?:,(\d*))?\}")
_MARKS: Final = (("\ue000", "\ue001"), ("\ufdd0", "\ufdd1"))
"""Characters that no text should have, to bracket the matches with."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a pattern cannot be used, and what to do."""

    code: str
    what: str
    hint: str


def fault(pattern: str) -> Unusable | None:
    """Why *pattern* cannot be used, or None."""
    if len(pattern) > LONGEST:
        return Unusable(
            "G010",
            f"the pattern has {len(pattern)} characters, at most {LONGEST} are read",
            "list the alternatives under phrase, which takes any number",
        )
    if any(
        int(n) > LARGEST_REPEAT for m in _REPEAT.finditer(pattern) for n in m.groups() if n
    ):
        return Unusable(
            "G010",
            f"a repetition of more than {LARGEST_REPEAT}",
            "use * or +, or a count rule for lengths",
        )
    try:
        pl.Series(["", "a"]).str.contains(pattern)
    except pl.exceptions.PolarsError as err:
        return _explain(str(err))
    return None


_REFUSED: Final = {
    "look-around": Unusable(
        "G009",
        "lookahead and lookbehind cannot run in linear time",
        "say it with two rules: all: [regex: ..., not: {regex: ...}]",
    ),
    "backreferences": Unusable(
        "G009",
        "backreferences cannot run in linear time",
        "write out what may repeat, or count the phrase",
    ),
    "size limit": Unusable(
        "G010", "the pattern is too large", "use * or + for large repetitions"
    ),
    "unrecognized flag": Unusable(
        "G008", "this kind of group is not known", "groups are (...), (?:...) and (?i)"
    ),
    "unrecognized escape": Unusable(
        "G008", "this escape is not known", r"known: \w \d \s \b \p{...} \n \t"
    ),
}


def _explain(said: str) -> Unusable:
    for sign, unusable in _REFUSED.items():
        if sign in said:
            return unusable
    detail = re.search(r"^error: (.+)$", said, re.MULTILINE)
    return Unusable(
        "G008",
        detail[1] if detail else "the pattern cannot be read",
        "the syntax is that of RE2 and Rust: check brackets and repetitions",
    )


@lru_cache(maxsize=8)
def _series(text: str) -> pl.Series:
    return pl.Series([text], dtype=pl.String)


def matches(pattern: str, text: str) -> int:
    """How many matches, left to right, none overlapping."""
    return int(_series(text).str.count_matches(pattern).item())


def contains(pattern: str, text: str) -> bool:
    """Whether there is a match."""
    return bool(_series(text).str.contains(pattern).item())


def spans(pattern: str, text: str, *, most: int = -1) -> tuple[tuple[int, int], ...]:
    """Where the matches stand, as places of characters; of many, the first *most*."""
    return spans_in(pattern, _series(text), most=most)[0]


def spans_in(
    pattern: str, texts: pl.Series, *, most: int = -1
) -> list[tuple[tuple[int, int], ...]]:
    """`spans` for each of *texts*."""
    for opening, closing in _MARKS:
        if not texts.str.contains_any([opening, closing]).any():
            marked = texts.str.replace_all(pattern, f"{opening}${{0}}{closing}")
            return [_places(one, opening, closing, most) for one in marked.to_list()]
    return [_spans_one(pattern, text, most) for text in texts.to_list()]


def _places(
    marked: str, opening: str, closing: str, most: int
) -> tuple[tuple[int, int], ...]:
    before, *rest = marked.split(opening, most)
    place = len(before)
    found: list[tuple[int, int]] = []
    for piece in rest:
        inside, _, after = piece.partition(closing)
        found.append((place, place + len(inside)))
        place += len(inside) + len(after)
    return tuple(found)


def _spans_one(pattern: str, text: str, most: int) -> tuple[tuple[int, int], ...]:
    """`spans` for a text that has the usual brackets in it."""
    absent = (char for at in range(0xF0000, 0xFFFFD) if (char := chr(at)) not in text)
    opening, closing = next(absent), next(absent)
    marked = _series(text).str.replace_all(pattern, f"{opening}${{0}}{closing}").item()
    return _places(marked, opening, closing, most)
