"""The rubric document, version 1: its keys, what they hold and what they are for."""

from __future__ import annotations

from typing import Any, Final

from adjudge.rubric import Comparison, Missing

from .shape import Anything, Either, Flag, ListOf, MapOf, Number, Text, Word
from .shape_table import Field, Fields, Kinds

VERSION: Final = 1

COMPARISONS: Final[tuple[Comparison, ...]] = (
    "below",
    "at_most",
    "above",
    "at_least",
    "is",
    "is_not",
)

MISSING: Final[tuple[Missing, ...]] = ("refuse", "renormalise")

TEXT: Final = Text()
LINE: Final = Text(
    pattern=r"^\s*\S[^\n]*\s*$", wanted="one line", hint="keep the rest for the description"
)
NAME: Final = Text(
    pattern=r"^[^\s@/\\\x00-\x1f\x7f]{1,200}$",
    wanted="a name",
    hint="a name has no blanks and none of @ / \\, and at most 200 characters",
)
NUMBER: Final = Number()


class _Value:
    """A number or a text."""

    def check(self, node: Any, path: str, faults: Any) -> Any:
        """See `Shape`."""
        value = getattr(node, "value", None)
        shape = TEXT if isinstance(value, str) else NUMBER
        return shape.check(node, path, faults)

    def schema(self) -> dict[str, Any]:
        """See `Shape`."""
        return {"anyOf": [TEXT.schema(), NUMBER.schema()]}


def _kind(name: str, **fields: Field) -> Fields:
    kind = Field(shape=Word((name,), "the kind"), about="which scale it is", required=True)
    return Fields(what=f"a {name} scale", fields={"kind": kind, **fields})


class _BinaryLabels:
    """Two labels, under `fail` and `pass` or under `0` and `1`."""

    words = Fields(
        what="the labels of a binary scale",
        fields={
            "fail": Field(shape=TEXT, about="the label for 0", required=True),
            "pass": Field(shape=TEXT, about="the label for 1", required=True),
        },
    )
    digits = Fields(
        what="the labels of a binary scale",
        fields={
            "0": Field(shape=TEXT, about="the label for 0", required=True),
            "1": Field(shape=TEXT, about="the label for 1", required=True),
        },
    )

    def check(self, node: Any, path: str, faults: Any) -> Any:
        """See `Shape`."""
        keys = {entry.key for entry in getattr(node, "entries", ())}
        shape = self.digits if keys & {"0", "1"} else self.words
        return shape.check(node, path, faults)

    def schema(self) -> dict[str, Any]:
        """See `Shape`."""
        return {"anyOf": [self.words.schema(), self.digits.schema()]}


SCALE: Final = Kinds(
    what="a scale",
    longer="for bounds of your own write a table: {kind: likert, low: 1, high: 7}",
    alone=("likert", "score", "binary", "freeform"),
    kinds={
        "likert": _kind(
            "likert",
            low=Field(shape=Number(whole=True), about="the lowest step; 1 when left out"),
            high=Field(shape=Number(whole=True), about="the highest step; 5 when left out"),
            labels=Field(shape=ListOf(of=TEXT), about="a name for each step, lowest first"),
        ),
        "score": _kind(
            "score",
            low=Field(shape=NUMBER, about="the lowest point; 1 when left out"),
            high=Field(shape=NUMBER, about="the highest point; 10 when left out"),
            step=Field(
                shape=Number(null=True),
                about="distance between points; 1 when left out, null for any number",
            ),
        ),
        "binary": _kind(
            "binary",
            labels=Field(
                shape=_BinaryLabels(),
                about="`{fail: Bad, pass: Good}`, or `{0: none, 1: some}`; "
                "Fail and Pass when left out",
            ),
        ),
        "categorical": _kind(
            "categorical",
            labels=Field(
                shape=ListOf(of=TEXT, least=2),
                about="the answers to choose from",
                required=True,
            ),
            ordered=Field(
                shape=Flag(),
                about="whether the labels go from worst to best; false when left out",
            ),
        ),
        "freeform": _kind("freeform"),
    },
)

ANCHOR: Final = Either(
    text=TEXT,
    other=Fields(
        what="an anchor",
        fields={
            "text": Field(shape=TEXT, about="what the band looks like", required=True),
            "example": Field(shape=Text(blank=True), about="a case that belongs there"),
        },
    ),
)

