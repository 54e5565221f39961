"""Odds in HTML: every chance stands in it once, and the script finds the one that is asked for."""

import re
from html import unescape

import pytest
from html_pages import odds_page
from table_decks import GAMES, shipped

from deckgen.document.odds.checks import check_tables, possible_rows
from deckgen.document.odds.totals import all_section_odds
from deckgen.draw.text import whole_percent
from deckgen.language import load_language


def read(text):
    """Table by table, row by row: what a cell says when it is chosen, the deck's chance, the dice's."""
    found = []
    for part in text.split("<table ")[1:]:
        rows = part.split("<tr data-p=")[1:]
        cells = [re.findall(r'data-w="([^"]*)">([^<\n]*)(?:<small>([^<\n]*))?', row) for row in rows]
        found.append([[tuple(map(unescape, cell)) for cell in row] for row in cells])
    return found


def said(dice, deck):
    def exact(chance):
        return load_language("en").percent(chance, 1)

    shown = [whole_percent(chance) if chance else "" for chance in (deck, dice)]
    if deck is None:
        return f"{exact(dice)} with dice", shown[1], ""
    return f"{exact(deck)} with the deck, {exact(dice)} with dice", *shown


@pytest.mark.parametrize("deck", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_every_chance_is_that_of_the_table(name, deck):
    own, game, spec = shipped(name)
    given = own if deck else None
    text = odds_page(name, deck=deck)
    assert len(text.encode()) <= 200_000
    assert not re.search(r"https?:|src=|<link|@import|url\((?!data:)", text)
    checks = [
        [[said(*a.chances(c.question)) for c in columns] for _, _, a in possible_rows(table, columns)]
        for table in check_tables(game, spec, given)
        for _, columns in table.groups
    ]
    totals = [
        [[said(p.dice_at(t), p.deck_at(t)) for t in table.totals] for p in table.pools]
        for table in all_section_odds(game, spec, given)
    ]
    assert read(text) == [*checks, *totals]


def test_every_choice_has_its_label_in_view():
    text = odds_page("rough-magic")
    assert re.findall(r"<label><span>([^<]+)</span><select>", text) == ["Table", "My row", "Against"]


def test_without_a_deck_only_dice_are_told():
    text = odds_page("rough-magic", deck=False)
    assert "with the deck" not in text
    assert "with this deck" not in text
    assert "58.3% with dice" in text  # 2d6 against 7


def test_a_telephone_shows_each_table_of_a_check_whole():
    for name in GAMES:
        for part in odds_page(name).split('<div class="k">')[1:]:
            for table in part.split("</div>")[0].split("<table ")[1:]:
                assert table.count('<th class="a"') <= 6
