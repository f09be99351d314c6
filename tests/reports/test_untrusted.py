"""What a model or a person wrote cannot steer the reader's terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.reports import excerpt, shown


@given(st.text(alphabet=st.characters(codec=None)))
def test_nothing_that_steers_a_terminal_is_left(text):
    """No control character, no lone surrogate, no re-ordering mark, no line break."""
    line = shown(text)

    assert all(c.isprintable() or ord(c) > 0xA0 for c in line)
    assert not set(line) & set("\x1b\x07\n\r\x9b\u202e\u2066")
    line.encode()


@pytest.mark.parametrize(
    ("content", "start", "end", "expected"),
    [
        ("Yes, I think so.", 0, 3, "«Yes», I think so."),
        ("a\n\nb \x1b[2J c", 3, 4, "a «b» \\x1b[2J c"),
        ("x" * 100 + "no" + "y" * 100, 100, 102, "…" + "x" * 48 + "«no»" + "y" * 48 + "…"),
    ],
)
def test_excerpt_shows_the_span_in_its_surroundings(content, start, end, expected):
    """The span is marked, and the rest of the message is cut away."""
    assert excerpt(content, start, end) == expected


def test_long_span_is_cut_in_the_middle():
    """A span of pages does not fill the screen."""
    assert len(excerpt("word " * 1000, 0, 5000)) < 200
