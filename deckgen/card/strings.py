"""Text slots: patterns whose fields are filled with the deck's titles and numbers and the card's results."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

from deckgen.card.code import deck_numbers
from deckgen.card.layout import Layout
from deckgen.card.template import TextSlot
from deckgen.card.widgets.base import draw_cached
from deckgen.deck.cards import Card, Deck
from deckgen.draw.fonts import Fonts
from deckgen.draw.outline import flatten, free_span
from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap_to_lines
from deckgen.game.model import AnySection, DeckSpec, Game, StackSection, printed_word
from deckgen.game.sections.distribution import WordedSection

BOX = "box-"
"""Prefix of the slots of the deck's box."""
ALIGN = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a line that is before its anchor."""
_FIELD = re.compile(r"\{([\w.-]+)\}")
_SEED = "{seed}"
_LONGEST_SEED = 16  # letters, the last of them "…" if it is longer
_MISSING = "?"
_LEADING = 1.18  # of text slots of several lines
_CARD_FIELDS: Mapping[str, Callable[[Any], str]] = {
    "Face": lambda playing_card: capitalize_first(playing_card.printed_name),
    "face": attrgetter("printed_name"),
    "rank": attrgetter("rank"),
    "suit": lambda playing_card: playing_card.suit or "",
    "help": attrgetter("help"),
}


class Strings:
    """The text slots of a layout, for all decks of ``spec``."""

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec) -> None:
        theme, template = layout.theme, layout.template
        self._layout = layout
        self._fixed = {"title": spec.title, "game": game.title}
        self._fixed |= {f"words.{name}": text for name, text in game.words.items()}
        self._fixed |= {f"{section.name}.title": section.title for section in spec.sections}
        self._words = {section.name: _value_formatter(section) for section in spec.sections}
        setters: dict[tuple[str, TextSlot], Callable[..., None]] = {}
        self._slots: dict[bool, list[tuple[str, TextSlot, str, Callable[..., None]]]] = {}
        for joker in (False, True):
            patterns = {**theme.strings, **(theme.jokers if joker else {})}
            self._slots[joker] = [
                (name, slot, patterns[name], setters.setdefault((name, slot), self._setter(slot)))
                for name, slot in template.texts_for(joker=joker).items()
                if patterns.get(name) and not name.startswith(BOX)
            ]

    def deck_filler(self, pen: Pen, cards: Sequence[Card], fields: Mapping[str, str]) -> Callable[[Card], None]:
        """Return a function that fills the text slots of a card of this deck; ``fields`` win over the game's.

        A slot with an empty field stays empty. Of several patterns a slot has the first that fits on all
        cards of the deck, or else the last.
        """
        fixed = {**self._fixed, **fields}
        pattern_by_slot: dict[tuple[str, str], str] = {}
        for (name, first), shorter_patterns in self._layout.theme.shorter.items():
            for pattern in (first, *shorter_patterns):
                pattern_by_slot[name, first] = pattern
                if all(self._has_room(pen, name, first, pattern, card, fixed) for card in cards):
                    break

        def fill(card: Card) -> None:
            for name, slot, first, set_string in self._slots[card.face.is_joker]:
                pattern = pattern_by_slot.get((name, first), first)
                if slot.card not in ("", card.face.name.replace(" ", "-")):
                    continue
                string = self._fill_pattern(pattern, card, fixed)
                if string and _SEED in pattern.lower():
                    string = self._with_seed(pen, slot, pattern, card, fixed)
                if string:
                    pen.slot = name
                    set_string(pen, string)

        return fill

    def _has_room(self, pen: Pen, name: str, first: str, pattern: str, card: Card, fixed: Mapping[str, str]) -> bool:
        """Return whether ``pattern`` fits on ``card`` into all slots ``name`` whose first pattern is ``first``."""
        slots = [
            slot
            for slot_name, slot, slot_pattern, _ in self._slots[card.face.is_joker]
            if (slot_name, slot_pattern) == (name, first)
        ]
        string = self._fill_pattern(pattern, card, fixed)
        pen.card, pen.slot = card_label(card), name  # a letter that no font has is reported of this card
        return all(self._fits(pen, slot, string) for slot in slots)

    def _with_seed(self, pen: Pen, slot: TextSlot, pattern: str, card: Card, fixed: Mapping[str, str]) -> str:
        """Return the string with as much of the seed as fits into the slot; all of it if the slot has several lines."""
        for seed in shorter_seeds(fixed["seed"]):
            string = self._fill_pattern(pattern, card, {**fixed, "seed": seed})
            if slot.lines > 1 or self._fits(pen, slot, string):
                break
        return string

    def _fits(self, pen: Pen, slot: TextSlot, string: str) -> bool:
        return pen.fit(string, slot.face, slot.size, self._room(slot), slot.size).fits

    def _setter(self, slot: TextSlot) -> Callable[..., None]:
        """Return a function that draws a string in a slot, in as many lines as it needs and the slot has."""
        align, room, style = ALIGN[slot.anchor], self._room(slot), (slot.face, slot.size, slot.fill)

        def set_string(pen: Pen, string: str) -> None:
            lines: Sequence[str] = [string]
            if slot.lines > 1:
                lines = wrap_to_lines(string, slot.face, slot.size, room, pen.fonts, slot.lines)
            for i, line in enumerate(lines):
                down = i * slot.size * _LEADING
                x, y = (slot.x + down, slot.y) if slot.upward else (slot.x, slot.y + down)
                pen.line(line, x, y, *style, align, room=room, upward=slot.upward, spacing=slot.spacing)

        return draw_cached(set_string)

    def _spans(self, slot: TextSlot) -> Iterator[tuple[float, float]]:
        """Yield how far cards reach before and after a slot, along its baseline and its upper edge, in mm."""
        points = flatten(self._layout.outline)[0]
        for up in (0.0, slot.size):
            if slot.upward:
                after, before = free_span([(y, x) for x, y in points], slot.y, slot.x - up)
            else:
                before, after = free_span(points, slot.x, slot.y - up)
            yield before, after

    def _room(self, slot: TextSlot) -> float:
        """Return the slot's width in mm, else what its anchor leaves between the edges of the safe zone."""
        if slot.width is not None:
            return slot.width
        safe, template = self._layout.theme.safe, self._layout.template
        if slot.upward:
            before, after = template.height - safe - slot.y, slot.y - safe
        else:
            before, after = slot.x - safe, template.width - safe - slot.x
        if self._layout.outline:
            before, after = (min(gaps) - safe for gaps in zip(*self._spans(slot), strict=True))
        return {"start": after, "middle": 2 * min(before, after)}.get(slot.anchor, before)

    def _fill_pattern(self, pattern: str, card: Card, fixed: Mapping[str, str]) -> str:
        return fill_pattern(pattern, partial(self._field, card=card, fixed=fixed))

    def _field(self, name: str, card: Card, fixed: Mapping[str, str]) -> str:
        """Return a field: of ``fixed``, else of the card, "" if there is none; a name in capitals gives capitals."""
        if name.isupper():
            return self._field(name.lower(), card, fixed).upper()
        if name in fixed:
            return fixed[name]
        if name == "number":
            return str(card.impulse)
        if name in _CARD_FIELDS:
            return _CARD_FIELDS[name](card.face)
        return self._words[name](card.sections[name]) if name in self._words else ""


