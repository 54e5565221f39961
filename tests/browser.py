"""An installed Chromium for tests, driven by Playwright; where there is none, tests are skipped and say so.

``DECKGEN_CHROMIUM`` names the program; else it is looked for by its usual names. Nothing is downloaded.
"""

import os
import shutil
from contextlib import contextmanager

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium():
    """The path of an installed Chromium; skips the test if there is none."""
    found = os.environ.get("DECKGEN_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if not found:
        pytest.skip("no Chromium is installed; DECKGEN_CHROMIUM may name one")
    return found


@contextmanager
def browser():
    """A running browser."""
    program = chromium()
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield running
        finally:
            running.close()
