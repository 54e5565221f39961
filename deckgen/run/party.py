"""A party's kit: for each hero a deck, a sheet and cards in one file to print, another for the Master, and what is what."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.errors import DeckgenError, Problem, Problems
from deckgen.files import atomic_folder
from deckgen.library.audits import not_passed
from deckgen.library.cards import Cards, print_options
from deckgen.library.decks import Deck
from deckgen.library.documents import Document, Progress
from deckgen.records import record
from deckgen.run.build import Files
from deckgen.run.processes import Task, run_tasks
from deckgen.sheet.character import Character
from deckgen.table_files import is_table

if TYPE_CHECKING:
    from deckgen.library.games import Game
    from deckgen.library.sheets import Sheet

INDEX = "index.txt"
_CHARACTERS = (".yaml", ".yml")


@record
class Party:
    """The heroes of a game with their decks, and ``others``, who are the Master's; ``notes``: what decks lack."""

    game: Game
    sheet: Sheet
    heroes: Sequence[tuple[Character, Deck]]
    others: Sequence[Character]
    notes: Sequence[Problem]

    @property
    def stem(self) -> str:
        """The beginning of the names of the Master's files."""
        return f"{self.game.name}-master"


def read_party(game: Game, folder: Path, seed: str, paper: str, progress: Progress) -> Party:
    """Return the party in a folder: heroes are those in YAML files, others are in tables.

    Raises DeckgenError with all that is wrong with their files, for two heroes of one name, a folder without heroes, and
    with each hero whose deck cannot be dealt.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise DeckgenError(
            Problem(str(folder), None, "", f"cannot be read: {error.strerror}", "name a folder")
        ) from error
    sheet = game.sheet(paper)
    characters = sheet.read_heroes([path for path in files if path.suffix.lower() in _CHARACTERS])
    others = sheet.read_files([path for path in files if is_table(path)])
    problems, notes = Problems(), list[Problem]()
    if not characters:
        problems.add(folder, None, "", "there are no heroes", "add a YAML file for each, from deckgen sheet GAME --new")
    heroes = []
    for character in characters:
        try:
            dealer, left_out = game.with_hero(character)
            heroes.append((character, dealer.deal(dealer.decks[-1], seed, progress=progress)))
            notes += left_out
        except DeckgenError as error:
            for problem in error.problems:
                message = f"{character.name} has no deck: {problem.message}"
                problems.add(character.file, None, problem.path, message, problem.remedy)
    problems.raise_as(DeckgenError)
    return Party(game, sheet, heroes, others, notes)


def build_party(
    party: Party, out: Path, progress: Progress, jobs: int | None = None
) -> tuple[list[Path], list[Problem]]:
    """Write a party's kit, or nothing on an exception, in ``jobs`` processes; return the files, and audits that failed."""
    tasks = [Task(partial(_player, party, *hero), 3, f"drawing for {hero[0].name}") for hero in party.heroes]
    tasks.append(Task(partial(_master, party), 2, "drawing for the Master"))
    written, errors = list[Path](), list[Problem]()
    with atomic_folder(out) as stage, closing(run_tasks(tasks, stage, jobs, progress)) as outputs:
        for names, problems in outputs:
            written += (out / name for name in names)
            errors += problems
        index = _index(party, [path.name for path in written])
        (stage / INDEX).write_text(index, encoding="utf-8", newline="\n")
    return [out / INDEX, *written], errors


def _kit_name(stem: str, paper: str) -> str:
    return f"{stem}-kit-{paper}.pdf"


def _player(party: Party, character: Character, deck: Deck) -> Files:
    """Yield a hero's files: the deck, what to print, the page to play it and the sheet for the screen."""
    from deckgen.press.target import load_target

    sheet, layout = party.sheet, deck.layout()
    faces = deck.faces(layout)
    options = print_options(deck.title, deck.game.language, footer=deck.footer, paper=sheet.paper)
    say = deck.game.language.phrase
    parts: list[tuple[str, Document]] = [
        (say("Cards"), Cards(deck.data, deck.stem, deck.title, faces, load_target("home"), options, deck.describe)),
        (say("Character sheet"), sheet.fill(character, flat=True)),
    ]
    play = deck.play_page(layout, faces=faces, people=[character], sheet=f"{deck.stem}-sheet.html")
    yield f"{deck.stem}.json", deck.to_json()
    yield _kit_name(deck.stem, sheet.paper), join_pdfs(deck.title, parts, two_sided=True)
    yield from play.files()
    yield f"{deck.stem}-sheet.html", sheet.fill(character, table=play.file_names["html"]).content("html")
    if not deck.audit().passed:
        yield not_passed(f"{deck.stem}.json")


def _master(party: Party) -> Files:
    """Yield the Master's file to print: the roster of all, the screen, the rulings; what the game has of them."""
    game, sheet, say = party.game, party.sheet, party.game.data.language.phrase
    people = [*(character for character, _ in party.heroes), *party.others]
    parts = [
        *([(say("Roster"), sheet.roster(*people))] if sheet.spec.roster else []),
        *([(say("Master’s screen"), game.screen(paper=sheet.paper))] if game.data.rules.screen else []),
        *([(say("Rulings"), game.rulings(sheet.paper))] if game.data.rulings else []),
    ]
    if parts:
        title = say("{game}: for the Master", game=game.title)
        yield _kit_name(party.stem, sheet.paper), join_pdfs(title, parts)


def join_pdfs(title: str, parts: Sequence[tuple[str, Document]], *, two_sided: bool = False) -> bytes:
    """Return the PDFs of documents, each with its label, as one that is printed at 100 %; labels are bookmarks.

    If it is printed ``two_sided``, flipped on the long edge, each of them begins on a new sheet.
    """
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, NameObject

    writer = PdfWriter()
    for label, document in parts:
        writer.append(BytesIO(document.pdf()), label)
        if two_sided and len(writer.pages) % 2:
            writer.add_blank_page()
    preferences = {"/PrintScaling": "/None", **({"/Duplex": "/DuplexFlipLongEdge"} if two_sided else {})}
    names = {NameObject(key): NameObject(value) for key, value in preferences.items()}
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(names)
    writer.add_metadata({"/Title": title, "/Producer": f"deckgen {__version__}"})
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _index(party: Party, names: Sequence[str]) -> str:
    """Return what is what among the files of a party's kit, as text."""
    say, paper = party.game.data.language.phrase, party.sheet.paper
    player_files = {
        _kit_name("", paper): say("print it on both sides, flipped on the long edge, at 100 %"),
        "-play.html": say("open it in a browser to play with the deck"),
        "-sheet.html": say("open it in a browser to keep the sheet there"),
        ".json": say("the deck, for deckgen"),
    }
    master_files = {_kit_name("", paper): say("print it on one side")}
    lines = [f"{party.game.title}: {say('seed {seed}', seed=party.heroes[0][1].seed)}"]
    for title, stem, texts in (
        *((character.name, deck.stem, player_files) for character, deck in party.heroes),
        (say("{game}: for the Master", game=party.game.title), party.stem, master_files),
    ):
        listed = [f"  {stem}{end}: {text}" for end, text in texts.items() if f"{stem}{end}" in names]
        lines += ["", title, *listed] if listed else []
    return "\n".join(lines) + "\n"
