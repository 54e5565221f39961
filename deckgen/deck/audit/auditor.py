"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.audit.extremes import ExtremeChances, extreme_chances, unprinted
from deckgen.deck.audit.frequencies import Frequency, frequencies
from deckgen.deck.audit.means import Exactness, exactness, long_run_mean
from deckgen.deck.audit.pools import Odds, PoolAudit, pool_audits, pool_odds
from deckgen.deck.audit.resolutions import JointChances, ResolutionAudit, joint_chances, resolution_audits
from deckgen.deck.audit.spread import Balance, Independence, balance, independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset, tail_counts
from deckgen.deck.solve.plan import mixtures
from deckgen.deck.solve.request import Request, rounding, unexplained
from deckgen.deck.solve.store import kept_store
from deckgen.errors import DeckError, Fault
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, Game, GridSection, RollsSection
from deckgen.language import gettext_noop
from deckgen.odds import Distribution as Dice, distribution

_LENGTHS = 64
_NEARLY = 1e-9
"""Far more than floating point may hide of a chance."""
_NEXT_TO = Fraction(1, 10)
"""Where no deck can meet a bar, this far in cards from what is proven to be the least will do."""


@dataclass(frozen=True)
class CellAudit:
    """One cell of one deck, or of several decks drawn from in turn.

    ``mean`` and ``long_run_mean`` are exact; the second is over many tasks under the game's rule for
    shuffling. ``tail_error`` is the largest |P(total >= T) of the deck − of the dice|, in cards.
    ``tail_bar`` is the game's. ``bound`` proves that no deck has a smaller error, where that was asked (for
    one deck only).
    ``allowance`` is the mean's farthest allowed distance from the target: 0 where it can be exact.
    ``mixture`` is the tail error of all seeds together, where the lock file holds it.
    ``extremes`` are the chances in each deck of extremes that have to be exact, if any have.
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
    extremes: tuple[ExtremeChances, ...] = ()
    mixture: Fraction | None = None

    @property
    def residue(self) -> Fraction:
        return self.mean - self.target

    @property
    def exact(self) -> bool:
        return self.residue == 0

    @property
    def proven_minimum(self) -> bool:
        """Whether no deck can meet the game's bar, by proof."""
        return self.bound is not None and self.bound > self.tail_bar

    @property
    def bar(self) -> Fraction:
        """The bar that counts: the game's, or the proven minimum in its place (a tenth of a card above it passes)."""
        return self.bound if self.bound is not None and self.proven_minimum else self.tail_bar

    @property
    def passed(self) -> bool:
        return not self.faults


@dataclass(frozen=True)
class Audit:
    """The audit of one deck, or of several as one set (``each`` then holds one for each deck)."""

    game: Game
    spec: DeckSpec
    decks: tuple[Deck, ...]
    cells: tuple[CellAudit, ...]
    pools: tuple[PoolAudit, ...]
    frequencies: tuple[Frequency, ...]
    resolutions: tuple[ResolutionAudit, ...]
    independence: Independence
    balance: Balance
    each: tuple[Audit, ...] = ()

    @cached_property
    def passed(self) -> bool:
        own = all(c.passed for c in self.cells) and all(f.passed for f in self.frequencies)
        own = own and all(p.passed for p in self.pools) and all(r.passed for r in self.resolutions)
        return own and self.balance.passed and self.independence.passed and all(a.passed for a in self.each)


