"""What a file says about itself and its colours, and what PDF/X asks of it: output intent, keys that name the standard, XMP.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 ISO 15930-7. A printing condition that the registry has may be named without
its profile, or with it; any other needs the profile, and words about it in Info, and has no RegistryName (ISO
32000-1:2008, 14.11.5, table 365, which says so of PDF/X; CGATS, Application notes for PDF/X standards, 2006, 3.3).

Colours of the screen are sRGB, and said to be, so that every viewer shows the same: ``/DefaultRGB`` in the resources of all
that paints says what RGB means. A profile of one's own, of the published figures of sRGB, takes a quarter of a kilobyte;
viewers know it, and pass colours on as they are.
"""

from __future__ import annotations

import uuid
from html import escape
from struct import pack
from typing import TYPE_CHECKING, Any

from reportlab.pdfbase.pdfdoc import PDFObjectReference, PDFString

from deckgen import __version__
from deckgen.press.pdf.document import Array, Dictionary, Document
from deckgen.press.target import STANDARDS, Exchange

if TYPE_CHECKING:
    from deckgen.press.pages import Book

REGISTRY = "http://www.color.org"
MAKER = f"deckgen {__version__}"
"""Who makes the files."""
SPACE = "DefaultRGB"
"""What the resources call the colour space that stands for RGB."""
_WHITE = (63190, 65536, 54061)  # D50, in parts of 65536, as all that follows
_PRIMARIES = {"r": (28576, 14581, 912), "g": (25239, 46983, 6361), "b": (9375, 3972, 46787)}
_CURVE = (157286, 62119, 3417, 5072, 2651)  # 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045
DATE = "2000-01-01T00:00:00Z"
"""When all files are made: no clock."""


def facts(book: Book) -> dict[str, Any]:
    """The information dictionary of a file."""
    texts = {"Title": book.title, "Creator": MAKER, "Producer": MAKER}
    info = {key: PDFString(text) for key, text in texts.items() if text} | {"Trapped": "/False"}
    if book.pdfx is not None:
        standard = PDFString(STANDARDS[book.pdfx.standard])
        info["GTS_PDFXVersion"] = standard
        if book.pdfx.standard == "x1a":  # asked for by checkers that know the edition of 2001
            info["GTS_PDFXConformance"] = standard
    return info


def add_intent(document: Document, pdfx: Exchange) -> PDFObjectReference:
    """Add how a file is meant to be printed: its condition, and the profile if there is one."""
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
        entries["DestOutputProfile"] = document.stream({"N": 4}, pdfx.icc.content)
    return document.add(Dictionary(entries))


def metadata(book: Book, identity: bytes, more: str = "") -> bytes:
    """The facts again, as XML, where PDF/X-4 looks for them. ``more`` are descriptions by further standards."""
    assert book.pdfx is not None
    named = uuid.UUID(bytes=identity, version=5)
    values = {
        "pdfxid:GTS_PDFXVersion": STANDARDS[book.pdfx.standard],
        "pdf:Trapped": "False",
        "pdf:Producer": MAKER,
        "xmp:CreatorTool": MAKER,
        "xmp:CreateDate": DATE,
        "xmp:ModifyDate": DATE,
        "xmp:MetadataDate": DATE,
        "xmpMM:DocumentID": f"uuid:{named}",
        "xmpMM:InstanceID": f"uuid:{named}",
        "xmpMM:RenditionClass": "default",
        "xmpMM:VersionID": "1",
    }
    lines = "\n".join(f"   <{key}>{escape(value)}</{key}>" for key, value in values.items())
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(book.title)}</rdf:li></rdf:Alt></dc:title>
{lines}
  </rdf:Description>{more}
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
""".encode()


def add_screen_space(document: Document) -> PDFObjectReference:
    profile = document.stream({"N": 3, "Alternate": "/DeviceRGB"}, icc_profile())
    return document.add(Array(["/ICCBased", profile]))


def icc_profile() -> bytes:
    """The ICC profile of sRGB: IEC 61966-2-1, as ICC.1:2001-12 (version 4.0) writes it."""
    curve = b"para" + bytes(4) + pack(">HH", 3, 0) + _parts(*_CURVE)
    tags = {
        "desc": _text("sRGB"),
        "cprt": _text("CC0"),
        "wtpt": _xyz(_WHITE),
        **{f"{name}XYZ": _xyz(place) for name, place in _PRIMARIES.items()},
        **dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve),
    }
    start = 128 + 4 + 12 * len(tags)
    body, places = b"", {}
    for content in tags.values():
        if content not in places:
            places[content] = start + len(body)
            body += content + bytes(-len(content) % 4)
    table = b"".join(
        name.encode() + pack(">II", places[content], len(content)) for name, content in tags.items()
    )
    head = pack(">I4xI", start + len(body), 0x04000000) + b"mntrRGB XYZ "
    head += pack(">6H", 2000, 1, 1, 0, 0, 0) + b"acsp"  # no clock
    head = head.ljust(68, b"\0") + _parts(*_WHITE)
    return head.ljust(128, b"\0") + pack(">I", len(tags)) + table + body


def _parts(*values: int) -> bytes:
    return pack(f">{len(values)}i", *values)


def _xyz(place: tuple[int, int, int]) -> bytes:
    return b"XYZ " + bytes(4) + _parts(*place)


def _text(text: str) -> bytes:
    encoded = text.encode("utf-16-be")
    return b"mluc" + bytes(4) + pack(">II4sII", 1, 12, b"enUS", len(encoded), 28) + encoded
