"""The conversion table as Markdown: tables of cards by results, a table for each section's column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from deckgen.deck.cards import Deck
from deckgen.document.dice_page import TITLE, WORDS
from deckgen.document.dice_rules import advices
from deckgen.document.poker_deck import PokerDeck, poker_deck
from deckgen.document.results import AGAIN, FAILURE, MARKED, STANDARD, Field, Result, fields
from deckgen.game.model import DeckSpec, Game


def as_markdown(deck: Deck, game: Game, spec: DeckSpec) -> bytes:
    """GitHub's dialect, UTF-8. Open cells are bold and italic, with a plus after the number."""
    own = fields(spec, game.words)
    held = poker_deck(deck.cards, spec.faces)
    lines = [f"# {game.title}: {spec.title}", ""]
    lines += [f"Seed {_safe(deck.seed)}, deck {deck.number} of {deck.of}, `{deck.id}`", ""]
    if held.note:
        lines += [held.note, ""]
    if any(f.read(c).marks for f in own for c in deck.cards):
        lines += [
            "***8+*** draw another card and add the same cell · **bold** critical failures and what is marked",
            "",
        ]
    for _, members in groupby(own, key=lambda f: f.section.name):
        lines += _section(list(members), held)
    lines += [f"## {TITLE}", "", WORDS, ""]
    for title, said in advices(game, spec):
        results = "; ".join(f"{throw} → {_safe(text)}" for throw, text in said.results)
        words = " ".join(part for part in (f"{said.dice}.", *said.how, results) if part)
        lines.append(f"- **{_safe(title)}**: {words}")
    return ("\n".join(lines) + "\n").encode()


def _section(own: Sequence[Field], held: PokerDeck) -> Iterator[str]:
    section = own[0].section
    yield f"## {_safe(section.title or section.name)}"
    yield ""
    if section.help:
        yield _safe(section.help)
        yield ""
    groups = [list(group) for _, group in groupby(own, key=lambda f: f.group)]
    for members in groups:
        if members[0].group:
            yield f"### {_safe(section.title or section.name)} {_safe(members[0].group)}"
            yield ""
        heads = [_safe(f.label or section.title or section.name) for f in members]
        yield "| Card | " + " | ".join(heads) + " |"
        yield "|:--|" + "--:|" * len(members)
        for row in held.rows():
            name = f"{row.name} ({row.number})" if row.number and row.number != row.name else row.name
            yield f"| {_safe(name)} | " + " | ".join(_shown(f.read(row.card)) for f in members) + " |"
        yield ""


def _shown(result: Result) -> str:
    text = _safe(result.text)
    if AGAIN in result.marks:
        return f"***{text}+***"
    return f"**{text}**" if text and {FAILURE, STANDARD, MARKED} & set(result.marks) else text


def _safe(text: str) -> str:
    """Text in which nothing is markup."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in text).replace("\n", " ")
