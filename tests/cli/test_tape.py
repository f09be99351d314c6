"""`adjudge tape`, from the door, on a tape that a run has left."""

import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta

import pytest

from adjudge.cli.group import run
from adjudge.council import Ask, Directory, Heard, Keys, Lost, Patience, Tag, Usage, Wire
from adjudge.storage import open_tape
from adjudge.testing import (
    ScriptedLine,
    ScriptedServer,
    answer,
    counted,
    error,
    in_turn,
)
from adjudge.verdict import Message

START = datetime(2026, 1, 1, tzinfo=UTC)


def asking(text, **tag):
    """An ask with one message."""
    return Ask(messages=(Message("user", text),), tag=Tag(**{"stage": "review", **tag}))


@pytest.fixture
def said(tmp_path):
    """Put replies on the tape of a run, a day apart: `said(reply, item=..., ...)`."""
    days = iter(range(1000))

    def one(reply, *, seat="lab:judge", fresh=False, **tag):
        async def ask():
            clock = lambda: START + timedelta(days=next(days))  # noqa: E731
            async with open_tape(tmp_path, fresh=fresh, now=clock) as tape:
                line = tape.recorded(ScriptedLine(lambda *_: reply))
                at = Directory.of(endpoints=["lab=http://lab/v1"]).seat(seat, {"seed": 1})
                await line.ask(at, asking(f"about {tag.get('item')}", **tag))

        asyncio.run(ask())

    return one


@pytest.fixture
def adjudge(tmp_path, capsys, monkeypatch):
    """Call `adjudge tape WORD RUN ...`: the code, what it printed, and where it went wrong."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(word, *args):
        code = run(["tape", word, str(tmp_path), *args])
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


@pytest.fixture
def four(said):
    """Three answers of which one was replaced, and a call that got none."""
    usage = Usage(prompt=700, completion=150)
    said(Heard(text='{"value": 7}', usage=usage, seconds=1.5), item="q1", rubric="r@1")
    said(Lost(reason="503 busy", hint="wait"), item="q2", rubric="r@1", seat="lab:other")
    said(Heard(text="red \x1b[31m\nnext", finish="length"), item="q3", rubric="s@2")
    said(
        Heard(text='{"value": 8}', usage=usage, model="judge-1"),
        item="q1",
        rubric="r@1",
        fresh=True,
    )


def test_show_lists_calls_and_cannot_be_steered(adjudge, four):
    """A line each, in the order of the answers; what a model wrote moves no cursor."""
    code, out, _ = adjudge("show")

    assert code == 0
    header, *lines = out.splitlines()
    assert header.split() == ["at", "stage", "item", "seat", "answer", "what", "it", "says"]
    assert [line.split()[:6] for line in lines] == [
        ["2026-01-01", "00:00:00", "review", "q1", "lab:judge", "whole"],
        ["2026-01-02", "00:00:00", "review", "q2", "lab:other", "lost"],
        ["2026-01-03", "00:00:00", "review", "q3", "lab:judge", "cut"],
        ["2026-01-04", "00:00:00", "review", "q1", "lab:judge", "whole"],
    ]
    assert "\x1b" not in out
    assert r"red \x1b[31m next" in out


@pytest.mark.parametrize(
    ("options", "items"),
    [
        (["--item", "q1"], ["q1", "q1"]),
        (["--item", "q1", "--item", "q3"], ["q1", "q3", "q1"]),
        (["--seat", "lab:other"], ["q2"]),
        (["--seat", "judge"], ["q1", "q3", "q1"]),
        (["--rubric", "s"], ["q3"]),
        (["--rubric", "r@1", "--lost"], ["q2"]),
        (["--stage", "answer"], []),
        (["-n", "1"], ["q1"]),
        (["-n", "0"], []),
    ],
)
def test_show_takes_what_is_wanted(adjudge, four, options, items):
    """All that is given must fit; the limit counts from the end."""
    _, out, _ = adjudge("show", "--json", *options)

    assert [json.loads(line)["item"] for line in out.splitlines()] == items


def test_show_as_json_has_its_documented_shape(adjudge, four):
    """Every key is always there; what is unknown is null."""
    _, out, _ = adjudge("show", "--json")
    first, lost, cut, _ = map(json.loads, out.splitlines())
    key = first.pop("key")

    assert len(key) == 32
    assert first == {
        "at": "2026-01-01T00:00:00+00:00",
        "stage": "review",
        "item": "q1",
        "rubric": "r@1",
        "part": None,
        "round": 1,
        "attempt": 1,
        "sample": 1,
        "seat": "lab:judge",
        "model": "judge",
        "base_url": "http://lab/v1",
        "parameters": {"seed": 1},
        "answer": "whole",
        "text": '{"value": 7}',
        "refusal": None,
        "finish": "stop",
        "answered_by": None,
        "prompt_tokens": 700,
        "completion_tokens": 150,
        "cost": None,
        "seconds": 1.5,
        "shaped": "plain",
        "dropped": [],
        "reason": None,
        "hint": None,
    }
    assert (lost["answer"], lost["text"], lost["reason"]) == ("lost", None, "503 busy")
    assert (cut["answer"], cut["prompt_tokens"]) == ("cut off", None)
    assert set(lost) == set(cut) == {"key", *first}


def test_show_prints_whole_answers_where_wanted(adjudge, four):
    """Line by line below each call."""
    _, out, _ = adjudge("show", "--item", "q3", "--text")

    assert out.splitlines()[2:] == [r"    red \x1b[31m", "    next"]


def test_stats_of_a_run_over_http(tmp_path, adjudge):
    """What the endpoint counted, what it failed at, and what it cost."""
    script = in_turn(
        answer("one", usage=counted(700, 150, cost=0.25)),
        answer("two"),
        error(400, "too long"),
    )

    async def ask(url):
        seat = Directory.of(base_url=url).seat("judge")
        async with (
            Wire(Keys(), patience=Patience(attempts=1)) as wire,
            open_tape(tmp_path) as tape,
        ):
            recorded = tape.recorded(wire)
            for text in ("a", "b", "c"):
                await recorded.ask(seat, asking(text))

    with ScriptedServer(script) as server:
        asyncio.run(ask(server.url))
    code, out, _ = adjudge("stats", "--json")
    stats = json.loads(out)
    (spent,) = stats["spent"]

    assert code == 0
    assert sorted(stats) == [
        "answers", "bytes", "damaged", "first", "last", "lost", "spent", "superseded",
        "tape", "total",
    ]  # fmt: skip
    assert (stats["answers"], stats["lost"], stats["damaged"]) == (2, 1, 0)
    assert stats["tape"] == str(tmp_path / "tape.jsonl")
    assert (spent.pop("stage"), spent.pop("seat")) == ("review", "judge")
    assert spent == stats["total"]
    assert spent.pop("seconds") > 0
    assert spent == {
        "calls": 2,
        "lost": 1,
        "prompt_tokens": 700,
        "completion_tokens": 150,
        "uncounted": 1,
        "cost": 0.25,
        "unpriced": 1,
    }


def test_stats_in_words(adjudge, four, tmp_path):
    """What is unknown is called so, and prices may be the user's own."""
    prices = tmp_path / "prices.toml"
    prices.write_text('[models]\n"lab:judge" = { prompt = 1000, completion = 2000 }\n')

    _, unpriced, _ = adjudge("stats")
    _, priced, _ = adjudge("stats", "--prices", str(prices))

    size = (tmp_path / "tape.jsonl").stat().st_size
    head, span, lost, replaced, _, *table = unpriced.splitlines()
    assert head == f"{tmp_path / 'tape.jsonl'}: 2 answers, {size / 1000:.1f} kB"
    assert span == "  from 2026-01-01 00:00:00 to 2026-01-04 00:00:00 UTC"
    assert lost == "  1 line got no answer; the next run asks again"
    assert replaced == "  1 line replaced by a later answer"
    assert [line.split("  ")[-1] for line in table[1:]] == ["unknown", "$0.0000", "unknown"]
    assert "1,400 and more" in table[1]
    assert "$2.0000 and more" in priced


