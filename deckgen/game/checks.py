"""Checks: what a game rolls against which numbers, and what it adds to the roll; all that tables of chances ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckgen.errors import Problems
from deckgen.game.parts import GameEntries
from deckgen.game.sections.base import CellSpec, Section
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.translation import Translation
from deckgen.odds import describe
from deckgen.records import record
from deckgen.sources import YamlValue

NamedNumbers = tuple[tuple[str, int], ...]
"""Printed names, each with a number."""


@record
class Scope:
    """A named scale of difficulties: pairs of a difficulty's name and its target number."""

    name: str
    difficulties: NamedNumbers


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
    goals: NamedNumbers
    rolls: tuple[str, ...] = ()
    bonus: Bonus | None = None
    against: str = ""
    cards: int = 2

    def rolled_cells(self, section: Section) -> Sequence[CellSpec]:
        """What is tried: the pools of a grid, or the cells of the rolls."""
        if isinstance(section, GridSection):
            return section.rolled_cells()
        return [cell for cell in section.rolled_cells() if cell.column in self.rolls]


@record
class CheckContext:
    """What checks are read for: the sections of all decks by their names on the card, scopes and margins."""

    sections: Mapping[str, Sequence[Section]]
    scopes: Mapping[str, Scope]
    margins: NamedNumbers
    words: Translation
    problems: Problems


def read_checks(parts: GameEntries, read: CheckContext) -> tuple[Check, ...]:
    """The checks of a game; where it names none, the grids that keep some of their dice, against all scopes.

    What is wrong with one is a problem. One of a game that this one extends is left out where the section is gone.
    """
    goals = (("", 0), *read.margins)
    if read.scopes and not parts.all_of("checks"):
        return tuple(
            Check(name, sections[0].title, "", name, tuple(read.scopes.values()), goals)
            for name, sections in read.sections.items()
            if isinstance(sections[0], GridSection) and sections[0].keep != "sum"
        )
    mine = parts.local("checks")
    found = (
        _read_check(name, spot, read)
        for name, spot in parts.valid("checks").items()
        if name in mine or spot.get("section") in read.sections
    )
    return tuple(check for check in found if check is not None)


def _read_check(name: str, spot: YamlValue, read: CheckContext) -> Check | None:
    """The check; None, with problems added, if it is wrong."""
    before = len([*read.problems])
    words, given, problems = read.words, spot.value, read.problems
    section = spot.at("section")
    known = read.sections.get(section.value, ())
    if not known and before:  # its section may be what is wrong
        return None
    section.check_name(read.sections, problems, "no deck has a section")
    for each in known[:1]:
        if not isinstance(each, GridSection | RollsSection):
            what = f'a check rolls dice, and "{each.name}" is a section of kind {each.kind()}'
            section.report(problems, what, "name a grid or rolls")
            return None
    rolled = [each for each in known if isinstance(each, RollsSection)]
    for key in ("rolls", "bonus", "against"):
        if key in given and any(isinstance(each, GridSection) for each in known):
            what = f"a grid is rolled by its pools, without {key}"
            spot.at(key).report(problems, what, f"delete {key}, or name a section of kind rolls")
    against = _read_label(spot.at("against"), rolled, problems) if "against" in given else ""
    rolls = tuple(_read_label(each, rolled, problems) for each in spot.items("rolls"))
    if not rolls:
        rolls = tuple(label for each in rolled[:1] for label, _ in each.rolls if label != against)
        rolls = rolls or (against,)
    bonus = _read_bonus(spot.at("bonus"), rolled, rolls, read) if "bonus" in given else None
    cards = given.get("cards", 2)
    if cards == 1 and against in rolls and against:
        what = "one card gives both sides the same number"
        spot.at("cards").report(problems, what, "write cards: 2, or name another roll")
    scopes = _read_scopes(spot, read)
    goals = tuple((words.key_text(each), each.value) for each in spot.items("goals"))
    if len([*problems]) > before:
        return None
    return Check(
        name=name,
        title=words.text(spot, "title") or known[0].title,
        help=words.text(spot, "help"),
        section=section.value,
        scopes=scopes,
        goals=goals or (("", 0), *read.margins),
        rolls=rolls if rolled else (),
        bonus=bonus,
        against=against,
        cards=cards,
    )


def _read_label(spot: YamlValue, rolled: Sequence[RollsSection], problems: Problems) -> str:
    """The roll of that label; a problem, if a deck has none, or for an opposing one if there is no highest total."""
    for section in rolled:
        labels = dict(section.rolls)
        if not spot.check_name(labels, problems, f'"{section.name}" has no roll'):
            break
        endless = [roll for roll in labels.values() if roll.endless]
        if endless and spot.path[-1] == "against":
            what = f"one roll is set against another, and {describe(endless[0])} has no highest total"
            spot.report(problems, what, "delete against, and name a target or scopes")
            break
    return str(spot.value)


def _read_scopes(spot: YamlValue, read: CheckContext) -> tuple[Scope, ...]:
    """The numbers of a check; none, with a problem added, if they are wrong."""
    given = [key for key in ("scopes", "target", "against") if key in spot.value]
    if len(given) > 1:
        what = f"a check has no {given[1]} beside {given[0]}"
        spot.at(given[1]).report(read.problems, what, "keep one of the two")
        return ()
    if "cards" in spot.value and "against" not in spot.value:
        remedy = "delete cards, or add against: the opposing roll"
        spot.at("cards").report(read.problems, "one roll is one card", remedy)
    if given and given[0] != "scopes":
        return (Scope("", (("", spot.get("target", 0)),)),)
    if not given and not read.scopes:
        remedy = "add target, against, or the game's scopes"
        spot.report(read.problems, "it is not said what must be reached", remedy)
    for each in spot.items("scopes"):
        each.check_name(read.scopes, read.problems, "there is no scope")
    names = spot.get("scopes", read.scopes)
    return tuple(read.scopes[name] for name in names if name in read.scopes)


def _read_bonus(
    spot: YamlValue, rolled: Sequence[RollsSection], rolls: Sequence[str], read: CheckContext
) -> Bonus:
    """The bonus, which must be added to the same dice everywhere, as a row of the table has one chance."""
    for section in rolled:
        dice = dict.fromkeys(describe(roll) for label, roll in section.rolls if label in rolls)
        if len(dice) > 1:
            what = f"it is added to different dice: {' and '.join(dice)}"
            spot.report(read.problems, what, "make a check of each, with rolls: [...]")
            break
    least, most = spot.value["from"], spot.value["to"]
    if not 0 <= most - least <= _WIDEST:
        what = f"a table has rows from the lowest to the highest bonus, at most {_WIDEST + 1}"
        spot.report(read.problems, what, "write from: the lowest, and to: the highest usual bonus")
    return Bonus(read.words.text(spot.at("title")), least, most)


_WIDEST = 30
