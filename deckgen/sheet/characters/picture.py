"""Portraits: PNG or JPEG files, read within limits, and cropped for their boxes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from deckgen.errors import DeckgenError
from deckgen.reach import OutOfReachError, resolve_named
from deckgen.reading import PICTURE, read_bytes
from deckgen.records import record
from deckgen.sheet.formula import FormulaError

_PIXELS, _SIDE = 40_000_000, 20_000  # of a picture, and along a side: its reader keeps data of every row
_FORMATS = ("PNG", "JPEG")
_BAND = 2_000_000  # pixels that are set on white at once
_DENSITY = 300 / 25.4  # pixels a mm: more cannot be seen in print
_QUALITY = 88
_INLINE = "data:image/"
_REMEDY = "name a PNG or JPEG file beside the character's"


@record
class Picture:
    """A picture's file content, ``width`` × ``height`` pixels."""

    data: bytes = field(repr=False)
    width: int
    height: int

    @lru_cache(maxsize=64)  # noqa: B019 (a picture is a value; one picture may be on many sheets)
    def cropped(self, width: float, height: float) -> tuple[bytes, tuple[int, int]]:
        """Return an RGB JPEG that fills ``width`` × ``height`` mm, cut to its middle or above, with its pixel size."""
        from PIL import Image, ImageOps  # noqa: PLC0415 (few characters have a portrait)

        with Image.open(BytesIO(self.data), formats=_FORMATS) as image:
            most = max(1, round(width * _DENSITY)), max(1, round(height * _DENSITY))
            scale = min(1.0, self.width / most[0], self.height / most[1])
            size = max(1, round(most[0] * scale)), max(1, round(most[1] * scale))
            if (image.format, image.mode, image.size) == ("JPEG", "RGB", size) and not image.getexif():
                return self.data, size  # as taken from a sheet
            ImageOps.exif_transpose(image, in_place=True)
            plain = Image.new("RGB", image.size)
            rows = max(1, _BAND // image.width)
            for top in range(0, image.height, rows):  # as all of a large picture takes 160 MB each time
                part = image.crop((0, top, image.width, min(top + rows, image.height))).convert("RGBA")
                white = Image.new("RGBA", part.size, "white")
                white.alpha_composite(part)
                plain.paste(white.convert("RGB"), (0, top))
        fitted = ImageOps.fit(plain, size, Image.Resampling.LANCZOS, centering=(0.5, 0.25))
        out = BytesIO()
        fitted.save(out, "JPEG", quality=_QUALITY, optimize=True)
        return out.getvalue(), size


def data_url(jpeg: bytes) -> str:
    """Return the ``data:`` address of a JPEG, as files of characters may have it."""
    return f"{_INLINE}jpeg;base64,{base64.b64encode(jpeg).decode()}"


def read_picture(value: str, folder: Path) -> Picture:
    """Return the picture in a file named from ``folder``, or in a ``data:`` address. Raises FormulaError."""
    return _open_picture(_decode_data_url(value) if value.startswith(_INLINE) else _read_file(value, folder))


@lru_cache(maxsize=16)  # one picture may be on many sheets
def _open_picture(data: bytes) -> Picture:
    """Return a picture that was checked. Raises FormulaError if it is damaged, too large, no PNG or JPEG."""
    import warnings  # noqa: PLC0415 (few characters have a portrait)

    from PIL import Image  # noqa: PLC0415

    with _pillow_errors(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of many pixels: reported better here
        image = Image.open(BytesIO(data), formats=_FORMATS)
    width, height = image.size  # known before its pixels take any room
    if width * height > _PIXELS or max(width, height) > _SIDE:
        message = f"the picture has {width} × {height} pixels"
        remedy = f"make it smaller: {_PIXELS // 10**6} million are the most, and {_SIDE:,} along a side"
        raise FormulaError(message, remedy)
    with _pillow_errors(), image:
        image.load()
        image.getexif().tobytes()  # which way is up is rewritten when it is cropped
    return Picture(data, width, height)


@contextmanager
def _pillow_errors() -> Iterator[None]:
    """Turn what Pillow raises into a FormulaError."""
    from PIL import Image  # noqa: PLC0415

    try:
        yield
    except Image.DecompressionBombError as error:
        message = "the picture has more pixels than any portrait needs"
        raise FormulaError(message, f"make it smaller: {_PIXELS // 10**6} million are the most") from error
    except MemoryError:
        raise
    except Exception as error:  # Pillow raises errors of every kind for what it cannot read
        raise FormulaError("this is not a readable PNG or JPEG picture", _REMEDY) from error


def _decode_data_url(value: str) -> bytes:
    """Return the content of a ``data:`` address. Raises FormulaError unless it is base64."""
    _, comma, body = value.partition(";base64,")
    try:
        return base64.b64decode(body if comma else "!", validate=True)
    except binascii.Error as error:
        raise FormulaError("the picture in this text is not base64", _REMEDY) from error


def _read_file(name: str, folder: Path) -> bytes:
    """Return a file's content. Raises FormulaError if it cannot be read, or may not."""
    try:
        return read_bytes(resolve_named(name, folder), DeckgenError, PICTURE, _REMEDY)
    except OutOfReachError as error:
        raise FormulaError(error.message, error.remedy) from error
    except DeckgenError as error:
        raise FormulaError(f"{name}: {error.problems[0].message}", error.problems[0].remedy) from error
