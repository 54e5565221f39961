"""Tables of checks: words, columns and rows, and what is found in the printed ones."""

from dataclasses import replace

import pytest
from table_decks import GAMES, shipped
from table_pdf import words

from deckgen.document.odds.checks import _head, check_parts, check_tables
from deckgen.document.pages import RunningHeads, document
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import whole_percent
from deckgen.game.model import Scope
from deckgen.press.write import pages_pdf


def table(game_name, check, *, deck=True):
    own, game, spec = shipped(game_name)
    return next(t for t in check_tables(game, spec, own if deck else None) if t.check.name == check)


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


def below_left(word):
    return word._replace(left=word.left - 92, right=word.right - 92, top=word.top + 300, bottom=word.bottom + 300)


@pytest.mark.parametrize("deck", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_every_row_and_column_is_found_on_paper(name, deck):
    """The numbers below each number of a head, in the order of the rows."""
    own, game, spec = shipped(name)
    style = load_stylesheet()
    for found in check_tables(game, spec, own if deck else None):
        pages = document(style, check_parts(style, [found]), RunningHeads())
        (page,) = words(pages_pdf(pages, title="t"))
        columns = [column for _, each in found.groups for column in each]
        if name == "west-that-wasnt":  # its second half stands beside the first
            page = [w if w.left < 105 else below_left(w) for w in page]
        rows = [w for w in page if w.left < 21 and w.text in {row[0] for row in found.rows}]
        assert [w.text for w in rows] == [row[0] for row in found.rows]
        top = min(w.y for w in rows)
        heads = [w for w in page if w.text in {c.number for c in columns} and w.left > 27 and 1 < top - w.y < 9]
        heads = sorted((w for w in heads if abs(w.y - max(h.y for h in heads)) < 0.5), key=lambda w: w.x)
        assert [w.text for w in heads] == [c.number for c in columns]
        for head, column in zip(heads, columns, strict=True):
            below = [
                w.text
                for w in page
                if abs(w.x - head.x) < 2.5
                and top - 3 < w.y < max(r.y for r in rows) + 4
                and any(-1 < w.y - r.y + 3 < 10 for r in rows)
            ]
            wanted = []
            for _, _, answer in found.rows:
                chances = (answer.chance_with_deck(column.question), answer.chance_with_dice(column.question))
                wanted += [whole_percent(each) for each in chances if each is not None]
            assert below == wanted


def test_difficulties_that_do_not_fit_beside_each_other_follow_below():
    own, game, spec = shipped("future-imperfect")
    (check,) = game.checks
    scopes = tuple(Scope(f"Scale {n}", tuple((f"d{i}", i) for i in range(1, 13))) for n in range(3))
    style = load_stylesheet()
    tables = check_tables(replace(game, checks=(replace(check, scopes=scopes),)), spec, own)
    pages = document(style, check_parts(style, tables), RunningHeads())
    texts = [w.text for page in words(pages_pdf(pages, title="t")) for w in page]
    assert [texts.count("Scale"), texts.count("III-3")] == [3, 3]
    for page in words(pages_pdf(pages, title="t")):
        assert all(w.left > 16.5 and w.right < 210 - 17 + 1 for w in page if w.y < 270)


@pytest.mark.parametrize(("spare", "level"), [(0.9, False), (1.1, True)])
def test_names_of_columns_run_up_where_they_have_no_room(spare, level):
    deck, game, spec = shipped("rough-magic")
    found = check_tables(game, spec, deck)[0]
    column = found.groups[0][1][0]
    style = load_stylesheet()
    cell = style.pen().width(column.name, "semibold", 7.5 * PT) + spare
    strip = _head(style, [(("", ""), (column,))], 20.0, cell)
    (name,) = [item for item in strip.items if getattr(item, "string", "") == column.name]
    assert (name.angle == 0) == level
