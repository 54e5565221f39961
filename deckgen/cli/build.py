"""``build``: everything there is for a game."""

from click import IntRange

from deckgen.cli.command import command, option
from deckgen.cli.options import (
    A_DECK,
    CHOSEN_DECKS,
    COLOPHON_CARD,
    GAME,
    LANGUAGE,
    PAPER,
    REFERENCE,
    ChosenDecks,
    output,
)
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError


@command(
    "deckgen build future-imperfect --seed 42",
    "deckgen build future-imperfect --seed 42 --decks 2 --paper letter -o print",
    "deckgen build future-imperfect --set 'Core game' --deck action --deck psionics",
    "deckgen build future-imperfect --seed 42 --language de -o druck",
)
def build(
    game: str = GAME,
    names: tuple[str, ...] = option(
        "--deck NAME names",
        "Only this one of the game's decks; repeatable. All by default.",
        A_DECK,
        multiple=True,
    ),
    chosen: ChosenDecks = CHOSEN_DECKS,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    reference: str = REFERENCE,
    colophon_card: bool = COLOPHON_CARD,
    out: Output = output("The folder for the files."),
    jobs: int | None = option(
        "--jobs J",
        "Processes to use.",
        IntRange(1, 256),
        show_default="one a core on Linux, else 1",
    ),
) -> None:
    """Make everything there is for a game: decks, cards to print, audit, card map, sheet, tokens, screen.

    For every deck of the game: its JSON, a PDF to print at home, a PDF for a printer, a page to play it in a browser; for every
    set of decks its audit and its certificate; and the blank character sheet, the tokens and the screen. No file is
    written if anything fails; at the end is said which to begin with. If the audit is not passed they are written all the same, and
    the exit code is 1. The files are the same however many processes make them.
    """
    folder = out.folder()
    from deckgen.draw.paper import paper_named
    from deckgen.game import load
    from deckgen.run import build as run
    from deckgen.run.decks import specs_named

    loaded = load(game, language)
    specs = specs_named(loaded, names)
    built = run.build(
        loaded,
        specs,
        chosen.of(loaded),
        paper,
        folder,
        out.progress,
        references=reference == "all",
        colophon=colophon_card,
        jobs=jobs,
    )
    out.wrote(built.files)
    sheet = paper_named(paper).title
    out.note(f"to try the deck, open in a browser: {built.play}")
    out.note(f"to print it, begin with: {built.cards}")
    out.note(f'  on {sheet}, both sides, turned over the long edge, at 100 % ("actual size")')
    out.note(f"to have it printed, send: {built.press}")
    if built.doubts:
        raise DeckgenError(built.doubts)
