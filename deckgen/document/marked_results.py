"""Results in documents, marked as on the card, with its typefaces, colors and icons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from deckgen.card.rules.legend import LegendEntry, build_legend, meaning
from deckgen.card.widgets import POKER
from deckgen.card.widgets.base import MarkStyle, SectionMarks
from deckgen.card.widgets.dice import DiceArtist, DiceOptions
from deckgen.card.widgets.mark_words import describe_icon, describe_look
from deckgen.document.results import Result
from deckgen.draw.drawing import Style
from deckgen.draw.geometry import Box, ellipse
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import AnySection, DeckSpec, DiceSection, Game, StackSection
from deckgen.game.values import AGAIN, CONFIRM, FAILURE, MARKED, STANDARD, TOWARDS
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout

_FURTHER = 0.88  # size of words on plates, and of smaller numbers, to that of results
_EDGE, _CORNER = 0.22, 0.45  # mm, the line around a plate, and its corners, which are those of the card


@record(kw_only=True)
class ResultStyles(SectionMarks):
    """Styles of a section's results in documents: by mark as on the card, else ``plain``."""

    plain: MarkStyle
    dice: DiceArtist | None = None
    """What draws results of dice, as on the card."""

    def style(self, result: Result) -> MarkStyle:
        return next((self.plates[mark] for mark in result.marks if mark in self.plates), self.plain)


def result_styles(layout: Layout, spec: DeckSpec, style: Stylesheet) -> dict[str, ResultStyles]:
    """Return styles of results by section's name: the card's, else ``style``'s. LayoutError for a wrong theme."""
    problems = Problems()
    ink = style.color("ink")
    usual = {
        AGAIN: MarkStyle("bold-italic", ink, style.color("open"), ink),
        FAILURE: MarkStyle("bold", style.color("alarm")),
        TOWARDS: MarkStyle("bold", style.color("alarm")),
        CONFIRM: MarkStyle("bold", style.color("alarm"), "", style.color("alarm")),
        STANDARD: MarkStyle("bold", ink, "", ink),
        MARKED: MarkStyle("bold", style.color("paper"), ink),
    }
    marks = {section.name: layout.marks(section.name, section, problems) for section in spec.sections}
    dice_sections = [section for section in spec.sections if isinstance(section, DiceSection)]
    options = {section: layout.widget(section.name, section, problems)[1] for section in dice_sections}
    dice = {s.name: DiceArtist(s, look) for s, look in options.items() if isinstance(look, DiceOptions)}
    problems.raise_as(LayoutError)
    plain = MarkStyle("regular", style.table.ink)
    single_places = {s.name for s in spec.sections if isinstance(s, StackSection) and s.height == 1}
    return {
        name: ResultStyles(
            {**usual, **section_marks.plates, **({STANDARD: plain} if name in single_places else {})},
            section_marks.icon,
            section_marks.mark,
            backwards=section_marks.backwards,
            plain=plain,
            dice=dice.get(name),
        )
        for name, section_marks in marks.items()
    }


def result_legend(
    layout: Layout, game: Game, spec: DeckSpec, styles: Mapping[str, ResultStyles]
) -> tuple[LegendEntry, ...]:
    """Return the legend of marks that ``draw_result`` can draw for a deck; sections with equal marks share an entry."""
    entries: dict[tuple[str, str, str], LegendEntry] = {}
    for section in spec.sections:
        section_styles = styles[section.name]
        for mark in section.possible_marks(spec.playing_cards):
            sample = result_sample(section, mark, game)
            if sample is None or not (section_styles.mark or mark in section_styles.plates):
                continue
            noun, result = sample
            if mark in section_styles.plates:
                look = describe_look(game.language, noun, section_styles.plates[mark], section_styles.plain)
            else:
                icon = describe_icon(game.language, section_styles.mark)
                look = game.language.phrase("{icon} before the place", icon=icon)
            mark_meaning = meaning(game, section, mark)
            entry = entries.get((mark, look, mark_meaning))
            names = (*entry.sections, section.name) if entry else (section.name,)
            draw = partial(_draw_sample, result=result, styles=section_styles)
            width = (2.6 if isinstance(section, StackSection) else 1.2) + 0.42 * (len(result.text) - 1)
            entries[mark, look, mark_meaning] = LegendEntry(names, mark, look, mark_meaning, draw, width)
    dice = [name for name, section_styles in styles.items() if section_styles.dice]
    return (*entries.values(), *build_legend(layout, game, spec, dice))


