"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count
from math import lcm
from pathlib import Path
from typing import NamedTuple

from deckgen.deck.audit.dealing import Dealing, PoolAudit, ResolutionAudit, deal_auditor
from deckgen.deck.audit.extremes import ExtremeChances, extreme_chances
from deckgen.deck.audit.frequencies import Counts, Frequency, FrequencyAuditor
from deckgen.deck.audit.means import Exactness, exactness, long_run_mean_of
from deckgen.deck.audit.spread import Balance, Independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import NEXT_TO, PROVING, lower_bound, none_within
from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset
from deckgen.deck.solve.plan import mixtures
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import kept_store
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError, Problem
from deckgen.game.model import Cell, CellSpec, DeckSpec, Game, GridSection, RollsSection
from deckgen.language import gettext_noop
from deckgen.odds import distribution
from deckgen.records import record

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
    problems: tuple[str, ...]
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
        return not self.problems


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


class CellFacts(NamedTuple):
    """What an audit reads off a cell of one deck, whatever lies on the jokers.

    ``lowest_open`` is the lowest number of an open card. ``falls``: some card's total may be less than in the row above.
    """

    cards: Multiset
    lowest_open: int | None
    extremes: ExtremeChances | None
    falls: bool


class CellReading(NamedTuple):
    """What an audit reads off a cell of one deck, with what the jokers show, and the sum of their numbers."""

    facts: CellFacts
    on_jokers: Multiset
    joker_sum: int


class DeckReading(NamedTuple):
    """What an audit reads off one deck."""

    deck: Deck
    cells: Sequence[CellReading]
    counts: Counts
    dealing: Dealing


