"""In a browser: what was drawn is told, tried a thousand times, and kept; where nothing can be kept, play goes on."""

import pytest
from browser import opening, ready
from page_decks import deck_of

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.game import read_game
from deckgen.play.page import play_html

FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }});"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    game = read_game("rough-magic")
    spec = game.deck()
    layout, deck = load_layout(spec.layout), deck_of(spec)
    made = tmp_path_factory.mktemp("play") / "play.html"
    made.write_bytes(play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck)))
    return made


@pytest.fixture
def opened(running, path):
    with opening(running) as open_page:
        yield lambda script="": open_page(path, script, viewport={"width": 390, "height": 844})


def show(page, part):
    page.locator(f"nav [data-view={part}]").click()


def told(page, *beginnings):
    """Wait until the statistics begin so, paragraph by paragraph."""
    show(page, "statistics")
    page.wait_for_function(
        """(beginnings) => {
          const said = [...document.querySelectorAll(".sentences p")].map((each) => each.innerText);
          return beginnings.every((each, at) => said[at]?.startsWith(each));
        }""",
        arg=beginnings,
    )


def test_statistics_are_told_and_tried(opened):
    page = opened()
    told(page, "Nothing was drawn yet.")
    assert page.locator(".counted details").count() == 0
    for _ in range(3):
        page.keyboard.press("d")
    told(page, "Cards drawn: 3. Shuffles: 1.")
    page.keyboard.press("u")
    told(page, "Cards drawn: 2.")
    page.locator("#sample-thousand").click()
    told(page, "Cards drawn: 1000.")
    assert page.locator(".bars i").count() == 54
    page.keyboard.press("d")  # the game goes on, and what is shown stays
    told(page, "Cards drawn: 1000.")
    page.locator("#sample-end").click()
    told(page, "", "The deck was drawn to its end")
    page.locator(".counted summary").first.click()
    page.wait_for_selector(".counted table")  # the page hears of it a moment later
    assert page.locator(".counted table").count() == 1
    page.locator("#sample-game").click()
    told(page, "Cards drawn: 3.")
    assert page.locator(".counted table").count() == 1  # what was opened stays open
    page.locator("#trial-place").select_option(label="Brawn · 2d6")
    page.locator("#trial-run").click()
    assert "Read 1000 times" in page.locator(".trial").inner_text()
    assert page.locator(".trial tbody tr").count() > 5
    assert page.evaluate("document.getElementById('statistics').scrollWidth") <= 390


def test_a_game_goes_on_and_tabs_know_of_each_other(opened):
    page = opened()
    for _ in range(4):
        page.keyboard.press("d")
    page.reload()
    ready(page)
    told(page, "Cards drawn: 4.")
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    other.keyboard.press("d")
    page.bring_to_front()
    page.locator("#toast", has_text="another tab").wait_for()
    page.evaluate("localStorage.setItem(Object.keys(localStorage).find((key) => /[0-9a-f]$/.test(key)), '{nonsense')")
    page.reload()
    page.locator("#toast", has_text="is no game").wait_for()
    told(page, "Nothing was drawn yet.")


def test_a_browser_that_forbids_keeping_plays_on(opened):
    page = opened(FORBIDDEN)
    assert "keeps nothing" in page.locator("#toast").inner_text()
    page.keyboard.press("d")
    told(page, "Cards drawn: 1.")
