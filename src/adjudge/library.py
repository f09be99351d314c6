"""The door for Python programs: the verbs of the bench as functions.

`from adjudge import council` has those of a council under its own name:

    result = await council.review(sets, reviewers=["openai/gpt-4o", "ollama/qwen3"])
    result = council.review_sync("sets.jsonl", reviewers=["ollama/qwen3"], out="run")

A result prints as text, shows as a table in a notebook, and is JSON with `as_json()`.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from adjudge.errors import UsageInvalid
from adjudge.formats import RunFolder, Sources, candidates_of, find_sources
from adjudge.reports import (
    CouncilResult,
    GateFinding,
    render_result,
    result_as_html,
    result_as_json,
)
from adjudge.rubric import Rubric
from adjudge.settings import Settings
from adjudge.verdict import Candidates, Conversation
from adjudge.wiring import open_bench
from adjudge.workbench import (
    Anew,
    Asked,
    Council,
    Invitation,
    Scheme,
    Session,
    convoke,
    gate_run,
    open_run,
    read_requirement,
)
from adjudge.workbench import ask as _ask
from adjudge.workbench import hear_reviews as _hear_reviews
from adjudge.workbench import rescore as _rescore

T = TypeVar("T")

Sets: TypeAlias = str | Path | Iterable[Candidates | Mapping[str, Any]]
"""A file of candidate sets, or the sets themselves."""


class Result(CouncilResult):
    """A council's result, for people at a prompt or in a notebook."""

    __slots__ = ()

    @classmethod
    def of(cls, result: CouncilResult) -> Result:
        """*result*, with a face."""
        return cls(**{f.name: getattr(result, f.name) for f in fields(result)})

    def as_json(self) -> dict[str, Any]:
        """The documented shape, as plain values."""
        return result_as_json(self)

    def _repr_html_(self) -> str:
        """A table, for a notebook."""
        return result_as_html(self)

    def __str__(self) -> str:
        return render_result(self)

    __repr__ = __str__


async def review(
    sets: Sets,
    *,
    reviewers: Sequence[str],
    rubric: str | Rubric | Sequence[str | Rubric] = "quality",
    out: str | Path | None = None,
    tape: str | Path | None = None,
    fresh: bool = False,
    **options: Any,
) -> Result:
    """Have every candidate set of *sets* reviewed, as `adjudge council review` does.

    *options* are those of `adjudge.workbench.Invitation`: `base_url`, `mode`, `rounds`,
    `seed`, `parameters`, `max_cost`; besides `weights`, by criterion, and `safety_cap`.
    With *out* the run is written to a folder; with *tape* alone only the answers of models
    are kept; without either nothing is.
    """
    council = _council(options, rubric=rubric, reviewers=reviewers)
    session = _session(out, tape, fresh=fresh)
    bench = open_bench(_settings(), os.environ)  # noqa: TID251  # this is the door
    heard = await _hear_reviews(bench, council, _sets(sets), session)
    # Scoring many questions takes seconds that others on the loop should have.
    return Result.of(await asyncio.to_thread(heard.score))


async def ask(
    question: str,
    *,
    models: Sequence[str],
    out: str | Path | None = None,
    tape: str | Path | None = None,
    fresh: bool = False,
    **options: Any,
) -> Result:
    """Ask *models*, have their answers reviewed, as `adjudge council ask` does.

    Besides the *options* of `review` there are `reviewers`, `rubric`, `chair`, and for what
    comes before the question `system` and `before`, a list of messages.
    """
    asked = Asked(
        question=question,
        system=options.pop("system", ""),
        before=Conversation.of(options.pop("before", ())).messages,
    )
    rubric = options.pop("rubric", "quality")
    council = _council(options, rubric=rubric, models=models)
    session = _session(out, tape, fresh=fresh)
    bench = open_bench(_settings(), os.environ)  # noqa: TID251  # this is the door
    return Result.of(await _ask(bench, council, asked, session))


def review_sync(sets: Sets, **options: Any) -> Result:
    """`review` without `await`: in a script, or in a notebook whose loop is running."""
    return _wait_for(review(sets, **options))


def ask_sync(question: str, **options: Any) -> Result:
    """`ask` without `await`."""
    return _wait_for(ask(question, **options))


