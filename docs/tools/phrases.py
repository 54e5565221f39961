"""The catalogues of printed phrases, brought up to date with the code.

``make docs`` does it; a test holds the files against what is made here. A phrase that the code has no longer is
dropped, a new one is added without a translation, which a test then asks for.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from deckgen.language import CATALOGUES, catalogues

PACKAGE = Path(__file__).resolve().parents[2] / "deckgen"
KEYWORDS = {"phrase": None, "say": None, "plural": (1, 2), "gettext_noop": None}
COMMENT = """# Printed phrases of deckgen. Fields in braces stay as they are.
# `make docs` brings this file up to date with the code; translate what is empty then."""


def found() -> Catalog:
    """All phrases of the code, each with the files that it stands in."""
    catalog = Catalog()
    for name, _line, message, comments, context in extract_from_dir(PACKAGE, keywords=KEYWORDS):
        if message:  # babel takes the empty text of an index for one
            catalog.add(message, None, [(f"deckgen/{name}", 0)], auto_comments=comments, context=context)
    return catalog


def updated(code: str, template: Catalog) -> bytes:
    """The catalogue of a language with the phrases of ``template``, and the translations that it has."""
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        catalog = read_po(file, locale=code)
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalog.header_comment = COMMENT
    catalog.fuzzy = False
    out = io.BytesIO()
    write_po(
        out,
        catalog,
        width=110,
        sort_by_file=True,
        ignore_obsolete=True,
        omit_header=True,
        include_lineno=False,
    )
    plural = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    return f"{COMMENT}\n{plural}".encode() + out.getvalue().lstrip()


def files() -> Iterator[tuple[Path, bytes]]:
    """Every catalogue and what is to stand in it."""
    template = found()
    for code in catalogues():
        yield CATALOGUES / f"{code}.po", updated(code, template)


if __name__ == "__main__":
    for path, content in files():
        path.write_bytes(content)
