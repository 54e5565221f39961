"""The certificate: what decks average and how their odds compare with the dice, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from deckgen.deck.audit.exactness import Exactness, exactness
from deckgen.deck.audit.long_run import long_run_mean
from deckgen.deck.audit.pools import Odds, PoolAudit, pool_audits, pool_odds
from deckgen.deck.audit.spread import Balance, Independence, balance, independence
from deckgen.deck.audit.verification import spec_of
from deckgen.deck.cards import Deck
from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset, total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import open_store
from deckgen.errors import DeckError, Fault
from deckgen.game.model import Cell, CellSpec, DeckSpec, Game, GridSection, RollsSection
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
        shown = zip(*(deck.cells(section) for deck in decks), strict=True)  # by cell, deck and card
        above: Sequence[Sequence[Cell]] = ()
        for cell, cards in zip(section.cells(), shown, strict=True):
            rising = isinstance(section, GridSection) and section.rising and cell.row > 1
            yield _CellAuditor(cell, section.tail_bar, cards, above if rising else (), spec).audit(known)
            above = cards


@dataclass(frozen=True)
class _CellAuditor:
    """Judges one cell by what it shows: ``shown[d][c]`` on card c of deck d, ``above`` that in the row above.

    ``above`` is empty where the cell need not rise from it.
    """

    cell: CellSpec
    bar: Fraction
    shown: Sequence[Sequence[Cell]]
    above: Sequence[Sequence[Cell]]
    spec: DeckSpec

    def audit(self, known: Mapping[str, Fraction]) -> CellAudit:
        """The audit; ``known`` are the bounds that the game's lock file holds."""
        spec, count = self.spec, len(self.shown)
        dice, why = distribution(self.cell.roll), exactness(self.cell.roll, spec.size, spec.draw)
        sets = [multiset(cards) for cards in self.shown]
        mean = sum((each.mean(spec.draw) for each in sets), Fraction(0)) / count
        unit = Fraction(1, min(mean_denominator(each.open_cards, spec.size, spec.draw) for each in sets))
        allowance = Fraction(0) if why.possible else unit / count
        error = tail_error(sets, dice, spec) * spec.size
        # what several decks average is judged by each of them
        bound = self._bound(sets[0], error, known) if count == 1 else None
        joker_mean = self._joker_mean()
        off = abs(mean - dice.mean)
        faults = {
            "mean": off > allowance or (off == allowance and allowance > 0),
            "tails": count == 1 and error > _limit(self.bar, bound),
            "open 1": self.cell.roll.critical_failure and self._shows_open_one(),
            "falls": self._falls(),
            "jokers": joker_mean is not None and abs(joker_mean - dice.mean) > Fraction(1, 2),
        }
        long_run = (long_run_mean(cards, spec.jokers(), spec.draw, spec.reshuffle) for cards in self.shown)
        return CellAudit(
            cell=self.cell,
            target=dice.mean,
            mean=mean,
            exactness=why,
            open_cards=Fraction(sum(each.open_cards for each in sets), count),
            tail_error=error,
            tail_bar=self.bar,
            bound=bound,
            long_run_mean=sum(long_run, Fraction(0)) / count,
            joker_mean=joker_mean,
            allowance=allowance,
            faults=tuple(name for name, found in faults.items() if found),
        )

    def _bound(self, cards: Multiset, error: Fraction, known: Mapping[str, Fraction]) -> Fraction | None:
        """The proven least tail error: the known one, or one proven now where the bar is missed."""
        critical = cards.critical if self.cell.roll.critical_failure else None
        request = Request(self.cell.roll, self.spec.size, self.spec.draw, critical)
        bound = known.get(request.key)
        if bound is None and error > self.bar:
            bound = lower_bound(request, budget=PROVING, reached=error)
        return bound

    def _joker_mean(self) -> Fraction | None:
        """The mean of what jokers show, without chains; None for a deck without jokers."""
        values = [cards[joker].value for cards in self.shown for joker in self.spec.jokers()]
        return Fraction(sum(values), len(values)) if values else None

    def _shows_open_one(self) -> bool:
        """Whether an open cell could be read as a natural 1."""
        return any(cell.again and cell.value == 1 for cards in self.shown for cell in cards)

    def _falls(self) -> bool:
        """Whether a card shows less than in the row above."""
        pairs = zip(self.shown, self.above, strict=True) if self.above else ()
        return any(cell.value < upper.value for deck in pairs for cell, upper in zip(*deck, strict=True))


def _limit(bar: Fraction, bound: Fraction | None) -> Fraction:
    """The largest tail error that passes: the bar, or next to what no deck can do better."""
    if bound is None or bound <= bar:
        return bar
    return bound + _NEXT_TO


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
