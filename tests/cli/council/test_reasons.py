"""Over many questions: why a score is low, and why reviewers disagree, at a glance."""

import json

from councils import serve, write_sets


def review(adjudge, server, path, *more):
    """Review *path* by three models of *server*."""
    args = ("--reviewers", "r1,r2,harsh", "--base-url", server.url, "-q")
    return adjudge("council", "review", path, *args, *more)


def many(path, count):
    """Write *count* questions with two answers each."""
    sets = ((f"q{n}", {"x/one": f"wrong {n}", "y/two": f"sound {n}"}) for n in range(count))
    return write_sets(path, *sets)


def opinion(model, text, key):
    """Everybody finds the one inaccurate; `harsh` finds the other inaccurate as well."""
    if "wrong" in text:
        return 3 if key == "accuracy" else 9
    return 2 if (model, key) == ("harsh", "accuracy") else 9


def test_what_capped_the_scores_is_told_with_its_count(adjudge, tmp_path):
    """An answer with good grades and a low score says which gate set it, and how often."""
    path = many(tmp_path / "s.jsonl", 60)
    with serve(opinion) as server:
        done = review(adjudge, server, path, "-o", "run")

    told = "at most 4: accuracy is below 5, in 60 of 60 questions"
    assert f"  * x/one: {told} (180 of 180 reviews)" in done.out
    assert f"  * y/two: {told} (60 of 180 reviews)" in done.out
    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert result["ranking"][1]["why"] == f"{told} (180 of 180 reviews)"


def test_few_questions_count_their_gates_too(adjudge, tmp_path):
    """Where all sheets are held, it is the same sentence."""
    path = many(tmp_path / "s.jsonl", 3)
    with serve(opinion) as server:
        done = review(adjudge, server, path)

    told = "at most 4: accuracy is below 5, in 3 of 3 questions (9 of 9 reviews)"
    assert f"* x/one: {told}" in done.out


def test_who_parts_from_whom_is_told_in_one_line(adjudge, tmp_path):
    """And the number of all splits is the true one, with the place where they are."""
    path = many(tmp_path / "s.jsonl", 60)
    with serve(opinion) as server:
        done = review(adjudge, server, path, "-o", "run")

    assert "Split opinions: 60\n" in done.out
    told = "harsh is 7 lower than r1, r2 on y/two's accuracy in 60 of 60 questions"
    assert f"  {told}\n" in done.out
    assert "and 55 more: --json has those of each question, under `questions`" in done.out
    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert (result["split_count"], len(result["splits"])) == (60, 20)
    assert sum(len(question["splits"]) for question in result["questions"]) == 60
    assert result["camps"] == [
        {
            "author": "y/two", "criterion": "accuracy", "low": ["harsh"],
            "high": ["r1", "r2"], "apart": 7.0, "questions": 60, "of": 60,
        }
    ]  # fmt: skip
