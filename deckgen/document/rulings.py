"""The page of rulings: how a table decides what the text of a game leaves open."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.card.rules.mark_names import name_marks
from deckgen.card.strings import capitalize_first
from deckgen.document.pages import RunningHeads, document, document_style, masthead
from deckgen.document.web_pages import document_page
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, draw_strips, paragraph, stack
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Run
from deckgen.language import gettext_noop

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.game.model import DeckSpec, Game
    from deckgen.game.rulings import Ruling

_LEAD = gettext_noop("What the rules leave open, and how this table plays it.")
_HELP = gettext_noop(
    "Ticked is how the cards and pages made with this one play it. For another answer in bold, make them again with"
    " {option}; the others are for your table alone."
)
_BOX = 3.0  # mm
_INDENT = 5.2

Answer = tuple[str, str, bool]
"""What an answer is called, "" if it cannot be chosen, its rule, and whether it is ticked."""


def answers(ruling: Ruling) -> Iterator[Answer]:
    """Yield the choices of a ruling, then its other answers; a rule that is the name of its choice is left out."""
    for choice in ruling.choices:
        rule = "" if choice.rule.casefold() == choice.label.casefold() else choice.rule
        yield capitalize_first(choice.label), rule, choice == ruling.choice
    yield from (("", text, False) for text in ruling.others)


def named_rulings(layout: Layout, game: Game, spec: DeckSpec) -> Sequence[Ruling]:
    """Return a game's rulings with marks named as on its cards. Raises LayoutError."""
    return name_marks(game.rulings, layout, game, spec)


def rulings_text(game: Game, rulings: Sequence[Ruling]) -> str:
    """Return the rulings as plain text, with the option that takes each other choice."""
    lines = [f"{game.title}: {game.language.phrase('Rulings')}"]
    for ruling in rulings:
        lines += ["", ruling.question, f"  {ruling.source}: {ruling.text}"]
        options = [f"--ruling {ruling.name}={shlex.quote(choice.name)}" for choice in ruling.choices]
        options += [""] * len(ruling.others)
        for (label, rule, ticked), option in zip(answers(ruling), options, strict=True):
            lines.append(f"  [{'x' if ticked else ' '}] " + ": ".join(filter(None, (label, rule))))
            lines += [f"      {option}"] if option and not ticked else []
    return "\n".join(lines) + "\n"


def rulings_html(game: Game, rulings: Sequence[Ruling]) -> bytes:
    """Return the rulings as a web page."""
    phrase = game.language.phrase
    title = phrase("{name}: rulings", name=game.title)
    entries = [(ruling, [*answers(ruling)]) for ruling in rulings]
    lead = f"{phrase(_LEAD)} {phrase(_HELP, option='--ruling')}"
    return document_page("rulings", title, document_style(game), lead=lead, rulings=entries)


def rulings_pages(game: Game, rulings: Sequence[Ruling], *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the pages of rulings in two columns. Raises PressError for an unknown paper."""
    style, phrase = document_style(game), game.language.phrase
    heading = style.texts["heading"]
    text, small = style.texts["text"], style.texts["small"]
    texts = {
        "heading": replace(heading, size=min(heading.size, text.size * 1.2), rule="", mark="", before=4.5, after=0.0),
        "small": replace(small, before=0.8, after=0.6),
        "text": replace(text, before=0.4, after=0.4),
    }
    style = replace(style, texts={**style.texts, **texts})
    title = phrase("Rulings")
    parts: list[Part] = [
        masthead(style, game.title, title, phrase(_LEAD)),
        paragraph(style, phrase(_HELP, option="--ruling"), "small"),
        Columns(2, tuple(_together(_ruling(style, ruling)) for ruling in rulings)),
    ]
    running = RunningHeads((game.title, title), (f"{game.title}: {title}", ""))
    return document(style, parts, running, paper=paper, title=f"{game.title}: {title}")


def _together(block: Flowable) -> Flowable:
    """Return a block whose strips stay in one column."""

    def kept(width: float) -> list[Strip]:
        *strips, last = block(width)
        return [*(replace(strip, keep=True) for strip in strips), last]

    return kept


def _ruling(style: Stylesheet, ruling: Ruling) -> Flowable:
    """Return a question, the passage with what it says, and the answers with their boxes."""
    passage = [(f"{ruling.source}: ", "semibold"), (ruling.text, "")]
    return stack(
        paragraph(style, ruling.question, "heading"),
        paragraph(style, passage, "small"),
        *(_answer(style, answer) for answer in answers(ruling)),
    )


def _answer(style: Stylesheet, answer: Answer) -> Flowable:
    """Return an answer beside its box."""
    label, rule, ticked = answer
    runs: list[Run] = [(label + (": " if rule else ""), "bold")] if label else []
    words = paragraph(style, [*runs, (rule, "")])

    def block(width: float) -> list[Strip]:
        pen, strips = style.pen("rulings"), words(width - _INDENT)
        first = strips[0]
        box = Box(0.2, first.height / 2 - _BOX / 2, _BOX, _BOX)
        pen.panel(box, 0.4, style.color("paper"), style.color("ink"), 0.25)
        if ticked:
            pen.mark("check", box.cx, box.cy, _BOX * 0.8, style.color("accent"))
        height = draw_strips(strips, _INDENT, 0.0, pen.items)
        return [Strip(height, pen.items, first.before, strips[-1].after)]

    return block
