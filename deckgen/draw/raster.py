"""Pictures: PNG, JPEG and WebP files, read by Pillow within limits, upright, as 8 bits a channel.

A file's header is checked before its pixels take any room, then they are decoded once, so that a damaged file is an
error where it is named. Colors are those of the embedded ICC profile, else sRGB. Inks of a CMYK file without a profile
are those of FOGRA39, and are stored upside down, as Adobe does; a file that does not say so is refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import warnings
from dataclasses import field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckgenError
from deckgen.reach import OutOfReachError, resolve_named
from deckgen.reading import PICTURE, read_bytes
from deckgen.records import record

if TYPE_CHECKING:
    from PIL.Image import Image

_PIXELS, _SIDE = 40_000_000, 20_000  # of a picture, and along a side: its reader keeps data of every row
_FORMATS = ("PNG", "JPEG", "WEBP")
_DENSITY = 300 / 25.4  # pixels a mm: more cannot be seen in print
_QUALITY = 88
_INLINE = "data:image/"
_REMEDY = "name a PNG, JPEG or WebP file beside this one"
_ARITHMETIC = (b"\xff\xc9", b"\xff\xca")  # markers of JPEGs that PDF cannot hold
_ORIENTATION = 0x0112  # of EXIF; 1 is upright


class PictureError(ValueError):
    """A picture that cannot be used: a message, and its ``remedy``."""

    def __init__(self, message: str, remedy: str = _REMEDY) -> None:
        super().__init__(message)
        self.remedy = remedy


@record
class Raster:
    """A picture's file content, ``width`` × ``height`` pixels when it is upright; ``digest`` stands for its bytes.

    ``name`` is for messages. ``has_alpha``: the ground is seen through it somewhere.
    """

    digest: str
    data: bytes = field(repr=False, compare=False)
    width: int
    height: int
    has_alpha: bool = False
    name: str = field(default="", compare=False)

    def image(self, factor: int = 1) -> Image:
        """Return the picture upright, ``factor`` times smaller, as L, RGB, CMYK or RGBA in the colors of its file."""
        with _open(self.data) as image:
            upright = _upright(image)
        opaque = upright.convert("RGB") if upright.mode == "RGBA" and not self.has_alpha else upright
        return opaque if factor == 1 else opaque.reduce(factor)

    def on_screen(self, factor: int = 1) -> Image:
        """Return the picture as ``image``, in L, RGB or RGBA, in sRGB."""
        return to_srgb(self.image(factor))

    @property
    def plain_jpeg(self) -> str:
        """The mode (L, RGB or CMYK) of a JPEG that is upright and has the usual colors of its mode; "" for others."""
        with _open(self.data) as image:
            is_turned = image.getexif().get(_ORIENTATION) not in {None, 1}
            is_usual = image.format == "JPEG" and not (is_turned or profile_of(image))
            return image.mode if is_usual and not any(code in self.data for code in _ARITHMETIC) else ""

    @property
    def is_jpeg(self) -> bool:
        return self.data[:2] == b"\xff\xd8"

    @lru_cache(maxsize=64)  # noqa: B019 (a picture is a value; one picture may be on many sheets)
    def cropped(self, width: float, height: float) -> tuple[bytes, tuple[int, int]]:
        """Return an RGB JPEG that fills ``width`` × ``height`` mm, cut to its middle or above, with its pixel size."""
        from PIL import Image, ImageOps  # noqa: PLC0415 (few files have pictures)

        most = max(1, round(width * _DENSITY)), max(1, round(height * _DENSITY))
        scale = min(1.0, self.width / most[0], self.height / most[1])
        size = max(1, round(most[0] * scale)), max(1, round(most[1] * scale))
        if (self.plain_jpeg, (self.width, self.height)) == ("RGB", size):
            return self.data, size  # as taken from a sheet
        image = self.on_screen()
        plain = Image.new("RGB", image.size, "white")
        plain.paste(image, mask=image if self.has_alpha else None)
        fitted = ImageOps.fit(plain, size, Image.Resampling.LANCZOS, centering=(0.5, 0.25))
        out = BytesIO()
        fitted.save(out, "JPEG", quality=_QUALITY, optimize=True)
        return out.getvalue(), size


def data_url(content: bytes) -> str:
    """Return the ``data:`` address of a picture, as files of characters may have it."""
    kind = {b"\xff": "jpeg", b"R": "webp"}.get(content[:1], "png")
    return f"{_INLINE}{kind};base64,{base64.b64encode(content).decode()}"


def read_picture(value: str, folder: Path, within: Path | None = None) -> Raster:
    """Return the picture in a file named from ``folder``, or in a ``data:`` address. Raises PictureError.

    ``within``: the folder that the file must be in, by default ``folder``.
    """
    if value.startswith(_INLINE):
        _, comma, body = value.partition(";base64,")
        try:
            data = base64.b64decode("".join(body.split()) if comma else "!", validate=True)
        except binascii.Error as error:
            raise PictureError("the picture in this text is not base64") from error
        return open_picture(data, "in the file itself")
    try:
        data = read_bytes(resolve_named(value, folder, within), DeckgenError, PICTURE, _REMEDY)
    except OutOfReachError as error:
        raise PictureError(error.message, error.remedy) from error
    except DeckgenError as error:
        raise PictureError(f"{value}: {error.problems[0].message}", error.problems[0].remedy) from error
    return open_picture(data, value)


@lru_cache(maxsize=64)  # one picture may be on many cards and sheets
def open_picture(data: bytes, name: str = "") -> Raster:
    """Return a picture that was checked. Raises PictureError if it is damaged, too large, of another kind."""
    from PIL.Image import DecompressionBombError  # noqa: PLC0415 (few files have pictures)

    try:
        with _open(data) as image:
            _check_header(image)
            upright = _upright(image)
        if profile_of(upright):
            to_srgb(upright.resize((1, 1)))
    except DecompressionBombError as error:
        message = "the picture has more pixels than any print needs"
        raise PictureError(message, f"make it smaller: {_PIXELS // 10**6} million are the most") from error
    except (MemoryError, PictureError):
        raise
    except Exception as error:  # Pillow raises errors of every kind for what it cannot read
        raise PictureError("this is not a readable PNG, JPEG or WebP picture") from error
    has_alpha = upright.mode == "RGBA" and upright.getchannel("A").histogram()[255] < upright.width * upright.height
    return Raster(hashlib.sha256(data).hexdigest(), data, *upright.size, has_alpha, name)


def _check_header(image: Image) -> None:
    """Raise PictureError for a picture that cannot be used, before its pixels take any room."""
    width, height = image.size
    if width * height > _PIXELS or max(width, height) > _SIDE:
        message = f"the picture has {width} × {height} pixels"
        remedy = f"make it smaller: {_PIXELS // 10**6} million are the most, and {_SIDE:,} along a side"
        raise PictureError(message, remedy)
    if image.format != "JPEG" and getattr(image, "is_animated", False):
        raise PictureError("the picture is animated", "save the one frame that is to be printed")
    if image.mode == "CMYK" and image.info.get("adobe_transform") not in {0, 2}:
        message = "the picture is a CMYK JPEG that does not say how its inks are stored (it has no Adobe marker)"
        raise PictureError(message, "save it as RGB, or as CMYK with a program that writes the marker")


def to_srgb(image: Image) -> Image:
    """Return a picture as L, RGB or RGBA in sRGB, converted by its ICC profile, or FOGRA39 for inks without one."""
    profile = profile_of(image)
    if not profile and image.mode != "CMYK":
        return image
    from PIL import ImageCms  # noqa: PLC0415 (slow to import)

    source = read_profile(profile or FOGRA39.read_bytes())
    converted = convert(image, source, ImageCms.createProfile("sRGB"), "RGB")
    return converted.convert("L") if image.mode == "L" else converted


def convert(image: Image, source: Any, target: Any, mode: str) -> Image:
    """Return a picture in the colors of a profile, by littlecms; alpha stays. Raises PictureError if it cannot.

    What the target cannot show becomes its nearest color.
    """
    from PIL import Image, ImageCms  # noqa: PLC0415

    alpha = image.getchannel("A") if image.mode == "RGBA" else None
    plain = image.convert("RGB") if alpha else image
    try:
        transform = ImageCms.buildTransform(
            source,
            target,
            plain.mode,
            mode,
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        converted = ImageCms.applyTransform(plain, transform)
    except (ImageCms.PyCMSError, ValueError) as error:
        raise PictureError("the ICC profile in the picture is of another kind than its colors", _PLAIN) from error
    assert isinstance(converted, Image.Image)  # None only for changes in place
    if alpha:
        converted.putalpha(alpha)
    return converted


def profile_of(image: Image) -> bytes:
    """Return the ICC profile in a picture; b"" for none, or sRGB."""
    profile: bytes = image.info.get("icc_profile") or b""
    return b"" if b"sRGB" in profile[:4096] or b"s\0R\0G\0B" in profile[:4096] else profile


_PLAIN = "save it without a profile, in sRGB"
FOGRA39 = Path(__file__).parent.parent / "press" / "targets" / "fogra39.icc"
"""The profile of inks that have none, and of targets without one."""


def read_profile(content: bytes) -> Any:
    """Return an ICC profile for ``convert``. Raises PictureError if it is damaged."""
    from PIL import ImageCms  # noqa: PLC0415

    try:
        return ImageCms.ImageCmsProfile(BytesIO(content))
    except (OSError, ImageCms.PyCMSError) as error:
        raise PictureError("the ICC profile in the picture is damaged", _PLAIN) from error


def _open(data: bytes) -> Image:
    """Return a picture whose header has been read."""
    from PIL import Image  # noqa: PLC0415 (few files have pictures)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of many pixels: reported better here
        return Image.open(BytesIO(data), formats=_FORMATS)


def _upright(image: Image) -> Image:
    """Return a picture decoded, turned as its EXIF says, as L, RGB, CMYK or RGBA, with its profile."""
    from PIL import ImageOps  # noqa: PLC0415

    image.load()
    profile = image.info.get("icc_profile")
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I"):  # 16 bits
        image = image.convert("I").point(lambda value: value * (1 / 256) + 0).convert("L")
        image.info = {}
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        image = image.convert("RGBA")
    elif image.mode not in {"L", "RGB", "CMYK"}:
        image = image.convert("L" if image.mode == "1" else "RGB")
    image.info = {"icc_profile": profile} if profile else {}
    return image
