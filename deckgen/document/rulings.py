"""The page of rulings: how a table decides what the text of a game leaves open."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.card.strings import capitalize_first
from deckgen.document.pages import RunningHeads, document, document_style, masthead
from deckgen.document.web_pages import document_page
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, draw_strips, paragraph
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.shaping import Run
from deckgen.draw.stylesheet import Stylesheet
from deckgen.language import gettext_noop

if TYPE_CHECKING:
    from deckgen.game.model import Game
    from deckgen.game.rulings import Ruling

_LEAD = gettext_noop("What the rules leave open, and how this table plays it.")
_HELP = gettext_noop(
    "Ticked answers are those of the cards and pages made with this one. For another one in bold, make them again with"
    " {option}; the others are for your table alone."
)
_BOX, _INDENT = 3.0, 5.2  # mm

Answer = tuple[str, str, bool, str]
"""The label of an answer, "" if it cannot be chosen, its rule, whether it is ticked, and the option that chooses it."""


def answers(ruling: Ruling) -> Iterator[Answer]:
    """Yield the choices of a ruling, then its other answers, without full stops.

    A rule is left out if it is no sentence: such words complete a text of the game. One with its label stands alone.
    """
    for choice in ruling.choices:
        label, rule = choice.label, choice.rule.removesuffix(".") if choice.rule.endswith(".") else ""
        if label.casefold() in rule.casefold():
            label, rule = rule, ""
        yield capitalize_first(label), rule, choice == ruling.choice, ruling_option(ruling.name, choice.name)
    yield from (("", text.removesuffix("."), False, "") for text in ruling.other_answers)


def ruling_option(name: str, choice: str) -> str:
    """Return the option of a command that decides a ruling by a choice, quoted for a shell."""
    return f"--ruling {name}={shlex.quote(choice)}"


def rulings_text(game: Game) -> str:
    """Return a game's rulings as plain text, with the option that takes each other choice."""
    lines = [f"{game.title}: {game.language.phrase('Rulings')}"]
    for ruling in game.rulings:
        lines += ["", ruling.question, f"  {ruling.source}: {ruling.text}"]
        for label, rule, ticked, option in answers(ruling):
            lines.append(f"  [{'x' if ticked else ' '}] " + ": ".join(filter(None, (label, rule))))
            lines += [f"      {option}"] if option and not ticked else []
    return "\n".join(lines) + "\n"


def rulings_html(game: Game) -> bytes:
    """Return a game's rulings as a web page."""
    phrase = game.language.phrase
    lead = f"{phrase(_LEAD)} {phrase(_HELP, option='--ruling')}"
    entries = [(ruling, [*answers(ruling)]) for ruling in game.rulings]
    title = phrase("{name}: rulings", name=game.title)
    return document_page("rulings", title, document_style(game), lead=lead, rulings=entries)


def rulings_pages(game: Game, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the pages of a game's rulings in two columns. Raises PressError for an unknown paper."""
    style, phrase = document_style(game), game.language.phrase
    heading, text = style.texts["heading"], style.texts["text"]
    texts = {
        "heading": replace(heading, size=min(heading.size, text.size * 1.2), rule="", mark="", before=3.2, after=0.0),
        "small": replace(style.texts["small"], before=0.6, after=0.4),
        "text": replace(text, size=text.size * 0.94, before=0.3, after=0.3),
    }
    style = replace(style, texts={**style.texts, **texts})
    title = phrase("Rulings")
    parts: list[Part] = [
        masthead(style, game.title, title, phrase(_LEAD)),
        paragraph(style, phrase(_HELP, option="--ruling"), "small"),
        Columns(2, tuple(_ruling(style, ruling) for ruling in game.rulings)),
    ]
    running = RunningHeads((game.title, title), (f"{game.title}: {title}", ""))
    return document(style, parts, running, paper=paper, title=f"{game.title}: {title}")


def _ruling(style: Stylesheet, ruling: Ruling) -> Flowable:
    """Return a question, the passage, and the answers with their boxes, all in one column."""
    passage = paragraph(style, [(f"{ruling.source}: ", "semibold"), (ruling.text, "")], "small")
    answer_blocks = [_answer(style, answer) for answer in answers(ruling)]

    def block(width: float) -> list[Strip]:
        blocks = (paragraph(style, ruling.question, "heading"), passage, *answer_blocks)
        *strips, last = [strip for part in blocks for strip in part(width)]
        return [*(replace(strip, keep=True) for strip in strips), last]

    return block


def _answer(style: Stylesheet, answer: Answer) -> Flowable:
    """Return an answer beside its box."""
    label, rule, ticked, _ = answer
    runs: list[Run] = [(label + (": " if rule else ""), "bold")] if label else []
    words = paragraph(style, [*runs, (rule, "")])

    def block(width: float) -> list[Strip]:
        pen, strips = style.pen("rulings"), words(width - _INDENT)
        box = Box(0.2, strips[0].height / 2 - _BOX / 2, _BOX, _BOX)
        pen.panel(box, 0.4, style.color("paper"), style.color("ink"), 0.25)
        if ticked:
            pen.mark("check", box.cx, box.cy, _BOX * 0.8, style.color("accent"))
        height = draw_strips(strips, _INDENT, 0.0, pen.items)
        return [Strip(height, pen.items, strips[0].before, strips[-1].after)]

    return block
