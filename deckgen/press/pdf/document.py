"""PDF files as documents of reportlab: its canvas has the pages, its classes write every object.

This adds the packing of small objects, without which sheets would take three times the space. Reportlab would hold
all decks of a run in memory until the end; ``StreamedDocument`` lets the same classes write each object at once, and
keeps only the offsets.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from itertools import count
from struct import pack
from typing import Any, NamedTuple

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFCatalog,
    PDFDictionary,
    PDFDocument,
    PDFFile,
    PDFIndirectObject,
    PDFInfo,
    PDFName,
    PDFObjectReference,
    PDFPage,
    PDFStream,
    PDFString,
    PDFTrailer,
    format as formatted,
)
from reportlab.pdfgen.canvas import Canvas

from deckgen.press.numbers import format_number

_MIN_COMPRESSED = 160
"""Streams below this size, in bytes, are not worth compressing."""
_LEVEL = 6
_PACKED_VERSION = (1, 5)
"""The first PDF version with object streams: a form has thousands of objects of a few bytes."""
_OBJECTS_PER_STREAM = 100
"""Objects in one stream: readers unpack all of them for one."""
_ENTRY = 8
"""Bytes of an object in the table: one for its type, five for its offset or stream, two for its index."""
_DATE = "D:20000101000000Z"  # fixed, so that the same input gives the same bytes

Corners = tuple[float, float, float, float]
"""The left, lower, right and upper edges of a box, in points."""


class Dictionary(PDFDictionary):  # type: ignore[misc]  # reportlab has no types
    """A dictionary of reportlab, written without line breaks and with cached names."""

    def format(self, document: PDFDocument) -> bytes:
        entries = [(_encode_name(key), _format_value(value, document)) for key, value in self.dict.items()]
        return b"<<%s>>" % b"".join([b"%s %s" % entry for entry in entries])


@lru_cache(maxsize=1024)
def _encode_name(key: str) -> bytes:
    return bytes(PDFName(key), "ascii")


class Array(PDFArray):  # type: ignore[misc]
    """An array of reportlab in one line."""

    def format(self, document: PDFDocument) -> bytes:
        return b"[%s]" % b" ".join([_format_value(value, document) for value in self.sequence])


class _Stream(PDFStream):  # type: ignore[misc]
    """A stream of reportlab whose content is already compressed, if it is to be."""

    def format(self, document: PDFDocument) -> bytes:
        entries = Dictionary({**self.dictionary, "Length": len(self.content)})
        return b"%s\nstream\n%s\nendstream\n" % (entries.format(document), self.content)


def _format_value(value: Any, document: PDFDocument) -> bytes:
    """Return a value as reportlab formats it, with frequent ones cached."""
    if isinstance(value, PDFObjectReference):
        return b"%d %d R" % document.idToObjectNumberAndVersion[value.name]
    if isinstance(value, str | int | float):
        return _format_scalar(value)
    data: bytes = formatted(value, document)
    return data


@lru_cache(maxsize=1 << 12, typed=True)
def _format_scalar(value: str | float) -> bytes:
    data: bytes = formatted(value, None)
    return data


@lru_cache(maxsize=256)
def _format_box(corners: Corners) -> bytes:
    return Array(corners).format(None)


class PageObject(NamedTuple):
    """A PDF page and its reference."""

    reference: PDFObjectReference
    page: PDFPage


def _page_object(
    reference: PDFObjectReference,
    page: PDFPage,
    size: tuple[float, float],
    trim: Corners | None,
    bleed: Corners | None,
) -> PageObject:
    """Return a page with its boxes, in points (None: it has no such box), and its reference."""
    boxes = (0, 0, *size), trim, bleed
    page.MediaBox, page.TrimBox, page.BleedBox = (box and _format_box(box) for box in boxes)
    return PageObject(reference, page)


class Document:
    """A PDF that reportlab's canvas holds until it is saved; ``catalog`` has the entries of its root."""

    def __init__(self, version: tuple[int, int]) -> None:
        self._output = BytesIO()
        with _without_date():
            self._canvas = _Canvas(self._output, version)
        self._pdf = self._canvas._doc  # noqa: SLF001  (reportlab has no other way to it)
        self._names = count(1)
        self.catalog: dict[str, Any] = {}

    def add_page(self, size: tuple[float, float], trim: Corners | None, bleed: Corners | None) -> PageObject:
        """Return a new page; its size and boxes are in points, None for no box."""
        canvas, reference = self._canvas, self._pdf.thisPageRef()
        canvas.setPageSize(size)
        canvas.showPage()
        return _page_object(reference, self._pdf.Pages[-1], size, trim, bleed)

    def write_pages(self, pages: Sequence[PageObject]) -> None:
        """Write complete pages; here, ``save`` writes them."""

    def write_page_tree(self) -> None:
        """Write the tree of all pages; here, ``save`` writes it."""

    def reserve(self) -> PDFObjectReference:
        return PDFObjectReference(f"deckgen{next(self._names)}")

    def put(self, reference: PDFObjectReference, content: Any) -> PDFObjectReference:
        self._pdf.Reference(content, reference.name)
        return reference

    def add(self, content: Any) -> PDFObjectReference:
        return self.put(self.reserve(), content)

    def add_stream(self, entries: Mapping[str, Any], data: bytes, *, packed: bool = False) -> PDFObjectReference:
        """Add a stream and return its reference; compressed unless ``packed`` already, or if not shorter so."""
        filters: dict[str, Any] = {"Filter": "/FlateDecode"} if packed else {}
        if not packed and len(data) >= _MIN_COMPRESSED:
            shorter = compress(data)
            if len(shorter) + 20 < len(data):
                data, filters = shorter, {"Filter": "/FlateDecode"}
        return self.add_plain_stream({**entries, **filters}, data)

    def add_plain_stream(self, entries: Mapping[str, Any], data: bytes) -> PDFObjectReference:
        return self.add(_Stream(entries, data))

    def save(self, info: Mapping[str, Any]) -> bytes:
        """Return the file, whose ID is a hash of its content; ``info``: entries of the Info dictionary."""
        self._pdf.info = DocumentInfo(info)
        for key, value in self.catalog.items():
            set_entry(self._pdf.Catalog, key, value)
        self._canvas.save()
        return self._output.getvalue()


