"""``verify``: is a deck what its seed deals."""

from __future__ import annotations

from pathlib import Path

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Voice
from deckgen.errors import DeckgenError


@command("deckgen verify deck.json", "deckgen verify deck.json --game my-game")
@options.deck_file
@options.game_folder
@options.quiet
def verify(deck: Path, game_folder: str | None, voice: Voice) -> None:
    """Deal a deck anew from its seed and compare.

    Where the file differs, every card and cell that does is named, and the exit code is 1.
    """
    from deckgen.deck.audit.verification import verify as compare
    from deckgen.deck.cards import read_deck
    from deckgen.run.decks import game_of

    given = read_deck(deck, changed=True)
    if faults := compare(given, game_of(given, deck, game_folder), deck, voice.progress):
        raise DeckgenError(faults)
    read_deck(deck)  # raises if the id does not fit though every card does
    voice.note(f"{deck}: the deck of seed {given.seed!r}, unchanged")
