"""A hero's own deck, as a game describes it and as a deck records it: results by name, such as Pistols or Dodge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, field, replace
from typing import Any, Self

from deckgen.game.decode import Printed
from deckgen.game.values import has_keys, is_int_between
from deckgen.records import record
from deckgen.sources import YamlValue

MOST_RESULTS = 60
"""The most named results of a deck."""
MOST_CHANGES = 40
"""The most decks that a hero's deck may be dealt after."""
LONGEST_NAME = 80
_LARGEST = 999


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


@record
class HeroResult:
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
        before = {"before": [_listed(results) for results in self.before]} if self.before else {}
        return {"name": self.name, "face": self.face, "results": _listed(self.results), **before}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return the hero in JSON data. Raises ValueError if it is none."""
        match data:
            case {"name": str(name), "face": str(face), "results": dict(results)} if 0 < len(name) <= LONGEST_NAME:
                before = data.get("before", [])
                if isinstance(before, list) and len(before) <= MOST_CHANGES:
                    return cls(name, face, _parse(results), tuple(map(_parse, before)))
        message = "is not a hero"
        raise ValueError(message)


def _listed(results: Results) -> dict[str, list[dict[str, Any]]]:
    return {group: [asdict(result) for result in listed] for group, listed in results.items()}


def _parse(data: Any) -> Results:
    """Return results by group. Raises ValueError for anything else."""
    if not isinstance(data, dict) or not all(map(_is_listed, data.values())):
        message = "is not what a hero's deck has"
        raise ValueError(message)
    return {group: tuple(HeroResult(**entry) for entry in listed) for group, listed in data.items()}


def _is_listed(data: Any) -> bool:
    """Return whether JSON data is a list of named results."""
    texts = ("name", "column")
    return isinstance(data, list) and all(
        has_keys(entry, (*texts, "row", "bonus"))
        and all(isinstance(entry[key], str) and 0 < len(entry[key]) <= LONGEST_NAME for key in texts)
        and is_int_between(entry["row"], 1, _LARGEST)
        and is_int_between(entry["bonus"], -_LARGEST, _LARGEST)
        for entry in data
    )
