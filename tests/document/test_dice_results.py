"""Results of several parts, from the card to the map and the tables for ordinary decks."""

from dataclasses import replace

import pytest
from dice_sections import LEVELS, SYMBOLS, TWO_DICE, section, with_section
from game_files import write
from page_marks import texts

from deckgen.card.blank import blank_files
from deckgen.card.crop import Crops
from deckgen.card.faces import check_layout, draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.rules.legend import build_legend
from deckgen.deck.deal.generator import generate
from deckgen.document.map.card_map import card_map
from deckgen.document.poker.html import table_html
from deckgen.document.poker.table import conversion
from deckgen.document.poker.text import as_csv, as_markdown
from deckgen.document.results import result_fields
from deckgen.draw.drawing import Path, Text
from deckgen.draw.fonts import PT
from deckgen.game import read_game
from deckgen.odds.joint import Part, joint

PARTS = joint(  # a total, the largest die left, ones, and a margin
    [Part("total"), Part("effect"), Part("hitches"), Part("margin")],
    {(14, 8, 0, 3): 1, (-7, 4, 2, -4): 1},
    2,
)
SETS = joint([Part("width"), Part("height")], {(2, 7): 1, (3, 10): 1}, 2)
DICE = section(attack=TWO_DICE, skill=LEVELS, story=SYMBOLS, pool=PARTS, sets=SETS)


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory):
    """A game with a section of dice, its deck, and a layout made for it."""
    folder = tmp_path_factory.mktemp("dice")
    game, spec = with_section(folder, replace(DICE, marks=(("success", "You may go on."),)))
    for suffix, content in zip((".svg", ".yaml"), blank_files("mine", "63.5x88.9mm", spec), strict=True):
        (folder / f"mine{suffix}").write_bytes(content)
    layout = load_layout(folder / "mine.svg")
    return layout, game, spec, generate(game, spec, "3")


def test_texts_name_all_parts_that_a_result_has():
    read = {field.column: field.make_result for field in result_fields(type("Spec", (), {"sections": (DICE,)})())}
    shown = [read[label](roll.result(outcome)).text for label, roll in DICE.rolls for outcome in roll.joint.weights]
    assert shown == [
        *("0, critical glitch", "0", "1", "2", "failure", "success"),
        *("–", "1 threat", "1 success", "2 success, 1 threat"),
        *("−7, d4, hitches 2, −4", "14, d8, +3", "2 × 7", "3 × 10"),
    ]


def test_a_blank_layout_has_room_for_every_result(laid_out):
    layout, game, spec, deck = laid_out
    assert check_layout(layout, game, spec) == ()
    front = draw_faces(layout, game, spec, deck).fronts[14]
    labels = [text.string for text in texts(front) if text.slot == DICE.name]
    assert {label for label, _ in DICE.rolls} <= {*labels, "story"} | {symbol.string for symbol in texts(front)}


def test_a_single_roll_is_large_and_beside_another():
    alone = [replace(section(skill=LEVELS), name=name) for name in ("one", "other")]
    spec = type("Spec", (), {"sections": tuple(alone)})()
    svg, theme = (content.decode() for content in blank_files("mine", "63.5x88.9mm", spec))
    assert theme.count("size: 14") == 2
    assert svg.count('id="slot-one"') == 1


def test_a_single_number_has_no_label_and_a_plate_of_its_width(tmp_path):
    """In a blank layout, where the title above it says what it is."""
    deck = "game: {id: small, title: Small}\ndecks: {main: {title: Main, cards: {numbered: 20}}}\n"
    game = read_game(write(tmp_path, deck + "sections: {roll: {kind: rolls, title: Roll, rolls: {all: 1d4}}}\n"))
    for suffix, content in zip((".svg", ".yaml"), blank_files("mine", "63.5x88.9mm", game.deck()), strict=True):
        (tmp_path / f"mine{suffix}").write_bytes(content)
    layout, problems = load_layout(tmp_path / "mine.svg"), []
    _, options = layout.widget("roll", game.deck().section("roll"), problems)
    assert (options.labels, options.align, problems) == (False, 0, [])
    assert options.size == pytest.approx(14 * PT)


def test_the_legend_explains_marks_symbols_and_numbers_and_words_that_the_game_explains(laid_out):
    layout, game, spec, _ = laid_out
    meanings = {entry.mark: entry.meaning for entry in build_legend(layout, game, spec, [DICE.name])}
    assert meanings.keys() >= {"critical glitch", "threat", "effect", "hitches", "margin", "height", "success"}
    assert "failure" not in meanings
    assert (meanings["threat"], meanings["success"]) == ("threat", "You may go on.")
    assert meanings["hitches"].startswith("Hitches")


def test_words_of_the_game_are_what_is_printed_and_explained(laid_out):
    layout, game, spec, _ = laid_out
    renamed = replace(DICE, printed=(("hitches", "Snags"), ("failure", "No")))
    spec = replace(spec, sections=(renamed,))
    meanings = {entry.mark: entry.meaning for entry in build_legend(layout, game, spec, [DICE.name])}
    assert meanings["hitches"] == "Snags"


def test_a_box_is_around_all_that_any_card_shows_of_a_roll(laid_out):
    layout, game, spec, deck = laid_out
    dice = spec.section(DICE.name)
    boxes = Crops(layout, game).result_boxes(dice, deck.cards[7], deck.cards)
    assert boxes.keys() == {(), *((label,) for label, _ in dice.rolls)}
    slot, rows = boxes[()], [boxes[label,] for label, _ in dice.rolls]
    assert all(slot.x < row.x and row.right <= slot.right for row in rows)
    assert [row.cy for row in rows] == sorted(row.cy for row in rows)
    crop = Crops(layout, game).crop(dice, deck.cards[7], [("attack",)])
    assert len(crop.highlight_boxes) == 1


def test_map_and_tables_show_results_as_cards_do(laid_out):
    layout, game, spec, deck = laid_out
    drawings = [card_map(layout, game, spec, deck), *conversion(deck, game, spec, layout)]
    for drawing in drawings[:2]:
        strings = {item.string for item in drawing.items if isinstance(item, Text)}
        assert {"2 × 7", "d8", "+3"} <= strings
        red = {item.fill for item in drawing.items if isinstance(item, Path) and item.even_odd}
        assert layout.theme.color("alarm") in red  # the marks
    assert {"failure", "success"} <= strings


def test_the_map_shows_a_card_with_symbols(laid_out):
    layout, game, spec, deck = laid_out
    story = replace(section(story=SYMBOLS), name="it")
    results = sorted((card.sections["it"]["story"] for card in deck.cards), key=lambda result: result.outcome)
    assert (any(results[0].outcome), any(results[-1].outcome)) == (False, True)  # the first card shows no symbol
    dealt = zip(deck.cards, results, strict=True)
    cards = [replace(card, sections={"it": {"story": result}}) for card, result in dealt]
    shown = replace(spec, sections=(story,))
    page = card_map(layout, game, shown, replace(deck, cards=tuple(cards)))
    assert "–" not in {item.string for item in page.style.symbols["card-map-0"].items if isinstance(item, Text)}


def test_pages_and_files_have_results_in_words(laid_out):
    layout, game, spec, deck = laid_out
    shown = {field.read(card).text for field in result_fields(spec) for card in deck.cards}
    page, table, text = table_html(deck, game, spec, layout), as_csv(deck, game, spec), as_markdown(deck, game, spec)
    for content in (page, table, text):
        assert all(words in content.decode() for words in shown if "," not in words)
