"""The poster of a deck: all faces in the game's style, with titles, the back, the marks' legend and the deck's seal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckgen.card.layout import Layout
from deckgen.card.rules.legend import LegendEntry
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import section_note
from deckgen.document.framed import draw_frame, draw_seal
from deckgen.document.pages import deck_line, draw_band, with_band_height, with_text_scale
from deckgen.document.poker.frame import legend_block, table_context
from deckgen.draw.blocks.flow import Columns, Part, draw_pages, paragraph, used_height
from deckgen.draw.drawing import Drawing, Faces
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle, transform_outline
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import replace_missing
from deckgen.errors import PressError, Problem
from deckgen.game.model import DeckSpec, Game
from deckgen.press.pages import Page, PlacedFace, cut_face

# mm on paper as wide as A4; all grow with the paper.
_BASE = 210.0
_BAND, _GAP, _CARD_GAP = 29.0, 4.0, 0.8
_SEAL, _BACK = 14.0, 36.0
_TEXT_SCALES = (0.7, 0.6, 0.5)  # of the usual size of text, on A4
_NO_TEXT = 0.0  # on paper that is too small for it
_WELL_WIDE = 16.0  # mm: faces as wide show enough
_WIDE = 1.4  # units, from which the text has three columns
_NARROWEST = 8.0  # mm: narrower faces show nothing


def poster(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, faces: Faces, *, paper: str = "a2") -> Page:
    """Return the poster of a deck, its first face the ground below the others. Raises PressError for an unknown paper, or one on which the faces are too small."""
    context = table_context(deck, game, spec, layout, paper)
    width, height = context.paper.width, context.paper.height
    unit = min(width, height) / _BASE
    style = _enlarged(context.style, unit)
    pen, lines = style.pen("poster"), style.pen("poster")
    pen.corners = lines.corners = style.theme.corners
    room = draw_frame(pen, style, Box(0, 0, width, height), deck.id).inset(5.0 * unit)
    band = room._replace(height=_BAND * unit)
    seed = style.language.phrase("seed {seed}", seed=replace_missing(deck.seed, "semibold", style.fonts))
    band_style = with_band_height(_with_band(style), band.height)
    draw_band(pen, band_style, band, f"{spec.title} · {seed}", game.title)
    top = band.bottom + _GAP * unit
    grids = []
    for scale in (*_TEXT_SCALES, _NO_TEXT):
        foot = _Foot(style, room, unit, scale, faces.back, spec, context.legend)
        grid = Box(room.x, top, room.width, room.bottom - foot.height - 2 * _GAP * unit - top)
        largest, _ = _best_columns(faces.fronts, grid, _CARD_GAP * unit)
        is_wide = largest * faces.back.width >= _WELL_WIDE
        grids.append((is_wide and scale > 0, round(largest, 3), scale, foot, grid))
    _, _, _, foot, grid = max(grids, key=lambda option: option[:3])  # with text if faces show, large, then large text
    placed = [*_grid(faces.fronts, grid, _CARD_GAP * unit, context.paper.title), foot.draw(pen, deck)]
    for item in placed:
        edge = item.clip or rectangle(0, 0, item.face.width, item.face.height)
        edge = transform_outline(edge, (item.scale, 0, 0, item.scale, item.x, item.y))
        lines.path(edge, None, style.color("rule"), 0.12, round=False)
    title = style.language.phrase("{name}: poster", name=f"{game.title}: {spec.title}")
    ground, outlines = (Drawing(width, height, 0.0, tuple(p.items), style.shared, title) for p in (pen, lines))
    return Page(width, height, (cut_face(ground, 0.0, 0.0), *placed), outlines)


def _with_band(style: Stylesheet) -> Stylesheet:
    """Return a style sheet whose masthead has a band, in its accent if it had none."""
    if style.masthead.height:
        return style
    ink = style.color("accent_ink")
    band = replace(style.masthead, height=24.0, fill=style.color("accent"), ink=ink, kicker_ink=ink)
    return replace(style, masthead=band)


def _enlarged(style: Stylesheet, unit: float) -> Stylesheet:
    """Return the style sheet with its frame as large as the paper needs."""
    frame = style.frame
    names = ("margin", "width", "edge_width", "corner", "stud_size", "stud_gap")
    return replace(style, frame=replace(frame, **{name: getattr(frame, name) * unit for name in names}))


class _Foot:
    """The back, what results and marks are for, and the seal, at the foot of a room; ``scale``: of the text."""

    def __init__(
        self,
        style: Stylesheet,
        room: Box,
        unit: float,
        scale: float,
        back: Drawing,
        spec: DeckSpec,
        legend: Sequence[LegendEntry],
    ) -> None:
        self.style, self.room, self.unit, self.back = style, room, unit, back
        self.small = max(style.min_text_size, 5.2 * PT * unit)
        self.back_height = _BACK * unit
        back_width = self.back_height * back.width / back.height
        gap = 4.0 * unit
        self.left, self.middle = room.x + back_width + gap, room.width - back_width - 2 * _SEAL * unit - 2 * gap
        scaled = with_text_scale(style, scale * unit)
        uses = [
            paragraph(scaled, [(f"{s.title}  ", "bold"), (section_note(s), "")])
            for s in spec.sections
            if s.help and scale
        ]
        self.parts: list[Part] = [Columns(2 if unit < _WIDE else 3, tuple(uses), gutter=3.0 * unit)]
        size = max(style.min_text_size, style.texts["text"].size * scale * unit)
        self.legend = legend_block(style, legend, size, self.middle, across=2)
        legend_height = self.legend.height + 2.5 * unit if legend else 0.0
        self.text_height = used_height(self.parts, self.middle)
        self.height = max(self.back_height, self.text_height + legend_height) + self.small * 1.9

    def draw(self, pen: Pen, deck: Deck) -> PlacedFace:
        """Draw all but the back; return that."""
        style, room, radius = self.style, self.room, _SEAL * self.unit
        line = deck_line(deck, style)
        pen.line(line, room.cx, room.bottom, "regular", self.small, style.color("soft"), 0.5, room=room.width)
        top, bottom = room.bottom - self.height, room.bottom - self.small * 1.9
        (items,) = draw_pages(self.parts, Box(self.left, top, self.middle, self.text_height + 1.0)) or ([],)
        pen.items += items
        self.legend.draw(pen, self.left, bottom - self.legend.height, style.color("ink"))
        middle = (top + bottom) / 2
        draw_seal(pen, style, room.right - radius, middle, radius, deck.id)
        scale = self.back_height / self.back.height
        return cut_face(self.back, room.x, middle - self.back_height / 2, scale)


def _best_columns(faces: Sequence[Drawing], room: Box, gap: float) -> tuple[float, int]:
    """Return the largest scale of faces in rows in a room, and how many are then in a row."""
    width, height = max(face.width for face in faces), max(face.height for face in faces)

    def scale(columns: int) -> float:
        rows = -(-len(faces) // columns)
        across = (room.width - gap * (columns - 1)) / columns / width
        return min(across, (room.height - gap * (rows - 1)) / rows / height)

    columns = max(range(1, len(faces) + 1), key=scale)
    return scale(columns), columns


def _grid(faces: Sequence[Drawing], room: Box, gap: float, paper: str) -> list[PlacedFace]:
    """Return faces in rows of equally many, as large as they can be; the last row is in the middle."""
    width, height = max(face.width for face in faces), max(face.height for face in faces)
    best, columns = _best_columns(faces, room, gap)
    if best * width < _NARROWEST:
        message = f"{len(faces)} faces on {paper} would be {max(0.0, best * width):.1f} mm wide"
        raise PressError(Problem("--paper", None, "", message, "choose a larger paper"))
    rows = -(-len(faces) // columns)
    wide, high = width * best, height * best
    spare_x = (room.width - columns * wide) / max(1, columns - 1) if columns > 1 else 0.0
    gap_x = min(spare_x, 6 * gap)
    gap_y = min((room.height - rows * high) / (rows - 1), 6 * gap) if rows > 1 else 0.0
    top = room.y + (room.height - rows * high - (rows - 1) * gap_y) / 2
    placed = []
    for row in range(rows):
        line = faces[row * columns : (row + 1) * columns]
        left = room.cx - (len(line) * wide + (len(line) - 1) * gap_x) / 2
        placed += [
            cut_face(face, left + i * (wide + gap_x), top + row * (high + gap_y), best) for i, face in enumerate(line)
        ]
    return placed
