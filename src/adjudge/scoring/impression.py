"""The overall score where a reviewer gave one figure for everything, and no grades."""

from __future__ import annotations

from dataclasses import replace

from adjudge.rubric import Gate, Rubric

from .overall import NOWHERE, Elsewhere, Overall, overall, own_gates_only


def impression(score: float, rubric: Rubric, *, elsewhere: Elsewhere = NOWHERE) -> Overall:
    """What one holistic *score* comes to under *rubric*.

    A gate that looks at a criterion cannot be passed without its grade: under a rubric
    that has such a gate there is no overall score, and a lie cannot escape its ceiling
    by being judged as a whole.
    """
    # What is under another rubric is told all the same: it needs none of the grades.
    foreign = replace(rubric, gates=tuple(g for g in rubric.gates if g not in _own(rubric)))
    made = overall({}, foreign, elsewhere=elsewhere)
    untold = tuple(name for name in made.missing if "/" in name)
    bare = replace(made, base=score, value=None, missing=untold)
    if made.disqualified:
        return bare
    if untold:
        why = f"a gate looks at {', '.join(untold)}, which has no grade"
        return replace(bare, why=why)
    own = _own(rubric)
    if own:
        names = ", ".join(dict.fromkeys(str(gate.when.criterion) for gate in own))
        return replace(
            bare,
            missing=tuple(dict.fromkeys(str(gate.when.criterion) for gate in own)),
            why=f"one score for everything, and a gate looks at {names}",
        )
    return replace(bare, value=bare.gated(score), why="one score for everything")


def _own(rubric: Rubric) -> tuple[Gate, ...]:
    return own_gates_only(rubric).gates
