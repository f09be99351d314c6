"""What the repository as a whole promises."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-dev.lock", "requirements-model.lock"]
)
def test_locks_carry_hashes_and_no_addresses(name):
    """Each pinned package has a hash, and no line names a host."""
    text = (ROOT / name).read_text(encoding="utf-8")
    pins = re.findall(r"^[a-z0-9][\w.\-]*==", text, re.MULTILINE)
    hashed = re.findall(
        r"^[a-z0-9][\w.\-]*==[^\n]*\\\n    --hash=sha256:", text, re.MULTILINE
    )

    assert len(pins) == len(hashed) > 5
    assert "://" not in text
    assert "--index" not in text


def test_development_lock_holds_the_runtime_lock():
    """What is developed with is what is run."""
    runtime = set(
        re.findall(r"^\S+==\S+", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    )
    development = (ROOT / "requirements-dev.lock").read_text()

    assert {pin for pin in runtime if pin not in development} == set()


def test_ci_calls_the_recipes():
    """What CI runs is what a developer runs."""
    assert "make check test" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_glossary_is_in_order():
    """A reader finds a word where the alphabet puts it."""
    rows = re.findall(
        r"^\| ([a-z][a-z ]*) \|", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE
    )
    words = [word for word in rows if word != "word"]

    assert words == sorted(words)
    assert len(words) > 20
