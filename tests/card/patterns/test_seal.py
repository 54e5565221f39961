import io

import numpy as np
import pytest
from PIL import Image

from deckgen.card.patterns.seal import seal
from deckgen.draw.drawing import Drawing, Style
from deckgen.draw.geometry import bounding_box, transform_items
from deckgen.press.pictures.png import png

IDS = [f"sha256:{number:064x}" for number in (1, 2, 3, 2**200)]


def picture(deck_id, radius, dpi=300):
    items = transform_items(
        seal(deck_id, "#000000", "#404040", "#ffffff", radius), (1, 0, 0, 1, radius + 1, radius + 1)
    )
    drawing = Drawing(2 * radius + 2, 2 * radius + 2, 0, tuple(items), Style({}, {}, {}))
    with Image.open(io.BytesIO(png(drawing, dpi))) as image:
        return np.asarray(image.convert("L"), dtype=float)


@pytest.mark.parametrize("radius", [1, 6, 26])
def test_it_has_the_radius_that_is_asked_for(radius):
    for path in seal(IDS[0], "#000000", "#000000", "#ffffff", radius):
        box = bounding_box(path.segments)
        assert max(-box.x, -box.y, box.right, box.bottom) <= radius * 1.01
    assert bounding_box(seal(IDS[0], "#000000", "#000000", "#ffffff", radius)[0].segments).width > 1.9 * radius


def test_an_id_has_one_seal_and_no_other_has_it():
    pictures = [picture(deck_id, 6) for deck_id in IDS]
    assert seal(IDS[0], "#000000", "#404040", "#ffffff", 6) == seal(IDS[0], "#000000", "#404040", "#ffffff", 6)
    for index, one in enumerate(pictures):
        for other in pictures[index + 1 :]:
            assert np.mean(np.abs(one - other) > 60) > 0.05


@pytest.mark.parametrize("radius", [6, 13, 26])
def test_its_lines_can_be_printed_and_have_gaps(radius):
    for deck_id in IDS:
        items = seal(deck_id, "#000000", "#000000", "#ffffff", radius)
        assert all(path.stroke_width >= 0.1 for path in items if path.stroke)
        image = picture(deck_id, radius)
        rows, columns = np.indices(image.shape) - np.array(image.shape).reshape(2, 1, 1) / 2
        distance = np.hypot(rows, columns) / image.shape[0] * (2 * radius + 2) / radius
        bands = image[(distance > 0.45) & (distance < 0.92)]
        assert np.mean(bands > 160) > 0.25  # not a blot
