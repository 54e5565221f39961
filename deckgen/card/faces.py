"""The faces of a deck's cards as drawings.

Text slots are patterns whose fields become the deck's titles and numbers and the card's values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from deckgen.card.back import draw_back
from deckgen.card.layout import Layout
from deckgen.card.template import CARDS, JOKERS, STATIC, TextSlot
from deckgen.card.widgets import DRAWN_BY, POKER, Painter, default, samples
from deckgen.deck.cards import Card, Deck
from deckgen.draw.drawing import Drawing, Faces, Style, Symbol, Use
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import Fault, Faults, LayoutError
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DistributionSection,
    Face,
    FixedSection,
    Game,
    StackSection,
    TextSection,
    word,
)
from deckgen.game.values import to_json

BOX = "box-"
"""What the names of slots begin with that are those of the deck's box, not of its cards."""
_SECTIONS, _JOKER_SECTIONS = "sections", "sections-jokers"
_FIELD = re.compile(r"\{([\w.-]+)\}")
ALIGN = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The shares of a line that are before its anchor."""
_FRONT_EMBLEM = "front-emblem"  # the slot of the deck's emblem on its fronts
_LEADING = 1.18  # of text slots of several lines


def draw_faces(
    layout: Layout, game: Game, spec: DeckSpec, deck: Deck, *, allow_overflow: bool = False
) -> Faces:
    """The faces of ``deck``, which is a deck of ``spec``.

    Slots whose section the deck lacks stay empty; sections without a slot are left out. Raises
    LayoutError for every text that does not fit (unless ``allow_overflow``: it is then set at the
    smallest size), for sections that a widget cannot draw, and for missing glyphs and icons.
    """
    faults = Faults()
    theme, template = layout.theme, layout.template
    pen = _pen(layout, game, faults, allow_overflow=allow_overflow)
    symbols = dict(template.icons)
    symbols |= {name: Symbol(items) for name, items in template.groups.items()}
    painters = {}
    for joker, name in ((False, _SECTIONS), (True, _JOKER_SECTIONS)):
        pen.begin("", None)
        painters[joker] = _painters(layout, spec, pen, faults, joker=joker)
        symbols[name] = Symbol(tuple(pen.items))
    for card in deck.cards:
        for name in sorted(painters[card.face.joker].keys() - card.sections.keys() - {POKER}):
            place, what = f"cards[{card.impulse}]", f"the card lacks the section {name}"
            faults.add("deck.json", None, place, what, "generate the deck anew")
    faults.raise_as(LayoutError)
    style = Style(theme.fonts.files, theme.by_screen(), symbols)
    fixed = {"title": spec.title, "game": game.title, "deck": str(deck.number), "of": str(deck.of)}
    fixed |= {f"words.{name}": text for name, text in game.words.items()}
    strings = Strings(layout, spec.sections, fixed)
    size = (template.width, template.height, template.bleed)
    fronts = []
    for card in (replace(card, face=_worded(spec, card)) for card in deck.cards):
        pen.begin(f"card {card.impulse} ({card.face.name})", card.face)
        pen.values = card.sections
        pen.items += (Use(name) for name in _groups(card.face, symbols))
        for name, painter in painters[card.face.joker].items():
            pen.slot = name
            painter(pen, card.face if name == POKER else card.sections[name])
        strings.draw(pen, card)
        title = f"{spec.title} {card.impulse}, {card.face.word}"
        fronts.append(Drawing(*size, tuple(pen.items), style, title))
    pen.begin("the back", None)
    pen.slot = "back"
    titles, numbers = (game.title, spec.title), (deck.number, deck.of)
    draw_back(pen, layout.back, template, titles, numbers)
    back = Drawing(*size, tuple(pen.items), style, game.language.phrase("{deck}, back", deck=spec.title))
    faults.raise_as(LayoutError)
    return Faces(tuple(fronts), back)


def check_layout(layout: Layout, game: Game, spec: DeckSpec) -> tuple[Fault, ...]:
    """Whether ``layout`` can show every deck of ``spec``, before one is dealt.

    Raises LayoutError for sections that a widget cannot draw, words that do not fit and icons that are
    missing. Returns what is only doubtful: sections that no slot shows, unless the theme is ``without`` them.
    """
    faults = Faults()
    pen = _pen(layout, game, faults)
    for joker in (False, True):
        painters = _painters(layout, spec, pen, faults, joker=joker)
        for section in spec.sections:
            for value in samples(section) if section.name in painters else ():
                pen.begin(f"{section.name}: {to_json(value)!r}", None)
                pen.slot = section.name
                painters[section.name](pen, value)
        for face in spec.faces if POKER in painters else ():
            if face.joker == joker:
                pen.begin(face.name, face)
                pen.slot = POKER
                painters[POKER](pen, face)
    faults.raise_as(LayoutError)
    shown = (
        layout.template.boxes.keys()
        | layout.template.joker_boxes.keys()
        | layout.theme.without
        | layout.texts_show
    )
    remedy = 'draw a rect with the id "slot-{0}" in it, or name {0} under without: in the theme'
    return tuple(
        Fault(str(layout.template.file), None, "", f"no slot shows the section {name}", remedy.format(name))
        for name in (section.name for section in spec.sections)
        if name not in shown
    )


def _pen(layout: Layout, game: Game, faults: Faults, *, allow_overflow: bool = False) -> Pen:
    theme, icons = layout.theme, layout.template.icons
    pen = Pen(theme.fonts, theme.minimum, str(theme.file), faults, allow_overflow=allow_overflow, icons=icons)
    pen.words, pen.language, pen.corners = game.words, game.language, theme.corners
    return pen


def _worded(spec: DeckSpec, card: Card) -> Face:
    """The card's face with what the game prints for its name, which deck.json does not tell."""
    same = [face for face in spec.faces[card.impulse : card.impulse + 1] if face == card.face]
    return same[0] if same else card.face


