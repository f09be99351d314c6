"""`adjudge rubric` as it is called: what it prints, writes and answers."""

import json
import subprocess
import sys

import jsonschema
import pytest

from adjudge.cli.main import main
from adjudge.formats import bundled_rubrics, load_rubric

SEP = "|||QUESTION_SEPARATOR|||"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(capsys):
    """Call `adjudge rubric`; what comes back is its code, output and error text."""

    def run(*args):
        code = main(["rubric", *args])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_list_names_what_is_built_in(call):
    """One line each, and a stable shape for programs."""
    code, out, err = call("list")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(bundled_rubrics())

    rows = json.loads(call("list", "--json")[1])
    assert [row["name"] for row in rows] == list(bundled_rubrics())
    assert set(rows[0]) == {"name", "title", "rubric", "criteria"}


def test_a_new_rubric_is_sound_and_called_as_its_file(call, folder):
    """The template passes its own check, without a warning."""
    assert call("new", "-o", "Mine own.yaml")[0] == 0

    read = load_rubric(folder / "Mine own.yaml")
    assert read.rubric.id == "mine-own"
    assert read.diagnostics == ()
    assert call("check", "Mine own.yaml")[0] == 0
    assert call("new")[1].startswith("# A rubric says")


@pytest.mark.parametrize("name", bundled_rubrics())
def test_a_new_rubric_can_begin_as_a_built_in_one(name, call, folder):
    """Everything but the name and the examples is that of the original."""
    assert call("new", "--from", name, "-o", "mine.yaml")[0] == 0

    copy, original = load_rubric(folder / "mine.yaml"), load_rubric(name, examples=False)
    assert copy.rubric.id == "mine"
    assert copy.rubric.criteria == original.rubric.criteria
    assert copy.rubric.gates == original.rubric.gates


def test_new_asks_for_a_name_it_knows(call):
    """A misspelt name, or a file that could not be read back, is refused."""
    assert call("new", "--from", "qualty")[0] == 2
    assert call("new", "-o", "mine.json")[0] == 2


@pytest.mark.parametrize("name", bundled_rubrics())
def test_show_prints_the_whole_rubric(name, call, golden):
    """Whole texts, kept as golden files."""
    code, out, _ = call("show", name)
    assert code == 0
    text, _, counted = out.rstrip("\n").rpartition("\n")
    assert counted.endswith(f"read from built-in {name}")  # others add examples
    golden(f"show/{name}.txt", text + "\n")


def test_show_as_json(call):
    """The document is there in full, and reads back."""
    code, out, _ = call("show", "quality", "--json")
    shown = json.loads(out)

    assert code == 0
    assert set(shown) == {"rubric", "source", "document", "diagnostics"}
    assert shown["document"]["criteria"][0]["weight"] == 0.35


def test_check_reports_every_fault_and_ends_with_2(call, folder):
    """File, line and column for each; sound rubrics beside it are still read."""
    (folder / "bad.yaml").write_text(
        "adjudge: 1\nid: bad\ncriteria:\n  - id: a\n    scale: likret\n    wieght: 1\n"
    )
    code, out, err = call("check", "bad.yaml", "quality")

    assert code == 2
    assert "bad.yaml:5:12: error R013" in err
    assert "bad.yaml:6:5: error R011" in err
    assert "bad.yaml: 2 errors" in err
    assert out.startswith("quality: fine (quality@")


def test_check_as_json(call, folder):
    """One entry a file, with the version of those that can be used."""
    (folder / "bad.yaml").write_text("")
    code, out, err = call("check", "bad.yaml", "likert-workshop", "--json")
    bad, good = json.loads(out)

    assert (code, err) == (2, "")
    assert bad["rubric"] is None
    assert bad["diagnostics"] == [
        {
            "code": "R002",
            "severity": "error",
            "what": "the file is empty",
            "hint": "start from a template: adjudge rubric new",
            "where": "",
            "file": "bad.yaml",
            "line": 1,
            "column": 1,
        }
    ]
    assert good["diagnostics"] == []


def test_a_warning_leaves_the_code_at_0(call, folder):
    """It is said, and the rubric is fine."""
    (folder / "w.yaml").write_text(
        "adjudge: 1\nid: w\ncriteria: [{title: A b, scale: binary}]\n"
    )
    code, out, err = call("check", "w.yaml")

    assert code == 0
    assert "warning R029" in err
    assert "fine" in out


