"""YAML 1.2 with places, and no way to hang or crash on what comes in."""

import string
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.formats.tree import Faults, Scalar, Table, Unreadable, decode, places, plain
from adjudge.formats.yaml_tree import read_yaml


def read(text):
    """The tree of *text*."""
    return read_yaml(text, Faults())


def fault(text):
    """The first fault of *text*, which must have one."""
    faults = Faults()
    with suppress(Unreadable):
        read_yaml(
            decode(text if isinstance(text, bytes) else text.encode(), faults), faults
        )
    return faults.found[0]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("Off", "Off"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("2026-11-18", "2026-11-18"),
        ("=", "="),
        ("<<", "<<"),
        ("0777", 777),
        ("0o17", 15),
        ("0xff", 255),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-3", -3),
        ("true", True),
        ("False", False),
        ("~", None),
        ("", None),
        ("'true'", "true"),
        ('"5"', "5"),
        ("!!str 5", "5"),
        ("! 5", "5"),
        ("!!int 5", 5),
    ],
)
def test_scalars_are_read_as_yaml_1_2_has_them(written, value):
    """The core schema of YAML 1.2 decides, not the older one that PyYAML knows."""
    read_value = plain(read(f"key: {written}\n"))["key"]

    assert read_value == value
    assert type(read_value) is type(value)


def test_places_are_counted_from_one_in_characters():
    """Letters of more than one byte count once, as an editor counts them."""
    document = read("дело: ок\nlist:\n  - a\n  - ключ: б\n")

    assert dict(places(document)) == {
        "": (1, 1),
        "дело": (1, 7),
        "list": (2, 1),
        "list[0]": (3, 5),
        "list[1]": (4, 5),
        "list[1].ключ": (4, 11),
    }


def test_a_key_that_stands_twice_is_named_with_both_lines():
    """The second of two equal keys is reported where it stands."""
    found = fault("title: a\nid: b\ntitle: c\n")

    assert (found.code, found.line, found.column) == ("R004", 3, 1)
    assert "line 1" in found.what


def test_aliases_are_followed():
    """An anchor stands for what it names."""
    assert plain(read("a: &x [1, 2]\nb: *x\n")) == {"a": [1, 2], "b": [1, 2]}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: *b\n", "R003"),
        ("a: &a [*a]\n", "R003"),
        ("key:\n\t- tab\n", "R003"),
        ("title: a: b\n", "R003"),
        ("a: 'open\n", "R003"),
        ("a: [1, 2\n", "R003"),
        ("a: b\x07c\n", "R003"),
        ("a: 1\n---\nb: 2\n", "R006"),
        ("[1]: 2\n", "R006"),
        ("? \n: 2\n", "R006"),
        ("a: !!python/object:os.system x\n", "R006"),
        ("a: !!set {x}\n", "R006"),
        ("a: !!int x\n", "R006"),
        ("a: " + "9" * 5000 + "\n", "R005"),
        ("[" * 200 + "]" * 200, "R005"),
        ("[" * 50_000, "R005"),
        ("- " * 50_000, "R005"),
        ("# nothing\n", "R002"),
        ("\n \n", "R002"),
        (b"", "R002"),
        (b"\xef\xbb\xbf", "R002"),
        (b"a: \xff\n", "R001"),
        ("a: b\n".encode("utf-16"), "R001"),
    ],
)
def test_what_is_no_document_is_a_fault(text, code):
    """Whatever comes in, the answer is a fault with a code and a hint, soon."""
    begun = time.perf_counter()
    found = fault(text)

    assert found.code == code
    assert found.hint
    assert time.perf_counter() - begun < 5


def test_a_bomb_of_aliases_is_refused():
    """Nine lines that stand for a billion values are not unfolded."""
    lines = ["a0: &a0 [x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]

    assert fault("\n".join(lines)).code == "R005"


def test_depth_is_counted_through_aliases():
    """Levels that aliases pile up count like any others."""
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 100)]

    assert fault("\n".join(lines)).code == "R005"


def test_the_byte_of_an_encoding_fault_is_located():
    """The message leads to the place that cannot be read."""
    found = fault("title: ok\nname: é".encode("latin-1"))

    assert (found.line, found.column) == (2, 7)


def test_a_byte_order_mark_is_no_part_of_the_text():
    """A file saved by an editor that marks it reads like any other."""
    assert plain(read(decode(b"\xef\xbb\xbfa: 1\n", Faults()))) == {"a": 1}


@given(st.text(alphabet=string.printable + "é\u2028🦊", max_size=60))
def test_any_text_is_read_or_refused(text):
    """No text makes the reader fail otherwise than by a fault."""
    faults = Faults()
    try:
        node = read_yaml(decode(text.encode(), faults), faults)
    except Unreadable:
        assert faults.found
    else:
        assert isinstance(node, Scalar | Table) or node.items is not None
