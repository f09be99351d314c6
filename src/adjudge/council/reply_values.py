"""One value of a verdict: a grade on the scale, or exactly why not."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from adjudge.errors import OffScale
from adjudge.rubric import Criterion, Freeform, Grade, Likert, Score

from .reply_json import Twice
from .reply_text import clean

VALUE_KEYS: Final = ("value", "score", "grade", "rating", "answer", "label", "verdict")
REASON_KEYS: Final = (
    "rationale",
    "reasoning",
    "reason",
    "justification",
    "explanation",
    "notes",
    "note",
    "comment",
    "why",
)
_TOP_KEYS: Final = ("max", "out_of", "of", "maximum")

_NUMERAL: Final = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_FRACTION: Final = re.compile(rf"({_NUMERAL})\s*(?:/|out of|of)\s*({_NUMERAL})")
_PAIR: Final = re.compile(r"(.+?)\s*(?:[:=–—]|\s-)\s*(.+)|(.+?)\s*\((.+)\)")
_SHORT_KEY: Final = 64
_MARKS: Final = "*_`\"'“”‘’ \t\r\n"
_PLACEHOLDER: Final = re.compile(r"<[^<>]*>")
_NOTHING: Final = frozenset(
    ("", "null", "none", "n/a", "na", "unknown", "-", "cannot tell", "unsure")
)


@dataclass(frozen=True, slots=True)
class Unsound:
    """Why a value is no grade."""

    why: str


@dataclass(frozen=True, slots=True)
class Declined:
    """The reviewer says that it cannot tell."""


Told: TypeAlias = Grade | Declined | Unsound


def read_slot(raw: Any, criterion: Criterion) -> tuple[Told, str]:
    """What *raw* says of *criterion*, and the reason that it gives."""
    if isinstance(raw, Twice):
        return Unsound("it is given twice, with different values"), ""
    if not isinstance(raw, Mapping):
        return _unless_bare(read_value(raw, criterion), "", criterion)
    members = {fold(key): value for key, value in raw.items()}
    why = next((said(members[k]) for k in REASON_KEYS if said(members.get(k))), "")
    key = next((k for k in (*VALUE_KEYS, fold(criterion.key)) if k in members), None)
    if key is None:
        return Unsound("there is no value"), why
    top = next((members[k] for k in _TOP_KEYS if k in members), None)
    if top is not None and not _is_top(top, criterion):
        return Unsound(f"it is out of {top!r}, not on this scale"), why
    return _unless_bare(read_value(members[key], criterion), why, criterion)


def _unless_bare(told: Told, why: str, criterion: Criterion) -> tuple[Told, str]:
    """Nothing without a reason is a gap in the form; a text may well be left blank."""
    text = isinstance(criterion.scale, Freeform)
    if isinstance(told, Declined) and not why and not text:
        return Unsound("there is no value, and no reason why not"), why
    return told, why


def read_value(raw: Any, criterion: Criterion) -> Told:
    """The grade that *raw* is on the scale of *criterion*; `8/10` is 8 on a scale to 10."""
    if isinstance(raw, Twice):
        return Unsound("it is given twice, with different values")
    if raw is None:
        return Declined()
    if isinstance(raw, str):
        raw = clean(raw)
        if isinstance(criterion.scale, Freeform) and _PLACEHOLDER.fullmatch(raw.strip()):
            return Unsound(f"{raw.strip()!r} is the form, not an answer")
    try:
        return criterion.scale.read(raw)
    except OffScale as refused:
        found = _worded(raw, criterion) if isinstance(raw, str) else None
        if found is not None:
            return found
        return Unsound(f"{refused.what}: {refused.hint}")


def read_number(raw: Any) -> float | None:
    """The finite number that *raw* plainly is."""
    if isinstance(raw, str):
        found = re.fullmatch(rf"({_NUMERAL})(?:\s*/\s*10)?", raw.strip(_MARKS))
        raw = float(found[1]) if found else None
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return float(raw) if math.isfinite(raw) else None
    except OverflowError:  # a whole number that no float holds
        return None


def said(raw: Any) -> str:
    """The text that *raw* is, or a list of texts."""
    if isinstance(raw, str):
        return clean(raw).strip()
    if isinstance(raw, list):
        return "\n".join(filter(None, map(said, raw)))
    return ""


def fold(text: str) -> str:
    """A key without case, marks and unseen characters: `Final Score:` is `final_score`."""
    return _fold_known(text) if len(text) <= _SHORT_KEY else _fold(text)


def _fold(text: str) -> str:
    told = unicodedata.normalize("NFKC", text) if not text.isascii() else text
    kept = "".join(
        ch if ch.isalnum() else " " for ch in told.casefold() if ch.isprintable()
    )
    return "_".join(kept.split())


_fold_known = lru_cache(maxsize=4096)(_fold)
"""The same few come again with every reply."""


def _worded(text: str, criterion: Criterion) -> Told | None:
    """A grade in more words than it takes: `8/10`, `**8**`, `Pass (1)`, `4 - Good`."""
    bare = text.strip(_MARKS).rstrip(".").strip(_MARKS)
    whole = _on_scale(bare, criterion)
    if whole is not None:
        return whole
    if fraction := _FRACTION.fullmatch(bare.casefold()):
        same = _is_top(float(fraction[2]), criterion)
        return _on_scale(fraction[1], criterion) if same else None
    if pair := _PAIR.fullmatch(bare):
        parts = [part for part in pair.groups() if part]
        grades = {_on_scale(part.strip(_MARKS), criterion) for part in parts}
        if len(grades) == 1:
            return grades.pop()
    return Declined() if bare.casefold() in _NOTHING else None


def _on_scale(text: str, criterion: Criterion) -> Grade | None:
    try:
        return criterion.scale.read(text)
    except OffScale:
        return None


def _is_top(raw: Any, criterion: Criterion) -> bool:
    scale = criterion.scale
    return isinstance(scale, Score | Likert) and read_number(raw) == scale.high