CONDITION: Final = Fields(
    what="a condition",
    fields={
        "criterion": Field(
            shape=NAME, about="id or key of the criterion that is looked at", required=True
        ),
        "rubric": Field(
            shape=NAME, about="the rubric whose verdict is meant; this one when left out"
        ),
        "below": Field(shape=NUMBER, about="closes when the value is less than this"),
        "at_most": Field(shape=NUMBER, about="closes when the value is this or less"),
        "above": Field(shape=NUMBER, about="closes when the value is more than this"),
        "at_least": Field(shape=NUMBER, about="closes when the value is this or more"),
        "is": Field(shape=_Value(), about="closes when the value or label is this"),
        "is_not": Field(shape=_Value(), about="closes when the value or label is not this"),
    },
    one_of=(COMPARISONS,),
)

GATE: Final = Fields(
    what="a gate",
    fields={
        "cap": Field(shape=NUMBER, about="the overall score is at most this"),
        "floor": Field(shape=NUMBER, about="the overall score is at least this"),
        "disqualify": Field(
            shape=Flag(only=True), about="`true`: there is no overall score"
        ),
        "when": Field(shape=CONDITION, about="when the gate closes", required=True),
    },
    one_of=(("cap", "floor", "disqualify"),),
)

_CONVERSATION: Final = Anything(
    {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["role"],
            "properties": {"role": TEXT.schema()},
        },
    }
)
_EXPECTED: Final = Anything({"type": ["boolean", "number", "string", "null"]})

EXAMPLE: Final = Fields(
    what="an example",
    extra=True,
    fields={
        "id": Field(
            shape=TEXT, about="its name; the file's name or its place when left out"
        ),
        "type": Field(
            shape=Word(("positive", "negative"), "the type of an example"),
            about="`positive` or `negative`: whether it shows what the criterion looks for",
        ),
        "conversation": Field(
            shape=_CONVERSATION,
            about="messages with `role` and `content`, as OpenAI has them",
        ),
        "messages": Field(shape=_CONVERSATION, about="another name for `conversation`"),
        "prompt": Field(
            shape=Text(blank=True), about="the question, for an item of one answer"
        ),
        "response": Field(shape=Text(blank=True), about="the one answer that is judged"),
        "expectedResult": Field(
            shape=_EXPECTED, about="the answer it must get; null: the judge must abstain"
        ),
        "expected": Field(shape=_EXPECTED, about="another name for `expectedResult`"),
        "rationale": Field(shape=Text(blank=True), about="why that is the right answer"),
        "criterion": Field(
            shape=NAME, about="id or key of the criterion; the only one when left out"
        ),
    },
    one_of=(("expectedResult", "expected"), ("conversation", "messages", "response")),
)


def criterion_shape(rule: Anything) -> Fields:
    """A criterion, with the shape that the rules room publishes for `rule`."""
    return Fields(
        what="a criterion",
        fields={
            "id": Field(
                shape=NAME,
                about="verdicts are filed under it, so keep it; the key when left out",
            ),
            "key": Field(shape=NAME, about="the short name to type; the id when left out"),
            "title": Field(shape=LINE, about="what people read; the key when left out"),
            "description": Field(shape=Text(blank=True), about="guidance, of any length"),
            "scale": Field(shape=SCALE, about="how it is answered", required=True),
            "weight": Field(
                shape=NUMBER,
                about="share of the overall score; equal shares when all leave it out",
            ),
            "anchors": Field(
                shape=MapOf(ANCHOR),
                about="what a point, a band (`9-10`) or a label of the scale looks like",
            ),
            "rule": Field(shape=rule, about="the rule that can answer it"),
        },
        some_of=(("id", "key", "title"),),
    )


def rubric_shape(rule: Anything) -> Fields:
    """The whole document, with the shape that the rules room publishes for `rule`."""
    return Fields(
        what="a rubric",
        fields={
            "adjudge": Field(
                shape=Number(whole=True),
                about=f"the version of this format, {VERSION}",
                required=True,
            ),
            "id": Field(
                shape=NAME, about="the rubric's name; made from the title when left out"
            ),
            "title": Field(shape=LINE, about="what people read; the id when left out"),
            "description": Field(shape=Text(blank=True), about="what it is for"),
            "criteria": Field(
                shape=ListOf(of=criterion_shape(rule), least=1),
                about="the questions",
                required=True,
            ),
            "gates": Field(
                shape=ListOf(of=GATE),
                about="what caps, lifts or disqualifies the overall score",
            ),
            "missing": Field(
                shape=Word(MISSING, "what a missing grade does"),
                about="a criterion without a grade: `refuse` the overall score (so when "
                "left out), or `renormalise` the other weights",
            ),
            "examples": Field(
                shape=Either(text=TEXT, other=ListOf(of=EXAMPLE)),
                about="items with the answer they must get, or a folder of such files",
            ),
        },
        some_of=(("id", "title"),),
    )
