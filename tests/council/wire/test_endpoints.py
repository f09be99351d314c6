"""How a user names models, and where they are found."""

import pytest

from adjudge.council import PRESETS, Directory, Endpoint
from adjudge.errors import UsageInvalid


@pytest.mark.parametrize(
    ("text", "endpoint", "model", "family"),
    [
        ("openai/gpt-4o", "openai", "gpt-4o", "openai"),
        ("openai:gpt-4o", "openai", "gpt-4o", "openai"),
        ("OpenAI/gpt-4o", "openai", "gpt-4o", "openai"),
        ("openrouter/openai/gpt-4o", "openrouter", "openai/gpt-4o", "openai"),
        ("openrouter:x-ai/grok-4", "openrouter", "x-ai/grok-4", "xai"),
        ("gemini/gemini-2.5-pro", "google", "gemini-2.5-pro", "google"),
        ("anthropic/claude-opus-4-5", "anthropic", "claude-opus-4-5", "anthropic"),
        ("groq/openai/gpt-oss-120b", "groq", "openai/gpt-oss-120b", "openai"),
        ("together/meta-llama/Llama-3-70b", "together", "meta-llama/Llama-3-70b", "meta"),
        ("ollama/qwen2.5:7b", "ollama", "qwen2.5:7b", "qwen"),
        ("ollama:qwen2.5:7b", "ollama", "qwen2.5:7b", "qwen"),
        (
            "fireworks/accounts/fireworks/models/deepseek-v3",
            "fireworks",
            "accounts/fireworks/models/deepseek-v3",
            "deepseek",
        ),
        ("vllm/my-finetune", "vllm", "my-finetune", "my-finetune"),
    ],
)
def test_models_are_named_as_users_write_them(text, endpoint, model, family):
    """`provider/model` and `provider:model`, and whose model it is."""
    seat = Directory.of().seat(text)

    assert (seat.endpoint, seat.model, seat.family) == (PRESETS[endpoint], model, family)
    assert seat.name == text


@pytest.mark.parametrize("text", ["llama3.2", "openai/gpt-oss-20b", "qwen2.5:7b"])
def test_with_a_base_url_a_name_belongs_to_that_server(text):
    """A slash in a model's name sends nothing to a provider that nobody meant."""
    seat = Directory.of(base_url="http://127.0.0.1:8000/v1/").seat(text)

    assert seat.endpoint == Endpoint(
        name="127.0.0.1:8000", base_url="http://127.0.0.1:8000/v1"
    )
    assert seat.model == text


def test_a_base_url_and_providers_in_one_council():
    """The colon names a provider in so many words; an own endpoint is always its own."""
    directory = Directory.of(
        base_url="http://localhost:8000/v1", endpoints=["lab=https://gpu7/v1,LAB_KEY"]
    )

    seats = directory.seats(["qwen", "openai:gpt-4o", "lab/qwen"])

    assert [seat.endpoint.name for seat in seats] == ["localhost:8000", "openai", "lab"]
    assert seats[2].endpoint.key_name == "LAB_KEY"


def test_the_base_url_of_a_known_provider_keeps_its_key():
    """`--base-url https://api.openai.com/v1` is OpenAI, however it was written."""
    directory = Directory.of(base_url="https://api.openai.com/v1/chat/completions")

    assert directory.seat("gpt-4o").endpoint == PRESETS["openai"]


@pytest.mark.parametrize(
    "texts",
    [
        ["openai/gpt-4o", "openai:gpt-4o"],
        ["openai/gpt-4o", "openai/gpt-4o"],
        ["gemini/x", "google/x"],
    ],
)
def test_the_same_model_twice_is_refused(texts):
    """A model that sits twice counts twice."""
    with pytest.raises(UsageInvalid, match="same model"):
        Directory.of().seats(texts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gpt-4o", "does not say where"),
        ("opnai/gpt-4o", "did you mean openai"),
        ("openai/", "names no model"),
        ("", "names no model|does not say"),
    ],
)
def test_what_cannot_be_found_says_what_to_write(text, message):
    """The error shows how a model is named, and the way without any provider."""
    with pytest.raises(UsageInvalid, match=message) as raised:
        Directory.of().seat(text)

    assert raised.value.hint


@pytest.mark.parametrize(
    "url",
    [
        "localhost:8000/v1",
        "ftp://host/v1",
        "http://",
        "http://host:99999/v1",
        "http://host/v 1",
        "http://höst/v1",
    ],
)
def test_what_is_no_url_is_refused(url):
    """Before anything is sent anywhere."""
    with pytest.raises(UsageInvalid, match="not the URL"):
        Directory.of(base_url=url)


@pytest.mark.parametrize(
    "url",
    [
        "https://me:sk-canary@host/v1",
        "https://host/v1?key=sk-canary",
        "https://h/v1#sk-canary",
    ],
)
def test_a_url_with_a_secret_in_it_is_refused(url):
    """URLs are written to files; the refusal itself does not repeat the secret."""
    with pytest.raises(UsageInvalid) as raised:
        Directory.of(endpoints=[f"lab={url}"])

    assert "canary" not in str(raised.value)


@pytest.mark.parametrize(
    "text", ["http://host/v1", "=http://host/v1", "lab=http://h/v1,sk-canary-key", "lab"]
)
def test_an_endpoint_is_written_in_one_way(text):
    """A key in the place of its name is refused, and not repeated."""
    with pytest.raises(UsageInvalid) as raised:
        Directory.of(endpoints=[text])

    assert "canary" not in str(raised.value)


def test_two_endpoints_of_one_name_are_refused():
    """Nobody could say which of them is meant."""
    with pytest.raises(UsageInvalid, match="twice"):
        Directory.of(endpoints=["lab=http://a/v1", "lab=http://b/v1"])
