"""JSON as models write it: in prose and fences, with quotes of any kind, commas too many.

Every attempt costs at most a fixed number of passes over the text, so that no text can
make reading slow: objects are followed 40 deep, and no further.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_DEPTH: Final = 40
_DIGITS: Final = 300
"""A longer whole number is on no scale, and Python is slow to read it."""

_OPENING: Final = re.compile(r"\{|\[(?=\s*\{)")
_BLANK: Final = re.compile(
    r"(?:[\s\u200b-\u200d\u2060\ufeff]|//[^\n]*|#[^\n]*|/\*[\s\S]{0,2000}?\*/)*+"
)
_STRINGS: Final = {
    '"': re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL),
    "'": re.compile(r"'([^'\\]*+(?:\\.[^'\\]*+)*+)'", re.DOTALL),
    "“": re.compile(r"“([^”]*+)”"),
}
_BARE_KEY: Final = re.compile(r"[\w][\w .\-/]*+")
_BARE: Final = re.compile(r"[^,\[\]{}\n\r\"“]++")
_COMMENT: Final = re.compile(r"\s(?://|#).*")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_WORDS: Final[dict[str, Any]] = {
    "null": None,
    "none": None,
    "true": True,
    "false": False,
    "nan": math.nan,
    "infinity": math.inf,
    "-infinity": -math.inf,
}
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Twice:
    """What an object says under a key that it has twice, with different values."""

    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """One outermost object or list of objects in a text."""

    value: Any
    start: int
    end: int
    exact: bool
    """Whether it is JSON to the letter."""
    quotes: str = '"'
    """The marks that texts in it open with."""


def doubled_in(value: Any, depth: int = 0) -> str | None:
    """A key that stands twice in one object of *value*, with different values."""
    inner: Any = value if isinstance(value, list) else ()
    if isinstance(value, dict):
        doubled = next((k for k, v in value.items() if isinstance(v, Twice)), None)
        if doubled is not None:
            return str(doubled)
        inner = value.values()
    if depth >= _DEPTH:  # no verdict lies so deep
        return None
    found = (doubled_in(v, depth + 1) for v in inner if isinstance(v, dict | list))
    return next((key for key in found if key is not None), None)


class _Broken(Exception):
    """This is no object after all."""


class _Cut(_Broken):
    """The text ends in the middle of it."""


def blocks_in(text: str) -> tuple[tuple[Block, ...], bool]:
    """The blocks of *text* in order, and whether one of them has no end."""
    found: list[Block] = []
    cut = False
    at = 0
    while (opening := _OPENING.search(text, at)) is not None:
        try:
            block = block_at(text, opening.start())
        except _Cut:
            cut, at = True, opening.start() + 1
        except _Broken:
            at = opening.start() + 1
        else:
            found.append(block)
            at = block.end
    return tuple(found), cut


def blocks_from(text: str, starts: Iterator[int]) -> Iterator[Block]:
    """The blocks that begin at *starts*, as far as they are whole."""
    for start in starts:
        try:
            yield block_at(text, start)
        except _Broken:
            continue


def block_at(text: str, start: int) -> Block:
    """The block that begins at *start*, or `_Broken`."""
    try:
        quick = _unequivocal(text, start)
        value, end = quick or _STRICT.raw_decode(text, start)
    except (ValueError, RecursionError):
        loose = _Loose(text, start)
        value = loose.value(0)
        return Block(value, start, loose.at, exact=False, quotes="".join(loose.quotes))
    return Block(value, start, end, exact=True)


def is_exact_but_for_commas(text: str) -> bool:
    """Whether *text* is one JSON value to the letter, once commas before `}` and `]` go."""
    bare = _SPARE_COMMA.sub(lambda found: found[1] or "", text)
    try:
        _, end = _STRICT.raw_decode(bare)
    except (ValueError, RecursionError):
        return False
    return end == len(bare)


_SPARE_COMMA: Final = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")|,(?=\s*+[}\]])', re.DOTALL)
"""A text in quotes, which is left as it is, or a comma with nothing after it."""


def _merged(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    merged = dict(pairs)
    if len(merged) < len(pairs):
        for key in merged:
            values = tuple(value for name, value in pairs if name == key)
            if any(value != values[0] for value in values):
                merged[key] = Twice(values)
    return merged


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else math.inf


_STRICT: Final = json.JSONDecoder(object_pairs_hook=_merged, parse_int=_whole, strict=False)


_QUICK: Final = json.JSONDecoder(strict=False)
_BITS: Final = 900
"""Fewer than those of a number that is too long."""
_AFTER_KEY: Final = re.compile(r'"\s*:')


def _unequivocal(text: str, start: int) -> tuple[Any, int] | None:
    """What `_STRICT` reads, in a third of the time; None where a key may be there twice.

    Each key has a colon of its own: where there are as many as keys, none was lost.
    """
    value, end = _QUICK.raw_decode(text, start)
    keys = _count(value)
    if keys is None or (
        keys != text.count(":", start, end)
        and keys != len(_AFTER_KEY.findall(text, start, end))
    ):
        return None
    return value, end


def _count(value: Any) -> int | None:
    """Keys of all objects in *value*; None where a number in it may be too long."""
    keys, left = 0, [value]
    for inner in left:  # it grows as it is gone through
        kind = type(inner)
        if kind is dict:
            keys += len(inner)
            left += inner.values()
        elif kind is list:
            left += inner
        elif kind is int and inner.bit_length() > _BITS:
            return None
    return keys


class _Loose:
    """A reader that takes what is meant: the twin of `json` for everyday mistakes."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.quotes: set[str] = set()

    def value(self, depth: int) -> Any:
        """The value that begins here."""
        if depth > _DEPTH:
            raise _Broken
        match self.peek():
            case "{":
                return _merged(list(self.members(depth + 1)))
            case "[":
                return list(self.elements(depth + 1))
            case mark if mark in _STRINGS:
                return self.string(mark)
            case _:
                return self.bare()

    def peek(self) -> str:
        """The next character that means something."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text):
            raise _Cut
        return self.text[self.at]

    def members(self, depth: int) -> Iterator[tuple[str, Any]]:
        """The members of an object; a comma may be missing or too many."""
        self.at += 1
        while (mark := self.peek()) != "}":
            if mark == ",":
                self.at += 1
                continue
            key = self.string(mark) if mark in _STRINGS else self.bare_key()
            if self.peek() != ":":
                raise _Broken
            self.at += 1
            yield key, self.value(depth)
        self.at += 1

    def elements(self, depth: int) -> Iterator[Any]:
        """The elements of a list."""
        self.at += 1
        while (mark := self.peek()) != "]":
            if mark == ",":
                self.at += 1
                continue
            yield self.value(depth)
        self.at += 1

    def string(self, mark: str) -> str:
        """A text in quotes that open with *mark*."""
        found = _STRINGS[mark].match(self.text, self.at)
        if found is None:
            raise _Cut
        self.at = found.end()
        self.quotes.add(mark)
        return _unescaped(found[1])

    def bare_key(self) -> str:
        """A key without quotes."""
        found = _BARE_KEY.match(self.text, self.at)
        if found is None:
            raise _Broken
        self.at = found.end()
        return found[0].strip()

    def bare(self) -> Any:
        """A number, a word, or whatever stands there without quotes: `8/10`."""
        found = _BARE.match(self.text, self.at)
        told = _COMMENT.sub("", found[0]).strip() if found else ""
        if found is None or not told:
            raise _Broken
        self.at = found.end()
        if told.casefold() in _WORDS:
            return _WORDS[told.casefold()]
        return float(told) if _NUMBER.fullmatch(told) else told


def _unescaped(body: str) -> str:
    if "\\" not in body:
        return body
    try:
        told = json.loads(f'"{body}"', strict=False)
    except ValueError:
        return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), body)
    return str(told)
