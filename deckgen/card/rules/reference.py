"""Cards that are printed after a deck's: its reference cards, with rules, and the colophon, which tells of the deck itself.

They are of the same make as the deck's cards, with its back, but nothing is dealt on them. The colophon says which of how many
decks it is, how to deal it again, what its audit found, and has its QR code; what is the same for all decks is drawn once.
"""

from __future__ import annotations

from collections.abc import Sequence
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

SMALLEST = 6.0
"""Points, that text has at least; more where the layout's own least size is larger."""
_LARGEST = 1.25  # times the smallest
_ART = "static-reference"
_GUTTER = 1.4  # mm between columns
NAME = "colophon"
"""What the card is called among the reference cards."""
# Lengths as multiples of the size of text
_WIDEST = 20.0  # lines, at the largest size
_PAD, _BETWEEN, _NUMBER, _EMBLEM, _ROW, _LEADING, _FIGURE, _GAP = 0.6, 0.5, 3.4, 3.0, 1.45, 1.16, 2.3, 0.5
_NARROWEST = 7.0  # of the column beside the code
_CODE = 0.42  # of the card's room
_GAPS, _LOOSE = 7, 0.5  # between parts, and how much of what is left over goes into each at most
_LAST = 0.3  # of the width of a few words, that their last line takes if it can
_FREE = 1.0  # mm below the panels
_STEP = 0.25  # points between the sizes that are tried
_SEED = 60  # letters


def draw_references(
    layout: Layout, game: Game, spec: DeckSpec, style: Style | None = None
) -> tuple[tuple[str, Drawing], ...]:
    """Names and faces of all reference cards of a deck, in their order; a card that it has often stands there often.

    ``style`` is that of the deck's other cards, if they go into one file with these. Raises LayoutError with every problem: panels that are too much for a card, a missing glyph or icon.
    """
    wanted = game.references(spec)
    if not wanted:
        return ()
    problems = Problems()
    panels = Panels(layout, game, spec, problems)
    one = style or _own_style(panels)
    drawn = {card.name: _face(panels, card, one) for card in wanted}
    problems.raise_as(LayoutError)
    return tuple((card.name, drawn[card.name]) for card in wanted)


def _face(panels: Panels, card: PanelPage, style: Style) -> Drawing:
    pen, below, fits = _begin(panels, card.title, f"reference {card.name}")
    if not fits:
        card.spot.at("title").report(panels.problems, "the title is too long for one line", "shorten it")
    smallest = _least(panels.layout)
    pen.items += panels.fitted(card, below, card.columns, _GUTTER, (smallest * _LARGEST, smallest))
    return panels.layout.drawing(pen.items, style, f"{panels.spec.title}, {card.title}")


def _least(layout: Layout) -> float:
    """Points, that text has at least on such cards."""
    return max(SMALLEST, layout.theme.minimum / PT)


