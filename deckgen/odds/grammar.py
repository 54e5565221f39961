"""Expressions in text, such as ``4d6 drop lowest``, ``5d10 >= 8 again 10`` and ``d100 <= 45 bands 1/5 1/2``.

``docs/odds.md`` has the grammar. All plain dice and numbers that are added are one ``Roll``. A comparison counts the dice of a
pool, and tests anything else. ``d66``, ``d00``, ``dF`` and ``d{2,4,6}`` are special dice. In text, all maxima of open dice are
rolled on before the highest is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn

from deckgen.errors import suggest
from deckgen.odds.expression import OPERATIONS, Arithmetic, Bands, Expression, Number, Test, Versus
from deckgen.odds.roll import Die, Mark, Roll
from deckgen.odds.roll_rules import roll_problems
from deckgen.odds.tokens import GrammarError, Token
from deckgen.odds.words import ROLL_WORDS, DiceWords, Term, is_plain

__all__ = ["GrammarError", "parse"]
_TEST_WORDS = ("critical", "fumble", "bands", "doubles", "margin", "tens")
_COMPARISONS = (">=", ">", "<=", "<", "=", "!=")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2}
_DEEPEST = 40  # brackets in brackets
_MOST_SUCCESS = 999
_PARTED = ("set", "run", "symbols")  # results of several numbers


def parse(text: str, dice: Mapping[str, Die] | None = None) -> Expression:
    """Return the expression that a text says; ``dice`` are further dice by name. Raises GrammarError."""
    parser = _Parser(text, dice or {})
    term = parser.reading()
    if parser.token.kind != "end":
        parser.refuse(term)
    return parser.total(term) if isinstance(term.value, Roll) else term.value


class _Parser(DiceWords):
    """A Pratt parser: operands with the words behind them, arithmetic by level, and last what reads a total."""

    def reading(self) -> Term:
        """Return what is up to a bracket, a comma or the end: sums, compared or read in words."""
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail(self.token.start, f"more than {_DEEPEST} brackets are in one another", "write it with fewer")
        term = self.sums(0)
        while True:
            token, value = self.token, term.value
            if self.accept(*_COMPARISONS):
                term = self.compare(term, token)
            elif self.accept("vs"):
                source, singly = self.total(term), bool(self.accept("each"))
                opposing, match = _take_mark(self.total(self.reading()), "match")
                term = Term(Versus(source, opposing, singly, match), term.start)
            elif not isinstance(value, Test) and self.accept("bands"):
                term = Term(self.bands(self.total(term)), term.start)
            elif isinstance(value, Roll) and value.keep == "count" and token.word in ROLL_WORDS:
                term = self.words(term)
            else:
                self.depth -= 1
                return term

    def total(self, term: Term) -> Expression:
        """Return a term's expression. Raises GrammarError if its result is a word, or a roll's words do not go together."""
        if isinstance(term.value, Test | Bands | Versus):
            self.fail(term.start, "its result is a word", "compute with totals first, and read them as words last")
        if isinstance(term.value, Roll) and term.value.keep != "symbols":
            for field, message, remedy in roll_problems(term.value):
                self.fail(max(term.start, self.places.get(field, 0)), message, remedy)
        return term.value

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
            return Number(self.limit(OPERATIONS[operator](left.value, right.value), token.start))
        if operator == "+" and isinstance(left, Number) and isinstance(right, Roll):
            left, right = right, left
        if isinstance(left, Roll) and isinstance(right, Number) and operator in ("+", "-") and left.keep not in _PARTED:
            return replace(left, bonus=self.limit(OPERATIONS[operator](left.bonus, right.value), token.start))
        if isinstance(left, Roll) and isinstance(right, Roll) and operator == "+":
            dice, special, bonus = left.dice + right.dice, left.special + right.special, left.bonus + right.bonus
            both = replace(left, dice=dice, special=special, bonus=bonus)
            plain = is_plain(replace(both, explode="none", explode_on=None, reroll=(), reroll_once=False))
            if plain and replace(right, dice=dice, special=special, bonus=bonus) == both:
                return self.pool_of(both, token.start)
        return Arithmetic(operator, left, right)  # type: ignore[arg-type]

    def operand(self, beside: Term | None) -> Term:
        """Return a number, dice or what is in brackets, with the words behind it."""
        token = self.token
        if token.kind == "number":
            number = self.number()
            if not self.at_dice() or self.token.text[0].isdigit():
                return Term(Number(number), token.start)
            return self.words(self.die(number)._replace(start=token.start), beside)
        if self.at_dice() or token.word in _CLOSING:
            return self.words(self.pool(), beside)
        if self.accept("-") and self.token.word != "-":
            return Term(self.compute(token, Number(0), self.total(self.operand(None))), token.start)
        if self.accept("min", "max"):
            return Term(self.total(self.group(token)), token.start)
        if not self.accept("highest", "lowest", "middle"):
            self.refuse()
        moved = token, self.take() if self.token.kind == "number" else Token("number", "1", "1", token.start)
        self.accept("of")
        pool = self.pool()
        self.tokens[self.index : self.index] = moved  # read as if they were behind it
        return self.words(pool)

    def group(self, operator: Token) -> Term:
        """Return what is in a pair of brackets; parts between commas are computed by an operator."""
        opening, closing = self.token, _CLOSING[self.expect(*_CLOSING)]
        term = self.reading()
        while self.accept(","):
            value = self.compute(operator, self.total(term), self.total(self.reading()))
            term = Term(value, opening.start, "list")
        if self.token.kind == "end":
            self.fail(opening.start, f'"{opening.text}" is not closed', f"write {closing} where it ends")
        if not self.accept(closing):
            self.refuse(term)
        return term

    def pool(self) -> Term:
        """Return dice of one kind, or what is in brackets as one operand; of several parts the dice of all."""
        if self.at_dice():
            return self.die()
        start = self.token.start
        roll, _, form = self.group(self.token._replace(word="+"))
        loose = isinstance(roll, Roll) and roll.keep == "sum" and not roll.bonus and form != "total"
        if form == "list" and not loose:
            self.fail(start, "only dice can be listed with commas", 'write "{d8, d6} highest"')
        return Term(roll, start, "dice" if loose else "total")

    def compare(self, term: Term, token: Token) -> Term:
        """Return a pool whose dice are counted, or a test."""
        goal, roll = self.sums(0), term.value
        counted = term.form == "count" or (term.form == "dice" and isinstance(roll, Roll) and roll.size > 1)
        if isinstance(roll, Roll) and roll.keep == "sum" and counted:
            return Term(self.count(term, roll, token, goal.value), term.start)
        target, doubles = _take_mark(self.total(goal), "doubles")  # which is the test's
        source, values = self.total(term), {"doubles": True} if doubles else dict[str, Any]()
        while self.token.word in _TEST_WORDS:
            word = self.take()
            name = {"bands": "fractions", "margin": "degrees", "tens": "degrees"}.get(word.word, word.word)
            if name in values:
                self.fail(word.start, f'"{word.text}" contradicts a word before it', "leave out one of them")
            values[name] = self.option(word.word)
        if "doubles" in values:
            if not isinstance(source, Roll):
                self.fail(term.start, "doubles are of one roll", 'write "d100 <= 45 doubles"')
            source = replace(source, marks=tuple(dict.fromkeys((*source.marks, "doubles"))))
        return Term(Test(source, token.word, target, **values), term.start)  # type: ignore[arg-type]

    def option(self, word: str) -> Any:
        """Return what a word of a test says: a range, fractions, True, or the word."""
        if word in ("critical", "fumble"):
            first = self.number()
            return tuple(sorted((first, self.number() if self.accept("-") else first)))
        if word != "bands":
            return word == "doubles" or word
        fractions = set[tuple[int, int]]()
        while self.token.kind == "number" or not fractions:
            start, numerator = self.token.start, self.number()
            denominator = self.number() if self.accept("/") else 0
            if not 0 < numerator < denominator:
                self.fail(start, "bands of a test are fractions of its number", 'write "d100 <= 45 bands 1/5 1/2"')
            fractions.add((numerator, denominator))
        return tuple(sorted(fractions, key=lambda pair: Fraction(*pair)))

    def count(self, term: Term, roll: Roll, token: Token, goal: Expression) -> Roll:
        """Return a pool whose dice are counted that show a number or more, or that or less."""
        operator, low = token.word, "<" in token.word
        number = goal.value + (operator == ">") - (operator == "<") if isinstance(goal, Number) else 0
        sign = self.text[self.places.get("explode", 0) :][:2]
        if roll.explode == "open" and sign[0] == "!" and sign != "!!":
            roll = replace(roll, explode="again")  # as elsewhere: of counted dice, a die that explodes is one more
        highest = max((face for numbers in roll.faces for face in numbers), default=0)
        some = number < highest if low else number <= highest or roll.explode not in ("none", "again")
        is_count = 0 < number <= _MOST_SUCCESS and (some or term.form == "count")
        if operator in ("=", "!=") or not is_count:
            remedy = (
                f'for their sum write "{self.text[term.start : token.start].strip()} total {self.between(token.start)}"'
            )
            self.fail(token.start, "dice are counted by >= or <= and a number that only some show", remedy)
        return replace(roll, keep="count", success_at=None if low else number, at_most=number if low else None)

    def bands(self, source: Expression) -> Bands:
        """Return a total that is read in bands."""
        words, starts = list[str](), list[int]()
        while len(words) < 2 or self.token.kind == "number" or self.token.word == "-":
            start, name = self.token.start, list[str]()
            if words:
                starts.append(-self.number() if self.accept("-") else self.number())
            while self.token.kind in ("word", "name"):
                name.append(self.take().text)
            if not name or starts != sorted({*starts}):
                self.fail(start, "bands are names between rising numbers", 'write "bands miss 7 partial 10 full"')
            words.append(" ".join(name))
        critical = "critical" if isinstance(source, Roll) and "criticals" in source.marks else ""
        return Bands(source, tuple(words), tuple(starts), critical)

    def refuse(self, term: Term | None = None) -> NoReturn:
        """Raise GrammarError for a token that cannot be behind a term, or where an operand begins."""
        token, quoted, word = self.token, f'"{self.token.text}"', self.token.word
        before = self.between(term.start) if term else ""
        joined = term and (token.kind in ("dice", "number") or word in _CLOSING or token.text in self.dice)
        names = [*self.dice, *ROLL_WORDS, *_TEST_WORDS, "vs", "min", "max"]
        cases = (
            (token.kind == "end", "here dice or a number are missing", 'write them, such as "2d6 + 1"'),
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
