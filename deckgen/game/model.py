"""The model of a game, once its YAML is read: frozen data, with nothing specific to one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from deckgen.game.checks import Bonus, Check, Scope
from deckgen.game.decode import Printed
from deckgen.game.examples import Situation
from deckgen.game.faces import PlayingCard
from deckgen.game.hero import Hero, HeroDeck
from deckgen.game.mat import Mat
from deckgen.game.panels import PanelPage, PrintedRules
from deckgen.game.resolutions import Resolution
from deckgen.game.rulings import Ruling
from deckgen.game.sections.base import CellSpec, DrawModel, Exact, RolledSection
from deckgen.game.sections.dice import DiceSection
from deckgen.game.sections.distribution import DistributionSection, TextSection
from deckgen.game.sections.fixed import FixedSection, OrdinalSection, PictureSection, ProseSection
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.shares import Outcome, printed_text, printed_word
from deckgen.game.sections.stack import HitLocation, StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.templates import MapTemplate
from deckgen.game.values import CardValue, Cell, DiceResult, Scalar, StackValue, as_cell
from deckgen.language import Language
from deckgen.records import record
from deckgen.sources import YamlValue

Mark = str
Reshuffle = Literal["jokers", "every-draw", "never"]
AnySection = (
    GridSection
    | RollsSection
    | DiceSection
    | DistributionSection
    | FixedSection
    | StackSection
    | MarksSection
    | OrdinalSection
    | TableSection
    | TextSection
    | ProseSection
    | PictureSection
)
KINDS: Mapping[str, type[AnySection]] = MappingProxyType({kind.kind(): kind for kind in get_args(AnySection)})
"""Section classes by their kind in YAML."""


@record
class BoxWords:
    """Texts printed on a box of cards: ``blurb`` on its back, ``line`` on its front."""

    blurb: str = ""
    line: str = ""


@record
class AboutWords:
    """Texts about a game on the page of the studio: a ``line`` on what it is, and where its ``rules`` are."""

    line: str = ""
    rules: str = ""


@record(eq=False)
class DeckSpec:
    """One deck of a game. ``playing_cards`` are in impulse order, index 0 first.

    Two specs are equal only if they are the same object, so that results can be cached by spec.
    """

    name: str
    title: str
    playing_cards: tuple[PlayingCard, ...]
    draw: DrawModel
    reshuffle: Reshuffle
    sections: tuple[AnySection, ...]
    layout: str
    sha256: str
    """Hash of all rules that decide what is dealt, not of titles or layouts."""
    resolutions: tuple[Resolution, ...] = ()
    reference_cards: tuple[tuple[str, int], ...] = ()
    """The number of copies of each reference card printed with the deck, by name; of others one."""
    box: BoxWords = BoxWords()
    stream: str = ""
    """What names the random streams that it is dealt from, such as another spec's hash; by default its own."""
    hero: Hero | None = None
    """Whose own deck it is, if it is one."""
    rise_together: tuple[tuple[str, ...], ...] = ()
    """Groups of sections dealt as one: in the order of their outcomes none is ever before one named before it."""

    def rising_with(self, section: str) -> tuple[str, ...]:
        """Return the names of the sections that rise together with a section, and its own."""
        return next((group for group in self.rise_together if section in group), (section,))

    @property
    def size(self) -> int:
        return len(self.playing_cards)

    @cached_property
    def is_dealt(self) -> bool:
        """Whether chance decides anything on its cards: a cell, or another result."""
        return any(section.cells() or section.dealt_variables(self.size) for section in self.sections)

    def jokers(self) -> tuple[int, ...]:
        """Return the impulses of the jokers, lowest first."""
        return self._jokers

    @cached_property
    def _jokers(self) -> tuple[int, ...]:
        return tuple(i for i, face in enumerate(self.playing_cards) if face.is_joker)

    def section(self, name: str) -> AnySection:
        """Return the section with this name. Raises KeyError."""
        for section in self.sections:
            if section.name == name:
                return section
        raise KeyError(name)


def playable_situations(situations: Sequence[Situation], spec: DeckSpec) -> list[Situation]:
    """Return the situations whose sections the deck has all, and that are for this deck or for any."""
    names = {section.name for section in spec.sections}
    return [
        situation
        for situation in situations
        if situation.sections <= names and (not situation.decks or spec.name in situation.decks)
    ]


@record
class Token:
    """A kind of chip or marker to print and cut out."""

    name: str
    title: Printed = field(metadata={"$ref": "#/$defs/words"})
    """What it is called; printed on it if it has no text."""
    count: int = field(metadata={"minimum": 1, "maximum": 500})
    """How many are printed."""
    color: str = field(metadata={"maxLength": 60})
    """Its color: a name of the palette of the layout of the game's first deck. Its rim has it; its middle is in the palette's brightest color, what is printed there in its own or the darkest."""
    icon: str = field(default="", metadata={"maxLength": 60})
    """A symbol of that layout, such as icon-star. Give each kind one of its own, so that they differ without color."""
    mark: Mark = ""
    """Up to three characters in the middle, upon the icon if there is one, such as what it is worth."""
    text: Printed = field(default="", metadata={"maxLength": 40})
    """What it does, in a word or two, below the icon."""
    shape: Literal["round", "square", "hex"] = "round"
    """round, square or hex; round if left out."""
    size: float = field(default=25.0, metadata={"minimum": 15, "maximum": 60})
    """How many mm it is across; 25 if left out."""


