"""Contents of rules panels as texts, for drawings and web pages: tables, bold words, and groups of marks."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import compress
from typing import TYPE_CHECKING

from deckgen.card.rules.legend import LegendEntry, build_legend
from deckgen.draw.text import format_modifier, whole_percent
from deckgen.game.model import (
    AnySection,
    CellSpec,
    DeckSpec,
    Game,
    GridSection,
    RollsSection,
    StackSection,
    printed_word,
)
from deckgen.game.panels import PanelOdds, PanelScopes, PanelShares, PanelTable
from deckgen.game.sections.distribution import WordedSection
from deckgen.odds import dice_name, distribution
from deckgen.odds.chances import chance_of
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout

_WORDS = re.compile(r"[^\W\d_]{3}")


@record
class RulesTable:
    """A table of rules: ``heads`` of columns, ``rows`` of cells (bold with ``**``), and a caption, "" for none."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""

    @property
    def has_words(self) -> list[bool]:
        """For each column, whether it has words; else numbers, which are centered."""
        return [any(_WORDS.search(row[index]) for row in self.rows) for index in range(len(self.heads))]


def table_of(block: PanelTable | PanelScopes | PanelShares | PanelOdds, game: Game, spec: DeckSpec) -> RulesTable:
    """Return the table of a block in a game's panel, for one of its decks. Raises KeyError for an unknown section."""
    match block:
        case PanelTable(heads, rows):
            return RulesTable(heads, rows)
        case PanelScopes(names):
            return _scopes_table(names, game)
        case PanelShares(name):
            return _shares_table(_find_section(name, game, spec), game, spec.size)
        case PanelOdds():
            return _odds_table(block, _find_section(block.section, game, spec), game)


def group_marks(
    layout: Layout, game: Game, spec: DeckSpec, sections: Collection[str]
) -> Iterable[Sequence[LegendEntry]]:
    """Return marks in ``sections`` ((): all), grouped by their meaning."""
    groups: dict[str, list[LegendEntry]] = {}
    for entry in build_legend(layout, game, spec, sections or None):
        groups.setdefault(entry.meaning, []).append(entry)
    return groups.values()


def _scopes_table(names: Sequence[str], game: Game) -> RulesTable:
    """Return a table with a row for each difficulty and a column for the numbers of each named scope."""
    numbers = [dict(game.scope(name).difficulties) for name in names]
    difficulties = dict.fromkeys(name for scope in numbers for name in scope)
    rows = [(name, *(str(scope.get(name, "–")) for scope in numbers)) for name in difficulties]
    phrase = game.language.phrase
    return RulesTable([phrase("Difficulty"), *(names if len(names) > 1 else [phrase("Number")])], rows)


def _shares_table(section: AnySection, game: Game, size: int) -> RulesTable:
    """Return a table of what a section prints, and on how many of ``size`` cards."""
    language = game.language
    heads = section.title, language.phrase("Cards of {size}", size=size)
    rows = [(n, language.number(cards, cards.denominator > 1)) for n, cards in _outcome_cards(section)]
    return RulesTable(heads, rows)


def _outcome_cards(section: AnySection) -> list[tuple[str, Fraction]]:
    """Return (text, cards) of each result that prints; a stack's last location first; empty for other sections."""
    if isinstance(section, StackSection):
        return [(section.printed_word(place.name), place.cards) for place in reversed(section.locations())]
    if isinstance(section, WordedSection):
        pairs = [(printed_word(section.outcomes, o.value), o.cards) for o in section.outcomes]
        return [(name, cards) for name, cards in pairs if name]
    return []


def _odds_table(block: PanelOdds, section: AnySection, game: Game) -> RulesTable:
    """Return chances in per cent: a row per difficulty for one roll with bonuses, else a column per difficulty."""
    assert isinstance(section, GridSection | RollsSection)
    phrase, aims = game.language.phrase, game.scope(block.scope).difficulties
    cells = [c for c in section.rolled_cells() if c.column in block.rolls and c.row in block.rows]
    under = game.rolls_under(section.name)
    several = len(cells) > 1, len(block.bonuses) > 1

    def chance(cell: CellSpec, bonus: int, number: int) -> str:
        total = number + bonus if under else number - bonus
        return whole_percent(chance_of(distribution(cell.roll).tail, total, at_most=under))

    if several == (False, True):
        heads = [phrase("Difficulty"), phrase("Number"), *map(format_modifier, block.bonuses)]
        rows = [[name, str(aim), *(chance(cells[0], bonus, aim) for bonus in block.bonuses)] for name, aim in aims]
        return RulesTable(heads, rows, phrase("Chance of success in per cent, if you add so much"))
    titles = (f"{name} {number}" for name, number in aims)
    heads = [*compress((phrase("Dice"), phrase("Bonus")), several), *titles]
    rows = [
        [
            *compress((dice_name(cell.roll), format_modifier(bonus)), several),
            *(chance(cell, bonus, aim) for _, aim in aims),
        ]
        for cell in cells
        for bonus in block.bonuses
    ]
    return RulesTable(heads, rows, phrase("Chance of success in per cent"))


def _find_section(name: str, game: Game, spec: DeckSpec) -> AnySection:
    """Return the section ``name`` of the deck, else of the first deck that has one. Raises KeyError without one."""
    for deck in (spec, *game.decks):
        for section in deck.sections:
            if section.name == name:
                return section
    raise KeyError(name)
