"""A font whose one letter, the fox, has two colors."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FOX = "\U0001f98a"


def box(*sides):
    pen = TTGlyphPen(None)
    if sides:
        left, bottom, right, top = sides
        for place, point in enumerate(((left, bottom), (left, top), (right, top), (right, bottom))):
            (pen.lineTo if place else pen.moveTo)(point)
        pen.closePath()
    return pen.glyph()


def fox_font(folder):
    """The file of a font with an orange face, from -0.2 to 0.8 em high, that has blue eyes in its upper half."""
    shapes = {
        ".notdef": box(),
        "fox": box(0, -200, 1000, 800),
        "face": box(0, -200, 1000, 800),
        "eyes": box(300, 400, 700, 600),
    }
    builder = FontBuilder(1000)
    builder.setupGlyphOrder([*shapes])
    builder.setupCharacterMap({ord(FOX): "fox"})
    builder.setupGlyf(shapes)
    builder.setupHorizontalMetrics({name: (1200, shape.xMin) for name, shape in shapes.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Fox", "styleName": "Regular", "psName": "Fox"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    builder.setupCOLR({"fox": [("face", 0), ("eyes", 1)]})
    builder.setupCPAL([[(1, 0.5, 0, 1), (0, 0, 0.5, 1)]])
    builder.save(folder / "fox.ttf")
    return str(folder / "fox.ttf")
