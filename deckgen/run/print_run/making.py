"""The files of each deck of a run: the same bytes in any process, on any machine."""

from __future__ import annotations

import gc
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from deckgen import __version__
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckgenError, GameError, PressError, Problem
from deckgen.game import read_game
from deckgen.game.hero_decks import with_hero
from deckgen.game.model import Game, PictureSection
from deckgen.game.values import json_text
from deckgen.library.audits import Audit, audit_decks
from deckgen.library.cards import Cards, print_options
from deckgen.library.choices import find_spec, fitting_layout, layout_of
from deckgen.library.decks import Deck
from deckgen.library.names import set_stem
from deckgen.reach import may_be_read, real_path
from deckgen.records import record
from deckgen.run.print_run.manifest import FORMAT, DeckEntry, deck_entry, digest_of, sha256
from deckgen.run.print_run.uniqueness import digests
from deckgen.table_files import SUFFIXES

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.press.target import Target

_SWEPT = 50  # decks until what goes round in circles is thrown away; by itself that happens too seldom for flat memory
CERTIFICATES = {"pdf": "pdf", "json": "json", "text": "txt"}
"""The kinds of certificates, and how their files end."""
_SOURCES = frozenset({".yaml", ".svg", *SUFFIXES})


class RunEnvironment(NamedTuple):
    """Versions and hashes that a run's files depend on; they must be equal on all machines.

    ``sources`` is the hash of the files of game, layout and targets, empty if a run has only decks.
    """

    deckgen: str
    reportlab: str
    spec: str
    sources: str


@record
class RunSpec:
    """A run as requested: plain data, with which another process or machine can make its decks.

    ``game``: a shipped name or a folder. ``rulings``: pairs of a ruling and its choice. ``paper`` is that of sheets
    and certificates; "" for their first.
    """

    game: str
    deck: str | None
    seed: str
    count: int
    targets: tuple[str, ...] = ()
    layout: str | None = None
    paper: str = ""
    language: str | None = None
    certificate: str | None = None
    colophon_card: bool = False
    site: str = ""
    own_backs: bool = False
    environment: RunEnvironment | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    hero: str = ""
    """Whose own decks these are, as JSON."""


def hero_run(run_spec: RunSpec, game: Game) -> RunSpec:
    """Return the run of the last deck of a game, which is a hero's own."""
    spec = game.decks[-1]
    return replace(run_spec, deck=spec.name, hero=json_text(spec.hero.to_json()) if spec.hero else "")


@record
class MadeDeck:
    """A deck: its files by name, its entry of the manifest, and eight bytes per card (see ``uniqueness``)."""

    files: Mapping[str, bytes]
    entry: DeckEntry
    digests: bytes


