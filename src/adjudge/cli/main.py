"""The front door. It answers `--help` and `--version` before anything is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from adjudge import __version__

from .table import help_text


def main(argv: Sequence[str] | None = None) -> int:
    """Run `adjudge` with *argv* and return the exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    if args == ["--version"]:
        sys.stdout.write(f"adjudge {__version__}\n")
        return 0
    if args in (["--help"], ["-h"]):
        sys.stdout.write(f"{help_text()}\n")
        return 0
    # Tables of judges are small: threads wait for one another longer than they work, and
    # add up in another order. Whoever wants them anyway says so.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251 - read by numpy
    from .group import run

    return run(args)
