"""Odds as one HTML file that needs no network: all tables, and above them the one chance that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.html_tables import dice_words, shell
from deckgen.document.look import document_style
from deckgen.document.odds import Odds, aims_at
from deckgen.document.odds_checks import CheckTable, check_tables
from deckgen.document.pages import deck_line
from deckgen.draw.text import figure, whole_percent
from deckgen.game.model import DeckSpec, Game
from deckgen.language import Language

_STYLE = (
    "<style>main{columns:1!important}.w{overflow-x:auto}select{font:inherit;min-height:2.6rem;max-width:100%}"
    "output{flex-basis:100%;font-size:1.6rem;font-weight:700;color:var(--accent)}"
    "td small,th small{display:block}td small{color:var(--soft)}th small{font-weight:400;overflow-wrap:anywhere;hyphens:auto}"
    "td{background:linear-gradient(var(--tint),var(--tint)) bottom/100% var(--h) no-repeat}"
    "th.a{background:var(--accent);color:var(--on)}tr>th:first-child{position:sticky;left:0;text-align:left;white-space:nowrap}"
    ".k{display:flex;flex-wrap:wrap;gap:.8rem 1.6rem}.k table{table-layout:fixed;width:min(100%,27rem)}.k tr>:first-child{width:4.4rem}"
    ".k th{vertical-align:bottom}.k tr>th:first-child small{color:var(--soft)}"
    ".hit{outline:3px solid var(--open);outline-offset:-3px}caption{font-size:1.1rem}</style>"
)


def odds_html(game: Game, spec: DeckSpec, tables: Sequence[Odds], deck: Deck | None = None) -> bytes:
    """Odds as a whole file; every chance in it is HTML, the script only finds one."""
    phrase = game.language.phrase
    title = phrase("{name}: odds", name=game.title)
    style = document_style(game)
    version = f"deckgen {__version__}" if deck is None else deck_line(deck, style)
    about = (
        phrase("Chances in per cent. Large: with this deck; small: with dice.")
        if deck
        else phrase("Chances in per cent.")
    )
    labels = (phrase("Table"), phrase("My row"), phrase("Against"))
    return shell(
        title,
        game.language.code,
        [
            f"{_STYLE}<header><h1>{escape(title)}</h1><form hidden>",
            *(f"<select aria-label='{escape(label, quote=True)}'></select>" for label in labels),
            "<output aria-live=polite></output></form></header><main>",
            f"<p>{escape(about)}</p>",
            *(part for table in check_tables(game, spec, deck) for part in _check(table, game.language)),
            f"<h2>{escape(phrase('Every total'))}</h2>",
            f"<p>{escape(phrase('The chance of at least the number above.'))}</p>",
            *(part for odds in tables for part in _totals(game, odds)),
            *dice_words(game, spec),
            f"</dl></details></main><footer><p><small>{escape(version)}</small></p></footer>",
        ],
        "odds",
        style,
    )


def _check(table: CheckTable, language: Language) -> Iterator[str]:
    """A table for each group of columns, so that one is not wider than a telephone."""
    title = escape(table.check.title)
    yield f"<h2>{title}</h2>"
    if table.notes:
        yield f"<p>{escape(' '.join(table.notes))}</p>"
    yield "<div class=k>"
    for names, columns in table.groups:
        heading = ": ".join(filter(None, names))
        name = f"{title} · {escape(heading)}" if heading else title
        yield f'<table data-c="{name}"><caption>{escape(heading)}</caption><tr><th>'
        for column in columns:
            number, said = escape(column.number), escape(column.name)
            yield f'<th class=a data-n="{said} ({number})" lang={language.code}><small>{said}</small>{number}'
        for first, second, answer in table.rows:
            called = " · ".join(filter(None, (first, second)))
            small = f"<small>{escape(second)}</small>" if second else ""
            yield f'<tr data-p="{escape(called)}"><th>{escape(first)}{small}'
            yield "".join(
                _chance(answer.dice(column.asked), answer.deck(column.asked), language) for column in columns
            )
        yield "</table>"
    yield "</div>"


def _totals(game: Game, odds: Odds) -> Iterator[str]:
    title = escape(odds.section.title)
    yield f'<div class=w><table data-c="{title}"><caption>{title}</caption><tr><th>'
    for total in odds.totals:
        names = ", ".join(aims_at(game, total)) if odds.aimed else ""
        note = f' class=a title="{escape(names)}"' if names else ""
        said = f"{total}: {names}" if names else f"{total}"
        yield f'<th data-n="{escape(said)}"{note}>{figure(total)}'
    for pool in odds.pools:
        name = f"{pool.name} · {pool.place}" if pool.name != pool.place else pool.name
        yield f'<tr data-p="{escape(name)}"><th>{escape(name)}'
        yield "".join(
            _chance(pool.dice_at(total), pool.deck_at(total), game.language) for total in odds.totals
        )
    yield "</table></div>"


def _chance(dice: Fraction, deck: Fraction | None, language: Language) -> str:
    high = round(float(dice if deck is None else deck) * 100)
    rolled = language.percent(dice, 1)
    if deck is None:
        words = language.phrase("{chance} with dice", chance=rolled)
    else:
        drawn = language.percent(deck, 1)
        words = language.phrase("{chance} with the deck, {other} with dice", chance=drawn, other=rolled)
    shown = escape(whole_percent(dice if deck is None else deck))
    small = "" if deck is None else f"<small>{escape(whole_percent(dice))}</small>"
    return f'<td style="--h:{high}%" data-w="{escape(words)}">{shown}{small}'