def card_label(card: Card) -> str:
    """Return a card's number and name, for messages."""
    return f"card {card.impulse} ({card.face.name})"


def capitalize_first(words: str) -> str:
    return words[:1].upper() + words[1:]


def fill_pattern(pattern: str, field: Callable[[str], str]) -> str:
    """Return the pattern with its fields replaced; "" if one of them is empty."""
    parts = [field(part) if i % 2 else part for i, part in enumerate(_parts(pattern))]
    return "".join(parts) if all(parts[1::2]) else ""


@lru_cache(maxsize=256)
def _parts(pattern: str) -> Sequence[str]:
    """Return the texts between fields and the names of fields, alternately."""
    return _FIELD.split(pattern)


def _value_formatter(section: AnySection) -> Callable[[Any], str]:
    """Return the function that turns a section's value into text: "" for None; of a stack, its standard entry."""
    if isinstance(section, WordedSection):
        outcomes = section.outcomes
        return lambda value: printed_word(outcomes, value)
    if isinstance(section, StackSection):
        return lambda value: section.printed_word(value.standard_place)
    return lambda value: "" if value is None else str(value)


def deck_fields(deck: Deck, fonts: Fonts) -> dict[str, str]:
    """Return the deck's numbers, id and seed; the seed as every font of the theme can show it."""
    return {**deck_numbers(deck), "seed": printable_seed(deck.seed, fonts)}


def printable_seed(seed: str, fonts: Fonts, max_letters: int = _LONGEST_SEED) -> str:
    """Return at most ``max_letters`` letters of a seed, the last "…" if it is longer; "?" for those a font lacks."""
    shortened = seed if len(seed) <= max_letters else seed[: max_letters - 1] + "…"
    # All replacement fonts have plain letters, so no file is read for these.
    return "".join(
        c
        if (c.isascii() and c.isprintable()) or all(fonts.can_show(c, typeface) for typeface in fonts.files)
        else _MISSING
        for c in shortened
    )


def named_seed(seed: str, fonts: Fonts) -> str:
    """Return the seed as ``printable_seed``; if no letter of it can be shown, the first 8 digits of its SHA-256."""
    printable = printable_seed(seed, fonts)
    if printable.strip(f"{_MISSING}… ") or not seed.strip(f"{_MISSING} "):
        return printable
    return hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def shorter_seeds(seed: str) -> Iterator[str]:
    """Yield the seed, then ever shorter beginnings of it, down to one letter."""
    yield seed
    while len(seed) > 1:
        seed = seed.rstrip("…")[:-1] + "…" if len(seed) > 2 else seed[:1]
        yield seed
