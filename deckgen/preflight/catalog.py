"""All preflight rules: what each requires, and which clause of which standard it comes from.

The texts of ISO 15930 and ISO 16612-2 are sold, not published. Their clause numbers are taken from others
who quote their
public tables of contents or their text; ``~`` before a number marks that. Where nobody does, the
clause is just 6, which holds all technical requirements of each of them. docs/preflight.md is made from
this.
"""

from __future__ import annotations

from deckgen.records import record

CHECKS = {
    "version": "PDF version and file structure",
    "standard": "PDF/X keys, metadata, file ID",
    "intent": "output intent and ICC profile",
    "encryption": "encryption",
    "actions": "scripts, actions, attached files",
    "annotations": "annotations and form fields",
    "layers": "layers",
    "boxes": "media, trim and bleed boxes",
    "size": "page size",
    "order": "page count and order",
    "parts": "document parts of PDF/VT",
    "color": "colors are inks",
    "transparency": "transparency",
    "ink": "ink coverage",
    "fonts": "fonts",
    "images": "images",
    "lines": "hairlines",
    "safe": "text inside the safe zone",
}
"""All checks, in the order of a report; a rule's id begins with one of these keys."""

NORMS = {"x1a": "ISO 15930-4:2003", "x4": "ISO 15930-7:2010", "vt": "ISO 16612-2:2010"}
PDF, PARTS = "ISO 32000-1:2008", "ISO 32000-2:2020"
SHOP_PRACTICE = "practice of print shops"
TARGET = "the target"


@record
class Rule:
    """What a file must satisfy.

    ``x1a``, ``x4`` and ``vt``: the clauses, if it is a rule of these standards. ``elsewhere``: its source
    for all other files; "" if it does not apply to them.
    """

    requirement: str
    x1a: str = ""
    x4: str = ""
    vt: str = ""
    elsewhere: str = ""

    def clause(self, standard: str) -> str:
        if self.vt:
            return f"{NORMS['vt']}, {self.vt}"
        number = {"x1a": self.x1a, "x4": self.x4}.get(standard, "")
        return f"{NORMS[standard]}, {number}" if number else self.elsewhere


