"""Cards from a table: a row a card, with its copies; columns hold the values of sections, and translations of texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from deckgen.errors import GameError, Problems, suggest
from deckgen.game.faces import PlayingCard
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import KeyPath, YamlFile, YamlValue, format_path
from deckgen.spreadsheets import column_letters
from deckgen.table_files import SUFFIXES, FileTable, TableRow, is_table, read_table

MOST_CARDS = 500
"""The most cards of a deck from a table, copies included."""
_NAME, _COUNT, _RANK, _SUIT = _CARD_COLUMNS = ("name", "count", "rank", "suit")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,59}")
_TRANSLATED = re.compile(r"(.+):\s*([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_COPIES, _LONGEST_NAME = re.compile("[0-9]{1,9}"), 200


@record
class _Cell(YamlFile):
    """A file with one cell of a table: its line, and its ``place`` in messages."""

    number: int = field(kw_only=True, compare=False)
    place: str = field(kw_only=True, compare=False)

    def line(self, _: KeyPath) -> int:
        return self.number

    def format_path(self, _: KeyPath) -> str:
        return self.place


@record
class CardTable:
    """A table of cards: its rows in the order of the file, as cells by column, and how often each is in the deck.

    ``titles`` are the heads of columns with a capital; ``translations`` have the key paths of such in YAML.
    """

    rows: Sequence[tuple[Mapping[str, YamlValue], int]]
    titles: Mapping[str, str]
    translations: Sequence[YamlValue]

    def sections(self) -> dict[str, Sequence[YamlValue]]:
        """Return the cells of each card, copies included, by the name of the section that they belong to."""
        names = [name for name in self.titles if name not in _CARD_COLUMNS]
        return {name: [row[name] for row, count in self.rows for _ in range(count)] for name in names}

    def playing_cards(self, words: Translation) -> tuple[PlayingCard, ...]:
        """Return the cards in the order of rows; those without a rank have the number of their row."""
        cards: list[PlayingCard] = []
        for number, (row, count) in enumerate(self.rows, 1):
            rank, suit = (row[key].value if key in row else "" for key in (_RANK, _SUIT))
            suit = suit if suit and rank != "joker" else None
            card = PlayingCard(rank or str(number), suit, row[_NAME].value, words.translation_of(row[_NAME]))
            cards += [card] * count
        return tuple(cards)


def read_card_tables(decks: Iterable[YamlValue], problems: Problems) -> dict[Path, CardTable]:
    """Return the valid tables that decks name as their cards, by path; adds the problems of others."""
    nodes = [deck.at("cards") for deck in decks if isinstance(deck.get("cards"), str)]
    tables = {table_path(node): _read_card_table(node, problems) for node in nodes}
    return {path: table for path, table in tables.items() if table is not None}


def table_path(node: YamlValue) -> Path:
    """Return the path of the table that a deck's ``cards`` name."""
    return node.source.path.parent / str(node.value)


def _read_card_table(node: YamlValue, problems: Problems) -> CardTable | None:
    """Return the table that a deck's ``cards`` name; None, with problems added, if it is wrong."""
    path = node.resolve_file(problems)
    if path is None:
        return None
    if not is_table(path) or not path.is_file():
        names = sorted(file.name for file in path.parent.glob("*") if is_table(file))
        message = f'there is no table "{node.value}"' if is_table(path) else f'"{node.value}" is no table'
        remedy = suggest(path.name, names, otherwise=f"write a file that ends in {', '.join(SUFFIXES)}")
        node.report(problems, message, remedy)
        return None
    wrong = Problems()
    try:
        table = read_table(path, GameError, "write name, and what else your cards have, in its first row")
        cards = _read_cells(table, _read_heads(table, wrong), wrong)
        wrong.raise_as(GameError)
    except GameError as error:
        problems.extend(error)
        return None
    return cards


