"""Commands that draw cards, and the lines around them: render and cut."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import click

from deckgen.cli import common
from deckgen.cli.output import Output
from deckgen.cli.process import stoppable
from deckgen.errors import DeckgenError, Problem
from deckgen.press.options import ARRANGEMENTS, FINISHES, INKS, ORDERS, REGISTRATIONS

_FORMATS = ("pdf", "svg", "png")
_FARTHEST = 50
"""The farthest that backs can be moved, in mm: more than any printer is off."""


def _back_offset(value: str) -> tuple[float, float]:
    lengths = common.offset(value)
    if max(map(abs, lengths)) > _FARTHEST:
        raise click.BadParameter(f"{value!r} is more than {_FARTHEST} mm")
    return lengths


PRINTING = common.together(
    common.SHEET_PAPER,
    common.FLIP,
    click.option(
        "--order",
        type=common.Choice(ORDERS),
        default=ORDERS[0],
        help="Order of sheet sides, for printers that print one side at a time.",
    ),
    click.option(
        "--arrange",
        type=common.Choice(ARRANGEMENTS),
        default=ARRANGEMENTS[0],
        help="Card order: row by row; in deck order once cut and stacked (stack); one card per sheet (repeat).",
    ),
    click.option(
        "--registration",
        type=common.Choice(REGISTRATIONS),
        default=REGISTRATIONS[0],
        help="silhouette prints the marks that this machine needs to align its cuts; see deckgen cut.",
    ),
    click.option(
        "--back-offset",
        metavar="X,Y",
        type=_back_offset,
        help="Move the backs, in mm right and down.",
    ),
    click.option(
        "--back-rotate",
        metavar="DEGREES",
        type=common.Amount(-10, 10),
        help="Rotate the backs of sheets, clockwise.",
    ),
    click.option("--printer", type=common.A_PRINTER, help="Shift backs by the printer's saved offset."),
    click.option("--gutter", type=common.Amount(0, 50), help="The gap between cards on sheets."),
    click.option(
        "--bleed",
        type=common.Amount(0, 20),
        help="Art beyond the edge of cards on sheets, with fewer cards on a sheet if necessary.",
    ),
    click.option(
        "--blanks",
        type=common.WholeNumber(0, 500),
        default=0,
        help="Add N cards with blank fronts.",
    ),
    click.option("--ink", type=common.Choice(INKS), default="full", help="light draws dark areas as outlines."),
    click.option(
        "--finish",
        type=common.Choice(FINISHES),
        multiple=True,
        help="For a print shop: a plate of its own for the theme's foil or varnish; repeatable.",
    ),
    click.option("--condition", help="For PDF/X: the printing condition that the shop names, such as FOGRA51."),
    click.option("--icc", metavar="FILE", help="For PDF/X: the condition's profile, to embed; fogra39.icc is shipped."),
    click.option("--colophon", is_flag=True, help="Add a last page that explains how to make the sheets again."),
)


@common.with_examples(
    "deckgen render deck.json -o cards.pdf",
    "deckgen render deck.json --paper letter --flip short-edge --back-offset 0.5,-1 -o cards.pdf",
    "deckgen render deck.json --target press -o press.pdf",
    "deckgen render deck.json --target press --condition FOGRA51 -o press.pdf",
    "deckgen render deck.json --target makeplayingcards -o upload.zip",
    "deckgen render deck.json --flip gutterfold --ink light --colophon -o draft.pdf",
    "deckgen render deck.json --target press --colophon-card -o press.pdf",
    "deckgen render deck.json --own-backs -o cards.pdf",
    "deckgen render hero.json --party-back -o cards.pdf",
    "deckgen render deck.json --card 14 -o card.svg",
    "deckgen render hero.json --since hero-before.json -o changed.pdf",
    "deckgen render deck.json --language de -o karten.pdf",
    "deckgen render run-1/ --target pdfvt --decks 1-200 -o run.pdf",
    "deckgen render run-1/ --target press-sheet --arrange stack --decks 1-9 -o sheets.pdf",
    "deckgen render deck.json --format png --dpi 600 -o faces",
)
@click.command()
@common.LAYOUT
@common.target_option(default="home", help="home, press, a service (see deckgen targets), or a path to a YAML file.")
@PRINTING
@click.option("--card", type=common.WholeNumber(0), help="Only the card of impulse N.")
@click.option(
    "--since", type=common.File("OLD.json", ".json"), help="Only the cards that differ from an earlier deck's."
)
@common.format_option(*_FORMATS)
@click.option("--dpi", type=common.WholeNumber(36, 2400), default=300, help="PNG resolution in dpi.")
@click.option(
    "--url",
    type=common.Name("PREFIX"),
    help="For tabletops: the prefix of the pictures' names, such as https://example.org/deck/",
)
@common.REFERENCE
@common.COLOPHON
@common.OWN_BACKS
@click.option(
    "--party-back", is_flag=True, help="On a hero's own deck, the back of the deck for everybody: one for a party."
)
@common.LANGUAGE
@click.option("--decks", "numbers", type=common.Numbers(), help="Decks of a run; default: all.")
@common.DECK_OR_RUN
@common.GAME_FOLDER
@common.TO_OUTPUT
def render(deck: Path, card: int | None, kind: str | None, out: Output, **options: Any) -> None:
    """Draw the cards of a deck, and after them the game's reference cards.

    PDF is one file, arranged for the target. SVG and PNG are one picture per face: a folder of them, or one
    file with --card. Pictures for a print shop (--target press) keep their bleed. Services and tabletops that
    take pictures get a folder or a zip.

    For a run (a folder from deckgen batch) --target pdfvt makes one file for a digital press: PDF/VT-1, in which
    each deck is a document part with its id and number, and shared parts are stored once. Targets with sheets,
    such as press-sheet, place the cards of all decks one after the other.
    """
    if not deck.is_dir():
        _render_deck(deck, card, kind, options, out)
    else:
        _render_run(deck, card, kind, options, out)


def _render_deck(path: Path, card: int | None, kind: str | None, options: dict[str, Any], out: Output) -> None:
    """Write the cards of a deck's file, or the one of impulse ``card``, then warn of what will not work."""
    if options.pop("numbers") is not None:
        raise click.UsageError("--decks chooses decks of a run; name the folder of a run")
    from deckgen import load_deck

    read = partial(load_deck, game=options.pop("game_folder"), language=options.pop("language"))
    deck = read(path)
    if since := options.pop("since"):
        options["only"], summary = deck.changes_since(read(since))
        out.note(summary)
        if not options["only"]:
            raise DeckgenError(Problem(str(path), None, "", f"has the cards of {since}", "there is nothing to print"))
    cards = deck.render(card=card, **options | {"url": options["url"] or ""})
    kind = out.kind(*cards.formats, *(_FORMATS if kind else ()), requested=kind)
    if kind in {"svg", "png"} and card is None and not out.is_folder:
        raise click.UsageError("-o names one picture for many cards; name a folder, or use --card N")
    out.progress("drawing")
    if out.is_stdout:
        out.put(cards.content(kind), "")
    else:
        out.wrote(cards.save_folder(out.path, kind) if out.is_folder else cards.save_files(out.path, kind))
    for warning in cards.warnings(out.path, kind):
        out.note(f"warning: {warning}")


