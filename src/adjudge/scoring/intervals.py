"""How sure a ranking is: intervals of scores and ranks, and who cannot be told apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from adjudge.errors import UsageInvalid
from adjudge.verdict import ItemId

from .adjust import LEAST
from .ranking import TRIM, Rankings, Standing, Statistic, lowest_of, means_of, rank
from .redrawn import Cells, Floats, cells_of, over_questions, over_reviewers, tails
from .sheet import Sheet, answer_of, in_order
from .table_cells import cells_of_table
from .table_figures import Figures

Over: TypeAlias = Literal["reviewers", "questions", "both"]

MANY: Final = 10
"""Questions from which on they are drawn anew as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How reviewers and questions are drawn anew."""

    seed: int
    over: Over | None = None
    """None: reviewers; with many questions, questions as well."""
    level: float = 0.95
    draws: int = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What one author's score and rank could as well have been."""

    author: str
    score: float
    low: float
    high: float
    """Interval of the score; never past its cap or off the scale."""
    rank: int
    best: int
    worst: int
    """Ranks that cannot be excluded, from those that are told to be better or worse."""
    first: float
    """Share of the draws in which nobody ranks above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two authors held against each other; `one` has the better or the same rank."""

    one: str
    other: str
    difference: float
    low: float
    high: float
    """Interval of the difference, for all pairs together."""
    apart: bool
    """False: the two cannot be told apart."""
    why: str = ""
    """What else tells them apart: a failed check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertainty:
    """Intervals for a ranking. Empty where `why` says that there is no telling."""

    by: Statistic
    drawing: Drawing
    over: Over | None = None
    """What was drawn anew."""
    reviewers: int = 0
    questions: int = 0
    spreads: tuple[Spread, ...] = ()
    """In the order of the ranking; those without a rank are left out."""
    pairs: tuple[Pair, ...] = ()
    method: str = ""
    """How it was found, in one sentence."""
    why: str = ""


def uncertainty(
    sheets: Iterable[Sheet],
    drawing: Drawing,
    *,
    question: ItemId | None = None,
    by: Statistic = "mean",
    trim: float = TRIM,
    least: int = LEAST,
) -> Uncertainty:
    """How sure `rank(sheets, by=by)` is, over all questions or at *question*.

    Reviewers and questions are drawn anew; what was found of severity stays as found.
    """
    _ask_sound(drawing)
    ordered = in_order(sheets)
    rankings = rank(ordered, by=by, trim=trim, least=least)
    if question is not None and question not in rankings.questions:
        raise UsageInvalid(f"there is no question {question!r}", where="question")
    ranking = rankings.over_all if question is None else rankings.questions[question]
    standings = [s for s in ranking.standings if s.rank is not None]
    how = (by, trim, least)
    mine = [s for s in ordered if question is None or s.question == question]
    cells = _cells(mine, rankings, [s.author for s in standings], how, ordered)
    return _found(cells, standings, drawing, (by, trim), _range(mine))


def uncertainty_of(figures: Figures, drawing: Drawing) -> Uncertainty:
    """How sure the ranking of *figures* is: `uncertainty`, for very many reviews."""
    _ask_sound(drawing)
    ranking, table = figures.ranking, figures.table
    standings = [s for s in ranking.standings if s.rank is not None]
    bounds = [kind.bounds for kind in table.kinds if kind.bounds is not None]
    ends = (
        min((low for low, _ in bounds), default=-np.inf),
        max((high for _, high in bounds), default=np.inf),
    )
    cells = cells_of_table(figures, [s.author for s in standings])
    return _found(cells, standings, drawing, (ranking.by, figures.means.trim), ends)


def _ask_sound(drawing: Drawing) -> None:
    if not 0 < drawing.level < 1 or drawing.draws < 100:
        hint = "a level such as 0.95, and at least 100 draws"
        raise UsageInvalid("there is no such interval", where="drawing", hint=hint)


def _found(
    cells: Cells,
    standings: Sequence[Standing],
    drawing: Drawing,
    how: tuple[Statistic, float],
    bounds: tuple[float, float],
) -> Uncertainty:
    made = Uncertainty(
        by=how[0],
        drawing=drawing,
        reviewers=len(cells.values),
        questions=len(np.unique(cells.questions)),
    )
    over, why = _over(drawing.over, cells, how[0], made.questions)
    if over is None:
        return replace(made, why=why)
    drawn = _draw(cells, over, drawing, how)
    pairs = _pairs(standings, drawn, drawing.level)
    return replace(
        made,
        over=over,
        pairs=pairs,
        spreads=_spreads(standings, drawn, pairs, drawing.level, bounds),
        method=_method(over, drawing)
        + (_CAPS if any(s.ceiling is not None for s in standings) else ""),
    )


def _range(sheets: Sequence[Sheet]) -> tuple[float, float]:
    bounds = [b for s in sheets if (b := s.overall.bounds) is not None]
    lowest = min((low for low, _ in bounds), default=-np.inf)
    return lowest, max((high for _, high in bounds), default=np.inf)


def _cells(
    mine: Sequence[Sheet],
    rankings: Rankings,
    authors: Sequence[str],
    how: tuple[Statistic, float, int],
    ordered: Sequence[Sheet],
) -> Cells:
    """The reviews behind the figures that are ranked."""
    by, trim, least = how
    answers: dict[tuple[ItemId, str], list[Sheet]] = defaultdict(list)
    at_question: dict[ItemId, list[Sheet]] = defaultdict(list)
    for sheet in mine:
        answers[answer_of(sheet)].append(sheet)
        at_question[sheet.question].append(sheet)
    figures: dict[tuple[ItemId, str], float] = {}
    for name, found in at_question.items():
        lowest = lowest_of(found)
        for standing in rankings.questions[name].standings:
            figure = lowest if standing.disqualified else standing.figures[by]
            if figure is not None:
                figures[name, standing.author] = figure
    return cells_of(answers, figures, means_of(ordered, trim, least), by, authors)


def _over(
    wanted: Over | None, cells: Cells, by: Statistic, questions: int
) -> tuple[Over | None, str]:
    """What is drawn anew, or why nothing can be.

    Two reviewers say next to nothing about others: then the questions alone are drawn,
    if all have reviewed the same answers or their levels are taken out. Otherwise it is
    the levels that a ranking would rest on.
    """
    if not len(cells.known):
        return None, "not enough data: nobody has a rank"
    fewest = int(cells.reviewers.min())
    if wanted is None and questions < MANY:
        wanted = "reviewers"
    elif wanted is None:
        alike = by == "corrected" or not np.isnan(cells.values).any()
        wanted = "questions" if fewest < 3 and alike else "both"
    told = f"{fewest} reviewer{'' if fewest == 1 else 's'} of an answer"
    if wanted != "questions" and fewest < 2:
        return None, f"not enough data: {told}, 2 are needed"
    if wanted != "reviewers" and questions < 2:
        return None, "not enough data: one question"
    return wanted, ""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Deviations of scores, draw by author."""

    parts: tuple[tuple[Floats, Floats], ...]
    """Deviations from each source, and the factors that give them their tails."""
    shared: Floats
    """The last source once more, drawn once for all authors."""

    @property
    def whole(self) -> Floats:
        """All sources together, each answer rounded by itself: for who ranks above whom."""
        return np.asarray(sum(made * factor[:, None] for made, factor in self.parts))

    @property
    def alike(self) -> Floats:
        """All sources together, by draws that all authors share: for each by itself.

        So answers with the same grades have the same interval, to the last digit.
        """
        *others, (_, factor) = self.parts
        parts = (*others, (self.shared, factor))
        return np.asarray(sum(made * f[:, None] for made, f in parts))

    def apart(self, at: int) -> tuple[Floats, Floats]:
        """Of author *at* against each later one: deviations, and their standard errors."""
        made = [(d[:, at : at + 1] - d[:, at + 1 :], f) for d, f in self.parts]
        square = sum(difference.var(axis=0) for difference, _ in made)
        whole = sum(difference * factor[:, None] for difference, factor in made)
        return np.asarray(whole), np.sqrt(square)


