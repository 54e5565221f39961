"""Decks: found in a game by their name, dealt, or read back with their game; and all that is made of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckError, DeckgenError, GameError, LayoutError, Problem
from deckgen.game.model import DeckSpec, Game, playable_situations
from deckgen.game.value_paths import ValuePath, value_paths
from deckgen.game.values import json_text, to_json
from deckgen.library.audits import Audit, audit_decks
from deckgen.library.choices import DeckSelection, fitting_layout, game_called
from deckgen.library.documents import (
    Document,
    Progress,
    check_dealt,
    file_names,
    ignore,
    in_turn,
    map_document,
    odds_document,
    pages_pdf,
    poster_document,
)
from deckgen.library.names import check_seed, set_stem

if TYPE_CHECKING:
    from deckgen.card.back import HeroBack
    from deckgen.card.layout import Layout
    from deckgen.deck import cards
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.document.deck_text import DeckText
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.library.cards import Cards
    from deckgen.library.sheets import Person
    from deckgen.press.pages import Page


class Card:
    """A card of a deck; a notebook shows its picture. ``data`` is the card as it was dealt."""

    def __init__(self, data: cards.Card, title: str, draw: Callable[[], Drawing]) -> None:
        self.data, self.title, self._draw = data, title, draw

    def __repr__(self) -> str:
        return f"<Card {self.impulse} of {self.title}: {self.name}>"

    @property
    def impulse(self) -> int:
        """The card's index in its deck, from 0."""
        return self.data.impulse

    @property
    def name(self) -> str:
        """The playing card it stands for, such as "two of spades"."""
        return self.data.face.name

    @property
    def results(self) -> Mapping[str, Any]:
        """What the card shows in each section, as in deck.json."""
        results: Mapping[str, Any] = to_json(self.data.sections)
        return results

    @in_turn
    def svg(self) -> str:
        """Return a picture of the front, in mm. Raises LayoutError if it cannot be drawn."""
        from deckgen.press.pictures.svg import svg

        return svg(self._draw(), bleed=0)

    @in_turn
    def png(self, dpi: int = 300) -> bytes:
        """Return a picture of the front. Raises LayoutError, or PressError without the cairo library."""
        from deckgen.press.pictures.png import png

        return png(self._draw(), dpi)

    def _repr_svg_(self) -> str:
        return self.svg()


