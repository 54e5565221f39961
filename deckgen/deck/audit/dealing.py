"""The audit of dealing: pools read across a card, results that meet on one card, and luck.

It is fast for a deck that has just been dealt, so that the deck can be dealt again if a limit is missed; the
result is cached on the deck for its full audit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import zip_longest
from operator import add

from deckgen.deck.audit.spread import Balance, Independence, Moments, SpreadAuditor
from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import chances_by_card, dice_chances, first_card_chances
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.deck.solve.tails import largest_difference
from deckgen.game.model import CellSpec, DeckSpec, GridSection
from deckgen.game.resolutions import Resolution
from deckgen.game.rising import joint_shares
from deckgen.odds import distribution
from deckgen.records import record

_RESOLUTION_LIMIT = Fraction(1)

Odds = Mapping[int, Sequence[int]]
"""P(>= t) of a pool, t = 0, 1, ..., summed over decks: numerators by denominator."""
JointChances = tuple[Fraction, Fraction]
"""The chance of a resolution in one draw from a full deck, and in the long run, summed over decks."""


@record
class PoolAudit:
    """The highest of the first ``cell.row`` cells of a column, in one deck or in several drawn from in turn.

    ``tail_error`` is the largest |P(total >= t) of the decks − of as many dice|, in cards.
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

    ``dice`` is the chance with independent dice. In the long run, only the first card of a task depends on
    the rule for shuffling; added cards come from the rest of a whole deck. ``error`` and ``long_run_error``
    are the deck's chances minus the dice's, in cards.
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
    """The audit of how ``decks`` decks were dealt, summed.

    ``pool_odds`` are those of pools of two cells or more; a single cell has its own audit.
    """

    auditor: DealAuditor
    decks: int
    pool_odds: Sequence[tuple[CellSpec, Odds]]
    joint: Sequence[JointChances]
    moments: Moments
    balance: Balance
    falls: tuple[int, ...] = ()
    """By group of sections that rise together: on how many cards one falls below another."""

    def joined(self, addition: DealAudit, *, keep_all: bool) -> DealAudit:
        """Return the sum with another deck's audit. Without ``keep_all`` only extreme percentiles are stored."""
        return replace(
            self,
            decks=self.decks + addition.decks,
            pool_odds=[
                (cell, _add_odds(ours, more))
                for (cell, ours), (_, more) in zip(self.pool_odds, addition.pool_odds, strict=True)
            ],
            joint=[(a + c, b + d) for (a, b), (c, d) in zip(self.joint, addition.joint, strict=True)],
            moments=self.moments + addition.moments,
            balance=self.balance.joined(addition.balance, keep_all=keep_all),
            falls=tuple(map(add, self.falls, addition.falls)),
        )

    @cached_property
    def pools(self) -> tuple[PoolAudit, ...]:
        """The audit of every pool of two cells or more, over all decks."""
        size, bars = self.auditor.spec.size, self.auditor.pool_limits
        return tuple(
            PoolAudit(cell, size * self._tail_error(cell, odds), bars[cell.section]) for cell, odds in self.pool_odds
        )

    def _tail_error(self, cell: CellSpec, odds: Odds) -> Fraction:
        """Return the largest difference of a pool's odds from the dice's, as a chance."""
        tails = [(counts, orders, 1) for orders, counts in odds.items()]
        return largest_difference(tails, self.decks, distribution(cell.roll))

    @cached_property
    def resolutions(self) -> tuple[ResolutionAudit, ...]:
        """The audit of every resolution, over all decks."""
        spec = self.auditor.spec
        return tuple(
            ResolutionAudit(resolution, spec.size, dice, one_draw / self.decks, long_run / self.decks)
            for resolution, dice, (one_draw, long_run) in zip(
                spec.resolutions, dice_chances(spec), self.joint, strict=True
            )
        )

    @cached_property
    def independence(self) -> Independence:
        """Correlations over the cards of all decks."""
        return self.auditor.spread.independence(self.moments)

    @property
    def passed(self) -> bool:
        chances_passed = all(p.passed for p in self.pools) and all(r.passed for r in self.resolutions)
        return chances_passed and self.independence.passed and self.balance.passed and not any(self.falls)


class DealAuditor:
    """Audits how decks of a spec were dealt."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec, self.spread = spec, SpreadAuditor(spec)
        self._pooled = [
            section for section in spec.sections if isinstance(section, GridSection) and section.reads == "first-n"
        ]
        self.pool_limits = {section.name: section.pool_bar for section in self._pooled}

    def audit_deal(self, deck: Deck) -> DealAudit:
        """Return the audit of how ``deck`` was dealt, computed once per deck."""
        if self not in deck.audit_cache:
            deck.audit_cache[self] = self._audit_deal(deck)
        deal_audit: DealAudit = deck.audit_cache[self]
        return deal_audit

    def _audit_deal(self, deck: Deck) -> DealAudit:
        """Return what ``audit_deal`` returns, without the cache."""
        worth, again = self.spread.read(deck)
        return DealAudit(
            auditor=self,
            decks=1,
            pool_odds=self._pool_odds(deck),
            joint=self._joint_chances(deck),
            moments=self.spread.moments(worth),
            balance=self.spread.balance(worth, again),
            falls=tuple(self._falls(deck, names) for names in self.spec.rise_together),
        )

    def _falls(self, deck: Deck, names: Sequence[str]) -> int:
        """Return on how many cards results of sections that rise together are not such as these have on one card."""
        possible = {share.result for share in joint_shares([self.spec.section(name) for name in names], self.spec.size)}
        return sum(tuple(card.sections[name] for name in names) not in possible for card in deck.cards)

    def _pool_odds(self, deck: Deck) -> list[tuple[CellSpec, Odds]]:
        """Return the odds, in this deck, of every pool of two cells or more."""
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
        """Return the chances, in this deck, of every resolution."""
        spec = self.spec
        values = {section.name: [card.sections[section.name] for card in deck.cards] for section in spec.sections}
        plain, joker = first_card_chances(spec)
        joint = []
        for resolution in spec.resolutions:
            by_card = chances_by_card(resolution, spec, values)
            total = sum(filter(None, by_card), Fraction(0))
            joker_total = sum((by_card[i] for i in spec.jokers()), Fraction(0))
            joint.append((total / spec.size, total * plain + joker_total * (joker - plain)))
        return joint


@lru_cache(maxsize=8)
def deal_auditor(spec: DeckSpec) -> DealAuditor:
    """Return the cached deal auditor of a spec."""
    return DealAuditor(spec)


def _add_odds(odds: Odds, more: Odds) -> Odds:
    """Return the sum of both, by denominator and total."""
    return {
        orders: [a + b for a, b in zip_longest(odds.get(orders, ()), more.get(orders, ()), fillvalue=0)]
        for orders in {**odds, **more}
    }