def _render_run(folder: Path, card: int | None, kind: str | None, options: dict[str, Any], out: Output) -> None:
    """Write one PDF of the decks of a run, deck by deck. Raises UsageError for a ``card`` or another format."""
    if card is not None or options.pop("since") or kind not in {None, "pdf"}:
        raise click.UsageError(f"{folder} is a run, which is rendered as one PDF")
    if options.pop("party_back"):
        raise click.UsageError("--party-back is for a hero's own deck; name its file")
    out.kind("pdf")
    from deckgen.files import open_atomic
    from deckgen.library.cards import print_options
    from deckgen.run.print_run.manifest import read_run
    from deckgen.run.print_run.press_file import RunFile

    run = read_run(folder, options.pop("game_folder"), options.pop("language"), check_files=False)
    names = (
        "numbers",
        "target",
        "layout",
        "references",
        "colophon_card",
        "site",
        "own_backs",
        "colophon",
        "dpi",
        "url",
    )
    numbers, target, layout, references, colophon_card, site, own_backs, *_ = (options.pop(name) for name in names)
    printing = print_options(f"{run.game.title}: {run.spec.title}", run.game.language, **options)
    file = RunFile(run, numbers, target, printing, layout, references, colophon_card, site, own_backs)
    if out.is_stdout:
        file.write(sys.stdout.buffer, out.progress)
        return
    path = out.path / file.name if out.is_folder else out.path
    with stoppable(lambda: f"{path} is not written"), open_atomic(path, through=not out.is_folder) as stream:
        file.write(stream, out.progress)
    out.wrote([path])


@common.with_examples(
    "deckgen cut deck.json -o cut.svg",
    "deckgen cut deck.json --paper letter --corner 3 -o cut.dxf",
    "deckgen cut deck.json --registration silhouette --gutter 2 --corner 3 -o cut.dxf",
    "deckgen cut deck.json --sheet 7 -o last.svg",
)
@click.command()
@common.LAYOUT
@common.target_option(default="home", help="A target with sheets of cards: home, press-sheet or a YAML file.")
@PRINTING
@click.option("--corner", type=common.Amount(0, 30), default=0.0, help="Radius of the cards' corners; 3 is usual.")
@click.option(
    "--sheet",
    type=common.WholeNumber(1),
    help="Only around the cards on this sheet, such as the last; default: on a full sheet.",
)
@click.option("--frame", is_flag=True, help="Also draw the sheet's edge, on a separate layer, to align by.")
@common.format_option("svg", "dxf")
@common.REFERENCE
@common.COLOPHON_CARD
@common.DECK_FILE
@common.output("A file, a folder, or - for stdout.", "-")
def cut(deck: Path, game_folder: str | None, kind: str | None, out: Output, **options: Any) -> None:
    """Draw the lines along which a cutting machine cuts printed cards.

    Use the same options as for deckgen render, so that the lines match its cards. Lengths are mm. Without a
    gutter and round corners, neighboring cards share one cut.
    """
    kind = out.kind("svg", "dxf", requested=kind)
    from deckgen import load_deck
    from deckgen.library.boxes import cut_lines

    del options["colophon"]  # a page without cards
    lines = cut_lines(load_deck(deck, game_folder), **options)
    out.put_document(lines, kind)
    out.note(lines.summary)
