"""What tests of the command line share: servers with opinions, files, and the call."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from adjudge.cli.main import main
from adjudge.testing import (
    ScriptedServer,
    answer,
    counted,
    understand,
    verdict,
)

KEYS = ("accuracy", "relevance", "completeness", "conciseness", "clarity")


@dataclass(frozen=True)
class Done:
    """A call that has ended."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """What was printed, as JSON."""
        return json.loads(self.out)


def call(capsys, *args):
    """Call the front door in this process."""
    capsys.readouterr()
    code = main(args)
    printed = capsys.readouterr()
    return Done(code, printed.out, printed.err)


def reviewing(opinion, *, wrote=None, chair="The synthesis.", replied=None):
    """A script: answers by `wrote`, grades by `opinion(model, text, key)`.

    `replied(request, text)` may put something else in place of a review's text.
    """

    def script(request):
        usage = counted(100, 20)
        try:
            asked = understand(request.messages)
        except ValueError:
            if request.messages[0]["content"].startswith("You chair"):
                return answer(chair, usage=usage)
            said = f"{request.model} says so." if wrote is None else wrote[request.model]
            return answer(said, usage=usage)
        text = verdict(asked, lambda _label, text, key: opinion(request.model, text, key))
        if replied is not None:
            text = replied(request, text)
        return text if not isinstance(text, str) else answer(text, usage=usage)

    return script


def flat(values):
    """An opinion that finds the first of *values*' words in the text, whoever judges."""

    def opinion(_model, text, key):
        grade = next(grade for word, grade in values.items() if word in text)
        return grade.get(key, grade["*"]) if isinstance(grade, dict) else grade

    return opinion


def serve(opinion, **more):
    """A server whose models judge by *opinion*."""
    return ScriptedServer(reviewing(opinion, **more))


def write_sets(path, *sets):
    """Write candidate sets: `(id, {author: text})` or whole objects."""
    lines = []
    for one in sets:
        raw = one
        if isinstance(one, tuple):
            raw = {"id": one[0], "question": "Which?", "responses": one[1]}
        lines.append(json.dumps(raw))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def everything_in(folder):
    """Every byte of every file in *folder*."""
    return b"\n".join(p.read_bytes() for p in Path(folder).rglob("*") if p.is_file())


def lines_of(path):
    """The objects of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


__all__ = ("KEYS", "ScriptedServer", "os")
