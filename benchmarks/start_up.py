"""What `adjudge --help` costs, in starts of Python. Aim: at most 5."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 21

CALLS = {
    "python -c pass": ["-c", "pass"],
    "adjudge --version": ["-m", "adjudge", "--version"],
    "adjudge --help": ["-m", "adjudge", "--help"],
    "adjudge judge --help": ["-m", "adjudge", "judge", "--help"],
    "adjudge rubric list": ["-m", "adjudge", "rubric", "list"],
    "import click": ["-W", "ignore", "-c", "import click"],
    "import polars": ["-c", "import polars"],
}


def seconds(args: list[str]) -> float:
    """How long one start takes."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *args], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Print medians and ratios; the calls take turns, so that they share the noise."""
    taken: dict[str, list[float]] = {name: [] for name in CALLS}
    for _ in range(ROUNDS):
        for name, args in CALLS.items():
            taken[name].append(seconds(args))
    limit = statistics.median(taken["python -c pass"])
    for name, times in taken.items():
        median = statistics.median(times)
        print(f"{name:24}{median * 1000:8.1f} ms{median / limit:8.2f} x `python -c pass`")


if __name__ == "__main__":
    main()