def audit(decks: Sequence[Deck], game: Game, paths: Sequence[Path] | None = None) -> Audit:
    """Audit decks of one spec, each and all together. Raises DeckError if they are not of one game."""
    files = [Path(f"deck {d.number}") for d in decks] if paths is None else list(paths)
    specs = [spec_of(deck, game, path) for deck, path in zip(decks, files, strict=True)]
    if len({spec.name for spec in specs}) != 1:
        what = "the decks are not of one kind"
        raise DeckError(Fault(str(files[0]), None, "deck", what, "audit decks of one set together"))
    store = kept_store(game)
    known, mixed = store.bounds, mixtures(specs[0], store)
    odds = [pool_odds(deck, specs[0]) for deck in decks]
    settled = [joint_chances(deck, specs[0]) for deck in decks]
    alone = tuple(
        _audit([deck], game, specs[0], known, mixed, [own], [joint])
        for deck, own, joint in zip(decks, odds, settled, strict=True)
    )
    return (
        alone[0]
        if len(alone) == 1
        else replace(_audit(decks, game, specs[0], known, mixed, odds, settled), each=alone)
    )


def _audit(
    decks: Sequence[Deck],
    game: Game,
    spec: DeckSpec,
    known: Mapping[str, Fraction],
    mixed: Mapping[CellSpec, Fraction],
    pools: Sequence[Odds],
    settled: Sequence[Sequence[JointChances]],
) -> Audit:
    return Audit(
        game=game,
        spec=spec,
        decks=tuple(decks),
        cells=tuple(_cells(decks, spec, known, mixed)),
        pools=tuple(pool_audits(pools, spec)),
        frequencies=tuple(frequencies(decks, spec)),
        resolutions=tuple(resolution_audits(settled, spec)),
        independence=independence(decks, spec),
        balance=balance(decks, spec),
    )


def _cells(
    decks: Sequence[Deck], spec: DeckSpec, known: Mapping[str, Fraction], mixed: Mapping[CellSpec, Fraction]
) -> Iterator[CellAudit]:
    """The audit of every rolled cell; ``mixed`` are the tail errors of all seeds together, as far as they are known."""
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        shown = zip(*(deck.cells(section) for deck in decks), strict=True)  # by cell, deck and card
        above: Sequence[Sequence[Cell]] = ()
        for cell, cards in zip(section.cells(), shown, strict=True):
            rises = isinstance(section, GridSection) and section.rising and cell.row > 1
            pairs = zip(chain(*cards), chain(*above), strict=True) if rises else ()
            # a total may fall where a number does, or where an open number stands above one that is not
            falls = any(own.value < upper.value or upper.again > own.again for own, upper in pairs)
            least = section.least_open(cell) if isinstance(section, GridSection) else None
            mixture = mixed.get(cell)
            bar = section.bar(cell)
            yield _cell_audit(cell, bar, cards, spec, known, mixture, given_least=least, falls=falls)
            above = cards


def _cell_audit(
    cell: CellSpec,
    bar: Fraction,
    shown: Sequence[Sequence[Cell]],
    spec: DeckSpec,
    known: Mapping[str, Fraction],
    mixture: Fraction | None = None,
    *,
    given_least: int | None = None,
    falls: bool = False,
) -> CellAudit:
    """Judge a cell by what it shows, ``shown[d][c]`` on card c of deck d.

    ``falls``: some card's total may be less than in the row above. ``given_least``: the game's own least number of open cards.

    What it shows is without the bonus of its roll, which is added to the means in the end.

    ``known`` are the bounds that the game's lock file holds.
    """
    roll, bonus, count = cell.roll.unmodified, cell.roll.bonus, len(shown)
    dice, why = distribution(roll), exactness(roll, spec.size, spec.draw)
    sets = [multiset(cards) for cards in shown]
    unit = Fraction(1, min(mean_denominator(each.open_cards, spec.size, spec.draw) for each in sets))
    allowance = Fraction(0) if why.possible else unit / count
    error, bound = tail_error(sets, dice, spec) * spec.size, None
    critical = sets[0].critical if roll.critical_failure else None
    request = Request(roll, spec.size, spec.draw, critical=critical, given_least=given_least)
    if count == 1:  # what several decks average is judged by each of them
        bound = known.get(request.key)
        if bound is None and error > bar:
            bound = lower_bound(request, budget=PROVING, reached=error)
    on_jokers = [cards[joker].value for cards in shown for joker in spec.jokers()]  # without chains
    joker_mean = Fraction(sum(on_jokers), len(on_jokers)) if on_jokers else None
    mean = sum((each.mean(spec.draw) for each in sets), Fraction(0)) / count
    off = abs(mean - dice.mean)
    extremes = tuple(extreme_chances(roll, cards) for cards in shown) if roll.extremes else ()
    faults = {
        gettext_noop("mean"): off > allowance or (off == allowance and allowance > 0),
        gettext_noop("tails"): count == 1
        and error > (bar if bound is None or bound <= bar else bound + _NEXT_TO),
        gettext_noop("open cards"): any(
            each.again and each.value < request.least_open for each in chain(*shown)
        ),
        gettext_noop("falls"): falls,
        gettext_noop("extremes"): not all(each.exact for each in extremes),
        gettext_noop("jokers"): joker_mean is not None and abs(joker_mean - dice.mean) > Fraction(1, 2),
    }
    long_run = (long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) for cards in shown)
    return CellAudit(
        cell=cell,
        target=dice.mean + bonus,
        mean=mean + bonus,
        exactness=why,
        open_cards=Fraction(sum(each.open_cards for each in sets), count),
        tail_error=error,
        tail_bar=bar,
        bound=bound,
        long_run_mean=sum(long_run, Fraction(0)) / count + bonus,
        joker_mean=None if joker_mean is None else joker_mean + bonus,
        allowance=allowance,
        faults=tuple(name for name, found in faults.items() if found),
        extremes=extremes,
        mixture=mixture,
    )


