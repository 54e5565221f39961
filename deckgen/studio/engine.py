"""Answers to the studio's page: plain data in and out, so that it works in a process here or in a browser's worker.

A request and the choice in it are as ``request.schema.json`` says. Errors are part of the answer, as data.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Problem, suggest
from deckgen.files import shipped_path, write_folder
from deckgen.language import ORIGINAL, load_language
from deckgen.library.audits import audit_decks
from deckgen.library.boxes import tuck_box
from deckgen.library.choices import DeckSelection, find_set, find_spec
from deckgen.library.decks import Deck, deal
from deckgen.library.documents import Document
from deckgen.library.games import Game, games, load_game
from deckgen.library.names import check_seed
from deckgen.schema_problems import find_problems
from deckgen.studio.facts import game_facts, people_of
from deckgen.studio.proof import prove
from deckgen.studio.upload import last_change, unpack_game

OWN = "own"
"""The name by which someone's own game is asked for, and of its folder within that of the files."""
_SCHEMA = Path(__file__).with_name("request.schema.json")
_QUOTED = re.compile(r"""'([^']+)'|"([^"]+)\"""")
_AROUND = 1  # lines of a file before and after the faulty one
_PRINTERS: Mapping[str, Mapping[str, Any]] = {
    "duplex": {},
    "turn": {"order": "fronts-then-backs"},
    "fold": {"flip": "gutterfold"},
    "fronts": {"flip": "none"},
}
"""The options of a print by how the printer is used."""

Choice = Mapping[str, Any]
Answer = dict[str, Any]


def answer(request: Any, folder: Path, own: Path | None = None, layout: str | None = None) -> Answer:
    """Return the answer to a request of the page; files go into ``folder``.

    ``own`` is the folder of someone's own game, by default that of the zip that was unpacked here; it and another
    ``layout`` are not the page's to choose. Errors of the input are the answer's ``problems``.
    """
    own = own or folder / OWN
    try:
        _check(request)
        return _ANSWERS[request["do"]](_Workshop(request.get("choice", {}), folder, own, layout), request)
    except DeckgenError as error:
        return {"problems": [problem_data(problem, own) for problem in error.problems]}


def _check(request: Any) -> None:
    """Raise DeckgenError with everything that is wrong with a request by its schema."""
    problems = [
        Problem("the link", None, ".".join(map(str, path)), message, remedy)
        for path, message, remedy in find_problems(request, _SCHEMA.read_bytes())
    ]
    if problems:
        raise DeckgenError(problems)


def problem_data(problem: Problem, folder: Path) -> Answer:
    """Return a problem as data; its ``lines`` around are [number, text], ``mark`` is the word that is wrong there."""
    file, lines, mark = problem.file, list[tuple[int, str]](), None
    path = Path(file)
    if path.is_relative_to(shipped_path("data")):
        file = str(path.relative_to(shipped_path("data")))
    elif path.is_relative_to(folder):
        file = str(path.relative_to(folder))
        if problem.line is not None and path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace").splitlines()
            first = max(0, problem.line - 1 - _AROUND)
            lines = list(enumerate(text[first : problem.line + _AROUND], first + 1))
            faulty = text[problem.line - 1] if problem.line <= len(text) else ""
            words = [
                *(a or b for a, b in _QUOTED.findall(problem.message)),
                re.split(r"[.\[]", problem.path)[-1].strip("]"),
            ]
            mark = next((word for word in words if word and word in faulty), None)
    message, remedy = (text.replace(f"{folder}/", "") for text in (problem.message, problem.remedy))
    return {
        "file": file,
        "line": problem.line,
        "path": problem.path,
        "message": message,
        "remedy": remedy,
        "lines": lines,
        "mark": mark,
    }


