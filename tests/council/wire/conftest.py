"""A wire to a scripted server, with a clock that no test waits for."""

import importlib.util
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "wire_asking", Path(__file__).with_name("wire_asking.py")
)
wire_asking = importlib.util.module_from_spec(_spec)
sys.modules["wire_asking"] = wire_asking
_spec.loader.exec_module(wire_asking)


@pytest.fixture
def stopped():
    """A clock that nobody waits for."""
    return wire_asking.Stopped()


@pytest.fixture
def wired(stopped):
    """Ask one thing of the server at *url*: `wired(url, ask, ...) -> Reply`."""

    def ask_one(url, ask=None, **options):
        options.setdefault("clock", stopped.clock)
        replies, _ = wire_asking.ask_all(url, [ask or wire_asking.asking()], **options)
        return replies[0]

    return ask_one
