"""Checks: what a game rolls against which numbers, and what it adds to the roll; all that tables of chances ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckgen.errors import Faults, nearest
from deckgen.game.parts import Parts
from deckgen.game.sections.base import CellSpec, Section
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.translation import Translation
from deckgen.odds import describe
from deckgen.records import record
from deckgen.sources import Spot

Named = tuple[tuple[str, int], ...]
"""Printed names, each with a number."""


@record
class Scope:
    """A named scale of difficulties: pairs of a difficulty's name and its target number."""

    name: str
    difficulties: Named


@record
class Bonus:
    """What is added to a roll, from ``least`` to ``most`` at the table; ``title``: what it is made of."""

    title: str
    least: int
    most: int


@record
class Check:
    """A section that is rolled against numbers: all pools of a grid, or ``rolls`` of a section of rolls, by label.

    ``scopes`` are the numbers. Where one number is all there is, the only scope and difficulty have no names. It is 0
    for an opposed check, which asks by how much a roll beats ``against``, an opposing roll of the section that is read
    on the same card if ``cards`` is 1, or on another one; then the bonus is what one side has more than the other.
    ``goals`` are what it is called to beat a number by so many, or if below 0, to miss it; "" is success.
    """

    name: str
    title: str
    help: str
    section: str
    scopes: tuple[Scope, ...]
    goals: Named
    rolls: tuple[str, ...] = ()
    bonus: Bonus | None = None
    against: str = ""
    cards: int = 2

    def cells(self, section: Section) -> Sequence[CellSpec]:
        """What is tried: the pools of a grid, or the cells of the rolls."""
        if isinstance(section, GridSection):
            return section.tried()
        return [cell for cell in section.tried() if cell.column in self.rolls]


@record
class CheckContext:
    """What checks are read for: the sections of all decks by their names on the card, scopes and margins."""

    sections: Mapping[str, Sequence[Section]]
    scopes: Mapping[str, Scope]
    margins: Named
    words: Translation
    faults: Faults

    def blame(self, spot: Spot, what: str, remedy: str) -> None:
        """Add a fault at a place in the game's files."""
        spot.blame(self.faults, what, remedy)


def checks(parts: Parts, read: CheckContext) -> tuple[Check, ...]:
    """The checks of a game; where it names none, the grids that keep some of their dice, against all scopes.

    What is wrong with one is a fault. One of a game that this one extends is left out where the section is gone.
    """
    found = parts.of("checks")
    if not found and not parts.names("checks"):
        return tuple(_of_grids(read)) if read.scopes else ()
    mine = parts.own("checks")
    made = [_check(name, spot, read) for name, spot in found.items() if name in mine or _fits(spot, read)]
    return tuple(check for check in made if check is not None)


def _fits(spot: Spot, read: CheckContext) -> bool:
    return spot.get("section") in read.sections


def _of_grids(read: CheckContext) -> Iterator[Check]:
    for name, decks in read.sections.items():
        section = decks[0]
        if isinstance(section, GridSection) and section.keep != "sum":
            yield Check(name, section.title, "", name, tuple(read.scopes.values()), (("", 0), *read.margins))


def _check(name: str, spot: Spot, read: CheckContext) -> Check | None:
    """The check; None, with faults added, if it is wrong."""
    before = len([*read.faults])
    words, given = read.words, spot.value
    section = spot.at("section")
    known = read.sections.get(section.value, ())
    if not known and before:  # its section may be what was told
        return None
    if not known:
        read.blame(section, f'no deck has a section "{section.value}"', nearest(section.value, read.sections))
    for each in known[:1]:
        if not isinstance(each, GridSection | RollsSection):
            read.blame(
                section,
                f'a check rolls dice, and "{each.name}" is a section of kind {each.kind()}',
                "name a grid or rolls",
            )
            return None
    rolled = [each for each in known if isinstance(each, RollsSection)]
    _say_grid(spot, known, read)
    against = _label(spot.at("against"), rolled, read) if "against" in given else ""
    if "rolls" in given:
        rolls = tuple(_label(each, rolled, read) for each in spot.at("rolls").items())
    else:
        rolls = tuple(label for each in rolled[:1] for label, _ in each.rolls if label != against)
        rolls = rolls or (against,)
    if "bonus" in given:
        _say_dice(spot.at("bonus"), rolled, rolls, read)
    cards = given.get("cards", 2)
    if cards == 1 and against in rolls and against:
        what = "one card gives both sides the same number"
        read.blame(spot.at("cards"), what, "write cards: 2, or name another roll")
    scopes = _scopes(spot, read)
    goals = (
        tuple((words.key(each), each.value) for each in spot.at("goals").items()) if "goals" in given else ()
    )
    bonus = _bonus(spot.at("bonus"), read) if "bonus" in given else None
    if len([*read.faults]) > before:
        return None
    return Check(
        name=name,
        title=words.of(spot.at("title")) if "title" in given else known[0].title,
        help=words.of(spot.at("help")) if "help" in given else "",
        section=section.value,
        scopes=scopes,
        goals=goals or (("", 0), *read.margins),
        rolls=rolls if rolled else (),
        bonus=bonus,
        against=against,
        cards=cards,
    )


