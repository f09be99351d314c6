"""Everything that the documentation shows is run."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

_spec = importlib.util.spec_from_file_location(
    "pages", Path(__file__).with_name("pages.py")
)
pages = importlib.util.module_from_spec(_spec)
sys.modules["pages"] = pages
_spec.loader.exec_module(pages)

ROOT = pages.ROOT
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_runs_as_it_stands(page, tmp_path, monkeypatch):
    """Every command and every program on the page does what the page says."""
    monkeypatch.chdir(tmp_path)

    pages.run_page(page, tmp_path)


def test_runner_notices_a_wrong_output(tmp_path):
    """A page whose output is not what is printed fails."""
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\ntwo\n```\n")

    with pytest.raises(AssertionError, match="printed"):
        pages.run_page(page, tmp_path)


def test_runner_notices_a_failing_command(tmp_path):
    """A page whose command fails without saying so fails."""
    page = tmp_path / "page.md"
    page.write_text("```console\n$ false\n```\n")

    with pytest.raises(AssertionError, match="false"):
        pages.run_page(page, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_lead_somewhere(page):
    """No relative link is dead."""
    links = re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", page.read_text("utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_make_recipes_named_in_the_docs_exist():
    """A recipe that a page tells the reader to call is in the Makefile."""
    known = set(
        re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    )
    named = {
        recipe
        for page in PAGES
        for recipe in re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))
    }

    assert named - known == set()


def test_every_command_has_a_reference():
    """Each command of the help is documented in the reference."""
    table = (ROOT / "src/adjudge/cli/table.py").read_text("utf-8")
    commands = re.findall(r"adjudge\.cli\.(\w+):", table)
    reference = (ROOT / "docs/reference/commands.md").read_text("utf-8")

    assert [name for name in commands if f"## adjudge {name}" not in reference] == []


def test_help_without_click_is_the_help_with_click():
    """The fast front door and the slow one print the same text."""
    fast = run("--help")
    slow = run_slow()

    assert fast == slow


def run(*args):
    """What `adjudge` prints."""
    return subprocess.run(
        [sys.executable, "-m", "adjudge", *args],
        capture_output=True,
        text=True,
        check=True,
        env=pages.environment(ROOT / ".pytest_cache"),
    ).stdout


def run_slow():
    """What click prints for the same call."""
    program = "import sys; from adjudge.cli.group import run; sys.exit(run(['--help']))"
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=pages.environment(ROOT / ".pytest_cache"),
    ).stdout
