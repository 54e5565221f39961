"""Dealing one deck of a game from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, assert_never

from deckgen import __version__
from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.apportionment import apportion, systematic
from deckgen.deck.deal.placement import Pile, PileGroup
from deckgen.deck.deal.polish import deal
from deckgen.deck.deal.pools import Pools
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.plan import Plan, plans
from deckgen.deck.solve.store import Progress, Store, open_store
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    Outcome,
    RollsSection,
    Scalar,
    StackSection,
    TableSection,
    TextSection,
)
from deckgen.odds import distribution

Dealt = list[list[list[Any]]]
"""By block and row, one item for each card."""


@dataclass(frozen=True)
class _Part:
    """A section's blocks to be dealt, and how their items become its value on each card."""

    blocks: tuple[PileGroup, ...]
    values: Callable[[Dealt], Sequence[Any]]


def generate(
    game: Game,
    spec: DeckSpec,
    seed: str,
    number: int = 1,
    of: int = 1,
    progress: Progress | None = None,
) -> Deck:
    """Deck ``number`` of the set of ``of`` decks that ``seed`` stands for.

    What is dealt depends on the game, the seed and the number only. Raises DeckError if a roll of
    the game cannot be carried by a deck of this size.
    """
    dealer = _Dealer(spec, seed, number, open_store(game, progress))
    # by name: the order in which a game lists its sections decides nothing
    parts = {section.name: dealer.part(section) for section in sorted(spec.sections, key=lambda s: s.name)}
    blocks = [block for part in parts.values() for block in part.blocks]
    dealt = deal(blocks, spec.size, spec.jokers(), dealer.bits("deal", number))
    values: dict[str, Sequence[Any]] = {}
    for name, part in parts.items():
        own, dealt = dealt[: len(part.blocks)], dealt[len(part.blocks) :]
        values[name] = part.values(own)
    cards = tuple(
        Card(impulse, face, {name: column[impulse] for name, column in values.items()})
        for impulse, face in enumerate(spec.faces)
    )
    return Deck(
        generator=f"deckgen {__version__}",
        game=game.id,
        deck=spec.name,
        spec_sha256=spec.sha256,
        seed=seed,
        number=number,
        of=of,
        draw=spec.draw,
        cards=cards,
    )


