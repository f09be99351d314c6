"""Whose model it is: a reviewer does not judge the answers of its own family."""

from __future__ import annotations

import re
from typing import Final

_MAKERS: Final = frozenset(
    {"openai", "anthropic", "google", "mistral", "deepseek", "xai"},
)
"""Endpoints that serve their own models alone."""

_HOUSES: Final = {
    "mistralai": "mistral",
    "meta-llama": "meta",
    "x-ai": "xai",
    "deepseek-ai": "deepseek",
    "google-deepmind": "google",
    "moonshotai": "moonshot",
    "zai-org": "zhipu",
    "z-ai": "zhipu",
    "thudm": "zhipu",
    "ibm-granite": "ibm",
    "huggingfacetb": "huggingface",
    "coherelabs": "cohere",
}
"""Organisations under several names."""

_LINES: Final = (
    (r"gpt|chatgpt|o[1-9](?:$|[-:])|davinci", "openai"),
    (r"claude", "anthropic"),
    (r"gemini|gemma|palm", "google"),
    (r"llama|codellama", "meta"),
    (r"mistral|mixtral|ministral|codestral|magistral|devstral|pixtral", "mistral"),
    (r"qwen|qwq", "qwen"),
    (r"deepseek", "deepseek"),
    (r"grok", "xai"),
    (r"phi-?[0-9]", "microsoft"),
    (r"command|aya", "cohere"),
    (r"kimi", "moonshot"),
    (r"glm|chatglm", "zhipu"),
    (r"granite", "ibm"),
    (r"smollm", "huggingface"),
)
"""How the names of a maker's models begin."""


def family_of(endpoint: str, model: str) -> str:
    """Whose *model* is: from the endpoint, the organisation, or how its name begins.

    A name that tells nothing is a family of its own: two unknown models on one server
    may well be strangers.
    """
    if endpoint in _MAKERS:
        return endpoint
    *houses, name = model.lower().split("/")
    for pattern, maker in _LINES:
        if re.match(pattern, name):
            return maker
    if houses and houses[0] not in ("accounts", "models", ""):
        return _HOUSES.get(houses[0], houses[0])
    return name.partition(":")[0]
