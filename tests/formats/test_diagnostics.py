"""One golden text for each code: what a person reads when that is what went wrong."""

import json
from pathlib import Path

import pytest

from adjudge.formats import (
    RubricFileInvalid,
    load_rubric,
    parse_questions,
    read_rubric,
)
from adjudge.formats.codes import CODES
from adjudge.rubric import Severity

ROOT = Path(__file__).parent.parent.parent
SEP = "|||QUESTION_SEPARATOR|||"
HEAD = "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, scale: score}\n"
BINARY = "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, scale: binary}\n"


def weighted(*weights):
    """A rubric whose criteria have *weights*, and a text to answer at the end."""
    lines = [f"  - {{id: c{at}, scale: score{w}}}" for at, w in enumerate(weights)]
    return "\n".join(["adjudge: 1", "id: mine", "criteria:", *lines, ""])


def shown(**fields):
    """One example, as JSON, sound but for *fields*."""
    talk = [{"role": "user", "content": "?"}, {"role": "assistant", "content": "!"}]
    return json.dumps({"id": "one", "conversation": talk, "expectedResult": True} | fields)


RUBRICS = {
    "R001": "id: mine # caf\xe9\n".encode("latin-1"),
    "R002": "# to be written\n",
    "R003": "adjudge: 1\ntitle: Tone: polite?\n",
    "R004": HEAD + "id: other\n",
    "R005": HEAD + "title: " + "[" * 100 + "]" * 100,
    "R006": HEAD + "title: !!binary aGk=\n",
    "R007": "adjudge: 2\nid: mine\nnew: true\n",
    "R010": HEAD + "title: 12\ngates: none\n",
    "R011": HEAD + "titel: Mine\nweights: {a: 1}\n",
    "R012": "title: Mine\ncriteria:\n  - title: A\n",
    "R013": "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, scale: stars}\n  - {id: b, scale: {kind: likret}}\n",
    "R014": "adjudge: 1\nid: my rubric\ntitle: ''\ncriteria:\n  - id: a\n    scale: binary\n"
    "    title: |\n      two\n      lines\n",
    "R015": HEAD + "gates:\n  - {cap: 4, floor: 2, when: {criterion: a, below: 5}}\n",
    "R020": "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, key: a1, scale: binary}\n  - {id: a, key: a2, scale: binary}\n",
    "R021": "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, key: k, scale: binary}\n  - {id: b, key: k, scale: binary}\n",
    "R022": "adjudge: 1\nid: mine\ncriteria:\n  - id: a\n    scale: {kind: likert, low: 5, high: 1}\n"
    "  - id: b\n    scale: {kind: likert, labels: [bad, good]}\n",
    "R023": "adjudge: 1\nid: mine\ncriteria:\n  - id: a\n    scale: likert\n    anchors:\n      4-6: good\n      great: best\n",
    "R024": "adjudge: 1\nid: mine\ncriteria:\n  - id: a\n    scale: likert\n    anchors: {3-5: good, 1-3: bad}\n",
    "R025": HEAD + "gates:\n  - {cap: 4, when: {criterion: aa, below: 5}}\n",
    "R026": HEAD
    + "gates:\n  - {cap: 4, when: {criterion: a, below: 50}}\n  - {disqualify: true, when: {criterion: a, is: bad}}\n",
    "R027": HEAD + "gates:\n  - {cap: 40, when: {criterion: a, below: 5}}\n",
    "R028": f"adjudge: 1\nid: mine\ncriteria:\n  - id: a\n    title: A [JUDGE_TYPE:binary]\n    scale: binary\n    description: |\n      one\n      {SEP}\n",
    "R029": "adjudge: 1\nid: mine\ncriteria:\n  - title: Is it polite?\n    scale: binary\n",
    "R030": "adjudge: 1\nid: mine\ncriteria:\n  - {id: a, scale: likert, rule: {phrase: hello}}\n",
    "R031": HEAD
    + "gates:\n  - {cap: 0, when: {rubric: safty, criterion: safety, is: fail}}\n"
    "  - {cap: 0, when: {rubric: safety, criterion: safe, is: fail}}\n"
    "  - {cap: 0, when: {rubric: safety, criterion: safety, is: failed}}\n"
    "  - {cap: 0, when: {rubric: my-own, criterion: safety, is: failed}}\n",
    "W001": weighted(", weight: 1") + "  - {id: said, scale: freeform, weight: 0.5}\n",
    "W002": weighted(", weight: 1", ""),
    "W003": weighted(", weight: -1", ", weight: 2"),
    "W004": weighted(", weight: 0.5", ", weight: 0.4"),
    "E002": BINARY
    + "examples:\n  - id: one\n    conversation: [{role: user, content: '?'}, {content: '!'}]\n    expectedResult: true\n",
    "E004": BINARY + "examples:\n  - id: one\n    expected: 8/10\n    response: Hello.\n",
    "E005": "adjudge: 1\nid: mine\ncriteria: [{id: a, scale: binary}, {id: b, scale: binary}]\n"
    "examples:\n  - {id: one, expected: 1, response: Hello.}\n  - {id: two, expected: 1, response: Hello., criterion: c}\n",
    "E006": BINARY
    + "examples:\n  - {id: one, expected: 1, response: Hello.}\n  - {id: one, expected: 0, response: Bye.}\n",
    "E008": BINARY + "examples: none-here\n",
}
FOLDERS = {
    "E001": {"positive/one.json": None},
    "E007": {"negative/one.json": shown(type="positive")},
}
TEXTS = {
    "T001": f"Help\nDoes it?\n{SEP}\nTone [JUDGE_TYPE:binray]\nPolite?",
    "T002": "Tone [JUDGE_TYPE:binary] [JUDGE_TYPE:likert]\nPolite?",
    "T003": "Tone\nPolite?\n[JUDGE_TYPE:binary]",
    "T004": "[JUDGE_TYPE:binary]\nPolite?",
    "T005": f"Tone\nPolite?\n{SEP}\nTone\nPolite?",
}


