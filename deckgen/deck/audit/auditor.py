"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from deckgen.deck.audit.exactness import Exactness, exactness
from deckgen.deck.audit.long_run import long_run_mean
from deckgen.deck.audit.pools import Odds, PoolAudit, pool_audits, pool_odds
from deckgen.deck.audit.spread import Balance, Independence, balance, independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, multiset, total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import open_store
from deckgen.errors import DeckError, Fault
from deckgen.game.model import (
    Cell,
    DeckSpec,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    RollsSection,
    Scalar,
    StackSection,
    TableSection,
    TextSection,
)
from deckgen.odds import Distribution as Dice, distribution

_NEXT_TO = Fraction(1, 10)
"""Where no deck can meet a bar, this far in cards from the proven limit will do."""


@dataclass(frozen=True)
class CellAudit:
    """One cell of one deck, or of several decks drawn from in turn.

    ``mean`` and ``long_run_mean`` are exact; the second is over many tasks under the game's rule for
    shuffling. ``tail_error`` is the largest |P(total >= T) of the deck − of the dice|, in cards.
    ``bound`` proves that no deck has a smaller one, where that was asked (for one deck only).
    ``allowance`` is the mean's farthest allowed distance from the target: 0 where it can be exact.
    """

    cell: Cell
    target: Fraction
    mean: Fraction
    exactness: Exactness
    open_cards: Fraction
    tail_error: Fraction
    tail_bar: Fraction
    bound: Fraction | None
    long_run_mean: Fraction
    joker_mean: Fraction | None
    allowance: Fraction
    faults: tuple[str, ...]

    @property
    def residue(self) -> Fraction:
        return self.mean - self.target

    @property
    def exact(self) -> bool:
        return self.residue == 0

    @property
    def passed(self) -> bool:
        return not self.faults


@dataclass(frozen=True)
class Frequency:
    """How many cards carry a value, and how many should; ``cards`` is a mean over several decks."""

    section: str
    place: str
    value: str
    cards: Fraction
    target: Fraction
    decks: int

    @property
    def passed(self) -> bool:
        """Within one card over all decks together, and equal where the share is whole."""
        off = abs(self.cards - self.target) * self.decks
        return off == 0 if self.target.denominator == 1 else off < 1


@dataclass(frozen=True)
class Audit:
    """The audit of one deck, or of several as one set (``each`` then holds one for each deck)."""

    game: Game
    spec: DeckSpec
    decks: tuple[Deck, ...]
    cells: tuple[CellAudit, ...]
    pools: tuple[PoolAudit, ...]
    frequencies: tuple[Frequency, ...]
    independence: Independence
    balance: Balance
    each: tuple[Audit, ...]

    @cached_property
    def passed(self) -> bool:
        own = all(c.passed for c in self.cells) and all(f.passed for f in self.frequencies)
        own = own and all(p.passed for p in self.pools)
        return own and self.balance.passed and self.independence.passed and all(a.passed for a in self.each)


def audit(decks: Sequence[Deck], game: Game, paths: Sequence[Path] | None = None) -> Audit:
    """Audit decks of one spec, each and all together. Raises DeckError if they are not of one game."""
    files = [Path(f"deck {d.number}") for d in decks] if paths is None else list(paths)
    specs = [spec_of(deck, game, path) for deck, path in zip(decks, files, strict=True)]
    if len({spec.name for spec in specs}) != 1:
        what = "the decks are not of one kind"
        raise DeckError(Fault(str(files[0]), None, "deck", what, "audit decks of one set together"))
    known = open_store(game).bounds
    pools = [pool_odds(deck, specs[0]) for deck in decks]
    alone = [
        _audit([deck], specs[0], game, (), known, [odds]) for deck, odds in zip(decks, pools, strict=True)
    ]
    return alone[0] if len(alone) == 1 else _audit(list(decks), specs[0], game, tuple(alone), known, pools)


def _audit(
    decks: list[Deck],
    spec: DeckSpec,
    game: Game,
    each: tuple[Audit, ...],
    known: Mapping[str, Fraction],
    pools: list[Odds],
) -> Audit:
    return Audit(
        game=game,
        spec=spec,
        decks=tuple(decks),
        cells=tuple(_cells(decks, spec, known)),
        pools=tuple(pool_audits(pools, spec)),
        frequencies=tuple(_frequencies(decks, spec)),
        independence=independence(decks, spec),
        balance=balance(decks, spec),
        each=each,
    )


def _cells(decks: Sequence[Deck], spec: DeckSpec, known: Mapping[str, Fraction]) -> Iterator[CellAudit]:
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        above: list[list[int]] | None = None
        for cell in section.cells():
            shown = [cells_of(deck, cell, section) for deck in decks]
            printed = [[c["value"] for c in cards] for cards in shown]
            if cell.row == 1 or not (isinstance(section, GridSection) and section.rising):
                above = None
            yield _cell(cell, section.tail_bar, shown, above, decks, spec, known)
            above = printed


def cells_of(deck: Deck, cell: Cell, section: GridSection | RollsSection) -> list[Mapping[str, Any]]:
    """The deck.json cell of every card, card 0 first."""
    if isinstance(section, RollsSection):
        return [{"value": card.sections[cell.section][cell.column]} for card in deck.cards]
    return [card.sections[cell.section][cell.column][cell.row - 1] for card in deck.cards]


