"""The exact chances of checks: with dice, and with one deck, chains of open cells and confirmed extremes included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import perm

from deckgen.deck.audit.extremes import with_extremes
from deckgen.deck.cards import Deck
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.deck.solve.cells import multiset, total_tails
from deckgen.game.model import Cell, CellSpec, Check, DeckSpec, DrawModel, GridSection, RollsSection
from deckgen.odds import Extremes, distribution, extremes
from deckgen.odds.chances import Tail, beating, difference, listed, of_chances
from deckgen.records import record


@record
class Trial:
    """One pool or roll of a check, and P(total >= t) without what is added to it; ``deck`` is None without a deck.

    Of an opposed check the totals are what it is more than the opposing roll. That of a deck is None too where cards
    are put back before the next is drawn.
    """

    cell: CellSpec
    dice: Tail
    deck: Tail | None


@record
class Asked:
    """What a check asks: to beat the number of a difficulty by so many or more, or if below 0, to miss it."""

    scope: str
    difficulty: str
    number: int
    goal: str
    by: int


@record
class Answer:
    """The chances of one row of a table: those of a bonus, the mean of all rolls that it is added to, or of a pool."""

    trials: tuple[Trial, ...]
    bonus: int

    def dice(self, asked: Asked) -> Fraction:
        """The chance with dice."""
        return self._mean([trial.dice for trial in self.trials], asked)

    def deck(self, asked: Asked) -> Fraction | None:
        """The chance with the deck; None where it is not told."""
        tails = [trial.deck for trial in self.trials if trial.deck is not None]
        return self._mean(tails, asked) if tails else None

    def _mean(self, tails: Sequence[Tail], asked: Asked) -> Fraction:
        number = asked.number - self.bonus
        return sum((beating(tail, number, asked.by) for tail in tails), Fraction(0)) / len(tails)


def asked(check: Check) -> list[Asked]:
    """The columns of a check's table, all difficulties of a goal together."""
    return [
        Asked(scope.name, difficulty, number, goal, by)
        for goal, by in check.goals
        for scope in check.scopes
        for difficulty, number in scope.difficulties
    ]


def answers(check: Check, spec: DeckSpec, deck: Deck | None = None) -> list[Answer]:
    """The rows of a check's table: a bonus each, or where the game adds none, a pool or roll each."""
    found = tuple(trials(check, spec, deck))
    if check.bonus is None:
        return [Answer((trial,), 0) for trial in found]
    return [Answer(found, bonus) for bonus in range(check.bonus.least, check.bonus.most + 1)]


def trials(check: Check, spec: DeckSpec, deck: Deck | None = None) -> list[Trial]:
    """The chances of all that a check rolls, in the order of its section. Raises KeyError if the deck lacks that."""
    section = spec.section(check.section)
    assert isinstance(section, GridSection | RollsSection)  # see ``Check``
    cells = check.cells(section)
    if check.against:
        (theirs,) = (cell for cell in section.cells() if cell.column == check.against)
        return [
            Trial(cell, difference(cell.roll, theirs.roll), _opposed(deck, spec, cell, theirs, check.cards))
            for cell in cells
        ]
    ours = (
        {} if deck is None else dict(zip(section.tried(), deck_tails(deck, section, spec.draw), strict=True))
    )
    return [
        Trial(cell, distribution(cell.roll).tail, listed(ours[cell], cell.roll.bonus) if ours else None)
        for cell in cells
    ]


def deck_tails(
    deck: Deck, section: GridSection | RollsSection, draw: DrawModel
) -> Sequence[Sequence[Fraction]]:
    """P(total >= T) of the deck by T, without bonuses, for every pool of a section."""
    if isinstance(section, GridSection) and section.pools():
        columns = {
            label: column_odds(cards, critical=section.critical_failure)
            for label, cards in deck.columns(section).items()
        }
        return [columns[cell.column].tails(cell.row) for cell in section.pools()]
    return [
        with_extremes(total_tails(multiset(cards), draw), cell.roll, cards)
        for cell, cards in zip(section.cells(), deck.cells(section), strict=True)
    ]


