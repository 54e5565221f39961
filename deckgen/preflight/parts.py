"""Document parts of PDF/VT-1: the tree that assigns pages to decks, and the file's metadata about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf

from deckgen.preflight.report import DAMAGE, Finding
from deckgen.preflight.rules import Rules, metadata_of
from deckgen.records import record

_SCOPES = {"/SingleUse", "/Record", "/File", "/Stream", "/Global", "/Unknown"}
_REWRITE = "write the file again with deckgen, or another program for PDF/VT-1"
_NAME = re.compile(r"/[A-Za-z_:][A-Za-z0-9._:-]*")  # XML names, in characters that all programs read
_DEEPEST = 20  # values in values
_ObjectId = tuple[int, int]


@record
class _PageRange:
    """Pages ``first`` to ``last`` (from 1) of a ``node``; ``record`` is the number of its record, 0 for none."""

    node: _ObjectId
    first: int
    last: int
    record: int


@dataclass
class _PartTree:
    """The part tree of one document, walked from its root, and its findings; ``pages``: page numbers by object."""

    pages: dict[_ObjectId, int]
    record_level: int | None
    leaves: list[_PageRange] = field(default_factory=list)
    findings: dict[Finding, None] = field(default_factory=dict)
    deepest: int = 0
    _records: int = 0

    def add_finding(self, rule: str, message: str, page: int = 0) -> None:
        self.findings[Finding(rule, page, message, _REWRITE)] = None

    def walk(self, root: Any, above: _ObjectId) -> None:
        """Visit all nodes from the root on, in page order; ``above``: what the root must name as its parent."""
        seen: set[_ObjectId] = set()
        waiting: list[tuple[Any, _ObjectId, int]] = [(root, above, 0)]
        while waiting:
            node, parent, level = waiting.pop()
            if not isinstance(node, pikepdf.Dictionary) or node.get("/Type") != "/DPart":
                self.add_finding("parts.nodes", "a node is not a document part")
                continue
            if node.objgen in seen:
                self.add_finding("parts.parents", "a part has several parents")
                continue
            seen.add(node.objgen)
            self.deepest = max(self.deepest, level)
            self._records += level == self.record_level
            if getattr(node.get("/Parent"), "objgen", None) != parent:
                self.add_finding("parts.parents", "a part does not name its parent")
            if "/DPM" in node and not self._is_plain(node.DPM):
                self.add_finding("parts.metadata", "a part's metadata are neither text nor numbers")
            below = self._children(node)
            waiting += [(child, node.objgen, level + 1) for child in reversed(below)]

    def _children(self, node: Any) -> list[Any]:
        """Return the nodes below one, [] for a leaf or a damaged one; record the pages of a leaf, and findings."""
        has_parts, has_pages = "/DParts" in node, "/Start" in node
        if has_parts and has_pages:
            self.add_finding("parts.nodes", "a part has both pages and parts")
        elif has_pages:
            self._add_leaf(node)
        elif not has_parts or not len(node.DParts):
            self.add_finding("parts.empty", "a part has neither pages nor parts")
        elif not all(isinstance(group, pikepdf.Array) for group in node.DParts):
            self.add_finding("parts.nodes", "a part's children are not an array of arrays")
        else:
            below = [child for group in node.DParts for child in group]
            if not below:
                self.add_finding("parts.empty", "a part has neither pages nor parts")
            return below
        return []

    def _is_plain(self, value: Any, depth: int = 0) -> bool:
        """Return whether metadata are text, numbers, booleans, or arrays and dictionaries of them."""
        if depth > _DEEPEST or isinstance(value, (pikepdf.Stream, pikepdf.Name)):
            return False
        if isinstance(value, pikepdf.Dictionary):
            return all(self._is_plain(inner_value, depth + 1) for inner_value in value.values())
        if isinstance(value, pikepdf.Array):
            return all(self._is_plain(inner_value, depth + 1) for inner_value in value)
        return value is not None

    def _add_leaf(self, node: Any) -> None:
        """Add the page range of a leaf, or a finding if its ends are no pages in order; without End it is one page."""
        start = self.pages.get(node.Start.objgen)
        end = self.pages.get(node.get("/End", node.Start).objgen)
        if start is None or end is None:
            self.add_finding("parts.nodes", "a part begins or ends with an object that is not a page")
        elif end < start:
            self.add_finding("parts.cover", "a part ends before it begins", start)
        else:
            self.leaves.append(_PageRange(node.objgen, start, end, self._records))


def check_parts(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings about document parts and what the file declares of them; if it has no tree, about that."""
    yield from _check_declaration(document, rules)
    root = document.Root.get("/DPartRoot")
    if not isinstance(root, pikepdf.Dictionary) or "/DPartRootNode" not in root:
        yield Finding("parts.root", 0, "it has no tree of document parts", _REWRITE)
        return
    tree = _read_tree(document)
    yield from tree.findings
    yield from _check_levels(root, tree)
    yield from _check_coverage(tree.leaves, len(document.pages))
    yield from _check_page_links(document, tree.leaves)
    yield from _check_scopes(document, tree)


