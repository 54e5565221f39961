"""Character sheets: characters read from files or filled sheets, and the files that are written of them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from deckgen.draw.paper import paper_named, report_small_paper
from deckgen.errors import DeckgenError, Problem
from deckgen.run.decks import Progress
from deckgen.sheet.character import Character, character, load_character
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.sheet import Sheet, blank_sheet, roster_pdf, write_cards

Write = Callable[[BinaryIO], object]
"""Writes a file into a stream."""
Files = Iterator[tuple[str, Write]]
"""Names of files, and what writes them."""


def content(write: Write) -> bytes:
    """Return what is written, as bytes."""
    stream = BytesIO()
    write(stream)
    return stream.getvalue()


def read_characters(spec: SheetSpec, files: Sequence[Path], pdfs: Sequence[Path]) -> list[Character]:
    """The characters of YAML files and tables, then of filled sheets. Raises DeckgenError with every problem of every file."""
    found: list[Character] = []
    problems: list[Problem] = []
    for file, filled in (*((file, False) for file in files), *((pdf, True) for pdf in pdfs)):
        try:
            found += _filled(spec, file) if filled else _written(spec, file)
        except DeckgenError as error:
            problems += error.problems
    if problems:
        raise DeckgenError(problems)
    return found


def _filled(spec: SheetSpec, file: Path) -> list[Character]:
    from deckgen.sheet.characters.filled_sheets import read_filled

    return [character(source, spec) for source in read_filled(file, spec)]


def _written(spec: SheetSpec, file: Path) -> list[Character]:
    if file.suffix.lower() not in (".yaml", ".yml"):
        from deckgen.sheet.characters.table_files import is_table

        if is_table(file):
            from deckgen.sheet.characters.fleet import read_fleet

            return read_fleet(file, spec)
    return [load_character(file, spec)]


def starter(spec: SheetSpec, place: str) -> list[tuple[str, bytes]]:
    """A file to start from and its name: a table if the ``place`` where it goes is one, else a character with its schema."""
    from deckgen.sheet.characters import files as character_files, fleet

    if place.lower().endswith(".csv"):
        return [("new-characters.csv", fleet.starter(spec))]
    hero, rules = character_files.starter(spec), character_files.schema(spec)
    return [("new-character.yaml", hero.encode()), (character_files.SCHEMA_FILE, rules.encode())]


def exported(spec: SheetSpec, pdf: Path) -> list[tuple[str, bytes]]:
    """The values of a filled sheet as YAML files, one for each character in it, by their names.

    What is written can be read: raises CharacterError with every value that cannot.
    """
    from deckgen.sheet.characters.files import to_yaml
    from deckgen.sheet.characters.filled_sheets import read_filled

    texts = [to_yaml(source.data) for source in read_filled(pdf, spec)]
    names = [pdf.stem] if len(texts) == 1 else [f"{pdf.stem}-{i}" for i in range(1, len(texts) + 1)]
    return [(f"{name}.yaml", text.encode()) for name, text in zip(names, texts, strict=True)]


def together(texts: Sequence[tuple[str, bytes]]) -> bytes:
    """YAML files as one: documents one after the other, if there is more than one."""
    return b"".join(b"---\n" + text if len(texts) > 1 else text for _, text in texts)


def sheets(
    spec: SheetSpec,
    people: Sequence[Character],
    paper: str,
    progress: Progress,
    *,
    flat: bool,
    each: bool,
    scripts: bool = True,
) -> Files:
    """A PDF of all sheets, or of ``each`` character's, by its name; a blank one if there are no characters.

    ``flat``: without form fields. Forms compute in viewers what follows from other values if they have ``scripts``.
    """
    sheet = _blank(spec, paper)
    write = partial(sheet.write, flat=flat, scripts=scripts)
    if not (each and people):
        characters = people or (None,)
        yield f"{spec.game}-sheet-{paper}.pdf", partial(write, characters=characters, progress=progress)
        return
    for number, (stem, person) in enumerate(_stems(people), 1):
        progress(f"drawing {number} of {len(people)}")
        yield f"{spec.game}-{stem}-{paper}.pdf", partial(write, characters=(person,))


def web_sheets(spec: SheetSpec, people: Sequence[Character], *, each: bool) -> Files:
    """A page for the screen with all characters to choose from, or one for ``each``, by its name; else a blank one."""
    from deckgen.sheet.web.page import sheet_html

    if not (each and people):
        yield f"{spec.game}-sheet.html", lambda stream: stream.write(sheet_html(spec, people))
        return
    for stem, person in _stems(people):
        page = sheet_html(spec, (person,))
        yield f"{spec.game}-{stem}.html", partial(_write, page)


def _write(content: bytes, stream: BinaryIO) -> None:
    stream.write(content)


def small_cards(
    spec: SheetSpec,
    people: Sequence[Character],
    paper: str,
    progress: Progress,
    size: str,
    copies: int,
) -> Files:
    """One PDF of small cards to cut apart, so many of each, and its name."""
    cards = [person for person in people or (None,) for _ in range(copies)]
    sheet = _blank(spec, paper)
    name = f"{spec.game}-cards-{size}-{paper}.pdf"
    yield name, lambda stream: write_cards(stream, sheet, cards, size, progress)


def _stems(people: Sequence[Character]) -> Iterator[tuple[str, Character]]:
    """Each character with what its file is called: no two alike."""
    taken: Counter[str] = Counter()
    for person in people:
        stem = _stem(person)
        taken[stem] += 1
        yield stem if taken[stem] == 1 else f"{stem}-{taken[stem]}", person


def roster(spec: SheetSpec, people: Sequence[Character], paper: str) -> Files:
    """One PDF with the Master's table of all characters, and its name."""
    with report_small_paper(paper, "the roster"):
        table = roster_pdf(spec, paper_named(paper), people)
    yield f"{spec.game}-roster-{paper}.pdf", partial(_write, table)


def _blank(spec: SheetSpec, paper: str) -> Sheet:
    with report_small_paper(paper, "the character sheet"):
        return blank_sheet(spec, paper_named(paper))


def _stem(person: Character) -> str:
    """What a character's file is called: the name in plain letters, else as its own file is."""
    for text in (person.name, person.file.stem):
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        if found := re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-"):
            return found
    return "character"
