"""Draws the pictures of docs/studio.md with the studio itself and an installed Chromium: ``make pictures``.

With a folder after the binaries, it also writes there every step from the first page to the result, wide and on a phone.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

IMAGES = Path(__file__).parents[1] / "images"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SIZES: dict[str, ViewportSize] = {"wide": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
CHOICE = "#west-that-wasnt/quiet+lantern?paper=letter"
KEPT = {
    ("wide", "first"): "first",
    ("wide", "choose"): "choose",
    ("wide", "result"): "result",
    ("phone", "choose"): "phone",
}
"""The pictures of the document, by size and step."""
COLORS = 192  # of a picture: files stay small


def main(binaries: Path, strip: Path | None) -> None:
    """Go from the first page to the result in both sizes; keep some of the pictures, or all of them in ``strip``."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with studio(binaries) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for size, viewport in SIZES.items():
            context = browser.new_context(color_scheme="light", reduced_motion="reduce", viewport=viewport)
            for number, step in enumerate(_steps(page := context.new_page(), address)):
                picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
                if (size, step) in KEPT:
                    small = picture.quantize(COLORS, dither=Image.Dither.NONE)
                    small.save(IMAGES / f"studio-{KEPT[size, step]}.png", optimize=True)
                if strip:
                    picture.save(strip / f"{size}-{number}-{step}.png")
            context.close()
        browser.close()


@contextmanager
def studio(binaries: Path) -> Iterator[str]:
    """Run the studio; yield its address."""
    command = [str(binaries / "deckgen"), "studio", "--no-browser", "-q"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 (our own)
        assert running.stdout
        try:
            yield running.stdout.readline().strip()
        finally:
            running.terminate()


def _steps(page: Page, address: str) -> Iterator[str]:
    """Do what a user does; yield each step's name when it can be seen."""
    page.goto(address)
    page.wait_for_timeout(1500)
    yield "first"
    page.goto(address + CHOICE)
    page.wait_for_selector('#sheet[src^="blob:"]')
    page.wait_for_timeout(800)
    yield "choose"
    page.click("#make")
    page.wait_for_selector("#making", state="visible")
    yield "making"
    page.wait_for_selector("#result", state="visible", timeout=120_000)
    page.wait_for_timeout(500)
    yield "result"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
