"""Writes many decks as one PDF/VT-1 file (ISO 16612-2:2010, on PDF/X-4), deck by deck with constant memory.

Each deck is a document part with its own metadata, below one for the whole job (ISO 32000-2:2020, 14.12, has the same
tree). Decks share fonts, symbols and other forms, pages of backs and reference cards, each in the file once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen.errors import PressError, Problem
from deckgen.press.pdf.document import Array, Dictionary, StreamedDocument, name_object, set_entry
from deckgen.press.pdf.standards import DATE
from deckgen.press.pdf.writer import PageWriter, page_labels
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.press.pages import Book

Metadata = Mapping[str, str | int]
"""Values of a document part, by names of letters."""
_PREFIX = "deckgen_"  # of metadata names, so that they are unique to deckgen
_LEVELS = ("Job", "Deck")
_RECORD_LEVEL = 1  # the level of decks, which are produced as one piece
_HINTS = {
    "GTS_Scope": "/File",
    "GTS_Encapsulated": "false",
}  # forms are used throughout this file, and depend on their resources
_XMP = f"""
  <rdf:Description rdf:about="" xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">
   <pdfvtid:GTS_PDFVTVersion>PDF/VT-1</pdfvtid:GTS_PDFVTVersion>
   <pdfvtid:GTS_PDFVTModDate>{DATE}</pdfvtid:GTS_PDFVTModDate>
  </rdf:Description>"""


@record
class DocumentPart:
    """One deck of a run: its pages, the prefix of their labels, and its metadata."""

    book: Book
    label: str
    metadata: Metadata


def write_run(stream: BinaryIO, title: str, metadata: Metadata, parts: Iterable[DocumentPart]) -> int:
    """Write the parts to ``stream``, with ``metadata`` of the whole job, and return the number of pages.

    All parts must have the options of the first one's book, except its pages. Raises PressError for anything that
    cannot be printed, and if there are no parts; the bytes written until then are no PDF.
    """
    run = None
    for part in parts:
        run = run or _RunFile(stream, replace(part.book, pages=(), title=title))
        run.add(part)
    if run is None:
        raise PressError(Problem("run", None, "", "there are no decks to print", "choose some with --decks"))
    run.close(metadata)
    return run.page_count


class _RunFile:
    """The file being written; ``book`` gives its title and options."""

    def __init__(self, stream: BinaryIO, book: Book) -> None:
        self._document = StreamedDocument(book.version, stream.write)
        self._writer = PageWriter(self._document, book, _HINTS)
        self._job = self._document.reserve()
        self._parts: list[PDFObjectReference] = []
        self._labels: list[PDFObjectReference] = []
        self.page_count = 0

    def add(self, part: DocumentPart) -> None:
        """Write one deck: its pages below a node of the page tree, and its document part."""
        document = self._document
        page_objects = self._writer.write_contents(part.book.pages)
        part_node = document.reserve()
        for page_object in page_objects:
            set_entry(page_object.page, "DPart", part_node)
        document.write_pages(page_objects)
        page_range = {"Start": page_objects[0].reference, "End": page_objects[-1].reference}
        document.put(part_node, Dictionary({**self._part_entries(part.metadata, self._job), **page_range}))
        self._parts.append(part_node)
        last_index = self.page_count + len(page_objects) - 1
        labels = page_labels(
            (index, f"{part.label}, {page.label}") for index, page in enumerate(part.book.pages, self.page_count)
        )
        limits = Array([self.page_count, last_index])
        self._labels.append(document.add(Dictionary({"Limits": limits, "Nums": labels})))
        self.page_count = last_index + 1

    def _part_entries(self, metadata: Metadata, parent: PDFObjectReference) -> dict[str, Any]:
        entries = {
            _PREFIX + key: value if isinstance(value, int) else PDFString(value) for key, value in metadata.items()
        }
        return {"Type": "/DPart", "Parent": parent, "DPM": Dictionary(entries)}

    def close(self, metadata: Metadata) -> None:
        """Write the job's part with its metadata, the tree of parts, labels, and the end of the file."""
        document = self._document
        root = document.reserve()
        parts = Array([Array(self._parts)])
        document.put(self._job, Dictionary({**self._part_entries(metadata, root), "DParts": parts}))
        levels = {
            "Type": "/DPartRoot",
            "DPartRootNode": self._job,
            "NodeNameList": Array(map(name_object, _LEVELS)),
            "RecordLevel": _RECORD_LEVEL,
        }
        document.put(root, Dictionary(levels))
        document.write_page_tree()
        labels = Dictionary({"Kids": Array(self._labels)})
        document.catalog |= {"DPartRoot": root, "PageLabels": labels}
        self._writer.close(extra_xmp=_XMP)
