"""`adjudge correct`, `truth` and `compare`, from the command line to what is printed."""

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge.cli.compare import compare
from adjudge.cli.correct import correct
from adjudge.cli.group import run
from adjudge.cli.truth import truth
from adjudge.errors import InputInvalid, UsageInvalid
from adjudge.formats import read_verdicts
from adjudge.workbench import (
    Comparing,
    Correcting,
    RatingsWanted,
    compare_systems,
    correct_scores,
    next_items,
    open_ratings,
    plan_more,
    write_queue,
)

_spec = importlib.util.spec_from_file_location(
    "systems", Path(__file__).with_name("systems.py")
)
systems = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(systems)


@pytest.fixture
def ratings(tmp_path):
    """Two systems on sixty questions; a person has judged some of them."""
    path = tmp_path / "ratings.csv"
    path.write_text("\n".join(systems.lines()) + "\n")
    return path


def called(command, *args):
    """What the command prints on standard output."""
    done = CliRunner().invoke(command, [str(arg) for arg in args], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done


SCALES = ("--scale", "help=1-5", "--scale", "safe=0-1")


def test_corrected_scores_as_text(ratings, golden):
    """Means of each system and their difference, with what they rest on."""
    done = called(correct, ratings, "--systems", "old,new", "--judge", "model", *SCALES)

    assert done.return_value == 0
    golden("correct.txt", done.stdout)


def test_corrected_scores_say_that_the_draw_must_be_random(ratings):
    """Whoever reads the figures reads what they rest on, as text and as JSON."""
    assert "random draw" in called(correct, ratings).stdout
    assert "random draw" in json.loads(called(correct, ratings, "--json").stdout)["assumes"]


def test_corrected_scores_as_json_have_their_documented_shape(ratings):
    """Other programs rely on it."""
    done = called(correct, ratings, "--judge", "sharp", "--criterion", "help", "--json")

    found = json.loads(done.stdout)
    (score,) = found.pop("scores")
    assert found == {
        "adjudge": 1,
        "kind": "corrected-scores",
        "assumes": "the items that people judged are a random draw from all",
    }
    assert set(score) == {
        "criterion", "judge", "share_of", "system", "against", "value", "why", "low", "high",
        "why_no_interval", "standard_error", "p", "p_adjusted", "said", "confidence",
        "people_alone", "judge_alone", "bias", "tuning", "correlation", "worth", "helps",
        "items_of_people", "items_of_judge_alone", "items_left_out", "draw",
    }  # fmt: skip
    assert score["judge"] == "sharp"
    assert score["low"] < score["value"] < score["high"]
    assert score["items_of_people"] + score["items_of_judge_alone"] == 120


def test_a_draw_that_is_hardly_random_is_warned_of(tmp_path):
    """Whoever had people look at the failures is told so."""
    rows = ["item,judge,kind,value"]
    for at in range(200):
        rows.append(f"{at},gpt,model,{1 + at % 5}")
        if at % 5 < 2 and at < 150:
            rows.append(f"{at},ann,person,{1 + at % 5}")
    path = tmp_path / "picked.csv"
    path.write_text("\n".join(rows))

    assert "hardly a random draw" in called(correct, path).stdout


def test_a_share_of_a_label_is_corrected(ratings):
    """The share of fives, by name."""
    done = called(correct, ratings, "--judge", "sharp", "--share-of", "5", "--json")

    (score,) = json.loads(done.stdout)["scores"]
    assert score["share_of"] == "5"
    assert 0 < score["value"] < 1


def test_words_come_to_shares(tmp_path):
    """Categories without numbers have shares, not means."""
    path = tmp_path / "words.csv"
    rows = ["item,judge,kind,value"]
    for at in range(60):
        word = "abc"[at % 3]
        rows += [f"{at},gpt,model,{word}"] + (
            [f"{at},ann,person,{word}"] if at < 30 else []
        )
    path.write_text("\n".join(rows))

    found = json.loads(called(correct, path, "--json").stdout)["scores"]

    assert [score["share_of"] for score in found] == ["a", "b", "c"]
    assert [score["value"] for score in found] == pytest.approx([1 / 3] * 3)


def test_judges_can_be_corrected_together(ratings):
    """The mean of two judges is one judge."""
    opened = open_ratings([ratings])
    (made, _) = [
        one
        for label in (True, False)
        for one in correct_scores(opened, Correcting(judges=("model",), together=label))
    ][:2]

    assert made.judge == "the mean of sharp, blunt"


def test_several_people_are_averaged_by_item(tmp_path):
    """Two people on one item are one answer, not two."""
    rows = ["item,judge,kind,value"]
    for at in range(60):
        rows.append(f"{at},gpt,model,{at % 2}")
        if at < 30:
            rows += [f"{at},ann,person,{at % 2}", f"{at},bob,person,{at % 3 % 2}"]
    path = tmp_path / "two.csv"
    path.write_text("\n".join(rows))

    (score,) = json.loads(called(correct, path, "--json").stdout)["scores"]

    assert score["items_of_people"] == 30
    people = [((at % 2) + (at % 3 % 2)) / 2 for at in range(30)]
    assert score["people_alone"]["value"] == pytest.approx(sum(people) / 30)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--judge", "nobody"), "no judge goes by 'nobody'"),
        (("--reference", "rule"), "no judge goes by 'rule'"),
        (("--share-of", "7"), "no criterion has the label '7'"),
        (("--reference", "person", "--reference", "model"), "no judge besides"),
    ],
)
def test_judges_that_are_not_there_are_named(ratings, args, word):
    """With those that are there."""
    with pytest.raises(UsageInvalid, match=word):
        called(correct, ratings, *args)


