"""The contents of output files: cards as PDF, SVG and PNG, and drawings as whole PDF pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.draw.paper import find_paper
from deckgen.errors import PressError, Problem, Problems
from deckgen.files import unique_names
from deckgen.press.options import ARRANGEMENTS, DUPLEX, FLIPS, INKS, ORDERS, REGISTRATIONS, Options
from deckgen.press.pages import Book, Page, PlacedFace
from deckgen.press.target import load_target

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.press.target import Target

FORMATS = ("pdf", "svg", "png")
_GAP = 3.0  # mm between tokens: twice their bleed, so that colors do not run into each other


def render_cards(
    faces: Faces,
    target: Target,
    out: Path,
    options: Options,
    kind: str,
    *,
    single_file: bool,
    dpi: int = 300,
    card_numbers: Sequence[int] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files for ``out``; a ``single_file``, ``out`` itself, has the name "".

    ``kind`` is pdf, svg or png; ``card_numbers``: indexes of the cards to write, or None for all. A PDF is one file,
    imposed for the target. Pictures are named ``card-00`` and so on, ``reference-`` and the name for reference cards,
    and ``back``; they keep the bleed if the target is for a print shop. Raises PressError.
    """
    _check_choices(kind, target, out, options)
    numbers = list(range(len(faces.fronts)) if card_numbers is None else card_numbers)
    unknown = [number for number in numbers if not 0 <= number < len(faces.fronts)]
    if unknown or not numbers:
        message = f"there is no card {', '.join(map(str, unknown))}" if unknown else "there are no cards"
        raise PressError(Problem("--card", None, "", message, f"the cards are 0 to {len(faces.fronts) - 1}"))
    references = faces.references if card_numbers is None else ()
    fronts = tuple(faces.fronts[number] for number in numbers) + tuple(front for _, front in references)
    if kind == "pdf":
        from deckgen.press.imposition.impose import impose  # noqa: PLC0415

        yield "", _pdf(impose(fronts, faces.back, target, options))
        return
    if single_file and len(fronts) > 1:
        message = f"{len(fronts)} cards do not fit into one picture"
        raise PressError(Problem(str(out), None, "", message, "name a folder, or use --card N"))
    from deckgen.press.images import warn_of_resolution  # noqa: PLC0415
    from deckgen.press.imposition.impose import apply_options  # noqa: PLC0415

    fronts, back, _ = apply_options(fronts, faces.back, replace(options, blanks=0))
    warn_of_resolution([*fronts, back], target)
    if single_file:
        yield "", next(_pictures(fronts, target, kind, dpi))
        return
    stems = (*(f"card-{number:02}" for number in numbers), *unique_names(f"reference-{name}" for name, _ in references))
    names = [f"{stem}.{kind}" for stem in (*stems, "back")]
    yield from zip(names, _pictures([*fronts, back], target, kind, dpi), strict=True)


def _check_choices(kind: str, target: Target, out: Path, options: Options) -> None:
    """Raise PressError for unknown choices, or PDF for a target that needs pictures; ``out`` is named in messages."""
    problems = Problems()
    choices = (
        ("format", kind, FORMATS),
        ("flip", options.flip, FLIPS),
        ("order", options.order, ORDERS),
        ("arrange", options.arrange, ARRANGEMENTS),
        ("registration", options.registration, REGISTRATIONS),
        ("ink", options.ink, INKS),
    )
    for name, choice, allowed in choices:
        if choice not in allowed:
            problems.add(out, None, name, f"unknown value {choice!r}", f"choose from {', '.join(allowed)}")
    if kind == "pdf" and not target.is_pdf:
        message = f"the target {target.name} needs pictures, not PDF"
        problems.add(out, None, "format", message, "use --format png")
    problems.raise_as(PressError)


def _pictures(faces: Sequence[Drawing], target: Target, kind: str, dpi: int) -> Iterator[bytes]:
    """Yield faces as files of ``kind`` svg or png, with bleed only if the target is for a print shop."""
    bleed = 0.0 if target.imposition == "sheet" else target.bleed
    if kind == "svg":
        from deckgen.press.pictures.svg import svgs  # noqa: PLC0415 (svgwrite)

        return (document.encode() for document in svgs(faces, bleed=bleed))
    from deckgen.press.pictures.png import pngs  # noqa: PLC0415

    return pngs(faces, dpi, bleed=bleed)


def _pdf(book: Book) -> bytes:
    from deckgen.press.pdf.writer import write_pdf  # noqa: PLC0415 (reportlab)

    return write_pdf(book)


def _side_by_side(width: float, height: float, *drawings: Drawing) -> Page:
    """Return a page of this size in mm with drawings from left to right, a part of equal width for each, no bleed."""
    slot_width = width / len(drawings)
    placed = tuple(
        PlacedFace(drawing, index * slot_width, 0, Box(0, 0, drawing.width, drawing.height))
        for index, drawing in enumerate(drawings)
    )
    return Page(width, height, placed, trim=Box(0, 0, width, height))


def pages_pdf(drawings: Sequence[Drawing], *, title: str) -> bytes:
    """Return a PDF with a page per drawing, as large as it, without its bleed; text stays text, fonts are embedded."""
    return _pdf(Book(tuple(_side_by_side(d.width, d.height, d) for d in drawings), title))


def folded_pdf(drawings: Sequence[Drawing], *, paper: str, title: str) -> bytes:
    """Return the PDF of a stapled booklet, two drawings per side of ``paper``, which is turned over its short edge.

    Raises ValueError if the number of drawings is not a multiple of 4.
    """
    sheet = find_paper(paper)
    width, height = sheet.height, sheet.width
    sides = booklet_sides(len(drawings))
    pages = tuple(_side_by_side(width, height, drawings[left], drawings[right]) for left, right in sides)
    return _pdf(Book(pages, title, duplex=DUPLEX["short-edge"]))


def booklet_sides(count: int) -> list[tuple[int, int]]:
    """Return (left, right) page indexes per side of a stapled booklet. Raises ValueError if not a multiple of 4."""
    if count % 4:
        raise ValueError(count)
    outer_and_inner = ([(count - 1 - low, low), (low + 1, count - 2 - low)] for low in range(0, count // 2, 2))
    return [side for sides in outer_and_inner for side in sides]


def tokens_pdf(
    sizes: Sequence[tuple[Sequence[Drawing], Sequence[Drawing]]], options: Options, target: str = "home"
) -> bytes:
    """Return a PDF with sheets of tokens; each of ``sizes``, as (fronts, a back for each), starts a new sheet.

    ``flip`` "none" prints fronts only. Raises PressError for an unknown paper, large tokens, a target without sheets.
    """
    from deckgen.press.imposition.impose import impose  # noqa: PLC0415

    print_target = load_target(target)
    if print_target.imposition != "sheet":
        message = f"the target {print_target.name} prints no sheets"
        raise PressError(Problem("--target", None, "", message, "choose home, press-sheet or one of labels"))
    token_options = replace(options, gutter=_GAP if options.gutter is None else options.gutter)
    books = [impose(fronts, backs[0], print_target, token_options, backs) for fronts, backs in sizes]
    return _pdf(replace(books[0], pages=tuple(page for book_of_size in books for page in book_of_size.pages)))
