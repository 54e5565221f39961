"""``validate``, ``audit`` and ``verify``: is the input right, are the odds, is the deck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.inputs import game_of, layout_of, read_decks
from deckgen.cli.output import STDOUT, Voice, put
from deckgen.errors import DeckgenError, Fault

if TYPE_CHECKING:
    from deckgen.deck.audit.auditor import Audit

DECK_FILE = click.Path(path_type=Path)


@click.command(
    cls=Command,
    section="Check",
    examples=(
        "deckgen validate future-imperfect",
        "deckgen validate my-game other-game",
        "deckgen validate art/my-card.svg future-imperfect --layout art/my-card.svg",
    ),
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--layout", metavar="L", help="Check the games with this layout instead of their own.")
@options.language
@options.quiet
def validate(games: tuple[str, ...], layout: str | None, language: str | None, quiet: bool) -> None:
    """Check the data of games and the layouts of their decks.

    Every fault is told, a line each: file:line: path: what is wrong; what to do. What is only doubtful,
    such as a section without a slot, is told as a warning. A layout can be checked alone by its .svg.
    """
    voice = Voice(quiet)
    faults: list[Fault] = []
    for name in games:
        try:
            doubts = _layout_doubts(name) if name.endswith(".svg") else _doubts(name, layout, language)
        except DeckgenError as error:
            faults += error.faults
            continue
        for doubt in doubts:
            voice.note(f"warning: {doubt}")
        if not doubts:
            voice.note(f"{name}: nothing wrong")
    if faults:
        raise DeckgenError(faults)


def _layout_doubts(name: str) -> list[Fault]:
    from deckgen.card.layout import load_layout  # noqa: PLC0415

    load_layout(name)
    return []


def _doubts(name: str, layout: str | None, language: str | None) -> list[Fault]:
    """What is doubtful about a game; raises DeckgenError with all that is wrong."""
    from deckgen.card.faces import check_layout  # noqa: PLC0415
    from deckgen.card.layout import load_layout  # noqa: PLC0415
    from deckgen.card.tokens import tokens  # noqa: PLC0415
    from deckgen.game import load  # noqa: PLC0415  only commands that read games wait for YAML

    game = load(name, language)
    faults: list[Fault] = []
    doubts: list[Fault] = []
    for spec in game.decks:
        try:
            doubts += check_layout(load_layout(layout or layout_of(game, spec)), game, spec)
        except DeckgenError as error:
            faults += error.faults
    if game.tokens and layout is None:  # another layout need not have the tokens' colours
        try:
            tokens(load_layout(layout_of(game, game.deck())), game)
        except DeckgenError as error:
            faults += [fault for fault in error.faults if fault not in faults]
    if faults:
        raise DeckgenError(faults)
    return doubts


@click.command(
    cls=Command,
    section="Check",
    examples=(
        "deckgen audit deck.json",
        "deckgen audit decks/*.json --format json -o audit.json",
        "deckgen audit deck.json --format pdf --paper letter -o certificate.pdf",
        "deckgen audit deck.json --game my-game",
    ),
)
@click.argument("decks", metavar="DECK.json...", type=DECK_FILE, nargs=-1, required=True)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "json", "pdf"]),
    default="text",
    show_default=True,
    help="Of the audit; as pdf it is a certificate to hand out.",
)
@options.paper
@options.game_folder
@options.output(STDOUT, "A file, or - for stdout.")
@options.quiet
def audit(
    *, decks: tuple[Path, ...], kind: str, paper: str, game_folder: str | None, output: str, quiet: bool
) -> None:
    """Compare the odds of decks with those of the dice.

    Cell by cell, with what is exact and what cannot be, and why. Decks of one set are audited
    together. The exit code is 1 if a bar is missed.
    """
    from deckgen.deck.audit.auditor import audit as audit_decks  # noqa: PLC0415  numpy

    voice = Voice(quiet)
    given, game = read_decks(decks, game_folder)
    voice.progress(f"auditing {len(given)} decks")
    result = audit_decks(given, game, decks)
    path = put(_written(result, kind, paper), output)
    voice.wrote([path] if path else [])
    if not result.passed:
        raise DeckgenError(not_passed(str(path or decks[0])))


def _written(result: Audit, kind: str, paper: str) -> bytes:
    if kind == "pdf":
        from deckgen.document.certificate import certificate  # noqa: PLC0415
        from deckgen.press.page_files import pages_pdf  # noqa: PLC0415  reportlab

        pages = certificate(result, paper)
        return pages_pdf(pages, title=pages[0].title)
    from deckgen.deck.audit import report  # noqa: PLC0415

    return report.as_json(result) if kind == "json" else report.text(result).encode()


def not_passed(place: str) -> Fault:
    """What is said of an audit, or the decks it is of, that misses a bar."""
    remedy = "read its lines marked FAILED; raise the bar in the game's data, or change what misses it"
    return Fault(place, None, "", "the audit is not passed", remedy)


@click.command(
    cls=Command,
    section="Check",
    examples=("deckgen verify deck.json", "deckgen verify deck.json --game my-game"),
)
@click.argument("deck", metavar="DECK.json", type=DECK_FILE)
@options.game_folder
@options.quiet
def verify(deck: Path, game_folder: str | None, quiet: bool) -> None:
    """Deal a deck anew from its seed and compare.

    Where the file differs, every card and cell that does is named, and the exit code is 1.
    """
    from deckgen.deck.audit.verification import verify as compare  # noqa: PLC0415  numpy
    from deckgen.deck.cards import read_deck  # noqa: PLC0415  numpy

    voice = Voice(quiet)
    given = read_deck(deck, changed=True)
    if faults := compare(given, game_of(given, deck, game_folder), voice.progress):
        raise DeckgenError(faults)
    read_deck(deck)  # raises if the id does not fit though every card does
    voice.note(f"{deck}: the deck of seed {given.seed!r}, unchanged")
