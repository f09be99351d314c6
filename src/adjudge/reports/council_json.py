"""A council's result in its documented shape, `docs/reference/council.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import orjson

from adjudge.council import Review, Spending, Written, verdicts_of
from adjudge.formats import review_as_json
from adjudge.rubric import CriterionId, Rubric
from adjudge.scoring import Disagreement, Place, Ranking, Standing, Uncertainty
from adjudge.verdict import Verdict, to_row

from .council_result import (
    WITHOUT,
    Cost,
    CouncilResult,
    Coverage,
    Missed,
    Question,
    Reviewer,
    SafetyGate,
)

SHAPE: Final = 1

_ELSEWHERE: Final = ("adjudge", "kind", "rubrics", "scored_by", "costs", "missed")
"""Parts of `run.json` that the result has in a shape of its own, or does not need."""


def result_as_json(result: CouncilResult) -> dict[str, Any]:
    """All of *result*; for very many questions write `result_lines` instead."""
    questions = [question_as_json(question) for question in result.questions]
    return head_as_json(result) | {"questions": questions}


def result_lines(result: CouncilResult) -> Iterator[bytes]:
    """The same JSON piece by piece, one question in memory at a time."""
    head = orjson.dumps(head_as_json(result), option=orjson.OPT_INDENT_2)
    yield head.rstrip().removesuffix(b"}").rstrip() + b',\n  "questions": ['
    first = True
    for question in result.questions:
        yield (b"\n" if first else b",\n") + orjson.dumps(question_as_json(question))
        first = False
    yield b"]\n}\n" if first else b"\n  ]\n}\n"


def head_as_json(result: CouncilResult) -> dict[str, Any]:
    """Everything but the questions."""
    stated = {place.author: place for place in result.stated.over_all}
    return {
        "adjudge": SHAPE,
        "kind": "council-result",
        "run": {k: v for k, v in result.facts.items() if k not in _ELSEWHERE},
        "rubrics": [rubric.version for rubric in result.rubrics],
        "count": result.count,
        "statistic": result.ranking.by,
        "ranking": _ranking(
            result.ranking, result.uncertainty, stated, result.means, result.rubrics
        ),
        "uncertainty": _uncertainty(result.uncertainty),
        "stated": _disagreement(result.disagreement),
        "consensus": asdict(result.consensus),
        "effective_reviewers": asdict(result.independence),
        "coverage": coverage_as_json(result.coverage),
        "reviewers": [_reviewer(reviewer) for reviewer in result.reviewers],
        "severity": {
            "points": dict(result.leniency.points),
            "why": result.leniency.why,
        },
        "split_count": result.split_count,
        "splits": [asdict(split) for split in result.splits],
        "camps": [asdict(camps) for camps in result.camps],
        "mismatches": result.mismatches,
        "safety_gate": safety_as_json(result.safety),
        "cost": costs_as_json(result.costs),
        "missed": missed_as_json(result.missed),
        "notes": list(result.notes),
    }


def question_as_json(question: Question) -> dict[str, Any]:
    """One question with its reviews in the shape of ADR-016, and the ledger's verdicts."""
    record = question.record
    stated = {place.author: place for place in question.stated}
    scores = _scores(question)
    return {
        "id": record.candidates.id,
        "question": record.candidates.question,
        "rubric": question.rubric.version,
        "responses": dict(record.candidates.responses),
        "ranking": _ranking(
            question.ranking,
            question.uncertainty,
            stated,
            question.means,
            (question.rubric,),
        ),
        "uncertainty": (
            None if question.uncertainty is None else _uncertainty(question.uncertainty)
        ),
        "stated": _disagreement(question.disagreement),
        "consensus": asdict(question.consensus),
        "coverage": coverage_as_json(question.coverage),
        "splits": [asdict(split) for split in question.splits],
        "mismatches": [
            {"reviewer": reviewer, "author": author, **asdict(found), "why": found.why}
            for reviewer, author, found in question.mismatches
        ],
        "safety_gate": safety_as_json(question.safety),
        "not_answered": [
            {"model": w.seat, "status": w.status, "reason": w.reason}
            for w in record.written
            if w.status != "answered"
        ],
        "cut": [w.seat for w in record.written if w.cut and w.status == "answered"],
        "synthesis": _written(record.synthesis),
        "reviews": [
            _review(review, question, scores.get(review.seat, {}))
            for review in record.reviews
        ],
        "verdicts": [verdict_as_json(verdict) for verdict in verdicts_in(question)],
    }


def _review(
    review: Review, question: Question, overall: Mapping[str, float | None]
) -> dict[str, Any]:
    """*review*, with the status by which it counts in the coverage."""
    rubric = question.record.rubric
    if not review.final:
        return review_as_json(review, rubric, {}) | {"renormalised": {}}
    ending = question.ending_of(review)
    told = review_as_json(review, rubric, overall)
    shared = {
        sheet.author: list(sheet.overall.missing)
        for sheet in question.sheets
        if sheet.overall.renormalised and sheet.reviewer == review.seat
    }
    told["renormalised"] = {
        label: shared[author] for label, author in review.labels.items() if author in shared
    }
    if ending == review.status:
        return told
    whys = (s.overall.why for s in question.sheets if s.reviewer == review.seat)
    reason = next(filter(None, (review.reason, *whys)), "")
    reason = f"{WITHOUT}: {reason}" if reason else WITHOUT
    return told | {"status": ending, "reason": reason}


