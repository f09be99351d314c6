"""Which rubric a question is judged by, as the call and the environment have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from adjudge.errors import AdjudgeError, InputInvalid, UsageInvalid, WeightsInvalid
from adjudge.formats import bundled_rubrics, load_rubric
from adjudge.rubric import (
    Cap,
    Condition,
    CriterionId,
    Gate,
    Rubric,
    RubricId,
    diagnose_weights,
    weighable,
)
from adjudge.verdict import Candidates, Item

SAFETY: Final = RubricId("safety")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """What is done to every rubric before anybody judges by it."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """By criterion key; those that are not named keep what the rubric says."""
    weights_from: str = "--weights"
    weights_may_fit: bool = False
    """Whether a rubric that lacks a weighted criterion keeps its own weights, as with those
    of the environment, which are set once for whatever is run."""
    safety: bool | None = None
    """Whether a safety check caps the score; None: as the rubric says."""
    safety_cap: float | None = None
    """What a failed check caps at; None: as the rubric says, else 0."""
    safety_cap_from: str = "--safety-cap"

    def applied(self, rubric: Rubric) -> Rubric:
        """*rubric* as it is judged by."""
        return self._gated(self._weighted(rubric))

    def knows(self, rubric: Rubric) -> bool:
        """Whether *rubric* has every criterion that is weighted."""
        return set(self.weights) <= {c.key for c in weighable(rubric.criteria)}

    def _weighted(self, rubric: Rubric) -> Rubric:
        if not self.weights or not self.knows(rubric):
            return rubric
        shares = rubric.weights()
        whole = {c.key: shares[c.id] for c in weighable(rubric.criteria)}
        wanted = {**whole, **self.weights}
        faults = diagnose_weights(wanted, rubric.criteria)
        if faults:
            raise WeightsInvalid(
                "; ".join(fault.what for fault in faults),
                where=f"{self.weights_from}, rubric {rubric.id}",
                hint=faults[0].hint,
            )
        return rubric.reweighted(wanted)

    def _gated(self, rubric: Rubric) -> Rubric:
        if self.safety is False:
            return replace(rubric, gates=tuple(g for g in rubric.gates if not _checks(g)))
        if rubric.bounds is None:  # nothing could be capped
            return rubric
        gates = tuple(self._capped(gate) for gate in rubric.gates)
        if self.safety and not any(_checks(gate) for gate in gates):
            gates = (*gates, _gate(0.0 if self.safety_cap is None else self.safety_cap))
        if any(_checks(gate) for gate in gates):
            self._ask_in_range(rubric)
        return replace(rubric, gates=gates)

    def _ask_in_range(self, rubric: Rubric) -> None:
        """Refuse a cap that the overall score of *rubric* cannot be; 0 always serves."""
        at, bounds = self.safety_cap, rubric.bounds
        if at is None or at == 0 or bounds is None or bounds[0] <= at <= bounds[1]:
            return
        raise UsageInvalid(
            f"{at:g} is outside the overall score of {rubric.id}, which runs from "
            f"{bounds[0]:g} to {bounds[1]:g}",
            where=self.safety_cap_from,
            hint="name a score between the two, or 0",
        )

    def _capped(self, gate: Gate) -> Gate:
        if self.safety_cap is None or not isinstance(gate, Cap) or not _checks(gate):
            return gate
        return replace(gate, at=self.safety_cap)


def _checks(gate: Gate) -> bool:
    return gate.when.rubric == SAFETY


def _gate(cap: float) -> Cap:
    when = Condition(
        criterion=CriterionId(SAFETY), comparison="is", value="fail", rubric=SAFETY
    )
    return Cap(at=cap, when=when)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The rubrics of a run, and how a question names its own."""

    rubrics: tuple[Rubric, ...]
    """The first is for questions that name none."""
    by_field: str = ""
    """The field of an item that names its rubric; blank: all have the first."""
    unfit: Mapping[RubricId, AdjudgeError] = field(default_factory=dict)
    """Rubrics that items may name and that the wanted weights or cap do not fit."""
    notes: tuple[str, ...] = ()
    """What was wanted and not done."""

    def of(self, item: Candidates | Item) -> Rubric:
        """The rubric of *item*, or `InputInvalid` where it names one that is not there."""
        named = item.fields.get(self.by_field) if self.by_field else None
        if named is None:
            return self.rubrics[0]
        for rubric in self.rubrics:
            if rubric.id == named:
                if rubric.id in self.unfit:
                    raise self.unfit[rubric.id]
                return rubric
        known = ", ".join(rubric.id for rubric in self.rubrics)
        raise InputInvalid(
            f"{self.by_field} names a rubric that is not there: {str(named)[:60]!r}",
            where=f"item {item.id}",
            hint=f"known: {known}; others are added with --rubric",
        )


