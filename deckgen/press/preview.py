"""A deck to look at on a screen: a contact sheet of all faces, and a page that opens without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from deckgen.language import ENGLISH, Language
from deckgen.press.numbers import number
from deckgen.press.png import grid_rows, packed, rasters, size_of
from deckgen.press.web_faces import web_faces
from deckgen.web.page import policy, short
from deckgen.web.templates import environment

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces

_COLUMNS = 9
_GAP = 0.04  # between faces, in widths of a face
_MOST = 40_000_000  # pixels of all faces: 200 tarot cards have 28 million
_GROUND = 0x5A  # a middle grey: dark and pale edges both stand off it

_HERE = Path(__file__).parent / "web"


def contact_sheet(faces: Faces, dpi: float = 100) -> bytes:
    """One PNG of all fronts and the back, trimmed, on grey; of large faces with fewer pixels an inch.

    Raises PressError without the cairo library.
    """
    shown = [*faces.all_fronts, faces.back]
    rows = -(-len(shown) // _COLUMNS)
    wide, high = size_of(faces.back, 0, dpi)
    if (most := rows * high * _COLUMNS * wide) > _MOST:
        dpi *= (_MOST / most) ** 0.5
        wide, high = size_of(faces.back, 0, dpi)
    pictures = rasters(shown, pixels=(wide, high))
    return packed(grid_rows(pictures, _COLUMNS, rows, round(wide * _GAP), _GROUND), dpi)


def page(faces: Faces, title: str, *, refresh: int = 0, language: Language = ENGLISH) -> bytes:
    """One HTML page with every face in it, read from nowhere else; it reloads after ``refresh`` seconds, if any.

    Raises LayoutError if a font cannot be read.
    """
    drawings = [*faces.all_fronts, faces.back]
    made = web_faces(drawings)
    css = short((_HERE / "preview.css").read_text(encoding="utf-8")) + _real(faces.back.width) + made.css
    script = ""
    if refresh:
        script = short((_HERE / "reload.js").read_text(encoding="utf-8")).replace("SECONDS", str(refresh))
    html = (
        environment(_HERE)
        .get_template("preview.html")
        .render(
            code=language.code,
            policy=policy([script] if script else [], css),
            title=title,
            css=Markup(css),  # noqa: S704 (made here)
            defs=Markup(made.defs),  # noqa: S704 (all text in it is escaped)
            width=number(faces.back.width),
            height=number(faces.back.height),
            words={"grey": language.phrase("in greys"), "real": language.phrase("at its size")},
            faces=[(drawing.title, Markup(face)) for drawing, face in zip(drawings, made.faces, strict=True)],  # noqa: S704
            script=Markup(script),  # noqa: S704 (ours)
        )
    )
    return html.encode()


def _real(width: float) -> str:
    """The rule that shows cards in their own size."""
    return f":has(#real:checked) .cards{{grid-template-columns:repeat(auto-fill,{number(width)}mm)}}"