def _groups(face: Face, symbols: Mapping[str, Symbol]) -> list[str]:
    """The art of a card, what is for all cards first, what is for it alone on top of it, then what slots draw."""
    kinds = [JOKERS] if face.joker else [CARDS, face.suit or "", face.name.partition(" ")[0]]
    own = ["static-" + kind.replace(" ", "-").removeprefix("static-") for kind in [*kinds, face.name]]
    wanted = (STATIC, *dict.fromkeys(own), _JOKER_SECTIONS if face.joker else _SECTIONS)
    return [name for name in wanted if name in symbols and symbols[name].items]


def _painters(
    layout: Layout, spec: DeckSpec, pen: Pen, faults: Faults, *, joker: bool = False
) -> dict[str, Painter]:
    """The painter of every section that has a slot; what is the same on all cards goes to ``pen``."""
    painters: dict[str, Painter] = {}
    boxes = layout.template.boxes_on(joker=joker)
    if layout.back.emblem and _FRONT_EMBLEM in boxes:
        place, pen.slot = boxes[_FRONT_EMBLEM], _FRONT_EMBLEM
        side = min(place.width, place.height)
        pen.icon(layout.back.emblem, place.cx, place.cy, side, layout.back.emblem_ink)
    sections: dict[str, AnySection | None] = {section.name: section for section in spec.sections}
    sections.setdefault(POKER, None)
    for name, section in sections.items():
        box = boxes.get(name)
        if box is None:
            continue
        widget, options = layout.widget(name, section, faults)
        if section is not None and widget.name not in DRAWN_BY[type(section)]:
            kind = type(section).__name__.removesuffix("Section").lower()
            what = f"the widget that the theme chooses cannot draw the section {name}, which is a {kind}"
            faults.add(layout.theme.file, None, f"slots.{name}.widget", what, f'choose "{default(section)}"')
            continue
        pen.slot = name
        painters[name] = widget.build(section, box, options, pen)
    return painters


class Strings:
    """The text slots of a layout for one deck; ``fixed`` are the fields that are the same on every card."""

    def __init__(self, layout: Layout, sections: tuple[AnySection, ...], fixed: Mapping[str, str]) -> None:
        self._layout = layout
        self._fixed = {**fixed, **{f"{section.name}.title": section.title for section in sections}}
        self._words = {section.name: _printer(section) for section in sections}

    def draw(self, pen: Pen, card: Card) -> None:
        """Fill every text slot for ``card``; one that has nothing to say stays empty."""
        theme, template = self._layout.theme, self._layout.template
        for name, slot in template.texts_on(joker=card.face.joker).items():
            pattern = theme.strings.get(name, "")
            if card.face.joker:
                pattern = theme.jokers.get(name, pattern)
            string = "" if name.startswith(BOX) else filled(pattern, lambda field: self._field(field, card))
            if string:
                pen.slot = name
                self._set(pen, slot, string)

    def _set(self, pen: Pen, slot: TextSlot, string: str) -> None:
        """A string in its slot, in as many lines as it needs and the slot has."""
        align = ALIGN[slot.anchor]
        room = self._room(slot, align) if slot.width is None else slot.width
        lines = [string]
        if slot.lines > 1:
            lines = [line.string for line in wrap([(string, slot.face)], slot.size, room, pen.fonts)]
            lines[slot.lines - 1 :] = [" ".join(lines[slot.lines - 1 :])] if len(lines) >= slot.lines else []
        for i, line in enumerate(lines):
            down = i * slot.size * _LEADING
            x, y = (slot.x + down, slot.y) if slot.upward else (slot.x, slot.y + down)
            style = slot.face, slot.size, slot.fill
            pen.line(line, x, y, *style, align, room=room, upward=slot.upward, spacing=slot.spacing)

    def _room(self, slot: TextSlot, align: float) -> float:
        """The room between a text's anchor and the edge of the safe zone."""
        safe, template = self._layout.theme.safe, self._layout.template
        if slot.upward:
            before, after = template.height - safe - slot.y, slot.y - safe
        else:
            before, after = slot.x - safe, template.width - safe - slot.x
        return {0.0: after, 0.5: 2 * min(before, after)}.get(align, before)

    def _field(self, name: str, card: Card) -> str:
        """What a field says; one that is written in capitals says it in capitals."""
        if name.isupper():
            return self._field(name.lower(), card).upper()
        if name in self._fixed:
            return self._fixed[name]
        if name == "number":
            return str(card.impulse)
        if name in ("Face", "face", "rank", "suit", "help"):
            return _of_face(name, card.face)
        return self._words[name](card.sections[name]) if name in self._words else ""


def filled(pattern: str, field: Callable[[str], str]) -> str:
    """The pattern with its fields filled by name; empty if one of them has nothing to say."""
    fields = {name: field(name) for name in _FIELD.findall(pattern)}
    return _FIELD.sub(lambda match: fields[match[1]], pattern) if all(fields.values()) else ""


def _of_face(name: str, face: Face) -> str:
    capital = face.word[:1].upper() + face.word[1:]
    fields = {
        "Face": capital,
        "face": face.word,
        "rank": face.rank,
        "suit": face.suit or "",
        "help": face.help,
    }
    return fields[name]


def _printer(section: AnySection) -> Callable[[Any], str]:
    if isinstance(section, DistributionSection | FixedSection | TextSection):
        outcomes = section.outcomes
        return lambda value: word(outcomes, value)
    if isinstance(section, StackSection):
        return lambda value: section.word(value.standard_place)
    return lambda value: "" if value is None else str(value)
