"""How to do with dice what a section does: which dice, and what they mean, from the game's data alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from deckgen.draw.text import signed
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DistributionSection,
    FixedSection,
    Game,
    GridSection,
    MarksSection,
    OrdinalSection,
    RollsSection,
    StackSection,
    TableSection,
    TextSection,
    word,
)
from deckgen.odds import MECHANICS, describe

OWNED = (6, 4, 8, 10, 12, 20, 100)
"""Dice that people have, the commonest first; d100 is two d10."""

_NEAR = Fraction(1, 2)  # cards: as near as a deck itself comes to shares that are not whole


@dataclass(frozen=True)
class Advice:
    """``dice`` in a word or two, ``how`` in sentences, ``results`` as pairs of a throw and what it means."""

    dice: str
    how: tuple[str, ...] = ()
    results: tuple[tuple[str, str], ...] = ()

    def how_words(self) -> str:
        """The sentences and the results as one text."""
        results = "; ".join(f"{throw}: {text}" for throw, text in self.results)
        return " ".join(part for part in (*self.how, results) if part)

    def words(self) -> str:
        """All of it as one text."""
        return f"{self.dice}. {self.how_words()}".rstrip()


def advices(game: Game, spec: DeckSpec) -> Iterator[tuple[str, Advice]]:
    """What to roll in place of each section, by the section's title."""
    failure = game.words.get("critical_failure", "CF")
    for section in spec.sections:
        yield section.title, advice(section, spec, failure)


def advice(section: AnySection, spec: DeckSpec, failure: str = "CF") -> Advice:
    """What to roll in place of a section; ``failure`` is printed for a critical failure."""
    match section:
        case GridSection():
            return _grid(section, failure)
        case RollsSection():
            sides = {side for _, roll in section.rolls for side in roll.dice}
            dice = "; ".join(
                describe(roll) if label == describe(roll) else f"{label}: {describe(roll)}"
                for label, roll in section.rolls
            )
            return Advice(dice, tuple(_stand_ins(sides)))
        case DistributionSection() | TextSection():
            return _values(section, spec.size)
        case FixedSection():
            return Advice("none", ("It belongs to single cards of the deck; with dice, leave it out.",))
        case StackSection():
            return _stack(section, spec.size)
        case MarksSection():
            return _marks(section, spec.size)
        case OrdinalSection():
            return _ordinal(section, spec)
        case TableSection():
            return _table(section, spec.size)


# Grids


def _grid(section: GridSection, failure: str) -> Advice:
    dice = " · ".join(
        f"d{c.sides}" if c.label == f"d{c.sides}" else f"{c.label}: d{c.sides}" for c in section.columns
    )
    many, how = section.rows > 1, []
    if many:
        kept = MECHANICS[section.keep].rule.format(section.success_at)
        how.append(f"The row is the number of dice, 1 to {section.rows}; {kept}.")
    if section.explode != "none":
        again = _EXPLODE[section.explode]
        how.append(f"A die that shows its maximum is rolled again and {again}, as long as it does.")
    if many and section.keep == "highest" and section.explode != "none":
        how.append(_MAXIMA[section.maxima])
    if section.critical_failure:
        how.append(f"More than half of the dice on 1: {failure}, which counts as 1 whatever the others show.")
    return Advice(dice, (*how, *_stand_ins({c.sides for c in section.columns})))


_EXPLODE = {"open": "added", "penetrating": "added less 1", "none": ""}
_MAXIMA = {
    "choose": "Of several dice on their maximum, roll on with one at a time and keep its total or leave it; the last must be kept.",
    "one": "Of several dice on their maximum, only one is rolled on.",
    "all": "Of several dice on their maximum, all are rolled on, and the best total counts.",
}


def _stand_ins(sides: Iterable[int]) -> Iterator[str]:
    """What to roll for dice that nobody sells."""
    for side in sorted(set(sides) - set(OWNED)):
        if 2 * side in OWNED:
            yield f"d{side}: half of a d{2 * side}, rounded up."
        elif larger := min((d for d in OWNED if d > side), default=0):
            yield f"d{side}: a d{larger}, rolled again above {side}."


# Shares


def _values(section: DistributionSection | TextSection, size: int) -> Advice:
    outcomes = list(section.outcomes)
    if all(isinstance(o.value, int) and not isinstance(o.value, bool) for o in outcomes):
        outcomes.sort(key=lambda o: int(o.value or 0))
    said = _shares([(word(section.outcomes, o.value) or "nothing", o.cards) for o in outcomes], size)
    if all(throw == text for throw, text in said.results):
        return Advice(said.dice, (*said.how, "The number rolled is the result."))
    return said


