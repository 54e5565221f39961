"""In a browser: what was drawn is told, tried a thousand times, and kept; where nothing can be kept, play goes on."""

import pytest
from browser import browser
from page_decks import deck_of

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.game import load
from deckgen.play.page import play_html

FORBIDDEN = (
    "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }});"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    game = load("rough-magic")
    spec = game.deck()
    layout, deck = load_layout(spec.layout), deck_of(spec)
    path = tmp_path_factory.mktemp("play") / "play.html"
    path.write_bytes(play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck)))
    return path.as_uri()


@pytest.fixture(scope="module")
def running():
    with browser() as found:
        yield found


def opened(context, address, faults):
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    return page


def show(page, part):
    page.locator(f"nav [data-view={part}]").click()


def lines(page):
    show(page, "statistics")
    page.wait_for_timeout(400)
    return page.locator(".sentences p").all_inner_texts()


def test_statistics_are_told_and_tried(running, address):
    faults = []
    page = opened(running.new_context(viewport={"width": 390, "height": 844}), address, faults)
    assert lines(page) == ["Nothing was drawn yet."]
    assert page.locator(".counted details").count() == 0
    for _ in range(3):
        page.keyboard.press("d")
    assert lines(page)[0] == "Cards drawn: 3. Shuffles: 1."
    page.keyboard.press("u")
    assert lines(page)[0].startswith("Cards drawn: 2.")
    page.locator("#sample-thousand").click()
    assert lines(page)[0].startswith("Cards drawn: 1000.")
    assert page.locator(".bars i").count() == 54
    page.keyboard.press("d")  # the game goes on, and what is shown stays
    assert lines(page)[0].startswith("Cards drawn: 1000.")
    page.locator("#sample-end").click()
    assert lines(page)[1].startswith("The deck was drawn to its end")
    page.locator(".counted summary").first.click()
    page.wait_for_selector(".counted table")  # the page hears of it a moment later
    assert page.locator(".counted table").count() == 1
    page.locator("#sample-game").click()
    assert lines(page)[0].startswith("Cards drawn: 3.")
    assert page.locator(".counted table").count() == 1  # what was opened stays open
    page.locator("#trial-place").select_option(label="Brawn · 2d6")
    page.locator("#trial-run").click()
    assert "Read 1000 times" in page.locator(".trial").inner_text()
    assert page.locator(".trial tbody tr").count() > 5
    assert page.evaluate("document.getElementById('statistics').scrollWidth") <= 390
    assert faults == []


def test_a_game_goes_on_and_tabs_know_of_each_other(running, address):
    faults = []
    context = running.new_context(viewport={"width": 390, "height": 844})
    page = opened(context, address, faults)
    for _ in range(4):
        page.keyboard.press("d")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert lines(page)[0].startswith("Cards drawn: 4.")
    other = opened(context, address, faults)
    other.keyboard.press("d")
    page.bring_to_front()
    page.locator("#toast", has_text="another tab").wait_for()
    page.evaluate(
        "localStorage.setItem(Object.keys(localStorage).find((key) => /[0-9a-f]$/.test(key)), '{nonsense')"
    )
    page.reload()
    page.locator("#toast", has_text="is no game").wait_for()
    assert lines(page) == ["Nothing was drawn yet."]
    assert faults == []


def test_a_browser_that_forbids_keeping_plays_on(running, address):
    faults = []
    context = running.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(FORBIDDEN)
    page = opened(context, address, faults)
    assert "keeps nothing" in page.locator("#toast").inner_text()
    page.keyboard.press("d")
    assert lines(page)[0].startswith("Cards drawn: 1.")
    assert faults == []
