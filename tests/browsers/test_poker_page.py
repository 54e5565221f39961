"""The page of cards of a poker deck in a browser: results are looked up by typing, tapping and keys."""

from dataclasses import replace
from functools import cache

import pytest
from browser import one_now, violations
from html_pages import poker_page
from table_decks import GAMES, shipped

EVIL = "<img src=x onerror=alert(1)>\"'&|</script><script>alert(2)</script>"


@cache
def evil():
    """A deck whose every printed word is an attack."""
    deck, game, spec = shipped("west-that-wasnt")
    faces = tuple(replace(face, printed=f"{face.name} {EVIL}") for face in spec.playing_cards)
    sections = tuple(replace(section, title=EVIL + section.title, help=EVIL) for section in spec.sections)
    return deck, replace(game, title=EVIL), replace(spec, title=EVIL, playing_cards=faces, sections=sections)


@cache
def pages():
    """Pages in a browser: (game, code, evil or no) to HTML."""
    found = {}
    for name in GAMES:
        deck, game, spec = shipped(name)
        found[name] = poker_page(deck, game, spec)
    found["evil"] = poker_page(*evil())
    return found


@pytest.fixture(scope="module")
def opened(running, tmp_path_factory):
    """Opens one of the pages; whatever goes wrong in it fails the test."""
    folder = tmp_path_factory.mktemp("tables")
    wrong = []
    page = running.new_page(viewport={"width": 390, "height": 844})
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None,
    )

    def open_(name, hash_=""):
        file = folder / f"{name}.html"
        file.write_bytes(pages()[name])
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("about:blank")
        page.goto(file.as_uri() + hash_)
        return page

    yield open_
    assert wrong == []


def shown(page):
    return page.locator("article:not([hidden])").evaluate_all("all => all.map((each) => each.dataset.n)")


def test_cards_are_found_by_typing_tapping_and_keys_alone(opened):
    page = opened("future-imperfect", "#8d")
    assert shown(page) == ["8 of diamonds"]
    find = page.locator("input")
    for text, cards in {
        "7h": ["7 of hearts"], "♥ 7": ["7 of hearts"], "10 s": ["10 of spades"], "queen spades": ["queen of spades"],
        "joker": ["red joker", "black joker"], "27": ["7 of hearts"], "nothing": [],
    }.items():  # fmt: skip
        find.fill(text)
        assert shown(page) == cards
        assert page.locator("#none").is_visible() == (not cards)
    find.fill("hearts")
    assert page.locator("#said").text_content() == "13 cards fit"
    page.keyboard.press("Escape")
    assert len(shown(page)) == 54
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    page.keyboard.type("as")
    assert (shown(page), page.locator("#said").text_content()) == (["ace of spades"], "ace of spades")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["2 of spades"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == ["black joker"]
    page.keyboard.press("Escape")
    page.locator("button[value=hearts0]").click()
    assert len(shown(page)) == 13
    page.locator('[data-g=r] button[value="5"]').click()
    assert shown(page) == ["5 of hearts"]
    assert page.url.endswith("#5h")
    page.locator(".j").first.click()
    assert shown(page) == ["red joker"]
    page.locator("button[value=spades0]").click()
    assert len(shown(page)) == 13
    page.goto(page.url.split("#")[0] + "#%E0%A4%A")  # no text at all
    assert len(shown(page)) in (13, 54)


@pytest.mark.parametrize("name", GAMES)
def test_a_telephone_shows_all_results_of_a_card_at_once(opened, name):
    page = opened(name, "#7h")
    last = page.locator("article:not([hidden])").bounding_box()
    assert last["y"] + last["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for box in page.locator("header button, header input, summary").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    ):
        assert min(box["width"], box["height"]) >= 24
    # With the keyboard open: what a test, its place and its harm are read from.
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator("input").fill("7h")
    grids = page.locator("article:not([hidden]) table").evaluate_all(
        "all => all.slice(0, 4).map((each) => each.getBoundingClientRect().bottom)"
    )
    assert max(grids) <= 500
    page.set_viewport_size({"width": 320, "height": 700})
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("name", one_now([*GAMES, "evil"], 2))
def test_nothing_keeps_people_from_using_it(opened, name):
    page = opened(name, "#7h")
    page.evaluate("document.querySelectorAll('article[hidden]').forEach((each) => each.remove())")  # all are alike
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        rules = {"color-contrast": {"enabled": name != "evil"}}  # takes longest
        assert violations(page, rules=rules) == [], f"{scheme} {width}"
    page.emulate_media(color_scheme="light")


def test_names_that_are_html_are_only_shown(opened):
    page = opened("evil")
    assert page.title() == f"{EVIL}: {EVIL}"
    assert page.locator("img, main script").count() == 0
    page.locator("input").fill("7h")
    assert shown(page) == [f"7 of hearts {EVIL}".lower()]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("input").fill(f"seven {EVIL}")
    assert page.locator("img, main script").count() == 0


def test_without_scripts_all_cards_stand_there(running, tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(pages()["rough-magic"])
    page = running.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    assert page.locator("article:visible").count() == 54
    assert page.locator("form").is_hidden()
