"""Sections ``text``: words on some of the cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Self

from deckgen.game.context import DeckContext
from deckgen.game.sections.base import Head, keys, listing, mapping, ref
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.shares import Outcome, number, part
from deckgen.records import record
from deckgen.sources import Spot


@record
class TextSection(WordedSection):
    """Words on some of the cards; ``outcomes`` maps each text (or null) to its share of cards."""

    about = "words on some cards"
    schema = keys(
        "Words on some of the cards, nothing on the others.",
        ["texts"],
        texts=listing(
            "a list of texts",
            "The texts, each with the cards it is on.",
            200,
            mapping(
                ["text"],
                text=ref("words", "What the cards say."),
                print=ref("print"),
                cards=ref("cards"),
                odds=ref("odds"),
            ),
        ),
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self | None:
        """The section; the texts may be on no more cards than the deck has."""
        entries = spot.at("texts").items()
        parts = [part(entry, deal) for entry in entries]
        texts = [entry.value["text"] for entry in entries]
        for entry, text in zip(entries, texts, strict=True):
            if texts.count(text) > 1 and entry is not entries[texts.index(text)]:
                deal.blame(entry, f'the text "{text}" stands twice', "keep one, with the cards of both")
        whole = [each for each in parts if each is not None]
        if len(whole) < len(parts):
            return None
        rest = deal.size - sum(whole, Fraction(0))
        if rest < 0:
            what = f"the texts are on {number(deal.size - rest)} cards, but the deck has {deal.size}"
            deal.blame(spot.at("texts"), what, "give them fewer cards")
            return None
        made = [
            Outcome(text, cards, deal.words.beside(entry, "text"))
            for entry, text, cards in zip(entries, texts, whole, strict=True)
        ]
        return cls(**head, outcomes=(*made, *([Outcome(None, rest)] if rest else ())))
