"""Tables of checks: words, columns and rows, and what is found in the printed ones."""

from collections import Counter
from dataclasses import replace

import pytest
from table_decks import GAMES, shipped
from table_pdf import words

from deckgen.document.odds.checks import LABEL_WIDTH, check_blocks, check_tables, label_width
from deckgen.document.pages import RunningHeads, document
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import whole_percent
from deckgen.game.model import Scope
from deckgen.press.write import pages_pdf


def table(game_name, check, *, deck=True):
    own, game, spec = shipped(game_name)
    title = next(each.title for each in game.checks if each.name == check)
    return next(t for t in check_tables(game, spec, own if deck else None) if t.title == title)


def test_bonuses_are_rows_and_difficulties_columns_of_every_goal():
    found = table("action-and-combat", "test")
    assert [*[name for name, _, _ in found.rows][:3], found.rows[-1][0]] == ["0", "+1", "+2", "+18"]
    assert [title for title, _ in found.groups] == [
        ("Success", ""),
        ("Critical success", "by 5 or more"),
        ("Critical failure", "missed by 5 or more"),
    ]
    for _, columns in found.groups:
        assert [(c.name, c.number) for c in columns][3:] == [("Hard", "18"), ("Very Hard", "20")]
    assert found.notes == ("Rows: characteristic + skill, added to 3d6.",)


def test_pools_are_rows_where_the_trait_is_the_pool():
    found = table("future-imperfect", "causes")
    assert [title for title, _ in found.groups] == [("Pulp", ""), ("Gritty", "")]
    assert ("3d8", "III-3") in [row[:2] for row in found.rows]
    assert found.notes == ()
    assert [title for title, _ in table("west-that-wasnt", "causes").groups] == [("Success", "")]


def test_what_is_assumed_of_opposed_rolls_is_said():
    attack = table("action-and-combat", "attack")
    assert attack.notes == (
        "Rows: attack bonus less defense bonus. Both sides roll 3d6.",
        "With cards, both sides read the same card.",
    )
    assert [(c.name, c.number) for _, own in attack.groups for c in own][:2] == [
        ("Hit or graze", "0"),
        ("Hit", "+1"),
    ]
    first = table("rough-magic", "order")
    assert first.notes[-1] == "With cards, each side draws its own card; do not put the first back."
    assert len(table("rough-magic", "order", deck=False).notes) == 1
    assert (
        table("rough-magic", "contest")
        .notes[-1]
        .endswith("the mean of Brawn, Agility, Reason, Perception, Will, Power.")
    )
    target = table("rough-magic", "opposed")
    assert [(c.name, c.number) for _, own in target.groups for c in own][:2] == [
        ("Success", "8"),
        ("Extreme success", "11"),
    ]


def test_what_is_rolled_at_or_below_a_number_says_so():
    own, game, spec = shipped("action-and-combat")
    (check,) = [replace(check, under=True) for check in game.checks if check.name == "test"]
    (found,) = check_tables(replace(game, checks=(check,)), spec, own)
    assert found.notes == ("Rows: characteristic + skill, added to the number. Roll 3d6 at or below it.",)
    (found,) = check_tables(
        replace(game, checks=(replace(check, bonus=None, goals=(("", 0), ("Well", 2))),)), spec, own
    )
    assert found.notes == ("At or below the number is a success.",)
    single = replace(check, scopes=(Scope("", (("", 12),)),), goals=(("", 0), ("Well", 2)))
    (found,) = check_tables(replace(game, checks=(single,)), spec, own)
    assert [(c.name, c.number) for _, columns in found.groups for c in columns] == [("Success", "12"), ("Well", "10")]


def drawn(tables, width=176.0, scale=1.0):
    style = load_stylesheet()
    parts = [part for block in check_blocks(style, tables, width) for part in block(scale)]
    return document(style, parts, RunningHeads())


@pytest.mark.parametrize("deck", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_every_possible_chance_is_printed_below_its_column(name, deck):
    """By column of a panel: the numbers of its rows that are not impossible, in their order."""
    own, game, spec = shipped(name)
    for found in check_tables(game, spec, own if deck else None):
        texts = [item for page in drawn([found]) for item in page.items if isinstance(item, Text)]
        printed = Counter(text.string for text in texts if text.slot in ("deck", "dice"))
        columns = [column for _, each in found.groups for column in each]
        wanted, certain = Counter(), 0
        for column in columns:
            for _, _, answer in found.rows:
                for chance in answer.chances(column.question):
                    if chance == 1:
                        certain += 1
                    elif chance:
                        wanted[whole_percent(chance)] += 1
        assert "–" not in printed
        left_out = wanted - printed
        assert not left_out, left_out
        assert printed - wanted <= Counter({"100": certain})


def test_rows_begin_with_the_first_possible_one_and_end_with_the_first_certain_one():
    found = table("rough-magic", "task", deck=False)
    last = replace(found, groups=found.groups[-1:])
    (page,) = drawn([last])
    names = [item.string for item in page.items if isinstance(item, Text) and item.slot == "pool"]
    question = last.groups[0][1][0].question
    possible = [row[0] for row in found.rows if row[2].chances(question)[0]]
    assert names[0] == possible[0] != found.rows[0][0]
    assert names[-1] == possible[-1]


def test_difficulties_that_do_not_fit_beside_each_other_follow_below():
    own, game, spec = shipped("future-imperfect")
    (check,) = game.checks
    scopes = tuple(Scope(f"Scale {n}", tuple((f"d{i}", i) for i in range(1, 13))) for n in range(3))
    style = load_stylesheet()
    tables = check_tables(replace(game, checks=(replace(check, scopes=scopes),)), spec, own)
    pages = document(style, [p for block in check_blocks(style, tables, 176.0) for p in block(1.0)], RunningHeads())
    texts = [w.text for page in words(pages_pdf(pages, title="t")) for w in page]
    assert [texts.count("Scale"), texts.count("III-3")] == [3, 3]
    for page in words(pages_pdf(pages, title="t")):
        assert all(w.left > 16.5 and w.right < 210 - 17 + 1 for w in page if w.y < 270)


@pytest.mark.parametrize("name", GAMES)
def test_names_of_columns_are_level_and_within_their_columns(name):
    own, game, spec = shipped(name)
    for page in drawn(check_tables(game, spec, own)):
        texts = [item for item in page.items if isinstance(item, Text)]
        assert all(text.angle == 0 for text in texts)
        assert all(17 - 0.1 < text.x < page.width - 17 for text in texts if text.slot != "page")


def test_titles_of_small_tables_side_by_side_end_within_the_page():
    task = table("rough-magic", "task")
    name, columns = task.groups[0]
    small = replace(task, title="A title that is much wider than its only column", groups=[(name, columns[:1])])
    style = load_stylesheet()
    (block,) = check_blocks(style, [small, small], 176.0)
    title = [text for part in block(1.0) for strip in part(176.0) for text in strip.items if isinstance(text, Text)]
    title = [text for text in title if text.string in small.title]
    assert len({text.x for text in title}) == 2
    assert all(text.x + style.pen().width(text.string, text.typeface, text.size) <= 176 for text in title)


def test_the_second_names_of_rows_have_room():
    style = load_stylesheet()
    pen = style.pen()
    least = pen.width("highest 3 of 5d10", "regular", 6.5 * PT)
    assert label_width(style, [("d6", "")]) == label_width(style, [("d6", "d6-1")]) == LABEL_WIDTH
    assert label_width(style, [("5 keep 3", "highest 3 of 5d10")]) > least + pen.width("5 keep 3", "bold", 9 * PT)
