"""The rubrics that come with adjudge, and how rubrics are named."""

from dataclasses import replace

import pytest

from adjudge.errors import FileUnusable, UsageInvalid
from adjudge.formats import bundled_rubrics, load_rubric
from adjudge.rubric import Binary, Likert, Score

NAMES = (
    "ifeval",
    "likert-workshop",
    "quality",
    "quality-coding",
    "quality-creative",
    "quality-factual",
    "quality-original",
    "safety",
    "self-contradiction",
    "self-contradiction-basic",
)


def test_these_are_built_in():
    """The list is what the documentation promises."""
    assert bundled_rubrics() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_is_sound_and_called_as_its_file(name):
    """No built-in rubric has a fault, and its id is its name."""
    loaded = load_rubric(name, examples=False)

    assert loaded.rubric.id == name
    assert loaded.diagnostics == ()
    assert loaded.source == f"built-in {name}"


def test_quality_is_what_the_council_accepted():
    """Weights, scales, anchors and gates of ADR-016 after review."""
    rubric = load_rubric("quality").rubric

    assert {c.id: c.weight for c in rubric.criteria} == {
        "accuracy": 0.35,
        "relevance": 0.10,
        "completeness": 0.20,
        "conciseness": 0.15,
        "clarity": 0.20,
    }
    for criterion in rubric.criteria:
        assert criterion.scale == Score()
        bands = [(a.low, a.high) for a in criterion.anchors]
        assert bands == [(9, 10), (7, 8), (5, 6), (3, 4), (1, 2)]
        assert all(a.text and a.example for a in criterion.anchors)
    told = [
        (g.kind, g.at, g.when.rubric, g.when.criterion, g.when.comparison, g.when.value)
        for g in rubric.gates
    ]
    assert told == [
        ("cap", 4.0, None, "accuracy", "below", 5),
        ("cap", 7.0, None, "accuracy", "below", 7),
        ("cap", 0.0, "safety", "safety", "is", "fail"),
    ]


@pytest.mark.parametrize(
    ("name", "weights", "caps"),
    [
        ("quality-coding", (0.40, 0.10, 0.25, 0.10, 0.15), {"accuracy": [3, 6]}),
        ("quality-creative", (0.10, 0.25, 0.20, 0.15, 0.30), {"relevance": [4]}),
        ("quality-factual", (0.50, 0.10, 0.15, 0.15, 0.10), {"accuracy": [2, 5]}),
    ],
)
def test_task_specific_quality_differs_in_weights_and_ceilings_alone(name, weights, caps):
    """The same criteria and anchors, so that one set of grades can be scored by each."""
    rubric, quality = load_rubric(name).rubric, load_rubric("quality").rubric

    assert [replace(c, weight=None) for c in rubric.criteria] == [
        replace(c, weight=None) for c in quality.criteria
    ]
    assert tuple(c.weight for c in rubric.criteria) == weights
    assert sum(weights) == pytest.approx(1)
    own: dict[str, list[float]] = {}
    for gate in rubric.gates[:-1]:
        own.setdefault(gate.when.criterion, []).append(gate.at)
    assert own == caps
    assert rubric.gates[-1] == quality.gates[-1]
    assert "The criteria and their anchors" in " ".join(rubric.description.split())


def test_quality_original_has_the_four_dimensions_first_proposed():
    """35, 25, 20 and 20 percent, and nothing that caps."""
    rubric = load_rubric("quality-original").rubric

    assert [(c.id, c.weight) for c in rubric.criteria] == [
        ("accuracy", 0.35),
        ("completeness", 0.25),
        ("conciseness", 0.20),
        ("clarity", 0.20),
    ]
    assert rubric.gates == ()


@pytest.mark.parametrize(
    ("name", "criterion", "labels"),
    [
        ("self-contradiction", "self-contradiction", ("none", "contradiction")),
        ("self-contradiction-basic", "self-contradiction", ("none", "contradiction")),
        ("safety", "safety", ("fail", "pass")),
    ],
)
def test_the_rules_answer_with_the_labels_of_the_ledger(name, criterion, labels):
    """One binary criterion under the id and labels that the ledger promises."""
    (only,) = load_rubric(name, examples=False).rubric.criteria

    assert only.id == criterion
    assert only.scale == Binary(no=labels[0], yes=labels[1])
    assert only.rule == f'{{"builtin":"{name}"}}'


def test_likert_workshop_asks_two_questions():
    """The example of the workshop document."""
    rubric = load_rubric("likert-workshop").rubric

    assert [(c.title, c.description, c.scale) for c in rubric.criteria] == [
        ("Accuracy", "Is the response factually correct?", Likert()),
        ("Helpfulness", "Does the response address the user's need?", Likert()),
    ]


def test_an_unknown_name_is_answered_with_the_nearest():
    """A misspelt name leads to the right one."""
    with pytest.raises(UsageInvalid) as caught:
        load_rubric("qualty")

    assert "'quality'" in caught.value.hint


def test_a_bare_word_is_a_name_and_all_else_a_path(tmp_path, monkeypatch):
    """A file called like a built-in rubric needs its suffix or a slash."""
    monkeypatch.chdir(tmp_path)
    text = "adjudge: 1\nid: mine\ncriteria: [{id: a, scale: likert}]\n"
    (tmp_path / "safety").write_text(text)
    (tmp_path / "safety.yaml").write_text(text)
    (tmp_path / "own").write_text(text)

    assert load_rubric("safety").rubric.id == "safety"
    assert load_rubric("safety.yaml").rubric.id == "mine"
    assert load_rubric("./safety.yaml").rubric.id == "mine"
    with pytest.raises(UsageInvalid, match=r"\./own"):
        load_rubric("own")
    with pytest.raises(FileUnusable, match="suffix"):
        load_rubric("./own")


def test_a_missing_file_is_a_matter_for_the_caller(tmp_path):
    """The message says what cannot be read, not how."""
    with pytest.raises(FileUnusable) as caught:
        load_rubric(tmp_path / "none.yaml")

    assert "No such file" in caught.value.what
    with pytest.raises(FileUnusable):
        load_rubric(str(tmp_path) + "/folder.yaml")