# Opposed rolls


@record
class _Side:
    """What a roll shows on the cards of a deck, and what its marked cards ask for."""

    cells: Sequence[Cell]
    extremes: Extremes | None
    bonus: int

    def total(self, shown: Cell, then: Cell) -> int:
        """What a marked cell comes to, when the first one that is not marked is ``then``."""
        assert self.extremes is not None  # else no cell is marked
        return self.extremes.settled(shown.value, then.value)


def _side(deck: Deck, spec: DeckSpec, cell: CellSpec) -> _Side:
    section = spec.section(cell.section)
    index = [each.column for each in section.cells()].index(cell.column)
    found = extremes(cell.roll, spec.size) if cell.roll.extremes else None
    return _Side(deck.cells(section)[index], found, cell.roll.bonus)


def _opposed(deck: Deck | None, spec: DeckSpec, mine: CellSpec, theirs: CellSpec, cards: int) -> Tail | None:
    """P(mine - theirs >= t) in a deck of which no card comes up twice; both read off one card, or each off its own."""
    if deck is None or spec.draw == "with-replacement":
        return None
    ours, other = (_side(deck, spec, cell) for cell in (mine, theirs))
    drawn: Counter[tuple[int, int]] = Counter()  # by the number of cards drawn, and the difference
    for a, b, gone in (_on_one_card if cards == 1 else _on_two_cards)(ours, other):
        drawn[len(gone), a - b] += 1
    chances: Counter[int] = Counter()
    whole = perm(spec.size, max(cards for cards, _ in drawn))
    for (used, more), ways in drawn.items():
        chances[more] += ways * (whole // perm(spec.size, used))
    bonus = ours.bonus - other.bonus
    return of_chances({more + bonus: Fraction(ways, whole) for more, ways in chances.items()})


_Cards = tuple[int, ...]


def _on_two_cards(mine: _Side, theirs: _Side) -> Iterator[tuple[int, int, _Cards]]:
    """Both totals and the cards that were drawn: first all of one side's, then of the rest the other's."""
    for a, gone in _drawn(mine, ()):
        for b, every in _drawn(theirs, gone):
            yield a, b, every


def _drawn(side: _Side, gone: _Cards) -> Iterator[tuple[int, _Cards]]:
    for card, cell in _rest(side, gone):
        if not cell.confirm:
            yield cell.value, (*gone, card)
            continue
        for then, every in _confirming(side, (*gone, card)):
            yield side.total(cell, then), every


def _confirming(side: _Side, gone: _Cards) -> Iterator[tuple[Cell, _Cards]]:
    """The first cell that is not marked, and all the cards that are gone then."""
    for card, cell in _rest(side, gone):
        if cell.confirm:
            yield from _confirming(side, (*gone, card))
        else:
            yield cell, (*gone, card)


def _on_one_card(mine: _Side, theirs: _Side) -> Iterator[tuple[int, int, _Cards]]:
    """The same where both are read off one card; the cards that are drawn on serve both."""
    for card, (a, b) in enumerate(zip(mine.cells, theirs.cells, strict=True)):
        if not a.confirm and not b.confirm:
            yield a.value, b.value, (card,)
        elif not b.confirm:
            yield from ((mine.total(a, then), b.value, gone) for then, gone in _confirming(mine, (card,)))
        elif not a.confirm:
            yield from ((a.value, theirs.total(b, then), gone) for then, gone in _confirming(theirs, (card,)))
        else:
            for then, gone in _confirming(mine, (card,)):
                # The cards before the last are marked for one side; the other may have seen one that is not.
                seen = [theirs.cells[each] for each in gone[1:] if not theirs.cells[each].confirm]
                ends = [(seen[0], gone)] if seen else _confirming(theirs, gone)
                yield from ((mine.total(a, then), theirs.total(b, last), every) for last, every in ends)


def _rest(side: _Side, gone: _Cards) -> Iterator[tuple[int, Cell]]:
    return ((card, cell) for card, cell in enumerate(side.cells) if card not in gone)
