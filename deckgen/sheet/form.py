"""Form fields of a PDF, written as plain objects: widgets with stored appearances in an embedded font.

A viewer shows a field as it is stored here, so nothing depends on what the viewer would draw itself; what
is typed into it later is set in the same font. Scripts compute what follows from that (``calculation``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import kerning
from deckgen.draw.geometry import Box
from deckgen.press.content import Used
from deckgen.press.numbers import number, numbers
from deckgen.press.objects import PdfFile, references, text_string as _text
from deckgen.press.pdf import PageWriter
from deckgen.sheet.calculation import RUN, Calculation, FieldPart
from deckgen.sheet.canvas import SheetTheme
from deckgen.sheet.fill import Filled, tick
from deckgen.sheet.formfont import NAMES, FormFont, form_font
from deckgen.sheet.structure import Structure

_POINT = 72 / 25.4
_PRINT = 4  # a widget that is printed too
_READ_ONLY, _MULTILINE, _NO_SPELLING, _COMBO = 1, 1 << 12, 1 << 22, 1 << 17


class Form:
    """The fields of one PDF whose pages are ``height`` mm high.

    ``pages`` holds the filled slots of each page and what their names begin with; ``calculation`` which of them are
    computed.
    """

    def __init__(
        self,
        theme: SheetTheme,
        pages: Sequence[tuple[Sequence[Filled], str]],
        height: float,
        calculation: Calculation,
    ) -> None:
        self._theme, self._pages, self._height, self._calculation = theme, pages, height, calculation
        self._fonts = _form_fonts(theme, [each for filled, _ in pages for each in filled])
        self._ticks: dict[tuple[str, float, float, bool], int] = {}

    def write(self, document: PdfFile, writer: PageWriter, structure: Structure) -> None:
        """Add the fields to a document whose pages are there already, and tell the structure of them."""
        self._document, self._spaces = document, writer.spaces
        self._vocabulary = writer.vocabulary(self._theme.drawing)
        fonts = "".join(f"/{name} {self._add_font(font)} 0 R" for name, font in self._fonts.values())
        self._colour = self._vocabulary.colour(
            self._theme.drawing.inks[self._theme.style.value], "", stroke=False
        )
        self._used = self._add(f"<</Font<<{fonts}>>{self._spaces}>>")
        self._computed: dict[str, int] = {}
        self._run = self._script() if self._calculation.script else ""
        tree: dict[str, Any] = {}
        for index, (filled, prefix) in enumerate(self._pages):
            widgets: list[int] = []
            for position, each in enumerate(filled):
                for part in self._calculation.parts(prefix, each):
                    widgets.append(self._reserve())
                    structure.widgets[index, position].append(widgets[-1])
                    place = tree
                    *outer, last = part.name.split(".")
                    for step in outer:
                        place = place.setdefault(step, {})
                    place.setdefault(last, []).append((widgets[-1], part, index))
            if widgets:
                document.pages[index].entries["Annots"] = references(widgets)
        roots = [self._field(name, branch, 0) for name, branch in tree.items()]
        order = [self._computed[name] for name in self._calculation.order if name in self._computed]
        calculated = f"/CO{references(order)}" if self._run else ""
        form = f"<</Fields{references(roots)}{calculated}/DR<</Font<<{fonts}>>>>/DA({self._appearance(9 / _POINT)})>>"
        document.catalog["AcroForm"] = form

    def _script(self) -> str:
        """Add the program to the document, and what every computed field runs."""
        program = self._stream("", self._calculation.script.encode("ascii"))
        names = f"/Names[(deckgen)<</S/JavaScript/JS {program} 0 R>>]"
        self._document.catalog["Names"] = f"<</JavaScript<<{names}>>>>"
        return f"/AA {self._add(f'<</C<</S/JavaScript/JS{_text(RUN)}>>>>')} 0 R"

    # Objects

    def _reserve(self) -> int:
        return self._document.reserve()

    def _put(self, object_number: int, content: str | bytes) -> int:
        return self._document.put(object_number, content)

    def _add(self, content: str | bytes) -> int:
        return self._document.add(content)

    def _stream(self, entries: str, data: bytes, *, packed: bool = False) -> int:
        return self._document.stream(entries, data, packed=packed)

    def _add_font(self, font: FormFont) -> int:
        file = self._stream(f"/Length1 {font.length}", font.file, packed=True)
        unicode = self._stream("", font.unicode, packed=True)
        descriptor = self._add(
            f"<</Type/FontDescriptor/FontName/{font.name}/Flags 32/FontBBox[{numbers(font.box)}]/ItalicAngle 0"
            f"/Ascent {font.ascent}/Descent {font.descent}/CapHeight {font.cap}/StemV 100/FontFile2 {file} 0 R>>"
        )
        widths = numbers(font.widths, 2)
        inner = self._add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{font.name}/CIDToGIDMap/Identity/DW {number(font.widths[0], 2)}"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {descriptor} 0 R/W[0[{widths}]]>>"
        )
        return self._add(
            f"<</Type/Font/Subtype/Type0/BaseFont/{font.name}/Encoding/Identity-H"
            f"/DescendantFonts[{inner} 0 R]/ToUnicode {unicode} 0 R>>"
        )

    # Fields

    def _field(self, name: str, branch: Any, parent: int) -> int:
        head = f"/T{_text(name)}{f'/Parent {parent} 0 R' if parent else ''}"
        if isinstance(branch, dict):
            own = self._reserve()
            kids = [self._field(step, inner, own) for step, inner in branch.items()]
            return self._put(own, f"<<{head}/Kids{references(kids)}>>")
        part: FieldPart = branch[0][1]
        head += self._value(part)
        own = self._reserve() if len(branch) > 1 else branch[0][0]
        if part.computed:
            self._computed[part.name] = own
        if len(branch) == 1:
            _, _, page = branch[0]
            return self._put(own, f"<<{head}{self._widget(own, part.filled, page)}>>")
        widgets = ((kid, self._widget(kid, each.filled, page)) for kid, each, page in branch)
        kids = [self._put(kid, f"<</Parent {own} 0 R{widget}>>") for kid, widget in widgets]
        return self._put(own, f"<<{head}/Kids{references(kids)}>>")

    def _value(self, part: FieldPart) -> str:
        """What a field is and holds."""
        filled, slot = part.filled, part.filled.slot
        said = f"/TU{_text(slot.tip)}"
        if slot.kind == "check":
            return f"{said}/FT/Btn/V/{'Yes' if filled.ticked else 'Off'}"
        flags = _MULTILINE if slot.kind == "long" else _NO_SPELLING
        value = f"/V{_text(filled.value)}" if filled.value else ""
        if slot.kind == "choice":
            options = "".join(_text(option) for option in ("", *slot.options))
            return f"{said}/FT/Ch/Ff {_COMBO | flags}/Opt[{options}]{value}"
        most = f"/MaxLen {slot.most}" if slot.most else ""
        align = {0.0: "", 0.5: "/Q 1", 1.0: "/Q 2"}[slot.align]
        if part.computed:
            flags |= _READ_ONLY
            value += f"/D{value[1:]}{self._run}" if value else self._run
        return f"{said}/FT/Tx/Ff {flags}{most}{align}{value}"

    def _widget(self, own: int, filled: Filled, page: int) -> str:
        slot = filled.slot
        box, height = slot.box, self._height
        corners = (box.x, height - box.bottom, box.right, height - box.y)
        rect = numbers((value * _POINT for value in corners), 2)
        leaf = self._document.pages[page].number
        said = f"/Type/Annot/Subtype/Widget/F {_PRINT}/Rect[{rect}]/P {leaf} 0 R/StructParent {own}"
        if slot.kind == "check":
            yes, off = self._tick(filled, ticked=True), self._tick(filled, ticked=False)
            state = "Yes" if filled.ticked else "Off"
            return f"{said}/AS/{state}/MK<</CA({_SIGNS.get(slot.shape, '8')})>>/AP<</N<</Yes {yes} 0 R/Off {off} 0 R>>>>"
        shown = self._shown(filled)
        return f"{said}/DA({self._appearance(filled.size, _face(self._theme, filled.value))})/AP<</N {shown} 0 R>>"

    def _appearance(self, size: float, face: str = "") -> str:
        name, _ = self._fonts[face or self._theme.style.value_face]
        return f"/{name} {number(size * _POINT, 2)} Tf {self._colour}"

    def _shown(self, filled: Filled) -> int:
        """The appearance of a field with text."""
        box = filled.slot.box
        width, height = number(box.width * _POINT, 2), number(box.height * _POINT, 2)
        lines, state = [], ""
        for text in filled.lines:
            x, y = (text.x - box.x) * _POINT, (box.bottom - text.y) * _POINT
            before, state = state, self._appearance(text.size, text.face)
            state += f" {number(100 * text.stretch, 2)} Tz" if text.stretch != 1 else ""
            lines += [] if state == before else [state]
            lines.append(f"1 0 0 1 {number(x, 3)} {number(y, 3)} Tm {self._kerned(text)}")
        content = "/Tx BMC\n"
        if lines:
            content += f"q 0 0 {width} {height} re W n BT " + "\n".join(lines) + "\nET Q\n"
        entries = f"/Subtype/Form/BBox[0 0 {width} {height}]/Resources {self._used} 0 R"
        return self._stream(entries, (content + "EMC").encode())

    def _kerned(self, text: Text) -> str:
        """What shows a text, kerned as it is when it is drawn."""
        font = self._fonts[text.face][1]
        moves = kerning(self._theme.base.fonts.files[text.face], text.string)
        if not moves:
            return f"<{font.hex(text.string)}> Tj"
        shown = "".join(
            f"<{font.hex(letter)}>{number(-1000 * move, 1) if move else ''}"
            for letter, move in zip(text.string, moves, strict=True)
        ).replace("><", "")
        return f"[{shown}] TJ"

    def _tick(self, filled: Filled, *, ticked: bool) -> int:
        """The appearance of a mark; marks of one shape and size share it."""
        slot, box = filled.slot, filled.slot.box
        key = (slot.shape, round(box.width, 3), round(box.height, 3), ticked)
        if key not in self._ticks:
            width, height, content = box.width * _POINT, box.height * _POINT, ""
            if ticked:
                items = tick(slot, self._theme, Box(0, 0, box.width, box.height))
                drawn = self._vocabulary.scribe.operators(items, slot.name, Used())
                content = f"q {numbers((_POINT, 0, 0, -_POINT), 7)} 0 {number(height, 3)} cm\n{drawn}\nQ"
            entries = (
                f"/Subtype/Form/BBox[0 0 {number(width, 2)} {number(height, 2)}]/Resources<<{self._spaces}>>"
            )
            self._ticks[key] = self._stream(entries, content.encode("latin-1"))
        return self._ticks[key]


def _face(theme: SheetTheme, value: str) -> str:
    """The face that a field is set in when it is edited: it has one, which best has all letters of what stands there."""
    return theme.base.fonts.able(value.replace("\n", ""), theme.style.value_face)


def _form_fonts(theme: SheetTheme, every: Sequence[Filled]) -> dict[str, tuple[str, FormFont]]:
    """The fonts of fields by face, with what appearances call them: that of values, and what stands in for it."""
    said: dict[str, set[str]] = {theme.style.value_face: set()}
    for filled in every:
        said.setdefault(_face(theme, filled.value), set()).update(filled.value)
        for text in filled.lines:
            said.setdefault(text.face, set()).update(text.string)
    fonts = {}
    names = chain(NAMES, (f"Field{number}" for number in count(1)))
    for (face, letters), name in zip(said.items(), names, strict=False):
        plain = form_font(theme.base.fonts.files[face])
        extra = "".join(sorted(letters - plain.glyphs.keys() - {"\n"}))
        fonts[face] = (name, form_font(theme.base.fonts.files[face], extra) if extra else plain)
    return fonts


_SIGNS = {"box": "8", "circle": "l", "diamond": "u", "star": "H", "shield": "n"}
"""What a viewer that draws marks itself would take: letters of ZapfDingbats."""
