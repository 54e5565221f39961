"""Dice in an expression, and the words behind them that say what happens to the dice and what is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

from deckgen.errors import suggest
from deckgen.odds.expression import Expression
from deckgen.odds.roll import Die, Mark, Roll
from deckgen.odds.tokens import Token, Tokens

_MOST_DICE, _MOST_SIDES = 100, 1000
_FACES = re.compile(r"(-?\d{1,4})(?:\.\.(-?\d{1,4}))?(?:\s*:\s*(\d{1,3}))?")
_SYMBOLS = re.compile(r"-|[^\W\d]\w*(?:\s+[^\W\d]\w*)*")
_KNOWN = {"%": "1..100", "f": "-1..1", "00": "0..99", "66": "11..16,21..26,31..36,41..46,51..56,61..66"}
_DIE = f'write 1 to {_MOST_SIDES:,} sides, such as "d6", or faces: "d{{2,4,6}}", "d{{1..6}}", "d{{-,hit,hit hit}}"'
_FAILING = {"half": "more-than-half-ones", "all": "all-ones", "lowest": "lowest"}


class Term(NamedTuple):
    """What is read so far, from ``start`` on.

    ``form``: ``dice`` of a pool, which a comparison counts; ``sum`` or ``list``, which brackets make such a pool; ``count``:
    dice that are counted even where that is unusual; or ``total``.
    """

    value: Expression
    start: int
    form: str = "total"


def is_plain(roll: Roll) -> bool:
    """Return whether a roll only adds dice and a number."""
    return roll == Roll(roll.dice, _default_keep(roll), bonus=roll.bonus, special=roll.special)


def _default_keep(roll: Roll) -> str:
    """Return how dice are read without a word: added, or their symbols."""
    return "symbols" if any(isinstance(face, tuple) for die in roll.special for face in die.faces) else "sum"


def _picks_maxima(roll: Roll) -> bool:
    """Return whether it matters which of several maxima is rolled on."""
    return roll.keep == "highest" and roll.explode in ("open", "penetrating")


class DiceWords(Tokens):
    """Reads dice and the words behind them."""

    def die(self, count: int = 1) -> Term:
        """Return dice of one kind, ``count`` of them if they do not have their number with them."""
        token = self.take()
        die: Die | int | None = self.dice.get(token.text)
        if die is None:
            digits = token.text.lower().partition("d")[0]
            count = min(int(digits[:9]), _MOST_DICE + 1) if digits else count
            die = self.sides(token, token.text[len(digits) + 1 :])
        if count == 0 and isinstance(die, int) and self.accept("highest"):  # of no dice: the lower of two
            self.accept("criticals")
            return Term(Roll((die, die), "lowest"), token.start)
        roll = Roll((die,) * count) if isinstance(die, int) else Roll((), special=(die,) * count)
        return Term(self.pool_of(roll, token.start), token.start, "dice")

    def pool_of(self, roll: Roll, position: int) -> Roll:
        """Return a roll whose symbols are read if it has any. Raises GrammarError for too many dice, and for none."""
        if not 0 < roll.size <= _MOST_DICE:
            self.fail(position, f"this is no pool of 1 to {_MOST_DICE} dice", "roll as many, or 0d6 highest")
        return replace(roll, keep=_default_keep(roll))

    def sides(self, token: Token, text: str) -> Die | int:
        """Return a die by what is behind its d: the number of sides, %, F, or faces in braces, with symbols or - for none."""
        faces, listed = list[Any](), text[0] == "{"
        for face in (text[1:-1] if listed else _KNOWN.get(text.lower(), f"1..{text}")).split(","):
            if match := _FACES.fullmatch(face.strip()):
                faces += [*range(int(match[1]), int(match[2] or match[1]) + 1)] * int(match[3] or 1)
            else:
                symbols = _SYMBOLS.fullmatch(face.strip())
                faces.append(tuple(face.replace("-", "").split()) if symbols else face)
        if not 0 < len(faces) <= _MOST_SIDES or {*map(type, faces)} not in ({int}, {tuple}):
            self.fail(token.start, "this is no die", _DIE)
        if faces == [*range(1, len(faces) + 1)]:
            return len(faces)
        texts = (str(face) if isinstance(face, int) else " ".join(face) or "-" for face in faces)
        return Die(f"d{{{','.join(texts)}}}" if listed else f"d{text.upper()}", tuple(faces))

    def words(self, term: Term, beside: Term | None = None) -> Term:
        """Return a roll changed by the words behind it; ``beside``: plain dice before it, which they might read too."""
        while isinstance(term.value, Roll):
            self.index += self.token.word == "," and self.tokens[self.index + 1].word in ROLL_WORDS
            token = self.token
            if token.word not in ROLL_WORDS or token.text in self.dice:
                break
            if beside and token.word != "total" and token.kind != "short":
                last, both = self.between(term.start), self.between(beside.start)
                forms = f'"({both}) {token.text}" or "{self.text[beside.start : term.start]}({last} {token.text})"'
                self.fail(token.start, f'"{token.text}" may read all dice or only {last}', f"write {forms}")
            term = self.change(term, term.value, self.take())
        return term

    def change(self, term: Term, roll: Roll, token: Token) -> Term:
        """Return a roll changed by a word. Raises GrammarError where a word before it says something else."""
        values, word = ROLL_WORDS[token.word](self, roll, token.word), token.word
        for name, value in values.items():
            self.places[name] = token.start
            default = _default_keep(roll) if name == "keep" else getattr(Roll(()), name)
            if getattr(roll, name) not in (default, value) and name not in ("dice", "marks", "cancel", "maxima"):
                self.fail(token.start, f'"{token.text}" contradicts a word before it', "leave out one of them")
        changed = replace(roll, **values)
        if _picks_maxima(changed) and not _picks_maxima(roll):
            changed = replace(changed, maxima="all")
        adds_all = changed.keep == "sum" and word not in _KEPT
        return Term(changed, term.start, word if word in ("count", "total") else term.form if adds_all else "total")

    def symbol(self, roll: Roll) -> str:
        """Return the symbol that is next. Raises GrammarError if it is on no die of the roll or of the game."""
        faces = {face for die in (*roll.special, *self.dice.values()) for face in die.faces}
        symbols = {symbol for face in faces if isinstance(face, tuple) for symbol in face}
        if self.token.text not in symbols:
            self.fail(self.token.start, f'no die shows "{self.token.text}"', suggest(self.token.text, sorted(symbols)))
        return self.take().text

    def kept(self, roll: Roll, word: str) -> Mapping[str, Any]:
        """Return the fields of a roll of which some dice are kept, or others dropped; nothing if all are kept."""
        if drops := word in ("drop", "dh"):
            word = "lowest" if word == "dh" or self.accept("highest", "lowest") == "highest" else "highest"
        number = self.number(1)
        kept = roll.size - number if drops else number
        return {"keep": word, "kept": kept} if kept != roll.size else {}

    def twice(self, roll: Roll, word: str) -> Mapping[str, Any]:
        """Return the fields of a die that is rolled twice."""
        if len(roll.dice) != 1 or not is_plain(roll):
            self.fail(self.tokens[self.index - 1].start, "one die is rolled twice", 'write "max(3d6, 3d6)"')
        return {"dice": roll.dice * 2, "keep": "highest" if word == "adv" else "lowest"}

    def maxima(self, roll: Roll, _: str) -> Mapping[str, Any]:
        """Return which of several maxima are rolled on."""
        if not _picks_maxima(roll):
            self.fail(self.token.start, "maxima are of the highest of open dice", 'write "3d8 open highest maxima one"')
        return {"maxima": self.expect("choose", "one", "all")}

    def rerolled(self, _: Roll, word: str) -> Mapping[str, Any]:
        """Return the fields of dice that are rolled again where they show some numbers."""
        numbers = [self.number()]
        while self.token.kind == "number":
            numbers.append(self.number())
        return {"reroll": tuple(numbers), "reroll_once": bool(self.accept("once")) or word == "ro"}

    def least(self, roll: Roll, default: int | None) -> int | None:
        """Return the least number with which dice explode; None for the highest of each."""
        start, number = self.token.start, self.number(default)
        highest = {max(numbers, default=0) for numbers in roll.faces}
        if number > max(highest):
            self.fail(start, f"no die shows {number}", f"write {max(highest)} or less")
        return None if highest == {number} else number or None


_KEPT = ("highest", "lowest", "middle", "drop", "dh")
ROLL_WORDS: Mapping[str, Callable[[DiceWords, Roll, str], Mapping[str, Any]]] = {
    **dict.fromkeys(_KEPT, DiceWords.kept),
    **dict.fromkeys(("adv", "dis"), DiceWords.twice),
    **dict.fromkeys(("reroll", "ro"), DiceWords.rerolled),
    **dict.fromkeys(("count", "total"), lambda *_: {}),
    **dict.fromkeys(("penetrating", "once"), lambda _, __, word: {"explode": word}),
    **dict.fromkeys(get_args(Mark), lambda _, roll, mark: {"marks": tuple(dict.fromkeys((*roll.marks, mark)))}),
    "open": lambda words, *_: {"explode": "once" if words.accept("once") else "open"},
    "on": lambda words, roll, _: {"explode": roll.explode.replace("none", "open"), "explode_on": words.least(roll, None)},
    "again": lambda words, roll, _: {"explode": "again", "explode_on": words.least(roll, 0)},
    "maxima": DiceWords.maxima,
    "push": lambda *_: {"push": True},
    "minus": lambda words, *_: {"minus_ones": bool(words.expect("ones"))},
    "sets": lambda words, *_: {"keep": "set", "tallest": words.accept("widest", "tallest") == "tallest"},
    "runs": lambda *_: {"keep": "run"},
    "symbols": lambda *_: {"keep": "symbols"},
    "cancel": lambda words, roll, _: {"keep": "symbols", "cancel": (*roll.cancel, (words.symbol(roll), words.symbol(roll)))},
    "bonus": lambda words, *_: {"tens": words.number(1)},
    "penalty": lambda words, *_: {"tens": -words.number(1)},
    "fails": lambda words, *_: {"critical_failure": True, "failing": _FAILING[words.expect(*_FAILING)]},
}  # fmt: skip
"""What a word behind dice sets in their roll, once the words that follow it are read."""
