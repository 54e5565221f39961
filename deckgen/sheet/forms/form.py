"""Form fields of a PDF, written as plain objects: widgets with stored appearances in an embedded font.

A viewer shows a field as it is stored here, so nothing depends on what the viewer would draw itself; text
typed into it later is set in the same font.

A derived field is read-only. Over it is a text field that overrides it: a value typed there is used instead,
in other formulas, too. Viewers run the calculations of all fields, in the order of the form's list, whenever
one changes. Without scripts the fields are the same, and stay as deckgen computed them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.truetype import UNUSED_IN_PDF, Cluster, kerning, read_font, to_unicode
from deckgen.press.numbers import format_number, format_numbers
from deckgen.press.pdf.document import Array, Dictionary, Document, PageObject, number_array
from deckgen.press.pdf.fonts import composite_font, encode_clusters, has_clusters
from deckgen.press.pdf.operators import UsedResources
from deckgen.press.pdf.writer import PageWriter
from deckgen.records import record
from deckgen.sheet.character import Character
from deckgen.sheet.forms.structure import Structure
from deckgen.sheet.model import OVERRIDES, SheetSpec, join_name
from deckgen.sheet.paper.fill import FilledField, draw_tick, value_typeface
from deckgen.sheet.paper.theme import SheetTheme
from deckgen.sheet.program import sheet_script

_POINT = 72 / 25.4
_PRINT = 4  # a widget that is printed too
_READ_ONLY, _MULTILINE, _NO_SPELLING, _COMBO = 1, 1 << 12, 1 << 22, 1 << 17
_SIGNS = {"box": "8", "circle": "l", "diamond": "u", "star": "H", "shield": "n"}
"""Letters of ZapfDingbats for viewers that draw marks themselves."""
_RUN = "deckgenShow(event)"
"""The calculation of every derived field."""
_SHOW = Path(__file__).with_name("show.js")
"""Shows a field's value. If it is computed for the second time, another field has changed since.

