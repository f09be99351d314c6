"""Why reviewers disagree: two camps, and what each of them says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import Split
from adjudge.council import Mark

from .council_result import Reason
from .table import cut
from .untrusted import shown

_SPLITS: Final = 5
_REASON: Final = 160


def split_lines(splits: Sequence[Split], *, many_questions: bool) -> Iterator[str]:
    """Each split in one line: the answer, the criterion, the two camps."""
    for split in splits[:_SPLITS]:
        place = f"{shown(split.question)}, " if many_questions else ""
        yield (
            f"  {place}{shown(split.author)}, {shown(split.criterion)}: "
            f"{_camp(split.low)} against {_camp(split.high)}"
        )
    if len(splits) > _SPLITS:
        yield f"  and {len(splits) - _SPLITS} more: --json has them all"


def _camp(camp: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{value:g} ({shown(reviewer)})" for reviewer, value in camp)


def reason_lines(splits: Sequence[Split], reasons: Sequence[Reason]) -> Iterator[str]:
    """What the two ends of the widest of *splits* say for themselves."""
    if not splits:
        return
    yield f"  why, on {shown(splits[0].criterion)} of {shown(splits[0].author)}:"
    for reason in reasons:
        said = reason.said or "no reason given"
        yield f"    {shown(reason.reviewer)}, {reason.value:g}: {cut(shown(said), _REASON)}"


def said_of(mark: Mark, split: Split) -> str:
    """What the reviewer that gave *mark* says about the criterion of *split*."""
    by_name = {str(id_): why for id_, why in mark.rationales.items()}
    return by_name.get(split.criterion) or mark.notes
