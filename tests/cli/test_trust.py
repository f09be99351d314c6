"""`adjudge trust`, from the file to what is printed."""

import csv
import importlib.util
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from statsmodels.stats.multitest import multipletests

from adjudge.cli.trust import trust
from adjudge.errors import AdjudgeError, InputInvalid, UsageInvalid
from adjudge.reports import render_trust
from adjudge.workbench import TrustAsked, measure_trust, open_ratings

_spec = importlib.util.spec_from_file_location(
    "plain_alt_test_of_trust",
    Path(__file__).parents[1] / "agreement" / "plain_alt_test.py",
)
plain = importlib.util.module_from_spec(_spec)
sys.modules["plain_alt_test_of_trust"] = plain
_spec.loader.exec_module(plain)

ERRORS = {"ann": 0.1, "bob": 0.15, "eve": 0.2, "council/gpt": 0.12, "rule/regex": 0.4}
KINDS = {
    "ann": "human",
    "bob": "human",
    "eve": "human",
    "council/gpt": "model",
    "rule/regex": "rule",
}


def rated(items=60, answers=("no", "yes"), *, seed=3, holes=0.0):
    """Judge -> item -> answer: one truth, and each judge's own errors."""
    rng = random.Random(seed)
    grades = {name: {} for name in ERRORS}
    for item in range(items):
        truth = rng.choice(answers)
        for name, wrong in ERRORS.items():
            said = rng.choice(answers) if rng.random() < wrong else truth
            if rng.random() >= holes:
                grades[name][f"q{item}"] = said
    return grades


def write(path, grades, *, kinds=KINDS, criterion=None, spell=str):
    """*grades* as a CSV from elsewhere; the columns are as few as can be."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        head = ["item", "judge", "value"]
        writer.writerow(head + ["kind"] * bool(kinds) + ["criterion"] * bool(criterion))
        for judge, answers in grades.items():
            for item, value in answers.items():
                row = [item, judge, spell(value)]
                row += [kinds[judge]] if kinds else []
                writer.writerow(row + ([criterion] if criterion else []))
    return path


def run(*args):
    """The command, with its exit code as `return_value`; errors of ours come through."""
    done = CliRunner().invoke(trust, [str(arg) for arg in args], standalone_mode=False)
    if isinstance(done.exception, AdjudgeError):
        raise done.exception
    assert done.exception is None, done.exc_info
    return done


def told(*args):
    """What `--json` prints."""
    return json.loads(run(*args, "--json").stdout)


def ask_equal(found, grades, judges, people, **how):
    """Every figure of the test is the plain twin's."""
    assert list(found) == list(judges)
    for judge in judges:
        due = plain.plain_alt_test(grades[judge], {p: grades[p] for p in people}, **how)
        got = found[judge]
        assert got["winning_rate"] == due["winning_rate"]
        assert got["advantage_probability"] == pytest.approx(due["advantage_probability"])
        assert got["p_values"] == pytest.approx(due["p_values"], rel=1e-9, abs=1e-12)
        assert got["humans"] == list(due["p_values"])
        assert got["rejected"] == due["rejected"]
        assert got["skipped"] == due["skipped"]
        assert got["instances"] == due["instances"]
        assert got["passed"] is (due["winning_rate"] >= 0.5)
        assert got["verdict"] == ("pass" if got["passed"] else "fail")


JUDGES, PEOPLE = ["council/gpt", "rule/regex"], ["ann", "bob", "eve"]


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.2])
@pytest.mark.parametrize("holes", [0.0, 0.3])
def test_labels_by_accuracy_come_to_what_the_paper_defines(tmp_path, epsilon, holes):
    """From a CSV of item, judge, kind and value, with nothing else said."""
    grades = rated(90, ("red herring", "yes, but", "no"), holes=holes)
    file = write(tmp_path / "a.csv", grades)

    found = told(file, "--epsilon", epsilon)

    ask_equal(found["alt_test"], grades, JUDGES, PEOPLE, epsilon=epsilon)
    assert found["criteria"]["rating"]["alt_test"] == found["alt_test"]
    assert found["epsilon"] == epsilon


