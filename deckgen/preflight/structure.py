"""Checks of a file's structure: version, metadata, intent, boxes, order, and content unfit for print."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pikepdf

from deckgen.preflight.parts import check_parts, record_ranges
from deckgen.preflight.report import DAMAGE, Finding, damage_finding
from deckgen.preflight.rules import TITLES, Rules

_MM = 25.4 / 72
_TOLERANCE = 0.02  # mm: more than points rounded to four decimals, less than a printer can see
_CUT_TOLERANCE, _PAPER_TOLERANCE = 0.2, 0.1  # mm
_DEEPEST_TREE = 100  # nodes above a page
_VERSIONS = {"x1a": ("1.3", "1.4"), "x4": ("1.3", "1.4", "1.5", "1.6")}
_NEWEST = {
    "x1a": 2,
    "x4": 4,
}  # versions of ICC profiles that PDF 1.4 and 1.6 know: ISO 32000-1:2008, table 67
_INFO = {"/Title": "a title", "/CreationDate": "a creation date", "/ModDate": "a modification date"}
_WRITE_AGAIN = "write the file again with deckgen, or export it as PDF/X"


def check_structure(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield all findings but those in painted content; a check that meets damage ends with a finding about it."""
    checks: list[tuple[int, Iterator[Finding]]] = [
        (0, _check_file(document, rules)),
        (0, _check_actions(document)),
    ]
    if rules.standard:
        checks += [(0, _check_metadata(document, rules)), (0, _check_output_intent(document, rules))]
    if len(document.pages) == 1:
        rules = replace(rules, cards=())  # a box, not a deck
    checks += [(number, _check_page(page, number, rules)) for number, page in enumerate(document.pages, 1)]
    checks.append((0, _check_same_size(document)))
    if rules.parts:
        checks.append((0, check_parts(document, rules)))
    if rules.order:
        checks.append((0, _check_order(document, rules)))
    for number, findings in checks:
        try:
            yield from findings
        except (pikepdf.PdfError, *DAMAGE):
            yield damage_finding(number)


