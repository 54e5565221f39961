"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count
from math import lcm
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deckgen.deck.audit.dealing import Dealing, deal_auditor
from deckgen.deck.audit.extremes import ExtremeChances, extreme_chances, unprinted
from deckgen.deck.audit.frequencies import Counts, Frequency, FrequencyAuditor
from deckgen.deck.audit.means import Exactness, exactness, long_run_mean_of
from deckgen.deck.audit.pools import PoolAudit, PoolSums
from deckgen.deck.audit.resolutions import JointSums, ResolutionAudit
from deckgen.deck.audit.spread import Balance, Independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import NEXT_TO, PROVING, lower_bound, none_within
from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset, tail_counts
from deckgen.deck.solve.plan import mixtures
from deckgen.deck.solve.request import Request, rounding, unexplained
from deckgen.deck.solve.store import kept_store
from deckgen.errors import DeckError, Fault
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, Game, GridSection, RollsSection
from deckgen.language import gettext_noop
from deckgen.odds import Distribution as Dice, distribution
from deckgen.records import record

_LENGTHS = 64
_NEARLY = 1e-9
"""Far more than floating point may hide of a chance."""
_JOKERS = gettext_noop("jokers")
_NOTHING = Multiset(0, (), ())
_FEW = 13
"""Of decks that are not kept, so many are: those that a certificate names."""


