"""A party's kit: for each hero a deck, a sheet and cards in one file to print, another for the Master, and what is what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.errors import DeckgenError, Problem, collect
from deckgen.library.audits import not_passed
from deckgen.library.decks import Deck
from deckgen.library.documents import Document, Progress
from deckgen.run.build import Files
from deckgen.run.processes import Task
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.character import Character
from deckgen.table_files import is_table

if TYPE_CHECKING:
    from deckgen.library.games import Game
    from deckgen.library.sheets import Sheet


def party_tasks(
    game: Game, folder: Path, seed: str, paper: str, progress: Progress, references: bool
) -> tuple[list[Task], list[Problem]]:
    """Return tasks that make the kit of the characters in a folder, and a problem for each result that a deck lacks.

    Heroes are in YAML files, with a deck each; those in tables are the Master's. Raises DeckgenError with what is wrong
    with their files, for two heroes of one name, a folder without heroes, and decks that cannot be dealt.
    """
    sheet, files = game.sheet(paper), sorted(path for path in folder.glob("[!.]*") if path.is_file())
    heroes = game.with_heroes([path for path in files if path.suffix.lower() in (".yaml", ".yml")])
    others = sheet.read_files([path for path in files if is_table(path)])
    if not heroes:
        remedy = "add a YAML file for each, from deckgen sheet GAME --new"
        raise DeckgenError(Problem(str(folder), None, "", "there are no heroes", remedy))
    decks = collect(partial(hero.deal, hero.decks[-1], seed, progress=progress) for hero in heroes)
    people = [hero.hero for hero in heroes if hero.hero]
    tasks = [
        Task(partial(_player, sheet, person, deck, references), 3, f"drawing for {person.name}")
        for person, deck in zip(people, decks, strict=True)
    ]
    tasks.append(Task(partial(_master, game, sheet, people, others, decks), 2, "drawing for the Master"))
    return tasks, [problem for hero in heroes for problem in hero.left_out]


def _player(sheet: Sheet, character: Character, deck: Deck, references: bool) -> Files:
    """Yield a hero's deck, what to print, and the page to play the deck; an error if its audit failed."""
    say, cards = deck.game.language.phrase, deck.render(paper=sheet.paper, references=references)
    parts = [(say("Cards"), cards), (say("Character sheet"), sheet.fill(character, flat=True))]
    if _has_cards(sheet, [character], "turn"):
        parts.append((say("Turn cards"), sheet.print_cards(character, back=deck, size="turn")))
    yield f"{deck.stem}.json", deck.to_json()
    yield f"{deck.stem}-kit-{sheet.paper}.pdf", join_pdfs(deck.title, parts, two_sided=True)
    yield from deck.play_page(faces=cards.faces, people=[character]).files()
    if not deck.audit().passed:
        yield not_passed(f"{deck.stem}.json")


def _has_cards(sheet: Sheet, people: Sequence[Character], kind: str) -> bool:
    """Return whether the sheet has cards of a kind, and people have what these show."""
    return kind in sheet.spec.cards and bool(deal_cards(sheet.spec, people, kind))


def _master(
    game: Game, sheet: Sheet, heroes: Sequence[Character], others: Sequence[Character], decks: Sequence[Deck]
) -> Files:
    """Yield what the Master prints: roster, posses, screen and rulings if there are any; and a text on what is what."""
    say, parts = game.data.language.phrase, list[tuple[str, Document]]()
    if sheet.spec.roster:
        parts.append((say("Roster"), sheet.roster(*heroes, *others)))
    if _has_cards(sheet, others, "posse"):
        parts.append((say("Posse cards"), sheet.cards(*others, size="posse")))
    if game.data.rules.screen:
        parts.append((say("Master’s screen"), game.screen(paper=sheet.paper)))
    if game.data.rulings:
        parts.append((say("Rulings"), game.rulings(sheet.paper)))
    uses = {
        f"-kit-{sheet.paper}.pdf": say("print it on both sides, flipped on the long edge, at 100 %"),
        "-play.html": say("open it in a browser to play with the deck"),
        ".json": say("the deck, for deckgen"),
    }
    lines = [f"{game.title}: {say('seed {seed}', seed=decks[0].seed)}"]
    for deck in decks:
        lines += ["", deck.spec.title, *(f"  {deck.stem}{end}: {use}" for end, use in uses.items())]
    if parts:
        name, title = f"{game.name}-master-kit-{sheet.paper}.pdf", say("{game}: for the Master", game=game.title)
        yield name, join_pdfs(title, parts)
        lines += ["", title, f"  {name}: {say('print it on one side')}"]
    yield "index.txt", "".join(f"{line}\n" for line in lines).encode()


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
