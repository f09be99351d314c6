"""Why scores are as they are, counted over all questions: gates that set them, camps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from adjudge.agreement import Split
from adjudge.reports import Camps
from adjudge.rubric import Rubric
from adjudge.scoring import Ranking, with_reasons, words_of_gates

from .score_many import Scored

_MOST: Final = 10_000
"""Different camps that are counted: where every question has authors of its own, they have
nothing in common that could be told."""
_TOLD: Final = 20

_Who: TypeAlias = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""Author, criterion, the lower camp and the higher one."""


@dataclass(slots=True)
class GateCount:
    """By author, which gates have set how many scores."""

    _reviews: dict[str, Counter[str]] = field(default_factory=dict)
    _questions: dict[str, Counter[str]] = field(default_factory=dict)
    _scored: dict[str, list[int]] = field(default_factory=dict)
    """By author: questions and reviews with a score."""
    _words: dict[tuple[int, float, bool], str] = field(default_factory=dict)

    def add(self, scores: Iterable[Scored], rubric: Rubric) -> None:
        """Take in the *scores* of one question, made by *rubric*."""
        found: dict[str, set[str]] = {}
        for one in scores:
            if one.value is None or one.base is None:
                continue
            told = found.setdefault(one.author, set())
            self._scored.setdefault(one.author, [0, 0])[1] += 1
            if one.value != one.base:
                words = self._word(rubric, one.value, lifted=one.value > one.base)
                told.add(words)
                self._reviews.setdefault(one.author, Counter())[words] += 1
        for author, told in found.items():
            self._scored[author][0] += 1
            self._questions.setdefault(author, Counter()).update(told)

    def _word(self, rubric: Rubric, at: float, *, lifted: bool) -> str:
        key = (id(rubric), at, lifted)
        if key not in self._words:
            self._words[key] = words_of_gates(rubric, at, lifted=lifted)
        return self._words[key]

    def explain(self, ranking: Ranking) -> Ranking:
        """*ranking* with what set the scores of each author, and how often."""
        return with_reasons(ranking, {a: self._why(a) for a in self._reviews})

    def _why(self, author: str) -> str:
        questions, reviews = self._scored[author]
        counted = self._questions[author]
        return "; ".join(
            f"{words}, in {counted[words]} of {questions} questions "
            f"({n} of {reviews} reviews)"
            for words, n in sorted(
                self._reviews[author].items(), key=lambda one: (-one[1], one[0])
            )
        )


@dataclass(slots=True)
class CampCount:
    """How often reviewers part into the same two camps about the same thing."""

    splits: int = 0
    _found: dict[_Who, list[float]] = field(default_factory=dict)
    """Questions, and the sum of the distances between the camps."""

    def add(self, splits: Iterable[Split]) -> None:
        """Take in the *splits* of one question."""
        for split in splits:
            self.splits += 1
            key = (
                split.author,
                split.criterion,
                tuple(sorted(reviewer for reviewer, _ in split.low)),
                tuple(sorted(reviewer for reviewer, _ in split.high)),
            )
            if key not in self._found and len(self._found) >= _MOST:
                continue
            total = self._found.setdefault(key, [0, 0.0])
            total[0] += 1
            total[1] += split.apart

    def found(self, graded: Mapping[tuple[str, str], int]) -> tuple[Camps, ...]:
        """Those that part most often; *graded* counts questions by author and criterion."""
        made = [
            Camps(
                author=author,
                criterion=criterion,
                low=low,
                high=high,
                apart=total / n,
                questions=int(n),
                of=graded[author, criterion],
            )
            for (author, criterion, low, high), (n, total) in self._found.items()
        ]
        made.sort(key=lambda c: (-c.questions, -c.apart, c.author, c.criterion, c.low))
        return tuple(made[:_TOLD])
