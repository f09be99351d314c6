"""What the commands of a council have in common: who judges, how, and within what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .words import RUBRIC

if TYPE_CHECKING:
    from adjudge.settings import Settings
    from adjudge.workbench import Invitation, Scheme

F = TypeVar("F", bound=Callable[..., Any])

_FILE = click.Path(path_type=Path, dir_okay=False)

_OURS = frozenset({"messages", "model", "stream", "response_format", "n"})
"""What a call is made of: read from elsewhere, or no answer could be read."""

STATISTICS = ("mean", "median", "trimmed", "normalised", "corrected")


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them."""

    name = "a,b,c"

    def convert(
        self,
        value: str | tuple[str, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, ...]:
        """The names in *value*, none of them blank."""
        if isinstance(value, tuple):
            return value
        names = tuple(name.strip() for name in value.split(","))
        if not all(names):
            self.fail(f"{value!r} has a blank name in it", param, ctx)
        return names


NAMES = Names()


def applied(command: F, *options: Callable[[F], F]) -> F:
    """*command* with *options*, which its help lists in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def whom_options(command: F) -> F:
    """Who judges, and where models are reached."""
    return applied(
        command,
        click.option(
            "--reviewers", type=NAMES, multiple=True,
            help="Models that judge, such as openai/gpt-4o,anthropic/claude-sonnet-4.",
        ),
        click.option(
            "--base-url", default="", metavar="URL[,KEY_NAME]",
            help="Where models without an endpoint are: http://localhost:11434/v1.",
        ),
        click.option(
            "--endpoint", "endpoints", multiple=True, metavar="NAME=URL[,KEY_NAME]",
            help="Another server, for models that are called NAME/MODEL. Repeatable.",
        ),
    )  # fmt: skip


def asking_options(command: F) -> F:
    """How models are asked."""
    return applied(
        command,
        click.option("--temperature", type=float, help="Sent with every call."),
        click.option("--max-tokens", type=click.IntRange(1), help="Of each reply."),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE",
            help="Another parameter to be sent, its value as JSON. Repeatable.",
        ),
        click.option(
            "--per-criterion", "mode", flag_value="per-criterion",
            help="One call for each criterion, not one for the whole rubric.",
        ),
        click.option(
            "--per-answer", "mode", flag_value="per-answer",
            help="One call for each answer.",
        ),
        click.option("--seed", type=int, default=0, show_default=True,
                     help="From it come the order in which answers are shown, and the "
                     "draws of the intervals."),
        click.option("--shuffle-criteria", is_flag=True,
                     help="Ask the criteria in another order each time."),
        click.option("--rounds", type=click.IntRange(1, 2), default=1, show_default=True,
                     help="2: each reviewer hears the others, and may revise."),
        click.option("--also-holistic", is_flag=True,
                     help="Ask for one score for everything as well, to compare."),
    )  # fmt: skip


def rubric_options(command: F) -> F:
    """By what answers are judged, and what becomes of the scores."""
    return applied(
        command,
        click.option(
            "-r", "--rubric", "rubrics", multiple=True, type=RUBRIC,
            help="A built-in name or a file.  [default: quality]",
        ),
        click.option(
            "--rubric-field", default="", metavar="FIELD",
            help="The field of a question that names its rubric: a built-in one, or one "
            "given with --rubric. Questions without it have the first.",
        ),
        click.option(
            "--weights", default="", metavar="KEY=WEIGHT,...",
            help="Other weights; criteria that are not named keep theirs.",
        ),
        click.option(
            "--safety", "safety_by", type=click.Choice(["rules", "council", "off"]),
            help="Who checks answers before they are scored.  [default: rules, where the "
            "rubric has such a gate]",
        ),
        click.option("--safety-cap", type=float,
                     help="What a failed check caps at.  [default: as the rubric says]"),
        click.option("--by", type=click.Choice(STATISTICS), default="mean",
                     show_default=True, help="The figure that the ranking goes by."),
    )  # fmt: skip


def family_options(command: F) -> F:
    """Whose answers a reviewer may judge."""
    return applied(
        command,
        click.option("--allow-family", is_flag=True,
                     help="Let reviewers judge answers of their maker's other models."),
        click.option("--allow-own", is_flag=True,
                     help="Show reviewers their own answer too; it counts nowhere."),
    )  # fmt: skip


def limit_options(command: F) -> F:
    """How much may be asked at once, and in all."""
    return applied(
        command,
        click.option("--in-flight", type=click.IntRange(1), default=16, show_default=True,
                     help="Calls at once at each endpoint; fewer while it complains."),
        click.option("--max-cost", type=click.FloatRange(min=0, min_open=True),
                     help="Dollars after which nothing more is asked."),
        click.option("--max-calls", type=click.IntRange(1),
                     help="Calls after which nothing more is asked."),
        click.option("--timeout", type=click.FloatRange(min=0, min_open=True),
                     help="Seconds of silence after which a call is given up."),
        click.option("--patience", type=click.FloatRange(min=0, min_open=True),
                     help="Seconds that a call may take with all its retries."),
        click.option("--prices", type=_FILE, help="Your own table of prices."),
        click.option("--dry-run", is_flag=True,
                     help="Say how many calls it would be and what they cost."),
    )  # fmt: skip


def tape_options(command: F) -> F:
    """Where answers of models are kept."""
    return applied(
        command,
        click.option("--tape", type=_FILE, help="The file that keeps every answer."),
        click.option("--no-tape", is_flag=True, help="Keep nothing that models answer."),
        click.option("--fresh", is_flag=True, help="Ask anew what the tape has."),
    )  # fmt: skip


def output_options(command: F) -> F:
    """What is printed, and what is written."""
    return applied(
        command,
        click.option(
            "-o", "--out", type=click.Path(path_type=Path, file_okay=False),
            help="A folder for the whole run: result, reviews, verdicts, tape.",
        ),
        click.option("--whole", is_flag=True, help="Print answers without cutting them."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("-q", "--quiet", is_flag=True, help="No progress."),
    )  # fmt: skip


def invitation_of(settings: Settings, call: dict[str, Any]) -> Invitation:
    """The council that the flags and the environment name."""
    from adjudge.workbench import Invitation

    return Invitation(
        reviewers=flat(call["reviewers"]),
        models=flat(call.get("models") or ()),
        chair=call.get("chair") or "",
        base_url=call["base_url"],
        endpoints=tuple(call["endpoints"]),
        rubrics=tuple(call["rubrics"]) or ("quality",),
        rubric_field=call.get("rubric_field") or "",
        scheme=scheme_of(settings, call),
        safety_by=call.get("safety_by"),
        mode=call["mode"] or "together",
        rounds=call["rounds"],
        seed=call["seed"],
        also_holistic=call["also_holistic"],
        shuffle_criteria=call["shuffle_criteria"],
        allow_family=call.get("allow_family", False),
        allow_own=call.get("allow_own", False),
        parameters=parameters_of(call),
        by=call["by"] if call.get("by") in STATISTICS else "mean",
        in_flight=call["in_flight"],
        max_cost=call["max_cost"],
        max_calls=call["max_calls"],
        timeout=call["timeout"],
        patience=call["patience"],
        prices=call["prices"],
    )


def flat(given: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The names of an option that may be repeated."""
    return tuple(name for names in given for name in names)


def scheme_of(settings: Settings, call: dict[str, Any]) -> Scheme:
    """What is done to rubrics: a flag wins over the environment."""
    from adjudge.workbench import Scheme

    flags = weights_of(call.get("weights") or "")
    cap = call.get("safety_cap")
    return Scheme(
        weights=flags or settings.weights,
        weights_from="--weights" if flags else "LLM_COUNCIL_WEIGHT_*",
        weights_may_fit=not flags,
        safety=settings.safety_gate,
        safety_cap=settings.safety_cap if cap is None else cap,
        safety_cap_from="LLM_COUNCIL_SAFETY_SCORE_CAP" if cap is None else "--safety-cap",
    )


def weights_of(text: str) -> dict[str, float]:
    """The weights in `accuracy=0.5,clarity=0.5`."""
    weights: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = part.partition("=")
        try:
            weights[key.strip()] = float(value)
        except ValueError:
            equals = ""
        if not equals:
            raise click.UsageError(
                f"--weights: {part!r} is no weight; write accuracy=0.5,clarity=0.5"
            )
    return weights


def parameters_of(call: dict[str, Any]) -> dict[str, Any]:
    """What is sent with each call besides its messages."""
    import json

    parameters: dict[str, Any] = {}
    for text in call["settings"]:
        name, equals, raw = text.partition("=")
        if not equals or not name.strip():
            raise click.UsageError(f"--set: {text!r} is not NAME=VALUE")
        if name.strip() in _OURS:
            raise click.UsageError(f"--set: {name.strip()} is not for you to set")
        try:
            parameters[name.strip()] = json.loads(raw)
        except ValueError:
            parameters[name.strip()] = raw
    for name in ("temperature", "max_tokens"):
        if call[name] is not None:
            parameters[name] = call[name]
    return parameters
