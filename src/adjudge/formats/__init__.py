"""Every file that we read or write."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

from .bundle import bundled_folder, bundled_rubrics
from .candidates import CandidateBatch, read_candidates
from .delimited import (
    JUDGE_TYPES,
    Dialect,
    JudgeType,
    Question,
    criteria_of,
    format_questions,
    parse_questions,
)
from .items import Batch, OnError, Rejected, read_items
from .items_frame import frame_of
from .items_seen import Seen
from .items_shape import candidates_of, items_of
from .items_source import (
    KINDS,
    REJECTED,
    STDIN,
    Kind,
    Source,
    Sources,
    find_sources,
    spooled,
)
from .lines_write import write_lines
from .load import load_rubric
from .naming import slug
from .price_file import bundled_prices, read_prices
from .replacement import unwritable, whole_file
from .review_json import read_review, review_as_json
from .rubric_file import RubricFile, RubricFileInvalid, read_rubric, read_rubric_file
from .rubric_write import anchor_name, document_of, write_json, write_yaml
from .run_folder import RecordWriter, RunFolder, Scores
from .run_record import Record
from .scale_text import read_scale
from .schema import rubric_schema
from .turns import read_turns
from .verdicts_cells import criterion_of
from .verdicts_read import CheckedLedger, Reading, check_verdicts, read_verdicts
from .verdicts_write import (
    LedgerKind,
    VerdictWriter,
    ledger_kind,
    stream_writer,
    verdict_writer,
    write_verdicts,
)
from .workshop_text import Workshop, decode_text, read_record, read_text, write_text

if TYPE_CHECKING:
    from .ratings_source import SOURCES, RatingsSource, open_source

_LAZY: Final = {
    "SOURCES": "ratings_source",
    "RatingsSource": "ratings_source",
    "open_source": "ratings_source",
}
"""Those that need numpy, imported when they are first asked for."""

__all__ = (
    "JUDGE_TYPES",
    "KINDS",
    "REJECTED",
    "SOURCES",
    "STDIN",
    "Batch",
    "CandidateBatch",
    "CheckedLedger",
    "Dialect",
    "JudgeType",
    "Kind",
    "LedgerKind",
    "OnError",
    "Question",
    "RatingsSource",
    "Reading",
    "Record",
    "RecordWriter",
    "Rejected",
    "RubricFile",
    "RubricFileInvalid",
    "RunFolder",
    "Scores",
    "Seen",
    "Source",
    "Sources",
    "VerdictWriter",
    "Workshop",
    "anchor_name",
    "bundled_folder",
    "bundled_prices",
    "bundled_rubrics",
    "candidates_of",
    "check_verdicts",
    "criteria_of",
    "criterion_of",
    "decode_text",
    "document_of",
    "find_sources",
    "format_questions",
    "frame_of",
    "items_of",
    "ledger_kind",
    "load_rubric",
    "open_source",
    "parse_questions",
    "read_candidates",
    "read_items",
    "read_prices",
    "read_record",
    "read_review",
    "read_rubric",
    "read_rubric_file",
    "read_scale",
    "read_text",
    "read_turns",
    "read_verdicts",
    "review_as_json",
    "rubric_schema",
    "slug",
    "spooled",
    "stream_writer",
    "unwritable",
    "verdict_writer",
    "whole_file",
    "write_json",
    "write_lines",
    "write_text",
    "write_verdicts",
    "write_yaml",
)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
