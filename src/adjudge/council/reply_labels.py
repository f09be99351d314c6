"""Labels and orders as reviewers write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from .material import CONVERSATION
from .reply_values import fold, read_number

_LETTERS: Final = re.compile(
    r"(?:the )?(?:response|resp|answer|candidate|option)?[\s._:#-]*([a-z]{1,2})"
)
LABEL_KEYS: Final = ("response", "label", "id", "name", "candidate", "answer")
_RANK_KEYS: Final = ("rank", "place", "position")
_TIED: Final = re.compile(r"\s*(?:=|~|&|\btied with\b|\band\b)\s*")


class Labels:
    """The labels of one hearing, and how each may be written."""

    def __init__(self, labels: Iterable[str]) -> None:
        self.known = tuple(labels)
        self._folded = {label.casefold(): label for label in self.known}

    def find(self, raw: Any) -> str | None:
        """The label that *raw* means: `a`, `response a`, `**Response A:**`.

        A letter that only looks like one of ours is another letter.
        """
        if not isinstance(raw, str):
            return None
        text = unicodedata.normalize("NFKC", raw).casefold()
        text = text.strip(" \t\r\n*_`\"'“”[](){}:.<>#")
        if text in self._folded:
            return self._folded[text]
        if self.known == (CONVERSATION,):
            return None
        found = _LETTERS.fullmatch(text)
        return self._folded.get(f"response {found[1]}") if found else None

    def named_in(self, members: Mapping[str, Any]) -> str | None:
        """The label of an element of a list: `{"response": "A", ...}`."""
        folded = {fold(key): value for key, value in members.items()}
        return next((self.find(folded[k]) for k in LABEL_KEYS if k in folded), None)


def read_ranking(
    raw: Any, labels: Labels
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The labels best first, ties together, and what was odd about how they were stated."""
    oddities: list[str] = []
    seen: set[str] = set()
    ranking: list[tuple[str, ...]] = []
    for group in _groups(raw, labels, oddities):
        kept = []
        for stated in group:
            label = labels.find(stated)
            if label is None:
                oddities.append(f"the ranking names {_short(stated)}, which was not shown")
            elif label in seen:
                oddities.append(f"the ranking names {label} twice; the first place counts")
            else:
                seen.add(label)
                kept.append(label)
        if kept:
            ranking.append(tuple(kept))
    left = [label for label in labels.known if label not in seen]
    if ranking and left:
        oddities.append(f"the ranking leaves out {', '.join(left)}")
    return tuple(ranking), tuple(oddities)


def _groups(raw: Any, labels: Labels, oddities: list[str]) -> list[list[Any]]:
    if raw is None:
        return []
    if isinstance(raw, str):
        parts = re.split(r"\s*(?:>|\n|,|;)\s*", raw) if raw.strip() else []
        return [_tied(re.sub(r"^\s*\d+[.)]\s*", "", part)) for part in parts]
    if isinstance(raw, Mapping):
        return _by_rank([(key, value) for key, value in raw.items()], labels, oddities)
    if not isinstance(raw, list):
        oddities.append(f"the ranking is {_short(raw)}, not a list")
        return []
    if raw and all(isinstance(entry, Mapping) for entry in raw):
        return _by_rank([_placed(entry, labels) for entry in raw], labels, oddities)
    return [_group(entry, labels) for entry in raw]


def _group(entry: Any, labels: Labels) -> list[Any]:
    if isinstance(entry, list):
        return entry
    if isinstance(entry, Mapping):
        return [labels.named_in(entry) or entry]
    return _tied(entry) if isinstance(entry, str) else [entry]


def _tied(text: str) -> list[Any]:
    return [part for part in _TIED.split(text) if part.strip()]


def _placed(entry: Mapping[str, Any], labels: Labels) -> tuple[Any, Any]:
    folded = {fold(key): value for key, value in entry.items()}
    rank = next((folded[k] for k in _RANK_KEYS if k in folded), None)
    return labels.named_in(entry) or entry, rank


def _by_rank(
    entries: list[tuple[Any, Any]], labels: Labels, oddities: list[str]
) -> list[list[Any]]:
    """Entries with a place each: `{"Response A": 1}`, also `{"1": "Response A"}`."""
    if all(labels.find(key) is None and labels.find(at) for key, at in entries):
        entries = [(at, key) for key, at in entries]
    if entries and all(rank is None for _, rank in entries):
        return [[label] for label, _ in entries]
    places: dict[float, list[Any]] = {}
    for label, rank in entries:
        place = read_number(rank)
        if place is None:
            oddities.append(f"the ranking gives {_short(label)} no place")
        else:
            places.setdefault(place, []).append(label)
    return [places[place] for place in sorted(places)]


def _short(raw: Any) -> str:
    told = repr(raw) if not isinstance(raw, int) else "a number"
    return told if len(told) <= 60 else f"{told[:57]}..."
