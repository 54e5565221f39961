"""ICC profiles of printing conditions, checked before they are embedded.

The format of a profile: ICC.1, 7.2 (header) and 7.3 (tag table). The versions that a file may hold: ISO
32000-1:2008, table 67. PDF 1.4, and so PDF/X-1a, takes version 2; PDF 1.6, and so PDF/X-4, also version 4.
"""

from __future__ import annotations

import hashlib
from dataclasses import field
from pathlib import Path

from deckgen.errors import PressError
from deckgen.reading import PROFILE, read_bytes
from deckgen.records import record

NEWEST_VERSION = {"x1a": 2, "x4": 4}
"""The newest version of profiles, by PDF/X standard."""
_HEADER_SIZE, _TAG_SIZE = 128, 12
_PURPOSES = {
    b"scnr": "scanners", b"mntr": "screens", b"link": "conversion between two devices",
    b"abst": "effects", b"spac": "a color space", b"nmcl": "named colors",
}  # fmt: skip


@record
class Profile:
    """The bytes of a profile; its ``digest`` represents them in comparisons."""

    content: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def __repr__(self) -> str:
        return f"Profile({self.digest})"


class UnfitProfileError(ValueError):
    """The reason why a file is no usable profile; the text continues a sentence after the file's name."""


def read_profile(path: Path, standard: str) -> Profile:
    """Return the profile of a CMYK printing condition for a PDF/X ``standard``, x1a or x4. Raises UnfitProfileError."""
    try:
        content = read_bytes(path, PressError, PROFILE)
    except PressError as error:
        raise UnfitProfileError(f"cannot be read ({error.problems[0].message})") from error
    if problem := _why_unfit(content, NEWEST_VERSION[standard]):
        raise UnfitProfileError(problem)
    return Profile(content)


def _why_unfit(content: bytes, newest: int) -> str:
    """Return why a profile cannot convert from CMYK inks to colors and back, or ""; ``newest``: highest ICC version."""
    device_class, space = content[12:16], content[16:20].decode("latin-1").strip()
    if content[36:40] != b"acsp":
        return "is not an ICC profile"
    if (device_class, space) != (b"prtr", "CMYK"):
        purpose = "" if device_class == b"prtr" else f" for {_PURPOSES.get(device_class, 'something else')}"
        return f"is a profile of {space}{purpose}, not for printing in CMYK"
    size = max(int.from_bytes(content[:4], "big"), _HEADER_SIZE + 4)
    if len(content) < size:
        return f"is incomplete: it has {len(content)} of {size} bytes"
    if content[8] > newest:
        return f"has version {content[8]}, this PDF/X standard allows at most version {newest}"
    count, offset = int.from_bytes(content[_HEADER_SIZE : _HEADER_SIZE + 4], "big"), _HEADER_SIZE + 4
    if offset + count * _TAG_SIZE > len(content):
        return "is damaged: its tag table is longer than the file"
    tags = [content[offset + i * _TAG_SIZE : offset + (i + 1) * _TAG_SIZE] for i in range(count)]
    for tag in tags:
        if int.from_bytes(tag[4:8], "big") + int.from_bytes(tag[8:], "big") > len(content):
            return f"is damaged: its tag {tag[:4].decode('latin-1')} ends beyond the file"
    complete = {b"A2B", b"B2A"} <= {tag[:3] for tag in tags}
    return "" if complete else "has no tables to convert between inks and colors"
