"""A process that judges for another one: batches of items in, their verdicts out.

It stands outside of the rooms because it must say how many threads Polars may have before
Polars is imported, and because it is a door: the one way into a process of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from io import BytesIO
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

READY = "ready"
"""What a worker says first, once it could judge."""


def serve(line: Connection) -> None:
    """Judge what comes over *line*, until the other end hangs up."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Ctrl-C reaches every process of a terminal. The other end decides what it means.
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    # One job is one core: the jobs are many already.
    os.environ["POLARS_MAX_THREADS"] = "1"  # noqa: TID251  # this is a door
    try:
        _answer(line)
    except (EOFError, OSError):  # hung up: nobody waits for an answer
        sys.exit(0)


def _answer(line: Connection) -> None:
    import gc  # noqa: PLC0415  # what is imported here is imported after the above

    from adjudge.rules import judge_frame, rulings  # noqa: PLC0415

    rubrics, at, resolve = line.recv()
    try:
        ruled = rulings(rubrics, resolve=resolve)
    except BaseException as error:  # noqa: BLE001  # whatever it is, it is told over there
        _tell(line, error)
        return
    gc.freeze()  # as `adjudge judge` does: what is loaded by now stays
    line.send(READY)
    while True:
        items = unpacked(line.recv_bytes())
        began = time.monotonic()
        try:
            ledger = judge_frame(ruled, items, at=at)
        except BaseException as error:  # noqa: BLE001
            _tell(line, error)
            return
        line.send((time.monotonic() - began, packed(ledger)))


def _tell(line: Connection, error: BaseException) -> None:
    try:
        line.send(error)
    except (TypeError, AttributeError, ValueError):  # no error that can be sent whole
        line.send(RuntimeError(f"{type(error).__name__}: {error}"))


def packed(frame: pl.DataFrame) -> bytes:
    """*frame* as an Arrow stream."""
    buffer = BytesIO()
    frame.write_ipc_stream(buffer)
    return buffer.getvalue()


def unpacked(data: bytes) -> Any:
    """The frame in an Arrow stream."""
    import polars as pl  # noqa: PLC0415

    return pl.read_ipc_stream(BytesIO(data))