def open_result(folder: str | Path) -> Result:
    """The result of a run that was written to *folder*."""
    return Result.of(open_run(RunFolder(Path(folder))))


def rescore(
    folder: str | Path,
    *,
    rubric: str | Rubric | None = None,
    weights: Mapping[str, float] | None = None,
    without: Sequence[str] = (),
    by: Any = None,
) -> Result:
    """Score the run in *folder* anew; no model is asked."""
    scheme = Scheme(weights=weights or {}, weights_from="weights")
    anew = Anew(rubric=rubric, scheme=scheme, without=tuple(without), by=by)
    return Result.of(_rescore(RunFolder(Path(folder)), anew))


def gate(
    result: CouncilResult,
    *requirements: str,
    quorum: int | None = None,
    authors: Sequence[str] = (),
) -> GateFinding:
    """Whether *result* is as required: `gate(result, "overall>=7", "safety==pass")`."""
    if not requirements:
        raise UsageInvalid("nothing is required", hint='such as "overall>=7"')
    read = tuple(read_requirement(text) for text in requirements)
    return gate_run(result, read, quorum=quorum, authors=tuple(authors))


def _settings() -> Settings:
    return Settings.from_env(os.environ)  # noqa: TID251  # this is the door


_OF_SCHEME: Final = frozenset(("weights", "safety_cap"))
"""Options that are about the rubrics."""


def _scheme(options: Mapping[str, Any]) -> Scheme:
    """What is done to rubrics: an option wins over the environment."""
    settings = _settings()
    weights, cap = options.get("weights"), options.get("safety_cap")
    return Scheme(
        weights=weights or settings.weights,
        weights_from="weights" if weights else "LLM_COUNCIL_WEIGHT_*",
        weights_may_fit=not weights,
        safety=settings.safety_gate,
        safety_cap=settings.safety_cap if cap is None else cap,
        safety_cap_from="LLM_COUNCIL_SAFETY_SCORE_CAP" if cap is None else "safety_cap",
    )


def _council(
    options: Mapping[str, Any],
    *,
    rubric: str | Rubric | Sequence[str | Rubric],
    **who: Any,
) -> Council:
    known = {f.name for f in fields(Invitation)} | _OF_SCHEME
    unknown = sorted(set(options) - known)
    if unknown:
        raise UsageInvalid(
            f"there is no option {unknown[0]!r}", hint=f"known: {', '.join(sorted(known))}"
        )
    told = {name: value for name, value in options.items() if name not in _OF_SCHEME}
    rubrics = (rubric,) if isinstance(rubric, str | Rubric) else tuple(rubric)
    named = {"scheme": _scheme(options), "rubrics": rubrics, **who, **told}
    for name in ("reviewers", "models", "endpoints"):
        if isinstance(named.get(name), str):
            raise UsageInvalid(
                f"{named[name]!r} is one text", where=name, hint='give a list: ["a", "b"]'
            )
    plain: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in named.items()
    }
    return convoke(Invitation(**plain))


def _session(out: str | Path | None, tape: str | Path | None, *, fresh: bool) -> Session:
    folder = RunFolder(Path(out)) if out is not None else None
    kept = Path(tape) if tape is not None else folder.tape if folder is not None else None
    now = datetime.now(UTC)  # noqa: TID251  # the door has the clock
    return Session(folder=folder, tape=kept, fresh=fresh, at=now)


def _sets(sets: Sets) -> Sources | list[Candidates]:
    if isinstance(sets, str | Path):
        return find_sources([str(sets)])
    if isinstance(sets, Mapping):
        sets = [sets]
    return [
        one if isinstance(one, Candidates) else candidates_of(_named(one, at))
        for at, one in enumerate(sets, 1)
    ]


def _named(raw: Mapping[str, Any], at: int) -> Mapping[str, Any]:
    return raw if "id" in raw else {"id": f"q{at}", **raw}


def _wait_for(work: Coroutine[Any, Any, T]) -> T:
    """What *work* comes to; beside a loop that is running already, in a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:  # there is none
        return asyncio.run(work)
    return _in_a_thread(work)


def _in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    done: list[T] = []
    failed: list[BaseException] = []

    def hold() -> None:
        try:
            done.append(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 - it is raised again, over there
            failed.append(error)

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return done[0]
