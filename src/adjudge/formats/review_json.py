"""Reviews as JSON, in the shape of ADR-016, and back to the reviews that they were."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from adjudge.council import Mark, Review
from adjudge.errors import AdjudgeError, InputInvalid
from adjudge.rubric import Criterion, CriterionId, Freeform, Grade, Likert, Rubric, Score
from adjudge.verdict import (
    Abstained,
    Excused,
    Failed,
    Graded,
    ItemId,
    Judge,
    JudgeId,
    JudgeKind,
    Outcome,
)

_WHOLE: Final = "Conversation"
"""The label of a conversation, which is judged alone."""

_UNGRADED: Final[Mapping[str, Outcome]] = {
    "abstained": Abstained(),
    "excused": Excused(),
    "failed": Failed(),
}
Grades: TypeAlias = dict[tuple[int, Any], Graded]
"""Grades by criterion and by what stands in the file, each read once by its scale."""

_IMPRESSION: Final = Score(step=None)


def review_as_json(
    review: Review, rubric: Rubric, overall: Mapping[str, float | None]
) -> dict[str, Any]:
    """*review* by the labels that its reviewer saw; *overall* is by author.

    `ranking` and `overall` are worked out, as everything else that is derived; what the
    reviewer itself said of them is `stated_ranking` and `stated_overall`.
    """
    labels = {author: label for label, author in review.labels.items()}
    keys = {criterion.id: criterion.key for criterion in rubric.criteria}
    said = {labels.get(mark.author, _WHOLE): mark for mark in review.marks}
    order = [label for label in review.labels if label in said]
    marks = {label: said[label] for label in order} or said
    return {
        "item": review.item,
        "reviewer": review.seat,
        "judge": review.judge.id,
        "rubric": rubric.version,
        "round": review.round,
        "final": review.final,
        "status": review.status,
        "reason": review.reason,
        "mode": review.mode,
        "reading": review.reading,
        "labels": dict(review.labels),
        "ranking": _ranking(marks, overall),
        "evaluations": {
            label: _evaluation(mark, rubric, overall.get(mark.author))
            for label, mark in marks.items()
        },
        "rationales": {
            label: {keys.get(id_, id_): why for id_, why in mark.rationales.items()}
            for label, mark in marks.items()
        },
        "outcomes": {
            label: gaps for label, mark in marks.items() if (gaps := _gaps(mark, keys))
        },
        "stated_ranking": [[labels[a] for a in tied] for tied in review.stated_ranking],
        "stated_overall": {
            label: mark.stated_overall
            for label, mark in marks.items()
            if mark.stated_overall is not None
        },
        "holistic": {
            label: mark.holistic.value
            for label, mark in marks.items()
            if mark.holistic is not None
        },
        "own": [label for label, mark in marks.items() if mark.own],
        "unseen": list(review.unseen),
        "criteria_order": list(review.criteria_order),
        "oddities": list(review.oddities),
        "raw": list(review.raw),
    }


def _ranking(marks: Mapping[str, Mark], overall: Mapping[str, float | None]) -> list[str]:
    """Labels best first by the worked-out scores; its own and the unscored are left out."""
    scored = [
        (label, score)
        for label, mark in marks.items()
        if not mark.own and (score := overall.get(mark.author)) is not None
    ]
    return [label for label, _ in sorted(scored, key=lambda entry: (-entry[1], entry[0]))]


def _evaluation(mark: Mark, rubric: Rubric, overall: float | None) -> dict[str, Any]:
    values: dict[str, Any] = {
        criterion.key: _value(mark.outcomes.get(criterion.id), criterion)
        for criterion in rubric.criteria
    }
    # A criterion of that name is what the rubric means by it.
    return values | {
        name: told
        for name, told in (("overall", overall), ("notes", mark.notes))
        if name not in values
    }


def _value(outcome: Outcome | None, criterion: Criterion) -> float | str | None:
    """A grade as its scale reads it again; None where there is none."""
    if not isinstance(outcome, Graded):
        return None
    if isinstance(criterion.scale, Likert | Score) and outcome.grade.value is not None:
        value = outcome.grade.value
        return int(value) if value.is_integer() else value
    return outcome.grade.label


def _gaps(mark: Mark, keys: Mapping[CriterionId, str]) -> dict[str, str]:
    return {
        keys.get(id_, id_): outcome.kind
        for id_, outcome in mark.outcomes.items()
        if not isinstance(outcome, Graded)
    }


def read_review(
    raw: Mapping[str, Any],
    rubric: Rubric,
    authors: Collection[str] = (),
    grades: Grades | None = None,
) -> Review:
    """The review that `review_as_json` wrote, under the *rubric* that it was given by.

    *authors* are those of the item, in its order: so stand the marks of a review. *grades*
    remembers what has been read: a run has few different ones.
    """
    place = {author: at for at, author in enumerate(authors)}
    try:
        read = _review(raw, rubric, {} if grades is None else grades)
        marks = sorted(read.marks, key=lambda mark: place.get(mark.author, 0))
        return replace(read, marks=tuple(marks))
    except AdjudgeError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputInvalid(
            f"this is no review: {type(error).__name__} {error}",
            where=f"review of {raw.get('item')!r} by {raw.get('reviewer')!r}",
            hint="run folders are written by adjudge and not edited by hand",
        ) from error


def _review(raw: Mapping[str, Any], rubric: Rubric, grades: Grades) -> Review:
    labels: dict[str, str] = dict(raw["labels"])
    return Review(
        item=ItemId(raw["item"]),
        seat=raw["reviewer"],
        judge=Judge(id=JudgeId(raw["judge"]), kind=JudgeKind.MODEL),
        status=raw["status"],
        reason=raw["reason"],
        round=raw["round"],
        final=raw["final"],
        mode=raw["mode"],
        reading=raw["reading"],
        marks=tuple(_marks(raw, labels, rubric, grades)),
        labels=labels,
        unseen=tuple(raw["unseen"]),
        criteria_order=tuple(CriterionId(id_) for id_ in raw["criteria_order"]),
        stated_ranking=tuple(
            tuple(labels[label] for label in tied) for tied in raw["stated_ranking"]
        ),
        oddities=tuple(raw["oddities"]),
        raw=tuple(raw["raw"]),
    )


def _marks(
    raw: Mapping[str, Any], labels: Mapping[str, str], rubric: Rubric, grades: Grades
) -> Iterator[Mark]:
    for label, page in raw["evaluations"].items():
        holistic = raw["holistic"].get(label)
        rationales = raw["rationales"].get(label, {})
        by_key = {c.key: c.id for c in rubric.criteria}
        yield Mark(
            author=labels.get(label, ""),
            outcomes=dict(_outcomes(page, raw["outcomes"].get(label, {}), rubric, grades)),
            rationales={by_key[key]: why for key, why in rationales.items()},
            notes=page["notes"] if "notes" not in by_key else "",
            stated_overall=raw["stated_overall"].get(label),
            holistic=None if holistic is None else _holistic(holistic),
            own=label in raw["own"],
        )


def _holistic(raw: object) -> Grade:
    return _IMPRESSION.read(raw, criterion="holistic")


def _outcomes(
    page: Mapping[str, Any], gaps: Mapping[str, str], rubric: Rubric, grades: Grades
) -> Iterator[tuple[CriterionId, Outcome]]:
    for criterion in rubric.criteria:
        if criterion.key in gaps:
            yield criterion.id, _UNGRADED[gaps[criterion.key]]
            continue
        raw = page[criterion.key]
        known = (id(criterion), raw)
        if known not in grades:
            read = Graded(grade=criterion.read(raw))
            if isinstance(criterion.scale, Freeform):
                yield criterion.id, read  # texts are all different
                continue
            grades[known] = read
        yield criterion.id, grades[known]
