"""The conversion table as CSV: a line a result."""

from __future__ import annotations

import csv
import io

from deckgen.deck.cards import Deck
from deckgen.document.poker_deck import poker_deck
from deckgen.document.results import fields
from deckgen.game.model import DeckSpec, Game, Scalar

HEAD = ("card", "section", "column", "row", "value", "marks")


def as_csv(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """UTF-8, lines end with CR LF as RFC 4180 has it; ``value`` as in deck.json, empty for null, marks by spaces.

    Every result is here, cards in the order in which hands hold them. A place of a line-up is true or false.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    own = fields(spec, game.words)
    for row in poker_deck(deck.cards, spec.faces).rows():
        for field in own:
            result = field.read(row.card)
            marks = " ".join(mark.replace(" ", "-") for mark in result.marks)
            writer.writerow(
                [row.card.face.name, field.section.name, field.column, field.row, plain(result.value), marks]
            )
    return out.getvalue().encode()


def plain(value: Scalar) -> str:
    """A value of deck.json as text: true, false, nothing for null."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
