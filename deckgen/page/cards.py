"""The faces of a deck's cards as drawings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deckgen.deck.model import Card, Deck
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import AnySection, DeckSpec, Distribution, Fixed, Game, Text, word
from deckgen.page import theme as themes
from deckgen.page.back import draw_back
from deckgen.page.drawing import Drawing, Style, Symbol, Use
from deckgen.page.geometry import Box
from deckgen.page.layout import Layout
from deckgen.page.pen import Pen
from deckgen.page.widgets import POKER, WIDGETS, Painter, default

_FIELD = re.compile(r"\{([\w.-]+)\}")
_SECTIONS = "sections"
_STATIC, _JOKERS = "static", "static-jokers"


@dataclass(frozen=True)
class Faces:
    """All faces of a deck: ``fronts`` in the order of impulse, and the one back that all share."""

    fronts: tuple[Drawing, ...]
    back: Drawing


def cards(layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, allow_overflow: bool = False) -> Faces:
    """The faces of ``deck``, which is a deck of ``spec``.

    Slots whose section the deck lacks stay empty; sections without a slot are left out. Raises
    LayoutError for every text that does not fit (unless ``allow_overflow``: it is then set at the
    smallest size), for sections that a widget cannot draw, and for missing glyphs.
    """
    faults = Faults()
    theme, template = layout.theme, layout.template
    pen = Pen(theme.fonts, theme.minimum, str(theme.file), faults, allow_overflow=allow_overflow)
    pen.words = game.words
    painters = _painters(layout, spec, pen, faults)
    symbols = dict(template.icons)
    symbols |= {name: Symbol(items) for name, items in template.groups.items()}
    symbols[_SECTIONS] = Symbol(tuple(pen.items))
    for card in deck.cards:
        for name in sorted(painters.keys() - card.sections.keys() - {POKER}):
            faults.add(
                "deck.json",
                None,
                f"cards[{card.impulse}]",
                f"the card lacks the section {name}",
                "generate the deck anew",
            )
    faults.raise_as(LayoutError)
    style = Style(theme.fonts.files, theme.by_screen(), symbols)
    strings = _Strings(layout, game, spec, deck)
    size = (template.width, template.height, template.bleed)
    fronts = []
    for card in deck.cards:
        pen.items, pen.face = [], card.face
        pen.card = f"card {card.impulse} ({card.face.name})"
        pen.items += (Use(name) for name in _groups(card, symbols))
        for name, painter in painters.items():
            pen.slot = name
            painter(pen, card.face if name == POKER else card.sections[name])
        strings.draw(pen, card)
        fronts.append(
            Drawing(*size, tuple(pen.items), style, f"{spec.title} {card.impulse}, {card.face.name}")
        )
    pen.items, pen.card, pen.slot = [], "the back", "back"
    titles, numbers = (game.title, spec.title), (deck.number, deck.of)
    page = Box(0, 0, template.width, template.height)
    draw_back(pen, layout.back, page, template.bleed, titles=titles, numbers=numbers)
    back = Drawing(*size, tuple(pen.items), style, f"{spec.title}, back")
    faults.raise_as(LayoutError)
    return Faces(tuple(fronts), back)


def _groups(card: Card, symbols: Mapping[str, Symbol]) -> list[str]:
    wanted = (_STATIC, _JOKERS, _SECTIONS) if card.face.joker else (_STATIC, _SECTIONS)
    return [name for name in wanted if name in symbols and symbols[name].items]


def _painters(layout: Layout, spec: DeckSpec, pen: Pen, faults: Faults) -> dict[str, Painter]:
    """The painter of every section that has a slot; what is the same on all cards goes to ``pen``."""
    painters: dict[str, Painter] = {}
    sections: dict[str, AnySection | None] = {section.name: section for section in spec.sections}
    sections.setdefault(POKER, None)
    for name, section in sections.items():
        box = layout.template.boxes.get(name)
        if box is None:
            continue
        widget, look = layout.looks.get(name, (None, None))
        if widget is None:
            widget = WIDGETS[POKER if section is None else default(section)]
            options = layout.theme.slots.get(name, {})
            look = themes.resolve(
                widget.look, options, layout.theme, layout.template.icons, faults, f"slots.{name}"
            )
        if section is not None and not isinstance(section, widget.kinds):
            kind = type(section).__name__.lower()
            what = f"the widget that the theme chooses cannot draw the section {name}, which is a {kind}"
            faults.add(layout.theme.file, None, f"slots.{name}.widget", what, f'choose "{default(section)}"')
            continue
        pen.slot = name
        painters[name] = widget.build(section, box, look, pen)
    return painters


class _Strings:
    """Fills text slots: fields in braces become the deck's titles and numbers and the card's values."""

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec, deck: Deck) -> None:
        self._layout, self._spec = layout, spec
        self._deck = {"title": spec.title, "game": game.title, "deck": str(deck.number), "of": str(deck.of)}
        for section in spec.sections:
            self._deck[f"{section.name}.title"] = section.title
        self._words = {section.name: _printer(section) for section in spec.sections}

    def draw(self, pen: Pen, card: Card) -> None:
        theme = self._layout.theme
        for name, slot in self._layout.template.texts.items():
            pattern = theme.strings.get(name, "")
            if card.face.joker:
                pattern = theme.jokers.get(name, pattern)
            string = self._filled(pattern, card)
            if string:
                pen.slot = name
                align = {"start": 0.0, "middle": 0.5, "end": 1.0}[slot.anchor]
                room = self._room(slot.x, align) if slot.width is None else slot.width
                pen.line(
                    string,
                    slot.x,
                    slot.y,
                    face=slot.face,
                    size=slot.size,
                    fill=slot.fill,
                    align=align,
                    room=room,
                )

    def _room(self, x: float, align: float) -> float:
        """The room between a text's anchor and the edge of the safe zone."""
        left, right = self._layout.theme.safe, self._layout.template.width - self._layout.theme.safe
        return {0.0: right - x, 0.5: 2 * min(x - left, right - x)}.get(align, x - left)

    def _filled(self, pattern: str, card: Card) -> str:
        """The pattern with its fields filled; empty if one of them has nothing to say."""
        if "{" not in pattern:
            return pattern
        missing = False

        def fill(match: re.Match[str]) -> str:
            nonlocal missing
            value = self._field(match[1], card)
            missing |= not value
            return value

        filled = _FIELD.sub(fill, pattern)
        return "" if missing else filled

    def _field(self, name: str, card: Card) -> str:
        if name in self._deck:
            return self._deck[name]
        if name in ("Face", "number", "face", "rank", "suit"):
            face = card.face
            found = {
                "Face": face.name[:1].upper() + face.name[1:],
                "number": str(card.impulse),
                "face": face.name,
                "rank": face.rank,
                "suit": face.suit or "",
            }
            return found[name]
        return self._words[name](card.sections[name]) if name in self._words else ""


def _printer(section: AnySection) -> Callable[[Any], str]:
    if isinstance(section, Distribution | Fixed | Text):
        outcomes = section.outcomes
        return lambda value: word(outcomes, value)
    return lambda value: "" if value is None else str(value)
