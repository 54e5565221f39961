"""How often each counted result is on the cards, and comes up in the long run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.game.model import DeckSpec, FixedSection

HALF_A_CARD = Fraction(1, 2)
"""How far the long run may be from the count of cards, where there are several jokers."""


@dataclass(frozen=True)
class Frequency:
    """How many cards carry a value, and how many should; ``cards`` is a mean over several ``decks``.

    ``whole_set``: they are all decks of one set. ``long_run_cards`` is the deck's size times the chance that
    a task begins with the value, under the game's rule for shuffling. ``long_run_bar`` is how far that may
    be from ``cards``; None where nothing is dealt, because the value follows from the card itself.
    """

    section: str
    place: str
    value: str
    cards: Fraction
    target: Fraction
    decks: int
    whole_set: bool
    long_run_cards: Fraction
    long_run_bar: Fraction | None

    @property
    def passed(self) -> bool:
        """Floor or ceiling in each deck, within one card over a whole set, and near both in the long run."""
        off = abs(self.cards - self.target) * (self.decks if self.whole_set else 1)
        counts = off == 0 if self.target.denominator == 1 else off < 1
        return counts and (self.long_run_bar is None or self.long_run_off <= self.long_run_bar)

    @property
    def long_run_off(self) -> Fraction:
        """How far the long run is from the count of cards."""
        return abs(self.long_run_cards - self.cards)


def frequencies(decks: Sequence[Deck], spec: DeckSpec) -> Iterator[Frequency]:
    """How often every counted result of every section came up, and should have."""
    count, whole_set = len(decks), _whole_set(decks)
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    wild = [deck * spec.size + i for deck in range(count) for i in spec.jokers()]
    for section in spec.sections:
        values = (card.sections[section.name] for deck in decks for card in deck.cards)
        results = zip(*map(section.drawn, values), strict=True)
        bar = None if isinstance(section, FixedSection) else long_run_bar(spec)
        for draw, drawn in zip(section.counted(spec.size), results, strict=False):
            shown = [(type(result), result) for result in drawn]  # true is not 1
            found, on_jokers = Counter(shown), Counter(shown[i] for i in wild)
            for share in draw.shares:
                if share.name:
                    key = type(share.result), share.result
                    named, cards = (section.name, draw.place, share.name), Fraction(found[key], count)
                    long_run = cards * plain + Fraction(on_jokers[key], count) * (joker - plain)
                    yield Frequency(*named, cards, share.cards, count, whole_set, long_run, bar)


def long_run_bar(spec: DeckSpec) -> Fraction:
    """How many cards the long run of a dealt result may be off its own count: half a card, or the least there is.

    Of n cards with a result let j be jokers. By the shares of ``first_card_chances`` it comes up (n + j/J)/(N+1) of the time, so
    N times that is N/(J(N+1)) · (j − J·n/N) more than n. Dealing takes the floor or the ceiling of J·n/N for
    j, so that the last factor is below 1: less than N/(J(N+1)) off, which is below 1/2 for two jokers or more
    (54/110 for two in 54 cards). With a single joker j is 0 or 1 and has to be each as often as chance has
    it, or the result would come up too often or too seldom over seeds: no bar below N/(N+1) could hold then.
    """
    jokers = len(spec.jokers())
    return max(HALF_A_CARD, Fraction(spec.size, jokers * (spec.size + 1))) if jokers else HALF_A_CARD


def _whole_set(decks: Sequence[Deck]) -> bool:
    """Whether the decks are all of one set, each once."""
    of, seeds = decks[0].of, {(deck.seed, deck.of) for deck in decks}
    return len(seeds) == 1 and sorted(deck.number for deck in decks) == list(range(1, of + 1))