class Deck:
    """A deck: ``deck[14]`` is its card of impulse 14. ``data`` is the deck as it was dealt, by ``spec`` of ``game``."""

    def __init__(self, game: Game, spec: DeckSpec, data: cards.Deck) -> None:
        self.game, self.spec, self.data = game, spec, data

    def __repr__(self) -> str:
        data = self.data
        number = f", {data.number} of {data.of}" if data.of > 1 else ""
        return f"<Deck {data.game}/{data.deck}, seed {data.seed!r}{number}: {data.size} cards>"

    def __len__(self) -> int:
        return self.data.size

    def __getitem__(self, impulse: int) -> Card:
        card = self.data.cards[impulse]
        return Card(card, self.title, lambda: self._fronts[card.impulse])

    @cached_property
    def _fronts(self) -> Sequence[Drawing]:
        return self.faces(references=False).fronts

    @property
    def seed(self) -> str:
        return self.data.seed

    @property
    def id(self) -> str:
        """SHA-256 of the deck, as deck.json has it."""
        return self.data.id

    @property
    def title(self) -> str:
        """The title of documents about the deck."""
        return f"{self.game.title}: {self.spec.title}"

    @property
    def stem(self) -> str:
        """What the names of all files of the deck begin with."""
        return f"{set_stem(self.data.game, self.data.deck, self.data.seed)}-{self.data.number}"

    @property
    def footer(self) -> str:
        """The foot of press sheets: what it takes to print the same again, years later.

        The seed is written as in file names, because a font need not have the characters of every seed.
        """
        return f"{self.stem} · {self.data.short_id} · {self.data.generator}"

    def colophon_facts(self) -> tuple[tuple[str, str], ...]:
        """Return (label, fact) pairs, in the game's language: what it takes to deal the deck again."""
        deck, language = self.data, self.game.language
        label = language.phrase(
            "{title} ({name}), {number} of {of}, {size} cards",
            title=self.spec.title,
            name=deck.deck,
            number=deck.number,
            of=deck.of,
            size=deck.size,
        )
        return (
            (language.phrase("game"), f"{self.game.title} ({deck.game})"),
            (language.phrase("deck"), label),
            (language.phrase("seed"), deck.seed),
            (language.phrase("deck id"), deck.id),
            (language.phrase("dealt by"), deck.generator),
            *([(language.phrase("rulings"), line)] if (line := self.game.ruling_line) else []),
        )

    def to_json(self) -> bytes:
        """Return the content of its deck.json: the same seed gives the same bytes."""
        return self.data.to_json()

    def save(self, path: str | Path) -> Path:
        """Write its deck.json, and return the path; in a folder it gets its default name."""
        return Document(lambda _: self.to_json(), {"json": f"{self.stem}.json"}).save(path)

    def audit(self) -> Audit:
        """Compare its odds with those of the dice."""
        return audit_decks([self.data], self.game)

    @in_turn
    def layout(self, name_or_layout: str | Path | Layout | None = None) -> Layout:
        """Return a layout by name or path, or as given; by default the game's. Raises as ``fitting_layout``."""
        return fitting_layout(self.game, self.spec, name_or_layout)

    @in_turn
    def faces(
        self,
        layout: str | Path | Layout | None = None,
        *,
        references: bool = True,
        colophon: AuditSummary | None = None,
        site: str = "",
        own_back: bool = False,
        party_back: bool = False,
    ) -> Faces:
        """Draw the cards, reference cards, and, given the deck's audit, the colophon card. Raises LayoutError.

        ``site`` is the address of the studio's page, where the QR code of that card leads. With its ``own_back`` the
        deck has another than the others of its set. A hero's own deck has the hero on its back, or, with the
        ``party_back``, the back that all have who share a seed.
        """
        from deckgen.card.back import back_text
        from deckgen.card.faces import cached_artist
        from deckgen.library.proof import link_pattern

        loaded, rules = self.layout(layout), self.game.hero_deck if self.spec.hero else None
        if party_back and not rules:
            message = "it is nobody's own deck, and has the back that all of its set have"
            raise LayoutError(Problem(self.stem, None, "hero", message, "leave out --party-back"))
        named = replace(self.data, deck=rules.deck) if party_back and rules else self.data
        artist = cached_artist(loaded, self.game, self.spec)
        faces = artist.faces(self.data, back_text(named, own=own_back), None if party_back else self._hero(loaded))
        link = link_pattern(site, self.data, self.game.folder) if site else ""
        last = [artist.colophon(self.data, colophon, link)] if colophon else []
        return replace(faces, references=(*(artist.references if references else ()), *last))

    def _hero(self, layout: Layout) -> HeroBack | None:
        """Return the hero whose own deck it is, if it is one, with a face where the layout has a slot and the parts."""
        if (hero := self.spec.hero) is None:
            return None
        from deckgen.card.back import FACE
        from deckgen.sheet.faces import load_people
        from deckgen.sheet.formula import FormulaError

        people, box = load_people(layout.theme), layout.template.boxes.get(FACE)
        if not (people and box):
            return hero.name, ()
        with suppress(FormulaError):  # a face of other parts
            return hero.name, people.bust(people.choose(hero.name, hero.face), box)
        return hero.name, people.bust(people.choose(hero.name), box)

    def render(
        self,
        target: str = "home",
        *,
        layout: str | Path | None = None,
        card: int | None = None,
        only: Sequence[int] = (),
        references: bool = True,
        colophon_card: bool = False,
        site: str = "",
        own_backs: bool = False,
        party_back: bool = False,
        colophon: bool = False,
        dpi: int = 300,
        url: str = "",
        printer: str | None = None,
        **options: Any,
    ) -> Cards:
        """Draw the cards for a print target: a shipped name, or the path of a YAML file.

        ``card``: only the one of this impulse; ``only``: those of these. ``references``: with the game's reference cards.
        ``colophon_card`` adds a card that describes the deck, ``colophon`` a last page. ``own_backs``: not with the back
        of the deck's set; ``party_back``: a hero's own deck without the hero on the back. ``dpi`` is of PNG; ``url``
        comes before the names of pictures for a tabletop. ``printer``: shift backs by its saved offset. ``options`` are
        those of ``deckgen.press.options.Options``, such as ``paper="letter"``, ``flip="short-edge"`` or ``ink="light"``.

        Raises PressError for a wrong option or target, LayoutError if the layout does not fit the game.
        """
        from deckgen.library.cards import Cards, print_options
        from deckgen.press.target import load_target

        loaded = load_target(target)
        print_choices = print_options(
            self.title,
            self.game.language,
            footer=self.footer,
            colophon=self.colophon_facts() if colophon else (),
            printer=printer,
            **options,
        )
        chosen = tuple(only) if card is None else (card,)
        summary = self.audit().summary if colophon_card and not chosen else None
        faces = self.faces(
            layout,
            references=references and not chosen,
            colophon=summary,
            site=site,
            own_back=own_backs,
            party_back=party_back,
        )
        return Cards(self.data, self.stem, self.title, faces, loaded, print_choices, self.describe, chosen, dpi, url)

    def describe(self) -> DeckText:
        """Return the deck in words: what each card shows, and about the deck."""
        from deckgen.document.deck_text import deck_text

        return deck_text(self.data, self.game, self.spec)

    def table(self, paper: str = "a4") -> Document:
        """Return the table with which an ordinary poker deck plays this one: pdf, csv, html or md."""

        def make(kind: str) -> bytes:
            check_dealt(self.spec, "table for a poker deck")
            if kind == "html":
                from deckgen.document.poker.html import table_html

                return table_html(self.data, self.game, self.spec, self.layout())
            if kind in {"md", "csv"}:
                from deckgen.document.poker.text import as_csv, as_markdown

                return (as_csv if kind == "csv" else as_markdown)(self.data, self.game, self.spec)
            from deckgen.document.poker.table import conversion

            layout = self.layout()
            draw = partial(conversion, self.data, self.game, self.spec, layout, paper=paper)
            return pages_pdf(paper, "the table", draw, self.title)

        return Document(make, file_names(f"{self.stem}-table", "pdf", "csv", "html", "md", paper=paper))

    @property
    def table_note(self) -> str:
        """What to know about the poker deck that the table is for; empty if there is nothing."""
        from deckgen.document.poker.deck import poker_deck

        return poker_deck(self.data.cards, self.spec.playing_cards).note

    def booklet(self, paper: str = "a4") -> Document:
        """Return the table as a booklet, to print on both sides, fold and staple."""

        def make(_: str) -> bytes:
            check_dealt(self.spec, "booklet for a poker deck")
            from deckgen.document.poker.booklet import booklet
            from deckgen.draw.paper import report_small_paper
            from deckgen.press.write import folded_pdf

            with report_small_paper(paper, "the booklet"):
                pages = booklet(self.data, self.game, self.spec, self.layout(), paper=paper)
            return folded_pdf(pages, paper=paper, title=self.title)

        return Document(make, file_names(f"{self.stem}-booklet", "pdf", paper=paper))

    def play_page(
        self,
        layout: str | Path | Layout | None = None,
        *,
        faces: Faces | None = None,
        people: Sequence[Person] = (),
        sheet: str = "",
    ) -> Document:
        """Return the page on which the deck is played in a browser; ``faces`` if they are drawn already.

        ``people`` are at the table when it is opened, as ``Sheet.read`` reads them; ``sheet`` is the address of their
        HTML sheet from the page. Raises DeckgenError with all that is wrong with them, or if the game has no sheet.
        """

        def make(_: str) -> bytes:
            from deckgen.library.sheets import people_at_table
            from deckgen.play.page import play_html

            loaded = self.layout(layout)
            drawn = faces or self.faces(loaded)
            at_table = people_at_table(self.game, self.data.rulings, people, sheet)
            return play_html(self.data, self.game, self.spec, loaded, drawn, at_table, self._face_parts())

        return Document(make, file_names(f"{self.stem}-play", "html"))

    def _face_parts(self) -> dict[str, Any] | None:
        """Return the parts of faces that the game's sheet has, None without a sheet that can be drawn."""
        from deckgen.sheet import FILE
        from deckgen.sheet.paper.theme import load_sheet_theme
        from deckgen.sheet.reader import load_sheet
        from deckgen.sheet.web.faces import face_parts

        if not (self.game.folder / FILE).is_file():
            return None
        with suppress(DeckgenError):  # whatever is wrong with a sheet: the cards can be played
            return face_parts(load_sheet_theme(load_sheet(self.game.folder, check_all=False)).people)
        return None

    def odds(self, paper: str = "a4") -> Document:
        """Return the odds of the deck beside those of the dice: pdf, csv or html."""
        return odds_document(self.game, self.spec, self.data, self.stem, paper)

    def card_map(self, layout: str | Path | None = None, paper: str = "a4") -> Document:
        """Return a page that names and explains every section of a card: pdf, svg or png."""

        def draw() -> Drawing:
            from deckgen.document.map.card_map import card_map

            return card_map(self.layout(layout), self.game, self.spec, self.data, paper=paper)

        return map_document(draw, f"{self.data.game}-{self.data.deck}-map-{paper}", paper)

    def poster(self, layout: str | Path | None = None, paper: str = "a2", dpi: int = 150) -> Document:
        """Return a poster of all faces with the back, titles, legend and seal: pdf, or png of ``dpi``."""

        def draw() -> tuple[Page, ...]:
            from deckgen.document.poster import poster

            drawn = self.layout(layout), self.faces(layout, references=False)
            return (poster(self.data, self.game, self.spec, *drawn, paper=paper),)

        return poster_document(draw, self.stem, self.title, paper, dpi, "poster")

    @property
    def has_examples(self) -> bool:
        """Whether the game has examples of play for this deck."""
        return bool(playable_situations(self.game.examples, self.spec))

    def examples(self, layout: str | Path | None = None, paper: str = "a4") -> Document:
        """Return the game's examples of play, with this deck's cards: pdf or txt. Raises GameError if it has none."""
        if not self.has_examples:
            message, remedy = f"the game has no examples for the deck {self.spec.name!r}", "add them under examples:"
            raise GameError(Problem(str(self.game.folder), None, "examples", message, f"{remedy} in its files"))

        def make(kind: str) -> bytes:
            if kind == "txt":
                from deckgen.document.examples.text import as_text, narrate_all

                return as_text(narrate_all(self.layout(layout), self.game, self.spec, self.data)).encode()
            from deckgen.document.examples.pdf import example_pages

            draw = partial(example_pages, self.layout(layout), self.game, self.spec, self.data, paper=paper)
            return pages_pdf(paper, "the text of the examples", draw)

        return Document(make, file_names(f"{self.stem}-examples", "pdf", "txt", paper=paper))

    def changes_since(self, earlier: Deck) -> tuple[list[int], str]:
        """Return which cards differ from an earlier deck's, by impulse, and a summary. Raises DeckError for another kind."""
        if (self.data.game, self.data.deck) != (earlier.data.game, earlier.data.deck):
            message = f"is a deck of {earlier.title}, not of {self.title}"
            raise DeckError(Problem(earlier.stem, None, "deck", message, "name an earlier deck of the same hero"))
        names, old_names = (
            [label for value in deck.data.cards[0].sections.values() if isinstance(value, Mapping) for label in value]
            for deck in (self, earlier)
        )
        reasons = [f"{name} is new" for name in names if name not in old_names]
        reasons += [f"{name} is gone" for name in old_names if name not in names]
        if names != old_names and not reasons:
            reasons = ["its results are in another order"]
        if self.data.hero.get("face") != earlier.data.hero.get("face"):
            reasons.append("the back has another face")
        pairs = zip(self.data.cards, earlier.data.cards, strict=True)
        changed = [card for card, old in pairs if reasons or card.sections != old.sections]
        count = f"all {len(self)} cards change" if reasons else f"{len(changed)} of {len(self)} cards changed"
        told = ", ".join(reasons or [card.face.name for card in changed])
        return [card.impulse for card in changed], f"{count}: {told}" if told else count

    def compare(
        self,
        other: Deck,
        names: tuple[str, str] | None = None,
        layout: str | Path | None = None,
        progress: Progress = ignore,
    ) -> Document:
        """Return a page that shows where this deck and another of its kind differ; ``names`` are its headings."""

        def make(_: str) -> bytes:
            from deckgen.document.comparison import ComparedDeck, comparison_html

            loaded = self.layout(layout)
            sides = []
            for name, deck in zip(names or (self.stem, other.stem), (self, other), strict=True):
                progress(f"auditing and drawing {name}")
                fronts = deck.faces(loaded, references=False).fronts
                sides.append(ComparedDeck(name, deck.data, fronts, deck.audit().data))
            return comparison_html(sides[0], sides[1], loaded)

        if (self.data.game, self.data.deck) != (other.data.game, other.data.deck):
            message = f"is a deck of {other.data.game}/{other.data.deck}, not of {self.data.game}/{self.data.deck}"
            raise DeckError(Problem(other.stem, None, "deck", message, "compare two decks of one kind"))
        if self._shape() != other._shape():
            message = "its rulings give its cards other results"
            raise DeckError(Problem(other.stem, None, "rulings", message, "compare two decks of the same results"))
        return Document(make, file_names(f"{self.stem}-diff", "html"))

    def _shape(self) -> dict[str, list[ValuePath]]:
        """Return where the first card has results, by section."""
        values = self.data.cards[0].sections
        return {section.name: value_paths(section, values[section.name]) for section in self.spec.sections}