class StreamedDocument(Document):
    """A PDF of version 1.5 or later; objects go to ``write`` as bytes when they are ``put``, none are kept."""

    def __init__(self, version: tuple[int, int], write: Callable[[bytes], object]) -> None:
        with _without_date():
            self._pdf = PDFDocument(invariant=1, pdfVersion=version)
        self._pdf.idToObjectNumberAndVersion = _Numbers()
        self._pdf.__accum__ = _StreamedFile(self._pdf, version, write)
        self._packer = _Packer(self._pdf, lambda _: self.reserve())
        self._numbers = count(1)
        self.catalog = {"Pages": self.reserve()}
        self._nodes: list[PDFObjectReference] = []
        self._page_count = 0

    def add_page(self, size: tuple[float, float], trim: Corners | None, bleed: Corners | None) -> PageObject:
        """Return a page that ``write_pages`` must write; its size and boxes are in points, None for no box."""
        return _page_object(self.reserve(), PDFPage(), size, trim, bleed)

    def write_pages(self, pages: Sequence[PageObject]) -> None:
        """Write pages below a new node of the page tree."""
        node = self.reserve()
        for page_object in pages:
            set_entry(page_object.page, "Parent", node)
            if isinstance(page_object.page.Contents, Array):  # else reportlab would number it
                page_object.page.Contents = self.add(page_object.page.Contents)
            self.put(page_object.reference, page_object.page)
        kids = Array([page_object.reference for page_object in pages])
        tree = self.catalog["Pages"]
        self.put(node, Dictionary({"Type": "/Pages", "Parent": tree, "Count": len(pages), "Kids": kids}))
        self._nodes.append(node)
        self._page_count += len(pages)

    def write_page_tree(self) -> None:
        """Write the root of the page tree."""
        tree = {"Type": "/Pages", "Count": self._page_count, "Kids": Array(self._nodes)}
        self.put(self.catalog["Pages"], Dictionary(tree))

    def reserve(self) -> PDFObjectReference:
        """Return a reference to an object that is written later; its name is its number."""
        return PDFObjectReference(next(self._numbers))

    def put(self, reference: PDFObjectReference, content: Any) -> PDFObjectReference:
        """Write the object that a reference was reserved for; return the reference."""
        self._packer.write(reference.name, content)
        return reference

    def save(self, info: Mapping[str, Any]) -> bytes:
        """Write the catalog and the cross-reference table; return b"", as all is written already."""
        catalog = self._pdf.Catalog
        info_reference = self.add(DocumentInfo(info))
        catalog.Outlines = None
        for key, value in self.catalog.items():
            set_entry(catalog, key, value if isinstance(value, PDFObjectReference) else self.add(value))
        self._packer.close(self.add(catalog), info_reference)
        return b""


