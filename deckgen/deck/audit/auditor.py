"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

from deckgen.deck.audit.means import Exactness, exactness, long_run_mean
from deckgen.deck.audit.pools import Odds, PoolAudit, pool_audits, pool_odds
from deckgen.deck.audit.spread import Balance, Independence, balance, independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset, total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import kept_store
from deckgen.errors import DeckError, Fault
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, Game, GridSection, RollsSection
from deckgen.odds import Distribution as Dice, distribution

_NEXT_TO = Fraction(1, 10)
"""Where no deck can meet a bar, this far in cards from what is proven to be the least will do."""


@dataclass(frozen=True)
class CellAudit:
    """One cell of one deck, or of several decks drawn from in turn.

    ``mean`` and ``long_run_mean`` are exact; the second is over many tasks under the game's rule for
    shuffling. ``tail_error`` is the largest |P(total >= T) of the deck − of the dice|, in cards.
    ``bound`` proves that no deck has a smaller one, where that was asked (for one deck only).
    ``allowance`` is the mean's farthest allowed distance from the target: 0 where it can be exact.
    """

    cell: CellSpec
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
    each: tuple[Audit, ...] = ()

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
    known = kept_store(game).bounds
    odds = [pool_odds(deck, specs[0]) for deck in decks]
    alone = tuple(_audit([deck], game, specs[0], known, [own]) for deck, own in zip(decks, odds, strict=True))
    return alone[0] if len(alone) == 1 else replace(_audit(decks, game, specs[0], known, odds), each=alone)


def _audit(
    decks: Sequence[Deck], game: Game, spec: DeckSpec, known: Mapping[str, Fraction], pools: Sequence[Odds]
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
    )


def _cells(decks: Sequence[Deck], spec: DeckSpec, known: Mapping[str, Fraction]) -> Iterator[CellAudit]:
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        shown = zip(*(deck.cells(section) for deck in decks), strict=True)  # by cell, deck and card
        above: Sequence[Sequence[Cell]] = ()
        for cell, cards in zip(section.cells(), shown, strict=True):
            rises = isinstance(section, GridSection) and section.rising and cell.row > 1
            pairs = zip(chain(*cards), chain(*above), strict=True) if rises else ()
            falls = any(own.value < upper.value for own, upper in pairs)
            yield _cell_audit(cell, section.tail_bar, cards, spec, known, falls=falls)
            above = cards


def _cell_audit(
    cell: CellSpec,
    bar: Fraction,
    shown: Sequence[Sequence[Cell]],
    spec: DeckSpec,
    known: Mapping[str, Fraction],
    *,
    falls: bool = False,
) -> CellAudit:
    """Judge a cell by what it shows, ``shown[d][c]`` on card c of deck d; ``falls``: less than in the row above.

    ``known`` are the bounds that the game's lock file holds.
    """
    roll, count = cell.roll, len(shown)
    dice, why = distribution(roll), exactness(roll, spec.size, spec.draw)
    sets = [multiset(cards) for cards in shown]
    unit = Fraction(1, min(mean_denominator(each.open_cards, spec.size, spec.draw) for each in sets))
    allowance = Fraction(0) if why.possible else unit / count
    error, bound = tail_error(sets, dice, spec) * spec.size, None
    if count == 1:  # what several decks average is judged by each of them
        request = Request(roll, spec.size, spec.draw, sets[0].critical if roll.critical_failure else None)
        bound = known.get(request.key)
        if bound is None and error > bar:
            bound = lower_bound(request, budget=PROVING, reached=error)
    on_jokers = [cards[joker].value for cards in shown for joker in spec.jokers()]  # without chains
    joker_mean = Fraction(sum(on_jokers), len(on_jokers)) if on_jokers else None
    mean = sum((each.mean(spec.draw) for each in sets), Fraction(0)) / count
    off = abs(mean - dice.mean)
    faults = {
        "mean": off > allowance or (off == allowance and allowance > 0),
        "tails": count == 1 and error > (bar if bound is None or bound <= bar else bound + _NEXT_TO),
        "open 1": roll.critical_failure  # it could be read as a natural 1
        and any(each.again and each.value == 1 for each in chain(*shown)),
        "falls": falls,
        "jokers": joker_mean is not None and abs(joker_mean - dice.mean) > Fraction(1, 2),
    }
    long_run = (long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) for cards in shown)
    return CellAudit(
        cell=cell,
        target=dice.mean,
        mean=mean,
        exactness=why,
        open_cards=Fraction(sum(each.open_cards for each in sets), count),
        tail_error=error,
        tail_bar=bar,
        bound=bound,
        long_run_mean=sum(long_run, Fraction(0)) / count,
        joker_mean=joker_mean,
        allowance=allowance,
        faults=tuple(name for name, found in faults.items() if found),
    )


def tail_error(sets: Sequence[Multiset], dice: Dice, spec: DeckSpec) -> Fraction:
    """The largest |P(total >= T) of the decks − of the dice| over every T, as a chance.

    Decks that show the same on their cards, in whatever order, share it.
    """
    counts = Counter(sets).items() if len(sets) > 1 else [(sets[0], 1)]
    return _largest_difference(frozenset(counts), dice, spec.draw)


@lru_cache(maxsize=8192)
def _largest_difference(sets: frozenset[tuple[Multiset, int]], dice: Dice, draw: DrawModel) -> Fraction:
    """The same for different cells and the number of decks that have them.

    Beyond the first T where both are below what was found already, no difference can be larger.
    """
    decks = sum(count for _, count in sets)
    tails = [(total_tails(cell, draw), count) for cell, count in sets]
    length = max(len(tail) for tail, _ in tails)
    worst = Fraction(0)
    for t, theirs in enumerate(dice.tails(length)):
        ours = sum((count * tail[t] for tail, count in tails if t < len(tail)), Fraction(0)) / decks
        worst = max(worst, abs(ours - theirs))
        if max(ours, theirs) <= worst:
            break
    return worst


def _frequencies(decks: Sequence[Deck], spec: DeckSpec) -> Iterator[Frequency]:
    """How often every counted result of every section came up, and should have."""
    count = len(decks)
    for section in spec.sections:
        values = (card.sections[section.name] for deck in decks for card in deck.cards)
        results = zip(*map(section.drawn, values), strict=True)
        for draw, drawn in zip(section.counted(spec.size), results, strict=False):
            found = Counter((type(result), result) for result in drawn)  # true is not 1
            for share in draw.shares:
                if share.name:
                    cards = Fraction(found[type(share.result), share.result], count)
                    yield Frequency(section.name, draw.place, share.name, cards, share.cards, count)
