"""A PDF file as numbered objects whose bytes are ready, written one after the other as they come.

Small objects of files of version 1.5 and later go together into compressed streams: a form has thousands of a few bytes,
packed they take a tenth of the room. Older files have a table of all objects at their end.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from struct import pack, unpack_from

_TOGETHER = 100
"""Objects in one stream: readers look through all of them for one."""
_SHORT = 160
"""Bytes of a stream that is not worth the time to compress it."""
_LEVEL = 6
_ENTRY = 8
"""Bytes of an object in the table: one says how it is kept, five where, two the how manieth of its stream."""
_FREE, _PLAIN, _PACKED = 0, 1, 2


@dataclass
class Leaf:
    """The object of one page: its number, and its entries as long as it is not written."""

    number: int
    entries: dict[str, str] = field(default_factory=dict)


class PdfFile:
    """A file in the making: ``write`` takes its bytes, from the first to the last.

    ``catalog`` holds the entries of its root, and ``pages`` those of its pages that are not written yet.
    """

    def __init__(self, version: tuple[int, int], write: Callable[[bytes], object]) -> None:
        self.catalog: dict[str, str] = {}
        self.pages: list[Leaf] = []
        self._write, self._offset = write, 0
        self._digest = hashlib.sha256()
        self._packs = version >= (1, 5)
        self._table = bytearray(pack(">BBIH", _FREE, 0, 0, 65535))
        self._small: list[tuple[int, bytes]] = []
        self._out(b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n" % version)

    def _out(self, data: bytes) -> None:
        self._write(data)
        self._digest.update(data)
        self._offset += len(data)

    def reserve(self, count: int = 1) -> int:
        """The first of so many numbers of objects, whose contents come later."""
        first = len(self._table) // _ENTRY
        self._table += bytes(_ENTRY * count)
        return first

    def put(self, number: int, content: str | bytes) -> int:
        """Give a reserved number its content."""
        data = content.encode("latin-1") if isinstance(content, str) else content
        if not self._packs or data.endswith(b"endstream"):
            self._put_plain(number, data)
            return number
        self._small.append((number, data))
        if len(self._small) == _TOGETHER:
            self._pack()
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
            shorter = compressed(data)
            if len(shorter) + 20 < len(data):
                body, packing = shorter, "/Filter/FlateDecode"
        return self.add(_stream(f"{entries}{packing}", body))

    def identity(self) -> bytes:
        """What tells this file from others, of all that was put into it so far."""
        self._pack()
        self._digest.update(repr(self.catalog).encode())
        return self._digest.digest()[:16]

    def close(self, info: int, identity: bytes) -> None:
        """Write the catalogue and where all objects are; ``info`` is the number of the facts about the file."""
        root = self.add(dictionary({"Type": "/Catalog", **self.catalog}))
        self._pack()
        number = self.reserve() if self._packs else 0
        identity = b"<%s>" % identity.hex().encode()
        size = len(self._table) // _ENTRY
        ends = b"/Size %d/Root %d 0 R/Info %d 0 R/ID[%s%s]" % (size, root, info, identity, identity)
        start = self._offset
        if self._packs:
            self._note(number, _PLAIN, start)
            table = zlib.compress(bytes(self._table), _LEVEL)
            entries = f"/Type/XRef/W[1 5 2]/Filter/FlateDecode{ends.decode()}"
            self._out(b"%d 0 obj\n%s\nendobj\n" % (number, _stream(entries, table)))
        else:
            self._out(b"xref\n0 %d\n" % size)
            for at in range(0, len(self._table), _ENTRY):
                kind, far, near, generation = unpack_from(">BBIH", self._table, at)
                self._out(b"%010d %05d %c \n" % ((far << 32) + near, generation, b"fn"[kind]))
            self._out(b"trailer\n<<%s>>\n" % ends)
        self._out(b"startxref\n%d\n%%%%EOF\n" % start)

    def _note(self, number: int, kind: int, place: int, index: int = 0) -> None:
        at = number * _ENTRY
        self._table[at : at + _ENTRY] = pack(">BBIH", kind, place >> 32, place & 0xFFFFFFFF, index)

    def _put_plain(self, number: int, data: bytes) -> None:
        self._note(number, _PLAIN, self._offset)
        self._out(b"%d 0 obj\n%s\nendobj\n" % (number, data))

    def _pack(self) -> None:
        """Write the small objects that wait: in a stream, before them their numbers and where they begin."""
        if not self._small:
            return
        heads, place, holder = [], 0, self.reserve()
        for index, (number, content) in enumerate(self._small):
            heads.append(b"%d %d" % (number, place))
            place += len(content) + 1
            self._note(number, _PACKED, holder, index)
        head = b" ".join(heads) + b"\n"
        body = compressed(head + b"\n".join(content for _, content in self._small))
        entries = f"/Type/ObjStm/N {len(self._small)}/First {len(head)}/Filter/FlateDecode"
        self._put_plain(holder, _stream(entries, body))
        self._small.clear()


def dictionary(entries: Mapping[str, object]) -> str:
    """A dictionary of values that are written as they are."""
    return f"<<{''.join(f'/{key} {value}' for key, value in entries.items())}>>"


def name(text: str) -> str:
    """A name of any text: what is not a plain letter is escaped."""
    return "/" + "".join(chr(c) if chr(c).isalnum() and c < 128 else f"#{c:02X}" for c in text.encode())


def text_string(text: str) -> str:
    """A text string: in brackets if it is ASCII, else UTF-16 as digits."""
    if text.isascii():
        escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\n", "\\n")
        return f"({escaped})"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"


def references(numbers: Iterable[int]) -> str:
    """An array of objects."""
    return f"[{' '.join(f'{number} 0 R' for number in numbers)}]"


@lru_cache(maxsize=256)  # decks of a run have their backs and their reference cards in common
def compressed(data: bytes) -> bytes:
    """Data as Flate packs it."""
    return zlib.compress(data, _LEVEL)


def _stream(entries: str, body: bytes) -> bytes:
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (entries.encode("latin-1"), len(body), body)
