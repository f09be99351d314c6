"""From the grades of one answer to its overall score: weights first, then gates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from adjudge.rubric import (
    Cap,
    Criterion,
    CriterionId,
    Disqualify,
    Floor,
    Gate,
    Rubric,
    RubricId,
    Scale,
    Score,
    bounds_of,
    weighable,
)
from adjudge.verdict import Graded, Outcome

from .condition import closes, in_words, name_of

Elsewhere: TypeAlias = Mapping[tuple[RubricId, CriterionId], Outcome]
"""What was found under other rubrics about the same answer."""

NOWHERE: Final[Elsewhere] = MappingProxyType({})

DIGITS: Final = 9
"""Digits kept after the point: 8.15 is 8.15, and not 8.149999999999999."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overall:
    """What one reviewer's grades of one answer add up to."""

    value: float | None = None
    """The score after the gates; None: there is none, and `why` says so."""
    base: float | None = None
    """The weighted mean before the gates."""
    closed: tuple[Gate, ...] = ()
    """The gates that closed, in the rubric's order."""
    missing: tuple[str, ...] = ()
    """What has no grade and was needed: `accuracy`, or `safety/safety` elsewhere."""
    renormalised: bool = False
    """Whether the weights of what is missing were shared by the others."""
    held_back: bool = False
    """Whether a gate closed on another rubric's verdict, as a failed safety check does."""
    bounds: tuple[float, float] | None = None
    """Where the rubric's overall score runs."""
    rounding: float = 0.0
    """Standard deviation of the score by the rounding of grades to points of the scale."""
    why: str = ""
    """What the gates did, or why there is no score."""

    @property
    def disqualified(self) -> bool:
        """Whether a gate leaves no score and no rank."""
        return any(isinstance(gate, Disqualify) for gate in self.closed)

    @property
    def ceiling(self) -> float | None:
        """What the score cannot pass; None: nothing caps it."""
        return min((g.at for g in self.closed if isinstance(g, Cap)), default=None)

    @property
    def floor(self) -> float | None:
        """What the score is lifted to, where no cap is lower."""
        return max((g.at for g in self.closed if isinstance(g, Floor)), default=None)

    def gated(self, base: float) -> float:
        """What the gates that closed leave of *base*: a cap wins over a floor."""
        floor, ceiling = self.floor, self.ceiling
        lifted = base if floor is None else max(base, floor)
        return lifted if ceiling is None else min(lifted, ceiling)


def overall(
    outcomes: Mapping[CriterionId, Outcome],
    rubric: Rubric,
    *,
    elsewhere: Elsewhere = NOWHERE,
) -> Overall:
    """The overall score of *outcomes* under *rubric*.

    Disqualification wins over caps, caps win over floors. A grade that is not on its
    scale raises `OffScale`: it was given under another rubric.
    """
    found = _read(outcomes, rubric)
    base, lacking = _base(found, rubric)
    renormalised = bool(lacking) and base is not None
    closed, untold = _gates(found, rubric, elsewhere)
    bound = [name for name in untold if name not in lacking]
    made = Overall(
        base=base,
        closed=closed,
        missing=(*lacking, *bound),
        renormalised=renormalised,
        held_back=any(foreign(gate, rubric) for gate in closed),
        bounds=rubric.bounds,
    )
    why = _why_not(made, untold, rubric)
    if why or base is None:
        return replace(made, why=why)
    value = made.gated(base)
    # Where a gate set the score, it is exact.
    rounding = rounding_of(rubric) if value == base else 0.0
    return replace(made, value=value, rounding=rounding, why=_why(made, base, rubric))


def own_gates_only(rubric: Rubric) -> Rubric:
    """*rubric* without the gates that need another rubric's verdict: no safety check."""
    gates = tuple(gate for gate in rubric.gates if not foreign(gate, rubric))
    return replace(rubric, gates=gates)


def foreign(gate: Gate, rubric: Rubric) -> bool:
    """Whether *gate* looks at a verdict under another rubric."""
    return gate.when.rubric not in (None, rubric.id)


def _read(
    outcomes: Mapping[CriterionId, Outcome], rubric: Rubric
) -> dict[CriterionId, Outcome]:
    """The outcomes of *rubric*'s criteria, the grades read once more by their scales."""
    return {c.id: _sound(c, outcomes[c.id]) for c in rubric.criteria if c.id in outcomes}


def _sound(criterion: Criterion, outcome: Outcome) -> Outcome:
    if not isinstance(outcome, Graded):
        return outcome
    grade = outcome.grade
    raw = grade.label if grade.value is None else grade.value
    read = criterion.read(raw)
    return outcome if read == grade else Graded(grade=read)


