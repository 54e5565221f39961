"""The audit: the means of decks and their odds compared with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count
from math import lcm, sqrt
from pathlib import Path
from typing import NamedTuple

from deckgen.deck.audit.dealing import DealAudit, PoolAudit, ResolutionAudit, deal_auditor
from deckgen.deck.audit.extremes import ExtremeChances, extreme_chances
from deckgen.deck.audit.frequencies import Counts, DiceAudit, Frequency, FrequencyAuditor, audit_dice
from deckgen.deck.audit.means import Exactness, exactness, long_run_mean_of
from deckgen.deck.audit.spread import Balance, Independence
from deckgen.deck.audit.verification import matching_spec
from deckgen.deck.cards import Deck
from deckgen.deck.cells import Multiset, mean_denominator, multiset
from deckgen.deck.deal.jokers import ROUNDED_OVER_CYCLE, joker_share, plain_kinds
from deckgen.deck.solve.bounds import PROVING, is_impossible_within, is_near, lower_bound
from deckgen.deck.solve.plan import mixtures
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import game_store
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError, Problem
from deckgen.game.model import Cell, CellSpec, DeckSpec, Game, GridSection, RollsSection
from deckgen.language import gettext_noop
from deckgen.odds import distribution
from deckgen.records import record

_JOKER_DEVIATIONS = 1.5
"""Three standard deviations of a number that is rounded down or up by chance, at most 1/2 each."""
_DECKS_NAMED = 13
"""If decks are not kept, the first so many are, because a certificate names them."""


@record
class CellAudit:
    """One cell of one deck, or of several decks drawn from in turn.

    ``mean`` and ``long_run_mean`` are exact; the second is over many tasks under the game's rule for
    shuffling. ``tail_error`` is the largest |P(total >= t) of the deck − of the dice|, in cards.
    ``tail_limit`` is the game's. ``bound`` is what every deck's error is proven to be at least, or None; for
    one deck only. ``allowance`` is the mean's farthest allowed distance from the target: 0 if it can be exact.
    ``mixture`` is the tail error of all seeds together, if the lock file holds it. ``extremes`` are the
    chances, deck by deck, of extremes that must be exact. ``multisets`` are the cards of the cell, each with
    its number of decks.
    """

    cell: CellSpec
    target: Fraction
    mean: Fraction
    exactness: Exactness
    open_cards: Fraction
    tail_error: Fraction
    tail_limit: Fraction
    bound: Fraction | None
    long_run_mean: Fraction
    joker_mean: Fraction | None
    allowance: Fraction
    problems: tuple[str, ...]
    extremes: tuple[ExtremeChances, ...] = ()
    mixture: Fraction | None = None
    multisets: tuple[tuple[Multiset, int], ...] = ()

    @property
    def residue(self) -> Fraction:
        """The deck's mean minus the target."""
        return self.mean - self.target

    @property
    def long_run_residue(self) -> Fraction:
        """The long-run mean minus the target."""
        return self.long_run_mean - self.target

    @property
    def exact(self) -> bool:
        return self.residue == 0

    @property
    def proven_minimum(self) -> bool:
        """Whether it is proven that no deck can meet the game's tail limit."""
        return self.bound is not None and self.bound > self.tail_limit

    @property
    def effective_limit(self) -> Fraction:
        """The game's tail limit, or the bound if that is larger; then up to 1/10 card more passes."""
        return self.bound if self.bound is not None and self.proven_minimum else self.tail_limit

    @property
    def passed(self) -> bool:
        return not self.problems


@record
class Audit:
    """The audit of one deck, or of several as one set (``deck_audits`` then holds one for each deck).

    If decks are not kept, ``decks`` has the first few and ``deck_audits`` is empty: ``count`` is their
    number, and ``failed`` are the numbers of those that did not pass by themselves.
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
    deck_audits: tuple[Audit, ...] = ()
    count: int = 1
    failed: tuple[int, ...] = ()
    falls: tuple[int, ...] = ()
    """As in ``DealAudit``."""

    @cached_property
    def dice(self) -> tuple[DiceAudit, ...]:
        """The audits of rolls of several parts."""
        return tuple(audit_dice(self.spec, self.frequencies))

    @property
    def results(self) -> Sequence[CellAudit | DiceAudit]:
        """The audits of everything that stands for dice."""
        return *self.cells, *self.dice

    @property
    def exact_results(self) -> int:
        """How many of them are exactly as with dice."""
        return sum(result.exact for result in self.results)

    @property
    def tail_error(self) -> Fraction:
        """Their largest tail error, in cards."""
        return max((result.tail_error for result in self.results), default=Fraction(0))

    @cached_property
    def passed(self) -> bool:
        """Whether every limit is met, also by each deck by itself."""
        results_passed = all(c.passed for c in self.cells) and all(f.passed for f in self.frequencies)
        results_passed = (
            results_passed and all(p.passed for p in self.pools) and all(r.passed for r in self.resolutions)
        )
        results_passed = results_passed and self.balance.passed and self.independence.passed and not any(self.falls)
        return results_passed and not self.failed and all(a.passed for a in self.deck_audits)


class CellFacts(NamedTuple):
    """The contents of a cell of one deck, apart from what the jokers show.

    ``lowest_open``: lowest number of an open card. ``can_fall``: some card's total may be less than in
    the row above.
    """

    cards: Multiset
    lowest_open: int | None
    extremes: ExtremeChances | None
    can_fall: bool


class CellReading(NamedTuple):
    """The contents of a cell of one deck, with the jokers' cells."""

    facts: CellFacts
    on_jokers: Multiset


