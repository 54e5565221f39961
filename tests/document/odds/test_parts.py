"""Tables of results with several parts: dice by the joint chances, decks by counting their cards."""

import csv
import io
import re
from fractions import Fraction
from itertools import pairwise, product

import pytest
from dice_games import ROLLS, dice_game

from deckgen.document.dice_rules import dice_advice
from deckgen.document.odds.html import odds_html
from deckgen.document.odds.parts import result_blocks, result_tables
from deckgen.document.odds.pdf import odds_pages
from deckgen.document.odds.totals import as_csv
from deckgen.document.pages import document_style
from deckgen.draw.drawing import Text
from deckgen.draw.text import whole_percent
from deckgen.odds.joint import WAYS
from deckgen.odds.roll import Roll


def table(label, *, deck=True, **rolls):
    own, game, _ = dice_game(**rolls)
    tables = result_tables(game.decks[0], game.language, own if deck else None)
    return next(each for each in tables if each.title in (f"Dice: {label}", "Dice"))


def column(found, heading, name):
    (result,) = [
        c for (head, _), columns in found.groups if head == heading for c in columns if name in (c.name, c.number)
    ]
    return result


def chances(found, column):
    return [row.chances(column.question) for _, _, row in found.rows]


def test_numbers_have_the_chance_of_exactly_them_of_more_and_of_less():
    found = table("damage")
    falls = [sum(throw) for throw in product(range(1, 7), repeat=3)]
    deck, _, _ = dice_game()
    shown = [card.sections["dice"]["damage"].part() for card in deck.cards]
    assert [name for name, _, _ in found.rows] == [*WAYS]
    for number in range(3, 19):
        counted = [
            [Fraction(sum(map(test, totals)), len(totals)) for totals in (falls, shown)]
            for test in (number.__eq__, number.__le__, number.__ge__)
        ]
        assert [[*pair] for pair in chances(found, column(found, "", str(number)))] == counted


def test_words_are_counted_from_the_worst_to_the_best():
    found = table("move", deck=False)
    assert [heading for (heading, _), _ in found.groups] == ["level", "total"]
    assert [(c.name, c.number) for c in found.groups[0][1]] == [("miss", ""), ("partial", ""), ("Full hit", "")]
    totals = [sum(throw) + 1 for throw in product(range(1, 7), repeat=2)]
    partial = column(found, "level", "partial")
    assert [dice for dice, _ in chances(found, partial)] == [
        Fraction(sum(7 <= t < 10 for t in totals), 36),
        Fraction(sum(t >= 7 for t in totals), 36),
        Fraction(sum(t < 10 for t in totals), 36),
    ]
    assert {deck for _, deck in chances(found, partial)} == {None}


def test_marks_are_there_or_not():
    found = table("strike")
    match = column(found, "", "match")
    (exactly, *others) = chances(found, match)
    assert exactly[0] == Fraction(1, 10)
    assert others == [(None, None), (None, None)]


def test_symbols_are_a_table_each():
    found = table("task")
    assert [heading for (heading, _), _ in found.groups] == ["success", "failure", "advantage", "threat"]
    assert [c.number for c in found.groups[0][1]] == ["0", "1", "2", "3", "4"]


def test_endless_results_end_where_they_are_rare():
    found = table("", wild=Roll((6,), explode="open"))
    assert chances(found, column(found, "", "7"))[0][0] == Fraction(1, 36)
    assert chances(found, column(found, "", "13"))[1][0] == Fraction(1, 36)
    assert [c.number for c in found.groups[0][1]][-1] == "16"  # beyond it are less than 1 %


def test_many_numbers_are_shown_in_round_steps():
    found = table("", percent=Roll((100,)))
    assert [c.number for c in found.groups[0][1]] == [str(n) for n in range(5, 101, 5)]


def test_words_that_a_result_may_lack_have_the_name_of_their_part_above():
    found = table("", lucky=Roll((20,), marks=("natural",)))
    assert [(heading, [c.name or c.number for c in columns]) for (heading, _), columns in found.groups] == [
        ("total", [str(n) for n in range(1, 21)]),
        ("natural", ["lowest", "highest"]),
    ]


@pytest.mark.parametrize("deck", [True, False])
def test_every_possible_chance_is_printed(deck):
    own, game, _ = dice_game()
    spec, given = game.decks[0], own if deck else None
    pages = odds_pages(game, spec, given)
    texts = [item for page in pages for item in page.items if isinstance(item, Text)]
    assert all(0 < text.x < page.width for page in pages for text in page.items if isinstance(text, Text))
    printed = [text.string for text in texts if text.slot in ("deck", "dice")]
    wanted = [
        whole_percent(chance)
        for found in result_tables(spec, game.language, given)
        for _, columns in found.groups
        for each in columns
        for pair in chances(found, each)
        for chance in pair
        if chance
    ]
    assert sorted(printed) == sorted(wanted)
    strings = [text.string for text in texts]
    assert strings.count("Dice: task") == 1
    assert {"Full hit", "success at 1/5", "match"} <= {
        *strings,
        *(" ".join(pair) for pair in pairwise(strings)),
    }


def test_parts_stay_within_the_page():
    own, game, _ = dice_game()
    style = document_style(game)
    blocks = result_blocks(style, result_tables(game.decks[0], game.language, own), 176.0)
    assert len(blocks) == len(ROLLS)
    for block in blocks:
        for part in block(1.5):
            texts = [item for strip in part(176.0) for item in strip.items if isinstance(item, Text)]
            assert all(0 <= text.x <= 176.0 for text in texts)


def test_the_page_has_every_table_and_leaves_empty_what_is_not_asked():
    own, game, _ = dice_game()
    text = odds_html(game, game.decks[0], [], own).decode()
    assert 'data-c="Dice: move · level"' in text
    assert "Every total" not in text
    (match,) = re.findall(r'<table data-c="Dice: strike">.*?</table>', text, re.DOTALL)
    assert match.count("<tr data-p=") == 1
    assert 'data-n="match"' in match
    damage = re.findall(r'data-c="Dice: damage · ([^"]*)"', text)
    assert damage == ["3 to 10", "11 to 18"]
    assert all(part.count('<th class="a"') <= 9 for part in text.split("<table ")[1:])


def test_the_csv_has_every_value_of_every_part():
    own, game, _ = dice_game()
    rows = list(csv.DictReader(io.StringIO(as_csv(game, game.decks[0], [], own).decode(), newline="")))
    match = [row for row in rows if (row["column"], row["row"]) == ("strike", "match")]
    assert [(row["at_least"], row["at_most"], row["dice"]) for row in match] == [("true", "true", "0.100000")]
    level = [row for row in rows if (row["column"], row["row"]) == ("move", "level")]
    assert [(row["at_least"], row["at_most"]) for row in level][:3] == [("miss", "miss"), ("miss", ""), ("", "miss")]
    damage = [row for row in rows if row["column"] == "damage"]
    assert len(damage) == 3 * 16
    assert damage[0]["dice"] == f"{1 / 216:.6f}"


def test_dice_to_roll_are_drawn_and_named():
    _, game, section = dice_game()
    advice = dice_advice(section, game.decks[0])
    assert [shown.dice for shown in advice.shown] == [(100, 10), (6, 6), (6, 6, 6), (6, 10, 10), (6, 6, 6)]
    assert "move: 2d6 + 1 bands miss 7 partial 10 full" in advice.rules[0]
    assert any(rule.startswith("ability, d6: 1 –, 2 success") for rule in advice.rules)
