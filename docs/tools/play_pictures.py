"""Draws the pictures of docs/play-in-the-browser.md, by deckgen and an installed Chromium: ``make pictures``."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

IMAGES = Path(__file__).parents[1] / "images"
DATA = Path(__file__).parents[2] / "data"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SEED = "green comet"
"""That the page shuffles by, so that the pictures are the same again."""
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


def main(binaries: Path) -> None:
    """A roll of each of two games on a phone side by side, and a third with people on a wide screen, by night."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        browser, folder = (
            playwright.chromium.launch(executable_path=program, args=["--no-sandbox"]),
            Path(name),
        )
        phones = [
            _shown(browser, binaries, folder, game, PHONE, "light", 3) for game in ("future-imperfect", "rough-magic")
        ]
        _save(_beside(phones), IMAGES / "play-phone.png")
        _save(
            _shown(browser, binaries, folder, "action-and-combat", DESK, "dark", 1, people=True),
            IMAGES / "play-wide.png",
        )
        browser.close()


def _shown(
    browser: Browser,
    binaries: Path,
    folder: Path,
    game: str,
    size: ViewportSize,
    look: Literal["light", "dark"],
    number: int,
    *,
    people: bool = False,
) -> Image.Image:
    """A picture of the page of a game's deck, where the procedure of that number was rolled.

    With ``people`` the game's characters are there: it is the second one's turn: the preset of that number, at the first.
    """
    deck, page, picture = (folder / f"{game}{end}" for end in (".json", ".html", ".png"))
    _run(binaries, "generate", game, "--seed", "42", "-o", str(deck))
    characters = sorted((DATA / game / "characters").glob("*.yaml")) if people else []
    _run(
        binaries, "play", str(deck), "-o", str(page), *(word for path in characters for word in ("--people", str(path)))
    )
    context = browser.new_context(color_scheme=look, reduced_motion="reduce", timezone_id="UTC")
    shown = context.new_page()
    shown.clock.set_fixed_time("2026-11-26T20:14:00Z")  # which the log tells
    shown.set_viewport_size(PHONE)  # there the part that has the seed is shown alone
    shown.goto(page.as_uri())
    shown.wait_for_selector("html[data-ready]", state="attached")
    shown.evaluate("document.querySelector('nav [data-view=deck]').click()")
    shown.wait_for_selector("#seed", state="attached")
    shown.evaluate(
        "seed => { const field = document.getElementById('seed'); field.value = seed; field.form.requestSubmit(); }",
        SEED,
    )
    shown.set_viewport_size(size)
    if people:
        shown.keyboard.press("t")
        shown.keyboard.press("t")
    shown.keyboard.press(str(number))
    if people:
        shown.locator("[aria-labelledby=ask-whom] input").nth(1).check(force=True)
    shown.locator("#roll").click()
    shown.evaluate("document.getElementById('toast').hidden = true")
    shown.wait_for_timeout(800)
    shown.screenshot(path=picture)
    context.close()
    return Image.open(picture).convert("RGB")


def _run(binaries: Path, *arguments: str) -> None:
    subprocess.run([str(binaries / "deckgen"), *arguments, "-q"], check=True)  # noqa: S603 (our own)


def _beside(pictures: list[Image.Image], gap: int = 20) -> Image.Image:
    row = Image.new("RGB", (sum(each.width + gap for each in pictures) - gap, pictures[0].height), "#ffffff")
    x = 0
    for picture in pictures:
        row.paste(picture, (x, 0))
        x += picture.width + gap
    return row


def _save(picture: Image.Image, file: Path) -> None:
    """In 256 colors, which flat art does with."""
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
