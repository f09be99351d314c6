"""JSON with places, equal to the standard reader wherever both can read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.formats.json_tree import read_json
from adjudge.formats.tree import Faults, Unreadable, places, plain

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_it_reads_what_json_writes(value, indent, ascii_only):
    """Every value of JSON comes back, however it was laid out."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    try:
        read = plain(read_json(text, Faults()))
    except Unreadable:
        assert any("\ud800" <= c <= "\udfff" for c in str(value)) or len(text) > 64
    else:
        assert read == value


def test_what_yaml_readers_trip_over_is_json():
    """Tabs between parts, an escaped slash and a surrogate pair are all of JSON."""
    assert plain(read_json('{\t"a":\t"\\/ \\ud83e\\udd8a"}', Faults())) == {"a": "/ 🦊"}


def test_places_lead_to_keys_and_values():
    """A scalar is found where it stands, a collection at its key."""
    document = read_json('{\n  "é": 1, "b": [\n    true\n  ]\n}', Faults())

    assert dict(places(document)) == {
        "": (1, 1),
        "é": (2, 8),
        "b": (2, 11),
        "b[0]": (3, 5),
    }


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ('{"a": 1,}', (1, 8), "delete the comma"),
        ("[1, 2,\n]", (1, 6), "delete the comma"),
        ('{"a": NaN}', (1, 7), "finite"),
        ('{"a": True}', (1, 7), "true, false and null"),
        ("{'a': 1}", (1, 2), ""),
        ('{"a" 1}', (1, 6), ""),
        ('{"a": 1 "b": 2}', (1, 9), ""),
        ('{"a": 1', (1, 8), ""),
        ('{"a": "x\ny"}', (1, 9), "\\n"),
        ('{"a": "\\x"}', (1, 8), ""),
        ('{"a": 1} // done', (1, 10), "no comments"),
        ('{"a": "\\ud800"}', (1, 7), "both halves"),
        ('{"a": 1e999}', (1, 7), "smaller"),
        ('{"a": 01}', (1, 8), ""),
        ("[" * 100_000, (1, 66), ""),
        ('{"a": ' + "1" * 5000 + "}", (1, 7), "quote it"),
    ],
)
def test_faults_have_their_place_and_a_hint(text, place, hint):
    """What is no JSON is named where it stands, with what to do."""
    faults = Faults()
    with pytest.raises(Unreadable):
        read_json(text, faults)

    found = faults.found[0]
    assert (found.line, found.column) == place
    assert found.hint
    assert hint in found.hint


def test_a_key_that_stands_twice_is_a_fault():
    """JSON's silence about equal keys is not ours."""
    faults = Faults()
    read_json('{"a": 1,\n "a": 2}', faults)

    assert [(d.code, d.line, d.column) for d in faults.found] == [("R004", 2, 2)]