def record_ranges(document: pikepdf.Pdf) -> list[range]:
    """Return the page numbers (from 1) of each record, a deck; one range of all pages if the parts are damaged."""
    all_pages = [range(1, len(document.pages) + 1)]
    try:
        leaves = _read_tree(document).leaves
    except DAMAGE:
        return all_pages
    ends_by_record: dict[int, list[int]] = {}
    for number, leaf in enumerate(leaves):
        ends_by_record.setdefault(leaf.record or -number - 1, []).extend((leaf.first, leaf.last))
    return [range(min(ends), max(ends) + 1) for ends in ends_by_record.values()] or all_pages


def _read_tree(document: pikepdf.Pdf) -> _PartTree:
    """Return the tree of document parts, walked already. May raise any error of DAMAGE."""
    root = document.Root.DPartRoot
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    level = root.get("/RecordLevel")
    tree = _PartTree(numbers, level if isinstance(level, int) else None)
    tree.walk(root.DPartRootNode, root.objgen)
    return tree


def _check_declaration(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings if the file is not PDF/X-4, or its XMP lacks the version and date of PDF/VT-1."""
    if rules.standard != "x4":
        yield Finding("parts.standard", 0, "it is not PDF/X-4, which PDF/VT-1 requires", _REWRITE)
    text = metadata_of(document)
    if _xmp_value(text, b"GTS_PDFVTVersion") != b"PDF/VT-1":
        yield Finding("parts.version", 0, "its XMP does not name PDF/VT-1", _REWRITE)
    date = _xmp_value(text, b"GTS_PDFVTModDate")
    if not date or date != _xmp_value(text, b"ModifyDate"):
        yield Finding("parts.date", 0, "its XMP lacks the modification date for PDF/VT", _REWRITE)


def _xmp_value(text: bytes, key: bytes) -> bytes:
    """Return the value of an XMP key, an element or an attribute; b"" if there is none."""
    pattern = rb":" + key + rb"(?:(?:\s[^<>=]*=[^<>]*)?>|\s*=\s*[\"'])([^<\"']*)[<\"']"
    match = re.search(pattern, text)
    return match[1].strip() if match else b""


def _check_levels(root: Any, tree: _PartTree) -> Iterator[Finding]:
    """Yield findings on names and numbers of levels; the root node is level 0."""
    names = root.get("/NodeNameList")
    if names is not None:
        if len(names) != tree.deepest + 1:
            message = f"its parts have {len(names)} level names, but {tree.deepest + 1} levels"
            yield Finding("parts.names", 0, message, _REWRITE)
        if not all(isinstance(name, pikepdf.Name) and _NAME.fullmatch(str(name)) for name in names):
            yield Finding("parts.names", 0, "a level name of its parts is not an XML name", _REWRITE)
    level = root.get("/RecordLevel")
    if level is not None and not (isinstance(level, int) and 0 <= level <= tree.deepest):
        yield Finding("parts.record", 0, "its RecordLevel is not a level of its parts", _REWRITE)


def _check_coverage(leaves: Iterable[_PageRange], page_count: int) -> Iterator[Finding]:
    """Yield findings unless leaves follow each other without a gap, from the first page to the last."""
    next_page = 1
    for leaf in leaves:
        if leaf.first > next_page:
            yield Finding("parts.cover", next_page, "it is in no part, or parts are out of order", _REWRITE)
        elif leaf.first < next_page:
            yield Finding("parts.cover", leaf.first, "it is in several parts, or parts are out of order", _REWRITE)
        next_page = max(next_page, leaf.last + 1)
    if next_page <= page_count:
        yield Finding("parts.cover", next_page, "it is in no part", _REWRITE)


def _check_page_links(document: pikepdf.Pdf, leaves: Iterable[_PageRange]) -> Iterator[Finding]:
    """Yield a finding for each page that does not name its part; ``_check_coverage`` finds pages in several parts."""
    part_by_page = {number: leaf.node for leaf in leaves for number in range(leaf.first, leaf.last + 1)}
    for number, page in enumerate(document.pages, 1):
        if number in part_by_page and getattr(page.obj.get("/DPart"), "objgen", None) != part_by_page[number]:
            yield Finding("parts.page", number, "it does not name its document part", _REWRITE)


def _check_scopes(document: pikepdf.Pdf, tree: _PartTree) -> Iterator[Finding]:
    """Yield findings on hints about which pages share a form or an image."""
    for stream in document.objects:
        if isinstance(stream, pikepdf.Stream) and (scope := str(stream.get("/GTS_Scope", ""))):
            if scope not in _SCOPES:
                yield Finding("parts.scope", 0, f"{scope[1:]} is not a scope of a form or image", _REWRITE)
            elif scope == "/Record" and tree.record_level is None:
                yield Finding("parts.scope", 0, "an object is for one record, without RecordLevel", _REWRITE)
            elif scope in {"/Stream", "/Global"} and "/GTS_Env" not in stream:
                yield Finding("parts.scope", 0, "an object for several files names no GTS_Env", _REWRITE)
