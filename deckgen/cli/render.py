"""``render``: the cards of a deck, for a print target or as pictures; or those of a run in one file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from click import IntRange, UsageError

from deckgen.cli.command import command, option
from deckgen.cli.names import Numbers
from deckgen.cli.options import (
    A_TARGET,
    COLOPHON_CARD,
    DECK_OR_RUN,
    GAME_FOLDER,
    LANGUAGE,
    LAYOUT,
    REFERENCE,
    TO_OUTPUT,
    DeckArgument,
    kind_option,
)
from deckgen.cli.output import Output
from deckgen.cli.printing import PRINTING, Printing
from deckgen.cli.stops import stoppable

if TYPE_CHECKING:
    from deckgen.run.press_file import RunFile

FORMATS = ("pdf", "svg", "png")


@command(
    "deckgen render deck.json -o cards.pdf",
    "deckgen render deck.json --paper letter --flip short-edge --back-offset 0.5,-1 -o cards.pdf",
    "deckgen render deck.json --target press -o press.pdf",
    "deckgen render deck.json --target makeplayingcards -o upload.zip",
    "deckgen render deck.json --flip gutterfold --ink light --colophon -o draft.pdf",
    "deckgen render deck.json --target press --colophon-card -o press.pdf",
    "deckgen render deck.json --card 14 -o card.svg",
    "deckgen render deck.json --language de -o karten.pdf",
    "deckgen render run-1/ --target pdfvt --decks 1-200 -o run.pdf",
    "deckgen render run-1/ --target press-sheet --arrange stack --decks 1-9 -o sheets.pdf",
    "deckgen render deck.json --format png --dpi 600 -o faces",
)
def render(
    layout: str | None = LAYOUT,
    target: str = option(
        "--target T",
        "home, press, a service (see deckgen targets), or a path to a YAML file.",
        A_TARGET,
        default="home",
    ),
    printing: Printing = PRINTING,
    card: int | None = option("--card N", "Only the card of impulse N.", IntRange(0)),
    kind: str | None = kind_option(*FORMATS),
    dpi: int = option("--dpi N", "Pixels an inch, of PNG.", IntRange(36, 2400), default=300),
    url: str | None = option(
        "--url PREFIX",
        "For tabletops: what stands before the names of pictures, such as https://example.org/deck/",
    ),
    reference: str = REFERENCE,
    colophon_card: bool = COLOPHON_CARD,
    language: str | None = LANGUAGE,
    decks: range | None = option("--decks A-B", "Which decks of a run; all by default.", Numbers()),
    deck: Path = DECK_OR_RUN,
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_OUTPUT,
) -> None:
    """Draw the cards of a deck, and after them the game's reference cards.

    PDF is one file, arranged for the target. SVG and PNG are one picture a face: a folder of them,
    or one file with --card. With --colophon-card the last card tells of the deck. Pictures for a print shop (--target press) keep their bleed. Services and
    tabletops that take pictures get what they take: a folder or a zip.

    Of a run, the folder that deckgen batch has made, --target pdfvt makes one file for a digital press: PDF/VT-1, in which
    each deck is a document part with its id and number, and what decks share lies once. Targets of sheets, such as
    press-sheet, lay the cards of all its decks one after the other.
    """
    from deckgen.press.target import load_target

    wanted = load_target(target)
    # what a service or tabletop takes is a folder or a zip; one card of it is a picture
    kinds = FORMATS if wanted.is_pdf else ("zip",) if card is None else ("png", "svg")
    kind = out.kind(*kinds, *(FORMATS if kind else ()), asked=kind)
    if kind in {"svg", "png"} and card is None and not out.is_folder:
        raise UsageError("all cards do not go into one picture; give a folder with -o, or one --card")
    if deck.is_dir():
        from deckgen.run.manifest import read_run
        from deckgen.run.press_file import RunFile

        if kind != "pdf" or card is not None:
            raise UsageError(f"{deck} is a run, which goes into a PDF as a whole")
        run = read_run(deck, game_folder, language, whole=False)
        chosen = printing.options(f"{run.game.title}: {run.spec.title}", "", (), run.game.language)
        file = RunFile(run, decks, wanted, chosen, layout, reference == "all", colophon_card)
        _write_run(file, out)
        return
    if decks is not None:
        raise UsageError("--decks chooses decks of a run: name its folder")
    from deckgen.run import cards

    dealt = DeckArgument(deck, game_folder).read(language)
    found = cards.audit_summary(dealt) if colophon_card and card is None else None
    references = reference == "all" and card is None
    faces = dealt.faces(dealt.layout(layout), references=references, colophon=found)
    chosen = printing.options(dealt.title, cards.footer(dealt), cards.colophon(dealt), dealt.game.language)
    drawn = cards.CardFiles(dealt, faces, wanted, chosen, kind, card, dpi, url or "")
    out.progress("drawing")
    if out.is_stdout:
        out.put(drawn.content(), "")
    else:
        out.wrote(drawn.write_folder(out.path) if out.is_folder else drawn.write(out.path))
    for doubt in drawn.doubts(out.path):
        out.note(f"warning: {doubt}")


def _write_run(file: RunFile, out: Output) -> None:
    """Write the file as it comes."""
    from deckgen.files import whole_file

    if out.is_stdout:
        file.write(sys.stdout.buffer, out.progress)
        return
    place = out.path / file.name if out.is_folder else out.path
    with stoppable(lambda: f"{place} is not written"), whole_file(place, through=not out.is_folder) as stream:
        file.write(stream, out.progress)
    out.wrote([place])
