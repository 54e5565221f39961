"""Sections ``dice``: rolls whose results have several parts, or are words or symbols, dealt by their exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import chain, groupby
from math import lcm
from operator import itemgetter
from typing import Any, Self

from deckgen.game.faces import LARGEST as LARGEST_DECK, SMALLEST, PlayingCard
from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section, Share
from deckgen.game.sections.rolls import attempt, parse_expression
from deckgen.game.values import LARGEST, DiceResult, is_int_between
from deckgen.language import Language, gettext_noop
from deckgen.odds.expression import Expression
from deckgen.odds.joint import Joint, Outcome, Part, Scalar
from deckgen.odds.roll import Die
from deckgen.records import record
from deckgen.sources import YamlValue

MOST_RESULTS = 2_000
"""How many different results a roll may have."""
DICE_COUNTS = frozenset({"ones", "hitches"})
"""Parts that say of how many dice something is true; 0 is not printed."""
_MORE = gettext_noop("more")
_WORDS = frozenset((
    gettext_noop("fumble"), gettext_noop("failure"), gettext_noop("success"), gettext_noop("critical success"),
    gettext_noop("loses"), gettext_noop("ties"), gettext_noop("wins"), gettext_noop("none"), gettext_noop("one"),
    gettext_noop("both"), gettext_noop("critical"), gettext_noop("lowest"), gettext_noop("highest"),
    gettext_noop("critical glitch"), gettext_noop("glitch"), gettext_noop("botch"), gettext_noop("doubles"),
    gettext_noop("match"), gettext_noop("criticals"), gettext_noop("level"), gettext_noop("total"), gettext_noop("successes"),
    gettext_noop("width"), gettext_noop("height"), gettext_noop("natural"), gettext_noop("ones"), gettext_noop("effect"),
    gettext_noop("hitches"), gettext_noop("reversed"), gettext_noop("margin"), gettext_noop("length"), gettext_noop("top"),
))  # fmt: skip
"""The program's own words for results and their parts."""
_AT = "success at "
REST: Outcome = ()
"""Stands for all results of an endless roll that are higher than those with a share of their own."""
_FINER = 1 << 20
"""How many times rarer the results are that are computed at a time, if a card has one of the rest."""


