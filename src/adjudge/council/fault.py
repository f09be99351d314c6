"""Why a call was not answered, and what can be done about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

import orjson

from .carrier import Answered, Unanswered
from .manner import SHAPES, TOKEN_LIMITS, Sending
from .patience import retry_after

Remedy: TypeAlias = Literal["none", "wait", "pay", "reshape", "rename", "drop"]

_EXCERPT: Final = 300
_LOOKED_AT: Final = 20_000

_ABOUT_SHAPE: Final = re.compile(
    r"response_format|json_schema|json_object|json mode|structured|grammar|schema",
    re.IGNORECASE,
)
_TOO_LONG: Final = re.compile(
    r"context.{0,30}(?:length|size|window|limit)|too many (?:input )?tokens"
    r"|(?:prompt|input|request).{0,40}too (?:long|large)|maximum.{0,40}tokens"
    r"|tokens?.{0,40}exceed|exceed.{0,40}tokens?",
    re.IGNORECASE,
)
_NO_REASON: Final = re.compile(
    r"\W*(?:(?:http |error )?(?:4\d\d|5\d\d)?\W*(?:bad request|invalid request|error"
    r"|unprocessable (?:entity|content)|not found|unsupported media type"
    r"|invalid_request_error|internal server error)?)\W*",
    re.IGNORECASE,
)
"""What says nothing that the status has not said."""
_NOT_TAKEN: Final = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|"
    r"extra (?:inputs|fields)|deprecated|only the default|does not exist|instead",
    re.IGNORECASE,
)
_SPENT: Final = re.compile(
    r"insufficient_quota|insufficient.{0,20}(credit|balance)", re.IGNORECASE
)

_OF_THE_TEXT: Final = re.compile(
    r"moderat|flagged|content.{0,3}(?:policy|filter|management)|guardrail|safety|harmful",
    re.IGNORECASE,
)
"""A 403 that is about what was said, and not about who said it."""
_CLOSED: Final = frozenset({402, 403, 404, 405})

_PASSING: Final = frozenset({408, 409, 425, 429})
_SLOWING: Final = frozenset({408, 429, 503, 504, 529})
_NEVER: Final = frozenset({501, 505})
_MAYBE_SHAPE: Final = frozenset({400, 404, 415, 422, 500, 501})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a call was not answered."""

    reason: str
    hint: str = ""
    remedy: Remedy = "none"
    """`wait`: it may pass; `pay`: likewise, and the endpoint has probably worked for it;
    `reshape`, `rename` and `drop`: ask at once in another manner."""
    wait: float | None = None
    """Seconds that the endpoint asks for."""
    slows: bool = False
    """Whether the endpoint has too much to do."""
    sure: bool = False
    """Whether the endpoint said what it does not take."""
    parameter: str = ""
    barred: bool = False
    """Whether the endpoint does not take the key."""
    closed: bool = False
    """Whether the endpoint lets this seat ask nothing: no such model, no permission."""


def fault_of_carrier(fault: Unanswered, sent: Sending) -> Fault:
    """The fault that no whole answer came."""
    name = sent.seat.endpoint.name
    # An endpoint without a name of its own is called by its address, as the fault calls it.
    reason = fault.what if name in _ADDRESS.findall(fault.what) else f"{name}: {fault.what}"
    match fault.sort:
        case "certificate":
            return Fault(reason=reason, hint=fault.hint)
        case "timeout":
            return Fault(reason=reason, hint=_SLOW_HINT, remedy="pay", slows=True)
        case "unreached":
            return Fault(reason=reason, hint=fault.hint, remedy="wait")
        case "broken":
            return Fault(reason=reason, hint=fault.hint, remedy="pay")


_ADDRESS: Final = re.compile(r"[\w.\[\]:-]*[.:][\w.\[\]:-]*\w")
_SLOW_HINT: Final = "allow more time, or ask fewer at once"


def fault_of_status(
    answered: Answered, sent: Sending, *, proved: bool, now: datetime
) -> Fault:
    """The fault that *answered* tells with its status. *proved*: the shape has worked."""
    status, told = answered.status, Told.of(answered.body)
    name = sent.seat.endpoint.name
    reason = f"{name}: {status} {told.excerpt}".rstrip()
    if 300 <= status < 400:
        place = answered.headers.get("location", "elsewhere")[:200]
        return Fault(
            reason=f"{name}: {status}, a redirect to {place}",
            hint="redirects are not followed, they would carry the key along: "
            "give the base URL that is meant",
        )
    manner = _of_manner(status, told, sent, reason, proved=proved)
    if manner is not None:
        return manner
    if _SPENT.search(told.whole):
        hint = f"the account at {name} has no credit left"
        return Fault(reason=reason, hint=hint, closed=True)
    if status in _PASSING or (status >= 500 and status not in _NEVER):
        wait = retry_after(answered.headers, now)
        return Fault(
            reason=reason,
            remedy="wait",
            wait=wait,
            slows=status in _SLOWING or wait is not None,
        )
    judged = status == 403 and _OF_THE_TEXT.search(told.whole) is not None
    return Fault(
        reason=reason,
        hint="what was asked is refused, not who asked" if judged else _hint(status, sent),
        barred=status == 401,
        closed=status in _CLOSED and not judged,
    )


