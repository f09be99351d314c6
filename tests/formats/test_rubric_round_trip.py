"""What is written reads back to the same rubric, and the schema promises the same."""

import copy
import json

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.formats import (
    RubricFile,
    RubricFileInvalid,
    bundled_folder,
    bundled_rubrics,
    document_of,
    load_rubric,
    read_rubric,
    rubric_schema,
    write_json,
    write_yaml,
)
from adjudge.formats.markers import marker_in
from adjudge.formats.tree import Faults, plain
from adjudge.formats.yaml_tree import read_yaml
from adjudge.rubric import (
    Anchor,
    Binary,
    Cap,
    Categorical,
    Condition,
    Criterion,
    Disqualify,
    Floor,
    Freeform,
    Likert,
    Rubric,
    Score,
    fingerprint,
)
from adjudge.verdict import Conversation, Example, Item, Message

VALIDATOR = jsonschema.Draft202012Validator(rubric_schema())

characters = st.characters(exclude_categories=("Cs",), exclude_characters="\r")
texts = (
    (
        st.text(characters, max_size=40)
        | st.sampled_from(
            [
                "no",
                "12:30",
                "5",
                "1e3",
                "0o7",
                "~",
                "a: b",
                "- x",
                "# y",
                "a\n\n  b\n c",
                "|",
                "true",
                "'",
            ]
        )
    )
    .map(str.strip)
    .filter(lambda t: not marker_in(t))
)
titles = texts.filter(bool)
one_line = titles.filter(lambda t: "\n" not in t)
names = st.from_regex(r"[^\s@/\\\x00-\x1f\x7f]{1,12}", fullmatch=True).filter(
    lambda n: n == n.strip() and n.isprintable()
)


def is_word(label):
    """Whether *label* is no number and none of the words with a fixed sense."""
    return label.casefold() not in ("true", "false") and not any(c.isdigit() for c in label)


words = titles.filter(is_word)


def labels(least, most):
    """Labels that differ by more than case."""
    return st.lists(words, min_size=least, max_size=most, unique_by=str.casefold).map(tuple)


likerts = st.tuples(st.integers(-3, 3), st.integers(1, 6)).flatmap(
    lambda b: st.builds(
        Likert,
        low=st.just(b[0]),
        high=st.just(b[0] + b[1]),
        labels=st.just(()) | labels(b[1] + 1, b[1] + 1),
    )
)
scores = st.builds(
    lambda low, span, step: Score(low=low, high=low + span, step=step),
    st.integers(-3, 3) | st.sampled_from([0.5, -1.25]),
    st.integers(2, 100),
    st.sampled_from([1, None, 0.5, 0.1]),
)
binaries = st.builds(lambda pair: Binary(no=pair[0], yes=pair[1]), labels(2, 2))
categoricals = st.builds(Categorical, labels=labels(2, 4), ordered=st.booleans())
scales = (
    likerts | scores | binaries | categoricals | st.just(Freeform()) | st.just(Likert())
)


@st.composite
def anchors_of(draw, scale):
    """Anchors that lie on *scale* and overlap nowhere."""
    told = {"text": draw(titles), "example": draw(texts)}
    match scale:
        case Likert(low=low, high=high) | Score(low=low, high=high):
            whole = [Anchor(low=float(low), high=float(low), **told)]
            band = [Anchor(low=float(low), high=float(high), **told)]
            ends = scale.read(low), None
            del ends
            reachable = isinstance(scale, Likert) or scale._point(high) is not None
            return tuple(draw(st.sampled_from([[], whole, band if reachable else whole])))
        case Binary(no=no):
            return (Anchor(label=no, **told), Anchor(low=1.0, high=1.0, **told))
        case Categorical(labels=names):
            return tuple(Anchor(label=name, **told) for name in names[1:])
    return ()


@st.composite
def criteria(draw):
    """Up to four criteria with names of their own, weighted or not."""
    ids = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    made = []
    for id_ in ids:
        scale = draw(scales)
        rule = draw(st.sampled_from([None, '{"builtin":"safety"}']))
        rule = rule if isinstance(scale, Binary) else None
        made.append(
            Criterion(
                id=id_,
                key=id_,
                title=draw(one_line),
                description=draw(texts),
                scale=scale,
                anchors=draw(anchors_of(scale)),
                rule=rule,
            )
        )
    return tuple(made)


