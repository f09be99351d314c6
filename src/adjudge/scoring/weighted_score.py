"""The overall score of raw values, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from numbers import Real

from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.rubric import Criterion, CriterionId, Grade, Rubric, RubricId
from adjudge.verdict import Graded, Outcome

from .overall import overall


def weighted_score(
    scores: Mapping[str, object],
    rubric: Rubric,
    *,
    elsewhere: Mapping[tuple[str, str], object] | None = None,
    gates: bool = True,
) -> float:
    """The gated score of raw *scores*, by key or id of the criteria of *rubric*.

    *elsewhere* is what was found under other rubrics that a gate looks at,
    `{("safety", "safety"): "pass"}`. Without *gates* it is the plain weighted mean.
    `InputInvalid` names what is missing or unknown, `OffScale` what is no answer.
    """
    _ask_rubric(rubric)
    outcomes = _outcomes(scores, rubric)
    if not gates:
        rubric = replace(rubric, gates=())
    found = {
        (RubricId(name), CriterionId(criterion)): _as_outcome(raw, f"{name}/{criterion}")
        for (name, criterion), raw in (elsewhere or {}).items()
    }
    made = overall(outcomes, rubric, elsewhere=found)
    if made.value is not None:
        return made.value
    hint = "use overall() to have this as a value"
    if made.missing and not made.disqualified:
        hint = f"give a score for {', '.join(made.missing)}"
        if any("/" in name for name in made.missing):
            hint += " (another rubric's verdict goes into `elsewhere`)"
    raise InputInvalid(made.why, where=f"rubric {rubric.id}", hint=hint)


def _ask_rubric(rubric: object) -> None:
    """Refuse a rubric's name: to read its file is not for a formula to do."""
    if not isinstance(rubric, Rubric):
        name = rubric if isinstance(rubric, str) else "quality"
        raise UsageInvalid(
            f"{rubric!r} is no rubric"[:200],
            where="rubric",
            hint=f"from adjudge.formats import load_rubric; load_rubric({name!r}).rubric",
        )


def _outcomes(scores: Mapping[str, object], rubric: Rubric) -> dict[CriterionId, Outcome]:
    outcomes: dict[CriterionId, Outcome] = {}
    for name, raw in scores.items():
        criterion = _named(name, rubric)
        if criterion.id in outcomes:
            raise InputInvalid(
                f"criterion {criterion.key!r} is given twice, by key and by id",
                where=f"rubric {rubric.id}",
                hint="keep one",
            )
        if raw is not None:
            outcomes[criterion.id] = Graded(grade=criterion.read(raw))
    return outcomes


def _named(name: str, rubric: Rubric) -> Criterion:
    by_id = rubric.criterion(name)
    found = by_id or next((c for c in rubric.criteria if c.key == name), None)
    if found is not None:
        return found
    known = [c.key for c in rubric.criteria]
    near = get_close_matches(str(name), known, n=1)
    raise InputInvalid(
        f"there is no criterion {name!r}",
        where=f"rubric {rubric.id}",
        hint=f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}",
    )


def _as_outcome(raw: object, name: str) -> Outcome:
    """*raw* as far as it can be read without its scale: a label, or a number."""
    if isinstance(raw, Outcome):
        return raw
    if isinstance(raw, Grade):
        return Graded(grade=raw)
    if isinstance(raw, str) and raw.strip():
        return Graded(grade=Grade(raw.strip(), None))
    if isinstance(raw, Real) and not isinstance(raw, bool):
        return Graded(grade=Grade("", float(raw)))
    raise InputInvalid(
        f"{raw!r} is no answer to {name}",
        where="elsewhere",
        hint="give its label, such as 'pass', or its number",
    )
