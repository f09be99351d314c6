"""An option that takes one value is given once: the last one does not win in silence."""

from __future__ import annotations

from collections import Counter

import click


def ask_once(ctx: click.Context, command: click.Command, args: list[str]) -> None:
    """Refuse *args* of *command* in which such an option stands twice."""
    while isinstance(command, click.Group):
        at = next((n for n, word in enumerate(args) if not word.startswith("-")), None)
        inner = None if at is None else command.get_command(ctx, args[at])
        if inner is None or at is None:
            return
        command, args = inner, args[at + 1 :]
    with click.Context(command, parent=ctx, info_name=command.name) as own:
        try:
            _, _, order = command.make_parser(own).parse_args(list(args))
        except click.UsageError:
            return  # the real reading says it better
        for param, times in Counter(order).items():
            if times > 1 and _takes_one(param):
                name = max(param.opts, key=len)
                raise click.UsageError(f"{name} is given {times} times; it takes one", own)


def _takes_one(param: click.Parameter) -> bool:
    return isinstance(param, click.Option) and not (
        param.multiple or param.is_flag or param.count
    )
