"""Writes pages as PDF: native CMYK or sRGB, embedded subsets of fonts, the same bytes each time."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from reportlab.pdfbase.pdfdoc import XMP, PDFObjectReference, PDFString

from deckgen.draw.drawing import IDENTITY
from deckgen.draw.geometry import Box, ellipse
from deckgen.draw.truetype import read_font
from deckgen.errors import PressError, Problem, Problems
from deckgen.press.numbers import format_numbers
from deckgen.press.pages import PlacedFace, PlacedPicture, TaggedText
from deckgen.press.pdf.document import (
    Array,
    Corners,
    Dictionary,
    Document,
    Leaf,
    name,
    number_array,
    set_entry,
)
from deckgen.press.pdf.fonts import add_font
from deckgen.press.pdf.operators import (
    Inking,
    Letters,
    Meaning,
    SharedForm,
    Used,
    Vocabulary,
    extent_of,
    outline,
    recalled,
    vocabulary,
)
from deckgen.press.pdf.standards import (
    RGB_SPACE,
    add_output_intent,
    add_rgb_space,
    document_info,
    xmp_metadata,
)

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Style
    from deckgen.press.pages import Book, Page

_POINT = 72 / 25.4  # points in a mm
_ALIKE = 512  # streams of pages of which another that is alike may come


def pdf(book: Book, finish: Callable[[Document, PageWriter], None] | None = None) -> bytes:
    """The whole file; ``finish`` adds what is no drawing, such as form fields.

    Raises PressError for a color without an ink, and for two fonts of one name.
    """
    document = Document(book.version)
    writer = PageWriter(document, book)
    writer.leaves(book.pages)
    if finish is not None:
        finish(document, writer)
    labels = page_labels((index, page.label) for index, page in enumerate(book.pages) if page.label)
    if labels.sequence:
        document.catalog["PageLabels"] = Dictionary({"Nums": labels})
    return writer.close()


def page_labels(labels: Iterable[tuple[int, str]]) -> Array:
    return Array([part for index, label in labels for part in (index, Dictionary({"P": PDFString(label)}))])


class PageWriter:
    """Adds pages of one look to a file, and at its end what they share: fonts, symbols, spaces of colors.

    ``book`` says what the file is; its own pages may be some of many. ``hints`` are entries of all forms.
    """

    def __init__(self, document: Document, book: Book, hints: Mapping[str, str] | None = None) -> None:
        self._document, self._book, self._hints = document, book, hints or {}
        self._inking = Inking(book.color, book.ink_limit, book.overprint)
        self._places: dict[Style, int] = {}
        self._words: dict[Style, Vocabulary] = {}
        self._shown: set[tuple[str, str]] = set()
        self._objects: dict[str, tuple[str, PDFObjectReference]] = {}
        self._fonts: dict[tuple[str, int], tuple[str, PDFObjectReference]] = {}
        self._spots: dict[tuple[str | None, tuple[float, ...]], PDFObjectReference] = {}
        self._faces: dict[Drawing, str] = {}
        self._often: set[Drawing] = set()
        self._read: dict[tuple[TaggedText, int], tuple[PDFObjectReference, frozenset[str]]] = {}
        # Pages and forms that are alike, such as backs, share their streams, and all that use the same names resources.
        self._streams: dict[object, PDFObjectReference] = {}
        self._resources: dict[object, PDFObjectReference] = {}
        self.spaces: dict[str, Dictionary] = {}
        """The entry about colors in the resources of all that paints; empty if there is none."""
        if book.color == "rgb":
            self.spaces["ColorSpace"] = Dictionary({RGB_SPACE: add_rgb_space(document)})

    def vocabulary(self, style: Style) -> Vocabulary:
        """What a style's things are called in this file."""
        if style not in self._words:
            place = self._places.setdefault(style, len(self._places))
            self._words[style] = vocabulary(style, self._inking, place)
        return self._words[style]

    # Pages

    def leaves(self, pages: Iterable[Page]) -> list[Leaf]:
        """Write what is on pages; the pages themselves are left to be ``put``.

        Raises PressError for all that cannot be printed.
        """
        self._words.clear()
        self._read.clear()
        pages = tuple(pages)
        every = [placed.face for page in pages for placed in page.placed if isinstance(placed, PlacedFace)]
        every += [page.marks for page in pages if page.marks is not None]
        self._often = {face for face, count in Counter(every).items() if count > 1}
        made = [self._leaf(page) for page in pages]
        self._check()
        return made

    def _check(self) -> None:
        problems = Problems()
        told: set[str] = set()
        for words in self._words.values():
            for where, what, remedy in words.missed:
                if what not in told:
                    problems.add(where or "drawing", None, "", what, remedy)
                    told.add(what)
        problems.raise_as(PressError)

    def close(self, *, more: str = "") -> bytes:
        """Write what all pages share, and return the file. ``more`` goes into the XMP.

        Raises PressError for all that could not be printed.
        """
        document, book = self._document, self._book
        self._check()
        letters: defaultdict[str, set[str]] = defaultdict(set)
        for path, string in self._shown:
            letters[read_font(path).name].update(string)
        for (called, page), (path, own) in self._fonts.items():
            add_font(document, own, path, page, letters[called])
        if book.pdfx is not None:
            document.catalog["OutputIntents"] = Array([add_output_intent(document, book.pdfx)])
        document.catalog["ViewerPreferences"] = self._view()
        if book.pdfx is not None and book.pdfx.standard == "x4":
            document.catalog["Metadata"] = XMP(
                creator=lambda file: xmp_metadata(book, file.signature.digest(), more)
            )
        return document.save(document_info(book))

    def _view(self) -> Dictionary:
        book = self._book
        view = {"DisplayDocTitle": "true"}
        if not book.scaling:
            view["PrintScaling"] = "/None"
        if book.duplex:
            view["Duplex"] = f"/{book.duplex}"
        return Dictionary(view)

    def _leaf(self, page: Page) -> Leaf:
        names: set[str] = set()
        trim, bleed = (box and _corners(box, page.height) for box in (page.trim, page.bleed))
        size = round(page.width * _POINT, 4), round(page.height * _POINT, 4)
        leaf = self._document.add_page(size, trim, bleed)
        content = self._tagged(page, names) if page.tagged else self._content(page, names)
        set_entry(leaf.page, "Contents", content)
        set_entry(leaf.page, "Resources", self._used(frozenset(names)))
        return leaf

    def _content(self, page: Page, names: set[str]) -> PDFObjectReference:
        lines = [
            self._drawn(placed, page, names) for placed in page.placed if not isinstance(placed, TaggedText)
        ]
        lines += self._marks(page, names)
        if page.shift != IDENTITY:
            lines = [f"q {_shift(page)} cm", *lines, "Q"]
        return self._stream("\n".join(lines))

    def _stream(
        self,
        content: str,
        box: tuple[float, ...] | None = None,
        resources: PDFObjectReference | None = None,
    ) -> PDFObjectReference:
        def add() -> PDFObjectReference:
            entries: dict[str, object] = {}
            if box is not None:
                entries = {"Type": "/XObject", "Subtype": "/Form", "BBox": number_array(box)}
                entries |= {"Resources": resources, **self._hints}
            return self._document.stream(entries, f"{content}\n".encode("latin-1"))

        return recalled(self._streams, (content, box, resources), add, _ALIKE)

    def _marks(self, page: Page, names: set[str]) -> list[str]:
        if page.marks is None:
            return []
        drawn = self._face(page.marks, names, page.label)
        return [f"q {_matrix(1, 0, page.height)} cm\n{drawn}\nQ"]

    def _tagged(self, page: Page, names: set[str]) -> Array:
        """Streams of a page whose art is marked as decoration; pages with the same words share their stream."""
        streams, first = [], 0
        for placed in page.placed:
            if isinstance(placed, TaggedText):
                streams.append(self._heard(placed, first, page.height, names))
                first += len(placed.runs)
                continue
            drawn = self._drawn(placed, page, names)
            if isinstance(placed, PlacedPicture):
                streams.append(self._stream(f"/Figure<</MCID {first}>>BDC\n{drawn}\nEMC"))
                first += 1
            else:
                streams.append(self._stream(_decoration(drawn)))
        streams += [self._stream(_decoration(drawn)) for drawn in self._marks(page, names)]
        return Array(streams)

    def _heard(self, words: TaggedText, first: int, height: float, names: set[str]) -> PDFObjectReference:
        key = words, first
        if key not in self._read:
            vocabulary, used = self.vocabulary(words.style), Used()
            drawn = vocabulary.tagged(words.runs, first, words.title, used)
            matrix = _matrix(1, words.x, height - words.y)
            stream = self._stream(f"q {matrix} cm\n{drawn}\nQ")
            self._read[key] = stream, frozenset(self._named(used, vocabulary))
        stream, own = self._read[key]
        names |= own
        return stream

    def _drawn(self, placed: PlacedFace | PlacedPicture, page: Page, names: set[str]) -> str:
        if isinstance(placed, PlacedPicture):
            return self._picture(placed, page, names)
        x, y, side = placed.x, placed.y, placed.scale
        if placed.turned:
            x, y, side = x + placed.face.width * side, y + placed.face.height * side, -side
        window = f"{format_numbers(placed.window)} re W n"
        drawn = self._face(placed.face, names, placed.face.title)
        return f"q {_matrix(side, x, page.height - y)} cm {window}\n{drawn}\nQ"

    def _face(self, face: Drawing, names: set[str], where: str) -> str:
        """What draws a face; one that lies in several places, such as a back, is a form."""
        vocabulary = self.vocabulary(face.style)
        if face not in self._often:
            used = Used()
            drawn = vocabulary.operators(face.items, where, used)
            names |= self._named(used, vocabulary)
            return drawn
        called = recalled(self._faces, face, lambda: self._face_form(face, vocabulary, where), _ALIKE)
        names.add(called)
        return f"/{called} Do"

    def _face_form(self, face: Drawing, vocabulary: Vocabulary, where: str) -> str:
        used = Used()
        content = vocabulary.operators(face.items, where, used)
        own = self._form(SharedForm(content, extent_of(face.items, face.style), used), vocabulary)
        called = f"D{own.name}"
        self._objects[called] = "XObject", own
        return called

    def _picture(self, placed: PlacedPicture, page: Page, names: set[str]) -> str:
        """A picture in its box, or in the round that fits into it."""
        called = "P" + hashlib.sha256(placed.jpeg).hexdigest()[:12]
        if called not in self._objects:
            width, height = placed.size
            entries = {
                "Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height,
                "ColorSpace": "/DeviceRGB", "BitsPerComponent": 8, "Filter": "/DCTDecode",
            }  # fmt: skip
            self._objects[called] = "XObject", self._document.plain_stream(entries, placed.jpeg)
        names.add(called)
        box, clip = placed.box, ""
        if placed.ellipse:
            clip = f"{outline(ellipse(box.cx, box.cy, box.width / 2, box.height / 2))} W n\n"
        drawn = format_numbers((box.width, 0, 0, -box.height, box.x, box.bottom), 4)
        return f"q {_matrix(1, 0, page.height)} cm\n{clip}{drawn} cm /{called} Do Q"

    # Resources

    def _named(self, used: Used, vocabulary: Vocabulary) -> set[str]:
        self._shown |= used.strings
        names = {called for look in used.looks for called in look.names}
        for called in sorted(names - self._objects.keys()):
            self._objects[called] = self._add(vocabulary.meanings[called], vocabulary)
        return names

    def _add(self, meaning: Meaning, vocabulary: Vocabulary) -> tuple[str, PDFObjectReference]:
        document = self._document
        if isinstance(meaning, Letters):
            return "Font", self._font(meaning)
        if isinstance(meaning, SharedForm):
            return "XObject", self._form(meaning, vocabulary)
        if isinstance(meaning, bool):
            # Mode 1: a plate that gets none of the ink keeps what it has.
            on = str(meaning).lower()
            state = {"Type": "/ExtGState", "OP": on, "op": on, "OPM": int(meaning)}
            return "ExtGState", document.add(Dictionary(state))
        key = (meaning.spot, meaning.cmyk)
        if key not in self._spots:
            ends = {"C0": Array([0, 0, 0, 0]), "C1": number_array(meaning.cmyk)}
            tint = Dictionary({"FunctionType": 2, "Domain": Array([0, 1]), "N": 1, **ends})
            self._spots[key] = document.add(
                Array(["/Separation", name(meaning.spot or ""), "/DeviceCMYK", tint])
            )
        return "ColorSpace", self._spots[key]

    def _font(self, font: Letters) -> PDFObjectReference:
        """A font, once for all files that are the same. Raises PressError if two share a name without being the same."""
        called = read_font(font.path).name
        if (called, font.page) not in self._fonts:
            self._fonts[called, font.page] = font.path, self._document.reserve()
        path, own = self._fonts[called, font.page]
        if path != font.path and Path(path).read_bytes() != Path(font.path).read_bytes():
            what = f"the font {called} differs from that of the same name in {path}"
            raise PressError(Problem(font.path, None, "", what, "use one of the two files for both"))
        return own

    def _form(self, form: SharedForm, vocabulary: Vocabulary) -> PDFObjectReference:
        resources = self._used(frozenset(self._named(form.used, vocabulary)))
        return self._stream(form.content, form.box, resources)

    def _used(self, names: frozenset[str]) -> PDFObjectReference:
        return recalled(self._resources, names, lambda: self._add_resources(names), _ALIKE)

    def _add_resources(self, names: frozenset[str]) -> PDFObjectReference:
        kinds: defaultdict[str, dict[str, PDFObjectReference]] = defaultdict(dict)
        for called in sorted(names):
            kind, own = self._objects[called]
            kinds[kind][called] = own
        entries = {kind: Dictionary(objects) for kind, objects in sorted(kinds.items())}
        return self._document.add(Dictionary({**entries, **self.spaces}))


def _decoration(drawn: str) -> str:
    return f"/Artifact BMC\n{drawn}\nEMC"


@lru_cache(maxsize=256)  # most pages have the same
def _matrix(side: float, x: float, y: float) -> str:
    """From mm with y downwards to points with y upwards; ``side`` −1 turns by 180°, others also scale."""
    scale = side * _POINT
    return f"{format_numbers((scale, 0, 0, -scale), 7)} {format_numbers((x * _POINT, y * _POINT), 4)}"


def _shift(page: Page) -> str:
    """The page's shift for points with y upwards."""
    a, b, c, d, e, f = page.shift
    across, down = e + c * page.height, page.height - f - d * page.height
    return f"{format_numbers((a, -b, -c, d), 7)} {format_numbers((across * _POINT, down * _POINT), 4)}"


@lru_cache(maxsize=256)
def _corners(box: Box, height: float) -> Corners:
    """A PDF rectangle in points."""
    left, lower, right, upper = (
        round(end * _POINT, 4) for end in (box.x, height - box.bottom, box.right, height - box.y)
    )
    return left, lower, right, upper
