"""Files for services and programs that take pictures: print on demand, virtual tabletops."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from deckgen.errors import PressError, Problem
from deckgen.press.images import warn_of_resolution
from deckgen.press.imposition.impose import apply_options, check_bleed, turn_for
from deckgen.press.pictures.png import pngs

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.document.deck_text import DeckText
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.press.options import Options
    from deckgen.press.target import Target

_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest in a zip: fixed, so that the same input gives the same bytes
_FILE = 0o644 << 16
_UNIX = 3


def export_files(
    faces: Faces,
    deck: Deck,
    target: Target,
    options: Options,
    *,
    single_file: bool,
    stem: str,
    url: str,
    describe: Callable[[], DeckText],
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the files for a target that is not a PDF.

    ``single_file``: one zip, named "". Else a zip called ``stem`` if the target takes zips, or its files. ``url``:
    prefix of pictures' names in a tabletop's files. ``describe`` returns the deck in words. Raises PressError for a
    PDF, or if pictures cannot be made.
    """
    if target.is_pdf:
        message = f"the target {target.name} is a PDF"
        raise PressError(Problem("--target", None, "", message, "write it as pdf"))
    fronts, back, _ = apply_options(faces.all_fronts, faces.back, options)
    warn_of_resolution([*fronts, back], target)
    if target.imposition == "pictures":
        files = picture_files(fronts, back, target)
    else:
        title = options.title or stem
        from deckgen.export.tabletop import foundry_files, image_files, tabletop_files  # noqa: PLC0415

        if target.imposition == "foundry":
            files = foundry_files(fronts, back, deck, target, title, describe(), url)
        elif target.imposition == "vtt-images":
            names = [*(name for name, _ in faces.references), *["blank"] * options.blanks]
            files = image_files(fronts, back, deck, target, names, describe())
        else:
            files = tabletop_files(fronts, back, deck, target, title, stem, describe(), url)
    if single_file or target.zip:
        yield "" if single_file else f"{stem}.zip", make_zip(files)
    else:
        yield from files


def make_zip(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of (name, content) files, in order, with a fixed date. PNG, packed already, is stored as it is."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr, entry.create_system = _FILE, _UNIX
            stored = name.endswith(".png")
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return out.getvalue()


def picture_files(fronts: Sequence[Drawing], back: Drawing, target: Target) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of a picture per front, numbered from 1 with zeros, then the back.

    The back comes once or per front, as the target's name for it requires. Raises PressError if a face has less bleed
    than the target requires, or a size that its service does not print.
    """
    size = target.size_of(back)
    fronts, (back,) = turn_for(target, fronts, -1), turn_for(target, [back], 1)
    for face in (*fronts, back):
        check_bleed(face, target)
    digits = len(str(len(fronts)))
    numbers = [f"{number:0{digits}}" for number in range(1, len(fronts) + 1)]
    *front_pictures, back_picture = pngs(
        [*fronts, back], target.dpi, bleed=target.bleed, pixels=size.pixels if size else None
    )
    for number, picture in zip(numbers, front_pictures, strict=True):
        yield target.files[0].format(number=number), picture
    for name in dict.fromkeys(target.files[1].format(number=number) for number in numbers):
        yield name, back_picture
