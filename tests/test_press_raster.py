import importlib
import io

import numpy as np
from PIL import Image
from press_drawings import BLACK, RED, card, drawing, rect

from deckgen.draw.drawing import Text, Use
from deckgen.press import png as module
from deckgen.press.png import rasters
from deckgen.press.svg import svg

RICH = drawing(
    rect(0, 0, 63.5, 88.9, fill="#dbe8ec"),
    *card().items[1:],
    Text(10, 50, "Ögjp 8", "bold", 7, RED, spacing=0.4, angle=20),
    Text(10, 70, "Ögjp 8", "bold", 7, RED, spacing=0.4, angle=-20, stretch=0.8),
    Use("pair", (3, 1, -1, 3, 30, 60), BLACK),
)


def test_what_is_drawn_directly_is_what_cairosvg_draws_of_the_svg():
    (shown,) = rasters([RICH], 300)
    wanted = importlib.import_module("cairosvg").svg2png(  # not where libcairo is missing
        bytestring=svg(RICH, bleed=0).encode(),
        output_width=shown.shape[1],
        output_height=shown.shape[0],
        background_color="white",
    )
    wanted = np.asarray(Image.open(io.BytesIO(wanted)).convert("RGB")).astype(int)
    apart = np.abs(wanted - shown)
    assert apart.mean() < 0.02
    assert (apart > 40).sum() < 30  # edges, where coordinates of the SVG are rounded


def test_flat_colours_are_those_of_the_drawing():
    for colour in ("#8c1c13", "#b08d57", "#010203", "#fefdfc"):
        (shown,) = rasters([drawing(rect(-4, -4, 72, 98, fill=colour))], 100)
        assert {tuple(pixel) for pixel in shown.reshape(-1, 3)} == {tuple(bytes.fromhex(colour[1:]))}


def test_art_that_faces_share_is_drawn_once_and_under_the_rest(monkeypatch):
    calls = []
    real = module._ground
    monkeypatch.setattr(module, "_ground", lambda *given: calls.append(given) or real(*given))
    faces = [
        drawing(Use("pair", (9, 0, 0, 9, 20, 20)), Text(5, 60, str(i), "bold", 5, BLACK)) for i in range(5)
    ]
    faces = [type(face)(face.width, face.height, face.bleed, face.items, faces[0].style) for face in faces]
    shown = list(rasters(faces, 100))
    assert len(calls) == 1
    assert all((picture < 128).any() for picture in shown)
    assert not (shown[0] == shown[1]).all()
