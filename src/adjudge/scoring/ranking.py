"""Who ranks where: derived from gated scores, never from what somebody stated."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

from adjudge.errors import UsageInvalid
from adjudge.verdict import ItemId

from .adjust import LEAST, Habits, Leniency, habits, leniency
from .sheet import Sheet, average, in_order

Statistic: TypeAlias = Literal["mean", "median", "trimmed", "normalised", "corrected"]

STATISTICS: Final[tuple[Statistic, ...]] = get_args(Statistic)

TRIM: Final = 0.2
"""Share of the reviews that a trimmed mean leaves out at each end, rounded down."""

TIE_DIGITS: Final = 6
"""Two scores tie when they agree to this many digits after the point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where one answer stands, or one author over all questions."""

    author: str
    rank: int | None
    """From 1; those that tie share the better rank: 1, 2, 2, 4. None: it has none."""
    score: float | None
    """The figure that the ranking goes by."""
    figures: Mapping[Statistic, float | None]
    """The same reviews summed up in every way, side by side."""
    reviews: int
    """Reviews with an overall score."""
    of: int
    """Reviews there should be: those that abstained or failed included."""
    questions: int = 1
    """Questions with a score, or disqualified at."""
    ceiling: float | None = None
    """What no figure passes, because every review is capped there or below."""
    held_back: bool = False
    """Below all that passed, because another rubric's check has not been passed."""
    disqualified: int = 0
    """Questions at which it is disqualified."""
    why: str = ""
    """Why there is no rank, or what the gates did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Standings, best first; those without a rank come last, by name."""

    standings: tuple[Standing, ...]
    by: Statistic
    question: ItemId | None = None
    """None: over all questions."""
    notes: Mapping[Statistic, str] = field(default_factory=dict)
    """Which figures could not be made, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """The ranking over all questions, and the one at each question."""

    over_all: Ranking
    questions: Mapping[ItemId, Ranking]
    leniency: Leniency
    """What was taken out for `corrected`."""


def rank(
    sheets: Iterable[Sheet],
    *,
    by: Statistic = "mean",
    trim: float = TRIM,
    least: int = LEAST,
) -> Rankings:
    """Rank the answers of *sheets* at each question, and their authors over all.

    Corrections are made to each review's base before its own gates apply once more, so
    that no figure can pass a cap.
    """
    if not 0 <= trim < 0.5:
        hint = "0.2 leaves out a fifth at each end"
        raise UsageInvalid(f"a trim of {trim:g} leaves nothing", where="trim", hint=hint)
    ordered = in_order(sheets)
    means = means_of(ordered, trim, least)
    notes = means.notes()
    questions: dict[ItemId, dict[str, list[Sheet]]] = defaultdict(lambda: defaultdict(list))
    for sheet in ordered:
        questions[sheet.question][sheet.author].append(sheet)
    at_each = {
        question: tuple(means.standing(name, found) for name, found in answers.items())
        for question, answers in questions.items()
    }
    lowest = {
        q: lowest_of(sheet for found in answers.values() for sheet in found)
        for q, answers in questions.items()
    }
    return Rankings(
        over_all=ranked(_over_all(at_each, lowest), by, None, notes),
        questions={q: ranked(found, by, q, notes) for q, found in at_each.items()},
        leniency=means.leniency,
    )


def rank_question(
    sheets: Iterable[Sheet], means: Means, by: Statistic, question: ItemId
) -> Ranking:
    """The ranking at *question*, which *sheets* are about, as `rank` makes it."""
    answers: dict[str, list[Sheet]] = defaultdict(list)
    for sheet in in_order(sheets):
        answers[sheet.author].append(sheet)
    found = [means.standing(name, given) for name, given in answers.items()]
    return ranked(found, by, question, means.notes() if found else {})


def means_of(ordered: Sequence[Sheet], trim: float = TRIM, least: int = LEAST) -> Means:
    """The ways to sum up reviews, with the habits that *ordered* show."""
    return Means(habits(ordered, least=least), leniency(ordered, least=least), trim)


@dataclass(frozen=True, slots=True)
class Means:
    """All ways to sum up the reviews of one answer."""

    habits: Habits
    leniency: Leniency
    trim: float

    def notes(self) -> dict[Statistic, str]:
        """Which figures there is not enough data for, and why."""
        told: dict[Statistic, str] = {
            "normalised": self.habits.why,
            "corrected": self.leniency.why,
        }
        return {name: why for name, why in told.items() if why}

    def standing(self, author: str, sheets: Sequence[Sheet]) -> Standing:
        """Where *author*'s answer stands, not ranked yet."""
        counted = [s for s in sheets if s.overall.value is not None]
        disqualified = [s for s in sheets if s.overall.disqualified]
        bare = Standing(
            author=author,
            rank=None,
            score=None,
            figures=dict.fromkeys(STATISTICS),
            reviews=len(counted),
            of=len(sheets),
            questions=int(bool(counted or disqualified)),
            held_back=any(s.overall.held_back for s in sheets),
            disqualified=int(bool(disqualified)),
        )
        if disqualified:
            # One is enough: a score from the others would be higher than with its own.
            return replace(bare, why=_reasons(disqualified))
        if not counted:
            return replace(bare, why=_reasons(sheets) or "no review")
        ceilings = [s.overall.ceiling for s in counted]
        capped = [c for c in ceilings if c is not None]
        return replace(
            bare,
            figures=self.figures(counted),
            ceiling=max(capped) if len(capped) == len(ceilings) else None,
            why=_reasons(counted),
        )

    def figures(self, counted: Sequence[Sheet]) -> dict[Statistic, float | None]:
        """The reviews of one answer, all with a score, summed up in every way."""
        values = sorted(s.overall.value for s in counted if s.overall.value is not None)
        out = int(len(values) * self.trim)
        return {
            "mean": average(values),
            "median": statistics.median(values),
            "trimmed": average(values[out : len(values) - out]),
            "normalised": None if self.habits.why else self.mean(counted, "normalised"),
            "corrected": None if self.leniency.why else self.mean(counted, "corrected"),
        }

    def mean(self, counted: Sequence[Sheet], by: Statistic) -> float:
        """The mean of what each review brings."""
        found = (self.of_review(sheet, by) for sheet in counted)
        return average(value for value in found if value is not None)

    def of_review(self, sheet: Sheet, by: Statistic) -> float | None:
        """What one review brings to the figure *by*; None: nothing."""
        base = sheet.overall.base
        if sheet.overall.value is None or base is None:
            return None
        if by == "normalised":
            return sheet.overall.gated(self.habits.normalised(sheet.reviewer, base))
        if by == "corrected":
            return sheet.overall.gated(base - self.leniency.points[sheet.reviewer])
        return sheet.overall.value


