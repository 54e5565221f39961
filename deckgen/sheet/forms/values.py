"""Values of filled forms: PDFs, or XFDF as exported by viewers and by the sheet for the screen."""

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
_OTHER_COPY = "open it in a PDF viewer and save it again, or use another copy"
_DEEPEST = 20
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")  # of a character among those of a form
_READ_ONLY = 1


@record
class FormValues:
    """The values of a form's fields by full name, also empty ones; a ticked mark is ``Yes``.

    ``language`` is the code of the file's language, empty if unknown. ``fixed`` are the names of read-only
    fields, None if unknown. ``pictures`` are JPEGs on pages, by the prefix of the fields' names there; a form
    has no field for them.
    """

    values: Mapping[str, str]
    language: str = ""
    fixed: frozenset[str] | None = field(default=None, repr=False)
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def read_form(path: Path) -> FormValues:
    """Return the fields of a filled PDF or XFDF. Raises CharacterError if it is neither, or unreadable."""
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
    raise _problem(path, "this is not a PDF", "give a filled sheet: a PDF or .xfdf; other files go without --import")


def _problem(path: Path, message: str, remedy: str, line: int | None = None) -> CharacterError:
    return CharacterError(Problem(str(path), line, "", message, remedy))


def _read_pdf(path: Path, content: bytes) -> FormValues:
    """Return the values in a PDF's form. Raises CharacterError if it is encrypted or damaged."""
    from pypdf import PdfReader  # noqa: PLC0415 (only this needs it)

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what matters is reported below
    try:
        reader = PdfReader(BytesIO(content))
        is_locked = reader.is_encrypted and not reader.decrypt("")
        if not is_locked:
            form_fields, code = reader.get_fields() or {}, str(reader.root_object.get("/Lang", ""))
            fields = {str(name): entry for name, entry in form_fields.items() if "/FT" in entry}
            values = {name: _text(entry.get("/V", "")) for name, entry in fields.items()}
            pictures = _pictures(reader)
            fixed = frozenset(name for name, entry in fields.items() if int(entry.get("/Ff", 0)) & _READ_ONLY)
    except MemoryError:
        raise
    except Exception as error:  # pypdf raises errors of every kind; its messages do not help you
        if b"/Encrypt" in content and "crypt" in f"{type(error)} {error}".lower():
            is_locked = True
        else:
            raise _problem(path, "this PDF is damaged and cannot be read", _OTHER_COPY) from error
    if is_locked:
        raise _problem(path, "this PDF is encrypted", "open it with its password and save it without one")
    return FormValues(values, code, fixed, pictures)


def _pictures(reader: Any) -> dict[str, bytes]:
    """Return the first JPEG on each character's pages, by the prefix of its field names, "" for an only character."""
    jpeg_by_prefix: dict[str, bytes] = {}
    for page in reader.pages:
        images = (xobject.get_object() for xobject in page["/Resources"].get("/XObject", {}).values())
        jpegs = [image for image in images if image.get("/Filter") == "/DCTDecode"]
        if jpegs:
            jpeg_by_prefix.setdefault(_field_prefix(page), bytes(jpegs[0]._data))  # noqa: SLF001 - pypdf gives it decoded only
    return jpeg_by_prefix


def _field_prefix(page: Any) -> str:
    """Return the number that begins the names of a page's fields; "" for a form of one character."""
    step = page["/Annots"][0].get_object() if page.get("/Annots") else {}
    first = ""
    for _ in range(_DEEPEST):
        first = str(step.get("/T", first))
        step = step["/Parent"].get_object() if "/Parent" in step else {}
    return first if _NUMBER.fullmatch(first) else ""


def _text(value: Any) -> str:
    """Return a field's value as text with newlines; of a ticked mark ``Yes``, of another ""."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    text = str(value).replace("\r\n", "\n").replace("\r", "\n")
    return "" if text in ("/Off", "Off") else text.removeprefix("/") if text == "/Yes" else text


def _read_xfdf(path: Path, content: bytes) -> FormValues:
    """Return the values in an XFDF. Raises CharacterError if it is too large or damaged."""
    if len(content) > XFDF.bytes:
        raise _problem(path, f"the file has more than {XFDF.bytes // 10**6} MB", "export the form again")
    reader = _Xfdf()
    try:
        reader.parser.Parse(content, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        line = reader.parser.CurrentLineNumber
        remedy = "export the form again as XFDF"
        raise _problem(path, "this XFDF cannot be read", remedy, line) from error
    return FormValues(reader.values)


class _Xfdf:
    """Reads the fields of XFDF. Declared entities are refused, as they could read files or multiply."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self._path: list[str] = []
        self._value_parts: list[str] | None = None
        parser = self.parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = self._refuse

    def _refuse(self, *_: object) -> None:
        """Raise ExpatError for a document type, which could declare entities."""
        raise expat.ExpatError("a document type")

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin a field inside the open one, with an empty value, or a value; ignore other elements."""
        match name.rpartition(" ")[2]:
            case "field":
                self.values.pop(self._name(), None)  # it has fields, not a value
                self._path.append(attributes.get("name", ""))
                self.values.setdefault(self._name(), "")
            case "value":
                self._value_parts = []

    def _end(self, name: str) -> None:
        """End a field, or store the value of the open one."""
        match name.rpartition(" ")[2]:
            case "field":
                self._path.pop()
            case "value" if self._path:
                self.values[self._name()] = _text("".join(self._value_parts or ()))
                self._value_parts = None

    def _data(self, text: str) -> None:
        if self._value_parts is not None:
            self._value_parts.append(text)

    def _name(self) -> str:
        return ".".join(self._path)


def split_by_character(form: FormValues) -> dict[str, dict[str, str]]:
    """Return {prefix: {field: text}} of a form: prefix "" for one character, else 1, 2 ..."""
    texts_by_prefix: dict[str, dict[str, str]] = {}
    for name, text in form.values.items():
        number, _, tail = name.partition(".")
        prefix, field_name = (number, tail) if _NUMBER.fullmatch(number) else ("", name)
        texts_by_prefix.setdefault(prefix, {})[field_name] = text
    return {prefix: texts_by_prefix[prefix] for prefix in sorted(texts_by_prefix, key=lambda prefix: int(prefix or 0))}