def _say_grid(spot: Spot, known: Sequence[Section], read: CheckContext) -> None:
    """Of grids there is nothing to choose, and nothing is added to them."""
    if any(isinstance(each, GridSection) for each in known):
        for key in ("rolls", "bonus", "against"):
            if key in spot.value:
                what = f"a grid is rolled by its pools, without {key}"
                read.blame(spot.at(key), what, f"delete {key}, or name a section of kind rolls")


def _say_dice(spot: Spot, rolled: Sequence[RollsSection], rolls: Sequence[str], read: CheckContext) -> None:
    """What a bonus is added to must be the same dice everywhere, as a row of the table has one chance."""
    for section in rolled:
        dice = dict.fromkeys(describe(roll) for label, roll in section.rolls if label in rolls)
        if len(dice) > 1:
            what = f"it is added to different dice: {' and '.join(dice)}"
            read.blame(spot, what, "make a check of each, with rolls: [...]")
            return


def _label(spot: Spot, rolled: Sequence[RollsSection], read: CheckContext) -> str:
    """The roll of that label; a fault, if a deck has none, or for an opposing one if there is no highest total."""
    for section in rolled:
        labels = dict(section.rolls)
        if spot.value not in labels:
            what = f'"{section.name}" has no roll "{spot.value}"'
            read.blame(spot, what, nearest(str(spot.value), labels))
            break
        own = spot.path[-1] == "against"
        endless = [roll for roll in labels.values() if roll.endless] if own else []
        if endless:
            what = f"one roll is set against another, and {describe(endless[0])} has no highest total"
            read.blame(spot, what, "delete against, and name a target or scopes")
            break
    return str(spot.value)


def _scopes(spot: Spot, read: CheckContext) -> tuple[Scope, ...]:
    """The numbers of a check; none, with a fault added, if they are wrong."""
    given = [key for key in ("scopes", "target", "against") if key in spot.value]
    if len(given) > 1:
        read.blame(spot.at(given[1]), f"a check has no {given[1]} beside {given[0]}", "keep one of the two")
        return ()
    if "cards" in spot.value and "against" not in spot.value:
        read.blame(
            spot.at("cards"), "one roll is one card", "delete cards, or add against: the opposing roll"
        )
    if given and given[0] != "scopes":
        number: Any = spot.get("target", 0)
        return (Scope("", (("", number),)),)
    asked = spot.at("scopes").items() if given else []
    for each in asked:
        if each.value not in read.scopes:
            read.blame(each, f'there is no scope "{each.value}"', nearest(each.value, read.scopes))
    if not given and not read.scopes:
        read.blame(spot, "it is not said what must be reached", "add target, against, or the game's scopes")
    names = [each.value for each in asked] or list(read.scopes)
    return tuple(read.scopes[name] for name in names if name in read.scopes)


def _bonus(spot: Spot, read: CheckContext) -> Bonus:
    least, most = spot.value["from"], spot.value["to"]
    if not 0 <= most - least <= _WIDEST:
        what = f"a table has rows from the lowest to the highest bonus, at most {_WIDEST + 1}"
        read.blame(spot, what, "write from: the lowest, and to: the highest usual bonus")
    return Bonus(read.words.of(spot.at("title")), least, most)


_WIDEST = 30
