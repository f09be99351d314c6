"""The grammar as JSON Schema, so that an editor completes and checks a rule."""

from __future__ import annotations

from typing import Any, Final

from adjudge.verdict import ROLES, SYNONYMS

from .optional import LANGUAGES
from .parse_count import COMPARISONS, COUNTS

_TEXT: Final[dict[str, Any]] = {"type": "string", "minLength": 1}
_FLAG: Final[dict[str, Any]] = {"type": "boolean"}
_TEXTS: Final[dict[str, Any]] = {
    "oneOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]
}
_WHOLE: Final[dict[str, Any]] = {"type": "integer", "minimum": 0}


def rule_schema(at: str = "#/$defs") -> dict[str, Any]:
    """Definitions by name; `rule` is a rule, the others are what it is made of.

    *at* is where the definitions will stand in the schema that holds them.
    """
    ref = _References(at)
    return {
        "rule": _rule(ref),
        "ruleCount": _measure(ref),
        "rulePhrase": _phrase(),
        "ruleRegex": _regex(),
    }


class _References:
    """Pointers to definitions, wherever they come to stand."""

    def __init__(self, at: str) -> None:
        self._at = at

    def __call__(self, name: str) -> dict[str, Any]:
        return {"$ref": f"{self._at}/{name}"}


def _object(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    return schema | ({"required": list(required)} if required else {})


def _or(*schemas: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": list(schemas)}


def _rule(ref: _References) -> dict[str, Any]:
    rules = {"type": "array", "items": ref("rule"), "minItems": 1}
    named: dict[str, dict[str, Any]] = {
        "all": rules,
        "any": rules,
        "not": ref("rule"),
        "turn": _turn(ref),
        "field": _object(("name", "rule"), name=_TEXT, rule=ref("rule")),
        "within": _within(ref),
        "phrase": ref("rulePhrase"),
        "regex": ref("ruleRegex"),
        "count": _count(ref),
        "starts_with": _edge(),
        "ends_with": _edge(),
        "one_of": _or(
            _TEXTS, _object(("options",), options=_TEXTS, case=_FLAG, alike=_FLAG)
        ),
        "first_word": _TEXTS,
        "json": _or(_FLAG, _object(schema={"type": ["object", "boolean"]}, lenient=_FLAG)),
        "language": _language(),
        "case": {"enum": ["upper", "lower"]},
        "no_commas": _FLAG,
        "quoted": _FLAG,
        "blank": _FLAG,
        "postscript": _or({"const": True}, _TEXT),
        "distinct": _object(("separated_by",), separated_by=_TEXT),
    }
    return {
        "description": "A phrase, or exactly one of the named rules.",
        "oneOf": [
            _TEXT,
            {
                "type": "object",
                "properties": named,
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
            },
        ],
    }


def _phrase() -> dict[str, Any]:
    options = _object(
        any_of=_TEXTS, all_of=_TEXTS, case=_FLAG, whole_words=_FLAG, alike=_FLAG
    )
    options["oneOf"] = [{"required": ["any_of"]}, {"required": ["all_of"]}]
    return _or(_TEXTS, options)


def _regex() -> dict[str, Any]:
    return _or(_TEXT, _object(("pattern",), pattern=_TEXT, case=_FLAG))


def _turn(ref: _References) -> dict[str, Any]:
    which = _or(
        {"enum": ["first", "last", "any", "every"]},
        {"type": "integer", "not": {"const": 0}},
    )
    role = {"enum": [*ROLES, *SYNONYMS]}
    return _object(("rule",), which=which, role=role, rule=ref("rule"))


def _within(ref: _References) -> dict[str, Any]:
    number = {"type": "integer", "not": {"const": 0}}
    end = _or(
        {"enum": ["sentence", "paragraph", "line"]},
        _object(("characters",), characters={"type": "integer", "minimum": 1}),
    )
    return _object(
        ("rule",),
        first=end,
        last=end,
        sentence=number,
        paragraph=number,
        line=number,
        piece=number,
        characters={"type": "integer", "minimum": 1},
        separated_by=_TEXT,
        rule=ref("rule"),
    )


def _count(ref: _References) -> dict[str, Any]:
    other = _object(
        ("of",), of=ref("ruleCount"), times={"type": "number", "exclusiveMinimum": 0}
    )
    limit = _or(_WHOLE, other)
    between = {"type": "array", "items": limit, "minItems": 2, "maxItems": 2}
    limits = dict.fromkeys(COMPARISONS, limit) | {"between": between}
    schema = _object(("of",), of=ref("ruleCount"), **limits)
    schema["anyOf"] = [{"required": [name]} for name in limits]
    return schema


def _measure(ref: _References) -> dict[str, Any]:
    pieces = _or(
        _TEXT,
        _object(("separated_by",), separated_by=_TEXT, blank={"enum": ["skip", "refuse"]}),
    )
    options = _object(
        phrase=ref("rulePhrase"),
        regex=ref("ruleRegex"),
        letter={"type": "string", "minLength": 1, "maxLength": 1},
        pieces=pieces,
        sections=_TEXT,
        sum={"type": "array", "items": ref("ruleCount"), "minItems": 1},
    )
    return _or({"enum": list(COUNTS)}, options | {"minProperties": 1, "maxProperties": 1})


def _edge() -> dict[str, Any]:
    field = _object(("field",), field=_TEXT)
    any_of = _or(_TEXTS, field)
    return _or(
        any_of,
        _object(
            ("any_of",), any_of=any_of, case=_FLAG, alike=_FLAG, trim={"type": "string"}
        ),
    )


def _language() -> dict[str, Any]:
    code = {"type": "string", "pattern": f"^({'|'.join(sorted(LANGUAGES))})(-.+)?$"}
    return _or(code, {"type": "array", "items": code, "minItems": 1})
