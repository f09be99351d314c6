"""The options of every command that measures ratings: what their files leave open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .words import RUBRIC

if TYPE_CHECKING:
    from adjudge.workbench import RatingsWanted

F = TypeVar("F", bound=Callable[..., Any])

SOURCES = (
    "guess", "long", "wide", "ledger",
    "label-studio", "argilla", "inspect", "promptfoo", "mlflow", "prodigy",
)  # fmt: skip


def ratings_options(command: F) -> F:
    """Give *command* the options that `ratings_wanted` takes."""
    for option in reversed(_options()):
        command = option(command)
    return command


def _options() -> list[Callable[[F], F]]:
    return [
        click.option(
            "-r", "--rubric", type=RUBRIC,
            help="The rubric whose scales read the values: a built-in name or a file.",
        ),
        click.option(
            "--criterion", "criteria", multiple=True,
            help="Only this criterion; may be repeated.",
        ),
        click.option(
            "--level", "levels", multiple=True, metavar="[CRITERION=]LEVEL",
            help="nominal, ordinal, interval or ratio.  [default: the scale's, or guessed]",
        ),
        click.option(
            "--scale", "scales", multiple=True, metavar="[CRITERION=]SCALE",
            help="In short: 1-5, 1-5/0.5, 0-1/any, or labels with the worst first: a,b,c.",
        ),
        click.option(
            "--columns", multiple=True, metavar="OURS=THEIRS,...",
            help="Which column is item, judge, value, criterion, kind, system ...; "
            "judges=ANN,BOB where each judge has a column, criteria=... where each "
            "criterion has.",
        ),
        click.option(
            "--from", "source", type=click.Choice(SOURCES), default="guess",
            show_default=True, help="What wrote the files, or how they are laid out.",
        ),
        click.option(
            "--encoding", default="", metavar="NAME",
            help="Of CSV: cp1252, latin-1, utf-16 ...  [default: UTF-8]",
        ),
        click.option(
            "--kind", "kinds", multiple=True, metavar="[JUDGE=]KIND",
            help="rule, model or person, where a file does not say.  [default: person]",
        ),
        click.option(
            "--duplicates", type=click.Choice(["error", "latest", "mean"]),
            default="error", show_default=True,
            help="What counts where a judge graded one item on one criterion twice.",
        ),
        click.option(
            "--missing", type=click.Choice(["refuse", "abstained", "excused", "failed"]),
            default="abstained", show_default=True,
            help="What an empty value or NA means in a file that has no outcomes.",
        ),
        click.option(
            "--abstain-as", default="unknown", show_default=True,
            metavar="unknown|category|GRADE",
            help="What an abstention counts as: no grade, a category, or this grade.",
        ),
        click.option(
            "--off-scale", type=click.Choice(["error", "drop"]), default="error",
            show_default=True, help="Refuse values off the scale, or leave the rows out.",
        ),
        click.option(
            "--slots/--no-slots", default=None,
            help="Whether `rater 1` is whoever came first, or one judge throughout.  "
            "[default: told by the names]",
        ),
    ]  # fmt: skip


def ratings_wanted(**options: Any) -> RatingsWanted:
    """What the options of `ratings_options` say."""
    from adjudge.formats import load_rubric, read_scale
    from adjudge.rubric import Level
    from adjudge.verdict import JudgeKind
    from adjudge.workbench import RatingsWanted

    kinds = _named(options["kinds"], lambda word: _one_of(JudgeKind, _kind(word), "--kind"))
    columns, spread = _columns(options["columns"])
    rubric = options["rubric"]
    return RatingsWanted(
        criteria=tuple(options["criteria"]),
        levels=_named(options["levels"], lambda word: _one_of(Level, word, "--level")),
        rubric=load_rubric(rubric, examples=False).rubric if rubric else None,
        scales=_named(options["scales"], read_scale),
        columns=columns,
        spread=spread,
        source=options["source"],
        encoding=options["encoding"],
        kind=kinds.pop("", JudgeKind.PERSON),
        kinds=kinds,
        duplicates=options["duplicates"],
        missing=options["missing"],
        abstain_as=options["abstain_as"],
        off_scale=options["off_scale"],
        slots=options["slots"],
    )


def _kind(word: str) -> str:
    from adjudge.verdict import kind_named

    kind = kind_named(word)
    return word if kind is None else kind.value


def _named(texts: tuple[str, ...], read: Callable[[str], Any]) -> dict[str, Any]:
    """`NAME=WORD`, or `WORD`, which stands under the empty name."""
    found = {}
    for text in texts:
        name, equals, word = text.rpartition("=")
        found[name if equals else ""] = read(word.strip())
    return found


def _one_of(known: Any, word: str, option: str) -> Any:
    from adjudge.errors import UsageInvalid

    try:
        return known(word)
    except ValueError:
        names = ", ".join(each.value for each in known)
        raise UsageInvalid(
            f"{word!r} is not known", where=option, hint=f"one of {names}"
        ) from None


_SPREAD = {"judges": "judge", "criteria": "criterion"}
"""Options that name many columns, by what each of those is."""


def _columns(texts: tuple[str, ...]) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """`item=doc,judges=ann,bob`: a part without a sign goes on with the list before it."""
    from adjudge.errors import UsageInvalid

    single: dict[str, str] = {}
    spread: dict[str, tuple[str, ...]] = {}
    for text in texts:
        last = ""
        for part in text.split(","):
            ours, equals, theirs = part.partition("=")
            name = ours.strip() if equals else last
            value = (theirs if equals else part).strip()
            if name in _SPREAD:
                last, kept = name, spread.get(_SPREAD[name], ())
                spread[_SPREAD[name]] = (*kept, value)
            elif equals:
                last, single[name] = "", value
            else:
                hint = "write item=doc,value=stars, or judges=ann,bob"
                raise UsageInvalid(
                    f"{part!r} names no column", where="--columns", hint=hint
                )
    return single, spread
