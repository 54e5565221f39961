"""Writes pages as PDF with reportlab: native CMYK or sRGB, embedded subsets of fonts, the same bytes each time."""

from __future__ import annotations

import copy
import hashlib
from collections import Counter
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import reportlab
from reportlab.pdfbase import pdfdoc

from deckgen import __version__
from deckgen.draw.drawing import IDENTITY
from deckgen.draw.fonts import kerning, ttfont
from deckgen.draw.geometry import Box, ellipse
from deckgen.errors import Fault, Faults, PressError
from deckgen.press.compact import CompactDocument
from deckgen.press.content import Resources, extent_of, inherits, operators, outline, tagged_operators
from deckgen.press.numbers import number, numbers
from deckgen.press.pages import PlacedPicture, Words
from deckgen.press.pdfx import prepare_pdfx
from deckgen.press.screen_colours import SPACE, screen_operator, screen_space

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

    from deckgen.draw.drawing import Drawing, Ink, Item, Style
    from deckgen.press.pages import Book, Page, Placed

_POINT = 72 / 25.4  # points in a mm
_ESCAPES = {code: f"\\{code:03o}" for code in (10, 13)} | {ord(c): f"\\{c}" for c in "()\\"}


def pdf(book: Book) -> bytes:
    """The whole file. Raises PressError for a colour without an ink, and for two fonts of one name."""
    return _Writer(book).write()