class DeckReading(NamedTuple):
    """Everything that an audit reads from one deck."""

    deck: Deck
    cells: Sequence[CellReading]
    counts: Counts
    dealing: DealAudit


@record
class CellRule:
    """A rolled cell and the limits that it is audited by; ``rises``: it is compared with the cell above.

    ``over_set``: its mean may be exact over a set of decks only.
    """

    cell: CellSpec
    tail_limit: Fraction
    least_open: int | None
    mixture: Fraction | None
    rises: bool
    over_set: bool


class Auditor:
    """Reads decks of a spec and audits the readings, of one deck or of many; caches results by cell contents."""

    def __init__(self, game: Game, spec: DeckSpec) -> None:
        store = game_store(game)
        self.game, self.spec, self.bounds = game, spec, store.bounds
        mixture_errors = mixtures(spec, store)
        self.sections = [section for section in spec.sections if isinstance(section, GridSection | RollsSection)]
        self.rules = [
            CellRule(
                cell,
                section.tail_limit(cell),
                section.least_open(cell),
                mixture_errors.get(cell),
                isinstance(section, GridSection) and section.rising and cell.row > 1,
                section.exact_in(cell) != "deck",
            )
            for section in self.sections
            for cell in section.cells()
        ]
        self.frequencies, self.dealing = FrequencyAuditor(spec), deal_auditor(spec)
        self._audit_cell_cached = lru_cache(maxsize=1 << 15)(self._audit_without_jokers)
        self._cell_facts = lru_cache(maxsize=1 << 15)(cell_facts)
        self._joker_cards = lru_cache(maxsize=1 << 12)(multiset)

    def read(self, deck: Deck) -> DeckReading:
        """Return everything that an audit reads from a deck."""
        cells: list[CellReading] = []
        jokers = self.spec.jokers()
        cells_by_card = [cards for section in self.sections for cards in deck.cells(section)]
        for rule, above, cards in zip(self.rules, [(), *cells_by_card], cells_by_card, strict=False):
            pairs = zip(cards, above, strict=True) if rule.rises else ()
            # a total may fall if a number does, or if an open number is above one that is not open
            can_fall = any(lower.value < upper.value or upper.again > lower.again for lower, upper in pairs)
            facts = self._cell_facts(rule.cell, frozenset(Counter(cards).items()), can_fall=can_fall)
            cells.append(CellReading(facts, self._joker_cards(tuple([cards[joker] for joker in jokers]))))
        return DeckReading(deck, cells, self.frequencies.read(deck), self.dealing.audit_deal(deck))

    def judge(self, readings: DeckReadings) -> Audit:
        """Return the audit of one deck, or of several as one set, without ``deck_audits`` and ``failed``."""
        dealing = readings.dealing
        return Audit(
            game=self.game,
            spec=self.spec,
            decks=tuple(readings.decks),
            cells=tuple(map(self._judge_cell, count(), readings.cells, readings.extremes)),
            pools=dealing.pools,
            frequencies=tuple(self.frequencies.judge(readings.counts)),
            resolutions=dealing.resolutions,
            independence=dealing.independence,
            balance=dealing.balance,
            count=dealing.decks,
            falls=dealing.falls,
        )

    def _judge_cell(
        self, index: int, deck_counts: Counter[CellReading], extremes: Sequence[ExtremeChances]
    ) -> CellAudit:
        """Return the audit of cell ``index`` of all decks; ``deck_counts``: in how many each of its readings occurs."""
        if deck_counts.total() == 1:  # all but the jokers' cells recurs in many decks
            cell_audit_without_jokers = self._audit_cell_cached(index, next(iter(deck_counts)).facts)
        else:
            facts: Counter[CellFacts] = Counter()
            for reading, deck_count in deck_counts.items():
                facts[reading.facts] += deck_count
            cell_audit_without_jokers = audit_cell(self.rules[index], facts, self.spec, self.bounds, extremes)
        return with_jokers(cell_audit_without_jokers, deck_counts.items(), self.spec)

    def _audit_without_jokers(self, index: int, facts: CellFacts) -> CellAudit:
        """Return the audit of cell ``index`` of one deck, without its jokers."""
        extremes = [facts.extremes] if facts.extremes else []
        return audit_cell(self.rules[index], Counter([facts]), self.spec, self.bounds, extremes)


