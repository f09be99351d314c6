"""Exports of other tools: each told by its content, and read into the same ratings."""

import io
import json
import zipfile

import pytest

from adjudge.cli.main import main
from adjudge.errors import InputInvalid
from adjudge.workbench import RatingsWanted, open_ratings

LABEL_STUDIO = [
    {
        "id": 11,
        "data": {"text": "The kettle boils."},
        "annotations": [
            {
                "id": 1,
                "completed_by": {"id": 7, "email": "ann@example.org"},
                "was_cancelled": False,
                "updated_at": "2026-01-31T12:00:00.5Z",
                "result": [
                    {
                        "from_name": "tone",
                        "to_name": "t",
                        "type": "choices",
                        "value": {"choices": ["warm"]},
                    },
                    {
                        "from_name": "stars",
                        "to_name": "t",
                        "type": "rating",
                        "value": {"rating": 4},
                    },
                    {
                        "from_name": "why",
                        "to_name": "t",
                        "type": "textarea",
                        "value": {"text": ["because"]},
                    },
                ],
            },
            {
                "id": 2,
                "completed_by": 8,
                "was_cancelled": False,
                "result": [
                    {
                        "from_name": "tone",
                        "to_name": "t",
                        "type": "choices",
                        "value": {"choices": ["cold", "warm"]},
                    },
                    {
                        "from_name": "stars",
                        "to_name": "t",
                        "type": "rating",
                        "value": {"rating": 5},
                    },
                ],
            },
            {"id": 3, "completed_by": 9, "was_cancelled": True, "result": []},
        ],
        "predictions": [
            {
                "model_version": "m-1",
                "result": [
                    {
                        "from_name": "stars",
                        "to_name": "t",
                        "type": "rating",
                        "value": {"rating": 3},
                    }
                ],
            }
        ],
    }
]

JSON_MIN = [
    {
        "text": "The kettle boils.", "id": 11, "tone": "warm", "stars": [{"rating": 4}],
        "annotator": 7, "annotation_id": 1, "created_at": "2026-01-31T12:00:00Z",
        "updated_at": "2026-01-31T12:00:00Z", "lead_time": 3.2,
    },
    {
        "text": "The kettle boils.", "id": 11, "tone": {"choices": ["warm", "cold"]},
        "stars": [{"rating": 5}], "annotator": 8, "annotation_id": 2,
        "created_at": "2026-01-31T12:00:00Z", "updated_at": "2026-01-31T12:00:00Z", "lead_time": 2,
    },
]  # fmt: skip

ARGILLA = [
    {
        "id": "r1", "fields": {"text": "The kettle boils."}, "metadata": {}, "vectors": {},
        "responses": {"stars": [{"value": 4, "user_id": "u1"}, {"value": 5, "user_id": "u2"}]},
        "suggestions": {"stars": {"value": 3, "score": 0.9, "agent": "m-1"}}, "_server_id": None,
    },
    {
        "id": "r2", "fields": {"text": "The kettle sings."}, "metadata": {}, "vectors": {},
        "responses": {"topics": [{"value": ["a", "b"], "user_id": "u1"}]},
        "suggestions": {}, "_server_id": None,
    },
]  # fmt: skip

ARGILLA_FLAT = [
    {
        "id": "r1", "text": "The kettle boils.", "_server_id": None,
        "stars.responses": [4, 5, 2], "stars.responses.users": ["u1", "u2", "u3"],
        "stars.responses.status": ["submitted", "submitted", "draft"],
        "stars.suggestion": 3, "stars.suggestion.agent": "m-1", "stars.suggestion.score": None,
    }
]  # fmt: skip

ARGILLA_1 = [
    {
        "id": "r1", "fields": {"text": "The kettle boils."},
        "responses": [
            {"user_id": "u1", "status": "submitted", "values": {"stars": {"value": 4}}},
            {"user_id": "u2", "status": "submitted", "values": {"stars": {"value": 5}}},
        ],
        "suggestions": [{"question_name": "stars", "value": 3, "agent": "m-1"}],
    }
]  # fmt: skip

