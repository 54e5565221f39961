"""The conversion table as one HTML file without network: a panel per card, found by typing or tapping."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import fsum
from typing import Any

from deckgen.card.layout import Layout
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.deck.cards import Card, Deck
from deckgen.document.dice_rules import section_note, template_names
from deckgen.document.marked_results import result_sample
from deckgen.document.pages import deck_line, document_style
from deckgen.document.poker.deck import SIGNS, PokerCard, PokerDeck, PokerGroup, card_names
from deckgen.document.poker.frame import TableContext, table_context
from deckgen.document.results import LOOKS, Result, ResultField, group_by_section
from deckgen.document.web_pages import document_page
from deckgen.draw.contrast import luminance
from deckgen.draw.drawing import Drawing, Style, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.text import replace_missing
from deckgen.game.model import DeckSpec, Game, GridSection, StackSection, TableSection, playable_situations
from deckgen.press.pictures.svg import svg
from deckgen.web import LOOKUP

_CLASSES = dict(zip(LOOKS, ("o", "f", "f", "c", "t", "m"), strict=True))
_SIGN_CLASS = "p"
"""The class of a result with an attribute, which has an icon before it."""


def table_html(deck: Deck, game: Game, spec: DeckSpec, layout: Layout) -> bytes:
    """Return a web page of the conversion table, in the colors of ``layout``. Raises LayoutError for a wrong theme."""
    context, style = table_context(deck, game, spec, layout), document_style(game)
    table, poker = _Table(context, style.fonts), context.poker
    ranks = dict.fromkeys(row.short for block in poker.blocks if block.suit for row in block.rows)
    return document_page(
        "table",
        f"{game.title}: {spec.title}",
        style,
        scripts=[LOOKUP],
        css=table.css(),
        red=context.suits.red_ink,
        suits=[*_suit_keys(poker, context.suits)],
        ranks=[(rank, rank, rank, "") for rank in ranks],
        note=poker.note,
        cards=[table.card(row, block) for block in poker.blocks for row in block.rows],
        wordy=table.wordy,
        marks=[*table.marks()],
        uses=[(section.title, section_note(section)) for section in spec.sections],
        line=deck_line(deck, style),
        **template_names(game, spec),
    )


def _suit_keys(poker: PokerDeck, suits: SectionMarks) -> Iterator[tuple[str, str, str, str]]:
    """Yield value, label, name and class of a button for each suit and each joker; none without suits."""
    titles = {(block.suit, block.pack): block.title for block in poker.blocks if block.suit}
    for (suit, pack), title in titles.items():
        label = SIGNS.get(suit, title[:3]) + (str(pack + 1) if pack else "")
        yield f"{suit}{pack}", label, title, "r" if suit in suits.red else ""
    for row in (row for block in poker.blocks if block.jokers and titles for row in block.rows):
        yield row.key, f"★ {row.short}", row.name, "j"


class _Table:
    """What all cards of the page share: their fields, and how sections mark results."""

    def __init__(self, context: TableContext, fonts: Fonts) -> None:
        self.context, self.spec, self.styles = context, context.spec, context.marks
        deck, game, spec = context.deck, context.game, context.spec
        self.names = card_names(deck.cards, spec.playing_cards, game.language)
        self.rare = {field.section.name for field in context.rare}
        order = lookup_order(game, spec)
        sections = sorted(group_by_section(context.fields), key=lambda fields: order.index(fields[0].section.name))
        boxes = [
            group for group in sections if len(group) > 1 or isinstance(group[0].section, GridSection | StackSection)
        ]
        self.singles = [group[0] for group in sections if group not in boxes]
        self.boxes = [*_fill_rows((_Shape(group, deck.cards, fonts) for group in boxes), _ACROSS)]
        longest = max((len(f.read(card).text) for f in self.singles for card in deck.cards), default=0)
        self.wordy = longest > _LONG_TEXT
        self.classes = {section.name: f"s{i}" for i, section in enumerate(spec.sections)}

    def css(self) -> str:
        """Return CSS rules for marks and icons of results, by section's class, as on the card."""
        rules = []
        for section in self.spec.sections:
            section_class = self.classes[section.name]
            if icon := self.styles[section.name].mark:
                mask = f"mask-image:{_icon_url(icon, self.context.style.shared)}"
                rules.append(f".{section_class} .{_SIGN_CLASS}::before{{{mask}}}")
            for mark in section.possible_marks(self.spec.playing_cards):
                if name := _CLASSES.get(mark):
                    look = _mark_css(self.styles[section.name].plates[mark])
                    rules.append(f".{section_class} .{name},.{section_class}.{name}{{{look}}}")
        return "".join(rules)

    def card(self, row: PokerCard, block: PokerGroup) -> dict[str, Any]:
        """Return the template's variables of a card; ``typed`` has its names, one per line."""
        number = f" · {row.number}" if block.suit and row.number not in {"", row.name} else ""
        singles = [(field, field.read(row.card)) for field in self.singles]
        return {
            "name": row.name.lower(),
            "title": row.name + number,
            "short": row.short,
            "sign": SIGNS.get(block.suit, " ") if block.suit else "",
            "key": row.key.replace(" ", "-"),
            "typed": "\n".join(self.names[row.card.impulse]),
            "rank": row.short if block.suit else "",
            "suit": f"{block.suit}{block.pack}" if block.suit else row.key,
            "red": block.suit in self.context.suits.red,
            "rare": [result.text for f, result in singles if f.section.name in self.rare and result.text],
            "boxes": [self._box(shape, row.card) for shape in self.boxes],
            "singles": [
                (f.section.title, (result.text, self._looks(f, result, self.classes[f.section.name])))
                for f, result in singles
                if f.section.name not in self.rare
            ],
        }

    def _box(self, shape: _Shape, card: Card) -> dict[str, Any]:
        """Return the template's variables of a section's table, with a card's results."""
        section, results = shape.fields[0].section, {field: field.read(card) for field in shape.fields}
        long = " long" if len(section.title) > _LONG_TITLE else ""
        return {
            "title": section.title,
            "looks": f"{self.classes[section.name]} {shape.kind}{long}",
            "heads": shape.heads,
            "rows": [
                (label, [(results[f].text, self._looks(f, results[f])) for f in fields]) for label, fields in shape.rows
            ],
            "labels": any(label for label, _ in shape.rows),
        }

    def _looks(self, field: ResultField, result: Result, *more: str) -> str:
        """Return CSS classes of a result's marks and ``more``; "" without marks. Icons count if the card has them."""
        names = [_CLASSES.get(mark, _SIGN_CLASS) for mark in result.marks]
        if not self.styles[field.section.name].mark:
            names = [name for name in names if name != _SIGN_CLASS]
        return " ".join(dict.fromkeys((*names, *more))) if names else ""

    def marks(self) -> Iterator[dict[str, str]]:
        """Yield every mark that tables show: a sample result, its look in words, its meaning."""
        game = self.context.game
        for entry in self.context.legend:
            section = self.spec.section(entry.sections[0])
            if sample := result_sample(section, entry.mark, game):
                yield {
                    "section": self.classes[section.name],
                    "looks": _CLASSES.get(entry.mark, _SIGN_CLASS),
                    "sample": sample[1].text,
                    "look": entry.look,
                    "meaning": entry.meaning,
                }


