"""A council from the command line: a server on loopback, and the real front door."""

import importlib.util
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "councils", Path(__file__).with_name("councils.py")
)
councils = importlib.util.module_from_spec(_spec)
sys.modules["councils"] = councils
_spec.loader.exec_module(councils)


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch, tmp_path):
    """No key, no setting, a cache of its own, and the test's folder to work in."""
    for name in list(councils.os.environ):
        if name.endswith("_API_KEY") or name.startswith(("ADJUDGE_", "LLM_COUNCIL_")):
            monkeypatch.delenv(name)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def adjudge(capsys):
    """Call the command line, and see what it printed."""

    def call(*args):
        return councils.call(capsys, *map(str, args))

    return call
