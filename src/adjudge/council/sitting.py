"""How a council sits: what is put to every reviewer of a run, and in which way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from adjudge.rubric import Gate, Rubric, fingerprint

from .opinion import Mode

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """What is the same for every hearing of a run. How grades add up does not enter."""

    rubric: Rubric
    mode: Mode = "together"
    also_holistic: bool = False
    """Whether each reviewer is asked for one score for everything as well."""
    rounds: int = 1
    """2: each reviewer is shown what the others said, and may revise."""
    shuffle_criteria: bool = False
    seed: int = 0
    """From it, the item and the seat come the order of answers and of criteria."""
    allow_family: bool = False
    """Whether a reviewer judges answers of its own family (never its own)."""
    allow_own: bool = False
    """Whether a reviewer is shown its own answer: what it says of it counts nowhere."""
    families: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Author -> family, where the run knows it better than the author's name tells."""

    @cached_property
    def meaning(self) -> str:
        """The rubric as reviewers know it: `quality@9f3c…` whatever the weights are."""
        bare = tuple(replace(c, weight=None) for c in self.rubric.criteria)
        gates = told_gates(self.rubric)
        told = replace(self.rubric, criteria=bare, gates=gates, missing="refuse")
        return f"{self.rubric.id}@{fingerprint(told)}"

    def once(self, what: Hashable, make: Callable[[], T]) -> T:
        """What *make* makes: it is made for the first hearing that needs *what*.

        Looked up by a short name, since to hash a rubric takes longer than most of what
        is worked out of it.
        """
        made = self._made
        if what not in made:
            if len(made) >= _MOST:
                made.clear()
            made[what] = make()
        found: T = made[what]
        return found

    @cached_property
    def _made(self) -> dict[Hashable, Any]:
        return {}


_MOST: Final = 1_000
"""Things that are kept: with criteria in another order each time there are more."""


def told_gates(rubric: Rubric) -> tuple[Gate, ...]:
    """The gates that reviewers are told: those that look at what they grade themselves.

    What a separate check caps at is policy, as weights are: changing it asks nobody anew.
    """
    return tuple(g for g in rubric.gates if g.when.rubric in (None, rubric.id))
