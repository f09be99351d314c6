"""`adjudge trust` on files of every shape that published ratings have.

The shapes are those of the ten sets that the authors of the alternative annotator test
publish, as their paper describes them; the ratings are made up.
"""

import csv
import importlib.util
import json
import random
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge.cli.trust import trust
from adjudge.errors import AdjudgeError, InputInvalid

_spec = importlib.util.spec_from_file_location(
    "plain_trust", Path(__file__).with_name("plain_trust.py")
)
plain = importlib.util.module_from_spec(_spec)
sys.modules["plain_trust"] = plain
_spec.loader.exec_module(plain)


def rated(answers, *, people=4, models=("gpt-4o", "llama-31"), items=70, seed=1, **shape):
    """People and models who see one truth, each with errors of their own.

    *cover*, *seen*: the share that each person, each model grades; *few*: people who
    grade four items; *item*, *person*: how those are called.
    """
    rng = random.Random(seed)
    cover, seen = shape.get("cover", 1.0), shape.get("seen", 1.0)
    item = shape.get("item", lambda at: f"q{at}")
    person = shape.get("person", lambda at: f"h{at}")
    truth = [rng.choice(answers) for _ in range(items)]

    def graded(share, noise):
        return {
            item(at): rng.choice(answers) if rng.random() < noise else truth[at]
            for at in range(items)
            if rng.random() < share
        }

    humans = {person(at): graded(cover, 0.3) for at in range(people)}
    judges = {name: graded(seen, 0.2 + 0.3 * at) for at, name in enumerate(models)}
    for at in range(shape.get("few", 0)):
        chosen = rng.sample(range(items), 4)
        humans[f"few{at}"] = {item(i): rng.choice(answers) for i in chosen}
    return humans, judges


def write(path, humans, judges, *, kinds=("human", "llm"), spell=str, **how):
    """A CSV as a program writes it; *criterion* fills a column of that name."""
    encoding = "utf-8-sig" if how.get("bom") else "utf-8"
    criterion = how.get("criterion")
    with path.open("w", newline="", encoding=encoding) as file:
        writer = csv.writer(file, lineterminator=how.get("end", "\n"))
        head = ["item", "judge", "kind", "value"]
        writer.writerow(head if criterion is None else ["criterion", *head])
        for side, kind in zip((humans, judges), kinds, strict=True):
            for judge, of in side.items():
                for item, value in of.items():
                    row = [item, judge, kind, spell(value)]
                    writer.writerow(row if criterion is None else [criterion, *row])
    return path


def told(path, *args):
    """What `--json` prints."""
    done = CliRunner().invoke(trust, [str(path), "--json", *args], standalone_mode=False)
    if isinstance(done.exception, AdjudgeError):
        raise done.exception
    assert done.exception is None, done.exc_info
    return json.loads(done.stdout)


def ask_equal(found, humans, judges, **how):
    """Every figure of every judge is the twin's."""
    humans = {
        str(name): {str(item): value for item, value in of.items()}
        for name, of in humans.items()
    }
    assert list(found) == list(judges)
    for name, of in judges.items():
        due = plain.plain_trust({str(i): v for i, v in of.items()}, humans, **how)
        got = found[name]
        for figure in ("winning_rate", "advantage_probability"):
            assert got[figure] == pytest.approx(due[figure], abs=1e-12), (name, figure)
        for figure in ("p_values", "advantages"):
            assert got[figure] == pytest.approx(due[figure], abs=1e-12), (name, figure)
        assert (got["rejected"], got["skipped"]) == (due["rejected"], due["skipped"])


