"""Processes that judge beside this one, without a command around them."""

import polars as pl
import pytest

from adjudge.errors import RuleInvalid
from adjudge.rubric import Binary, Criterion, Rubric
from adjudge.rules import judge_frame, rule_for, rulings
from adjudge.workbench.crew import Crew, Orders
from adjudge.worker import packed, unpacked


def _orders(rule='{"phrase": "thank you"}') -> Orders:
    criterion = Criterion(id="c", key="c", title="C", scale=Binary(), rule=rule)
    rubric = Rubric(id="r", title="R", criteria=(criterion,))
    return Orders(rubrics=(rubric,), at=None, resolve=rule_for)


def _items(count, said="thank you"):
    talk = [{"role": "assistant", "content": said}]
    rows = [{"id": f"{count}/{n}", "conversation": talk} for n in range(count)]
    return pl.DataFrame(rows).with_columns(fields=pl.lit(None, dtype=pl.String))


def _work(crew, batches, count=2):
    crew.hire(count)
    for at, items in enumerate(batches):
        crew.give(items, 10, at)
        yield from crew.finished()
    yield from crew.finished(all_of_it=True)


def test_what_is_given_comes_back_in_order():
    """Whoever was quicker; large batches stand beside small ones."""
    sizes = [3000, 1, 2, 2000, 1, 1, 500, 3]
    batches = [_items(size) for size in sizes]
    orders = _orders()
    with Crew(orders) as crew:
        done = list(_work(crew, batches))
    assert [each.items for each in done] == sizes
    assert [each.taken for each in done] == list(range(len(sizes)))
    ruled = rulings(orders.rubrics)
    for each, items in zip(done, batches, strict=True):
        assert each.ledger.equals(judge_frame(ruled, items))


def test_an_error_elsewhere_is_the_error_here():
    """Of its own kind, and with the same words, whether rules or items are wrong."""
    orders = _orders(rule="{}")
    with pytest.raises(RuleInvalid) as here:
        rulings(orders.rubrics)
    with pytest.raises(RuleInvalid) as there, Crew(orders) as crew:
        list(_work(crew, [_items(1)]))
    assert str(there.value) == str(here.value)
    orders, wrong = _orders(), _items(1).drop("id")
    with pytest.raises(pl.exceptions.PolarsError) as here:
        judge_frame(rulings(orders.rubrics), wrong)
    with pytest.raises(type(here.value)) as there, Crew(orders) as crew:
        list(_work(crew, [wrong]))
    assert str(there.value) == str(here.value)


@pytest.mark.parametrize("rows", [0, 3])
def test_frames_cross_the_line_whole(rows):
    """No rows are some rows too, and nulls stay nulls."""
    ledger = judge_frame(rulings(_orders().rubrics), _items(3)).head(rows)
    assert unpacked(packed(ledger)).equals(ledger)
    assert unpacked(packed(ledger)).schema == ledger.schema
