"""What decks in the browser cost: processor time and size of the page, when it is ready, how long a draw and a roll take.

Draws are measured from the click to the end of the next frame, in an installed Chromium at 390 × 844: the middle one of
many, and the slowest. Processor time is that of the whole process, the best of a few runs, with warm bytecode.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rivals import measured

from deckgen.game import shipped_games

RUNS = 5
DRAWS = 25
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
TIMED = """async ([id, count]) => {
  const took = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    document.getElementById(id).click();
    await new Promise((done) => requestAnimationFrame(() => {
      const channel = new MessageChannel();  // heard when the frame is painted
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    }));
    took.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 300));
  }
  return took.sort((one, other) => one - other);
}"""
"""Each after a rest, in which the page does what may wait."""


def main() -> None:
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for game in shipped_games():
            deck, file = (Path(name) / f"{game}{end}" for end in (".json", ".html"))
            deal = [sys.executable, "-m", "deckgen", "generate", game, "--seed", "42", "-q", "-o", str(deck)]
            subprocess.run(deal, check=True)
            made = [sys.executable, "-m", "deckgen", "play", str(deck), "-q", "-o", str(file)]
            seconds = measured(made, RUNS).cpu
            page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
            print(f"{game}: {file.stat().st_size // 1000} kB in {seconds:.2f} s, {_shown(page, file)}")
        browser.close()


def _shown(page: Page, file: Path) -> str:
    """When the page was ready, and how long draws and rolls take, in ms."""
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]", state="attached")
    ready = page.evaluate("Number(document.documentElement.dataset.ready)")
    draws, rolls = (page.evaluate(TIMED, [name, DRAWS]) for name in ("draw", "roll"))
    middle = DRAWS // 2
    return (
        f"ready after {ready:.0f} ms, a draw {draws[middle]:.0f} (at most {draws[-1]:.0f}) ms,"
        f" a roll {rolls[middle]:.0f} (at most {rolls[-1]:.0f}) ms"
    )


if __name__ == "__main__":
    main()
