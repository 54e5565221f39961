"""Data as one word that is sent by any chat, the same as the page's ``web/scripts/codes.js`` writes and reads."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import reduce
from typing import Any

_CODE = re.compile(r"deckgen-([a-z]{1,12})-1:([0-9]{1,6})\.([0-9a-f]{4}):([\w-]*)", re.ASCII)
_MOST_BYTES = 1_000_000


def write_code(kind: str, data: Any) -> str:
    """Return data as a code of a kind: invite, answer, turn or person."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    body = urlsafe_b64encode(packed).decode().rstrip("=")
    return f"deckgen-{kind}-1:{len(body)}.{_check(body)}:{body}"


def read_code(kind: str, text: str) -> Any:
    """Return the data of a code in a text. Raises ValueError if there is none of this kind, or it was changed."""
    code = _CODE.search("".join(text.split()))
    body = code[4][: int(code[2])] if code and code[1] == kind else ""
    if not code or len(body) != int(code[2]) or _check(body) != code[3]:
        raise ValueError(f"there is no whole code of a {kind}")
    unpacker = zlib.decompressobj(wbits=-15)
    content = unpacker.decompress(urlsafe_b64decode(body + "=" * (-len(body) % 4)), _MOST_BYTES)
    if unpacker.unconsumed_tail:
        raise ValueError("the code is too long")
    return json.loads(content)


def _check(body: str) -> str:
    """Return the checksum of a code's letters: FNV-1a, folded to four hexadecimal digits."""
    code = reduce(lambda code, letter: (code ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF, body, 0x811C9DC5)
    return f"{(code ^ code >> 16) & 0xFFFF:04x}"
