"""A reportlab document that writes its small objects together and compressed, as PDF 1.5 has it.

A form has thousands of objects of a few bytes; packed they take a tenth of the room. What is ready as
bytes needs no object of reportlab's: it gets a number, and its content later.
"""

from __future__ import annotations

import zlib
from struct import pack
from typing import Any

from reportlab.pdfbase import pdfdoc

_TOGETHER = 100
"""Objects in one stream: readers look through all of them for one."""
_SHORT = 160
"""Bytes of a stream that is not worth the time to compress it."""
_LEVEL = 6


class Raw(pdfdoc.PDFObject):  # type: ignore[misc] # reportlab has no types
    """A value in an object of reportlab's whose bytes are ready."""

    def __init__(self, content: str | bytes) -> None:
        self.content = content.encode("latin-1") if isinstance(content, str) else content

    def format(self, document: object) -> bytes:  # noqa: ARG002 (reportlab's signature)
        """The bytes."""
        return self.content


class CompactDocument(pdfdoc.PDFDocument):  # type: ignore[misc] # reportlab has no types
    """A document whose objects may also be bytes."""

    def __init__(self, version: tuple[int, int]) -> None:
        super().__init__(invariant=1, compression=1, pdfVersion=version)
        self._ready: dict[int, bytes] = {}

    def reserve(self, count: int = 1) -> int:
        """The first of so many numbers of objects, whose contents come later."""
        first: int = self.objectcounter + 1
        self.objectcounter += count
        return first

    def put(self, number: int, content: str | bytes) -> int:
        """Give a reserved number its content."""
        self._ready[number] = content.encode("latin-1") if isinstance(content, str) else content
        return number

    def add(self, content: str | bytes) -> int:
        """A new object."""
        return self.put(self.reserve(), content)

    def plain_stream(self, entries: str, data: bytes) -> int:
        """A new stream that is not compressed."""
        return self.add(_stream(entries, data))

    def stream(self, entries: str, data: bytes, *, packed: bool = False) -> int:
        """A new stream, compressed unless it is ``packed`` already or gains nothing."""
        body, packing = data, "/Filter/FlateDecode" if packed else ""
        if not packed and len(data) >= _SHORT:
            shorter = zlib.compress(data, _LEVEL)
            if len(shorter) + 20 < len(data):
                body, packing = shorter, "/Filter/FlateDecode"
        return self.add(_stream(f"{entries}{packing}", body))

    def written(self) -> bytes:
        """All objects that are bytes, to tell the file from others."""
        return b"".join(self._ready.values())

    def number(self, thing: Any) -> int:
        """The number of an object of reportlab's."""
        found: int = self.idToObjectNumberAndVersion[self.Reference(thing).name][0]
        return found

    def format(self) -> bytes:
        """The whole file."""
        self.Reference(self.Catalog)
        self.Reference(self.info)
        root, info = self.number(self.Catalog), self.number(self.info)
        start = b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n" % self._pdfVersion
        parts, offset = [start], len(start)
        entries = {0: pack(">BIH", 0, 0, 65535)}
        small: list[tuple[int, bytes]] = []

        def write(number: int, content: bytes) -> None:
            nonlocal offset
            entries[number] = pack(">BIH", 1, offset, 0)
            parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, content))
            offset += len(parts[-1])

        number = 0
        while number < self.objectcounter:  # which grows while objects of reportlab's are formatted
            number += 1
            content = self._content(number)
            if content.endswith(b"endstream"):
                write(number, content)
            else:
                small.append((number, content))
        for first in range(0, len(small), _TOGETHER):
            together = small[first : first + _TOGETHER]
            number += 1
            write(number, _object_stream(together))
            for index, (inner, _) in enumerate(together):
                entries[inner] = pack(">BIH", 2, number, index)
        last = number + 1
        entries[last] = pack(">BIH", 1, offset, 0)
        identity = self.signature.digest().hex()
        table = zlib.compress(b"".join(entries[i] for i in range(last + 1)), 9)
        trailer = (
            f"/Type/XRef/Size {last + 1}/W[1 4 2]/Root {root} 0 R/Info {info} 0 R"
            f"/ID[<{identity}><{identity}>]/Filter/FlateDecode"
        )
        table = _stream(trailer, table)
        parts.append(b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (last, table, offset))
        return b"".join(parts)

    def _content(self, number: int) -> bytes:
        if number in self._ready:
            return self._ready[number]
        content: bytes = pdfdoc.format(self.idToObject[self.numberToId[number]], self, toplevel=1)
        return content.rstrip()


def text_string(text: str) -> str:
    """A text string: in brackets if it is ASCII, else UTF-16 as digits."""
    if text.isascii():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\n", "\\n")
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def _stream(entries: str, body: bytes) -> bytes:
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries.encode("latin-1"), len(body), body)


def _object_stream(objects: list[tuple[int, bytes]]) -> bytes:
    """Objects in a stream, before them their numbers and where they begin."""
    heads, place = [], 0
    for number, content in objects:
        heads.append(b"%d %d" % (number, place))
        place += len(content) + 1
    head = b" ".join(heads) + b"\n"
    body = head + b"\n".join(content for _, content in objects)
    packed = zlib.compress(body, _LEVEL)
    entries = f"/Type/ObjStm/N {len(objects)}/First {len(head)}/Filter/FlateDecode"
    return _stream(entries, packed)
