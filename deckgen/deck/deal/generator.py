"""Dealing one deck of a game from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import floor
from types import NoneType
from typing import Any
from weakref import finalize

from deckgen import __version__
from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.apportionment import apportion, systematic
from deckgen.deck.deal.pairing import pair
from deckgen.deck.deal.placement import Pile, PileGroup
from deckgen.deck.deal.polish import deal
from deckgen.deck.deal.pools import Pools
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.plan import Plan, plans
from deckgen.deck.solve.store import Progress, Store, open_store
from deckgen.game.model import AnySection, CardValue, DeckSpec, Game, GridSection
from deckgen.game.sections.base import Dealt, Draw, Share
from deckgen.odds import distribution


def generate(
    game: Game,
    spec: DeckSpec,
    seed: str,
    number: int = 1,
    of: int = 1,
    progress: Progress | None = None,
) -> Deck:
    """Deck ``number`` of the set of ``of`` decks that ``seed`` stands for.

    What is dealt depends on the game, the seed, the number and ``of``: a set shares out its roundings.
    Raises DeckError if a roll of the game cannot be carried by a deck of this size.
    """
    dealer = _Dealer(spec, seed, number, of, *_planned(game, spec, progress))
    # by name: the order in which a game lists its sections decides nothing
    sections = sorted(spec.sections, key=lambda section: section.name)
    groups = [(section, group) for section in sections for group in dealer.groups(section)]
    dealt = deal([group for _, group in groups], spec.size, spec.jokers(), dealer.bits("deal", number))
    drawn: dict[str, list[list[Any]]] = {section.name: [] for section in sections}
    for (section, _), rows in zip(groups, dealt, strict=True):
        drawn[section.name] += rows
    values: dict[str, Sequence[CardValue]] = {}
    for section in sections:
        below = dealer.bits("neighbours", section.name, number).below
        values[section.name] = section.on_cards(Dealt(drawn[section.name], spec.faces, below))
    if spec.resolutions:
        values = pair(values, spec, dealer.bits("pairing", number))
    cards = tuple(
        Card(impulse, face, {name: column[impulse] for name, column in values.items()})
        for impulse, face in enumerate(spec.faces)
    )
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, seed, number, of, spec.draw)
    return Deck(*facts, cards)


_KEPT: dict[int, tuple[Store, list[Plan]]] = {}


def _planned(game: Game, spec: DeckSpec, progress: Progress | None) -> tuple[Store, list[Plan]]:
    """The game's store and the deck's plans, which are kept as long as the deck's spec."""
    if id(spec) not in _KEPT:
        store = open_store(game, progress)
        _KEPT[id(spec)] = store, list(plans(spec, store))
        finalize(spec, _KEPT.pop, id(spec))
    return _KEPT[id(spec)]


class _Dealer:
    """Decides what is on how many cards of one deck."""

    def __init__(
        self, spec: DeckSpec, seed: str, number: int, of: int, store: Store, planned: list[Plan]
    ) -> None:
        self.spec = spec
        self.seed = seed
        self.number = number
        self.of = of
        self.store = store
        self.plans = planned

    def bits(self, *purpose: str | int) -> RandomStream:
        """A stream for one purpose. Roundings share one for all decks of a set, so that they cancel."""
        return RandomStream("deck", self.spec.sha256, self.spec.name, self.seed, *purpose)

    def groups(self, section: AnySection) -> Iterator[PileGroup]:
        """What a section's cells show, then the results of its draws, to be dealt."""
        own = (plan for plan in self.plans if plan.cell.section == section.name)
        for label, column in groupby(own, key=lambda plan: plan.cell.column):
            piles = tuple(map(self._cell, column))
            if isinstance(section, GridSection) and section.rising:
                yield PileGroup(piles, rising=True)
            elif isinstance(section, GridSection) and section.reads == "first-n":
                yield PileGroup(piles, pools=_pools(section, label))
            else:
                yield from (PileGroup((pile,)) for pile in piles)
        for draw in section.draws(self.spec.size):
            yield PileGroup((self._draw(section.name, draw),))

    def _cell(self, plan: Plan) -> Pile:
        """The solution that this deck of the set gets."""
        cell = plan.cell
        place = (cell.section, cell.column, cell.row)
        round_up = False
        if not plan.exact:
            round_up = systematic(plan.scaled, self.number, self.bits("mean", *place)) > floor(plan.scaled)
        share, critical = plan.critical_cards, None
        if share is not None:
            critical = systematic(share, self.number, self.bits("critical", *place))
        cells = self.store.find(plan.variant(critical, round_up=round_up)).values()
        values, plain = zip(*((cell.value, not cell.again) for cell in cells), strict=True)
        return Pile(tuple(cells), values, plain, plan.dice.mean, weighed=True)

    def _draw(self, section: str, draw: Draw) -> Pile:
        """The results of a draw, each as often as this deck of the set gets it, by what they are worth.

        Jokers are cards like others: of their J·n/N of the n cards with a result they hold floor or ceiling.
        """
        place = (section,) if draw.label is None else (section, draw.label)
        shares = _in_turn(draw.shares, self.bits("order", *place))
        cards = self._apportion([share.cards for share in shares], "count", *place)
        part = Fraction(len(self.spec.jokers()), self.spec.size)
        on_jokers = self._apportion([part * each for each in cards], "jokers", *place)
        every: list[Share] = []
        chosen: list[int] = []
        for share, own, wild in sorted(
            zip(shares, cards, on_jokers, strict=True), key=lambda each: each[0].worth
        ):
            chosen += range(len(every), len(every) + wild)
            every += [share] * own
        values = tuple(share.worth for share in every)
        return Pile(
            tuple(share.result for share in every), values, (True,) * len(every), on_jokers=tuple(chosen)
        )

    def _apportion(self, shares: Sequence[Fraction], *purpose: str) -> list[int]:
        return apportion(shares, self.number, self.of, self.bits(*purpose))


def _in_turn(shares: Sequence[Share], bits: RandomStream) -> list[Share]:
    """The order in which ``apportion`` should have them: numbers ascending, others at random, those of a level together."""
    ordered = sorted(shares, key=lambda share: share.worth)
    if all(type(share.result) in (int, NoneType) for share in shares):
        return ordered
    levels = [list(level) for _, level in groupby(ordered, key=lambda share: share.worth)]
    return [share for level in bits.shuffled(levels) for share in level]


def _pools(grid: GridSection, column: str) -> Pools:
    """The odds of the pools that are read from a column, up to where a tenth of a card is left."""
    dice = [distribution(cell.roll) for cell in grid.pools() if cell.column == column]
    limit = 8
    while dice[-1].tail(limit) * 500 > 1:
        limit += 8
    return Pools(tuple(d.tails(limit) for d in dice), grid.critical_failure)
