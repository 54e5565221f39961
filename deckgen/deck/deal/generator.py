"""Dealing one deck of a game from a seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, groupby, islice
from math import floor, prod
from types import NoneType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from deckgen import __version__
from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.cards import LONGEST_SEED, Card, Deck
from deckgen.deck.deal.apportionment import Apportionment, round_systematically
from deckgen.deck.deal.library import TURNS, ArrangementLibrary, cell_items, column_pools, row_part, turn_index
from deckgen.deck.deal.pairing import swap_for_resolutions
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.redeal import move_results
from deckgen.deck.deal.table import CellItems, ItemBlock, deal_blocks
from deckgen.deck.solve.column import LENGTH, SET, ColumnRequest, Rounding
from deckgen.deck.solve.plan import Plan, plan_columns, rounded_request
from deckgen.deck.solve.store import Progress, SolutionStore, game_store
from deckgen.errors import DeckError, Problem
from deckgen.game.hero_decks import hero_spec
from deckgen.game.model import AnySection, CardValue, DeckSpec, Game, GridSection
from deckgen.game.rising import joint_shares
from deckgen.game.sections.base import DealtResults, DealtVariable, Share

_ATTEMPTS = 4
"""How often a deck is dealt at most, until it passes its audit. If no attempt does, the first is used."""

_ATTEMPTS_ALIKE = 20
"""How often before that a changed hero's deck is dealt like the earlier one, at most."""


def generate(
    game: Game, spec: DeckSpec, seed: str, number: int = 1, of: int = 1, progress: Progress | None = None
) -> Deck:
    """Return deck ``number`` of the set of ``of`` decks dealt from ``seed``.

    The deck depends on the game, the seed, ``number`` and ``of``, because a set shares out its roundings. If
    results that meet on cards miss an audit limit, the deck is dealt again, a few times at most. A hero's deck that was
    dealt before differs from that on few cards. Raises DeckError if the seed is too long, or no deck of this size can
    carry a roll of the game.
    """
    if len(seed) > LONGEST_SEED:
        message = f"the seed has {len(seed):,} characters; at most {LONGEST_SEED} are allowed"
        raise DeckError(Problem(str(game.folder), None, "seed", message, "use a shorter seed"))
    plan = _deal_plan(game, spec, progress)
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, seed, number, of, spec.draw)
    rulings, hero = game.changed_rulings, spec.hero.to_json() if spec.hero else {}
    models: list[Deck | None] = [None] * _ATTEMPTS
    if spec.hero and (before := spec.hero.earlier):
        models[:0] = [generate(game, hero_spec(game, before), seed, number, of, progress)] * _ATTEMPTS_ALIKE
    decks: list[Deck] = []
    luck: dict[int, int] = {}
    for attempt, earlier in enumerate(models):
        cards = _deal_cards(_Dealer(spec, seed, number, of, plan, attempt), earlier, luck)
        decks.append(Deck(*facts, cards, rulings=rulings, hero=hero))
        audit = deal_auditor(spec).audit_deal(decks[-1])
        if audit.passed:
            return decks[-1]
        luck |= audit.balance.beyond
    return decks[0]