@record
class CardSet:
    """Decks published together: the seed that deals them all, and the printed names of decks 1, 2 ..."""

    name: str
    seed: str
    decks: tuple[str, ...]


@record(eq=False)
class Game:
    """A game, with its printed texts in ``language``; ``languages`` are all it has, the original first.

    ``words`` are printed texts that belong to no section, by key. ``margins`` name the numbers by which a
    target is beaten or, below 0, missed. ``sets`` are published together. ``checks`` are rolls against target
    numbers. ``look`` is the style sheet of documents: a shipped name, or a path. ``marks`` are the values in its files whose texts name a mark, with the mark's name. ``hero_deck`` says what its heroes have on
    decks of their own. ``mats`` are by the deck's name. Games are equal only if they are the same object.
    """

    id: str
    title: str
    folder: Path
    decks: tuple[DeckSpec, ...]
    scopes: tuple[Scope, ...]
    words: Mapping[str, str]
    sets: tuple[CardSet, ...] = ()
    language: Language = field(default_factory=Language)
    languages: tuple[str, ...] = ("en",)
    catalog_folders: tuple[Path, ...] = ()
    tokens: tuple[Token, ...] = ()
    margins: tuple[tuple[str, int], ...] = ()
    checks: tuple[Check, ...] = ()
    examples: tuple[Situation, ...] = ()
    procedures: tuple[Situation, ...] = ()
    mats: tuple[tuple[str, Mat], ...] = ()
    rules: PrintedRules = field(default_factory=PrintedRules)
    box: BoxWords = BoxWords()
    about: AboutWords = AboutWords()
    look: str | Path = "base/1"
    marks: tuple[tuple[str, YamlValue], ...] = ()
    rulings: tuple[Ruling, ...] = ()
    templates: tuple[MapTemplate, ...] = ()
    hero_deck: HeroDeck | None = None

    @property
    def changed_rulings(self) -> dict[str, str]:
        """The names of choices by ruling, without those that are the first of their ruling."""
        return {ruling.name: ruling.choice.name for ruling in self.rulings if ruling.choice != ruling.choices[0]}

    @property
    def ruling_line(self) -> str:
        """The questions of changed rulings with their answers, as printed; empty if none is changed."""
        changed = (ruling for ruling in self.rulings if ruling.name in self.changed_rulings)
        return "; ".join(f"{ruling.question} {ruling.choice.label}" for ruling in changed)

    def reference_cards_for(self, spec: DeckSpec) -> tuple[PanelPage, ...]:
        """Return the reference cards printed with a deck, each as often as the deck asks for, by default once."""
        copies = dict(spec.reference_cards)
        return tuple(card for card in self.rules.reference_cards for _ in range(copies.get(card.name, 1)))

    def mat_for(self, spec: DeckSpec) -> Mat:
        """Return the mat of a deck, else the game's first; () if it has none."""
        return dict(self.mats).get(spec.name, self.mats[0][1] if self.mats else ())

    def rolls_under(self, section: str, label: str = "") -> bool:
        """Return whether a section, or its roll of a label, is checked, and always at or below the number."""
        checks = [check for check in self.checks if check.section == section and not check.against]
        return {check.under for check in checks if not label or label in check.rolls or not check.rolls} == {True}

    def scope(self, name: str) -> Scope:
        """Return the scope with this printed name. Raises StopIteration."""
        return next(scope for scope in self.scopes if scope.name == name)

    def deck(self, name: str | None = None) -> DeckSpec:
        """Return the deck with this name, by default the first. Raises KeyError."""
        for deck in self.decks:
            if name is None or deck.name == name:
                return deck
        raise KeyError(name)


__all__ = [
    "KINDS",
    "AnySection",
    "Bonus",
    "BoxWords",
    "CardSet",
    "CardValue",
    "Cell",
    "CellSpec",
    "Check",
    "Column",
    "DeckSpec",
    "DiceResult",
    "DiceSection",
    "DistributionSection",
    "DrawModel",
    "Exact",
    "FixedSection",
    "Game",
    "GridSection",
    "HitLocation",
    "MarksSection",
    "OrdinalSection",
    "Outcome",
    "PictureSection",
    "PlayingCard",
    "ProseSection",
    "Reshuffle",
    "Resolution",
    "RolledSection",
    "RollsSection",
    "Scalar",
    "Scope",
    "StackSection",
    "StackValue",
    "TableSection",
    "TextSection",
    "Token",
    "as_cell",
    "playable_situations",
    "printed_text",
    "printed_word",
]  # fmt: skip
