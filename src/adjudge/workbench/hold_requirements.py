"""Hold a council's result against what is required of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from adjudge.errors import UsageInvalid
from adjudge.formats import OnError, Sources
from adjudge.reports import CouncilResult, GateFinding, Held
from adjudge.rubric import Rubric
from adjudge.scoring import Standing

from .convocation import Council
from .requirement import Requirement, ask_known
from .run_council import Sets, read_sets

Value: TypeAlias = float | str | None

_MEASURES: Final = (
    "overall",
    "overall.low",
    "overall.high",
    "rank",
    "safety",
    "consensus",
    "coverage",
    "reviewers",
)

_WORDS: Final = {"safety": ("pass", "fail")}
"""Measures that are words, and which."""


def gate_run(
    result: CouncilResult,
    requirements: tuple[Requirement, ...],
    *,
    quorum: int | None = None,
    authors: tuple[str, ...] = (),
) -> GateFinding:
    """Whether each of *requirements* holds for each author, or for *authors* alone.

    Fewer reviewers than *quorum* on any answer decide nothing; None: more than half of
    those that should have reviewed it.
    """
    _ask_measured(requirements, result.rubrics)
    standings = {s.author: s for s in result.ranking.standings}
    _ask_judged(authors, standings)
    needed = result.most_due // 2 + 1 if quorum is None else quorum
    held = tuple(
        _held(author, requirement, result, standings[author])
        for author in authors or standings
        for requirement in requirements
    )
    return GateFinding(
        held=held,
        quorum=needed,
        least=result.least_reviews,
        why=_undecided(result, needed),
    )


def ask_decidable(
    council: Council,
    sets: Sets,
    requirements: tuple[Requirement, ...],
    authors: tuple[str, ...] = (),
    *,
    on_error: OnError = "stop",
) -> None:
    """Refuse what could not be decided of *sets*, before anybody is paid for reviewing.

    Sets that can be read once only are not looked at.
    """
    _ask_measured(requirements, council.choice.rubrics)
    once = isinstance(sets, Sources) and sets.once
    if authors and not once:
        known: dict[str, None] = {}
        for candidates in read_sets(sets, on_error, lambda _rejected: None):
            known.update(dict.fromkeys(candidates.responses))
        _ask_judged(authors, known)


def _ask_measured(requirements: tuple[Requirement, ...], rubrics: Iterable[Rubric]) -> None:
    keys = tuple(dict.fromkeys(c.key for r in rubrics for c in r.criteria))
    ask_known(requirements, (*_MEASURES, *keys), words=_WORDS)


def _ask_judged(authors: tuple[str, ...], known: Collection[str]) -> None:
    for author in authors:
        if author not in known:
            raise UsageInvalid(
                f"nobody of that name is judged: {author!r}",
                where="--author",
                hint=f"known: {', '.join(known) or 'nobody'}",
            )


def _undecided(result: CouncilResult, quorum: int) -> str:
    if not result.coverage.scored:
        return "nothing was reviewed"
    if result.least_reviews < quorum:
        return (
            f"an answer was scored by {_reviewers(result.least_reviews)}, "
            f"and {quorum} {'is' if quorum == 1 else 'are'} needed"
        )
    return ""


def _reviewers(count: int) -> str:
    return f"{count} reviewer{'' if count == 1 else 's'}"


def _held(
    author: str, requirement: Requirement, result: CouncilResult, standing: Standing
) -> Held:
    value = dict(_values(result, standing)).get(requirement.measure)
    return Held(
        author=author,
        requirement=str(requirement),
        value=value,
        holds=requirement.holds(value),
    )


def _values(result: CouncilResult, standing: Standing) -> Iterator[tuple[str, Value]]:
    spread = next(
        (s for s in result.uncertainty.spreads if s.author == standing.author), None
    )
    yield "overall", standing.score
    yield "overall.low", spread.low if spread else None
    yield "overall.high", spread.high if spread else None
    yield "rank", None if standing.rank is None else float(standing.rank)
    yield "safety", _safety(result, standing.author)
    yield "consensus", result.consensus.value
    yield "coverage", result.coverage.share
    yield "reviewers", float(result.least_reviews)
    yield from _criteria(result, standing.author).items()


def _criteria(result: CouncilResult, author: str) -> Mapping[str, Value]:
    keys = {c.id: c.key for rubric in result.rubrics for c in rubric.criteria}
    return {keys[id_]: mean for id_, mean in result.means.get(author, {}).items()}


def _safety(result: CouncilResult, author: str) -> str | None:
    """`pass` where every answer of the author was checked and none has failed."""
    gate = result.safety
    if author in gate.failed_models:
        return "fail"
    if not gate.enabled or gate.unknown or not gate.checked:
        return None
    return "pass"
