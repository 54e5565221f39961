"""Document parts of PDF/VT-1: the tree that says which pages are one deck, and what the file says of itself."""

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
_AGAIN = "write the file again with deckgen, or another program for PDF/VT-1"
_NAME = re.compile(r"/[A-Za-z_:][A-Za-z0-9._:-]*")  # the names of XML, in letters that all programs read
_DEEPEST = 20  # values in values
_Place = tuple[int, int]


@record
class _Leaf:
    """Pages ``first`` to ``last`` of a ``node``, in the record of this number."""

    node: _Place
    first: int
    last: int
    record: int


@dataclass
class _Tree:
    """The tree of one document, walked from its root; what is wrong on the way is ``found``."""

    pages: dict[_Place, int]
    record_level: int | None
    leaves: list[_Leaf] = field(default_factory=list)
    found: dict[Finding, None] = field(default_factory=dict)
    deepest: int = 0
    _records: int = 0

    def find(self, rule: str, what: str, page: int = 0) -> None:
        self.found[Finding(rule, page, what, _AGAIN)] = None

    def walk(self, root: Any, above: _Place) -> None:
        """Go through all nodes from the root on, in the order of their pages."""
        seen: set[_Place] = set()
        waiting: list[tuple[Any, _Place, int]] = [(root, above, 0)]
        while waiting:
            node, parent, level = waiting.pop()
            if not isinstance(node, pikepdf.Dictionary) or node.get("/Type") != "/DPart":
                self.find("parts.nodes", "a node is no document part")
                continue
            if node.objgen in seen:
                self.find("parts.parents", "a part stands below several")
                continue
            seen.add(node.objgen)
            self.deepest = max(self.deepest, level)
            self._records += level == self.record_level
            if getattr(node.get("/Parent"), "objgen", None) != parent:
                self.find("parts.parents", "a part does not name the one above it")
            if "/DPM" in node and not self._plain(node.DPM):
                self.find("parts.metadata", "the metadata of a part are neither text nor numbers")
            below = self._below(node)
            waiting += [(child, node.objgen, level + 1) for child in reversed(below)]

    def _below(self, node: Any) -> list[Any]:
        """The nodes below one; a leaf is kept instead."""
        inner, leaf = "/DParts" in node, "/Start" in node
        if inner and leaf:
            self.find("parts.nodes", "a part has both pages and parts")
        elif leaf:
            self._leaf(node)
        elif not inner or not len(node.DParts):
            self.find("parts.empty", "a part has neither pages nor parts")
        elif not all(isinstance(each, pikepdf.Array) for each in node.DParts):
            self.find("parts.nodes", "the parts below one are no array of arrays")
        else:
            below = [child for each in node.DParts for child in each]
            if not below:
                self.find("parts.empty", "a part has neither pages nor parts")
            return below
        return []

    def _plain(self, value: Any, depth: int = 0) -> bool:
        """Whether metadata are text, numbers, truth values, or arrays and dictionaries of them."""
        if depth > _DEEPEST or isinstance(value, (pikepdf.Stream, pikepdf.Name)):
            return False
        if isinstance(value, pikepdf.Dictionary):
            return all(self._plain(each, depth + 1) for each in value.values())
        if isinstance(value, pikepdf.Array):
            return all(self._plain(each, depth + 1) for each in value)
        return value is not None

    def _leaf(self, node: Any) -> None:
        start = self.pages.get(node.Start.objgen)
        end = self.pages.get(node.get("/End", node.Start).objgen)
        if start is None or end is None:
            self.find("parts.nodes", "a part begins or ends with what is no page")
        elif end < start:
            self.find("parts.cover", "a part ends before it begins", start)
        else:
            self.leaves.append(_Leaf(node.objgen, start, end, self._records))


