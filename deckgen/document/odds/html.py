"""Odds as one HTML file that needs no network: all tables, and above them the one chance that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.odds.checks import CheckTable, check_tables
from deckgen.document.odds.totals import Odds, aims_at
from deckgen.document.pages import deck_line, document_style
from deckgen.document.poker.html import advice_names
from deckgen.document.web_pages import document_page
from deckgen.draw.text import figure, whole_percent
from deckgen.game.model import DeckSpec, Game
from deckgen.language import Language
from deckgen.records import record


@record
class WebChance:
    """A chance in whole per cent, ``dice`` beside that of a deck, "" without one; ``words`` say it exactly.

    ``high`` is how much of its ground is tinted, in per cent.
    """

    words: str
    shown: str
    dice: str
    high: int


@record
class WebColumn:
    """The head of a column: its ``number``, what that is called, and ``full``, both in one; ``aimed``: a number of the game."""

    number: str
    called: str
    full: str
    aimed: bool = True


@record
class WebRow:
    """A row: its name in two parts, and what it is called where it stands alone."""

    first: str
    second: str
    chances: tuple[WebChance, ...]

    @property
    def full(self) -> str:
        """Its whole name."""
        return " · ".join(filter(None, (self.first, self.second)))


@record
class WebOdds:
    """A table of chances: its ``caption``, and its ``name`` where it is one of a list."""

    name: str
    caption: str
    columns: tuple[WebColumn, ...]
    rows: tuple[WebRow, ...]


def odds_html(game: Game, spec: DeckSpec, tables: Sequence[Odds], deck: Deck | None = None) -> bytes:
    """Odds as a whole file; every chance in it is HTML, the script only finds one."""
    phrase, style = game.language.phrase, document_style(game)
    about = (
        phrase("Chances in per cent. Large: with this deck; small: with dice.")
        if deck
        else phrase("Chances in per cent.")
    )
    checks = [
        (table.check.title, " ".join(table.notes), [*_check(table, game.language)])
        for table in check_tables(game, spec, deck)
    ]
    return document_page(
        "odds",
        phrase("{name}: odds", name=game.title),
        style,
        css="".join(f".h{high}{{--h:{high}%}}" for high in range(101)),
        words={
            "asks": (phrase("Table"), phrase("My row"), phrase("Against")),
            "about": about,
            "totals": phrase("Every total"),
            "above": phrase("The chance of at least the number above."),
        },
        checks=checks,
        totals=[_totals(game, odds) for odds in tables],
        line=f"deckgen {__version__}" if deck is None else deck_line(deck, style),
        **advice_names(game, spec),
    )


def _check(table: CheckTable, language: Language) -> Iterator[WebOdds]:
    """A table for each group of columns, so that one is not wider than a telephone."""
    for names, columns in table.groups:
        heading = ": ".join(filter(None, names))
        rows = (
            WebRow(
                first,
                second,
                tuple(_chance(answer.dice(c.asked), answer.deck(c.asked), language) for c in columns),
            )
            for first, second, answer in table.rows
        )
        heads = (WebColumn(each.number, each.name, f"{each.name} ({each.number})") for each in columns)
        name = " · ".join(filter(None, (table.check.title, heading)))
        yield WebOdds(name, heading, tuple(heads), tuple(rows))


def _totals(game: Game, odds: Odds) -> WebOdds:
    columns = []
    for total in odds.totals:
        names = ", ".join(aims_at(game, total)) if odds.aimed else ""
        said = f"{total}: {names}" if names else f"{total}"
        columns.append(WebColumn(figure(total), names, said, bool(names)))
    rows = (
        WebRow(
            pool.name,
            pool.place if pool.place != pool.name else "",
            tuple(_chance(pool.dice_at(t), pool.deck_at(t), game.language) for t in odds.totals),
        )
        for pool in odds.pools
    )
    return WebOdds(odds.section.title, odds.section.title, tuple(columns), tuple(rows))


def _chance(dice: Fraction, deck: Fraction | None, language: Language) -> WebChance:
    shown = dice if deck is None else deck
    rolled = language.percent(dice, 1)
    if deck is None:
        words = language.phrase("{chance} with dice", chance=rolled)
    else:
        drawn = language.percent(deck, 1)
        words = language.phrase("{chance} with the deck, {other} with dice", chance=drawn, other=rolled)
    small = "" if deck is None else whole_percent(dice)
    return WebChance(words, whole_percent(shown), small, round(float(shown) * 100))