class _Writer(Resources):
    """One PDF file in the making."""

    def __init__(self, book: Book) -> None:
        self._book = book
        if book.version >= (1, 5):
            self._doc = CompactDocument(book.version)
        else:
            self._doc = pdfdoc.PDFDocument(invariant=1, compression=1, pdfVersion=book.version)
        self._digest = hashlib.sha256()
        self._faults = Faults()
        self._missed: set[str] = set()
        self._fonts: dict[str, TTFont] = {}
        self._runs: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._codes: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._forms: dict[tuple[int, str], str] = {}
        self._inheriting: dict[tuple[int, str], bool] = {}
        self._faces: dict[int, str] = {}
        self._spots: dict[tuple[str, tuple[float, ...]], str] = {}
        self._words: dict[tuple[int, int], tuple[pdfdoc.PDFStream, dict[str, str]]] = {}
        self._space = screen_space(self._doc) if book.colour == "rgb" else None
        if self._space is not None:
            self._doc.Reference(self._space, SPACE)
            self._digest.update(SPACE.encode())
        self._named: dict[str, str] = {}  # what the content that is being written has used

    def write(self) -> bytes:
        self._describe()
        often = self._placed_often()
        for index, page in enumerate(self._book.pages):
            self._add_page(page, often)
            if page.label:
                self._label(index, page.label)
        if self._book.finish is not None:
            self._book.finish(self._doc, self)
            self._digest.update(self._doc.written())
        self._faults.raise_as(PressError)
        for font in self._fonts.values():
            # Codes mean nothing without the letters they stand for.
            self._digest.update(font.face.name + repr(font.state[self._doc].subsets).encode())
        facts = (self._book.title, self._book.author, self._book.version, self._book.pdfx)
        self._digest.update(repr(facts).encode())
        self._doc.updateSignature(self._digest.digest())
        data: bytes = self._doc.GetPDFData(None)
        return data

    def _describe(self) -> None:
        doc, book = self._doc, self._book
        if book.pdfx is not None:
            prepare_pdfx(doc, book.pdfx)
        doc.setTitle(book.title)
        doc.setAuthor(book.author)
        doc.setSubject("")
        doc.setCreator(f"deckgen {__version__}")
        doc.setProducer(f"ReportLab {reportlab.__version__}")
        view = pdfdoc.ViewerPreferencesPDFDictionary()
        view["DisplayDocTitle"] = "true"
        if not book.scaling:
            view["PrintScaling"] = "None"
        if book.duplex:
            view["Duplex"] = book.duplex
        doc.Catalog.ViewerPreferences = view

    def _label(self, index: int, label: str) -> None:
        catalog = self._doc.Catalog
        if getattr(catalog, "PageLabels", None) is None:
            catalog.PageLabels = pdfdoc.PDFPageLabels()
        catalog.PageLabels.addPageLabel(index, pdfdoc.PDFPageLabel(prefix=label))

    # Pages

    def _placed_often(self) -> set[int]:
        """Faces that lie in several places, such as backs: each becomes a form XObject."""
        every = (placed for page in self._book.pages for placed in page.placed)
        times = Counter(id(placed.face) for placed in every if not isinstance(placed, (Words, PlacedPicture)))
        return {face for face, count in times.items() if count > 1}

    def _add_page(self, page: Page, often: set[int]) -> None:
        self._named = {}
        leaf = pdfdoc.PDFPage()
        boxes = {"MediaBox": Box(0, 0, page.width, page.height), "TrimBox": page.trim, "BleedBox": page.bleed}
        for name, box in boxes.items():
            if box is not None:
                setattr(leaf, name, pdfdoc.PDFArrayCompact(_corners(box, page.height)))
        leaf.Contents = self._tagged(page, often) if page.tagged else self._content(page, often)
        leaf.Resources = self._resources()
        self._digest.update(repr(boxes).encode())
        self._doc.addPage(leaf)

    def _content(self, page: Page, often: set[int]) -> pdfdoc.PDFStream:
        lines = [self._drawn(placed, page, often) for placed in page.placed if not isinstance(placed, Words)]
        lines += self._marks(page)
        if page.shift != IDENTITY:
            lines = [f"q {_shift(page)} cm", *lines, "Q"]
        return self._stream("\n".join(lines), {})

    def _marks(self, page: Page) -> list[str]:
        if page.marks is None:
            return []
        drawn = operators(page.marks.items, page.marks.style, self, page.label)
        return [f"q {_matrix(1, 0, page.height)} cm\n{drawn}\nQ"]

    def _tagged(self, page: Page, often: set[int]) -> pdfdoc.PDFArray:
        """Streams of a page whose art is marked as decoration; pages with the same words share their stream."""
        streams, first = [], 0
        for placed in page.placed:
            if isinstance(placed, Words):
                streams.append(self._read(placed, first, page.height))
                first += len(placed.runs)
                continue
            drawn = self._drawn(placed, page, often)
            if isinstance(placed, PlacedPicture):
                streams.append(self._stream(f"/Figure<</MCID {first}>>BDC\n{drawn}\nEMC", {}))
                first += 1
            else:
                streams.append(self._stream(_decoration(drawn), {}))
        streams += [self._stream(_decoration(drawn), {}) for drawn in self._marks(page)]
        return pdfdoc.PDFArrayCompact([self._doc.Reference(stream) for stream in streams])

    def _read(self, words: Words, first: int, height: float) -> pdfdoc.PDFStream:
        key = (id(words), first)
        if key not in self._words:
            outer, self._named = self._named, {}
            drawn = tagged_operators(words.runs, first, words.style, self, words.title)
            matrix = _matrix(1, words.x, height - words.y)
            self._words[key] = self._stream(f"q {matrix} cm\n{drawn}\nQ", {}), self._named
            self._named = outer
        stream, named = self._words[key]
        self._named.update(named)
        return stream

    def _drawn(self, placed: Placed | PlacedPicture, page: Page, often: set[int]) -> str:
        if isinstance(placed, PlacedPicture):
            return self._picture(placed, page)
        return self._place(placed, page, often)

    def _place(self, placed: Placed, page: Page, often: set[int]) -> str:
        x, y, side = placed.x, placed.y, placed.scale
        if placed.turned:
            x, y, side = x + placed.face.width * side, y + placed.face.height * side, -side
        window = f"{numbers(placed.window)} re W n"
        drawn = f"/{self._face_form(placed.face)} Do" if id(placed.face) in often else self._draw(placed.face)
        return f"q {_matrix(side, x, page.height - y)} cm {window}\n{drawn}\nQ"

    def _picture(self, placed: PlacedPicture, page: Page) -> str:
        """A picture in its box, or in the round that fits into it."""
        name = "P" + hashlib.sha256(placed.jpeg).hexdigest()[:12]
        if name not in self._doc.idToObject:
            width, height = placed.size
            entries = {
                "Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height,
                "ColorSpace": "/DeviceRGB", "BitsPerComponent": 8, "Filter": "/DCTDecode",
            }  # fmt: skip
            self._digest.update(placed.jpeg)
            stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), placed.jpeg)
            self._doc.Reference(stream, name)
        self._named[name] = "XObject"
        box, clip = placed.box, ""
        if placed.ellipse:
            clip = f"{outline(ellipse(box.cx, box.cy, box.width / 2, box.height / 2))} W n\n"
        drawn = numbers((box.width, 0, 0, -box.height, box.x, box.bottom), 4)
        return f"q {_matrix(1, 0, page.height)} cm\n{clip}{drawn} cm /{name} Do Q"

    def _draw(self, face: Drawing) -> str:
        return operators(face.items, face.style, self, face.title)

    # Resources

    def miss(self, where: str, what: str, remedy: str) -> None:
        if what not in self._missed:
            self._missed.add(what)
            self._faults.add(where or "drawing", None, "", what, remedy)

    def encode(self, path: str, string: str) -> list[tuple[str, str]]:
        runs = self._runs.get((path, string))
        if runs is None:
            runs = self._runs[path, string] = self._kerned(path, string)
        return runs

    def _kerned(self, path: str, string: str) -> list[tuple[str, str]]:
        """A string in as many pieces as it has kerned letters and fonts."""
        moves = kerning(path, string)
        if not moves:
            return [(font, f"({codes}) Tj") for font, codes in self._coded(path, string)]
        runs: list[tuple[str, str]] = []
        start = 0
        for end, move in enumerate(moves, 1):
            if move or end == len(string):
                runs += [(font, f"({codes})") for font, codes in self._coded(path, string[start:end])]
                runs += [(runs[-1][0], number(-1000 * move, 1))] if move else []
                start = end
        return [
            (font, f"[{''.join(part for _, part in parts)}] TJ")
            for font, parts in groupby(runs, key=itemgetter(0))
        ]

    def _coded(self, path: str, string: str) -> list[tuple[str, str]]:
        """A string as runs of (name of a font, escaped codes)."""
        coded = self._codes.get((path, string))
        if coded is None:
            font = self._font(path)
            for character in string:
                if not font.face.charToGlyph.get(ord(character)):
                    what = f"the font has no character {character!r} (U+{ord(character):04X})"
                    self.miss(path, what, "use another font or an icon")
            name, split = font.getSubsetInternalName, font.splitString(string, self._doc)
            coded = self._codes[path, string] = [
                (name(subset, self._doc)[1:], codes.decode("latin-1").translate(_ESCAPES))
                for subset, codes in split
            ]
        return coded

    def _font(self, path: str) -> TTFont:
        if path not in self._fonts:
            shared = ttfont(path)
            for other, font in self._fonts.items():
                if font.face.name == shared.face.name:
                    self._fonts[path] = _same(font, other, path)
                    return font
            font = copy.copy(shared)
            # A subset of its own, of only the letters used; letters keep no readable codes.
            font.state, font._asciiReadable = WeakKeyDictionary(), False  # noqa: SLF001
            font.fontName = path
            self._fonts[path] = font
        return self._fonts[path]

    def symbol(self, name: str, style: Style) -> str:
        key = (id(style.symbols), name)
        if key not in self._forms:
            self._forms[key] = self._form(style.symbols[name].items, style, name)
        return self._use(self._forms[key])

    def inherits(self, name: str, style: Style) -> bool:
        key = (id(style.symbols), name)
        if key not in self._inheriting:
            self._inheriting[key] = inherits(style.symbols[name].items, style, self)
        return self._inheriting[key]

    def _face_form(self, face: Drawing) -> str:
        if id(face) not in self._faces:
            self._faces[id(face)] = self._form(face.items, face.style, face.title)
        return self._use(self._faces[id(face)])

    def _form(self, items: tuple[Item, ...], style: Style, where: str) -> str:
        outer, self._named = self._named, {}
        drawn = operators(items, style, self, where)
        name = f"X{len(self._forms) + len(self._faces) + 1}"
        box = pdfdoc.PDFArrayCompact([number(value) for value in extent_of(items, style)])
        entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": box, "Resources": self._resources()}
        self._doc.Reference(self._stream(drawn, entries), name)
        self._named = outer
        return name

    def _use(self, name: str) -> str:
        self._named[name] = "XObject"
        return name

    def colour(self, ink: Ink, where: str, *, stroke: bool) -> str:
        if self._space is not None:
            return screen_operator(ink, stroke=stroke)
        self._limit(ink, where)
        if ink.spot:
            name = self._spot(ink)
            return f"/{name} CS 1 SCN" if stroke else f"/{name} cs 1 scn"
        return f"{numbers(ink.cmyk)} {'K' if stroke else 'k'}"

    def spaces(self) -> str:
        return "" if self._space is None else f"/ColorSpace<</{SPACE} {self._doc.number(self._space)} 0 R>>"

    def _limit(self, ink: Ink, where: str) -> None:
        most, laid = self._book.ink_limit, 100 * sum(ink.cmyk)
        if most is not None and ink.spot is None and laid > most + 0.01:
            what = f"the palette's colour {ink.name} ({ink.screen}) lays {laid:.4g} % of ink, the target takes {most:g} %"
            remedy = "lower its CMYK values in the theme: black instead of cyan, magenta and yellow"
            self.miss(where, what, remedy)

    def overprints(self, ink: Ink, size: float | None) -> str | None:
        wanted = self._book.overprint
        if wanted is None or not (wanted.spots or wanted.black_text):
            return None
        small = size is not None and size <= wanted.black_text and ink.cmyk == (0, 0, 0, 1)
        over = (wanted.spots and ink.spot not in {None, "All"}) or (small and ink.spot is None)
        name = "GO" if over else "GK"
        self._named[name] = "ExtGState"
        if name not in self._doc.idToObject:
            # Mode 1: a plate that gets none of the ink keeps what it has.
            said = str(over).lower()
            entries = {"Type": "/ExtGState", "OP": said, "op": said, "OPM": int(over)}
            self._doc.Reference(pdfdoc.PDFDictionary(entries), name)
        return name

    def _spot(self, ink: Ink) -> str:
        key = (ink.spot or "", ink.cmyk)
        if key not in self._spots:
            self._spots[key] = f"S{len(self._spots) + 1}"
            tint = f"<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{numbers(ink.cmyk)}] /N 1 >>"
            space = ["/Separation", _name(key[0]), "/DeviceCMYK", tint]
            self._digest.update(repr(space).encode())
            self._doc.Reference(pdfdoc.PDFArrayCompact(space), self._spots[key])
        self._named[self._spots[key]] = "ColorSpace"
        return self._spots[key]

    def _resources(self) -> pdfdoc.PDFResourceDictionary:
        resources = pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.ProcSet = []
        if self._space is not None:
            resources.ColorSpace[SPACE] = pdfdoc.PDFObjectReference(SPACE)
        for name, kind in self._named.items():
            getattr(resources, kind)[name] = pdfdoc.PDFObjectReference(name)
        return resources

    def _stream(self, content: str, entries: dict[str, object]) -> pdfdoc.PDFStream:
        data = content.encode("latin-1")
        self._digest.update(data)
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), data, [pdfdoc.PDFZCompress])


