"""What draws from a deck should come to, exactly: what the page holds against what was drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.deck.solve.cells import multiset
from deckgen.game.model import AnySection, DeckSpec, GridSection, RollsSection, TableSection
from deckgen.odds import distribution

Row = tuple[str, Fraction, Fraction, Fraction]


def play_expected(spec: DeckSpec, deck: Deck) -> dict[str, dict[str, list[str]]]:
    """By section and row: what the game asks for, what this deck has, and what comes up in the long run.

    A row of a grid or of rolls is a place (``8-3``, ``3d6``), and its numbers are means: of the dice, of a draw from
    the whole deck, and of draw after draw as the game shuffles. Every other row is what a card may say there, as
    JSON, and its numbers are cards in the deck; those of the long run are its chance times the deck's size.
    """
    return {
        section.name: {key: [*map(str, numbers)] for key, *numbers in _rows(section, spec, deck)}
        for section in spec.sections
    }


def _rows(section: AnySection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    if isinstance(section, GridSection | RollsSection):
        yield from _means(section, spec, deck)
    elif not isinstance(section, TableSection):
        yield from _counts(section, spec, deck)


def _means(section: GridSection | RollsSection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    for cell, cards in zip(section.cells(), deck.cells(section), strict=True):
        key = f"{cell.column}-{cell.row}" if isinstance(section, GridSection) else cell.column
        bonus = cell.roll.bonus
        whole = multiset(cards).mean(spec.draw) + bonus
        long_run = long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) + bonus
        yield key, distribution(cell.roll).mean, whole, long_run


def _counts(section: AnySection, spec: DeckSpec, deck: Deck) -> Iterator[Row]:
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    results = zip(*(section.drawn(card.sections[section.name]) for card in deck.cards), strict=True)
    for draw, drawn in zip(section.counted(spec.size), results, strict=False):  # ordinals are not counted
        for share in draw.shares:
            if not share.name:
                continue
            same = [type(each) is type(share.result) and each == share.result for each in drawn]
            jokers = sum(same[i] for i in spec.jokers())
            cards = Fraction(sum(same))
            key = json.dumps(share.result, ensure_ascii=False) if draw.label is None else draw.label
            yield key, share.cards, cards, cards * plain + jokers * (joker - plain)