class _Workshop:
    """A choice, the ``folder`` for its files, and that of someone's ``own`` game."""

    def __init__(self, choice: Choice, folder: Path, own: Path, layout: str | None) -> None:
        self.choice, self.folder, self.own, self.layout = choice, folder, own, layout

    @property
    def paper(self) -> str:
        return str(self.choice.get("paper", "a4"))

    def game(self, name: str | None = None) -> Game:
        """Return the chosen game, read once. Raises DeckgenError."""
        name = name or str(self.choice.get("game", ""))
        if name != OWN and name not in games():
            remedy = suggest(name, games(), listed=True)
            raise DeckgenError(Problem("the link", None, "game", f"there is no game {name!r}", remedy))
        path, changed = (str(self.own), last_change(self.own)) if name == OWN else (name, 0)
        return _read_game(path, self.choice.get("language"), changed)

    def decks(self) -> Sequence[Deck]:
        """Return the chosen decks, dealt once: those of a set that the game names, or of a seed. Raises DeckgenError."""
        game, name = self.game(), self.choice.get("set")
        if name:
            selection = find_set(game.data, name)
        else:
            selection = DeckSelection(check_seed(self.choice.get("seed", "")), self.choice.get("decks", 1))
        return _deal(game, self.choice.get("deck"), selection)

    def people(self) -> Sequence[Path]:
        """Return the files of the chosen people that the game has, if they get a sheet."""
        known, choice = people_of(self.game()), self.choice
        return [
            known[name]
            for name in choice.get("people", ())
            if name in known and "sheet" in choice.get("items", ("sheet",))
        ]

    def address(self, item: str) -> str:
        """Return where the page to "play" or the "sheet" is, from the other; "" if it is not made."""
        if item not in self.choice.get("items", ()):
            return ""
        page = self.decks()[0].play_page() if item == "play" else self.game().sheet().fill()
        return page.file_names["html"]

    def print_options(self) -> dict[str, Any]:
        """Return the options of a print at home."""
        choice = self.choice
        options = {**_PRINTERS[choice.get("printer", "duplex")], "paper": self.paper, "ink": choice.get("ink", "full")}
        sizes = {name: choice[name] for name in ("bleed", "gutter") if choice.get(name)}
        return {**options, **sizes, "back_offset": tuple(choice.get("offset", (0, 0)))}

    def save(self, files: Iterable[tuple[str, bytes]]) -> Answer:
        """Write files into the folder; return their names and sizes."""
        paths = write_folder(self.folder, files)
        return {"files": [{"name": path.name, "size": path.stat().st_size} for path in paths], "problems": []}


@lru_cache(maxsize=4)
def _read_game(name: str, language: str | None, _changed: int) -> Game:
    return load_game(name, language)


@lru_cache(maxsize=4)
def _deal(game: Game, deck: str | None, selection: DeckSelection) -> Sequence[Deck]:
    return deal(game.data, find_spec(game.data, deck), selection)


# What can be made of a choice

_Files = Iterator[tuple[str, bytes]]


def _render(workshop: _Workshop, target: str, **options: Any) -> _Files:
    for deck in workshop.decks():
        yield from deck.render(target, layout=workshop.layout, **options).files()


def _cards(workshop: _Workshop) -> _Files:
    return _render(workshop, "home", **workshop.print_options())


def _play(workshop: _Workshop) -> _Files:
    """Yield the play page of each deck, with the chosen people at the table, who have their sheet beside it."""
    people = workshop.people()
    for deck in workshop.decks():
        yield from deck.play_page(workshop.layout, people=people, sheet=workshop.address("sheet")).files()


def _sheet(workshop: _Workshop) -> _Files:
    """Yield the sheet for paper, and the one for the screen: blank, or of the chosen people."""
    sheet = workshop.game().sheet(workshop.paper)
    yield from sheet.fill(*workshop.people(), table=workshop.address("play")).files("pdf", "html")


def _of_first(make: Callable[[_Workshop, Deck], Document]) -> Callable[[_Workshop], _Files]:
    """Return what yields a document of the first deck."""
    return lambda workshop: make(workshop, workshop.decks()[0]).files()


def _of_game(make: Callable[[_Workshop, Game], Document], *kinds: str) -> Callable[[_Workshop], _Files]:
    return lambda workshop: make(workshop, workshop.game()).files(*kinds)


def _target(name: str) -> Callable[[_Workshop], _Files]:
    return lambda workshop: _render(workshop, name)


def _audit(kind: str) -> Callable[[_Workshop], _Files]:
    def make(workshop: _Workshop) -> _Files:
        decks = workshop.decks()
        return audit_decks([deck.data for deck in decks], decks[0].game).certificate(workshop.paper).files(kind)

    return make


