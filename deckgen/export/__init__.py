"""Files for services and programs that take pictures: print on demand, virtual tabletops.

from deckgen.export import export
export(faces, deck, load_target("tabletop-simulator"), Path("out"))
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError
from deckgen.files import write_whole

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Faces
    from deckgen.press.options import Options
    from deckgen.press.target import Target


def export(
    faces: Faces,
    deck: Deck,
    target: Target,
    out: Path,
    options: Options,
    *,
    stem: str = "cards",
    url: str = "",
) -> list[Path]:
    """Write what a target that is not a PDF takes, and return the files.

    ``out`` is a zip if it ends so, else a folder; into a folder goes a zip called ``stem`` if the target
    takes zips. ``url`` stands before the names of pictures in what a tabletop reads: where they will lie.
    Raises PressError if the pictures cannot be made, DeckgenError if they cannot be written.
    """
    if target.is_pdf:
        what = f"the target {target.name} is a PDF"
        raise PressError(Fault(str(out), None, "", what, "write it as pdf"))
    files = _files(faces, deck, target, options, stem, url)
    packed = out.suffix.lower() == ".zip"
    if packed or target.zip:
        from deckgen.export.bundle import zipped  # noqa: PLC0415

        place = out if packed else out / f"{stem}.zip"
        write_whole(place, zipped(files))
        return [place]
    written = []
    for name, content in files:
        written.append(out / name)
        write_whole(written[-1], content)
    return written


def _files(
    faces: Faces, deck: Deck, target: Target, options: Options, stem: str, url: str
) -> Iterator[tuple[str, bytes]]:
    from deckgen.press.impose import chosen  # noqa: PLC0415

    fronts, back = chosen(faces.fronts, faces.back, options)
    if target.imposition == "pictures":
        from deckgen.export.pictures import pictures  # noqa: PLC0415

        return pictures(fronts, back, target)
    if target.imposition == "foundry":
        from deckgen.export.foundry import foundry  # noqa: PLC0415

        return foundry(fronts, back, deck, target, options.title or stem, url)
    from deckgen.export.simulator import simulator  # noqa: PLC0415

    return simulator(fronts, back, deck, target, options.title or stem, stem, url)


__all__ = ["export"]
