"""``sheet``: character sheets, blank or filled, to fill in on screen or to print."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.output import STDOUT, Voice, is_folder, put, whole_folder
from deckgen.errors import DeckgenError, Fault

if TYPE_CHECKING:
    from deckgen.sheet.character import Character
    from deckgen.sheet.model import SheetSpec
    from deckgen.sheet.sheet import Sheet

CHARACTER = click.Path(path_type=Path)


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen sheet future-imperfect",
        "deckgen sheet future-imperfect --new -o hero.yaml",
        "deckgen sheet future-imperfect hero.yaml other.yaml --paper letter -o sheets",
        "deckgen sheet rough-magic hero.yaml --flat -o hero.pdf",
        "deckgen sheet rough-magic --export filled.pdf -o hero.yaml",
        "deckgen sheet action-and-combat guard.yaml --cards poker -o guards.pdf",
    ),
)
@click.argument("game")
@click.argument("characters", metavar="[CHARACTER.yaml...]", type=CHARACTER, nargs=-1)
@options.paper
@click.option("--flat", is_flag=True, help="The same pages without form fields, for printing.")
@click.option("--new", is_flag=True, help="Write a commented character file to start from, and no sheet.")
@click.option(
    "--export",
    "export",
    type=CHARACTER,
    metavar="PDF",
    help="Write the values of a filled sheet as YAML, and no sheet.",
)
@click.option(
    "--import",
    "imports",
    type=CHARACTER,
    metavar="PDF",
    multiple=True,
    help="Take a filled sheet as a character; repeatable.",
)
@click.option(
    "--cards", type=click.Choice(["large", "poker"]), help="Small cards to cut apart, for others than heroes."
)
@click.option("--copies", type=click.IntRange(1, 99), default=1, show_default=True, help="Of each card.")
@options.output("output", "A folder, or one .pdf for all; - for stdout.")
@options.quiet
def sheet(
    *,
    game: str,
    characters: tuple[Path, ...],
    paper: str,
    flat: bool,
    new: bool,
    export: Path | None,
    imports: tuple[Path, ...],
    cards: str | None,
    copies: int,
    output: str,
    quiet: bool,
) -> None:
    """Draw character sheets.

    Without a character the sheet is blank. Sheets can be filled in on screen, unless they are flat.
    A folder gets one PDF for each character, a .pdf all of them.
    """
    if new and (export or characters or imports):
        raise click.UsageError("--new goes without characters")
    if export and (characters or imports or cards):
        raise click.UsageError("--export goes without characters; to draw a filled sheet, use --import")
    from deckgen.sheet.reader import load_sheet  # noqa: PLC0415  YAML

    voice = Voice(quiet)
    spec = load_sheet(game)
    if new:
        from deckgen.sheet.starter import starter  # noqa: PLC0415

        _texts([starter(spec)], ["new-character"], output, voice)
        return
    if export:
        from deckgen.sheet.pdf_import import read_pdf  # noqa: PLC0415  pypdf

        found = read_pdf(export, spec)
        names = [export.stem] if len(found) == 1 else [f"{export.stem}-{i}" for i in range(1, len(found) + 1)]
        _texts(found, names, output, voice)
        return
    from deckgen.press.page_files import paper_named  # noqa: PLC0415
    from deckgen.sheet.sheet import blank_sheet  # noqa: PLC0415  fonts

    people = _characters(spec, characters, imports)
    loaded = blank_sheet(spec, paper_named(paper))
    if cards:
        from deckgen.sheet.cards import cards_pdf  # noqa: PLC0415

        wanted = [person for person in people or (None,) for _ in range(copies)]
        name = f"{spec.game}-cards-{cards}-{paper}.pdf"
        _write([(name, lambda: cards_pdf(loaded, wanted, cards))], output, voice)
    else:
        _sheets(loaded, people, flat, output, voice)


def _characters(spec: SheetSpec, files: Sequence[Path], pdfs: Sequence[Path]) -> list[Character]:
    """All characters; every fault of every file is told."""
    from deckgen.sheet.character import load_character  # noqa: PLC0415
    from deckgen.sheet.pdf_import import from_text, read_pdf  # noqa: PLC0415

    found: list[Character] = []
    faults: list[Fault] = []
    for file in files:
        try:
            found.append(load_character(file, spec))
        except DeckgenError as error:
            faults += error.faults
    for pdf in pdfs:
        try:
            found += [from_text(text, pdf, spec) for text in read_pdf(pdf, spec)]
        except DeckgenError as error:
            faults += error.faults
    if faults:
        raise DeckgenError(faults)
    return found


def _sheets(loaded: Sheet, people: Sequence[Character], flat: bool, output: str, voice: Voice) -> None:
    paper, game = loaded.paper.name, loaded.spec.game
    if output == STDOUT or not is_folder(output, (".pdf",)) or not people:
        name = f"{game}-sheet-{paper}.pdf"
        _write([(name, lambda: loaded.pdf(people or (None,), flat=flat))], output, voice)
        return
    taken: dict[str, int] = {}
    jobs = []
    for number, person in enumerate(people, 1):
        stem = _stem(person)
        taken[stem] = taken.get(stem, 0) + 1
        unique = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"

        def draw(person: Character = person, number: int = number) -> bytes:
            voice.progress(f"drawing {number} of {len(people)}")
            return loaded.pdf((person,), flat=flat)

        jobs.append((f"{game}-{unique}-{paper}.pdf", draw))
    _write(jobs, output, voice)


def _stem(person: Character) -> str:
    """What a character's file is called: the name in plain letters, else as its own file is."""
    for text in (person.name, person.file.stem):
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        if found := re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-"):
            return found
    return "character"


def _write(jobs: Sequence[tuple[str, Callable[[], bytes]]], output: str, voice: Voice) -> None:
    """Write what each job makes under its name in a folder, or the only one to the file ``output``."""
    if output == STDOUT or not is_folder(output, (".pdf",)):
        ((_, make),) = jobs
        path = put(make(), output)
        voice.wrote([path] if path else [])
        return
    with whole_folder(Path(output)) as stage:
        for name, make in jobs:
            (stage / name).write_bytes(make())
    voice.wrote(Path(output, name) for name, _ in jobs)


def _texts(texts: Sequence[str], names: Sequence[str], output: str, voice: Voice) -> None:
    if output == STDOUT or (len(texts) == 1 and not is_folder(output, (".yaml", ".yml"))):
        path = put("".join(f"---\n{text}" if len(texts) > 1 else text for text in texts).encode(), output)
        voice.wrote([path] if path else [])
        return
    with whole_folder(Path(output)) as stage:
        for name, text in zip(names, texts, strict=True):
            (stage / f"{name}.yaml").write_text(text, encoding="utf-8")
    voice.wrote(Path(output, f"{name}.yaml") for name in names)
