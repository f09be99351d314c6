"""Exit codes, derived from who can put an error right."""

from __future__ import annotations

from typing import Final

from adjudge.errors import (
    AdjudgeError,
    AuthorError,
    ConflictError,
    FileUnusable,
    OperatorError,
    ProcessLost,
)

FINE: Final = 0
NEGATIVE: Final = 1
"""The call worked, and what it found is not what was hoped for."""
WRONG: Final = 2
OUTSIDE: Final = 3
INTERRUPTED: Final = 130
"""128 + SIGINT, as every shell expects."""


def exit_code(error: AdjudgeError) -> int:
    """The code that *error* ends the command with."""
    match error:
        case FileUnusable(outside=True) | ProcessLost():
            return OUTSIDE
        case AuthorError() | OperatorError() | ConflictError():
            return WRONG
        case _:
            return OUTSIDE
