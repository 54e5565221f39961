"""The conversion table as text: CSV with a line per result, and Markdown tables of cards by results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from deckgen.card.rules.legend import meaning
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, WORDS, all_dice_advice
from deckgen.document.marked_results import result_sample
from deckgen.document.poker.deck import PokerDeck, poker_deck
from deckgen.document.results import LOOKS, Result, ResultField, group_by_section, table_fields
from deckgen.document.spreadsheet import csv_bytes
from deckgen.game.model import DeckSpec, Game, Scalar
from deckgen.game.values import AGAIN

HEAD = ("card", "section", "column", "row", "value", "marks")


def as_csv(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """Return a CSV line per result, cards as players sort them; values as in deck.json, null empty."""
    lines = [HEAD]
    for row, field in product(poker_deck(deck.cards, spec.playing_cards).rows(), table_fields(spec, game.words)):
        result = field.read(row.card)
        marks = " ".join(mark.replace(" ", "-") for mark in result.marks)
        place = (row.card.face.name, field.section.name, field.column, field.row)
        lines.append((*place, value_text(result.value), marks))
    return csv_bytes(lines)


def value_text(value: Scalar) -> str:
    """Return a value of deck.json as text: true, false, "" for null."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_markdown(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """Return the table and dice rules in GitHub's Markdown; open results are bold italic, with a plus."""
    fields = table_fields(spec, game.words)
    language, phrase = game.language, game.language.phrase
    poker = poker_deck(deck.cards, spec.playing_cards, language)
    deck_text = phrase(
        "Seed {seed}, deck {number} of {of}, `{id}`",
        seed=_escape(deck.seed),
        number=deck.number,
        of=deck.of,
        id=deck.id,
    )
    lines = [f"# {_escape(game.title)}: {_escape(spec.title)}", "", deck_text, ""]
    if poker.note:
        lines += [_escape(poker.note), ""]
    for members in group_by_section(fields):
        lines += _section(members, poker, game, spec)
    lines += [f"## {phrase(TITLE)}", "", phrase(WORDS), ""]
    for title, advice in all_dice_advice(game, spec):
        results = "; ".join(f"{throw} → {_escape(text)}" for throw, text in advice.results)
        dice = _escape(f"{advice.dice}.") if advice.dice else ""
        lines.append(" ".join(filter(None, (f"- **{_escape(title)}**:", dice, *map(_escape, advice.rules), results))))
    return ("\n".join(lines) + "\n").encode()


def _section(fields: Sequence[ResultField], poker: PokerDeck, game: Game, spec: DeckSpec) -> Iterator[str]:
    """Yield the Markdown lines of a section: help, marks, and a table per column."""
    section, card = fields[0].section, game.language.phrase("Card")
    visible = frozenset(section.possible_marks(spec.playing_cards)) & frozenset(LOOKS)
    yield from (f"## {_escape(section.title)}", "")
    if section.help:
        yield from (_escape(section.help), "")
    for mark in section.possible_marks(spec.playing_cards):
        sample = result_sample(section, mark, game) if mark in visible else None
        if sample:
            yield f"- {_result_text(sample[1], visible)}: {_escape(meaning(game, section, mark))}"
    if visible:
        yield ""
    for group, group_fields in groupby(fields, key=lambda f: f.column_title):
        members = list(group_fields)
        if group:
            yield from (f"### {_escape(section.title)} {_escape(group)}", "")
        yield f"| {card} | " + " | ".join(_escape(f.label or section.title) for f in members) + " |"
        yield "|:--|" + "--:|" * len(members)
        for row in poker.rows():
            name = f"{row.name} ({row.number})" if row.number and row.number != row.name else row.name
            yield (
                f"| {_escape(name)} | " + " | ".join(_result_text(f.read(row.card), visible) for f in members) + " |"
            )
        yield ""


def _result_text(result: Result, visible: frozenset[str]) -> str:
    """Return a result in Markdown, with those marks that tables show."""
    text, marks = _escape(result.text), visible.intersection(result.marks)
    if AGAIN in marks:
        return f"***{text}+***"
    return f"**{text}**" if text and marks else text


def _escape(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in " ".join(text.splitlines()))
