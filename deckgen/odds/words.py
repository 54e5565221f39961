"""Dice in an expression, and the words behind them that say what happens to the dice and what is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

from deckgen.errors import suggest
from deckgen.odds.expression import Expression
from deckgen.odds.roll import Die, Face, Mark, Roll
from deckgen.odds.tokens import Token, Tokens

_MOST_DICE, _MOST_SIDES = 100, 1000
_FACES = re.compile(r"(-?\d{1,4})(?:\.\.(-?\d{1,4}))?(?:\s*:\s*(\d{1,3}))?")
_SYMBOLS = re.compile(r"[^\W\d]\w*(?:\s+[^\W\d]\w*)*")
_CHANGES: Mapping[str, Mapping[str, Any]] = {
    "open": {"explode": "open"}, "penetrating": {"explode": "penetrating"}, "once": {"explode": "once"}, "push": {"push": True},
    "symbols": {"keep": "symbols"}, "count": {}, "total": {},
}  # fmt: skip
_MARKS: tuple[Mark, ...] = get_args(Mark)
_KEEPS = ("highest", "lowest", "middle", "drop", "dh", "dl")
_FAILING = {"half": "more-than-half-ones", "all": "all-ones", "lowest": "lowest"}
_OTHERS = (
    "adv",
    "dis",
    "on",
    "again",
    "reroll",
    "ro",
    "minus",
    "sets",
    "cancel",
    "bonus",
    "penalty",
    "fails",
    "maxima",
)
ROLL_WORDS = (*_CHANGES, *_MARKS, *_KEEPS, *_OTHERS)
_KNOWN: Mapping[str, tuple[Face, ...]] = {
    "dF": (-1, 0, 1), "d66": tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7)), "d00": tuple(range(100)),
}  # fmt: skip
_PLAIN = Roll(())


class Term(NamedTuple):
    """What is read so far, from ``start`` on.

    ``form``: ``dice`` of a pool, which a comparison counts; ``sum``, which brackets make such a pool; ``count``: dice that are
    counted even where that is unusual; or ``total``.
    """

    value: Expression
    start: int
    form: str = "total"


def is_plain(roll: Roll) -> bool:
    """Return whether a roll only adds dice and a number."""
    return roll == replace(_PLAIN, dice=roll.dice, special=roll.special, bonus=roll.bonus, keep=default_keep(roll))


def default_keep(roll: Roll) -> str:
    """Return how dice are read without a word: added, or their symbols."""
    return "symbols" if any(isinstance(face, tuple) for die in roll.special for face in die.faces) else "sum"


def faces_of(roll: Roll) -> list[tuple[Face, ...]]:
    """Return the faces of every die of a roll."""
    return [*(tuple(range(1, sides + 1)) for sides in roll.dice), *(die.faces for die in roll.special)]


def picks_maxima(roll: Roll) -> bool:
    """Return whether it matters which of several maxima is rolled on."""
    return roll.keep == "highest" and roll.explode in ("open", "penetrating")


def is_unusual(roll: Roll) -> bool:
    """Return whether a pool of which dice are counted would count none or all, so that the sum may be meant."""
    highest = max((face for faces in faces_of(roll) for face in faces if isinstance(face, int)), default=0)
    if roll.at_most is not None:
        return roll.at_most >= highest
    return (roll.success_at or 0) > highest and roll.explode in ("none", "again")


class DiceWords(Tokens):
    """Reads dice and the words behind them."""

    def __init__(self, text: str, dice: Mapping[str, Die]) -> None:
        self.dice = dice
        super().__init__(text)

    def at_dice(self) -> bool:
        return self.token.kind == "dice" or self.token.text in self.dice

    def pool_of(self, roll: Roll, position: int) -> Roll:
        """Return a roll, its symbols read if it has any. Raises GrammarError for too many dice."""
        number = len(roll.dice) + len(roll.special)
        if not 0 < number <= _MOST_DICE:
            self.fail(position, f"{number:,} dice are rolled", f"roll 1 to {_MOST_DICE}, such as 2d6")
        return replace(roll, keep=default_keep(roll)) if roll.keep in ("sum", "symbols") else roll

    def die(self, count: int = 1) -> Term:
        """Return dice of one kind, ``count`` of them if they do not have their number with them."""
        token = self.take()
        digits, _, sides = token.text.partition("d" if "d" in token.text else "D")
        if token.text in self.dice:
            die: Die | int = self.dice[token.text]
        else:
            count = int(digits[:9]) if digits else count
            die = self.read_sides(token, sides)
        if count == 0 and isinstance(die, int) and self.accept("highest"):  # of no dice: the lower of two
            self.accept("criticals")
            return Term(Roll((die, die), "lowest"), token.start)
        if count > _MOST_DICE or count == 0:
            self.fail(token.start, f"{count:,} dice are rolled", f"roll 1 to {_MOST_DICE}, or 0d6 highest")
        roll = Roll((die,) * count) if isinstance(die, int) else Roll((), special=(die,) * count)
        return Term(self.pool_of(roll, token.start), token.start, "dice")

    def read_sides(self, token: Token, text: str) -> Die | int:
        """Return a die by what is behind its d: the number of sides, %, F, or faces in braces."""
        if name := next((name for name in _KNOWN if name.lower() == f"d{text.lower()}"), None):
            return Die(name, _KNOWN[name])
        if text[0] == "{":
            return self.read_faces(token, text[1:-1])
        sides = 100 if text == "%" else int(text[:9])
        if not 0 < sides <= _MOST_SIDES:
            self.fail(token.start, f"a die has {sides:,} sides", f"give it 1 to {_MOST_SIDES:,}, such as d6")
        return sides

    def read_faces(self, token: Token, text: str) -> Die | int:
        """Return a die by its faces between commas: numbers, ranges, repeated with a colon, or symbols and - for none."""
        faces: list[Face] = []
        for face in map(str.strip, text.split(",")):
            if match := _FACES.fullmatch(face):
                first, last = int(match[1]), int(match[2] or match[1])
                faces += [*range(first, last + 1)] * int(match[3] or 1)
            elif face == "-" or _SYMBOLS.fullmatch(face):
                faces.append(tuple(face.replace("-", "").split()))
            else:
                self.fail(
                    token.start, f'"{face}" is no face of a die', 'write "d{2,4,6}", "d{1..6}" or "d{-,hit,hit hit}"'
                )
        if not 0 < len(faces) <= _MOST_SIDES or len({*map(type, faces)}) > 1:
            self.fail(
                token.start, "a die has numbers or symbols, at least one face", 'write "d{2,4,6}" or "d{-,hit,hit hit}"'
            )
        if faces == [*range(1, len(faces) + 1)]:
            return len(faces)
        texts = (str(face) if isinstance(face, int) else " ".join(face) or "-" for face in faces)
        known = (name for name in _KNOWN if _KNOWN[name] == tuple(faces))
        return Die(next(known, f"d{{{','.join(texts)}}}"), tuple(faces))

    def words(self, term: Term, beside: Term | None = None) -> Term:
        """Return a roll changed by the words behind it; ``beside``: plain dice before it, which they might read too."""
        roll, form = term.value, term.form
        while isinstance(roll, Roll):
            self.index += self.token.word == "," and self.tokens[self.index + 1].word in ROLL_WORDS
            token = self.token
            if token.word not in ROLL_WORDS or token.text in self.dice:
                break
            if beside and token.word != "total" and token.kind != "short":
                last, both = self.between(term.start), self.between(beside.start)
                forms = f'"({both}) {token.text}" or "{self.text[beside.start : term.start]}({last} {token.text})"'
                self.fail(token.start, f'"{token.text}" may read all dice or only {last}', f"write {forms}")
            sign = self.tokens[self.index + 1]
            if token.word != token.text and sign.word[:1] in ("<", ">") and sign.start == token.start + len(token.text):
                remedy = f'write "open on {self.tokens[self.index + 2].text}" or, to compare, "open {sign.text}"'
                self.fail(sign.start, f'"{token.text}{sign.text}" means other things elsewhere', remedy)
            changed = self.change(roll, self.take(), self.text[term.start : token.start].strip())
            self.check_rolled_on(changed, token)
            if picks_maxima(changed) and not picks_maxima(roll):
                changed = replace(changed, maxima="all")
            form = token.word if token.word in ("count", "total") else form
            form = "total" if token.word in _KEEPS or changed.keep != "sum" else form
            roll = changed
        if isinstance(roll, Roll) and roll.explode_on and roll.explode == "none":
            self.fail(self.token.start, '"on" says which faces are rolled again', f'write "open on {roll.explode_on}"')
        return Term(roll, term.start, form)

    def change(self, roll: Roll, token: Token, dice: str) -> Roll:
        """Return a roll changed by a word, which is read, and by what follows it."""
        word = token.word
        if word in ("open", "again") and self.accept("once"):
            word = "once"
        if mark := next((mark for mark in _MARKS if mark == word), None):
            return replace(roll, marks=tuple(dict.fromkeys((*roll.marks, mark))))
        if word in _KEEPS:
            return self.keep(roll, token)
        if word in ("adv", "dis"):
            if len(roll.dice) != 1 or not is_plain(roll):
                kind = "max" if word == "adv" else "min"
                self.fail(token.start, f'"{token.text}" rolls one die twice', f'write "{kind}({dice}, {dice})"')
            return replace(roll, dice=roll.dice * 2, keep="highest" if word == "adv" else "lowest")
        if word in ("reroll", "ro"):
            faces = [self.number()]
            while self.token.kind == "number":
                faces.append(self.number())
            once = bool(self.accept("once")) or word == "ro"
            return self.set(roll, token, reroll=tuple(faces), reroll_once=once)
        if word == "cancel":
            pair = (self.symbol(roll), self.symbol(roll))
            return replace(self.set(roll, token, keep="symbols"), cancel=(*roll.cancel, pair))
        return self.set(roll, token, **(_CHANGES[word] if word in _CHANGES else self.values(roll, word)))

    def values(self, roll: Roll, word: str) -> Mapping[str, Any]:
        """Return the fields of a roll that a word sets with what follows it."""
        match word:
            case "again" | "on":
                on = self.number(0 if word == "again" else None) or None
                highest = {max(face for face in die if isinstance(face, int)) for die in faces_of(roll)}
                on = None if highest == {on} else on
                return {"explode_on": on} | ({"explode": "again"} if word == "again" else {})
            case "minus":
                self.expect("ones")
                return {"minus_ones": True}
            case "sets":
                return {"keep": "set", "tallest": self.accept("widest", "tallest") == "tallest"}
            case "bonus" | "penalty":
                return {"tens": self.number(1) * (1 if word == "bonus" else -1)}
            case "fails":
                return {"critical_failure": True, "failing": _FAILING[self.expect(*_FAILING)]}
        if not picks_maxima(roll):
            self.fail(self.token.start, "maxima are of the highest of open dice", 'write "3d8 open highest maxima one"')
        return {"maxima": self.expect("choose", "one", "all")}

    def keep(self, roll: Roll, token: Token) -> Roll:
        """Return a roll of which some dice are kept, or dropped; all that are kept are added."""
        number, which = len(roll.dice) + len(roll.special), token.word
        if which == "drop":
            which = {"highest": "dh"}.get(self.accept("highest", "lowest"), "dl")
        kept = self.number(1)
        if which in ("dh", "dl"):
            which, kept = {"dh": "lowest", "dl": "highest"}[which], number - kept
        if not 0 < kept <= number:
            self.fail(token.start, f"of {number} dice {kept} would be kept", f"keep 1 to {number}")
        return roll if kept == number else self.set(roll, token, keep=which, kept=kept)

    def set(self, roll: Roll, token: Token, **values: Any) -> Roll:
        """Return a roll with fields set. Raises GrammarError where a word before has set one to something else."""
        for name, value in values.items():
            default = default_keep(roll) if name == "keep" else getattr(_PLAIN, name)
            if name != "maxima" and getattr(roll, name) not in (default, value):
                self.fail(token.start, f'"{token.text}" contradicts a word before it', "leave out one of them")
        return replace(roll, **values)

    def expect(self, *words: str) -> str:
        """Return the word that is next. Raises GrammarError if it is none of some words."""
        if self.token.word not in words:
            self.fail(self.token.start, f'"{self.token.text}" cannot follow here', f"write {' or '.join(words)}")
        return self.take().word

    def symbol(self, roll: Roll) -> str:
        """Return the symbol that is next. Raises GrammarError if it is on no die of the roll or of the game."""
        faces = {face for die in (*roll.special, *self.dice.values()) for face in die.faces}
        symbols = {symbol for face in faces if isinstance(face, tuple) for symbol in face}
        if self.token.text not in symbols:
            self.fail(self.token.start, f'no die shows "{self.token.text}"', suggest(self.token.text, sorted(symbols)))
        return self.take().text

    def check_rolled_on(self, roll: Roll, token: Token) -> None:
        """Raise GrammarError for dice that would be rolled again without end, or never."""
        rolled_on = roll.explode in ("open", "penetrating", "again")
        if not (roll.explode != "none" or roll.explode_on or roll.reroll):
            return
        if default_keep(roll) == "symbols":
            self.fail(token.start, "dice with symbols are not rolled again", f'leave out "{token.text}"')
        dice = [[face for face in faces if isinstance(face, int)] for faces in faces_of(roll)]
        for faces in dice:
            final = [face for face in faces if not rolled_on or face < (roll.explode_on or max(faces))]
            if not {*final} - ({*roll.reroll} if not roll.reroll_once else set()):
                self.fail(token.start, "a die would be rolled again without end", "leave a face that ends it")
        if roll.explode_on and all(roll.explode_on > max(faces) for faces in dice):
            self.fail(token.start, f"no die shows {roll.explode_on}", f"write {max(map(max, dice))} or less")
