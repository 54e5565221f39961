"""Small templates for the page room's tests."""

from __future__ import annotations

from pathlib import Path

from deckgen.card.svg.parser import parse_svg
from deckgen.card.template import Template, compile_template
from deckgen.draw.fonts import Fonts, packaged_file, packaged_typefaces

FILE = Path("test.svg")
FONTS = Fonts({face: packaged_file(face) for face in packaged_typefaces()})
NAMESPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
PAGE = 'width="56mm" height="76mm" viewBox="-3 -3 56 76"'


def page(body: str, *, size: str = PAGE, before: str = "") -> bytes:
    """A page of 50 × 70 mm with 3 mm of bleed."""
    return f"{before}<svg {NAMESPACES} {size}>{body}</svg>".encode()


def compiled(body: str, *, size: str = PAGE, before: str = "") -> Template:
    """The template; every color is in its palette but #badbad."""
    root = parse_svg(page(body, size=size, before=before), FILE)
    return compile_template(root, FILE, FONTS, lambda color: None if color == "#badbad" else color)


def static(body: str, **size: str) -> Template:
    return compiled(f'<g id="static">{body}</g>', **size)