def _cell(
    cell: Cell,
    bar: Fraction,
    shown: list[list[Mapping[str, Any]]],
    above: list[list[int]] | None,
    decks: Sequence[Deck],
    spec: DeckSpec,
    known: Mapping[str, Fraction],
) -> CellAudit:
    dice = distribution(cell.roll)
    sets = [multiset(cards) for cards in shown]
    count = len(decks)
    mean = sum((s.mean(spec.draw) for s in sets), Fraction(0)) / count
    open_cards = Fraction(sum(s.open_cards for s in sets), count)
    why = exactness(cell.roll, spec.size, spec.draw)
    unit = Fraction(1, min(why.denominator(s.open_cards) for s in sets))
    allowance = Fraction(0) if why.possible else unit / count
    error = tail_error(sets, dice, spec)
    jokers = spec.jokers()
    joker_mean = None
    if jokers:
        values = [cards[i]["value"] for cards in shown for i in jokers]
        joker_mean = Fraction(sum(values), len(values))
    long_run = [long_run_mean(cards, jokers, spec.draw, spec.reshuffle) for cards in shown]
    faults = []
    if abs(mean - dice.mean) > allowance or (abs(mean - dice.mean) == allowance and allowance):
        faults.append("mean")
    bound = None
    if count == 1:  # what several decks average is judged by each of them
        critical = sets[0].critical if _fails(cell) else None
        request = Request(cell.roll, spec.size, spec.draw, critical)
        bound = known.get(request.key)
        if bound is None and error * spec.size > bar:
            bound = lower_bound(request, budget=PROVING, reached=error * spec.size)
        if error * spec.size > _limit(bar, bound):
            faults.append("tails")
    if (
        any(c.get("again") and c["value"] == 1 for cards in shown for c in cards)
        and cell.roll.critical_failure
    ):
        faults.append("open 1")
    if above and any(
        v < a
        for vs, before in zip(_values(shown), above, strict=True)
        for v, a in zip(vs, before, strict=True)
    ):
        faults.append("falls")
    if joker_mean is not None and abs(joker_mean - dice.mean) > Fraction(1, 2):
        faults.append("jokers")
    return CellAudit(
        cell=cell,
        target=dice.mean,
        mean=mean,
        exactness=why,
        open_cards=open_cards,
        tail_error=error * spec.size,
        tail_bar=bar,
        bound=bound,
        long_run_mean=sum(long_run, Fraction(0)) / count,
        joker_mean=joker_mean,
        allowance=allowance,
        faults=tuple(faults),
    )


def _fails(cell: Cell) -> bool:
    return cell.roll.critical_failure


def _limit(bar: Fraction, bound: Fraction | None) -> Fraction:
    """The largest tail error that passes: the bar, or next to what no deck can do better."""
    if bound is None or bound <= bar:
        return bar
    return bound + _NEXT_TO


def _values(shown: list[list[Mapping[str, Any]]]) -> list[list[int]]:
    return [[c["value"] for c in cards] for cards in shown]


def tail_error(sets: Sequence[Multiset], dice: Dice, spec: DeckSpec) -> Fraction:
    """The largest |P(total >= T) of the decks − of the dice| over every T, as a chance.

    Beyond the first T where both are below what was found already, no difference can be larger.
    """
    tails = [total_tails(s, spec.draw) for s in sets]
    worst, t = Fraction(0), 1
    while True:
        ours = sum((tail[t] for tail in tails if t < len(tail)), Fraction(0)) / len(tails)
        theirs = dice.tail(t)
        worst = max(worst, abs(ours - theirs))
        if max(ours, theirs) <= worst:
            return worst
        t += 1


def _frequencies(decks: Sequence[Deck], spec: DeckSpec) -> Iterator[Frequency]:
    count = len(decks)
    for section in spec.sections:
        values = [card.sections[section.name] for deck in decks for card in deck.cards]
        match section:
            case DistributionSection() | TextSection() | FixedSection():
                found = Counter((type(v), v) for v in values)
                for o in section.outcomes:
                    cards = Fraction(found[type(o.value), o.value], count)
                    yield Frequency(section.name, "", _name(o.value), cards, o.cards, count)
            case StackSection():
                standard = Counter(v["stack"][v["standard"]] for v in values)
                for place in section.places():
                    cards = Fraction(standard[place.name], count)
                    yield Frequency(section.name, "", place.name, cards, place.cards, count)
            case MarksSection():
                marked = Counter(i for v in values for i in v)
                for i in range(1, section.count + 1):
                    yield Frequency(
                        section.name, "", str(i), Fraction(marked[i], count), section.cards, count
                    )
            case TableSection():
                yield from _table_frequencies(section, values, count)
            case GridSection():
                yield from _critical_frequencies(section, values, spec, count)


def _table_frequencies(table: TableSection, values: list[Any], count: int) -> Iterator[Frequency]:
    for label, base in zip(table.columns, table.base, strict=True):
        shifts = Counter(v[label][0] - base[0] for v in values)
        for o in table.variation:
            assert isinstance(o.value, int)
            cards = Fraction(shifts[o.value], count)
            yield Frequency(table.name, label, f"{o.value:+d}", cards, o.cards, count)


def _critical_frequencies(
    grid: GridSection, values: list[Any], spec: DeckSpec, count: int
) -> Iterator[Frequency]:
    for cell in grid.cells():
        if not cell.roll.critical_failure:
            continue
        found = sum(bool(v[cell.column][cell.row - 1].get("critical_failure")) for v in values)
        target = distribution(cell.roll).critical_failure * spec.size
        place = f"{cell.column}-{cell.row}"
        yield Frequency(grid.name, place, "critical failure", Fraction(found, count), target, count)


def _name(value: Scalar) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)
