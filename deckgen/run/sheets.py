"""Character sheets: characters read from files or filled sheets, and the files that are written of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import DeckgenError, Fault

if TYPE_CHECKING:
    from deckgen.run.decks import Progress
    from deckgen.sheet.character import Character
    from deckgen.sheet.model import SheetSpec
    from deckgen.sheet.sheet import Sheet

Files = Iterator[tuple[str, bytes]]
"""Names and contents of files."""


def read_characters(spec: SheetSpec, files: Sequence[Path], pdfs: Sequence[Path]) -> list[Character]:
    """The characters of YAML files, then of filled sheets. Raises DeckgenError with every fault of every file."""
    from deckgen.sheet.character import load_character
    from deckgen.sheet.pdf_import import from_text, read_pdf

    found: list[Character] = []
    faults: list[Fault] = []
    for file, filled in (*((file, False) for file in files), *((pdf, True) for pdf in pdfs)):
        try:
            if filled:
                found += [from_text(text, file, spec) for text in read_pdf(file, spec)]
            else:
                found.append(load_character(file, spec))
        except DeckgenError as error:
            faults += error.faults
    if faults:
        raise DeckgenError(faults)
    return found


def exported(spec: SheetSpec, pdf: Path) -> list[tuple[str, bytes]]:
    """The values of a filled sheet as YAML files, one for each character in it, by their names."""
    from deckgen.sheet.pdf_import import read_pdf

    texts = read_pdf(pdf, spec)
    names = [pdf.stem] if len(texts) == 1 else [f"{pdf.stem}-{i}" for i in range(1, len(texts) + 1)]
    return [(f"{name}.yaml", text.encode()) for name, text in zip(names, texts, strict=True)]


def together(texts: Sequence[tuple[str, bytes]]) -> bytes:
    """YAML files as one: documents one after the other, if there is more than one."""
    return b"".join(b"---\n" + text if len(texts) > 1 else text for _, text in texts)


@dataclass(frozen=True)
class Sheets:
    """The sheets of characters, blank if there are none, on a paper; ``flat``: without form fields."""

    spec: SheetSpec
    people: Sequence[Character]
    paper: str
    flat: bool
    progress: Progress

    def all(self) -> Files:
        """One PDF of all sheets, and its name."""
        content = self._sheet.pdf(self.people or (None,), flat=self.flat)
        yield f"{self.spec.game}-sheet-{self.paper}.pdf", content

    def each(self) -> Files:
        """A PDF for each character, by their names; one blank sheet if there is none."""
        if not self.people:
            yield from self.all()
        sheet = self._sheet
        taken: dict[str, int] = {}
        for number, person in enumerate(self.people, 1):
            stem = _stem(person)
            taken[stem] = taken.get(stem, 0) + 1
            unique = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"
            self.progress(f"drawing {number} of {len(self.people)}")
            yield f"{self.spec.game}-{unique}-{self.paper}.pdf", sheet.pdf((person,), flat=self.flat)

    def cards(self, size: str, copies: int) -> Files:
        """One PDF of small cards to cut apart, so many of each, and its name."""
        from deckgen.sheet.cards import cards_pdf

        wanted = [person for person in self.people or (None,) for _ in range(copies)]
        yield f"{self.spec.game}-cards-{size}-{self.paper}.pdf", cards_pdf(self._sheet, wanted, size)

    @cached_property
    def _sheet(self) -> Sheet:
        from deckgen.draw.paper import paper_named
        from deckgen.sheet.sheet import blank_sheet

        return blank_sheet(self.spec, paper_named(self.paper))


def _stem(person: Character) -> str:
    """What a character's file is called: the name in plain letters, else as its own file is."""
    for text in (person.name, person.file.stem):
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        if found := re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-"):
            return found
    return "character"
