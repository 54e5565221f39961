"""``verify``: is a deck what its seed deals."""

from deckgen.cli.command import command
from deckgen.cli.options import DECK_FILE, VOICE, DeckArgument
from deckgen.cli.output import Voice
from deckgen.errors import DeckgenError


@command("deckgen verify deck.json", "deckgen verify deck.json --game my-game")
def verify(deck: DeckArgument = DECK_FILE, voice: Voice = VOICE) -> None:
    """Deal a deck anew from its seed and compare.

    Where the file differs, every card and cell that does is named, and the exit code is 1.
    """
    from deckgen.deck.audit.verification import verify as compare
    from deckgen.deck.cards import read_deck
    from deckgen.run.decks import game_of

    given = read_deck(deck.deck, changed=True)
    if faults := compare(given, game_of(given, deck.deck, deck.game_folder), voice.progress):
        raise DeckgenError(faults)
    read_deck(deck.deck)  # raises if the id does not fit though every card does
    voice.note(f"{deck.deck}: the deck of seed {given.seed!r}, unchanged")
