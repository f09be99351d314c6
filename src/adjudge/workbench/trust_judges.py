"""Hold judges against people: the alternative annotator test, and what stands beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import Final

from adjudge.agreement import (
    EPSILON,
    Advantages,
    AltTest,
    Metric,
    Ratings,
    Standings,
    count_advantages,
    decide,
    decide_each,
    standings,
    together,
)
from adjudge.errors import UsageInvalid
from adjudge.reports import CriterionTrust, TrustFinding, many

from .open_ratings import OpenedRatings
from .trust_notes import meeting_notes

ADJUDICATED: Final = frozenset({"gold", "adjudicated"})
"""Names that say that a judge is the settled answer and nobody's rating."""

_KINDS: Final = {
    "rule": "rule", "rules": "rule",
    "model": "model", "models": "model", "llm": "model", "ai": "model",
    "person": "person", "persons": "person", "human": "person", "people": "person",
}  # fmt: skip
"""Not `expert` or `crowd`: all of them are persons, and no more is kept of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustAsked:
    """Who is to be held against whom, and how."""

    judges: tuple[str, ...] = ()
    """Names, patterns or kinds; none: every judge that is no person."""
    reference: tuple[str, ...] = ("person",)
    adjudicated: str | None = None
    positive: str | None = None
    metric: Metric = "accuracy"
    epsilon: float = EPSILON["crowd"]
    least_instances: int = 30


@dataclass(frozen=True, slots=True)
class _Cast:
    """Every judge of the ratings in its part."""

    judges: dict[str, str]
    people: tuple[str, ...]
    adjudicated: str | None
    notes: tuple[str, ...]


def epsilon_for(annotators: str | None) -> float:
    """What the test's authors advise for such people; for a crowd, where none is told."""
    return next(
        (value for name, value in EPSILON.items() if name == annotators), EPSILON["crowd"]
    )


def measure_trust(opened: OpenedRatings, asked: TrustAsked) -> TrustFinding:
    """Whether the judges that are *asked* for may stand in for the people."""
    cast = _cast(opened.criteria, asked)
    _ask_positive(opened.criteria, asked.positive)
    counted = [
        count_advantages(
            each,
            _in(each, tuple(cast.judges)),
            _in(each, cast.people),
            metric=asked.metric,
        )
        for each in opened.criteria
    ]

    def decided(part: Advantages) -> dict[str, AltTest]:
        return decide(part, epsilon=asked.epsilon, least_instances=asked.least_instances)

    as_one = decide_each(
        counted, epsilon=asked.epsilon, least_instances=asked.least_instances
    )
    return TrustFinding(
        judges=cast.judges,
        people=cast.people,
        adjudicated=cast.adjudicated,
        metric=asked.metric,
        epsilon=asked.epsilon,
        alt_test=decided(together(counted)),
        criteria=tuple(
            CriterionTrust(
                criterion=each.criterion,
                alt_test=decided(here),
                together=joint,
                standings=_beside(each, here, cast.adjudicated, asked.positive),
            )
            for each, here, joint in zip(opened.criteria, counted, as_one, strict=True)
        ),
        apart=tuple(meeting_notes(opened.criteria, tuple(cast.judges), cast.people)),
        notes=(*opened.notes, *cast.notes),
    )


def _beside(
    ratings: Ratings, here: Advantages, adjudicated: str | None, positive: str | None
) -> Standings:
    return standings(
        ratings,
        here.judges,
        here.people,
        adjudicated=adjudicated if adjudicated in ratings.judges else None,
        positive=_label(ratings, positive),
    )


def _label(ratings: Ratings, label: str | None) -> str | None:
    """*label* as it is written here: yes is Yes where there is no other."""
    if label is None or label in ratings.labels:
        return label
    return next((n for n in ratings.labels if n.casefold() == label.casefold()), None)


def _in(ratings: Ratings, names: Sequence[str]) -> tuple[str, ...]:
    """Those of *names* that judge here, in the order of the ratings."""
    return tuple(name for name in ratings.judges if name in names)


