"""Cards printed after a deck's: reference cards with rules, and the colophon, about the deck.

They have the layout and the back of the deck's cards. The colophon has the deck's number in its set, how to
deal it again, its seal, its audit result, and its QR code; what all decks share is drawn once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.card.code import (
    CodeOptions,
    code_text,
    draw_code,
    longest_text,
    min_code_size,
    read_code_options,
    serial_number,
)
from deckgen.card.layout import Layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.card.rules.panels import Panels
from deckgen.card.strings import printable_seed
from deckgen.deck.cards import Deck
from deckgen.draw.blocks.flow import Strip
from deckgen.draw.drawing import Drawing, Item, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle, transform_items
from deckgen.draw.pen import Pen
from deckgen.draw.text import shorten, wrap
from deckgen.errors import LayoutError, Problem, Problems
from deckgen.game.model import DeckSpec, Game
from deckgen.game.panels import PanelPage
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.deck.audit.summary import AuditSummary  # imports numpy, which a card of rules does not need

MIN_SIZE = 6.0
"""Least size of text in points, or the layout's if that is larger."""
_LARGEST = 1.4  # times the smallest
_ART = "static-reference"
_GUTTER = 1.4  # mm between columns
NAME = "colophon"
"""The colophon's name among the reference cards."""
# Lengths as multiples of the size of text
_WIDEST = 20.0  # lines, at the largest size
_PAD, _BETWEEN, _NUMBER, _ROW, _LEADING, _FIGURE, _GAP = 0.6, 0.5, 3.4, 1.45, 1.16, 2.3, 0.5
_LONGEST_ID = "0" * 12
_SEAL = 12.0  # mm, the least diameter of the seal
_NARROWEST = 7.0  # of the column beside the code
_CODE = 0.42  # of the card's room
_GAPS, _LOOSE = 7, 0.5  # between parts; the most of the free height that goes into each
_GAME = 0.45  # of the width: a game's longer name is left out
_LAST = 0.3  # of the width: the least length of a last line, if possible
_FREE = 1.0  # mm below the panels
_STEP = 0.25  # points between the sizes that are tried
_SEED = 60  # letters


def draw_references(
    layout: Layout, game: Game, spec: DeckSpec, style: Style | None = None
) -> tuple[tuple[str, Drawing], ...]:
    """Return names and faces of all reference cards of a deck, in order; copies are repeated.

    ``style``: of the deck's other cards if in one file. Raises LayoutError for all that does not fit or is missing.
    """
    pages = name_marks(game.reference_cards_for(spec), layout, game, spec)
    if not pages:
        return ()
    problems = Problems()
    panels = Panels(layout, game, spec, problems)
    shared_style = style or _reference_style(panels)
    faces = {page.name: _draw_reference(panels, page, shared_style) for page in pages}
    problems.raise_as(LayoutError)
    return tuple((page.name, faces[page.name]) for page in pages)


def _draw_reference(panels: Panels, page: PanelPage, style: Style) -> Drawing:
    """Return a card with the page's panels as large as fits; adds to ``panels.problems`` what does not fit."""
    pen, below, has_room = _begin_card(panels, page.title, f"reference {page.name}")
    if not has_room:
        page.spot.at("title").report(panels.problems, "the title is too long for one line", "shorten it")
    smallest = _min_size(panels.layout)
    pen.items += panels.fit_panels(page, below, page.columns, _GUTTER, (smallest * _LARGEST, smallest))
    return panels.layout.drawing(pen.items, style, f"{panels.spec.title}, {page.title}")


def _min_size(layout: Layout) -> float:
    """Return the least size of text on such cards, in points."""
    return max(MIN_SIZE, layout.theme.minimum / PT)


