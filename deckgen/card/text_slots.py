"""What text slots say: patterns whose fields become the deck's titles and numbers and the card's values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from deckgen.card.layout import Layout
from deckgen.deck.cards import Card
from deckgen.draw.pen import Pen
from deckgen.game.model import (
    AnySection,
    DistributionSection,
    Face,
    FixedSection,
    StackSection,
    TextSection,
    word,
)

_FIELD = re.compile(r"\{([\w.-]+)\}")
_ALIGN = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Strings:
    """The text slots of a layout for one deck; ``fixed`` are the fields that are the same on every card."""

    def __init__(self, layout: Layout, sections: tuple[AnySection, ...], fixed: Mapping[str, str]) -> None:
        self._layout = layout
        self._fixed = {**fixed, **{f"{section.name}.title": section.title for section in sections}}
        self._words = {section.name: _printer(section) for section in sections}

    def draw(self, pen: Pen, card: Card) -> None:
        """Fill every text slot for ``card``; one that has nothing to say stays empty."""
        theme = self._layout.theme
        for name, slot in self._layout.template.texts.items():
            pattern = theme.strings.get(name, "")
            if card.face.joker:
                pattern = theme.jokers.get(name, pattern)
            string = self._filled(pattern, card)
            if not string:
                continue
            pen.slot = name
            align = _ALIGN[slot.anchor]
            room = self._room(slot.x, align) if slot.width is None else slot.width
            pen.line(
                string, slot.x, slot.y, face=slot.face, size=slot.size, fill=slot.fill, align=align, room=room
            )

    def _room(self, x: float, align: float) -> float:
        """The room between a text's anchor and the edge of the safe zone."""
        left, right = self._layout.theme.safe, self._layout.template.width - self._layout.theme.safe
        return {0.0: right - x, 0.5: 2 * min(x - left, right - x)}.get(align, x - left)

    def _filled(self, pattern: str, card: Card) -> str:
        """The pattern with its fields filled; empty if one of them has nothing to say."""
        fields = {name: self._field(name, card) for name in _FIELD.findall(pattern)}
        return _FIELD.sub(lambda match: fields[match[1]], pattern) if all(fields.values()) else ""

    def _field(self, name: str, card: Card) -> str:
        """What a field says; one that is written in capitals says it in capitals."""
        if name.isupper():
            return self._field(name.lower(), card).upper()
        if name in self._fixed:
            return self._fixed[name]
        if name == "number":
            return str(card.impulse)
        if name in ("Face", "face", "rank", "suit"):
            return _of_face(name, card.face)
        return self._words[name](card.sections[name]) if name in self._words else ""


def _of_face(name: str, face: Face) -> str:
    capital = face.word[:1].upper() + face.word[1:]
    return {"Face": capital, "face": face.word, "rank": face.rank, "suit": face.suit or ""}[name]


def _printer(section: AnySection) -> Callable[[Any], str]:
    if isinstance(section, DistributionSection | FixedSection | TextSection):
        outcomes = section.outcomes
        return lambda value: word(outcomes, value)
    if isinstance(section, StackSection):
        return lambda value: section.word(value.standard_place)
    return lambda value: "" if value is None else str(value)
