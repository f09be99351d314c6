"""`council review` over very many questions, with models that answer at once.

    python -m benchmarks.council_run                      # 1,000 and 3,000 questions
    python -m benchmarks.council_run --questions 100000

Reviews and verdicts go to the run's folder as they come, and of each review only what
scores are made of is held. Limit: 1,500 bytes of peak memory for one more question.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from adjudge.council import Ask, Heard, Seat, Usage
from adjudge.formats import RunFolder, find_sources
from adjudge.testing import understand, verdict
from adjudge.workbench import Anew, Invitation, Session, convoke, hear_reviews, rescore
from adjudge.workbench.attendance import Attendance

LIMIT = 1_500
"""Bytes for one more question of three answers and two reviewers."""


class _Line:
    async def ask(self, seat: Seat, ask: Ask) -> Heard:
        asked = understand(ask.messages)
        seed = hashlib.sha256(f"{seat.name}{ask.tag.item}".encode()).digest()

        def opinion(_label: str, text: str, key: str) -> int:
            return 1 + seed[(ord(text[0]) * 7 + len(key)) % 32] % 10

        return Heard(text=verdict(asked, opinion), usage=Usage(prompt=500, completion=200))


class _Bench:
    @asynccontextmanager
    async def attend(self, council: Any, **_kept: object) -> AsyncIterator[Attendance]:
        yield Attendance(line=_Line(), prices=council.prices)


def write(path: Path, count: int) -> None:
    """*count* candidate sets of three answers."""
    with path.open("w", encoding="utf-8") as stream:
        for n in range(count):
            answers = {a: f"{a} says that it is so. " * 20 for a in ("a/m", "b/m", "c/m")}
            raw = {"id": f"question-{n}", "question": "What is it?", "responses": answers}
            stream.write(json.dumps(raw) + "\n")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def hold(count: int) -> None:
    """One run of *count* questions in this process, and its figures as JSON."""
    with tempfile.TemporaryDirectory() as place:
        path, out = Path(place) / "sets.jsonl", RunFolder(Path(place) / "run")
        write(path, count)
        council = convoke(
            Invitation(reviewers=("x/one", "y/two"), base_url="http://localhost:1/v1")
        )
        began = time.perf_counter()
        work = hear_reviews(
            _Bench(),  # type: ignore[arg-type]
            council,
            find_sources((str(path),)),
            Session(folder=out),
        )
        heard = asyncio.run(work)
        asked, at = time.perf_counter(), _peak()
        heard.score()
        scored, whole = time.perf_counter(), _peak()
        rescore(out, Anew())
        ended = time.perf_counter()
    figures = [asked - began, at, scored - asked, whole, ended - scored]
    print(json.dumps(figures))


def main() -> int:
    """Measure two sizes, and fail where memory grows with the questions."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--questions", type=int, default=3_000)
    call.add_argument("--alone", type=int)
    asked = call.parse_args()
    if asked.alone:
        hold(asked.alone)
        return 0
    peaks = {}
    for count in (max(asked.questions // 3, 500), asked.questions):
        command = [sys.executable, "-m", "benchmarks.council_run", "--alone", str(count)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        reviewed, at, scored, peaks[count], anew = json.loads(done.stdout)
        print(
            f"{count:>9,} questions x 3 answers x 2 reviewers\n"
            f"  reviewed, kept and counted {reviewed:8.1f} s   {at:6.0f} MB\n"
            f"  scored, result.json written{scored:8.1f} s   {peaks[count]:6.0f} MB\n"
            f"  rescored                   {anew:8.1f} s"
        )
    (few, less), (many, more) = peaks.items()
    growth = (more - less) * 2**20 / (many - few)
    print(f"  one question more takes {growth:.0f} bytes   limit {LIMIT}")
    return int(growth > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
