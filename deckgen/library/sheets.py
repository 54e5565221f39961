"""Character sheets: blank, or filled with characters that are read from files or from filled sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from deckgen.draw.paper import find_paper, report_small_paper
from deckgen.errors import DeckgenError, PressError, Problem, collect, suggest
from deckgen.files import plain_name, unique_names
from deckgen.library.documents import Document, Progress, StreamedDocument, file_names, ignore, in_turn
from deckgen.sheet.cards import SmallCard, deal_cards
from deckgen.sheet.character import Character, CharacterError, build_character, load_character
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import SIZES, Sheet as DrawnSheet, blank_sheet, roster_pdf, write_cards

if TYPE_CHECKING:
    from deckgen.draw.drawing import Faces
    from deckgen.game.model import Game

Person = Character | Mapping[str, Any] | str | Path
"""A character, or what it is read from: its values by field, or the path of a YAML file, a table or a filled sheet."""


class PrintedDeck(Protocol):
    """What small cards take from a deck: its game, the line at the foot of its sheets, and its faces."""

    game: Game

    @property
    def footer(self) -> str: ...

    def faces(self, layout: str | None, *, references: bool) -> Faces: ...


def people_at_table(
    game: Game, rulings: Mapping[str, str], people: Sequence[Person], address: str
) -> list[dict[str, Any]]:
    """Return what a game's table knows of people, by its sheet, whose page is at an ``address``."""
    if not people:
        return []
    from deckgen.sheet.person import person_of

    sheet = Sheet.load(game.folder, game.language.code, rulings=rulings)
    return [person_of(sheet.spec, character, address) for character in sheet.read(*people)]