def _shares(outcomes: Sequence[tuple[str, Fraction]], size: int) -> Advice:
    die, counts, exact = best_die([cards for _, cards in outcomes], size)
    note = () if exact else (f"As near to the cards as a d{die} comes.",)
    return Advice(f"d{die}", note, tuple(_ranges(counts, [text for text, _ in outcomes])))


def best_die(cards: Sequence[Fraction], size: int) -> tuple[int, list[int], bool]:
    """A die, its faces for each outcome, and whether they have exactly the shares that ``cards`` have of the deck.

    The commonest die that is exact, else one that is off by half a card at most, else the nearest.
    """
    tried = [
        (die, counts, _error(counts, die, cards, size))
        for die in OWNED
        for counts in (_faces(cards, die, size),)
    ]
    for bar in (Fraction(0), _NEAR, min(error for _, _, error in tried)):
        for die, counts, error in tried:
            if error <= bar:
                return die, counts, error == 0
    raise AssertionError(tried)  # the last bar is one of the errors


def _faces(cards: Sequence[Fraction], die: int, size: int) -> list[int]:
    """Faces by largest remainder."""
    ideal = [share * die / size for share in cards]
    counts = [floor(share) for share in ideal]
    by_rest = sorted(range(len(ideal)), key=lambda i: (counts[i] - ideal[i], i))
    for i in by_rest[: die - sum(counts)]:
        counts[i] += 1
    return counts


def _error(counts: Sequence[int], die: int, cards: Sequence[Fraction], size: int) -> Fraction:
    """The largest difference, in cards; an outcome without a face is never right."""
    off = [abs(Fraction(n * size, die) - share) for n, share in zip(counts, cards, strict=True)]
    return max(off) + (size if any(n == 0 and share for n, share in zip(counts, cards, strict=True)) else 0)


def _ranges(counts: Sequence[int], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    first = 1
    for count, text in zip(counts, texts, strict=True):
        if count:
            last = first + count - 1
            yield (f"{first}" if count == 1 else f"{first}–{last}"), text
            first = last + 1


def _stack(section: StackSection, size: int) -> Advice:
    rolled = _shares([(section.word(p.name), p.cards) for p in section.places()], size)
    if section.height == 1:
        return rolled
    levels = ", ".join(" or ".join(section.word(p.name) for p in level) for level in section.levels)
    how = f"This is the standard place. A bump moves one step up or down in this order, lowest first: {levels}; past either end it stays."
    return Advice(rolled.dice, (*rolled.how, how), rolled.results)


def _marks(section: MarksSection, size: int) -> Advice:
    die, counts, exact = best_die([section.cards, size - section.cards], size)
    faces = "1" if counts[0] == 1 else f"1–{counts[0]}"
    note = () if exact else (f"As near to the cards as a d{die} comes.",)
    return Advice(
        f"d{die} for each place",
        (f"Of the {section.count} places, those that roll {faces} are marked.", *note),
    )


# Numbers of the card itself, and tables


def _ordinal(section: OrdinalSection, spec: DeckSpec) -> Advice:
    if section.source == "impulse":
        die = min((d for d in OWNED if d >= spec.size), default=max(OWNED))
        if spec.size > die:
            return Advice("none", (f"A number from 0 to {spec.size - 1}; no die has as many sides.",))
        return Advice(
            f"d{die}",
            (f"Less 1; rolled again above {spec.size}. Lay aside what was rolled: no two are alike.",),
        )
    faces = [face for face in spec.faces if not face.joker]
    count = len({face.suit if section.source == "suit" else face.rank for face in faces})
    if count in OWNED:
        return Advice(f"d{count}")
    larger = min((d for d in OWNED if d > count), default=0)
    if not larger:
        return Advice("none", (f"A number from 1 to {count}; no die has as many sides.",))
    return Advice(f"d{larger}", (f"Rolled again above {count}.",))


def _table(section: TableSection, size: int) -> Advice:
    rows = section.row_words()
    base = tuple(
        (label, ", ".join(f"{row} {number}" for row, number in zip(rows, numbers, strict=True)))
        for label, numbers in zip(section.columns, section.base, strict=True)
    )
    moved = [o for o in section.variation if o.cards]
    if all(o.value == 0 for o in moved):
        return Advice("none", ("The numbers are always the same:",), base)
    shifts = _shares([(signed(int(o.value or 0)), o.cards) for o in moved], size)
    throws = ", ".join(f"{throw}: {text}" for throw, text in shifts.results)
    each = f"One roll for each column ({throws}) is added to all numbers of that column:"
    return Advice(shifts.dice, (*shifts.how, each), base)
