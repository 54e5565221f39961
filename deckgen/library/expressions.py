"""Rolls that are typed as expressions, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckgen.errors import GameError, Problems
from deckgen.language import load_language
from deckgen.library.documents import Document, file_names
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Expression
from deckgen.odds.grammar import parse
from deckgen.odds.joint import Joint

_MOST_RESULTS = 20_000
"""How many different results of a roll are listed."""


def evaluate_all(texts: Sequence[str]) -> list[tuple[Expression, Joint]]:
    """Return the expression of each text with its exact chances. Raises GameError with the problems of all."""
    rolls, problems = [], Problems()
    for text in texts:
        try:
            expression = parse(text)
            rolls.append((expression, evaluate(expression)))
        except GameError as error:
            for problem in error.problems:  # which name no file
                problems.add_problem(problem if problem.excerpt else replace(problem, file=text))
    problems.raise_as(GameError)
    return rolls


def compare_rolls(*expressions: str, language: str = "en") -> Document:
    """Return the odds of rolls, side by side: text, csv, json or html. Raises GameError with the problems of all."""
    rolls, problems = evaluate_all(expressions), Problems()
    for text, (_, joint) in zip(expressions, rolls, strict=True):
        if len(joint.weights) > _MOST_RESULTS:
            message, remedy = f"has {len(joint.weights):,} different results", f"list {_MOST_RESULTS:,} at most"
            problems.add(text, None, "", message, remedy)
    problems.raise_as(GameError)

    def make(kind: str) -> bytes:
        from deckgen.document.odds import expressions as odds

        compared = [odds.TypedRoll(text, joint) for text, (_, joint) in zip(expressions, rolls, strict=True)]
        if kind in ("csv", "json"):
            return (odds.as_csv if kind == "csv" else odds.as_json)(compared)
        return (odds.as_text if kind == "text" else odds.as_html)(compared, load_language(language))

    return Document(make, {"text": "odds.txt", **file_names("odds", "csv", "json", "html")})
