"""The question text of workshops: three dialects in, one meaning out."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge.errors import InputInvalid
from adjudge.formats import (
    Question,
    RubricFileInvalid,
    Workshop,
    criteria_of,
    format_questions,
    parse_questions,
    read_record,
    read_text,
)
from adjudge.formats.markers import marker_in

SEP = "|||QUESTION_SEPARATOR|||"


def asked(text, **options):
    """The questions in *text* as plain tuples."""
    return [
        (q.title, q.description, q.judge_type) for q in parse_questions(text, **options)
    ]


def fault(text, **options):
    """The first fault of *text*, which must have one."""
    with pytest.raises(RubricFileInvalid) as caught:
        parse_questions(text, **options)
    return caught.value.diagnostics[0]


def test_scenario_1_simple_questions():
    """Two questions between separators."""
    assert asked(f"Question 1\nDescription 1{SEP}Question 2\nDescription 2") == [
        ("Question 1", "Description 1", "likert"),
        ("Question 2", "Description 2", "likert"),
    ]


def test_scenario_2_a_description_of_many_lines_keeps_its_blank_line():
    """A blank line inside a description separates nothing."""
    text = "Question 1\nLine 1 of description\nLine 2 of description\n\nLine 3 after blank"

    assert asked(text) == [
        (
            "Question 1",
            "Line 1 of description\nLine 2 of description\n\nLine 3 after blank",
            "likert",
        )
    ]


def test_scenario_3_a_binary_rubric_with_labels_of_its_own():
    """The rubric's judge type and labels reach its questions; answers are 0 and 1."""
    text, workshop = read_record(
        '{"name": "Quality", "questions": "Accuracy\\nIs it correct?", "judge_type": "binary",'
        ' "binary_labels": {"pass": "Acceptable", "fail": "Unacceptable"}}'
    )
    (criterion,) = read_text(text, workshop=workshop).rubric.criteria

    assert criterion.read("Acceptable").value == 1
    assert criterion.read("Unacceptable").value == 0


def test_scenario_4_each_question_has_its_own_judge_type():
    """A question's own mark is taken off its title and obeyed."""
    text = (
        "Accuracy [JUDGE_TYPE:binary]\nIs the response factually correct?"
        f"{SEP}Helpfulness [JUDGE_TYPE:likert]\nRate helpfulness 1-5"
    )

    assert asked(text) == [
        ("Accuracy", "Is the response factually correct?", "binary"),
        ("Helpfulness", "Rate helpfulness 1-5", "likert"),
    ]


def test_scenario_5_a_mixed_rubric_answers_on_two_scales():
    """A binary question takes 0 and 1, a Likert question 1 to 5."""
    text = f"A [JUDGE_TYPE:binary]\nx{SEP}B [JUDGE_TYPE:likert]\ny"
    binary, likert = read_text(text).rubric.criteria

    assert (binary.scale.kind, likert.scale.kind) == ("binary", "likert")
    assert binary.read(1).label == "Pass"
    assert likert.read(5).value == 5


@pytest.mark.parametrize(
    "text",
    [
        "Accuracy [JUDGE_TYPE:binary]\nIs it right?",
        "Accuracy[judge_type: Binary ]\nIs it right?",
        "[JUDGE_TYPE:binary] Accuracy\nIs it right?",
        "Accuracy|||JUDGE_TYPE_DELIMITER|||binary\nIs it right?",
        "Accuracy |||JUDGE_TYPE_DELIMITER||| binary \n\nIs it right?\n",
        "Accuracy: Is it right?|||JUDGE_TYPE|||binary",
        "Accuracy:Is it right?\n|||JUDGE_TYPE|||binary\n",
        "Accuracy\nIs it right?|||JUDGE_TYPE|||binary",
        "\ufeff\r\n\r\nAccuracy [JUDGE_TYPE:binary]\r\nIs it right?\r\n",
        f"{SEP}\n\n{SEP}Accuracy [JUDGE_TYPE:binary]\nIs it right?\n{SEP}  \n",
    ],
)
def test_all_dialects_mean_the_same(text):
    """However the question was written, it is the same question."""
    assert asked(text) == [("Accuracy", "Is it right?", "binary")]


