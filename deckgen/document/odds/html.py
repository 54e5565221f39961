"""Odds as one HTML file that needs no network: all tables, and above them a chance to look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.deck.chances import BothChances
from deckgen.document.dice_rules import template_names
from deckgen.document.odds.checks import CheckColumn, CheckTable, check_tables, possible_rows
from deckgen.document.odds.parts import result_tables
from deckgen.document.odds.totals import SectionOdds, difficulties_at, totals_note
from deckgen.document.pages import deck_line, document_style
from deckgen.document.web_pages import document_page
from deckgen.draw.text import format_number, whole_percent
from deckgen.game.model import DeckSpec, Game
from deckgen.language import Language

_MOST_COLUMNS = 9


def odds_html(game: Game, spec: DeckSpec, tables: Sequence[SectionOdds], deck: Deck | None = None) -> bytes:
    """Return a web page of odds: checks, totals (``tables``), dice rules; its script only looks up a chance."""
    return odds_page(
        game,
        game.language.phrase("{name}: odds", name=game.title),
        deck,
        check_tables(game, spec, deck),
        results=_questions(result_tables(spec, game.language, deck), game.language),
        totals=[_totals(game, odds) for odds in tables],
        totals_note=totals_note(tables, game.language),
        **template_names(game, spec),
    )


def odds_page(
    game: Game, title: str, deck: Deck | None, checks: Iterable[CheckTable], note: str = "", css: str = "", **parts: Any
) -> bytes:
    """Return a web page of tables with a ``note`` above them and more ``css``; ``parts`` are variables of its template."""
    phrase, style = game.language.phrase, document_style(game)
    about = (
        phrase("Chances in per cent. Large: with this deck; small: with dice. Empty: impossible.")
        if deck
        else phrase("Chances in per cent. Empty: impossible.")
    )
    return document_page(
        "odds",
        title,
        style,
        css="".join(f".h{high}{{--h:{high}%}}" for high in range(101)) + css,
        about=f"{about} {note}".strip(),
        checks=_questions(checks, game.language),
        line=f"deckgen {__version__}" if deck is None else deck_line(deck, style),
        **{"results": (), "totals": (), "advices": (), **parts},
    )


def _questions(tables: Iterable[CheckTable], language: Language) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Return the title, the notes and the template's tables of each table."""
    return [(table.title, " ".join(table.notes), [*_check(table, language)]) for table in tables]


def _check(table: CheckTable, language: Language) -> Iterator[dict[str, Any]]:
    """Yield the template's variables of a table per group of columns, or part of one, so that each fits the width of a phone."""
    parts = ((names, columns, part) for names, columns in table.groups for part in _parts(columns))
    for names, all_columns, columns in parts:
        heading = ": ".join(filter(None, names))
        if len(columns) < len(all_columns):
            low, high = _full_name(columns[0]), _full_name(columns[-1])
            heading = f"{heading} {language.phrase('{low} to {high}', low=low, high=high)}".strip()
        heads = [(c.number, c.name, _full_name(c), True) for c in columns]
        rows = (
            (first, second, [row.chances(c.question) for c in columns])
            for first, second, row in possible_rows(table, columns)
        )
        name = " · ".join(filter(None, (table.title, heading)))
        yield _table(name, heading, heads, rows, language)


def _parts(columns: Sequence[CheckColumn]) -> Iterator[Sequence[CheckColumn]]:
    """Yield columns in parts of about equal length that fit the width of a phone."""
    length = -(-len(columns) // -(-len(columns) // _MOST_COLUMNS))
    yield from (columns[start : start + length] for start in range(0, len(columns), length))


def _full_name(column: CheckColumn) -> str:
    return f"{column.name} ({column.number})" if column.name and column.number else column.name or column.number


def _totals(game: Game, odds: SectionOdds) -> dict[str, Any]:
    """Return the template's variables of a section's table: a row per pool, a column per total with difficulties."""
    heads = []
    for total in odds.totals:
        names = ", ".join(difficulties_at(game, total)) if odds.aimed else ""
        heads.append((format_number(total), names, f"{total}: {names}" if names else f"{total}", bool(names)))
    rows = (
        (
            pool.name,
            pool.label_and_row if pool.label_and_row != pool.name else "",
            [(pool.dice_at(t), pool.deck_at(t)) for t in odds.totals],
        )
        for pool in odds.pools
    )
    caption = odds.section.title
    if odds.under:
        caption = f"{caption}: {game.language.phrase('at most')}"
    return _table(caption, caption, heads, rows, game.language)


def _table(
    name: str,
    caption: str,
    columns: Sequence[tuple[str, str, str, bool]],
    rows: Iterable[tuple[str, str, Sequence[BothChances]]],
    language: Language,
) -> dict[str, Any]:
    """Return the template's variables of a table; ``name`` is its name in a list of tables.

    A column has its number, name, both in one, and whether it is a number of the game; a row its two names
    and its chances with dice and with the deck.
    """
    return {
        "name": name,
        "caption": caption,
        "columns": columns,
        "rows": [
            {
                "first": first,
                "second": second,
                "full": " · ".join(filter(None, (first, second))),
                "chances": [_chance(*both, language) for both in chances],
            }
            for first, second, chances in rows
        ],
    }


def _chance(dice: Fraction | None, deck: Fraction | None, language: Language) -> tuple[int, str, str, str]:
    """Return (bar in percent, sentence, number, "") of the dice; with a deck its own, and last the dice's number.

    All are empty if nothing is asked.
    """
    if dice is None:
        return 0, "", "", ""
    dice_text = language.percent(dice, 1)
    if deck is None:
        words = language.phrase("{chance} with dice", chance=dice_text)
        return round(float(dice) * 100), words, _printed(dice), ""
    deck_text = language.percent(deck, 1)
    words = language.phrase("{chance} with the deck, {other} with dice", chance=deck_text, other=dice_text)
    return round(float(deck) * 100), words, _printed(deck), _printed(dice)


def _printed(chance: Fraction) -> str:
    """Return a chance in whole per cent; "" for an impossible one."""
    return whole_percent(chance) if chance else ""
