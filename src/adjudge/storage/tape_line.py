"""A tape is JSON Lines, and each line carries the checksum of what stands before it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import orjson

from adjudge.council import Endpoint, Heard, Lost, Reply, Seat, Tag, Taped, Usage

VERSION: Final = 1

KEY: Final = slice(8, 40)
"""Where the key stands in each line: `{"key":"` comes before it."""

_HEARD: Final = b'"heard"'
_HEARD_AT: Final = 42

_SEAL: Final = b',"crc":"%08x"}\n'
_SEAL_LENGTH: Final = 19


def seal(body: bytes) -> bytes:
    """The line of the JSON object *body*."""
    return body[:-1] + _SEAL % zlib.crc32(body[:-1])


def is_sound(line: bytes) -> bool:
    """Whether *line*, its end included, is as it was written."""
    return line[-_SEAL_LENGTH:] == _SEAL % zlib.crc32(line[:-_SEAL_LENGTH])


def is_answer(line: bytes) -> bool:
    """Whether a sound *line* holds an answer, and not that none came."""
    return line.startswith(_HEARD, _HEARD_AT)


MARK: Final = b'{"adjudge":"tape"'
"""How the first line of every tape begins, whatever its version."""

HEADER: Final = seal(MARK + b',"version":%d}' % VERSION)
"""The first line of each tape."""


def line_of(taped: Taped) -> bytes:
    """*taped* as a line."""
    seat, tag = taped.seat, taped.tag
    reply = taped.reply
    record = {
        "key": taped.key,
        **({"heard": _heard(reply)} if isinstance(reply, Heard) else {"lost": reply}),
        "at": taped.at,
        "seat": {
            "name": seat.name,
            "endpoint": seat.endpoint.name,
            "base_url": seat.endpoint.base_url,
            "model": seat.model,
            "family": seat.family,
            "parameters": dict(seat.parameters),
        },
        "for": tag,
    }
    try:
        return seal(orjson.dumps(record))
    except TypeError:  # half a surrogate pair: JSON can say it, UTF-8 cannot
        return seal(json.dumps(record, default=_plain, separators=(",", ":")).encode())


def taped_in(line: bytes) -> Taped:
    """What a sound *line* says."""
    record = _read(line)
    seat: dict[str, Any] = record["seat"]
    return Taped(
        key=record["key"],
        at=datetime.fromisoformat(record["at"]),
        seat=Seat(
            endpoint=Endpoint(name=seat["endpoint"], base_url=seat["base_url"]),
            model=seat["model"],
            family=seat["family"],
            name=seat["name"],
            parameters=seat["parameters"],
        ),
        tag=Tag(**record["for"]),
        reply=_reply(record),
    )


def answer_in(line: bytes) -> Heard:
    """The answer that a sound *line* holds."""
    reply = _reply(_read(line))
    assert isinstance(reply, Heard)
    return reply


def _read(line: bytes) -> Mapping[str, Any]:
    record: dict[str, Any]
    try:
        record = orjson.loads(line)
    except orjson.JSONDecodeError:
        record = json.loads(line)
    return record


def _reply(record: Mapping[str, Any]) -> Reply:
    lost = record.get("lost")
    if lost is not None:
        return Lost(**lost)
    heard = dict(record["heard"])
    heard["usage"] = Usage(**heard["usage"])
    heard["dropped"] = tuple(heard["dropped"])
    return Heard(**heard)


def _heard(heard: Heard) -> dict[str, Any]:
    """All but whether it was on the tape, which is the reader's business."""
    return {
        "text": heard.text,
        "finish": heard.finish,
        "refusal": heard.refusal,
        "model": heard.model,
        "usage": heard.usage,
        "seconds": heard.seconds,
        "shaped": heard.shaped,
        "dropped": heard.dropped,
        **({"billed": heard.billed} if heard.billed else {}),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Tag | Lost | Usage):
        return {name: getattr(value, name) for name in type(value).__dataclass_fields__}
    return dict(value)
