"""Settings are read once, and what is no setting is refused."""

from pathlib import Path

import pytest

from adjudge.errors import SettingsInvalid
from adjudge.settings import Settings


def test_the_names_of_adr_016_are_honoured():
    """Weights, the safety gate and its cap come from the names of the document."""
    settings = Settings.from_env(
        {
            "LLM_COUNCIL_WEIGHT_ACCURACY": "0.5",
            "LLM_COUNCIL_WEIGHT_CLARITY": " 0.5 ",
            "LLM_COUNCIL_SAFETY_GATE": "TRUE",
            "LLM_COUNCIL_SAFETY_SCORE_CAP": "0.5",
            "ADJUDGE_TAPE": "answers.jsonl",
            "ADJUDGE_JOBS": " 4 ",
        }
    )

    assert settings.weights == {"accuracy": 0.5, "clarity": 0.5}
    assert settings.safety_gate is True
    assert settings.safety_cap == 0.5
    assert settings.tape == Path("answers.jsonl")
    assert settings.jobs == 4


def test_nothing_set_is_the_default():
    """An empty environment and empty values are the same."""
    assert (
        Settings.from_env({"LLM_COUNCIL_SAFETY_GATE": "", "ADJUDGE_TAPE": ""}) == Settings()
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ADJUDGE_JOBS", "0"),
        ("ADJUDGE_JOBS", "two"),
        ("LLM_COUNCIL_WEIGHT_ACCURACY", "a third"),
        ("LLM_COUNCIL_WEIGHT_ACCURACY", "nan"),
        ("LLM_COUNCIL_SAFETY_GATE", "maybe"),
        ("LLM_COUNCIL_SAFETY_SCORE_CAP", "inf"),
        ("ADJUDGE_TAPES", "x"),
        ("ADJUDGE_ON_ERROR", "continue"),
    ],
)
def test_what_cannot_be_is_refused_by_name(name, value):
    """The variable is named, with what it can be."""
    with pytest.raises(SettingsInvalid) as caught:
        Settings.from_env({name: value})

    assert str(caught.value).startswith(f"{name}: ")
    assert "hint:" in str(caught.value)