_OF_LENGTH: Final = frozenset({400, 413, 422, 500})
_SHORTER: Final = (
    "the prompt is too long for this model: --per-answer asks about one answer at a "
    "time; or give the model a larger context"
)


def _of_manner(
    status: int, told: Told, sent: Sending, reason: str, *, proved: bool
) -> Fault | None:
    """The fault that the call was put in a manner that is not taken, or is too long."""
    if status in (400, 404, 422):
        manner = _of_parameter(told, sent, reason)
        if manner is not None:
            return manner
    if status in _MAYBE_SHAPE and sent.shape < len(SHAPES) - 1:
        named = _ABOUT_SHAPE.search(told.whole) is not None
        if named or (not proved and _may_be_the_shape(status, told)):
            return Fault(reason=reason, remedy="reshape", sure=named)
    if status in _OF_LENGTH and _TOO_LONG.search(told.message):
        return Fault(reason=reason, hint=_SHORTER)
    return None


def _may_be_the_shape(status: int, told: Told) -> bool:
    """Whether the shape of the reply could be what is wrong, though nobody says so.

    A server error may be anything; a refusal with a reason is what it says.
    """
    if status == 404 or _TOO_LONG.search(told.message):
        return False
    return status >= 500 or told.is_mute


def _of_parameter(told: Told, sent: Sending, reason: str) -> Fault | None:
    """The fault that one parameter is not taken, where *told* says so."""
    if not _NOT_TAKEN.search(told.whole):
        return None
    names = [told.parameter, *re.findall(r"[a-z_]{3,}", told.whole)]
    present = sent.parameters
    for name in names:
        if name not in present:
            continue
        if name in TOKEN_LIMITS and name not in sent.renamed.values():
            return Fault(reason=reason, remedy="rename", parameter=name)
        if name not in TOKEN_LIMITS:
            return Fault(reason=reason, remedy="drop", parameter=name)
    return None


def _hint(status: int, sent: Sending) -> str:
    endpoint, model = sent.seat.endpoint, sent.seat.model
    if status in (401, 403):
        if endpoint.key_name is None:
            return (
                f"{endpoint.name} wants a key: name its variable after the URL, "
                f"{endpoint.base_url},KEY_NAME"
            )
        return f"is {endpoint.key_name} right, and may it use {model}?"
    if status == 402:
        return f"the account at {endpoint.name} has no credit left"
    if status in (404, 405):
        return (
            f"is {model!r} a model of {endpoint.name}, and is {endpoint.base_url} its "
            "base URL? It usually ends with /v1"
        )
    if status == 413:
        return _SHORTER
    return f"asked of {model!r}; asking again will not help"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What an error body says."""

    whole: str
    """As much as is looked at."""
    message: str
    parameter: str = ""
    is_mute: bool = False
    """Whether it gives no reason: a page for a browser, or what the status says already."""

    @classmethod
    def of(cls, body: bytes) -> Told:
        """Read *body*, whatever it is."""
        text = body[:_LOOKED_AT].decode("utf-8", "replace")
        try:
            raw = orjson.loads(body)
        except orjson.JSONDecodeError:
            title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
            page = f"an HTML page, {title[1].strip()!r}" if title else text
            return cls(
                whole=text, message=page, is_mute=title is not None or not text.strip()
            )
        inner, parameter = _error_in(raw)
        mute = _NO_REASON.fullmatch(inner) is not None
        return cls(whole=text, message=inner or text, parameter=parameter, is_mute=mute)

    @property
    def excerpt(self) -> str:
        """The message on one line, bounded."""
        line = " ".join(
            "".join(c if c.isprintable() else " " for c in self.message).split()
        )
        return line if len(line) <= _EXCERPT else f"{line[:_EXCERPT]}..."


def _error_in(raw: Any) -> tuple[str, str]:
    """Message and parameter of an error object: each maker nests them in its own way."""
    if isinstance(raw, list) and raw:
        return _error_in(raw[0])
    if not isinstance(raw, dict):
        return "", ""
    for name in ("error", "message", "detail"):
        inner = raw.get(name)
        if isinstance(inner, str) and inner:
            parameter = raw.get("param")
            return inner, parameter if isinstance(parameter, str) else ""
        if isinstance(inner, dict | list) and inner:
            return _error_in(inner)
    told = raw.get("msg")
    return (told, "") if isinstance(told, str) else ("", "")