def _deal_cards(dealer: _Dealer, earlier: Deck | None, luck: Mapping[int, int]) -> tuple[Card, ...]:
    """Return the cards of one attempt, swapped for resolutions, in the order of impulse.

    They are like those of an ``earlier`` deck, if there is one; ``luck`` is of the cards that were beyond limits so.
    """
    spec, number = dealer.spec, (dealer.number, *dealer.attempt_words)
    # sorted, so that the order of sections in a game does not matter
    sections = sorted(spec.sections, key=lambda section: section.name)
    groups = [(section, group) for section in sections for group in dealer.blocks(section)]
    stream = dealer.stream("deal", *number)
    block_results = deal_blocks([block for _, block in groups], spec.size, spec.jokers(), stream)
    results_by_section: dict[str, list[list[Any]]] = {section.name: [] for section in sections}
    for (section, _), rows in zip(groups, block_results, strict=True):
        names = spec.rising_with(section.name)
        if len(names) == 1:
            results_by_section[section.name] += rows
        else:  # the one row has a result of each section
            results_by_section |= {
                name: [list(row)] for name, row in zip(names, zip(*rows[0], strict=True), strict=True)
            }
    values: dict[str, Sequence[CardValue]] = {}
    for section in sections:
        below = dealer.stream("neighbours", section.name, *number).below  # this spelling decides the deck
        dealt = DealtResults(results_by_section[section.name], spec.playing_cards, below)
        values[section.name] = section.card_values(dealt)
    if spec.resolutions:
        values = swap_for_resolutions(values, spec, dealer.stream("pairing", *number))
    if earlier:
        values = move_results(values, earlier, spec, luck, dealer.stream("earlier", *number))
    return tuple(
        Card(impulse, face, {name: column[impulse] for name, column in values.items()})
        for impulse, face in enumerate(spec.playing_cards)
    )


@dataclass
class DealPlan:
    """What a spec's decks share. Keys: section; (section, column); those of ``piles`` (column index, roundings)."""

    store: SolutionStore
    columns: list[list[Plan]]
    variables: Mapping[str, Sequence[DealtVariable]]
    libraries: Mapping[tuple[str, str], ArrangementLibrary]
    piles: dict[tuple[int, tuple[Rounding, ...]], _CycleBlocks] = field(default_factory=dict)


_PLANS: WeakKeyDictionary[DeckSpec, DealPlan] = WeakKeyDictionary()


def _deal_plan(game: Game, spec: DeckSpec, progress: Progress | None) -> DealPlan:
    """Return the plan for a spec's decks, cached as long as the spec: ``progress`` is of use the first time only."""
    if spec not in _PLANS:
        store = game_store(game)
        store.progress = progress or (lambda _: None)
        draws = {section.name: section.dealt_variables(spec.size) for section in spec.sections}
        for names in spec.rise_together:  # dealt as one variable, with the first of them
            draws |= dict.fromkeys(names, ())
            draws[names[0]] = (DealtVariable(joint_shares([spec.section(name) for name in names], spec.size)),)
        jokers = len(spec.jokers())
        libraries = {
            (section.name, column.label): ArrangementLibrary(store, column_pools(section, column.label), jokers)
            for section in spec.sections
            if isinstance(section, GridSection) and section.reads == "first-n"
            for column in section.columns
        }
        _PLANS[spec] = DealPlan(store, list(plan_columns(spec, store)), draws, libraries)
    return _PLANS[spec]


class _CycleBlocks:
    """The item blocks of a column, by index of its solutions (modulo their number), with checked cells."""

    def __init__(self, store: SolutionStore, column: Sequence[Plan], request: ColumnRequest, *, rising: bool) -> None:
        self._store, self._column, self._request, self._rising = store, column, request, rising
        self._cycle = store.find(request).length
        self._block_by_index: dict[int, ItemBlock] = {}

    def block_at(self, cycle_index: int) -> ItemBlock:
        """Return the block at an index of the cycle, modulo its length."""
        if cycle_index % self._cycle not in self._block_by_index:
            cells = self._store.checked_cells(self._request, cycle_index)
            piles = tuple(cell_items(plan, cell) for plan, cell in zip(self._column, cells, strict=True))
            self._cycle = self._store.find(self._request).length  # it may have been solved again
            self._block_by_index[cycle_index % self._cycle] = ItemBlock(piles, rising=self._rising)
        return self._block_by_index[cycle_index % self._cycle]


@lru_cache(maxsize=16)
def _share_orders(spec: DeckSpec, seed: str) -> dict[tuple[str, ...], tuple[list[Share], Apportionment]]:  # noqa: ARG001 (kept by these)
    """Return the cache, empty at first, of shares in dealing order by section and variable, for decks of a seed."""
    return {}


class _SharedStart(NamedTuple):
    """The first number of a stream that all decks of a set share, so that their roundings cancel; plus a part of all."""

    purpose: tuple[str | int, ...]
    part: Fraction = Fraction(0)

    def below(self, limit: int, /) -> int:
        return (_first_number(self.purpose, limit) + int(limit * self.part)) % limit


