"""Which column is which, by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.errors import InputInvalid

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "item": (
        "item",
        "item_id itemid unit unit_id",
        (
            "example example_id doc doc_id document document_id sample sample_id instance "
            "instance_id case case_id record record_id conversation conversation_id "
            "subject subject_id text_id story_id summary_id response_id answer_id query_id "
            "prompt_id trace_id task_id"
        ),
        (
            "id question_id qid uid uuid key task nr no number nummer numero número "
            "numéro ticket ticket_id ticket_no antwort_nr antwort_id answer_no dokument "
            "dokument_id dokument_nr documento beispiel exemple ejemplo élément elemento"
        ),
        "index question prompt text input antwort frage réponse respuesta pregunta",
    ),
    "judge": (
        "judge",
        "judge_id rater rater_id annotator annotator_id coder coder_id",
        (
            "worker worker_id worker_name reviewer reviewer_id evaluator evaluator_id "
            "assessor assessor_id labeler labeler_id labeller labeller_id grader grader_id "
            "rated_by annotated_by judge_name rater_name annotator_name coder_name scorer "
            "judge_model bewerter bewerterin bewertender gutachter gutachterin prüfer "
            "prüferin beurteiler kodierer noteur évaluateur évaluatrice juge annotateur "
            "correcteur evaluador evaluadora juez anotador anotadora"
        ),
        (
            "user user_id username user_name participant participant_id person person_id "
            "expert expert_id turker email email_address your_name"
        ),
        "model model_name model_id",
    ),
    "value": (
        "value",
        "score rating grade",
        (
            "label answer stars points annotation verdict rating_value vote mark judgment "
            "judgement choice category class response code note punkte punktzahl bewertung "
            "wertung sterne étoiles puntuación puntuacion calificación estrellas"
        ),
        "antwort réponse respuesta",
    ),
    "criterion": (
        "criterion",
        "criterion_id criteria metric metric_name aspect dimension attribute",
        (
            "question question_id question_name quality rubric_item measure feature "
            "assessment_name variable kriterium kriterien critère critere criterio"
        ),
    ),
    "kind": (
        "kind",
        (
            "rater_kind judge_kind rater_type judge_type annotator_type annotator_kind "
            "source_type coder_type"
        ),
    ),
    "system": (
        "system",
        "system_id system_name",
        "model model_name model_id candidate variant generator",
    ),
    "outcome": ("outcome",),
    "rationale": (
        "rationale",
        (
            "comment comments explanation justification reason reasoning notes note "
            "feedback bemerkung kommentar begründung commentaire comentario"
        ),
    ),
    "at": (
        "at",
        (
            "updated_at timestamp created_at annotated_at rated_at submitted_at datetime "
            "time date"
        ),
    ),
    "rubric": ("rubric",),
}
"""Names of columns for what a rating says: surer ones first, alike ones together."""

NEEDED: Final = ("item", "judge", "value")

NO_GRADES: Final = (
    "lead_time annotation_id duration elapsed time_spent seconds latency cost tokens "
    "num_tokens length word_count split fold seed batch round page assignment_id hit_id "
    "row line age gender lang language year topic genre dataset subset source "
    "average avg mean median mode total sum count n std stdev sd variance min max "
    "durchschnitt mittelwert summe anzahl moyenne somme promedio media suma"
)
"""Columns that often hold numbers or few words, and no judge's grades."""

CRITERIA: Final = (
    "accuracy clarity coherence completeness conciseness consistency correctness "
    "creativity depth empathy engagement factuality fluency grammar groundedness "
    "harmlessness helpfulness honesty informativeness naturalness overall politeness "
    "quality readability relevance safety style surprise tone truthfulness usefulness "
    "complexity"
)
"""Names of columns that are criteria, and nobody's name."""

_DERIVED: Final = re.compile(
    r"(n|num|avg|average|mean|median|sum|total|std|sd|count)_.*"
    r"|.*_(avg|average|mean|total|count)"
)
"""Names of columns that were reckoned from others."""

