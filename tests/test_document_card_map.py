from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import overlap, text_box, within

from deckgen.card.layout import load_layout
from deckgen.document.card_map import card_map
from deckgen.draw.drawing import Text, Use
from deckgen.draw.geometry import Box
from deckgen.errors import LayoutError, PressError
from deckgen.press.page_files import pages_pdf

CASES = [
    (name, paper) for name in ("poker", "tarot", "west", "tactics", "magic") for paper in ("a4", "letter")
]


def drawn(name, paper="a4"):
    game = shipped_game(shown()[name])
    layout = load_layout(name)
    return layout, game.deck(), card_map(layout, game, game.deck(), deck_of(game.deck()), paper=paper)


def words(page):
    return [item for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize(("name", "paper"), CASES)
def test_every_section_is_numbered_named_and_explained_on_one_page(name, paper):
    layout, spec, page = drawn(name, paper)
    shown_sections = [s for s in spec.sections if s.name in layout.template.boxes]
    numbers = [int(text.string) for text in words(page) if text.slot == "map" and text.string.isdigit()]
    assert sorted(numbers) == sorted([*range(1, len(shown_sections) + 1)] * 2)
    for section in shown_sections:
        said = "".join(text.string for text in words(page) if text.slot == section.name)
        assert said.replace(" ", "") == (section.title + section.help).replace(" ", "")


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
    (card,) = [item for item in page.items if isinstance(item, Use)]
    assert card.matrix[0] >= 1.2
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
        replace(card, sections={**card.sections, "extra_effects": None, "breakdown": None})
        for card in deck.cards
    )
    page = card_map(layout, game, spec, replace(deck, cards=(*poor[:30], rich, *poor[31:])))
    said = {item.string for item in page.style.symbols["card-map"].items if isinstance(item, Text)}
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
    first, second = drawn("poker")[2], drawn("poker")[2]
    assert first == second
    assert pages_pdf([first], title="map") == pages_pdf([second], title="map")
