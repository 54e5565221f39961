"""What stands in filled forms: PDFs, or the XFDF that viewers export and that the sheet for the screen writes."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import field
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.parsers import expat

from deckgen.errors import Problem
from deckgen.reading import XFDF, FileLimit, read_bytes
from deckgen.records import record
from deckgen.sheet.character import CharacterError

_FORM = FileLimit("filled sheet", 200_000_000)
_OTHER_COPY = "open it in a PDF viewer and save it again, or take another copy"
_DEEPEST = 20
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")  # of a character among those of a form
_READ_ONLY = 1


@record
class FormValues:
    """The values of a form's fields by their full names, a ticked mark being ``Yes``; those that are empty, too.

    ``language`` is the code that the file says it is in, empty if it says none. ``fixed`` are the names of
    fields that cannot be typed into; None: it is not known. ``pictures`` are JPEGs that stand on pages, by what the names of
    the fields there begin with; a form has no field for them.
    """

    values: Mapping[str, str]
    language: str = ""
    fixed: frozenset[str] | None = field(default=None, repr=False)
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def read_form(path: Path) -> FormValues:
    """The fields of a filled PDF or of an .xfdf. Raises CharacterError if the file is neither, or cannot be read."""
    content = read_bytes(path, CharacterError, _FORM, "give a filled sheet that can be read")
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if b"%PDF-" in content[:1024]:
        return _read_pdf(path, content)
    if start.startswith(b"<") and b"xfdf" in start:
        return _read_xfdf(path, content)
    if not content:
        raise _problem(path, "the file is empty", "give a filled sheet: a PDF or .xfdf")
    if path.suffix.lower() in (".yaml", ".yml", ".csv", ".xlsx", ".ods"):
        raise _problem(path, "this is not a PDF", "give it without --import")
    raise _problem(
        path, "this is not a PDF", "give a filled sheet: a PDF or .xfdf; other files go without --import"
    )


def _problem(path: Path, what: str, remedy: str, line: int | None = None) -> CharacterError:
    return CharacterError(Problem(str(path), line, "", what, remedy))


def _read_pdf(path: Path, content: bytes) -> FormValues:
    from pypdf import PdfReader  # noqa: PLC0415 (only this needs it)

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what matters is told below
    try:
        reader = PdfReader(BytesIO(content))
        locked = reader.is_encrypted and not reader.decrypt("")
        if not locked:
            found, code = reader.get_fields() or {}, str(reader.root_object.get("/Lang", ""))
            fields = {str(name): entry for name, entry in found.items() if "/FT" in entry}
            values = {name: _text(entry.get("/V", "")) for name, entry in fields.items()}
            pictures = _pictures(reader)
            fixed = frozenset(name for name, entry in fields.items() if int(entry.get("/Ff", 0)) & _READ_ONLY)
    except MemoryError:
        raise
    except Exception as error:  # pypdf raises errors of every kind; its words help nobody here
        if b"/Encrypt" in content and "crypt" in f"{type(error)} {error}".lower():
            locked = True
        else:
            raise _problem(path, "this PDF is damaged and cannot be read", _OTHER_COPY) from error
    if locked:
        raise _problem(path, "this PDF is encrypted", "open it with its password and save it without one")
    return FormValues(values, code, fixed, pictures)


def _pictures(reader: Any) -> dict[str, bytes]:
    """The first JPEG on the pages of each character."""
    found: dict[str, bytes] = {}
    for page in reader.pages:
        images = (each.get_object() for each in page["/Resources"].get("/XObject", {}).values())
        jpegs = [each for each in images if each.get("/Filter") == "/DCTDecode"]
        if jpegs:
            found.setdefault(_begins(page), bytes(jpegs[0]._data))  # noqa: SLF001 - pypdf gives it decoded only
    return found


def _begins(page: Any) -> str:
    """The number that the names of the fields on a page begin with; nothing if it has that of one character."""
    step = page["/Annots"][0].get_object() if page.get("/Annots") else {}
    first = ""
    for _ in range(_DEEPEST):
        first = str(step.get("/T", first))
        step = step["/Parent"].get_object() if "/Parent" in step else {}
    return first if _NUMBER.fullmatch(first) else ""


def _text(value: Any) -> str:
    """The text of a field; of a mark ``Yes`` or nothing."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    text = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return "" if text in ("/Off", "Off") else text.removeprefix("/") if text == "/Yes" else text


def _read_xfdf(path: Path, content: bytes) -> FormValues:
    if len(content) > XFDF.bytes:
        raise _problem(path, f"the file has more than {XFDF.bytes // 10**6} MB", "export the form again")
    reader = _Xfdf()
    try:
        reader.parser.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = reader.parser.CurrentLineNumber
        remedy = "export the form again as XFDF"
        raise _problem(path, "this is not XFDF that can be read", remedy, line) from error
    return FormValues(reader.values)


class _Xfdf:
    """Reads the fields of XFDF. Declared entities, and so whatever they would read or multiply, are refused."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self._path: list[str] = []
        self._said: list[str] | None = None
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = self._refuse

    def _refuse(self, *_: object) -> None:
        raise expat.ExpatError("a document type")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        match name.rpartition(" ")[2]:
            case "field":
                self.values.pop(self._name(), None)  # it has fields, not a value
                self._path.append(attributes.get("name", ""))
                self.values.setdefault(self._name(), "")
            case "value":
                self._said = []

    def _end(self, name: str) -> None:
        match name.rpartition(" ")[2]:
            case "field":
                self._path.pop()
            case "value" if self._path:
                self.values[self._name()] = _text("".join(self._said or ()))
                self._said = None

    def _data(self, text: str) -> None:
        if self._said is not None:
            self._said.append(text)

    def _name(self) -> str:
        return ".".join(self._path)


def people(form: FormValues) -> dict[str, dict[str, str]]:
    """The values of each character in a form, by what the names of its fields begin with: nothing, or 1, 2 ..."""
    found: dict[str, dict[str, str]] = {}
    for name, text in form.values.items():
        number, _, rest = name.partition(".")
        prefix, own = (number, rest) if _NUMBER.fullmatch(number) else ("", name)
        found.setdefault(prefix, {})[own] = text
    return {prefix: found[prefix] for prefix in sorted(found, key=lambda prefix: int(prefix or 0))}