class DeckReadings:
    """Readings of several decks, summed; without ``keep_all`` only the first few decks are stored."""

    def __init__(self, first: DeckReading, *, keep_all: bool = True) -> None:
        self._keep_all = keep_all
        self.decks = [first.deck]
        self.cells = [Counter([cell]) for cell in first.cells]
        self.extremes = [[cell.facts.extremes] if cell.facts.extremes else [] for cell in first.cells]
        self.counts, self.dealing = first.counts, first.dealing

    def add(self, reading: DeckReading) -> None:
        """Add the reading of another deck."""
        if self._keep_all or len(self.decks) < _DECKS_NAMED:
            self.decks.append(reading.deck)
        for cells, extremes, cell in zip(self.cells, self.extremes, reading.cells, strict=True):
            cells[cell] += 1
            chances = cell.facts.extremes
            if chances and (self._keep_all or chances not in extremes):
                extremes.append(chances)
        self.counts.add(reading.counts)
        self.dealing = self.dealing.joined(reading.dealing, keep_all=self._keep_all)


@lru_cache(maxsize=8)
def auditor_of(game: Game, spec: DeckSpec) -> Auditor:
    """Return the cached auditor of a spec."""
    return Auditor(game, spec)


def audit(decks: Iterable[Deck], game: Game, paths: Iterable[Path] | None = None) -> Audit:
    """Return the audit of decks of one spec, one by one and as a set.

    All decks in a list are stored, with the audit of each. Any other iterable is read once in constant
    memory, so that a run of any length can be audited as one set. ``paths`` are the decks' files, for
    messages. Raises DeckError if their specs differ or there are no decks.
    """
    keep_all = isinstance(decks, Sequence)
    files = (Path(f"deck {deck}") for deck in count(1)) if paths is None else iter(paths)
    deck_audits: list[Audit] = []
    failed: list[int] = []
    auditor_and_readings: tuple[Auditor, DeckReadings] | None = None
    for deck, path in zip(decks, files, strict=False):
        auditor = auditor_of(game, matching_spec(deck, game, path))
        reading = auditor.read(deck)
        deck_audit = auditor.judge(DeckReadings(reading))
        if auditor_and_readings is None:
            first, auditor_and_readings = path, (auditor, DeckReadings(reading, keep_all=keep_all))
        elif auditor is auditor_and_readings[0]:
            auditor_and_readings[1].add(reading)
        else:
            message = "the decks are not of one kind"
            raise DeckError(Problem(str(first), None, "deck", message, "audit decks of one set together"))
        failed += [] if deck_audit.passed else [deck.number]
        if keep_all or not deck_audits:
            deck_audits.append(deck_audit)
    if auditor_and_readings is None:
        raise DeckError(Problem("audit", None, "", "there are no decks", "name one or more"))
    auditor, readings = auditor_and_readings
    if readings.dealing.decks == 1:
        return deck_audits[0]
    set_audit = auditor.judge(readings)
    if keep_all:
        return replace(set_audit, deck_audits=tuple(deck_audits))
    return replace(set_audit, failed=tuple(failed))


def cell_facts(cell: CellSpec, card_counts: Iterable[tuple[Cell, int]], *, can_fall: bool) -> CellFacts:
    """Return the contents of a cell, given what it shows and on how many cards each."""
    cards, roll = [c for c, n in card_counts for _ in range(n)], cell.roll.unmodified
    lowest = min((c.value for c in cards if c.again), default=None)
    extremes = extreme_chances(roll, cards) if roll.extremes else None
    return CellFacts(multiset(cards), lowest, extremes, can_fall)


