"""How fast items are read, against parsing the same lines and doing nothing with them."""

from __future__ import annotations

import argparse
import io
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("POLARS_MAX_THREADS", "1")

import numpy as np
import orjson
import polars as pl

from adjudge.formats import find_sources, read_items
from adjudge.verdict import ITEMS

from .corpus import conversations

_BLOCK = 1 << 21


def main() -> None:
    """Measure each reader over the same bytes, the best of several times."""
    call = argparse.ArgumentParser(description=__doc__)
    call.add_argument("--count", type=int, default=50_000)
    call.add_argument("--times", type=int, default=3)
    args = call.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items.jsonl"
        path.write_bytes(b"".join(conversations(args.count)))
        size = path.stat().st_size
        print(
            f"{args.count:,} conversations, {size / args.count:,.0f} bytes each, one core"
        )
        ways: dict[str, Callable[[], object]] = {
            "adjudge: items as a table": lambda: _adjudge(path),
            "json, and nothing more": lambda: _each_line(path, json.loads),
            "orjson, and nothing more": lambda: _each_line(path, orjson.loads),
            "Polars read_ndjson": lambda: _polars(path),
            "bound: the bytes from the cache of the system": lambda: _bytes(path),
            "bound: every byte looked at once": lambda: _sum(path),
        }
        best = {name: _best(way, args.times) for name, way in ways.items()}
    ours = best["adjudge: items as a table"]
    for name, seconds in best.items():
        print(
            f"{name:<48}{args.count / seconds:>12,.0f} a second"
            f"{size / seconds / 1e6:>9,.0f} MB/s{ours / seconds:>8.2f} x adjudge"
        )


def _best(way: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        way()
        taken.append(time.perf_counter() - began)
    return min(taken)


def _adjudge(path: Path) -> None:
    for _ in read_items(find_sources([str(path)])):
        pass


def _each_line(path: Path, loads: Callable[[bytes], object]) -> None:
    with path.open("rb") as file:
        for line in file:
            loads(line)


def _polars(path: Path) -> None:
    schema = {"id": pl.String(), "conversation": ITEMS["conversation"]}
    with path.open("rb") as file:
        held = b""
        while piece := file.read(_BLOCK):
            whole, _, held = (held + piece).rpartition(b"\n")
            pl.read_ndjson(io.BytesIO(whole), schema=schema)


def _bytes(path: Path) -> None:
    with path.open("rb") as file:
        while file.read(_BLOCK):
            pass


def _sum(path: Path) -> None:
    with path.open("rb") as file:
        while piece := file.read(_BLOCK):
            np.frombuffer(piece, dtype=np.uint8).max()


if __name__ == "__main__":
    main()
