"""How often each counted result is on the cards, and comes up in the long run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, compress, zip_longest
from typing import Any, NamedTuple

from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import first_card_chances
from deckgen.game.model import DeckSpec, DiceSection, FixedSection
from deckgen.game.sections.dice import REST
from deckgen.records import record

HALF_A_CARD = Fraction(1, 2)
"""How far the long run may be from the count of cards, if there are several jokers."""


@record
class Frequency:
    """How many cards carry a value, and how many should; ``cards`` is a mean over several ``decks``.

    ``whole_set``: they are all decks of one set. ``long_run_cards`` is the deck's size times the chance that
    a task begins with the value, under the game's rule for shuffling. ``long_run_limit`` is how far that may
    be from ``cards``; None if nothing is dealt, because the value follows from the card itself.
    """

    section: str
    place: str
    value: str
    cards: Fraction
    target: Fraction
    decks: int
    whole_set: bool
    long_run_cards: Fraction
    long_run_limit: Fraction | None

    @cached_property
    def passed(self) -> bool:
        """Whether the counts and the long run are as near to the target as they can be.

        That is: floor or ceiling in each deck, within one card over a set, and within the long-run limit.
        """
        count_error = abs(self.cards - self.target) * (self.decks if self.whole_set else 1)
        counts_fit = count_error == 0 if self.target.denominator == 1 else count_error < 1
        return counts_fit and (self.long_run_limit is None or self.long_run_error <= self.long_run_limit)

    @property
    def long_run_error(self) -> Fraction:
        """How far the long run is from the count of cards."""
        return abs(self.long_run_cards - self.cards)


@record
class DiceAudit:
    """A roll of several parts, in one deck or several: how often each of its results is on the cards, all parts together.

    ``tail_error`` is the largest gap between the deck and the dice in the chance that the first part is so much or
    more, in cards; if it is a word, so good or better.
    """

    section: str
    label: str
    frequencies: tuple[Frequency, ...]
    tail_error: Fraction

    @property
    def exact(self) -> bool:
        """Whether each result is on exactly its share of cards."""
        return all(frequency.cards == frequency.target for frequency in self.frequencies)

    @property
    def passed(self) -> bool:
        return all(frequency.passed for frequency in self.frequencies)


def audit_dice(spec: DeckSpec, frequencies: Sequence[Frequency]) -> Iterator[DiceAudit]:
    """Yield the audits of all rolls of several parts, given the frequencies of their results in order."""
    for section in spec.sections:
        for label, roll in section.rolls if isinstance(section, DiceSection) else ():
            counted = tuple(f for f in frequencies if (f.section, f.place) == (section.name, label))
            firsts = [outcome[0] for outcome in roll.joint.weights] + [REST] * bool(roll.joint.rest)
            gaps = accumulate(f.cards - f.target for f in counted)
            lasts = (first != following for first, following in zip_longest(firsts, firsts[1:], fillvalue=REST))
            yield DiceAudit(section.name, label, counted, max(map(abs, compress(gaps, lasts)), default=Fraction(0)))


class Counts(NamedTuple):
    """For each variable, the number of cards and of jokers by (type, result); decks by number, by (seed, set size)."""

    on_cards: list[Counter[Any]]
    on_jokers: list[Counter[Any]]
    numbers: Counter[int]
    seeds: Counter[tuple[str, int]]

    def add(self, addition: Counts) -> None:
        """Add the counts of other decks to these, in place."""
        for counter, added_counter in zip(
            self.on_cards + self.on_jokers, addition.on_cards + addition.on_jokers, strict=True
        ):
            counter.update(added_counter)
        self.numbers.update(addition.numbers)
        self.seeds.update(addition.seeds)

    @property
    def whole_set(self) -> bool:
        """Whether the decks are all of one set, each once."""
        ((_, of), *other_seeds) = self.seeds
        return not other_seeds and len(self.numbers) == self.numbers.total() == of


class FrequencyAuditor:
    """Counts results in decks of a spec and audits their frequencies."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec, self.jokers = spec, spec.jokers()
        self.variables = [
            (section, index, variable)
            for section in spec.sections
            for index, variable in enumerate(section.audited_variables(spec.size))
            if any(share.name for share in variable.shares)
        ]
        self._chances = first_card_chances(spec)
        self._frequency_cached = lru_cache(maxsize=1 << 12)(self._compute_frequency)

    def read(self, deck: Deck) -> Counts:
        """Return the counts of a deck."""
        dealt = [deck.cells(section)[index] for section, index, _ in self.variables]
        jokers = [[results[card] for card in self.jokers] for results in dealt]
        numbers, seeds = Counter([deck.number]), Counter([(deck.seed, deck.of)])
        return Counts(list(map(_count_typed, dealt)), list(map(_count_typed, jokers)), numbers, seeds)

    def judge(self, counts: Counts) -> Iterator[Frequency]:
        """Yield the frequency of every counted result."""
        decks, whole_set = counts.numbers.total(), counts.whole_set
        for variable_index, (on_cards, on_jokers) in enumerate(zip(counts.on_cards, counts.on_jokers, strict=True)):
            for share_index, share in enumerate(self.variables[variable_index][2].shares):
                if share.name:
                    key = type(share.result), share.result
                    yield self._frequency_cached(
                        variable_index, share_index, on_cards[key], on_jokers[key], decks, whole_set
                    )

    def _compute_frequency(
        self, variable_index: int, share_index: int, on_cards: int, on_jokers: int, decks: int, whole_set: bool
    ) -> Frequency:
        """Return the frequency of one share of a variable, given its counts summed over ``decks`` decks."""
        section, _, draw = self.variables[variable_index]
        share = draw.shares[share_index]
        plain_weight, joker_weight = (self.spec.size * chance for chance in self._chances)
        cards = Fraction(on_cards, decks)
        return Frequency(
            section=section.name,
            place=draw.audit_label,
            value=share.name,
            cards=cards,
            target=share.cards,
            decks=decks,
            whole_set=whole_set,
            long_run_cards=cards * plain_weight + Fraction(on_jokers, decks) * (joker_weight - plain_weight),
            long_run_limit=None if isinstance(section, FixedSection) else long_run_limit(self.spec),
        )


def _count_typed(results: Sequence[Any]) -> Counter[Any]:
    return Counter(zip(map(type, results), results, strict=True))


def long_run_limit(spec: DeckSpec) -> Fraction:
    """Return how many cards the long run of a result may differ from its count.

    It is half a card, or more for a single joker. Of n cards with a result let j be jokers. By the shares of
    ``first_card_chances`` it comes up (n + j/J)/(N+1) of the time, so N times that is N/(J(N+1)) · (j −
    J·n/N) more than n. Dealing takes the floor or the ceiling of J·n/N for j, so that the last factor is
    below 1: the difference is less than N/(J(N+1)), which is below 1/2 for two jokers or more (54/110 for two
    in 54 cards). With a single joker j is 0 or 1 and must be each with the right chance, or the result would
    come up too often or too seldom over seeds: no limit below N/(N+1) could hold then.
    """
    jokers = len(spec.jokers())
    return max(HALF_A_CARD, Fraction(spec.size, jokers * (spec.size + 1))) if jokers else HALF_A_CARD
