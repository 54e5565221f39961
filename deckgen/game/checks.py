"""Checks: which rolls a game makes against which target numbers, and with what bonus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckgen.errors import Problems
from deckgen.game.entries import GameEntries
from deckgen.game.sections.base import CellSpec, Section
from deckgen.game.sections.dice import DiceRoll, DiceSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.translation import Translation
from deckgen.odds import Roll, describe
from deckgen.records import record
from deckgen.sources import YamlValue

NamedNumbers = tuple[tuple[str, int], ...]
"""Printed names, each with a number."""


@record
class Scope:
    """A named scale of difficulties: pairs of a printed name and a target number."""

    name: str
    difficulties: NamedNumbers


@record
class Bonus:
    """A bonus added to a roll, from ``least`` to ``most``; ``title`` is what it consists of."""

    title: str
    least: int
    most: int


@record
class Check:
    """A section rolled against target numbers: all pools of a grid, or the ``rolls`` of a rolls section.

    ``scopes`` hold the target numbers; a single number is a scope and difficulty without names. It is 0 for
    an opposed check, which asks by how much a roll beats ``against``, another roll of the section, on the
    same card if ``cards`` is 1, else on a second one; the bonus is then one side's lead over the other.
    ``goals`` name the margins by which a number is beaten or, below 0, missed; "" is plain success.
    ``under``: totals at or below the number are successes, and the bonus is added to the number. ``part``: of rolls
    of a dice section the part of the results that is compared, "" for the first.
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
    under: bool = False
    part: str = ""

    def rolled_cells(self, section: Section) -> Sequence[CellSpec]:
        """Return the cells of its section that are rolled: the pools of a grid, or the cells labeled in ``rolls``."""
        if isinstance(section, GridSection):
            return section.rolled_cells()
        return [cell for cell in section.rolled_cells() if cell.column in self.rolls]


@record
class CheckContext:
    """What checks refer to: sections of all decks by name, scopes and margins."""

    sections: Mapping[str, Sequence[Section]]
    scopes: Mapping[str, Scope]
    margins: NamedNumbers
    words: Translation
    problems: Problems


def read_checks(entries: GameEntries, context: CheckContext) -> tuple[Check, ...]:
    """Return the checks of a game; problems are added for wrong ones.

    Without ``checks``, each grid that keeps some of its dice is checked against all scopes. An inherited
    check is left out if its section is gone.
    """
    goals = (("", 0), *context.margins)
    if context.scopes and not entries.all_of("checks"):
        return tuple(
            Check(name, sections[0].title, "", name, tuple(context.scopes.values()), goals)
            for name, sections in context.sections.items()
            if isinstance(sections[0], GridSection) and sections[0].keep != "sum"
        )
    local_names = entries.local("checks")
    candidates = (
        _read_check(name, node, context)
        for name, node in entries.valid("checks").items()
        if name in local_names or node.get("section") in context.sections
    )
    return tuple(check for check in candidates if check is not None)


def _read_check(name: str, node: YamlValue, context: CheckContext) -> Check | None:
    """Return the check; None, with problems added, if it is wrong, or without if its section was found wrong."""
    before = len([*context.problems])
    words, keys, problems = context.words, node.value, context.problems
    section = node.at("section")
    sections = context.sections.get(section.value, ())
    if not sections and before:  # the section may be wrong
        return None
    section.check_name(context.sections, problems, "no deck has a section")
    if not all(_fits_kind(node, kind, problems) for kind in sections[:1]):
        return None
    rolled = [roll_section for roll_section in sections if isinstance(roll_section, RollsSection)]
    diced = [dice_section for dice_section in sections if isinstance(dice_section, DiceSection)]
    against = _read_label(node.at("against"), rolled, problems) if "against" in keys else ""
    rolls = tuple(_read_label(label, rolled or diced, problems) for label in node.items("rolls"))
    if diced:
        rolls = _read_parts(node, diced, rolls, problems)
    elif not rolls:
        rolls = tuple(label for first_rolls in rolled[:1] for label, _ in first_rolls.rolls if label != against)
        rolls = rolls or (against,)
    bonus = _read_bonus(node.at("bonus"), rolled, rolls, context) if "bonus" in keys else None
    cards = keys.get("cards", 2)
    if cards == 1 and against in rolls and against:
        message = "one card gives both sides the same number"
        node.at("cards").report(problems, message, "write cards: 2, or name another roll")
    scopes = _read_scopes(node, context)
    goals = tuple((words.key_text(goal), goal.value) for goal in node.items("goals"))
    if len([*problems]) > before:
        return None
    check = Check(
        name=name,
        title=words.text(node, "title") or sections[0].title,
        help=words.text(node, "help"),
        section=section.value,
        scopes=scopes,
        goals=goals or (("", 0), *context.margins),
        rolls=rolls if rolled or diced else (),
        bonus=bonus,
        against=against,
        cards=cards,
        under=keys.get("under", False),
        part=keys.get("part", ""),
    )
    if check.under and not diced and any(cell.roll.critical_failure for cell in check.rolled_cells(sections[0])):
        message = "a critical failure counts as 1, which is at or below the number"
        node.at("under").report(problems, message, "delete critical_failure in the section")
    return check


