"""Keys are found by name, and shown nowhere."""

import pickle

import pytest

from adjudge.council import PRESETS, Endpoint, Keys, from_keyring
from adjudge.errors import OperatorError, SettingsInvalid

CANARY = "sk-canary-4f1d0c9b8a7e6d5c"


def test_a_missing_key_names_its_variable_and_the_way_without():
    """All that is missing at once, with the line that needs no key."""
    keys = Keys({"GROQ_API_KEY": CANARY, "MISTRAL_API_KEY": "  "})

    with pytest.raises(OperatorError) as raised:
        keys.require([PRESETS[name] for name in ("openai", "groq", "mistral", "ollama")])

    text = str(raised.value)
    assert "set OPENAI_API_KEY and MISTRAL_API_KEY" in text
    assert "--base-url http://localhost:11434/v1" in text
    assert "GROQ" not in text


def test_what_is_at_hand_is_enough():
    """Keys that are set and endpoints without one raise nothing."""
    Keys({"OPENAI_API_KEY": CANARY}).require([PRESETS["openai"], PRESETS["vllm"]])


def test_a_key_is_sent_without_the_blanks_around_it():
    """A line break at the end of a variable is not part of the key."""
    keys = Keys({"OPENAI_API_KEY": f" {CANARY}\n"})

    assert keys.header(PRESETS["openai"]) == f"Bearer {CANARY}"
    assert keys.header(PRESETS["vllm"]) == ""


@pytest.mark.parametrize("key", ["sk-canary\r\nX-Evil: 1", "sk-canary-ключ", "a b"])
def test_a_key_that_cannot_be_sent_is_named_not_shown(key):
    """It would end the header, or never be right."""
    with pytest.raises(SettingsInvalid, match="OPENAI_API_KEY") as raised:
        Keys({"OPENAI_API_KEY": key}).require([PRESETS["openai"]])

    assert "canary" not in str(raised.value)


def test_keys_are_not_shown_and_not_written():
    """Neither by `repr` nor by pickle; and scrubbing takes them out of any text."""
    keys = Keys({"OPENAI_API_KEY": CANARY})
    keys.require([PRESETS["openai"]])

    assert repr(keys) == "Keys(OPENAI_API_KEY)"
    assert keys.scrub(f"wrong key {CANARY}!") == "wrong key ***!"
    assert keys.scrub("wrong key sk-proj-****6d5c!") == "wrong key ***!"
    with pytest.raises(TypeError):
        pickle.dumps(keys)


def test_a_word_that_serves_as_key_stays_in_texts():
    """Local servers take `none` for a key; models say it too."""
    endpoint = Endpoint(name="lab", base_url="http://h/v1", key_name="LAB_KEY")
    keys = Keys({"LAB_KEY": "none"})

    assert keys.header(endpoint) == "Bearer none"
    assert keys.scrub_exactly("There is none.") == "There is none."


def test_the_keyring_comes_after_the_environment(monkeypatch):
    """What is not set is looked up in the system's keyring, by the same name."""
    import keyring
    from keyring.backend import KeyringBackend

    class Box(KeyringBackend):
        priority = 1

        def get_password(self, service, username):
            return f"{service}-{username}"

        def set_password(self, service, username, password):
            raise NotImplementedError

        def delete_password(self, service, username):
            raise NotImplementedError

    monkeypatch.setattr(keyring.core, "_keyring_backend", Box())
    keys = Keys({"GROQ_API_KEY": "from-environ"}, from_keyring())

    assert keys.header(PRESETS["groq"]) == "Bearer from-environ"
    assert keys.header(PRESETS["openai"]) == "Bearer adjudge-OPENAI_API_KEY"
