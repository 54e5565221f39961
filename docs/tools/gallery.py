"""Draws the pictures of docs/gallery.md and writes it, by deckgen itself: ``make pictures``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops

from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games

CARDS = ("14", "45", "53", "00")
"""Impulses of the cards that are shown: a number, a court, both jokers."""
CARD_DPI, PAGE_DPI, GAP = 130, 60, 10
LOOK = ("14", "04", "52", "53")
"""Impulses of the cards beside those of 0.2.0: a number, the ace and the king of spades, the black joker."""
PERSON = (9.75, 15.15, 63.5, 88.9)
"""Where the first person's card is on a sheet of A4, in mm: left, top, width, height."""
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
    with tempfile.TemporaryDirectory() as folder:
        lines += _game_of_a_publisher(binaries, Path(folder))
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
    deckgen("mat", game, "-o", "mat.pdf")
    faces = [face for file in heroes for face in _hero(deckgen, game, file, work)]
    people = min((shipped_path("data") / game / "characters").glob("*.csv"))
    deckgen("sheet", game, str(people), "--cards", "poker", "-o", "people.pdf")
    reference = sorted((work / "cards").glob("reference*"))[:1]
    fronts = [work / "cards" / f"card-{number}.png" for number in CARDS]
    cards = [Image.open(file).convert("RGB") for file in (*fronts, *reference, work / "cards" / "back.png")]
    papers = [_page(work / f"{name}.pdf") for name in ("table", "map", "certificate", "screen")]
    sheets = [_page(work / "sheet.pdf", page) for page in range(len(pypdfium2.PdfDocument(work / "sheet.pdf")))]
    shown = {
        "cards": cards,
        "sheets": sheets,
        "papers": papers,
        "box": [_page(work / "box.pdf")],
        "mat": [_page(work / "mat.pdf")],
        "heroes": faces,
    }
    before = Image.open(IMAGES / f"before-{game}.png").convert("RGB")
    _save(_column([before, look(work, players_side=4)]), IMAGES / f"gallery-{game}-look.png")
    for name, pictures in shown.items():
        _save(_row(pictures), IMAGES / f"gallery-{game}-{name}.png")
    title = read_game(game).title
    return [
        "",
        f"## {title}",
        "",
        *(f"![{name} of {title}](images/gallery-{game}-{name}.png)" for name in shown),
        "",
        "Version 0.2.0 above, today below: a number, an ace, a court, a joker, the back, a person, the certificate, the box, the screen.",
        "",
        f"![{title} in 0.2.0 and today](images/gallery-{game}-look.png)",
    ]


def _hero(deckgen: Callable[..., None], game: str, hero: Path, work: Path) -> list[Image.Image]:
    """Draw a card and the back of a hero's own deck, and a turn card."""
    deckgen("generate", game, "--character", str(hero), "--seed", "42", "-o", "hero.json")
    deckgen("render", "hero.json", "--format", "png", "--dpi", str(CARD_DPI), "-o", hero.stem)
    deckgen("sheet", game, str(hero), "--cards", "turn", "-o", "turn.pdf")
    cards = [Image.open(work / hero.stem / f"{name}.png").convert("RGB") for name in ("card-14", "back")]
    return [*cards, _first_card(work / "turn.pdf")]


def _first_card(file: Path) -> Image.Image:
    """Return the first card on a sheet of A4."""
    left, top, width, height = (mm / 25.4 * CARD_DPI for mm in PERSON)
    return _page(file, dpi=CARD_DPI).crop((int(left), int(top), int(left + width), int(top + height)))


def _game_of_a_publisher(binaries: Path, work: Path) -> list[str]:
    """Draw the game of the tests whose cards are landscape, have pictures, and come from a table."""
    game = IMAGES.parents[1] / "tests" / "games" / "last-light"
    rows = []
    for deck, language, numbers in (
        ("keeper", "en", ("05", "39", "00")),
        ("events", "en", ("02", "16", "20")),
        ("events", "es", ("07", "12", "23")),
    ):
        command = [
            str(binaries / "deckgen"),
            "generate",
            str(game),
            "--deck",
            deck,
            "--seed",
            "42",
            "-o",
            "deck.json",
            "-q",
        ]
        subprocess.run(command, check=True, cwd=work)  # noqa: S603 (our own)
        command = [str(binaries / "deckgen"), "render", "deck.json", "--game", str(game), "--language", language]
        command += ["--format", "png", "--dpi", str(CARD_DPI), "-o", f"{deck}-{language}", "-q"]
        subprocess.run(command, check=True, cwd=work)  # noqa: S603
        rows.append(_row([Image.open(work / f"{deck}-{language}" / f"card-{n}.png").convert("RGB") for n in numbers]))
    _column(rows).save(IMAGES / "gallery-last-light.jpg", quality=86, optimize=True)
    return [
        "",
        "## A game of your own",
        "",
        "The Last Light is a game of the tests, in `tests/games/last-light`: landscape cards with suits of its own, answers that rise together, and",
        "events with pictures from a table, in English and Spanish. It extends the neutral look `base/1`; two drawings, two short themes and six files of data are all of it.",
        "",
        "![cards of The Last Light](images/gallery-last-light.jpg)",
    ]


def look(work: Path, players_side: int) -> Image.Image:
    """Return a row of cards and pages as high as cards; ``players_side`` is the number of that page of the screen."""
    cards = [
        Image.open(work / "cards" / f"{name}.png").convert("RGB") for name in (*(f"card-{n}" for n in LOOK), "back")
    ]
    person = _first_card(work / "people.pdf")
    box = _page(work / "box.pdf")
    box = box.crop(ImageChops.invert(box).getbbox())
    pages = [_page(work / "certificate.pdf"), box, _page(work / "screen.pdf", players_side)]
    high = cards[0].height
    fitted = [page.resize((round(page.width * high / page.height), high), Image.Resampling.LANCZOS) for page in pages]
    return _row([*cards, person, *fitted])


def _page(file: Path, number: int = 0, dpi: float = PAGE_DPI) -> Image.Image:
    """A page of a PDF."""
    page = pypdfium2.PdfDocument(file)[number].render(scale=dpi / 72)
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


def _column(pictures: list[Image.Image]) -> Image.Image:
    """Rows one below the other."""
    column = Image.new("RGB", (max(row.width for row in pictures), sum(row.height for row in pictures)), GROUND)
    y = 0
    for picture in pictures:
        column.paste(picture, (0, y))
        y += picture.height
    return column


def _save(picture: Image.Image, file: Path) -> None:
    """In 256 colors, which flat art does with."""
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
