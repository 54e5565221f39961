"""Rules for playing without cards: which dice to roll for each section, and how to read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import floor
from typing import Any

from deckgen.document.marked_results import failure_text
from deckgen.draw.text import format_modifier
from deckgen.game import model
from deckgen.game.model import AnySection, DeckSpec, Game, printed_word
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.odds import MECHANICS, Roll, describe
from deckgen.odds.expression import rolls_of
from deckgen.odds.roll import Die
from deckgen.records import record

TITLE = gettext_noop("With dice instead of cards")
WORDS = gettext_noop(
    "The cards have the averages of dice, so you can mix both: one player draws while another rolls. Here"
    " is what to roll for each result on a card; a note marks each die that only comes close."
)

COMMON_DICE = (6, 4, 8, 10, 12, 20, 100)
"""Sides of dice that people own, the most common first; d100 is two d10."""

_NEAR = Fraction(1, 2)  # cards: a deck rounds shares by as much


@record
class ShownDice:
    """Dice of one roll, each by the sides of the die to take, and a ``caption``: "" if the number says it all."""

    dice: tuple[int, ...]
    caption: str = ""


@record
class Advice:
    """What to roll for a section: ``dice`` by name, "" for none, and ``rules`` in sentences.

    ``results`` are pairs of numbers rolled and their meaning: ("1–3", "head"). ``shown`` are the dice to draw.
    """

    dice: str
    rules: tuple[str, ...] = ()
    results: tuple[tuple[str, str], ...] = ()
    shown: tuple[ShownDice, ...] = ()

    def rules_text(self) -> str:
        results = "; ".join(f"{throw}: {text}" for throw, text in self.results)
        return " ".join(filter(None, (*self.rules, results)))

    def words(self) -> str:
        return " ".join(filter(None, (self.dice and f"{self.dice}.", self.rules_text())))


def all_dice_advice(game: Game, spec: DeckSpec) -> Iterator[tuple[str, Advice]]:
    """Yield each section's title with what to roll instead of its cards."""
    for section in (section for section in spec.sections if not isinstance(section, model.ProseSection)):
        yield section.title, dice_advice(section, spec, failure_text(game), game.language)


def template_names(game: Game, spec: DeckSpec) -> dict[str, Any]:
    """Return the variables of the template ``dice.html`` by name: what to roll for each section."""
    advice_texts = [(title, item.words()) for title, item in all_dice_advice(game, spec)]
    phrase = game.language.phrase
    return {"advice_title": phrase(TITLE), "advice_words": phrase(WORDS), "advices": advice_texts}


def dice_advice(section: AnySection, spec: DeckSpec, failure: str = "CF", language: Language = ENGLISH) -> Advice:
    """Return what to roll for a section; ``failure`` is printed for a critical failure."""
    match section:
        case model.GridSection():
            return _grid(section, failure, language)
        case model.RollsSection():
            sides = {side for _, roll in section.rolls for side in roll.dice}
            rolls = ((section.printed_label(label), label, describe(roll, language)) for label, roll in section.rolls)
            dice = "; ".join(text if label == text else f"{title}: {text}" for title, label, text in rolls)
            rules = dict.fromkeys(line for _, roll in section.rolls for line in _rules(roll, failure, language))
            shown = _shown_rolls([(section.printed_label(label), roll) for label, roll in section.rolls], language)
            return Advice(dice, (*rules, *_substitutes(sides, language)), shown=shown)
        case model.DiceSection():
            return _dice(section, failure, language)
        case model.DistributionSection() | model.TextSection():
            return _values(section, spec.size, language)
        case model.FixedSection():
            rule = language.phrase("It belongs to single cards of the deck; with dice, leave it out.")
            return Advice("", (rule,))
        case model.StackSection():
            return _stack(section, spec.size, language)
        case model.MarksSection():
            return _marks(section, spec.size, language)
        case model.OrdinalSection():
            return _ordinal(section, spec, language)
        case model.TableSection():
            return _table(section, spec.size, language)


# Dice sections


