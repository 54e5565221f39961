"""From faces to the pages of a print file, for a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from math import fsum
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.draw.drawing import Drawing, Gradient, Ink, Item, Matrix, Path, Picture, Style, Symbol, Text, Use
from deckgen.draw.geometry import Box, bounding_box, item_outline, rectangle, transform_items, transform_outline
from deckgen.draw.text import replace_missing, wrap
from deckgen.errors import PressError, Problem, Problems
from deckgen.language import ENGLISH
from deckgen.press.images import warn_of_resolution
from deckgen.press.imposition import marks
from deckgen.press.imposition.finishes import add_finishes
from deckgen.press.imposition.n_up import apply_sheet_options, grid_for, n_up_pages
from deckgen.press.options import DUPLEX, Options
from deckgen.press.pages import Book, Page, PlacedFace, cut_face, empty_book, page_for_face
from deckgen.press.target import paper_for, with_condition

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper
    from deckgen.language import Language
    from deckgen.press.imposition.n_up import SheetGrid
    from deckgen.press.target import Crop, Target

_LEFT_MARGIN, _NAME_COLUMN, _LEADING = 20.0, 34.0, 6.5  # mm
_SIZE = 3.4
_HEAVY_INK = 0.5  # fills with more ink become outlines: tints stay, yellow marks do not
_LINE = 0.3  # mm: outline of shapes that were filled
_FAINT = 0.2  # lines with no more ink are black: they were on a dark ground
_CREAM = 0.2  # fills with no more ink are paper
_GROUND = 0.2  # of a face: larger light areas are its paper
_ICON_LINE = 0.05  # of an icon's size
_WHITE, _BLACK = "#ffffff", "#000000"
_INKS = {_WHITE: Ink("white", _WHITE, (0, 0, 0, 0)), _BLACK: Ink("black", _BLACK, (0, 0, 0, 1))}


def impose(
    fronts: Sequence[Drawing], back: Drawing, target: Target, options: Options, backs: Sequence[Drawing] = ()
) -> Book:
    """Return the pages of all faces; ``backs``, one per front, replace ``back`` on sheets. PressError: unfit faces."""
    _check_sizes(fronts, back)
    fronts, back, backs = apply_options(fronts, back, options, backs)
    if options.condition or options.icc:
        target = with_condition(target, options.condition, options.icc)
    warn_of_resolution([*fronts, back, *backs], target)
    if options.finish and target.color == "cmyk":
        fronts, back, backs = _redraw(partial(add_finishes, finishes=options.finish), fronts, back, backs)
        # text on foil is left out of it, or the foil would cover the text
        target = replace(target, overprint=replace(target.overprint, spots=True, black_text=0.0))
    book = empty_book(target, options.title or options.language.phrase("Cards"))
    if target.imposition == "face":
        target.size_of(back)
        needs_die_line = target.dieline is not None or (back.outline and not target.sizes)
        fronts, (back,) = turn_for(target, fronts, -1), turn_for(target, [back], 1)
        pages = [*one_up_pages(fronts, back, target, (book.title, options.footer), options.language)]
        return replace(book, pages=(*pages, *([die_line_page(back, target)] if needs_die_line else ())))
    target = apply_sheet_options(target, options, back.outline)
    sheet = paper_for(options.paper, target)
    pages = n_up_pages(fronts, back, target, sheet, replace(options, title=book.title), backs)
    if options.colophon:
        grid = grid_for(max(fronts[0], back, key=lambda face: face.bleed), target, sheet, options)
        press_sheet = replace(sheet, width=grid.width, height=grid.height)  # so that all pages have one size
        pages.append(colophon_page(press_sheet, target, replace(options, title=book.title), grid))
    is_duplex = "back" in target.order and options.order == "alternate"
    return replace(book, pages=tuple(pages), duplex=DUPLEX.get(options.flip) if is_duplex else None)


_Faces = tuple[tuple[Drawing, ...], Drawing, tuple[Drawing, ...]]
"""Fronts, the back of all, and the backs that replace it, one per front or none."""


def apply_options(fronts: Sequence[Drawing], back: Drawing, options: Options, backs: Sequence[Drawing] = ()) -> _Faces:
    """Return (fronts, back, backs) with the options' blank cards after the others; all in little ink if ``ink`` is light."""
    blank = replace(back, items=(), title=options.language.phrase("a blank card"))
    fronts = (*fronts, *[blank] * options.blanks)
    backs = (*backs, *[back] * options.blanks) if backs else ()
    return (fronts, back, backs) if options.ink == "full" else _redraw(save_ink, fronts, back, backs)


