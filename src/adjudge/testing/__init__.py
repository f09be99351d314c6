"""What users test their own councils with: public, and kept stable."""

from .behaviour import (
    Behaviour,
    answer,
    counted,
    cut_off,
    disconnect,
    error,
    html_page,
    rate_limited,
    refusing,
    server_error,
    slow_drip,
    truncated_json,
    wrong_type,
)
from .memory_tape import MemoryTape
from .request import Request
from .reviewer import Asked, Opinion, ScriptedLine, understand, verdict
from .script import (
    Script,
    Scripted,
    by_model,
    in_turn,
    objects_only,
    plain_only,
    without_parameter,
    without_schema,
)
from .server import ScriptedServer

__all__ = (
    "Asked",
    "Behaviour",
    "MemoryTape",
    "Opinion",
    "Request",
    "Script",
    "Scripted",
    "ScriptedLine",
    "ScriptedServer",
    "answer",
    "by_model",
    "counted",
    "cut_off",
    "disconnect",
    "error",
    "html_page",
    "in_turn",
    "objects_only",
    "plain_only",
    "rate_limited",
    "refusing",
    "server_error",
    "slow_drip",
    "truncated_json",
    "understand",
    "verdict",
    "without_parameter",
    "without_schema",
    "wrong_type",
)