class Sheet:
    """A game's character sheet on a paper: ``pdf()`` is blank, ``fill(...)`` has characters on it."""

    def __init__(self, spec: SheetSpec, paper: str = "a4") -> None:
        self.spec, self.paper = spec, paper

    @classmethod
    @in_turn
    def load(
        cls,
        game: str | Path,
        language: str | None = None,
        paper: str = "a4",
        *,
        rulings: Mapping[str, str] | None = None,
    ) -> Sheet:
        """Read the sheet of a shipped game, or of the game in a folder, decided by ``rulings``. Raises GameError."""
        return cls(load_sheet(game, language, check_all=False, rulings=rulings), paper)

    def __repr__(self) -> str:
        return f"<Sheet {self.spec.game} on {self.paper}>"

    @cached_property
    def _drawn(self) -> DrawnSheet:
        with report_small_paper(self.paper, "the character sheet"):
            return blank_sheet(self.spec, find_paper(self.paper))

    def pdf(self, *, flat: bool = False) -> bytes:
        """Return a blank sheet, to fill in on screen, or ``flat``, to print."""
        return self.fill(flat=flat).pdf()

    def read(self, *people: Person) -> list[Character]:
        """Read characters. Raises DeckgenError with every problem of all of them."""
        return [*chain.from_iterable(collect(partial(self._read, person) for person in people))]

    def read_files(self, files: Sequence[Path], filled: Sequence[Path] = ()) -> list[Character]:
        """Read YAML files and tables, then ``filled`` sheets. Raises DeckgenError with every problem of all of them."""
        readers = [partial(self.read_file, path) for path in files]
        readers += (partial(self.read_filled, path) for path in filled)
        return [*chain.from_iterable(collect(readers))]

    @in_turn
    def _read(self, person: Person) -> list[Character]:
        """Return a person's characters: itself, one of a mapping, or those of a file; .pdf and .xfdf are filled."""
        if isinstance(person, Character):
            return [person]
        if isinstance(person, Mapping):
            from deckgen.sheet.characters.files import to_yaml
            from deckgen.sources import parse_yaml_file

            content = to_yaml({"game": self.spec.game, **person}).encode()
            return [build_character(parse_yaml_file(Path("character"), content, CharacterError), self.spec)]
        path = Path(person)
        return self.read_filled(path) if path.suffix.lower() in {".pdf", ".xfdf"} else self.read_file(path)

    @in_turn
    def read_file(self, path: Path) -> list[Character]:
        """Read the character of a YAML file, or all of a table. Raises DeckgenError."""
        if path.suffix.lower() not in {".yaml", ".yml"}:
            from deckgen.table_files import is_table

            if is_table(path):
                from deckgen.sheet.characters.character_table import read_character_table

                return read_character_table(path, self.spec)
        return [load_character(path, self.spec)]

    @in_turn
    def read_filled(self, path: Path) -> list[Character]:
        """Read the characters of a filled sheet. Raises CharacterError."""
        from deckgen.sheet.characters.filled_sheets import read_filled

        return [build_character(source, self.spec) for source in read_filled(path, self.spec)]

    def fill(
        self, *people: Person, flat: bool = False, scripts: bool = True, table: str = "", progress: Progress = ignore
    ) -> Document:
        """Return a sheet of each character, or a blank one: as pdf, or as html, a page for the screen.

        ``flat``: without form fields. Forms compute derived values in viewers if they have ``scripts``. ``table`` is
        the address of the play page from the HTML page. Raises DeckgenError with every problem of the characters.
        """
        characters = self.read(*people)

        def write(stream: BinaryIO, kind: str) -> None:
            if kind == "html":
                from deckgen.sheet.web.page import sheet_html

                stream.write(sheet_html(self.spec, characters, table))
                return
            self._drawn.write(stream, characters or (None,), flat=flat, scripts=scripts, progress=progress)

        return StreamedDocument(write, self._names("sheet", "pdf", "html"))

    def fill_each(
        self, people: Sequence[Person], kind: str = "pdf", progress: Progress = ignore, **options: Any
    ) -> Iterator[tuple[str, bytes]]:
        """Yield (file name, content) for each character, or for one blank sheet; ``options`` as for ``fill``."""
        characters = self.read(*people)
        if not characters:
            blank = self.fill(**options, progress=progress)
            yield blank.file_names[kind], blank.content(kind)
        stems = unique_names(map(_stem, characters))
        for number, (stem, person) in enumerate(zip(stems, characters, strict=True), 1):
            if kind == "pdf":
                progress(f"drawing {number} of {len(characters)}")
            yield self._names(stem, kind)[kind], self.fill(person, **options).content(kind)

    def cards(self, *people: Person, size: str = "poker", copies: int = 1, progress: Progress = ignore) -> Document:
        """Return small cards to cut apart, ``copies`` of each, or pages of blank ones: ``size`` is "poker" or "large".

        "turn" has a card for each attack of each character, "posse" one for each group of copies in a table.
        """
        if size not in SIZES:
            raise DeckgenError(Problem("size", None, "", f"there are no {size} cards", suggest(size, SIZES)))
        cards = self._deal_cards(self.read(*people), size, copies)

        def write(stream: BinaryIO, _: str) -> None:
            write_cards(stream, self._drawn, cards, size, progress)

        return StreamedDocument(write, self._names(f"cards-{size}", "pdf"))

    def _deal_cards(self, characters: Sequence[Character], size: str, copies: int) -> list[SmallCard]:
        """Return ``copies`` of each small card, or a page of blank ones. Raises DeckgenError without any card."""
        blank = SIZES[size].across * SIZES[size].down
        cards = deal_cards(self.spec, characters, size, blank)
        if not cards:
            message = f"there is nothing for {size} cards"
            raise DeckgenError(Problem("--cards", None, "", message, "name characters who have what they show"))
        return [card for card in cards for _ in range(copies)]

    def print_cards(
        self,
        *people: Person,
        back: PrintedDeck,
        size: str = "poker",
        target: str = "home",
        copies: int = 1,
        layout: str | None = None,
        **options: Any,
    ) -> Document:
        """Return poker, turn or posse cards for a print target, with a deck's back; ``options``: of ``Deck.render``.

        Raises DeckgenError with every problem of the characters, PressError for a target that takes pictures, a deck of
        another size, and a portrait, which is in screen colors, where a print shop gets inks.
        """
        from deckgen.library.cards import print_options
        from deckgen.press.target import load_target, paper_for

        characters = self.read(*people)
        loaded, title = load_target(target), back.game.language.phrase("{game}: cards", game=back.game.title)
        printing = print_options(title, back.game.language, footer=back.footer, **{"paper": self.paper, **options})
        if back.game.id != self.spec.game:
            message, remedy = f"this is a deck of {back.game.id}", f"name a deck of {self.spec.game}"
            raise PressError(Problem("--back", None, "", message, remedy))
        if not loaded.is_pdf:
            message = f"the target {loaded.name} takes pictures, and small cards are a PDF"
            raise PressError(Problem("--target", None, "", message, "choose home or press"))

        def make(_: str) -> bytes:
            from deckgen.press.pdf.writer import write_pdf
            from deckgen.sheet.sheet import print_cards

            cards = self._deal_cards(characters, size, copies)
            faces = back.faces(layout, references=False)
            return write_pdf(print_cards(self._drawn, cards, size, faces.back, loaded, printing))

        paper = paper_for(printing.paper, loaded).name if loaded.imposition == "sheet" else ""
        return Document(make, file_names(f"{self.spec.game}-cards-{loaded.name}", "pdf", paper=paper))

    def roster(self, *people: Person) -> Document:
        """Return the Master's table of all characters. Raises LayoutError if the game has none."""
        characters = self.read(*people)

        def make(_: str) -> bytes:
            with report_small_paper(self.paper, "the roster"):
                return roster_pdf(self.spec, find_paper(self.paper), characters)

        return Document(make, self._names("roster", "pdf"))

    def _names(self, stem: str, *kinds: str) -> Mapping[str, str]:
        return file_names(f"{self.spec.game}-{stem}", *kinds, paper=self.paper)

    def starter(self, path: str = "") -> list[tuple[str, bytes]]:
        """Return files to start from, by name: a table if the ``path`` for it is one, else a character with its schema."""
        from deckgen.sheet.characters import character_table, files as character_files

        if path.lower().endswith(".csv"):
            return [("new-characters.csv", character_table.starter_csv(self.spec))]
        hero, schema = character_files.starter_yaml(self.spec), character_files.character_schema(self.spec)
        return [("new-character.yaml", hero.encode()), (character_files.SCHEMA_FILE, schema.encode())]

    def export(self, pdf: Path) -> list[tuple[str, bytes]]:
        """Return a filled sheet's characters as (name, YAML). Raises CharacterError if they cannot be read back."""
        from deckgen.sheet.characters.files import to_yaml
        from deckgen.sheet.characters.filled_sheets import read_filled

        texts = [to_yaml(source.data) for source in read_filled(pdf, self.spec)]
        stems = [pdf.stem] if len(texts) == 1 else [f"{pdf.stem}-{i}" for i in range(1, len(texts) + 1)]
        return [(f"{stem}.yaml", text.encode()) for stem, text in zip(stems, texts, strict=True)]


def join_yaml(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Return YAML files as one: if there are several, as documents one after the other."""
    return b"".join(b"---\n" + content if len(files) > 1 else content for _, content in files)


def _stem(person: Character) -> str:
    """Return the name of a character in plain letters, else that of its file, else "character"."""
    for text in (person.name, person.file.stem):
        if stem := plain_name(text):
            return stem
    return "character"
