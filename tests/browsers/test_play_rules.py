"""The rules on the page that plays a deck, in a browser: found by words, read without scripts, rules cards as printed."""

import pytest
from browser import one_now, opening, violations
from html_pages import play_page

from deckgen.game import shipped_games


@pytest.fixture
def opened(running, tmp_path):
    with opening(running) as open_page:

        def open_deck(name, **context):
            path = tmp_path / "play.html"
            path.write_bytes(play_page(name))
            return open_page(path, **{"viewport": {"width": 390, "height": 844}, **context})

        yield open_deck


@pytest.mark.parametrize("name", one_now(shipped_games(), 2))
def test_rules_are_read_on_a_phone_and_found_by_their_words(opened, name):
    page = opened(name, color_scheme="dark")
    page.locator("nav [data-view=rules]").click()
    page.wait_for_selector("#references figure")
    panels = page.locator("#rules article")
    count = panels.count()
    assert count >= 20
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        wide = page.evaluate(
            "[...document.querySelectorAll('#rules article')].filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        )
        assert wide == 0, width
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.locator("#references figure svg").first
    assert card.bounding_box()["width"] > 300
    assert card.get_attribute("aria-label")
    assert page.evaluate("getComputedStyle(document.querySelector('#references text')).whiteSpace") == "pre"
    assert violations(page) == []
    words = page.locator("#rules article h4").nth(count // 2).text_content()
    page.locator("#rules-find").fill(words.upper())
    shown = [text.lower() for text in page.locator("#rules article:visible").all_text_contents()]
    assert 0 < len(shown) < count
    assert all(word in text for word in words.lower().split() for text in shown)
    page.locator("#rules-find").fill("xyzzy")
    assert page.locator("#rules article:visible, #rules figure:visible").count() == 0
    assert page.locator("#rules-none").text_content()
    page.locator("#rules-find").fill("")
    assert page.locator("#rules article:visible").count() == count
    assert page.locator("#rules-none").text_content() == ""


def test_rules_are_read_without_scripts(running, tmp_path):
    path = tmp_path / "play.html"
    path.write_bytes(play_page("rough-magic"))
    context = running.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator(".missing").is_visible()
    assert page.locator("#rules article").first.is_visible()
    assert not page.locator("#draw").is_visible()
    context.close()
