"""The templates of pages, compiled once: what was compiled is kept in the cache, as compiling takes longest."""

from __future__ import annotations

import contextlib
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from deckgen.errors import DeckgenError
from deckgen.files import cache_folder, write_whole


class _Compiled(BytecodeCache):
    """Compiled templates by their names; Jinja sees to it that a changed template is compiled anew."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError, RuntimeError), _file(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(DeckgenError, RuntimeError):  # a cache that cannot be written is only slower
            write_whole(_file(bucket), bucket.bytecode_to_string())


def _file(bucket: Bucket) -> Path:
    return cache_folder() / "templates" / bucket.key


def environment(folder: Path) -> Environment:
    """What renders the templates of a folder: all that is put in is escaped, and a name that is not there is an error."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=_Compiled(),
    )
