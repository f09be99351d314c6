"""Where the order that reviewers stated is not the order of their scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .borda import Place
from .ranking import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An author that stands elsewhere by the stated orders."""

    author: str
    derived: int
    """Its rank by scores, among the authors that both orders know."""
    stated: int
    why: str = ""
    """What the gates did to its score: the usual reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """The derived ranking beside the stated one."""

    tau: float | None
    """Kendall's tau-b: 1 the same order, -1 the reverse; None: one of them ties all."""
    moves: tuple[Move, ...]
    """In the derived order; none where the orders are the same."""
    turned: tuple[tuple[str, str], ...]
    """Pairs (a, b): a is above b by scores, and below by the stated orders."""
    winner: bool
    """Whether somebody else would win by the stated orders."""
    authors: int
    """Authors that both orders know."""

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.moves)


def disagreement(derived: Ranking, stated: Sequence[Place]) -> Disagreement:
    """Hold *derived* against *stated*: ranks anew among the authors of both."""
    own = {s.author: s.rank for s in derived.standings if s.rank is not None}
    theirs = {p.author: p.rank for p in stated if p.author in own}
    common = [s for s in derived.standings if s.author in theirs]
    by_score = _again([own[s.author] for s in common])
    by_word = _again([theirs[s.author] for s in common])
    moves = tuple(
        Move(author=s.author, derived=d, stated=w, why=s.why)
        for s, d, w in zip(common, by_score, by_word, strict=True)
        if d != w
    )
    turned: list[tuple[str, str]] = []
    agreeing = 0
    for one, other in combinations(range(len(common)), 2):
        sign = (by_score[one] - by_score[other]) * (by_word[one] - by_word[other])
        agreeing += (sign > 0) - (sign < 0)
        if sign < 0:
            first, second = sorted((one, other), key=by_score.__getitem__)
            turned.append((common[first].author, common[second].author))
    told = math.sqrt(_told(by_score) * _told(by_word))
    return Disagreement(
        tau=agreeing / told if told else None,
        moves=moves,
        turned=tuple(turned),
        winner=_firsts(by_score) != _firsts(by_word),
        authors=len(common),
    )


def _again(ranks: Sequence[int]) -> list[int]:
    """Competition ranks of *ranks*, which may have holes."""
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def _told(ranks: Sequence[int]) -> int:
    """Pairs that are not tied."""
    return sum(one != other for one, other in combinations(ranks, 2))


def _firsts(ranks: Sequence[int]) -> frozenset[int]:
    return frozenset(at for at, rank in enumerate(ranks) if rank == 1)
