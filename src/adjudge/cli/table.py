"""Every command in one table, so that `--help` need not import any of them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Command(NamedTuple):
    """Where a command lives, and its one line in the help."""

    target: str
    summary: str


COMMANDS: Final[dict[str, Command]] = {
    "agree": Command(
        "adjudge.cli.agree:agree", "Say how far judges agree, with intervals."
    ),
    "check": Command(
        "adjudge.cli.check:check", "Run a rubric's examples and say how far to trust it."
    ),
    "compare": Command(
        "adjudge.cli.compare:compare", "Say whether one system is better than another."
    ),
    "completion": Command(
        "adjudge.cli.completion:completion", "Print the completion script of a shell."
    ),
    "correct": Command(
        "adjudge.cli.correct:correct",
        "Correct a cheap judge's scores by a few human verdicts.",
    ),
    "council": Command(
        "adjudge.cli.council:council", "Let models answer, judge and rank by a rubric."
    ),
    "demo": Command(
        "adjudge.cli.demo:demo", "Judge the bundled conversations and show the evidence."
    ),
    "judge": Command(
        "adjudge.cli.judge:judge", "Judge a file of items by one rubric or several."
    ),
    "ledger": Command(
        "adjudge.cli.ledger:ledger", "Check, convert and summarise files of verdicts."
    ),
    "report": Command(
        "adjudge.cli.report:report", "Report agreement as a page, Markdown or pictures."
    ),
    "rubric": Command(
        "adjudge.cli.rubric:rubric", "Write, check, show, convert and compare rubrics."
    ),
    "rules": Command(
        "adjudge.cli.rules:rules",
        "See which rules there are, and why one decided as it did.",
    ),
    "tape": Command(
        "adjudge.cli.tape:tape", "See what models have answered, and what it cost."
    ),
    "trust": Command(
        "adjudge.cli.trust:trust", "Say whether a judge may stand in for people."
    ),
    "truth": Command(
        "adjudge.cli.truth:truth",
        "Find what is most likely true, and how often judges err.",
    ),
}

USAGE: Final = "Usage: adjudge [OPTIONS] COMMAND [ARGS]..."

ABOUT: Final = "One rubric, three kinds of judge, and the evidence that you may trust them."

EPILOGUE: Final = """\
Start with `adjudge demo`, then `adjudge rubric list` and `adjudge judge --help`.
Exit codes: 0 fine; 1 the finding is negative; 2 the call or the input is wrong;
3 something outside failed."""


def help_text() -> str:
    """What `adjudge --help` prints."""
    width = max(map(len, COMMANDS))
    rows = (f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items())
    return "\n".join(
        (
            USAGE,
            "",
            f"  {ABOUT}",
            "",
            "Options:",
            "  --version   Print the version.",
            "  -h, --help  Show this text; `adjudge COMMAND --help` shows a command's.",
            "",
            "Commands:",
            *rows,
            "",
            EPILOGUE,
        )
    )
