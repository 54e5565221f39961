"""Writes many decks as one PDF/VT-1 file (ISO 16612-2:2010, on PDF/X-4), as they come: memory does not grow with them.

Each deck is a document part with its own metadata, below one for the whole job (ISO 32000-2:2020, 14.12, has the same
tree). What decks share lies in the file once: fonts, symbols and other forms, the pages of backs and reference cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO

from deckgen.errors import Fault, PressError
from deckgen.press.objects import PdfFile, dictionary, name, references, text_string
from deckgen.press.pdf import PageWriter
from deckgen.press.pdfx import DATE

if TYPE_CHECKING:
    from deckgen.press.pages import Book

Metadata = Mapping[str, str | int]
"""What is said of a part, by names of letters."""
_PREFIX = "deckgen_"  # of the names, which are those of nobody else
_LEVELS = ("Job", "Deck")
_RECORD = 1  # the level of what is produced as one piece: a deck
_HINTS = "/GTS_Scope/File/GTS_Encapsulated false"  # forms are used all over this file, and depend on where they are
_XMP = f"""
  <rdf:Description rdf:about="" xmlns:pdfvtid="http://www.npes.org/pdfvt/ns/id/">
   <pdfvtid:GTS_PDFVTVersion>PDF/VT-1</pdfvtid:GTS_PDFVTVersion>
   <pdfvtid:GTS_PDFVTModDate>{DATE}</pdfvtid:GTS_PDFVTModDate>
  </rdf:Description>"""


@dataclass(frozen=True)
class RunPart:
    """One deck of a run: its pages, what its pages' labels begin with, and what is said of it."""

    book: Book
    label: str
    metadata: Metadata


def write_run(stream: BinaryIO, title: str, metadata: Metadata, parts: Iterable[RunPart]) -> int:
    """Write the parts, which are alike but for their pages, and return how many pages there are.

    Raises PressError for what cannot be printed, and if there are no parts. What was written until then is no PDF.
    """
    run = None
    for part in parts:
        run = run or _RunFile(stream, replace(part.book, pages=(), title=title))
        run.add(part)
    if run is None:
        raise PressError(Fault("run", None, "", "there are no decks to print", "choose some with --decks"))
    run.close(metadata)
    return run.pages


class _RunFile:
    """The file in the making."""

    def __init__(self, stream: BinaryIO, book: Book) -> None:
        self._document = PdfFile(book.version, stream.write)
        self._writer = PageWriter(self._document, book, _HINTS)
        self._tree, self._job = self._document.reserve(), self._document.reserve()
        self._nodes: list[int] = []
        self._parts: list[int] = []
        self._labels: list[int] = []
        self.pages = 0

    def add(self, part: RunPart) -> None:
        """Write one deck: its pages below a node of the pages' tree, and its document part."""
        document = self._document
        leaves = self._writer.leaves(part.book.pages)
        own, node = document.reserve(), document.reserve()
        for leaf in leaves:
            leaf.entries["DPart"] = f"{own} 0 R"
        self._writer.put(leaves, node)
        numbers = [leaf.number for leaf in leaves]
        kids = {
            "Type": "/Pages",
            "Parent": f"{self._tree} 0 R",
            "Count": len(leaves),
            "Kids": references(numbers),
        }
        document.put(node, dictionary(kids))
        ends = {"Start": f"{numbers[0]} 0 R", "End": f"{numbers[-1]} 0 R"}
        document.put(own, dictionary({**self._part(part.metadata, self._job), **ends}))
        self._nodes.append(node)
        self._parts.append(own)
        last = self.pages + len(leaves) - 1
        labels = "".join(
            f"{place}<</P{text_string(f'{part.label}, {page.label}')}>>"
            for place, page in enumerate(part.book.pages, self.pages)
        )
        told = document.add(f"<</Limits[{self.pages} {last}]/Nums[{labels}]>>")
        self._labels.append(told)
        self.pages = last + 1

    def _part(self, metadata: Metadata, parent: int) -> dict[str, str]:
        said = "".join(
            f"{name(_PREFIX + key)} {value if isinstance(value, int) else text_string(value)}"
            for key, value in metadata.items()
        )
        return {"Type": "/DPart", "Parent": f"{parent} 0 R", "DPM": f"<<{said}>>"}

    def close(self, metadata: Metadata) -> None:
        """Write what all decks share, and the end of the file."""
        document = self._document
        root = document.reserve()
        document.put(
            self._job, dictionary({**self._part(metadata, root), "DParts": f"[{references(self._parts)}]"})
        )
        levels = {
            "Type": "/DPartRoot",
            "DPartRootNode": f"{self._job} 0 R",
            "NodeNameList": f"[{''.join(map(name, _LEVELS))}]",
            "RecordLevel": _RECORD,
        }
        document.put(root, dictionary(levels))
        document.put(self._tree, f"<</Type/Pages/Count {self.pages}/Kids{references(self._nodes)}>>")
        labels = document.add(f"<</Kids{references(self._labels)}>>")
        document.catalog |= {"DPartRoot": f"{root} 0 R", "PageLabels": f"{labels} 0 R"}
        self._writer.close(self._tree, more=_XMP)
