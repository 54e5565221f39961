"""``verify``: is a deck, or a whole run, what its seed deals."""

from pathlib import Path

from click import IntRange

from deckgen import __version__
from deckgen.cli.command import command, flag, option
from deckgen.cli.options import DECK_OR_RUN, GAME_FOLDER, VOICE
from deckgen.cli.output import Voice
from deckgen.cli.stops import stoppable
from deckgen.errors import DeckgenError, Fault, counted

_TOLD = 100  # faults of a run that are told


@command(
    "deckgen verify deck.json",
    "deckgen verify run-1/ --jobs 4",
    "deckgen verify deck.json --game my-game",
)
def verify(
    deck: Path = DECK_OR_RUN,
    game_folder: str | None = GAME_FOLDER,
    jobs: int = option("--jobs J", "Processes to use for a run.", IntRange(1, 256), default=1),
    decks_only: bool = flag("--decks-only", "Of a run, make only the decks again, not what is printed."),
    voice: Voice = VOICE,
) -> None:
    """Deal a deck anew from its seed and compare, or every deck of a run.

    Where a file differs, every card and cell that does is named, and the exit code is 1. Of a run, the folder that deckgen
    batch has made, all files are made again and compared, and no two cards may be alike.
    """
    if deck.is_dir():
        _verify_run(deck, game_folder, jobs, voice, decks_only=decks_only)
        return
    from deckgen.deck.audit.verification import verify as compare
    from deckgen.deck.cards import read_deck
    from deckgen.run.decks import game_of

    given = read_deck(deck, changed=True)
    if faults := compare(given, game_of(given, deck, game_folder), voice.progress):
        raise DeckgenError(faults)
    read_deck(deck)  # raises if the id does not fit though every card does
    said = "" if given.generator == f"deckgen {__version__}" else f"; it says that {given.generator} dealt it"
    voice.note(f"{deck}: the deck of seed {given.seed!r}, unchanged{said}")


def _verify_run(folder: Path, game_folder: str | None, jobs: int, voice: Voice, *, decks_only: bool) -> None:
    from deckgen.run.verifying import verify_run

    with stoppable(lambda: f"{folder} is not verified"):
        found = verify_run(folder, game_folder, jobs, voice.progress, decks_only=decks_only)
    if faults := found.faults:
        more = Fault(str(folder), None, "", f"{len(faults) - _TOLD} more are wrong", "mend these first")
        raise DeckgenError([*faults[:_TOLD], *([more] if len(faults) > _TOLD else [])])
    facts = found.run.facts
    whole = f"{counted(facts['count'], 'deck')} of seed {facts['seed']!r}, {counted(found.files, 'file')}"
    proved = "only the decks were made again" if decks_only else "all as they are when made again"
    voice.note(f"{folder}: {whole}, {proved}, and no two cards alike")
