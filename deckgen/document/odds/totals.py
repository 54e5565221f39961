"""Odds of totals: P(total >= t) for every pool, with the deck beside its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from deckgen.deck.cards import Deck
from deckgen.deck.chances import CheckRow, DiceCell, check_rows, deck_tails, list_questions, part_odds
from deckgen.document.spreadsheet import csv_bytes
from deckgen.game.model import CellSpec, Check, DeckSpec, DiceSection, Game, GridSection, RollsSection
from deckgen.language import ENGLISH, Language
from deckgen.odds import describe, dice_name, distribution
from deckgen.odds.chances import chance_of, tail_from_list
from deckgen.records import record

_RARITY = 100  # tables end where every chance is below 1 in 100
_MOST_UNDER = 17  # totals of a table at or below which is rolled
_CONSECUTIVE = 12  # totals that a table lists one by one where the game has no difficulties
_LADDER = (15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 500, 1000)
_CEILING = 2000  # totals; a game's dice reach no further in any table


@record
class OddsRow:
    """One pool: its cell, its dice by name, and P(total >= t) by t with dice and deck.

    ``deck`` is None without a deck. ``label`` is the column's printed title. ``dice`` and ``deck`` exclude
    the roll's bonus; ``dice_at`` and ``deck_at`` take totals with it, and return the chance of that or less if the
    section is rolled ``under``.
    """

    cell: CellSpec
    name: str
    dice: tuple[Fraction, ...]
    deck: tuple[Fraction, ...] | None
    label: str
    under: bool

    @property
    def label_and_row(self) -> str:
        """Column and row: ``III-3``."""
        return self.label if self.cell.row == 0 else f"{self.label}-{self.cell.row}"

    def dice_at(self, total: int) -> Fraction:
        return self._at(self.dice, total)

    def deck_at(self, total: int) -> Fraction | None:
        return None if self.deck is None else self._at(self.deck, total)

    def _at(self, tails: Sequence[Fraction], total: int) -> Fraction:
        return chance_of(tail_from_list(tails, self.cell.roll.bonus), total, at_most=self.under)


@record
class SectionOdds:
    """One section's pools, and the totals that a printed table lists; beyond ``last`` all are below 1 %.

    ``aimed``: the section is rolled against the game's difficulties; ``under``: at or below them.
    """

    section: GridSection | RollsSection
    pools: tuple[OddsRow, ...]
    totals: tuple[int, ...]
    last: int
    aimed: bool
    under: bool


def all_section_odds(game: Game, spec: DeckSpec, deck: Deck | None = None) -> list[SectionOdds]:
    """Return the odds of every rolled section; for a grid read across cells, those of its pools."""
    difficulties = sorted({number for scope in game.scopes for _, number in scope.difficulties})
    plain_checks = (check for check in game.checks if not (check.bonus or check.against))
    checked_sections = {check.section for check in plain_checks if any(scope.name for scope in check.scopes)}
    section_odds = []
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        cells = section.rolled_cells()
        last = _last_total(cells)
        under = game.rolls_under(section.name)
        end = max(last + 1, *difficulties, 1) + under
        deck_odds = [None] * len(cells) if deck is None else deck_tails(deck, section, spec.draw)
        pools = tuple(_odds_row(cell, section, tail, end, under) for cell, tail in zip(cells, deck_odds, strict=True))
        lowest = min(distribution(cell.roll).minimum for cell in cells) + (not under)
        aimed = section.name in checked_sections
        aims = difficulties if aimed else []
        totals = _totals(lowest, last, aims)
        if under:
            totals = tuple(sorted({*round_values(range(lowest, last + 1), _MOST_UNDER), *aims}))
        section_odds.append(SectionOdds(section, pools, totals, max(last, *totals), aimed, under))
    return section_odds


def _last_total(cells: Sequence[CellSpec]) -> int:
    """Return the last total that any of the pools reaches with a chance of at least 1 %."""
    return max(
        next(t for t in range(1, _CEILING) if distribution(cell.roll).tail(t + 1) * _RARITY < 1) for cell in cells
    )


def _totals(lowest: int, last: int, difficulties: Sequence[int]) -> tuple[int, ...]:
    """Return all totals from ``lowest`` to the highest difficulty, 11 at least, then in larger steps up to ``last``."""
    last_consecutive = max([min(last, lowest + _CONSECUTIVE - 2), *difficulties])
    return (*range(lowest, last_consecutive + 1), *(t for t in _LADDER if last_consecutive < t <= last))


def round_values(values: Sequence[int], most: int) -> list[int]:
    """Return values if they are at most so many, else those that are multiples of 2, 5, 10, 20 ..."""
    steps = (step * power for power in (1, 10, 100, 1000) for step in (1, 2, 5))
    rounded = ([value for value in values if value % step == 0] for step in steps)
    return next(shown for shown in rounded if len(shown) <= most)


def _odds_row(
    cell: CellSpec, section: GridSection | RollsSection, deck: Sequence[Fraction] | None, last: int, under: bool
) -> OddsRow:
    """Return a pool's row, with P(total >= t) of its dice up to ``last``; a roll's cell gets row 0."""
    place = CellSpec(cell.section, cell.column, 0, cell.roll) if isinstance(section, RollsSection) else cell
    dice = distribution(cell.roll.unmodified).tails(max(0, last - cell.roll.bonus))
    tails = None if deck is None else tuple(deck)
    return OddsRow(place, dice_name(cell.roll), dice, tails, section.printed_label(cell.column), under)


def dice_text(cell: CellSpec | DiceCell, language: Language = ENGLISH) -> str:
    """Return what is rolled for a cell: in words, for a roll of a dice section as the game has it."""
    return describe(cell.roll, language) if isinstance(cell, CellSpec) else cell.roll


def difficulties_at(game: Game, total: int) -> list[str]:
    """Return the names of difficulties with the number ``total``: Easy, or with several scopes Pulp Easy."""
    has_scopes = len(game.scopes) > 1
    return [
        f"{scope.name} {name}" if has_scopes else name
        for scope in game.scopes
        for name, number in scope.difficulties
        if number == total
    ]


def totals_note(tables: Sequence[SectionOdds], language: Language) -> str:
    """Return the sentence above the tables of totals."""
    if any(odds.under for odds in tables):
        return language.phrase("The chance of at least, or where a table says so at most, the number above.")
    return language.phrase("The chance of at least the number above.")


CSV_HEAD = (
    "check", "section", "column", "row", "roll", "against", "bonus", "scope", "difficulty", "goal", "at_least", "at_most",
    "dice", "deck",
)  # fmt: skip


def as_csv(game: Game, spec: DeckSpec, tables: Sequence[SectionOdds], deck: Deck | None = None) -> bytes:
    """Return CSV: a line per check, roll and question, then per pool and total. Six decimals; "" is not applicable."""
    return csv_bytes([CSV_HEAD, *_lines(game, spec, tables, deck)])


def _lines(
    game: Game, spec: DeckSpec, tables: Sequence[SectionOdds], deck: Deck | None
) -> Iterator[tuple[object, ...]]:
    """Yield the lines of the CSV file below its head: of checks, then of pools, then of dice sections."""
    for check in playable_checks(game, spec):
        for answer in check_rows(check, spec, deck):
            for trial, question in product(answer.rolls, list_questions(check)):
                cell, trial_answer = trial.cell, CheckRow((trial,), answer.bonus)
                row = cell.row if isinstance(spec.section(cell.section), GridSection) else ""
                yield (
                    check.title, cell.section, cell.column, check.part or row, dice_text(cell), check.against,
                    answer.bonus if check.bonus else "", question.scope, question.difficulty, question.goal,
                    *(("", question.total) if question.at_most else (question.total, "")),
                    *map(_six_decimals, trial_answer.chances(question)),
                )  # fmt: skip
    for odds in tables:
        for pool, total in product(odds.pools, range(min(1, *odds.totals), odds.last + 1)):
            place = (odds.section.name, pool.cell.column, pool.cell.row or "", describe(pool.cell.roll))
            chances = map(_six_decimals, (pool.dice_at(total), pool.deck_at(total)))
            yield ("", *place, "", "", "", "", "", *(("", total) if odds.under else (total, "")), *chances)
    yield from _part_lines(spec, deck)


def _part_lines(spec: DeckSpec, deck: Deck | None) -> Iterator[tuple[object, ...]]:
    """Yield the lines of dice sections: of each value of a part its chance, and that of more and less if it has an order.

    The row is the part's name. Words are below at_least and at_most, too; a mark is true.
    """
    for section in (section for section in spec.sections if isinstance(section, DiceSection)):
        for (label, roll), odds in (
            (entry, odds) for entry in section.rolls for odds in part_odds(section, entry[0], deck)
        ):
            names = odds.part.words or (("", "true") if odds.part.kind == "mark" else None)
            for number, way in product(odds.values, odds.part.ways):
                if name := names[number] if names else str(number):
                    bounds = name if way != "at most" else "", name if way != "at least" else ""
                    place = section.name, label, odds.part.name, roll.written
                    yield ("", *place, "", "", "", "", "", *bounds, *map(_six_decimals, odds.chances(way, number)))


def _six_decimals(chance: Fraction | None) -> str:
    return "" if chance is None else f"{float(chance):.6f}"


def playable_checks(game: Game, spec: DeckSpec) -> list[Check]:
    """Return the game's checks whose sections a deck has."""
    names = {section.name for section in spec.sections}
    return [check for check in game.checks if check.section in names]


def pools_by_column(odds: SectionOdds) -> Iterator[tuple[str, list[OddsRow]]]:
    """Yield a title and pools: for each column of a grid, or "" and all of a section of single rolls."""
    if isinstance(odds.section, RollsSection):
        yield "", list(odds.pools)
        return
    for column in odds.section.columns:
        pools = [pool for pool in odds.pools if pool.cell.column == column.label]
        yield odds.section.printed_label(column.label), pools
