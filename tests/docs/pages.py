"""Reading a page of the documentation into what can be run.

A fenced block with `title="name"` is a file that the page lays down; `python` blocks
share one namespace; in `console` blocks each `$ ` line is run by the shell and the lines
below it are what it must print, `...` standing for any number of lines. A command that
ends with another code than 0 must say so: `$ adjudge check x.yaml || echo "exit $?"`.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

_FENCE = re.compile(r"^```(\w+)(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')

NOT_RUN = ("make ", "git ", "cd ", "pip ", "python -m venv")
"""Commands of a console block that would leave the page's own folder."""


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the file it is, and its text."""

    language: str
    title: str | None
    text: str
    line: int


def blocks(page):
    """The fenced blocks of *page*, in order."""
    source = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(source):
        title = _TITLE.search(match[2])
        yield Block(
            language=match[1],
            title=title[1] if title else None,
            text=match[3],
            line=source[: match.start()].count("\n") + 1,
        )


def environment(folder):
    """An environment in which `adjudge` is the one of this tree, and nothing is set."""
    shim = folder / ".bin" / "adjudge"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m adjudge "$@"\n')
    shim.chmod(0o755)
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("ADJUDGE_", "_ADJUDGE"))
    }
    return {
        **kept,
        "PATH": f"{shim.parent}:{Path(sys.executable).parent}:{kept['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "COLUMNS": "92",
    }


def commands(text):
    """The commands of a console block, each with the output it must have."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        command = lines.pop(0)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).lstrip("> ")
        yield command, "\n".join(lines).strip("\n")


def matches(expected, printed):
    """Whether *printed* is *expected*; `...` is any lines, or any part of a line."""
    lines = [
        r"(?:.*\n)*?" if line.strip() == "..." else _line(line)
        for line in expected.split("\n")
    ]
    return re.fullmatch("".join(lines) + r"\s*", printed.rstrip() + "\n") is not None


def _line(line):
    return ".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"


def run_console(block, folder):
    """Run each command of *block* in *folder* and hold its output to the page."""
    for command, expected in commands(block.text):
        if command.startswith(NOT_RUN):
            continue
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"line {block.line}: {command}\n{done.stdout}"
        assert not expected or matches(expected, done.stdout), (
            f"line {block.line}: {command}\nexpected:\n{expected}\nprinted:\n{done.stdout}"
        )


def run_page(page, folder):
    """Lay down the files of *page*, run its blocks, and return how many ran."""
    ran = 0
    namespace = {"__name__": "page"}
    for block in blocks(page):
        if block.title:
            target = folder / block.title
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            run_console(block, folder)
            ran += 1
        elif block.language == "python":
            exec(compile(block.text, f"{page}:{block.line}", "exec"), namespace)
            ran += 1
    return ran
