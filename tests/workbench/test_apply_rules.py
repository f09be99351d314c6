"""Judging files by rules, without a command around it."""

import json
from dataclasses import dataclass

import polars as pl
import pytest

from adjudge.formats import find_sources, read_verdicts
from adjudge.rubric import Binary, Criterion, Rubric
from adjudge.rules import FINDINGS
from adjudge.workbench import Judging, apply_rules

RUBRIC = Rubric(
    id="r",
    title="R",
    criteria=(Criterion(id="c", key="c", title="C", scale=Binary(), rule="{}"),),
)


@dataclass
class Counts:
    """Passes everything, and remembers how many items came at once."""

    name: str = "counts"
    fingerprint: str = "1"

    def __post_init__(self):
        self.batches = []

    def find_all(self, items):
        """One pass an item."""
        self.batches.append(items.height)
        return items.select(
            row=pl.int_range(pl.len(), dtype=pl.UInt32),
            criterion=pl.lit(None, dtype=pl.String),
            outcome=pl.lit("graded"),
            value=pl.lit(1.0),
            reason=pl.lit("why not"),
            evidence=pl.lit([], dtype=FINDINGS["evidence"]),
        )


@pytest.fixture
def judging(tmp_path):
    """Some thousand items, more than are read at once."""
    talk = [{"role": "user", "content": "x" * 1000}]
    with (tmp_path / "items.jsonl").open("w") as file:
        for number in range(6000):
            file.write(json.dumps({"id": str(number), "conversation": talk}) + "\n")
    return Judging(
        rubrics=(RUBRIC,),
        sources=find_sources([str(tmp_path / "items.jsonl")]),
        out=tmp_path / "out.parquet",
    )


@pytest.mark.parametrize("seconds", [0.0, 10.0])
def test_fast_rules_get_many_items_at_once_and_slow_ones_few(judging, seconds):
    """Whatever the batches, every item is judged once, in order."""
    now, rule, ticks = [0.0], Counts(), []

    def clock():
        now[0] += seconds
        return now[0]

    tally = apply_rules(
        judging,
        clock=clock,
        resolve=lambda _: rule,
        tick=lambda items, taken: ticks.append((items, taken)),
    )
    ledger = read_verdicts(judging.out)
    assert ledger["item"].to_list() == [str(number) for number in range(6000)]
    assert sum(rule.batches) == tally.items == tally.verdicts == 6000
    assert (max(rule.batches) > 2 * rule.batches[0]) == (seconds == 0.0)
    assert ticks == sorted(ticks)
    assert ticks[-1][1] == judging.sources.size


def test_what_was_counted(judging):
    """The tally has every criterion with its labels."""
    tally = apply_rules(judging, clock=lambda: 0.0, resolve=lambda _: Counts())
    ((rubric, criterion), answers) = next(iter(tally.criteria.items()))
    assert (rubric, criterion) == (RUBRIC.version, "c")
    assert dict(answers.graded) == {"Pass": 6000}
    assert (answers.abstained, answers.failed, tally.rejected) == (0, 0, 0)