@in_turn
def deal(game: Game, spec: DeckSpec, selection: DeckSelection, progress: Progress = ignore) -> list[Deck]:
    """Deal the selected decks of one set. Raises DeckError for numbers that no set has, or if one cannot be dealt."""
    from deckgen.deck.cards import LARGEST_SET
    from deckgen.deck.deal.generator import generate

    seed, of = check_seed(selection.seed), selection.of
    numbers = selection.numbers or range(1, of + 1)
    if not 1 <= of <= LARGEST_SET or not all(1 <= number <= of for number in numbers):
        message = f"a set has 1 to {LARGEST_SET:,} decks, numbered from 1"
        raise DeckError(Problem(f"{game.id}/{spec.name}", None, "", message, "choose other numbers"))
    decks = []
    for number in numbers:
        progress(f"dealing deck {number} of {of}")
        decks.append(Deck(game, spec, generate(game, spec, seed, number, of, progress)))
    return decks


def load_deck(path: str | Path, game: str | Path | None = None, language: str | None = None) -> Deck:
    """Read a deck.json and its game: a shipped one, or the one in the folder ``game``; texts are in ``language``.

    Raises DeckError if the file was changed, or if the game is another one now; GameError if the game is wrong.
    """
    return read_decks([Path(path)], game, language)[0]