RULES = {
    "version.readable": Rule("Every object and operator makes sense.", elsewhere=f"{PDF}, 7"),
    "version.pdf": Rule("PDF 1.3 or 1.4 for X-1a, up to 1.6 for X-4.", x1a="6", x4="~6.1"),
    "version.object-streams": Rule("No object streams, which are of PDF 1.5.", x1a="6"),
    "version.lzw": Rule("No stream is packed with LZW.", x1a="6", x4="6"),
    "version.postscript": Rule("No PostScript XObjects.", x1a="6", x4="~6.14", elsewhere=SHOP_PRACTICE),
    "standard.key": Rule("The Info key GTS_PDFXVersion names the standard.", x1a="6"),
    "standard.xmp": Rule("The XMP names the standard (pdfxid:GTS_PDFXVersion).", x4="~6.10"),
    "standard.title": Rule("Info has a title.", x1a="6", x4="~6.10"),
    "standard.dates": Rule("Info has the dates of creation and of the last change.", x1a="6", x4="~6.10"),
    "standard.trapped": Rule("Info states whether the file is trapped: True or False.", x1a="6 (CGATS ~2.17)", x4="6"),
    "standard.id": Rule("The trailer has a file ID of two parts.", x1a="6", x4="6"),
    "intent.one": Rule("There is one output intent GTS_PDFX.", x1a="6", x4="6"),
    "intent.condition": Rule("The output intent names the printing condition.", x1a="6 (CGATS ~2.16.4)", x4="6"),
    "intent.known": Rule("It embeds a profile, or names the registry where the condition is.", x1a="6", x4="6"),
    "intent.profile": Rule("An embedded profile is an ICC profile of an output device.", x1a="6", x4="6"),
    "intent.version": Rule("An embedded profile is of ICC version 2 for X-1a, up to 4 for X-4.", x1a="6", x4="~6.4"),
    "intent.cmyk": Rule("An embedded profile is for CMYK.", x1a="6"),
    "intent.components": Rule("An embedded profile has N colors.", elsewhere=f"{PDF}, 8.6.5.5"),
    "encryption.none": Rule("The file is not encrypted.", x1a="6", x4="6", elsewhere=SHOP_PRACTICE),
    "actions.javascript": Rule("No JavaScript.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.attached": Rule("No attached files.", x1a="6", x4="6", elsewhere=SHOP_PRACTICE),
    "actions.opening": Rule("Nothing happens when it is opened.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.document": Rule("The document has no additional actions.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.page": Rule("No page has additional actions.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.annotation": Rule("No annotation has an action.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "annotations.form": Rule("No form to fill in.", x1a="6", x4="~6.26", elsewhere=SHOP_PRACTICE),
    "annotations.on-card": Rule(
        "Annotations lie outside of the bleed box; for files of no standard there are none.",
        x1a="6 (CGATS ~2.28)", x4="~6.17", elsewhere=SHOP_PRACTICE,
    ),
    "layers.none": Rule("No layers, which are of PDF 1.5.", x1a="6"),
    "boxes.trim": Rule("Every page has a trim box (or, by the norms, an art box).", x1a="6 (CGATS ~2.10)", x4="6", elsewhere=SHOP_PRACTICE),
    "boxes.art": Rule("No page has both a trim box and an art box.", x1a="6 (CGATS ~2.10)", x4="6", elsewhere=SHOP_PRACTICE),
    "boxes.nested": Rule("The trim box lies in the bleed box, that in the media box.", x1a="6 (CGATS ~2.10)", x4="6",
                         elsewhere=f"{PDF}, 14.11.2"),
    "boxes.bleed": Rule("The art reaches as far beyond the trim as the target asks.", elsewhere=TARGET),
    "boxes.crop": Rule("The crop box hides nothing of the bleed.", elsewhere=SHOP_PRACTICE),
    "size.paper": Rule("The page is one of the target's papers.", elsewhere=TARGET),
    "size.page": Rule("The page is the card and its bleed, where the target leaves no place for marks.", elsewhere=TARGET),
    "size.service": Rule("The card is of a size that the service makes, within 0.2 mm.", elsewhere=TARGET),
    "size.turned": Rule("No page is turned by its Rotate entry.", elsewhere=SHOP_PRACTICE),
    "size.unit": Rule("No page has a unit of its own (UserUnit).", elsewhere=SHOP_PRACTICE),
    "size.alike": Rule("All cards have one size.", elsewhere=SHOP_PRACTICE),
    "order.pages": Rule("There are pages.", elsewhere=SHOP_PRACTICE),
    "order.back-once": Rule("A back that is to come once, at the end, comes nowhere else.", elsewhere=TARGET),
    "order.pairs": Rule("There are as many fronts as backs.", elsewhere=TARGET),
    "order.sides": Rule("Fronts and backs follow each other in the target's order, in each document part.", elsewhere=TARGET),
    "parts.standard": Rule("The file is PDF/X-4.", vt="~6.1"),
    "parts.version": Rule("The XMP names PDF/VT-1 (pdfvtid:GTS_PDFVTVersion).", vt="~6.2"),
    "parts.date": Rule("pdfvtid:GTS_PDFVTModDate is xmp:ModifyDate.", vt="~6.2"),
    "parts.root": Rule(f"The catalog has a DPartRoot with a root node ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.names": Rule(f"NodeNameList has a name for each level, each a name in XML ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.record": Rule(f"RecordLevel is a level that there is ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.nodes": Rule(
        f"Every node is a DPart, and has either an array of arrays of nodes, or pages ({PARTS}, ~14.12.4.1).", vt="~6.3"
    ),
    "parts.parents": Rule(f"Every node names its parent, and stands below one alone ({PARTS}, ~14.12.2).", vt="~6.3"),
    "parts.empty": Rule(f"No part is without pages or parts ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.cover": Rule(
        f"The leaves hold every page once, in the order of the pages ({PARTS}, ~14.12.3).", vt="~6.3"
    ),
    "parts.page": Rule(f"Every page names the leaf that holds it ({PARTS}, ~14.12.3).", vt="~6.3"),
    "parts.metadata": Rule(
        f"Metadata (DPM) are text, numbers, truth values, arrays and dictionaries of them ({PARTS}, ~14.12.4.2).",
        vt="~6.3",
    ),
    "parts.scope": Rule(
        "GTS_Scope is SingleUse, Record, File, Stream, Global or Unknown; Record needs a RecordLevel, Stream and Global a GTS_Env.",
        vt="6",
    ),
    "color.inks": Rule("All colors are inks: gray, CMYK, spots.", x1a="6", elsewhere=SHOP_PRACTICE),
    "color.transfer": Rule("No transfer functions.", x1a="6", x4="~6.13", elsewhere=SHOP_PRACTICE),
    "transparency.opacity": Rule("Everything is opaque.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.soft-mask": Rule("No soft masks.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.blending": Rule("Nothing blends with its ground.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.group": Rule("No transparency groups.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.image": Rule("No image has a soft mask.", x1a="6", elsewhere=SHOP_PRACTICE),
    "ink.limit": Rule("No color lays more ink than the target takes.", elsewhere=TARGET),
    "fonts.named": Rule("Text has a font.", elsewhere=f"{PDF}, 9.3"),
    "fonts.embedded": Rule("Every font in use is embedded.", x1a="6", x4="~6.5", elsewhere=SHOP_PRACTICE),
    "fonts.outlines": Rule("Letters are outlines, not Type 3.", elsewhere=SHOP_PRACTICE),
    "images.here": Rule("No image stands for another (OPI, Alternates).", x1a="6 (CGATS ~3.1.2)", x4="6", elsewhere=SHOP_PRACTICE),
    "images.resolution": Rule("Images have 200 pixels an inch or more where they stand.", elsewhere=SHOP_PRACTICE),
    "lines.hairline": Rule("Lines are 0.25 pt or thicker, or as thick as the target asks.", elsewhere=SHOP_PRACTICE),
    "safe.text": Rule("Text keeps the target's distance from the trim.", elsewhere=TARGET),
}  # fmt: skip
"""All rules by id, in the order of ``CHECKS``."""
