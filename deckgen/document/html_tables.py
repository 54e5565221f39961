"""The conversion table as one HTML file that needs no network: a panel a card, found by typing or tapping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, WORDS, advices
from deckgen.document.poker_deck import PokerCard, PokerDeck, PokerGroup, poker_deck
from deckgen.document.results import (
    AGAIN,
    CONFIRM,
    FAILURE,
    MARKED,
    STANDARD,
    TOWARDS,
    Field,
    Result,
    fields,
    in_sections,
)
from deckgen.game.model import DeckSpec, Game

WEB = Path(__file__).with_name("web")
_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_CLASSES = {AGAIN: "o", FAILURE: "f", TOWARDS: "f", CONFIRM: "c", STANDARD: "t", MARKED: "m"}


def table_html(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """The conversion table as a whole file. All cards are in it as HTML; the script only chooses what is shown."""
    held = poker_deck(deck.cards, spec.faces, game.language)
    own = in_sections(fields(spec, game.words))
    facts = f"seed {deck.seed} · deck {deck.number} of {deck.of} · {deck.id} · deckgen {__version__}"
    return shell(
        f"{game.title}: {spec.title}",
        game.language.code,
        [
            f"<header><h1>{escape(game.title)}: {escape(spec.title)}</h1>",
            "".join(_form(held)),
            "</header><main>",
            f"<p>{escape(held.note)}</p>" if held.note else "",
            "<p id=none hidden>No card of this name. Try 7h, queen spades, or joker.</p>",
            *(_card(row, block, own) for block in held.blocks for row in block.rows),
            "</main><footer>",
            "".join(_words(game, spec)),
            f"<p><small>{escape(facts)}</small></p></footer>",
        ],
        "table",
    )


def shell(title: str, language: str, body: Sequence[str], script: str) -> bytes:
    """A page with the style and script of that name from the folder ``web``, all in one file."""
    style = (WEB / "table.css").read_text(encoding="utf-8")
    code = (WEB / f"{script}.js").read_text(encoding="utf-8")
    head = (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset=utf-8>'
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>"
    )
    return (head + "\n".join(filter(None, body)) + f"<script>{code}</script></body></html>\n").encode()


def _form(held: PokerDeck) -> Iterator[str]:
    yield "<form hidden role=search><input type=search aria-label='Find a card' placeholder='7h, joker …'"
    yield " autocomplete=off autocapitalize=off spellcheck=false enterkeyhint=search>"
    yield "<button type=button data-step=-1 aria-label='Card before'>◀</button>"
    yield "<button type=button data-step=1 aria-label='Next card'>▶</button>"
    yield "<button type=button data-all=1>All</button>"
    suits = list(dict.fromkeys((b.suit, b.pack) for b in held.blocks if b.suit))
    if suits:
        yield "<span class=keys data-g=s role=group aria-label=Suit>"
        for suit, pack in suits:
            label = _SUITS.get(suit, suit[:3].capitalize()) + (str(pack + 1) if pack else "")
            yield _key(f"{suit}{pack}", label, suit)
        yield "</span><span class=keys data-g=r role=group aria-label=Rank>"
        ranks = dict.fromkeys(row.short for b in held.blocks if b.suit for row in b.rows)
        yield from (_key(rank, rank, rank) for rank in ranks)
        jokers = [row for b in held.blocks if b.jokers for row in b.rows]
        yield from (_key(row.key, row.name, row.name) for row in jokers)
        yield "</span>"
    yield "</form>"


def _key(value: str, label: str, name: str) -> str:
    value, label, name = (escape(text) for text in (value, label, name))
    return f'<button type=button value="{value}" aria-pressed=false aria-label="{name}">{label}</button>'


def _card(row: PokerCard, block: PokerGroup, sections: Sequence[list[Field]]) -> str:
    rank, suit = (row.short, f"{block.suit}{block.pack}") if block.suit else (row.key, "")
    keys = [row.key, row.name.lower(), *([row.number] if row.number else [])]
    name = head = escape(row.name)
    if block.suit:
        sign = _SUITS.get(block.suit, "")
        sign = f"<i>{sign}</i>" if block.suit in {"hearts", "diamonds"} else sign
        number = f" · {row.number}" if row.number not in {"", row.name} else ""
        head = f"{escape(row.short)} {sign} <small>{name}{number}</small>"
    boxes = "".join(part for own in sections if len(own) > 1 for part in _box(own, row))
    singles = ""
    for field in (own[0] for own in sections if len(own) == 1):
        said = field.read(row.card)
        singles += f"<dt>{escape(field.section.title)}<dd{_class(said)}>{escape(said.text)}"
    return (
        f'<article id="card-{escape(row.key.replace(" ", "-"))}" data-n="{name.lower()}" data-k="{escape("|".join(keys))}" '
        f'data-r="{escape(rank)}" data-s="{escape(suit)}"><h2>{head}</h2><div class=s>{boxes}'
        f"{f'<dl>{singles}</dl>' if singles else ''}</div></article>"
    )


def _box(own: Sequence[Field], row: PokerCard) -> Iterator[str]:
    """A section of several results as a table, columns of dice across."""
    yield f"<table><caption>{escape(own[0].section.title)}</caption>"
    groups = [list(group) for _, group in groupby(own, key=lambda f: f.column)]
    if any(field.group for field in own):
        yield "<tr><th>" + "".join(f"<th>{escape(group[0].group.split()[0])}" for group in groups)
        for places in zip(*groups, strict=True):
            yield f"<tr><th>{escape(places[0].label)}" + "".join(_cell(f.read(row.card)) for f in places)
    elif any(len(f.read(row.card).text) > 3 for f in own):
        for field in own:
            yield f"<tr><th>{escape(field.label)}{_cell(field.read(row.card))}"
    else:
        yield "<tr>" + "".join(f"<th>{escape(f.label)}" for f in own)
        yield "<tr>" + "".join(_cell(f.read(row.card)) for f in own)
    yield "</table>"


def _cell(result: Result) -> str:
    return f"<td{_class(result)}>{escape(result.text)}"


def _class(result: Result) -> str:
    names = [_CLASSES.get(mark, "p") for mark in result.marks]
    if not names:
        return ""
    return f" class={names[0]}" if len(names) == 1 else f' class="{" ".join(dict.fromkeys(names))}"'


def _words(game: Game, spec: DeckSpec) -> Iterator[str]:
    """What the sections are for, and what to roll instead."""
    yield "<details><summary>What the results are for</summary><dl>"
    for section in spec.sections:
        yield f"<dt>{escape(section.title)}<dd>{escape(section.help)}"
    yield "</dl></details>"
    yield from dice_words(game, spec)
    yield "</dl></details>"


def dice_words(game: Game, spec: DeckSpec) -> Iterator[str]:
    """What to roll in place of each section, up to the end of the list."""
    yield f"<details><summary>{escape(TITLE)}</summary><p>{escape(WORDS)}</p><dl>"
    for title, said in advices(game, spec):
        yield f"<dt>{escape(title)}<dd>{escape(said.words())}"
