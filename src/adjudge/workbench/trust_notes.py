"""Where judges and people do not meet: other criteria, other items, other answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from adjudge.agreement import Ratings

_TOLD = 6


def meeting_notes(
    criteria: Sequence[Ratings], judges: Sequence[str], people: Sequence[str]
) -> Iterator[str]:
    """Why a judge may look worse than it is: it never met the people on their ground."""
    for judge in judges if people else ():
        own = [each for each in criteria if judge in each.judges]
        shared = [each for each in own if set(people) & set(each.judges)]
        if not shared:
            yield _elsewhere(judge, own, [each for each in criteria if each not in own])
        for each in shared:
            yield from _apart(each, judge, people)


def _elsewhere(judge: str, own: Sequence[Ratings], others: Sequence[Ratings]) -> str:
    return (
        f"{judge} graded {_named([each.criterion for each in own])}, and the people graded "
        f"{_named([each.criterion for each in others])}: if that is one criterion, give it "
        f"one name; --criterion {own[0].criterion} names the ratings of files without one"
    )


def _apart(ratings: Ratings, judge: str, people: Sequence[str]) -> Iterator[str]:
    """Whether they graded no item together, or have no answer in common."""
    there = [name for name in ratings.judges if name in people]
    theirs = ratings.among(there)
    own = ratings.among([judge])
    together = own.there[:, 0] & theirs.there.any(axis=1)
    where = f" on {ratings.criterion}" if ratings.criterion else ""
    if not together.any():
        yield (
            f"{judge} and the people graded no item together{where}: are the items called "
            f"the same? It has {_named(_units(own))}, and they have "
            f"{_named(_units(theirs))}"
        )
        return
    mine, others = _answers(own), _answers(theirs)
    if not set(mine) & set(others):
        yield (
            f"{judge} never gave an answer that a person gave{where}: its are "
            f"{_named(mine)}, theirs {_named(others)}; if these are the same, write them "
            "the same, or name the rubric that reads both with --rubric"
        )


def _units(ratings: Ratings) -> list[str]:
    graded = np.flatnonzero(ratings.there.any(axis=1))[:2].tolist()
    return [ratings.units[at] if len(ratings.units) else str(at) for at in graded]


def _answers(ratings: Ratings) -> list[str]:
    used = {code for column in ratings.cells.T for code in set(column.tolist())}
    return [label for code, label in enumerate(ratings.labels) if code in used]


def _named(names: Sequence[str]) -> str:
    more = " ..." if len(names) > _TOLD else ""
    return (", ".join(names[:_TOLD]) or "nothing") + more