_BRACKETED: Final = re.compile(r"\s*\([\d\s.,%\-\u2013]+\)\s*$")
"""`Points (1-5)`: the scale behind a name."""

_MAY_BE_TEXT: Final = ("item", "rationale")

_ANY_WILL_DO: Final = ("rationale", "at")
"""No figure rests on them: of several, the first that is listed here."""


def folded(name: str) -> str:
    """*name* as names are compared: `Rater ID`, `raterId` and `rater-id` are one."""
    plain = _BRACKETED.sub("", name.strip().removeprefix("\ufeff"))
    plain = re.sub(r"[/:*]-?in$", "", plain) or name  # Bewerter/in
    plain = re.sub(r"\s*#$", " no", plain) if len(plain) > 1 else plain
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", plain)
    return re.sub(r"[\s\-.]+", "_", apart).casefold().rstrip("_") or name


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """Which column plays which role."""

    roles: Mapping[str, str]
    """Role to column."""
    sureness: Mapping[str, int]
    """How far down the list of names a role's column was found; 0: stated, or ours."""
    rest: tuple[str, ...]
    """Columns without a role, in their order."""


def guess_roles(
    names: Sequence[str],
    stated: Mapping[str, str],
    *,
    texts: Collection[str] = (),
    where: str = "",
) -> Guess:
    """The role of each of *names*; *stated* ones go first, doubt is refused.

    *texts* are columns of long texts, which are no one's name and no grade.
    """
    roles = _stated(names, stated, where)
    sureness = dict.fromkeys(roles, 0)
    for role in ("item", "judge", "value", *ROLES):
        if role in roles or stated.get(role) == "":
            continue
        free = [n for n in names if n not in roles.values()]
        if role not in _MAY_BE_TEXT:
            free = [n for n in free if n not in texts]
        found = _find(role, free, where) or _called(role, names, roles)
        if found is not None:
            sureness[role], roles[role] = found
    taken = set(roles.values())
    return Guess(
        roles=roles, sureness=sureness, rest=tuple(n for n in names if n not in taken)
    )


def _called(
    role: str, names: Sequence[str], roles: Mapping[str, str]
) -> tuple[int, str] | None:
    """The column that has the very name of *role*, whatever it looks like."""
    named = (name for name in names if folded(name) == role and name not in roles.values())
    return next(((0, name) for name in named), None)


def _stated(names: Sequence[str], stated: Mapping[str, str], where: str) -> dict[str, str]:
    roles: dict[str, str] = {}
    for role, column in stated.items():
        if role not in ROLES:
            raise InputInvalid(
                f"a rating has no {role!r}",
                where="--columns",
                hint="one of " + ", ".join(ROLES),
            )
        if column and column not in names:
            raise InputInvalid(
                f"there is no column {column!r} for the {role}",
                where=where,
                hint="the columns are " + listed(names),
            )
        if column:
            roles[role] = column
    return roles


def _find(role: str, names: Sequence[str], where: str) -> tuple[int, str] | None:
    for sureness, tier in enumerate(ROLES[role]):
        words = tier.split()
        found = [name for name in names if folded(name) in words]
        if role in _ANY_WILL_DO:
            found = sorted(found, key=lambda name: words.index(folded(name)))[:1]
        if len(found) > 1:
            raise InputInvalid(
                f"more than one column may be the {role}: {listed(found)}",
                where=where,
                hint=f"say which: --columns {role}={found[0]}",
            )
        if found:
            return sureness, found[0]
    return None


def may_be_grades(name: str) -> bool:
    """Whether a column called *name* can hold grades."""
    word = folded(name)
    if word in NO_GRADES.split() or word.endswith("_id") or is_of_items(word):
        return False
    return _DERIVED.fullmatch(word) is None


def is_of_items(name: str) -> bool:
    """Whether *name* is one that columns of items have."""
    return any(folded(name) in tier.split() for tier in ROLES["item"])


def listed(names: Sequence[str], most: int = 12) -> str:
    """*names* for a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f"`{name}`" for name in names[:most]) + more or "none"
