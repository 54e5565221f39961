"""Pictures for files: converted to inks, to the screen, their resolution checked at the printed size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, Any

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Matrix, Picture, Style, Use
from deckgen.draw.geometry import compose
from deckgen.draw.raster import FOGRA39, Raster, convert, profile_of, read_profile, to_srgb
from deckgen.errors import PressError, Problem, Problems, warn_once
from deckgen.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from deckgen.press.target import Exchange, Target

_PRINT_DPI = 300
WEB_DPI = 150
"""The least pixels an inch of pictures in web pages, which stay small so."""
_LEAST_DPI = 150
_JPEG: dict[str, Any] = {"quality": 92, "subsampling": 0, "optimize": True}
_WEB_JPEG: dict[str, Any] = {"quality": 82, "optimize": True}
_LEVEL = 6  # 9 takes five times as long, and saves 7 %


@record
class EncodedImage:
    """The pixels of an image XObject, compressed by ``filters``; inks of a JPEG upside down. ``mask``: its alpha."""

    mode: str
    size: tuple[int, int]
    filters: str
    data: bytes
    mask: EncodedImage | None = None


def resolution(picture: Picture, matrix: Matrix = IDENTITY) -> float:
    """Return the pixels an inch of a picture placed by a matrix, along the side where there are fewer."""
    a, b, c, d, _, _ = compose(matrix, picture.matrix)
    sides = (picture.raster.width, hypot(a, b)), (picture.raster.height, hypot(c, d))
    return min((pixels * 25.4 / length for pixels, length in sides if length), default=0.0)


def scale_factor(picture: Picture, dpi: int = _PRINT_DPI) -> int:
    """Return by which whole number a picture can be divided and still have ``dpi``."""
    return max(1, int(resolution(picture) / dpi))


def ink_profile(pdfx: Exchange | None) -> bytes:
    """Return the ICC profile by which pictures become inks: the file's, else its condition's if shipped, else FOGRA39."""
    if pdfx is not None and pdfx.icc is not None:
        return pdfx.icc.content
    shipped = FOGRA39.with_name(f"{pdfx.condition.lower()}.icc" if pdfx else FOGRA39.name)
    return (shipped if shipped.is_file() else FOGRA39).read_bytes()


@lru_cache(maxsize=64)  # decks of a run share their pictures
def encode_image(raster: Raster, factor: int, inks: tuple[bytes, float | None] | None) -> EncodedImage:
    """Return a picture as a PDF has it, in inks by (ICC profile, ink limit in percent), or for None in sRGB.

    A JPEG stays as it is if its colors are right. Other pictures from JPEGs are JPEGs of high quality in sRGB, all else
    is without loss.
    """
    plain = raster.plain_jpeg if factor == 1 else ""
    if plain in ("L", "CMYK" if inks else "RGB"):
        image = raster.image() if plain == "CMYK" else None
        if image is None or (inks and _limit_ink(image, inks[1]) is image):
            return EncodedImage(plain, (raster.width, raster.height), "/DCTDecode", raster.data)
    image = raster.image(factor)
    alpha = image.getchannel("A") if image.mode == "RGBA" else None
    mask = _flate(alpha, None) if alpha else None
    image = to_inks(image, *inks) if inks else to_srgb(image)
    image = image.convert("RGB") if image.mode == "RGBA" else image
    if raster.is_jpeg and image.mode != "CMYK":
        out = BytesIO()
        image.save(out, "JPEG", **_JPEG)
        return EncodedImage(image.mode, image.size, "/DCTDecode", out.getvalue())
    return _flate(image, mask)


def _flate(image: Image, mask: EncodedImage | None) -> EncodedImage:
    """Return an image as the differences of neighbors in a row (predictor 2), compressed."""
    import zlib  # noqa: PLC0415 (few files have pictures)

    import numpy as np  # noqa: PLC0415

    pixels = np.asarray(image).reshape(image.height, image.width, -1)
    differences = np.diff(pixels, axis=1, prepend=np.zeros_like(pixels[:, :1]))
    data = zlib.compress(differences.tobytes(), _LEVEL)
    return EncodedImage(image.mode, image.size, "/FlateDecode", data, mask=mask)


def to_inks(image: Image, profile: bytes, limit: float | None) -> Image:
    """Return a picture in CMYK by an ICC profile, with no more ink than ``limit`` percent; gray stays gray."""
    embedded = profile_of(image)
    if image.mode == "L":
        return to_srgb(image)
    if image.mode != "CMYK" or embedded not in (b"", profile):
        from PIL import ImageCms  # noqa: PLC0415 (slow to import)

        source = read_profile(embedded) if embedded else ImageCms.createProfile("sRGB")
        image = convert(image.convert("RGB") if image.mode == "RGBA" else image, source, read_profile(profile), "CMYK")
    return _limit_ink(image, limit)


def _limit_ink(image: Image, limit: float | None) -> Image:
    """Return a CMYK picture with at most ``limit`` percent of ink: first black instead of gray, then less color."""
    import numpy as np  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    if limit is None:
        return image
    pixels, most = np.array(image, dtype=np.uint8), int(limit * 2.55)
    over = pixels.sum(axis=2, dtype=np.int32) > most
    if not over.any():
        return image
    dark: NDArray[np.int32] = pixels[over].astype(np.int32)
    color = dark[:, :3]
    gray = np.minimum(-((most - dark.sum(axis=1)) // 2), np.minimum(color.min(axis=1), 255 - dark[:, 3]))
    color -= gray[:, None]
    dark[:, 3] += gray
    total = np.maximum(1, color.sum(axis=1))
    color[:] = color * np.clip(most - dark[:, 3], 0, total)[:, None] // total[:, None]
    pixels[over] = dark
    return Image.fromarray(pixels, "CMYK")


@lru_cache(maxsize=64)
def screen_file(raster: Raster, factor: int = 1, *, web: bool = False) -> bytes:
    """Return a picture as a file that every viewer shows: a JPEG or, if that is small or has alpha, a PNG."""
    if factor == 1 and raster.plain_jpeg in ("L", "RGB"):
        return raster.data
    image, jpeg, png = raster.on_screen(factor), BytesIO(), BytesIO()
    image.save(png, "PNG", optimize=True)
    if raster.has_alpha or not (web or raster.is_jpeg):
        return png.getvalue()
    image.save(jpeg, "JPEG", **(_WEB_JPEG if web else _JPEG))
    return min(png.getvalue(), jpeg.getvalue(), key=len)


def check_resolution(drawings: Iterable[Drawing], target: Target | None = None) -> list[Problem]:
    """Return warnings about pictures with few pixels at their printed size, one for each.

    Raises PressError for those that a print shop would send back, if the target is one.
    """
    worst: dict[Raster, tuple[float, str]] = {}
    placed: dict[tuple[Style, str], list[tuple[Picture, Matrix]]] = {}
    for drawing in drawings:
        for picture, matrix in _placed_pictures(drawing.items, drawing.style, placed):
            lowest = resolution(picture, matrix), drawing.title or "card"
            worst[picture.raster] = min(lowest, worst.get(picture.raster, lowest))
    warnings, errors = list[Problem](), Problems()
    for raster, (dpi, title) in worst.items():
        message = f"the picture {raster.name} has only {dpi:.0f} dpi at its printed size"
        remedy = f"use one with 300: {raster.width * 300 / dpi:.0f} pixels wide, or print it smaller"
        if target is not None and target.is_press and dpi < _LEAST_DPI:
            errors.add(title, None, "", message, remedy)
        elif dpi < _PRINT_DPI - 1:
            warnings.append(Problem(title, None, "", message, remedy))
    errors.raise_as(PressError)
    return warnings


def warn_of_resolution(drawings: Iterable[Drawing], target: Target) -> None:
    """Warn of pictures with few pixels, once. Raises PressError as ``check_resolution``."""
    for problem in check_resolution(drawings, target):
        warn_once(problem)


def _placed_pictures(
    items: Iterable[Item], style: Style, placed: dict[tuple[Style, str], list[tuple[Picture, Matrix]]]
) -> Iterator[tuple[Picture, Matrix]]:
    """Yield the pictures among items and in symbols, with the matrix that applies to them; ``placed``: by symbol."""
    for item in items:
        if isinstance(item, Picture):
            yield item, IDENTITY
        elif isinstance(item, Use):
            key = style, item.symbol
            if key not in placed:
                placed[key] = [*_placed_pictures(style.symbols[item.symbol].items, style, placed)]
            yield from ((picture, compose(item.matrix, matrix)) for picture, matrix in placed[key])
