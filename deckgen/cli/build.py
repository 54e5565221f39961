"""``build``: everything there is for a game."""

from deckgen.cli.command import command, option
from deckgen.cli.options import A_DECK, CHOSEN_DECKS, GAME, LANGUAGE, PAPER, REFERENCE, ChosenDecks, output
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
    out: Output = output("The folder for the files."),
) -> None:
    """Make everything there is for a game: decks, cards to print, audit, card map, sheet, tokens, screen.

    For every deck of the game: its JSON, a PDF to print at home, a PDF for a printer; for every
    set of decks its audit and its certificate; and the blank character sheet, the tokens and the screen. All files appear
    together, or none if anything fails. If the audit is not passed they are written all the same, and
    the exit code is 1.
    """
    folder = out.folder()
    from deckgen.game import load
    from deckgen.run import build as run
    from deckgen.run.decks import specs_named

    loaded = load(game, language)
    specs = specs_named(loaded, names)
    files, doubts = run.build(
        loaded, specs, chosen.of(loaded), paper, folder, out.progress, references=reference == "all"
    )
    out.wrote(files)
    if doubts:
        raise DeckgenError(doubts)
