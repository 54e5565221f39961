"""Draws the pictures of docs/gallery.md and writes it, by deckgen itself: ``make pictures``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image

from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games

CARDS = ("14", "45", "53", "00")
"""Impulses of the cards that are shown: a number, a court, both jokers."""
CARD_DPI, PAGE_DPI, GAP = 130, 60, 10
IMAGES = Path(__file__).parents[1] / "images"
GROUND = "#8a8f94"  # neither paper nor any game's own ground


def main(binaries: Path) -> None:
    """Draw every game's cards, sheets, papers and box, and write the page that shows them."""
    lines = [
        "# Gallery",
        "",
        "Everything here is drawn by deckgen from the games' YAML and the layouts' SVG, for seed 42 (`make pictures`). What each",
        "game's look is meant to be, and must never be, is in `layouts/GAME/README.md`.",
    ]
    for game in shipped_games():
        with tempfile.TemporaryDirectory() as folder:
            lines += _game(binaries, game, Path(folder))
    (IMAGES.parent / "gallery.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _game(binaries: Path, game: str, work: Path) -> list[str]:
    def deckgen(*arguments: str) -> None:
        subprocess.run([str(binaries / "deckgen"), *arguments, "-q"], check=True, cwd=work)  # noqa: S603 (our own)

    deckgen("generate", game, "--seed", "42", "-o", "deck.json")
    deckgen("render", "deck.json", "--format", "png", "--dpi", str(CARD_DPI), "-o", "cards")
    deckgen("table", "deck.json", "-o", "table.pdf")
    deckgen("map", game, "-o", "map.pdf")
    heroes = sorted((shipped_path("data") / game / "characters").glob("*.yaml"))
    hero = next((file for file in heroes if "portrait:" in file.read_text(encoding="utf-8")), heroes[0])
    deckgen("sheet", game, str(hero), "--flat", "-o", "sheet.pdf")
    deckgen("audit", "deck.json", "--format", "pdf", "-o", "certificate.pdf")
    deckgen("screen", game, "-o", "screen.pdf")
    deckgen("box", "deck.json", "--paper", "A3", "-o", "box.pdf")
    reference = sorted((work / "cards").glob("reference*"))[:1]
    fronts = [work / "cards" / f"card-{number}.png" for number in CARDS]
    cards = [Image.open(file).convert("RGB") for file in (*fronts, *reference, work / "cards" / "back.png")]
    papers = [_page(work / f"{name}.pdf") for name in ("table", "map", "certificate", "screen")]
    sheets = [_page(work / "sheet.pdf", page) for page in range(len(pypdfium2.PdfDocument(work / "sheet.pdf")))]
    shown = {"cards": cards, "sheets": sheets, "papers": papers, "box": [_page(work / "box.pdf")]}
    for name, pictures in shown.items():
        _save(_row(pictures), IMAGES / f"gallery-{game}-{name}.png")
    title = read_game(game).title
    return [
        "",
        f"## {title}",
        "",
        *(f"![{name} of {title}](images/gallery-{game}-{name}.png)" for name in shown),
    ]


def _page(file: Path, number: int = 0) -> Image.Image:
    """A page of a PDF."""
    page = pypdfium2.PdfDocument(file)[number].render(scale=PAGE_DPI / 72)
    return Image.fromarray(page.to_numpy()[..., ::-1])  # from BGR


def _row(pictures: list[Image.Image]) -> Image.Image:
    """Pictures side by side."""
    width = sum(picture.width + GAP for picture in pictures) + GAP
    row = Image.new("RGB", (width, max(picture.height for picture in pictures) + 2 * GAP), GROUND)
    x = GAP
    for picture in pictures:
        row.paste(picture, (x, GAP))
        x += picture.width + GAP
    return row


def _save(picture: Image.Image, file: Path) -> None:
    """In 256 colors, which flat art does with."""
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