def _dice(section: model.DiceSection, failure: str, language: Language) -> Advice:
    """Return the rolls of a dice section as expressions, and the faces of its own dice."""
    dice = (f"{section.printed_label(label)}: {roll.written}" for label, roll in section.rolls)
    rules, shown, all_sides = ["; ".join(dice) + "."], list[ShownDice](), set[int]()
    for label, roll in section.rolls:
        sides: list[int] = []
        for leaf in rolls_of(roll.expression):
            sides += [*leaf.dice, *(len(die.faces) for die in leaf.special), *(10,) * abs(leaf.tens)]
            symbols = (die for die in leaf.special if isinstance(die.faces[0], tuple))
            rules += [*_rules(leaf, failure, language), *(_faces(section, die) for die in symbols)]
        caption = section.printed_label(label) if len(section.rolls) > 1 else ""
        shown.append(ShownDice(tuple(map(_die_for, sides)), caption))
        all_sides.update(sides)
    return Advice("", (*dict.fromkeys(rules), *_substitutes(all_sides, language)), shown=tuple(shown))


def _faces(section: model.DiceSection, die: Die) -> str:
    """Return the faces of a die with symbols: ``ability, d8: 1 –, 2 success + success, ...``."""
    symbols = (face if isinstance(face, tuple) else () for face in die.faces)
    texts = (" + ".join(map(section.printed_word, face)) or "–" for face in symbols)
    return f"{die.name}, d{len(die.faces)}: {', '.join(f'{n} {text}' for n, text in enumerate(texts, 1))}."


# Grids


def _grid(section: model.GridSection, failure: str, language: Language) -> Advice:
    """Return a grid's dice, how its rows count them, its bonus, and rules for maxima and failures."""
    dice = " · ".join(
        f"d{c.sides}" if c.label == f"d{c.sides}" else f"{section.printed_label(c.label)}: d{c.sides}"
        for c in section.columns
    )
    rules = []
    if section.rows > 1:
        rule = language.phrase(MECHANICS[section.keep].rule).format(section.success_at)
        rules.append(
            language.phrase("The row is the number of dice, 1 to {rows}; {rule}.", rows=section.rows, rule=rule)
        )
    if section.bonus:
        rules.append(language.phrase("{bonus} to every result.", bonus=format_modifier(section.bonus)))
    rules += _rules(section.rolled_cells()[-1].roll, failure, language)
    named = len(section.columns) > 1
    shown = tuple(_shown_die(section.printed_label(c.label) if named else "", (c.sides,)) for c in section.columns)
    return Advice(dice, (*rules, *_substitutes({c.sides for c in section.columns}, language)), shown=shown)


def _shown_rolls(rolls: Sequence[tuple[str, Roll]], language: Language) -> tuple[ShownDice, ...]:
    """Return the dice of named rolls, those of the same dice and modifiers once; names only if dice differ."""
    names: dict[Roll, list[str]] = {}
    for name, roll in rolls:
        names.setdefault(roll, []).append(name)
    if len(names) == 1:
        (roll,) = names
        return (_shown_die("", roll.dice, describe(roll, language) if roll.bonus else ""),)
    counts = {len(roll.dice) for roll in names}
    return tuple(
        ShownDice(roll.dice, ", ".join(words))
        if counts != {1} and {*roll.dice} <= {*COMMON_DICE}
        else _shown_die(", ".join(words), roll.dice)
        for roll, words in names.items()
    )


def _shown_die(name: str, dice: Sequence[int], note: str = "") -> ShownDice:
    """Return dice to draw, a die that nobody owns as the die to take for it; ``name``: of the roll."""
    taken = tuple(map(_die_for, dice))
    die_name = f"{len(dice) if len(dice) > 1 else ''}d{dice[0]}"
    is_plain = taken == tuple(dice)
    words = [name] if name and name not in (die_name, str(dice[0])) else []
    if not is_plain and not words:
        words = [die_name]
    elif not is_plain:
        words = [f"{name}: {die_name}"]
    return ShownDice(taken, " ".join(filter(None, (*words, note))))


def _die_for(side: int) -> int:
    """Return the die to take for one of so many sides: of COMMON_DICE, if there is one."""
    return 2 * side if side not in COMMON_DICE and 2 * side in COMMON_DICE else _smallest_die(side) or side


def _rules(roll: Roll, failure: str, language: Language) -> Iterator[str]:
    """Yield what happens on a die's maximum, and when a roll fails; ``failure`` is printed for that."""
    if roll.explode != "none":
        yield language.phrase(_EXPLODE[roll.explode])
    if len(roll.dice) > 1 and roll.keep == "highest" and roll.explode != "none":
        yield language.phrase(_MAXIMA[roll.maxima])
    if roll.critical_failure:
        yield language.phrase(_FAILING[roll.failing], failure=failure)


