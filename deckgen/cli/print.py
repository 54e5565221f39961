"""Commands that print other things than cards and sheets: map, screen, tokens, templates, mat, contact, poster, calibrate and box."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Any

import click

from deckgen.cli import common
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError, Problem, suggest

_FIRST = 50  # decks of a run on a contact sheet, unless --decks chooses


@common.with_examples(
    "deckgen map future-imperfect -o map.pdf",
    "deckgen map future-imperfect --paper letter -o map.pdf",
    "deckgen map future-imperfect --language de -o karte.pdf",
    "deckgen map west-that-wasnt --character josefina-arroyo.yaml -o map.pdf",
)
@click.command("map")
@common.GAME
@common.DECK_NAME
@common.character_option(help="Explain a card of this character's own deck.")
@common.RULINGS
@common.LAYOUT
@common.LANGUAGE
@common.PAPER
@common.seed_option(default="1", help="The deck of the card.")
@common.output("A .pdf, .svg or .png file, or - for stdout.", "map.pdf", file=True)
def card_map(
    game: str, deck_name: str | None, layout: str | None, paper: str, seed: str, out: Output, **options: Any
) -> None:
    """Explain the card on one page. Shows a large card, with every section named and explained in the game's words."""
    kind = out.kind("pdf", "svg", "png")
    from deckgen import load_game

    people = [path] if (path := options.pop("character")) else []
    (name, dealer), *_ = common.with_heroes(load_game(game, **options), deck_name, people, out).items()
    out.put_document(dealer.deal(name, seed, progress=out.progress).card_map(layout, paper), kind)


@common.with_examples(
    "deckgen screen rough-magic -o screen.pdf",
    "deckgen screen rough-magic --paper letter -o screen.pdf",
    "deckgen screen rough-magic --language de -o schirm.pdf",
)
@click.command()
@common.GAME
@common.DECK_NAME
@common.RULINGS
@common.LAYOUT
@common.LANGUAGE
@common.PAPER
@common.output("A file, or - for stdout.", "screen.pdf", file=True)
def screen(game: str, deck_name: str | None, layout: str | None, paper: str, out: Output, **options: Any) -> None:
    """Draw the Master's screen: the rules you look up most.

    Its pages are landscape. Glue each on cardboard, and join the boards with tape so that they stand. Their texts and
    order are in the game's YAML under screen and panels. The pages after them are the players' side, if the game's look
    has one: a picture over the backs of all boards, in the order of the boards.
    """
    out.kind("pdf")
    from deckgen import load_game

    out.put_document(load_game(game, **options).screen(deck_name, layout, paper))


@common.with_examples(
    "deckgen rulings future-imperfect",
    "deckgen rulings future-imperfect --ruling 'concussion=the card of the damage' -o rulings.pdf",
    "deckgen rulings future-imperfect --language de -o regeln.html",
)
@click.command()
@common.GAME
@common.RULINGS
@common.LANGUAGE
@common.PAPER
@common.format_option("txt", "pdf", "html")
@common.TO_STDOUT
def rulings(game: str, paper: str, kind: str | None, out: Output, **options: Any) -> None:
    """Show how a game decides what its text leaves open, with the alternatives.

    A page for the table: each question, the passage, and the answers, ours ticked. --ruling KEY=CHOICE takes another one,
    here and in every command that reads a game: deck, pages and browser follow it.
    """
    kind = out.kind("txt", "pdf", "html", requested=kind)
    from deckgen import load_game

    out.put_document(load_game(game, **options).rulings(paper), kind)


