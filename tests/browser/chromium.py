"""Find a Chromium that runs, or install one: `python tests/browser/chromium.py`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

WHAT_TO_DO = """\
no browser was found, and none could be installed: the tests of pages need a Chromium.
  on Debian or Ubuntu: apt-get install chromium
  anywhere: .venv/bin/python -m playwright install chromium
"""


def find():
    """The path of a Chromium that answers, or None: some are mere hints to install one."""
    named = (shutil.which(name) for name in NAMES)
    return next((path for path in (*named, _of_playwright()) if path and _runs(path)), None)


def _runs(path):
    """Whether it says its version."""
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _of_playwright():
    """Where Playwright keeps its own, if it is there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install():
    """Install one: from the system's packages as root, else Playwright's own."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update", "-q"], check=False, **quiet)
        get = ["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"]
        if subprocess.run(get, check=False, **quiet).returncode == 0 and find():
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main():
    """Say where the browser is; end in 1 where there is none."""
    if find() is None:
        install()
    path = find()
    sys.stdout.write(f"browser: {path}\n" if path else WHAT_TO_DO)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
