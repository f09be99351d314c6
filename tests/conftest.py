"""Golden texts: whole outputs, kept in tests/golden and compared letter by letter."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("adjudge", deadline=None)  # a busy machine is no failure
settings.load_profile("adjudge")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser):
    """Offer `--golden-update`."""
    parser.addoption(
        "--golden-update", action="store_true", help="write the golden texts anew"
    )


@pytest.fixture
def golden(request):
    """Compare a text with the golden file of that name, or write it on request."""

    def compare(name, text):
        file = GOLDEN / name
        if request.config.getoption("--golden-update"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"no golden text {name}; write it with --golden-update"
        assert text == file.read_text(encoding="utf-8")

    return compare