Instead of a missing field pdf.js returns one whose name has the same end.
"""


class _Widget(NamedTuple):
    """A widget of a field: its full name, its value, its object, its key in the parent tree, its page."""

    name: str
    filled: FilledField
    computed: bool
    reference: PDFObjectReference
    key: int
    page: PDFObjectReference


class Form:
    """The fields of one PDF whose pages are ``height`` mm high.

    ``people`` holds the prefix of the names of each character's fields. Fonts have the letters of the values
    that were noted before the first pages are added. With ``scripts`` the form computes derived values while
    you type.
    """

    def __init__(
        self,
        theme: SheetTheme,
        spec: SheetSpec,
        people: Sequence[tuple[str, Character | None]],
        height: float,
        *,
        scripts: bool,
    ) -> None:
        self._theme, self._spec, self._height = theme, spec, height
        self._letters: dict[str, set[str | Cluster]] = {theme.style.value_face: set()}
        self._ticks: dict[tuple[str, float, float, bool], PDFObjectReference] = {}
        self._people = dict(people)
        self._roots: list[PDFObjectReference] = []
        self._calculated: list[PDFObjectReference] = []
        self._begun = False
        rows = [person.rows if person else {} for _, person in people]
        longest = {name: max(counts.get(name, 0) for counts in rows) for name in spec.groups}
        self._program = ""
        if scripts and any(True for _ in spec.derived(longest)):
            lines = _SHOW.read_text(encoding="utf-8").splitlines()
            self._program = sheet_script(spec, longest) + "".join(f"{line.strip()}\n" for line in lines)

    def note_letters(self, values: Iterable[FilledField]) -> None:
        """Note the letters of values that the form will hold."""
        for filled in values:
            self._letters.setdefault(_edit_typeface(self._theme, filled), set()).update(filled.value)
            for text in filled.lines:
                noted = self._letters.setdefault(text.typeface, set())
                path = self._theme.base.fonts.files[text.typeface]
                if has_clusters(path, text.string):
                    noted.update(cluster for cluster, _ in read_font(path).clusters(text.string))
                else:
                    noted.update(text.string)

    def add(
        self,
        document: Document,
        writer: PageWriter,
        structure: Structure,
        pages: Sequence[tuple[str, Sequence[FilledField], PageObject]],
    ) -> None:
        """Add the fields of pages, and their widgets to the structure.

        A page is the prefix of its fields' names, its filled slots and its object; a character's pages come together.
        """
        if not self._begun:
            self._begin(document, writer)
        people = {prefix: self._people[prefix] for prefix, _, _ in pages}
        self._order = {
            join_name(prefix, name): None
            for prefix, person in people.items()
            for name in self._spec.derived(person.rows if person else {})
        }
        self._overridden = {
            join_name(prefix, name) for prefix, person in people.items() if person for name in person.overrides
        }
        self._computed: dict[str, PDFObjectReference] = {}
        tree: dict[str, Any] = {}
        for index, (prefix, filled, leaf) in enumerate(pages):
            widgets: list[PDFObjectReference] = []
            for position, filled_field in enumerate(filled):
                for name, value, computed in self._split_derived(prefix, filled_field):
                    reference = document.reserve()
                    widgets.append(reference)
                    key = structure.add_widget(index, position, reference)
                    place = tree
                    *outer, last = name.split(".")
                    for step in outer:
                        place = place.setdefault(step, {})
                    widget = _Widget(name, value, computed, reference, key, leaf.reference)
                    place.setdefault(last, []).append(widget)
            if widgets:
                leaf.page.Annots = Array(widgets)
        self._roots += [self._write_field(name, branch) for name, branch in tree.items()]
        self._calculated += [self._computed[name] for name in self._order if name in self._computed]

    def _begin(self, document: Document, writer: PageWriter) -> None:
        """Add what all fields share: the program, and fonts with the letters noted before."""
        self._begun, self._document, self._spaces = True, document, writer.spaces
        self._vocabulary = writer.names_of(self._theme.drawing)
        self._fonts = _form_fonts(self._theme, self._letters)
        objects = {name: document.add(font.composite(document)) for name, font in self._fonts.values()}
        fonts = {"Font": Dictionary(objects)}
        self._resources = Dictionary(fonts)
        self._used = document.add(Dictionary({**fonts, **self._spaces}))
        self._run = self._script() if self._program else {}

    def close(self) -> None:
        """Write the form itself, after all pages were added."""
        form = {
            "Fields": Array(self._roots), "DR": self._resources, "DA": PDFString(self._appearance(9 / _POINT)),
        }  # fmt: skip
        if self._run:
            form["CO"] = Array(self._calculated)
        self._document.catalog["AcroForm"] = Dictionary(form)

    def _split_derived(self, prefix: str, filled: FilledField) -> Iterator[tuple[str, FilledField, bool]]:
        """Yield (full name, field, is computed) of a slot; a derived one has a second, with the value if overridden."""
        name, slot = join_name(prefix, filled.slot.name), filled.slot
        if name not in self._order:
            yield name, filled, False
            return
        empty = FilledField(slot, "", size=slot.size)
        below, above = (empty, filled) if name in self._overridden else (filled, empty)
        yield name, below, True
        phrase = self._spec.language.phrase
        tip = phrase("{field}: your own value instead of the computed one", field=slot.tip)
        yield join_name(prefix, OVERRIDES, slot.name), replace(above, slot=replace(slot, tip=tip)), False

    def _script(self) -> dict[str, PDFObjectReference]:
        """Add the program to the document; return the entry that makes a computed field run it."""
        program = self._document.add_stream({}, self._program.encode("ascii") + b"\n")
        names = Array([PDFString("deckgen"), Dictionary({"S": "/JavaScript", "JS": program})])
        scripts = Dictionary({"Names": names})
        self._document.catalog["Names"] = Dictionary({"JavaScript": scripts})
        action = Dictionary({"S": "/JavaScript", "JS": PDFString(_RUN)})
        return {"AA": self._document.add(Dictionary({"C": action}))}

    # Fields

    def _write_field(self, name: str, branch: Any, parent: PDFObjectReference | None = None) -> PDFObjectReference:
        """Write a field, given its widgets, or a branch, given all below it by step of name; return its object."""
        document, entries = self._document, {"T": PDFString(name)}
        if parent is not None:
            entries["Parent"] = parent
        if isinstance(branch, dict):
            reference = document.reserve()
            entries["Kids"] = Array([self._write_field(step, inner, reference) for step, inner in branch.items()])
            return document.put(reference, Dictionary(entries))
        first: _Widget = branch[0]
        entries |= self._value_entries(first)
        reference = document.reserve() if len(branch) > 1 else first.reference
        if first.computed:
            self._computed[first.name] = reference
        if len(branch) == 1:
            return document.put(reference, Dictionary(entries | self._widget_entries(first)))
        kids = [
            document.put(kid.reference, Dictionary({"Parent": reference, **self._widget_entries(kid)}))
            for kid in branch
        ]
        return document.put(reference, Dictionary({**entries, "Kids": Array(kids)}))

    def _value_entries(self, field: _Widget) -> dict[str, Any]:
        """Return a field's entries: tooltip, type, value, flags; a computed one runs the program."""
        filled, slot = field.filled, field.filled.slot
        entries: dict[str, Any] = {"TU": PDFString(slot.tip)}
        if slot.kind == "check":
            return {**entries, "FT": "/Btn", "V": "/Yes" if filled.ticked else "/Off"}
        flags = _MULTILINE if slot.kind == "long" else _NO_SPELLING
        if filled.value:
            entries["V"] = PDFString(filled.value)
        if slot.kind == "choice":
            options = Array([PDFString(option) for option in ("", *slot.options)])
            return {**entries, "FT": "/Ch", "Ff": _COMBO | flags, "Opt": options}
        if slot.most:
            entries["MaxLen"] = slot.most
        if slot.align:
            entries["Q"] = {0.5: 1, 1.0: 2}[slot.align]
        if field.computed:
            flags |= _READ_ONLY
            entries |= self._run
            if filled.value:
                entries["DV"] = entries["V"]
        return {**entries, "FT": "/Tx", "Ff": flags}

    def _widget_entries(self, widget: _Widget) -> dict[str, Any]:
        """Return a widget's PDF entries: rectangle, page, key and appearance, of a mark one for each state."""
        filled, slot = widget.filled, widget.filled.slot
        box, height = slot.box, self._height
        corners = (box.x, height - box.bottom, box.right, height - box.y)
        entries = {
            "Type": "/Annot", "Subtype": "/Widget", "F": _PRINT,
            "Rect": number_array((value * _POINT for value in corners), 2),
            "P": widget.page, "StructParent": widget.key,
        }  # fmt: skip
        if slot.kind == "check":
            yes, off = self._tick(filled, ticked=True), self._tick(filled, ticked=False)
            states = Dictionary({"Yes": yes, "Off": off})
            sign = Dictionary({"CA": PDFString(_SIGNS.get(slot.shape, "8"))})
            state = "/Yes" if filled.ticked else "/Off"
            return {**entries, "AS": state, "MK": sign, "AP": Dictionary({"N": states})}
        default = PDFString(self._appearance(filled.size, _edit_typeface(self._theme, filled), slot.ink))
        return {**entries, "DA": default, "AP": Dictionary({"N": self._appearance_stream(filled)})}

    def _appearance(self, size: float, face: str = "", ink: str = "") -> str:
        """Return the operators of font and color, by default those of the theme."""
        name, _ = self._fonts[face or self._theme.style.value_face]
        color = self._theme.drawing.inks[ink or self._theme.style.ink]
        return (
            f"/{name} {format_number(size * _POINT, 2)} Tf {self._vocabulary.color_operator(color, '', stroke=False)}"
        )

    def _appearance_stream(self, filled: FilledField) -> PDFObjectReference:
        """Add the stream that draws a field's lines of text, clipped to its box; return its object."""
        box = filled.slot.box
        width, height = format_number(box.width * _POINT, 2), format_number(box.height * _POINT, 2)
        lines, state = [], ""
        for text in filled.lines:
            x, y = (text.x - box.x) * _POINT, (box.bottom - text.y) * _POINT
            before, state = state, self._appearance(text.size, text.typeface, text.fill)
            state += f" {format_number(100 * text.stretch, 2)} Tz" if text.stretch != 1 else ""
            lines += [] if state == before else [state]
            lines.append(f"1 0 0 1 {format_number(x, 3)} {format_number(y, 3)} Tm {self._kerned(text)}")
        content = "/Tx BMC\n"
        if lines:
            content += f"q 0 0 {width} {height} re W n BT " + "\n".join(lines) + "\nET Q\n"
        box_array = Array([0, 0, width, height])
        entries = {"Subtype": "/Form", "BBox": box_array, "Resources": self._used}
        return self._document.add_stream(entries, (content + "EMC\n").encode())

    def _kerned(self, text: Text) -> str:
        """Return the operator that shows a text with kerning."""
        font, path = self._fonts[text.typeface][1], self._theme.base.fonts.files[text.typeface]
        if has_clusters(path, text.string):
            return encode_clusters(path, text.string, lambda _, cluster: f"{font.glyphs[cluster]:04X}")
        moves = kerning(path, text.string)
        if not moves:
            return f"<{font.hex(text.string)}> Tj"
        strings = "".join(
            f"<{font.hex(letter)}>{format_number(-1000 * move, 1) if move else ''}"
            for letter, move in zip(text.string, moves, strict=True)
        ).replace("><", "")
        return f"[{strings}] TJ"

    def _tick(self, filled: FilledField, *, ticked: bool) -> PDFObjectReference:
        """Return the appearance of a mark, empty unless ``ticked``; marks of one shape and size share it."""
        slot, box = filled.slot, filled.slot.box
        key = (slot.shape, round(box.width, 3), round(box.height, 3), ticked)
        if key not in self._ticks:
            width, height, content = box.width * _POINT, box.height * _POINT, ""
            if ticked:
                items = draw_tick(slot, self._theme, Box(0, 0, box.width, box.height))
                drawn = self._vocabulary.operators(items, slot.name, UsedResources())
                content = f"q {format_numbers((_POINT, 0, 0, -_POINT), 7)} 0 {format_number(height, 3)} cm\n{drawn}\nQ"
            entries = {
                "Subtype": "/Form", "BBox": number_array((0, 0, width, height), 2),
                "Resources": Dictionary(self._spaces),
            }  # fmt: skip
            self._ticks[key] = self._document.add_stream(entries, f"{content}\n".encode("latin-1"))
        return self._ticks[key]


