"""Two decks that are compared: read, held to be of one kind, drawn and audited."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.verification import deck_of
from deckgen.deck.cards import read_deck
from deckgen.document.comparison import Side, comparison_html
from deckgen.errors import DeckError, Fault
from deckgen.run.decks import DealtDeck, game_of

if TYPE_CHECKING:
    from deckgen.run.decks import Progress


def read_pair(
    one: Path, other: Path, folder: str | None, language: str | None
) -> tuple[DealtDeck, DealtDeck]:
    """Two decks of one game and kind. Raises DeckError if they are not, or not dealt from the game as it is now."""
    first, second = read_deck(one), read_deck(other)
    kinds = [f"{file.game}/{file.deck}" for file in (first, second)]
    if kinds[0] != kinds[1]:
        what = f"is a deck of {kinds[1]}, and {one} of {kinds[0]}"
        raise DeckError(Fault(str(other), None, "deck", what, "compare two decks of one kind"))
    game = game_of(first, one, folder, language)
    spec = game.deck(first.deck)
    dealt = [DealtDeck(game, spec, deck_of(file, game)) for file in (first, second)]
    return dealt[0], dealt[1]


def comparison(
    one: DealtDeck, other: DealtDeck, names: tuple[str, str], layout: str | None, tell: Progress
) -> bytes:
    """The page that shows where two decks differ. Raises LayoutError if the layout does not fit the game."""
    drawn = one.layout(layout)
    sides = []
    for name, dealt in zip(names, (one, other), strict=True):
        tell(f"auditing and drawing {name}")
        fronts = dealt.faces(drawn, references=False).fronts
        sides.append(Side(name, dealt.deck, fronts, audit([dealt.deck], dealt.game)))
    return comparison_html(sides[0], sides[1], drawn)
