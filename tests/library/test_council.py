"""`from adjudge import council`: the same from Python."""

import asyncio

import pytest

from adjudge import council
from adjudge.errors import InputInvalid, UsageInvalid, WeightsInvalid
from adjudge.testing import ScriptedServer, answer, understand, verdict

SETS = [
    {"question": "2+2?", "responses": {"x/<b>x": "four", "y/y": "five"}},
    {"question": "3+3?", "responses": {"x/<b>x": "six", "y/y": "five"}},
]


def script(request):
    """Four and six are right."""
    try:
        asked = understand(request.messages)
    except ValueError:
        return answer("four" if request.model == "a" else "five")
    return answer(verdict(asked, lambda _l, text, _k: 2 if text == "five" else 9))


def test_review_is_awaited_and_waited_for():
    """Both come to the same, also where a loop is running already, as in a notebook."""

    async def both():
        awaited = await council.review(SETS, reviewers=["a", "b"], base_url=server.url)
        waited = council.review_sync(SETS, reviewers=["a", "b"], base_url=server.url)
        return awaited, waited

    with ScriptedServer(script) as server:
        awaited, waited = asyncio.run(both())
        plain = council.review_sync(SETS, reviewers=["a", "b"], base_url=server.url)

    assert awaited.ranking == waited.ranking == plain.ranking
    assert [s.author for s in plain.ranking.standings] == ["x/<b>x", "y/y"]
    assert plain.as_json()["kind"] == "council-result"
    assert "Ranking over all questions" in str(plain)


def test_a_notebook_shows_a_table_in_which_nothing_is_markup():
    """Names of authors and models are escaped."""
    with ScriptedServer(script) as server:
        result = council.review_sync(SETS, reviewers=["a", "b"], base_url=server.url)
    html = result._repr_html_()

    assert html.startswith("<table>")
    assert "x/&lt;b&gt;x" in html
    assert "<b>" not in html


def test_weights_and_a_cap_are_given_as_options(monkeypatch):
    """They win over the environment, and what is wrong is told under their names."""
    monkeypatch.setenv("LLM_COUNCIL_SAFETY_SCORE_CAP", "99")
    how = {"reviewers": ["a", "b"], "safety_cap": 2.0}
    with ScriptedServer(script) as server:
        how["base_url"] = server.url
        found = council.review_sync(SETS, weights={"accuracy": 0.15, "clarity": 0.4}, **how)
        asked = server.count
        with pytest.raises(UsageInvalid, match=r"^safety_cap: 11 is outside"):
            council.review_sync(SETS, **{**how, "safety_cap": 11.0})
        with pytest.raises(WeightsInvalid, match=r"^weights, rubric quality: there is no"):
            council.review_sync(SETS, weights={"acuracy": 1.0}, **how)
        assert server.count == asked

    (rubric,) = found.rubrics
    assert {str(k): v for k, v in rubric.weights().items()}["accuracy"] == 0.15
    assert found.safety.cap == 2.0


def test_ask_collects_answers(tmp_path):
    """A run in a folder can be opened, scored anew and held against requirements."""
    with ScriptedServer(script) as server:
        result = council.ask_sync(
            "2+2?", models=["a", "b"], reviewers=["c"], base_url=server.url,
            out=tmp_path / "run", also_holistic=False,
        )  # fmt: skip
    opened = council.open_result(tmp_path / "run")
    without = council.rescore(tmp_path / "run", by="median")

    assert [s.author for s in result.ranking.standings] == ["a", "b"]
    assert opened.ranking == result.ranking
    assert without.ranking.by == "median"
    assert council.gate(result, "overall>=9", authors=["a"]).opens
    assert not council.gate(result, "overall>=9").opens


def test_an_unknown_option_is_refused():
    """With those that there are."""
    with pytest.raises(UsageInvalid, match="there is no option 'tempo'"):
        council.review_sync(SETS, reviewers=["a"], tempo=3)


def test_the_room_still_has_no_other_names():
    """Only the verbs of the door are lent to the room."""
    with pytest.raises(AttributeError):
        council.publish  # noqa: B018


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "bogus"}, {"by": "bogus"}, {"safety_by": "zz"}, {"seed": "x"},
        {"base_url": 123}, {"reviewers": "r1,r2"}, {"reviewers": [1]},
        {"parameters": {"temperature": float("nan")}},
    ],
)  # fmt: skip
def test_an_option_of_another_kind_is_refused_before_any_call(options):
    """It is told as wrong usage, by the name of the option."""
    with ScriptedServer(script) as server:
        given = {"reviewers": ["a", "b"], "base_url": server.url, **options}
        with pytest.raises(UsageInvalid) as told:
            council.review_sync(SETS, **given)
        assert server.count == 0
    assert next(iter(options)) in str(told.value) or "temperature" in str(told.value)


@pytest.mark.parametrize(
    "sets",
    [
        [{"question": "?", "responses": {"x/x": "\udc80", "y/y": "b"}}],
        [{"id": "q", **SETS[0]}, {"id": "q", **SETS[1]}],
    ],
)
def test_a_set_that_no_file_could_hold_is_refused_before_any_call(sets):
    """Half a character, and one id for two questions."""
    with ScriptedServer(script) as server:
        with pytest.raises(InputInvalid):
            council.review_sync(sets, reviewers=["a", "b"], base_url=server.url)
        with pytest.raises(InputInvalid):
            council.ask_sync("\udc80?", models=["a", "b"], base_url=server.url)
        assert server.count == 0
