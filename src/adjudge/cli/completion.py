"""Completion scripts."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of SHELL.

    \b
    bash:  adjudge completion bash > ~/.local/share/bash-completion/completions/adjudge
    zsh:   adjudge completion zsh  > "${fpath[1]}/_adjudge"
    fish:  adjudge completion fish > ~/.config/fish/completions/adjudge.fish
    """  # noqa: D301  # click reads the backspace as: do not wrap
    from .group import adjudge

    kind = get_completion_class(shell)
    assert kind is not None, "click knows the three shells that we offer"
    click.echo(kind(adjudge, {}, "adjudge", "_ADJUDGE_COMPLETE").source())