@pytest.mark.parametrize("metric", ["accuracy", "neg_rmse"])
def test_numbers_are_numbers_however_they_are_spelled(tmp_path, metric):
    """4 and 4.0 are one grade, and distances are those of the numbers."""
    grades = rated(80, (1, 2, 3, 4, 5), holes=0.1)
    file = write(
        tmp_path / "a.csv",
        grades,
        spell=lambda value: f"{value:.1f}" if value % 2 else str(value),
    )

    found = told(file, "--metric", metric, "--annotators", "skilled")

    score = {"accuracy": plain.accuracy, "neg_rmse": plain.neg_rmse}[metric]
    ask_equal(found["alt_test"], grades, JUDGES, PEOPLE, score=score, epsilon=0.15)
    assert (found["metric"], found["epsilon"]) == (metric, 0.15)


def test_what_is_not_available_is_left_out(tmp_path):
    """NA and an empty value are no grade of anybody."""
    grades = rated(80)
    blank = {j: dict(of) for j, of in grades.items()}
    for judge, item in [("ann", "q1"), ("council/gpt", "q2"), ("eve", "q3"), ("bob", "q3")]:
        blank[judge][item] = random.Random(judge).choice(["NA", ""])
        del grades[judge][item]
    file = write(tmp_path / "a.csv", blank)

    ask_equal(told(file)["alt_test"], grades, JUDGES, PEOPLE)


def test_judges_are_named_where_kinds_are_not_known(tmp_path):
    """All others are the reference then; our own rules and councils say so by name."""
    grades = rated(70)
    other = {name.replace("/", "-"): of for name, of in grades.items()}
    file = write(tmp_path / "a.csv", other, kinds=None)
    ours = write(tmp_path / "b.csv", grades, kinds=None)

    found = told(file, "--judge", "council-gpt", "--judge", "rule-...")

    ask_equal(found["alt_test"], other, ["council-gpt", "rule-regex"], PEOPLE)
    assert found["people"] == PEOPLE
    with pytest.raises(UsageInvalid, match="there is nobody to test: 5 judges") as caught:
        run(file)
    assert "--judge: ann, bob" in caught.value.hint
    ask_equal(told(ours)["alt_test"], grades, JUDGES, PEOPLE)


def test_each_criterion_is_tested_and_all_together(tmp_path):
    """Together an instance is an item on one criterion."""
    tone, tact = rated(40, seed=1), rated(50, ("1", "2", "3"), seed=2)
    files = [
        write(tmp_path / "tone.csv", tone, criterion="tone"),
        write(tmp_path / "tact.csv", tact, criterion="tact"),
    ]

    found = told(*files)

    both = {
        judge: {("tone", i): v for i, v in tone[judge].items()}
        | {("tact", i): v for i, v in tact[judge].items()}
        for judge in ERRORS
    }
    ask_equal(found["alt_test"], both, JUDGES, PEOPLE)
    ask_equal(found["criteria"]["tone"]["alt_test"], tone, JUDGES, PEOPLE)
    ask_equal(found["criteria"]["tact"]["alt_test"], tact, JUDGES, PEOPLE)
    assert any("read each criterion by itself" in each for each in found["cautions"])


def test_on_how_many_criteria_a_judge_passes(tmp_path):
    """Corrected over all criteria and people together, as the authors advise."""
    parts = {
        name: rated(90, ("1", "2", "3", "4"), seed=seed)
        for name, seed in (("tone", 1), ("tact", 2), ("truth", 3))
    }
    parts["few"] = rated(20, seed=4)
    files = [
        write(tmp_path / f"{name}.csv", grades, criterion=name)
        for name, grades in parts.items()
    ]

    found = told(*files, "--epsilon", "0.15")

    assert list(found["criteria_passed"]) == JUDGES
    for judge in JUDGES:
        got = found["criteria_passed"][judge]
        tests = {
            name: plain.plain_alt_test(
                grades[judge], {p: grades[p] for p in PEOPLE}, epsilon=0.15
            )["p_values"]
            for name, grades in parts.items()
        }
        chances = {(c, p): value for c, of in tests.items() for p, value in of.items()}
        beaten = multipletests(list(chances.values()), alpha=0.05, method="fdr_by")[0]
        won = {at for at, yes in zip(chances, beaten, strict=True) if yes}
        for name in parts:
            own = [p for p in PEOPLE if (name, p) in won]
            assert got["rejected"][name] == own
            rate = None if name == "few" else len(own) / 3
            assert got["winning_rates"][name] == rate
        rates = [r for r in got["winning_rates"].values() if r is not None]
        assert (got["passed"], got["of"]) == (sum(r >= 0.5 for r in rates), 3)
        assert got["verdicts"]["few"] == "not enough data"
    passed = found["criteria_passed"]["council/gpt"]["passed"]
    assert f"{passed} of 3 (1 untested)" in run(*files, "--epsilon", "0.15").stdout


