"""List what is on a tape, and prune it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from adjudge.council import Lost, Pruned, Stage, Taped

from .books import TapeBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which calls of a tape are meant: those that fit all that is given."""

    stages: frozenset[Stage] = frozenset()
    seats: frozenset[str] = frozenset()
    """Names of seats or of models."""
    items: frozenset[str] = frozenset()
    rubrics: frozenset[str] = frozenset()
    """Names of rubrics, `quality`, or versions, `quality@9f3c…`."""
    lost: bool = False
    """Only calls that got no answer."""

    @property
    def everything(self) -> bool:
        """Whether nothing is given, so that every call fits."""
        return self == Wanted()

    def fits(self, taped: Taped) -> bool:
        """Whether *taped* is meant."""
        tag, seat = taped.tag, taped.seat
        rubric = {tag.rubric, tag.rubric.partition("@")[0]}
        return (
            (not self.stages or tag.stage in self.stages)
            and (not self.seats or not self.seats.isdisjoint((seat.name, seat.model)))
            and (not self.items or tag.item in self.items)
            and (not self.rubrics or not self.rubrics.isdisjoint(rubric))
            and (not self.lost or isinstance(taped.reply, Lost))
        )


def list_calls(
    tape: TapeBook, wanted: Wanted, *, last: int | None = None
) -> Iterator[Taped]:
    """The calls that are *wanted*, in the order of the answers: all, or the *last* ones."""
    fitting = filter(wanted.fits, tape.calls())
    return fitting if last is None else iter(deque(fitting, maxlen=last))


def prune_tape(
    tape: TapeBook,
    wanted: Wanted,
    *,
    before: datetime | None = None,
    dry_run: bool = False,
) -> Pruned:
    """Remove what no run looks up, and of what is *wanted* what came *before*.

    Without either nothing that can be looked up is removed.
    """
    if wanted.everything:
        return tape.prune(before=before, dry_run=dry_run)

    def drop(taped: Taped) -> bool:
        return wanted.fits(taped) and (before is None or taped.at < before)

    return tape.prune(drop=drop, dry_run=dry_run)
