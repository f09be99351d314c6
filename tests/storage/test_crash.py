"""After a crash at any moment nothing that was answered is asked again."""

import asyncio
import os
import random
import resource
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from taping import SEAT, asking, said

from adjudge.council import Heard, Keys, Lost, Usage, Wire
from adjudge.errors import ConflictError, FileUnusable
from adjudge.storage import open_tape, tape_file, tape_lock
from adjudge.testing import (
    ScriptedLine,
    ScriptedServer,
    answer,
    error,
    in_turn,
    understand,
    verdict,
)

HERE = Path(__file__).parent
ASKS = [asking(text) for text in ("a", "b", "c\n" * 40)]


@pytest.fixture
def path(tmp_path):
    """Where the tape is."""
    return tmp_path / "tape.jsonl"


@pytest.fixture
def written(path):
    """The bytes of a tape with three answers, the last one long."""
    said(open_tape(path), ScriptedLine(lambda _, ask: ask.messages[0].content), ASKS)
    return path.read_bytes()


def found(path):
    """What is found on the tape of ASKS, None where nothing is."""
    with open_tape(path) as tape:
        return [tape.find(SEAT, ask) for ask in ASKS]


def mend(path):
    """Open the tape as a run does, and ask nothing."""
    with open_tape(path) as tape:
        tape.recorded(ScriptedLine(lambda *_: "never asked"))