def result_sample(section: AnySection, mark: str, game: Game) -> tuple[str, Result] | None:
    """Return (noun, sample) of a mark: ("number", 8), or ("place", a hit location that has it); None if not shown."""
    phrase, failure = game.language.phrase, failure_text(game)
    if isinstance(section, StackSection):
        places = [place for place in section.locations() if mark == STANDARD or mark in place.attributes]
        name = min((section.printed_word(place.name) for place in places), key=len)
        return phrase("place"), Result(name, name, (mark,))
    samples = {
        AGAIN: (phrase("number"), "8"),
        FAILURE: (phrase("“{words}”", words=failure), failure),
        TOWARDS: (phrase("figure 1"), "1"),
        CONFIRM: (phrase("number with a question mark"), "4?"),
        MARKED: (phrase("number"), "3"),
    }
    return (samples[mark][0], Result(8, samples[mark][1], (mark,))) if mark in samples else None


def _draw_sample(pen: Pen, box: Box, result: Result, styles: ResultStyles) -> None:
    draw_result(pen, result, styles, box, box.height * 0.87, slot="legend")


def failure_text(game: Game) -> str:
    """Return what the game prints for a critical failure, CF by default."""
    return game.words.get("critical_failure") or game.language.phrase("CF")


def suit_marks(layout: Layout) -> SectionMarks:
    return layout.marks(POKER, None, Problems())


def with_card_style(style: Stylesheet, layout: Layout) -> Stylesheet:
    """Return the style sheet with the card's typefaces and corners, and those of its inks and icons whose names it lacks."""
    inks = {**layout.theme.inks_by_screen(), **style.shared.inks}
    symbols = {**layout.template.icons, **style.shared.symbols}
    theme = replace(style.theme, fonts=layout.theme.fonts, corners=layout.theme.corners)
    return replace(style, theme=theme, shared=Style(theme.fonts.files, inks, symbols))


def icon_width(styles: ResultStyles, size: float) -> float:
    """Return the width in mm to leave before a text for the icon of an attribute, 0 without one."""
    return size * 0.8 if styles.mark else 0.0


def draw_result(
    pen: Pen, result: Result, styles: ResultStyles, box: Box, size: float, *, slot: str = "cell", align: float = 0.5
) -> None:
    """Draw a result in the middle of ``box``, marked as on the card, in ``size`` mm or what fits; "": only a plate.

    ``align`` is the position of results of dice: 1 right.
    """
    if styles.dice and result.dice:
        small = size * _FURTHER
        sizes = replace(styles.dice.options, size=size, further_size=small, word_size=small, radius=_CORNER, edge=_EDGE)
        DiceArtist(styles.dice.section, replace(sizes, align=align)).draw(pen, result.dice, box)
        return
    plate = styles.style(result)
    if plate.shape == "disc":
        r = min(box.width, box.height) / 2 - 0.1
        pen.path(ellipse(box.cx, box.cy, r), plate.fill, plate.edge, _EDGE, round=False)
    else:
        pen.panel(box.inset(0.35, 0.2), _CORNER, plate.fill, plate.edge, _EDGE)
    if not result.text:
        return
    lead = icon_width(styles, size)
    fit = pen.fit(result.text, plate.face, size, box.width - lead - 0.5, box.height)
    base = box.y + (box.height + pen.cap(plate.face) * fit.size) / 2
    left = box.x + lead + (0.5 if lead else (box.width - fit.width) / 2)
    if styles.mark and not all(mark in styles.plates for mark in result.marks):
        pen.icon(styles.mark, box.x + 0.4 + lead / 2, box.cy, lead * 0.8, plate.ink)
    pen.line(result.text, left, base, plate.face, fit.size, plate.ink, slot=slot)