@lru_cache(maxsize=1 << 13)
def _first_number(purpose: tuple[str | int, ...], limit: int) -> int:
    return RandomStream(*purpose).below(limit)


@dataclass
class _Dealer:
    """Decides what is on how many cards of one deck; another ``attempt`` deals it again."""

    spec: DeckSpec
    seed: str
    number: int
    of: int
    plan: DealPlan
    attempt: int = 0

    def __post_init__(self) -> None:
        self.columns = self.plan.columns
        self.attempt_words = (self.attempt,) if self.attempt else ()  # added to the purposes of streams
        self.orders = _share_orders(self.spec, self.seed)

    def stream(self, *purpose: str | int) -> RandomStream:
        """Return the random stream for a purpose of this spec and seed; the deck's own only if the purpose names it."""
        return RandomStream(*self._words(purpose))

    def shared_start(self, *purpose: str | int) -> _SharedStart:
        """Return a random source: the first number of a purpose's stream, the same for all decks of the set."""
        return _SharedStart(self._words(purpose))

    def _words(self, purpose: tuple[str | int, ...]) -> tuple[str | int, ...]:
        return ("deck", self.spec.stream or self.spec.sha256, self.spec.name, self.seed, *purpose)

    def blocks(self, section: AnySection) -> Iterator[ItemBlock]:
        """Yield the blocks to deal: those of a section's cells, then those of its dealt variables."""
        column_blocks = self._column_blocks(section)
        if isinstance(section, GridSection) and section.reads == "first-n":
            for column in section.columns:
                requests, blocks = zip(*islice(column_blocks, section.rows), strict=True)
                piles = tuple(pile for group in blocks for pile in group.rows)
                turn = self._turn(section.name, column.label)
                arranged = self.plan.libraries[section.name, column.label].arranged_block(piles, requests, turn)
                yield replace(arranged, joker_sums=tuple(chain.from_iterable(group.joker_sums for group in blocks)))
        else:
            yield from (group for _, group in column_blocks)
        for variable in self.plan.variables[section.name]:
            yield ItemBlock((self._variable_items(section.name, variable),))

    def _column_blocks(self, section: AnySection) -> Iterator[tuple[ColumnRequest, ItemBlock]]:
        """Yield (request, block) for each column of a section in this deck of the set."""
        cycle_blocks = self.plan.piles
        for index, column in enumerate(self.columns):
            if column[0].cell.section == section.name:
                roundings = self._roundings(column, self.number)
                cycle_index = self._cycle_index(column, roundings)
                request = rounded_request(column, roundings)
                if (index, roundings) not in cycle_blocks:
                    rising = isinstance(section, GridSection) and section.rising
                    blocks = _CycleBlocks(self.plan.store, column, request, rising=rising)
                    cycle_blocks[index, roundings] = blocks
                block = cycle_blocks[index, roundings].block_at(cycle_index)
                sums = map(self._joker_sum, column, block.rows) if self.spec.jokers() else ()
                yield request, replace(block, joker_sums=tuple(sums))

    def _joker_sum(self, plan: Plan, row: CellItems) -> int:
        """Return what the numbers of this deck's jokers sum to in a cell: on average what as many plain cards do."""
        start = self.shared_start("joker sum", plan.cell.section, plan.cell.column, plan.cell.row)
        return row.joker_share(len(self.spec.jokers())).rounded_sum(self.number, start)

    def _roundings(self, column: Sequence[Plan], number: int) -> tuple[Rounding, ...]:
        """Return how a deck of the set rounds means that are not exact, and critical failures.

        The rows of a column share their start if they rise, or are read as pools, and so have fewer combinations.
        """
        roundings = []
        for plan in column:
            cell, part = plan.cell, Fraction(0)
            row = cell.row if len(column) == 1 else 0
            if plan.pooled > 1:
                row, part = 0, row_part(cell.row - 1, plan.pooled)
            round_up, critical = False, None
            if not plan.exact:
                start = self.shared_start("mean", cell.section, cell.column, row)._replace(part=part)
                round_up = round_systematically(plan.steps, number, start) > floor(plan.steps)
            if plan.critical_cards is not None:
                start = self.shared_start("critical", cell.section, cell.column, row)
                critical = round_systematically(plan.critical_cards, number, start)
            roundings.append(Rounding(round_up, critical))
        return tuple(roundings)

    def _turn(self, section: str, column: str) -> int:
        """Return the turn of a column that is read as pools; the seed chooses the first one.

        If the pools of a deck are not near enough to the dice, and it is dealt again, it has another turn.
        """
        turn = self.shared_start("turn", section, column, 0).below(TURNS) + self.number - 1
        if self.attempt_words:
            turn += self.stream("turn", section, column, self.number, *self.attempt_words).below(TURNS)
        return turn

    def _cycle_index(self, column: Sequence[Plan], roundings: tuple[Rounding, ...]) -> int:
        """Return the index of this deck's solution in the column's cycle; the seed chooses where it starts.

        Decks with the same roundings use their solutions in turn: in every eight decks of a set they are counted, and
        for those before, as many have passed as should have.
        """
        cell = column[0].cell
        if column[0].pooled > 1:
            return turn_index(self._turn(cell.section, cell.column), cell.row - 1)
        share = prod(plan.roundings[rounding] for plan, rounding in zip(column, roundings, strict=True))
        start = self.shared_start("turn", cell.section, cell.column, cell.row).below(LENGTH)
        if share == 1:  # every eight decks of a set are solved as one
            block, place = divmod(self.number - 1, SET)
            return (start // SET + block) * SET + (start + place) % SET
        before = (self.number - 1) // SET * SET
        counted = sum(self._roundings(column, number) == roundings for number in range(before + 1, self.number))
        return start + floor(before * share) + counted

    def _variable_items(self, section: str, variable: DealtVariable) -> CellItems:
        """Return the results of a dealt variable on the cards of this deck, sorted by worth.

        Jokers are cards like others: of n cards with a result they hold the floor or the ceiling of J·n/N.
        """
        key = (section,) if variable.label is None else (section, variable.label)
        if key not in self.orders:
            ordered = _order_shares(variable.shares, self.stream("order", *key))
            self.orders[key] = ordered, Apportionment([share.cards for share in ordered])
        shares, apportionment = self.orders[key]
        cards = apportionment.counts(self.number, self.of, self.shared_start("count", *key))
        jokers = _joker_apportionment(tuple(cards), len(self.spec.jokers()), self.spec.size)
        on_jokers = jokers.counts(self.number, self.of, self.shared_start("jokers", *key))
        dealt_shares: list[Share] = []
        joker_items: list[int] = []
        for share, card_count, joker_count in sorted(
            zip(shares, cards, on_jokers, strict=True), key=lambda counted_share: counted_share[0].worth
        ):
            joker_items += range(len(dealt_shares), len(dealt_shares) + joker_count)
            dealt_shares += [share] * card_count
        values = tuple(share.worth for share in dealt_shares)
        results, plain = tuple(share.result for share in dealt_shares), (True,) * len(dealt_shares)
        return CellItems(results, values, plain, joker_items=tuple(joker_items))


@lru_cache(maxsize=1024)
def _joker_apportionment(cards: tuple[int, ...], jokers: int, size: int) -> Apportionment:
    """Return the apportionment of jokers to results, given the number of cards with each result."""
    return Apportionment([Fraction(jokers * count, size) for count in cards])


def _order_shares(shares: Sequence[Share], bits: RandomStream) -> list[Share]:
    """Return shares in the order for ``Apportionment``: numbers, and what rises, ascending, others at random by level."""
    ordered = sorted(shares, key=lambda share: share.worth)
    if all(type(share.result) in (int, NoneType, tuple) for share in shares):
        return ordered
    levels = [list(level) for _, level in groupby(ordered, key=lambda share: share.worth)]
    return [share for level in bits.shuffle(levels) for share in level]