class _Canvas(Canvas):  # type: ignore[misc]  # reportlab has no types
    """A canvas whose pages begin empty: reportlab's begin with Helvetica, which is not embedded."""

    def __init__(self, output: BytesIO, version: tuple[int, int]) -> None:
        super().__init__(output, invariant=1, pdfVersion=version)
        if version >= _PACKED_VERSION:
            self._doc = _PackedDocument(invariant=1, pdfVersion=version)

    def _make_preamble(self) -> None:
        self._preamble = ""


@contextmanager
def _without_date() -> Iterator[None]:
    """Hide SOURCE_DATE_EPOCH from reportlab, which would put it into the file's ID."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


class DocumentInfo(PDFInfo):  # type: ignore[misc]
    """The information dictionary: the last object whose content counts for the file's ID."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        super().__init__()
        self._entries = {**entries, **dict.fromkeys(("CreationDate", "ModDate"), PDFString(_DATE))}

    def format(self, document: PDFDocument) -> bytes:
        """Return the dictionary's bytes, and set the file's ID."""
        content: bytes = Dictionary(self._entries).format(document)
        for data in (*document.__accum__.strings, content):
            document.updateSignature(data)
        document.ID()
        return content


class _PackedDocument(PDFDocument):  # type: ignore[misc]
    """A document whose small objects go together into compressed streams, which reportlab does not do."""

    def format(self) -> bytes:
        """Return the bytes of the whole file."""
        self.__accum__ = PDFFile(self._pdfVersion)
        packer = _Packer(self, self.Reference)
        for index in count(1):  # writing objects may add more
            if index not in self.numberToId:
                break
            packer.write(self.numberToId[index], self.idToObject[self.numberToId[index]])
        packer.close(self.Reference(self.Catalog), self.Reference(self.info))
        content: bytes = self.__accum__.format(self)
        return content


