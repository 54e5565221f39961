"""Portraits: PNG or JPEG files, read within limits, and cropped for the place where they stand."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from deckgen.errors import DeckgenError, told_as
from deckgen.sheet.formula import FormulaError

_LARGEST = 20 << 20  # bytes
_PIXELS = 40_000_000
_FORMATS = ("PNG", "JPEG")
_DENSITY = 300 / 25.4  # pixels a mm: more cannot be seen in print
_QUALITY = 88
_INLINE = "data:image/"
_REMEDY = "name a PNG or JPEG file beside the character's"


@dataclass(frozen=True)
class Picture:
    """A picture as its file holds it, ``width`` × ``height`` pixels."""

    data: bytes = field(repr=False)
    width: int
    height: int

    @lru_cache(maxsize=64)  # noqa: B019 (a picture is a value; the same one stands on the sheets of many)
    def cropped(self, width: float, height: float) -> tuple[bytes, tuple[int, int]]:
        """As a JPEG in colours of screens that fills ``width`` × ``height`` mm, and its pixels across and down.

        The middle is kept; of a tall picture more of the lower part is cut off, as faces are above.
        """
        from PIL import Image, ImageOps  # noqa: PLC0415 (few characters have a portrait)

        with Image.open(BytesIO(self.data), formats=_FORMATS) as image:
            most = max(1, round(width * _DENSITY)), max(1, round(height * _DENSITY))
            scale = min(1.0, self.width / most[0], self.height / most[1])
            size = max(1, round(most[0] * scale)), max(1, round(most[1] * scale))
            if (image.format, image.mode, image.size) == ("JPEG", "RGB", size) and not image.getexif():
                return self.data, size  # as it was taken from a sheet
            upright = ImageOps.exif_transpose(image).convert("RGBA")
            white = Image.new("RGBA", upright.size, "white")
            white.alpha_composite(upright)
            fitted = ImageOps.fit(white.convert("RGB"), size, Image.Resampling.LANCZOS, centering=(0.5, 0.25))
            out = BytesIO()
            fitted.save(out, "JPEG", quality=_QUALITY, optimize=True)
            return out.getvalue(), size


def inline(jpeg: bytes) -> str:
    """The ``data:`` address of a JPEG, as files of characters may have it."""
    return f"{_INLINE}jpeg;base64,{base64.b64encode(jpeg).decode()}"


def read_picture(value: str, folder: Path) -> Picture:
    """The picture in a file named from ``folder``, or in a ``data:`` address. Raises FormulaError saying what is wrong."""
    data = _inline(value) if value.startswith(_INLINE) else _file(value, folder)
    if len(data) > _LARGEST:
        raise FormulaError(f"the picture has more than {_LARGEST >> 20} MB", "make it smaller")
    width, height = _size(data)
    if width * height > _PIXELS:
        what = f"the picture has {width} × {height} pixels"
        raise FormulaError(what, f"make it smaller: {_PIXELS // 10**6} million are the most")
    _open(data, load=True)
    return Picture(data, width, height)


def _size(data: bytes) -> tuple[int, int]:
    """How large a picture says it is, known before its pixels take any room. Raises FormulaError."""
    import warnings  # noqa: PLC0415 (few characters have a portrait)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of many pixels: told better above
        return _open(data, load=False)


def _open(data: bytes, *, load: bool) -> tuple[int, int]:
    from PIL import Image  # noqa: PLC0415 (few characters have a portrait)

    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            if load:
                image.load()
            return image.size
    except Image.DecompressionBombError as error:
        what = "the picture has more pixels than any portrait needs"
        raise FormulaError(what, f"make it smaller: {_PIXELS // 10**6} million are the most") from error
    except (OSError, ValueError, SyntaxError) as error:  # all that Pillow raises for what it cannot read
        raise FormulaError("this is not a readable PNG or JPEG picture", _REMEDY) from error


def _inline(value: str) -> bytes:
    _, comma, body = value.partition(";base64,")
    try:
        return base64.b64decode(body if comma else "!", validate=True)
    except binascii.Error as error:
        raise FormulaError("the picture in this text is not base64", _REMEDY) from error


def _file(name: str, folder: Path) -> bytes:
    path = folder / name
    if Path(name).is_absolute() or ".." in Path(name).parts:
        raise FormulaError("the picture does not lie beside the character's file", _REMEDY)
    if not path.is_file():
        raise FormulaError(f"there is no file {path.name}", _REMEDY)
    if path.stat().st_size > _LARGEST:
        raise FormulaError(f"the picture has more than {_LARGEST >> 20} MB", "make it smaller")
    try:
        with told_as(DeckgenError, path, _REMEDY):
            return path.read_bytes()
    except DeckgenError as error:
        raise FormulaError(error.faults[0].what, error.faults[0].remedy) from error