def _draw(
    cells: Cells, over: Over, drawing: Drawing, how: tuple[Statistic, float]
) -> _Drawn:
    rng = np.random.default_rng(drawing.seed)
    draws = drawing.draws
    parts: list[tuple[Floats, Floats]] = []
    if over != "questions":
        by, trim = how
        made = over_reviewers(cells, by, trim, draws, rng)
        freedom = max(int(cells.reviewers.min()) - 1, 1)
        parts.append((made, tails(freedom, draws, rng)))
    if over != "reviewers":
        freedom = int(cells.questions.max())
        made = over_questions(cells, how[0], draws, rng)
        parts.append((made, tails(freedom, draws, rng)))
    noise = rng.standard_normal((draws, len(cells.noise))) * cells.noise
    shared = rng.standard_normal((draws, 1)) * cells.noise
    return _Drawn((*parts, (noise, parts[0][1])), shared)


def _pairs(standings: Sequence[Standing], drawn: _Drawn, level: float) -> tuple[Pair, ...]:
    """Every two, at one level for all: the greatest of all differences sets the reach.

    Few reviewers differ by little now and then by luck: no pair is taken for steadier
    than the pairs are together.
    """
    found = [drawn.apart(at) for at in range(len(standings) - 1)]
    errors = [error for _, error in found]
    together = float(np.sqrt(np.mean(np.concatenate(errors) ** 2))) if errors else 0.0
    found = [(apart, np.maximum(error, together)) for apart, error in found]
    greatest = np.zeros(len(drawn.parts[0][0]))
    for apart, error in found:
        sized = np.divide(np.abs(apart), error, out=np.zeros_like(apart), where=error > 0)
        greatest = np.maximum(greatest, sized.max(axis=1))
    reach = float(np.quantile(greatest, level))
    return tuple(
        _pair(standings[at], other, reach * float(error))
        for at, (_, errors) in enumerate(found)
        for other, error in zip(standings[at + 1 :], errors, strict=True)
    )