def _check_file(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings about encryption, PDF version, layers and compression, and for no pages."""
    if document.is_encrypted:
        remedy = "save it without a password or restrictions"
        yield Finding("encryption.none", 0, "the file is encrypted", remedy)
    allowed = _VERSIONS.get(rules.standard)
    if allowed and document.pdf_version not in allowed:
        yield Finding("version.pdf", 0, f"it is PDF {document.pdf_version}", f"save it as PDF {allowed[-1]}")
    if rules.standard == "x1a" and document.trailer.get("/Type") == "/XRef":
        yield Finding("version.object-streams", 0, "it has object streams, which PDF 1.4 lacks", "save it as PDF 1.4")
    if rules.standard == "x1a" and "/OCProperties" in document.Root:
        yield Finding("layers.none", 0, "it has layers", "flatten the layers before exporting")
    if not document.pages:
        yield Finding("order.pages", 0, "it has no pages", "write it again")
    for stream in document.objects if rules.standard else ():
        if isinstance(stream, pikepdf.Stream) and "/LZWDecode" in _filters(stream):
            yield Finding("version.lzw", 0, "a stream is packed with LZW", _WRITE_AGAIN)
            return


def _filters(stream: Any) -> list[str]:
    """Return the names of a stream's filters, the outermost first; [] for none."""
    used = stream.get("/Filter", ())
    return [str(used)] if isinstance(used, pikepdf.Name) else [str(name) for name in used]


def _check_actions(document: pikepdf.Pdf) -> Iterator[Finding]:
    """Yield findings on scripts, attached files, actions of document and pages, and a form to fill in."""
    root, remedy = document.Root, "remove it: nothing may run or open on a press"
    names = root.get("/Names", pikepdf.Dictionary())
    if "/JavaScript" in names:
        yield Finding("actions.javascript", 0, "it contains JavaScript", remedy)
    if "/EmbeddedFiles" in names or "/AF" in root:
        yield Finding("actions.attached", 0, "other files are attached to it", "remove them")
    action = root.get("/OpenAction")
    if isinstance(action, pikepdf.Dictionary) and action.get("/S") != "/GoTo":
        yield Finding("actions.opening", 0, "it runs an action when opened", remedy)
    if "/AA" in root:
        yield Finding("actions.document", 0, "the document has actions", remedy)
    if "/AcroForm" in root:
        yield Finding("annotations.form", 0, "it has a form to fill in", "flatten the form")
    for number, page in enumerate(document.pages, 1):
        if "/AA" in page.obj:
            yield Finding("actions.page", number, "the page has actions", remedy)


def _check_metadata(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings: PDF/X keys, title, dates, Trapped, ID, XMP."""
    info, standard = document.docinfo, rules.standard
    standard_name = TITLES[standard]
    if standard == "x1a" and str(info.get("/GTS_PDFXVersion", "")) != standard_name:
        yield Finding("standard.key", 0, f"the key GTS_PDFXVersion is not {standard_name}", _WRITE_AGAIN)
    for key, title in _INFO.items():
        if not str(info.get(key, "")):
            rule = "standard.title" if key == "/Title" else "standard.dates"
            yield Finding(rule, 0, f"it has no {title.removeprefix('a ')}", f"give it {title}")
    if str(info.get("/Trapped", "")) not in {"/True", "/False"}:
        yield Finding("standard.trapped", 0, "Trapped is missing or invalid", "set Trapped to False or True")
    identity = document.trailer.get("/ID")
    if identity is None or len(identity) != 2 or not all(bytes(part) for part in identity):
        yield Finding("standard.id", 0, "it has no file ID", _WRITE_AGAIN)
    metadata = document.Root.get("/Metadata")
    if standard == "x4" and (metadata is None or standard_name.encode() not in metadata.read_bytes()):
        yield Finding("standard.xmp", 0, f"its XMP does not name {standard_name}", _WRITE_AGAIN)


def _check_output_intent(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings: not one output intent for PDF/X, no condition, no profile or registry, an unfit profile."""
    declared = document.Root.get("/OutputIntents", ())
    intents = [intent for intent in declared if intent.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        message = "it has no output intent" if not intents else "it has several output intents for PDF/X"
        yield Finding("intent.one", 0, message, "name the printing condition, such as FOGRA39, once")
        return
    intent = intents[0]
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield Finding(
            "intent.condition", 0, "its output intent names no printing condition", "name it, such as FOGRA39"
        )
    profile = intent.get("/DestOutputProfile")
    if profile is None:
        if "color.org" not in str(intent.get("/RegistryName", "")):
            message = "its output intent has neither a profile nor the registry's name"
            yield Finding("intent.known", 0, message, "add RegistryName http://www.color.org or a profile")
        return
    head = profile.read_bytes()[:40]
    if head[36:40] != b"acsp" or head[12:16] != b"prtr":
        yield Finding("intent.profile", 0, "the embedded profile is not for printing", "embed another")
    elif head[8] > _NEWEST[rules.standard]:
        message = f"the embedded profile has ICC version {head[8]}"
        yield Finding("intent.version", 0, message, f"embed a profile of version {_NEWEST[rules.standard]}")
    elif rules.standard == "x1a" and head[16:20] != b"CMYK":
        yield Finding("intent.cmyk", 0, "the embedded profile is not for CMYK", "embed a CMYK profile")
    elif int(profile.get("/N", 0)) != {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}.get(head[16:20]):
        message = "the embedded profile does not have the number of colors in its N entry"
        yield Finding("intent.components", 0, message, _WRITE_AGAIN)


def _box(page: pikepdf.Page, name: str) -> tuple[float, ...] | None:
    """Return a page's box, in points: left, bottom, right, top; None without. Media and crop boxes may be inherited."""
    node: Any = page.obj
    for _ in range(_DEEPEST_TREE):
        if node is None:
            break
        if name in node:
            x1, y1, x2, y2 = (float(value) for value in node[name])
            return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
        node = node.get("/Parent") if name in {"/MediaBox", "/CropBox"} else None
    return None


def _inside(inner: tuple[float, ...], outer: tuple[float, ...], gap: float = 0.0) -> bool:
    """Return whether a box is in another, at least ``gap`` mm from its edges; boxes in points."""
    gaps = (inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])
    return min(gaps) * _MM >= gap - _TOLERANCE


def _check_page(page: pikepdf.Page, number: int, rules: Rules) -> Iterator[Finding]:
    """Yield findings about the boxes, size, rotation and annotations of a page; ``number`` from 1."""
    yield from _check_rotation(page, number)
    media = _box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
    size = ((media[2] - media[0]) * _MM, (media[3] - media[1]) * _MM)
    if rules.papers and not _has_size(size, rules.papers, _PAPER_TOLERANCE):
        message = f"the page is {size[0]:.1f} × {size[1]:.1f} mm, not a paper of this target"
        yield Finding("size.paper", number, message, "write it again with another --paper")
    trim, bleed, crop = (_box(page, name) for name in ("/TrimBox", "/BleedBox", "/CropBox"))
    yield from _check_annotations(page, number, bleed or trim or media, rules)
    if trim is None:
        if rules.boxes and not (rules.standard and "/ArtBox" in page.obj):
            remedy = "set the TrimBox to where the card is cut"
            yield Finding("boxes.trim", number, "it has no trim box", remedy)
        return
    if "/ArtBox" in page.obj:
        message = "it has both a trim box and an art box"
        yield Finding("boxes.art", number, message, "remove the ArtBox")
    card = ((trim[2] - trim[0]) * _MM, (trim[3] - trim[1]) * _MM)
    if rules.cards and not _has_size(card, rules.cards, _CUT_TOLERANCE):
        message = f"the card is {card[0]:.1f} × {card[1]:.1f} mm, not a size of this service"
        yield Finding("size.service", number, message, "choose a size that deckgen targets lists")
    outer = bleed or media
    if not _inside(trim, outer) or not _inside(outer, media):
        message = "its boxes are not nested"
        yield Finding("boxes.nested", number, message, "nest TrimBox in BleedBox in MediaBox")
        return
    if rules.bleed and not _inside(trim, outer, rules.bleed):
        message = f"the art has less than {rules.bleed:.3f} mm of bleed beyond the trim"
        yield Finding("boxes.bleed", number, message, "enlarge the art and the BleedBox")
    if crop is not None and not _inside(outer, crop):
        message = "the crop box hides part of the bleed"
        yield Finding("boxes.crop", number, message, "remove the CropBox")
    if rules.slug == 0 and not all(
        abs((m - t) * s - rules.bleed) <= _TOLERANCE
        for m, t, s in zip(media, trim, (-_MM, -_MM, _MM, _MM), strict=True)
    ):
        width, height = ((trim[i + 2] - trim[i]) * _MM + 2 * rules.bleed for i in (0, 1))
        message = f"the page is {size[0]:.2f} × {size[1]:.2f} mm, not {width:.2f} × {height:.2f}"
        yield Finding("size.page", number, message, "make it as large as the card with its bleed")


def _check_rotation(page: pikepdf.Page, number: int) -> Iterator[Finding]:
    """Yield findings: a page that is turned, or has a unit of its own."""
    if int(page.obj.get("/Rotate", 0)) % 360:
        yield Finding("size.turned", number, "the page is turned by its Rotate entry", "turn the art instead")
    if float(page.obj.get("/UserUnit", 1)) != 1:
        yield Finding("size.unit", number, "the page has its own unit", "remove the UserUnit")


def _check_annotations(page: pikepdf.Page, number: int, area: tuple[float, ...], rules: Rules) -> Iterator[Finding]:
    """Yield findings: annotations on the ``area`` (points; elsewhere the standards allow them) or with an action."""
    for annotation in page.obj.get("/Annots", ()):
        if "/A" in annotation or "/AA" in annotation:
            message = "an annotation has an action"
            yield Finding("actions.annotation", number, message, "remove it")
        kind = str(annotation.get("/Subtype", ""))
        if kind in {"/TrapNet", "/PrinterMark"}:
            continue
        x1, y1, x2, y2 = (float(value) for value in annotation.get("/Rect", (0, 0, 0, 0)))
        is_outside = x2 <= area[0] or x1 >= area[2] or y2 <= area[1] or y1 >= area[3]
        if not is_outside or not rules.standard:
            message = f"an annotation ({kind[1:]}) is on the card"
            yield Finding("annotations.on-card", number, message, "remove it")


def _has_size(size: tuple[float, float], allowed: Iterable[tuple[float, float]], tolerance: float) -> bool:
    """Return whether a page or card has one of the ``allowed`` sizes, in either orientation; all in mm."""
    ways = (way for sides in allowed for way in (sides, sides[::-1]))
    return any(max(abs(size[0] - width), abs(size[1] - height)) <= tolerance for width, height in ways)


def _check_same_size(document: pikepdf.Pdf) -> Iterator[Finding]:
    """Yield findings for pages whose trim size differs from that of most; pages without a trim box are skipped."""
    sizes: dict[int, tuple[float, float]] = {}
    for number, page in enumerate(document.pages, 1):
        if box := _box(page, "/TrimBox"):
            sizes[number] = (round((box[2] - box[0]) * _MM, 1), round((box[3] - box[1]) * _MM, 1))
    if len(set(sizes.values())) > 1:
        usual = Counter(sizes.values()).most_common(1)[0][0]
        for number, size in sizes.items():
            if size != usual:
                message = f"the card is {size[0]:g} × {size[1]:g} mm, others {usual[0]:g} × {usual[1]:g}"
                yield Finding("size.alike", number, message, "make all pages alike")


def _check_order(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings unless fronts and backs are in the rules' order, deck by deck."""
    if rules.order == ("front",) or len(document.pages) == 1:  # one page alone is a box, not a deck
        return
    fingerprints = [_fingerprint(page) for page in document.pages]
    decks = record_ranges(document) if rules.parts else [range(1, len(fingerprints) + 1)]
    if rules.dieline:  # the last page is the die's
        decks = [deck[:-1] for deck in decks]
    check = _check_single_back if rules.backs == "once" else _check_pairs
    for deck in decks:
        yield from check([fingerprints[number - 1] for number in deck], deck.start, rules)


def _check_single_back(fingerprints: list[bytes], first: int, _: Rules) -> Iterator[Finding]:
    """Yield a finding if a deck's last page, its only back, is on an earlier page too; it starts at page ``first``."""
    if fingerprints and fingerprints.count(fingerprints[-1]) > 1:
        message = "the back at the end is also on an earlier page"
        yield Finding("order.back-once", first + len(fingerprints) - 1, message, "put it at the end only")


def _check_pairs(fingerprints: list[bytes], first: int, rules: Rules) -> Iterator[Finding]:
    """Yield findings: an odd number of pages; if all backs are the same, sides that do not alternate from ``first``."""
    if len(fingerprints) % 2:
        message = f"{len(fingerprints)} pages are not pairs of fronts and backs"
        yield Finding("order.pairs", 0 if first == 1 else first, message, "add what is missing")
    back = rules.order.index("back")
    back_fingerprint, count = Counter(fingerprints).most_common(1)[0] if fingerprints else (b"", 0)
    if count < max(2, len(fingerprints) / 4):
        return  # the backs differ: the order is unknown
    for number, fingerprint in enumerate(fingerprints):
        if (fingerprint == back_fingerprint) != (number % 2 == back):
            is_, should = ("back", "front") if fingerprint == back_fingerprint else ("front", "back")
            message = f"it is a {is_} where a {should} should be"
            remedy = f"the order is {', '.join(rules.order)}, and so on"
            yield Finding("order.sides", first + number, message, remedy)


def _fingerprint(page: pikepdf.Page) -> bytes:
    """Return a hash that is equal for pages that look alike: of their operators and XObjects."""
    page.contents_coalesce()
    contents = page.obj.get("/Contents")
    data = contents.read_bytes() if isinstance(contents, pikepdf.Stream) else b""
    used = page.obj.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
    names: dict[str, Any] = {str(name): form.objgen for name, form in used.items()}
    return hashlib.sha256(data + repr(sorted(names.items())).encode()).digest()