def findings(code, tmp_path):
    """What is found in the specimen of *code*."""
    try:
        if code in TEXTS:
            parse_questions(TEXTS[code], source="questions.txt")
        elif code in FOLDERS:
            (tmp_path / "mine.yaml").write_text(BINARY + "examples: shown\n")
            for name, text in FOLDERS[code].items():
                file = tmp_path / "shown" / name
                file.parent.mkdir(parents=True)
                file.mkdir() if text is None else file.write_text(text)
            load_rubric("mine.yaml")
        else:
            return read_rubric(RUBRICS[code], source="mine.yaml").diagnostics
    except RubricFileInvalid as err:
        return err.diagnostics
    return ()


@pytest.mark.parametrize("code", CODES)
def test_each_code_has_its_text(code, tmp_path, monkeypatch, golden):
    """The whole message is as it was agreed, its place and hint included."""
    monkeypatch.chdir(tmp_path)
    found = findings(code, tmp_path)

    assert code in {d.code for d in found}
    assert all(d.hint and d.line is not None for d in found if d.code != "E001")
    golden(f"diagnostics/{code}.txt", "".join(f"{d}\n" for d in found))


@pytest.mark.parametrize("code", CODES)
def test_only_warnings_leave_a_rubric_usable(code, tmp_path, monkeypatch):
    """The reference calls exactly those codes warnings that do not stop a rubric."""
    monkeypatch.chdir(tmp_path)
    severities = {d.severity for d in findings(code, tmp_path) if d.code == code}

    warns = CODES[code].startswith("Warning")
    assert severities == {Severity.WARNING if warns else Severity.ERROR}


def test_no_code_goes_without_a_golden_text():
    """Golden texts and codes are the same set."""
    kept = {file.stem for file in (ROOT / "tests/golden/diagnostics").glob("*.txt")}

    assert kept == set(CODES)


def test_every_code_that_the_source_gives_is_listed():
    """A new code cannot be given in silence."""
    import re

    source = [
        *(ROOT / "src/adjudge/formats").glob("*.py"),
        ROOT / "src/adjudge/rubric/weights.py",
    ]
    given = {
        code
        for file in source
        if file.name != "codes.py"
        for code in re.findall(r'"([RWET][0-9]{3})"', file.read_text("utf-8"))
    }

    assert given == set(CODES)


def test_the_reference_lists_every_code(golden):
    """The page is made from the codes."""
    families = {
        "R": "The rubric",
        "W": "Weights",
        "E": "Examples",
        "T": "Question text of workshops",
    }
    lines = [
        "# Diagnostics",
        "",
        "What `adjudge rubric check` and every command that reads a rubric can answer. All",
        "faults of a file are reported at once, each as `file:line:column: error CODE: what`",
        "with a hint below. A warning leaves the rubric usable. A code keeps its meaning for",
        "good, and one that was given up (E003) is not given anew. Faults inside a `rule`",
        "have codes that begin with G; see the rule reference.",
        "",
        "After a thousand errors a file is read no further, and the message says so. Whether",
        "a cap fits the overall score is told once all scales can be read.",
    ]
    for letter, title in families.items():
        lines += ["", f"## {title}", "", "| code | meaning |", "|---|---|"]
        lines += [
            f"| {code} | {CODES[code]} |" for code in CODES if code.startswith(letter)
        ]

    golden("../../docs/reference/diagnostics.md", "\n".join(lines) + "\n")