def _edit_typeface(theme: SheetTheme, filled: FilledField) -> str:
    """Return the typeface in which a field is edited: if possible one with all letters of its value."""
    return theme.base.fonts.typeface_for(filled.value.replace("\n", ""), value_typeface(filled.slot, theme))


def _form_fonts(
    theme: SheetTheme, letters_by_typeface: Mapping[str, set[str | Cluster]]
) -> dict[str, tuple[str, FormFont]]:
    """Return {typeface: (resource name, font)}; fonts have whole alphabets, and the letters of their typeface."""
    fonts = {}
    names = chain(_NAMES, (f"Field{number}" for number in count(1)))
    for (typeface, letters), name in zip(letters_by_typeface.items(), names, strict=False):
        plain = form_font(theme.base.fonts.files[typeface])
        extra = tuple(sorted(letters - plain.glyphs.keys() - {"\n"}, key=repr))
        fonts[typeface] = (name, form_font(theme.base.fonts.files[typeface], extra) if extra else plain)
    return fonts


# The fonts of fields. Fields are typed into after the file was made, so their font holds whole alphabets, not only the
# letters in use; as a composite font, whose codes are glyph numbers, it has room for them and for what else was filled in.

_NAMES = ("Wingdings", "Wingdings2", "Wingdings3", "Webdings")
"""Names of the fonts in the fields' appearances.

PDFium (Chromium, Edge) sets typed text in the field's own font only as far as it takes letters to belong to
the font's character set, which for an embedded font is that of western Europe: Ż and Ж come from another
font, or are missing. It makes no such difference for fonts with these names.
"""
_RANGES = (
    (0x20, 0x7F), (0xA0, 0x180), (0x192, 0x193), (0x218, 0x21C), (0x370, 0x400), (0x400, 0x460), (0x490, 0x494),
    (0x1E9E, 0x1E9F), (0x1EA0, 0x1EFA),
)  # fmt: skip
_MORE = "‐–—‘’‚“”„†‡•…‰‹›⁄€№™−×·½¼¾≤≥"