def _reasons(sheets: Sequence[Sheet]) -> str:
    """Each reason once, with the reviewers that gave rise to it."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for sheet in sheets:
        if sheet.overall.why:
            by_reason[sheet.overall.why].append(sheet.reviewer)
    return "; ".join(f"{why} ({', '.join(names)})" for why, names in by_reason.items())


def lowest_of(sheets: Iterable[Sheet]) -> float:
    """Where the scales of *sheets* begin."""
    bounds = [s.overall.bounds for s in sheets]
    return min((b[0] for b in bounds if b is not None), default=0.0)


def _over_all(
    at_each: Mapping[ItemId, Sequence[Standing]], lowest: Mapping[ItemId, float]
) -> list[Standing]:
    """Each author over all questions, every question counting the same.

    A disqualified answer counts as the lowest point: left out, it would lift its author.
    """
    by_author: dict[str, list[tuple[Standing, float]]] = defaultdict(list)
    for question, standings in at_each.items():
        for standing in standings:
            by_author[standing.author].append((standing, lowest[question]))
    if len(at_each) == 1:
        return [standing for found in by_author.values() for standing, _ in found]
    return [_author(name, found) for name, found in sorted(by_author.items())]


def _author(name: str, found: Sequence[tuple[Standing, float]]) -> Standing:
    counted = [(s, low) for s, low in found if s.questions]
    disqualified = sum(s.disqualified for s, _ in counted)
    bare = Standing(
        author=name,
        rank=None,
        score=None,
        figures=dict.fromkeys(STATISTICS),
        reviews=sum(s.reviews for s, _ in found),
        of=sum(s.of for s, _ in found),
        questions=len(counted),
        held_back=bool(counted) and all(s.held_back for s, _ in counted),
        disqualified=disqualified,
    )
    if not counted:
        return replace(bare, why="no review")
    if disqualified == len(counted):
        return replace(bare, why="disqualified at every question")
    ceilings = [low if s.disqualified else s.ceiling for s, low in counted]
    capped = [c for c in ceilings if c is not None]
    told = f"disqualified at {disqualified} of {len(counted)} questions"
    return replace(
        bare,
        figures={name: _figure(counted, name) for name in STATISTICS},
        ceiling=max(capped) if len(capped) == len(ceilings) else None,
        why=told if disqualified else "",
    )


def _figure(counted: Sequence[tuple[Standing, float]], name: Statistic) -> float | None:
    values = [low if s.disqualified else s.figures[name] for s, low in counted]
    whole = [value for value in values if value is not None]
    return average(whole) if len(whole) == len(values) else None


def ranked(
    standings: Iterable[Standing],
    by: Statistic,
    question: ItemId | None,
    notes: Mapping[Statistic, str],
) -> Ranking:
    """*standings* put in order, with their ranks."""
    keyed = [(_key(standing, by), standing) for standing in standings]
    keys = [key for key, _ in keyed if key is not None]
    made = [
        replace(
            standing,
            score=standing.figures[by],
            rank=None if key is None else 1 + sum(other < key for other in keys),
            why=_why(standing, notes.get(by, "") if key is None else ""),
        )
        for key, standing in keyed
    ]
    last = len(made) + 1
    made.sort(key=lambda s: (s.rank or last, s.author))
    return Ranking(standings=tuple(made), by=by, question=question, notes=notes)


def with_reasons(ranking: Ranking, reasons: Mapping[str, str]) -> Ranking:
    """*ranking* with more *reasons*, by author, for why they stand where they do."""
    standings = (
        replace(s, why="; ".join(filter(None, (s.why, reasons.get(s.author, "")))))
        for s in ranking.standings
    )
    return replace(ranking, standings=tuple(standings))


def _why(standing: Standing, note: str) -> str:
    """Where only the figure is lacking, that is why there is no rank, not a gate."""
    return note if note and standing.figures["mean"] is not None else standing.why or note


def _key(standing: Standing, by: Statistic) -> tuple[bool, float] | None:
    score = standing.figures[by]
    return None if score is None else (standing.held_back, -round(score, TIE_DIGITS))