def test_a_tape_that_is_cut_off_at_any_byte_has_every_whole_answer(path, written):
    """Looking finds them and changes nothing; a run cuts off what is torn."""
    header, *lines = written.splitlines(keepends=True)
    ends = [len(header) + sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
    for cut in range(len(written)):
        path.write_bytes(written[:cut])
        whole = sum(end <= cut for end in ends[1:])

        assert [heard is not None for heard in found(path)] == [n < whole for n in range(3)]
        assert path.read_bytes() == written[:cut]
        mend(path)
        assert path.read_bytes() == written[: ends[whole]]


@pytest.mark.parametrize("cut", [1, 100, 500, 1000])
def test_a_torn_tape_is_written_on(path, written, cut):
    """The answer that was torn is asked for again, the others are not."""
    path.write_bytes(written[:-cut])
    missing = found(path).count(None)
    line = ScriptedLine(lambda _, ask: ask.messages[0].content)

    said(open_tape(path), line, ASKS)

    assert len(line.asked) == missing > 0
    assert [heard.text for heard in found(path)] == [
        ask.messages[0].content for ask in ASKS
    ]
    assert open_tape(path).stats().damaged == 0


@pytest.mark.parametrize(
    "tail", [b"\0" * 5000, b"\n\n", b"junk", b"junk\n" * 3, bytes(range(256)) * 9]
)
def test_what_a_lost_power_leaves_at_the_end_is_cut_off(path, written, tail):
    """Blocks that were never written, or pieces of other files."""
    path.write_bytes(written + tail)

    assert None not in found(path)
    mend(path)
    assert path.read_bytes() == written


def test_a_damaged_line_costs_its_own_answer_alone(path, written):
    """It is counted, passed over, and gone when the tape is pruned."""
    at = written.index(b'"b"')
    path.write_bytes(written[:at] + b'"X"' + written[at + 3 :])

    assert [heard is None for heard in found(path)] == [False, True, False]
    assert open_tape(path).stats().damaged == 1
    assert open_tape(path).prune().damaged == 1
    assert open_tape(path).stats().damaged == 0
    assert [heard is None for heard in found(path)] == [False, True, False]


def test_an_answer_is_on_the_disk_before_it_is_returned(path, monkeypatch):
    """The moment that the asker has it, anybody can read it, and the disk has said yes."""
    synced = []
    monkeypatch.setattr(tape_file, "sync", lambda fd: synced.append(os.fstat(fd).st_size))

    async def run():
        async with open_tape(path) as tape:
            recorded = tape.recorded(ScriptedLine(lambda *_: "yes"))
            for n in range(3):
                await recorded.ask(SEAT, asking(str(n)))
                assert len(list(open_tape(path).calls())) == n + 1
                assert synced[-1] == path.stat().st_size

    asyncio.run(run())


def test_many_answers_share_one_write(path, monkeypatch):
    """What comes while the disk is busy goes with the next write."""
    synced = []
    monkeypatch.setattr(tape_file, "sync", synced.append)

    async def run():
        async with open_tape(path) as tape:
            recorded = tape.recorded(ScriptedLine(lambda *_: "yes"))
            async with asyncio.TaskGroup() as group:
                for n in range(500):
                    group.create_task(recorded.ask(SEAT, asking(str(n))))

    asyncio.run(run())

    assert len(list(open_tape(path).calls())) == 500
    assert len(synced) < 10


def test_askers_that_are_stopped_lose_no_answer(path):
    """Ctrl-C while the disk is busy: what had been answered is written all the same."""
    heard = []

    def script(_seat, ask):
        heard.append(ask)
        return "yes"

    async def run(tape):
        recorded = tape.recorded(ScriptedLine(script))
        tasks = [asyncio.create_task(recorded.ask(SEAT, asking(str(n)))) for n in range(50)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()

    with open_tape(path) as tape:
        asyncio.run(run(tape))

    assert len(heard) == 50
    assert [open_tape(path).find(SEAT, ask) for ask in heard] == [
        Heard(text="yes", cached=True)
    ] * 50


def run_council(path, url, items, **options):
    """A process that judges *items* items at *url* with a tape at *path*."""
    return subprocess.Popen(
        [sys.executable, HERE / "council_run.py", str(path), url, str(items)],
        env={**os.environ, "PYTHONPATH": str(HERE.parent.parent / "src")},
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


def reviewer(latency):
    """A model that does as it is told, in *latency* seconds."""
    return lambda request: answer(
        verdict(understand(request.messages), lambda *_: 7)
    ).after(latency)


def test_a_council_that_was_killed_asks_only_what_is_missing(path):
    """Kill -9 half way with 32 in flight: at most those are asked twice."""
    with ScriptedServer(reviewer(0.02)) as server:
        first = run_council(path, server.url, 400)
        server.wait_for(200, seconds=60)
        os.kill(first.pid, signal.SIGKILL)
        first.communicate()
        again = run_council(path, server.url, 400)
        counted, _ = again.communicate(timeout=60)
        asked = server.count
        third = run_council(path, server.url, 400)
        third.communicate(timeout=60)

        assert first.returncode == -signal.SIGKILL
        assert counted.split()[0] == "400"
        assert server.most_in_flight == 32
        assert 400 <= asked <= 400 + 32
        assert server.count == asked


def test_any_number_of_processes_write_one_tape(path):
    """Nothing of one is lost or torn by another, and a later run finds it all."""
    with ScriptedServer(reviewer(0.005)) as server:
        runs = [run_council(path, server.url, 150) for _ in range(3)]
        for run in runs:
            assert run.communicate(timeout=60)[0].split()[0] == "150"
            assert run.returncode == 0
        asked = server.count
        run_council(path, server.url, 150).communicate(timeout=60)

        assert server.count == asked
    stats = open_tape(path).stats()
    assert (stats.answers, stats.damaged) == (150, 0)
    assert stats.answers + stats.superseded == asked


def test_a_tape_is_pruned_while_others_use_it(path):
    """They find the file that took its place, and lose nothing."""
    line = ScriptedLine(lambda _, ask: ask.messages[0].content)

    async def run():
        async with open_tape(path) as one, open_tape(path) as other:
            ours, theirs = one.recorded(line), other.recorded(line)
            await ours.ask(SEAT, asking("a"))
            await theirs.ask(SEAT, asking("b"))
            open_tape(path).prune(drop=lambda taped: taped.reply.text == "b")
            await ours.ask(SEAT, asking("c"))
            await theirs.ask(SEAT, asking("d"))
            return [await theirs.ask(SEAT, asking(name)) for name in "acd"]

    replies = asyncio.run(run())

    assert [reply.cached for reply in replies] == [True] * 3
    assert [taped.reply.text for taped in open_tape(path).calls()] == ["a", "c", "d"]


def test_a_tape_that_somebody_sits_on_is_told(path, monkeypatch):
    """After a while it says so, instead of waiting for ever."""
    monkeypatch.setattr(tape_lock, "_PATIENCE", 0.0)
    with open_tape(path) as tape, path.open("wb") as holder:
        tape_lock.fcntl.flock(holder, tape_lock.fcntl.LOCK_EX)

        with pytest.raises(
            ConflictError, match="another process has held the tape"
        ) as told:
            tape.recorded(ScriptedLine(lambda *_: "yes"))

    assert told.value.where == str(path)
    assert "fuser" in told.value.hint


def limit_files():
    """A disk with room for 100 KB: more than 32 answers that are written at once."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


def test_a_full_disk_is_told_and_costs_no_answer(path):
    """It says what, where and what to do; with room again only the rest is asked."""
    with ScriptedServer(reviewer(0.005)) as server:
        full = run_council(path, server.url, 200, preexec_fn=limit_files)
        told, _ = full.communicate(timeout=60)
        asked, kept = server.count, len(list(open_tape(path).calls()))
        again = run_council(path, server.url, 200)
        counted, _ = again.communicate(timeout=60)

        assert told.splitlines() == [
            f"{path}: the tape cannot be written: File too large",
            (
                "  hint: what was answered before is safe: make room, and run the same "
                "command again"
            ),
        ]
        assert 0 < kept <= asked <= kept + 32
        assert counted.split() == ["200", str(kept)]
        assert server.count == asked + 200 - kept


def test_a_full_disk_leaves_a_tape_as_it_was_when_it_cannot_be_pruned(path, written):
    """The new file takes its place when it is whole, and not before."""
    program = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "from adjudge.storage import open_tape; open_tape(sys.argv[1]).prune()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={**os.environ, "PYTHONPATH": str(HERE.parent.parent / "src")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "the tape cannot be written" in done.stderr
    assert path.read_bytes() == written
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"precious notes\n", "this is not a tape"),
        (b'{"adjudge":"tape","version":9,"crc":"00000000"}\n', "another version"),
    ],
)
def test_a_file_that_is_no_tape_is_refused_and_left_alone(path, content, what):
    """Nobody's file is written over."""
    path.write_bytes(content)
    for use in (
        lambda: open_tape(path).recorded(ScriptedLine(lambda *_: "yes")),
        lambda: list(open_tape(path).calls()),
        lambda: open_tape(path).prune(),
    ):
        with pytest.raises(FileUnusable, match=what):
            use()
    assert path.read_bytes() == content


def test_a_tape_that_is_not_there_is_told(path):
    """Reading one makes none."""
    for use in (
        lambda: list(open_tape(path).calls()),
        lambda: open_tape(path).stats(),
        lambda: open_tape(path).prune(),
    ):
        with pytest.raises(FileUnusable, match="there is no tape"):
            use()
    assert open_tape(path).find(SEAT, asking()) is None
    assert not path.exists()


def test_places_where_no_tape_can_be(tmp_path):
    """Told before anything is asked."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileUnusable, match="cannot be opened"):
        open_tape(tmp_path / "file" / "tape").recorded(ScriptedLine(lambda *_: "yes"))
    with pytest.raises(FileUnusable, match="something else"):
        open_tape("/dev/null").recorded(ScriptedLine(lambda *_: "yes"))


def test_a_folder_of_a_run_holds_its_tape(tmp_path):
    """The folder's name is enough."""
    said(open_tape(tmp_path), ScriptedLine(lambda *_: "yes"), [asking()])

    assert [file.name for file in tmp_path.iterdir()] == ["tape.jsonl"]
    assert len(list(open_tape(tmp_path).calls())) == 1


def test_no_key_gets_on_the_tape(path):
    """Not even when the endpoint says it back, in an answer or in an error."""
    canary = "canary-9f8e7d6c5b4a"
    echo = in_turn(
        answer(f"your key is {canary}", model=canary),
        answer("no", refusal=canary),
        error(400, f"{canary} is out of credit"),
    )

    async def run(url):
        at = replace(SEAT, endpoint=replace(SEAT.endpoint, base_url=url))
        async with Wire(Keys({"LAB_KEY": canary})) as wire, open_tape(path) as tape:
            recorded = tape.recorded(wire)
            return [await recorded.ask(at, asking(str(n))) for n in range(3)]

    with ScriptedServer(echo, key=canary) as server:
        replies = asyncio.run(run(server.url))

    assert [type(reply) for reply in replies] == [Heard, Heard, Lost]
    assert len(list(open_tape(path).calls())) == 3
    assert canary.encode() not in path.read_bytes()
    assert b"LAB_KEY" not in path.read_bytes()


def test_a_long_tape_is_found_whole(path):
    """Beyond the keys that are kept as numbers, later answers before earlier ones."""
    chance = random.Random(1)
    asks = [asking(str(n)) for n in range(600)]

    async def run(tape, script, which):
        async with tape:
            recorded = tape.recorded(ScriptedLine(script))
            async with asyncio.TaskGroup() as group:
                for ask in which:
                    group.create_task(recorded.ask(SEAT, ask))

    anew = chance.sample(asks, 200)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adjudge.storage.tape_index._RECENT", 64)
        asyncio.run(run(open_tape(path), lambda *_: "old", asks))
        asyncio.run(run(open_tape(path, fresh=True), lambda *_: "new", anew))
        with open_tape(path) as tape:
            texts = [tape.find(SEAT, ask).text for ask in asks]
            assert tape.find(SEAT, asking("another")) is None

    assert texts == ["new" if ask in anew else "old" for ask in asks]


def test_a_tape_that_may_only_be_read_is_read(path, written):
    """For a run that asks nobody; one that would write is told."""
    path.chmod(0o400)

    assert None not in found(path)
    assert len(list(open_tape(path).calls())) == 3
    if os.access(path, os.W_OK):  # root may write what it likes
        return
    with pytest.raises(FileUnusable, match="cannot be opened"):
        mend(path)


def test_a_tape_of_every_version_opens(tmp_path):
    """What was written once is read for ever."""
    (old,) = (HERE / "attic").iterdir()
    path = tmp_path / old.name
    path.write_bytes(old.read_bytes())

    whole, cut, lost = open_tape(path).calls()
    mend(path)

    assert whole.reply.usage == Usage(prompt=700, completion=150)
    assert (whole.seat.name, whole.tag.item, whole.tag.stage) == (
        "lab/qwen",
        "q0",
        "review",
    )
    assert (cut.reply.finish, cut.reply.text) == ("length", "")
    assert lost.reply == Lost(
        reason="lab: 400 Prompt too long",
        hint="asked of 'llama'; asking again will not help",
        kind="refused",
    )
    assert path.read_bytes() == old.read_bytes()