def test_prune_drops_what_no_run_looks_up(adjudge, four, tmp_path):
    """The lost call and the replaced answer; a dry run touches nothing."""
    before = (tmp_path / "tape.jsonl").read_bytes()

    _, planned, _ = adjudge("prune", "--dry-run")
    assert (tmp_path / "tape.jsonl").read_bytes() == before
    code, done, _ = adjudge("prune", "--json")

    assert planned.startswith("2 calls would be dropped, 2 answers kept: ")
    assert code == 0
    assert json.loads(done) == {
        "kept": 2,
        "dropped": 2,
        "damaged": 0,
        "bytes_before": len(before),
        "bytes_after": (tmp_path / "tape.jsonl").stat().st_size,
        "dry_run": False,
    }
    _, out, _ = adjudge("show", "--json")
    assert [json.loads(line)["text"][-2:] for line in out.splitlines()] == ["xt", "8}"]


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (["--rubric", "r"], ["q3"]),
        (["--older-than", "1d"], []),
        (["--older-than", "5000w"], ["q3", "q1"]),
        (["--older-than", "1d", "--item", "q3"], ["q1"]),
        (["--seat", "nobody"], ["q3", "q1"]),
    ],
)
def test_prune_drops_answers_that_fit_all_that_is_given(adjudge, four, options, left):
    """By age, rubric, seat and item."""
    assert adjudge("prune", *options)[0] == 0

    _, out, _ = adjudge("show", "--json")
    assert [json.loads(line)["item"] for line in out.splitlines()] == left


def test_the_tape_of_the_environment_is_taken(tmp_path, four, capsys, monkeypatch):
    """`ADJUDGE_TAPE` names it where the call does not."""
    monkeypatch.setenv("ADJUDGE_TAPE", str(tmp_path / "tape.jsonl"))

    assert run(["tape", "stats"]) == 0
    assert "2 answers" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["stats"], "no tape is named"),
        (["stats", "nowhere/tape"], "there is no tape"),
        (["show", sys.executable], "this is not a tape"),
        (["prune", "nowhere/tape", "--older-than", "soon"], "'soon' is no age"),
        (["prune", "nowhere/tape"], "there is no tape"),
    ],
)
def test_what_is_wrong_is_told_with_what_to_do(args, told, capsys, monkeypatch):
    """In words and with code 2."""
    monkeypatch.delenv("ADJUDGE_TAPE", raising=False)

    assert run(["tape", *args]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert "hint:" in err