def test_the_deployed_dialect_has_many_lines_and_colons():
    """Only the first colon ends the title, and the mark comes after the last line."""
    text = (
        f"Tone: Is it: polite?\n\n1: no\n5: yes|||JUDGE_TYPE|||freeform{SEP}"
        f"Help: Does it help?{SEP}Length|||JUDGE_TYPE|||likert"
    )

    assert asked(text, judge_type="binary") == [
        ("Tone", "Is it: polite?\n\n1: no\n5: yes", "freeform"),
        ("Help", "Does it help?", "binary"),
        ("Length", "", "likert"),
    ]


def test_without_marks_a_colon_belongs_to_the_title():
    """The document's dialect is the default, and the other one can be named."""
    assert asked("Tone: polite?") == [("Tone: polite?", "", "likert")]
    assert asked("Tone: polite?", dialect="deployed") == [("Tone", "polite?", "likert")]


def test_titles_of_any_script():
    """Titles need not be Latin, and their ids keep their letters."""
    text = f"Точность ответа\nВерно?{SEP}正確さ [JUDGE_TYPE:binary]\n正しいか{SEP}???"

    keys = [c.key for c in criteria_of(parse_questions(text))]
    assert keys[:2] == ["точность-ответа", "正確さ"]
    assert keys[2].startswith("question-")


@pytest.mark.parametrize("text", ["", "  \n", SEP, f"\n{SEP}\n{SEP}"])
def test_nothing_is_no_question(text):
    """Blank parts are filtered out."""
    assert asked(text) == []


def test_an_unknown_judge_type_is_an_error_with_its_place():
    """It is never taken for Likert."""
    found = fault(f"A\nx\n{SEP}\nTone [JUDGE_TYPE:binray]\ny")

    assert (found.code, found.line, found.column) == ("T001", 4, 18)
    assert "'binary'" in found.hint


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("A|||JUDGE_TYPE_DELIMITER|||stars\nx", {}, "T001"),
        ("A: x|||JUDGE_TYPE|||stars", {}, "T001"),
        ("A: x|||JUDGE_TYPE|||binary\nmore", {}, "T001"),
        ("A [JUDGE_TYPE:]\nx", {}, "T001"),
        ("A\nx", {"judge_type": "stars"}, "T001"),
        ("A [JUDGE_TYPE:binary] [JUDGE_TYPE:likert]\nx", {}, "T002"),
        ("A [JUDGE_TYPE:binary]|||JUDGE_TYPE_DELIMITER|||likert\nx", {}, "T002"),
        ("A\nx [JUDGE_TYPE:binary]", {}, "T003"),
        ("A\nx\n|||JUDGE_TYPE_DELIMITER|||binary", {}, "T003"),
        ("A [JUDGE_TYPE:likert]: x|||JUDGE_TYPE|||binary", {}, "T003"),
        ("[JUDGE_TYPE:binary]\nx", {}, "T004"),
        (": x|||JUDGE_TYPE|||binary", {}, "T004"),
        (f"A\nx{SEP}B\ny{SEP}A\nx", {}, "T005"),
    ],
)
def test_what_cannot_be_meant_is_refused(text, options, code):
    """Each fault has a code, a place and a hint."""
    found = fault(text, **options)

    assert found.code == code
    assert found.line
    assert found.hint


def test_all_faults_are_reported_at_once():
    """One reading shows everything there is to mend."""
    with pytest.raises(RubricFileInvalid) as caught:
        parse_questions(
            f"A [JUDGE_TYPE:x]\n{SEP}B [JUDGE_TYPE:y]\n{SEP}C\nc", source="q.txt"
        )

    assert [(d.code, d.line) for d in caught.value.diagnostics] == [
        ("T001", 1),
        ("T001", 2),
    ]
    assert "q.txt:2:" in str(caught.value)


@pytest.mark.parametrize(
    "marker",
    [SEP, "|||JUDGE_TYPE_DELIMITER|||", "|||JUDGE_TYPE|||", "[JUDGE_TYPE:binary]"],
)
@pytest.mark.parametrize("name", ["title", "description"])
def test_a_marker_is_refused_where_it_is_entered(marker, name):
    """The message names the marker."""
    with pytest.raises(InputInvalid) as caught:
        Question(**{"title": "A", name: f"x {marker} y"})

    assert marker in caught.value.what


