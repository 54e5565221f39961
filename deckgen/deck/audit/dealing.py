"""The audit of what dealing decides on: which results meet on a card, and which lie on the jokers.

It costs little where a deck has just been dealt, so that dealing can begin again where a bar is missed; what is
found stays with the deck, for its audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from deckgen.deck.audit.pools import Odds, PoolAudit, PoolSums, pool_odds
from deckgen.deck.audit.resolutions import JointChances, JointSums, ResolutionAudit, joint_chances
from deckgen.deck.audit.spread import Balance, Independence, Moments, SpreadAuditor
from deckgen.deck.cards import Deck
from deckgen.game.model import DeckSpec
from deckgen.odds import distribution
from deckgen.records import record

_HALF = Fraction(1, 2)


@record
class Dealing:
    """What was found in one deck; ``fair_jokers``: in every cell the jokers average what the dice do, within 1/2."""

    odds: Odds
    joint: Sequence[JointChances]
    moments: Moments
    pools: tuple[PoolAudit, ...]
    resolutions: tuple[ResolutionAudit, ...]
    independence: Independence
    balance: Balance
    fair_jokers: bool

    @property
    def passed(self) -> bool:
        own = all(each.passed for each in self.pools) and all(each.passed for each in self.resolutions)
        return own and self.independence.passed and self.balance.passed and self.fair_jokers


class DealAuditor:
    """Finds how decks of a spec were dealt."""

    def __init__(self, spec: DeckSpec) -> None:
        self.spec, self.spread = spec, SpreadAuditor(spec)
        jokers = len(spec.jokers())
        means = [distribution(cell.roll.unmodified).mean for cell in self.spread.cells]
        self._jokers = [(ceil(jokers * (mean - _HALF)), floor(jokers * (mean + _HALF))) for mean in means]

    def find(self, deck: Deck) -> Dealing:
        """What there is to find in a deck, for the first time, or as it is known of the deck."""
        if self not in deck.known:
            deck.known[self] = self._found(deck)
        found: Dealing = deck.known[self]
        return found

    def _found(self, deck: Deck) -> Dealing:
        spec, values = self.spec, self.spread.read(deck)
        odds, joint, moments = pool_odds(deck, spec), joint_chances(deck, spec), self.spread.moments(values)
        sums = values[:, list(spec.jokers())].sum(axis=1).tolist()
        return Dealing(
            odds=odds,
            joint=joint,
            moments=moments,
            pools=tuple(PoolSums(odds).audits(spec)),
            resolutions=tuple(JointSums(joint).audits(spec)),
            independence=self.spread.independence(moments),
            balance=self.spread.balance(values),
            fair_jokers=all(
                least <= own <= most for own, (least, most) in zip(sums, self._jokers, strict=True)
            ),
        )


@lru_cache(maxsize=8)
def deal_auditor(spec: DeckSpec) -> DealAuditor:
    """The auditor of a spec's dealing."""
    return DealAuditor(spec)