_DARK = 0.06  # luminance; darker plates get an edge on dark screens
_LONG_TEXT = 12  # letters; longer single results go below each other
_LONG_TITLE = 24  # letters; longer titles of boxes break
_SHORT_TEXT = 3  # letters; longer results go below each other
_ACROSS = 22.2  # rem, width of a phone
_GAP = 0.5  # rem between boxes
_SMALL = 0.82  # size of labels and titles to that of results
_PADS = 0.25  # rem, padding of a result or label
_SIGN = 1.0  # rem, the sign of an attribute
_SAMPLE = 8  # cards that are searched for attributes
_CELL = 1.6  # rem, a number with its padding
_MAX_ACROSS = 18.0  # rem


def lookup_order(game: Game, spec: DeckSpec) -> list[str]:
    """Return section names: those of resolutions first, then of examples, then the others in deck order."""
    resolution_sections = (condition.section for resolution in spec.resolutions for condition in resolution.conditions)
    example_sections = (
        step.read.section
        for situation in playable_situations(game.examples, spec)
        for step in situation.steps
        if step.read
    )
    return [*dict.fromkeys((*resolution_sections, *example_sections, *(section.name for section in spec.sections)))]


class _Shape:
    """The table of a section, the same on all cards: across with heads, or down.

    ``kind``: "g" for a grid, "h" across, "v" down. ``heads``: (name, die) of columns. ``rows``: (label, fields).
    ``wide``: width on a phone in rem.
    """

    def __init__(self, fields: Sequence[ResultField], cards: Sequence[Card], fonts: Fonts) -> None:
        def em_width(text: str) -> float:
            return fonts.em_width(replace_missing(text, "bold", fonts), "bold")

        self.fields, section = fields, fields[0].section
        groups = [list(group) for _, group in groupby(fields, key=lambda field: field.column)]
        texts = {field.read(card).text for field in fields for card in cards}
        label = max(_SMALL * em_width(field.label) + _PADS for field in fields)
        result = max(_CELL, max(map(em_width, texts)) + _PADS)
        row_width = fsum(max(result, _SMALL * em_width(field.label) + _PADS) for field in fields)
        self.heads: list[tuple[str, str]] = []
        if len(groups) > 1 and (any(field.column_title for field in fields) or isinstance(section, TableSection)):
            self.kind, self.heads = "g", [(group[0].name, group[0].die) for group in groups]
            self.rows = [(row_fields[0].label, row_fields) for row_fields in zip(*groups, strict=True)]
            heads = (max(_SMALL * em_width(name) + _PADS, result) for name, _ in self.heads)
            self.wide = label + fsum(heads)
        elif max(map(len, texts)) > _SHORT_TEXT or row_width > _MAX_ACROSS:
            self.kind = "v"
            self.rows = [(field.label, (field,)) for field in fields]
            signed = any(result.marks for field in fields for result in map(field.read, cards[:_SAMPLE]))
            self.wide = label + result + (_SIGN if signed else 0)
        else:
            self.kind, self.heads = "h", [(field.label, "") for field in fields]
            self.rows = [("", tuple(fields))]
            self.wide = row_width
        self.wide = max(self.wide, _SMALL * em_width(section.title))


