"""Dealing one deck of a game from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain, groupby, islice
from math import floor
from types import NoneType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from deckgen import __version__
from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.cards import LONGEST_SEED, Card, Deck
from deckgen.deck.deal.apportionment import Apportionment, systematic
from deckgen.deck.deal.library import Library, pile, pools_of
from deckgen.deck.deal.pairing import pair
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.search import deal
from deckgen.deck.deal.table import Pile, PileGroup
from deckgen.deck.solve.column import ColumnRequest, Rounding
from deckgen.deck.solve.cycle import LENGTH
from deckgen.deck.solve.plan import Plan, plan_columns, rounded_request
from deckgen.deck.solve.store import Progress, SolutionStore, game_store
from deckgen.errors import DeckError, Problem
from deckgen.game.model import AnySection, CardValue, DeckSpec, Game, GridSection
from deckgen.game.sections.base import Dealt, Draw, Share

_ATTEMPTS = 4
"""How often a deck is dealt at most, until its cards pass their audit; if none do, the first attempt counts."""


def generate(
    game: Game,
    spec: DeckSpec,
    seed: str,
    number: int = 1,
    of: int = 1,
    progress: Progress | None = None,
) -> Deck:
    """Deck ``number`` of the set of ``of`` decks that ``seed`` stands for.

    What is dealt depends on the game, the seed, the number and ``of``: a set shares out its roundings. Where results
    that meet on cards miss a bar of the audit, they are dealt again, a few times at most.
    Raises DeckError if a roll of the game cannot be carried by a deck of this size.
    """
    if len(seed) > LONGEST_SEED:
        what = f"the seed has {len(seed):,} letters, and may have {LONGEST_SEED}"
        raise DeckError(Problem(str(game.folder), None, "seed", what, "take a shorter one"))
    planned = _planned(game, spec, progress)
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, seed, number, of, spec.draw)
    auditor = deal_auditor(spec)
    decks = (
        Deck(*facts, _cards(_Dealer(spec, seed, number, of, planned, attempt)))
        for attempt in range(_ATTEMPTS)
    )
    first = next(decks)
    found = (deck for deck in chain([first], decks) if auditor.audit_deal(deck).passed)
    return next(found, first)


def _cards(dealer: _Dealer) -> tuple[Card, ...]:
    """The cards, to which all is dealt."""
    spec, number = dealer.spec, (dealer.number, *dealer.again)
    # by name: the order in which a game lists its sections decides nothing
    sections = sorted(spec.sections, key=lambda section: section.name)
    groups = [(section, group) for section in sections for group in dealer.groups(section)]
    dealt = deal([group for _, group in groups], spec.size, spec.jokers(), dealer.bits("deal", *number))
    drawn: dict[str, list[list[Any]]] = {section.name: [] for section in sections}
    for (section, _), rows in zip(groups, dealt, strict=True):
        drawn[section.name] += rows
    values: dict[str, Sequence[CardValue]] = {}
    for section in sections:
        below = dealer.bits("neighbours", section.name, *number).below  # decides the deck: as it is spelled
        values[section.name] = section.on_cards(Dealt(drawn[section.name], spec.faces, below))
    if spec.resolutions:
        values = pair(values, spec, dealer.bits("pairing", *number))
    return tuple(
        Card(impulse, face, {name: column[impulse] for name, column in values.items()})
        for impulse, face in enumerate(spec.faces)
    )


@dataclass
class Planned:
    """What all decks of a spec share: the store and plans of its cells, what is drawn beside them, and what was made of these.

    ``piles`` are those of a column's cells, by its place among the columns and its variants.
    """

    store: SolutionStore
    columns: list[list[Plan]]
    draws: Mapping[str, Sequence[Draw]]
    libraries: Mapping[tuple[str, str], Library]
    piles: dict[tuple[int, tuple[Rounding, ...]], _Piles] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[DeckSpec, Planned] = WeakKeyDictionary()


def _planned(game: Game, spec: DeckSpec, progress: Progress | None) -> Planned:
    """The deck's plans, which are kept as long as its spec."""
    if spec not in _KEPT:
        store = game_store(game)
        store.progress = progress or (lambda _: None)
        draws = {section.name: section.draws(spec.size) for section in spec.sections}
        jokers = len(spec.jokers())
        libraries = {
            (section.name, column.label): Library(store, pools_of(section, column.label), jokers)
            for section in spec.sections
            if isinstance(section, GridSection) and section.reads == "first-n"
            for column in section.columns
        }
        _KEPT[spec] = Planned(store, list(plan_columns(spec, store)), draws, libraries)
    return _KEPT[spec]


class _Piles:
    """What the cells of a column show, by its turn."""

    def __init__(
        self, store: SolutionStore, column: Sequence[Plan], request: ColumnRequest, *, rising: bool
    ) -> None:
        self._store, self._column, self._request, self._rising = store, column, request, rising
        self._cycle = len(store.find(request).order)
        self._found: dict[int, PileGroup] = {}

    def at(self, turn: int) -> PileGroup:
        if turn % self._cycle not in self._found:
            cells = self._store.proved_cells(self._request, turn)
            piles = tuple(pile(plan, cell) for plan, cell in zip(self._column, cells, strict=True))
            self._cycle = len(self._store.find(self._request).order)  # it may have been solved again
            self._found[turn % self._cycle] = PileGroup(piles, rising=self._rising)
        return self._found[turn % self._cycle]


@lru_cache(maxsize=16)
def _orders(spec: DeckSpec, seed: str) -> dict[tuple[str, ...], tuple[list[Share], Apportionment]]:  # noqa: ARG001 (kept by these)
    """By section and draw of the decks of a seed: the order of what they are shared out to, once it is known."""
    return {}


