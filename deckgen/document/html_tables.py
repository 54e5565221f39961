"""The conversion table as one HTML file that needs no network: a panel a card, found by typing or tapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from deckgen.card.layout import Layout
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, WORDS, advices, told
from deckgen.document.look import document_style
from deckgen.document.marked_results import (
    ResultStyles,
    result_legend,
    result_sample,
    result_styles,
    suit_marks,
)
from deckgen.document.pages import deck_line
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
    constant,
    fields,
    in_sections,
    rare_fields,
)
from deckgen.draw.contrast import light
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.web_font import faces_css
from deckgen.game.model import DeckSpec, Game, GridSection, RollsSection, StackSection, TableSection
from deckgen.language import Language
from deckgen.web.look import look_css

WEB = Path(__file__).with_name("web")
_SUITS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
_CLASSES = {AGAIN: "o", FAILURE: "f", TOWARDS: "f", CONFIRM: "c", STANDARD: "t", MARKED: "m"}


def table_html(deck: Deck, game: Game, spec: DeckSpec, layout: Layout) -> bytes:
    """The conversion table as a whole file. All cards are in it as HTML; the script only chooses what is shown.

    Results are marked in the colours of ``layout``. Raises LayoutError for a wrong theme.
    """
    phrase, held = game.language.phrase, poker_deck(deck.cards, spec.faces, game.language)
    style = document_style(game)
    rare = frozenset(f.section.name for f in rare_fields(deck, fields(spec, game.words)))
    table = _Table(deck, game, spec, result_styles(layout, spec, style), suit_marks(layout), rare)
    return shell(
        f"{game.title}: {spec.title}",
        game.language.code,
        [
            f"<style>{table.css()}</style>",
            f"<header><h1>{escape(game.title)}: {escape(spec.title)}</h1>",
            "".join(_form(held, game.language, table.suits)),
            "</header><main>",
            f"<p>{escape(held.note)}</p>" if held.note else "",
            f"<p id=none hidden>{escape(phrase('No card of this name.'))}</p>",
            *(table.card(row, block) for block in held.blocks for row in block.rows),
            "</main><footer>",
            "".join(table.words()),
            f"<p><small>{escape(deck_line(deck, style))}</small></p></footer>",
        ],
        "table",
        style,
        table.suits.red_ink,
    )


def shell(
    title: str, language: str, body: Sequence[str], script: str, style: Stylesheet, red: str = ""
) -> bytes:
    """A page with the script of that name from the folder ``web`` in the look of a style sheet, all in one file.

    ``red`` is the colour of red suits.
    """
    looks = (WEB / "table.css").read_text(encoding="utf-8")
    looks = faces_css(style.fonts, title + "".join(body)) + look_css(style, red) + looks
    code = (WEB / f"{script}.js").read_text(encoding="utf-8")
    head = (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset=utf-8>'
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{looks}</style></head><body>"
    )
    return (head + "\n".join(filter(None, body)) + f"<script>{code}</script></body></html>\n").encode()


def _form(held: PokerDeck, language: Language, suits: SectionMarks) -> Iterator[str]:
    phrase = language.phrase
    find, of = escape(phrase("Find a card"), quote=True), escape(phrase("of"), quote=True)
    before, after = escape(phrase("Card before"), quote=True), escape(phrase("Next card"), quote=True)
    every = escape(phrase("All"))
    of_suits, of_ranks = escape(phrase("Suit"), quote=True), escape(phrase("Rank"), quote=True)
    yield f"<form hidden role=search data-skip='{of}'><input type=search aria-label='{find}' placeholder='{find} …'"
    yield " autocomplete=off autocapitalize=off spellcheck=false enterkeyhint=search>"
    yield f"<button type=button data-step=-1 aria-label='{before}'>◀</button>"
    yield f"<button type=button data-step=1 aria-label='{after}'>▶</button>"
    yield f"<button type=button data-all=1>{every}</button>"
    own = {(b.suit, b.pack): b.title for b in held.blocks if b.suit}
    jokers = [row for b in held.blocks if b.jokers for row in b.rows]
    if own:
        yield f"<span class='keys u' data-g=s role=group aria-label='{of_suits}'>"
        for (suit, pack), title in own.items():
            label = _SUITS.get(suit, title[:3]) + (str(pack + 1) if pack else "")
            yield _key(f"{suit}{pack}", label, title, "r" if suit in suits.red else "")
        yield from (_key(row.key, f"★ {row.short}", row.name, "j") for row in jokers)
        yield f"</span><span class=keys data-g=r role=group aria-label='{of_ranks}'>"
        ranks = dict.fromkeys(row.short for b in held.blocks if b.suit for row in b.rows)
        yield from (_key(rank, rank, rank) for rank in ranks)
        yield "</span>"
    yield "</form>"


def _key(value: str, label: str, name: str, kind: str = "") -> str:
    value, label, name = (escape(text) for text in (value, label, name))
    named = f" class={kind}" if kind else ""
    return (
        f'<button type=button{named} value="{value}" aria-pressed=false aria-label="{name}">{label}</button>'
    )


class _Table:
    """What all cards of the page share: their fields, and by section how results are marked."""

    def __init__(
        self,
        deck: Deck,
        game: Game,
        spec: DeckSpec,
        styles: Mapping[str, ResultStyles],
        suits: SectionMarks,
        rare: frozenset[str],
    ) -> None:
        self.game, self.spec, self.styles, self.suits, self.rare = game, spec, styles, suits, rare
        backwards = [name for name, marks in styles.items() if marks.backwards]
        own = (field for field in fields(spec, game.words, backwards) if not constant(field.section))
        sections = in_sections(own)
        self.boxes = sorted(
            (own for own in sections if len(own) > 1 or _first(own)), key=_first, reverse=True
        )
        self.singles = [own[0] for own in sections if own not in self.boxes]
        longest = max((len(f.read(card).text) for f in self.singles for card in deck.cards), default=0)
        self.wordy = " class=w1" if longest > _LONG else ""
        self.classes = {section.name: f"s{i}" for i, section in enumerate(spec.sections)}

    def css(self) -> str:
        """The colours of marks, section by section, as on the card."""
        rules = []
        for section in self.spec.sections:
            styles, own = self.styles[section.name], self.classes[section.name]
            for mark in section.marked(self.spec.faces):
                if mark in _CLASSES:
                    name = _CLASSES[mark]
                    rules.append(f".{own} .{name},.{own}.{name}{{{_declared(styles.plates[mark])}}}")
        return "".join(rules)

    def card(self, row: PokerCard, block: PokerGroup) -> str:
        """One card with all its results."""
        rank, suit = (row.short, f"{block.suit}{block.pack}") if block.suit else ("", row.key)
        keys = [row.key, row.name.lower(), *([row.number] if row.number else [])]
        name = head = escape(row.name)
        if block.suit:
            number = f" · {row.number}" if row.number not in {"", row.name} else ""
            head = f"{escape(row.short)} {_SUITS.get(block.suit, '')} <small>{name}{number}</small>"
        boxes = "".join(part for own in self.boxes for part in self._box(own, row))
        singles = ""
        for field in self.singles:
            said = field.read(row.card)
            if field.section.name in self.rare:
                head += f"<mark>{escape(said.text)}</mark>" if said.text else ""
                continue
            names = self._class(field, said, self.classes[field.section.name])
            singles += f"<dt>{escape(field.section.title)}<dd{names}>{escape(said.text)}"
        red = " class=r" if block.suit in self.suits.red else ""
        return (
            f'<article{red} id="card-{escape(row.key.replace(" ", "-"))}" data-n="{name.lower()}" '
            f'data-k="{escape("|".join(keys))}" data-r="{escape(rank)}" data-s="{escape(suit)}"><h2>{head}</h2>'
            f"<div class=s>{boxes}{f'<dl{self.wordy}>{singles}</dl>' if singles else ''}</div></article>"
        )

    def _box(self, own: Sequence[Field], row: PokerCard) -> Iterator[str]:
        """A section of several results as a table, columns of dice across; what would be too wide goes down."""
        section = own[0].section
        groups = [list(group) for _, group in groupby(own, key=lambda f: f.column)]
        cells = {id(field): self._cell(field, row) for field in own}
        wordy = any(len(f.read(row.card).text) > _SHORT for f in own)
        grid = len(groups) > 1 and (any(field.group for field in own) or isinstance(section, TableSection))
        kind = "g" if grid else "v" if wordy or _wide(own) > _ACROSS else "h"
        yield f'<table class="{self.classes[section.name]} {kind}"><caption>{escape(section.title)}</caption>'
        if grid:
            yield "<tr><th>" + "".join(f"<th>{_head(group[0])}" for group in groups)
            for places in zip(*groups, strict=True):
                yield f"<tr><th>{escape(places[0].label)}" + "".join(cells[id(f)] for f in places)
        elif kind == "v":
            for field in own:
                head = f"<th>{escape(field.label)}" if field.label else ""
                yield f"<tr>{head}{cells[id(field)]}"
        else:
            yield "<tr>" + "".join(f"<th>{escape(f.label)}" for f in own)
            yield "<tr>" + "".join(cells[id(f)] for f in own)
        yield "</table>"

    def _cell(self, field: Field, row: PokerCard) -> str:
        result = field.read(row.card)
        return f"<td{self._class(field, result)}>{escape(result.text)}"

    def _class(self, field: Field, result: Result, *more: str) -> str:
        """The classes of a result; an attribute has a sign where the card has one."""
        known = [_CLASSES.get(mark, "p") for mark in result.marks]
        names = [name for name in known if name != "p" or self.styles[field.section.name].mark]
        if not names:
            return ""
        every = dict.fromkeys((*names, *more))
        return f" class={names[0]}" if len(every) == 1 else f' class="{" ".join(every)}"'

    def words(self) -> Iterator[str]:
        """What the sections are for, what marks mean, and what to roll instead."""
        phrase = self.game.language.phrase
        if told_marks := "".join(self._marks()):
            yield f"<details open><summary>{escape(phrase('What marks mean'))}</summary><dl class=l>"
            yield f"{told_marks}</dl></details>"
        yield f"<details><summary>{escape(phrase('What the results are for'))}</summary><dl>"
        for section in self.spec.sections:
            yield f"<dt>{escape(section.title)}<dd>{escape(told(section))}"
        yield "</dl></details>"
        yield from dice_words(self.game, self.spec)
        yield "</dl></details>"

    def _marks(self) -> Iterator[str]:
        """Every mark of a result: a sample, its look, its meaning."""
        phrase = self.game.language.phrase
        for entry in result_legend(self.game, self.spec, self.styles):
            section = self.spec.section(entry.sections[0])
            sample = result_sample(section, entry.mark, self.game)
            if sample:
                name = _CLASSES.get(entry.mark, "p")
                look = phrase("{icon} before the place", icon="◆") if name == "p" else entry.look
                yield f'<dt class={self.classes[section.name]}><b class="{name}">{escape(sample[1].text)}</b>'
                yield f"<dd><b>{escape(look)}</b>: {escape(entry.meaning)}"


_DARK = 0.06  # light of a plate that needs an edge on dark screens
_LONG = 12  # letters from which on single results stand below each other
_SHORT = 3  # letters of what stands beside each other
_ACROSS = 18.0  # rem, as much as a telephone shows


def _first(own: Sequence[Field]) -> bool:
    """Whether a section tells what is rolled, which is looked up together, and so stands before others."""
    return isinstance(own[0].section, GridSection | StackSection) or (
        len(own) > 1 and isinstance(own[0].section, RollsSection)
    )


def _head(field: Field) -> str:
    """What a column is called, with a grid's die below it."""
    if not isinstance(field.section, GridSection):
        return escape(field.section.label(field.column))
    name, *die = field.group.split()
    return escape(name) + (f"<small>{escape(die[0])}</small>" if die else "")


def _wide(own: Sequence[Field]) -> float:
    """About how wide labels are beside each other, in rem."""
    return sum(max(1.72, 0.42 * len(field.label) + 0.5) for field in own)


def _declared(style: MarkStyle) -> str:
    """A mark's look in CSS. Without a ground of its own it has the card's: white, on dark screens too."""
    dark = style.fill and light(style.fill) < _DARK
    edge = f"1.5px solid {style.edge or 'var(--halo)'}" if style.edge or dark else "none"
    disc = "border-radius:1em;" if style.shape == "disc" else ""
    return (
        f"{disc}"
        f"color:{style.ink};background:{style.fill or '#fff'};outline:{edge};"
        f"font-style:{'italic' if 'italic' in style.face else 'normal'};"
        f"font-weight:{900 if 'black' in style.face else 700 if 'bold' in style.face else 400}"
    )


def dice_words(game: Game, spec: DeckSpec) -> Iterator[str]:
    """What to roll in place of each section, up to the end of the list."""
    phrase = game.language.phrase
    yield f"<details><summary>{escape(phrase(TITLE))}</summary><p>{escape(phrase(WORDS))}</p><dl>"
    for title, said in advices(game, spec):
        yield f"<dt>{escape(title)}<dd>{escape(said.words())}"
