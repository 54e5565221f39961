"""A file's data about itself and its colors, as PDF/X requires: output intent, version keys, XMP.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 ISO 15930-7. A printing condition in the ICC's registry may be named with or
without its profile; any other needs its profile and a description in Info, and has no RegistryName (ISO
32000-1:2008, 14.11.5, table 365, on PDF/X; CGATS, Application notes for PDF/X standards, 2006, 3.3).

``/DefaultRGB`` in the resources of all that paints declares screen colors as sRGB, the same in every viewer.
``srgb.icc``, of the published figures of sRGB, takes 250 bytes; viewers recognize it and pass colors on unchanged.
"""

from __future__ import annotations

import uuid
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen import __version__
from deckgen.press.pdf.document import Array, Dictionary, Document
from deckgen.press.target import STANDARDS, Exchange

if TYPE_CHECKING:
    from deckgen.press.pages import Book

REGISTRY = "http://www.color.org"
PRODUCER = f"deckgen {__version__}"
"""The program's name in files."""
RGB_SPACE = "DefaultRGB"
"""The resource name of the color space that replaces DeviceRGB."""
_SRGB = Path(__file__).with_name(
    "srgb.icc"
)  # made by srgb_profile() in tests/support/icc_profiles.py, of the published figures
_XMP_TEMPLATE = Path(__file__).with_name("metadata.xml")
DATE = "2000-01-01T00:00:00Z"
"""The creation date of all files, so that the same input gives the same bytes."""


def document_info(book: Book) -> dict[str, Any]:
    """Return the entries of a file's information dictionary, without its dates."""
    texts = {"Title": book.title, "Creator": PRODUCER, "Producer": PRODUCER}
    info = {key: PDFString(text) for key, text in texts.items() if text} | {"Trapped": "/False"}
    if book.pdfx is not None:
        standard = PDFString(STANDARDS[book.pdfx.standard])
        info["GTS_PDFXVersion"] = standard
        if book.pdfx.standard == "x1a":  # required by checkers that follow the edition of 2001
            info["GTS_PDFXConformance"] = standard
    return info


def add_intent(document: Document, pdfx: Exchange) -> PDFObjectReference:
    """Add the output intent, a printing condition and its profile if there is one; return its reference."""
    entries = {
        "Type": "/OutputIntent",
        "S": "/GTS_PDFX",
        "OutputConditionIdentifier": PDFString(pdfx.condition),
        "OutputCondition": PDFString(pdfx.about),
        "Info": PDFString(pdfx.about),
    }
    if pdfx.registered:
        entries["RegistryName"] = PDFString(REGISTRY)
    if pdfx.icc is not None:
        entries["DestOutputProfile"] = document.add_stream({"N": 4}, pdfx.icc.content)
    return document.add(Dictionary(entries))


def xmp_metadata(book: Book, identity: bytes, extra: str = "") -> bytes:
    """Return the document info as XMP for PDF/X-4; ``identity``: the file's ID, 16 bytes; ``extra``: more XMP."""
    assert book.pdfx is not None
    return (
        _XMP_TEMPLATE.read_text(encoding="utf-8")
        .format(
            mark="\ufeff",
            title=escape(book.title),
            standard=STANDARDS[book.pdfx.standard],
            maker=PRODUCER,
            date=DATE,
            identity=uuid.UUID(bytes=identity, version=5),
            more=extra,
        )
        .encode()
    )


def add_rgb_space(document: Document) -> PDFObjectReference:
    profile = document.add_stream({"N": 3, "Alternate": "/DeviceRGB"}, _SRGB.read_bytes())
    return document.add(Array(["/ICCBased", profile]))