def _begin(panels: Panels, title: str, slot: str) -> tuple[Pen, Box, bool]:
    """Ground, art and the titles of the card and the game; the pen that drew them, the room below, and whether they fit."""
    template, options = panels.layout.template, panels.options
    size = _least(panels.layout) * PT
    page = Box(0, 0, template.width, template.height)
    room = page.inset(options.inset)
    pen = panels.pen(size)
    pen.slot = slot
    pen.path(rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(_ART):
        pen.items.append(Use(_ART))
    high = size * 2.3
    place = Box(room.x + 0.5, room.y, room.width * 0.66, high)
    fit = pen.fit(title, options.title_face, high * 0.72, place.width, high)
    pen.text(title, place, options.title_face, fit.size, options.title_ink, 0.0)
    left = room.width - fit.width - 3
    name = Box(room.right - left - 0.5, room.y, left, high)
    pen.text(panels.game.title, name, "semibold", size, options.game_ink, 1.0)
    below = Box(room.x, room.y + high + 0.6, room.width, room.height - high - 0.6)
    return pen, below, fit.fits


def _own_style(panels: Panels) -> Style:
    art, style = panels.layout.template.groups.get(_ART, ()), panels.style
    return Style(style.fonts, style.inks, {**style.symbols, **({_ART: Symbol(art)} if art else {})})


@record
class _Places:
    """What is drawn anew for every deck: where, and at which size of text, in mm. ``verdicts``: passed, and not."""

    size: float
    number: Box
    rows: tuple[Box, ...]
    figures: tuple[Box, ...]
    verdicts: tuple[Sequence[Item], Sequence[Item]]
    code: Box


class Colophon:
    """Draws the card of any deck of ``spec`` in a layout; ``style`` is that of the deck's other cards.

    Raises LayoutError where the layout has no room for it, or no colors in which a QR code can be read.
    """

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec, style: Style | None = None) -> None:
        problems = Problems()
        self._panels = Panels(layout, game, spec, problems)
        code = read_code_options(layout.theme, problems)
        problems.raise_as(LayoutError)
        self._code = code or CodeOptions()
        self._style = style or _own_style(self._panels)
        self._title = game.language.phrase("This deck")
        self._pen, room, _ = _begin(self._panels, self._title, NAME)
        self._places = self._fitted(room)
        self._fixed = tuple(self._pen.items)

    def card(self, deck: Deck, found: AuditSummary) -> tuple[str, Drawing]:
        pen, places = self._pen, self._places
        options, size = self._panels.options, places.size
        pen.items = list(self._fixed)
        self._number(deck)
        seed = printable_seed(deck.seed, pen.fonts, _SEED)
        for string, box in zip((seed, deck.short_id, deck.generator), places.rows, strict=True):
            short = shorten(string, "regular", size, box.width, pen.fonts)
            pen.text(short, box, "regular", size, options.ink, 0.0)
        error = pen.language.number(found.tail_error, 2)
        for string, box in zip((f"{found.exact}/{found.cells}", error), places.figures, strict=True):
            pen.text(string, box, options.head_face, _FIGURE * size, options.accent, 0.0)
        pen.items += places.verdicts[not found.passed]
        text, file = code_text(self._code.pattern, deck), self._panels.layout.theme.file
        pen.items += draw_code(text, self._code, places.code, file)
        title = f"{self._panels.spec.title}, {self._title}"
        return NAME, self._panels.layout.drawing(pen.items, self._style, title)

    def _number(self, deck: Deck) -> None:
        """Which deck it is, on one line."""
        pen, size, place, options = self._pen, self._places.size, self._places.number, self._panels.options
        phrase, x, base = pen.language.phrase, place.x, place.bottom - 0.75 * size
        for string, face, high, ink in (
            (phrase("No."), "semibold", size, options.accent),
            (serial_number(deck.number, deck.of), options.title_face, _NUMBER * 0.8 * size, options.ink),
            (phrase("of {of}", of=deck.of), "semibold", size, options.accent),
        ):
            x += pen.line(string, x, base, face, high, ink, room=place.right - x).width + 0.45 * size

    # What is the same for all decks

    def _fitted(self, room: Box) -> _Places:
        """Both panels in the largest size in which they have the room."""
        smallest = _least(self._panels.layout) * PT
        largest = max(smallest, room.width / _WIDEST)
        for step in range(int((largest - smallest) / (_STEP * PT)) + 1):
            start = len(self._pen.items)
            places = self._drawn(room, largest - step * _STEP * PT)
            if places is not None:
                return places
            del self._pen.items[start:]
        theme = self._panels.layout.theme
        what = f"the colophon card does not fit in {room.width:.0f} × {room.height:.0f} mm"
        remedy = "print without --colophon-card, or shorten code: pattern: in the theme"
        raise LayoutError(Problem(str(theme.file), None, NAME, what, remedy))

    def _drawn(self, room: Box, size: float) -> _Places | None:
        """Both panels with their text in that size, in mm; None if they have no room."""
        panels, phrase = self._panels, self._pen.language.phrase
        one, first = panels.head(panels.spec.title, "", size, room.width)
        other, second = panels.head(phrase("Checked against the dice"), "", size, room.width)
        column = room.width - 3 * _PAD * size - self._side(room.width)
        if column < _NARROWEST * size or not (first and second):
            return None
        spare = room.height - _FREE - one.height - other.height - _BETWEEN * size
        tight = spare - self._deck(room.width, size)[0].height - self._odds(room.width, size)[0].height
        if tight < 0:
            return None
        loose = min(tight / _GAPS, _LOOSE * size)
        deck, number, rows = self._deck(room.width, size, loose)
        odds, figures, code, verdicts = self._odds(room.width, size, loose)
        low = room.y + one.height + deck.height + _BETWEEN * size
        self._pen.place_items(panels.boxed([one, deck], room.width, 0.0).items, room.x, room.y)
        self._pen.place_items(panels.boxed([other, odds], room.width, 0.0).items, room.x, low)
        above, below = room.y + one.height, low + other.height

        def placed(box: Box, y: float) -> Box:
            return box._replace(x=box.x + room.x, y=box.y + y)

        passed, failed = (tuple(transform_items(each, (1, 0, 0, 1, room.x, below))) for each in verdicts)
        return _Places(
            size,
            placed(number, above),
            tuple(placed(box, above) for box in rows),
            tuple(placed(box, below) for box in figures),
            (passed, failed),
            placed(code, below),
        )

    def _deck(self, width: float, size: float, loose: float = 0.0) -> tuple[Strip, Box, list[Box]]:
        """The body of the first panel, with room for the number and for the values beside its labels.

        There are ``loose`` mm more between its parts than there have to be.
        """
        panels, options = self._panels, self._panels.options
        pen, pad = panels.pen(size), _PAD * size
        phrase, inner, emblem = pen.language.phrase, width - 2 * _PAD * size, panels.layout.back.emblem
        y = 0.5 * pad
        number = Box(pad, y, inner - (_EMBLEM * size if emblem else 0.0), _NUMBER * size)
        if emblem:
            side = _EMBLEM * size
            pen.icon(emblem, width - pad - side / 2, number.cy, side * 0.9, options.accent)
        y = number.bottom
        pen.rule(pad, y, pad + inner, y, options.rule, 0.2)
        y += 0.3 * size + loose
        labels = [phrase("seed"), phrase("deck id"), phrase("dealt by")]
        left = max(pen.width(label, "semibold", size) for label in labels) + 0.8 * size
        rows = []
        for label in labels:
            pen.text(label, Box(pad, y, left, _ROW * size), "semibold", size, options.accent, 0.0)
            rows.append(Box(pad + left, y, inner - left, _ROW * size))
            y += _ROW * size + loose
        note = self._lines(
            phrase("The same seed deals the same deck again."), pad, y + 0.2 * size, inner, size
        )
        return Strip(note.height + y + 0.2 * size + pad, [*pen.items, *note.items]), number, rows

    def _odds(
        self, width: float, size: float, loose: float = 0.0
    ) -> tuple[Strip, list[Box], Box, tuple[Sequence[Item], Sequence[Item]]]:
        """The body of the second panel, with room for the figures and the code, and both verdicts."""
        phrase, pad, side = self._pen.language.phrase, _PAD * size, self._side(width)
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
            y += note.height + _GAP * size + loose
        y = max(y - _GAP * size, side + pad)
        code = Box(width - pad - side, (y + pad - side) / 2, side, side)
        y += 0.5 * size + loose
        said = (
            phrase("Its odds are within the limits of the game."),
            phrase("Its odds exceed a limit of the game."),
        )
        passed, failed = (self._lines(words, pad, y, width - 2 * pad, size) for words in said)
        y += max(passed.height, failed.height) + pad
        return Strip(y, items), figures, code, (passed.items, failed.items)

    def _side(self, width: float) -> float:
        return max(_CODE * width, min_code_size(longest_text(self._code.pattern)))

    def _lines(self, words: str, x: float, y: float, width: float, size: float) -> Strip:
        """A few words in as many lines as they need, the last not much shorter; the first begins at (x, y)."""
        pen, step = self._panels.pen(size), size * _LEADING
        lines = wrap([(words, "regular")], size, width, pen.fonts, language=pen.language)
        for narrower in range(1, 10):
            if lines[-1].width > _LAST * width:
                break
            room = width * (1 - 0.05 * narrower)
            closer = wrap([(words, "regular")], size, room, pen.fonts)
            lines = closer if len(closer) == len(lines) else lines
        for row, line in enumerate(lines, 1):
            base = y + row * step - (step - pen.cap("regular") * size) / 2
            pen.runs(line, x, base, size, self._panels.options.ink)
        return Strip(step * len(lines), pen.items)