INSPECT = {
    "version": 2,
    "status": "success",
    "eval": {"task": "kettles", "model": "local/m-2", "created": "2026-01-31T12:00:00+00:00"},
    "samples": [
        {
            "id": "q1", "epoch": 1, "input": "?", "target": "a",
            "scores": {
                "match": {"value": "C", "answer": "a"},
                "model_graded_qa": {"value": "I", "explanation": "It says b."},
            },
        },
        {
            "id": "q1", "epoch": 2, "input": "?", "target": "a",
            "scores": {"match": {"value": "I"}, "model_graded_qa": {"value": "I"}},
        },
        {"id": "q2", "epoch": 1, "error": {"message": "timeout"}, "scores": {}},
    ],
}  # fmt: skip

PROMPTFOO = {
    "evalId": "eval-1",
    "results": {
        "version": 3,
        "timestamp": "2026-01-31T12:00:00Z",
        "results": [
            {
                "promptIdx": 0, "testIdx": test, "provider": {"id": "local:m-2", "label": ""},
                "vars": {"q": "?"}, "success": passed, "score": float(passed),
                "namedScores": {},
                "gradingResult": {
                    "pass": passed, "score": float(passed), "reason": "-",
                    "componentResults": [
                        {"pass": passed, "score": float(passed), "reason": "has it", "assertion": {"type": "contains", "metric": "right"}},
                        {"pass": True, "score": 1, "reason": "it is right", "assertion": {"type": "llm-rubric", "metric": "right"}},
                        {"pass": True, "score": 1, "reason": "", "comment": "fine", "assertion": {"type": "human", "metric": "right"}},
                    ],
                },
            }
            for test, passed in enumerate([True, False])
        ],
    },
    "config": {},
}  # fmt: skip

MLFLOW = [
    {
        "info": {
            "trace_id": "tr-1",
            "assessments": [
                {
                    "assessment_id": "a-1", "assessment_name": "right", "trace_id": "tr-1",
                    "source": {"source_type": "HUMAN", "source_id": "ann@example.org"},
                    "create_time": "2026-01-31T12:00:00Z", "last_update_time": "2026-01-31T12:00:00Z",
                    "feedback": {"value": True}, "rationale": "It boils.", "valid": True,
                },
                {
                    "assessment_id": "a-2", "assessment_name": "right", "trace_id": "tr-1",
                    "source": {"source_type": "LLM_JUDGE", "source_id": "m-1"},
                    "feedback": {"value": False}, "valid": True,
                },
                {
                    "assessment_id": "a-3", "assessment_name": "right", "trace_id": "tr-1",
                    "source": {"source_type": "CODE", "source_id": "has_word"},
                    "feedback": {"value": None, "error": {"error_code": "TIMEOUT"}},
                },
                {
                    "assessment_id": "a-4", "assessment_name": "answer", "trace_id": "tr-1",
                    "source": {"source_type": "HUMAN", "source_id": "ann@example.org"},
                    "expectation": {"value": "steam"},
                },
                {
                    "assessment_id": "a-0", "assessment_name": "right", "trace_id": "tr-1",
                    "source": {"source_type": "HUMAN", "source_id": "ann@example.org"},
                    "feedback": {"value": False}, "valid": False,
                },
            ],
        },
        "data": {"spans": []},
    }
]  # fmt: skip

ASSESSMENTS = [
    {
        "trace_id": "tr-1", "name": "right", "create_time_ms": 1769860800000, "feedback": {"value": value},
        "source": {"source_type": kind, "source_id": judge}, "expectation": None, "error": None,
    }
    for judge, kind, value in (("ann", "HUMAN", "yes"), ("m-1", "LLM_JUDGE", "no"))
]  # fmt: skip

OPTIONS = [{"id": "good", "text": "Good"}, {"id": "bad", "text": "Bad"}]

PRODIGY = [
    {
        "text": "The kettle boils.", "_input_hash": 101, "_task_hash": 201, "options": OPTIONS,
        "accept": accept, "answer": answer, "_timestamp": 1769860800,
        "_annotator_id": f"set-{who}", "_session_id": f"set-{who}", "_view_id": "choice",
    }
    for who, accept, answer in (("ann", ["good"], "accept"), ("bob", ["bad"], "accept"), ("cy", [], "ignore"))
]  # fmt: skip

