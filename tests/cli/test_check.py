"""`adjudge check`, from the command line to the exit code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

RUBRIC = """\
adjudge: 1
id: polite
title: Polite
criteria:
  - id: thanks
    title: Says thank you
    scale: {kind: binary, labels: {fail: rude, pass: polite}}
    rule: {phrase: thank you}
examples:
"""

EXAMPLE = """\
  - id: %s
    conversation:
      - {role: user, content: Hello}
      - {role: %s, content: %s}
    expected: %s
    rationale: it does or does not
"""


def adjudge(*args, cwd):
    """Run the real command."""
    return subprocess.run(
        [sys.executable, "-m", "adjudge", *args],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        check=False,
        timeout=60,
    )


def write(folder, *examples):
    """A rubric with *examples*: id, role, text, expected."""
    path = folder / "polite.yaml"
    path.write_text(RUBRIC + "".join(EXAMPLE % example for example in examples))
    return path.name


def test_right_examples_exit_0_and_are_counted(tmp_path):
    """Each example has its line with the reason, and the sum is below."""
    name = write(
        tmp_path,
        ("one", "assistant", "Thank you!", "polite"),
        ("two", "assistant", "Go away.", "0"),
    )

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("ok    one  polite: ")
    assert lines[1].startswith("ok    two  rude: ")
    assert "2 of 2 examples right" in done.stdout
    assert "thanks 'polite': precision 1.00 (0.21 to 1.00, 1 of 1)" in done.stdout
    assert "thanks 'rude': precision 1.00 (0.21 to 1.00, 1 of 1)" in done.stdout


def test_wrong_example_exits_1_and_says_what_was_expected(tmp_path):
    """A misclassified example is a negative finding, with both labels."""
    name = write(tmp_path, ("one", "assistant", "Go away.", "polite"))

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 1
    assert "WRONG one  rude, expected polite: " in done.stdout


def test_few_examples_of_a_kind_are_warned_of(tmp_path):
    """Fewer than five of a kind hardly validate a rubric."""
    name = write(tmp_path, ("one", "assistant", "Thank you!", "polite"))

    done = adjudge("check", name, cwd=tmp_path)

    assert "warning: criterion 'thanks' has 0 examples of 'rude'; at least 5" in done.stdout
    assert "warning: criterion 'thanks' has 1 examples of 'polite'" in done.stdout


def test_abstention_is_no_answer(tmp_path):
    """A conversation without an assistant cannot be told, and the figures agree in that."""
    name = write(tmp_path, ("one", "user", "Thank you!", "rude"))

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 1, done.stdout
    assert "0 of 1 examples right; 1 could not be told" in done.stdout
    assert "recall 0.00 (0.00 to 0.79, 0 of 1)" in done.stdout


def test_abstention_is_right_where_null_is_expected(tmp_path):
    """An example can say that the judge must not tell."""
    name = write(tmp_path, ("one", "user", "Thank you!", "null"))

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 0, done.stdout
    assert "1 of 1 examples right; 1 could not be told" in done.stdout


def test_abstention_of_a_rule_that_is_false_then_is_its_no_in_every_figure(tmp_path):
    """`self_contradiction` is False where it cannot tell: right, and in the recall."""
    done = adjudge("check", "self-contradiction", "--json", cwd=tmp_path)

    found = json.loads(done.stdout)
    (by_label,) = found["criteria"].values()
    assert found["abstained"] > 0
    assert found["wrong"] == 0
    assert {table["recall"]["value"] for table in by_label.values()} == {1.0}


def test_an_example_in_which_nothing_is_said_exits_2(tmp_path):
    """It shows nothing."""
    name = write(tmp_path)
    with (tmp_path / name).open("a") as file:
        file.write("  - {id: one, conversation: [], expected: polite}\n")

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 2
    assert "E002 the conversation has no message" in done.stderr.replace("E002: ", "E002 ")


def test_abstention_is_wrong_where_yes_is_expected(tmp_path):
    """A rule that cannot tell has not found what it looks for."""
    name = write(tmp_path, ("one", "user", "Thank you!", "polite"))

    assert adjudge("check", name, cwd=tmp_path).returncode == 1


def test_faulty_rubric_exits_2(tmp_path):
    """A rubric that cannot be read is no negative finding."""
    (tmp_path / "bad.yaml").write_text("adjudge: 1\nid: x\ncritera: []\n")

    done = adjudge("check", "bad.yaml", cwd=tmp_path)

    assert done.returncode == 2
    assert "critera" in done.stderr
    assert "criteria" in done.stderr
    assert "Traceback" not in done.stderr


def test_example_off_the_scale_exits_2(tmp_path):
    """What an example expects must be on the scale."""
    name = write(tmp_path, ("one", "assistant", "Thank you!", "8/10"))

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 2
    assert "8/10" in done.stderr


def test_rubric_without_examples_exits_2(tmp_path):
    """Nothing checked is not all right."""
    name = write(tmp_path)
    (tmp_path / name).write_text(RUBRIC.replace("examples:\n", ""))

    done = adjudge("check", name, cwd=tmp_path)

    assert done.returncode == 2
    assert "no examples" in done.stderr


def test_json_has_the_documented_shape(tmp_path):
    """A script reads counts, intervals and lines."""
    name = write(tmp_path, ("one", "assistant", "Thank you!", "polite"))

    found = json.loads(adjudge("check", name, "--json", cwd=tmp_path).stdout)

    assert set(found) == {
        "rubric", "examples", "right", "wrong", "abstained", "criteria", "warnings", "lines",
    }  # fmt: skip
    assert found["criteria"]["thanks"]["polite"]["recall"]["hits"] == 1
    assert found["lines"][0]["evidence"][0]["text"] == "Thank you"


@pytest.mark.parametrize("rubric", ["self-contradiction", "safety"])
def test_bundled_examples_are_all_right(rubric, tmp_path):
    """The built-in rules pass the validation examples that they ship with."""
    done = adjudge("check", rubric, "--wrong", cwd=tmp_path)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stdout