@in_turn
def read_decks(
    paths: Sequence[Path], folder: str | Path | None, language: str | None = None, **kinds: Any
) -> list[Deck]:
    """Read decks, each with their game as its rulings decide it; ``kinds`` as for ``read_files``.

    Raises DeckError as that does, and for a deck that was not dealt from the game as it is now.
    """
    from deckgen.deck.audit.verification import deck_of

    files, game = read_files(paths, folder, language, **kinds)
    name, decks = None if folder is None else str(folder), []
    games = {json_text([files[0].rulings, files[0].hero]): game}
    for file in files:
        kind = json_text([file.rulings, file.hero])
        if kind not in games:
            games[kind] = game_called(file.game, file.path, name, language, file.rulings, file.hero)
        game = games[kind]
        decks.append(Deck(game, game.deck(file.deck), deck_of(file, game)))
    return decks


def read_files(
    paths: Sequence[Path],
    folder: str | Path | None,
    language: str | None = None,
    *,
    many_kinds: bool = False,
    remedy: str = "audit the decks of one set together, others apart",
) -> tuple[list[cards.DeckFile], Game]:
    """Read the files of decks, and their game.

    Raises DeckError with the ``remedy`` unless all are decks of one game and, without ``many_kinds``, of one kind.
    """
    from deckgen.deck.cards import read_deck

    files = [read_deck(path) for path in paths]
    kinds = [file.game if many_kinds else f"{file.game}/{file.deck}" for file in files]
    problems = [
        Problem(str(path), None, "deck", f"is a deck of {kind}, not of {kinds[0]} as {paths[0]}", remedy)
        for path, kind in zip(paths, kinds, strict=True)
        if kind != kinds[0]
    ]
    if problems:
        raise DeckError(problems)
    name = None if folder is None else str(folder)
    return files, game_called(files[0].game, paths[0], name, language, files[0].rulings, files[0].hero)


def find_changes(path: Path, folder: str | None, progress: Progress = ignore) -> tuple[cards.DeckFile, list[Problem]]:
    """Deal a deck again from its seed; return its file, and a problem per difference. Raises as ``read_files``."""
    from deckgen.deck.audit.verification import verify
    from deckgen.deck.cards import read_deck

    file = read_deck(path, allow_changed=True)
    problems = verify(file, game_called(file.game, path, folder, rulings=file.rulings, hero=file.hero), progress)
    if not problems:
        read_deck(path)  # raises if the id is wrong though no card is
    return file, problems
