"""Criteria out of checked values: names, scales, anchors, weights and rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from adjudge.errors import OffScale, RubricInvalid
from adjudge.rubric import (
    SCALES,
    Anchor,
    Binary,
    Categorical,
    Criterion,
    CriterionId,
    Freeform,
    Likert,
    Scale,
)

from .entry import Entry
from .markers import marker_in
from .naming import slug
from .read_weights import ask_weights
from .rule_language import canonical, rule_faults
from .tree import Faults, join

_NUMBER: Final = r"[+-]?[0-9]+(?:\.[0-9]+)?"
_BAND: Final = re.compile(rf"({_NUMBER})(?:\s*(?:-|–|\.\.|to)\s*({_NUMBER}))?")


def read_criteria(raw: list[Any], faults: Faults) -> tuple[Entry, ...]:
    """One entry for each of *raw*."""
    read = tuple(
        _entry(value, f"criteria[{at}]", faults) if isinstance(value, dict) else Entry()
        for at, value in enumerate(raw)
    )
    _ask_unique(read, faults)
    ask_weights(raw, read, faults)
    return read


def ask_unmarked(raw: Mapping[str, Any], path: str, faults: Faults) -> None:
    """Refuse the marks of the workshop text in what people write."""
    for key in ("title", "description"):
        marker = marker_in(raw.get(key, ""))
        if marker:
            faults.add(
                "R028",
                f"the {key} holds the marker {marker!r}",
                "that text separates questions in workshop files: reword it",
                path=join(path, key),
            )


def _entry(raw: Mapping[str, Any], path: str, faults: Faults) -> Entry:
    ask_unmarked(raw, path, faults)
    id_, key, title = names(raw, path, faults)
    criterion = _criterion(raw, (id_, key, title), path, faults)
    return Entry(id=id_, key=key, criterion=criterion, ruled="rule" in raw)


def _criterion(
    raw: Mapping[str, Any], named: tuple[str, str, str], path: str, faults: Faults
) -> Criterion | None:
    id_, key, title = named
    scale = _scale(raw["scale"], join(path, "scale"), faults) if "scale" in raw else None
    rule = _rule(raw["rule"], join(path, "rule"), faults) if "rule" in raw else None
    if rule is not None and scale is not None and not isinstance(scale, Binary):
        faults.add(
            "R030",
            f"a rule answers yes or no, and the scale is {scale.kind}",
            "make the scale binary, or leave the rule out",
            path=join(path, "rule"),
        )
    if scale is None or not id_:
        return None
    criterion = Criterion(
        id=CriterionId(id_),
        key=key,
        title=title,
        description=raw.get("description", ""),
        scale=scale,
        weight=raw.get("weight"),
        rule=rule,
    )
    anchors = tuple(_anchors(raw.get("anchors", {}), scale, join(path, "anchors"), faults))
    return replace(criterion, anchors=anchors)


def names(raw: Mapping[str, Any], path: str, faults: Faults) -> tuple[str, str, str]:
    """Id, key and title: what is given, and the rest made of it."""
    title, key, id_ = raw.get("title", ""), raw.get("key", ""), raw.get("id", "")
    id_ = id_ or key
    if not id_ and title and not {join(path, "id"), join(path, "key")} & faults.broken:
        id_ = slug(title)
        if id_:
            faults.warn(
                "R029",
                f"no id is given; {id_!r} is made from the title",
                f"write 'id: {id_}', so that a new title keeps its verdicts",
                path=join(path, "title"),
            )
        else:
            faults.add(
                "R014",
                f"no id can be made from the title {title!r}",
                "add 'id', a name of your own",
                path=join(path, "title"),
            )
    key = key or id_
    return id_, key, title or _titled(key)


def _titled(key: str) -> str:
    words = key.replace("-", " ").replace("_", " ").strip() or key
    return words[:1].upper() + words[1:]


def _scale(raw: Mapping[str, Any], path: str, faults: Faults) -> Scale | None:
    fields = dict(raw)
    kind = fields.pop("kind")
    labels = fields.pop("labels", None)
    if isinstance(labels, dict):
        digits = "0" in labels
        fields["no"], fields["yes"] = (
            labels["0" if digits else "fail"],
            labels["1" if digits else "pass"],
        )
    elif labels is not None:
        fields["labels"] = tuple(labels)
    try:
        return SCALES[kind](**fields)
    except RubricInvalid as err:
        faults.add("R022", err.what, err.hint, path=path)
        return None


def _anchors(
    raw: Mapping[str, Any], scale: Scale, path: str, faults: Faults
) -> Iterator[Anchor]:
    taken: list[tuple[str, float, float]] = []
    for name, written in raw.items():
        where = join(path, name)
        told = {"text": written} if isinstance(written, str) else written
        if "text" not in told:
            continue
        band = _band(name, scale)
        if band is None:
            hint = (
                "an answer with a text has no bands"
                if isinstance(scale, Freeform)
                else _wanted(scale)
            )
            faults.add("R023", f"the anchor {name!r} is not on the scale", hint, path=where)
            continue
        label, low, high = band
        reach = (
            (low, high) if low is not None and high is not None else _reach(label, scale)
        )
        if reach:
            clash = next((n for n, a, b in taken if a <= reach[1] and reach[0] <= b), None)
            if clash is not None:
                hint = "give each point of the scale one anchor"
                faults.add(
                    "R024", f"the anchors {clash!r} and {name!r} overlap", hint, path=where
                )
            taken.append((name, *reach))
        yield Anchor(
            text=told["text"],
            low=low,
            high=high,
            label=label,
            example=told.get("example", ""),
        )


def _wanted(scale: Scale) -> str:
    wording = scale.wording.removeprefix("answer ")
    return f"name a point or a band of it: {wording}"


def _band(name: str, scale: Scale) -> tuple[str | None, float | None, float | None] | None:
    """The label that *name* is, or the lowest and highest point that it spans."""
    if isinstance(scale, Freeform):
        return None
    match = _BAND.fullmatch(name.strip())
    if not match or name.strip().casefold() in _labels(scale):
        try:
            return scale.read(name).label, None, None
        except OffScale:
            return None
    try:
        low = scale.read(match[1]).value
        high = scale.read(match[2] or match[1]).value
    except OffScale:
        return None
    return (
        (None, low, high) if low is not None and high is not None and low <= high else None
    )


def _labels(scale: Scale) -> list[str]:
    labels: tuple[str, ...] = ()
    if isinstance(scale, Binary):
        labels = (scale.no, scale.yes)
    elif isinstance(scale, Likert | Categorical):
        labels = scale.labels
    return [label.strip().casefold() for label in labels]


def _reach(label: str | None, scale: Scale) -> tuple[float, float] | None:
    value = scale.read(label).value if label is not None else None
    return None if value is None else (value, value)


def _rule(raw: Any, path: str, faults: Faults) -> str:
    for fault in rule_faults(raw):
        where = (
            f"{path}{fault.where}"
            if fault.where.startswith("[")
            else join(path, fault.where)
        )
        faults.note(replace(fault, where=where if fault.where else path))
    return canonical(raw)


def _ask_unique(read: tuple[Entry, ...], faults: Faults) -> None:
    for name, code in (("id", "R020"), ("key", "R021")):
        seen: dict[str, int] = {}
        for at, entry in enumerate(read):
            word = getattr(entry, name)
            if not word:
                continue
            if word in seen:
                place = faults.places.get(f"criteria[{seen[word]}]")
                line = f" on line {place.line}" if place else ""
                path = f"criteria[{at}].{name}"
                faults.add(
                    code,
                    f"the {name} {word!r} belongs to the criterion{line} already",
                    f"give this criterion another {name}",
                    path=path,
                )
            seen.setdefault(word, at)
