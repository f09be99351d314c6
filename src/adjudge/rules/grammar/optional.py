"""What needs an extra: a language detector, a JSON Schema validator.

Both are imported at first use. A missing one is `ExtraMissing`, which makes the finding
failed: a guess would look like a verdict.
"""

from __future__ import annotations

import importlib
import json
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from adjudge.errors import ExtraMissing, RuleInvalid

from .engine import contains, fault

LANGUAGES: Final = frozenset(
    re.findall(
        "..",
        "afamanarasazbebgbnbrbscacscydadedzeleneoeseteufafifofrgaglguhehihrhthuhyidisit"
        "jajvkakkkmknkokukylalbloltlvmgmkmlmnmrmsmtnbnenlnnnoocorpaplpsptqurorurwsesisk"
        "slsosqsrsvswtatethtltrugukurvivowaxhzhzu",
    )
)
"""ISO 639-1 codes, run together, of the languages that the detector tells apart."""


def canonical(value: object) -> str:
    """*value* as JSON in one spelling."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _extra(module: str, extra: str, purpose: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ExtraMissing(
            f"{purpose} needs {module}, which is not installed",
            hint=f"pip install 'adjudge[{extra}]'",
        ) from None


def detect(text: str) -> str | None:
    """The language of *text* (ISO 639-1), or None where there is nothing to tell it by.

    Of Latin letters and others, the lot that is more of the text is read alone: an
    English name in a Russian letter, or a Greek word in an English one, decides nothing.
    """
    latin = [char for char in text if char.isalpha() and _is_latin(char)]
    other = sum(char > "\x7f" and not _is_latin(char) and _in_script(char) for char in text)
    if not latin and not other:
        return None
    if latin and other:
        keep_latin = len(latin) > _LATIN_WEIGHT * other
        text = "".join(
            char if not _in_script(char) or _is_latin(char) is keep_latin else " "
            for char in text
        )
    return str(_detector()(text.lower()))


_LATIN_WEIGHT: Final = 1.2
"""A letter says less than a syllable sign: this many Latin letters weigh as much."""


def _in_script(char: str) -> bool:
    return unicodedata.category(char)[0] in "LM"


def _is_latin(char: str) -> bool:
    return char < "\u0250" or "\u1e00" <= char < "\u1f00" or "\uff21" <= char < "\uff5b"


@lru_cache(maxsize=1)
def _detector() -> Callable[[str], str]:
    langid = _extra("py3langid", "language", "telling languages")

    def classify(text: str) -> str:
        return str(langid.classify(text)[0])

    return classify


def schema_fault(schema: object) -> str | None:
    """Why *schema* is no JSON Schema; None where it is one or nothing here can tell."""
    if not isinstance(schema, dict | bool):
        return "a JSON Schema is a mapping"
    try:
        text = canonical(schema)
    except (TypeError, ValueError, RecursionError):
        return "the schema holds what JSON cannot"
    try:
        jsonschema = _extra("jsonschema", "schema", "a JSON Schema")
    except ExtraMissing:
        return None
    try:
        jsonschema.validators.validator_for(schema).check_schema(json.loads(text))
    except jsonschema.SchemaError as err:
        return f"the schema is not valid: {err.message}"
    return _unmet(json.loads(text))


def _unmet(schema: object) -> str | None:
    """What *schema* needs and cannot have: another document, or a pattern that may hang."""
    referencing = importlib.import_module("referencing")
    jsonschema = importlib.import_module("referencing.jsonschema")
    root = referencing.Resource.from_contents(
        schema, default_specification=jsonschema.DRAFT202012
    )
    waiting = [(referencing.Registry().resolver_with_root(root), root)]
    while waiting:
        resolver, resource = waiting.pop()
        within = resource.contents if isinstance(resource.contents, dict) else {}
        for pointer in (within.get(key) for key in ("$ref", "$dynamicRef")):
            try:
                if isinstance(pointer, str):
                    resolver.lookup(pointer)
            except referencing.exceptions.Unresolvable:
                return f"the schema points outside itself, or nowhere: {pointer!r}"
        pattern = within.get("pattern")
        unusable = fault(pattern) if isinstance(pattern, str) else None
        if unusable:
            return f"the pattern {pattern!r} cannot be used: {unusable.what}"
        waiting += [
            (resolver.in_subresource(inner), inner) for inner in resource.subresources()
        ]
    return None


def misfit(schema: str, value: object) -> str | None:
    """How *value* fails to meet *schema*, or None where it meets it."""
    jsonschema = _extra("jsonschema", "schema", "a JSON Schema")
    try:
        best = jsonschema.exceptions.best_match(_validator(schema).iter_errors(value))
    except Exception as err:
        if type(err).__name__ in {"_WrappedReferencingError", "Unresolvable"}:
            raise RuleInvalid(
                f"the schema points outside itself: {err}",
                hint="write what it needs under $defs",
            ) from None
        raise
    if best is None:
        return None
    place = "/".join(str(step) for step in best.absolute_path)
    return f"{best.message}" + (f" (at {place})" if place else "")


@lru_cache(maxsize=32)
def _validator(schema: str) -> Any:
    """A validator that fetches nothing and whose patterns run in linear time."""
    jsonschema = _extra("jsonschema", "schema", "a JSON Schema")
    referencing = importlib.import_module("referencing")
    loaded = json.loads(schema)
    base = jsonschema.validators.validator_for(
        loaded, default=jsonschema.validators.Draft202012Validator
    )

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Any:
        if not isinstance(instance, str):
            return
        unusable = fault(wanted)
        if unusable:
            yield jsonschema.ValidationError(f"the pattern cannot be used: {unusable.what}")
        elif not contains(wanted, instance):
            yield jsonschema.ValidationError(f"{instance!r} does not match {wanted!r}")

    linear = jsonschema.validators.extend(base, {"pattern": pattern})
    return linear(loaded, registry=referencing.Registry())
