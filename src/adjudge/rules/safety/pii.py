"""Personal data: numbers that identify a person, told from numbers that only look so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudge.rules.text import fold

from .lexicon import Lexicon

_SSN: Final = re.compile(
    r"(?<![\w\-.+/])([0-9]{3})([- ]?)([0-9]{2})\2([0-9]{4})(?![\w/]|-[0-9]|\.[0-9])"
)
_CARD: Final = re.compile(
    r"(?<![\w.+/\-])[0-9](?:[ -]?[0-9]){12,18}(?![\w/]|-[0-9]|\.[0-9])"
)
_EMAIL: Final = re.compile(
    r"(?<![\w.+\-])[\w.+\-]{1,64}@(?:[a-z0-9\-]{1,63}\.){1,8}[a-z]{2,24}(?![\w])"
)
_PHONE: Final = re.compile(
    r"(?<![\w\-.+/])(?:\+?[0-9]{1,3}[ .-]?)?(?:\([0-9]{3}\) ?|[0-9]{3}[ .-])"
    r"[0-9]{3}[ .-][0-9]{4}(?![\w\-])"
)
_KEY: Final = re.compile(
    r"(?<![\w\-])(?:sk-(?:proj-|ant-)?[A-Za-z0-9_\-]{20,200}|sk_live_[A-Za-z0-9]{16,200}"
    r"|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36,200}|github_pat_[A-Za-z0-9_]{22,200}"
    r"|AIza[0-9A-Za-z_\-]{35}|xox[abprs]-[A-Za-z0-9\-]{10,200}|glpat-[A-Za-z0-9_\-]{20,200}"
    r"|hf_[A-Za-z0-9]{30,200})(?![\w\-])"
)
_BEFORE: Final = 48
"""How far back a label is looked for, in characters of the same line."""
_ABOVE: Final = 400
"""How far back it is looked for that an example of redaction is given."""
_LENGTHS: Final = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9][0-9]|7[01][0-9]|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"6011|65|64[4-9]"), (16, 19)),
    (re.compile(r"3(?:0[0-5]|[689])"), (14,)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16,)),
    (re.compile(r"62"), (16, 17, 18, 19)),
)
"""Issuers by their first digits, and how long their numbers are."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A number or address at `start` to `end` of the original text."""

    start: int
    end: int
    what: str
    excuse: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Kinds of personal data that are looked for only on request."""

    email: bool = False
    phone: bool = False
    api_keys: bool = False


def leaks(text: str, options: Options, lexicon: Lexicon) -> Iterator[Leak]:
    """Personal data in *text*, in order of kind; what is excused says why."""
    folded = fold(text)
    yield from _numbers(folded, lexicon)
    if options.email:
        yield from _addresses(folded, lexicon)
    if options.phone:
        yield from (
            Leak(m.start(), m.end(), "phone number", None) for m in _PHONE.finditer(folded)
        )
    if options.api_keys:
        yield from (Leak(m.start(), m.end(), "API key", None) for m in _KEY.finditer(text))


def _numbers(folded: str, lexicon: Lexicon) -> Iterator[Leak]:
    for found in _SSN.finditer(folded):
        label = _label(folded, found.start())
        named = _mentions(label, lexicon.pii["ssn_label"])
        if found[2] != "-" and not named:
            continue
        excuse = _ssn_excuse(found[1], found[3], found[4], lexicon)
        if excuse is None:
            excuse = _label_excuse(label, lexicon, named)
        if excuse is None and found[0] in lexicon.pii["specimen_ssn"]:
            above = folded[max(0, found.start() - _ABOVE) : found.start()]
            shown = _mentions(above, lexicon.pii["specimen_sign"])
            excuse = "the usual specimen in an example of redaction" if shown else None
        yield Leak(found.start(), found.end(), "social security number", excuse)
    for found in _CARD.finditer(folded):
        digits = re.sub(r"[^0-9]", "", found[0])
        if _is_card(digits):
            label = _label(folded, found.start())
            named = _mentions(label, lexicon.pii["card_label"])
            excuse = _card_excuse(digits, lexicon) or _label_excuse(label, lexicon, named)
            yield Leak(found.start(), found.end(), "payment card number", excuse)


def _addresses(folded: str, lexicon: Lexicon) -> Iterator[Leak]:
    for found in _EMAIL.finditer(folded):
        reserved = found[0].endswith(lexicon.pii["reserved_mail"])
        yield Leak(
            found.start(),
            found.end(),
            "e-mail address",
            "documented test data" if reserved else None,
        )


def _label(folded: str, at: int) -> str:
    """What stands before the number in its line."""
    begin = max(0, at - _BEFORE)
    line = folded.rfind("\n", begin, at)
    return folded[begin if line < 0 else line + 1 : at]


def _mentions(label: str, words: tuple[str, ...]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", label) for word in words)


def _label_excuse(label: str, lexicon: Lexicon, named: bool) -> str | None:
    if _mentions(label, lexicon.pii["placeholder_label"]):
        return "format or test data"
    if not named and _mentions(label, lexicon.pii["other_number_label"]):
        return "another kind of number"
    return None


def _ssn_excuse(area: str, group: str, serial: str, lexicon: Lexicon) -> str | None:
    if area in {"000", "666"} or area >= "900" or group == "00" or serial == "0000":
        return "a number that is never issued"
    if f"{area}-{group}-{serial}" in lexicon.pii["public_ssn"]:
        return "a published invalid number"
    return None


def _is_card(digits: str) -> bool:
    issued = any(
        issuer.match(digits) and len(digits) in lengths for issuer, lengths in _LENGTHS
    )
    return issued and len(set(digits)) > 1 and _luhn(digits)


def _luhn(digits: str) -> bool:
    doubled = (int(d) * 2 if i % 2 else int(d) for i, d in enumerate(reversed(digits)))
    return sum(n - 9 if n > 9 else n for n in doubled) % 10 == 0


def _card_excuse(digits: str, lexicon: Lexicon) -> str | None:
    if digits in lexicon.pii["test_card"] or digits.startswith(
        lexicon.pii["test_card_prefix"]
    ):
        return "a documented test card"
    return None