def test_labels_have_no_distance(tmp_path):
    """neg_rmse needs numbers, and says so."""
    file = write(tmp_path / "a.csv", rated(60, ("red", "blue")))

    with pytest.raises(InputInvalid, match="labels without numbers") as caught:
        run(file, "--metric", "neg_rmse")
    assert caught.value.where == "rating"


def test_too_little_is_no_verdict_and_no_pass(tmp_path):
    """Exit code 0 all the same, and 1 where a pass is required."""
    file = write(tmp_path / "a.csv", rated(20))

    done = run(file)
    required = run(file, "--require-pass")

    assert (done.return_value, required.return_value) == (0, 1)
    assert "NOT ENOUGH DATA" in done.stdout
    assert "none of 3 people has 30 instances" in done.stdout
    found = told(file)["alt_test"]["council/gpt"]
    assert (found["passed"], found["winning_rate"], found["p_values"]) == (None, None, {})


def test_a_pass_can_be_required(tmp_path):
    """1 when one judge fails, 0 when all that are asked about pass."""
    file = write(tmp_path / "a.csv", rated())

    assert run(file, "--require-pass").return_value == 1
    assert run(file, "--require-pass", "--judge", "council/*").return_value == 0


def test_nobody_to_hold_it_against_is_told(tmp_path):
    """A file of models only is no error of the call, and no verdict."""
    file = write(tmp_path / "a.csv", rated(), kinds=dict.fromkeys(ERRORS, "model"))

    done = run(file)

    assert "note: nobody is the reference: no judge is person; say who" in done.stderr
    assert "nobody to hold it against" in done.stdout


