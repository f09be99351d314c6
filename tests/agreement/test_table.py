"""Ratings as columns of small integers: each fast step equals its plain twin."""

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.agreement.table import ROW, Coder, coded, renamed
from adjudge.agreement.table.coded import Names, coded_numbers, distinct_of
from adjudge.agreement.table.duplicates import any_repeated, repeated

TEXT = st.one_of(
    st.none(),
    st.sampled_from(["a", "b", "c"]),
    st.text(max_size=5).filter(lambda t: "\x00" not in t),
)
NUMBER = st.one_of(
    st.just(float("nan")), st.integers(-3, 70_000).map(float), st.floats(-9, 9)
)


@given(st.lists(st.lists(TEXT, max_size=8), max_size=4))
def test_names_are_numbered_as_they_come(batches):
    """Over all batches, the codes of texts give the texts again, in first-come order."""
    names, codes = Names(), []
    for batch in batches:
        codes += names.codes(pl.Series(batch, dtype=pl.String)).tolist()

    flat = [text for batch in batches for text in batch]
    known = names.texts()
    assert known == list(dict.fromkeys(text for text in flat if text is not None))
    assert [None if code < 0 else known[code] for code in codes] == flat


@given(st.lists(NUMBER, max_size=30))
def test_numbers_are_coded_as_a_sort_would(numbers):
    """Distinct numbers rise; NaN has no code; -0 and 0 are one."""
    codes, known = coded_numbers(np.array(numbers, dtype=np.float64))

    plain = sorted({number + 0.0 for number in numbers if number == number})  # noqa: PLR0124
    assert known == plain
    assert codes.tolist() == [plain.index(n) if n == n else -1 for n in numbers]  # noqa: PLR0124


COLUMNS = st.integers(1, 4).flatmap(
    lambda width: st.tuples(
        st.lists(st.integers(1, 5), min_size=width, max_size=width),
        st.lists(
            st.lists(st.integers(-1, 4), min_size=width, max_size=width),
            min_size=1,
            max_size=20,
        ),
    )
)


def laid(drawn):
    """Columns of codes, each within its size, and the rows that they make."""
    sizes, rows = drawn
    rows = [
        [min(code, size - 1) for code, size in zip(row, sizes, strict=True)] for row in rows
    ]
    columns = [np.array(column, dtype=np.int8) for column in zip(*rows, strict=True)]
    return list(zip(columns, sizes, strict=True)), rows


@given(COLUMNS, st.sampled_from([0, 1 << 24]))
@settings(deadline=None)
def test_distinct_rows_are_those_of_a_set(drawn, direct):
    """By table or by sort: each position's row is the one that it has."""
    columns, rows = laid(drawn)
    before, coded._DIRECT = coded._DIRECT, direct
    try:
        which, found = distinct_of(columns)
    finally:
        coded._DIRECT = before

    assert found == sorted(map(list, {tuple(row) for row in rows}))
    assert [found[at] for at in which.tolist()] == rows


@given(COLUMNS)
def test_repeats_are_those_of_a_counter(drawn):
    """A repeat is told, and its positions are those whose row is there more than once."""
    columns, rows = laid(drawn)
    plain = [at for at, row in enumerate(rows) if rows.count(row) > 1]

    assert any_repeated(columns) is bool(plain)
    assert repeated(columns)[0].tolist() == plain


@given(st.lists(st.integers(-1, 3), max_size=9))
def test_renamed_texts_share_a_number(codes):
    """Names that become one are one."""
    texts = ["ann", " ann", "bob", "cy"]
    made, names = renamed(np.array(codes, dtype=np.int8), texts, str.strip)
    assert names == ["ann", "bob", "cy"]
    assert [None if c < 0 else names[c] for c in made.tolist()] == [
        None if c < 0 else texts[c].strip() for c in codes
    ]


def test_numbers_and_texts_in_turn_are_texts():
    """A table whose values are numbers here and texts there is read as one."""
    coder = Coder()
    for values in ([4.0, None], ["4", "five"], [5.0, 0.5]):
        columns = {ROW: [1, 2], "item": ["a", "b"], "judge": ["x", "y"], "value": values}
        coder.add(pl.DataFrame(columns, strict=False))

    made = coder.done()

    said = [None if at < 0 else made.values[at] for at in made.codes["value"].tolist()]
    assert said == ["4", None, "4", "five", "5", "0.5"]
