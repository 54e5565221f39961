"""Exact chances of checks, with dice and with a deck: open chains and confirmed extremes included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import perm
from typing import Any

from deckgen.deck.audit.extremes import with_extremes
from deckgen.deck.cards import Deck
from deckgen.deck.cells import multiset, total_tails
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.game.model import (
    Cell,
    CellSpec,
    Check,
    DeckSpec,
    DiceSection,
    DrawModel,
    GridSection,
    RollsSection,
)
from deckgen.odds import Extremes, distribution, find_extremes
from deckgen.odds.chances import Tail, chance_of, difference, tail_from_list, tail_from_pmf
from deckgen.odds.joint import Part, Way
from deckgen.records import record

_RAREST = Fraction(1, 10**9)
"""Results of endless dice are listed up to where all higher ones together are rarer."""


BothChances = tuple[Fraction | None, Fraction | None]
"""A chance with dice and with the deck; None if it is not asked for, or there is no deck."""


@record
class DiceCell:
    """The place of a roll of a dice section, as a ``CellSpec`` is that of others; ``row`` is always 1, and ``roll`` its text."""

    section: str
    column: str
    row: int
    roll: str


@record
class RollOdds:
    """Odds of one pool or roll of a check: P(total >= t) with dice and the deck, without the check's own bonus.

    In an opposed check the total is the margin over the opposing roll. ``deck_tail`` is None without a deck,
    and in opposed checks if cards are put back before the next is drawn.
    """

    cell: CellSpec | DiceCell
    dice_tail: Tail
    deck_tail: Tail | None


@record
class CheckQuestion:
    """A column of a check's table: beating ``number`` by ``by`` or more or, below 0, missing it by as much or more.

    ``under``: totals at or below the number beat it.
    """

    scope: str
    difficulty: str
    number: int
    goal: str
    by: int
    under: bool = False

    @property
    def total(self) -> int:
        """The total that is the limit, without a bonus."""
        return self.number - self.by if self.under else self.number + self.by

    @property
    def at_most(self) -> bool:
        """Whether that total or less is asked for, not that or more."""
        return self.under == (self.by >= 0)


@record
class CheckRow:
    """A row of a check's table: one pool, or one bonus for which all rolls are averaged."""

    rolls: tuple[RollOdds, ...]
    bonus: int

    @property
    def group(self) -> object:
        """What rows that belong together have in common: their column, or five bonuses."""
        return self.bonus // 5, self.rolls[0].cell.column

    def chances(self, question: CheckQuestion) -> BothChances:
        """Return the chances of what the question asks, the means over the row's rolls, or over those with a deck."""
        total = question.total + (self.bonus if question.under else -self.bonus)
        dice = [roll.dice_tail for roll in self.rolls]
        deck = [roll.deck_tail for roll in self.rolls if roll.deck_tail is not None]
        means = [
            sum((chance_of(tail, total, at_most=question.at_most) for tail in tails), Fraction(0)) / len(tails)
            for tails in (dice, deck)
            if tails
        ]
        return means[0], means[1] if deck else None


def list_questions(check: Check) -> list[CheckQuestion]:
    """Return the columns of a check's table, grouped by goal."""
    return [
        CheckQuestion(scope.name, difficulty, number, goal, by, check.under)
        for goal, by in check.goals
        for scope in check.scopes
        for difficulty, number in scope.difficulties
    ]


def check_rows(check: Check, spec: DeckSpec, deck: Deck | None = None) -> list[CheckRow]:
    """Return the rows of a check's table: one for each bonus, over all rolls; without bonuses, one for each roll."""
    rolls = tuple(roll_odds(check, spec, deck))
    if check.bonus is None:
        return [CheckRow((roll,), 0) for roll in rolls]
    return [CheckRow(rolls, bonus) for bonus in range(check.bonus.least, check.bonus.most + 1)]


def roll_odds(check: Check, spec: DeckSpec, deck: Deck | None = None) -> list[RollOdds]:
    """Return the odds of all that a check rolls, in order. Raises KeyError if the spec lacks the check's section."""
    section = spec.section(check.section)
    if isinstance(section, DiceSection):
        return [
            RollOdds(DiceCell(section.name, label, 1, roll.written), odds.dice_tail, odds.deck_tail)
            for label, roll in section.rolls
            if label in check.rolls
            for odds in [part_odds(section, label, deck)[roll.joint.index(check.part)]]
        ]
    assert isinstance(section, GridSection | RollsSection)  # see ``Check``
    cells = check.rolled_cells(section)
    if check.against:
        (foe,) = (cell for cell in section.cells() if cell.column == check.against)
        return [
            RollOdds(cell, difference(cell.roll, foe.roll), _opposed_tail(deck, spec, cell, foe, check.cards))
            for cell in cells
        ]
    tails: dict[CellSpec, Tail] = {}
    if deck is not None:
        by_cell = zip(section.rolled_cells(), deck_tails(deck, section, spec.draw), strict=True)
        tails = {cell: tail_from_list(values, cell.roll.bonus) for cell, values in by_cell}
    return [RollOdds(cell, distribution(cell.roll).tail, tails.get(cell)) for cell in cells]


