"""SVG files and faces of web pages look as the PNG does, in every program that shows them and is installed here.

``DECKGEN_FIREFOX``, ``DECKGEN_INKSCAPE`` and ``DECKGEN_RESVG`` may name programs, as ``DECKGEN_CHROMIUM`` does.
"""

import html
import importlib.util
import io
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from browser import browser, chromium
from page_decks import deck_of, shipped_game, shown
from PIL import Image

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.draw.drawing import Text
from deckgen.press.pictures.png import png
from deckgen.press.pictures.svg import svg
from deckgen.press.pictures.web_faces import web_faces

SIZE = WIDTH, HEIGHT = 750, 1050
SHOWN = (("poker", 7), ("magic", 53))  # most of text and plates; icons, art and a title in another face
RESVG = f"""import resvg_py, sys
made = resvg_py.svg_to_bytes(svg_path=sys.argv[1], width={WIDTH}, height={HEIGHT}, dpi=96)
open(sys.argv[2], "wb").write(bytes(made))"""


@cache
def faces(layout):
    game = shipped_game(shown()[layout])
    return draw_faces(load_layout(layout), game, game.deck(), deck_of(game.deck()))


@cache
def wanted(layout, card):
    return pixels(png(faces(layout).fronts[card], pixels=SIZE, bleed=0.0))


def pixels(picture):
    found = Image.open(io.BytesIO(picture)).convert("RGBA")
    ground = Image.new("RGBA", found.size, "white")
    return np.asarray(Image.alpha_composite(ground, found).convert("RGB")).astype(int)


def program(variable, *names):
    found = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if not found:
        pytest.skip(f"no {names[0]} is installed; {variable} may name one")
    return found


def run(*arguments, **environment):
    subprocess.run(arguments, check=True, capture_output=True, timeout=120, env={**os.environ, **environment})  # noqa: S603


def in_a_page(file):
    page = file.with_suffix(".html")
    page.write_text(
        f'<style>body{{margin:0}}img{{display:block}}</style><img src="{file.name}" width="{WIDTH}" height="{HEIGHT}">'
    )
    return page.as_uri()


def with_chromium(files):
    chromium()
    with browser() as running:
        page = running.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for file, out in files:
            page.goto(in_a_page(file))
            page.screenshot(path=out)


def with_firefox(files):
    firefox = program("DECKGEN_FIREFOX", "firefox-esr", "firefox")
    for file, out in files:
        home = file.parent / "home"
        home.mkdir(exist_ok=True)
        run(firefox, "--headless", "--no-remote", "--profile", home, "--screenshot", out,
            f"--window-size={WIDTH},{HEIGHT}", in_a_page(file), HOME=str(home))  # fmt: skip


def with_inkscape(files):
    inkscape = program("DECKGEN_INKSCAPE", "inkscape")
    for file, out in files:
        run(
            inkscape,
            "--export-type=png",
            f"--export-filename={out}",
            "-w",
            str(WIDTH),
            "-h",
            str(HEIGHT),
            file,
        )


def with_librsvg(files):
    convert = program("DECKGEN_RSVG_CONVERT", "rsvg-convert")
    for file, out in files:
        run(convert, "-w", str(WIDTH), "-h", str(HEIGHT), "-o", out, file)


def with_resvg(files):
    if importlib.util.find_spec("resvg_py") is None:
        resvg = [program("DECKGEN_RESVG", "resvg"), "-w", str(WIDTH), "-h", str(HEIGHT)]
    else:
        resvg = [sys.executable, "-c", RESVG]
    for file, out in files:
        run(*resvg, file, out)


@pytest.mark.parametrize(
    "draw",
    [with_chromium, with_firefox, with_inkscape, with_librsvg, with_resvg],
    ids=lambda draw: draw.__name__[5:],
)
def test_an_svg_looks_like_the_png(draw, tmp_path):
    files = []
    for layout, card in SHOWN:
        file = tmp_path / f"{layout}.svg"
        file.write_text(svg(faces(layout).fronts[card], bleed=0.0), encoding="utf-8")
        files.append((file, tmp_path / f"{layout}.png"))
    draw(files)
    for (_, out), (layout, card) in zip(files, SHOWN, strict=True):
        alike(pixels(out.read_bytes()), wanted(layout, card))


def test_the_faces_of_a_web_page_look_like_the_png(tmp_path):
    file = tmp_path / "page.html"
    with browser() as running:
        page = running.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for layout, card in SHOWN:
            front = faces(layout).fronts[card]
            made = web_faces([front])
            style = "body{margin:0;font:italic 40px serif;letter-spacing:9px}svg{display:block}"
            file.write_text(
                f"<!doctype html><meta charset=utf-8><title>{html.escape(front.title)}</title><style>{style}{made.css}</style>"
                f'<svg width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="none" viewBox="0 0 {front.width} {front.height}">'
                f"<defs>{made.defs}</defs>{made.faces[0]}</svg>"
            )
            page.goto(file.as_uri())
            page.evaluate("document.fonts.ready")
            shown = pixels(page.screenshot())  # browsers move lines of text to whole pixels
            alike(shown, wanted(layout, card), mean=0.01, most=2e-3, block=0.1)


def test_another_number_on_a_card_is_not_alike():
    layout, card = SHOWN[0]
    front = faces(layout).fronts[card]
    at = next(i for i, item in enumerate(front.items) if isinstance(item, Text) and item.string == "6")
    other = (*front.items[:at], replace(front.items[at], string="8"), *front.items[at + 1 :])
    with pytest.raises(AssertionError):
        alike(pixels(png(replace(front, items=other), pixels=SIZE, bleed=0.0)), wanted(layout, card))


def alike(made, blessed, mean=0.005, most=5e-5, block=0.03):
    """Edges may be smoothed in other ways; no letter may stand elsewhere, or be another.

    ``mean`` is how far pixels may be apart, ``most`` the share that may be so by far, ``block`` how far 10 × 10 of them.
    """
    assert made.shape == blessed.shape
    apart = np.abs(made - blessed).max(axis=2) / 255
    assert apart.mean() < mean
    assert (apart > 0.4).mean() < most
    assert np.abs(blocks(made) - blocks(blessed)).max() / 255 < block


def blocks(picture, side=10):
    """The mean colors of squares."""
    down, across = (length // side for length in picture.shape[:2])
    return picture[: down * side, : across * side].reshape(down, side, across, side, 3).mean(axis=(1, 3))
