"""What attacks come to: a table for each, with a row for each distance or the like, in print, for the screen and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deckgen import __version__
from deckgen.deck.cards import Deck
from deckgen.deck.chances import BothChances, CheckQuestion
from deckgen.document.filled import fill_pages
from deckgen.document.odds.checks import CheckColumn, CheckTable, check_blocks
from deckgen.document.odds.html import odds_page
from deckgen.document.pages import RunningHeads, content_box, deck_line, document, document_style, masthead
from deckgen.document.spreadsheet import csv_bytes
from deckgen.draw.blocks.flow import paragraph
from deckgen.draw.drawing import Drawing
from deckgen.draw.paper import find_paper
from deckgen.game.examples import Forecast, Situation
from deckgen.game.model import Game
from deckgen.records import record

_CSS = (
    ".k tr > th:first-child small { white-space: normal; }"
    "@media (min-width: 44rem) { .k table { table-layout: auto; max-width: 54rem; } .k tr > :first-child { width: 9rem; } }"
)
"""The style of tables whose columns and rows have long names: no word is parted where there is room."""


@record
class Attack:
    """An attack by its names, with the chances of the columns of its procedure's forecast in each of its rows."""

    attacker: str
    weapon: str
    procedure: Situation
    chances: Sequence[Sequence[BothChances]]

    @property
    def forecast(self) -> Forecast:
        assert self.procedure.forecast is not None
        return self.procedure.forecast

    @property
    def row_names(self) -> list[tuple[str, str]]:
        """For each row the answer that sets it apart, and what was asked; only its title for a procedure without any."""
        asks = {ask.name: ask for ask in self.procedure.asks}
        firsts = [(asks[name], answer) for row in self.forecast.rows for name, answer in [*row.items()][:1]]
        return [
            (next((choice.label for choice in ask.choices if choice.name == answer), str(answer)), ask.label)
            for ask, answer in firsts
        ] or [(self.procedure.title, "")]

    def cells(self) -> Iterator[tuple[str, int]]:
        """Yield (name, number) of the columns that are possible in some row."""
        for number, name in enumerate(self.forecast.columns):
            if any(chance for row in self.chances for chance in row[number]):
                yield name, number


class _Row(NamedTuple):
    """A row of a table; the number of a question is a column's."""

    by_column: Sequence[BothChances]
    group: object = None

    def chances(self, question: CheckQuestion) -> BothChances:
        return self.by_column[question.number]


def _tables(game: Game, attacks: Sequence[Attack], *, both: bool) -> Iterator[CheckTable]:
    """Yield a table for each attack; ``both``: with chances of a deck."""
    for attack in attacks:
        cells, besides = [*attack.cells()], attack.forecast.besides
        names = ", ".join(name for name, _ in cells if name in besides)
        notes = (game.language.phrase("Besides the others: {names}.", names=names),) if names else ()
        columns = tuple(CheckColumn(name, "", CheckQuestion("", name, n, "", 0)) for name, n in cells)
        rows = tuple(
            (*(row_names if both else (": ".join(filter(None, row_names[::-1])), "")), _Row(chances))
            for row_names, chances in zip(attack.row_names, attack.chances, strict=True)
        )
        yield CheckTable(f"{attack.attacker}: {attack.weapon}", notes, rows, ((("", ""), columns),), both)


def _first_card(game: Game, attacks: Sequence[Attack]) -> str:
    """Return which cards a row of attacks with a deck is about."""
    words = game.language.phrase("A row is one attack with the first card of a shuffled deck.")
    if any(attack.forecast.then for attack in attacks):
        words += " " + game.language.phrase("What the target then rolls is on the first card of another such deck.")
    return words


def attack_pages(
    game: Game, attacks: Sequence[Attack], target: str, deck: Deck | None = None, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """Return pages with a table for each attack on the ``target``. Raises PressError for an unknown paper."""
    style, phrase, sheet = document_style(game), game.language.phrase, find_paper(paper)
    title, room = phrase("Attacks on {name}", name=target), content_box(style, sheet.width, sheet.height)
    words = phrase("Chances in per cent, also drawn as bars. Empty: impossible.")
    if deck:
        words = phrase(
            "Chances in per cent, also drawn as bars. Bold: with this deck. Below: with dice. Empty: impossible."
        )
        words += " " + _first_card(game, attacks)
    head = [masthead(style, game.title, title), paragraph(style, words, "text")]
    blocks = check_blocks(style, [*_tables(game, attacks, both=deck is not None)], room.width)
    pages = fill_pages([lambda scale: [*head, *blocks[0](scale)], *blocks[1:]], room)
    line = deck_line(deck, style) if deck else f"deckgen {__version__}"
    return document(style, pages, RunningHeads((game.title, title), (line, "")), paper=paper, title=title)


def attack_html(game: Game, attacks: Sequence[Attack], target: str, deck: Deck | None = None) -> bytes:
    """Return a web page with a table for each attack on the ``target``."""
    phrase, tables = game.language.phrase, _tables(game, attacks, both=deck is not None)
    note = _first_card(game, attacks) if deck else ""
    return odds_page(game, phrase("Attacks on {name}", name=target), deck, tables, note, _CSS)


def attack_csv(attacks: Sequence[Attack]) -> bytes:
    """Return CSV: a line for each attack, row and outcome, chances with twelve decimals."""
    lines = [("attacker", "weapon", "procedure", "ask", "answer", "outcome", "dice", "deck")]
    for attack in attacks:
        for (answer, ask), chances in zip(attack.row_names, attack.chances, strict=True):
            for name, number in attack.cells():
                dice, deck = ("" if chance is None else f"{float(chance):.12f}" for chance in chances[number])
                lines.append((attack.attacker, attack.weapon, attack.procedure.name, ask, answer, name, dice, deck))
    return csv_bytes(lines)
