"""The reference page lists every key of a rubric file, made from what the reader knows."""

import re
from pathlib import Path

from adjudge.formats import rubric_schema
from adjudge.formats.bundle import document_shape
from adjudge.formats.rubric_shape import ANCHOR, CONDITION, EXAMPLE, GATE, SCALE
from adjudge.formats.shape import Flag, ListOf, Number, Text, Word

PAGE = Path(__file__).parent.parent.parent / "docs/reference/rubric-file.md"


HOLDS = {
    "criteria": "list of criteria",
    "gates": "list of gates",
    "examples": "list of examples, or a folder",
    "anchors": "anchors by point, band or label",
    "scale": "a scale",
    "when": "a condition",
    "rule": "a rule",
    "conversation": "list of messages",
    "messages": "list of messages",
    "expectedResult": "an answer",
    "expected": "an answer",
    "is": "number or text",
    "is_not": "number or text",
}


def holds(name, shape):
    """What the key *name* holds, in a word or two."""
    if name in HOLDS:
        return HOLDS[name]
    if name == "labels":
        return "list of texts" if isinstance(shape, ListOf) else "two labels"
    if isinstance(shape, Word):
        return ", ".join(f"`{word}`" for word in shape.words)
    if isinstance(shape, Number):
        return ("whole " * shape.whole) + "number" + (" or null" * shape.null)
    return {Text: "text", Flag: "true or false"}[type(shape)]


def table(fields):
    """The keys of one table of the document."""
    yield "| key | holds | for |"
    yield "|---|---|---|"
    for name, known in fields.fields.items():
        must = " **(required)**" if known.required else ""
        about = known.about.replace("|", "\\|")
        yield f"| `{name}` | {holds(name, known.shape)} | {about}{must} |"
    for group in fields.one_of:
        yield f"\nExactly one of {', '.join(f'`{name}`' for name in group)}."
    for group in fields.some_of:
        yield f"\nAt least one of {', '.join(f'`{name}`' for name in group)}."


def test_the_page_lists_every_key(request):
    """Key by key, what it holds and what it is for."""
    rubric = document_shape()
    sections = {
        "The document": rubric,
        "A criterion": rubric.fields["criteria"].shape.of,
        **{f"A {name} scale": fields for name, fields in SCALE.kinds.items()},
        "An anchor": ANCHOR.other,
        "A gate": GATE,
        "A condition": CONDITION,
        "An example": EXAMPLE,
    }
    lines = ["## Keys"]
    for title, fields in sections.items():
        lines += ["", f"### {title}", "", *table(fields)]
    made = "<!-- keys -->\n" + "\n".join(lines) + "\n<!-- /keys -->"
    page = PAGE.read_text("utf-8")
    wanted = re.sub(r"<!-- keys -->.*<!-- /keys -->", lambda _: made, page, flags=re.DOTALL)
    if request.config.getoption("--golden-update"):
        PAGE.write_text(wanted, "utf-8")

    assert wanted == PAGE.read_text("utf-8"), "write it anew with --golden-update"


def keys_of(schema):
    """Every key that a schema names, its definitions left out."""
    for name, inner in schema.get("properties", {}).items():
        yield name
        yield from keys_of(inner)
    for part in ("items", "additionalProperties"):
        if isinstance(schema.get(part), dict):
            yield from keys_of(schema[part])
    for inner in (*schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from keys_of(inner)


def test_every_key_of_the_schema_is_on_the_page():
    """Held against the published schema too, so that the table cannot forget a branch."""
    page = PAGE.read_text("utf-8")
    inside = {"role", "builtin", "text", "0", "1", "fail", "pass"}

    assert {key for key in keys_of(rubric_schema()) if f"`{key}`" not in page} <= inside
