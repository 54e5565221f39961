"""Odds tables as one HTML file: choose the pool and the number, read the chance; all tables below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from html import escape

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.odds import Odds, OddsRow, aims_at, percent
from deckgen.document.poker_html import dice_words, shell
from deckgen.game.model import DeckSpec, Game

_STYLE = (
    "<style>main{columns:1!important}.w{overflow-x:auto}select{font:inherit;min-height:2.6rem;max-width:100%}"
    "output{flex-basis:100%;font-size:1.6rem;font-weight:700;color:var(--accent)}"
    "td small{display:block;color:var(--soft)}td{background:linear-gradient(var(--tint),var(--tint)) bottom/100% var(--h) no-repeat}"
    "th.a{background:var(--accent);color:var(--on)}tr>th:first-child{position:sticky;left:0;text-align:left;white-space:nowrap}"
    ".hit{outline:3px solid var(--open);outline-offset:-3px}caption{font-size:1.1rem}</style>"
)


def as_html(game: Game, spec: DeckSpec, tables: Sequence[Odds], deck: Deck | None = None) -> bytes:
    """The whole file; every chance in it is HTML, the script only finds one."""
    which = "dice" if deck is None else f"seed {deck.seed} · deck {deck.number} of {deck.of} · {deck.id}"
    return shell(
        f"{game.title}: {spec.title}, odds",
        game.language,
        [
            f"{_STYLE}<header><h1>{escape(game.title)}: odds</h1>",
            "<form hidden><select aria-label='My dice'></select><select aria-label='At least'></select>",
            "<output aria-live=polite></output></form></header><main>",
            "<p>The chance in per cent of a total of at least the number above."
            + (" Large: the deck; small: the dice." if deck else "")
            + "</p>",
            *(part for odds in tables for part in _table(game, odds)),
            *dice_words(game, spec),
            f"</dl></details></main><footer><p><small>{escape(which)} · deckgen {__version__}</small></p></footer>",
        ],
        "odds",
    )


def _table(game: Game, odds: Odds) -> Iterator[str]:
    title = odds.section.title
    yield f"<div class=w><table><caption>{escape(title)}</caption><tr><th>"
    for total in odds.totals:
        names = ", ".join(aims_at(game, total)) if odds.aimed else ""
        note = f' class=a data-n="{total}: {escape(names)}" title="{escape(names)}"' if names else ""
        yield f"<th data-t={total}{note}>{total}"
    for pool in odds.pools:
        name = f"{pool.name} · {pool.place}" if pool.name != pool.place else pool.name
        yield f'<tr data-p="{escape(title)}: {escape(name)}"><th>{escape(name)}'
        yield "".join(_cell(pool, total) for total in odds.totals)
    yield "</table></div>"


def _cell(pool: OddsRow, total: int) -> str:
    deck, dice = pool.deck_at(total), pool.dice_at(total)
    high = round(float(dice if deck is None else deck) * 100)
    words = f"{_exactly(dice)} dice" if deck is None else f"{_exactly(deck)} deck, {_exactly(dice)} dice"
    shown = escape(percent(dice if deck is None else deck))
    small = "" if deck is None else f"<small>{escape(percent(dice))}</small>"
    return f'<td style="--h:{high}%" data-w="{words}">{shown}{small}'


def _exactly(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f} %"
