"""The order that reviewers stated: a second signal, which never decides who ranks where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudge.errors import InputInvalid
from adjudge.verdict import ItemId

from .sheet import average

_DIGITS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """The answers to one question as one reviewer ordered them."""

    question: ItemId
    reviewer: str
    order: tuple[tuple[str, ...], ...]
    """Authors, best first; those in one group tie."""
    shown: tuple[str, ...]
    """Authors whose answers it was shown, its own and its family's left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the stated orders put one author."""

    author: str
    rank: int
    """From 1; those that tie share the better rank."""
    points: float
    """Share of the others that it stands above: 1 always first, 0 always last."""
    ballots: int
    """Orders that say something about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Borda:
    """The stated orders summed up."""

    over_all: tuple[Place, ...] = ()
    """Best first; every question counts the same."""
    questions: Mapping[ItemId, tuple[Place, ...]] = field(default_factory=dict)
    oddities: tuple[str, ...] = ()
    """What could not be taken as it was stated, one sentence each."""


ODDITIES: Final = 100
"""Oddities that a count of very many ballots remembers."""


class BordaCount:
    """`borda` for very many questions, of which each comes in one piece."""

    def __init__(self) -> None:
        self._open: list[Ballot] = []
        self._points: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self._oddities: list[str] = []

    def add(self, ballot: Ballot) -> None:
        """Take *ballot* in."""
        self._open.append(ballot)

    def close(self) -> None:
        """Count the question whose ballots have come."""
        (questions, oddities), self._open = _by_question(self._open), []
        for places in questions.values():
            for place in places:
                sums = self._points[place.author]
                sums[0] += place.points
                sums[1] += 1
                sums[2] += place.ballots
        self._oddities += oddities[: ODDITIES - len(self._oddities)]

    def found(self) -> Borda:
        """The places over all questions; those at each are not kept."""
        means = {a: (p / n, int(ballots)) for a, (p, n, ballots) in self._points.items()}
        return Borda(over_all=_places(means), oddities=tuple(self._oddities))


def borda(ballots: Iterable[Ballot]) -> Borda:
    """Borda's count of *ballots*, as a share, so that orders of any length count the same.

    Answers that were shown and not named share the places that are left. A name that was
    not shown is left out, of a name that comes twice the first place counts: both are
    told. An order that names nothing says nothing.
    """
    questions, oddities = _by_question(ballots)
    means: dict[str, list[Place]] = defaultdict(list)
    for places in questions.values():
        for place in places:
            means[place.author].append(place)
    over_all = {
        author: (average(p.points for p in found), sum(p.ballots for p in found))
        for author, found in means.items()
    }
    return Borda(over_all=_places(over_all), questions=questions, oddities=tuple(oddities))


def _by_question(
    ballots: Iterable[Ballot],
) -> tuple[dict[ItemId, tuple[Place, ...]], list[str]]:
    """The places at each question, and what was odd."""
    points: dict[ItemId, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    oddities: list[str] = []
    for ballot in _in_order(ballots):
        groups, odd = _read(ballot)
        oddities.extend(f"question {ballot.question}, {ballot.reviewer}: {o}" for o in odd)
        for author, share in _shares(groups).items():
            points[ballot.question][author].append(share)
    questions = {
        question: _places({a: (average(p), len(p)) for a, p in found.items()})
        for question, found in points.items()
    }
    return questions, oddities


def _in_order(ballots: Iterable[Ballot]) -> list[Ballot]:
    ordered = sorted(ballots, key=lambda b: (b.question, b.reviewer))
    seen: set[tuple[ItemId, str]] = set()
    for ballot in ordered:
        if (ballot.question, ballot.reviewer) in seen:
            raise InputInvalid(
                f"{ballot.reviewer} has stated two orders",
                where=f"question {ballot.question}",
                hint="keep its last one, so that no reviewer counts twice",
            )
        seen.add((ballot.question, ballot.reviewer))
    return ordered


def _read(ballot: Ballot) -> tuple[list[list[str]], list[str]]:
    """The groups of *ballot* that stand, those not named last; and what was odd."""
    shown = set(ballot.shown)
    seen: set[str] = set()
    odd: list[str] = []
    groups: list[list[str]] = []
    for group in ballot.order:
        kept: list[str] = []
        for author in group:
            if author not in shown:
                odd.append(f"{author!r} was not shown: left out")
            elif author in seen:
                odd.append(f"{author!r} is named twice: the first place counts")
            else:
                seen.add(author)
                kept.append(author)
        if kept:
            groups.append(kept)
    rest = sorted(shown - seen)
    if not groups:
        return [], [*odd, "names nobody that was shown: it counts nowhere"]
    if rest:
        odd.append(f"{', '.join(rest)} not named: they share the places that are left")
        groups.append(rest)
    return groups, odd


def _shares(groups: Sequence[Sequence[str]]) -> dict[str, float]:
    """For each author the share of the others that it stands above, a tie being half."""
    others = sum(map(len, groups)) - 1
    if others < 1:
        return {}
    shares: dict[str, float] = {}
    below = others + 1
    for group in groups:
        below -= len(group)
        for author in group:
            shares[author] = (below + (len(group) - 1) / 2) / others
    return shares


def _places(found: Mapping[str, tuple[float, int]]) -> tuple[Place, ...]:
    points = {author: round(share, _DIGITS) for author, (share, _) in found.items()}
    places = [
        Place(
            author=author,
            rank=1 + sum(other > points[author] for other in points.values()),
            points=points[author],
            ballots=ballots,
        )
        for author, (_, ballots) in found.items()
    ]
    return tuple(sorted(places, key=lambda p: (p.rank, p.author)))