@pytest.mark.parametrize("verb", ["show", "check"])
def test_a_faulty_rubric_never_makes_a_traceback(verb, call, folder):
    """Whatever the bytes are, the answer is words and a code."""
    specimens = [
        b"",
        b"\xff\xfe",
        b"[" * 9999,
        b"a: &a [*a]",
        b"\x00",
        b"- 1",
        b"adjudge: 9",
    ]
    for at, data in enumerate(specimens):
        for suffix in ("yaml", "json", "txt"):
            file = folder / f"{at}.{suffix}"
            file.write_bytes(data)
            code, _, err = call(verb, file.name)
            if suffix != "txt" or code:
                assert code == 2
                assert "error" in err or "adjudge:" in err


@pytest.mark.parametrize("name", bundled_rubrics())
def test_convert_to_and_fro_keeps_the_meaning(name, call, folder):
    """YAML to JSON to YAML: one fingerprint, the same examples."""
    assert call("convert", name, "-o", "a.json")[0] == 0
    assert call("convert", "a.json", "-o", "b.yaml")[0] == 0

    original, read = load_rubric(name), load_rubric(folder / "b.yaml")
    assert read.rubric == original.rubric
    assert [e.item for e in read.examples] == [e.item for e in original.examples]
    assert call("diff", name, "b.yaml")[0] == 0


def test_convert_lists_what_text_cannot_carry(call, golden):
    """Nothing is dropped in silence."""
    code, out, err = call("convert", "quality", "--to", "text")

    assert code == 0
    assert out.startswith("Accuracy [JUDGE_TYPE:likert]\n")
    golden("lost/quality.txt", err)


def test_convert_keeps_examples_in_their_folder(call, folder):
    """A folder of the author's is named as seen from the new file."""
    (folder / "in").mkdir()
    (folder / "out").mkdir()
    (folder / "in" / "r.yaml").write_text(
        "adjudge: 1\nid: r\ncriteria: [{id: a, scale: binary}]\nexamples: shown\n"
    )
    (folder / "in" / "shown").mkdir()
    (folder / "in" / "shown" / "x.json").write_text('{"response": "x", "expected": 1}')
    assert call("convert", "in/r.yaml", "-o", "out/r.json")[0] == 0

    assert json.loads((folder / "out" / "r.json").read_text())["examples"] == "../in/shown"
    assert len(load_rubric("out/r.json").examples) == 1


def test_nothing_is_overwritten_without_force(call, folder):
    """The file that is there stays, byte by byte."""
    (folder / "r.json").write_text("mine")
    code, _, err = call("convert", "safety", "-o", "r.json")

    assert code == 2
    assert "--force" in err
    assert (folder / "r.json").read_text() == "mine"
    assert call("convert", "safety", "-o", "r.json", "--force")[0] == 0


def test_convert_asks_which_form(call, folder):
    """Without a suffix that says so, the form must be named."""
    assert call("convert", "safety")[0] == 2
    assert call("convert", "safety", "-o", "r.md")[0] == 2
    assert call("convert", "safety", "-o", "r.md", "--to", "yaml")[0] == 0


def test_the_deployed_dialect_can_be_written(call):
    """For the program that reads nothing else."""
    _, out, _ = call("convert", "likert-workshop", "--to", "text", "--dialect", "deployed")

    assert out == (
        "Accuracy: Is the response factually correct?|||JUDGE_TYPE|||likert"
        f"{SEP}Helpfulness: Does the response address the user's need?|||JUDGE_TYPE|||likert\n"
    )


def test_migrate_shows_before_it_writes(call, folder):
    """Without -o nothing is written; with nobody to ask, --yes is needed."""
    (folder / "q.txt").write_text("A\nfirst\n\nmore\n\nB\nsecond", encoding="utf-8")

    code, out, err = call("migrate", "q.txt", "--legacy")
    assert code == 0
    assert out.count("likert") == 3
    assert "Nothing is written yet" in err
    assert list(folder.iterdir()) == [folder / "q.txt"]

    assert call("migrate", "q.txt", "-o", "q.yaml")[0] == 2
    assert not (folder / "q.yaml").exists()
    code, out, err = call("migrate", "q.txt", "-o", "q.yaml", "--yes", "--title", "Old one")
    assert (code, out) == (0, "")
    (criterion,) = load_rubric("q.yaml").rubric.criteria
    assert criterion.description == "first\n\nmore\n\nB\nsecond"
    assert load_rubric("q.yaml").rubric.id == "old-one"


def test_migrate_reads_the_record_of_the_workshop(call, folder):
    """Judge type and labels come with it, and what is said on the call wins."""
    record = {
        "name": "Quality",
        "questions": "Accuracy\nIs it?",
        "judge_type": "binary",
        "binary_labels": {"pass": "Good", "fail": "Bad"},
    }
    (folder / "q.json").write_text(json.dumps(record))

    assert call("migrate", "q.json", "-o", "a.json", "--yes")[0] == 0
    (criterion,) = load_rubric("a.json").rubric.criteria
    assert (criterion.scale.no, criterion.scale.yes) == ("Bad", "Good")

    call("migrate", "q.json", "-o", "b.yaml", "--yes", "--labels", "0ff", "0n")
    assert load_rubric("b.yaml").rubric.criteria[0].scale.yes == "0n"
    call("migrate", "q.json", "-o", "c.yaml", "--yes", "--judge-type", "likert")
    assert load_rubric("c.yaml").rubric.criteria[0].scale.kind == "likert"
    assert call("migrate", "q.json", "--judge-type", "stars")[0] == 2


