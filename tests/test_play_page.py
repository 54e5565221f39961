"""The deck in the browser: what is in the file, and what a browser makes of it."""

import json
import re
import zlib
from base64 import b64decode
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest
from page_decks import deck_of
from script_modules import PACKAGE

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.game import load, shipped_games
from deckgen.language import language
from deckgen.play.page import MODULES, play_html
from deckgen.play.words import play_words

GAMES = shipped_games()
LIMIT = 1_200_000
SAID = re.compile(r"""say\((?:(?:choice\.)?model, )?(?:"([^"]*)"|'([^']*)')""")


@cache
def made(name, code=None):
    game = load(name, code)
    spec = game.deck()
    layout, deck = load_layout(spec.layout), deck_of(spec)
    return play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck))


class Marked(HTMLParser):
    """The ids of a page, and its elements that style or script themselves."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.styled = [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.ids += [value for key, value in attributes if key == "id"]
        self.styled += [tag for key, _ in attributes if key == "style" or key.startswith("on")]


def script_of(page):
    return zlib.decompress(b64decode(re.search(r'id="code">([^<]*)<', page)[1])).decode()


def model_of(page):
    text = re.match(r"var deckgenPlay = JSON\.parse\((.*)\);\n", script_of(page))[1]
    return json.loads(json.loads(text))


# The file


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", GAMES)
def test_it_is_small_and_the_same_again(name, code):
    page = made(name, code)
    assert len(page) <= LIMIT
    made.cache_clear()
    assert page == made(name, code)
    found = Marked(page.decode())
    assert len(found.ids) == len(set(found.ids))
    assert not found.styled
    assert f'<html lang="{code or "en"}"' in page.decode()
    model = model_of(page.decode())
    assert len(model["cards"]) == len(model["faces"]["fronts"]) == 54


def test_the_policy_lets_nothing_else_in():
    page = made("rough-magic").decode()
    policy = unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.search(r"(?:src|href)=.?https?:", page)
    assert "<noscript><p" in page


def test_no_name_stands_in_two_modules():
    """They are joined to one script, so what one declares another would take for its own."""
    names = [
        match
        for module in MODULES
        for match in re.findall(
            r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)",
            (PACKAGE / module).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    ]
    assert {name for name in names if names.count(name) > 1} == set()


def test_modules_stand_in_the_order_of_need():
    seen = set()
    for module in MODULES:
        text = (PACKAGE / module).read_text(encoding="utf-8")
        for target in re.findall(r'^import [^;]*"([^"]*)";', text, re.MULTILINE):
            assert (PACKAGE / module).parent.joinpath(target).resolve() in seen, (module, target)
        seen.add((PACKAGE / module).resolve())


def test_all_that_is_said_has_words():
    words = play_words(language("de"))
    files = [PACKAGE / module for module in MODULES] + sorted((PACKAGE / "play" / "templates").glob("*.html"))
    said = {one or other for file in files for one, other in SAID.findall(file.read_text(encoding="utf-8"))}
    assert len(said) > 60
    assert said - words.keys() == set()
