from dataclasses import replace
from functools import cache

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import overlap, text_box, within

from deckgen.card.layout import load_layout
from deckgen.card.rules.legend import build_legend
from deckgen.document.map.card_map import card_map
from deckgen.document.pages import document_style
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError, PressError
from deckgen.game.model import GridSection
from deckgen.game.values import AGAIN
from deckgen.press.write import pages_pdf

CASES = [(name, paper) for name in ("poker", "tarot", "west", "tactics", "magic") for paper in ("a4", "letter")]


@cache
def drawn(name, paper="a4"):
    game = shipped_game(shown()[name])
    layout = load_layout(name)
    return layout, game.deck(), card_map(layout, game, game.deck(), deck_of(game.deck()), paper=paper)


def words(page):
    return [item for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_every_section_is_numbered_named_and_explained_with_its_marks_on_one_page(name, paper):
    layout, spec, page = drawn(name, paper)
    places = layout.template.boxes.keys() | layout.template.joker_boxes.keys() | layout.sections_in_texts
    shown_sections = [s for s in spec.sections if s.name in places]
    numbers = [int(text.string) for text in words(page) if text.slot == "map" and text.string.isdigit()]
    assert sorted(numbers) == sorted([*range(1, len(shown_sections) + 1)] * 2)
    entries = build_legend(layout, shipped_game(shown()[name]), spec)
    for section in shown_sections:
        said = "".join(text.string for text in words(page) if text.slot == section.name).replace(" ", "")
        marks = [entry for entry in entries if section.name in entry.sections]
        for wanted in (section.title, section.help, *(e.look for e in marks), *(e.meaning for e in marks)):
            assert wanted.replace(" ", "") in said


@pytest.mark.parametrize("again", [True, False])
def test_open_cells_are_explained_only_where_the_deck_has_some(again):
    game, layout = shipped_game(shown()["west"]), load_layout("west")
    spec = game.deck()
    deck = deck_of(spec)
    cards = [
        replace(card, sections={
            name: {
                column: [cell._replace(again=again and cell.again) for cell in cells] for column, cells in value.items()
            } if isinstance(spec.section(name), GridSection) else value
            for name, value in card.sections.items()
        })
        for card in deck.cards
    ]  # fmt: skip
    page = card_map(layout, game, spec, replace(deck, cards=tuple(cards)))
    for section in (
        section for section in spec.sections if isinstance(section, GridSection) and section.explode != "none"
    ):
        (entry,) = [e for e in build_legend(layout, game, spec) if e.mark == AGAIN and section.name in e.sections]
        said = "".join(text.string for text in words(page) if text.slot == section.name).replace(" ", "")
        assert (entry.look.replace(" ", "") in said) is again


@pytest.mark.parametrize("name", ["poker", "west", "tactics", "magic"])
def test_a_map_has_the_colors_of_its_game(name):
    _, _, page = drawn(name)
    accent = document_style(shipped_game(shown()[name])).color("accent")
    assert {text.fill for text in words(page) if text.string == "Impulse"} == {accent}


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_numbers_stand_beside_cards_and_their_lines_cross_no_words(name, paper):
    layout, _, page = drawn(name, paper)
    fonts = layout.theme.fonts
    discs = [text_box(text, fonts) for text in words(page) if text.slot == "map" and text.string.isdigit()]
    lines = [bounding_box(i.segments) for i in page.items if isinstance(i, Path) and is_leader(i)]
    ends = [bounding_box(i.segments) for i in page.items if isinstance(i, Path) and is_end(i)]
    assert len(lines) == len(discs) / 2
    assert len(ends) <= len(lines)
    for card in [item for item in page.items if isinstance(item, Use) and item.symbol.startswith("card-map")]:
        scale, _, _, _, x, y = card.matrix
        face = Box(x, y, layout.template.width * scale, layout.template.height * scale)
        assert not any(overlap(disc, face) for disc in discs)
        for text in texts_of(page.style.symbols[card.symbol].items, page.style):
            if text.slot not in layout.template.boxes:  # the game's name, and the card's number
                continue
            own = text_box(text, fonts)
            there = Box(x + own.x * scale, y + own.y * scale, own.width * scale, own.height * scale)
            assert not any(overlap(line.inset(-0.1), there) for line in (*lines, *ends)), text.string


def is_leader(path):
    return [segment[0] for segment in path.segments] == ["M", "L"] and path.stroke_width == 0.3


def is_end(path):
    box = bounding_box(path.segments)
    return path.stroke_width == 0.3 and box.width == pytest.approx(1.2, abs=0.01)


def texts_of(items, style):
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Use) and item.symbol in ("sections", "static"):
            yield from texts_of(style.symbols[item.symbol].items, style)


def test_what_is_on_jokers_only_is_shown_on_one():
    *_, page = drawn("poker")
    cards = [item for item in page.items if isinstance(item, Use) and item.symbol.startswith("card-map")]
    assert len(cards) >= 2
    said = {item.string for item in page.style.symbols[cards[1].symbol].items if isinstance(item, Text)}
    assert "SHUFFLE" in said
    assert cards[1].matrix[0] < cards[0].matrix[0]


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_it_stays_inside_the_page_and_words_do_not_overlap(name, paper):
    layout, _, page = drawn(name, paper)
    boxes = [text_box(text, layout.theme.fonts) for text in words(page)]
    for box in boxes:
        assert within(box, Box(0, 0, page.width, page.height).inset(10))
    for i, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[i + 1 :])


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_the_card_is_large(name, paper):
    *_, page = drawn(name, paper)
    card = next(item for item in page.items if isinstance(item, Use))
    assert card.matrix[0] >= 1
    assert card.matrix[0] == card.matrix[3]


def test_the_card_is_one_on_which_most_sections_say_something():
    game, layout = shipped_game(), load_layout("poker")
    spec = game.deck()
    deck = deck_of(spec)
    sections = {
        **deck.cards[30].sections,
        "extra_effects": "Extra damage",
        "breakdown": 7,
        "unintended_targets": [1],
    }
    rich = replace(deck.cards[30], sections=sections)
    poor = tuple(
        replace(card, sections={**card.sections, "extra_effects": None, "breakdown": None}) for card in deck.cards
    )
    page = card_map(layout, game, spec, replace(deck, cards=(*poor[:30], rich, *poor[31:])))
    said = {item.string.capitalize() for item in page.style.symbols["card-map-0"].items if isinstance(item, Text)}
    assert {"30", "Extra damage"} <= said


def test_explanations_that_do_not_fit_on_a_page_are_told():
    game, layout = shipped_game(), load_layout("poker")
    spec = game.deck()
    long = replace(spec, sections=tuple(replace(s, help=s.help * 9) for s in spec.sections))
    with pytest.raises(LayoutError, match="do not fit on one page"):
        card_map(layout, game, long, deck_of(spec))


def test_an_unknown_paper_is_told():
    with pytest.raises(PressError, match="a9"):
        drawn("poker", "a9")


def test_it_can_be_written_and_is_the_same_every_time():
    first, second = drawn("poker")[2], drawn.__wrapped__("poker")[2]
    assert pages_pdf([first], title="map") == pages_pdf([second], title="map")
