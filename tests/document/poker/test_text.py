import csv
import io
import re
from dataclasses import replace

import pytest
from table_decks import GAMES, flat, shipped

from deckgen.document.poker.deck import poker_deck
from deckgen.document.poker.text import HEAD, as_csv, as_markdown, value_text
from deckgen.document.results import AGAIN, result_fields


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_that_of_the_deck(name):
    deck, game, spec = shipped(name)
    content = as_csv(deck, game, spec)
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert tuple(rows[0]) == HEAD
    by_card = {}
    for card, *rest in rows[1:]:
        by_card.setdefault(card, []).append((*rest[:4], frozenset(rest[4].split())))
    assert len(by_card) == deck.size
    for card in deck.cards:
        wanted = [(s, c, r, value_text(v), m) for s, c, r, v, m in flat(card, spec)]
        assert by_card[card.face.name] == wanted


def test_lines_end_as_the_standard_says_and_the_same_deck_gives_the_same_bytes():
    deck, game, spec = shipped("rough-magic")
    content = as_csv(deck, game, spec)
    assert content.count(b"\r\n") == content.count(b"\n")
    assert content == as_csv(deck, game, spec)


def test_nothing_true_and_false_are_told_apart():
    assert [value_text(v) for v in (None, True, False, 0, 1, "a")] == ["", "true", "false", "0", "1", "a"]


def tables(text):
    """The body rows of every table, cells without markup."""
    blocks = re.findall(r"^\| Card .*\n\|:--.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[re.split(r" ?(?<!\\)\| ?", line)[1:-1] for line in block.splitlines()] for block in blocks]


def unmarked(cell):
    opened = cell.startswith("***")
    text = cell.strip("*")
    return (text.removesuffix("+") if opened else text).replace("\\", ""), opened


@pytest.mark.parametrize("name", GAMES)
def test_every_result_in_markdown_is_that_of_the_deck(name):
    deck, game, spec = shipped(name)
    held = poker_deck(deck.cards, spec.playing_cards)
    read = tables(as_markdown(deck, game, spec).decode())
    own = result_fields(spec, game.words)
    columns = [column for table in read for column in zip(*(row[1:] for row in table), strict=True)]
    assert len(columns) == len(own)
    for field, column in zip(own, columns, strict=True):
        wanted = [field.read(row.card) for row in held.rows()]
        assert [unmarked(cell) for cell in column] == [(r.text, AGAIN in r.marks) for r in wanted]
    for table in read:
        assert [unmarked(row[0])[0] for row in table] == [row.name for row in held.rows()]


def test_a_seed_cannot_write_markup():
    deck, game, spec = shipped("rough-magic")
    text = as_markdown(replace(deck, seed="*a*|[b](c)"), game, spec).decode()
    assert r"\*a\*\|\[b\](c)" in text


@pytest.mark.parametrize("name", GAMES)
def test_markdown_explains_what_it_marks_and_nothing_else(name):
    deck, game, spec = shipped(name)
    text = as_markdown(deck, game, spec).decode()
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        legend = re.findall(r"^- (\*+)[^*]+(\*+): .+", part, re.MULTILINE) if "| Card" in part else []
        shown = set(re.findall(r"\| (\*+)[^|]*\*+ ", part))
        assert shown <= {stars for stars, _ in legend}
    assert ("- ***8+***: Draw another card and add the same cell" in text) == (name != "rough-magic")


@pytest.mark.finding("R16")
def test_titles_cannot_write_html_nor_markup():
    deck, game, spec = shipped("rough-magic")
    evil = "<img src=x onerror=alert(1)>\n# *a*"
    text = as_markdown(deck, replace(game, title=evil), replace(spec, title=evil)).decode()
    assert "<" not in text.replace("\\<", "")
    assert text.startswith("# \\<img src=x onerror=alert(1)\\> \\# \\*a\\*: ")