def audit_cell(
    rule: CellRule,
    facts_counts: Counter[CellFacts],
    spec: DeckSpec,
    known_bounds: Mapping[str, Fraction],
    extremes: Sequence[ExtremeChances] = (),
) -> CellAudit:
    """Return the audit of a cell without its jokers, given its contents and in how many decks each occurs.

    ``extremes`` has an entry for each deck. ``known_bounds`` are those of the lock file. A bonus is added
    to the means last; cards show numbers without it. ``with_jokers`` sets the long-run and the jokers'
    mean.
    """
    cell, tail_limit, decks = rule.cell, rule.tail_limit, facts_counts.total()
    roll, bonus = cell.roll.unmodified, cell.roll.bonus
    dice, exact = distribution(roll), exactness(roll, spec.size, spec.draw)
    multisets: Counter[Multiset] = Counter()
    for facts, deck_count in facts_counts.items():
        multisets[facts.cards] += deck_count
    unit = min(
        c.plain_cards if rule.over_set else mean_denominator(c.open_cards, spec.size, spec.draw) for c in multisets
    )
    allowance = Fraction(0) if exact.possible and not rule.over_set else Fraction(1, unit * decks)
    critical = next(iter(multisets)).critical if roll.critical_failure else None
    request = Request(
        roll, spec.size, spec.draw, critical=critical, given_least=rule.least_open, over_set=rule.over_set
    )
    error, bound = tail_error(multisets.elements(), request, None if dice.critical_failure else 0), None
    if decks == 1:  # in a set, each deck is judged by itself
        bound = known_bounds.get(request.key)
        if bound and not (0 < bound <= spec.size and is_impossible_within(request, bound)):
            bound = None  # a lock file is not trusted
        if bound is None and error > tail_limit:
            bound = lower_bound(request, budget=PROVING, known_error=error)
    mean = _weighted_mean((cards.mean(spec.draw), deck_count) for cards, deck_count in multisets.items())
    mean_error = abs(mean - dice.mean)
    lowest = min((facts.lowest_open for facts in facts_counts if facts.lowest_open is not None), default=None)
    problems = {
        gettext_noop("mean"): mean_error > allowance or (mean_error == allowance and allowance > 0),
        gettext_noop("tails"): decks == 1
        and not is_near(next(iter(multisets)), replace(request, tail_limit=tail_limit)),
        gettext_noop("open cards"): lowest is not None and lowest < replace(request, over_set=False).least_open,
        gettext_noop("falls"): any(facts.can_fall for facts in facts_counts),
        gettext_noop("extremes"): not all(chances.exact for chances in extremes),
    }
    return CellAudit(
        cell=cell,
        target=dice.mean + bonus,
        mean=mean + bonus,
        exactness=exact,
        open_cards=Fraction(sum(cards.open_cards * n for cards, n in multisets.items()), decks),
        tail_error=error,
        tail_limit=tail_limit,
        bound=bound,
        long_run_mean=Fraction(0),
        joker_mean=None,
        allowance=allowance,
        problems=tuple(name for name, failed in problems.items() if failed),
        extremes=tuple(extremes),
        mixture=rule.mixture,
        multisets=tuple(multisets.items()),
    )


def with_jokers(
    without_jokers: CellAudit, reading_counts: Collection[tuple[CellReading, int]], spec: DeckSpec
) -> CellAudit:
    """Return the audit with the long-run mean, the jokers' mean, and a problem if their sum is not rounded from their share.

    The jokers' mean is None without jokers; ``reading_counts`` are (reading, number of decks). In each deck the
    sum is the floor or the ceiling of the share that ``deckgen.deck.deal.jokers`` derives. If J jokers reshuffle,
    the long-run mean is then less than 1/(J(m+1)) off that of one draw, m plain cards given. Over n decks what
    is rounded sums up to at most three standard deviations of as many roundings by chance, ``_JOKER_DEVIATIONS`` · √n.
    """
    bonus, jokers = without_jokers.cell.roll.bonus, len(spec.jokers())
    means, shown_sum, decks, rounded, fair = list[tuple[Fraction, int]](), 0, 0, Fraction(0), True
    for (facts, on_jokers), deck_count in reading_counts:
        means.append((long_run_mean_of(facts.cards, on_jokers, spec.draw, spec.reshuffle), deck_count))
        decks += deck_count
        if jokers:
            joker_sum = on_jokers.plain_sum + on_jokers.open_sum
            rounded_part = joker_share(plain_kinds(facts.cards), jokers).rounded_part(joker_sum)
            shown_sum += joker_sum * deck_count
            rounded += rounded_part * deck_count
            fair = fair and abs(rounded_part) < 1
    fair = fair and abs(rounded) <= _JOKER_DEVIATIONS * sqrt(decks) + decks * ROUNDED_OVER_CYCLE
    return replace(
        without_jokers,
        joker_mean=Fraction(shown_sum, jokers * decks) + bonus if jokers else None,
        long_run_mean=_weighted_mean(means) + bonus,
        problems=without_jokers.problems if fair else (*without_jokers.problems, gettext_noop("jokers")),
    )


def _weighted_mean(weighted_values: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the mean of values given as (value, weight), summed over one denominator."""
    weighted = list(weighted_values)
    if len(weighted) == 1:
        return weighted[0][0]
    denominator = lcm(*(value.denominator for value, _ in weighted))
    total = sum(value.numerator * (denominator // value.denominator) * weight for value, weight in weighted)
    return Fraction(total, denominator * sum(weight for _, weight in weighted))
