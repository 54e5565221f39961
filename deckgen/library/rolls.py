"""Rolls by expression: their exact chances, and decks that deal them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import finalize

from deckgen.errors import GameError, Problem, suggest
from deckgen.files import write_folder
from deckgen.game import read_game
from deckgen.library.decks import Deck
from deckgen.library.documents import Progress, ignore, in_turn
from deckgen.library.expressions import evaluate_all
from deckgen.library.games import load_game
from deckgen.odds.evaluate import reach
from deckgen.odds.expression import Expression
from deckgen.odds.joint import Joint, Scalar
from deckgen.odds.roll import Roll

_GAME = """\
# yaml-language-server: $schema=game.schema.json
# Rolls, and a deck that deals them: deckgen build FOLDER --seed 1
game:
  id: {name} # the short name that files and decks carry
  title: {title} # the printed name
  language: en # the language of the printed words

decks:
  dice:
    title: Dice # the printed name
    cards: {cards} # from 20 to 200; deckgen validate names sizes that suit the dice
    layout: card.svg # yours to edit, with its theme card.yaml
    sections: [{names}]

sections: # each with a printed title, and rolls by their printed labels
"""
_POKER = "{low_jokers: [red joker], suits: [clubs, diamonds, hearts, spades], ranks: [{A: ace}, 2..10, {J: jack}, {Q: queen}, {K: king}], high_jokers: [black joker]}"
_POKER_SIZE = 54
_FEW, _LARGEST = 6, 2.5
"""Up to so many rolls have a row each on cards, and are up to so many times as large as others."""
_SECTION = """\
  {name}:
    kind: {kind}
    title: {text}
    rolls: {{roll: {text}}}
"""


class DiceOdds:
    """A roll in words; ``joint`` has the exact chances of all parts of its result together."""

    def __init__(self, text: str, expression: Expression, joint: Joint) -> None:
        self.text, self.expression, self.joint = text, expression, joint

    def __repr__(self) -> str:
        mean = "" if self.mean is None else f": mean {float(self.mean):.6g}"
        return f"<DiceOdds {self.text}{mean}>"

    def _repr_html_(self) -> str:
        """Return ``table()`` as HTML, for notebooks."""
        from html import escape

        rows = (
            f"<tr><td>{value}</td>{''.join(f'<td>{float(chance):.2%}</td>' for chance in chances)}</tr>"
            for value, *chances in self.table()
        )
        head = "<tr><th></th><th>exactly</th><th>or more</th><th>or less</th></tr>"
        return f"<table><caption>{escape(repr(self)[1:-1])}</caption>{head}{''.join(rows)}</table>"

    @property
    def mean(self) -> Fraction | None:
        """The exact mean of the first part of the result, None if that is a word."""
        return self.joint.mean

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts of the result, such as total and doubles."""
        return tuple(part.name for part in self.joint.parts)

    def chances(self, part: str | None = None) -> Mapping[Scalar, Fraction]:
        """Return the exact chance of each value of a part, by default the first. Raises GameError without that part.

        If there is no highest number, up to one above which the chance is below 1/10,000.
        """
        return self.joint.of_part(self._index(part))

    def at_least(self, number: int, part: str | None = None) -> Fraction:
        """Return the exact chance of a number or more, by default of the first part. Raises GameError for words, and numbers beyond reach."""
        index, joint = self._index(part), self.joint
        if joint.parts[index].words:
            message, remedy = f"{joint.parts[index].name} is a word", "read its chances from chances() or table()"
            raise GameError(Problem(self.text, None, "", message, remedy))
        if index == joint.open_part:
            joint = reach(self.expression, number)
        return 1 - sum((chance for value, chance in joint.of_part(index).items() if int(value) < number), Fraction(0))

    def table(self, part: str | None = None) -> list[tuple[Scalar, Fraction, Fraction, Fraction]]:
        """Return (value, chance of it, of it or more, of it or less) by value; words are from the worst to the best."""
        values = self.chances(part)
        chances = self.joint.measures(self._index(part), values)
        return [(value, *measures) for value, measures in zip(values, chances, strict=True)]

    def _index(self, part: str | None) -> int:
        """Return the index of a part, by default the first. Raises GameError if there is none of that name."""
        if part is not None and part not in self.parts:
            raise GameError(Problem(self.text, None, "", f'no part is called "{part}"', suggest(part, self.parts)))
        return self.joint.index(part or "")

    @in_turn
    def deal(self, cards: int = 54, seed: str | None = None) -> Deck:
        """Deal a deck of numbered cards that has this roll on each, without a seed by a random one.

        Raises DeckgenError for a number of cards that no deck can have, or without the extra ``solve`` for numbers.
        """
        files, folder = dice_files("dice", [self.text], cards), TemporaryDirectory()
        write_folder(Path(folder.name), files.items())
        deck = load_game(folder.name).deal(seed=seed)
        finalize(deck, folder.cleanup)  # its layout is read when it is drawn
        return deck


@in_turn
def roll(expression: str) -> DiceOdds:
    """Return a roll by its expression, such as ``4d6 drop lowest``; docs/odds.md has all words. Raises GameError."""
    return DiceOdds(expression, *evaluate_all([expression])[0])


def dice_files(name: str, expressions: Sequence[str], cards: int = 54) -> dict[str, bytes]:
    """Return the files of a game's folder by their names: YAML with a section for each roll, and a layout of its own.

    Raises DeckgenError with what is wrong with rolls or the number of cards.
    """
    from deckgen.card.blank import blank_files
    from deckgen.card.starter import name_files
    from deckgen.game.entries import SCHEMA

    sections = []
    for number, (expression, joint) in enumerate(evaluate_all(expressions), 1):
        is_number, text = isinstance(expression, Roll) and len(joint.parts) == 1, expressions[number - 1]
        kind = "rolls" if is_number else "dice"
        sections.append(_SECTION.format(name=f"roll_{number}", kind=kind, text=json.dumps(text)))
    names = ", ".join(f"roll_{number}" for number in range(1, len(sections) + 1))
    faces = _POKER if cards == _POKER_SIZE else f"{{numbered: {cards}}}"
    head = _GAME.format(name=name, title=name.replace("-", " ").title(), cards=faces, names=names)
    files = {"game.yaml": "".join((head, *sections)).encode(), SCHEMA.name: SCHEMA.read_bytes()}
    with TemporaryDirectory() as folder:
        write_folder(Path(folder), files.items())
        try:
            spec = read_game(folder).deck()
        except GameError as error:  # whose file is gone
            rolls = " and ".join(expressions)
            raise GameError([replace(problem, file=rolls, line=None) for problem in error.problems]) from None
        drawing, theme = blank_files("card", "63.5x88.9mm", spec, _LARGEST if len(sections) <= _FEW else 1)
    return files | name_files("card", drawing, theme)


def dice_game(name: str, expressions: Sequence[str], progress: Progress = ignore) -> dict[str, bytes]:
    """Return the files of ``dice_files`` and quick solutions of their rolls. Raises DeckError without the extra ``solve``."""
    from deckgen.deck.solve.effort import Effort
    from deckgen.deck.solve.store import QUICK

    files = dice_files(name, expressions)
    with TemporaryDirectory() as folder:
        write_folder(Path(folder), files.items())
        solutions = load_game(folder).solve(progress, Effort(QUICK, hasty=True))
        return files | {solutions.file_names["json"]: solutions.content()}