LABELS = {
    "relations of words, one of them none": (
        ["Has-Property", "Part-Of", "Emotion, evaluation", "Antonym/ opposite", "None"],
        {"people": 8, "cover": 0.6},
    ),
    "answers of experts": (["Yes", "No", "Partially", "Irrelevant"], {"people": 4}),
    "which of two is better": (["model_a", "model_b", "tie"], {"people": 3}),
    "yes and no as numbers": ([0, 1], {}),
    "yes and no as measured": ([0.0, 1.0], {}),
    "yes and no as a program has them": ([True, False], {}),
    "sentiments, by many people": (
        ["Positive", "Negative", "neutral", "unknown", ""],
        {"people": 10, "cover": 0.5, "items": 120},
    ),
    "free texts, a few of them numbers": (
        ["bird", "a man, kneeling", 'the "L"', "Ü-Boot", "狐狸", "8", "2"]
        + [f"thing {at}" for at in range(120)],
        {"people": 6, "items": 150},
    ),
    "long texts": (
        [f"somebody who stands on one leg and holds up the number {at}" for at in range(9)],
        {},
    ),
    "none as a degree": (["none", "mild", "severe"], {}),
    "signs": (["+", "-"], {}),
    "signs and a number": (["+", "-", "0"], {}),
    "numbers and a rare word": (["1", "2"] * 8 + ["tie"], {"items": 200}),
    "one answer only": (["a"], {}),
    "lists": (["1,2", "1", "2", "2,3"], {}),
    "letters in two cases": (["Red", "red", "blue"], {}),
    "lines": (["one\ntwo", "three; four", "five|six"], {}),
}


@pytest.mark.parametrize("shape", LABELS)
@pytest.mark.parametrize("epsilon", [0.1, 0.2])
def test_labels_of_any_kind_are_read_as_they_stand(tmp_path, shape, epsilon):
    """None is refused, changed or left out; two are the same where they are written so."""
    answers, how = LABELS[shape]
    humans, judges = rated(answers, **how)
    file = write(tmp_path / "a.csv", humans, judges)

    found = told(file, "--epsilon", str(epsilon), "--metric", "accuracy")

    for of in (*humans.values(), *judges.values()):  # nothing is no answer
        for item in [item for item, value in of.items() if value == ""]:
            del of[item]
    ask_equal(found["alt_test"], humans, judges, epsilon=epsilon)


NUMBERS = {
    "three people, and means among the values": (
        [1, 2, 3, 4, 5, 2.3333333333333335, 3.6666666666666665],
        {"people": 3},
    ),
    "many people with four items each": (
        [1.0, 2.0, 3.0, 4.0, 5.0],
        {"people": 9, "cover": 0.5, "items": 110, "few": 40, "person": lambda at: at},
    ),
    "stars, items that are numbers": (
        [1, 2, 3, 4, 5],
        {"people": 10, "cover": 0.5, "items": 120, "item": lambda at: at},
    ),
    "halves about zero, models that graded part": (
        [-1, 0, 1, 0.5, 1.5],
        {"people": 6, "seen": 0.7},
    ),
    "minus, zero, plus": ([-1, 0, 1], {}),
}


@pytest.mark.parametrize("metric", ["accuracy", "neg_rmse"])
@pytest.mark.parametrize("shape", NUMBERS)
def test_numbers_of_any_kind_are_numbers(tmp_path, shape, metric):
    """By accuracy and by distance."""
    answers, how = NUMBERS[shape]
    humans, judges = rated(answers, **how)
    file = write(tmp_path / "a.csv", humans, judges)

    found = told(file, "--epsilon", "0.15", "--metric", metric)

    ask_equal(found["alt_test"], humans, judges, epsilon=0.15, metric=metric)


@pytest.mark.parametrize(
    ("kinds", "how"),
    [
        (("human", "model"), {}),
        (("person", "LLM"), {"end": "\r\n"}),
        (("expert", "ai"), {"bom": True}),
        (("crowd", "rule"), {"criterion": ""}),
        (("Annotator", "llm"), {"criterion": "tone"}),
        (("crowd-worker", "language model"), {"criterion": " "}),
    ],
)
def test_kinds_go_by_many_names(tmp_path, kinds, how):
    """Whoever wrote the file; an empty column of criteria is no criterion."""
    humans, judges = rated(["a", "b", "c"])
    file = write(tmp_path / "a.csv", humans, judges, kinds=kinds, **how)

    found = told(file)

    ask_equal(found["alt_test"], humans, judges)
    assert list(found["criteria"]) == [how.get("criterion", "").strip() or "rating"]