def _redraw(
    change: Callable[[Iterable[Drawing]], Iterator[Drawing]],
    fronts: Sequence[Drawing],
    back: Drawing,
    backs: Sequence[Drawing],
) -> _Faces:
    """Return all faces as ``change`` draws them, each once and in one go, so that faces and styles stay shared."""
    faces = dict.fromkeys((*fronts, back, *backs))
    changed = dict(zip(faces, change(faces), strict=True))
    return tuple(changed[front] for front in fronts), changed[back], tuple(changed[each] for each in backs)


def turn_for(target: Target, faces: Sequence[Drawing], quarter: int) -> tuple[Drawing, ...]:
    """Return faces as a service prints them: turned by 90° if only that is one of its sizes.

    ``quarter`` 1 is counterclockwise, for backs, -1 for fronts: so a card that is turned over sideways, as its front is
    read, has its back upright.
    """
    if not faces or not target.turns(faces[0]):
        return tuple(faces)
    turned = []
    for face in faces:
        matrix: Matrix = (0, -quarter, quarter, 0, *((0, face.width) if quarter > 0 else (face.height, 0)))
        items, outline = tuple(transform_items(face.items, matrix)), transform_outline(face.outline, matrix)
        turned.append(replace(face, width=face.height, height=face.width, items=items, outline=outline))
    return tuple(turned)


def _check_sizes(fronts: Sequence[Drawing], back: Drawing) -> None:
    """Raise PressError, with a problem per front, unless every front is as large as the back."""
    problems = Problems()
    for front in fronts:
        if (front.width, front.height) != (back.width, back.height):
            front_size, back_size = (f"{face.width:g} × {face.height:g} mm" for face in (front, back))
            message = f"the front is {front_size}, its back {back_size}"
            problems.add(front.title or "card", None, "", message, "give both the same size in the layout")
    problems.raise_as(PressError)


def one_up_pages(
    fronts: Sequence[Drawing], back: Drawing, target: Target, job: tuple[str, ...] = (), language: Language = ENGLISH
) -> Iterator[Page]:
    """Yield a page per face in the target's order: a back per front, or one at the end. PressError: little bleed.

    Where the slug has room, the ``job`` is there, with each front's number and the names of the inks. Backs are alike.
    """
    phrase, spots = language.phrase, marks.spot_inks([*fronts[:1], back])

    def face_page(face: Drawing, side: str, label: str, slug: str) -> Page:
        page = _face_page(face, side, target, label)
        if not job or target.color != "cmyk" or target.slug < marks.SLUG_HEIGHT:
            return page
        trim, bleed = page.trim or Box(0, 0, 0, 0), page.bleed or Box(0, 0, 0, 0)
        line = Box(trim.x + 1, bleed.bottom, trim.width - 2, target.slug)
        text = marks.slug_drawing((page.width, page.height), line, job, slug, spots)
        return replace(page, placed=(*page.placed, cut_face(text, 0, 0)))

    for number, front in enumerate(fronts, 1):
        for side in target.order:
            if side == "front":
                count = phrase("{number} of {of}", number=number, of=len(fronts))
                yield face_page(front, side, f"front {number}", count)
            elif target.backs == "each":
                yield face_page(back, side, f"back {number}", phrase("Back"))
    if target.backs == "once" and "back" in target.order:
        yield face_page(back, "back", "back", phrase("Back"))


def check_bleed(face: Drawing, target: Target, label: str = "card") -> None:
    """Raise PressError if a face has less bleed than the target requires; ``label`` names it if it has no title."""
    if face.bleed < target.bleed - 0.001:
        message = f"the art's bleed is {face.bleed:g} mm, the target {target.name} needs {target.bleed:g} mm"
        raise PressError(Problem(face.title or label, None, "", message, "enlarge the bleed in the layout"))