def _read_heads(table: FileTable, problems: Problems) -> dict[str, int]:
    """Return the indexes of columns by name (``text``, ``text:de``); adds problems for wrong heads."""
    heads: dict[str, int] = {}
    line, path = table.head.line, table.path
    for index, head in enumerate(table.head.cells):
        text = " ".join(head.split())
        base, code = match.groups() if (match := _TRANSLATED.fullmatch(text)) else (text, "")
        key = re.sub(r"[ -]", "_", base.strip().lower())
        name = f"{key}:{code}" if code else key
        place = f'column "{text}"'
        if not text:
            filled = (row for row in table.rows if len(row.cells) > index and row.cells[index].strip())
            if row := next(filled, None):
                place = f"column {column_letters(index)}"
                problems.add(path, row.line, place, "the column has no head", "write its name in the first row")
        elif not _KEY.fullmatch(key):
            remedy = "begin with a letter, and go on with letters from a to z, digits and spaces"
            problems.add(path, line, place, "no section can have this name", remedy)
        elif name in heads:
            problems.add(path, line, place, f'two columns are called "{name}"', "rename one of them, or delete it")
        else:
            heads[name] = index
    if _NAME not in heads:
        problems.add(path, line, "", 'there is no column "name"', "add it: every card has a name")
    originals = [name for name in heads if ":" not in name and name not in (_COUNT, _RANK, _SUIT)]
    for name in heads:
        base, _, code = name.partition(":")
        if code and base not in originals:
            message = f'there is no column "{base}" whose texts could be translated'
            problems.add(path, line, f'column "{name}"', message, suggest(base, originals))
    return heads


def _read_cells(table: FileTable, heads: Mapping[str, int], problems: Problems) -> CardTable:
    """Return the table's cells as values with their places; adds problems for wrong rows."""
    path, numbers = table.path, dict[str, int]()
    translations, rows = list[YamlValue](), list[tuple[dict[str, YamlValue], int]]()
    for row in table.rows:
        cells = {name: row.cells[i].strip() if i < len(row.cells) else "" for name, i in heads.items()}
        name = cells.get(_NAME, "")
        rows.append(({}, _check_row(table, row, cells, numbers, problems)))
        numbers.setdefault(name, row.number)
        for column, text in cells.items():
            base, _, code = column.partition(":")
            steps = (path.name, name, base)
            source = _Cell(path, None, number=row.line, place=f'row {row.number}, column "{column}"')
            cell = YamlValue(source, ("translations", code, format_path(steps)) if code else steps, text)
            if not code:
                rows[-1][0][base] = cell
            elif text:
                translations.append(cell)
    if not rows:
        problems.add(path, None, "", "there is no card below the head", "write one in each row")
    if (count := sum(copies for _, copies in rows)) > MOST_CARDS:
        message = f"the table has {count:,} cards"
        problems.add(path, None, "", message, f"a deck has at most {MOST_CARDS}: lower numbers under count")
    written = {name: " ".join(table.head.cells[i].split()) for name, i in heads.items() if ":" not in name}
    titles = {name: head[:1].upper() + head[1:] for name, head in written.items()}
    return CardTable(rows, titles, translations)


def _check_row(
    table: FileTable, row: TableRow, cells: Mapping[str, str], numbers: Mapping[str, int], problems: Problems
) -> int:
    """Return a card's number of copies; adds problems. ``numbers`` are those of earlier rows, by their names."""

    def report(column: str, message: str, remedy: str) -> None:
        place = f'row {row.number}, column "{column}"' if column else f"row {row.number}"
        problems.add(table.path, row.line, place, message, remedy)

    if any(cell.strip() for cell in row.cells[len(table.head.cells) :]):
        message = f"the row has more cells than the {len(table.head.cells)} of the head"
        report("", message, "put texts with separators into quotation marks")
    for column, text in cells.items():
        if match := _CONTROL.search(text):
            report(column, f"the cell has the control character U+{ord(match[0]):04X}", "delete it")
    name, count = cells.get(_NAME, "a card"), cells.get(_COUNT) or "1"
    if not 0 < len(name) <= _LONGEST_NAME:
        message = "the name is too long" if name else "the card has no name"
        report(_NAME, message, f"write one of at most {_LONGEST_NAME} letters")
    elif name in numbers:
        message = f'row {numbers[name]} is called "{name}", too'
        report(_NAME, message, "give each a different name, or write how many there are in a column count")
    if not _COPIES.fullmatch(count) or not 1 <= int(count) <= MOST_CARDS:
        report(_COUNT, f'"{count}" is no number of copies', f"write a whole number from 1 to {MOST_CARDS}, or nothing")
        return 1
    return int(count)