@pytest.mark.parametrize("items", [29, 30])
def test_thirty_instances_are_enough(tmp_path, items):
    """And twenty-nine are not; items with one person count for nothing."""
    humans, judges = rated(["a", "b", "c"], people=3, items=items)
    humans["h0"] |= {f"alone{at}": "a" for at in range(20)}
    judges["gpt-4o"] |= {f"alone{at}": "a" for at in range(20)}
    judges["gpt-4o"] |= {f"nobody{at}": "a" for at in range(20)}

    found = told(write(tmp_path / "a.csv", humans, judges))["alt_test"]

    ask_equal(found, humans, judges)
    assert found["gpt-4o"]["instances"] == items
    assert found["gpt-4o"]["too_few_humans"] == 20


def test_no_answer_is_none_beside_words_of_another_make(tmp_path):
    """`None` beside yes and no is what a program writes for no value, as N/A is."""
    humans, judges = rated(["yes", "no", "None", "N/A"], items=120)
    file = write(tmp_path / "a.csv", humans, judges)

    found = told(file)
    as_answer = told(file, "--abstain-as", "category")["alt_test"]

    assert any("--abstain-as category makes it one" in note for note in found["notes"])
    said = {
        name: {i: v for i, v in of.items() if v in ("yes", "no")}
        for name, of in (humans | judges).items()
    }
    ask_equal(found["alt_test"], {h: said[h] for h in humans}, {j: said[j] for j in judges})
    one = {
        name: {i: v if v in ("yes", "no") else "-" for i, v in of.items()}
        for name, of in (humans | judges).items()
    }
    ask_equal(as_answer, {h: one[h] for h in humans}, {j: one[j] for j in judges})


def test_a_person_and_a_model_may_have_one_name(tmp_path):
    """They are two; where they never meet, one row says the wrong kind."""
    humans, judges = rated(["a", "b", "c"], people=3, models=("0", "1"))
    numbered = {str(at): of for at, of in enumerate(humans.values())}
    file = write(tmp_path / "a.csv", numbered, judges)

    found = told(file)

    apart = {f"{n} (person)" if n in judges else n: of for n, of in numbered.items()}
    ask_equal(found["alt_test"], apart, judges)
    assert any("the person is called 0 (person)" in note for note in found["notes"])
    with file.open("a") as more:
        more.write("other,2,model,a\n")
    with pytest.raises(InputInvalid, match="'2' is a model here and a person elsewhere"):
        told(file)


def test_a_name_is_what_its_column_says_however_long(tmp_path):
    """A model with its maker, its size and its fingerprint is still a judge."""
    humans, judges = rated(["a", "b", "c"])
    longer = {f"council/somebody/{name}-405b-instruct@{'0f' * 16}": of
              for name, of in judges.items()}  # fmt: skip
    people = {f"{name} of the department of very long names": of
              for name, of in humans.items()}  # fmt: skip

    found = told(write(tmp_path / "a.csv", people, longer))

    ask_equal(found["alt_test"], people, longer)


def test_a_number_among_few_words_is_a_typo_still(tmp_path):
    """As is a word among numbers that somebody wrote once."""
    words, judges = rated(["good", "fair", "poor"])
    words["h0"]["q0"] = 3
    numbers, others = rated([1, 2, 3, 4])
    numbers["h0"]["q0"] = "threee"

    with pytest.raises(InputInvalid, match="'3' is a number"):
        told(write(tmp_path / "a.csv", words, judges))
    with pytest.raises(InputInvalid, match="'threee' is not a number"):
        told(write(tmp_path / "b.csv", numbers, others))