class DeckMaker:
    """Makes the decks of a run; shared parts are read and drawn once.

    Raises DeckgenError for unknown names in the spec, or if its environment differs from this one.
    """

    def __init__(self, run_spec: RunSpec) -> None:
        from deckgen.press.target import load_target

        self.game = read_game(run_spec.game, run_spec.language, rulings=dict(run_spec.rulings))
        if run_spec.hero:
            self.game = with_hero(self.game, json.loads(run_spec.hero), self.game.folder)
        self.spec = find_spec(self.game, run_spec.deck)
        self.targets: Sequence[Target] = tuple(map(load_target, run_spec.targets))
        names = [target.name for target in self.targets]
        for name in sorted({name for name in names if names.count(name) > 1}):
            message = f"two targets are called {name}, and so would their files"
            raise PressError(Problem("--target", None, "", message, "rename one"))
        self._requested_layout = run_spec.layout
        self._made_count = 0
        prints = bool(run_spec.targets or run_spec.certificate)
        sources = self._sources_hash(run_spec.targets) if prints else ""
        self.environment = RunEnvironment(__version__, version("reportlab"), self.spec.sha256, sources)
        if run_spec.environment not in (None, self.environment):
            raise DeckgenError(_environment_problem(self.environment, run_spec.environment))
        self.run_spec = replace(
            run_spec,
            game=str(real_path(self.game.folder)) if Path(run_spec.game).is_dir() else run_spec.game,
            deck=self.spec.name,
            layout=_absolute_path(run_spec.layout),
            targets=tuple(str(_absolute_path(target)) for target in run_spec.targets),
            environment=self.environment,
        )

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.game, self.spec, self._requested_layout)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The manifest's facts: all of it but ``decks`` and ``id``."""
        run_spec, environment = self.run_spec, self.environment
        return {
            "format": FORMAT,
            "game": self.game.id,
            "deck": self.spec.name,
            "seed": run_spec.seed,
            "count": run_spec.count,
            "versions": {"deckgen": environment.deckgen, "reportlab": environment.reportlab},
            "made": {
                "targets": [target.name for target in self.targets],
                "layout": self.layout.name if self.targets else None,
                "paper": run_spec.paper or None,
                "language": self.game.language.code,
                "certificate": run_spec.certificate,
                "colophon_card": run_spec.colophon_card,
                **({"site": run_spec.site} if run_spec.site else {}),
                **({"own_backs": True} if run_spec.own_backs else {}),
                "spec_sha256": environment.spec,
                "sources_sha256": environment.sources or None,
                **({"rulings": rulings} if (rulings := self.game.changed_rulings) else {}),
                **({"hero": json.loads(run_spec.hero)} if run_spec.hero else {}),
            },
        }

    @property
    def stem(self) -> str:
        """The beginning of the names of all files of the run."""
        return set_stem(self.game.id, self.spec.name, self.run_spec.seed)

    def warnings(self) -> Iterator[str]:
        """Yield warnings, with remedies, about files that will be written but will not work."""
        if any(target.imposition == "tabletop-simulator" for target in self.targets):
            yield (
                "Tabletop Simulator loads pictures by whole addresses, which a run has not: the cards would be blank. "
                "Write the decks that are played with deckgen render DECK.json --target tabletop-simulator --url PREFIX"
            )

    def check_last_deck(self) -> None:
        """If decks are printed, draw the last, which has the longest number. Raises LayoutError if it does not fit."""
        if self.targets:
            fitting_layout(self.game, self.spec, self._requested_layout)
            run_spec = self.run_spec
            deck = generate(self.game, self.spec, run_spec.seed, run_spec.count, run_spec.count)
            Deck(self.game, self.spec, deck).faces(self.layout)

    def make(self, number: int) -> MadeDeck:
        """Deal, audit and draw deck ``number``. Raises DeckgenError on failure."""
        self._made_count += 1
        if self._made_count % _SWEPT == 0:
            gc.collect()
        run_spec = self.run_spec
        deck = generate(self.game, self.spec, run_spec.seed, number, run_spec.count)
        dealt = Deck(self.game, self.spec, deck)
        audit = audit_decks([deck], self.game)
        name, content = f"{dealt.stem}.json", deck.to_json()
        files = {name: content, **dict(self._printed(dealt, audit))}
        hashes = {file_name: sha256(files[file_name]) for file_name in files}
        line = {**deck_entry(deck, audit.data), "file": name, "files": hashes}
        return MadeDeck(files, line, digests(deck.texts, self.spec))

    def _printed(self, deck: Deck, audit: Audit) -> Iterator[tuple[str, bytes]]:
        """Yield (name, content): a deck's print for each target, in its first format, and a certificate if wanted."""
        run_spec = self.run_spec
        if self.targets:
            colophon = audit.summary if run_spec.colophon_card else None
            faces = deck.faces(self.layout, colophon=colophon, site=run_spec.site, own_back=run_spec.own_backs)
            options = print_options(deck.title, self.game.language, footer=deck.footer, paper=run_spec.paper)
            for target in self.targets:
                cards = Cards(deck.data, deck.stem, deck.title, faces, target, options, deck.describe)
                kind = cards.formats[0]
                yield f"{deck.stem}-{target.name}.{kind}", cards.content()
        if run_spec.certificate is not None:
            content = audit.certificate(run_spec.paper or "a4").content(run_spec.certificate)
            yield f"{deck.stem}-audit.{CERTIFICATES[run_spec.certificate]}", content

    def _sources_hash(self, targets: Sequence[str]) -> str:
        """Return the hash of the game's YAML, SVG, tables and pictures of cards, and, with targets, of the layout's and theirs."""
        folder = self.game.folder
        files = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _SOURCES]
        files = [path for path in files if path.is_file() and may_be_read(path, folder)]
        files += [path for path in map(Path, targets) if _is_path(path)]
        pictures = [section for section in self.spec.sections if isinstance(section, PictureSection)]
        files += sorted(
            {section.file_of(name) for section in pictures for name in section.values if isinstance(name, str)}
        )
        if targets:
            theme = self.layout.theme
            files += [path for path in (theme.file, theme.template, theme.icons, theme.pictures) if path is not None]
        hashes = "".join(digest_of(path, GameError, "take it away, or make it readable") for path in files)
        exchanges = [target.pdfx for target in self.targets if target.pdfx is not None]
        hashes += "".join(pdfx.icc.digest for pdfx in exchanges if pdfx.icc is not None)
        return hashlib.sha256(hashes.encode()).hexdigest()


def make(run_spec: RunSpec, number: int) -> MadeDeck:
    """Make deck ``number`` of a run, by the cached maker, one at a time. Raises DeckgenError."""
    with _ONE_AT_A_TIME:
        return deck_maker(run_spec).make(number)


def deck_maker(run_spec: RunSpec) -> DeckMaker:
    """Return the maker of a run: the cached one if its completed spec is this one. Raises DeckgenError."""
    if run_spec not in _DECK_MAKERS:
        maker = DeckMaker(run_spec)
        _DECK_MAKERS.clear()
        _DECK_MAKERS[maker.run_spec] = maker
        return maker
    return _DECK_MAKERS[run_spec]


_DECK_MAKERS: dict[RunSpec, DeckMaker] = {}
_ONE_AT_A_TIME = Lock()
"""Workers of a cluster may have several threads, and what is kept between decks is made for one."""


def _absolute_path(name: str | None) -> str | None:
    """Return the absolute path of a file, for processes in another folder; shipped names stay."""
    return str(real_path(Path(name))) if name is not None and _is_path(Path(name)) else name


def _is_path(name: Path) -> bool:
    """Return whether a layout or target is a file's path by its suffix, not a shipped name."""
    return name.suffix in {".svg", ".yaml", ".yml"}


def _environment_problem(actual: RunEnvironment, expected: RunEnvironment) -> Problem:
    """Return the problem of a worker whose deckgen or files differ from the run's."""
    differences = [
        f"{name} {actual_version}, not {expected_version}"
        for name, actual_version, expected_version in zip(
            ("deckgen", "reportlab"), actual[:2], expected[:2], strict=True
        )
        if actual_version != expected_version
    ]
    differences += ["other files of the game or layout"] * (actual[2:] != expected[2:])
    message = f"a worker has {', and '.join(differences)}"
    return Problem("batch", None, "", message, "give all machines the same deckgen and game")
