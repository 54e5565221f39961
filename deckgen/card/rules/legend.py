"""The legend of a deck's cards: every mark in a layout, its look, and its meaning in the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from math import inf
from types import MappingProxyType

from deckgen.card.layout import Layout
from deckgen.card.widgets import DRAWN_BY, POKER
from deckgen.card.widgets.base import MarkLook
from deckgen.card.widgets.value import PokerOptions, joker_looks
from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import AnySection, DeckSpec, DiceSection, Game
from deckgen.game.values import AGAIN, FAILURE, NONE, STANDARD, TOWARDS
from deckgen.language import gettext_noop
from deckgen.records import record

_MEANINGS: Mapping[str, str] = MappingProxyType({
    AGAIN: gettext_noop("Draw another card and add the same cell."),
    FAILURE: gettext_noop("A critical failure, which counts as 1."),
    TOWARDS: gettext_noop("Counts towards a critical failure, which takes more than half of the numbers read."),
    STANDARD: gettext_noop("The standard place; bumps move up or down from it."),
    NONE: gettext_noop("There is none on this card."),
    "lowest": gettext_noop("The die shows its lowest number."),
    "highest": gettext_noop("The die shows its highest number."),
    "botch": gettext_noop("A botch: no success, and a 1."),
    "glitch": gettext_noop("A glitch: more than half of the dice show 1."),
    "critical glitch": gettext_noop("A critical glitch: more than half of the dice show 1, and none is a success."),
    "doubles": gettext_noop("Doubles: both digits are equal."),
    "match": gettext_noop("A match: two dice or more are equal."),
    "criticals": gettext_noop("Two dice or more show the highest number."),
    "ones": gettext_noop("How many dice show 1."),
    "hitches": gettext_noop("Hitches: how many dice show 1."),
    "effect": gettext_noop("The effect die."),
    "reversed": gettext_noop("The number with its digits exchanged."),
    "margin": gettext_noop("By how much the number is reached or, below 0, missed."),
    "total": gettext_noop("The total."),
    "height": gettext_noop("How many dice are equal, and what they show."),
})  # fmt: skip


@record
class LegendEntry:
    """One mark: ``look`` in words, ``meaning`` in a sentence, and ``draw``, which draws a sample.

    The box is best ``width`` times as wide as high. ``sections`` are the names of those with this mark, look
    and meaning; ``mark`` is one of ``deckgen.game.values``, an attribute of hit locations, or a joker's name
    (slot ``poker``). A document that draws samples needs the layout's icons and inks in its style.
    """

    sections: tuple[str, ...]
    mark: str
    look: str
    meaning: str
    draw: Callable[[Pen, Box], None]
    width: float

    def readable_height(self, pen: Pen, height: float, smallest: float) -> float:
        """Return a sample's height, at least ``height``, at which its type has the size ``smallest``, all in mm.

        ``pen`` has an empty face, which stays empty.
        """
        self.draw(pen, Box(0, 0, self.width * height, height))
        size = min((item.size for item in pen.items if isinstance(item, Text)), default=inf)
        pen.items.clear()
        return height * max(1.0, smallest / size)


def build_legend(
    layout: Layout, game: Game, spec: DeckSpec, sections: Collection[str] | None = None
) -> tuple[LegendEntry, ...]:
    """Return all marks that cards of ``spec`` can have (in ``sections``), jokers last. Raises LayoutError."""
    entries: dict[tuple[str, str, str], LegendEntry] = {}
    for name, look, mark, meaning in mark_looks(layout, game, spec):
        if meaning and (sections is None or name in sections):
            key = mark, look.words, meaning
            entry = entries.get(key)
            names = (*entry.sections, name) if entry else (name,)
            draw = entry.draw if entry else _add_ground(look, _slot_ground(layout, name))
            entries[key] = LegendEntry(names, mark, look.words, meaning, draw, look.width)
    return tuple(entries.values())


def meaning(game: Game, section: AnySection, mark: str) -> str:
    """Return the meaning of a mark: the game's, else the general one, else the section's help or title, or ``mark``.

    Of dice it is the printed word if that is the game's; "" for a word that says all there is to say.
    """
    if game_meaning := dict(section.marks).get(mark):
        return game_meaning
    if isinstance(section, DiceSection):
        printed = section.printed_word(mark)
        if mark in section.levels:
            return ""
        if mark not in _MEANINGS or printed != game.language.phrase(mark):
            return printed
    if mark in _MEANINGS:
        return game.language.phrase(_MEANINGS[mark])
    return section.help or section.title if mark in _OF_VALUES else mark


_OF_VALUES = ("value", "marked")


def mark_looks(layout: Layout, game: Game, spec: DeckSpec) -> Iterator[tuple[str, MarkLook, str, str]]:
    """Yield (section, look, mark, meaning) of all marks on cards, jokers last. Raises LayoutError for a wrong theme."""
    problems = Problems()
    pen = layout.pen(game, None)
    for section in spec.sections:
        if section.name not in {**layout.template.boxes, **layout.template.joker_boxes}:
            continue
        widget, options = layout.widget(section.name, section, problems)
        if widget.name in DRAWN_BY[type(section)] and not problems:
            looks = widget.looks(section, options, pen)
            for mark in section.possible_marks(spec.playing_cards):
                if mark in looks:
                    yield section.name, looks[mark], mark, meaning(game, section, mark)
    options = layout.widget(POKER, None, problems)[1] if POKER in layout.template.joker_boxes else None
    problems.raise_as(LayoutError)
    if isinstance(options, PokerOptions):
        for name, look in joker_looks(spec.playing_cards, options, pen).items():
            playing_card = next(playing_card for playing_card in spec.playing_cards if playing_card.name == name)
            joker_meaning = playing_card.printed_name[:1].upper() + playing_card.printed_name[1:]
            if playing_card.help:
                joker_meaning = game.language.phrase("{card}. {help}", card=joker_meaning, help=playing_card.help)
            yield POKER, look, name, joker_meaning


def _add_ground(look: MarkLook, ground: str) -> Callable[[Pen, Box], None]:
    """Return a function that draws a sample on the ground of its slot, unless that is white."""
    if ground in ("", "#ffffff"):
        return look.draw

    def draw(pen: Pen, box: Box) -> None:
        pen.panel(box.inset(-0.3), 0.5, ground)
        look.draw(pen, box)

    return draw


def _slot_ground(layout: Layout, slot: str) -> str:
    """Return the color of the static art below a slot's middle, "" if there is none."""
    joker = slot not in layout.template.boxes
    box, ground = layout.template.boxes_for(joker=joker)[slot], ""
    for item in layout.template.art_for(joker=joker):
        if isinstance(item, Path) and item.fill:
            around = bounding_box(item.segments)
            if around.x <= box.cx <= around.right and around.y <= box.cy <= around.bottom:
                ground = item.fill
    return ground
