"""Input validation: reading the bytes of files that users or their data name, and JSON, within limits.

Only regular files are read, never a pipe or a device, which may block or never end; and no more than the
limit of their kind. Errors come with a remedy.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Problem, wrap_os_error
from deckgen.records import record


@record
class FileLimit:
    """A kind of file: its name in messages, with its article, and the most bytes that are read."""

    name: str
    bytes: int


_MB = 1_000_000
YAML = FileLimit("a YAML file", 1 * _MB)
SVG = FileLimit("an SVG", 4 * _MB)
CSV = FileLimit("a CSV file", 1 * _MB)
CATALOG = FileLimit("a catalog", 1 * _MB)
DECK = FileLimit("a deck.json", 32 * _MB)
LOCK = FileLimit("a solutions lock", 64 * _MB)
MANIFEST = FileLimit("a manifest", 256 * _MB)
SETTINGS = FileLimit("a file of settings", 1 * _MB)
PROFILE = FileLimit("an ICC profile", 32 * _MB)  # those of presses have under 10 MB
FONT = FileLimit("a font", 32 * _MB)
PICTURE = FileLimit("a picture", 32 * _MB)
TABLE = FileLimit("a table", 50 * _MB)
XFDF = FileLimit("an XFDF file", 8 * _MB)
PDF = FileLimit("a PDF", 1000 * _MB)
PRINTED = FileLimit("a file of a run", 1000 * _MB)
"""The limits of all kinds of files; SECURITY.md lists them."""

_DEEPEST = 100
_DIGITS = 100
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_KINDS = (
    (stat.S_ISDIR, "this is a folder"),
    (stat.S_ISFIFO, "this is a pipe, not a file"),
    (stat.S_ISSOCK, "this is a socket, not a file"),
)


def read_bytes(path: Path, kind: type[DeckgenError], limit: FileLimit, remedy: str | None = None) -> bytes:
    """Return a file's content. Raises ``kind`` if it is unreadable (``remedy``), not a regular file, or too large."""
    with open_limited(path, kind, limit, remedy or f"name {limit.name} that can be read") as file:
        content = file.read(limit.bytes + 1)
    if len(content) > limit.bytes:
        raise _too_large(path, kind, limit, len(content))
    return content


@contextmanager
def open_limited(path: Path, kind: type[DeckgenError], limit: FileLimit, remedy: str) -> Iterator[BufferedReader]:
    """Yield a file opened for reading, its size checked once. Raises ``kind`` like ``read_bytes``, also later."""
    check_file(path, kind, limit, remedy)  # before it is opened, which can wake a device
    with wrap_os_error(kind, path, remedy), os.fdopen(os.open(path, _READ), "rb") as file:
        _check_status(os.fstat(file.fileno()), path, kind, limit, remedy)  # it may be another file by now
        yield file


def check_file(path: Path, kind: type[DeckgenError], limit: FileLimit, remedy: str) -> None:
    """Raise ``kind`` if a file is missing, not a regular file, or too large; for files that libraries read."""
    with wrap_os_error(kind, path, remedy):
        try:
            status = path.stat()
        except ValueError as error:  # NUL, or what the file system's encoding lacks
            raise kind(Problem(str(path), None, "", "no file can have this name", remedy)) from error
    _check_status(status, path, kind, limit, remedy)


def _check_status(status: os.stat_result, path: Path, kind: type[DeckgenError], limit: FileLimit, remedy: str) -> None:
    """Raise ``kind`` if a file with this status is not a regular one, or too large."""
    if message := why_not_regular(status.st_mode):
        raise kind(Problem(str(path), None, "", message, remedy))
    if status.st_size > limit.bytes:
        raise _too_large(path, kind, limit, status.st_size)


def why_not_regular(mode: int) -> str:
    """Return why a file with this mode is no regular file; "" if it is one."""
    if stat.S_ISREG(mode):
        return ""
    return next((message for is_kind, message in _KINDS if is_kind(mode)), "this is a device, not a file")


def _too_large(path: Path, kind: type[DeckgenError], limit: FileLimit, size: int) -> DeckgenError:
    message = f"the file has {size:,} bytes; the limit for {limit.name} is {limit.bytes:,}"
    return kind(Problem(str(path), None, "", message, "make it smaller, or split it"))


# JSON

_NOT_BRACKETS = bytes(sorted(set(range(256)) - set(b'[]{}"')))
_DEPTH_CHANGE = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_ESCAPE = re.compile(rb"\\.", re.DOTALL)
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_LONG_NUMBER = re.compile(rb"[0-9]{%d}|[0-9][eE]" % _DIGITS)


def parse_json(content: bytes, path: Path, kind: type[DeckgenError], remedy: str) -> Any:
    """Return the data in a JSON file's bytes.

    Raises ``kind`` for invalid UTF-8 or JSON, deep nesting, a repeated key, a number that is not finite or
    has over 100 digits, or half of a surrogate pair.
    """
    line = None
    content = content.removeprefix(b"\xef\xbb\xbf")
    hooks: dict[str, Any] = {"object_pairs_hook": _build_dict, "parse_constant": _parse_number}
    if _LONG_NUMBER.search(content):
        hooks |= {"parse_int": _parse_number, "parse_float": _parse_number}
    try:
        if _depth(content) > _DEEPEST:
            raise ValueError(f"lists nested deeper than {_DEEPEST}")  # noqa: TRY301 (reported below)
        data = json.loads(content.decode(), **hooks)
        if _SURROGATE.search(content):
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        line, message = content.count(b"\n", 0, error.start) + 1, "is not UTF-8 text"
    except UnicodeEncodeError:
        message = "contains half of a surrogate pair"
    except json.JSONDecodeError as error:
        line, message = error.lineno, f"is not JSON ({error.msg})"
    except ValueError as error:
        message = f"is JSON that deckgen does not accept ({error})"
    else:
        return data
    raise kind(Problem(str(path), line, "", message, remedy))


def _depth(content: bytes) -> int:
    """Return the nesting depth of JSON, up to its mistake if it has one; 0 for at most 100 brackets."""
    if content.count(b"[") + content.count(b"{") <= _DEEPEST:
        return 0
    brackets = b"".join(_ESCAPE.sub(b"", content).translate(None, _NOT_BRACKETS).split(b'"')[::2])
    return max(accumulate(map(_DEPTH_CHANGE.__getitem__, brackets)), default=0)


def _build_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the dict of a JSON object's keys and values. Raises ValueError for a repeated key."""
    values = dict(pairs)
    if len(values) != len(pairs):
        (repeated, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"duplicate key {json.dumps(repeated)}")
    return values


def _parse_number(text: str) -> int | float:
    """Return the number in a JSON text. Raises ValueError if it is not finite or has over 100 digits."""
    if text.lstrip("-")[:1] not in "0123456789":
        raise ValueError(f"{text} is no number")
    if len(text) > _DIGITS or not isfinite(number := float(text)):
        raise ValueError("a number is too large or too long")
    return int(text) if text.lstrip("-").isdigit() else number
