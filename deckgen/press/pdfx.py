"""What PDF/X asks of a reportlab document: output intent, keys that name the standard, XMP.

PDF/X-1a:2003 is ISO 15930-4, PDF/X-4 ISO 15930-7. A printing condition that the registry has may be named without
its profile, or with it; any other needs the profile, and words about it in Info, and has no RegistryName (ISO
32000-1:2008, 14.11.5, table 365, which says so of PDF/X; CGATS, Application notes for PDF/X standards, 2006, 3.3).
"""

from __future__ import annotations

import uuid
from html import escape
from typing import Any

from reportlab.pdfbase import pdfdoc

from deckgen.press.target import STANDARDS, Exchange

REGISTRY = "http://www.color.org"
_DATE = "2000-01-01T00:00:00+00:00"  # that of an invariant reportlab document: no clock


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """The information dictionary with the keys of PDF/X."""

    standard = ""

    def format(self, document: Any) -> Any:
        keys = {"GTS_PDFXVersion": pdfdoc.PDFString(STANDARDS[self.standard])}
        if self.standard == "x1a":  # asked for by checkers that know the edition of 2001
            keys["GTS_PDFXConformance"] = pdfdoc.PDFString(STANDARDS[self.standard])
        text = super().format(document)
        added = b"".join(b"/%s %s " % (key.encode(), value.format(document)) for key, value in keys.items())
        return text.replace(b"<<", b"<< " + added, 1)


def prepare_pdfx(document: Any, pdfx: Exchange) -> None:
    """Make a reportlab document PDF/X. Set its title and so on afterwards, and its file ID before it is written."""
    document.info = _Info()
    document.info.standard = pdfx.standard
    entries = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": pdfdoc.PDFString(pdfx.condition),
        "OutputCondition": pdfdoc.PDFString(pdfx.about),
        "Info": pdfdoc.PDFString(pdfx.about),
    }
    if pdfx.registered:
        entries["RegistryName"] = pdfdoc.PDFString(REGISTRY)
    if pdfx.icc is not None:
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": 4}), pdfx.icc.content, [pdfdoc.PDFZCompress])
        entries["DestOutputProfile"] = document.Reference(stream)
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(entries)])
    if pdfx.standard == "x4":
        catalog.Metadata = pdfdoc.XMP(creator=_xmp)


def _xmp(document: Any) -> bytes:
    """The metadata again, as XML, where PDF/X-4 looks for them."""
    info = document.info
    identity = uuid.UUID(bytes=document.signature.digest()[:16], version=5)
    values = {
        "pdfxid:GTS_PDFXVersion": STANDARDS[info.standard],
        "pdf:Trapped": "False",
        "pdf:Producer": info.producer,
        "xmp:CreatorTool": info.creator,
        "xmp:CreateDate": _DATE,
        "xmp:ModifyDate": _DATE,
        "xmp:MetadataDate": _DATE,
        "xmpMM:DocumentID": f"uuid:{identity}",
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
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(info.title)}</rdf:li></rdf:Alt></dc:title>
{lines}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>""".encode()
