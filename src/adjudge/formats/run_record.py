"""What a council left of one question: all that scores are made of, now and later."""

from __future__ import annotations

from dataclasses import dataclass

from adjudge.council import Review, Written
from adjudge.rubric import Rubric
from adjudge.verdict import Candidates, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One question, its answers, and everything that was said of them."""

    candidates: Candidates
    rubric: Rubric
    """By which it was reviewed."""
    reviews: tuple[Review, ...]
    """Of every seat, each round of them: those that failed too."""
    checks: tuple[Verdict, ...] = ()
    """What was found of each answer under the rubrics that gates look at."""
    written: tuple[Written, ...] = ()
    """What each model came up with, where the council collected the answers itself."""
    synthesis: Written | None = None