def tail_error(sets: Sequence[Multiset], dice: Dice, spec: DeckSpec) -> Fraction:
    """The largest |P(total >= T) of the decks − of the dice| over every T, as a chance.

    Decks that show the same on their cards, in whatever order, share it.
    """
    counts = Counter(sets).items() if len(sets) > 1 else [(sets[0], 1)]
    return _largest_difference(frozenset(counts), dice, spec.draw)


@lru_cache(maxsize=1024)
def _floats(dice: Dice, length: int) -> NDArray[np.float64]:
    """The dice's P(total >= T) by T."""
    return np.array(dice.tails_float(length))


@lru_cache(maxsize=8192)
def _largest_difference(sets: frozenset[tuple[Multiset, int]], dice: Dice, draw: DrawModel) -> Fraction:
    """The same for different cells and the number of decks that have them.

    Where extremes are confirmed, they are judged by themselves; and how many cards fail critically is judged as
    a frequency. All totals are compared in floating point first, and those that may be the worst in fractions.
    """
    size, decks = next(iter(sets))[0].size, sum(count for _, count in sets)
    apart = unprinted(dice.roll, size)
    first = dice.least_safe + 1 if dice.critical_failure else 0
    failing = Fraction(sum(cell.critical * count for cell, count in sets), decks)
    off = rounding(dice, size, failing)
    tails = [(*tail_counts(cell, draw), count) for cell, count in sets]
    length = -(-max(len(counts) for counts, *_ in tails) // _LENGTHS) * _LENGTHS  # few lengths, for caches
    theirs, nearly = dice.tails(length), _floats(dice, length)

    def ours(t: int) -> Fraction:
        each = (Fraction(counts[t] * times, whole) for counts, whole, times in tails if t < len(counts))
        return sum(each, Fraction(0)) / decks

    about = np.zeros(length + 1)
    for counts, whole, times in tails:
        about[: len(counts)] += np.array([float(times * count / whole) for count in counts])
    error, explained = about / decks - nearly, nearly * float(off)
    beyond = np.abs(error - np.clip(error, np.minimum(explained, 0), np.maximum(explained, 0)))
    judged = [t for t in range(first, length + 1) if t not in apart]
    worst = beyond[judged].max(initial=0) - _NEARLY
    exact = (unexplained(ours(t) - theirs[t], theirs[t] * off) for t in judged if beyond[t] >= worst)
    return max(exact, default=Fraction(0))
