"""Pictures as they are seen without color: in gray, and with deuteranopia."""

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float64]
_DEUTERANOPIA = np.array([
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
])  # on linear light; source: Machado, Oliveira and Fernandes 2009, severity 1.0  # fmt: skip
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def linear(picture: NDArray[np.uint8]) -> Picture:
    """Return the light of sRGB pixels, from 0 to 1."""
    share = picture / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lightness(picture: NDArray[np.uint8]) -> Picture:
    """Return how light pixels look, from 0 to 100 (CIE L*): what a gray print keeps."""
    light = linear(picture) @ _LUMINANCE
    return np.where(light > 0.008856, 116 * np.cbrt(light) - 16, 903.3 * light)


def without_green(picture: NDArray[np.uint8]) -> Picture:
    """Return the light of pixels as people with deuteranopia see them."""
    return np.clip(linear(picture) @ _DEUTERANOPIA.T, 0, 1)


def difference(one: Picture, other: Picture) -> float:
    """Return the mean difference of two pictures' pixels."""
    return float(np.abs(one - other).mean())
