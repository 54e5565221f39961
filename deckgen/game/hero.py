"""A hero's own deck, as a game describes it and as a deck records it: results by name, such as Pistols or Dodge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, NamedTuple, Self

from deckgen.game.decode import Printed
from deckgen.game.values import is_int_between, json_text
from deckgen.records import record
from deckgen.sources import YamlValue

MOST_RESULTS = 60
"""The most named results of a deck."""
MOST_CHANGES = 40
"""The most decks that a hero's deck may be dealt after."""
LONGEST_NAME = 80
_LARGEST = 999  # that may be added


@record
class HeroLine:
    """Results by name: one, or one for each entry of a list. Each is a ``cell`` or a ``roll`` of the group's section.

    Names are patterns, all else are formulas of the sheet; ``key`` is the name in deck.json, which is not translated.
    """

    key: str
    source: YamlValue
    name: Printed = field(metadata={"$ref": "#/$defs/words"})
    """What the result is called: words, and values of the sheet in braces, such as {weapon}."""
    each: str = field(default="", metadata={"maxLength": 60})
    """A list of the sheet, such as skills: one result for each of its entries."""
    when: str = field(default="", metadata={"maxLength": 400})
    """A formula; there is a result only where it has a value that is not 0."""
    cell: str = field(default="", metadata={"maxLength": 400})
    """A formula that gives the cell of a grid as the sheet prints it, such as 3d10 or 3(2)."""
    roll: str = field(default="", metadata={"maxLength": 400})
    """A formula that gives the name of a roll, such as 'Act'."""
    bonus: str = field(default="", metadata={"maxLength": 400})
    """A formula that gives what is added to the result."""
    bonus_part: int = field(default=0, metadata={"minimum": 0, "maximum": 9})
    """Which number in the text that bonus gives is added, from 1, such as 3 for the last one of 2d6+1; 0 is its value."""


@record
class HeroGroup:
    """A section of named results, which are cells or rolls of the ``section``: at most so many as ``most``."""

    name: str
    title: str
    help: str
    section: str
    most: int
    lines: tuple[HeroLine, ...]


@record
class HeroDeck:
    """What a game's heroes have on their own decks: ``kept`` sections of a ``deck``, and groups of named results."""

    deck: str
    layout: str
    kept: tuple[str, ...]
    groups: tuple[HeroGroup, ...]


class HeroResult(NamedTuple):
    """A named result: the cell at ``column`` and ``row``, or the roll called ``column``, and what is added."""

    name: str
    column: str
    row: int = 1
    bonus: int = 0


Results = Mapping[str, tuple[HeroResult, ...]]
"""Named results by group."""


@record
class Hero:
    """What a deck.json records of its hero. ``before`` are the results of decks that it was dealt after, first to last."""

    name: str
    face: str
    results: Results
    before: tuple[Results, ...] = ()

    @property
    def earlier(self) -> Self | None:
        """The hero as of the deck before this one, None without one."""
        return replace(self, results=self.before[-1], before=self.before[:-1]) if self.before else None

    def after(self, earlier: Hero) -> Self:
        """Return the hero with a deck that is dealt after an earlier one: that one again if it has the same results."""
        is_same = self.results == earlier.results
        return replace(self, before=earlier.before if is_same else (*earlier.before, earlier.results))

    def to_json(self) -> dict[str, Any]:
        """Return the hero as JSON data, without ``before`` if there is none."""
        results, *before = (
            {group: [result._asdict() for result in listed] for group, listed in results.items()}
            for results in (self.results, *self.before)
        )
        return {"name": self.name, "face": self.face, "results": results, **({"before": before} if before else {})}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return the hero in JSON data. Raises AttributeError, KeyError, TypeError or ValueError if it is none."""
        results, *before = (
            {group: tuple(HeroResult(**entry) for entry in listed) for group, listed in results.items()}
            for results in (data["results"], *data.get("before", ()))
        )
        hero = cls(data["name"], data["face"], results, tuple(before))
        entries = [entry for results in (hero.results, *before) for listed in results.values() for entry in listed]
        names = [hero.name, *(entry.name for entry in entries)]
        is_hero = (
            isinstance(hero.face, str)
            and isinstance(data.get("before", []), list)
            and len(before) <= MOST_CHANGES
            and all(isinstance(name, str) and 0 < len(name) <= LONGEST_NAME for name in names)
            and all(is_int_between(entry.bonus, -_LARGEST, _LARGEST) for entry in entries)
        )
        if not is_hero:
            raise ValueError(json_text(data))
        return hero