def _face_page(face: Drawing, side: str, target: Target, label: str) -> Page:
    """Return a face's page, with the target's crop marks for its ``side``. Raises PressError for too little bleed."""
    check_bleed(face, target, label)
    page, bleed, margin = page_for_face(face, target, label), target.bleed, target.bleed + target.slug
    crop_marks = None
    if target.crop is not None and side in target.crop.sides:
        trim = Box(margin, margin, face.width, face.height)
        crop_marks = _crop_marks(trim, target.crop, bleed, target.slug)
    window = Box(0, 0, face.width, face.height).inset(-bleed)
    return replace(page, placed=(PlacedFace(face, margin, margin, window),), marks=crop_marks)


@lru_cache(maxsize=8)  # shared by the pages of a run
def _crop_marks(trim: Box, crop: Crop, bleed: float, slug: float) -> Drawing:
    """Return crop marks around ``trim`` (mm), which is in the middle of its page, in the ink of ``crop``."""
    start, length = bleed + crop.gap, min(crop.longest, slug - crop.gap)
    pen, sides = marks.marks_pen(), ((trim.x, trim.right), (trim.y, trim.bottom))
    around = {"starts": (start, start), "lengths": (length, length)}
    marks.draw_crop_marks(pen, trim, *sides, **around, weight=crop.weight)
    return marks.marks_drawing(trim.right + trim.x, trim.bottom + trim.y, pen.items, crop.ink)


def die_line_page(card: Drawing, target: Target) -> Page:
    """Return a page with a card's outline for the die. Raises PressError if the target's corners are too large."""
    corner, max_corner = target.dieline or 0.0, min(card.width, card.height) / 2
    if corner > max_corner:
        message = f"corners of {corner:g} mm do not fit on a card of {card.width:g} × {card.height:g} mm"
        remedy = f"set dieline: in the target {target.name} to at most {max_corner:g} mm"
        raise PressError(Problem(card.title, None, "", message, remedy))
    page, pen = page_for_face(card, target, "dieline"), marks.marks_pen()
    margin = target.bleed + target.slug
    outline = transform_outline(card.outline, (1, 0, 0, 1, margin, margin))
    outline = outline or rectangle(margin, margin, card.width, card.height, corner)
    pen.path(outline, None, marks.DIE_COLOR, marks.DIE_WEIGHT)
    return replace(page, marks=marks.marks_drawing(page.width, page.height, pen.items, "die lines"))


def colophon_page(paper: Paper, target: Target, options: Options, grid: SheetGrid | None = None) -> Page:
    """Return a page of the paper's size with facts and settings; ``grid``: how many cards are on a sheet."""
    pen, room = marks.marks_pen(), paper.width - 2 * _LEFT_MARGIN
    marks.draw_label(pen, _LEFT_MARGIN, 30.0, marks.fit_footer(pen, [options.title], room), 6.0, "bold")
    y = 42.0
    for fact in [*options.colophon, *_print_settings(paper, target, options, grid)]:
        name, value = (replace_missing(text, "regular", pen.fonts, "?") for text in fact)
        marks.draw_label(pen, _LEFT_MARGIN, y, name, _SIZE, "semibold")
        # Lines may break between any two letters: values hold codes.
        for line in wrap([(value, "regular")], _SIZE, room - _NAME_COLUMN, pen.fonts, code=True):
            pen.runs(line, _LEFT_MARGIN + _NAME_COLUMN, y, _SIZE, marks.MARK_COLOR)
            y += _LEADING
    facts = marks.marks_drawing(paper.width, paper.height, pen.items)
    trim = Box(0, 0, paper.width, paper.height) if target.pdfx else None
    return Page(paper.width, paper.height, (), facts, trim, label="colophon")