def test_blank_lines_separate_questions_on_request_only():
    """The legacy form is read as such when that is asked for."""
    text = "A\nfirst\n\nB\nsecond\n \n\nC"

    assert len(asked(text)) == 1
    assert [title for title, _, _ in asked(text, legacy=True)] == ["A", "B", "C"]


lines = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\r\n"), max_size=30
)
titles = lines.map(lambda t: t.strip().strip("\ufeff").strip()).filter(
    lambda t: t and not marker_in(t)
)
descriptions = st.lists(lines, max_size=4).map("\n".join).filter(lambda t: not marker_in(t))
questions = st.builds(
    Question,
    title=titles,
    description=descriptions,
    judge_type=st.sampled_from(["likert", "binary", "freeform"]),
)
rubrics = st.lists(questions, max_size=5, unique=True).map(tuple)


@given(rubrics, st.sampled_from(["\n", "\r\n"]))
def test_what_is_formatted_is_parsed_back(asked, newline):
    """Every list of questions survives being text."""
    text = format_questions(asked).replace("\n", newline)

    assert parse_questions(text) == asked


@given(rubrics)
def test_the_deployed_dialect_too(asked):
    """What the deployed program can carry comes back; what it cannot is refused."""
    try:
        text = format_questions(asked, dialect="deployed")
    except InputInvalid:
        assume(False)
    assert parse_questions(text, dialect="deployed") == asked


fragments = st.lists(
    st.sampled_from(
        ["|", "||", "|||", "QUESTION_SEPARATOR", "JUDGE_TYPE", "JUDGE_TYPE_DELIMITER",
         "[JUDGE_TYPE:", "]", "binary", "likert", ":", " ", "\n", "a"]
    ),
    min_size=1,
    max_size=6,
).map("".join)  # fmt: skip
near_markers = st.builds(
    Question,
    title=fragments.map(lambda t: t.replace("\n", "").strip()).filter(
        lambda t: t and not marker_in(t)
    ),
    description=fragments.filter(lambda t: not marker_in(t)),
    judge_type=st.sampled_from(["likert", "binary", "freeform"]),
)


@given(
    st.lists(near_markers, max_size=3, unique=True).map(tuple),
    st.sampled_from(["document", "deployed"]),
)
def test_half_a_marker_never_becomes_a_whole_one(asked, dialect):
    """What is written reads back the same, or it is not written."""
    try:
        text = format_questions(asked, dialect=dialect)
    except InputInvalid:
        return
    assert parse_questions(text, dialect=dialect) == asked


def test_half_a_marker_is_named_where_it_cannot_be_written():
    """The deployed dialect puts its own mark right behind the description."""
    asked = (Question(title="Accuracy", description="Split with |||QUESTION_SEPARATOR"),)
    with pytest.raises(InputInvalid) as caught:
        format_questions(asked, dialect="deployed")
    assert "|||QUESTION_SEPARATOR" in caught.value.hint
    assert parse_questions(format_questions(asked)) == asked


@given(rubrics, st.data())
def test_ids_hang_on_the_question_alone(asked, data):
    """Deleting and re-ordering other questions changes no id."""
    kept = data.draw(st.permutations(asked))[: len(asked) // 2 + 1]
    ids = {q: c.id for q, c in zip(asked, criteria_of(asked), strict=True)}

    assert len(set(ids.values())) == len(asked)
    assert [c.id for c in criteria_of(kept)] == [ids[q] for q in kept]


@given(st.text(max_size=200))
def test_any_text_is_parsed_or_refused_with_a_reason(text):
    """Nothing that can be typed makes a traceback."""
    try:
        found = parse_questions(text, judge_type="binary")
    except RubricFileInvalid as err:
        found = err.diagnostics
    assert found or not text.strip("\ufeff" + string.whitespace) or not text.strip()


def test_a_record_that_is_none_is_refused():
    """A JSON file that is no workshop record says so."""
    for text in ("[", "[]", "{}", '{"questions": "A", "binary_labels": {"pass": "x"}}'):
        with pytest.raises(InputInvalid):
            read_record(text)


def test_a_workshop_needs_a_question():
    """An empty rubric is not made."""
    with pytest.raises(InputInvalid):
        read_text("\n", workshop=Workshop(name="Empty"))
