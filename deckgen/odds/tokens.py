"""The words, numbers and signs of an expression in text, and errors that point at one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from deckgen.errors import GameError, Problem, escape_hidden
from deckgen.odds.roll import Die

_LONGEST, _HIGHEST = 1000, 99_999
"""The most letters of an expression, and the highest number."""
_SHOWN = 36  # letters on each side of the caret
_TOKEN = re.compile(
    r"(?P<dice>\d*d(?:\d+|%|f(?![^\W_])|\{[^{}]*\}))|(?P<number>\d+)|\"(?P<name>[^\"]+)\""
    r"|(?P<short>(?:k[hl]?|d[hl]|ro?)(?=\d)|!p(?![^\W_])|!!?(?![<=>]))|(?P<word>[^\W\d]\w*)"
    r"|(?P<sign>=>|=<|[<>!=]=|<>|[-+*/()\[\]{},<>=≥≤≠−×÷])|(?P<space>\s+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_SYNONYMS = {
    "advantage": "adv", "disadvantage": "dis", "keep": "highest", "k": "highest", "kh": "highest", "kl": "lowest", "dl": "drop",
    "explode": "open", "!": "open", "!!": "open", "!p": "penetrating", "r": "reroll", "versus": "vs", "=>": ">=", "=<": "<=",
    "==": "=", "<>": "!=", "≥": ">=", "≤": "<=", "≠": "!=", "−": "-", "×": "*", "÷": "/",
}  # fmt: skip


class GrammarError(GameError):
    """An expression cannot be read; its problem has a caret under the letter where that is."""


class Token(NamedTuple):
    """A word, number or sign; ``word`` is its text in small letters, of synonyms the same one, "" of a quoted name."""

    kind: str
    text: str
    word: str
    start: int


class Tokens:
    """The tokens of a text, read one after another.

    ``dice`` are those that have names. ``places``: where the last word is that set a field of a roll.
    """

    def __init__(self, text: str, dice: Mapping[str, Die]) -> None:
        self.text, self.dice, self.places = text, dice, dict[str, int]()
        self.index, self.depth, self.tokens = 0, 0, list[Token]()
        if len(text) > _LONGEST:
            self.fail(_LONGEST, f"an expression has at most {_LONGEST} letters", "write a shorter one")
        for match in _TOKEN.finditer(text):
            kind, part = str(match.lastgroup), match["name"] or match[0]
            if kind == "other":
                remedy = '"open on 5" or "open > 5"' if part == "!" else "dice, numbers, words, + - * / ( ) >= <="
                self.fail(match.start(), f'"{part}" is no sign of expressions', f"write {remedy}")
            word = "" if kind == "name" else _SYNONYMS.get(part.lower(), part.lower())
            self.tokens += [Token(kind, part, word, match.start())] if kind != "space" else []
        self.tokens.append(Token("end", "", "", len(text.rstrip())))

    @property
    def token(self) -> Token:
        return self.tokens[self.index]

    def at_dice(self) -> bool:
        return self.token.kind == "dice" or self.token.text in self.dice

    def take(self) -> Token:
        """Return the token and go on to the next."""
        self.index += 1
        return self.tokens[self.index - 1]

    def accept(self, *words: str) -> str:
        """Return the token's word and go on if it is one of some words, else return ""."""
        return self.take().word if self.token.word in words else ""

    def expect(self, *words: str) -> str:
        """Return the word that is next. Raises GrammarError if it is none of some words."""
        if self.token.word not in words:
            message = f'"{self.token.text}" cannot follow here' if self.token.text else "here something is missing"
            self.fail(self.token.start, message, f"write {' or '.join(words)}")
        return self.take().word

    def number(self, default: int | None = None) -> int:
        """Return the number that is next; it may be left out if there is a default."""
        if self.token.kind == "number":
            return self.limit(int(self.token.text[:9]), self.take().start)
        if default is None:
            self.fail(self.token.start, "here a number is missing", "write one, such as 2")
        return default

    def limit(self, number: int, position: int) -> int:
        """Return a number. Raises GrammarError for one that is too large."""
        if abs(number) > _HIGHEST:
            self.fail(position, f"a number is beyond {_HIGHEST}", "write a smaller one")
        return number

    def between(self, position: int) -> str:
        """Return the text from a position up to the token."""
        return self.text[position : self.token.start].strip()

    def fail(self, position: int, message: str, remedy: str) -> NoReturn:
        before, after = self.text[max(0, position - _SHOWN) : position], self.text[position : position + _SHOWN]
        excerpt = f"{escape_hidden(before)}{escape_hidden(after)}\n{' ' * len(escape_hidden(before))}^"
        raise GrammarError(Problem("expression", None, "", message, remedy, excerpt if self.text else ""))
