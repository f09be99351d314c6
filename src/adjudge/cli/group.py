"""The commands as click sees them, each imported only when it is called."""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module
from typing import Final

import click
from click.exceptions import NoSuchCommand

from adjudge.errors import AdjudgeError

from .exits import FINE, INTERRUPTED, OUTSIDE, WRONG, exit_code
from .once import ask_once
from .table import COMMANDS, help_text


class LazyGroup(click.Group):
    """A group that knows its commands by the table and loads them one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names in the table, in its order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the one command that was asked for."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].target.split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; what click suggests for a typing error is in the table."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except NoSuchCommand as err:
            raise NoSuchCommand(err.command_name, possibilities=COMMANDS, ctx=ctx) from None
        if command is not None and not ctx.resilient_parsing:
            ask_once(ctx, command, rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed pipe must be seen before click makes it a failure."""
        try:
            result: object = super().invoke(ctx)
        except BrokenPipeError as err:
            return _outside(err)
        return result

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002
        """The same text that the front door prints without click."""
        return help_text()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 92},
)
@click.version_option(package_name="adjudge", message="adjudge %(version)s")
@click.pass_context
def adjudge(ctx: click.Context) -> None:
    """One rubric, three kinds of judge, and the evidence that you may trust them."""
    from adjudge.settings import Settings

    ctx.obj = Settings.from_env(os.environ)  # noqa: TID251  # this is the door


def run(args: list[str]) -> int:
    """Run the command in *args*; whatever happens, end in words and a code."""
    try:
        code = adjudge.main(args, prog_name="adjudge", standalone_mode=False)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        click.echo("adjudge: interrupted", err=True)
        return INTERRUPTED
    except click.ClickException as err:
        err.show()
        return WRONG
    except AdjudgeError as err:
        click.echo(f"adjudge: {err}", err=True)
        return exit_code(err)
    except OSError as err:
        return _outside(err)
    return code if isinstance(code, int) else FINE


_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _outside(error: OSError) -> int:
    """A closed pipe is how `| head` says thank you; the rest is named."""
    if error.errno == errno.EPIPE:
        # Python would write to the closed pipe once more while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    what = error.strerror or str(error)
    place = f"{error.filename}: " if error.filename else ""
    if error.errno in _FULL and not error.filename:
        # What is left in the buffer would fail once more while Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        place = "standard output: cannot be written: "
        what += (
            "\n  hint: make room where it goes; what a run writes with -o is in its folder"
        )
    click.echo(f"adjudge: {place}{what}", err=True)
    return OUTSIDE