@record
class PartOdds:
    """Odds of a part of a roll's results: P(value >= t) with dice, and with a deck, None without one.

    Words are counted by their place among the part's words; a mark is 1 for a result that has it. ``values`` are those
    that the dice have, up to where higher ones are very rare.
    """

    part: Part
    values: tuple[int, ...]
    dice_tail: Tail
    deck_tail: Tail | None

    def chances(self, way: Way, number: int) -> BothChances:
        """Return the chances of a value."""

        def chance(tail: Tail) -> Fraction:
            if way == "exactly":
                return tail(number) - tail(number + 1)
            return chance_of(tail, number, at_most=way == "at most")

        return chance(self.dice_tail), None if self.deck_tail is None else chance(self.deck_tail)


@record
class ResultRow:
    """A row of chances of exactly a value, of that or a higher one, or of that or a lower one.

    ``odds`` by the name of the part, which is the ``scope`` of a question; its ``number`` is the value.
    """

    way: Way
    odds: Mapping[str, PartOdds]
    group: object = None

    def chances(self, question: CheckQuestion) -> BothChances:
        """Return the chances; both None if the values of the part have no order, and the row asks for it."""
        odds = self.odds[question.scope]
        return odds.chances(self.way, question.number) if self.way in odds.part.ways else (None, None)


def part_odds(section: DiceSection, label: str, deck: Deck | None = None) -> list[PartOdds]:
    """Return the odds of all parts of a roll's results. Raises KeyError for an unknown label."""
    from deckgen.odds.evaluate import evaluate  # noqa: PLC0415 (few decks need it)

    roll = dict(section.rolls)[label]
    chances = evaluate(roll.expression, _RAREST) if roll.joint.rest else roll.joint
    shown: list[Any] = [] if deck is None else [card.sections[section.name] for card in deck.cards]
    all_odds = []
    for index, part in enumerate(chances.parts):
        dice, cards = chances.numbers(index), Counter(part.as_number(value[label].outcome[index]) for value in shown)
        deck_chances = {number: Fraction(count, len(shown)) for number, count in cards.items()}
        deck_tail = tail_from_pmf(deck_chances) if shown else None
        all_odds.append(PartOdds(part, tuple(dice), tail_from_pmf(dice), deck_tail))
    return all_odds


def deck_tails(deck: Deck, section: GridSection | RollsSection, draw: DrawModel) -> Sequence[Sequence[Fraction]]:
    """Return P(total >= t) with the deck, t = 0, 1, ..., without bonus, for each pool of a section, else each cell."""
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
    """What a roll shows on each card of a deck, its bonus, and the extremes that its marked cards stand for."""

    cells: Sequence[Cell]
    extremes: Extremes | None
    bonus: int

    def read(self, earlier: Cell | int | None, cell: Cell) -> Cell | int:
        """Return the total after a card is drawn, or the marked cell that still waits for an unmarked one.

        ``earlier`` is the result of the cards before; None before the first.
        """
        if isinstance(earlier, int) or (cell.confirm and earlier is not None):
            return earlier
        if earlier is None:
            return cell if cell.confirm else cell.value
        assert self.extremes is not None  # else no cell is marked
        return self.extremes.confirmed_total(earlier.value, cell.value)


def _side(deck: Deck, spec: DeckSpec, cell: CellSpec) -> _Side:
    """Return one side of an opposed check: the cell in ``cell``'s column, read on every card."""
    section = spec.section(cell.section)
    index = [spec_cell.column for spec_cell in section.cells()].index(cell.column)
    marked_extremes = find_extremes(cell.roll, spec.size) if cell.roll.extremes else None
    return _Side(deck.cells(section)[index], marked_extremes, cell.roll.bonus)


def _opposed_tail(deck: Deck | None, spec: DeckSpec, own_cell: CellSpec, opposing: CellSpec, cards: int) -> Tail | None:
    """Return P(own_cell - opposing >= t), bonuses included, in a deck from which no card is drawn twice.

    With ``cards`` 1 both totals are read from one card, else each from its own. None without a deck, or if
    cards are put back.
    """
    if deck is None or spec.draw == "with-replacement":
        return None
    side, opposing_side = (_side(deck, spec, cell) for cell in (own_cell, opposing))
    ways_by_cards: Counter[tuple[int, int]] = Counter()  # by (cards drawn, margin)
    if cards == 1:
        for (a, b), gone in _totals((side, opposing_side), (None, None), ()):
            ways_by_cards[len(gone), a - b] += 1
    else:  # first all cards of one side, then those of the other
        for (a,), used in _totals((side,), (None,), ()):
            for (b,), gone in _totals((opposing_side,), (None,), used):
                ways_by_cards[len(gone), a - b] += 1
    ways_by_margin: Counter[int] = Counter()
    denominator = perm(spec.size, max(cards for cards, _ in ways_by_cards))
    for (used_cards, margin), ways in ways_by_cards.items():
        ways_by_margin[margin] += ways * (denominator // perm(spec.size, used_cards))
    bonus = side.bonus - opposing_side.bonus
    return tail_from_pmf({t + bonus: Fraction(ways, denominator) for t, ways in ways_by_margin.items()})


def _totals(
    sides: Sequence[_Side], earlier: Sequence[Cell | int | None], gone: tuple[int, ...]
) -> Iterator[tuple[list[int], tuple[int, ...]]]:
    """Yield (totals by side, cards drawn) per way to draw on; ``earlier``: each side's result of the ``gone`` cards."""
    for card in range(len(sides[0].cells)):
        if card not in gone:
            pairs = zip(sides, earlier, strict=True)
            readings = [side.read(prior, side.cells[card]) for side, prior in pairs]
            totals = [total for total in readings if isinstance(total, int)]
            if len(totals) == len(sides):
                yield totals, (*gone, card)
            else:
                yield from _totals(sides, readings, (*gone, card))
