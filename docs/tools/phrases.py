"""The catalogs of printed phrases, brought up to date with the code.

``make docs`` does it; a test holds the files against what is made here. A phrase that the code has no longer is
dropped, a new one is added without a translation, which a test then asks for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from deckgen.catalogs import updated
from deckgen.language import CATALOGS, catalogs
from deckgen.web.page import PHRASE

PACKAGE = Path(__file__).resolve().parents[2] / "deckgen"
PAGES = ("document/web", "play", "sheet/web", "studio")
"""Where scripts and templates say phrases."""
KEYWORDS = {"phrase": 1, "say": 1, "gettext_noop": 1, "plural": 2}
"""The functions that take a phrase, and how many texts it has."""


def found() -> Catalog:
    """All phrases of the code, each with the files that it stands in."""
    catalog = Catalog()
    for path in sorted(PACKAGE.rglob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
            texts = _phrase(call)
            if texts:
                name = path.relative_to(PACKAGE.parent).as_posix()
                catalog.add(texts if len(texts) > 1 else texts[0], None, [(name, 0)])
    pages = (path for folder in PAGES for path in (PACKAGE / folder).rglob("*.[hj]*"))
    for path in sorted(pages):
        for text in PHRASE.findall(path.read_text(encoding="utf-8")):
            catalog.add(text, None, [(path.relative_to(PACKAGE.parent).as_posix(), 0)])
    return catalog


def _phrase(call: ast.Call) -> tuple[str, ...]:
    """The phrase that a call names, in the singular and plural if it has them; nothing of other calls."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = [each.value for each in call.args if isinstance(each, ast.Constant)][: KEYWORDS.get(name, 0)]
    texts = tuple(each for each in given if isinstance(each, str))
    return texts if len(texts) == KEYWORDS.get(name) else ()


def files() -> Iterator[tuple[Path, bytes]]:
    """Every catalog and what is to stand in it."""
    template = found()
    for code in catalogs():
        path = CATALOGS / f"{code}.po"
        yield path, updated(path, template, "")


if __name__ == "__main__":
    for path, content in files():
        path.write_bytes(content)