@record
class DiceRoll:
    """What is rolled for one label of a section, as ``written`` in the game, and the exact chances of its results."""

    written: str
    expression: Expression
    joint: Joint = field(compare=False)  # which follows from the expression

    def result(self, outcome: Outcome) -> DiceResult:
        """Return a result as a card's value."""
        return DiceResult(outcome, self.joint.parts)

    def parse(self, data: Any) -> DiceResult | None:
        """Return a result from deck.json data; None if the roll cannot have it."""
        parts = self.joint.parts
        if len(parts) == 1:
            data = {parts[0].name: data}
        if not isinstance(data, dict) or not data.keys() <= {part.name for part in parts}:
            return None
        left_out = {"mark": False, "symbol": 0, "word": ""}
        outcome = tuple(data.get(part.name, left_out.get(part.kind)) for part in parts)
        fits = all(map(_is_of_part, parts, outcome)) and (outcome in self.joint.weights or self.joint.rest)
        return self.result(outcome) if fits else None

    @cached_property
    def outcomes(self) -> Mapping[str, Outcome]:
        """The results by their names in audits, in order."""
        return {result_text(self.joint.parts, outcome): outcome for outcome in self.joint.weights}

    def shares(self, size: int) -> Iterator[Share]:
        """Yield the share of each result in a deck of ``size`` cards, in order, and one of the rest of an endless roll.

        They are dealt in the order of the first part, where other parts go up and down in turn: so, where counts are
        rounded, "this or more" of the first part is less than a card off, and values of the other parts are near.
        """
        groups = [list(group) for _, group in groupby(self.joint.weights, key=itemgetter(0))]
        order = chain.from_iterable(group[:: 1 - 2 * (index % 2)] for index, group in enumerate(groups))
        places = {outcome: place for place, outcome in enumerate(order)}
        for name, outcome in self.outcomes.items():
            cards = Fraction(self.joint.weights[outcome] * size, self.joint.denominator)
            yield Share(outcome, cards, places[outcome], name)
        if self.joint.rest:
            yield Share(REST, self.joint.rest * size, len(places), _MORE)

    def exact_sizes(self, size: int) -> tuple[int, ...]:
        """Return the sizes of decks, ``size`` or those next to it, in which each result has a whole number of cards."""
        step = self.joint.denominator
        sizes = dict.fromkeys((size // step * step, -(-size // step) * step))
        return tuple(cards for cards in sizes if SMALLEST <= cards <= LARGEST_DECK)

    def draw_rest(self, random_below: Callable[[int], int]) -> Outcome:
        """Return one of the results that the weights do not have, each with exactly its chance among them."""
        from deckgen.odds.evaluate import evaluate  # noqa: PLC0415 (few decks need it)

        known = self.joint
        while True:
            finer = evaluate(self.expression, known.rest / _FINER)
            scale = lcm(known.denominator, finer.denominator)
            pick = random_below(int(known.rest * scale))
            for outcome, weight in finer.weights.items():
                chance = weight * (scale // finer.denominator)
                pick -= chance - known.weights.get(outcome, 0) * (scale // known.denominator)
                if pick < 0:
                    return outcome
            known = finer


@record
class DiceSection(Section):
    """Labeled rolls of which a card shows all parts of the results, such as a number and a botch.

    Each result is on its exact share of the cards. ``printed`` are the printed words for words, symbols and parts.
    """

    rolls: tuple[tuple[str, DiceRoll], ...]
    printed: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section; None, with problems added, if a roll or a word is wrong."""
        dice = {entry.name: _read_die(entry) for entry in node.items("dice")}
        entries = node.items("rolls")
        rolls = [(entry.name, roll) for entry in entries if (roll := _read_roll(entry, dice, context))]
        if len(rolls) < len(entries):
            return None
        printed = dict(_words([roll for _, roll in rolls], context.words.language))
        for entry in node.items("words"):
            if entry.check_name(printed, context.problems, "no roll here has a result", entry.name):
                printed[entry.name] = context.words.text(entry)
        labels = context.words.key_texts(entries)
        return cls(**head, rolls=tuple(rolls), printed=tuple(printed.items()), labels=labels)

    def printed_result(self, label: str, name: str) -> str:
        """Return what is printed for a roll's result, given its name in audits."""
        roll = dict(self.rolls)[label]
        outcome = roll.outcomes.get(name)
        return result_text(roll.joint.parts, outcome, self.printed_word) if outcome else self.printed_word(name)

    def printed_word(self, name: str) -> str:
        """Return what a card shows for a word or symbol, or the name of a part."""
        return dict(self.printed).get(name, name)

    def places(self) -> dict[str, tuple[str, str]]:
        """Return the label and the part of all that can be read, as it is written: LABEL (part "") or LABEL.PART."""
        labels = {label: (label, "") for label, _ in self.rolls}
        parts = {f"{label}.{part.name}": (label, part.name) for label, roll in self.rolls for part in roll.joint.parts}
        return parts | labels

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return the words of all results, and the names of symbols, marks and other parts but the first."""
        parts = [part for _, roll in self.rolls for part in roll.joint.parts[roll.joint.parts[0].kind == "number" :]]
        names = (name for part in parts for name in part.words or (part.name,))
        return [*dict.fromkeys(filter(None, names))]

    @property
    def levels(self) -> frozenset[str]:
        """The words that first parts can be, without those that are symbols too."""
        parts = [part for _, roll in self.rolls for part in roll.joint.parts]
        words = {word for _, roll in self.rolls for word in roll.joint.parts[0].words}
        return frozenset(words - {part.name for part in parts if part.kind == "symbol"})

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return a variable for each roll, with a share for each of its results."""
        return [DealtVariable(tuple(roll.shares(size)), label, audit_label=label) for label, roll in self.rolls]

    def card_values(self, dealt: DealtResults) -> Sequence[Mapping[str, DiceResult]]:
        """Return each card's results by label; which one of the rest it is, the seed decides."""
        columns = [
            [roll.result(outcome or roll.draw_rest(dealt.random_below)) for outcome in outcomes]
            for (_, roll), outcomes in zip(self.rolls, dealt.results, strict=True)
        ]
        labels = [label for label, _ in self.rolls]
        return [dict(zip(labels, card, strict=True)) for card in zip(*columns, strict=True)]

    def parse_value(self, data: Any) -> Mapping[str, DiceResult]:
        """Return the result of every roll by label. Raises ValueError."""
        if isinstance(data, dict) and data.keys() == {label for label, _ in self.rolls}:
            results = {label: roll.parse(data[label]) for label, roll in self.rolls}
            if None not in results.values():
                return {label: result for label, result in results.items() if result is not None}
        raise self.value_error()

    def results_of(self, value: Any) -> Sequence[Outcome]:
        """Return the outcome of every roll, ``REST`` for those without a share of their own."""
        outcomes = [(roll.joint.weights, value[label].outcome) for label, roll in self.rolls]
        return [outcome if outcome in weights else REST for weights, outcome in outcomes]


def result_text(parts: Sequence[Part], outcome: Outcome, printed: Callable[[str], str] | None = None) -> str:
    """Return a result in a line, such as ``7, botch``: for audits, or with the ``printed`` words, symbols and parts.

    Symbols and the numbers of further parts have their name; what a result does not have is left out.
    """
    word, texts, minus = printed or str, [], "−" if printed else "-"
    for index, (part, value) in enumerate(zip(parts, outcome, strict=True)):
        if isinstance(value, str):
            texts.append(word(value) if value else "")
        elif part.kind == "mark":
            texts.append(word(part.name) if value else "")
        elif part.kind == "symbol":
            texts.append(f"{value} {word(part.name)}" if value else "")
        elif part.name == "height":
            texts[-1] += f" × {value}"
        elif value or part.name not in DICE_COUNTS:
            number = str(value).replace("-", minus)
            texts.append(_number_text(part.name, number, word) if index else number)
    return ", ".join(filter(None, texts)) or "–"


def _number_text(part: str, number: str, word: Callable[[str], str]) -> str:
    """Return the number of a further part, such as a die, a margin with its sign, or one with the part's name."""
    match part:
        case "total":
            return number
        case "effect":
            return f"d{number}"
        case "margin":
            return number if number[0] in "0-−" else f"+{number}"
    return f"{word(part)} {number}"


def _is_of_part(part: Part, value: Scalar | None) -> bool:
    """Return whether a value from deck.json is one that a part can have."""
    match part.kind:
        case "word":
            return value in part.words
        case "mark":
            return isinstance(value, bool)
    return is_int_between(value, -LARGEST, LARGEST)


def _read_die(node: YamlValue) -> Die:
    """Return a die of the game; a symbol alone is a face with one symbol, null one without."""
    faces = (face if isinstance(face, int | list) else [face] if face else [] for face in node.value)
    return Die(node.name, tuple(face if isinstance(face, int) else tuple(face) for face in faces))


def _read_roll(node: YamlValue, dice: Mapping[str, Die], context: DeckContext) -> DiceRoll | None:
    """Return a roll with its exact chances; None, with problems added, if it is wrong or has too many results."""
    from deckgen.odds.evaluate import evaluate  # noqa: PLC0415 (most games do without)

    expression = parse_expression(node, context, dice)
    chances = attempt(node, context, evaluate, expression) if expression else None
    if expression is None or chances is None:
        return None
    if len(chances.weights) > MOST_RESULTS:
        message = f"has {len(chances.weights):,} different results, of which a deck shows few"
        context.report(node, message, f"roll fewer dice, or read fewer parts: {MOST_RESULTS:,} results at most")
        return None
    return DiceRoll(" ".join(node.value.split()), expression, chances)


def _words(rolls: Sequence[DiceRoll], language: Language) -> Iterator[tuple[str, str]]:
    """Yield all words, symbols and names of parts of rolls, each with its printed word."""
    yield from [(_MORE, language.phrase(_MORE))] if any(roll.joint.rest for roll in rolls) else ()
    for part in (part for roll in rolls for part in roll.joint.parts):
        for word in filter(None, (part.name, *part.words)):
            if word.startswith(_AT):
                yield word, language.phrase("success at {fraction}", fraction=word.removeprefix(_AT))
            else:
                yield word, language.phrase(word) if word in _WORDS else word
