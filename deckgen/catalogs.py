"""Catalogs: gettext's .po files with the phrases that deckgen prints, its own and those of games.

Babel reads and writes them. Everything that a translator may get wrong is an error with its line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from gettext import GNUTranslations, c2py
from itertools import takewhile
from pathlib import Path
from string import Formatter
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, PoFileParser, write_po

from deckgen.errors import GameError, Problem, Problems
from deckgen.reach import check_reach
from deckgen.reading import CATALOG, read_bytes

_LINE = re.compile(r'(#.*|(msg(id|id_plural|ctxt|str|str\[\d\]) )?"([^"\\]|\\.)*"|)\s*')
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_COUNTS = range(201)
"""Counts for which a plural formula is tried."""


class _Catalog(Catalog):
    """A catalog that keeps the phrases that its file has twice, which Babel merges."""

    def __init__(self, locale: Locale | None) -> None:
        super().__init__(locale=locale)
        self.repeated: list[tuple[Message, Message]] = []

    def __setitem__(self, id: str | list[str] | tuple[str, ...], message: Message) -> None:  # noqa: A002 (Babel's name)
        if first := self.get(id, message.context):
            self.repeated.append((message, first))
        super().__setitem__(id, message)


def find_locale(code: str) -> Locale | None:
    """Return what is known of a language by its code, such as ``pt-BR``; None if it is unknown."""
    try:
        return Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


def read_catalog(path: Path) -> Catalog:
    """Return the catalog in a file named CODE.po. Raises GameError with every problem."""
    check_reach(path, path.parent.parent, GameError)
    content, problems, catalog = read_bytes(path, GameError, CATALOG), Problems(), _Catalog(find_locale(path.stem))
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        raise GameError(Problem(str(path), number, "", "this is not UTF-8", "save the file as UTF-8")) from error
    for number, line in enumerate(lines, 1):
        if not _LINE.fullmatch(line):
            remedy = 'write msgid "...", msgstr "..." or only "...", with \\" for a quotation mark inside'
            problems.add(path, number, "", "this line is none of a catalog's", remedy)
    problems.raise_as(GameError)
    parser = PoFileParser(catalog, ignore_obsolete=True, abort_invalid=True)
    try:
        parser.parse(lines)
    except PoFileError as error:
        problems.add(path, error.lineno + 1, "", str(error), "write a msgid, and below it its msgstr")
    except (ValueError, IndexError, TypeError, AttributeError) as error:
        remedy = "write a header as in the file that deckgen new-language makes"
        problems.add(path, parser.offset + 1, "", f"Babel cannot read this: {error}", remedy)
    problems.raise_as(GameError)
    _check_header(path, catalog, problems)
    for message, first in catalog.repeated:
        what = f'"{phrase_of(message)}" is also in line {first.lineno}'
        problems.add(path, message.lineno, "", what, "keep one of the two")
    for message in catalog:
        for what, remedy in _faults(message, catalog) if message.id else ():
            problems.add(path, message.lineno, "", what, remedy)
    problems.raise_as(GameError)
    return catalog


def _check_header(path: Path, catalog: Catalog, problems: Problems) -> None:
    """Add a problem for another character set than UTF-8, another language than the file's, or a plural formula."""
    if catalog.charset != "utf-8":
        problems.add(path, 1, "", f"the header says {catalog.charset}", "write charset=utf-8, and save the file so")
    written = catalog.locale_identifier
    if written and re.split("[_-]", written)[0] != path.stem.split("-")[0]:
        problems.add(path, 1, "", f"the header says {written}", f"write Language: {path.stem}, or rename the file")
    try:
        plural = c2py(catalog.plural_expr)
        fits = all(plural(count) in range(catalog.num_plurals) for count in _COUNTS)
    except (ValueError, ArithmeticError, RecursionError):
        fits = False
    if not fits:
        locale = find_locale(path.stem)
        remedy = f"write Plural-Forms: {Catalog(locale=locale).plural_forms if locale else 'nplurals=1; plural=0;'}"
        problems.add(path, 1, "", f"this cannot be a plural formula: {catalog.plural_forms}", remedy)


def _faults(message: Message, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a translation, and the remedy."""
    name, forms = phrase_of(message), _texts(message.string)
    if message.fuzzy:
        yield f'"{name}" is marked fuzzy', "check the translation, and delete the word fuzzy above it"
    if any(forms) and not all(forms):
        yield f'"{name}" lacks a plural form', f"write all {catalog.num_plurals}, from msgstr[0] on"
    try:
        wanted, *written = (_fields(*texts) for texts in (_texts(message.id), *((form,) for form in forms if form)))
    except ValueError:
        yield f'"{name}" or its translation has a brace without its other one', "write both"
        return
    free = {("count", "", None)} if message.pluralizable else set()  # one of a thing need not be counted
    listed = ", ".join(f"{{{field}}}" for field, *_ in sorted(wanted, key=str)) or "none"
    for form, fields in zip(filter(None, forms), written, strict=True):
        if fields | free != wanted | free:
            yield f'the text in braces of "{form}" differs from the original', f"keep these as they are: {listed}"
        if _CONTROL.search(form):
            yield f'"{form}" has a character that controls a terminal', "delete it"


def _fields(*texts: str) -> set[tuple[str, str | None, str | None]]:
    """Return the fields of a phrase's texts: names, formats and conversions. Raises ValueError for single braces."""
    parsed = (part for text in texts for part in Formatter().parse(text))
    return {(name, spec, conversion) for _, name, spec, conversion in parsed if name is not None}


def _texts(texts: Any) -> tuple[str, ...]:
    """Return one text or several as a tuple; None is empty, a translation that is missing."""
    return tuple(text or "" for text in (texts if isinstance(texts, list | tuple) else (texts,)))


def phrase_of(message: Message) -> str:
    """Return the English of a phrase, in the singular."""
    return _texts(message.id)[0]


def translated(catalog: Catalog) -> dict[str, Message]:
    """Return the phrases that a catalog translates, by their English."""
    return {phrase_of(message): message for message in catalog if message.id and all(_texts(message.string))}


def compile_catalog(catalog: Catalog) -> GNUTranslations:
    """Return the translations of a catalog."""
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


def updated(path: Path, template: Catalog, comment: str) -> bytes:
    """Return the content of a file named CODE.po: the phrases of a template, with the translations that it has.

    It begins with ``comment``, or with the one that it has. The file need not exist. Raises GameError with its faults.
    """
    catalog = Catalog(find_locale(path.stem))
    if path.exists():
        catalog = read_catalog(path)
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        comment = "\n".join(takewhile(lambda line: f"{line} ".startswith("# "), lines)) or comment
    catalog.update(template, no_fuzzy_matching=True, update_header_comment=False)
    out = io.BytesIO()
    options = {"sort_by_file": True, "ignore_obsolete": True, "omit_header": True, "include_lineno": False}
    write_po(out, catalog, width=110, **options)
    fields = ("Content-Type: text/plain; charset=utf-8", f"Plural-Forms: {catalog.plural_forms}")
    header = "".join(f'"{field}\\n"\n' for field in fields)
    return f'{comment}\nmsgid ""\nmsgstr ""\n{header}\n'.encode() + out.getvalue().lstrip()