def verdicts_in(question: Question) -> Iterator[Verdict]:
    """The ledger's verdicts of one question: those of the reviews, then the checks."""
    for review in question.record.reviews:
        yield from verdicts_of(review, question.record.rubric.version)
    yield from question.record.checks


def verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    """*verdict* as a line of the ledger."""
    row = to_row(verdict)
    return {**row, "at": None if row["at"] is None else row["at"].isoformat()}


def _scores(question: Question) -> dict[str, dict[str, float | None]]:
    scores: dict[str, dict[str, float | None]] = {}
    for sheet in question.sheets:
        scores.setdefault(sheet.reviewer, {})[sheet.author] = sheet.overall.value
    return scores


def _ranking(
    ranking: Ranking,
    uncertainty: Uncertainty | None,
    stated: Mapping[str, Place],
    means: Mapping[str, Mapping[CriterionId, float]],
    rubrics: Sequence[Rubric],
) -> list[dict[str, Any]]:
    spreads = {s.author: s for s in uncertainty.spreads} if uncertainty else {}
    keys = {c.id: c.key for rubric in rubrics for c in rubric.criteria}
    lines = []
    for standing in ranking.standings:
        spread, place = spreads.get(standing.author), stated.get(standing.author)
        lines.append(
            _standing(standing)
            | {
                "low": spread.low if spread else None,
                "high": spread.high if spread else None,
                "best_rank": spread.best if spread else None,
                "worst_rank": spread.worst if spread else None,
                "first": spread.first if spread else None,
                "stated_rank": place.rank if place else None,
                "stated_points": place.points if place else None,
                "criteria": {
                    keys.get(id_, str(id_)): mean
                    for id_, mean in means.get(standing.author, {}).items()
                },
            }
        )
    return lines


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "author": standing.author,
        "rank": standing.rank,
        "score": standing.score,
        "figures": dict(standing.figures),
        "reviews": standing.reviews,
        "of": standing.of,
        "questions": standing.questions,
        "ceiling": standing.ceiling,
        "held_back": standing.held_back,
        "disqualified": standing.disqualified,
        "why": standing.why,
    }


def _uncertainty(found: Uncertainty) -> dict[str, Any]:
    return {
        "level": found.drawing.level,
        "over": found.over,
        "reviewers": found.reviewers,
        "questions": found.questions,
        "method": found.method,
        "why": found.why,
        "pairs": [asdict(pair) for pair in found.pairs],
        "cannot_be_told_apart": [
            [pair.one, pair.other] for pair in found.pairs if not pair.apart
        ],
    }


def _disagreement(found: Disagreement) -> dict[str, Any]:
    return {
        "agrees": not found,
        "other_winner": found.winner,
        "tau": found.tau,
        "authors": found.authors,
        "moves": [asdict(move) for move in found.moves],
        "turned": [list(pair) for pair in found.turned],
    }


def coverage_as_json(coverage: Coverage) -> dict[str, Any]:
    """Reviews there should be, and how they ended."""
    return asdict(coverage) | {"share": coverage.share}


def _reviewer(reviewer: Reviewer) -> dict[str, Any]:
    return {
        "reviewer": reviewer.name,
        "coverage": coverage_as_json(reviewer.coverage),
        "severity": reviewer.leniency,
        "why": reviewer.why,
    }


def safety_as_json(gate: SafetyGate) -> dict[str, Any]:
    """The check before scoring, under the names of ADR-016."""
    return {
        "enabled": gate.enabled,
        "by": gate.by or None,
        "score_cap": gate.cap,
        "checked": gate.checked,
        "not_checked": gate.unknown,
        "failed_models": list(gate.failed_models),
        "failed": [asdict(one) for one in gate.failed],
        "why": gate.why or None,
    }


def costs_as_json(costs: Sequence[Cost]) -> dict[str, Any]:
    """What was spent, line by line and in sum. A cost that is unknown is null."""
    total = Spending()
    for cost in costs:
        total.merge(cost.spending)
    return {
        "lines": [
            {"stage": c.stage, "seat": c.seat, **spending_as_json(c.spending)}
            for c in costs
        ],
        "total": spending_as_json(total),
    }


def missed_as_json(missed: Sequence[Missed]) -> list[dict[str, Any]]:
    """What nobody answered."""
    return [asdict(one) for one in missed]


def spending_as_json(spending: Spending) -> dict[str, Any]:
    """*spending*; where some of the cost is unknown, what is known is a lower bound."""
    known = None if spending.unpriced else spending.cost
    return {
        "calls": spending.calls,
        "cached": spending.cached,
        "lost": spending.lost,
        "prompt_tokens": spending.prompt,
        "completion_tokens": spending.completion,
        "uncounted": spending.uncounted,
        "cost": known,
        "known_cost": spending.cost,
        "unpriced": spending.unpriced,
        "seconds": round(spending.seconds, 3),
    }


def _written(written: Written | None) -> dict[str, Any] | None:
    if written is None:
        return None
    return {
        "chair": written.seat,
        "status": written.status,
        "text": written.text,
        "reason": written.reason,
        "cut": written.cut,
    }
