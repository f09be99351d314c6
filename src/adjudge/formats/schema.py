"""The rubric document as JSON Schema, for editors and for other programs."""

from __future__ import annotations

from typing import Any

from .bundle import document_shape
from .rubric_shape import VERSION
from .rule_language import rule_definitions


def rubric_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a rubric file."""
    schema = document_shape().schema()
    schema["properties"]["adjudge"] = {
        "const": VERSION,
        "description": schema["properties"]["adjudge"]["description"],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Adjudge rubric",
        **schema,
        "$defs": rule_definitions(),
    }
