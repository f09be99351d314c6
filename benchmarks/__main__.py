"""`make bench`: run every benchmark that needs no argument, one after another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

QUALITY = ("_quality",)
"""Measures of judgement, not of speed: they need labelled data of your own."""


def main() -> int:
    """Run each in a process of its own, on one core, and stop at the first that fails."""
    here = Path(__file__).parent
    names = sorted(
        path.stem
        for path in here.glob("[a-z]*.py")
        if not path.stem.endswith(QUALITY)
        and "def main" in path.read_text(encoding="utf-8")
    )
    for name in names:
        print(f"\n== {name}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.{name}", *sys.argv[1:]],
            check=False,
            cwd=here.parent,
            env={**os.environ, "POLARS_MAX_THREADS": "1"},
        )
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
