"""`adjudge agree` and `adjudge report`, from the command line to the file."""

import json
import re

import pytest
from click.testing import CliRunner

from adjudge.cli.agree import agree
from adjudge.cli.report import report
from adjudge.errors import InputInvalid, UsageInvalid


@pytest.fixture
def scores(tmp_path):
    """Thirty items, three steps: two judges who agree, one who always says 2."""
    lines = ["item,judge,value"]
    for item in range(30):
        quality = item % 3 + 1
        other = quality if item % 10 else quality % 3 + 1
        lines += [f"i{item},ann,{quality}", f"i{item},bob,{other}", f"i{item},dan,2"]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def _run(command, *args):
    return CliRunner().invoke(command, [str(arg) for arg in args], standalone_mode=False)


def _fine(command, *args):
    done = _run(command, *args)
    if done.exception:
        raise done.exception
    assert done.return_value == 0
    return done


def test_agree_says_how_far_judges_agree_and_who_is_off(scores):
    """Headline, figures, and the judge who always says the same."""
    done = _fine(agree, scores)

    assert done.stdout.startswith("3 people gave 90 grades to 30 items on 1 criterion.")
    assert "Krippendorff's alpha" in done.stdout
    assert "dan gave 2 to all of its 30 units" in done.stdout
    assert "note: " in done.stderr  # which column was taken for what
    assert "note: " not in done.stdout


def test_agree_without_the_constant_judge_is_higher(scores):
    """--by judge leaves each out in turn."""
    shape = json.loads(_fine(agree, scores, "--by", "judge", "--json").stdout)
    (criterion,) = shape["criteria"]
    without = {part["name"]: part["coefficient"]["value"] for part in criterion["parts"]}

    assert without["without dan"] > criterion["coefficients"][0]["value"] + 0.3
    assert [flag["kind"] for flag in shape["flags"]] == ["constant"]
    assert shape["by"] == "judge"


def test_agree_takes_a_level_and_a_confidence(scores):
    """What the call says goes before what is guessed."""
    call = (agree, scores, "--json", "--level", "nominal", "--confidence", "0.8")
    shape = json.loads(_fine(*call).stdout)

    assert shape["criteria"][0]["level"] == "nominal"
    assert shape["confidence"] == 0.8
    assert shape["criteria"][0]["coefficients"][0]["confidence"] == 0.8


