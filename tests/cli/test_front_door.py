"""The first things that a user types, and what a typing error gets."""

import pytest
from click.shell_completion import ShellComplete

from adjudge.cli.group import adjudge
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


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("adjudge ru", {"rubric", "rules"}),
        ("adjudge check self-contradiction-b", {"self-contradiction-basic"}),
        ("adjudge judge talks.jsonl --rubric saf", {"safety"}),
        ("adjudge rubric diff quality quality-o", {"quality-original"}),
        ("adjudge judge tal", set()),
        ("adjudge check my-rub", set()),
    ],
)
def test_a_shell_completes_commands_rubrics_and_files(typed, offered):
    """A built-in name where one begins so; files where files are meant."""
    *before, last = typed.split()[1:]
    shell = ShellComplete(adjudge, {}, "adjudge", "_ADJUDGE_COMPLETE")

    found = shell.get_completions(before, last)

    assert {item.value for item in found if item.type == "plain"} == offered
    assert any(item.type == "file" for item in found) is bool(before)
