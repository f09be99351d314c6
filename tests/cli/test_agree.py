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


@pytest.fixture
def ungraded(tmp_path):
    """Thirty items on `tone`, and on `style` nobody gave a grade."""
    lines = ["item,criterion,judge,value"]
    for item in range(30):
        for judge in ("ann", "bob"):
            value = (item + (judge == "bob" and item % 7 == 0)) % 3 + 1
            lines += [f"i{item},tone,{judge},{value}", f"i{item},style,{judge},NA"]
    path = tmp_path / "v.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_criterion_without_a_grade_is_undefined_and_the_others_are_measured(
    ungraded, tmp_path
):
    """No traceback: the reason, beside the figures of what was graded."""
    done = _fine(agree, ungraded, "--json")
    criteria = json.loads(done.stdout)["criteria"]
    tone, style = (each["coefficients"][0] for each in criteria)

    assert tone["value"] > 0.8
    assert style["value"] is None
    assert style["why"]
    assert criteria[1]["disagreements"] == []
    assert "style: there is no grade, so nothing can be measured" in done.stderr
    assert "the 0 that occur" not in done.stderr
    out, short = tmp_path / "r.html", tmp_path / "r.md"
    pictures = tmp_path / "pictures"
    _fine(report, ungraded, "-o", out, "--md", short, "--pictures", pictures)
    assert "Not enough data to say how far the judges agree" in out.read_text()


@pytest.mark.parametrize("by", ["kind", "judge"])
def test_a_file_without_any_grade_is_told_without_a_traceback(ungraded, by):
    """All is NA."""
    ungraded.write_text(re.sub(r"[123]$", "NA", ungraded.read_text(), flags=re.MULTILINE))
    done = _fine(agree, ungraded, "--by", by)

    assert "Not enough data to say" in done.stdout
    assert "undefined" in done.stdout


def test_of_two_judges_against_each_other_those_stand_first_who_agree_least(scores):
    """One who always says the same comes first; two who agree come last."""
    shape = json.loads(_fine(agree, scores, "--json").stdout)
    against = [each["judges"] for each in shape["criteria"][0]["confusions"]]

    assert sorted(against[:2]) == [["ann", "dan"], ["bob", "dan"]]
    assert against[2] == ["ann", "bob"]


def _by_models(path, items=40):
    lines = ["item,judge,kind,value"]
    for item in range(items):
        for judge in ("gpt", "opus", "llama"):
            value = item % 3 + 1 if item else 1 + (judge == "gpt")
            lines.append(f"i{item},{judge},model,{value}")
    path.write_text("\n".join(lines) + "\n")


def test_agreement_among_models_alone_is_not_called_enough(tmp_path):
    """No person is in the data: the headline, the summary, the page and the parts say it."""
    path, out, short = (tmp_path / name for name in ("v.csv", "r.html", "r.md"))
    _by_models(path)
    text = _fine(agree, path, "--by", "kind").stdout
    _fine(report, path, "-o", out, "--md", short)

    for told in (text, out.read_text().partition("Method</h2>")[0], short.read_text()):
        assert "these judges are alike, which does not make them right" in told
        assert "No judge is a person" in told
        assert "enough to rely on" not in told


def test_people_beside_models_are_not_told_that_nobody_is_there(scores):
    """The sentence is for models and rules alone."""
    assert "No judge is a person" not in _fine(agree, scores).stdout


def test_nothing_was_found_is_not_said_where_there_was_nothing_to_look_at(tmp_path):
    """Twelve items."""
    path, out = tmp_path / "v.csv", tmp_path / "r.html"
    _by_models(path, items=12)
    text = _fine(agree, path).stdout
    _fine(report, path, "-o", out)

    for told in (text, out.read_text()):
        assert "Too few to look at single judges: fewer than 20 units" in told
        assert "Nothing conspicuous" not in told


def test_the_terminal_shows_a_few_coefficients_and_all_with_full(scores):
    """One of each family; the report leads with them, and says which to quote."""
    few, full = _fine(agree, scores).stdout, _fine(agree, scores, "--full").stdout
    shown = [
        name
        for name in (
            "Krippendorff's alpha (ordinal)",
            "Percent agreement  ",
            "Cohen's kappa (quadratic)",
            "Fleiss' kappa (quadratic)",
            "Gwet's AC2 (quadratic)",
            "ICC(2,1)",
            "Spearman's rho",
        )
        if name in few
    ]

    assert len(shown) == 7
    assert "ICC(2,k)" not in few
    assert "Scott" not in few
    assert re.search(r"\d+ more coefficients: --full\.", few)
    assert "ICC(2,k)" in full
    assert "more coefficients" not in full


def test_what_a_coefficient_leaves_out_is_told_in_every_table(scores, tmp_path):
    """Two of three pairs have no correlation: dan always says the same."""
    out, short = tmp_path / "r.html", tmp_path / "r.md"
    _fine(report, scores, "-o", out, "--md", short)
    shape = json.loads(_fine(agree, scores, "--json").stdout)
    (rho,) = (c for c in shape["criteria"][0]["coefficients"] if c["name"] == "spearman")

    for told in (_fine(agree, scores).stdout, out.read_text(), short.read_text()):
        assert "2 of 3 pairs of judges are not in the mean" in told
    assert rho["pairs"] == 30
    assert "of the MEAN of k judges" in out.read_text()


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