@common.with_examples(
    "deckgen tokens future-imperfect -o tokens.pdf",
    "deckgen tokens future-imperfect --paper letter --flip long-edge -o tokens.pdf",
    "deckgen tokens rough-magic --layout magic-light -o tokens.pdf",
    "deckgen tokens rough-magic --target onlinelabels-ol1025 -o stickers.pdf",
)
@click.command()
@common.GAME
@common.RULINGS
@common.LAYOUT
@common.LANGUAGE
@common.target_option(default="home", help="home, press-sheet, a sheet of labels, or a YAML file.")
@common.SHEET_PAPER
@click.option(
    "--flip",
    type=common.Choice(["none", "long-edge", "short-edge", "gutterfold"]),
    default="none",
    help="none: fronts only; else with backs: the edge on which your printer flips a sheet.",
)
@common.TO_OUTPUT
def tokens(
    game: str, layout: str | None, target: str, paper: str | None, flip: str, out: Output, **options: Any
) -> None:
    """Draw a game's tokens: chips and markers to cut out.

    Kinds differ in shape and icon as well as in color, on both sides: draw them from a bag. Print on card, or glue the
    sheet to board before you cut; punch round ones.
    """
    out.kind("pdf")
    from deckgen import load_game

    out.put_document(load_game(game, **options).tokens(layout, paper or "", flip, target))


@common.with_examples(
    "deckgen templates west-that-wasnt -o templates.pdf",
    "deckgen templates future-imperfect --scale 1:60 --paper a3 -o templates.pdf",
    "deckgen templates rough-magic --scale 25mm --only ranges -o ranges.dxf",
    "deckgen templates action-and-combat --scale 1in -o templates/",
)
@click.command()
@common.GAME
@common.RULINGS
@common.LANGUAGE
@common.PAPER
@click.option("--scale", default="1:100", help="1:60 or the like, or how long a unit is printed: 25mm, 1in.")
@click.option("--only", multiple=True, type=common.Name("NAME"), help="Only the template of this name; repeatable.")
@common.output("A .pdf, .svg or .dxf file, a folder for all of them, or - for stdout.", "templates.pdf")
def templates(game: str, paper: str, scale: str, only: tuple[str, ...], out: Output, **options: Any) -> None:
    """Draw a game's templates, to lay on a map: arcs, blasts, scatter, gauges.

    Print them at 100 % on card or film, and cut along the outlines; the rulers show whether the size is right. What is
    larger than the paper is printed in parts, on nine sheets at most. SVG and DXF are the cuts of one template
    for a machine: on its sheet, or of all parts as a whole.
    """
    kind = out.kind("pdf", "svg", "dxf")
    from deckgen import load_game

    loaded = load_game(game, **options)
    sheets = loaded.templates(scale, paper, only)
    if not out.is_folder:
        out.put_document(sheets, kind)
        return
    names = only or [template.name for template in loaded.data.templates]
    cuts = (loaded.templates(scale, paper, [name]).files("svg", "dxf") for name in names)
    out.put_all(chain(sheets.files("pdf"), *cuts))


@common.with_examples(
    "deckgen mat west-that-wasnt -o mat.pdf",
    "deckgen mat future-imperfect --deck action_chapter_3 --paper a2 --tiled a4 -o mat.pdf",
    "deckgen mat rough-magic --dpi 200 -o mat.png",
)
@click.command()
@common.GAME
@common.DECK_NAME
@common.RULINGS
@common.LAYOUT
@common.LANGUAGE
@common.paper_option(default="a3")
@click.option("--tiled", type=common.A_PAPER, help="Print it on sheets of this paper, to glue together.")
@click.option("--dpi", type=common.WholeNumber(36, 600), default=150, help="PNG resolution in dpi.")
@common.output("A .pdf or .png file, or - for stdout.", "mat.pdf")
def mat(game: str, deck_name: str | None, language: str | None, tiled: str | None, out: Output, **options: Any) -> None:
    """Draw the mat to play on: places for cards and markers, phases, ranges.

    It lies on its side, A3 by default, and its places are as large as the cards. Print it without scaling. With --tiled
    it is a little smaller, as the margins of the sheets cannot be printed on. The PNG is for tabletops on the screen.
    """
    kind = out.kind("pdf", *([] if tiled else ["png"]))
    from deckgen import load_game

    loaded = load_game(game, language, rulings=options.pop("rulings"))
    out.put_document(loaded.mat(deck_name, tiled=tiled or "", **options), kind)