def test_the_adjudicated_answer_is_nobody(tmp_path):
    """Who is called gold is no person and no judge; another name can be given."""
    grades = rated() | {"Gold": rated()["ann"]}
    file = write(tmp_path / "a.csv", grades, kinds=KINDS | {"Gold": "human"})

    found = told(file)
    named = told(file, "--adjudicated", "eve")

    assert (found["adjudicated"], found["people"]) == ("Gold", PEOPLE)
    assert found["notes"][-1].startswith("Gold is taken for the adjudicated answer")
    ask_equal(found["alt_test"], grades, JUDGES, PEOPLE)
    same = found["criteria"]["rating"]["judges"]["council/gpt"]["adjudicated"]["exact"]
    assert same["hits"] == sum(
        grades["council/gpt"][item] == grades["ann"][item] for item in grades["ann"]
    )
    assert (named["adjudicated"], named["people"]) == ("eve", ["ann", "bob", "Gold"])


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--judge", "gpt5"], "no judge is called 'gpt5'"),
        (["--judge", "council/gtp"], "no judge is called 'council/gtp'"),
        (["--reference", "ana"], "no judge is called 'ana'"),
        (["--adjudicated", "golden"], "no judge is called 'golden'"),
        (["--positive", "maybe"], "nobody can answer 'maybe'"),
        (["--epsilon", "1"], "epsilon is a share"),
        (["--epsilon", "nan"], "epsilon is a share"),
        (["--epsilon", "0.1", "--annotators", "crowd"], "both set epsilon"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused(tmp_path, args, what):
    """With what is wrong, and what there is."""
    file = write(tmp_path / "a.csv", rated())

    with pytest.raises(UsageInvalid, match=what) as caught:
        run(file, *args)
    assert caught.value.hint


def test_abstentions_are_shown_and_count_nowhere(tmp_path):
    """The judge is measured on what it graded, and how much that is."""
    grades = rated(80)
    grades["rule/regex"] = dict(list(grades["rule/regex"].items())[:50])
    file = write(tmp_path / "a.csv", grades)

    found = told(file)

    judge = found["criteria"]["rating"]["judges"]["rule/regex"]
    assert (judge["coverage"]["hits"], judge["coverage"]["n"]) == (50, 80)
    assert judge["each_person"]["ann"]["n"] == 50
    assert found["alt_test"]["rule/regex"]["ungraded"] == 30
    assert "gave no grade on 30 of 80" in run(file).stdout


def test_the_tables_add_up(tmp_path):
    """Rows are the reference's; of two labels the higher one is yes."""
    file = write(tmp_path / "a.csv", rated())

    rating = told(file)["criteria"]["rating"]
    majority = rating["judges"]["council/gpt"]["majority"]

    (no_no, no_yes), (yes_no, yes_yes) = majority["table"]
    assert rating["labels"] == ["no", "yes"]
    assert no_no + no_yes + yes_no + yes_yes == majority["n"]
    assert majority["exact"]["hits"] == no_no + yes_yes
    assert majority["positive"] == "yes"
    yes = majority["yes"]
    assert (yes["tpr"]["hits"], yes["tpr"]["n"]) == (yes_yes, yes_no + yes_yes)
    assert (yes["tnr"]["hits"], yes["tnr"]["n"]) == (no_no, no_no + no_yes)
    other = told(file, "--positive", "no")["criteria"]["rating"]["judges"]["council/gpt"]
    assert other["majority"]["yes"]["tpr"]["hits"] == no_no


def test_what_a_manager_reads(tmp_path, golden):
    """The whole screen for labels and for points, letter by letter."""
    kinds = KINDS | {"gold": "human"}
    labels = rated() | {"gold": rated(seed=3)["ann"]}
    labels["rule/regex"] = dict(list(labels["rule/regex"].items())[:50])
    points = rated(120, (1, 2, 3, 4, 5), seed=7, holes=0.05)
    one = write(tmp_path / "labels.csv", labels, kinds=kinds)
    two = [
        write(tmp_path / "tone.csv", points, criterion="tone"),
        write(tmp_path / "tact.csv", rated(25, (1, 2, 3), seed=8), criterion="tact"),
    ]

    golden("trust/labels.txt", run(one).stdout)
    golden("trust/points.txt", run(*two, "--metric", "neg_rmse").stdout)
    golden("trust/full.txt", run(one, "--full").stdout)
    golden("trust/few.txt", run(write(tmp_path / "few.csv", rated(12))).stdout)


@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("full", [False, True])
def test_no_line_is_wider_than_the_screen(tmp_path, width, full):
    """Tables that are too wide are told in two, each of which names its rows."""
    answers = {"tone": ("yes", "no"), "tact": (1, 2, 3, 4, 5)}
    files = [
        write(tmp_path / f"{name}.csv", rated(60, of), criterion=name)
        for name, of in answers.items()
    ]
    opened = open_ratings(files)

    text = render_trust(measure_trust(opened, TrustAsked()), full=full, width=width)

    assert max(map(len, text.splitlines())) <= width
    assert "kappa, a person" in text if full else "same, a person" in text


def test_judge_and_people_who_do_not_meet_are_told_so(tmp_path):
    """Other answers, other items, other criteria: nobody takes that for disagreement."""
    grades = rated(60)
    people = {name: grades[name] for name in PEOPLE}
    judge = grades["council/gpt"]
    council = {"council/gpt": "model"}
    one = write(tmp_path / "people.csv", people, criterion="tone")

    def cautions(own, criterion, **how):
        other = write(
            tmp_path / "judge.csv", {"council/gpt": own}, kinds=council, criterion=criterion,
            **how,
        )  # fmt: skip
        return told(one, other)["cautions"]

    answers = cautions(judge, "tone", spell={"no": "Bad", "yes": "Fine"}.get)
    assert (
        "never gave an answer that a person gave on tone: its are Bad, Fine" in answers[0]
    )
    items = cautions({f"r{item}": value for item, value in judge.items()}, "tone")
    assert "graded no item together on tone" in items[0]
    criteria = cautions(judge, "manner")
    assert "graded manner, and the people graded tone" in criteria[0]
    assert cautions(judge, "tone") == []


RUBRIC = """\
adjudge: 1
id: polite
title: Polite
criteria:
  - id: thanks
    title: Says thank you
    scale: binary
    rule: {phrase: thank you}
"""


def judged(folder, rng):
    """A ledger as `adjudge judge` writes it, of talks of which half are polite."""
    (folder / "polite.yaml").write_text(RUBRIC)
    polite = {f"q{at}": rng.random() < 0.5 for at in range(60)}
    with (folder / "items.jsonl").open("w") as file:
        for item, yes in polite.items():
            said = "Thank you!" if yes else "No."
            talk = [
                {"role": "user", "content": "Q"},
                {"role": "assistant", "content": said},
            ]
            file.write(json.dumps({"id": item, "conversation": talk}) + "\n")
    subprocess.run(
        [sys.executable, "-m", "adjudge", "judge", "items.jsonl", "-r", "polite.yaml",
         "--quiet", "-o", "verdicts.jsonl"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")},
        check=True,
        timeout=60,
    )  # fmt: skip
    return folder / "verdicts.jsonl", polite


@pytest.mark.parametrize(
    "spell", [int, ["Fail", "Pass"].__getitem__, ["FAIL", "pass"].__getitem__]
)
def test_a_ledger_beside_a_table_of_people(tmp_path, spell):
    """What `adjudge judge` wrote, a council's verdicts and people's CSV, in one call."""
    rng = random.Random(5)
    ledger, polite = judged(tmp_path, rng)
    own = {item: int(yes) for item, yes in polite.items()}

    def erring(share):
        return {i: v if rng.random() > share else 1 - v for i, v in own.items()}

    people = {name: erring(0.2) for name in PEOPLE}
    seats = {
        f"council/{name}@0f1e": erring(share) for name, share in (("a", 0.1), ("b", 0.5))
    }
    seats["council/a@0f1e/round-1"] = erring(0.5)
    council = tmp_path / "council.jsonl"
    with council.open("w") as file:
        for name, of in seats.items():
            for item, value in of.items():
                row = {"item": item, "criterion": "thanks", "judge": name, "kind": "model",
                       "outcome": "graded", "value": value,
                       "label": ["Fail", "Pass"][value]}  # fmt: skip
                file.write(json.dumps(row) + "\n")
    table = write(
        tmp_path / "people.csv", people, kinds=None, criterion="thanks", spell=spell
    )
    files = [ledger, council, table]

    found = told(*files, "-r", tmp_path / "polite.yaml")["alt_test"]

    rule, *others = found
    assert rule.startswith("rule/written@")
    assert others == ["council/a@0f1e", "council/b@0f1e"]
    everybody = {rule: own, **seats, **people}
    ask_equal(found, everybody, list(found), PEOPLE)
    for which, names in (
        (["council/*"], others),
        (["council/a"], others[:1]),
        (["rule"], [rule]),
        (["rule/written"], [rule]),
        (["model", "rule/..."], list(found)),
    ):
        chosen = [part for name in which for part in ("--judge", name)]
        again = told(*files, *chosen, "-r", tmp_path / "polite.yaml")
        ask_equal(again["alt_test"], everybody, names, PEOPLE)


def test_names_from_a_file_cannot_steer_the_terminal(tmp_path):
    """Names of judges, labels and criteria are shown, never sent."""
    grades = {f"{name}\x1b[31m": of for name, of in rated(40, ("a\x1b[2J", "b")).items()}
    kinds = {f"{name}\x1b[31m": kind for name, kind in KINDS.items()}
    file = write(tmp_path / "a.csv", grades, kinds=kinds, criterion="to\x1bne")

    assert "\x1b" not in run(file, "--full").stdout
