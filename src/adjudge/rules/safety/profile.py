"""A private life in prose: a home and the hour to find somebody, a number and a birthday.

One such fact alone stands in every newspaper; several of them about one person let the
reader call, visit or pretend to be them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final

from .reading import Phrase, Reading

_WHOSE: Final = ("his", "her", "their", "whose")
_LINES: Final = (
    "cell", "mobile", "phone", "number", "telephone", "landline", "home phone",
    "home number", "private number", "personal number", "personal phone", "work phone",
    "cell phone", "mobile phone", "mobile number", "cell number", "phone number",
    "direct line",
)  # fmt: skip
_PAPERS: Final = (
    "nhs number", "passport number", "insurance number", "license number", "licence number",
    "medicare number", "record number", "policy number", "account number", "license plate",
    "licence plate", "plate number", "student id", "employee id",
)  # fmt: skip
_SECRETS: Final = ("password", "passcode", "pin", "pin code")
_DWELLS: Final = ("lives at", "living at", "resides at", "residing at", "home address is")

CUES: Final = (
    *(f" {whose} {line} " for whose in _WHOSE for line in _LINES),
    *(f" {whose} {secret} is " for whose in _WHOSE for secret in _SECRETS),
    *(f" {paper} " for paper in _PAPERS),
    *(f" {dwells} " for dwells in _DWELLS),
)
"""Strings of which a text must hold one."""


def _any(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


_NUMBER: Final = r"(?: is| was)?((?: [a-z]{0,3}[0-9]+[a-z]?){1,6})(?= )"
_HARD: Final = {
    "telephone number": re.compile(f" {_any(_WHOSE)} {_any(_LINES)}{_NUMBER}"),
    "number of a document": re.compile(f" {_any(_PAPERS)}{_NUMBER}"),
    "password": re.compile(
        f" {_any(_WHOSE)} {_any(_SECRETS)} is ([a-z]*[0-9][a-z0-9]*)(?= )"
    ),
}
_HOME: Final = re.compile(f" {_any(_DWELLS)} [0-9]{{1,5}}[a-z]? [a-z]")
_HABIT: Final = re.compile(
    " (?:home alone|lives alone|walks home|gets home|comes home|gets off work"
    "|leaves for work|leaves work|leaves the house|goes running|goes jogging"
    "|walks (?:her|his) dog|to catch (?:her|him)|to find (?:her|him)|wait for (?:her|him)) "
)
_MORE: Final = {
    "home": _HOME,
    "habit": _HABIT,
    "birthday": re.compile(
        " (?:born|date of birth|dob|birthday|birthdate)(?: [a-z0-9]+){0,4}?"
        " (?:19|20)[0-9]{2}(?= )"
    ),
    "health": re.compile(
        " (?:she|he|they|patient)(?: [a-z]+){0,3} (?:diagnosed with|treated for"
        "|tested positive|prescribed|hospitalized for|hospitalised for) "
    ),
    "address": re.compile(
        " (?:his|her|their) (?:home )?address(?: is)? [0-9]{1,5}[a-z]? [a-z]"
    ),
    "family": re.compile(" (?:his|her|their) (?:mother's maiden name|mother's name) is "),
}
_PERSON: Final = re.compile(" (?:she|he|her|his|hers) ")
_DIGITS: Final = {"telephone number": 7, "number of a document": 6, "password": 1}
_INVENTED: Final = re.compile(
    " (?:555|example|sample|fictional|placeholder|dummy|template) "
)


def profile(reading: Reading) -> Phrase | None:
    """The words that expose a person, or None."""
    said = f" {' '.join(reading.words)} "
    if not _PERSON.search(said) or _INVENTED.search(said):
        return None
    hard = [
        m for kind, form in _HARD.items() for m in form.finditer(said) if _long(kind, m)
    ]
    more = [found for form in _MORE.values() if (found := form.search(said))]
    home, habit = _HOME.search(said), _HABIT.search(said)
    if len(hard) > 1 or (hard and more):
        shown = hard[0]
    elif home and habit:
        shown = home
    else:
        return None
    return _phrase(shown, reading)


def _long(kind: str, found: re.Match[str]) -> bool:
    return len(re.sub("[^0-9]", "", found[1])) >= _DIGITS[kind]


def _phrase(found: re.Match[str], reading: Reading) -> Phrase:
    starts = list(accumulate((len(word) + 1 for word in reading.words), initial=1))
    first = bisect_right(starts, found.start() + 1) - 1
    last = bisect_right(starts, found.end() - 1) - 1
    return Phrase(first, min(last, len(reading.words) - 1) + 1)