ITEMS: Mapping[str, Callable[[_Workshop], _Files]] = {
    "cards": _cards,
    "play": _play,
    "sheet": _sheet,
    "map": _of_first(lambda workshop, deck: deck.card_map(workshop.layout, workshop.paper)),
    "screen": _of_game(
        lambda workshop, game: game.screen(workshop.choice.get("deck"), workshop.layout, workshop.paper)
    ),
    "tokens": _of_game(lambda workshop, game: game.tokens(workshop.layout, workshop.paper)),
    "box": _of_first(lambda workshop, deck: tuck_box([deck], workshop.layout, workshop.paper)),
    "table": _of_first(lambda workshop, deck: deck.table(workshop.paper)),
    "examples": _of_first(lambda workshop, deck: deck.examples(workshop.layout, workshop.paper)),
    "odds": _of_first(lambda workshop, deck: deck.odds(workshop.paper)),
    "poster": _of_first(lambda workshop, deck: deck.poster(workshop.layout)),
    "rulings": _of_game(lambda workshop, game: game.rulings(workshop.paper), "pdf"),
    "press": _target("press"),
    "drivethrucards": _target("drivethrucards"),
    "foundry": _target("foundry"),
    "tabletop-simulator": _target("tabletop-simulator"),
    "certificate": _audit("pdf"),
    "audit": _audit("text"),
}
"""What makes the files of an item, by the item's name."""


def _make(workshop: _Workshop, request: Choice) -> Answer:
    item = request.get("item", "")
    if item not in ITEMS:
        raise DeckgenError(Problem("the link", None, "items", f"there is no item {item!r}", suggest(item, ITEMS)))
    return workshop.save(ITEMS[item](workshop))


def _show_sheet(workshop: _Workshop, request: Choice) -> Answer:
    """Return a picture of a side of a printed sheet, and how many sheets and cards there are."""
    from deckgen.press.pictures.web_faces import page_svg

    deck, options = workshop.decks()[0], workshop.print_options()
    options.pop("order", None)  # each front with its back
    cards = deck.render("home", layout=workshop.layout, **options)
    pages = cards.part.book.pages
    sides = 1 if options.get("flip") in {"gutterfold", "none"} else 2
    number = min(request.get("number", 1), len(pages) // sides)
    page = pages[(number - 1) * sides + (request.get("side") == "back" and sides == 2)]
    counts = {
        "sheets": len(pages) // sides,
        "sides": sides,
        "number": number,
        "references": len(cards.faces.references),
    }
    return {
        "svg": page_svg(page),
        "width": round(page.width, 3),
        "height": round(page.height, 3),
        **counts,
        "problems": [],
    }


def _show_game(workshop: _Workshop, request: Choice) -> Answer:
    """Return the facts of a game, and everything that is wrong with it; a zip is unpacked first."""
    from deckgen.run.validation import validate_game_or_file
    from deckgen.studio.facts import game_cover, game_css

    if "zip" in request:
        unpack_game(workshop.folder / Path(request["zip"]).name, workshop.own)
    files = sorted(str(path.relative_to(workshop.own)) for path in workshop.own.rglob("*") if path.is_file())
    answer: Answer = {"game": None, "files": files, "warnings": [], "problems": []}
    try:
        game = workshop.game(OWN)
        answer |= {"game": {**game_facts(game), "id": OWN}, "css": game_css(game, OWN), "cover": game_cover(game)}
        warnings = validate_game_or_file(str(workshop.own), workshop.layout, None).warnings
        answer["warnings"] = [problem_data(warning, workshop.own) for warning in warnings]
    except DeckgenError as error:
        answer["problems"] = [problem_data(problem, workshop.own) for problem in error.problems]
    return answer


def _prove(workshop: _Workshop, request: Choice) -> Answer:
    language = load_language(workshop.choice.get("language") or ORIGINAL)
    verdict = prove(request.get("proof", ""), workshop.folder, workshop.own, language)
    files = workshop.save(verdict.pages())
    return {"same": verdict.same, "title": verdict.deck.title, "lines": list(verdict.lines), **files}


_ANSWERS: Mapping[str, Callable[[_Workshop, Choice], Answer]] = {
    "make": _make,
    "sheet": _show_sheet,
    "game": _show_game,
    "proof": _prove,
}