@record
class CellAudit:
    """One cell of one deck, or of several decks drawn from in turn.

    ``mean`` and ``long_run_mean`` are exact; the second is over many tasks under the game's rule for
    shuffling. ``tail_error`` is the largest |P(total >= T) of the deck − of the dice|, in cards.
    ``tail_bar`` is the game's. ``bound`` proves that no deck has a smaller error, where that was asked (for
    one deck only).
    ``allowance`` is the mean's farthest allowed distance from the target: 0 where it can be exact.
    ``mixture`` is the tail error of all seeds together, where the lock file holds it.
    ``extremes`` are the chances in each deck of extremes that have to be exact, if any have. ``shown`` is what is on
    the cards, and in how many decks.
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
    shown: tuple[tuple[Multiset, int], ...] = ()

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


@record
class Audit:
    """The audit of one deck, or of several as one set (``each`` then holds one for each deck).

    Of decks that were not kept, ``decks`` has the first few and ``each`` nothing: ``count`` says how many there are,
    and ``failed`` which of them, by their numbers, did not pass by themselves.
    """

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
    count: int = 1
    failed: tuple[int, ...] = ()

    @cached_property
    def passed(self) -> bool:
        own = all(c.passed for c in self.cells) and all(f.passed for f in self.frequencies)
        own = own and all(p.passed for p in self.pools) and all(r.passed for r in self.resolutions)
        own = own and self.balance.passed and self.independence.passed
        return own and not self.failed and all(a.passed for a in self.each)


class CellReading(NamedTuple):
    """What an audit reads off a cell of one deck: all that it says depends on this.

    ``on_jokers`` is what the jokers show, ``joker_sum`` the sum of their numbers, and ``lowest_open`` the lowest
    number of an open card. ``falls``: some card's total may be less than in the row above.
    """

    cards: Multiset
    on_jokers: Multiset
    joker_sum: int
    lowest_open: int | None
    extremes: ExtremeChances | None = None
    falls: bool = False


class DeckReading(NamedTuple):
    """What an audit reads off one deck."""

    deck: Deck
    cells: Sequence[CellReading]
    counts: Counts
    dealing: Dealing


@record
class _Judged:
    """A rolled cell and what it is judged by; ``rises``: beside the one above it."""

    cell: CellSpec
    bar: Fraction
    least: int | None
    mixture: Fraction | None
    rises: bool


class Auditor:
    """Reads decks of a spec, and judges what was read, of one deck or of many.

    What was found out about a cell is kept, for other decks that show the same in it.
    """

    def __init__(self, game: Game, spec: DeckSpec) -> None:
        store = kept_store(game)
        self.game, self.spec, self.bounds = game, spec, store.bounds
        mixed = mixtures(spec, store)
        self.sections = [each for each in spec.sections if isinstance(each, GridSection | RollsSection)]
        self.cells = [
            _Judged(
                cell,
                section.bar(cell),
                section.least_open(cell) if isinstance(section, GridSection) else None,
                mixed.get(cell),
                isinstance(section, GridSection) and section.rising and cell.row > 1,
            )
            for section in self.sections
            for cell in section.cells()
        ]
        self.frequencies, self.dealing = FrequencyAuditor(spec), deal_auditor(spec)
        self._known = lru_cache(maxsize=1 << 15)(self._but_jokers)

    def read(self, deck: Deck) -> DeckReading:
        """What there is to judge in a deck."""
        cells: list[CellReading] = []
        shown = [cards for section in self.sections for cards in deck.cells(section)]
        for judged, above, cards in zip(self.cells, [(), *shown], shown, strict=False):
            pairs = zip(cards, above, strict=True) if judged.rises else ()
            # a total may fall where a number does, or where an open number stands above one that is not
            falls = any(own.value < upper.value or upper.again > own.again for own, upper in pairs)
            cells.append(read_cell(judged.cell, cards, self.spec)._replace(falls=falls))
        return DeckReading(deck, cells, self.frequencies.read(deck), self.dealing.find(deck))

    def alone(self, read: DeckReading) -> Audit:
        """The audit of one deck."""
        found = read.dealing
        return Audit(
            game=self.game,
            spec=self.spec,
            decks=(read.deck,),
            cells=tuple(map(self._alone, range(len(self.cells)), read.cells)),
            pools=found.pools,
            frequencies=tuple(self.frequencies.judge(read.counts)),
            resolutions=found.resolutions,
            independence=found.independence,
            balance=found.balance,
        )

    def judge(self, some: DeckReadings) -> Audit:
        """The audit of decks as one set."""
        return Audit(
            game=self.game,
            spec=self.spec,
            decks=tuple(some.decks),
            cells=tuple(map(self._cell, self.cells, some.cells, some.extremes)),
            pools=tuple(some.pools.audits(self.spec)),
            frequencies=tuple(self.frequencies.judge(some.counts)),
            resolutions=tuple(some.joint.audits(self.spec)),
            independence=self.dealing.spread.independence(some.moments),
            balance=some.balance,
            count=some.count,
        )

    def _alone(self, place: int, read: CellReading) -> CellAudit:
        """The audit of a cell of one deck: all but what lies on the jokers is known of many."""
        known = self._known(place, read._replace(on_jokers=_NOTHING, joker_sum=0))
        joker_mean, long_run, unfair = _on_jokers(Counter([read]), known.cell, self.spec)
        faults = (*(fault for fault in known.faults if fault != _JOKERS), *([_JOKERS] if unfair else []))
        return replace(known, joker_mean=joker_mean, long_run_mean=long_run, faults=faults)

    def _but_jokers(self, place: int, read: CellReading) -> CellAudit:
        return self._cell(self.cells[place], Counter([read]), [read.extremes] if read.extremes else [])

    def _cell(
        self, judged: _Judged, read: Counter[CellReading], extremes: Sequence[ExtremeChances]
    ) -> CellAudit:
        given = judged.cell, judged.bar, read, self.spec, self.bounds, judged.mixture
        return cell_audit(*given, given_least=judged.least, extremes=extremes)


class DeckReadings:
    """What was read off some decks, added up; with ``kept`` it has all of the decks, else the first few."""

    def __init__(self, auditor: Auditor, first: DeckReading, *, kept: bool) -> None:
        self.auditor, self._kept = auditor, kept
        self.count = 1
        self.decks = [first.deck]
        self.cells = [Counter([cell]) for cell in first.cells]
        self.extremes = [[cell.extremes] if cell.extremes else [] for cell in first.cells]
        self.counts = first.counts
        self.pools, self.joint = PoolSums(first.dealing.odds), JointSums(first.dealing.joint)
        self.moments, self.balance = first.dealing.moments, first.dealing.balance

    def add(self, read: DeckReading) -> None:
        """Add what was read off another deck."""
        if self._kept or len(self.decks) < _FEW:
            self.decks.append(read.deck)
        for cells, extremes, cell in zip(self.cells, self.extremes, read.cells, strict=True):
            cells[cell] += 1
            if cell.extremes and (self._kept or cell.extremes not in extremes):
                extremes.append(cell.extremes)
        self.counts.add(read.counts)
        self.pools.add(read.dealing.odds)
        self.joint.add(read.dealing.joint)
        self.moments += read.dealing.moments
        cards = self.count * read.deck.size
        self.balance = self.balance.joined(read.dealing.balance, cards, kept=self._kept)
        self.count += 1


@lru_cache(maxsize=8)
def auditor_of(game: Game, spec: DeckSpec) -> Auditor:
    """The auditor of a spec."""
    return Auditor(game, spec)


def audit(decks: Iterable[Deck], game: Game, paths: Iterable[Path] | None = None) -> Audit:
    """Audit decks of one spec, each and all together. Raises DeckError if they are not of one game.

    A list of decks is kept, with the audit of each. Any other iterable is gone through once, and what is kept does
    not grow with the number of decks: so a run of any length is audited as one set.
    """
    kept = isinstance(decks, Sequence)
    files = (Path(f"deck {deck}") for deck in count(1)) if paths is None else iter(paths)
    alone: list[Audit] = []
    failed: list[int] = []
    together: DeckReadings | None = None
    for deck, path in zip(decks, files, strict=False):
        auditor = auditor_of(game, spec_of(deck, game, path))
        read = auditor.read(deck)
        one = auditor.alone(read)
        if together is None:
            first, together = path, DeckReadings(auditor, read, kept=kept)
        elif auditor is together.auditor:
            together.add(read)
        else:
            what = "the decks are not of one kind"
            raise DeckError(Fault(str(first), None, "deck", what, "audit decks of one set together"))
        failed += [] if one.passed else [deck.number]
        if kept or not alone:
            alone.append(one)
    if together is None:
        raise DeckError(Fault("audit", None, "", "there are no decks", "name one or more"))
    if together.count == 1:
        return alone[0]
    every = auditor.judge(together)
    return replace(every, each=tuple(alone)) if kept else replace(every, failed=tuple(failed))


def read_cell(cell: CellSpec, cards: Sequence[Cell], spec: DeckSpec) -> CellReading:
    """What is to be judged of the cards of a cell."""
    kinds, wild = Counter(cards), [cards[joker] for joker in spec.jokers()]
    roll = cell.roll.unmodified
    return CellReading(
        multiset(kinds),
        multiset(wild),
        sum(each.value for each in wild),  # without chains
        min((each.value for each in kinds if each.again), default=None),
        extreme_chances(roll, cards) if roll.extremes else None,
    )


def cell_audit(
    cell: CellSpec,
    bar: Fraction,
    read: Counter[CellReading],
    spec: DeckSpec,
    known: Mapping[str, Fraction],
    mixture: Fraction | None = None,
    *,
    given_least: int | None = None,
    extremes: Sequence[ExtremeChances] = (),
) -> CellAudit:
    """Judge a cell by what was read off it: in how many decks which.

    ``given_least``: the game's own least number of open cards. ``extremes`` are those of each deck.

    What it shows is without the bonus of its roll, which is added to the means in the end.

    ``known`` are the bounds that the game's lock file holds.
    """
    roll, bonus, decks = cell.roll.unmodified, cell.roll.bonus, read.total()
    dice, why = distribution(roll), exactness(roll, spec.size, spec.draw)
    sets: Counter[Multiset] = Counter()
    for each, times in read.items():
        sets[each.cards] += times
    unit = Fraction(1, min(mean_denominator(each.open_cards, spec.size, spec.draw) for each in sets))
    allowance = Fraction(0) if why.possible else unit / decks
    error, bound = tail_error(sets, dice, spec) * spec.size, None
    critical = next(iter(sets)).critical if roll.critical_failure else None
    request = Request(roll, spec.size, spec.draw, critical=critical, given_least=given_least)
    if decks == 1:  # what several decks average is judged by each of them
        bound = known.get(request.key)
        if bound and not (0 < bound <= spec.size and none_within(request, bound)):
            bound = None  # what a lock file says is not believed
        if bound is None and error > bar:
            bound = lower_bound(request, budget=PROVING, reached=error)
    joker_mean, long_run, unfair = _on_jokers(read, cell, spec)
    mean = _average((each.mean(spec.draw), times) for each, times in sets.items())
    off = abs(mean - dice.mean)
    lowest = min((each.lowest_open for each in read if each.lowest_open is not None), default=None)
    faults = {
        gettext_noop("mean"): off > allowance or (off == allowance and allowance > 0),
        gettext_noop("tails"): decks == 1
        and error > (bar if bound is None or bound <= bar else bound + NEXT_TO),
        gettext_noop("open cards"): lowest is not None and lowest < request.least_open,
        gettext_noop("falls"): any(each.falls for each in read),
        gettext_noop("extremes"): not all(each.exact for each in extremes),
        _JOKERS: unfair,
    }
    return CellAudit(
        cell=cell,
        target=dice.mean + bonus,
        mean=mean + bonus,
        exactness=why,
        open_cards=Fraction(sum(each.open_cards * times for each, times in sets.items()), decks),
        tail_error=error,
        tail_bar=bar,
        bound=bound,
        long_run_mean=long_run,
        joker_mean=joker_mean,
        allowance=allowance,
        faults=tuple(name for name, found in faults.items() if found),
        extremes=tuple(extremes),
        mixture=mixture,
        shown=tuple(sets.items()),
    )


def _on_jokers(
    read: Counter[CellReading], cell: CellSpec, spec: DeckSpec
) -> tuple[Fraction | None, Fraction, bool]:
    """The jokers' mean, if there are jokers, the mean in the long run, and whether jokers are too good or bad."""
    bonus, cards = cell.roll.bonus, len(spec.jokers()) * read.total()
    long_run = _average(
        (long_run_mean_of(each.cards, each.on_jokers, spec.draw, spec.reshuffle), times)
        for each, times in read.items()
    )
    if bonus:
        long_run += bonus
    if not cards:
        return None, long_run, False
    shown, target = sum(each.joker_sum * times for each, times in read.items()), distribution(cell.roll).mean
    mean = Fraction(shown + bonus * cards, cards)
    off = mean.numerator * target.denominator - target.numerator * mean.denominator
    return mean, long_run, 2 * abs(off) > mean.denominator * target.denominator


