import re

import pytest
from table_decks import GAMES, shipped

from deckgen.document.poker_deck import poker_deck
from deckgen.document.poker_markdown import as_markdown
from deckgen.document.results import AGAIN, fields


def tables(text):
    """The body rows of every table, cells without markup."""
    blocks = re.findall(r"^\| Card .*\n\|:--.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[re.split(r" ?(?<!\\)\| ?", line)[1:-1] for line in block.splitlines()] for block in blocks]


def unmarked(cell):
    opened = cell.startswith("***")
    text = cell.strip("*")
    return (text.removesuffix("+") if opened else text).replace("\\", ""), opened


@pytest.mark.parametrize("name", GAMES)
def test_every_result_is_that_of_the_deck(name):
    deck, game, spec = shipped(name)
    held = poker_deck(deck.cards, spec.faces)
    read = tables(as_markdown(deck, game, spec).decode())
    own = fields(spec, game.words)
    columns = [column for table in read for column in zip(*(row[1:] for row in table), strict=True)]
    assert len(columns) == len(own)
    for field, column in zip(own, columns, strict=True):
        wanted = [field.read(row.card) for row in held.rows()]
        assert [unmarked(cell) for cell in column] == [(r.text, AGAIN in r.marks) for r in wanted]
    for table in read:
        assert [unmarked(row[0])[0] for row in table] == [row.name for row in held.rows()]


def test_a_seed_cannot_write_markup():
    deck, game, spec = shipped("rough-magic")
    from dataclasses import replace  # noqa: PLC0415

    text = as_markdown(replace(deck, seed="*a*|[b](c)"), game, spec).decode()
    assert r"\*a\*\|\[b\](c)" in text
