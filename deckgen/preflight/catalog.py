"""All preflight rules: what each requires, and which clause of which standard it comes from.

The texts of ISO 15930 and ISO 16612-2 are sold, not published. Clause numbers after ``~`` are from others who quote
them; where nobody does, it is 6, which holds all technical requirements. docs/preflight.md is made from this.
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
    "text": "small text in and on several inks",
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
        """Return norm and clause of the rule for a ``standard`` (x1a, x4, or ""), else its source for other files."""
        if self.vt:
            return f"{NORMS['vt']}, {self.vt}"
        number = {"x1a": self.x1a, "x4": self.x4}.get(standard, "")
        return f"{NORMS[standard]}, {number}" if number else self.elsewhere


RULES = {
    "version.readable": Rule("Every object and operator is valid.", elsewhere=f"{PDF}, 7"),
    "version.pdf": Rule("PDF 1.3 or 1.4 for X-1a, up to 1.6 for X-4.", x1a="6", x4="~6.1"),
    "version.object-streams": Rule("No object streams, which need PDF 1.5.", x1a="6"),
    "version.lzw": Rule("No stream is compressed with LZW.", x1a="6", x4="6"),
    "version.postscript": Rule("No PostScript XObjects.", x1a="6", x4="~6.14", elsewhere=SHOP_PRACTICE),
    "standard.key": Rule("The Info key GTS_PDFXVersion names the standard.", x1a="6"),
    "standard.xmp": Rule("The XMP names the standard (pdfxid:GTS_PDFXVersion).", x4="~6.10"),
    "standard.title": Rule("Info has a title.", x1a="6", x4="~6.10"),
    "standard.dates": Rule("Info has the dates of creation and modification.", x1a="6", x4="~6.10"),
    "standard.trapped": Rule("Info states whether the file is trapped: True or False.", x1a="6 (CGATS ~2.17)", x4="6"),
    "standard.id": Rule("The trailer has a file ID of two parts.", x1a="6", x4="6"),
    "intent.one": Rule("There is one output intent GTS_PDFX.", x1a="6", x4="6"),
    "intent.condition": Rule("The output intent names the printing condition.", x1a="6 (CGATS ~2.16.4)", x4="6"),
    "intent.known": Rule("It embeds a profile, or names the registry of the condition.", x1a="6", x4="6"),
    "intent.profile": Rule("An embedded profile is an ICC profile of an output device.", x1a="6", x4="6"),
    "intent.version": Rule("An embedded profile has ICC version 2 for X-1a, at most 4 for X-4.", x1a="6", x4="~6.4"),
    "intent.cmyk": Rule("An embedded profile is for CMYK.", x1a="6"),
    "intent.components": Rule("An embedded profile has N colors.", elsewhere=f"{PDF}, 8.6.5.5"),
    "encryption.none": Rule("The file is not encrypted.", x1a="6", x4="6", elsewhere=SHOP_PRACTICE),
    "actions.javascript": Rule("No JavaScript.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.attached": Rule("No attached files.", x1a="6", x4="6", elsewhere=SHOP_PRACTICE),
    "actions.opening": Rule("No action runs when it is opened.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.document": Rule("The document has no additional actions.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.page": Rule("No page has additional actions.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "actions.annotation": Rule("No annotation has an action.", x1a="6", x4="~6.18", elsewhere=SHOP_PRACTICE),
    "annotations.form": Rule("No form fields.", x1a="6", x4="~6.26", elsewhere=SHOP_PRACTICE),
    "annotations.on-card": Rule(
        "Annotations are outside the bleed box; files of no standard have none.",
        x1a="6 (CGATS ~2.28)", x4="~6.17", elsewhere=SHOP_PRACTICE,
    ),
    "layers.none": Rule("No layers, which need PDF 1.5.", x1a="6"),
    "boxes.trim": Rule("Every page has a trim box (or, for the standards, an art box).", x1a="6 (CGATS ~2.10)", x4="6", elsewhere=SHOP_PRACTICE),
    "boxes.art": Rule("No page has both a trim box and an art box.", x1a="6 (CGATS ~2.10)", x4="6", elsewhere=SHOP_PRACTICE),
    "boxes.nested": Rule("The trim box is inside the bleed box, and that inside the media box.", x1a="6 (CGATS ~2.10)", x4="6",
                         elsewhere=f"{PDF}, 14.11.2"),
    "boxes.bleed": Rule("The art has the bleed that the target requires.", elsewhere=TARGET),
    "boxes.crop": Rule("The crop box hides nothing of the bleed.", elsewhere=SHOP_PRACTICE),
    "size.paper": Rule("The page is one of the target's papers.", elsewhere=TARGET),
    "size.page": Rule("The page is the card and its bleed, if the target has no space for marks.", elsewhere=TARGET),
    "size.service": Rule("The card has a size that the service makes, within 0.2 mm.", elsewhere=TARGET),
    "size.turned": Rule("No page has a Rotate entry that turns it.", elsewhere=SHOP_PRACTICE),
    "size.unit": Rule("No page has its own unit (UserUnit).", elsewhere=SHOP_PRACTICE),
    "size.alike": Rule("All cards have the same size.", elsewhere=SHOP_PRACTICE),
    "order.pages": Rule("The file has pages.", elsewhere=SHOP_PRACTICE),
    "order.back-once": Rule("A back that belongs at the end only is on no other page.", elsewhere=TARGET),
    "order.pairs": Rule("There are as many fronts as backs.", elsewhere=TARGET),
    "order.sides": Rule("Fronts and backs follow each other in the target's order, in each document part.", elsewhere=TARGET),
    "parts.standard": Rule("The file is PDF/X-4.", vt="~6.1"),
    "parts.version": Rule("The XMP names PDF/VT-1 (pdfvtid:GTS_PDFVTVersion).", vt="~6.2"),
    "parts.date": Rule("pdfvtid:GTS_PDFVTModDate is xmp:ModifyDate.", vt="~6.2"),
    "parts.root": Rule(f"The catalog has a DPartRoot with a root node ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.names": Rule(f"NodeNameList has a name for each level, each a name in XML ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.record": Rule(f"RecordLevel is an existing level ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.nodes": Rule(
        f"Every node is a DPart, and has either an array of arrays of nodes, or pages ({PARTS}, ~14.12.4.1).", vt="~6.3"
    ),
    "parts.parents": Rule(f"Every node names its parent, and has just one ({PARTS}, ~14.12.2).", vt="~6.3"),
    "parts.empty": Rule(f"No part is without pages or parts ({PARTS}, ~14.12.4.1).", vt="~6.3"),
    "parts.cover": Rule(
        f"The leaves contain every page once, in page order ({PARTS}, ~14.12.3).", vt="~6.3"
    ),
    "parts.page": Rule(f"Every page names the leaf that contains it ({PARTS}, ~14.12.3).", vt="~6.3"),
    "parts.metadata": Rule(
        f"Metadata (DPM) are text, numbers, booleans, or arrays and dictionaries of them ({PARTS}, ~14.12.4.2).",
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
    "transparency.blending": Rule("Nothing blends with its background.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.group": Rule("No transparency groups.", x1a="6", elsewhere=SHOP_PRACTICE),
    "transparency.image": Rule("No image has a soft mask.", x1a="6", elsewhere=SHOP_PRACTICE),
    "ink.limit": Rule("No color needs more ink than the target allows.", elsewhere=TARGET),
    "fonts.named": Rule("Text has a font.", elsewhere=f"{PDF}, 9.3"),
    "fonts.embedded": Rule("Every font in use is embedded.", x1a="6", x4="~6.5", elsewhere=SHOP_PRACTICE),
    "fonts.outlines": Rule("Fonts are outlines, not Type 3.", elsewhere=SHOP_PRACTICE),
    "text.inks": Rule("Text from 5 to 8 pt is printed in at most two inks.", elsewhere=SHOP_PRACTICE),
    "text.reversed": Rule(
        "Light text from 5 to 7 pt, or 9 pt if it is thin with serifs, leaves holes in at most two inks.", elsewhere=SHOP_PRACTICE
    ),
    "images.here": Rule("No image refers to another (OPI, Alternates).", x1a="6 (CGATS ~3.1.2)", x4="6", elsewhere=SHOP_PRACTICE),
    "images.resolution": Rule("Images have at least 200 pixels per inch at their printed size.", elsewhere=SHOP_PRACTICE),
    "lines.hairline": Rule("Lines are at least 0.25 pt thick, or as thick as the target requires.", elsewhere=SHOP_PRACTICE),
    "safe.text": Rule("Text keeps the target's distance from the trim.", elsewhere=TARGET),
}  # fmt: skip
"""All rules by id, in the order of ``CHECKS``."""