_FAILING = {
    "more-than-half-ones": gettext_noop(
        "More than half of the dice on 1: {failure}, which counts as 1 no matter what the others show."
    ),
    "all-ones": gettext_noop("All dice on 1: {failure}, which counts as 1."),
    "lowest": gettext_noop("The lowest result that the dice can have: {failure}, which counts as 1."),
}
_EXPLODE = {
    "open": gettext_noop("Roll a die that shows its maximum again and add it, as long as it does."),
    "once": gettext_noop("Roll a die that shows its maximum again, once, and add it."),
    "again": gettext_noop("For each die that shows its maximum roll another one, which counts, too."),
    "penetrating": gettext_noop("Roll a die that shows its maximum again and add it minus 1, as long as it does."),
}
_MAXIMA = {
    "choose": gettext_noop(
        "Of several dice on their maximum, roll on with one at a time and keep its total or leave it; the last must be"
        " kept."
    ),
    "one": gettext_noop("Of several dice on their maximum, roll only one again."),
    "all": gettext_noop("Of several dice on their maximum, roll all again; the best total counts."),
}


def _substitutes(sides: Iterable[int], language: Language) -> Iterator[str]:
    """Yield what to roll for each die that is not in COMMON_DICE, if there is a way."""
    for side in sorted(set(sides) - set(COMMON_DICE)):
        die = f"d{side}"
        if 2 * side in COMMON_DICE:
            yield language.phrase("{die}: half of a {other}, rounded up.", die=die, other=f"d{2 * side}")
        elif larger := _smallest_die(side):
            yield language.phrase(
                "{die}: a {other}; above {sides}, roll again.", die=die, other=f"d{larger}", sides=side
            )


def _smallest_die(count: int) -> int:
    """Return the fewest sides of a common die with at least ``count``; 0 if none has as many."""
    return min((die for die in COMMON_DICE if die >= count), default=0)


# Shares


def _values(section: model.DistributionSection | model.TextSection, size: int, language: Language) -> Advice:
    """Return the die and its faces per value, numbers ascending; no faces if the number rolled is the result."""
    outcomes = list(section.outcomes)
    if all(isinstance(o.value, int) and not isinstance(o.value, bool) for o in outcomes):
        outcomes.sort(key=lambda o: int(o.value or 0))
    nothing = language.phrase("nothing")
    advice = _shares([(printed_word(section.outcomes, o.value) or nothing, o.cards) for o in outcomes], size, language)
    if all(throw == text for throw, text in advice.results):
        rule = language.phrase("The number rolled is the result.")
        return Advice(advice.dice, (*advice.rules, rule), shown=advice.shown)
    return advice


def _shares(outcomes: Sequence[tuple[str, Fraction]], size: int, language: Language) -> Advice:
    """Return the die for outcomes (text, cards of ``size``) and the faces of each, if it has any."""
    die, counts, exact = best_die([cards for _, cards in outcomes], size)
    throws, first = [], 1
    for count, (text, _) in zip(counts, outcomes, strict=True):
        if count:
            throws.append((f"{first}" if count == 1 else f"{first}–{first + count - 1}", text))
        first += count
    return Advice(f"d{die}", _approximation_note(die, language, exact=exact), tuple(throws), (ShownDice((die,)),))


def _approximation_note(die: int, language: Language, *, exact: bool) -> tuple[str, ...]:
    """Return a note that ``die`` is not exact; none if it is."""
    return () if exact else (language.phrase("A {die} is the closest match to the cards.", die=f"d{die}"),)


def best_die(cards: Sequence[Fraction], size: int) -> tuple[int, list[int], bool]:
    """Return a die, its number of faces per outcome, and whether they match each one's ``cards`` of ``size``.

    The most common exact die, else the most common within half a card, else the nearest.
    """
    faces = {die: _allot_faces(cards, die, size) for die in COMMON_DICE}
    errors = {die: _largest_error(counts, die, cards, size) for die, counts in faces.items()}
    die = next(die for most in (0, _NEAR, min(errors.values())) for die in COMMON_DICE if errors[die] <= most)
    return die, faces[die], errors[die] == 0


def _allot_faces(cards: Sequence[Fraction], die: int, size: int) -> list[int]:
    """Return each outcome's number of faces, rounded by largest remainder."""
    ideal = [share * die / size for share in cards]
    counts = [floor(share) for share in ideal]
    by_remainder = sorted(range(len(ideal)), key=lambda i: (counts[i] - ideal[i], i))
    for i in by_remainder[: die - sum(counts)]:
        counts[i] += 1
    return counts


