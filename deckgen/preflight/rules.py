"""The rules that a file must satisfy: a target's, those of standards it claims, and any print shop's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from deckgen.draw.drawing import IDENTITY, Segment
from deckgen.draw.geometry import compose, transform_outline
from deckgen.draw.outline import Point, flatten
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.press.target import Target

_PATH_OPERATORS = {"cm": "", "m": "M", "l": "L", "c": "C", "h": "Z"}
_LONGEST_DIE_LINE = 2000  # operators
_FEWEST_CORNERS = 3  # of an outline, the first one twice
TITLES = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
_PARTS = "PDF/VT-1"
HAIRLINE = 0.25 * 25.4 / 72
"""The thinnest line that any print shop prints safely, in mm: a quarter of a point."""


@record
class Rules:
    """What to check. Lengths are mm. ``color``: cmyk (only inks) or rgb.

    ``standard``: x1a, x4 or "". ``parts``: whether it is PDF/VT. ``boxes``: whether every page needs a trim box.
    ``ink_limit``: percent. ``papers``: allowed page sizes, ``cards``: allowed trim sizes; () for any. ``order`` and
    ``backs``: as in a target. ``dieline``: a page for the die follows the cards, with the ``outline`` on it, in points. ``slug`` None: any page size.
    """

    title: str
    standard: str = ""
    parts: bool = False
    color: Literal["rgb", "cmyk"] = "cmyk"
    transparency: bool = False
    boxes: bool = True
    bleed: float = 0.0
    slug: float | None = None
    papers: tuple[tuple[float, float], ...] = ()
    cards: tuple[tuple[float, float], ...] = ()
    order: tuple[str, ...] = ()
    backs: str = "each"
    dieline: bool = False
    ink_limit: float | None = None
    hairline: float = HAIRLINE
    safe: float = 0.0
    outline: tuple[Point, ...] = ()


def claimed_standard(document: Any) -> str:
    """Return the PDF/X standard a file claims: "x1a", "x4" or ""."""
    version = str(document.docinfo.get("/GTS_PDFXVersion", ""))
    if version.startswith("PDF/X-1"):
        return "x1a"
    text = metadata_of(document)
    return "x4" if version.startswith("PDF/X-4") or b">PDF/X-4" in text or b'"PDF/X-4' in text else ""


def metadata_of(document: Any) -> bytes:
    """Return the XMP of a file; b"" if it has none."""
    metadata = document.Root.get("/Metadata")
    if not hasattr(metadata, "read_bytes"):
        return b""
    content: bytes = metadata.read_bytes()
    return content


def die_line(document: Any) -> tuple[Point, ...]:
    """Return the corners, in points, of the outline on the last page if its label is dieline; () without it."""
    import pikepdf  # noqa: PLC0415 (slow to import)

    matrix, segments = IDENTITY, list[Segment]()
    try:
        tree = document.Root.get("/PageLabels", {})
        labels = tree.get("/Kids", [tree])[-1].get("/Nums", ())
        if len(labels) < 2 or not str(labels[-1].get("/P", "")).endswith("dieline"):
            return ()
        for step in pikepdf.parse_content_stream(document.pages[-1], " ".join(_PATH_OPERATORS))[:_LONGEST_DIE_LINE]:
            name, values = str(step.operator), [float(number) for number in step.operands]
            if name == "cm":
                matrix = compose(matrix, (*values,))  # type: ignore[arg-type]
            elif name in _PATH_OPERATORS:
                segments += transform_outline(((_PATH_OPERATORS[name], *values),), matrix)
        points = flatten(segments)[0]
        return tuple(points) if len(points) > _FEWEST_CORNERS else ()
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError):
        return ()  # a damaged page, or another program's


def _has_parts(document: Any) -> bool:
    return "/DPartRoot" in document.Root or b"GTS_PDFVTVersion" in metadata_of(document)


def rules_for(document: Any, target: Target | None) -> Rules:
    """Return the rules for a file: a target's (its PDF/X before the claimed one), or those of any print shop (None)."""
    standard, parts = claimed_standard(document), _has_parts(document)
    if target is not None and target.pdfx is not None:
        standard = target.pdfx.standard
    standards = " and ".join(filter(None, (TITLES.get(standard), _PARTS if parts else "")))
    if target is None:
        title = "any print shop" + (f" and {standards}, which it claims to be" if standards else "")
        return Rules(title, standard, parts, transparency=standard == "x4")
    title = target.title + (f" ({standards})" if standards else "")
    rules = Rules(title, standard, parts, target.color, transparency=standard == "x4" or target.color == "rgb")
    rules = replace(rules, ink_limit=target.ink_limit, hairline=target.hairline or HAIRLINE)
    if target.imposition == "sheet":
        from deckgen.draw.paper import find_paper  # noqa: PLC0415
        from deckgen.press.target import ANY  # noqa: PLC0415

        named = () if ANY in target.papers else target.papers
        sizes = tuple((sheet.width, sheet.height) for sheet in map(find_paper, named))
        return replace(rules, boxes=False, papers=sizes)
    outline = die_line(document)
    dieline = target.dieline is not None or bool(outline)
    rules = replace(rules, order=target.order, backs=target.backs, dieline=dieline, outline=outline)
    cards = () if target.other_sizes else tuple((size.width, size.height) for size in target.sizes)
    return replace(rules, bleed=target.bleed, slug=target.slug, safe=target.safe, cards=cards)