def choose_rubrics(
    names: Sequence[str | Rubric], scheme: Scheme, *, by_field: str = ""
) -> Choice:
    """The rubrics under *names*, with *scheme* applied.

    With *by_field* every built-in rubric can be named by an item as well: a field of an
    item never opens a file.
    """
    loaded = [_load(name) for name in names]
    known = {rubric.id for rubric in loaded}
    if by_field:
        built_in = (load_rubric(name, examples=False).rubric for name in bundled_rubrics())
        loaded += [rubric for rubric in built_in if rubric.id not in known]
    twice = next((r.id for r in loaded if [o.id for o in loaded].count(r.id) > 1), None)
    if twice is not None:
        raise UsageInvalid(
            f"two of the rubrics are called {twice!r}", where="--rubric", hint="rename one"
        )
    if scheme.weights and not any(map(scheme.knows, loaded)):
        _ask_known_weights(scheme, loaded[0])
    made: list[Rubric] = []
    unfit: dict[RubricId, AdjudgeError] = {}
    for rubric in loaded:
        try:
            made.append(scheme.applied(rubric))
        except (WeightsInvalid, UsageInvalid) as fault:
            if rubric.id in known:
                raise
            # Nobody has named it yet: it is refused once an item does.
            unfit[rubric.id] = fault
            made.append(replace(scheme, weights={}, safety_cap=None).applied(rubric))
    notes = tuple(_unweighted(scheme, loaded[: len(names)]))
    return Choice(rubrics=tuple(made), by_field=by_field, unfit=unfit, notes=notes)


def _unweighted(scheme: Scheme, rubrics: Sequence[Rubric]) -> Iterator[str]:
    for rubric in rubrics:
        known = {c.key for c in weighable(rubric.criteria)}
        lacking = ", ".join(key for key in scheme.weights if key not in known)
        if lacking:
            yield (
                f"{scheme.weights_from}: {rubric.id} has no {lacking}: "
                "it keeps its own weights"
            )


def _ask_known_weights(scheme: Scheme, rubric: Rubric) -> None:
    """Refuse weights that fit no rubric; those of the environment may fit another one."""
    if scheme.weights_may_fit:
        built_in = (load_rubric(n, examples=False).rubric for n in bundled_rubrics())
        if any(map(scheme.knows, built_in)):
            return
    raise _no_such_weight(scheme, rubric)


def _load(name: str | Rubric) -> Rubric:
    if isinstance(name, Rubric):
        return name
    return load_rubric(name, examples=False).rubric


def _no_such_weight(scheme: Scheme, rubric: Rubric) -> WeightsInvalid:
    known = [c.key for c in weighable(rubric.criteria)]
    unknown = [key for key in scheme.weights if key not in known]
    return WeightsInvalid(
        f"there is no criterion {unknown[0]!r} that can carry a weight",
        where=f"{scheme.weights_from}, rubric {rubric.id}",
        hint=f"known: {', '.join(known) or 'none'}",
    )
