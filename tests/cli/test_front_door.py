"""The first things that a user types, and what a typing error gets."""

import pytest

from adjudge.cli.main import main


@pytest.mark.parametrize(
    ("typed", "meant"), [(["judg", "x.jsonl"], "judge"), (["rubric", "lst"], "list")]
)
def test_a_mistyped_command_is_answered_with_the_right_one(capsys, typed, meant):
    """A command that does not exist ends with 2 and names the one that is nearest."""
    code = main(typed)

    told = capsys.readouterr().err
    assert code == 2
    assert f"'{meant}'" in told
