"""The rules of the page that plays a deck: all panels as texts, marks as the cards draw them, the rules cards once each."""

import re
from dataclasses import replace
from html import unescape

import pytest
from html_pages import play_model, play_page
from page_decks import deck_of
from panel_games import panel_game

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.game import read_game, shipped_games
from deckgen.game.panels import Panel, PanelList, PanelPage, PanelTable, PanelText, PrintedRules
from deckgen.play.page import play_html
from deckgen.play.rules import rules_text

POKER = load_layout("poker")


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", shipped_games())
def test_all_panels_of_screen_and_rules_cards_are_there_once(name, code):
    game, page = read_game(name, code), play_page(name, code).decode()
    heads = re.findall(r"<article><h4>(.*?)</h4>", page)
    cards = game.reference_cards_for(game.deck())
    panels = {panel.name: panel for board in (*game.rules.screen, *cards) for panel in board.panels}
    assert sorted(map(unescape, heads)) == sorted(panel.title for panel in panels.values())
    references = play_model(page)["faces"]["references"]
    assert sum(each["copies"] for each in references) == len(cards)
    assert len(references) == len({card.name for card in cards})
    assert "{mark" not in page


def test_each_kind_of_block_is_text(tmp_path):
    blocks = (
        "text: One **<b>two</b>** three.",
        "list: [first, '**second** point']",
        "table: {columns: [Height, '+2'], rows: [[3 m, '**7**']]}",
        "scope: [Pulp, Grim]",
        "shares: coin",
        "odds: {section: skill, scope: Pulp, rolls: [I], rows: [1], bonus: [0, 1]}",
    )
    game = panel_game(tmp_path, *blocks)
    spec = game.deck()
    (board,) = rules_text(POKER, game, spec).boards
    contents = [block for panel in board["panels"] for block in panel["blocks"]]
    assert board["title"] == "Board"
    assert contents[0] == {"words": [("One ", ""), ("<b>two</b>", "bold"), (" three.", "")]}
    assert contents[2]["heads"] == [("Height", False), ("+2", False)]
    assert contents[5]["caption"] == "Chance of success in per cent, if you add so much"


def page_with(rules):
    """The page of a shipped game with other rules, without rules cards."""
    game = replace(read_game("rough-magic"), rules=rules)
    spec = game.deck()
    layout, deck = load_layout(spec.layout), deck_of(spec)
    return play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck)).decode()


def test_texts_stay_texts():
    blocks = (
        PanelText("One **<b>two</b>** three."),
        PanelList(("first", "**second** point")),
        PanelTable(("Height", "+2"), (("three m", "**7**"),)),
    )
    panels = (Panel("one", "A <i>panel</i>", "", blocks, None),)
    page = page_with(PrintedRules((), (PanelPage("1", "A board", panels, 1, None),)))
    part = page[page.index('<section class="view rules"') : page.index("</main>")]
    assert "<h3>A board</h3>" in part
    assert "<h4>A &lt;i&gt;panel&lt;/i&gt;</h4>" in part
    assert "<p>One <b>&lt;b&gt;two&lt;/b&gt;</b> three.</p>" in part
    assert "<li>first</li><li><b>second</b> point</li>" in part
    assert '<th scope="col">Height</th><th scope="col" class="n">+2</th>' in part
    assert '<td>three m</td><td class="n"><b>7</b></td>' in part
    assert "Rules cards" not in part  # none were drawn


def test_marks_are_drawn_beside_what_they_mean():
    game = read_game("west-that-wasnt")
    layout, spec = load_layout("west"), game.deck()
    rules = rules_text(layout, game, spec)
    indices = [
        index
        for board in rules.boards
        for panel in board["panels"]
        for block in panel["blocks"]
        for mark in block.get("marks", ())
        for index in mark["samples"]
    ]
    assert indices == [*range(len(rules.samples))]
    assert all(sample.items and sample.height == 4.0 for sample in rules.samples)
    page = play_page("west-that-wasnt").decode()
    assert page.count('<svg viewBox="0 0 ') == len(rules.samples)


def test_a_game_without_rules_has_no_such_part():
    page = page_with(PrintedRules())
    assert 'id="rules"' not in page
    assert 'data-view="rules"' not in page