@record
class JudgedCell:
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
            JudgedCell(
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
        self._alone = lru_cache(maxsize=1 << 15)(self._but_jokers)
        self._facts = lru_cache(maxsize=1 << 15)(cell_facts)

    def read(self, deck: Deck) -> DeckReading:
        """What there is to judge in a deck."""
        cells: list[CellReading] = []
        jokers = self.spec.jokers()
        shown = [cards for section in self.sections for cards in deck.cells(section)]
        for judged, above, cards in zip(self.cells, [(), *shown], shown, strict=False):
            pairs = zip(cards, above, strict=True) if judged.rises else ()
            # a total may fall where a number does, or where an open number stands above one that is not
            falls = any(own.value < upper.value or upper.again > own.again for own, upper in pairs)
            facts = self._facts(judged.cell, frozenset(Counter(cards).items()), falls=falls)
            cells.append(CellReading(facts, *on_jokers(tuple([cards[joker] for joker in jokers]))))
        return DeckReading(deck, cells, self.frequencies.read(deck), self.dealing.find(deck))

    def judge(self, readings: DeckReadings) -> Audit:
        """The audit of one deck, or of several as one set."""
        dealing = readings.dealing
        return Audit(
            game=self.game,
            spec=self.spec,
            decks=tuple(readings.decks),
            cells=tuple(map(self._cell, count(), readings.cells, readings.extremes)),
            pools=dealing.pools,
            frequencies=tuple(self.frequencies.judge(readings.counts)),
            resolutions=dealing.resolutions,
            independence=dealing.independence,
            balance=dealing.balance,
            count=dealing.decks,
        )

    def _cell(self, place: int, read: Counter[CellReading], extremes: Sequence[ExtremeChances]) -> CellAudit:
        if read.total() == 1:  # all but what lies on the jokers is known of many decks
            audited = self._alone(place, next(iter(read)).facts)
        else:
            facts: Counter[CellFacts] = Counter()
            for each, times in read.items():
                facts[each.facts] += times
            audited = cell_audit(self.cells[place], facts, self.spec, self.bounds, extremes)
        return with_jokers(audited, read.items(), self.spec)

    def _but_jokers(self, place: int, facts: CellFacts) -> CellAudit:
        extremes = [facts.extremes] if facts.extremes else []
        return cell_audit(self.cells[place], Counter([facts]), self.spec, self.bounds, extremes)


class DeckReadings:
    """What was read off some decks, added up; with ``kept`` it has all of the decks, else the first few."""

    def __init__(self, first: DeckReading, *, kept: bool = True) -> None:
        self._kept = kept
        self.decks = [first.deck]
        self.cells = [Counter([cell]) for cell in first.cells]
        self.extremes = [[cell.facts.extremes] if cell.facts.extremes else [] for cell in first.cells]
        self.counts, self.dealing = first.counts, first.dealing

    def add(self, read: DeckReading) -> None:
        """Add what was read off another deck."""
        if self._kept or len(self.decks) < _FEW:
            self.decks.append(read.deck)
        for cells, extremes, cell in zip(self.cells, self.extremes, read.cells, strict=True):
            cells[cell] += 1
            chances = cell.facts.extremes
            if chances and (self._kept or chances not in extremes):
                extremes.append(chances)
        self.counts.add(read.counts)
        self.dealing = self.dealing.joined(read.dealing, kept=self._kept)


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
    together: tuple[Auditor, DeckReadings] | None = None
    for deck, path in zip(decks, files, strict=False):
        auditor = auditor_of(game, spec_of(deck, game, path))
        read = auditor.read(deck)
        one = auditor.judge(DeckReadings(read))
        if together is None:
            first, together = path, (auditor, DeckReadings(read, kept=kept))
        elif auditor is together[0]:
            together[1].add(read)
        else:
            what = "the decks are not of one kind"
            raise DeckError(Problem(str(first), None, "deck", what, "audit decks of one set together"))
        failed += [] if one.passed else [deck.number]
        if kept or not alone:
            alone.append(one)
    if together is None:
        raise DeckError(Problem("audit", None, "", "there are no decks", "name one or more"))
    auditor, readings = together
    if readings.dealing.decks == 1:
        return alone[0]
    every = auditor.judge(readings)
    return replace(every, each=tuple(alone)) if kept else replace(every, failed=tuple(failed))


def cell_facts(cell: CellSpec, kinds: Iterable[tuple[Cell, int]], *, falls: bool) -> CellFacts:
    """Return what is to be judged of a cell that shows these kinds, each on how many cards."""
    cards, roll = [kind for kind, times in kinds for _ in range(times)], cell.roll.unmodified
    lowest = min((kind.value for kind in cards if kind.again), default=None)
    return CellFacts(multiset(cards), lowest, extreme_chances(roll, cards) if roll.extremes else None, falls)


@lru_cache(maxsize=1 << 12)
def on_jokers(cards: tuple[Cell, ...]) -> tuple[Multiset, int]:
    """What the jokers show, and the sum of their numbers, without chains."""
    return multiset(cards), sum(each.value for each in cards)


def cell_audit(
    judged: JudgedCell,
    read: Counter[CellFacts],
    spec: DeckSpec,
    known: Mapping[str, Fraction],
    extremes: Sequence[ExtremeChances] = (),
) -> CellAudit:
    """Judge a cell, without its jokers, by what was read off it: in how many decks which.

    ``extremes`` are those of each deck. What a cell shows is without the bonus of its roll, which is added to the means
    in the end. ``known`` are the bounds that the game's lock file holds.
    """
    cell, bar, decks = judged.cell, judged.bar, read.total()
    roll, bonus = cell.roll.unmodified, cell.roll.bonus
    dice, why = distribution(roll), exactness(roll, spec.size, spec.draw)
    sets: Counter[Multiset] = Counter()
    for each, times in read.items():
        sets[each.cards] += times
    unit = Fraction(1, min(mean_denominator(each.open_cards, spec.size, spec.draw) for each in sets))
    allowance = Fraction(0) if why.possible else unit / decks
    critical = next(iter(sets)).critical if roll.critical_failure else None
    request = Request(roll, spec.size, spec.draw, critical=critical, given_least=judged.least)
    error, bound = tail_error(sets.elements(), request, None if dice.critical_failure else 0), None
    if decks == 1:  # what several decks average is judged by each of them
        bound = known.get(request.key)
        if bound and not (0 < bound <= spec.size and none_within(request, bound)):
            bound = None  # what a lock file says is not believed
        if bound is None and error > bar:
            bound = lower_bound(request, budget=PROVING, reached=error)
    mean = _average((each.mean(spec.draw), times) for each, times in sets.items())
    off = abs(mean - dice.mean)
    lowest = min((each.lowest_open for each in read if each.lowest_open is not None), default=None)
    problems = {
        gettext_noop("mean"): off > allowance or (off == allowance and allowance > 0),
        gettext_noop("tails"): decks == 1
        and error > (bar if bound is None or bound <= bar else bound + NEXT_TO),
        gettext_noop("open cards"): lowest is not None and lowest < request.least_open,
        gettext_noop("falls"): any(each.falls for each in read),
        gettext_noop("extremes"): not all(each.exact for each in extremes),
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
        long_run_mean=Fraction(0),
        joker_mean=None,
        allowance=allowance,
        problems=tuple(name for name, found in problems.items() if found),
        extremes=tuple(extremes),
        mixture=judged.mixture,
        shown=tuple(sets.items()),
    )


def with_jokers(audited: CellAudit, read: Collection[tuple[CellReading, int]], spec: DeckSpec) -> CellAudit:
    """A cell's audit with the jokers' mean, if there are jokers, the mean in the long run, and whether jokers are fair."""
    bonus, cards, target = audited.cell.roll.bonus, 0, audited.target
    means, shown = list[tuple[Fraction, int]](), 0
    for (facts, on_jokers, joker_sum), times in read:
        means.append((long_run_mean_of(facts.cards, on_jokers, spec.draw, spec.reshuffle), times))
        shown += joker_sum * times
        cards += on_jokers.size * times
    long_run, mean, problems = _average(means), None, audited.problems
    if bonus:
        long_run += bonus
    if cards:
        mean = Fraction(shown + bonus * cards, cards)
        off = mean.numerator * target.denominator - target.numerator * mean.denominator
        if 2 * abs(off) > mean.denominator * target.denominator:
            problems = (*problems, gettext_noop("jokers"))
    return replace(audited, joker_mean=mean, long_run_mean=long_run, problems=problems)


def _average(values: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the average of values, each with how often it counts, summed as whole numbers over one denominator."""
    counted = list(values)
    if len(counted) == 1:
        return counted[0][0]
    whole = lcm(*(value.denominator for value, _ in counted))
    total = sum(value.numerator * (whole // value.denominator) * times for value, times in counted)
    return Fraction(total, whole * sum(times for _, times in counted))
