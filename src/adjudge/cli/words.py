"""What the words of a call stand for, and so what a shell can complete them to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Callable


class Word(click.ParamType[str]):
    """A text that is the name of a file, or one of the names that *known* tells."""

    def __init__(self, name: str, known: Callable[[], tuple[str, ...]] = tuple) -> None:
        self.name = name
        self._known = known

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """The names that begin so; files where none does."""
        names = [name for name in self._known() if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *map(CompletionItem, names)]


def _built_in() -> tuple[str, ...]:
    from adjudge.formats import bundled_rubrics

    return tuple(bundled_rubrics())


RUBRIC: Final = Word("rubric", _built_in)
"""A built-in name, or a file."""

FILE: Final = Word("file")
"""A file or a folder, or `-`."""