def _average(values: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the average of values, each with how often it counts, summed as whole numbers over one denominator."""
    counted = list(values)
    whole = lcm(*(value.denominator for value, _ in counted))
    total = sum(value.numerator * (whole // value.denominator) * times for value, times in counted)
    return Fraction(total, whole * sum(times for _, times in counted))


def tail_error(sets: Iterable[Multiset], dice: Dice, spec: DeckSpec) -> Fraction:
    """The largest |P(total >= T) of the decks − of the dice| over every T, as a chance.

    Decks that show the same on their cards, in whatever order, share it; a counter says how many do.
    """
    counts = Counter(sets)
    shared = counts.items() if len(counts) > 1 else [(each, 1) for each in counts]
    return _largest_difference(frozenset(shared), dice, spec.draw)


@lru_cache(maxsize=1024)
def _floats(dice: Dice, length: int) -> NDArray[np.float64]:
    """The dice's P(total >= T) by T."""
    return np.array(dice.tails_float(length))


@lru_cache(maxsize=8192)
def _largest_difference(sets: frozenset[tuple[Multiset, int]], dice: Dice, draw: DrawModel) -> Fraction:
    """Return the largest difference for different cells and the number of decks that have them.

    Where extremes are confirmed, they are judged by themselves; and how many cards fail critically is judged as
    a frequency. All totals are compared in floating point first, and those that may be the worst exactly, as
    numerators over one denominator.
    """
    size, decks = next(iter(sets))[0].size, sum(count for _, count in sets)
    apart = unprinted(dice.roll, size)
    first = dice.least_safe + 1 if dice.critical_failure else 0
    failing = Fraction(sum(cell.critical * count for cell, count in sets), decks)
    off = rounding(dice, size, failing)
    tails = [(*tail_counts(cell, draw), count) for cell, count in sets]
    length = -(-max(len(counts) for counts, *_ in tails) // _LENGTHS) * _LENGTHS  # few lengths, for caches
    nearly = _floats(dice, length)

    about = np.zeros(length + 1)
    for counts, whole, times in tails:
        about[: len(counts)] += np.array([float(times * count / whole) for count in counts])
    error, explained = about / decks - nearly, nearly * float(off)
    beyond = np.abs(error - np.clip(error, np.minimum(explained, 0), np.maximum(explained, 0)))
    beyond[:first] = beyond[[t for t in apart if t <= length]] = -1  # not judged
    nearly_worst = np.flatnonzero(beyond >= beyond.max(initial=0) - _NEARLY).tolist()

    theirs, of = dice.tail_counts(length)
    common = lcm(*(whole for _, whole, _ in tails))
    ours_unit, unit = of * off.denominator, common * decks * off.denominator

    def exact(t: int) -> int | Fraction:
        ours = sum(common // whole * times * counts[t] for counts, whole, times in tails if t < len(counts))
        return unexplained(ours * ours_unit - theirs[t] * unit, theirs[t] * off.numerator * common * decks)

    return Fraction(max(map(exact, nearly_worst), default=0), of * unit)
