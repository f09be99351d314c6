"""The house plan holds, and the inspector is awake."""

import ast
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "adjudge"

MODULE_BUDGET = 400
"""Lines; a module over it wants a wall."""


def lint(root):
    """Run the contracts against the package under *root*."""
    return subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            "--no-cache",
            "--config",
            ROOT / "pyproject.toml",
        ],
        env={
            **os.environ,
            "PYTHONPATH": str(root / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        cwd=root,
        check=False,
    )


def test_contracts_hold():
    """No import of the house breaks its plan."""
    done = lint(ROOT)

    assert done.returncode == 0, done.stdout + done.stderr


BREACHES = {
    "a noun imports upward": ("rubric/scale.py", "import adjudge.verdict"),
    "the verdict knows a judge": ("verdict/verdict.py", "import adjudge.rules"),
    "a judge knows a measure": ("rules/finding.py", "import adjudge.agreement"),
    "a measure knows a judge": ("agreement/confusion.py", "import adjudge.rules"),
    "a format knows a verb": ("formats/__init__.py", "import adjudge.workbench"),
    "a verb knows a door": ("workbench/__init__.py", "import adjudge.cli"),
    "a room reads settings": ("rules/text.py", "import adjudge.settings"),
    "a door calls a judge": ("cli/exits.py", "import adjudge.rules"),
    "a door measures by itself": ("cli/exits.py", "import adjudge.agreement"),
    "a noun learns a file format": ("rubric/criterion.py", "import yaml"),
    "a rule learns the command line": ("rules/finding.py", "import click"),
    "two siblings import each other": ("rubric/ids.py", "import adjudge.rubric.rubric"),
    "a verb writes SQL": ("workbench/__init__.py", "import sqlite3"),
    "a verb knows the storage": ("workbench/__init__.py", "import adjudge.storage"),
    "a reviewer's prompt speaks HTTP": ("council/seat.py", "import aiohttp"),
    "the direct way speaks by proxy": ("council/direct.py", "import aiohttp"),
    "a new room nobody placed": ("cellar.py", ""),
}


@pytest.mark.parametrize(("path", "line"), BREACHES.values(), ids=BREACHES)
def test_each_breach_is_caught(tmp_path, path, line):
    """A contract that has never failed has never been tested."""
    shutil.copytree(
        ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__")
    )
    target = tmp_path / "src" / "adjudge" / path
    old = target.read_text(encoding="utf-8") if target.exists() else ""
    target.write_text(f"{old}\n{line}\n", encoding="utf-8")

    done = lint(tmp_path)

    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout or "exhaustive" in done.stdout


def face(room):
    """What *room* offers: a verb and its module share a name, and grimp sees the module."""
    offered = getattr(importlib.import_module(f"adjudge.{room}"), "__all__", ())
    return {
        name for name in offered if callable(getattr(sys.modules[f"adjudge.{room}"], name))
    }


def test_rooms_are_entered_by_the_door():
    """Across rooms one imports `adjudge.rubric`, never `adjudge.rubric.scale`."""
    graph = grimp.build_graph("adjudge", cache_dir=None)

    trespasses = [
        f"{importer} -> {imported}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if imported.count(".") > 1
        and importer.split(".")[1:2] != imported.split(".")[1:2]
        and imported.split(".", 2)[2] not in face(imported.split(".")[1])
        and (importer, imported) != ("adjudge.__main__", "adjudge.cli.main")
    ]

    assert trespasses == []


def test_modules_stay_small():
    """No module is longer than a reader can hold."""
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in SOURCE.rglob("*.py")
    }

    assert {name: n for name, n in lengths.items() if n > MODULE_BUDGET} == {}


FORBIDDEN_NAMES = {"utils", "common", "helpers", "manager", "service", "core", "base"}


def test_rooms_and_modules_are_named_for_their_subject():
    """A module called after nothing becomes the place for everything."""
    names = {path.stem for path in SOURCE.rglob("*.py")} | {
        path.name for path in SOURCE.rglob("*") if path.is_dir()
    }

    assert names & FORBIDDEN_NAMES == set()


def silent_tests(path):
    """The tests in *path* that have no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{path.relative_to(ROOT)}::{node.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]


def test_every_test_states_its_promise():
    """The docstring of a test says what is promised."""
    silent = [
        name
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in silent_tests(path)
    ]

    assert silent == []


HEAVY = ("polars", "numpy", "yaml", "orjson", "re2", "click", "jsonschema", "py3langid")


def test_importing_adjudge_imports_nothing_heavy():
    """`import adjudge` and the front door cost next to nothing."""
    program = "import sys, adjudge, adjudge.cli.main; print(sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert [name for name in HEAVY if f"'{name}'" in done.stdout] == []
