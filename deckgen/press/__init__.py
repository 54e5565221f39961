"""Writers of drawings: PDF for print targets, SVG, PNG.

from deckgen.press import load_target, write
write(faces, load_target("home"), Path("cards.pdf"), paper="letter")
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from deckgen.errors import Fault, PressError
from deckgen.files import write_whole

if TYPE_CHECKING:
    from deckgen.page.drawing import Drawing
    from deckgen.press.target import Target

FLIPS = ("long-edge", "short-edge")
FORMATS = ("pdf", "svg", "png")


class Faces(Protocol):
    """The faces of a deck: one front a card, a back for all."""

    @property
    def fronts(self) -> Sequence[Drawing]:
        """The front of every card, in order."""

    @property
    def back(self) -> Drawing:
        """The back of every card."""


def targets() -> tuple[str, ...]:
    """The names of the shipped print targets."""
    from deckgen.press.target import target_names  # noqa: PLC0415 (YAML)

    return target_names()


def load_target(name_or_path: str | Path) -> Target:
    """A shipped print target by name, or one by the path of its YAML file. Raises PressError."""
    from deckgen.press import target  # noqa: PLC0415 (YAML)

    return target.load_target(name_or_path)


def write(
    faces: Faces,
    target: Target,
    out: Path,
    *,
    paper: str = "a4",
    flip: str = "long-edge",
    back_offset: tuple[float, float] = (0.0, 0.0),
    dpi: int = 300,
    title: str = "",
    footer: str = "",
    only: Sequence[int] | None = None,
    format: str | None = None,  # noqa: A002 (it is what the command line calls it)
) -> list[Path]:
    """Write the cards, all or ``only`` those of these numbers (from 0), and return the files.

    ``format`` is pdf, svg or png; by default what ``out`` ends with. A PDF is one file, arranged for
    the target: ``paper``, ``flip``, ``back_offset`` (mm to the right and down), ``title`` and
    ``footer`` are for sheets. As svg and png, one card is the file ``out``; more are files in the
    folder ``out``, named ``card-00`` and so on, and ``back``; they keep the bleed if the target is for
    a print shop. Raises PressError, and DeckgenError if a file cannot be written.
    """
    kind = format or out.suffix.removeprefix(".").lower() or "pdf"
    if kind not in FORMATS or flip not in FLIPS:
        what = f"cannot write {kind!r} turned about the {flip}"
        raise PressError(
            Fault(str(out), None, "", what, f"formats: {', '.join(FORMATS)}; turns: {', '.join(FLIPS)}")
        )
    numbers = list(range(len(faces.fronts)) if only is None else only)
    missing = [number for number in numbers if not 0 <= number < len(faces.fronts)]
    if missing or not numbers:
        what = f"there is no card {', '.join(map(str, missing))}" if missing else "there are no cards"
        raise PressError(Fault(str(out), None, "", what, f"the cards are 0 to {len(faces.fronts) - 1}"))
    if kind == "pdf":
        from deckgen.press.impose import book  # noqa: PLC0415
        from deckgen.press.pdf import pdf  # noqa: PLC0415 (reportlab)

        pages = book(
            [faces.fronts[number] for number in numbers],
            faces.back,
            target,
            paper_name=paper,
            flip=flip,
            back_offset=back_offset,
            title=title,
            footer=footer,
        )
        write_whole(out, pdf(pages))
        return [out]
    if len(numbers) == 1 and out.suffix.lower() == f".{kind}":
        write_whole(out, _picture(faces.fronts[numbers[0]], target, kind, dpi))
        return [out]
    if out.suffix.lower() == f".{kind}":
        what = f"{len(numbers)} cards do not go into one picture"
        raise PressError(Fault(str(out), None, "", what, "choose one card with --card, or give a folder"))
    pictures = {f"card-{number:02}": faces.fronts[number] for number in numbers} | {"back": faces.back}
    files = []
    for name, face in pictures.items():
        file = out / f"{name}.{kind}"
        write_whole(file, _picture(face, target, kind, dpi))
        files.append(file)
    return files


def _picture(face: Drawing, target: Target, kind: str, dpi: int) -> bytes:
    from deckgen.press.png import png  # noqa: PLC0415
    from deckgen.press.svg import svg  # noqa: PLC0415

    bleed = target.bleed if target.imposition == "face" else 0.0
    return svg(face, bleed=bleed).encode() if kind == "svg" else png(face, dpi, bleed=bleed)