class _Packer:
    """Adds objects to a file, small ones in shared streams, then their offsets. ``register`` numbers a new object."""

    def __init__(self, document: PDFDocument, register: Callable[[PDFStream], PDFObjectReference]) -> None:
        self._document, self._register = document, register
        self._table = bytearray(pack(">BBIH", 0, 0, 0, 65535))
        self._small: list[tuple[int, bytes]] = []

    def write(self, key: Any, content: Any) -> int:
        """Write a stream, or keep any other object for the next shared stream; return its number."""
        document = self._document
        number, _ = document.idToObjectNumberAndVersion[key]
        if not isinstance(content, PDFStream):
            data = formatted(content, document, toplevel=1)
            document.updateSignature(data)
            self._small.append((number, data))
            if len(self._small) == _OBJECTS_PER_STREAM:
                self._pack()
        elif number * _ENTRY >= len(self._table) or not self._table[number * _ENTRY]:
            offset = document.__accum__.add(PDFIndirectObject(key, content).format(document))
            self._set_location(number, 1, offset)
        return int(number)

    def close(self, root: PDFObjectReference, info: PDFObjectReference) -> None:
        """Write the cross-reference stream with the offsets of all objects, and the trailer."""
        self._pack()
        document, file, stream = self._document, self._document.__accum__, _Stream()
        reference = self._register(stream)
        number, _ = document.idToObjectNumberAndVersion[reference.name]
        offset, size = file.offset, number + 1
        self._set_location(number, 1, offset)
        stream.content = zlib.compress(bytes(self._table), _LEVEL)
        trailer = {"Size": size, "Root": root, "Info": info, "ID": document.ID()}
        entries = {"Type": "/XRef", "W": Array([1, 5, 2]), "Filter": "/FlateDecode", **trailer}
        stream.dictionary = entries
        file.add(PDFIndirectObject(reference.name, stream).format(document))
        _, start, end = PDFTrailer(offset, **trailer).format(document).partition(b"startxref")
        file.add(start + end)

    def _set_location(self, number: int, kind: int, offset: int, index: int = 0) -> None:
        """Store where an object is: type 1, offset in the file; 2, ``index`` in the stream numbered ``offset``."""
        start = number * _ENTRY
        self._table += bytes(max(0, start + _ENTRY - len(self._table)))
        self._table[start : start + _ENTRY] = pack(">BBIH", kind, offset >> 32, offset & 0xFFFFFFFF, index)

    def _pack(self) -> None:
        """Write the waiting small objects, if any, as one stream, headed by their numbers and offsets."""
        if not self._small:
            return
        small, numbers_and_offsets, offset = self._small, [], 0
        self._small = []
        for number, content in small:
            numbers_and_offsets.append(b"%d %d" % (number, offset))
            offset += len(content) + 1
        head = b" ".join(numbers_and_offsets) + b"\n"
        entries = {"Type": "/ObjStm", "N": len(small), "First": len(head), "Filter": "/FlateDecode"}
        body = zlib.compress(head + b"\n".join([content for _, content in small]), _LEVEL)
        stream = _Stream(entries, body)
        stream_number = self.write(self._register(stream).name, stream)
        for index, (number, _) in enumerate(small):
            self._set_location(number, 2, stream_number, index)


class _Numbers(dict[int, tuple[int, int]]):
    def __missing__(self, key: int) -> tuple[int, int]:
        """Return number and generation of an object whose name is its number."""
        return key, 0


class _StreamedFile(PDFFile):  # type: ignore[misc]
    """A file of reportlab whose parts are written at once instead of collected."""

    def __init__(self, document: PDFDocument, version: tuple[int, int], write: Callable[[bytes], object]) -> None:
        self._document, self._write_part = document, write
        super().__init__(version)

    def add(self, s: bytes) -> int:
        """Write bytes at once; return their offset in the file."""
        offset: int = super().add(s)
        data = self.strings.pop()
        self._write_part(data)
        self._document.updateSignature(data)
        return offset


def set_entry(holder: PDFCatalog, key: str, value: Any) -> None:
    """Set an entry of a page or a catalog, even one that reportlab does not know."""
    if key not in holder.__NoDefault__:
        holder.__NoDefault__ = [*holder.__NoDefault__, key]
    setattr(holder, key, value)


def name_object(text: str) -> str:
    """Return any text as a PDF name, with all but plain letters and digits escaped."""
    return "/" + "".join(chr(c) if chr(c).isalnum() and c < 128 else f"#{c:02X}" for c in text.encode())


def number_array(values: Iterable[float], digits: int = 3) -> Array:
    return Array([format_number(value, digits) for value in values])


@lru_cache(maxsize=256)  # decks of a run share their backs and reference cards
def compress(data: bytes) -> bytes:
    return zlib.compress(data, _LEVEL)