def test_agree_by_system_measures_each_systems_items(tmp_path):
    """Units of one system are compared with one another only."""
    lines = ["item,system,judge,value"]
    for item in range(24):
        for system in ("old", "new"):
            for judge in "abc":
                clear = system == "old" or judge != "c"
                value = item % 3 if clear else (item // 3) % 3
                lines.append(f"i{item},{system},{judge},{value}")
    path = tmp_path / "v.csv"
    path.write_text("\n".join(lines) + "\n")
    shape = json.loads(_fine(agree, path, "--by", "system", "--json").stdout)
    parts = {part["name"]: part for part in shape["criteria"][0]["parts"]}

    assert {name: part["units"] for name, part in parts.items()} == {"old": 24, "new": 24}
    assert parts["old"]["coefficient"]["value"] == pytest.approx(1)
    assert parts["new"]["coefficient"]["value"] < 0.8


def test_agree_plans_and_queues(scores, tmp_path):
    """How much more is needed, and what people should be asked about next."""
    out = tmp_path / "queue.jsonl"
    done = _fine(agree, scores, "--plan-width", "0.1", "--next", "4", "-o", out, "--json")

    assert next(row["figure"] for row in json.loads(done.stdout)["needed"]) == (
        "krippendorff_alpha"
    )
    queue = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(queue) == 4
    assert {"item", "criterion", "reason"} <= queue[0].keys()


@pytest.mark.parametrize(
    "args", [("--next", "3"), ("-o", "q.jsonl"), ("--plan-width", "0")]
)
def test_agree_refuses_a_call_that_makes_no_sense(scores, args):
    """A queue without a file, a file without a queue, an interval without width."""
    assert isinstance(_run(agree, scores, *args).exception, UsageInvalid)


def test_agree_refuses_a_typo_by_its_row(scores):
    """Nothing is guessed of a value that is none."""
    scores.write_text(scores.read_text().replace("i7,bob,", "i7,bob,x", 1))
    error = _run(agree, scores).exception

    assert isinstance(error, InputInvalid)
    assert "row 24" in str(error)


def test_report_writes_page_markdown_json_and_pictures(scores, tmp_path):
    """Everything that is asked for, and each file is named."""
    out, short, shape = (tmp_path / name for name in ("r.html", "r.md", "r.json"))
    pictures = tmp_path / "pictures"
    done = _fine(
        report, scores, "-o", out, "--md", short, "--json", shape, "--pictures", pictures
    )

    assert done.stdout.splitlines()[:3] == [str(out), str(short), str(shape)]
    assert out.read_text().startswith("<!doctype html>")
    assert short.read_text().startswith("# How far the judges agree")
    found = json.loads(shape.read_text())
    assert found == json.loads(_fine(agree, scores, "--json").stdout)
    svgs = sorted(path.stem for path in pictures.glob("*.svg"))
    assert svgs == sorted(path.stem for path in pictures.glob("*.png"))
    assert {"criteria", "c1-coefficients", "c1-grades", "c1-judges"} <= set(svgs)
    assert (pictures / "criteria.png").read_bytes().startswith(b"\x89PNG")


def test_pictures_without_the_extra_are_svg_and_the_extra_is_named(
    scores, tmp_path, monkeypatch
):
    """What is missing is told with its pip line; what can be written is."""
    import sys

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = _fine(report, scores, "--pictures", tmp_path / "pictures")

    assert "pip install 'adjudge[pictures]'" in done.stderr
    assert list((tmp_path / "pictures").glob("*.svg"))
    assert not list((tmp_path / "pictures").glob("*.png"))


def test_report_shows_texts_and_reasons_of_disputed_items(tmp_path):
    """From --items, for the items that judges differ on most."""
    verdicts, items, out = (tmp_path / n for n in ("v.jsonl", "i.jsonl", "r.html"))
    rows, texts = [], []
    for item in range(24):
        for place, judge in enumerate("abc"):
            value = 1 + (item + 2 * place * (item == 5)) % 3
            row = {"item": f"i{item}", "judge": judge, "value": value}
            rows.append(json.dumps(row | {"rationale": f"{judge} on {item}"}))
        said = [{"role": "user", "content": f"text of {item}\nsecond line"}]
        texts.append(json.dumps({"id": f"i{item}", "conversation": said}))
    verdicts.write_text("\n".join(rows))
    items.write_text("\n".join(texts))

    _fine(report, verdicts, "--items", items, "-o", out)

    page = out.read_text()
    assert "user: text of 5\nsecond line" in page
    assert "text of 6" not in page  # on which nobody differs
    assert "b on 5" in page


@pytest.mark.parametrize("args", [(), ("-o", "same.html", "--md", "same.html")])
def test_report_refuses_a_call_that_makes_no_sense(scores, args):
    """Nothing to write, or twice the same file."""
    assert isinstance(_run(report, scores, *args).exception, UsageInvalid)


def test_report_never_writes_over_what_it_reads(scores):
    """The file of ratings is still there."""
    before = scores.read_text()
    assert isinstance(_run(report, scores, "-o", scores).exception, UsageInvalid)
    assert scores.read_text() == before


def test_report_says_the_same_at_any_size(tmp_path):
    """Forty thousand verdicts make a page hardly larger than four hundred do."""
    sizes = []
    for items in (100, 10_000):
        path, out = tmp_path / f"{items}.csv", tmp_path / f"{items}.html"
        lines = ["item,judge,value"]
        for item in range(items):
            lines += [f"i{item},{judge},{(item * 7 + judge) % 5 + 1}" for judge in range(4)]
        path.write_text("\n".join(lines))
        _fine(report, path, "-o", out)
        sizes.append(len(out.read_text()))

    assert sizes[1] < 1.1 * sizes[0]


def test_drift_is_found_by_time_where_times_are_known(tmp_path):
    """Rows in any order: it is the time that counts."""
    import random

    chance = random.Random(5)
    rows = []
    for item in range(120):
        quality = chance.choice([1, 2, 3, 4, 5])
        for judge in "abc":
            value = min(5, max(1, quality + chance.choice([0, 0, 0, 1, -1])))
            if judge == "c":
                value = min(5, max(1, value + (1 if item > 60 else -1)))
            at = f"2026-01-{1 + item // 6:02}T{8 + item % 6:02}:00:00Z"
            rows.append(f"i{item},{judge},{value},{at}")
    chance.shuffle(rows)
    path = tmp_path / "v.csv"
    path.write_text("\n".join(["item,judge,value,at", *rows]))
    flags = json.loads(_fine(agree, path, "--json").stdout)["flags"]

    drift = [flag for flag in flags if flag["kind"] == "drift"]
    assert [flag["judges"] for flag in drift] == [["c"]]
    assert not re.search("rows stand in the order", drift[0]["sentence"])


def test_slots_have_no_two_way_icc(scores):
    """Judges that are numbered like places are asked about; --slots and --no-slots answer."""
    for at, name in enumerate(("ann", "bob", "dan"), 1):
        scores.write_text(scores.read_text().replace(name, f"rater{at}"))
    names = {"icc_1_1", "icc_2_1", "icc_3_1", "spearman"}

    def undefined(*options):
        shape = json.loads(_fine(agree, scores, "--json", *options).stdout)
        found = shape["criteria"][0]["coefficients"]
        return {c["name"]: c["why"] for c in found if c["name"] in names and c["why"]}

    guessed = undefined()
    assert set(guessed) == {"icc_2_1", "icc_3_1"}
    assert "rater1, rater2, rater3 are numbered like slots" in guessed["icc_2_1"]
    assert "--no-slots" in guessed["icc_2_1"]
    assert undefined("--no-slots") == {}
    assert set(undefined("--slots")) == {"icc_2_1", "icc_3_1", "spearman"}
