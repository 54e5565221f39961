"""Expressions in text, such as ``4d6 drop lowest``, ``5d10 >= 8 again 10`` and ``d100 <= 45 bands 1/5 1/2``.

``docs/odds.md`` has the grammar. All plain dice and numbers that are added are one ``Roll``. A comparison counts the dice of a
pool, and tests anything else. ``d66``, ``d00``, ``dF`` and ``d{2,4,6}`` are special dice. In text, all maxima of open dice are
rolled on before the highest is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn

from deckgen.errors import suggest
from deckgen.odds.expression import Arithmetic, Bands, Expression, Number, Test, Versus
from deckgen.odds.roll import Die, Mark, Roll
from deckgen.odds.roll_rules import roll_problems
from deckgen.odds.tokens import GrammarError, Token
from deckgen.odds.words import ROLL_WORDS, DiceWords, Term, is_plain, is_unusual

__all__ = ["GrammarError", "parse"]
_TEST_WORDS = ("critical", "fumble", "bands", "doubles", "margin", "tens")
_COMPARISONS = (">=", ">", "<=", "<", "=", "!=")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2}
_OPERATIONS: Mapping[str, Callable[[int, int], int]] = {
    "+": int.__add__, "-": int.__sub__, "*": int.__mul__, "/": int.__floordiv__, "min": min, "max": max,
}  # fmt: skip
_PARTED = ("set", "symbols")  # results of several numbers
_MOST_SUCCESS = 999
_BANDS = 'write "bands miss 7 partial 10 full"'


def parse(text: str, dice: Mapping[str, Die] | None = None) -> Expression:
    """Return the expression that a text says; ``dice`` are further dice by name. Raises GrammarError."""
    parser = _Parser(text, dice or {})
    term = parser.reading()
    if parser.token.kind != "end":
        parser.refuse(term)
    return parser.checked(term)


class _Parser(DiceWords):
    """A Pratt parser: operands with the words behind them, arithmetic by level, and last what reads a total."""

    def reading(self) -> Term:
        """Return what is up to a bracket, a comma or the end: sums, compared or read in words."""
        term = self.sums(0)
        while True:
            token, value = self.token, term.value
            if self.accept(*_COMPARISONS):
                term = self.compare(term, token)
            elif self.accept("vs"):
                term = self.versus(term)
            elif not isinstance(value, Test) and self.accept("bands"):
                term = self.bands(term)
            elif isinstance(value, Roll) and value.keep == "count" and token.word in ROLL_WORDS:
                term = self.words(term)
            else:
                return term

    def checked(self, term: Term) -> Expression:
        """Return a term's expression. Raises GrammarError for a roll whose words do not go together."""
        if isinstance(term.value, Roll) and term.value.keep != "symbols":
            for field, message, remedy in roll_problems(term.value):
                self.fail(max(term.start, self.places.get(field, 0)), message, remedy)
        return term.value

    def total(self, term: Term) -> Expression:
        """Return a term's expression. Raises GrammarError if its result is a word."""
        if isinstance(term.value, Test | Bands | Versus):
            self.fail(term.start, "its result is a word", "compute with totals first, and read them as words last")
        return self.checked(term)

    def sums(self, level: int, beside: Term | None = None) -> Term:
        """Return operands and the operators above a level; ``beside``: plain dice to which they are added."""
        term = self.operand(beside)
        while _LEVELS.get(self.token.word, 0) > level:
            token, left = self.take(), self.total(term)
            plain = token.word == "+" and isinstance(left, Roll) and is_plain(left) and term.form != "total"
            right = self.total(self.sums(_LEVELS[token.word], term if plain else None))
            term = Term(self.compute(token, left, right), term.start, "sum")
        return term

    def compute(self, token: Token, left: Expression, right: Expression) -> Expression:
        """Return a number, a roll with more dice or a bonus, or else the computation."""
        operator = token.word
        if operator == "/" and right == Number(0):
            self.fail(token.start, "nothing can be divided by 0", "divide by another number")
        if isinstance(left, Number) and isinstance(right, Number):
            return Number(self.limit(_OPERATIONS[operator](left.value, right.value), token.start))
        if operator == "+" and isinstance(left, Number) and isinstance(right, Roll):
            left, right = right, left
        if isinstance(left, Roll) and isinstance(right, Number) and operator in ("+", "-") and left.keep not in _PARTED:
            bonus = left.bonus + (right.value if operator == "+" else -right.value)
            return replace(left, bonus=self.limit(bonus, token.start))
        if isinstance(left, Roll) and isinstance(right, Roll) and operator == "+":
            dice, special = left.dice + right.dice, left.special + right.special
            both = replace(left, dice=dice, special=special, bonus=left.bonus + right.bonus)
            plain = replace(both, explode="none", explode_on=None, reroll=(), reroll_once=False)
            if is_plain(plain) and replace(right, dice=dice, special=special, bonus=both.bonus) == both:
                return self.pool_of(both, token.start, len(dice) + len(special))
        return Arithmetic(operator, left, right)  # type: ignore[arg-type]

    def operand(self, beside: Term | None) -> Term:
        """Return a number, dice or what is in brackets, with the words behind it."""
        token = self.token
        if token.kind == "number":
            number = self.number()
            if not self.at_dice() or self.token.text[0].isdigit():
                return Term(Number(number), token.start)
            return self.words(self.die(number)._replace(start=token.start), beside)
        if self.at_dice():
            return self.words(self.die(), beside)
        if token.word in _CLOSING:
            return self.words(self.pool(), beside)
        self.deepen()
        if self.accept("-"):
            value = self.compute(token, Number(0), self.total(self.operand(None)))
        elif self.accept("min", "max"):
            value, *others = map(self.total, self.group())
            if not others:
                self.fail(token.start, f"{token.word} is of two or more", f'write "{token.word}(2d6, d8)"')
            for other in others:
                value = self.compute(token, value, other)
        elif self.accept("highest", "lowest", "middle"):
            value = self.keep_of(token)
        else:
            self.refuse()
        self.deepen(-1)
        return self.words(Term(value, token.start), beside)

    def keep_of(self, token: Token) -> Expression:
        """Return dice of which some are kept, with the word before them: highest 3 of 4d6."""
        begin = self.index
        self.number(1)
        self.accept("of")
        pool = self.die() if self.at_dice() else self.pool()
        if not isinstance(pool.value, Roll):
            self.fail(pool.start, f"{token.text} keeps dice", f'write "4d6 {token.text} 3"')
        end, self.index = self.index, begin
        value, self.index = self.change(pool, pool.value, token).value, end
        return value

    def group(self) -> list[Term]:
        """Return the parts in a pair of brackets, between commas."""
        opening = self.take()
        closing = _CLOSING.get(opening.word)
        if closing is None:
            self.fail(opening.start, "here a bracket is missing", 'write "max(2d6, d8)"')
        self.deepen()
        terms = [self.reading()]
        while self.accept(","):
            terms.append(self.reading())
        if self.token.kind == "end":
            self.fail(opening.start, f'"{opening.text}" is not closed', f"write {closing} where it ends")
        if not self.accept(closing):
            self.refuse(terms[-1])
        self.deepen(-1)
        return terms

    def pool(self) -> Term:
        """Return what is in brackets as one operand; of several parts the dice of all."""
        opening = self.token
        first, *others = self.group()
        value = first.value
        for other in others:
            value = self.compute(opening._replace(word="+"), self.total(first), self.total(other))
            first = Term(value, first.start, "sum")
        loose = isinstance(value, Roll) and value.keep == "sum" and not value.bonus and first.form != "total"
        if others and not loose:
            self.fail(opening.start, "only dice can be listed with commas", 'write "{d8, d6} highest"')
        return Term(value, opening.start, "dice" if loose else "total")

    def compare(self, term: Term, token: Token) -> Term:
        """Return a pool whose dice are counted, or a test."""
        goal, roll = self.sums(0), term.value
        if (
            isinstance(roll, Roll)
            and roll.keep == "sum"
            and (term.form == "count" or (term.form == "dice" and sum(roll.faces.values()) > 1))
        ):
            return self.count(term, roll, token, goal.value)
        target, doubles = _take_mark(self.total(goal), "doubles")  # which is the test's
        source, values = self.total(term), {"doubles": True} if doubles else dict[str, Any]()
        while self.token.word in _TEST_WORDS:
            word = self.take()
            name = {"bands": "fractions", "margin": "degrees", "tens": "degrees"}.get(word.word, word.word)
            if name in values:
                self.fail(word.start, f'"{word.text}" contradicts a word before it', "leave out one of them")
            values[name] = self.option(word)
        if "doubles" in values:
            source, _ = _take_mark(source, "doubles")
            if not isinstance(source, Roll):
                self.fail(term.start, "doubles are of one roll", 'write "d100 <= 45 doubles"')
            source = replace(source, marks=(*source.marks, "doubles"))
        return Term(Test(source, token.word, target, **values), term.start)  # type: ignore[arg-type]

    def option(self, token: Token) -> Any:
        """Return what a word of a test says: a range, fractions, True, or the word."""
        if token.word in ("critical", "fumble"):
            first = self.number()
            last = self.number() if self.accept("-") else first
            if last < first:
                self.fail(token.start, f"{first}-{last} is no range", f"write {last}-{first}")
            return first, last
        if token.word != "bands":
            return token.word if token.word != "doubles" else True
        fractions = set[tuple[int, int]]()
        while self.token.kind == "number" or not fractions:
            start, numerator = self.token.start, self.number()
            denominator = self.number() if self.accept("/") else 0
            if not 0 < numerator < denominator:
                self.fail(start, "bands of a test are fractions of its number", 'write "d100 <= 45 bands 1/5 1/2"')
            fractions.add((numerator, denominator))
        return tuple(sorted(fractions, key=lambda pair: Fraction(*pair)))

    def count(self, term: Term, roll: Roll, token: Token, goal: Expression) -> Term:
        """Return a pool whose dice are counted that show a number or more, or that or less."""
        dice, operator = self.text[term.start : token.start].strip(), token.word
        instead = f'for their sum write "{dice} total {self.between(token.start)}"'
        if operator in ("=", "!=") or not isinstance(goal, Number):
            self.fail(token.start, "the dice of a pool are counted by >= or <= and a number", instead)
        low, number = "<" in operator, goal.value + (operator == ">") - (operator == "<")
        success_at, at_most = (None, number) if low else (number, None)
        counted = replace(roll, keep="count", success_at=success_at, at_most=at_most)
        if roll.explode == "open" and re.match("!(?!!)", self.text[self.places.get("explode", 0) :]):
            counted = replace(
                counted, explode="again"
            )  # as elsewhere: of counted dice, a die that explodes is one more
        if term.form != "count" and is_unusual(counted):
            self.fail(token.start, f"{'all' if low else 'no'} dice of {dice} show {operator} {goal.value}", instead)
        if not 0 < number <= _MOST_SUCCESS:
            self.fail(token.start, f"{number} is not from 1 to {_MOST_SUCCESS}", instead)
        return Term(counted, term.start)

    def bands(self, term: Term) -> Term:
        """Return a total that is read in bands."""
        source, words, starts = self.total(term), list[str](), list[int]()
        while len(words) < 2 or self.token.kind == "number" or self.token.word == "-":
            start = self.token.start
            starts += [self.signed()] if words else []
            if starts != sorted({*starts}):
                self.fail(start, "bands begin at rising numbers", _BANDS)
            name = []
            while self.token.kind in ("word", "name"):
                name.append(self.take().text)
            if not name:
                self.fail(self.token.start, "here the name of a band is missing", _BANDS)
            words.append(" ".join(name))
        critical = "critical" if isinstance(source, Roll) and "criticals" in source.marks else ""
        return Term(Bands(source, tuple(words), tuple(starts), critical), term.start)

    def versus(self, term: Term) -> Term:
        """Return a total against another roll, or against each of its dice."""
        source, singly = self.total(term), bool(self.accept("each"))
        self.deepen()
        target = self.reading()
        self.deepen(-1)
        opposing, match = _take_mark(self.total(target), "match")
        return Term(Versus(source, opposing, singly, match), term.start)

    def refuse(self, term: Term | None = None) -> NoReturn:
        """Raise GrammarError for a token that cannot be behind a term, or where an operand begins."""
        token, value, before = self.token, term and term.value, self.between(term.start) if term else ""
        quoted, word, moved = f'"{token.text}"', token.word, ""
        if isinstance(value, Roll) and value.bonus and word in ROLL_WORDS:
            sign = max(map(before.rfind, "+-−"))
            moved = f"{before[:sign].strip()} {token.text} {before[sign:]}"
        joined = term and (token.kind in ("dice", "number") or word in _CLOSING or token.text in self.dice)
        names = [*self.dice, *ROLL_WORDS, *_TEST_WORDS, "vs", "min", "max"]
        cases = (
            (token.kind == "end", "here dice or a number are missing", 'write them, such as "2d6 + 1"'),
            (moved, f"{quoted} is behind a number and reads dice", f'write "{moved}"'),
            (word in ROLL_WORDS, f"{quoted} is not right behind dice", f'write it there, such as "4d6 {token.text}"'),
            (word in _TEST_WORDS, f"{quoted} needs a test before it", f'write it as in "d100 <= 45 {token.text}"'),
            (word in _CLOSING.values(), f"no bracket is open for {quoted}", "take it out"),
            (term and word in (*_LEVELS, *_COMPARISONS, "vs"), f"{quoted} cannot follow", f'write brackets: "({before}) {token.text} ..."'),
            (joined, "two things follow each other", f'join them: "{before} + {token.text}"'),
            (word == "d", "a die needs its number of sides, 1 or more", 'write it behind the d: "d6"'),
            (token.kind in ("word", "name"), f"nothing is called {quoted}", suggest(token.text, names)),
            (True, f"{quoted} cannot be here", 'write dice, such as "2d6 + 1"; quote each expression alone'),
        )  # fmt: skip
        self.fail(token.start, *next((message, remedy) for case, message, remedy in cases if case))


def _take_mark(expression: Expression, mark: Mark) -> tuple[Expression, bool]:
    """Return an expression without a mark, and whether it had it."""
    if not isinstance(expression, Roll) or mark not in expression.marks:
        return expression, False
    return replace(expression, marks=tuple(other for other in expression.marks if other != mark)), True
