"""A small game whose cards come from a table, for tests."""

from __future__ import annotations

import csv
import io
from pathlib import Path

GAME = "game: {id: omens, title: Omens}\n"
DECK = "decks:\n  events: {title: Events, cards: events.csv}\n"
HEAD = ("name", "count", "text")
ROWS = (("Storm", "2", "Lose **1**."), ("Calm", "", "Rest."))


def csv_text(*rows: tuple[str, ...]) -> str:
    """Return rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def card_game(
    folder: Path, *rows: tuple[str, ...], yaml: str = "", deck: str = DECK, table: str = "events.csv"
) -> Path:
    """Write a game whose cards are ``rows``, the first of them the head, by default HEAD and ROWS."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(GAME + yaml + deck, encoding="utf-8")
    (folder / table).write_text(csv_text(*(rows or (HEAD, *ROWS))), encoding="utf-8")
    return folder
