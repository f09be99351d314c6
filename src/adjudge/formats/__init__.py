"""Every file that we read or write."""

from .bundled import bundled_folder, bundled_rubrics, load_rubric
from .delimited import (
    JUDGE_TYPES,
    Dialect,
    JudgeType,
    Question,
    criteria_of,
    format_questions,
    parse_questions,
)
from .rubric_file import RubricFile, RubricFileInvalid, read_rubric, read_rubric_file
from .rubric_write import document_of, write_json, write_yaml
from .schema import rubric_schema
from .workshop_text import Workshop, decode_text, read_record, read_text, write_text

__all__ = (
    "JUDGE_TYPES",
    "Dialect",
    "JudgeType",
    "Question",
    "RubricFile",
    "RubricFileInvalid",
    "Workshop",
    "bundled_folder",
    "bundled_rubrics",
    "criteria_of",
    "decode_text",
    "document_of",
    "format_questions",
    "load_rubric",
    "parse_questions",
    "read_record",
    "read_rubric",
    "read_rubric_file",
    "read_text",
    "rubric_schema",
    "write_json",
    "write_text",
    "write_yaml",
)