@common.with_examples(
    "deckgen contact deck.json -o contact.pdf",
    "deckgen contact deck.json --columns 12 --paper a3 -o contact.pdf",
    "deckgen contact deck.json --dpi 300 -o contact.png",
    "deckgen contact run/ --decks 1-50 -o contact.pdf",
)
@click.command()
@click.argument("source", type=common.Name("DECK.json|RUN/", None, ".json", folder=True))
@click.option("--decks", "numbers", type=common.Numbers(), help=f"Decks of a run; default: the first {_FIRST}.")
@click.option("--columns", type=common.WholeNumber(1, 40), default=9, help="Faces side by side.")
@click.option("--dpi", type=common.WholeNumber(36, 1200), default=200, help="PNG resolution in dpi.")
@common.LAYOUT
@common.PAPER
@common.LANGUAGE
@common.GAME_FOLDER
@common.output("A .pdf or .png file, a folder, or - for stdout.")
def contact(source: str, numbers: range | None, layout: str | None, paper: str, out: Output, **options: Any) -> None:
    """Show all faces of a deck small, with their names, to proofread them.

    For a run (a folder from deckgen batch) each deck shows one row of its first cards. PDF is vectors, on as many
    sheets as needed; PNG is one picture.
    """
    kind = out.kind("pdf", "png")
    from deckgen import load_deck
    from deckgen.run.previews import contact_sheet, deck_strip, run_strips
    from deckgen.run.print_run.manifest import read_run

    path, columns = Path(source), options["columns"]
    game = options["game_folder"], options["language"]
    if path.is_dir():
        run = read_run(path, *game)
        deck_numbers = run.numbers(numbers) if numbers else run.numbers()[:_FIRST]
        deck = run.deck(deck_numbers[0])
        strips = run_strips(map(run.deck, deck_numbers), layout, columns, out.progress)
    elif numbers is not None:
        raise click.UsageError("--decks chooses decks of a run: name its folder")
    else:
        deck = load_deck(path, *game)
        out.progress("drawing")
        strips = iter([deck_strip(deck, layout)])
    out.put_document(contact_sheet(strips, deck, paper, columns, options["dpi"]), kind)


@common.with_examples(
    "deckgen poster deck.json -o poster.pdf",
    "deckgen poster deck.json --paper 18x24in -o poster.pdf",
    "deckgen poster deck.json --dpi 100 -o poster.png",
)
@click.command()
@click.option("--dpi", type=common.WholeNumber(36, 600), default=150, help="PNG resolution in dpi.")
@common.LAYOUT
@common.paper_option(default="a2")
@common.LANGUAGE
@common.DECK_FILE
@common.output("A .pdf or .png file, or - for stdout.", "poster.pdf")
def poster(deck: str, layout: str | None, paper: str, dpi: int, out: Output, **options: Any) -> None:
    """Draw a poster of a deck: all faces, the back, the legend and the seal.

    It is on one sheet, A2 by default, in the style of the game's documents.
    """
    kind = out.kind("pdf", "png")
    from deckgen import load_deck

    out.progress("drawing")
    out.put_document(load_deck(deck, options["game_folder"], options["language"]).poster(layout, paper, dpi), kind)