class _Start(NamedTuple):
    """The first number of a stream that all decks of a set share, so that their roundings cancel."""

    words: tuple[str | int, ...]

    def below(self, limit: int, /) -> int:
        return _first(self.words, limit)


@lru_cache(maxsize=1 << 13)
def _first(words: tuple[str | int, ...], limit: int) -> int:
    return RandomStream(*words).below(limit)


@dataclass
class _Dealer:
    """Decides what is on how many cards of one deck; a deck is dealt again with another ``attempt``."""

    spec: DeckSpec
    seed: str
    number: int
    of: int
    planned: Planned
    attempt: int = 0

    def __post_init__(self) -> None:
        self.columns = self.planned.columns
        self.again = (self.attempt,) if self.attempt else ()  # what streams have in addition
        self.orders = _orders(self.spec, self.seed)

    def bits(self, *purpose: str | int) -> RandomStream:
        """A stream for one purpose."""
        return RandomStream(*self._words(purpose))

    def start(self, *purpose: str | int) -> _Start:
        """What a stream begins with, for all decks of the set."""
        return _Start(self._words(purpose))

    def _words(self, purpose: tuple[str | int, ...]) -> tuple[str | int, ...]:
        return ("deck", self.spec.sha256, self.spec.name, self.seed, *purpose)

    def groups(self, section: AnySection) -> Iterator[PileGroup]:
        """What a section's cells show, then the results of its draws, to be dealt."""
        taken = self._columns(section)
        if isinstance(section, GridSection) and section.reads == "first-n":
            for column in section.columns:
                requests, turns, groups = zip(*islice(taken, section.rows), strict=True)
                piles = tuple(pile for group in groups for pile in group.rows)
                yield self.planned.libraries[section.name, column.label].group(piles, requests, turns)
        else:
            yield from (group for *_, group in taken)
        for draw in self.planned.draws[section.name]:
            yield PileGroup((self._draw(section.name, draw),))

    def _columns(self, section: AnySection) -> Iterator[tuple[ColumnRequest, int, PileGroup]]:
        """What the cells of a section's columns show in this deck of the set, column by column.

        With the request whose solutions they are, and the turn.
        """
        kept = self.planned.piles
        for place, column in enumerate(self.columns):
            if column[0].cell.section == section.name:
                variants = tuple(map(self._variant, column))
                turn, request = self._turn(column, variants), rounded_request(column, variants)
                if (place, variants) not in kept:
                    rising = isinstance(section, GridSection) and section.rising
                    kept[place, variants] = _Piles(self.planned.store, column, request, rising=rising)
                yield request, turn, kept[place, variants].at(turn)

    def _variant(self, plan: Plan) -> Rounding:
        """Which way this deck of the set is rounded: the mean where it is not exact, and the critical failures."""
        place = plan.cell.section, plan.cell.column, plan.cell.row
        round_up, critical = False, None
        if not plan.exact:
            round_up = systematic(plan.scaled_target, self.number, self.start("mean", *place)) > floor(
                plan.scaled_target
            )
        if plan.critical_cards is not None:
            critical = systematic(plan.critical_cards, self.number, self.start("critical", *place))
        return Rounding(round_up, critical)

    def _turn(self, column: Sequence[Plan], variants: Sequence[Rounding]) -> int:
        """Whose turn it is in the cycle of the column's solutions: the next ones from where the seed says.

        Of solutions that only some decks need, as many turns are over as such decks should have been. Cells that
        are read together take their turns one after the other, so that their errors cancel on every card; where they
        do not, and a deck is dealt again, these are other turns.
        """
        plan, often = column[0], Fraction(1)
        for each, variant in zip(column, variants, strict=True):
            if len(each.roundings) > 1:
                often *= each.roundings[variant]
        row = 0 if plan.cycle_steps > 1 else plan.cell.row
        start = self.start("turn", plan.cell.section, plan.cell.column, row).below(LENGTH)
        if self.again and plan.cycle_steps > 1:
            start += self.bits("turn", plan.cell.section, plan.cell.column, self.number, *self.again).below(
                LENGTH
            )
        return start + floor(((self.number - 1) * plan.cycle_steps + plan.cycle_offset) * often)

    def _draw(self, section: str, draw: Draw) -> Pile:
        """The results of a draw, each as often as this deck of the set gets it, by what they are worth.

        Jokers are cards like others: of their J·n/N of the n cards with a result they hold floor or ceiling.
        """
        place = (section,) if draw.label is None else (section, draw.label)
        if place not in self.orders:
            ordered = _in_turn(draw.shares, self.bits("order", *place))
            self.orders[place] = ordered, Apportionment([share.cards for share in ordered])
        shares, whole = self.orders[place]
        cards = whole.counts(self.number, self.of, self.start("count", *place))
        jokers = _part(tuple(cards), len(self.spec.jokers()), self.spec.size)
        on_jokers = jokers.counts(self.number, self.of, self.start("jokers", *place))
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


@lru_cache(maxsize=1024)
def _part(cards: tuple[int, ...], jokers: int, size: int) -> Apportionment:
    """The jokers' part of so many cards with each result."""
    return Apportionment([Fraction(jokers * each, size) for each in cards])


def _in_turn(shares: Sequence[Share], bits: RandomStream) -> list[Share]:
    """The order in which ``apportion`` should have them: numbers ascending, others at random, those of a level together."""
    ordered = sorted(shares, key=lambda share: share.worth)
    if all(type(share.result) in (int, NoneType) for share in shares):
        return ordered
    levels = [list(level) for _, level in groupby(ordered, key=lambda share: share.worth)]
    return [share for level in bits.shuffled(levels) for share in level]
