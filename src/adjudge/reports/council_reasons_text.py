"""Why reviewers disagree: two camps, and what each of them says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudge.agreement import Split
from adjudge.council import Mark

from .council_result import Camps, Reason
from .table import cut
from .tally import many
from .untrusted import shown

_SPLITS: Final = 5
_REASON: Final = 160
_NAME: Final = 40


def camp_lines(camps: Sequence[Camps]) -> Iterator[str]:
    """Who parts from whom over all questions, those first that do so most often."""
    for one in camps[:_SPLITS]:
        yield f"  {_parting(one)}"
    if len(camps) > _SPLITS:
        yield f"  and other camps: --json has {len(camps)} under `camps`"


def _parting(one: Camps) -> str:
    """The smaller camp is the one that is told of."""
    if len(one.low) <= len(one.high):
        few, others, way = one.low, one.high, "lower"
    else:
        few, others, way = one.high, one.low, "higher"
    by = f"{'is' if len(few) == 1 else 'are'} {one.apart:.3g} {way} than"
    return (
        f"{_names(few)} {by} {_names(others)} on {cut(shown(one.author), _NAME)}'s "
        f"{shown(one.criterion)} in {one.questions} of {many(one.of, 'question')}"
    )


def _names(camp: Sequence[str]) -> str:
    return ", ".join(cut(shown(name), _NAME) for name in camp)


def split_lines(
    splits: Sequence[Split], *, of: int, many_questions: bool = False
) -> Iterator[str]:
    """Each split in one line: the answer, the criterion, the two camps. *of* so many."""
    for split in splits[:_SPLITS]:
        place = f"{shown(split.question)}, " if many_questions else ""
        yield (
            f"  {place}{shown(split.author)}, {shown(split.criterion)}: "
            f"{_camp(split.low)} against {_camp(split.high)}"
        )
    if of > _SPLITS:
        place = (
            "those of each question, under `questions`" if many_questions else "them all"
        )
        yield f"  and {of - _SPLITS} more: --json has {place}"


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
