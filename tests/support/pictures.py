"""Pictures made by code, for the tests of all that draws them."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image, ImageCms

from deckgen.draw.raster import FOGRA39, Raster, open_picture


def photo(width: int = 120, height: int = 80) -> Image.Image:
    """A colorful picture with grain, like a photo."""
    y, x = np.mgrid[0:height, 0:width]
    waves = [127 + 100 * np.sin(x / 9 + i) * np.cos(y / (7 + i)) for i in range(3)]
    grain = np.random.default_rng(7).normal(0, 6, (height, width, 1))
    return Image.fromarray((np.stack(waves, axis=-1) + grain).clip(0, 255).astype(np.uint8))


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def raster_of(image: Image.Image, kind: str = "PNG", name: str = "art.png", **options: Any) -> Raster:
    return open_picture(encoded(image, kind, **options), name)


def in_inks(image: Image.Image) -> Image.Image:
    """The picture in CMYK, by FOGRA39."""
    profile = ImageCms.ImageCmsProfile(io.BytesIO(FOGRA39.read_bytes()))
    converted = ImageCms.profileToProfile(image, ImageCms.createProfile("sRGB"), profile, outputMode="CMYK")
    assert converted is not None
    converted.info.clear()
    return converted