def _largest_error(counts: Sequence[int], die: int, cards: Sequence[Fraction], size: int) -> Fraction:
    """Return the largest error in cards, plus ``size`` if an outcome has cards but no face."""
    pairs = list(zip(counts, cards, strict=True))
    error = max(abs(Fraction(n * size, die) - share) for n, share in pairs)
    return error + size * any(share and not n for n, share in pairs)


def _stack(section: model.StackSection, size: int, language: Language) -> Advice:
    """Return the die and its faces for each hit location; of several levels also how a bump moves."""
    advice = _shares([(section.printed_word(p.name), p.cards) for p in section.locations()], size, language)
    if section.height == 1:
        return advice
    levels = ", ".join(_join_or([section.printed_word(p.name) for p in level], language) for level in section.levels)
    bump_rule = language.phrase(
        "This is the standard place. A bump moves one step up or down in this order, lowest first: {levels}; past"
        " either end it stays.",
        levels=levels,
    )
    return Advice(advice.dice, (*advice.rules, bump_rule), advice.results, advice.shown)


def _join_or(names: Sequence[str], language: Language) -> str:
    return reduce(lambda joined, name: language.phrase("{one} or {other}", one=joined, other=name), names)


def _marks(section: model.MarksSection, size: int, language: Language) -> Advice:
    """Return the die to roll for each place, and the faces that mark it."""
    die, (marked, _), exact = best_die([section.cards, size - section.cards], size)
    faces = "1" if marked == 1 else f"1–{marked}"
    rule = language.phrase(
        "Of the {count} places, those that roll {faces} are marked.", count=section.count, faces=faces
    )
    dice = language.phrase("{die} for each place", die=f"d{die}")
    shown = (ShownDice((die,), language.phrase("for each place")),)
    return Advice(dice, (rule, *_approximation_note(die, language, exact=exact)), shown=shown)


# Rank, suit and number of the card, and tables


def _ordinal(section: model.OrdinalSection, spec: DeckSpec, language: Language) -> Advice:
    """Return the die for rank, suit or impulse; ``dice`` is "" if no common die is large enough."""
    is_impulse = section.source == "impulse"
    faces = [face for face in spec.playing_cards if not face.is_joker]
    kinds = {face.suit if section.source == "suit" else face.rank for face in faces}
    count = spec.size if is_impulse else len(kinds)
    if die := _smallest_die(count):
        rule = language.phrase("Above {most}, roll again.", most=count) if die > count else ""
        if is_impulse:
            rule = language.phrase(
                "Minus 1; above {most}, roll again. Set aside numbers that were rolled: each comes up once.", most=count
            )
        return Advice(f"d{die}", (rule,) if rule else (), shown=(ShownDice((die,)),))
    if is_impulse:
        no_die = language.phrase("A number from 0 to {most}; no die has as many sides.", most=count - 1)
    else:
        no_die = language.phrase("A number from 1 to {most}; no die has as many sides.", most=count)
    return Advice("", (no_die,))


def _table(section: model.TableSection, size: int, language: Language) -> Advice:
    """Return a table's numbers, and if they vary what to roll for each column, else no dice."""
    numbers = table_numbers(section)
    if not section.varies:
        return Advice("", (language.phrase("The numbers are always the same:"),), numbers)
    shares = [(format_modifier(int(o.value or 0)), o.cards) for o in section.variation if o.cards]
    shifts = _shares(shares, size, language)
    throws = ", ".join(f"{throw}: {text}" for throw, text in shifts.results)
    rule = language.phrase("One roll for each column ({throws}) is added to all numbers of that column:", throws=throws)
    return Advice(shifts.dice, (*shifts.rules, rule), numbers, shifts.shown)


def table_numbers(section: model.TableSection) -> tuple[tuple[str, str], ...]:
    """Return pairs of a column's title and its rows with their base numbers, as text."""
    rows = section.printed_rows()
    columns = (
        ", ".join(f"{row} {number}" for row, number in zip(rows, numbers, strict=True)) for numbers in section.base
    )
    return tuple(zip(map(section.printed_label, section.columns), columns, strict=True))


def section_note(section: AnySection) -> str:
    """Return a section's help; of a table that is the same on all cards, also its numbers."""
    if not isinstance(section, model.TableSection) or section.varies:
        return section.help
    numbers = "; ".join(f"{column}: {row}" for column, row in table_numbers(section))
    return " ".join(filter(None, (section.help, f"{numbers}.")))
