"""A deck of round cards, and one of cards that lie, from the layout to every document made of them."""

import json
import re
from zipfile import ZipFile

import pytest
from game_files import DECK, GAME, write

from deckgen.draw.drawing import Text
from deckgen.draw.geometry import ellipse
from deckgen.draw.text import text_box
from deckgen.errors import LayoutError
from deckgen.library.boxes import box_book, cut_lines
from deckgen.library.games import load_game
from deckgen.press.pictures.png import has_cairo
from deckgen.run.validation import validate_game_or_file

BLEED = 3.175
SECTION = """
sections:
  weather: {kind: distribution, title: Weather, outcomes: [{value: sun, cards: 13, print: "Sun"}, {value: rain, cards: rest, print: "Rain"}]}
"""
THEME = """
extends: poker
template: {name}.svg
palette: {{ground: {{screen: "#12372a", cmyk: [88, 45, 80, 27]}}, white: {{screen: "#ffffff", cmyk: [0, 0, 0, 0]}}}}
strings: {{title: "{{deck}} {{number}}"}}
{more}
"""


def layout(folder, name, width, height, more, title="", extra=""):
    sides = f"{width + 2 * BLEED:g} {height + 2 * BLEED:g}"
    size = 'width="{}mm" height="{}mm"'.format(*sides.split())
    middle = f'x="{width / 2 - 10}" y="{height / 2 - 5}" width="20" height="10"'
    ground = (
        f'x="{-BLEED}" y="{-BLEED}" width="{sides.split(maxsplit=1)[0]}" height="{sides.split()[1]}" fill="#12372a"'
    )
    (folder / f"{name}.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{-BLEED} {-BLEED} {sides}">'
        f'<g id="static"><rect {ground}/><rect {middle} fill="#ffffff"/></g>'
        f'<g id="slots"><rect id="slot-weather" {middle}/>{title}</g>{extra}</svg>'
    )
    (folder / f"{name}.yaml").write_text(THEME.format(name=name, more=more))
    return str(folder / f"{name}.svg")


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("small"), GAME, DECK, SECTION)
    title = '<text id="slot-title" x="{}" y="{}" text-anchor="{}" font-family="display" font-size="3" fill="#ffffff">T</text>'
    layout(folder, "round", 70, 70, "shape: round", title.format(35, 12, "middle"))
    layout(
        folder, "edge", 70, 70, "shape: round", title.format(12, 12, "start").replace("<text", '<text data-width="20"')
    )
    layout(folder, "lying", 88.9, 63.5, "", title.format(44, 12, "middle"))
    layout(folder, "sharp", 70, 70, "{shape: hex, corner: 60}"[1:-1].replace(", ", "\n"))
    layout(
        folder,
        "drawn",
        70,
        70,
        "shape: hex",
        title.format(35, 12, "middle"),
        '<circle id="outline" cx="35" cy="35" r="34"/>',
    )
    return folder


@pytest.fixture(scope="module")
def deck(game):
    return load_game(game).deal(None, "1")


def test_the_drawing_goes_before_the_theme(deck, game):
    assert deck.layout(str(game / "round.svg")).outline == ellipse(35, 35, 35, 35)
    drawn = deck.layout(str(game / "drawn.svg"))
    assert (drawn.outline, drawn.shape) == (ellipse(35, 35, 34), "path")
    assert {front.shape for front in deck.faces(str(game / "drawn.svg")).fronts} == {"path"}


def test_corners_without_room_are_an_error_of_the_theme(deck, game):
    with pytest.raises(LayoutError, match=r"sharp.yaml: corner: corners of 60 mm have no room; make it smaller"):
        deck.layout(str(game / "sharp.svg"))


def test_validation_warns_of_words_near_the_cut(game):
    def warnings(name):
        found = validate_game_or_file(str(game), str(game / f"{name}.svg"), None).warnings
        return [(problem.path, problem.message) for problem in found if "cut" in problem.message]

    assert warnings("round") == []
    ((slot, message),) = warnings("edge")
    assert slot == "slot-title"
    assert re.fullmatch(r"'1 \d+' on .* is (0\.\d mm from the cut|cut off)", message)


def test_a_title_has_the_room_between_the_edges_of_a_round_card(deck, game):
    words = "{deck} {number} is a title that hardly ever fits"
    for name, shape in (("long", "round"), ("square", "rect")):
        theme = (game / "round.yaml").read_text().replace("shape: round", f"shape: {shape}")
        (game / f"{name}.yaml").write_text(theme.replace("{deck} {number}", words))

    def width(name):
        loaded = deck.layout(str(game / f"{name}.yaml"))
        texts = [item for item in deck.faces(loaded).fronts[5].items if isinstance(item, Text) and item.slot == "title"]
        assert [text.string for text in texts] == ["1 5 is a title that hardly ever fits"]
        return text_box(texts[0], loaded.theme.fonts).width

    chord = 2 * (35**2 - (35 - 9) ** 2) ** 0.5  # at the upper edge of letters of 3 mm on the baseline 12
    assert width("long") < chord - 6 < width("square")


def test_cuts_boxes_and_pages_follow_the_shape(deck, game):
    name = str(game / "round.svg")
    cuts = cut_lines(deck, name)
    assert cuts.summary.startswith("2 × 4 cards on A4")
    assert cuts.content("svg").count(b"C") >= 8 * 4
    box = box_book([deck], name, "a4", "press").pages[0]
    square = box_book([deck], str(game / "square.yaml"), "a4", "press").pages[0]
    assert (box.width, box.height) == (square.width, square.height)
    page = deck.play_page(name).content().decode()
    assert "clip-path" in page
    assert ".card,.pile .slot,.empty{aspect-ratio:70/70}" in page
    assert "overflow:visible}" in page


@pytest.mark.skipif(not has_cairo(), reason="the cairo library is missing")
def test_tabletops_know_the_shape_and_services_turn_what_lies(deck, game, tmp_path):
    cards = deck.render(layout=str(game / "round.svg"), target="tabletop-simulator", url="https://example.org/")
    with ZipFile(cards.save(tmp_path / "tts.zip")) as archive:
        saved = json.loads(archive.read(next(name for name in archive.namelist() if name.endswith(".json"))))
        picture = archive.read(next(name for name in archive.namelist() if name.endswith("-1.png")))
    assert {sheet["Type"] for sheet in saved["ObjectStates"][0]["CustomDeck"].values()} == {4}
    assert picture[25] == 6  # red, green, blue and opacity
    lying = deck.render(layout=str(game / "lying.svg"), target="thegamecrafter")
    (note,) = lying.warnings(tmp_path / "x.zip", "zip")
    assert note.startswith(
        "the cards are turned by 90°, fronts to the right, backs to the left: The Game Crafter prints poker"
    )
    assert list(deck.render(layout=str(game / "lying.svg")).warnings(tmp_path / "x.pdf", "pdf")) == []