def _ask_positive(criteria: Sequence[Ratings], label: str | None) -> None:
    if label is not None and not any(_label(each, label) for each in criteria):
        known = dict.fromkeys(name for each in criteria for name in each.labels)
        raise UsageInvalid(
            f"nobody can answer {label!r}",
            where="--positive",
            hint="one of " + _some(tuple(known)),
        )


def _cast(criteria: Sequence[Ratings], asked: TrustAsked) -> _Cast:
    """Who plays which part; nobody plays two."""
    known = {
        name: kind
        for each in reversed(criteria)
        for name, kind in zip(each.judges, each.kinds, strict=True)
    }
    known = {name: known[name] for each in criteria for name in each.judges}
    named = asked.judges + asked.reference
    adjudicated = asked.adjudicated or next(
        (name for name in known if name.casefold() in ADJUDICATED and name not in named),
        None,
    )
    if adjudicated is not None and adjudicated not in known:
        raise _nobody(adjudicated, known, "--adjudicated")
    others = {name: kind for name, kind in known.items() if name != adjudicated}
    judges = _chosen(asked.judges, others, "--judge")
    references = _chosen(asked.reference, others, "--reference")
    if not asked.judges:
        judges = [n for n in others if others[n] != "person" and n not in references]
    people = tuple(name for name in references if name not in judges)
    _ask_cast(judges, others)
    return _Cast(
        judges={name: others[name] for name in judges},
        people=people,
        adjudicated=adjudicated,
        notes=_notes(asked, adjudicated, people),
    )


def _notes(
    asked: TrustAsked, adjudicated: str | None, people: tuple[str, ...]
) -> tuple[str, ...]:
    notes = []
    if adjudicated is not None and not asked.adjudicated:
        notes.append(
            f"{adjudicated} is taken for the adjudicated answer, by its name; it counts "
            "neither as a person nor as a judge"
        )
    if not people:
        notes.append(
            f"nobody is the reference: no judge is {' or '.join(asked.reference)}; say who "
            "is with --reference NAME, or --kind NAME=person"
        )
    return tuple(notes)


def _ask_cast(judges: Sequence[str], others: dict[str, str]) -> None:
    if judges:
        return
    if not others:
        raise UsageInvalid(
            "there is no judge to test", hint="give the file with its ratings as well"
        )
    raise UsageInvalid(
        f"there is nobody to test: {many(len(others), 'judge')}, and each is a person or "
        "the reference",
        where="--judge",
        hint="give the file with the ratings of a model or a rule as well, or name who is "
        "to be tested with --judge: " + _some(tuple(others)),
    )


def _chosen(patterns: Sequence[str], known: dict[str, str], option: str) -> list[str]:
    """Those of *known* that a pattern means: by name, by `council/*`, or by kind.

    A name may leave out the fingerprint: `rule/polite` is `rule/polite@9f3c`.
    """
    chosen: set[str] = set()
    for pattern in patterns:
        wild = pattern.removesuffix("...") + "*" if pattern.endswith("...") else pattern
        kind = _KINDS.get(pattern.casefold())
        found = {
            name
            for name, of in known.items()
            if pattern in (name, name.partition("@")[0])
            or of == kind
            or fnmatchcase(name, wild)
        }
        if not found and kind is None:
            raise _nobody(pattern, known, option)
        chosen |= found
    return [name for name in known if name in chosen]


def _nobody(name: str, known: dict[str, str], option: str) -> UsageInvalid:
    bare = {each.partition("@")[0]: each for each in known}
    alike = get_close_matches(name, [*known, *bare], 1)
    meant = f"did you mean {alike[0]}? " if alike else ""
    return UsageInvalid(
        f"no judge is called {name!r}",
        where=option,
        hint=f"{meant}There are " + _some(tuple(known)),
    )


def _some(names: Sequence[str], most: int = 12) -> str:
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