def look_at_parts(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    yield from _said(document, rules)
    root = document.Root.get("/DPartRoot")
    if not isinstance(root, pikepdf.Dictionary) or "/DPartRootNode" not in root:
        yield Finding("parts.root", 0, "it has no tree of document parts", _AGAIN)
        return
    tree = _tree(document)
    yield from tree.found
    yield from _levels(root, tree)
    yield from _covered(tree.leaves, len(document.pages))
    yield from _linked(document, tree.leaves)
    yield from _scopes(document, tree)


def records(document: pikepdf.Pdf) -> list[range]:
    """The pages of each record, that is of each deck; all pages as one where the parts cannot be understood."""
    every = [range(1, len(document.pages) + 1)]
    try:
        leaves = _tree(document).leaves
    except DAMAGE:
        return every
    firsts: dict[int, list[int]] = {}
    for number, leaf in enumerate(leaves):
        firsts.setdefault(leaf.record or -number - 1, []).extend((leaf.first, leaf.last))
    return [range(min(ends), max(ends) + 1) for ends in firsts.values()] or every


def _tree(document: pikepdf.Pdf) -> _Tree:
    root = document.Root.DPartRoot
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    level = root.get("/RecordLevel")
    tree = _Tree(numbers, level if isinstance(level, int) else None)
    tree.walk(root.DPartRootNode, root.objgen)
    return tree


def _said(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    if rules.standard != "x4":
        yield Finding("parts.standard", 0, "it is not PDF/X-4, on which PDF/VT-1 stands", _AGAIN)
    text = metadata_of(document)
    if _value(text, b"GTS_PDFVTVersion") != b"PDF/VT-1":
        yield Finding("parts.version", 0, "its XMP does not say PDF/VT-1", _AGAIN)
    date = _value(text, b"GTS_PDFVTModDate")
    if not date or date != _value(text, b"ModifyDate"):
        yield Finding("parts.date", 0, "its XMP has not the date of the last change for PDF/VT, too", _AGAIN)


def _value(text: bytes, key: bytes) -> bytes:
    """The value of a key of XMP, which is an element or an attribute; empty if there is none."""
    pattern = rb":" + key + rb"(?:(?:\s[^<>=]*=[^<>]*)?>|\s*=\s*[\"'])([^<\"']*)[<\"']"
    found = re.search(pattern, text)
    return found[1].strip() if found else b""


def _levels(root: Any, tree: _Tree) -> Iterator[Finding]:
    """Names and numbers of levels; the root node is level 0."""
    names = root.get("/NodeNameList")
    if names is not None:
        if len(names) != tree.deepest + 1:
            what = f"its parts have {len(names)} names of levels, but {tree.deepest + 1} levels"
            yield Finding("parts.names", 0, what, _AGAIN)
        if not all(isinstance(name, pikepdf.Name) and _NAME.fullmatch(str(name)) for name in names):
            yield Finding("parts.names", 0, "a level of its parts has no name of XML", _AGAIN)
    level = root.get("/RecordLevel")
    if level is not None and not (isinstance(level, int) and 0 <= level <= tree.deepest):
        yield Finding("parts.record", 0, "its RecordLevel is no level of its parts", _AGAIN)


def _covered(leaves: Iterable[_Leaf], count: int) -> Iterator[Finding]:
    """Whether leaves follow each other without a gap, from the first page to the last."""
    due = 1
    for leaf in leaves:
        if leaf.first > due:
            yield Finding("parts.cover", due, "it is in no part, or parts are out of order", _AGAIN)
        elif leaf.first < due:
            yield Finding(
                "parts.cover", leaf.first, "it is in several parts, or parts are out of order", _AGAIN
            )
        due = max(due, leaf.last + 1)
    if due <= count:
        yield Finding("parts.cover", due, "it is in no part", _AGAIN)


def _linked(document: pikepdf.Pdf, leaves: Iterable[_Leaf]) -> Iterator[Finding]:
    """Whether pages name their parts. A page in several parts is told by those who count them."""
    held = {number: leaf.node for leaf in leaves for number in range(leaf.first, leaf.last + 1)}
    for number, page in enumerate(document.pages, 1):
        if number in held and getattr(page.obj.get("/DPart"), "objgen", None) != held[number]:
            yield Finding("parts.page", number, "it does not name its document part", _AGAIN)


def _scopes(document: pikepdf.Pdf, tree: _Tree) -> Iterator[Finding]:
    """Hints on which pages share a form or an image; each kind of problem once."""
    for thing in document.objects:
        if isinstance(thing, pikepdf.Stream) and (scope := str(thing.get("/GTS_Scope", ""))):
            if scope not in _SCOPES:
                yield Finding("parts.scope", 0, f"{scope[1:]} is no scope of a form or image", _AGAIN)
            elif scope == "/Record" and tree.record_level is None:
                yield Finding(
                    "parts.scope", 0, "something is for one record, but no level is that of records", _AGAIN
                )
            elif scope in {"/Stream", "/Global"} and "/GTS_Env" not in thing:
                yield Finding(
                    "parts.scope", 0, "something is for several files, but not in which environment", _AGAIN
                )
