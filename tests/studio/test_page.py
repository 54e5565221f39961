"""The files of the studio's page: all that it names is there, in both languages, and a game to start from works."""

import json
import re
from html.parser import HTMLParser

import pytest

from deckgen.studio.engine import ITEMS, answer
from deckgen.studio.facts import INK
from deckgen.studio.page import TEMPLATE, page_file, page_html, page_names, policy, studio_files


class Names(HTMLParser):
    """All addresses that a page names, and its facts."""

    def __init__(self):
        super().__init__()
        self.names, self.facts, self.inline = set(), "", []

    def handle_starttag(self, _, attributes):
        for name, value in attributes:
            if name in {"href", "src"} and value and not re.match(r"#|data:|https?:", value):
                self.names.add(value)
            if name == "style" or name.startswith("on"):
                self.inline.append(name)

    def handle_data(self, data):
        if data.startswith('{"version"'):
            self.facts = data


@pytest.mark.parametrize("engine", ["local", "page"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_the_page_names_is_there(engine, language):
    page = Names()
    page.feed(page_html(language, engine).decode())
    assert page.names <= set(page_names(engine))
    assert page.inline == []  # which the policy forbids
    facts = json.loads(page.facts)
    assert facts["language"] == language
    assert all(text for text in facts["words"].values())
    if language == "de":
        assert sum(english == german for english, german in facts["words"].items()) < 12  # such as "Deck"
    for game in facts["games"]:
        assert set(game["items"]) <= set(ITEMS)
        assert game["line"]
        assert game["rules"]


def test_all_files_can_be_read():
    files = dict(studio_files("local"))
    assert list(files) == page_names("local")
    assert all(files.values())
    assert page_file("../server.py", "local") is None
    assert page_file("scripts/worker.js", "local") is None  # the browser's own
    assert "'wasm-unsafe-eval'" in policy("page")
    assert "wasm" not in policy("local")


def test_the_template_is_a_game_without_problems(tmp_path):
    (tmp_path / "t.zip").write_bytes(page_file(TEMPLATE, "local"))
    shown = answer({"do": "game", "zip": "t.zip"}, tmp_path)
    assert (shown["problems"], shown["warnings"], shown["game"]["title"]) == ([], [], "My Game")


def test_what_ink_is_saved_is_measured_for_each_game():
    facts = json.loads(INK.read_bytes())
    assert all(0.2 < share < 1 for share in facts.values())
