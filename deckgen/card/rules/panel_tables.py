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
    DeckSpec,
    DiceSection,
    Game,
    GridSection,
    RollsSection,
    StackSection,
    printed_word,
)
from deckgen.game.panels import PanelOdds, PanelScopes, PanelShares, PanelTable
from deckgen.game.sections.distribution import WordedSection
from deckgen.odds import dice_name, distribution
from deckgen.odds.chances import Tail, chance_of, tail_from_pmf
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
    rows = [(n, language.number(cards, cards.denominator > 1)) for n, cards in _outcome_cards(section, size)]
    return RulesTable(heads, rows)


def _outcome_cards(section: AnySection, size: int) -> list[tuple[str, Fraction]]:
    """Return (text, cards of ``size``) of each result that prints; empty for some sections.

    A stack's last location is first. Of dice they are the results of the first part of each roll.
    """
    if isinstance(section, StackSection):
        return [(section.printed_word(place.name), place.cards) for place in reversed(section.locations())]
    if isinstance(section, WordedSection):
        pairs = [(printed_word(section.outcomes, o.value), o.cards) for o in section.outcomes]
        return [(name, cards) for name, cards in pairs if name]
    if isinstance(section, DiceSection):
        lead = {label: f"{section.printed_label(label)}: " for label, _ in section.rolls if len(section.rolls) > 1}
        return [
            (lead.get(label, "") + section.printed_word(str(value)), chance * size)
            for label, roll in section.rolls
            for value, chance in roll.joint.of_part(0).items()
        ]
    return []


def _odds_table(block: PanelOdds, section: AnySection, game: Game) -> RulesTable:
    """Return chances in per cent: a row per difficulty for one roll with bonuses, else a column per difficulty."""
    phrase, aims = game.language.phrase, game.scope(block.scope).difficulties
    rolls: list[tuple[str, str, Tail]]  # each with its label
    if isinstance(section, DiceSection):
        chances = {label: roll.joint.numbers(0) for label, roll in section.rolls}
        rolls = [(label, section.printed_label(label), tail_from_pmf(chances[label])) for label in block.rolls]
    else:
        assert isinstance(section, GridSection | RollsSection)
        cells = (c for c in section.rolled_cells() if c.column in block.rolls and c.row in block.rows)
        rolls = [(cell.column, dice_name(cell.roll), distribution(cell.roll).tail) for cell in cells]
    several = len(rolls) > 1, len(block.bonuses) > 1

    def chance(label: str, tail: Tail, bonus: int, number: int) -> str:
        under = game.rolls_under(section.name, label)
        return whole_percent(chance_of(tail, number + bonus if under else number - bonus, at_most=under))

    if several == (False, True):
        heads = [phrase("Difficulty"), phrase("Number"), *map(format_modifier, block.bonuses)]
        rows = [
            [name, str(aim), *(chance(rolls[0][0], rolls[0][2], bonus, aim) for bonus in block.bonuses)]
            for name, aim in aims
        ]
        return RulesTable(heads, rows, phrase("Chance of success in per cent, if you add so much"))
    titles = (f"{name} {number}" for name, number in aims)
    heads = [*compress((phrase("Dice"), phrase("Bonus")), several), *titles]
    rows = [
        [
            *compress((name, format_modifier(bonus)), several),
            *(chance(label, tail, bonus, aim) for _, aim in aims),
        ]
        for label, name, tail in rolls
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
