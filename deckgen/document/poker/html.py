"""The conversion table as one HTML file that needs no network: a panel a card, found by typing or tapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from deckgen.card.layout import Layout
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.deck.cards import Card, Deck
from deckgen.document.dice_rules import TITLE, WORDS, advices, told
from deckgen.document.marked_results import (
    ResultStyles,
    result_legend,
    result_sample,
    result_styles,
    suit_marks,
)
from deckgen.document.pages import deck_line, document_style
from deckgen.document.poker.deck import SIGNS, PokerCard, PokerDeck, PokerGroup, card_names, poker_deck
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
from deckgen.document.web_pages import document_page
from deckgen.draw.contrast import light
from deckgen.draw.fonts import Fonts
from deckgen.draw.text import known
from deckgen.game.model import DeckSpec, Game, GridSection, StackSection, TableSection, fitting
from deckgen.language import Language
from deckgen.records import record
from deckgen.web import LOOKUP

_CLASSES = {AGAIN: "o", FAILURE: "f", TOWARDS: "f", CONFIRM: "c", STANDARD: "t", MARKED: "m"}


def table_html(deck: Deck, game: Game, spec: DeckSpec, layout: Layout) -> bytes:
    """The conversion table as a whole file. All cards are in it as HTML; the script only chooses what is shown.

    Results are marked in the colours of ``layout``. Raises LayoutError for a wrong theme.
    """
    held, style = poker_deck(deck.cards, spec.faces, game.language), document_style(game)
    rare = frozenset(f.section.name for f in rare_fields(deck, fields(spec, game.words)))
    table = _Table(
        deck, game, spec, result_styles(layout, spec, style), suit_marks(layout), rare, style.fonts
    )
    return document_page(
        "table",
        f"{game.title}: {spec.title}",
        style,
        scripts=[LOOKUP],
        css=table.css(),
        red=table.suits.red_ink,
        words=_words(game.language),
        suits=[*_suit_keys(held, table.suits)],
        ranks=[*_rank_keys(held)],
        note=held.note,
        cards=[table.card(row, block) for block in held.blocks for row in block.rows],
        wordy=table.wordy,
        marks=[*table.marks()],
        uses=[(section.title, told(section)) for section in spec.sections],
        line=deck_line(deck, style),
        **advice_names(game, spec),
    )


def advice_names(game: Game, spec: DeckSpec) -> dict[str, Any]:
    """What the template ``dice.html`` knows: what to roll in place of each section."""
    said = [(title, advice.words()) for title, advice in advices(game, spec)]
    phrase = game.language.phrase
    return {"advice_title": phrase(TITLE), "advice_words": phrase(WORDS), "advices": said}


def _words(language: Language) -> dict[str, str]:
    """What the template says itself."""
    phrase = language.phrase
    return {
        "find": phrase("Find a card"),
        "before": phrase("Card before"),
        "after": phrase("Next card"),
        "all": phrase("All"),
        "suit": phrase("Suit"),
        "rank": phrase("Rank"),
        "none": phrase("No card of this name."),
        "found": phrase("{count} cards fit"),
        "marks": phrase("What marks mean"),
        "uses": phrase("What the results are for"),
    }


@record
class WebKey:
    """A button that chooses cards: what it is worth, what stands on it, what it is called."""

    value: str
    label: str
    name: str
    kind: str = ""


def _suit_keys(held: PokerDeck, suits: SectionMarks) -> Iterator[WebKey]:
    """The suits, and the jokers beside them; none of a deck without suits."""
    own = {(block.suit, block.pack): block.title for block in held.blocks if block.suit}
    for (suit, pack), title in own.items():
        label = SIGNS.get(suit, title[:3]) + (str(pack + 1) if pack else "")
        yield WebKey(f"{suit}{pack}", label, title, "r" if suit in suits.red else "")
    for row in (row for block in held.blocks if block.jokers and own for row in block.rows):
        yield WebKey(row.key, f"★ {row.short}", row.name, "j")


def _rank_keys(held: PokerDeck) -> Iterator[WebKey]:
    ranks = dict.fromkeys(row.short for block in held.blocks if block.suit for row in block.rows)
    return (WebKey(rank, rank, rank) for rank in ranks)


@record
class WebCell:
    """A result and the classes that say how it is marked."""

    text: str
    looks: str = ""


@record
class WebBox:
    """The results of a section as a table: ``heads`` over its columns, each with its die; ``labels``: rows have some."""

    title: str
    looks: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[WebCell, ...]], ...]
    labels: bool


@record
class WebCard:
    """A card with all its results. ``keys`` find it, a line each; ``rare`` are words that few cards have."""

    name: str
    title: str
    short: str
    sign: str
    key: str
    keys: str
    rank: str
    suit: str
    red: bool
    rare: tuple[str, ...]
    boxes: tuple[WebBox, ...]
    singles: tuple[tuple[str, WebCell], ...]


@record
class WebMark:
    """What a mark means, with a sample that looks as in ``section``."""

    section: str
    looks: str
    sample: str
    look: str
    meaning: str


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
        fonts: Fonts,
    ) -> None:
        self.game, self.spec, self.styles, self.suits, self.rare = game, spec, styles, suits, rare
        self.names = card_names(deck.cards, spec.faces, game.language)
        backwards = [name for name, marks in styles.items() if marks.backwards]
        own = (field for field in fields(spec, game.words, backwards) if not constant(field.section))
        order = looked_up(game, spec)
        sections = sorted(in_sections(own), key=lambda fields: order.index(fields[0].section.name))
        boxes = [
            own for own in sections if len(own) > 1 or isinstance(own[0].section, GridSection | StackSection)
        ]
        self.singles = [own[0] for own in sections if own not in boxes]
        self.boxes = [*_shelved((_Shape(own, deck.cards, fonts) for own in boxes), _ACROSS)]
        longest = max((len(f.read(card).text) for f in self.singles for card in deck.cards), default=0)
        self.wordy = longest > _LONG
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

    def card(self, row: PokerCard, block: PokerGroup) -> WebCard:
        """One card with all its results."""
        number = f" · {row.number}" if block.suit and row.number not in {"", row.name} else ""
        singles = [(field, field.read(row.card)) for field in self.singles]
        return WebCard(
            name=row.name.lower(),
            title=row.name + number,
            short=row.short,
            sign=SIGNS.get(block.suit, " ") if block.suit else "",
            key=row.key.replace(" ", "-"),
            keys="\n".join(self.names[row.card.impulse]),
            rank=row.short if block.suit else "",
            suit=f"{block.suit}{block.pack}" if block.suit else row.key,
            red=block.suit in self.suits.red,
            rare=tuple(said.text for f, said in singles if f.section.name in self.rare and said.text),
            boxes=tuple(self._box(shape, row.card) for shape in self.boxes),
            singles=tuple(
                (f.section.title, WebCell(said.text, self._looks(f, said, self.classes[f.section.name])))
                for f, said in singles
                if f.section.name not in self.rare
            ),
        )

    def _box(self, shape: _Shape, card: Card) -> WebBox:
        """A section of several results as a table, columns of dice across; what would be too wide goes down."""
        section = shape.fields[0].section
        rows = tuple((label, tuple(self._cell(f, card) for f in places)) for label, places in shape.rows)
        looks = f"{self.classes[section.name]} {shape.kind}" + (
            " long" if len(section.title) > _TITLE else ""
        )
        return WebBox(section.title, looks, shape.heads, rows, any(label for label, _ in rows))

    def _cell(self, field: Field, card: Card) -> WebCell:
        result = field.read(card)
        return WebCell(result.text, self._looks(field, result))

    def _looks(self, field: Field, result: Result, *more: str) -> str:
        """The classes of a result; an attribute has a sign where the card has one."""
        known = [_CLASSES.get(mark, "p") for mark in result.marks]
        names = [name for name in known if name != "p" or self.styles[field.section.name].mark]
        return " ".join(dict.fromkeys((*names, *more))) if names else ""

    def marks(self) -> Iterator[WebMark]:
        """Every mark of a result: a sample, its look, its meaning."""
        phrase = self.game.language.phrase
        for entry in result_legend(self.game, self.spec, self.styles):
            section = self.spec.section(entry.sections[0])
            if sample := result_sample(section, entry.mark, self.game):
                name = _CLASSES.get(entry.mark, "p")
                look = phrase("{icon} before the place", icon="◆") if name == "p" else entry.look
                yield WebMark(self.classes[section.name], name, sample[1].text, look, entry.meaning)


_DARK = 0.06  # light of a plate that needs an edge on dark screens
_LONG = 12  # letters from which on single results stand below each other
_TITLE = 24  # letters from which on the title of a box is broken
_SHORT = 3  # letters of what stands beside each other
_ACROSS = 22.2  # rem, as much as a telephone shows
_GAP = 0.5  # rem between boxes


def looked_up(game: Game, spec: DeckSpec) -> list[str]:
    """The sections in the order in which one looks them up: what one card settles together comes first.

    Then follows what the game's examples read, then the rest as it stands in the deck.
    """
    together = (each.section for own in spec.resolutions for each in own.conditions)
    read = (step.read.section for each in fitting(game.examples, spec) for step in each.steps if step.read)
    return [*dict.fromkeys((*together, *read, *(section.name for section in spec.sections)))]


class _Shape:
    """How the results of a section stand: across with heads, or down, the same on all cards.

    ``kind``: "g" is a grid, "h" goes across, "v" down. ``wide`` is how wide it is on a telephone, in rem.
    """

    def __init__(self, own: Sequence[Field], cards: Sequence[Card], fonts: Fonts) -> None:
        def wide(text: str) -> float:
            return fonts.em(known(text, "bold", fonts), "bold")

        self.fields, section = own, own[0].section
        groups = [list(group) for _, group in groupby(own, key=lambda field: field.column)]
        texts = {field.read(card).text for field in own for card in cards}
        label = max(_SMALL * wide(field.label) + _PADS for field in own)
        result = max(_CELL, max(map(wide, texts)) + _PADS)
        across = sum(max(result, _SMALL * wide(field.label) + _PADS) for field in own)
        grid = len(groups) > 1 and (any(field.group for field in own) or isinstance(section, TableSection))
        down = max(map(len, texts)) > _SHORT or across > _MOST_ACROSS
        self.kind = "g" if grid else "v" if down else "h"
        self.heads: tuple[tuple[str, str], ...] = ()
        if grid:
            self.heads = tuple(_head(group[0]) for group in groups)
            self.rows = [(places[0].label, places) for places in zip(*groups, strict=True)]
            heads = (max(_SMALL * wide(name) + _PADS, result) for name, _ in self.heads)
            self.wide = label + sum(heads)
        elif self.kind == "v":
            self.rows = [(field.label, (field,)) for field in own]
            signed = any(result.marks for field in own for result in map(field.read, cards[:_SOME]))
            self.wide = label + result + (_SIGN if signed else 0)
        else:
            self.heads = tuple((field.label, "") for field in own)
            self.rows = [("", tuple(own))]
            self.wide = across
        self.wide = max(self.wide, _SMALL * wide(section.title))


_SMALL = 0.82  # of the letters of labels and titles to those of results
_PADS = 0.25  # rem, what is left and right of a result or label
_SIGN = 0.7  # rem, the sign of an attribute
_SOME = 8  # cards on which a sign is looked for
_CELL = 1.6  # rem, a number and what is around it
_MOST_ACROSS = 18.0  # rem


def _shelved(shapes: Iterable[_Shape], room: float) -> Iterator[_Shape]:
    """The boxes in rows that are as wide as the room: one that has room beside earlier ones comes up to them."""
    rows: list[tuple[float, list[_Shape]]] = []
    for shape in shapes:
        wide = shape.wide + _GAP
        at = next((i for i, (left, _) in enumerate(rows) if left >= wide), len(rows))
        if at == len(rows):
            rows.append((room + _GAP, []))
        left, own = rows[at]
        rows[at] = (left - wide, [*own, shape])
    return (shape for _, own in rows for shape in own)


def _head(field: Field) -> tuple[str, str]:
    """What a column is called, and a grid's die."""
    if not isinstance(field.section, GridSection):
        return field.section.label(field.column), ""
    name, *die = field.group.split()
    return name, die[0] if die else ""


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
