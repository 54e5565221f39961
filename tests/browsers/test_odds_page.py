"""The page of odds in a browser."""

from dataclasses import replace

import pytest
from browser import browser, violations
from html_pages import odds_page
from table_decks import shipped

from deckgen.document.odds.html import odds_html
from deckgen.document.odds.totals import all_section_odds


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
    page = opened(odds_page("action-and-combat"))
    table, row, column = page.locator("select").all()
    table.select_option(label="Test against a difficulty number · Success")
    row.select_option(label="+5")
    column.select_option(label="Hard (18)")
    assert page.locator("output").text_content().endswith("25.9% with dice")
    assert page.locator("td.hit").count() == 1
    table.select_option(index=1)
    assert row.input_value() == "+5"


def test_nothing_keeps_people_from_using_it(opened):
    page = opened(odds_page("rough-magic"))
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
    page = opened(odds_html(game, spec, all_section_odds(game, spec, own), own).decode())
    assert page.locator("img, main script").count() == 0
    assert evil in page.title()
    assert page.locator("select").first.locator("option").first.text_content().startswith(evil)
