"""Dice of several parts on the page that plays a deck: ringed, told as the program tells them, and counted."""

import pytest
from browser import opening
from dice_plays import HEAD, MOVES, PROCEDURES, SECTIONS
from game_files import write

from deckgen.card.faces import draw_faces
from deckgen.card.layout import game_layout
from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.document.examples.text import narrate
from deckgen.game import read_game
from deckgen.play.page import play_html

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9" width="63.5mm" height="88.9mm">
<rect id="slot-tests" x="5" y="6" width="53" height="36"/>
<rect id="slot-moves" x="5" y="44" width="53" height="18"/>
<rect id="slot-signs" x="5" y="64" width="53" height="18"/>
</svg>
"""


@pytest.fixture
def dealt(tmp_path):
    folder = write(
        tmp_path / "game",
        HEAD.replace("{title: Main,", "{title: Main, layout: look.svg,"),
        SECTIONS + MOVES,
        PROCEDURES,
    )
    (folder / "look.svg").write_text(SVG, encoding="utf-8")
    (folder / "look.yaml").write_text("extends: base/1\ntemplate: look.svg\n", encoding="utf-8")
    game = read_game(folder)
    return game, game.deck(), generate(game, game.deck(), "1")


def test_dice_are_played_told_and_counted(running, dealt, tmp_path):
    game, spec, deck = dealt
    layout = game_layout(game, spec)
    path = tmp_path / "play.html"
    path.write_bytes(play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck)))
    with opening(running) as open_page:
        page = open_page(path, reduced_motion="reduce", viewport={"width": 1280, "height": 900})
        page.locator("#roll").click()
        page.locator(".outcome").wait_for()
        cards = page.locator("#stage .card").evaluate_all("all => all.map((each) => Number(each.dataset.card))")
        act = game.procedures[0]
        played = play(act, deck, spec, {}, [deck.cards[number] for number in cards])
        facts = [fact.text for fact in narrate(game, spec, act, played).facts]
        assert set(facts) - {*page.locator(".outcome p").all_text_contents()} == set()
        keys = page.locator("#stage .card").evaluate_all("all => all.map((each) => JSON.parse(each.dataset.key)[1])")
        assert [len(marks) > 0 for marks in keys] == [True] * len(cards)
        assert all(len(mark["rings"]) == 1 for marks in keys for mark in marks)
        page.locator("#choose").click()
        page.locator("#rolls .group.read button", has_text="Tests").click()
        page.locator("#asks select, .asks select").first.select_option("dare")
        page.locator("#roll").click()
        page.locator(".outcome").wait_for()
        last = page.locator("#stage .card").last.get_attribute("data-card")
        level, doubled = deck.cards[int(last)].sections["tests"]["dare"].outcome
        assert page.locator(".verdict").text_content().strip() == level + ", Double trouble" * doubled
        page.locator("nav [data-view=statistics]").click()
        page.locator("#trial-place").select_option(label="dare: Double trouble")
        page.locator("#trial-run").click()
        page.locator(".trial tbody tr").first.wait_for()
        assert page.locator(".trial tbody th").all_text_contents() == ["–", "Double trouble"]
