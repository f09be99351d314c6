"""Examples: items with the answer they must get, inline or as a folder of JSON files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from adjudge.errors import InputInvalid, OffScale
from adjudge.rubric import Criterion
from adjudge.verdict import Conversation, Example, Item, ItemId

from .entry import Entry, called
from .json_tree import read_json
from .rubric_shape import EXAMPLE
from .tree import Faults, Node, Sequence, Unreadable, decode, join, places
from .wording import nearest

_OWN: Final = frozenset(EXAMPLE.fields) - {"type", "prompt", "response"}
_FOLDERS: Final = ("positive", "negative")


def read_inline(
    raw: list[Any], entries: tuple[Entry, ...], faults: Faults
) -> tuple[Example, ...]:
    """The examples that stand in the rubric itself, as its shape has checked them."""
    read: list[_Read] = []
    for at, value in enumerate(raw):
        path = f"examples[{at}]"
        if not isinstance(value, dict):
            continue
        place = faults.places.get(path)
        source = f"{faults.file}:{place.line}" if place else faults.file
        read.append(_read(value, str(at + 1), source, path, entries, faults))
    _ask_unique(read)
    return tuple(each.example for each in read if each.example)


def read_folder(
    folder: Path, entries: tuple[Entry, ...], faults: Faults
) -> tuple[Example, ...]:
    """The examples in the JSON and JSON Lines files below *folder*, in order of name."""
    if not folder.is_dir():
        what = f"there is no folder {folder}"
        faults.warn("E008", what, "make it, or name another", path="examples")
        return ()
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".json", ".jsonl"))
    if not files:
        hint = "put examples into positive/ and negative/"
        faults.warn("E008", f"the folder {folder} has no examples", hint, path="examples")
        return ()
    read: list[_Read] = []
    for file in files:
        read += _file(file, folder, entries, faults)
    _ask_unique(read)
    for own in {id(each.faults): each.faults for each in read}.values():
        faults.found += [d for d in own.found if d not in faults.found]
    return tuple(each.example for each in read if each.example)


def _file(
    file: Path, folder: Path, entries: tuple[Entry, ...], faults: Faults
) -> list[_Read]:
    """What *file* holds; its faults are handed to *faults* with its name on them."""
    read: list[_Read] = []
    stem = file.relative_to(folder).with_suffix("").as_posix()
    for name, node, shift, own in _documents(file, stem, faults):
        with suppress(Unreadable):
            source = f"{file}:{node.place.line + shift}"
            each = _node(node, name, (file, source, shift), entries, own)
            if each:
                read.append(each)
        faults.found += own.found
    return read


def _node(
    node: Node,
    name: str,
    at: tuple[Path, str, int],
    entries: tuple[Entry, ...],
    faults: Faults,
) -> _Read | None:
    """The example that *node* is, *at* a file, a place in it, and lines before it."""
    file, source, shift = at
    for path, place in places(node):
        faults.places[path] = place._replace(line=place.line + shift)
    before = len(faults.found)
    raw = EXAMPLE.check(node, "", faults)
    _shift(faults, before, shift)
    if not isinstance(raw, dict):
        return None
    _ask_folder(raw, file, faults)
    return _read(raw, name, source, "", entries, faults)


def _documents(
    file: Path, stem: str, faults: Faults
) -> Iterator[tuple[str, Node, int, Faults]]:
    """Each object of *file*: one, a list of them, or one a line."""
    own = Faults(file=str(file))
    try:
        text = decode(file.read_bytes(), own)
        if file.suffix == ".jsonl":
            yield from _lines(text, file, stem, faults)
            return
        node = read_json(text, own)
    except OSError as err:
        own.add("E001", f"the file cannot be read: {err.strerror}", "check its permissions")
    except Unreadable:
        pass
    else:
        if not isinstance(node, Sequence):
            yield stem, node, 0, own
            return
        for at, item in enumerate(node.items, 1):
            yield f"{stem}-{at}", item, 0, Faults(file=str(file))
    faults.found += own.found


def _lines(
    text: str, file: Path, stem: str, faults: Faults
) -> Iterator[tuple[str, Node, int, Faults]]:
    for at, line in enumerate(text.split("\n")):
        if not line.strip():
            continue
        own = Faults(file=str(file))
        try:
            node = read_json(line, own)
        except Unreadable:
            _shift(own, 0, at)
            faults.found += own.found
            continue
        _shift(own, 0, at)
        yield f"{stem}-{at + 1}", node, at, own


def _shift(faults: Faults, first: int, lines: int) -> None:
    faults.found[first:] = [
        replace(d, line=d.line + lines if d.line else d.line) for d in faults.found[first:]
    ]


def _ask_folder(raw: dict[str, Any], file: Path, faults: Faults) -> None:
    folder = next((p.name for p in file.parents if p.name in _FOLDERS), None)
    if folder and raw.setdefault("type", folder) != folder:
        what = f"the example calls itself {raw['type']}, and lies in {folder}/"
        faults.add("E007", what, "move the file, or change its type", path="type")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """An example's name and place, and the example itself if it is sound."""

    id: str
    source: str
    path: str
    faults: Faults
    example: Example | None