def _begin_card(panels: Panels, title: str, slot: str) -> tuple[Pen, Box, bool]:
    """Draw ground, art, title and game; return the pen (messages: ``slot``), the room below, if the title fits."""
    template, options = panels.layout.template, panels.options
    size = _min_size(panels.layout) * PT
    page = Box(0, 0, template.width, template.height)
    room = page.inset(options.inset)
    pen = panels.pen(size)
    pen.slot = slot
    pen.path(rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(_ART):
        pen.items.append(Use(_ART))
    height = size * 2.3
    game = panels.game.title if options.game_ink else ""
    game_width = pen.width(game, "semibold", size)
    if game_width > _GAME * room.width:
        game, game_width = "", 0.0
    title_box = Box(room.x + 0.5, room.y, room.width - game_width - 3.5, height)
    fit = pen.fit(title, options.title_face, height * 0.72, title_box.width, height)
    pen.text(title, title_box, options.title_face, fit.size, options.title_ink, 0.0)
    game_box = title_box._replace(x=title_box.right, width=room.right - 0.5 - title_box.right)
    pen.text(game, game_box, "semibold", size, options.game_ink, 1.0)
    below = Box(room.x, room.y + height + 0.6, room.width, room.height - height - 0.6)
    return pen, below, fit.fits


def _reference_style(panels: Panels) -> Style:
    art, style = panels.layout.template.groups.get(_ART, ()), panels.style
    return Style(style.fonts, style.inks, {**style.symbols, **({_ART: Symbol(art)} if art else {})})


@record
class _Slots:
    """What differs between decks: text size in mm, boxes, ``verdicts`` (items if passed, if failed)."""

    size: float
    number: Box
    seal: Box
    rows: tuple[Box, ...]
    figures: tuple[Box, ...]
    verdicts: tuple[Sequence[Item], Sequence[Item]]
    code: Box


class Colophon:
    """Draws the colophon of any deck of ``spec``; ``style`` is that of the deck's other cards.

    A ``link`` replaces the theme's pattern of the QR code.

    Raises LayoutError if it does not fit on a card, or without colors for a readable QR code.
    """

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec, style: Style | None = None, link: str = "") -> None:
        problems = Problems()
        self._panels = Panels(layout, game, spec, problems)
        code = read_code_options(layout.theme, problems)
        problems.raise_as(LayoutError)
        code = code or CodeOptions()
        self._code = replace(code, pattern=link) if link else code
        self._style = style or _reference_style(self._panels)
        self._title = game.language.phrase("This deck")
        self._pen, room, _ = _begin_card(self._panels, self._title, NAME)
        self._slots = self._fit_panels(room)
        self._fixed = tuple(self._pen.items)

    def draw_card(self, deck: Deck, summary: AuditSummary) -> tuple[str, Drawing]:
        """Return name and face of a deck's colophon; ``summary`` is of the deck's audit."""
        pen, slots = self._pen, self._slots
        options, size = self._panels.options, slots.size
        pen.items = list(self._fixed)
        self._draw_number(deck)
        from deckgen.card.patterns.seal import seal  # noqa: PLC0415 (of colophon cards alone)

        items = seal(deck.id, options.ink, options.accent, options.fill, slots.seal.width / 2)
        pen.place_items(items, slots.seal.cx, slots.seal.cy)
        seed = printable_seed(deck.seed, pen.fonts, _SEED)
        for string, box in zip((seed, deck.short_id, deck.generator), slots.rows, strict=True):
            short = shorten(string, "regular", size, box.width, pen.fonts)
            pen.text(short, box, "regular", size, options.ink, 0.0)
        error = pen.language.number(summary.tail_error, 2)
        for string, box in zip((f"{summary.exact}/{summary.cells}", error), slots.figures, strict=True):
            pen.text(string, box, options.head_face, _FIGURE * size, options.accent, 0.0)
        pen.items += slots.verdicts[not summary.passed]
        text, file = code_text(self._code.pattern, deck), self._panels.layout.theme.file
        pen.items += draw_code(text, self._code, slots.code, file)
        title = f"{self._panels.spec.title}, {self._title}"
        return NAME, self._panels.layout.drawing(pen.items, self._style, title)

    def _draw_number(self, deck: Deck) -> None:
        """Draw the deck's number on one line."""
        pen, size, box, options = self._pen, self._slots.size, self._slots.number, self._panels.options
        phrase, x, base = pen.language.phrase, box.x, box.bottom - 0.75 * size
        for string, typeface, font_size, ink in (
            (phrase("No."), "semibold", size, options.accent),
            (serial_number(deck.number, deck.of), options.title_face, _NUMBER * 0.8 * size, options.ink),
            (phrase("of {of}", of=deck.of), "semibold", size, options.accent),
        ):
            x += pen.line(string, x, base, typeface, font_size, ink, room=box.right - x).width + 0.45 * size

    # Shared by all decks

    def _fit_panels(self, room: Box) -> _Slots:
        """Draw both panels in the largest size at which they fit; return the boxes. Raises LayoutError if none fits."""
        smallest = _min_size(self._panels.layout) * PT
        largest = max(smallest, room.width / _WIDEST)
        for step in range(int((largest - smallest) / (_STEP * PT)) + 1):
            start = len(self._pen.items)
            slots = self._draw_panels(room, largest - step * _STEP * PT)
            if slots is not None:
                return slots
            del self._pen.items[start:]
        theme = self._panels.layout.theme
        message = f"the colophon card does not fit in {room.width:.0f} × {room.height:.0f} mm"
        remedy = "print without --colophon-card, or shorten code: pattern: in the theme"
        raise LayoutError(Problem(str(theme.file), None, NAME, message, remedy))

    def _draw_panels(self, room: Box, size: float) -> _Slots | None:
        """Draw both panels, above each other or on a wide card beside, with text of that size in mm; None: no room."""
        panels, phrase, beside = self._panels, self._pen.language.phrase, room.width > room.height
        width = (room.width - _BETWEEN * size) / 2 if beside else room.width
        deck_head, deck_head_fits = panels.head(panels.spec.title, "", size, width)
        odds_head, odds_head_fits = panels.head(phrase("Checked against the dice"), "", size, width)
        column = width - 3 * _PAD * size - self._code_side(width)
        if column < _NARROWEST * size or not (deck_head_fits and odds_head_fits):
            return None
        deck_panel = self._deck_panel(width, size)[0]
        heights = (deck_head.height + deck_panel.height, odds_head.height + self._odds_panel(width, size)[0].height)
        used = max(heights) if beside else sum(heights) + _BETWEEN * size
        remainder = room.height - _FREE - used
        if remainder < 0:
            return None
        extra_gap = min(remainder / _GAPS, _LOOSE * size)
        deck, number, seal_box, rows = self._deck_panel(width, size, extra_gap)
        odds, figures, code, verdicts = self._odds_panel(width, size, extra_gap)
        right = room.right - width
        low = room.y if beside else room.y + deck_head.height + deck.height + _BETWEEN * size
        self._pen.place_items(panels.frame([deck_head, deck], width, 0.0).items, room.x, room.y)
        self._pen.place_items(panels.frame([odds_head, odds], width, 0.0).items, right, low)
        above, below = room.y + deck_head.height, low + odds_head.height

        def on_card(box: Box, x: float, y: float) -> Box:
            return box._replace(x=box.x + x, y=box.y + y)

        passed, failed = (tuple(transform_items(v, (1, 0, 0, 1, right, below))) for v in verdicts)
        return _Slots(
            size,
            on_card(number, room.x, above),
            on_card(seal_box, room.x, above),
            tuple(on_card(box, room.x, above) for box in rows),
            tuple(on_card(box, right, below) for box in figures),
            (passed, failed),
            on_card(code, right, below),
        )

    def _deck_panel(self, width: float, size: float, extra_gap: float = 0.0) -> tuple[Strip, Box, Box, list[Box]]:
        """Return the first panel, parts ``extra_gap`` mm further apart, and its boxes: number, seal, values of rows.

        The seal is below if there is no room beside the rows.
        """
        panels, options = self._panels, self._panels.options
        pen, pad = panels.pen(size), _PAD * size
        phrase, inner = pen.language.phrase, width - 2 * _PAD * size
        labels = [phrase("seed"), phrase("deck id"), phrase("dealt by")]
        height = (_NUMBER + 0.3 + _ROW * len(labels)) * size + extra_gap * len(labels)
        left = max(pen.width(label, "semibold", size) for label in labels) + 0.8 * size
        side = min(height, 0.3 * width, inner - pad - left - pen.width(_LONGEST_ID, "regular", size))
        seal_box = Box(width - pad - side, pad + max(0.0, (height - side) / 2), side, side)
        y, room, is_beside = 0.5 * pad, inner - side - pad, side >= _SEAL
        if not is_beside:
            room = inner
        number = Box(pad, y, room, _NUMBER * size)
        y = number.bottom
        pen.rule(pad, y, pad + room, y, options.rule, 0.2)
        y += 0.3 * size + extra_gap
        rows = []
        for label in labels:
            pen.text(label, Box(pad, y, left, _ROW * size), "semibold", size, options.accent, 0.0)
            rows.append(Box(pad + left, y, room - left, _ROW * size))
            y += _ROW * size + extra_gap
        y = max(y, seal_box.bottom if is_beside else 0.0) + 0.2 * size
        note = self._lines(phrase("The same seed deals the same deck again."), pad, y, inner, size)
        y += note.height + pad
        if not is_beside:
            seal_box = Box((width - _SEAL) / 2, y, _SEAL, _SEAL)
            y = seal_box.bottom + pad
        return Strip(y, [*pen.items, *note.items]), number, seal_box, rows

    def _odds_panel(
        self, width: float, size: float, extra_gap: float = 0.0
    ) -> tuple[Strip, list[Box], Box, tuple[Sequence[Item], Sequence[Item]]]:
        """Return the second panel, boxes in it for figures and code, and what it shows if passed, and if failed."""
        phrase, pad, side = self._pen.language.phrase, _PAD * size, self._code_side(width)
        column = width - 3 * pad - side
        figures: list[Box] = []
        items: list[Item] = []
        y = pad
        tail = phrase("cards, the largest tail error (1 card is 1 in {size})", size=self._panels.spec.size)
        for words in (phrase("results average exactly what the dice do"), tail):
            figures.append(Box(pad, y, column, _FIGURE * size))
            y += (_FIGURE + 0.1) * size
            note = self._lines(words, pad, y, column, size)
            items += note.items
            y += note.height + _GAP * size + extra_gap
        y = max(y - _GAP * size, side + pad)
        code = Box(width - pad - side, (y + pad - side) / 2, side, side)
        y += 0.5 * size + extra_gap
        verdicts = (
            phrase("Its odds are within the limits of the game."),
            phrase("Its odds exceed a limit of the game."),
        )
        passed, failed = (self._lines(words, pad, y, width - 2 * pad, size) for words in verdicts)
        y += max(passed.height, failed.height) + pad
        return Strip(y, items), figures, code, (passed.items, failed.items)

    def _code_side(self, width: float) -> float:
        return max(_CODE * width, min_code_size(longest_text(self._code.pattern)))

    def _lines(self, words: str, x: float, y: float, width: float, size: float) -> Strip:
        """Return text wrapped to ``width`` mm, upper left corner (x, y), its last line not much shorter."""
        pen, step = self._panels.pen(size), size * _LEADING
        lines = wrap([(words, "regular")], size, width, pen.fonts, language=pen.language)
        for narrower in range(1, 10):
            if lines[-1].width > _LAST * width:
                break
            room = width * (1 - 0.05 * narrower)
            narrower_lines = wrap([(words, "regular")], size, room, pen.fonts)
            lines = narrower_lines if len(narrower_lines) == len(lines) else lines
        for row, line in enumerate(lines, 1):
            base = y + row * step - (step - pen.cap("regular") * size) / 2
            pen.runs(line, x, base, size, self._panels.options.ink)
        return Strip(step * len(lines), pen.items)
