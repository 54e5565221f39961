"""An installed Chromium for tests, driven by Playwright; where there is none, tests are skipped and say so.

``DECKGEN_CHROMIUM`` names the program; else it is looked for by its usual names. Nothing is downloaded.
"""

import os
import shutil
from contextlib import contextmanager

import pytest

# Seeds of shuffles come from here: a test must see the same cards whenever it runs.
_SAME_CHANCES = """{
  let state = 1;
  crypto.getRandomValues = (numbers) => {
    for (let at = 0; at < numbers.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      numbers[at] = state ^ (state >>> 15);
    }
    return numbers;
  };
}"""

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


@contextmanager
def opening(running):
    """What opens a file in that browser, where chance is the same each time.

    Whatever a page complains of, or asks the network for, fails the test.
    """
    said, contexts = [], []

    def open_page(path, script="", **context):
        contexts.append(running.new_context(**context))
        contexts[-1].add_init_script(_SAME_CHANCES)
        page = contexts[-1].new_page()
        # Chromium 150 refuses its own tools, which look at fonts, to read the page again.
        refused = f"Unsafe attempt to load URL {path.as_uri()} from frame with URL {path.as_uri()}."
        page.on(
            "console",
            lambda message: (
                said.append(message.text) if message.type == "error" and not message.text.startswith(refused) else None
            ),
        )
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda asked: said.append(asked.url) if asked.url.startswith("http") else None)
        if script:
            page.add_init_script(script)
        page.goto(path.as_uri())
        ready(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


def ready(page):
    """Wait until the page's scripts have run."""
    page.wait_for_selector("html[data-ready]", state="attached")


def violations(page, **options):
    """What keeps people from using a page as it is now, told by axe-core: rules, and the first that break each."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    if not page.evaluate("'axe' in window"):  # half a megabyte of script
        page.evaluate(axe.axe_script)
    found = page.evaluate(
        """async (options) => {
          const {violations, passes} = await axe.run({resultTypes: ["violations"], ...options});
          return [violations.map((each) => [each.id, ...each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]),
            passes.map((each) => each.id)];
        }""",
        options,
    )
    assert "color-contrast" in found[1] or "rules" in options  # it did look
    return found[0]


def one_now(all_, index):
    """Parameters of which every run tries one, and ``--slow`` all: pages of all games have the same code.

    Tests take different ones, so that no game is left out.
    """
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=[pytest.mark.slow] if place != index else [],
        )
        for place, each in enumerate(all_)
    ]