PRODIGY_BINARY = [
    {
        "text": "The kettle boils.", "_input_hash": 101, "_task_hash": 201, "label": "HOT",
        "answer": answer, "_annotator_id": who, "_session_id": who,
    }
    for who, answer in (("ann", "accept"), ("bob", "reject"))
]  # fmt: skip


def zipped(document):
    """The parts of a log as the `.eval` format packs them."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        header = {name: part for name, part in document.items() if name != "samples"}
        archive.writestr("header.json", json.dumps(header))
        for sample in document["samples"]:
            name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
            archive.writestr(name, json.dumps(sample))
    return raw.getvalue()


def lines(records):
    """As JSON Lines."""
    return "".join(json.dumps(each) + "\n" for each in records).encode()


def whole(document):
    """As one JSON document, laid out for people."""
    return json.dumps(document, indent=2).encode()


EXPORTS = {
    "label-studio": ("tasks.json", whole(LABEL_STUDIO)),
    "label-studio/min": ("min.json", whole(JSON_MIN)),
    "argilla": ("records.json", whole(ARGILLA)),
    "argilla/flat": ("records.json", whole(ARGILLA_FLAT)),
    "argilla/1": ("records.jsonl", lines(ARGILLA_1)),
    "inspect": ("log.json", whole(INSPECT)),
    "inspect/zip": ("log.eval", zipped(INSPECT)),
    "promptfoo": ("out.json", whole(PROMPTFOO)),
    "promptfoo/lines": ("out.jsonl", lines(PROMPTFOO["results"]["results"])),
    "mlflow": ("traces.json", whole(MLFLOW)),
    "mlflow/assessments": ("assessments.json", whole({"assessments": ASSESSMENTS})),
    "prodigy": ("db.jsonl", lines(PRODIGY)),
    "prodigy/binary": ("db.jsonl", lines(PRODIGY_BINARY)),
}

EXPECTED = {
    "label-studio": {
        ("11", "tone", "ann@example.org", "person"): "warm",
        ("11", "stars", "ann@example.org", "person"): "4",
        ("11", "stars", "8", "person"): "5",
        ("11", "stars", "m-1", "model"): "3",
    },
    "label-studio/min": {
        ("11", "tone", "7", "person"): "warm",
        ("11", "stars", "7", "person"): "4",
        ("11", "stars", "8", "person"): "5",
    },
    "argilla": {
        ("r1", "stars", "u1", "person"): "4",
        ("r1", "stars", "u2", "person"): "5",
        ("r1", "stars", "m-1", "model"): "3",
    },
    "inspect": {
        ("q1", "score", "match", "rule"): "C",
        ("q1", "score", "model_graded_qa", "model"): "I",
        ("q1 (epoch 2)", "score", "match", "rule"): "I",
        ("q1 (epoch 2)", "score", "model_graded_qa", "model"): "I",
    },
    "promptfoo": {
        ("test 0", "right", "contains", "rule"): "1",
        ("test 0", "right", "llm-rubric", "model"): "1",
        ("test 0", "right", "human", "person"): "1",
        ("test 1", "right", "contains", "rule"): "0",
        ("test 1", "right", "llm-rubric", "model"): "1",
        ("test 1", "right", "human", "person"): "1",
    },
    "mlflow": {
        ("tr-1", "right", "ann@example.org", "person"): "true",
        ("tr-1", "right", "m-1", "model"): "false",
        ("tr-1", "right", "has_word", "rule"): None,
    },
    "mlflow/assessments": {
        ("tr-1", "right", "ann", "person"): "yes",
        ("tr-1", "right", "m-1", "model"): "no",
    },
    "prodigy": {
        ("101", "choice", "set-ann", "person"): "good",
        ("101", "choice", "set-bob", "person"): "bad",
        ("101", "choice", "set-cy", "person"): None,
    },
    "prodigy/binary": {
        ("101", "HOT", "ann", "person"): "accept",
        ("101", "HOT", "bob", "person"): "reject",
    },
}


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("stated", [False, True], ids=["told by its content", "by --from"])
def test_an_export_comes_to_ratings(export, stated, tmp_path):
    """Whose export it is stands in the file, and may be said; the ratings are the same."""
    name, raw = EXPORTS[export]
    path = tmp_path / name
    path.write_bytes(raw)
    tool = export.partition("/")[0]

    opened = open_ratings([path], RatingsWanted(source=tool if stated else "guess"))

    found = {
        (row["item"], row["criterion"], row["judge"], row["kind"]): row["label"]
        for row in opened.frame.iter_rows(named=True)
    }
    assert found == EXPECTED.get(export, EXPECTED[tool])
    assert f"{name}: read as an export of {tool}" in opened.notes


@pytest.mark.parametrize(
    ("export", "told"),
    [
        ("label-studio", "not read: 1 x annotation that was skipped by its annotator"),
        ("label-studio", "not read: 1 x answer to 'tone' with none or several choices"),
        ("label-studio", "not read: 1 x result of type 'textarea' (no grade)"),
        (
            "argilla",
            "not read: 1 x answer to 'topics' that is a list (labels, ranking, spans)",
        ),
        ("argilla/flat", "not read: 1 x response that is a draft"),
        ("inspect", "not read: 1 x sample that ended with an error"),
        ("mlflow", "not read: 1 x expectation (an answer that is expected, not a grade)"),
        ("mlflow", "not read: 1 x assessment that another one overrides"),
    ],
)
def test_what_a_rating_cannot_carry_is_told(export, told, tmp_path):
    """Nothing is left behind in silence."""
    name, raw = EXPORTS[export]
    path = tmp_path / name
    path.write_bytes(raw)

    assert f"{name}: {told}" in open_ratings([path]).notes


def test_times_rationales_and_systems_come_along(tmp_path):
    """What a tool says beside the grade is kept where a verdict has a place for it."""
    for export in ("inspect", "mlflow"):
        (tmp_path / EXPORTS[export][0]).write_bytes(EXPORTS[export][1])

    log = open_ratings([tmp_path / "log.json"]).frame
    traces = open_ratings([tmp_path / "traces.json"]).frame

    assert log["system"].unique().to_list() == ["local/m-2"]
    assert "It says b." in log["rationale"].to_list()
    assert traces["at"][0].isoformat() == "2026-01-31T12:00:00+00:00"
    assert traces["outcome"].to_list() == ["graded", "graded", "failed"]


def test_several_options_are_a_criterion_each(tmp_path):
    """Where a task of Prodigy lets several options be chosen, each is a yes or a no."""
    tasks = [dict(PRODIGY[0], accept=["good", "bad"]), PRODIGY[1]]
    path = tmp_path / "db.jsonl"
    path.write_bytes(lines(tasks))

    opened = open_ratings([path])

    assert [r.criterion for r in opened.criteria] == ["good", "bad"]
    assert opened.criteria[0].labels == ("no", "yes")
    assert opened.criteria[0].cells.tolist() == [[1, 0]]


@pytest.mark.parametrize(
    "source", ["label-studio", "argilla", "mlflow", "prodigy", "inspect"]
)
def test_a_file_of_another_kind_is_refused(source, tmp_path, capsys):
    """`--from` with the wrong tool says so, and is no traceback."""
    path = tmp_path / "rows.json"
    path.write_text('[{"item": "a", "judge": "b", "value": 1}]')

    assert main(["ledger", "read", str(path), "--from", source]) == 2
    assert "rows.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    "raw", [b"PK\x03\x04 broken", b'{"eval": {}, "samples": [null, 3]}']
)
def test_broken_exports_are_refused(raw, tmp_path):
    """What is no export after all is an error that names the file."""
    path = tmp_path / "log.eval"
    path.write_bytes(raw)
    with pytest.raises(InputInvalid) as caught:
        open_ratings([path])
    assert caught.value.where == str(path)