class _Dealer:
    """Makes the parts of one deck: what is on how many of its cards."""

    def __init__(self, spec: DeckSpec, seed: str, number: int, store: Store) -> None:
        self.spec = spec
        self.seed = seed
        self.number = number
        self.store = store
        self.plans = list(plans(spec, store))

    def bits(self, *purpose: str | int) -> RandomStream:
        """A stream for one purpose. Roundings share one for all decks of a set, so that they cancel."""
        return RandomStream("deck", self.spec.sha256, self.spec.name, self.seed, *purpose)

    def part(self, section: AnySection) -> _Part:
        match section:
            case GridSection() | RollsSection():
                return self._rolled(section)
            case DistributionSection() | TextSection():
                return self._drawn(section.name, section.outcomes)
            case StackSection():
                return self._stack(section)
            case MarksSection():
                return self._marks(section)
            case TableSection():
                return self._table(section)
            case OrdinalSection() | FixedSection():
                return _Part((), lambda _: _follows(section, self.spec))
            case _:
                assert_never(section)

    def _rolled(self, section: GridSection | RollsSection) -> _Part:
        columns: dict[str, list[Plan]] = {}
        for plan in self.plans:
            if plan.cell.section == section.name:
                columns.setdefault(plan.cell.column, []).append(plan)
        rising = isinstance(section, GridSection) and section.rising
        rows = {label: [self._row(plan) for plan in column] for label, column in columns.items()}
        if rising:
            blocks = tuple(PileGroup(tuple(column), rising=True) for column in rows.values())
        elif isinstance(section, GridSection) and section.reads == "first-n":
            blocks = tuple(
                PileGroup(tuple(column), rising=False, pools=_pools(section, label))
                for label, column in rows.items()
            )
        else:
            blocks = tuple(PileGroup((row,), rising=False) for column in rows.values() for row in column)

        def values(dealt: Dealt) -> list[dict[str, Any]]:
            flat = iter([row for block in dealt for row in block])
            by_column = {label: [next(flat) for _ in column] for label, column in rows.items()}
            cards: list[dict[str, Any]] = []
            for card in range(self.spec.size):
                here = {label: [row[card] for row in column] for label, column in by_column.items()}
                if isinstance(section, RollsSection):
                    cards.append({label: column[0]["value"] for label, column in here.items()})
                else:
                    cards.append(here)
            return cards

        return _Part(blocks, values)

    def _row(self, plan: Plan) -> Pile:
        cells = self._multiset(plan).values()
        return Pile(
            items=tuple(cells),
            values=tuple(cell["value"] for cell in cells),
            plain=tuple("again" not in cell for cell in cells),
            target=plan.dice.mean,
            weighed=True,
        )

    def _multiset(self, plan: Plan) -> Multiset:
        """The solution that this deck of the set gets."""
        cell = plan.cell
        place = (cell.section, cell.column, cell.row)
        round_up = systematic(plan.scaled, self.number, self.bits("mean", *place)) > floor(plan.scaled)
        share, critical = plan.critical_cards, None
        if share is not None:
            others = self.spec.size - share
            critical = apportion((share, others), self.number, self.bits("critical", *place))[0]
        return self.store.find(plan.variant(critical, round_up=round_up))

    def _counts(self, shares: Sequence[Fraction], *purpose: str) -> list[int]:
        return apportion(shares, self.number, self.bits("count", *purpose))

    def _block(self, items: Sequence[Any], values: Sequence[int], counts: Sequence[int]) -> PileGroup:
        """One row that shows ``items[i]``, worth ``values[i]``, on ``counts[i]`` cards."""
        order = sorted(range(len(items)), key=lambda i: values[i])
        every = [i for i in order for _ in range(counts[i])]
        row = Pile(
            items=tuple(items[i] for i in every),
            values=tuple(values[i] for i in every),
            plain=(True,) * len(every),
            target=None,
            weighed=False,
        )
        return PileGroup((row,), rising=False)

    def _drawn(self, name: str, outcomes: Sequence[Outcome]) -> _Part:
        counts = self._counts([outcome.cards for outcome in outcomes], name)
        values = [outcome.value for outcome in outcomes]
        block = self._block(values, _worth(values), counts)
        return _Part((block,), lambda dealt: dealt[0][0])

    def _stack(self, stack: StackSection) -> _Part:
        places = stack.places()
        level_of = {place.name: i for i, level in enumerate(stack.levels) for place in level}
        counts = self._counts([place.cards for place in places], stack.name)
        names = [place.name for place in places]
        block = self._block(names, [level_of[name] for name in names], counts)
        bits = self.bits("neighbours", stack.name, self.number)

        def pile(standard: str) -> dict[str, Any]:
            entries = [
                standard if i == stack.standard else self._neighbour(stack, standard, i, level_of, bits)
                for i in range(stack.height)
            ]
            return {"stack": entries, "standard": stack.standard}

        return _Part((block,), lambda dealt: [pile(standard) for standard in dealt[0][0]])

    def _neighbour(
        self, stack: StackSection, standard: str, i: int, level_of: dict[str, int], bits: RandomStream
    ) -> str:
        """The place ``standard − i`` levels up, on either side as its shares say; the end repeats itself."""
        level = level_of[standard] + stack.standard - i
        around = stack.levels[min(max(level, 0), len(stack.levels) - 1)]
        whole = sum((place.cards for place in around), Fraction(0))
        pick = Fraction(bits.below(1 << 32), 1 << 32) * whole
        for place in around:
            pick -= place.cards
            if pick < 0:
                return place.name
        return around[-1].name

    def _marks(self, marks: MarksSection) -> _Part:
        size = self.spec.size
        blocks = []
        for i in range(1, marks.count + 1):
            counts = self._counts([size - marks.cards, marks.cards], marks.name, str(i))
            blocks.append(self._block([0, i], [0, 1], counts))

        def values(dealt: Dealt) -> list[list[int]]:
            return [[block[0][card] for block in dealt if block[0][card]] for card in range(size)]

        return _Part(tuple(blocks), values)

    def _table(self, table: TableSection) -> _Part:
        shifts = [outcome.value for outcome in table.variation]
        blocks = []
        for label in table.columns:
            counts = self._counts([outcome.cards for outcome in table.variation], table.name, label)
            blocks.append(self._block(shifts, _worth(shifts), counts))

        def values(dealt: Dealt) -> list[dict[str, list[int]]]:
            return [
                {
                    label: [number + block[0][card] for number in base]
                    for label, base, block in zip(table.columns, table.base, dealt, strict=True)
                }
                for card in range(self.spec.size)
            ]

        return _Part(tuple(blocks), values)


def _pools(grid: GridSection, column: str) -> Pools:
    """The odds of the pools that are read from a column, up to where a tenth of a card is left."""
    dice = [distribution(cell.roll) for cell in grid.pools() if cell.column == column]
    limit = 8
    while dice[-1].tail(limit) * 500 > 1:
        limit += 8
    return Pools(tuple(d.tails(limit) for d in dice), grid.critical_failure)


def _worth(values: Sequence[Scalar]) -> list[int]:
    """A number for each value, for correlations: the value itself, or its place among words."""
    if all(isinstance(value, int) or value is None for value in values):
        return [0 if value is None else int(value) for value in values]
    return list(range(len(values)))


def _follows(section: OrdinalSection | FixedSection, spec: DeckSpec) -> Sequence[Scalar]:
    """What follows from the card itself: nothing is dealt."""
    if isinstance(section, FixedSection):
        return section.values
    if section.source == "impulse":
        return list(range(spec.size))
    suits = list(dict.fromkeys(face.suit for face in spec.faces if face.suit is not None))
    if section.source == "suit":
        return [None if face.suit is None else suits.index(face.suit) + 1 for face in spec.faces]
    ranks = list(dict.fromkeys(face.rank for face in spec.faces if not face.joker))
    first = next((i for i, face in enumerate(spec.faces) if not face.joker), 0)
    return [
        ranks.index(face.rank) + 1 if not face.joker else 0 if i < first else len(ranks) + 1
        for i, face in enumerate(spec.faces)
    ]
