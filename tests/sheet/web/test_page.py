"""Sheets for the screen: what is in the file."""

import json
import re
import zlib
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser

import pytest
from html_pages import shipped_characters
from sheet_fixtures import small

from deckgen.draw.paper import find_paper
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.sheet import blank_sheet
from deckgen.sheet.web.page import sheet_html

GAMES = shipped_sheets()
LIMIT = 380_000  # bytes, with the characters that the game ships, the view for fights and the parts of faces


class Names(HTMLParser):
    """The fields that a page has, rows of lists being 00, and its ids."""

    def __init__(self, html):
        super().__init__()
        self.fields, self.ids, self.styled = set(), [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        for key in ("data-field", "data-show", "data-track", "data-picture"):
            if key in said:
                self.fields.add(said[key])
        self.ids += [said["id"]] if "id" in said else []
        self.styled += [tag for key in said if key == "style" or key.startswith("on")]


@pytest.mark.parametrize("game", GAMES)
def test_it_has_the_fields_of_the_pdf(game):
    spec = load_sheet(game)
    pages = blank_sheet(spec, find_paper("a4")).blank
    slots = {slot.name for page in pages for slot in page.slots}
    tracks = {full for full, column in spec.fields() if column.type == "track"}
    wanted = {next((t for t in tracks if re.fullmatch(re.escape(t) + r"\.\d+", name)), name) for name in slots}
    lists = "|".join(re.escape(name) for name, group in spec.groups.items() if group.kind == "rows")
    wanted = {re.sub(rf"^({lists})\.\d\d", r"\1.00", name) for name in wanted}
    found = Names(sheet_html(spec).decode())
    assert not {name for name in wanted if not name.startswith("overrides.")} - found.fields
    assert len(found.ids) == len(set(found.ids))
    assert not found.styled


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_small_and_the_same_again(game, code):
    spec = load_sheet(game, code)
    page = sheet_html(spec, shipped_characters(game, spec))
    assert len(page) <= LIMIT
    assert page == sheet_html(spec, shipped_characters(game, spec))
    assert f'<html lang="{spec.language.code}"'.encode() in page


def test_what_people_write_stays_text(tmp_path):
    spec = small(tmp_path)
    file = tmp_path / "bad.yaml"
    file.write_text('game: small\nname: "</script><script>alert(1)</script>"\nage: 3\n', encoding="utf-8")
    page = sheet_html(spec, [load_character(file, spec)]).decode()
    assert "<script>alert" not in page
    assert page.count("</script>") == 2


def test_the_policy_lets_nothing_else_in():
    page = sheet_html(load_sheet("rough-magic")).decode()
    policy = unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.search(r"(?:src|href)=.?https?:", page.split("<main")[1].split("</main>")[0])


def test_scripts_are_packed_with_the_model_of_the_sheet(tmp_path):
    spec = small(tmp_path)
    page = sheet_html(spec).decode()
    script = zlib.decompress(b64decode(re.search(r'id="code">([^<]*)<', page)[1])).decode()
    model = json.loads(re.search(r"^var model = (.*);$", script, re.MULTILINE)[1])
    assert [group["name"] for group in model["groups"]] == list(spec.groups)
    assert "@param" not in script.partition('"use strict"')[2]
