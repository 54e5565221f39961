"""``render``: the cards of a deck, for a print target or as pictures."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckgen.cli import options, printing
from deckgen.cli.audit import DECK_FILE
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, read_decks
from deckgen.cli.output import STDOUT, Voice, is_folder, put, whole_folder
from deckgen.run.names import deck_stem

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game

FORMATS = ("pdf", "svg", "png")
_ENDINGS = tuple(f".{name}" for name in FORMATS)


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen render deck.json -o cards.pdf",
        "deckgen render deck.json --paper letter --flip short-edge --back-offset 0.5,-1 -o cards.pdf",
        "deckgen render deck.json --target press -o press.pdf",
        "deckgen render deck.json --target makeplayingcards -o upload.zip",
        "deckgen render deck.json --flip gutterfold --ink light --colophon -o draft.pdf",
        "deckgen render deck.json --card 14 -o card.svg",
        "deckgen render deck.json --language de -o karten.pdf",
        "deckgen render deck.json --format png --dpi 600 -o faces",
    ),
)
@click.argument("deck", metavar="DECK.json", type=DECK_FILE)
@click.option(
    "--layout", metavar="L", help="A shipped layout or a path to one; the game's choice by default."
)
@click.option(
    "--target",
    metavar="T",
    default="home",
    show_default=True,
    help="home, press, a service (see deckgen targets), or a path to a YAML file.",
)
@printing.choices
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
@click.option(
    "--url",
    default="",
    metavar="PREFIX",
    help="For tabletops: what stands before the names of pictures, such as https://example.org/deck/",
)
@options.language
@options.game_folder
@options.output("output", "A file, a folder, or - for stdout.")
@options.quiet
def render(
    *,
    deck: Path,
    layout: str | None,
    target: str,
    card: int | None,
    kind: str | None,
    dpi: int,
    url: str,
    language: str | None,
    game_folder: str | None,
    output: str,
    quiet: bool,
    **choices: Any,
) -> None:
    """Draw the cards of a deck.

    PDF is one file, arranged for the target. SVG and PNG are one picture a face: a folder of them,
    or one file with --card. Pictures for a print shop (--target press) keep their bleed. Services and
    tabletops that take pictures get what they take: a folder or a zip.
    """
    from deckgen.press.target import load_target  # noqa: PLC0415
    from deckgen.press.write import write  # noqa: PLC0415

    wanted = load_target(target)
    exported = not wanted.is_pdf and kind is None and card is None and not output.lower().endswith(_ENDINGS)
    kind = kind or ("zip" if exported else _kind(output))
    to_folder = output != STDOUT and is_folder(output, (f".{kind}",))
    if kind in {"svg", "png"} and card is None and not to_folder:
        raise click.UsageError("all cards do not go into one picture; give a folder with -o, or one --card")
    from deckgen.card.faces import draw_faces  # noqa: PLC0415
    from deckgen.card.layout import load_layout  # noqa: PLC0415
    from deckgen.deck.audit.verification import spec_of  # noqa: PLC0415  numpy; what follows loads fonts and reportlab

    voice = Voice(quiet)
    (given,), game = read_decks([deck], game_folder, language)
    spec = spec_of(given, game, deck)
    faces = draw_faces(load_layout(layout or layout_of(game, spec)), game, spec, given)
    title, footer = imprint(game, spec, given)
    colophon = _colophon(game, spec, given)
    chosen = printing.chosen(choices, title=title, footer=footer, colophon=colophon)
    voice.progress("drawing")

    def draw(out: Path) -> list[Path]:
        if exported:
            from deckgen.export import export  # noqa: PLC0415

            return export(faces, given, wanted, out, chosen, stem=stem, url=url)
        only = None if card is None else [card]
        return write(faces, wanted, out, chosen, dpi=dpi, only=only, format=kind)

    stem = "-".join([deck_stem(given), wanted.name, *([chosen.paper] if wanted.papers else [])])
    if output == STDOUT:
        with tempfile.TemporaryDirectory() as folder:
            (file,) = draw(Path(folder, f"cards.{kind}"))
            put(file.read_bytes(), STDOUT)
        return
    if not to_folder:
        voice.wrote(draw(Path(output)))
        return
    with whole_folder(Path(output)) as stage:
        drawn = [file.relative_to(stage) for file in draw(stage / f"{stem}.pdf" if kind == "pdf" else stage)]
    voice.wrote(Path(output, file) for file in drawn)


def _kind(output: str) -> str:
    suffix = Path(output).suffix.removeprefix(".").lower()
    return suffix if suffix in FORMATS else "pdf"


def _colophon(game: Game, spec: DeckSpec, deck: Deck) -> tuple[tuple[str, str], ...]:
    """What it takes to deal the deck again."""
    return (
        ("game", f"{game.title} ({deck.game})"),
        ("deck", f"{spec.title} ({deck.deck}), {deck.number} of {deck.of}, {deck.size} cards"),
        ("seed", deck.seed),
        ("deck id", deck.id),
        ("dealt by", deck.generator),
    )


def imprint(game: Game, spec: DeckSpec, deck: Deck) -> tuple[str, str]:
    """The title and footer of printed sheets: what is needed to make them again, years later.

    The seed is there as in file names, because a font need not have the characters of every seed.
    """
    facts = (deck_stem(deck), deck.id.removeprefix("sha256:")[:12], deck.generator)
    return f"{game.title}: {spec.title}", " · ".join(facts)