@st.composite
def gates(draw, made):
    """Gates that look at the first criterion, and at another rubric's."""
    first = made[0]
    elsewhere = Condition(rubric="else-where", criterion="x", comparison="is", value="fail")
    found = [Disqualify(when=elsewhere), Cap(at=0.0, when=elsewhere)]
    if isinstance(first.scale, Likert | Score):
        low = float(first.scale.low)
        when = Condition(criterion=first.id, comparison="below", value=low)
        found += [Cap(at=low, when=when), Floor(at=low, when=when)]
    elif isinstance(first.scale, Binary):
        when = Condition(criterion=first.id, comparison="is", value=first.scale.no)
        found.append(
            Floor(at=1.0, when=when) if draw(st.booleans()) else Disqualify(when=when)
        )
    counted = any(not isinstance(c.scale, Freeform | Categorical) for c in made)
    gates = draw(st.lists(st.sampled_from(found), max_size=2))
    one = all(isinstance(g, Disqualify) for g in gates) or (counted and gates == [])
    return tuple(gates) if one or isinstance(first.scale, Likert | Score) else ()


@st.composite
def rubrics(draw):
    """Whole rubrics."""
    made = draw(criteria())
    return Rubric(
        id=draw(names),
        title=draw(one_line),
        description=draw(texts),
        criteria=made,
        gates=draw(gates(made)),
        missing=draw(st.sampled_from(["refuse", "renormalise"])),
    )


@given(rubrics())
@settings(deadline=None)
def test_what_is_written_reads_back(rubric):
    """YAML and JSON carry every rubric, and its fingerprint with it."""
    document = document_of(RubricFile(rubric=rubric))

    for syntax, text in ((".yaml", write_yaml(document)), (".json", write_json(document))):
        read = read_rubric(text, syntax=syntax).rubric
        assert read == rubric
        assert read.version == rubric.version


@given(rubrics())
@settings(deadline=None, max_examples=25)
def test_the_schema_accepts_what_is_written(rubric):
    """An editor with the schema finds no fault in what the reader takes."""
    assert VALIDATOR.is_valid(document_of(RubricFile(rubric=rubric)))


@given(rubrics(), st.randoms())
@settings(deadline=None, max_examples=25)
def test_the_order_of_keys_is_no_meaning(rubric, random):
    """However keys are laid out, the fingerprint stays."""
    document = document_of(RubricFile(rubric=rubric))
    keys = list(document)
    random.shuffle(keys)
    shuffled = {key: document[key] for key in keys}
    shuffled["criteria"] = [dict(reversed(c.items())) for c in shuffled["criteria"]]
    for criterion in shuffled["criteria"]:
        if "anchors" in criterion:
            criterion["anchors"] = dict(reversed(criterion["anchors"].items()))

    assert fingerprint(read_rubric(write_yaml(shuffled)).rubric) == fingerprint(rubric)


def test_examples_are_written_into_the_document():
    """Examples without a folder come back equal, but for where they were read."""
    talk = Conversation(
        (Message("user", "Is it?"), Message("assistant", "Yes.\n\nNo: yes"))
    )
    example = Example(
        item=Item(id="one", conversation=talk, fields={"type": "positive", "n": [1]}),
        expected=True,
        rationale="so",
    )
    blank = Example(item=Item(id="two", conversation=talk), expected=None)
    rubric = Rubric(
        id="r", title="R", criteria=(Criterion(id="a", key="a", title="A", scale=Binary()),)
    )
    document = document_of(RubricFile(rubric=rubric, examples=(example, blank)))

    for syntax, write in ((".yaml", write_yaml), (".json", write_json)):
        read = read_rubric(write(document), syntax=syntax, source="r").examples
        assert [(e.item, e.expected, e.rationale) for e in read] == [
            (e.item, e.expected, e.rationale) for e in (example, blank)
        ]


