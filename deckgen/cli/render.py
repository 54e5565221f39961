"""``render``: the cards of a deck, for a print target or as pictures."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.check import DECK_FILE
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, read_decks
from deckgen.cli.names import deck_stem
from deckgen.cli.output import STDOUT, Voice, is_folder, put, whole_folder

if TYPE_CHECKING:
    from deckgen.deck.model import Deck
    from deckgen.game.model import DeckSpec, Game

FORMATS = ("pdf", "svg", "png")


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen render deck.json -o cards.pdf",
        "deckgen render deck.json --paper letter --flip short-edge --back-offset 0.5,-1 -o cards.pdf",
        "deckgen render deck.json --target press -o press.pdf",
        "deckgen render deck.json --card 14 -o card.svg",
        "deckgen render deck.json --format png --dpi 600 -o faces",
    ),
)
@click.argument("deck", metavar="DECK.json", type=DECK_FILE)
@click.option(
    "--layout", metavar="L", help="A shipped layout or a path to one; the game's choice by default."
)
@click.option(
    "--target", metavar="T", default="home", show_default=True, help="home, press, or a path to a YAML file."
)
@options.paper
@options.flip
@options.back_offset
@click.option("--card", type=click.IntRange(0), metavar="N", help="Only the card of impulse N.")
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), help="What to write; by default as -o ends, or pdf."
)
@click.option(
    "--dpi",
    type=click.IntRange(36, 2400),
    default=300,
    show_default=True,
    metavar="N",
    help="Pixels an inch, of PNG.",
)
@options.game_folder
@options.output("output", "A file, a folder, or - for stdout.")
@options.quiet
def render(
    *,
    deck: Path,
    layout: str | None,
    target: str,
    paper: str,
    flip: str,
    back_offset: tuple[float, float],
    card: int | None,
    kind: str | None,
    dpi: int,
    game_folder: str | None,
    output: str,
    quiet: bool,
) -> None:
    """Draw the cards of a deck.

    PDF is one file, arranged for the target. SVG and PNG are one picture a face: a folder of them,
    or one file with --card. Pictures for a print shop (--target press) keep their bleed.
    """
    kind = kind or _kind(output)
    to_folder = output != STDOUT and is_folder(output, (f".{kind}",))
    if kind != "pdf" and card is None and not to_folder:
        raise click.UsageError("all cards do not go into one picture; give a folder with -o, or one --card")
    from deckgen.deck import spec_of  # noqa: PLC0415  numpy; what follows loads fonts and reportlab
    from deckgen.page import cards, load_layout  # noqa: PLC0415
    from deckgen.press import load_target, write  # noqa: PLC0415

    voice = Voice(quiet)
    (given,), game = read_decks([deck], game_folder)
    spec = spec_of(given, game, deck)
    wanted = load_target(target)
    faces = cards(load_layout(layout or layout_of(game, spec)), game, spec, given)
    title, footer = imprint(game, spec, given)
    voice.progress("drawing")

    def draw(out: Path) -> list[Path]:
        return write(
            faces,
            wanted,
            out,
            paper=paper,
            flip=flip,
            back_offset=back_offset,
            dpi=dpi,
            only=None if card is None else [card],
            title=title,
            footer=footer,
            format=kind,
        )

    if output == STDOUT:
        with tempfile.TemporaryDirectory() as folder:
            (file,) = draw(Path(folder, f"cards.{kind}"))
            put(file.read_bytes(), STDOUT)
        return
    if not to_folder:
        voice.wrote(draw(Path(output)))
        return
    name = "-".join([deck_stem(given), wanted.name, *([paper] if wanted.papers else [])]) + ".pdf"
    with whole_folder(Path(output)) as stage:
        drawn = [file.relative_to(stage) for file in draw(stage / name if kind == "pdf" else stage)]
    voice.wrote(Path(output, file) for file in drawn)


def _kind(output: str) -> str:
    suffix = Path(output).suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else "pdf"


def imprint(game: Game, spec: DeckSpec, deck: Deck) -> tuple[str, str]:
    """The title and footer of printed sheets: what is needed to make them again, years later.

    The seed is there as in file names, because a font need not have the characters of every seed.
    """
    facts = (deck_stem(deck), deck.id.removeprefix("sha256:")[:12], deck.generator)
    return f"{game.title}: {spec.title}", " · ".join(facts)
