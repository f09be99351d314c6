"""A browser of one's own, and the report that is looked at in it."""

import importlib.util
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

_spec = importlib.util.spec_from_file_location(
    "chromium", Path(__file__).with_name("chromium.py")
)
chromium = importlib.util.module_from_spec(_spec)
sys.modules["chromium"] = chromium
_spec.loader.exec_module(chromium)

SCRIPT = "<script>window.hacked=1</script>"
IMAGE = '"><img src=http://127.0.0.1:9/x onerror=window.hacked=1>'
BIDI = "eve\u202egnp"


@pytest.fixture(scope="module")
def browser():
    """A Chromium; where there is none, an error that says what to install.

    No longer than a module: Playwright keeps an event loop running meanwhile, beside which
    no test can run one of its own.
    """
    from playwright.sync_api import sync_playwright

    path = chromium.find()
    if path is None:
        raise RuntimeError(chromium.WHAT_TO_DO)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=chromium.ARGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """A report on six judges, three criteria and texts that would like to be markup."""
    from adjudge.cli.report import report as command

    folder = tmp_path_factory.mktemp("report")
    (folder / "verdicts.jsonl").write_text("".join(_verdicts()), encoding="utf-8")
    (folder / "items.jsonl").write_text("".join(_items()), encoding="utf-8")
    out = folder / "report.html"
    done = CliRunner().invoke(
        command,
        [
            str(folder / "verdicts.jsonl"), "-o", str(out), "--by", "kind",
            "--items", str(folder / "items.jsonl"), "--pictures", str(folder / "pictures"),
        ],
        standalone_mode=False,
        catch_exceptions=False,
    )  # fmt: skip
    assert done.return_value == 0, done.output
    return out


JUDGES = {
    "ann": "person",
    f"bob {SCRIPT}": "person",
    BIDI: "person",
    "council/openai/gpt-with-a-rather-long-name@0123456789ab": "model",
    IMAGE: "model",
    "rule/politeness@fedcba987654": "rule",
}


def _verdicts():
    """Forty items by everyone; the last judge always says the same."""
    import json

    for item in range(40):
        for place, (judge, kind) in enumerate(JUDGES.items()):
            for criterion in ("accuracy", f"tone {SCRIPT}", "verylongname" * 12):
                value = 3 if place == 5 else 1 + (item + place * (item % 3 == 0)) % 5
                row = {
                    "item": f"item-{item} {SCRIPT if item < 3 else ''}".strip(),
                    "criterion": criterion,
                    "judge": judge,
                    "kind": kind,
                    "outcome": "graded",
                    "value": value,
                    "label": str(value),
                    "rationale": f"because </td></table>{SCRIPT}{IMAGE} \u202e\x1b[31m",
                    "evidence": [],
                    "rubric": "",
                    "at": None,
                }
                yield json.dumps(row) + "\n"


def _items():
    import json

    for item in range(40):
        said = f"line one\nline two {SCRIPT}{IMAGE}\n" + "word " * 200
        yield (
            json.dumps(
                {
                    "id": f"item-{item} {SCRIPT if item < 3 else ''}".strip(),
                    "conversation": [{"role": "user", "content": said}],
                }
            )
            + "\n"
        )