def _pair(one: Standing, other: Standing, reach: float) -> Pair:
    difference = (one.score or 0.0) - (other.score or 0.0)
    checked = one.held_back != other.held_back
    return Pair(
        one=one.author,
        other=other.author,
        difference=difference,
        low=difference - reach,
        high=difference + reach,
        apart=checked or (one.rank != other.rank and abs(difference) > reach),
        why=f"{other.author} is held back by a failed check" if checked else "",
    )


def _spreads(
    standings: Sequence[Standing],
    drawn: _Drawn,
    pairs: Sequence[Pair],
    level: float,
    bounds: tuple[float, float],
) -> tuple[Spread, ...]:
    scores = np.array([s.score for s in standings], dtype=np.float64)
    caps = np.array([np.inf if s.ceiling is None else s.ceiling for s in standings])
    ranked = np.minimum(scores + drawn.whole, caps)
    held = np.array([s.held_back for s in standings])
    order = np.where(held & ~held.all(), -np.inf, ranked)
    firsts = (order >= order.max(axis=1, keepdims=True) - 1e-9).mean(axis=0)
    # A cap below the scale's end is a score that can be had.
    low, high = np.minimum(bounds[0], scores), np.maximum(bounds[1], scores)
    alike = np.minimum(scores + drawn.alike, caps)
    ends = np.quantile(alike, [(1 - level) / 2, (1 + level) / 2], axis=0)
    lows = np.minimum(np.maximum(ends[0], low), scores)
    highs = np.maximum(np.minimum(ends[1], high), scores)
    apart = [pair for pair in pairs if pair.apart]
    return tuple(
        Spread(
            author=s.author,
            score=float(scores[at]),
            low=float(lows[at]),
            high=float(highs[at]),
            rank=s.rank or 0,
            best=1 + sum(pair.other == s.author for pair in apart),
            worst=len(standings) - sum(pair.one == s.author for pair in apart),
            first=float(firsts[at]),
        )
        for at, s in enumerate(standings)
    )


_CAPS: Final = "; a cap is taken as given: intervals do not doubt the grade that set it"


def _method(over: Over, drawing: Drawing) -> str:
    told = "reviewers and questions" if over == "both" else over
    return (
        f"{drawing.draws} draws of {told} (Bayesian bootstrap with Student's tails, seed "
        f"{drawing.seed}); pairs are held to {drawing.level:.0%} all together"
    )
