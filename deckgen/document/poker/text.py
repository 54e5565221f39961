"""The conversion table as text: as CSV, a line a result, and as Markdown, tables of cards by results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from deckgen.card.rules.legend import meaning
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, WORDS, all_dice_advice
from deckgen.document.marked_results import result_sample
from deckgen.document.poker.deck import PokerDeck, poker_deck
from deckgen.document.results import LOOKS, Result, ResultField, group_by_section, result_fields
from deckgen.document.spreadsheet import csv_bytes
from deckgen.game.model import DeckSpec, Game, Scalar
from deckgen.game.values import AGAIN

HEAD = ("card", "section", "column", "row", "value", "marks")


def as_csv(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """UTF-8, lines end with CR LF as RFC 4180 has it; ``value`` as in deck.json, empty for null, marks by spaces.

    Every result is here, cards in the order in which hands hold them. A place of a line-up is true or false.
    """
    lines = [HEAD]
    for row, field in product(poker_deck(deck.cards, spec.faces).rows(), result_fields(spec, game.words)):
        result = field.read(row.card)
        marks = " ".join(mark.replace(" ", "-") for mark in result.marks)
        place = (row.card.face.name, field.section.name, field.column, field.row)
        lines.append((*place, plain(result.value), marks))
    return csv_bytes(lines)


def plain(value: Scalar) -> str:
    """A value of deck.json as text: true, false, nothing for null."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_markdown(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """GitHub's dialect, UTF-8. Open cells are bold and italic, with a plus after the number."""
    own = result_fields(spec, game.words)
    language, say = game.language, game.language.phrase
    held = poker_deck(deck.cards, spec.faces, language)
    which = say(
        "Seed {seed}, deck {number} of {of}, `{id}`",
        seed=_safe(deck.seed),
        number=deck.number,
        of=deck.of,
        id=deck.id,
    )
    lines = [f"# {_safe(game.title)}: {_safe(spec.title)}", "", which, ""]
    if held.note:
        lines += [_safe(held.note), ""]
    for members in group_by_section(own):
        lines += _section(members, held, game, spec)
    lines += [f"## {say(TITLE)}", "", say(WORDS), ""]
    for title, said in all_dice_advice(game, spec):
        results = "; ".join(f"{throw} → {_safe(text)}" for throw, text in said.results)
        dice = _safe(f"{said.dice}.") if said.dice else ""
        lines.append(" ".join(filter(None, (f"- **{_safe(title)}**:", dice, *map(_safe, said.how), results))))
    return ("\n".join(lines) + "\n").encode()


def _section(own: Sequence[ResultField], held: PokerDeck, game: Game, spec: DeckSpec) -> Iterator[str]:
    section, card = own[0].section, game.language.phrase("Card")
    known = frozenset(section.marked(spec.faces)) & frozenset(LOOKS)
    yield from (f"## {_safe(section.title)}", "")
    if section.help:
        yield from (_safe(section.help), "")
    for mark in section.marked(spec.faces):
        sample = result_sample(section, mark, game) if mark in known else None
        if sample:
            yield f"- {_shown(sample[1], known)}: {_safe(meaning(game, section, mark))}"
    if known:
        yield ""
    for group, same in groupby(own, key=lambda f: f.column_title):
        members = list(same)
        if group:
            yield from (f"### {_safe(section.title)} {_safe(group)}", "")
        yield f"| {card} | " + " | ".join(_safe(f.label or section.title) for f in members) + " |"
        yield "|:--|" + "--:|" * len(members)
        for row in held.rows():
            name = f"{row.name} ({row.number})" if row.number and row.number != row.name else row.name
            yield f"| {_safe(name)} | " + " | ".join(_shown(f.read(row.card), known) for f in members) + " |"
        yield ""


def _shown(result: Result, known: frozenset[str]) -> str:
    """A result with the marks of its section that tables know."""
    text, marks = _safe(result.text), known.intersection(result.marks)
    if AGAIN in marks:
        return f"***{text}+***"
    return f"**{text}**" if text and marks else text


def _safe(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in " ".join(text.splitlines()))