_NO_KEYS = {GridSection: ("rolls", "bonus", "against", "part"), RollsSection: ("part",), DiceSection: ("against",)}
"""Keys that a check of a section of this kind cannot have."""


def _fits_kind(node: YamlValue, section: Section, problems: Problems) -> bool:
    """Return whether a section can be checked with the keys of a check; adds problems if not."""
    if type(section) not in _NO_KEYS:
        message = f'a check needs dice, and "{section.name}" is a section of kind {section.kind()}'
        node.at("section").report(problems, message, "name a grid, rolls or dice")
        return False
    kind = section.kind() if not isinstance(section, GridSection) else "a grid"
    wrong_keys = [key for key in _NO_KEYS[type(section)] if key in node.value]
    for key in wrong_keys:
        remedy = f"delete {key}, or name a section of kind {'dice' if key == 'part' else 'rolls'}"
        node.at(key).report(problems, f"a check of {kind} cannot have {key}", remedy)
    return not wrong_keys


def _read_parts(
    node: YamlValue, sections: Sequence[DiceSection], labels: Sequence[str], problems: Problems
) -> tuple[str, ...]:
    """Return ``labels``, by default of all rolls that have the check's part; adds a problem if one lacks it."""
    name = node.get("part", "")
    for section in sections:
        numbers = {label: [part.name for part in roll.joint.parts if part.is_number] for label, roll in section.rolls}
        first = {label: roll.joint.parts[0].name for label, roll in section.rolls}
        fitting = [label for label, parts in numbers.items() if (name or first[label]) in parts]
        labels = labels or fitting
        for label in labels or first:
            if label in first and label not in fitting:
                what = f'has no number "{name}"' if name else f'begins with "{first[label]}", which is no number'
                remedy = f"write part: {' or '.join(numbers[label])}" if numbers[label] else "name other rolls"
                node.report(problems, f"the roll {label} {what}", remedy)
    return tuple(labels)


def _read_label(node: YamlValue, sections: Sequence[RollsSection | DiceSection], problems: Problems) -> str:
    """Return a roll's label; adds a problem if a deck lacks it, or under ``against`` if a roll has no highest total."""
    for section in sections:
        labels: Mapping[str, Roll | DiceRoll] = dict(section.rolls)
        if not node.check_name(labels, problems, f'"{section.name}" has no roll'):
            break
        endless_rolls = [roll for roll in labels.values() if isinstance(roll, Roll) and roll.endless]
        if endless_rolls and node.path[-1] == "against":
            message = f"an opposing roll needs a highest total, which {describe(endless_rolls[0])} lacks"
            node.report(problems, message, "delete against, and name a target or scopes")
            break
    return str(node.value)


def _read_scopes(node: YamlValue, context: CheckContext) -> tuple[Scope, ...]:
    """Return the scopes named, by default all; for ``target`` or ``against`` a nameless one. Adds problems."""
    given_keys = [key for key in ("scopes", "target", "against") if key in node.value]
    if len(given_keys) > 1:
        message = f"a check cannot have both {given_keys[0]} and {given_keys[1]}"
        node.at(given_keys[1]).report(context.problems, message, "keep one of the two")
        return ()
    if node.get("under") and "against" in node.value:
        remedy = "delete under, and exchange the roll and against"
        node.at("under").report(context.problems, "of two totals the higher one wins", remedy)
    if "cards" in node.value and "against" not in node.value:
        remedy = "delete cards, or add against: the opposing roll"
        node.at("cards").report(context.problems, "cards only works with against", remedy)
    if given_keys and given_keys[0] != "scopes":
        return (Scope("", (("", node.get("target", 0)),)),)
    if not given_keys and not context.scopes:
        remedy = "add target, against, or the game's scopes"
        node.report(context.problems, "the number to reach is missing", remedy)
    for scope in node.items("scopes"):
        scope.check_name(context.scopes, context.problems, "there is no scope")
    names = node.get("scopes", context.scopes)
    return tuple(context.scopes[name] for name in names if name in context.scopes)


def _read_bonus(
    node: YamlValue, sections: Sequence[RollsSection], rolls: Sequence[str], context: CheckContext
) -> Bonus:
    """Return the bonus; add a problem for over 31 values, or if the rolls have different dice."""
    for section in sections:
        dice = dict.fromkeys(describe(roll) for label, roll in section.rolls if label in rolls)
        if len(dice) > 1:
            message = f"the bonus is added to different dice: {' and '.join(dice)}"
            node.report(context.problems, message, "make a check of each, with rolls: [...]")
            break
    least, most = node.value["from"], node.value["to"]
    if not 0 <= most - least <= _WIDEST:
        message = f"a bonus can have at most {_WIDEST + 1} values"
        node.report(context.problems, message, "write from: the lowest, and to: the highest usual bonus")
    return Bonus(context.words.text(node.at("title")), least, most)


_WIDEST = 30
