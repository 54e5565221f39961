"""``map``: the card, large, with every section named and explained."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.generate import deal
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, spec_of
from deckgen.cli.layout import layout_option
from deckgen.cli.output import STDOUT, Voice, put


@click.command(
    "map",
    cls=Command,
    section="Print",
    examples=(
        "deckgen map future-imperfect -o map.pdf",
        "deckgen map future-imperfect --paper letter -o map.pdf",
        "deckgen map future-imperfect --language de -o karte.pdf",
    ),
)
@click.argument("game")
@click.option("--deck", "deck_name", metavar="NAME", help="Which of the game's decks; its first by default.")
@layout_option
@options.language
@options.paper
@click.option(
    "--seed", type=options.Seed(), default="1", show_default=True, help="The deck that the card is of."
)
@options.output("map.pdf", "A .pdf, .svg or .png file, or - for stdout.")
@options.quiet
def card_map(
    *,
    game: str,
    deck_name: str | None,
    layout: str | None,
    language: str | None,
    paper: str,
    seed: str,
    output: str,
    quiet: bool,
) -> None:
    """Explain the card on one page.

    A card is shown large, and every section of it is named and explained in the words of the game.
    """
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.document.card_map import card_map as draw  # noqa: PLC0415
    from deckgen.game import load  # noqa: PLC0415

    voice = Voice(quiet)
    loaded = load(game, language)
    spec = spec_of(loaded, deck_name)
    (deck,) = deal(loaded, spec, seed, 1, voice)
    page = draw(load_layout(layout or layout_of(loaded, spec)), loaded, spec, deck, paper=paper)
    kind = Path(output).suffix.lower() if output != STDOUT else ".pdf"
    if kind == ".svg":
        from deckgen.press.svg import svg  # noqa: PLC0415

        content = svg(page).encode()
    elif kind == ".png":
        from deckgen.press.png import png  # noqa: PLC0415  cairosvg

        content = png(page, 200)
    else:
        from deckgen.press.page_files import pages_pdf  # noqa: PLC0415  reportlab

        content = pages_pdf([page], title=page.title)
    path = put(content, output)
    voice.wrote([path] if path else [])