def test_migrate_points_at_the_other_dialect(call, folder):
    """Never guessed, and not left for the reader to find out."""
    (folder / "q.txt").write_text(f"A: one{SEP}B: two")

    assert "--dialect deployed" in call("migrate", "q.txt")[2]
    _, out, err = call("migrate", "q.txt", "--dialect", "deployed")
    assert "--dialect" not in err
    assert out.startswith("1. A  [likert")


def test_what_migrate_writes_passes_the_check_unwarned(call, folder):
    """Ids are written down, so a new title loses nothing."""
    (folder / "q.txt").write_text(f"A\nx{SEP}A\ny{SEP}Ж [JUDGE_TYPE:freeform]")
    call("migrate", "q.txt", "-o", "q.yaml", "--yes")

    assert call("check", "q.yaml")[2] == ""


def test_schema_is_what_validates_rubrics(call):
    """The printed schema holds for the printed document."""
    schema = json.loads(call("schema")[1])
    shown = json.loads(call("show", "quality", "--json")[1])

    jsonschema.validate(shown["document"], schema)


def test_diff_tells_what_changed_by_id(call, folder, golden):
    """Added, removed, changed, moved: one line each, and 1 as the answer."""
    (folder / "a.yaml").write_text(
        "adjudge: 1\nid: r\ntitle: R\ncriteria:\n"
        "  - {id: gone, scale: freeform}\n"
        "  - {id: x, title: X, scale: score, weight: 0.5, anchors: {1: bad, 9-10: good}}\n"
        "  - {id: y, scale: likert, weight: 0.5}\n"
        "gates:\n  - {cap: 4, when: {criterion: x, below: 5}}\n"
    )
    (folder / "b.yaml").write_text(
        "adjudge: 1\nid: r\ntitle: R2\ncriteria:\n"
        "  - {id: y, scale: {kind: likert, high: 7}, weight: 0.4}\n"
        "  - {id: x, title: X, description: new, scale: score, weight: 0.6, anchors: {1: worse}}\n"
        "  - {id: fresh, scale: freeform}\n"
        "gates:\n  - {cap: 3, when: {criterion: x, below: 5}}\n"
    )
    code, out, _ = call("diff", "a.yaml", "b.yaml")
    assert code == 1
    golden("diff.txt", out)

    found = json.loads(call("diff", "a.yaml", "b.yaml", "--json")[1])
    assert set(found) == {"before", "after", "same", "changes"}
    assert {c["kind"] for c in found["changes"]} == {"added", "removed", "changed", "moved"}


def test_what_a_missing_grade_does_is_shown_and_compared(call, folder):
    """The key is read, shown, written and held against another's; no other word goes."""
    text = "adjudge: 1\nid: r\ntitle: R\ncriteria: [{id: a, scale: score}]\n"
    (folder / "a.yaml").write_text(text)
    (folder / "b.yaml").write_text(text + "missing: renormalise\n")
    (folder / "c.yaml").write_text(text + "missing: zero\n")

    assert "other weights share" in call("show", "b.yaml")[1]
    assert "missing: renormalise" in call("convert", "b.yaml", "--to", "yaml")[1]
    assert 'missing: "refuse" -> "renormalise"' in call("diff", "a.yaml", "b.yaml")[1]
    code, _, err = call("check", "c.yaml")
    assert code == 2
    assert "R013" in err
    assert "refuse, renormalise" in err


def test_diff_of_other_layout_is_0(call, folder):
    """Order of keys, quotes and blank lines are no difference."""
    (folder / "a.yaml").write_text(
        "adjudge: 1\nid: r\ncriteria: [{id: a, scale: binary}]\n"
    )
    (folder / "b.json").write_text(
        '{"criteria": [{"scale": {"kind": "binary"}, "title": "A", "id": "a"}],\n'
        ' "title": "R", "id": "r", "adjudge": 1}'
    )

    code, out, _ = call("diff", "a.yaml", "b.json")
    assert code == 0
    assert "mean the same" in out


def test_a_missing_file_is_the_callers_matter():
    """Words on standard error, code 2, nothing on standard output: in a real process."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudge", "rubric", "show", "none.yaml"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )

    assert (done.returncode, done.stdout) == (2, "")
    assert "none.yaml: the file cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