@common.with_examples(
    "deckgen calibrate --paper letter -o calibrate.pdf",
    "deckgen calibrate --printer office --set 0.5,-1",
    "deckgen calibrate --printer office -o again.pdf",
)
@click.command()
@common.PAPER
@common.FLIP
@common.LANGUAGE
@click.option("--printer", type=common.A_PRINTER, help="The printer to measure; any name you like.")
@click.option(
    "--set", "reading", metavar="X,Y", type=common.offset, help="Save the reading of the middle cross, in mm."
)
@click.option(
    "--tilt",
    type=common.Amount(-20, 20),
    help="With --set: the right cross's reading minus the left one's, in mm.",
)
@common.output("The PDF, or - for stdout.", None, file=True)
def calibrate(
    paper: str,
    flip: str,
    language: str | None,
    printer: str | None,
    reading: tuple[float, float] | None,
    tilt: float | None,
    out: Output,
) -> None:
    """Print a sheet that shows how far backs are off, and save the offset.

    The sheet explains how to read it. The saved offset is used by render --printer NAME; a sheet made with
    --printer is already moved by it, and reads 0 if it is right.
    """
    if not out.destination and reading is None:
        raise click.UsageError(
            "name a sheet to measure with -o FILE.pdf, or save an offset with --printer NAME --set X,Y"
        )
    if reading is not None and not printer:
        raise click.UsageError("--set needs --printer NAME: the offset is saved under that name")
    out.kind("pdf")
    from deckgen.draw.paper import find_paper
    from deckgen.language import ORIGINAL, catalogs, load_language
    from deckgen.press.options import Options
    from deckgen.press.pdf.writer import write_pdf
    from deckgen.press.printers import (
        PrinterOffset,
        calibration_book,
        find_printer,
        read_printers,
        save_printer,
        tilt_degrees,
    )

    languages = (ORIGINAL, *catalogs())
    if language not in (None, *languages):
        remedy = suggest(str(language), languages, listed=True)
        raise DeckgenError(Problem("--language", None, "", f'deckgen is not translated to "{language}"', remedy))
    if flip not in {"long-edge", "short-edge"}:
        raise DeckgenError(Problem("--flip", None, "", f"{flip} has no second side", "choose long-edge or short-edge"))
    if reading is not None and printer is not None:
        out.wrote([save_printer(printer, PrinterOffset(*reading, tilt_degrees(tilt or 0)))])
    if out.destination:
        saved = find_printer(printer) if printer in read_printers() else PrinterOffset()
        options = Options(
            paper=paper,
            flip=flip,
            back_offset=(saved.x, saved.y),
            back_rotate=saved.rotate,
            language=load_language(language or ORIGINAL),
        )
        out.put(write_pdf(calibration_book(find_paper(paper), options)), f"calibrate-{paper}.pdf")


@common.with_examples(
    "deckgen box deck.json -o box.pdf",
    "deckgen box deck-1.json deck-2.json deck-3.json -o set.pdf",
    "deckgen box deck.json --target press -o press-box.pdf",
    "deckgen box deck-1.json deck-2.json deck-3.json --target press -o press-set.pdf",
    "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf",
)
@click.command()
@click.argument("decks", type=common.File("DECK.json", ".json"), nargs=-1, required=True)
@common.LAYOUT
@common.LANGUAGE
@click.option("--stock", type=common.Amount(0.05, 3), default=0.31, help="Thickness of a card.")
@click.option(
    "--count",
    type=common.WholeNumber(1, 500),
    help="Number of cards in a deck; default: those dealt and its reference cards.",
)
@click.option("--colophon-card", is_flag=True, help="Leave room for a colophon card with each deck.")
@common.PAPER
@common.target_option(
    default="home",
    help="home: on --paper, in screen colors; press and others with one face per page: for a print shop.",
)
@common.GAME_FOLDER
@common.TO_OUTPUT
def box(decks: tuple[Path, ...], language: str | None, game_folder: str | None, out: Output, **options: Any) -> None:
    """Draw a tuck box for a deck, or for several decks of one game.

    Cut solid lines and fold dashed ones; the printed side is outside. At home the floor of a box too deep for
    the paper is glued, not tucked in. With --target press it is PDF/X of the size it needs, on any paper: in
    inks, with bleed, its lines on a plate called Dieline, which overprints and is not printed.
    """
    out.kind("pdf")
    from deckgen.library.boxes import tuck_box
    from deckgen.library.decks import read_decks

    loaded = read_decks(decks, game_folder, language, many_kinds=True, remedy="make a box for each game")
    out.put_document(tuck_box(loaded, **options))
