"""What a tuck box holds: decks of one game, and the words about them."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen.card.code import deck_numbers
from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.game.model import BoxWords, DeckSpec, Game
from deckgen.records import record


@record
class BoxContent:
    """The contents of a box: decks of one game, the ``specs`` they were dealt by, and the number of cards.

    ``layouts`` are those of its decks, whose emblems it has; the first is the look of the box.
    """

    game: Game
    specs: Sequence[DeckSpec]
    decks: Sequence[Deck]
    layouts: Sequence[Layout]
    cards: int

    @property
    def title(self) -> str:
        """The title of the deck; the game's if there are several kinds of decks."""
        return self.game.title if len(self.titles) > 1 else self.kinds

    @property
    def kinds(self) -> str:
        """The titles of the kinds of decks, as one text."""
        return " · ".join(self.titles)

    @property
    def count(self) -> str:
        """The number of cards, and of decks if several, as a text."""
        cards = self.game.language.plural("{count} card", "{count} cards", self.cards)
        if len(self.decks) == 1:
            return cards
        decks = self.game.language.plural("{count} deck", "{count} decks", len(self.decks))
        return f"{decks} · {cards}"

    @property
    def words(self) -> BoxWords:
        """The printed texts of the deck's box; the game's if there are several kinds of decks."""
        return self.specs[0].box if len({spec.name for spec in self.specs}) == 1 else self.game.box

    @property
    def titles(self) -> list[str]:
        """The titles of the kinds of decks."""
        return list(dict.fromkeys(spec.title for spec in self.specs))

    @property
    def seeds(self) -> str:
        """The different seeds of the decks, as one text."""
        return ", ".join(dict.fromkeys(deck.seed for deck in self.decks))

    @property
    def contents(self) -> list[str]:
        """The title of each kind of deck, with deck numbers if it is of a set."""
        kinds: dict[tuple[str, int], list[int]] = {}
        for spec, deck in zip(self.specs, self.decks, strict=True):
            kinds.setdefault((spec.title, deck.of), []).append(deck.number)
        return [
            title + (f" {_deck_numbers(sorted(set(numbers)), set_size)}" if set_size > 1 else "")
            for (title, set_size), numbers in kinds.items()
        ]

    def fields(self) -> dict[str, str]:
        """Return the fields that texts of the front may use, by name; deck numbers only for a single deck."""
        deck = self.decks[0]
        numbers = {**deck_numbers(deck), "number": str(deck.number)} if len(self.decks) == 1 else {}
        fields_by_name = {"title": self.kinds, "game": self.game.title, "count": self.count, "seed": self.seeds}
        fields_by_name |= {f"words.{name}": text for name, text in self.game.words.items()}
        return {**fields_by_name, **numbers, "line": self.words.line}


def _deck_numbers(numbers: Sequence[int], set_size: int) -> str:
    """Return sorted deck numbers as text: ``2/5, 4/5``; three or more, all in a row, as ``1–3/5``."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and len(numbers) == last - first + 1:
        return f"{first}–{last}/{set_size}"
    return ", ".join(f"{number}/{set_size}" for number in numbers)