def _print_settings(
    paper: Paper, target: Target, options: Options, grid: SheetGrid | None
) -> Iterator[tuple[str, str]]:
    """Yield (label, value) of all settings, in the options' language; ``grid`` None: without cards on a sheet."""
    language = options.language
    x, y, turn = (f"{value:g}".replace(".", language.decimal) for value in (*options.back_offset, options.back_rotate))
    gutter = f"{target.gutter:g}".replace(".", language.decimal)
    back_move = language.phrase("{x} mm right, {y} mm down, turned by {turn}°", x=x, y=y, turn=turn)
    yield language.phrase("printed by"), f"deckgen {__version__}"
    yield language.phrase("target"), f"{target.name}, {paper.title}"
    if grid is not None:
        yield language.phrase("cards on a sheet"), f"{grid.columns} × {grid.rows}, {options.arrange}"
    yield language.phrase("flip"), options.flip
    yield language.phrase("order"), options.order
    yield language.phrase("backs moved"), back_move
    yield language.phrase("gutter"), f"{gutter} mm"
    yield language.phrase("ink"), options.ink
    yield language.phrase("blank cards"), str(options.blanks)


def save_ink(drawings: Iterable[Drawing]) -> Iterator[Drawing]:
    """Yield drawings with text and lines black, dark areas as outlines, grounds bare; solid marks stay filled.

    Styles stay shared.
    """
    styles: dict[Style, Style] = {}
    for drawing in drawings:
        style, ground = drawing.style, _GROUND * drawing.width * drawing.height
        if style not in styles:
            symbols = {
                name: Symbol(tuple(_lighten(item, style, _line_width(symbol), ground) for item in symbol.items))
                for name, symbol in style.symbols.items()
            }
            styles[style] = replace(style, inks={**style.inks, **_INKS}, symbols=symbols)
        items = tuple(_lighten(item, style, _LINE, ground) for item in drawing.items)
        yield replace(drawing, items=items, style=styles[style])


def _line_width(symbol: Symbol) -> float:
    """Return the width of new outlines in a symbol, in its units: icons are drawn at size 1, other symbols in mm."""
    inherits = any(isinstance(item, Path) and "inherit" in (item.fill, item.stroke) for item in symbol.items)
    return _ICON_LINE if inherits else _LINE


def _lighten(item: Item, style: Style, line_width: float, ground: float) -> Item:
    """Return an item with black text and lines, and black outlines, ``line_width`` wide, instead of dark areas.

    Pictures and gradients are left out but for their outlines. Cream, and any light area in a box of more than ``ground`` mm², is white: it is the paper of the card or a panel.
    """
    if isinstance(item, Text):
        return replace(item, fill=_darken(item.fill, style))
    if isinstance(item, Use):
        return item if item.fill is None else replace(item, fill=_darken(item.fill, style))
    if isinstance(item, Gradient | Picture):  # only where it is
        return Path(item_outline(item), _WHITE, _BLACK, line_width, round=True)
    if item.fill is None:
        is_kept = item.stroke in {None, "inherit"}
        return item if is_kept else replace(item, stroke=_darken(item.stroke or "", style, _FAINT))
    if item.solid:
        return replace(item, fill=_darken(item.fill, style))
    if item.fill == "inherit":
        return replace(item, fill=_WHITE, stroke="inherit", stroke_width=line_width, dash=(), round=True)
    stroke = item.stroke and _darken(item.stroke, style, _FAINT)
    if not _is_heavy(item.fill, style):
        box = bounding_box(item.segments)
        is_paper = _amount(item.fill, style) <= _CREAM or box.width * box.height > ground
        return replace(item, stroke=stroke, fill=_WHITE if is_paper else item.fill)
    width = max(line_width, item.stroke_width if stroke else 0)
    return replace(item, fill=_WHITE, stroke=stroke or _darken(item.fill, style), stroke_width=width, round=True)


def _darken(color: str, style: Style, faintest: float = _HEAVY_INK) -> str:
    """Return black, or the color if it is dark enough on white, with more than ``faintest``, and takes no more ink."""
    ink = style.inks.get(color)
    return color if ink and ink.spot is None and faintest < _amount(color, style) <= 1 else _BLACK


def _is_heavy(color: str, style: Style) -> bool:
    """Return whether a color lays more than 50 % of ink, or a spot ink; False if it has no ink."""
    ink = style.inks.get(color)
    return ink is not None and (ink.spot is not None or _amount(color, style) > _HEAVY_INK)


def _amount(color: str, style: Style) -> float:
    """Return the sum of a color's inks, 1 for each that is solid; 0 if it has no ink."""
    return fsum(style.inks[color].cmyk) if color in style.inks else 0.0