def test_a_missing_file_ends_in_words(tmp_path, capsys):
    """No traceback reaches anybody."""
    assert run(["correct", str(tmp_path / "none.csv")]) == 2
    assert run(["truth", str(tmp_path / "none.csv")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_truth_as_text(ratings, golden):
    """Classes, judges, and what to doubt."""
    done = called(truth, ratings, "--criterion", "help", *SCALES[:2])

    assert done.return_value == 0
    golden("truth.txt", done.stdout)


@pytest.mark.parametrize("model", ["dawid-skene", "one-coin", "majority"])
def test_truth_of_each_item_is_a_ledger_with_chances(ratings, tmp_path, model):
    """What is written can be read back as verdicts; a tie is an abstention."""
    out = tmp_path / "truth.jsonl"

    called(truth, ratings, "--model", model, "-o", out)

    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 240
    assert {row["judge"] for row in rows} == {f"truth/{model}"}
    for row in rows:
        assert sum(row["chances"].values()) == pytest.approx(1)
        assert (row["label"] is None) == (row["outcome"] == "abstained")
    assert read_verdicts(out).height == 240
    assert open_ratings([out], RatingsWanted(judges_needed=1)).frame.height == 240


def test_truth_as_json_has_its_documented_shape(ratings):
    """Other programs rely on it."""
    found = json.loads(called(truth, ratings, "--json").stdout)

    assert set(found) == {"adjudge", "kind", "criteria", "out"}
    first = found["criteria"][0]
    assert set(first) == {
        "criterion", "model", "items", "labels", "classes", "judges", "ties",
        "majority_ties", "other_than_majority", "steps", "converged", "log_likelihood",
        "smoothing", "doubts",
    }  # fmt: skip
    assert set(first["judges"][0]) == {"judge", "labels", "right", "says", "saw"}
    assert first["smoothing"] == 0.01


def test_truth_is_the_same_whatever_the_order_of_rows(ratings, tmp_path):
    """To the last digit."""
    head, *rows = systems.lines()
    other = tmp_path / "other.csv"
    other.write_text("\n".join([head, *reversed(rows)]) + "\n")

    one, two = (
        json.loads(called(truth, path, "--json").stdout) for path in (ratings, other)
    )

    def by_name(found):
        return {c["criterion"]: c for c in found["criteria"]}

    assert by_name(one) == by_name(two)


def test_truth_of_one_judge_is_undefined(ratings):
    """With nobody to hold against, nobody is right; the reason is told."""
    done = called(truth, ratings, "--judge", "ann", "--json")

    (first,) = json.loads(done.stdout)["criteria"]
    assert first["judges"][0]["right"] is None
    assert first["doubts"] == [
        "no item has two labels: judges cannot be held against one another"
    ]
    assert "–" in called(truth, ratings, "--judge", "ann").stdout


def test_truth_by_chosen_judges(ratings):
    """Whom a pattern leaves out has no say."""
    done = called(truth, ratings, "--judge", "s*", "--model", "majority", "--json")

    first = json.loads(done.stdout)["criteria"][0]
    assert [judge["judge"] for judge in first["judges"]] == ["sharp"]


def test_compared_systems_as_text(ratings, golden):
    """Each criterion and all together, with what may be said."""
    done = called(compare, ratings, "--systems", "old,new", *SCALES)

    assert done.return_value == 0
    golden("compare.txt", done.stdout)


def test_the_better_system_is_found_and_the_equal_one_is_not(ratings):
    """`new` is better on help; on safe nothing can be told."""
    opened = open_ratings([ratings])

    made = compare_systems(opened, Comparing(systems=("old", "new"), judges=("sharp",)))

    said = {c.criterion: c.said for c in made.contrasts}
    assert said["help"] == "better"
    assert said["safe"] == "cannot be told apart"


def test_systems_turned_round_turn_the_words(ratings):
    """What is better is worse from the other side."""
    opened = open_ratings([ratings])

    one, other = (
        compare_systems(opened, Comparing(systems=names))
        for names in (("old", "new"), ("new", "old"))
    )

    for mine, theirs in zip(one.contrasts, other.contrasts, strict=True):
        assert mine.difference.value == pytest.approx(-theirs.difference.value)
        assert mine.p_adjusted == pytest.approx(theirs.p_adjusted)
        assert mine.superiority.value == pytest.approx(1 - theirs.superiority.value)


def test_a_severe_judge_of_one_system_favours_nobody(tmp_path):
    """Only judges who graded both are held against one another, where there are any."""
    rows = ["item,judge,value"]
    for at in range(30):
        grade = 1 + at % 5
        rows += [f"{at}/a,fair,{grade}", f"{at}/b,fair,{grade}", f"{at}/b,severe,1"]
    path = tmp_path / "severe.csv"
    path.write_text("\n".join(rows))

    done = called(compare, path, "--systems", "a,b", "--json")

    (found,) = json.loads(done.stdout)["comparisons"]
    assert found["difference"]["value"] == 0
    assert found["ties"] == 30


def test_one_judge_is_enough_to_compare(tmp_path):
    """Agreement needs two; which system is better does not."""
    rows = ["item,system,judge,value"]
    for at in range(30):
        rows += [f"{at},a,x,{at % 4}", f"{at},b,x,{at % 4 + 1 - at % 2}"]
    path = tmp_path / "one.csv"
    path.write_text("\n".join(rows))

    (found,) = json.loads(called(compare, path, "--json").stdout)["comparisons"]

    assert (found["system"], found["against"]) == ("b", "a")
    assert found["difference"]["value"] == 0.5
    assert found["said"] == "better"


def test_items_without_a_common_judge_are_told(tmp_path):
    """Judges' severity is in such a difference."""
    rows = ["item,judge,value"]
    for at in range(30):
        rows += [f"{at}/a,x,{at % 5}", f"{at}/b,y,{at % 4}"]
    path = tmp_path / "apart.csv"
    path.write_text("\n".join(rows))

    found = json.loads(called(compare, path, "--systems", "a,b", "--json").stdout)

    assert "of 30 of 30 items nobody graded both" in found["notes"][0]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ((), "nothing says which system"),
        (("--systems", "old,other"), "no system 'other'"),
        (("--systems", "old"), "only 'old'"),
    ],
)
def test_systems_that_are_not_there_are_told(ratings, args, word):
    """With what to do."""
    with pytest.raises(UsageInvalid, match=word):
        called(compare, ratings, *args)