def _same(font: TTFont, path: str, other: str) -> TTFont:
    """A font that lies in two places. Raises PressError if two files share a name without being the same."""
    if Path(path).read_bytes() != Path(other).read_bytes():
        name = font.face.name.decode("latin-1")
        what = f"the font {name} differs from that of the same name in {path}"
        raise PressError(Fault(other, None, "", what, "use one of the two files for both"))
    return font


def _decoration(drawn: str) -> str:
    return f"/Artifact BMC\n{drawn}\nEMC"


def _matrix(side: float, x: float, y: float) -> str:
    """From mm with y downwards to points with y upwards; ``side`` −1 turns by 180°, others also scale."""
    scale = side * _POINT
    return f"{numbers((scale, 0, 0, -scale), 7)} {numbers((x * _POINT, y * _POINT), 4)}"


def _name(text: str) -> str:
    """A PDF name of any text: what is not a plain letter is escaped."""
    return "/" + "".join(chr(c) if chr(c).isalnum() and c < 128 else f"#{c:02X}" for c in text.encode())


def _shift(page: Page) -> str:
    """The page's shift for points with y upwards."""
    a, b, c, d, e, f = page.shift
    across, down = e + c * page.height, page.height - f - d * page.height
    return f"{numbers((a, -b, -c, d), 7)} {numbers((across * _POINT, down * _POINT), 4)}"


def _corners(box: Box, height: float) -> list[str]:
    """A PDF rectangle in points."""
    ends = (box.x, height - box.bottom, box.right, height - box.y)
    return [number(end * _POINT, 4) for end in ends]
