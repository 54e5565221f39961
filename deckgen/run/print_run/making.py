"""What is made of each deck of a run: the same bytes in any process, on any machine."""

from __future__ import annotations

import gc
import hashlib
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
from deckgen.library.audits import Audit, audit_decks
from deckgen.library.cards import Cards, print_options
from deckgen.library.decks import Deck, find_spec, layout_of
from deckgen.library.names import set_stem
from deckgen.reach import may_be_read, real_path
from deckgen.records import record
from deckgen.run.print_run.manifest import FORMAT, Line, digest_of, line_of, sha256
from deckgen.run.print_run.uniqueness import digests

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.press.target import Target

_SWEPT = 50  # decks until what goes round in circles is thrown away; by itself that happens too seldom for flat memory
CERTIFICATES = {"pdf": "pdf", "json": "json", "text": "txt"}
"""The kinds of certificates, and how their files end."""


class Ground(NamedTuple):
    """What the files of a run depend on beside what is asked for: it must be the same wherever decks are made.

    ``sources`` is of the files of game, layout and targets, empty if a run has nothing but the decks.
    """

    deckgen: str
    reportlab: str
    spec: str
    sources: str


@record
class Order:
    """A run as it is asked for: plain data, so that another process or another machine can make its decks.

    ``game``: a shipped name or a folder. ``paper`` is that of sheets and certificates; empty, what they take first.
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
    ground: Ground | None = None


@record
class Made:
    """One deck: its files by name, its line of the manifest, and eight bytes for each card (see ``uniqueness``)."""

    files: Mapping[str, bytes]
    line: Line
    digests: bytes


class Workshop:
    """Where the decks of an order are made: what they share is read and drawn once.

    Raises DeckgenError if the order names what is not there, or was given where the ground is another one.
    """

    def __init__(self, order: Order) -> None:
        from deckgen.press.target import load_target

        self.game = read_game(order.game, order.language)
        self.spec = find_spec(self.game, order.deck)
        self.targets: Sequence[Target] = tuple(map(load_target, order.targets))
        names = [target.name for target in self.targets]
        for name in sorted({name for name in names if names.count(name) > 1}):
            what = f"two targets are called {name}, and so would their files"
            raise PressError(Problem("--target", None, "", what, "rename one"))
        self._chosen = order.layout
        self._since = 0
        prints = bool(order.targets or order.certificate)
        sources = self._sources(order.targets) if prints else ""
        self.ground = Ground(__version__, version("reportlab"), self.spec.sha256, sources)
        if order.ground not in (None, self.ground):
            raise DeckgenError(_elsewhere(self.ground, order.ground))
        self.order = replace(
            order,
            game=str(real_path(self.game.folder)) if Path(order.game).is_dir() else order.game,
            deck=self.spec.name,
            layout=_whole_path(order.layout),
            targets=tuple(str(_whole_path(target)) for target in order.targets),
            ground=self.ground,
        )

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.game, self.spec, self._chosen)

    @property
    def facts(self) -> Mapping[str, Any]:
        order, ground = self.order, self.ground
        return {
            "format": FORMAT,
            "game": self.game.id,
            "deck": self.spec.name,
            "seed": order.seed,
            "count": order.count,
            "versions": {"deckgen": ground.deckgen, "reportlab": ground.reportlab},
            "made": {
                "targets": [target.name for target in self.targets],
                "layout": self.layout.name if self.targets else None,
                "paper": order.paper or None,
                "language": self.game.language.code,
                "certificate": order.certificate,
                "colophon_card": order.colophon_card,
                "spec_sha256": ground.spec,
                "sources_sha256": ground.sources or None,
            },
        }

    @property
    def stem(self) -> str:
        """What the names of all files of the run begin with."""
        return set_stem(self.game.id, self.spec.name, self.order.seed)

    def doubts(self) -> Iterator[str]:
        """What will not work though all is written, and what to do."""
        if any(target.imposition == "tabletop-simulator" for target in self.targets):
            yield (
                "Tabletop Simulator loads pictures by whole addresses, which a run has not: the cards would be blank. "
                "Write the decks that are played with deckgen render DECK.json --target tabletop-simulator --url PREFIX"
            )

    def try_out(self) -> None:
        """Draw the last deck, which has the longest number. Raises LayoutError if a card has no room for it."""
        if self.targets:
            order = self.order
            deck = generate(self.game, self.spec, order.seed, order.count, order.count)
            Deck(self.game, self.spec, deck).faces(self.layout)

    def made(self, number: int) -> Made:
        """Deal, audit and draw deck ``number``. Raises DeckgenError if it cannot be."""
        self._since += 1
        if self._since % _SWEPT == 0:
            gc.collect()
        order = self.order
        deck = generate(self.game, self.spec, order.seed, number, order.count)
        dealt = Deck(self.game, self.spec, deck)
        audit = audit_decks([deck], self.game)
        name, content = f"{dealt.stem}.json", deck.to_json()
        files = {name: content, **dict(self._printed(dealt, audit))}
        hashes = {each: sha256(files[each]) for each in files}
        line = {**line_of(deck, audit.data), "file": name, "files": hashes}
        return Made(files, line, digests(deck.texts, self.spec))

    def _printed(self, deck: Deck, audit: Audit) -> Iterator[tuple[str, bytes]]:
        order = self.order
        if self.targets:
            faces = deck.faces(self.layout, colophon=audit.summary if order.colophon_card else None)
            options = print_options(deck.title, self.game.language, footer=deck.footer, paper=order.paper)
            for target in self.targets:
                cards = Cards(deck.data, deck.stem, deck.title, faces, target, options)
                kind = cards.formats[0]
                yield f"{deck.stem}-{target.name}.{kind}", cards.content()
        if order.certificate is not None:
            content = audit.certificate(order.paper or "a4").content(order.certificate)
            yield f"{deck.stem}-audit.{CERTIFICATES[order.certificate]}", content

    def _sources(self, targets: Sequence[str]) -> str:
        """The hash of what is printed beside what is dealt: of the files of the game, the layout, own targets."""
        folder = self.game.folder
        files = [path for path in sorted(folder.rglob("*")) if path.suffix in {".yaml", ".svg"}]
        files = [path for path in files if path.is_file() and may_be_read(path, folder)]
        files += [path for path in map(Path, targets) if _is_path(path)]
        if targets:
            theme = self.layout.theme
            files += [path for path in (theme.file, theme.template, theme.icons) if path is not None]
        hashes = "".join(digest_of(path, GameError, "take it away, or make it readable") for path in files)
        exchanges = [each.pdfx for each in self.targets if each.pdfx is not None]
        hashes += "".join(each.icc.digest for each in exchanges if each.icc is not None)
        return hashlib.sha256(hashes.encode()).hexdigest()


def make(order: Order, number: int) -> Made:
    """Make a deck of an order, in a process that may have made others of it. Raises DeckgenError."""
    with _ONE_AT_A_TIME:
        return workshop_of(order).made(number)


def workshop_of(order: Order) -> Workshop:
    """The workshop of an order, which the process keeps for the next deck; raises as ``Workshop``."""
    if order not in _KEPT:
        workshop = Workshop(order)
        _KEPT.clear()
        _KEPT[workshop.order] = workshop
        return workshop
    return _KEPT[order]


_KEPT: dict[Order, Workshop] = {}
_ONE_AT_A_TIME = Lock()
"""Workers of a cluster may have several threads, and what is kept between decks is made for one."""


def _whole_path(name: str | None) -> str | None:
    """The whole path of a file, for processes in another folder; a shipped name stays."""
    return str(real_path(Path(name))) if name is not None and _is_path(Path(name)) else name


def _is_path(name: Path) -> bool:
    """Whether a layout or target is that of a file, and not a shipped one of this name."""
    return name.suffix in {".svg", ".yaml", ".yml"}


def _elsewhere(own: Ground, wanted: Ground) -> Problem:
    """The problem of a worker with another deckgen, or other files, than the run is made with."""
    told = [
        f"{name} {given}, not {asked}"
        for name, given, asked in zip(("deckgen", "reportlab"), own[:2], wanted[:2], strict=True)
        if given != asked
    ]
    told += ["other files of the game or layout"] * (own[2:] != wanted[2:])
    what = f"a worker has {', and '.join(told)}"
    return Problem("batch", None, "", what, "give all machines the same deckgen and game")
