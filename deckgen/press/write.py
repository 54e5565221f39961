"""Writers of drawings: PDF for print targets, SVG, PNG.

from deckgen.press.options import Options
from deckgen.press.target import load_target
from deckgen.press.write import write
write(faces, load_target("home"), Path("cards.pdf"), Options(paper="letter"))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault, Faults, PressError
from deckgen.files import write_files
from deckgen.press.options import ARRANGEMENTS, FLIPS, INKS, ORDERS, REGISTRATIONS, Options

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.press.target import Target

FORMATS = ("pdf", "svg", "png")


def write(
    faces: Faces,
    target: Target,
    out: Path,
    options: Options = Options(),  # noqa: B008 (frozen)
    *,
    dpi: int = 300,
    only: Sequence[int] | None = None,
    format: str | None = None,  # noqa: A002 (it is what the command line calls it)
) -> list[Path]:
    """Write the cards, all or ``only`` those of these numbers (from 0), and return the files.

    ``format`` is pdf, svg or png; by default what ``out`` ends with. A PDF is one file, arranged for
    the target. As svg and png, one card is the file ``out``; more are files in the folder ``out``,
    named ``card-00`` and so on, ``reference-`` and the name of reference cards, and ``back``; they keep the bleed if the target is for a print shop.
    Raises PressError, and DeckgenError if a file cannot be written.
    """
    kind = format or out.suffix.removeprefix(".").lower() or "pdf"
    lone = kind == "pdf" or out.suffix.lower() == f".{kind}"
    return write_files(out, drawn(faces, target, out, options, kind, lone=lone, dpi=dpi, only=only))


def drawn(
    faces: Faces,
    target: Target,
    out: Path,
    options: Options,
    kind: str,
    *,
    lone: bool,
    dpi: int = 300,
    only: Sequence[int] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """The names and contents of what is written to ``out``; a ``lone`` file, which is ``out`` itself, has no name.

    Raises PressError.
    """
    _check(kind, target, out, options)
    numbers = list(range(len(faces.fronts)) if only is None else only)
    missing = [number for number in numbers if not 0 <= number < len(faces.fronts)]
    if missing or not numbers:
        what = f"there is no card {', '.join(map(str, missing))}" if missing else "there are no cards"
        raise PressError(Fault("--card", None, "", what, f"the cards are 0 to {len(faces.fronts) - 1}"))
    references = faces.references if only is None else ()
    fronts = tuple(faces.fronts[number] for number in numbers) + tuple(front for _, front in references)
    if kind == "pdf":
        from deckgen.press.imposition.impose import book  # noqa: PLC0415
        from deckgen.press.pdf.writer import pdf  # noqa: PLC0415 (reportlab)

        yield "", pdf(book(fronts, faces.back, target, options))
        return
    if lone and len(fronts) > 1:
        what = f"{len(fronts)} cards do not go into one picture"
        raise PressError(Fault(str(out), None, "", what, "choose one card with --card, or give a folder"))
    from deckgen.press.imposition.impose import chosen  # noqa: PLC0415

    fronts, back = chosen(fronts, faces.back, replace(options, blanks=0))
    if lone:
        yield "", next(_pictures(fronts, target, kind, dpi))
        return
    stems = [f"card-{number:02}" for number in numbers] + _stems([name for name, _ in references])
    names = [f"{stem}.{kind}" for stem in (*stems, "back")]
    yield from zip(names, _pictures([*fronts, back], target, kind, dpi), strict=True)


def _stems(names: Sequence[str]) -> list[str]:
    """What files of reference cards are called: those of one name are numbered from the second on."""
    often = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return [f"reference-{name}" + f"-{n}" * (n > 1) for name, n in zip(names, often, strict=True)]


def _check(kind: str, target: Target, out: Path, options: Options) -> None:
    faults = Faults()
    choices = (
        ("format", kind, FORMATS),
        ("flip", options.flip, FLIPS),
        ("order", options.order, ORDERS),
        ("arrange", options.arrange, ARRANGEMENTS),
        ("registration", options.registration, REGISTRATIONS),
        ("ink", options.ink, INKS),
    )
    for name, given, known in choices:
        if given not in known:
            faults.add(out, None, name, f"there is no {given!r}", f"choose from {', '.join(known)}")
    if kind == "pdf" and not target.is_pdf:
        what = f"the target {target.name} takes pictures, not PDF"
        faults.add(out, None, "format", what, "use --format png")
    faults.raise_as(PressError)


def _pictures(faces: Sequence[Drawing], target: Target, kind: str, dpi: int) -> Iterator[bytes]:
    bleed = 0.0 if target.imposition == "sheet" else target.bleed
    if kind == "svg":
        from deckgen.press.pictures.svg import svgs  # noqa: PLC0415 (svgwrite)

        return (document.encode() for document in svgs(faces, bleed=bleed))
    from deckgen.press.pictures.png import pngs  # noqa: PLC0415

    return pngs(faces, dpi, bleed=bleed)
