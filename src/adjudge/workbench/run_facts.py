"""How a run was held, as `run.json` says it: enough to read it, and to hold it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from adjudge import __version__
from adjudge.council import Seat, Spending
from adjudge.formats import RubricFile, document_of
from adjudge.reports import Cost, Missed
from adjudge.rubric import Rubric

from .attendance import Attendance
from .convocation import Council


def facts_of(
    council: Council, command: str, about: Mapping[str, Any], at: datetime | None
) -> dict[str, Any]:
    """What is known of a run of *council* before it begins. No key is among it."""
    call = council.invitation
    return {
        "command": command,
        "at": None if at is None else at.isoformat(),
        "version": __version__,
        **about,
        "models": [_seat(seat) for seat in council.models],
        "reviewers": [_seat(seat) for seat in council.reviewers],
        "chair": _seat(council.chair) if council.chair else None,
        "mode": call.mode,
        "rounds": call.rounds,
        "seed": call.seed,
        "also_holistic": call.also_holistic,
        "shuffle_criteria": call.shuffle_criteria,
        "allow_family": call.allow_family,
        "allow_own": call.allow_own,
        "statistic": call.by,
        "safety": {
            "by": council.safety_by if council.checks else "off",
            "rubrics": [rubric.version for rubric in council.checks],
        },
        "prices_as_of": council.prices.as_of,
        **({"notes": list(council.choice.notes)} if council.choice.notes else {}),
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "model": seat.model,
        "family": seat.family,
        "endpoint": seat.endpoint.name,
        "base_url": seat.endpoint.base_url,
        "parameters": dict(seat.parameters),
    }


def documents_of(rubrics: Iterable[Rubric]) -> dict[str, Any]:
    """*rubrics* written out, by version."""
    return {r.version: document_of(RubricFile(rubric=r)) for r in rubrics}


def spent(attendance: Attendance) -> dict[str, Any]:
    """What *attendance* has booked, as `run.json` keeps it."""
    return {
        "costs": [
            {"stage": stage, "seat": seat, "spending": _plain(spending)}
            for (stage, seat), spending in attendance.account.entries.items()
        ],
        "missed": [asdict(loss) for loss in attendance.losses()],
        "answered_by": attendance.others,
    }


def _plain(spending: Spending) -> dict[str, Any]:
    return {name: getattr(spending, name) for name in Spending.__slots__}


def costs_in(facts: Mapping[str, Any]) -> tuple[Cost, ...]:
    """What the run has cost."""
    return tuple(
        Cost(stage=raw["stage"], seat=raw["seat"], spending=Spending(**raw["spending"]))
        for raw in facts.get("costs", ())
    )


def missed_in(facts: Mapping[str, Any]) -> tuple[Missed, ...]:
    """What nobody answered."""
    return tuple(Missed(**raw) for raw in facts.get("missed", ()))


def others_in(facts: Mapping[str, Any]) -> Iterator[str]:
    """Who was asked, and who has answered, where that is another model."""
    for seat, model in facts.get("answered_by", {}).items():
        yield f"{seat} was asked, and the endpoint says that {model} has answered"
