"""A deck to look at on a screen: a contact sheet of all faces, and a page that opens without a network."""

from __future__ import annotations

import base64
import html
from typing import TYPE_CHECKING

from deckgen.language import ENGLISH, Language
from deckgen.press.png import packed, pngs, rasters

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces

_COLUMNS = 9
_GAP = 0.04  # between faces, in widths of a face
_GROUND = 0x5A  # a middle grey: dark and pale edges both stand off it

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">{refresh}
<title>{title}</title>
<style>
body {{ margin: 2rem; background: #5a5a5a; color: #fff; font: 1rem/1.4 sans-serif }}
h1 {{ font-size: 1.4rem; margin: 0 0 1rem }}
main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.2rem }}
figure {{ margin: 0 }}
img {{ width: 100%; border-radius: 4.5%; display: block }}
figcaption {{ padding: .3rem 0; text-align: center; font-size: .9rem }}
#grey:checked ~ main {{ filter: grayscale(1) }}
#real:checked ~ main {{ grid-template-columns: repeat(auto-fill, {width:g}mm) }}
</style>
</head>
<body>
<h1>{title}</h1>
<input type="checkbox" id="grey"><label for="grey">{grey}</label>
<input type="checkbox" id="real"><label for="real">{real}</label>
<p></p>
<main>
{figures}
</main>
</body>
</html>
"""


def contact_sheet(faces: Faces, dpi: int = 100) -> bytes:
    """One PNG of all fronts and the back, trimmed, on grey. Raises PressError without the cairo library."""
    import numpy as np  # noqa: PLC0415 (PDF and SVG do without)

    pictures = list(rasters([*faces.all_fronts, faces.back], dpi))
    height, width = pictures[0].shape[:2]
    gap = round(width * _GAP)
    rows = -(-len(pictures) // _COLUMNS)
    shape = (rows * (height + gap) + gap, _COLUMNS * (width + gap) + gap, 3)
    sheet = np.full(shape, _GROUND, dtype=np.uint8)
    for i, picture in enumerate(pictures):
        top, left = gap + i // _COLUMNS * (height + gap), gap + i % _COLUMNS * (width + gap)
        sheet[top : top + height, left : left + width] = picture
    return packed(sheet, dpi)


def page(
    faces: Faces, title: str, *, dpi: int = 200, refresh: int = 0, language: Language = ENGLISH
) -> bytes:
    """One HTML page with every face in it, read from nowhere else; it reloads after ``refresh`` seconds, if any."""
    drawings = [*faces.all_fronts, faces.back]
    figures = "\n".join(
        f'<figure><img alt="{html.escape(drawing.title)}" src="data:image/png;base64,'
        f'{base64.b64encode(picture).decode()}"><figcaption>{html.escape(drawing.title)}</figcaption></figure>'
        for drawing, picture in zip(drawings, pngs(drawings, dpi), strict=True)
    )
    again = f'\n<meta http-equiv="refresh" content="{refresh}">' if refresh else ""
    return _PAGE.format(
        title=html.escape(title),
        refresh=again,
        figures=figures,
        width=faces.back.width,
        language=html.escape(language.code),
        grey=html.escape(language.phrase("in greys")),
        real=html.escape(language.phrase("at its size")),
    ).encode()
