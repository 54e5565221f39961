"""The audit of what dealing decides on: pools read across a card, results that meet on one, luck, and the jokers.

It costs little where a deck has just been dealt, so that dealing can begin again where a bar is missed; what is
found stays with the deck, for its audit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import zip_longest
from math import ceil, floor

from deckgen.deck.audit.spread import Balance, Independence, Moments, SpreadAuditor
from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import chances, dice_chances, first_card_chances
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.deck.solve.tails import largest_difference
from deckgen.game.model import CellSpec, DeckSpec, GridSection
from deckgen.game.resolutions import Resolution
from deckgen.odds import distribution
from deckgen.records import record

_HALF = Fraction(1, 2)
_RESOLUTION_LIMIT = Fraction(1)

Odds = Mapping[int, Sequence[int]]
"""P(>= T) by T of a pool, added up over decks: as numbers of orders, by of how many."""
JointChances = tuple[Fraction, Fraction]
"""The chance of a resolution in one draw from a full deck, and of a task in the long run, added up over decks."""


@record
class PoolAudit:
    """The highest of the first ``cell.row`` cells of a column, in one deck or in several drawn from in turn.

    ``tail_error`` is the largest |P(total >= T) of the decks − of as many dice|, in cards; at most ``bar``.
    """

    cell: CellSpec
    tail_error: Fraction
    tail_limit: Fraction

    @property
    def passed(self) -> bool:
        return self.tail_error <= self.tail_limit


@record
class ResolutionAudit:
    """The chances that all conditions of a resolution hold, in one deck or in several drawn from in turn.

    ``dice`` is that of independent dice. In the long run only the first card of a task comes up as the rule for
    shuffling has it; cards that are added come from the rest of a whole deck. ``off`` and ``long_run_off``
    are how far the deck is from the dice, in cards; either is at most ``bar``.
    """

    resolution: Resolution
    size: int
    dice: Fraction
    one_draw: Fraction
    long_run: Fraction
    limit: Fraction = _RESOLUTION_LIMIT

    @property
    def error(self) -> Fraction:
        return (self.one_draw - self.dice) * self.size

    @property
    def long_run_error(self) -> Fraction:
        return (self.long_run - self.dice) * self.size

    @property
    def passed(self) -> bool:
        return max(abs(self.error), abs(self.long_run_error)) <= self.limit


@record(eq=False)
class DealAudit:
    """What was found in so many decks; ``fair_jokers``: in every cell the jokers average what the dice do, within 1/2.

    ``odds`` are those of the pools of two cells or more, as a single cell has an audit of its own.
    """

    auditor: DealAuditor
    decks: int
    pool_odds: Sequence[tuple[CellSpec, Odds]]
    joint: Sequence[JointChances]
    moments: Moments
    balance: Balance
    fair_jokers: bool

    def joined(self, addition: DealAudit, *, keep_all: bool) -> DealAudit:
        """With what was found in another deck; without ``kept`` only the extremes of luck are."""
        cards = self.decks * self.auditor.spec.size
        return replace(
            self,
            decks=self.decks + addition.decks,
            odds=[
                (cell, _add_odds(ours, more))
                for (cell, ours), (_, more) in zip(self.pool_odds, addition.odds, strict=True)
            ],
            joint=[(a + c, b + d) for (a, b), (c, d) in zip(self.joint, addition.joint, strict=True)],
            moments=self.moments + addition.moments,
            balance=self.balance.joined(addition.balance, cards, kept=keep_all),
            fair_jokers=self.fair_jokers and addition.fair_jokers,
        )

    @cached_property
    def pools(self) -> tuple[PoolAudit, ...]:
        """The audit of every pool of two cells or more, in the decks together."""
        size, bars = self.auditor.spec.size, self.auditor.pool_limits
        return tuple(
            PoolAudit(cell, size * self._tail_error(cell, pool_odds), bars[cell.section])
            for cell, pool_odds in self.pool_odds
        )

    def _tail_error(self, cell: CellSpec, pool_odds: Odds) -> Fraction:
        tails = [(counts, orders, 1) for orders, counts in pool_odds.items()]
        return largest_difference(tails, self.decks, distribution(cell.roll))

    @cached_property
    def resolutions(self) -> tuple[ResolutionAudit, ...]:
        """The audit of every resolution, in the decks together."""
        spec = self.auditor.spec
        return tuple(
            ResolutionAudit(resolution, spec.size, dice, one_draw / self.decks, long_run / self.decks)
            for resolution, dice, (one_draw, long_run) in zip(
                spec.resolutions, dice_chances(spec), self.joint, strict=True
            )
        )

    @cached_property
    def independence(self) -> Independence:
        """Correlations over the cards of all decks together."""
        return self.auditor.spread.independence(self.moments)

    @property
    def passed(self) -> bool:
        chances_passed = all(pool.passed for pool in self.pools) and all(
            resolution.passed for resolution in self.resolutions
        )
        return chances_passed and self.independence.passed and self.balance.passed and self.fair_jokers


class DealAuditor:
    """Finds how decks of a spec were dealt."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec, self.spread = spec, SpreadAuditor(spec)
        jokers = len(spec.jokers())
        means = [distribution(cell.roll.unmodified).mean for cell in self.spread.cells]
        self._joker_sum_ranges = [
            (ceil(jokers * (mean - _HALF)), floor(jokers * (mean + _HALF))) for mean in means
        ]
        self._pooled = [
            section
            for section in spec.sections
            if isinstance(section, GridSection) and section.reads == "first-n"
        ]
        self.pool_limits = {section.name: section.pool_bar for section in self._pooled}

    def audit_deal(self, deck: Deck) -> DealAudit:
        """What there is to find in a deck, for the first time, or as it is known of the deck."""
        if self not in deck.audit_cache:
            deck.audit_cache[self] = self._audit_deal(deck)
        deal_audit: DealAudit = deck.audit_cache[self]
        return deal_audit

    def _audit_deal(self, deck: Deck) -> DealAudit:
        values = self.spread.read(deck)
        sums = values[:, list(self.spec.jokers())].sum(axis=1).tolist()
        return DealAudit(
            auditor=self,
            decks=1,
            odds=self._pool_odds(deck),
            joint=self._joint_chances(deck),
            moments=self.spread.moments(values),
            balance=self.spread.balance(values),
            fair_jokers=all(
                least <= joker_sum <= most
                for joker_sum, (least, most) in zip(sums, self._joker_sum_ranges, strict=True)
            ),
        )

    def _pool_odds(self, deck: Deck) -> list[tuple[CellSpec, Odds]]:
        pools: list[tuple[CellSpec, Odds]] = []
        for section in self._pooled:
            columns = {
                label: column_odds(cards, critical=section.critical_failure)
                for label, cards in deck.columns(section).items()
            }
            for cell in section.pools():
                if cell.row > 1:
                    counts, orders = columns[cell.column].counts(cell.row)
                    pools.append((cell, {orders: counts}))
        return pools

    def _joint_chances(self, deck: Deck) -> list[JointChances]:
        spec = self.spec
        values = {
            section.name: [card.sections[section.name] for card in deck.cards] for section in spec.sections
        }
        plain, joker = first_card_chances(spec)
        joint = []
        for resolution in spec.resolutions:
            by_card = chances(resolution, spec, values)
            total = sum(filter(None, by_card), Fraction(0))
            joker_total = sum((by_card[i] for i in spec.jokers()), Fraction(0))
            joint.append((total / spec.size, total * plain + joker_total * (joker - plain)))
        return joint


@lru_cache(maxsize=8)
def deal_auditor(spec: DeckSpec) -> DealAuditor:
    """The auditor of a spec's dealing."""
    return DealAuditor(spec)


def _add_odds(odds: Odds, more: Odds) -> Odds:
    """The odds of a pool in some decks and in others, where both count by the same number of orders in one sum."""
    return {
        orders: [a + b for a, b in zip_longest(odds.get(orders, ()), more.get(orders, ()), fillvalue=0)]
        for orders in {**odds, **more}
    }
