"""Who is called to the council, by what it judges, and within which limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from adjudge.council import Directory, Endpoint, Mode, Prices, Safety, Seat, Sitting
from adjudge.errors import UsageInvalid
from adjudge.formats import bundled_prices, read_prices
from adjudge.rubric import Rubric
from adjudge.scoring import Statistic
from adjudge.verdict import Candidates, Item

from .rubric_choice import SAFETY, Choice, Scheme, choose_rubrics

SafetyBy: TypeAlias = Literal["rules", "council", "off"]

QUALITY: Final = "quality"
"""The rubric of ADR-016: what a council judges by unless it is told otherwise."""


@dataclass(frozen=True, kw_only=True)
class Invitation:
    """A council as a user names it: plain values, nothing looked up yet."""

    reviewers: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    chair: str = ""
    base_url: str = ""
    endpoints: tuple[str, ...] = ()
    rubrics: tuple[str | Rubric, ...] = (QUALITY,)
    rubric_field: str = ""
    scheme: Scheme = field(default_factory=Scheme)
    safety_by: SafetyBy | None = None
    """None: by rules, where the rubric or the environment wants a check."""
    mode: Mode = "together"
    rounds: int = 1
    seed: int = 0
    also_holistic: bool = False
    shuffle_criteria: bool = False
    allow_family: bool = False
    allow_own: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """What is sent with each call: `temperature`, `max_tokens`."""
    by: Statistic = "mean"
    in_flight: int = 16
    max_cost: float | None = None
    max_calls: int | None = None
    timeout: float | None = None
    """Seconds of silence after which a call is given up; None: five minutes."""
    patience: float | None = None
    """Seconds that one call may take with all its retries; None: fifteen minutes."""
    prices: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Council:
    """A council that can sit: every seat, rubric and price is known."""

    reviewers: tuple[Seat, ...]
    models: tuple[Seat, ...] = ()
    chair: Seat | None = None
    choice: Choice
    checks: tuple[Rubric, ...] = ()
    """The rubrics that gates look at: answers are checked by them first."""
    safety_by: SafetyBy = "rules"
    invitation: Invitation
    prices: Prices

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who may be asked, once each."""
        every = (*self.models, *self.reviewers, *((self.chair,) if self.chair else ()))
        return tuple({seat.name: seat for seat in every}.values())

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every place that may be asked."""
        return tuple(
            {seat.endpoint.base_url: seat.endpoint for seat in self.seats}.values()
        )

    def sitting(self, item: Candidates | Item) -> Sitting:
        """How the council sits over *item*."""
        return self._sittings[self.choice.of(item).version]

    def sitting_by(self, rubric: Rubric) -> Sitting:
        """How the council sits by *rubric*."""
        call = self.invitation
        return Sitting(
            rubric=rubric,
            mode=call.mode,
            also_holistic=call.also_holistic,
            rounds=call.rounds,
            shuffle_criteria=call.shuffle_criteria,
            seed=call.seed,
            allow_family=call.allow_family,
            allow_own=call.allow_own,
            families={seat.name: seat.family for seat in self.models},
        )

    @cached_property
    def _sittings(self) -> Mapping[str, Sitting]:
        return {rubric.version: self.sitting_by(rubric) for rubric in self.choice.rubrics}

    @cached_property
    def safety(self) -> Safety | None:
        """Who of the council checks answers; None: rules do, or nobody."""
        if self.safety_by != "council" or not self.checks:
            return None
        sitting = Sitting(rubric=self.checks[0], seed=self.invitation.seed)
        return Safety(sitting=sitting, seats=self.reviewers)


def convoke(invitation: Invitation) -> Council:
    """The council that *invitation* names, or what is wrong with it."""
    _ask_sound(invitation)
    directory = Directory.of(base_url=invitation.base_url, endpoints=invitation.endpoints)
    parameters = invitation.parameters
    models = directory.seats(invitation.models, parameters)
    reviewers = directory.seats(
        invitation.reviewers or invitation.models, parameters, where="--reviewers"
    )
    if not reviewers:
        raise UsageInvalid(
            "nobody reviews", where="--reviewers", hint="name a model: --reviewers a,b,c"
        )
    choice = choose_rubrics(
        invitation.rubrics, _scheme(invitation), by_field=invitation.rubric_field
    )
    checks = () if invitation.safety_by == "off" else tuple(_checks(choice))
    if invitation.safety_by == "council" and len(checks) > 1:
        raise UsageInvalid(
            "gates look at more than one rubric besides",
            where="--safety council",
            hint="let rules check: --safety rules",
        )
    return Council(
        reviewers=reviewers,
        models=models,
        chair=directory.seat(invitation.chair, parameters) if invitation.chair else None,
        choice=choice,
        checks=checks,
        safety_by=invitation.safety_by or "rules",
        invitation=invitation,
        prices=_prices(invitation),
    )


def _scheme(invitation: Invitation) -> Scheme:
    """`--safety off` leaves the check out, `rules` and `council` want one."""
    if invitation.safety_by is None:
        return invitation.scheme
    return replace(invitation.scheme, safety=invitation.safety_by != "off")


def _checks(choice: Choice) -> Iterator[Rubric]:
    """The rubrics that the gates of *choice* look at, besides their own."""
    named = {
        gate.when.rubric: None
        for rubric in choice.rubrics
        for gate in rubric.gates
        if gate.when.rubric not in (None, rubric.id)
    }
    for id_ in named:
        yield from choose_rubrics((str(id_),), Scheme()).rubrics


def _prices(invitation: Invitation) -> Prices:
    if invitation.prices is None:
        return bundled_prices()
    return read_prices(invitation.prices).over(bundled_prices())


def _ask_sound(invitation: Invitation) -> None:
    """Refuse what no council can be."""
    _ask_plain(invitation)
    if invitation.rounds not in (1, 2):
        raise UsageInvalid(
            f"{invitation.rounds} rounds cannot be held", where="--rounds", hint="1 or 2"
        )
    for name, limit in (
        ("--in-flight", invitation.in_flight),
        ("--max-calls", invitation.max_calls),
        ("--max-cost", invitation.max_cost),
        ("--timeout", invitation.timeout),
        ("--patience", invitation.patience),
    ):
        if limit is not None and not limit > 0:
            raise UsageInvalid(
                f"{limit:g} is no limit", where=name, hint="give a number above 0"
            )


def _ask_plain(invitation: Invitation) -> None:
    """Refuse values of another kind than was asked for, as a program may give them."""
    for name, told, known in (
        ("mode", invitation.mode, get_args(Mode)),
        ("by", invitation.by, get_args(Statistic)),
        ("safety_by", invitation.safety_by, (None, *get_args(SafetyBy))),
    ):
        if told not in known:
            words = ", ".join(word for word in known if word)
            raise UsageInvalid(f"{told!r} is not known", where=name, hint=f"known: {words}")
    for name, texts in (
        ("base_url", (invitation.base_url,)),
        ("chair", (invitation.chair,)),
        ("models", invitation.models),
        ("reviewers", invitation.reviewers),
        ("endpoints", invitation.endpoints),
    ):
        if not all(isinstance(text, str) for text in texts):
            raise UsageInvalid(
                f"{texts!r:.60} is not made of texts", where=name, hint='such as ["a", "b"]'
            )
    if type(invitation.seed) is not int:
        raise UsageInvalid(
            f"{invitation.seed!r:.60} is no whole number", where="seed", hint="such as 7"
        )
    for name, value in invitation.parameters.items():
        if isinstance(value, float) and not math.isfinite(value):
            raise UsageInvalid(
                f"{value} is no number", where=name, hint="give one that is finite"
            )


def ask_reviewable(council: Council) -> None:
    """Refuse a council whose models nobody may review, before anything is paid for."""
    call = council.invitation
    for author in council.models:
        others = [seat for seat in council.reviewers if seat.name != author.name]
        strangers = [seat for seat in others if seat.family != author.family]
        if not (others if call.allow_family else strangers):
            raise UsageInvalid(
                f"nobody may review what {author.name} answers: a reviewer does not judge "
                "its own answers or its family's",
                where="--reviewers",
                hint="add a reviewer of another maker"
                + (", or allow it with --allow-family" if others else ""),
            )


__all__ = (
    "QUALITY",
    "SAFETY",
    "Council",
    "Invitation",
    "SafetyBy",
    "ask_reviewable",
    "convoke",
)