def _base(
    found: Mapping[CriterionId, Outcome], rubric: Rubric
) -> tuple[float | None, tuple[str, ...]]:
    """The weighted mean over the rubric's range, and the criteria that it lacks."""
    bounds = rubric.bounds
    weights = {id_: share for id_, share in rubric.weights().items() if share > 0}
    values: dict[CriterionId, float] = {}
    for criterion in rubric.criteria:
        outcome = found.get(criterion.id)
        own = bounds_of(criterion.scale)
        if criterion.id not in weights or own is None or bounds is None:
            continue
        if isinstance(outcome, Graded) and outcome.grade.value is not None:
            values[criterion.id] = stretch(outcome.grade.value, own, bounds)
    lacking = tuple(str(id_) for id_ in weights if id_ not in values)
    if not values or (lacking and rubric.missing == "refuse"):
        return None, lacking
    return mean((weights[id_], value) for id_, value in values.items()), lacking


def stretch(value: float, own: tuple[float, float], onto: tuple[float, float]) -> float:
    """*value* of a scale that runs over *own*, on one that runs over *onto*."""
    if own == onto:
        return value
    share = (value - own[0]) / (own[1] - own[0])
    return onto[0] + share * (onto[1] - onto[0])


def mean(weighed: Iterable[tuple[float, float]]) -> float:
    """The mean of (weight, value); the same to the last bit in any order."""
    pairs = list(weighed)
    total = math.fsum(weight for weight, _ in pairs)
    return round(math.fsum(weight * value for weight, value in pairs) / total, DIGITS)


def rounding_of(rubric: Rubric) -> float:
    """What whole points leave open: each grade is as good as any within half a step."""
    low, high = rubric.bounds or (0.0, 0.0)
    weights = rubric.weights()
    square = 0.0
    for criterion in weighable(rubric.criteria):
        own = bounds_of(criterion.scale)
        if own is not None:
            step = _step(criterion.scale) * (high - low) / (own[1] - own[0])
            square += (weights[criterion.id] * step) ** 2 / 12
    return math.sqrt(square)


def _step(scale: Scale) -> float:
    return (scale.step or 0.0) if isinstance(scale, Score) else 1.0


def _gates(
    found: Mapping[CriterionId, Outcome], rubric: Rubric, elsewhere: Elsewhere
) -> tuple[tuple[Gate, ...], tuple[str, ...]]:
    """The gates that close, and the names of what could not be told."""
    closed: list[Gate] = []
    untold: dict[str, None] = {}
    for gate in rubric.gates:
        when = gate.when
        own = not foreign(gate, rubric)
        outcome = (
            found.get(when.criterion)
            if own or when.rubric is None
            else elsewhere.get((when.rubric, when.criterion))
        )
        shuts = closes(when, outcome)
        if shuts is None:
            untold[str(when.criterion) if own else name_of(when)] = None
        elif shuts:
            closed.append(gate)
    return tuple(closed), tuple(untold)


def _why_not(made: Overall, untold: tuple[str, ...], rubric: Rubric) -> str:
    """Why there is no score; blank where there is one."""
    if made.disqualified:
        clauses = [in_words(g.when) for g in made.closed if isinstance(g, Disqualify)]
        return f"disqualified: {'; '.join(clauses)}"
    if untold:
        return f"a gate looks at {', '.join(untold)}, which has no grade"
    if rubric.bounds is None:
        return "no criterion has numbers"
    if made.base is None:
        return f"no grade for {', '.join(made.missing)}"
    return ""


def _why(made: Overall, base: float, rubric: Rubric) -> str:
    """What set the score, where it was not the grades alone.

    Gates that do not bind are no reason for anything but a place below all that passed.
    """
    told = [
        f"at {'most' if isinstance(gate, Cap) else 'least'} {gate.at:g}: "
        f"{in_words(gate.when)}"
        for gate in _binding(made, base)
    ]
    if made.held_back and not told:
        held = [in_words(g.when) for g in made.closed if foreign(g, rubric)]
        told.append(f"below all that passed: {'; '.join(held)}")
    if made.renormalised:
        told.append(f"the other criteria share the weight of {', '.join(made.missing)}")
    return "; ".join(told)


def words_of_gates(rubric: Rubric, at: float, *, lifted: bool) -> str:
    """The gates of *rubric* that can have set a score to *at*, in words."""
    kind = Floor if lifted else Cap
    gates = [g for g in rubric.gates if isinstance(g, kind) and g.at == at]
    told = " or ".join(dict.fromkeys(in_words(gate.when) for gate in gates))
    return f"at {'least' if lifted else 'most'} {at:g}" + (f": {told}" if told else "")


def _binding(made: Overall, base: float) -> list[Cap | Floor]:
    """The gates that set the score: the lowest cap, or the highest floor."""
    floor, ceiling = made.floor, made.ceiling
    lifted = base if floor is None else max(base, floor)
    if ceiling is not None and ceiling < lifted:
        return [g for g in made.closed if isinstance(g, Cap) and g.at == ceiling]
    if floor is not None and floor > base:
        return [g for g in made.closed if isinstance(g, Floor) and g.at == floor]
    return []
