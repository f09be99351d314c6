"""CSV of ratings: the stream equals the careful reader wherever it is chosen."""

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudge.errors import InputInvalid
from adjudge.formats.ratings_csv import careful_csv, look_at_csv, plain_csv

CELL = st.text(alphabet="ab1 ,;\t|.é\r\n\x0b\u2028#'\\", max_size=3)
FILE = st.tuples(
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(st.lists(CELL, min_size=2, max_size=3).map(",".join), max_size=6),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)


@settings(
    max_examples=300,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(FILE)
@example((b"", ["a,b", "1,2", "", "3,4"], "\n", True))
@example((b"", ["a,b", "1,2", ",", "3,4"], "\n", True))
@example((b"", ["a,b", "1"], "\n", True))
@example((b"", ["a,b", "1", "1,2,3"], "\n", True))
def test_a_plain_file_is_read_as_the_careful_reader_does(tmp_path, drawn):
    """Same rows, same numbers, same cells: where they could differ, the careful one reads."""
    mark, lines, end, closed = drawn
    path = tmp_path / "any.csv"
    path.write_bytes(mark + ("item,judge\n" + end.join(lines) + end * closed).encode())
    made = look_at_csv(path)
    if not made.plain:
        return

    said = list(made.names)
    careful = careful_csv(path, made).collect()
    plain = plain_csv(path, made).collect()

    whole = plain.filter(~pl.all_horizontal(*(pl.col(n).is_null() for n in said)))
    assert whole.rows() == careful.rows()


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("a,b,c\n1,2,3\n", ","),
        ("a;b;c\n1,5;2;3\n", ";"),
        ("a\tb\tc\nx, y\t2\t3\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ('item,judge,value\n"a;b;c",x,1\n', ","),
        ("only\n1\n", ","),
    ],
)
def test_the_separator_is_told_by_the_width_of_rows(text, separator, tmp_path):
    """What makes rows of one width separates them."""
    path = tmp_path / "any.csv"
    path.write_text(text)
    assert look_at_csv(path).separator == separator


def test_columns_without_a_name_get_their_number(tmp_path):
    """As the column of row numbers that data frames write."""
    path = tmp_path / "any.csv"
    path.write_text(",judge,\n1,2,3\n")
    assert look_at_csv(path).names == ("column 1", "judge", "column 3")


def test_a_name_stands_once(tmp_path):
    """Two columns of one name are refused."""
    path = tmp_path / "any.csv"
    path.write_text("item,value,value\n1,2,3\n")
    with pytest.raises(InputInvalid, match="two columns stand for 'value'"):
        look_at_csv(path)