def _read(
    raw: Mapping[str, Any],
    name: str,
    source: str,
    path: str,
    entries: tuple[Entry, ...],
    faults: Faults,
) -> _Read:
    id_ = raw.get("id", name)
    example = _example(raw, (id_, source), path, entries, faults)
    return _Read(id=id_, source=source, path=path, faults=faults, example=example)


def _example(
    raw: Mapping[str, Any],
    of: tuple[str, str],
    path: str,
    entries: tuple[Entry, ...],
    faults: Faults,
) -> Example | None:
    conversation = _conversation(raw, path, faults)
    criterion = _criterion(raw.get("criterion"), path, entries, faults)
    key = "expected" if "expected" in raw else "expectedResult"
    if conversation is None or criterion is None or key not in raw:
        return None
    expected = raw[key]
    if expected is not None:
        try:
            criterion.read(expected)
        except OffScale as err:
            faults.add("E004", err.what, err.hint, path=join(path, key))
            return None
    return Example(
        item=Item(
            id=ItemId(of[0]),
            conversation=conversation,
            fields={key: value for key, value in raw.items() if key not in _OWN},
        ),
        expected=expected,
        criterion=criterion.key if len(entries) > 1 else None,
        rationale=raw.get("rationale", ""),
        source=of[1],
    )


def _conversation(raw: Mapping[str, Any], path: str, faults: Faults) -> Conversation | None:
    name = "messages" if "messages" in raw else "conversation"
    turns: Any = raw.get(name)
    if name not in raw:
        if "response" not in raw:
            return None
        asked = [{"role": "user", "content": raw["prompt"]}] if "prompt" in raw else []
        turns = [*asked, {"role": "assistant", "content": raw["response"]}]
    try:
        talk = Conversation.of(turns)
    except InputInvalid as err:
        where = err.where.replace("conversation", join(path, name), 1)
        faults.add("E002", err.what, err.hint, path=where)
        return None
    if not talk.messages:
        what, hint = "the conversation has no message", "say what was said in it"
        faults.add("E002", what, hint, path=join(path, name))
        return None
    return talk


def _criterion(
    name: str | None, path: str, entries: tuple[Entry, ...], faults: Faults
) -> Criterion | None:
    """The criterion that is named, or else the only one that can be meant."""
    known = all(entry.id for entry in entries)
    if name is None:
        ruled = tuple(entry for entry in entries if entry.ruled)
        for only in (entries, ruled):
            if len(only) == 1:
                return only[0].criterion  # None where the one that is meant is broken
        hint = f"add 'criterion': {', '.join(entry.key for entry in entries)}"
        what = "the example does not say which criterion it is for"
        faults.add("E005", what, hint, path=path)
        return None
    meant = called(name, entries)
    if not meant and known:
        hint = nearest(name, list(dict.fromkeys(entry.key for entry in entries)))
        what = f"there is no criterion {name!r}"
        faults.add("E005", what, hint, path=join(path, "criterion"))
    if not meant or any(entry.criterion is None for entry in meant):
        return None
    return meant[0].criterion


def _ask_unique(read: list[_Read]) -> None:
    seen: dict[str, str] = {}
    for each in read:
        if each.id in seen:
            what = f"the example {each.id!r} exists already, in {seen[each.id]}"
            hint = "give it an id of its own"
            each.faults.add("E006", what, hint, path=join(each.path, "id"))
        seen.setdefault(each.id, each.source)


def write_example(example: Example) -> dict[str, Any]:
    """*example* as a rubric file holds it."""
    fields = dict(example.item.fields)
    kind = {"type": fields.pop("type")} if "type" in fields else {}
    asked = ("prompt" in fields) + 1
    if "response" in fields and len(example.item.conversation.messages) == asked:
        turns = {}
    else:
        turns = {
            "conversation": [
                {"role": m.role, "content": m.content}
                for m in example.item.conversation.messages
            ]
        }
    return {
        "id": example.item.id,
        **kind,
        **({"criterion": example.criterion} if example.criterion else {}),
        **turns,
        **fields,
        "expectedResult": example.expected,
        **({"rationale": example.rationale} if example.rationale else {}),
    }