@pytest.mark.parametrize("name", bundled_rubrics())
def test_every_built_in_rubric_fits_the_schema(name):
    """The files themselves, as they lie there, are what the schema promises."""
    text = (bundled_folder() / "rubrics" / f"{name}.yaml").read_text(encoding="utf-8")

    jsonschema.validate(plain(read_yaml(text, Faults())), rubric_schema())
    assert load_rubric(name, examples=False).rubric.id == name


def test_the_schema_is_a_schema():
    """It is sound by its own standard."""
    jsonschema.Draft202012Validator.check_schema(rubric_schema())


EVERYTHING = {
    "adjudge": 1,
    "id": "all",
    "title": "All",
    "description": "",
    "criteria": [
        {
            "id": "a",
            "key": "a",
            "title": "A",
            "description": "x",
            "scale": {"kind": "likert", "low": 1, "high": 2, "labels": ["bad", "good"]},
            "weight": 0.5,
            "anchors": {"1": "bad", "2": {"text": "good", "example": "x"}},
        },
        {
            "id": "b",
            "title": "B",
            "scale": {"kind": "score", "low": 0, "high": 1, "step": None},
            "weight": 0.25,
        },
        {
            "key": "c",
            "rule": {"builtin": "safety"},
            "scale": {"kind": "binary", "labels": {"fail": "n", "pass": "y"}},
            "weight": 0.25,
        },
        {
            "id": "d",
            "scale": {"kind": "categorical", "labels": ["x", "y"], "ordered": False},
        },
        {"id": "e", "scale": "freeform"},
    ],
    "gates": [
        {"cap": 1, "when": {"criterion": "a", "below": 2}},
        {"floor": 1, "when": {"criterion": "a", "is": "bad"}},
        {"disqualify": True, "when": {"rubric": "other", "criterion": "z", "at_least": 3}},
    ],
    "missing": "renormalise",
    "examples": [
        {
            "id": "1",
            "type": "positive",
            "criterion": "c",
            "conversation": [{"role": "user", "content": "x"}],
            "expectedResult": True,
            "rationale": "",
        }
    ],
}
STRUCTURE = {"R010", "R011", "R012", "R013", "R014", "R015"}
SCALED_BY_TYPE = {"R007"}


def paths(value, path=()):
    """The path of every part of *value*."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from paths(inner, (*path, at))


def mutations():
    """EVERYTHING with one part changed: replaced, deleted, or with a key too many."""
    for path in paths(EVERYTHING):
        if not path or "rule" in path[:-1] or path[-1] == "rule":
            continue
        if "conversation" in path or path[-1] == "expectedResult":
            continue  # what a message is, the verdict room says
        for value in (None, 5, 0.5, -1, "x", "", " ", True, [], ["x"], {}, {"x": 1}):
            yield path, "set", value
        yield path, "delete", None
        yield path, "extra", None


def mutated(path, how, value):
    """EVERYTHING with the change that *path*, *how* and *value* name, or None."""
    document = copy.deepcopy(EVERYTHING)
    inside = document
    for step in path[:-1]:
        inside = inside[step]
    if how == "set":
        inside[path[-1]] = value
    elif how == "delete":
        del inside[path[-1]]
    elif isinstance(inside[path[-1]], dict) and path[-1] != "anchors":
        inside[path[-1]]["xyzzy"] = 1
    else:
        return None
    return document


def codes(document):
    """The codes that the reader finds in *document*."""
    try:
        return {
            d.code for d in read_rubric(json.dumps(document), syntax=".json").diagnostics
        }
    except RubricFileInvalid as err:
        return {d.code for d in err.diagnostics}


def test_the_example_of_everything_is_sound():
    """The mutations below start from a document without a fault."""
    assert codes(EVERYTHING) == set()
    jsonschema.validate(EVERYTHING, rubric_schema())


def test_reader_and_schema_agree_on_structure():
    """Whatever part is changed, both refuse its structure or neither does."""
    validator = jsonschema.Draft202012Validator(rubric_schema())
    disagreements = []
    tried = 0
    for path, how, value in mutations():
        document = mutated(path, how, value)
        if document is None:
            continue
        tried += 1
        read = codes(document) & (STRUCTURE | SCALED_BY_TYPE)
        if bool(read) != (not validator.is_valid(document)):
            disagreements.append((path, how, value, read))

    assert disagreements == []
    assert tried > 900