def test_categories_without_order_are_not_compared(tmp_path):
    """Nothing is better or worse; a scale may say so."""
    rows = ["item,judge,value"]
    rows += [
        f"{at}/{name},x,{'red' if at % 2 else 'blue'}" for at in range(9) for name in "ab"
    ]
    path = tmp_path / "words.csv"
    path.write_text("\n".join(rows))

    with pytest.raises((UsageInvalid, InputInvalid), match="numbers"):
        called(compare, path, "--systems", "a,b")


def test_what_people_are_asked_next_is_a_queue(ratings, tmp_path):
    """Rows with rank, item, criterion, score and reason, written as JSON Lines."""
    out = tmp_path / "queue.jsonl"
    rows = next_items(open_ratings([ratings]), 90, systems=("old", "new"))

    assert write_queue(out, rows) == 90
    written = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["rank"] for row in written] == list(range(1, 91))
    assert [row["score"] for row in written] == sorted(
        (row["score"] for row in written), reverse=True
    )
    assert {row["criterion"] for row in written} == {"help", "safe"}
    assert all(row["reason"] for row in written)
    assert written[0]["system"] in ("old", "new")
    assert written[0]["people"] == 0


def test_planning_says_how_many_more(ratings, golden):
    """Items, or grades an item, until intervals are narrow enough."""
    from adjudge.reports import needed_as_json, render_needed

    needed = plan_more(open_ratings([ratings]), 0.2)

    assert {n.figure for n in needed} == {"krippendorff_alpha", "mean"}
    golden("plan.txt", render_needed(needed) + "\n")
    first = needed_as_json(needed)[0]
    assert first["items_needed"] - first["items"] == first["items_lacking"]
    with pytest.raises(UsageInvalid):
        plan_more(open_ratings([ratings]), 0.0)


def test_what_comes_from_a_file_cannot_steer_a_terminal(tmp_path):
    """Names of judges, labels, systems and criteria are shown, not obeyed."""
    rows = ["item,criterion,judge,kind,value"]
    for at in range(40):
        for name in ("a\x1b[2J", "b"):
            rows.append(f"{at}/{name},c\x1b[31m,j\x1b[0m,model,w\x1b[1m{at % 2}")
            rows.append(f"{at}/{name},n\x1b[31m,j\x1b[0m,model,{at % 2}")
            rows.append(f"{at}/{name},c\x1b[31m,k,person,w\x1b[1m{at % 2}")
            rows.append(f"{at}/{name},n\x1b[31m,k,person,{(at + 1) % 2}")
    path = tmp_path / "steer.csv"
    path.write_text("\n".join(rows))

    named = ("--systems", "a\x1b[2J,b")
    for command, args in ((correct, named), (truth, ()), (compare, named)):
        done = CliRunner().invoke(command, [str(path), *args], standalone_mode=False)
        assert not done.exception
        assert "\x1b" not in done.output
