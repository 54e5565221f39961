"""How much is done for one file at most: what a few bytes ask for may be without end.

A unit is about what a byte of a page costs to read; the limit grows with the size of the file. It counts what is done, not the
time it takes, so that a file is told the same everywhere.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pikepdf

_FLATE = {"/FlateDecode", "/Fl"}
_START, _PER_BYTE = 6_000_000, 40
_STEP = 40  # units that an operator costs each time it is run
_WHOLE = 64_000_000  # bytes of other data, such as metadata and profiles, that are read at once


class TooMuchError(Exception):
    """A file asks for more than is done for one of its size."""


@dataclass
class Effort:
    """What is ``left`` to be done for a file."""

    left: float

    @classmethod
    def for_size(cls, size: int) -> Effort:
        """What may be done for a file of so many bytes."""
        return cls(_START + _PER_BYTE * size)

    def spend(self, units: float, steps: int = 0) -> None:
        """Count what is done, in units and operators. Raises TooMuchError if it is more than is left."""
        self.left -= units + _STEP * steps
        if self.left < 0:
            raise TooMuchError

    def read(self, stream: Any) -> int:
        """Count the operators of a page's contents, a form or a pattern, and tell how many bytes they are."""
        size = 0
        for part in _parts(stream):
            if not _fits(part, int(self.left) - size):
                raise TooMuchError
            size += len(part.read_bytes())
        self.spend(size)
        return size


def content_of_stream(stream: Any) -> bytes:
    """What is in a stream that is no page's. Raises TooMuchError if that is more than anybody writes."""
    if not _fits(stream, _WHOLE):
        raise TooMuchError
    content: bytes = stream.read_bytes()
    return content


def filters_of(stream: Any) -> list[str]:
    """How a stream is packed, the outermost first."""
    used = stream.get("/Filter", ())
    return [str(used)] if isinstance(used, pikepdf.Name) else [str(name) for name in used]


def _parts(stream: Any) -> Iterable[Any]:
    """The streams of a page's contents, or the one stream."""
    if not isinstance(stream, pikepdf.Page):
        return [stream]
    contents = stream.obj.get("/Contents", ())
    parts = [contents] if isinstance(contents, pikepdf.Stream) else contents
    return (part for part in parts if isinstance(part, pikepdf.Stream))


def _fits(stream: Any, most: int) -> bool:
    """Whether Flate makes no more of it than so many bytes; other packings multiply by less."""
    data: Any = memoryview(stream.get_raw_stream_buffer())
    for name in filters_of(stream):
        if name not in _FLATE:
            return True
        inflater = zlib.decompressobj()
        try:
            data = inflater.decompress(data, most + 1)
        except zlib.error:  # readers take what there is before it
            return True
        if len(data) > most:
            return False
    return len(data) <= most