def _fill_rows(shapes: Iterable[_Shape], room: float) -> Iterator[_Shape]:
    """Yield the shapes row by row; each goes into the first row, ``room`` rem wide, that has space."""
    rows: list[tuple[float, list[_Shape]]] = []
    for shape in shapes:
        width = shape.wide + _GAP
        index = next((i for i, (free_width, _) in enumerate(rows) if free_width >= width), len(rows))
        if index == len(rows):
            rows.append((room + _GAP, []))
        free_width, row_shapes = rows[index]
        rows[index] = (free_width - width, [*row_shapes, shape])
    return (shape for _, row_shapes in rows for shape in row_shapes)


def _icon_url(icon: str, style: Style) -> str:
    """Return an icon as CSS takes it: a square picture, black on nothing."""
    drawing = Drawing(1, 1, 0, (Use(icon, (1, 0, 0, 1, 0.5, 0.5), "#000000"),), style, "")
    return f"url(data:image/svg+xml;base64,{b64encode(svg(drawing).encode()).decode()})"


def _mark_css(style: MarkStyle) -> str:
    """Return a mark's look in CSS. Its ground is white if it has none, even on dark screens."""
    dark = style.fill and luminance(style.fill) < _DARK
    edge = f"1.5px solid {style.edge or 'var(--halo)'}" if style.edge or dark else "none"
    disc = "border-radius:1em;" if style.shape == "disc" else ""
    return (
        f"{disc}"
        f"color:{style.ink};background:{style.fill or '#fff'};outline:{edge};"
        f"font-style:{'italic' if 'italic' in style.face else 'normal'};"
        f"font-weight:{900 if 'black' in style.face else 700 if 'bold' in style.face else 400}"
    )