@record
class FormFont:
    """A font subset for forms: its name, glyph numbers by letter, widths by glyph number, in 1/1000 em."""

    name: str
    glyphs: dict[str | Cluster, int]
    widths: tuple[float, ...]
    file: bytes
    length: int
    unicode: bytes
    box: tuple[int, ...]
    ascent: int
    descent: int
    cap: int

    def composite(self, document: Document) -> Dictionary:
        """Return the composite font, whose codes are glyph numbers, after adding its parts to the document."""
        descriptor = {
            "Flags": 32, "FontBBox": number_array(self.box), "ItalicAngle": 0, "Ascent": self.ascent,
            "Descent": self.descent, "CapHeight": self.cap, "StemV": 100,
        }  # fmt: skip
        files, widths = (self.file, self.length, self.unicode), Array([0, number_array(self.widths, 2)])
        return composite_font(document, self.name, files, descriptor, self.widths[0], widths)

    def hex(self, string: str) -> str:
        return "".join(f"{self.glyphs.get(char, 0):04X}" for char in string)


@lru_cache(maxsize=8)
def form_font(path: str, extra: tuple[str | Cluster, ...] = ()) -> FormFont:
    """Return the font in the file ``path``, cut down to the alphabets for forms and the letters ``extra``."""
    font = read_font(path)
    codes = {code for start, end in _RANGES for code in range(start, end)} | set(map(ord, _MORE))
    codes |= {ord(letter) for letter in extra if isinstance(letter, str)}
    # Without hints: forms are printed or shown on good screens.
    characters = [*map(chr, sorted(codes & font.characters))]
    clusters = [letter for letter in extra if isinstance(letter, Cluster)]
    glyphs: dict[str | Cluster, int] = {}
    if clusters or font.is_cubic:
        shown = [Cluster(char, ((font.glyph(char), 0.0, 0.0),), font.width(char)) for char in characters] + clusters
        subset = font.build(shown)
        glyphs |= zip([*characters, *clusters], range(1, 1 + len(shown)), strict=True)
    else:
        subset, numbers = font.subset(characters, UNUSED_IN_PDF)
        glyphs |= numbers.items()
    wide = {number: font.width(key) if isinstance(key, str) else key.width for key, number in glyphs.items()}
    widths = (round(wide.get(number, font.default_width), 2) for number in range(max(wide) + 1))
    letters = {number: key if isinstance(key, str) else key.letters for key, number in reversed(glyphs.items())}
    files = (zlib.compress(subset, 9), len(subset), zlib.compress(to_unicode(letters, 4), 9))
    box, heights = tuple(map(round, font.box)), map(round, (font.ascent, font.descent, font.cap_height))
    return FormFont(font.name, glyphs, tuple(widths), *files, box, *heights)
