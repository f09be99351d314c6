"""`adjudge rules explain`, by the function that the command calls."""

import json

import pytest
from click.testing import CliRunner

from adjudge.cli.rules import rules
from adjudge.errors import InputInvalid

LINES = [json.dumps({"id": id_, "prompt": "Hi.", "response": "Thank you!"}) for id_ in "ab"]
RUBRIC = """\
adjudge: 1
id: polite
criteria: [{id: thanks, scale: binary, rule: {phrase: thank you}}]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A rubric, and items of which the second is broken."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "polite.yaml").write_text(RUBRIC)
    (tmp_path / "items.txt").write_text("\n{\n".join(LINES))
    return tmp_path


def _explain(*args):
    return CliRunner().invoke(
        rules,
        ["explain", "items.txt", "-r", "polite.yaml", "--from", "jsonl", *args],
        standalone_mode=False,
        catch_exceptions=False,
    )


def test_a_broken_line_stops_it_and_the_hint_is_an_option_that_it_has(folder):
    """What a message says to type can be typed."""
    with pytest.raises(InputInvalid) as caught:
        _explain()
    assert "--on-error skip" in caught.value.hint

    done = _explain("--on-error", "skip", "--json")

    assert [json.loads(line)["item"] for line in done.stdout.splitlines()] == ["a", "b"]
    assert done.stderr.startswith("rejected items.txt:2: not valid JSON")
