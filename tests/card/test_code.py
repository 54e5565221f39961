"""QR codes: what is drawn is what the encoder made, on its own light ground, and large enough to be read."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from page_decks import deck_of, shipped_game
from reportlab.graphics.barcode import qrencoder

from deckgen.card.code import (
    CODE_SLOT,
    MIN_MODULE,
    QUIET,
    CodeOptions,
    code_text,
    draw_code,
    longest_text,
    min_code_size,
    read_code_options,
)
from deckgen.card.faces import check_layout, draw_faces
from deckgen.card.layout import load_layout
from deckgen.draw.drawing import Drawing, Ink, Path as Outline, Style
from deckgen.draw.geometry import Box, rectangle
from deckgen.errors import LayoutError, Problems
from deckgen.press.pictures.png import render_pixels
from deckgen.sources import YamlFile, YamlValue

GAME = shipped_game()
SPEC = GAME.deck()
DECK = replace(deck_of(SPEC, number=7, of=1000), cards=deck_of(SPEC).cards[:15])
OPTIONS = CodeOptions(ink="#101010", ground="#f0f0e0")
FILE = Path("card.svg")
DPI = 300


def encoded(text):
    """The modules of the smallest symbol, by the encoder's own choice of mode."""
    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    return np.array(code.modules, bool)


def printed(text, side, *, dark="#303060"):
    """The modules as they are read from a picture: where readers look, in the middle of each."""
    ground = Outline(rectangle(0, 0, side + 8, side + 8), dark)
    items = draw_code(text, OPTIONS, Box(4, 4, side, side), FILE)
    inks = {screen: Ink(screen, screen, (0, 0, 0, 0)) for screen in (dark, OPTIONS.ink, OPTIONS.ground)}
    (picture,) = render_pixels([Drawing(side + 8, side + 8, 0, (ground, *items), Style({}, inks, {}))], DPI)
    count = len(encoded(text)) + 2 * QUIET
    places = (4 + (np.arange(count) + 0.5) * side / count) / 25.4 * DPI
    return picture[np.ix_(places.astype(int), places.astype(int))].mean(axis=2)


@pytest.mark.parametrize(
    "text",
    ["deckgen:0123456789ab", "DECKGEN:0123456789AB", "0042", "https://example.org/decks?id=0123456789ab"],
)
def test_a_code_is_read_back_from_a_picture_on_a_dark_card_in_the_smallest_slot(text):
    read = printed(text, min_code_size(text))
    assert (read[QUIET:-QUIET, QUIET:-QUIET] < 128).tolist() == encoded(text).tolist()
    quiet = np.ones(read.shape, bool)
    quiet[QUIET:-QUIET, QUIET:-QUIET] = False
    assert read[quiet].min() > 200
    assert min_code_size(text) == pytest.approx(len(read) * MIN_MODULE)


def test_a_code_is_two_paths_and_the_same_ones_for_the_same_deck():
    box = Box(3, 4, 20, 16)
    ground, modules = draw_code("deckgen:1", OPTIONS, box, FILE)
    assert isinstance(ground, Outline)
    assert isinstance(modules, Outline)
    assert ground.segments == rectangle(5, 4, 16, 16)
    assert len(modules.segments) < 5 * encoded("deckgen:1").sum() / 2
    again, others = (draw_code(text, OPTIONS, box, FILE) for text in ("deckgen:1", "deckgen:2"))
    assert (again[0], again[1]) == (ground, modules)
    assert again[1] is modules
    assert others[0] is ground


@pytest.mark.parametrize(
    ("text", "side", "what"),
    [
        (
            "deckgen:0123456789ab",
            13.1,
            r"slot-code: a QR code of 20 bytes does not fit in 13.1 mm.*13.2 mm wide",
        ),
        ("x" * 3000, 60, r"3000 bytes does not fit in 60.0 mm.*; shorten code: pattern:"),
    ],
)
def test_a_code_without_room_is_told(text, side, what):
    with pytest.raises(LayoutError, match=what):
        draw_code(text, OPTIONS, Box(0, 0, side, 90), FILE)


def test_a_pattern_says_what_a_deck_is():
    digits = DECK.id.removeprefix("sha256:")[:12]
    assert code_text("https://example.org/{serial}/{deck}-{of}/{ID}#{id}", DECK) == (
        f"https://example.org/0007/7-1000/{digits.upper()}#{digits}"
    )
    assert len(longest_text("{serial}{deck}{of}{id}")) == 30


def themed(layout, **said):
    """The layout with those options of codes."""
    source = YamlFile(layout.theme.file, "", {"code": said})
    spots = {name: YamlValue(source, ("code", name), value) for name, value in said.items()}
    return replace(layout, theme=replace(layout.theme, code=spots))


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"pattern": "see {seed}"}, "code.pattern: a code has no field {seed}; .*id"),
        ({"pattern": "{Id}"}, "has no field {Id}"),
        ({"pattern": " "}, "code.pattern: is empty"),
        ({"ink": "white", "ground": "ink"}, "a dark ink on a light ground"),
        ({"ground": "dim"}, "a dark ink on a light ground"),
        ({"ground": "none"}, "a dark ink on a light ground"),
        ({"ink": "blood"}, "no color"),
    ],
)
def test_what_no_reader_reads_is_told(said, what):
    problems = Problems()
    assert read_code_options(themed(load_layout("tactics"), **said).theme, problems) is None
    with pytest.raises(LayoutError, match=what):
        problems.raise_as(LayoutError)


def with_slot(side, **said):
    """A layout whose cards, but not its jokers, have a slot for a code."""
    layout = themed(load_layout(SPEC.layout), **said)
    boxes = {**layout.template.boxes, CODE_SLOT: Box(20, 30, side, side)}
    return replace(layout, template=replace(layout.template, boxes=boxes))


def test_cards_with_a_slot_have_the_code_and_others_have_not():
    layout = with_slot(20, pattern="{serial}", ground="hull")
    faces = draw_faces(layout, GAME, SPEC, DECK)
    options = read_code_options(layout.theme, Problems())
    wanted = draw_code("0007", options, Box(20, 30, 20, 20), layout.template.file)
    for card, front in zip(DECK.cards, faces.fronts, strict=True):
        assert (front.items[-2:] == wanted) is not card.face.is_joker
    assert not set(map(id, wanted)) & set(map(id, faces.back.items))


def test_a_slot_that_is_too_small_for_some_deck_is_told_before_one_is_dealt():
    assert check_layout(with_slot(14), GAME, SPEC) == ()
    with pytest.raises(LayoutError, match="slot-code: a QR code of 20 bytes"):
        check_layout(with_slot(13), GAME, SPEC)
    with pytest.raises(LayoutError, match="has no field"):
        check_layout(with_slot(20, pattern="{number}"), GAME, SPEC)


def test_a_section_of_that_name_has_the_slot():
    sections = tuple(replace(s, name=CODE_SLOT) if s.name == "clock" else s for s in SPEC.sections)
    spec = replace(SPEC, sections=sections)
    layout = with_slot(12)  # in which the deck's code would have no room
    cards = tuple(replace(c, sections={**c.sections, CODE_SLOT: c.sections["clock"]}) for c in DECK.cards)
    fronts = draw_faces(layout, GAME, spec, replace(DECK, cards=cards)).fronts
    assert any(getattr(item, "slot", "") == CODE_SLOT for item in fronts[14].items)
