"""Odds in HTML: every chance stands in it once, and the script finds the one that is asked for."""

import re
from dataclasses import replace
from html import unescape

import pytest
from browser import browser, violations
from table_decks import GAMES, shipped

from deckgen.document.odds.checks import check_tables
from deckgen.document.odds.html import odds_html
from deckgen.document.odds.totals import odds_of
from deckgen.draw.text import whole_percent
from deckgen.language import language


def content(name, *, deck=True):
    own, game, spec = shipped(name)
    given = own if deck else None
    return odds_html(game, spec, odds_of(game, spec, given), given).decode()


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
        return language("en").percent(chance, 1)

    if deck is None:
        return f"{exact(dice)} with dice", whole_percent(dice), ""
    return f"{exact(deck)} with the deck, {exact(dice)} with dice", whole_percent(deck), whole_percent(dice)


@pytest.mark.parametrize("deck", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_every_chance_is_that_of_the_table(name, deck):
    own, game, spec = shipped(name)
    given = own if deck else None
    text = content(name, deck=deck)
    assert len(text.encode()) <= 200_000
    assert not re.search(r"https?:|src=|<link|@import|url\((?!data:)", text)
    checks = [
        [[said(a.dice(c.asked), a.deck(c.asked)) for c in columns] for _, _, a in table.rows]
        for table in check_tables(game, spec, given)
        for _, columns in table.groups
    ]
    totals = [
        [[said(p.dice_at(t), p.deck_at(t)) for t in table.totals] for p in table.pools]
        for table in odds_of(game, spec, given)
    ]
    assert read(text) == [*checks, *totals]


def test_without_a_deck_only_dice_are_told():
    text = content("rough-magic", deck=False)
    assert "with the deck" not in text
    assert "with this deck" not in text
    assert "58.3% with dice" in text  # 2d6 against 7


def test_a_telephone_shows_each_table_of_a_check_whole():
    for name in GAMES:
        for part in content(name).split('<div class="k">')[1:]:
            for table in part.split("</div>")[0].split("<table ")[1:]:
                assert table.count('<th class="a"') <= 6


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odds")
    with browser() as running:
        page = running.new_page(viewport={"width": 390, "height": 844})

        def open_(text):
            (folder / "odds.html").write_text(text, encoding="utf-8")
            page.goto((folder / "odds.html").as_uri())
            return page

        yield open_


def test_the_page_tells_the_chance_of_a_bonus_of_five(opened):
    page = opened(content("action-and-combat"))
    table, row, column = page.locator("select").all()
    table.select_option(label="Test against a difficulty number · Success")
    row.select_option(label="+5")
    column.select_option(label="Hard (18)")
    assert page.locator("output").text_content().endswith("25.9% with dice")
    assert page.locator("td.hit").count() == 1
    table.select_option(index=1)
    assert row.input_value() == "+5"


def test_nothing_keeps_people_from_using_it(opened):
    page = opened(content("rough-magic"))
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == [], f"{scheme} {width}"


def test_titles_that_are_html_are_only_shown(opened):
    evil = "<img src=x onerror=alert(1)>\"'</script><script>alert(2)</script>"
    own, game, spec = shipped("rough-magic")
    checks = tuple(replace(check, title=evil) for check in game.checks)
    spec = replace(spec, sections=tuple(replace(section, title=evil) for section in spec.sections))
    game = replace(game, title=evil, checks=checks)
    page = opened(odds_html(game, spec, odds_of(game, spec, own), own).decode())
    assert page.locator("img, main script").count() == 0
    assert evil in page.title()
    assert page.locator("select").first.locator("option").first.text_content().startswith(evil)
