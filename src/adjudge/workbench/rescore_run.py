"""Score a stored run anew: other weights, another rubric, without a reviewer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from adjudge.council import Review
from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.formats import Record, RubricFile, RunFolder, document_of
from adjudge.reports import CouncilResult
from adjudge.rubric import Criterion, Rubric, RubricId
from adjudge.scoring import Statistic, own_gates_only

from .check_answers import check_by_rules
from .keep_run import finish_run, keep_each, scored_by
from .rubric_choice import Scheme, choose_rubrics
from .run_facts import costs_in, missed_in
from .score_run import Scoring, score_run


@dataclass(frozen=True, slots=True, kw_only=True)
class Anew:
    """How a run is to be scored this time."""

    rubric: str | Rubric | None = None
    """None: by the one that it was scored by."""
    scheme: Scheme = field(default_factory=Scheme)
    without: tuple[str, ...] = ()
    """Reviewers that are left out."""
    by: Statistic | None = None


def rescore(
    folder: RunFolder,
    anew: Anew,
    *,
    out: RunFolder | None = None,
    at: datetime | None = None,
) -> CouncilResult:
    """The result of the run in *folder*, scored *anew*; no model is asked.

    With *out* it is written there, as a run of its own.
    """
    if out is not None and out.path.resolve() == folder.path.resolve():
        raise UsageInvalid(
            "a run is not scored over itself: what was said of it before would be lost",
            where=f"-o {out.path}",
            hint="name another folder, or leave -o out to see what it comes to",
        )
    facts = folder.facts()
    _ask_known(anew.without, facts)
    asked = folder.rubrics()
    before = scored_by(facts)
    chosen = {
        v: _chosen(before.get(v, rubric), rubric, anew) for v, rubric in asked.items()
    }
    kept: dict[str, Any] = {
        **facts,
        "statistic": anew.by or facts["statistic"],
        "reviewers": [r for r in facts["reviewers"] if r["name"] not in anew.without],
        "without": [*facts.get("without", ()), *anew.without],
        "scored_by": {v: document_of(RubricFile(rubric=r)) for v, r in chosen.items()},
    }

    def records() -> Iterator[Record]:
        for record in folder.records():
            rubric = chosen[record.rubric.version]
            yield _checked(_without(record, anew.without), rubric)

    if out is not None:
        out.claim(f"rescored from {folder.path.resolve()}")
        keep_each(records(), out, at)
        return finish_run(out, kept, asked.values())
    scoring = Scoring(
        rubric_of=lambda record: chosen[record.rubric.version],
        seed=facts["seed"],
        by=kept["statistic"],
    )
    result = score_run(records, scoring, facts={**kept, "rubrics": facts["rubrics"]})
    return replace(result, costs=costs_in(facts), missed=missed_in(facts))


def _ask_known(without: tuple[str, ...], facts: Mapping[str, Any]) -> None:
    known = [reviewer["name"] for reviewer in facts["reviewers"]]
    for name in without:
        if name not in known:
            raise UsageInvalid(
                f"{name!r} is no reviewer of this run",
                where="--without",
                hint=f"known: {', '.join(known)}",
            )
    if set(known) <= set(without):
        raise UsageInvalid("nobody is left", where="--without", hint="keep a reviewer")


def _chosen(before: Rubric, asked: Rubric, anew: Anew) -> Rubric:
    """The rubric to score by, which has no question that nobody was asked."""
    source = before if anew.rubric is None else anew.rubric
    rubric = choose_rubrics((source,), anew.scheme).rubrics[0]
    for criterion in _needed(rubric):
        known = asked.criterion(criterion.id)
        if known is None or known.scale != criterion.scale:
            what = "was never asked" if known is None else "was asked on another scale"
            raise InputInvalid(
                f"criterion {criterion.id!r} {what} in this run",
                where=f"rubric {rubric.id}",
                hint="a run can be scored by any rubric over the criteria that it has: "
                + ", ".join(str(c.id) for c in asked.criteria),
            )
    return rubric


def _needed(rubric: Rubric) -> Iterator[Criterion]:
    """The criteria that a score hangs on: by their weight, or by a gate."""
    weights = rubric.weights()
    gating = {gate.when.criterion for gate in own_gates_only(rubric).gates}
    for criterion in rubric.criteria:
        if weights.get(criterion.id, 0) > 0 or criterion.id in gating:
            yield criterion


def _without(record: Record, without: tuple[str, ...]) -> Record:
    if not without:
        return record

    def kept(review: Review) -> bool:
        return review.seat not in without

    return replace(record, reviews=tuple(filter(kept, record.reviews)))


def _checked(record: Record, rubric: Rubric) -> Record:
    """*record* with what rules find under the rubrics that *rubric* looks at besides."""
    had = {RubricId(check.rubric.partition("@")[0]) for check in record.checks}
    wanted = {
        gate.when.rubric
        for gate in rubric.gates
        if gate.when.rubric not in (None, rubric.id, *had)
    }
    rubrics = tuple(
        found
        for id_ in sorted(str(name) for name in wanted)
        for found in choose_rubrics((id_,), Scheme()).rubrics
        if any(criterion.rule is not None for criterion in found.criteria)
    )
    if not rubrics:
        return record
    checks = check_by_rules(rubrics, record.candidates)
    return replace(record, checks=(*record.checks, *checks))
