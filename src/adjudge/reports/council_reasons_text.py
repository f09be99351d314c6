"""Why reviewers disagree: two camps, and what each of them says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import Split

from .council_result import Question
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


def reason_lines(question: Question) -> Iterator[str]:
    """What the two ends of the widest split say for themselves."""
    if not question.splits:
        return
    split = question.splits[0]
    yield f"  why, on {shown(split.criterion)} of {shown(split.author)}:"
    for reviewer, value in (split.low[0], split.high[-1]):
        said = _rationale(question, reviewer, split) or "no reason given"
        yield f"    {shown(reviewer)}, {value:g}: {cut(shown(said), _REASON)}"


def _rationale(question: Question, reviewer: str, split: Split) -> str:
    for review in question.record.reviews:
        if review.seat != reviewer or not review.final:
            continue
        for mark in review.marks:
            if mark.author == split.author:
                by_name = {str(id_): why for id_, why in mark.rationales.items()}
                return by_name.get(split.criterion) or mark.notes
    return ""
