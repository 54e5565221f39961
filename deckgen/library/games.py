"""Games: read by name or from a folder; they deal decks, and have a sheet and documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckError, DeckgenError, GameError, PressError, Problem, Problems, collect, suggest
from deckgen.game import read_game, shipped_games
from deckgen.game.hero import MOST_CHANGES
from deckgen.game.model import Game as GameData
from deckgen.library.audits import Audit, audit_decks
from deckgen.library.choices import DeckSelection, find_set, find_spec, layout_of
from deckgen.library.decks import Deck, deal
from deckgen.library.documents import (
    Document,
    Progress,
    file_names,
    ignore,
    in_turn,
    odds_document,
    pages_pdf,
    poster_document,
)
from deckgen.library.names import random_seed

if TYPE_CHECKING:
    from deckgen.deck.solve.effort import Effort
    from deckgen.library.sheets import Person, Sheet
    from deckgen.press.pages import Page
    from deckgen.sheet.character import Character


class Game:
    """A game that deals decks. ``data`` is the game as it was read.

    If the last deck is the own one of a ``hero``, ``left_out`` has a problem for each result that it lacks.
    """

    def __init__(self, data: GameData, hero: Character | None = None, left_out: Sequence[Problem] = ()) -> None:
        self.data, self.hero, self.left_out = data, hero, left_out

    def __repr__(self) -> str:
        return f"<Game {self.name} ({self.language}): decks {', '.join(self.decks)}>"

    @property
    def name(self) -> str:
        """The name in its files, such as "rough-magic"."""
        return self.data.id

    @property
    def title(self) -> str:
        """The name that is printed."""
        return self.data.title

    @property
    def language(self) -> str:
        """The code of the language of its texts."""
        return self.data.language.code

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that it has texts in, the original first."""
        return self.data.languages

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of its decks, the main one first."""
        return tuple(spec.name for spec in self.data.decks)

    def check_deck(self, name: str | None) -> None:
        """Raise GameError if the game has no deck of that name, or none at all."""
        find_spec(self.data, name)

    def deal(
        self,
        deck: str | None = None,
        seed: str | None = None,
        *,
        number: int = 1,
        of: int = 1,
        progress: Progress = ignore,
    ) -> Deck:
        """Deal a deck, by default the main one: the same seed gives the same deck, byte for byte.

        Without a seed it is a random one; read it from ``Deck.seed``. ``number`` and ``of``: one deck of a set.
        Raises GameError if there is no such deck, DeckError if it cannot be dealt.
        """
        return self.deal_set(deck, seed, decks=of, numbers=(number,), progress=progress)[0]

    def deal_set(
        self,
        deck: str | None = None,
        seed: str | None = None,
        *,
        decks: int = 4,
        numbers: Sequence[int] = (),
        progress: Progress = ignore,
    ) -> list[Deck]:
        """Deal a set of ``decks`` whose rounding cancels out, or only ``numbers`` of it, from 1; raise as ``deal``."""
        selection = DeckSelection(random_seed() if seed is None else str(seed), decks, numbers)
        return deal(self.data, find_spec(self.data, deck), selection, progress)

    def with_hero(self, person: Person, since: Deck | None = None) -> Game:
        """Return the game with a character's own deck as its last one.

        Dealt like an earlier deck of the character, ``since`` which it has changed, it has as few other cards as possible.
        Raises DeckgenError for a wrong character or earlier deck, or if the game's heroes have no decks.
        """
        from deckgen.game.hero_decks import with_hero
        from deckgen.sheet.hero import hero_of

        sheet = self.sheet()
        (character,) = sheet.read(person)
        hero, left_out = hero_of(sheet.spec, self.data, character)
        if since:
            earlier = since.spec.hero
            if not earlier or earlier.name != hero.name or len(earlier.before) == MOST_CHANGES:
                message = f"is no deck after which one of {hero.name} can be dealt"
                raise DeckError(Problem(since.stem, None, "hero", message, "deal a new one, without --since"))
            hero = hero.after(earlier)
        return Game(with_hero(self.data, hero.to_json(), character.file), character, left_out)

    def with_heroes(self, files: Sequence[Path], since: Deck | None = None) -> list[Game]:
        """Return the game with the own deck of each character in files. Raises DeckgenError if two have one name, too."""
        games = collect(partial(self.with_hero, person, since) for person in self.sheet().read(*files))
        problems, first = Problems(), dict[str, Any]()
        for game in games:
            person: Any = game.hero
            if (namesake := first.setdefault(game.decks[-1], person)) is not person:
                message = f"{person.name} has the name of {namesake.name} in {namesake.file}"
                person.report(problems, "name", message, "give one of them another name, such as one with a number")
        problems.raise_as(DeckgenError)
        return games

    def find_set(self, name: str) -> DeckSelection:
        """Return the seed and the numbers of a set that the game names. Raises GameError if there is none."""
        return find_set(self.data, name)

    def audit(self, decks: Sequence[Deck]) -> Audit:
        """Audit decks of one set together. Raises DeckError if they are not of one kind."""
        return audit_decks([deck.data for deck in decks], self.data)

    def odds(self, deck: str | None = None, paper: str = "a4") -> Document:
        """Return the odds of the dice of a deck: pdf, csv or html."""
        spec = find_spec(self.data, deck)
        return odds_document(self.data, spec, None, f"{self.name}-{spec.name}", paper)

    def attacks(
        self,
        people: Sequence[Person],
        against: Person,
        deck: str | Deck | None = None,
        paper: str = "a4",
        progress: Progress = ignore,
    ) -> Document:
        """Return what attacks of people, by default all that come with the game, on another one come to: html, pdf or csv.

        Chances of a dealt ``deck`` are beside those of the dice. Raises DeckgenError with all that is wrong with the people.
        """
        from deckgen.library.attacks import attack_document

        spec = find_spec(self.data, deck) if deck is None or isinstance(deck, str) else deck.spec
        dealt = None if deck is None or isinstance(deck, str) else deck.data
        return attack_document(self.data, spec, dealt, people, against, paper, progress)

    def screen(self, deck: str | None = None, layout: str | None = None, paper: str = "a4") -> Document:
        """Return the Master's screen (pdf), by default in the game's layout. Raises GameError if it has none."""
        spec = find_spec(self.data, deck)
        if not self.data.rules.screen:
            raise self._lacks("screen", "list its panels under screen:")

        def make(_: str) -> bytes:
            from deckgen.document.screen import screen_pages

            loaded = layout_of(self.data, spec, layout)
            return pages_pdf(paper, "the screen", lambda: screen_pages(loaded, self.data, spec, paper=paper))

        return Document(make, file_names(f"{self.name}-screen", "pdf", paper=paper))

    def rulings(self, paper: str = "a4") -> Document:
        """Return the page of the game's rulings, as they are decided: txt, pdf or html. Raises GameError without any."""
        if not self.data.rulings:
            raise self._lacks("rulings", "write them under rulings:")

        def make(kind: str) -> bytes:
            from deckgen.document.rulings import rulings_html, rulings_pages, rulings_text

            if kind == "pdf":
                return pages_pdf(paper, "the rulings", lambda: rulings_pages(self.data, paper=paper))
            return rulings_html(self.data) if kind == "html" else rulings_text(self.data).encode()

        return Document(make, file_names(f"{self.name}-rulings", "txt", "pdf", "html", paper=paper))

    def tokens(self, layout: str | None = None, paper: str = "", flip: str = "none", target: str = "home") -> Document:
        """Return the sheets of the game's tokens. Raises GameError if it has none, PressError for an unknown target.

        ``paper``: by default the first that the target takes. ``flip``: "none" prints fronts alone.
        """
        from deckgen.press.target import load_target, paper_for as paper_of

        loaded = load_target(target)
        paper = paper_of(paper, loaded).name
        if not self.data.tokens:
            raise self._lacks("tokens", "add them under tokens:")

        def make(_: str) -> bytes:
            from deckgen.card.tokens import draw_tokens
            from deckgen.press.options import Options
            from deckgen.press.write import tokens_pdf

            game, language = self.data, self.data.language
            faces = draw_tokens(layout_of(game, find_spec(game, None), layout), game)
            footer = language.phrase("{game}: tokens", game=game.id)
            options = Options(paper=paper, flip=flip, title=game.title, footer=footer, language=language)
            return tokens_pdf([(size.fronts, size.backs) for size in faces], options, target)

        stem = "-".join([self.name, "tokens", *([loaded.name] if target != "home" else [])])
        return Document(make, file_names(stem, "pdf", paper=paper))

    def templates(self, scale: str = "1:100", paper: str = "a4", only: Sequence[str] = ()) -> Document:
        """Return the game's templates, or ``only`` some (pdf), or the cuts of one (svg, dxf), at a scale such as "1:60" or "25mm".

        Raises GameError without templates or for an unknown one, PressError for one that the scale makes too small or large.
        """
        names = [template.name for template in self.data.templates]
        if not names:
            raise self._lacks("templates", "add them under templates:")
        for name in only:
            if name not in names:
                remedy = suggest(name, names, listed=True)
                raise GameError(Problem("--only", None, "", f'the game has no template "{name}"', remedy))
        chosen = [template for template in self.data.templates if template.name in (only or names)]

        def make(kind: str) -> bytes:
            from deckgen.document.templates import template_book, template_cuts
            from deckgen.press.imposition.cut import cut_dxf, cut_svg
            from deckgen.press.pdf.writer import write_pdf

            if kind != "pdf" and chosen[1:]:
                remedy = "name a folder for a file of each, or choose one with --only"
                raise PressError(Problem(f"templates.{kind}", None, "", "a file has the cuts of one template", remedy))
            book = template_book(self.data, chosen, scale, paper)
            if kind == "svg":
                return cut_svg(template_cuts(book), chosen[0].title)
            return write_pdf(book) if kind == "pdf" else cut_dxf(template_cuts(book))

        stem = f"{self.name}-{'templates' if chosen[1:] else chosen[0].name}"
        return Document(make, file_names(stem, "pdf", "svg", "dxf", paper=paper))

    def mat(
        self, deck: str | None = None, layout: str | None = None, paper: str = "a3", tiled: str = "", dpi: int = 150
    ) -> Document:
        """Return the mat of a deck: pdf, on sheets of the paper ``tiled`` if given, else also png. Raises GameError if it has none."""
        spec = find_spec(self.data, deck)
        if not self.data.mat_for(spec):
            raise self._lacks("mat", "say what has a place on it under mats:")

        def draw() -> tuple[Page, ...]:
            from deckgen.document.mat import mat_pages

            return mat_pages(layout_of(self.data, spec, layout), self.data, spec, paper, tiled)

        stem, kinds = f"{self.name}-{spec.name}", ("pdf",) if tiled else ("pdf", "png")
        return poster_document(draw, stem, f"{self.title}: {spec.title}", paper, dpi, "mat", *kinds)

    def solve(self, progress: Progress = ignore, effort: Effort | None = None) -> Document:
        """Return the solutions of the game's dice, to be kept in its folder as a lock file (json).

        Once ``effort`` is stopped, the first solutions will do. Raises DeckError without the extra ``solve``.
        """
        from deckgen.deck.solve.store import LOCK

        def make(_: str) -> bytes:
            from deckgen.deck.deal.library import arrangements
            from deckgen.deck.solve.plan import write_lock

            return write_lock(self.data, progress, arrangements, effort)

        return Document(make, {"json": LOCK})

    def phrases(self, code: str) -> Document:
        """Return the phrases that deckgen prints itself, to translate to a language (po), with those of the game's catalog.

        ``file_names`` has its place in the game's folder. Raises GameError if no language has this code.
        """
        from deckgen.game.phrases import catalog_content, catalog_path

        path = catalog_path(self.data, code).relative_to(self.data.folder)
        return Document(lambda _: catalog_content(self.data, code), {"po": path.as_posix()})

    def sheet(self, paper: str = "a4") -> Sheet:
        """Return the game's character sheet, in the game's language. Raises GameError if it has none."""
        from deckgen.library.sheets import Sheet

        language = None if self.language == self.data.languages[0] else self.language
        return Sheet.load(self.data.folder, language, paper, rulings=self.data.changed_rulings)

    def _lacks(self, key: str, remedy: str) -> GameError:
        message = f"the game has no {key}"
        return GameError(Problem(str(self.data.folder), None, key, message, f"{remedy} in its files"))


@in_turn
def load_game(
    name_or_path: str | Path,
    language: str | None = None,
    *,
    complete: bool = True,
    rulings: Mapping[str, str] | None = None,
) -> Game:
    """Read a shipped game by name, or the game in a folder; its texts in a language such as "de".

    ``complete``: check its examples, procedures and translations at once, not when used. ``rulings``: choices other than
    the game's own, by ruling. Raises GameError with all.
    """
    return Game(read_game(name_or_path, language, complete=complete, rulings=rulings))


def games() -> tuple[str, ...]:
    """Return the names of the games that come with deckgen."""
    return shipped_games()
