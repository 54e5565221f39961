"""``contact``: all cards of a deck, or the first of each deck of a run, small on sheets."""

from __future__ import annotations

from pathlib import Path

from click import IntRange, UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import Name, Numbers
from deckgen.cli.options import GAME_FOLDER, LANGUAGE, LAYOUT, PAPER, DeckArgument, output
from deckgen.cli.output import Output

_FIRST = 50  # decks of a run, if it is not said which


@command(
    "deckgen contact deck.json -o contact.pdf",
    "deckgen contact deck.json --columns 12 --paper a3 -o contact.pdf",
    "deckgen contact deck.json --dpi 300 -o contact.png",
    "deckgen contact run/ --decks 1-50 -o contact.pdf",
)
def contact(
    source: str = argument("source", "DECK.json|RUN/", Name(endings=[".json"], folder=True)),
    decks: range | None = option(
        "--decks A-B", f"Which decks of a run; its first {_FIRST} by default.", Numbers()
    ),
    columns: int = option("--columns N", "Faces side by side.", IntRange(1, 40), default=9),
    dpi: int = option("--dpi N", "Pixels an inch, of PNG.", IntRange(36, 1200), default=200),
    layout: str | None = LAYOUT,
    paper: str = PAPER,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    out: Output = output("A .pdf or .png file, a folder, or - for stdout."),
) -> None:
    """Show all faces of a deck small, with their names, to proof them.

    Of a run, the folder that deckgen batch has made, each deck shows as many of its first cards as stand side by
    side. PDF is vectors, as many sheets as it takes; PNG is one picture.
    """
    kind = out.kind("pdf", "png")
    from deckgen.draw.paper import paper_named
    from deckgen.press.contact import ContactLook, contact_book, contact_png
    from deckgen.run.manifest import read_run
    from deckgen.run.previews import beginnings, whole

    place = Path(source)
    if place.is_dir():
        run = read_run(place, game_folder, language)
        numbers = run.numbers(decks) if decks else run.numbers()[:_FIRST]
        dealt = run.deck(numbers[0])
        strips = beginnings(map(run.deck, numbers), layout, columns, out.progress)
    elif decks is not None:
        raise UsageError("--decks chooses decks of a run: name its folder")
    else:
        dealt = DeckArgument(place, game_folder).read(language)
        out.progress("drawing")
        strips = iter([whole(dealt, layout)])
    look = ContactLook(paper_named(paper), columns, dealt.title, dealt.game.language)
    if kind == "png":
        content = contact_png(strips, look, dpi)
    else:
        from deckgen.press.pdf import pdf

        content = pdf(contact_book(strips, look, dealt.title))
    out.put(content, f"{dealt.stem}-contact.{kind}")
