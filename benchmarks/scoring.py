"""Scoring 100,000 reviews of 5 criteria on one core. Limit: one second.

    python -m benchmarks.scoring                 # 100,000 reviews
    python -m benchmarks.scoring --reviews 1000000

The whole ledger to overall scores, beside its plain twin and beside the least that could
be done: one weighted sum over an array that is already laid out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import polars as pl

from adjudge.formats import load_rubric
from adjudge.rubric import Grade, Rubric
from adjudge.scoring import Drawing, Sheet, overall, rank, score_frame, uncertainty
from adjudge.verdict import Graded

LIMIT = 1.0
"""Seconds for 100,000 reviews."""

_PLAIN = 2_000
_AUTHORS = 5
_REVIEWERS = 5
_SAFE = {("safety", "safety"): Graded(grade=Grade("pass", 1.0))}


def ledger(
    rubric: Rubric, reviews: int, seed: int = 0
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Verdicts of *reviews* reviews, and the safety verdicts of their items."""
    rng = np.random.default_rng(seed)
    keys = [c.id for c in rubric.criteria]
    review = np.repeat(np.arange(reviews), len(keys))
    answer = review // _REVIEWERS
    items = pl.DataFrame({"q": answer // _AUTHORS, "a": answer % _AUTHORS, "r": review % 5})
    grade = rng.integers(1, 11, len(review))
    verdicts = items.select(
        item=pl.format("question-{}/provider/model-{}", "q", "a"),
        criterion=pl.Series(np.tile(keys, reviews)),
        judge=pl.format("provider/reviewer-{}", "r"),
        outcome=pl.lit("graded"),
        value=pl.Series(grade.astype(np.float64)),
        label=pl.Series(grade).cast(pl.String),
        rubric=pl.lit(rubric.version),
    )
    safety = verdicts.select("item").unique(maintain_order=True)
    return verdicts, safety.with_columns(
        criterion=pl.lit("safety"),
        outcome=pl.lit("graded"),
        value=pl.lit(1.0),
        label=pl.lit("pass"),
        rubric=pl.lit("safety@0"),
    )


def _best(way: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        way()
        taken.append(time.process_time() - began)
    return min(taken)


def _plain(verdicts: pl.DataFrame, rubric: Rubric) -> list[Sheet]:
    size = len(rubric.criteria)
    rows = verdicts.select("item", "judge", "criterion", "value").rows()
    sheets = []
    for at in range(0, len(rows), size):
        outcomes = {
            c: Graded(grade=Grade(f"{v:g}", v)) for _, _, c, v in rows[at : at + size]
        }
        item, judge = rows[at][:2]
        question, _, author = item.partition("/")
        made = overall(outcomes, rubric, elsewhere=_SAFE)
        sheets.append(Sheet(question=question, author=author, reviewer=judge, overall=made))
    return sheets


def main() -> int:
    """Measure, and fail past the limit."""
    call = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    call.add_argument("--reviews", type=int, default=100_000)
    count = call.parse_args().reviews
    rubric = load_rubric("quality").rubric
    verdicts, safety = ledger(rubric, count)
    score_frame(verdicts.head(50), rubric, elsewhere=safety)
    fast = _best(lambda: score_frame(verdicts, rubric, elsewhere=safety), 5)
    head = verdicts.head(_PLAIN * len(rubric.criteria))
    plain = _best(lambda: _plain(head, rubric), 1) / _PLAIN
    grades = verdicts["value"].to_numpy().reshape(-1, len(rubric.criteria))
    weights = np.array(list(rubric.weights().values()))
    least = _best(lambda: np.minimum(grades @ weights, 10.0), 5)
    print(f"{count:,} reviews of {len(rubric.criteria)} criteria, one core")
    print(
        f"  ledger to overall scores        {fast:8.3f} s   limit {LIMIT * count / 1e5:g} s"
    )
    print(
        f"  its plain twin                  {plain * count:8.3f} s   {plain * 1e6:.0f} us"
    )
    print(f"  bound: one weighted sum         {least:8.4f} s")
    sheets = _plain(head, rubric)
    print(f"  rank {_PLAIN:,} reviews            {_best(lambda: rank(sheets), 3):8.3f} s")
    drawn = _best(lambda: uncertainty(sheets, Drawing(seed=1)), 1)
    print(f"  intervals of these, 2,000 draws {drawn:8.3f} s")
    return int(fast > LIMIT * count / 100_000)


if __name__ == "__main__":
    sys.exit(main())
