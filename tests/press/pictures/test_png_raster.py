import importlib
import io
from dataclasses import replace

import numpy as np
from PIL import Image
from press_drawings import BLACK, GOLD, RED, SYMBOLS, card, drawing, rect

from deckgen.draw.drawing import Symbol, Text, Use
from deckgen.press.pictures import png as module
from deckgen.press.pictures.png import render_pixels
from deckgen.press.pictures.svg import svg

RICH = drawing(
    rect(0, 0, 63.5, 88.9, fill="#dbe8ec"),
    *card().items[1:],
    Text(10, 50, "Ögjp 8", "bold", 7, RED, spacing=0.4, angle=20),
    Text(10, 70, "Ögjp 8", "bold", 7, RED, spacing=0.4, angle=-20, stretch=0.8),
    Use("pair", (3, 1, -1, 3, 30, 60), BLACK),
)


def drawn_by_cairosvg(face, shown):
    """The pixels of the SVG of a face, as many as are shown."""
    wanted = importlib.import_module("cairosvg").svg2png(  # not where libcairo is missing
        bytestring=svg(face, bleed=0).encode(),
        output_width=shown.shape[1],
        output_height=shown.shape[0],
        background_color="white",
    )
    return np.asarray(Image.open(io.BytesIO(wanted)).convert("RGB")).astype(int)


def test_what_is_drawn_directly_is_what_cairosvg_draws_of_the_svg():
    (shown,) = render_pixels([RICH], 300)
    wanted = drawn_by_cairosvg(RICH, shown)
    apart = np.abs(wanted - shown)
    assert apart.mean() < 0.02
    assert (apart > 40).sum() < 30  # edges, where coordinates of the SVG are rounded


def test_flat_colors_are_those_of_the_drawing():
    for color in ("#8c1c13", "#b08d57", "#010203", "#fefdfc"):
        (shown,) = render_pixels([drawing(rect(-4, -4, 72, 98, fill=color))], 100)
        assert {tuple(pixel) for pixel in shown.reshape(-1, 3)} == {tuple(bytes.fromhex(color[1:]))}


def test_art_that_faces_share_is_drawn_once_and_under_the_rest(monkeypatch):
    calls = []
    real = module._draw_layer
    monkeypatch.setattr(
        module, "_draw_layer", lambda *given: calls.append([u.symbol for u in given[0].items]) or real(*given)
    )
    symbols = {
        **SYMBOLS,
        "sky": Symbol((rect(-4, -4, 72, 98, fill=RED),)),
        **{f"hill-{n}": Symbol((rect(9.7 * n, 30.3, 40, 40, fill=GOLD),)) for n in range(3)},
    }
    marks = (Use("pair", (9, 0, 0, 9, 20, 20)), Use("pair", (5, 1, -1, 5, 40, 50)))
    first = drawing(symbols=symbols)
    faces = [
        replace(first, items=(Use("sky"), Use(f"hill-{n % 3}"), *marks, Text(5, 60, str(n), "bold", 5, BLACK)))
        for n in range(6)
    ]
    shown = list(render_pixels(faces, 100))
    assert calls == [["sky"], ["hill-0"], ["pair", "pair"], ["hill-1"], ["hill-2"]]
    assert all((picture < 128).any() for picture in shown)
    assert not (shown[0] == shown[3]).all()
    art = replace(first, items=faces[0].items[:-1])
    (alone,) = render_pixels([art], 100)
    assert np.abs(drawn_by_cairosvg(art, alone) - alone).max() <= 2  # edges, rounded once a layer


def test_pictures_of_many_pixels_keep_nothing_and_look_alike(monkeypatch):
    symbols = {"sky": Symbol((rect(-4, -4, 72, 98, fill=RED), rect(9.7, 30.3, 40, 40, fill=GOLD)))}
    face = drawing(Use("sky"), Text(5, 60, "1", "bold", 5, BLACK), symbols=symbols)
    wanted = next(render_pixels([face], 100)).astype(int)
    monkeypatch.setattr(module, "_MAX_LAYER_PIXELS", 0)  # layers are made again
    (again,) = render_pixels([face], 100)
    assert (again == wanted).all()
    monkeypatch.setattr(module, "_LARGE_PICTURE", 0)
    monkeypatch.setattr(module, "_draw_layer", None)
    (direct,) = render_pixels([face], 100)
    apart = np.abs(direct - wanted)
    assert (apart > 40).sum() < 30
    assert next(module.pngs([face, face], 100)) == next(module.pngs([face], 100))
