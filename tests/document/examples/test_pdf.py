from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import text_box, within

from deckgen.card.layout import load_layout
from deckgen.document.examples.pdf import example_pages
from deckgen.draw.drawing import Text, Use
from deckgen.draw.geometry import Box
from deckgen.errors import PressError
from deckgen.press.write import pages_pdf

LAYOUTS = ("poker", "poker-light", "tarot", "west", "tactics", "magic")


def drawn(name, paper="a4"):
    game, layout = shipped_game(shown()[name]), load_layout(name)
    return layout, game, example_pages(layout, game, game.deck(), deck_of(game.deck()), paper=paper)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_every_situation_is_on_a_page_with_pictures_and_inside_its_margins(name, paper):
    layout, game, pages = drawn(name, paper)
    words = " ".join(item.string for page in pages for item in page.items if isinstance(item, Text))
    for situation in game.examples:
        assert situation.title in words
    pictures = [item for page in pages for item in page.items if isinstance(item, Use)]
    assert len(pictures) >= len(game.examples)
    for page in pages:
        room = Box(0, 0, page.width, page.height).inset(10)
        texts = [item for item in page.items if isinstance(item, Text)]
        assert all(within(text_box(text, layout.theme.fonts), room) for text in texts)
        assert all(use.symbol in page.style.symbols for use in page.items if isinstance(use, Use))


def test_pictures_are_cut_between_rows_so_that_each_label_has_its_number():
    _, game, pages = drawn("magic")
    labels = {label for label, _ in game.deck().section("causes").rolls}
    counts = []
    for picture in (s for name, s in pages[0].style.symbols.items() if name.startswith("example-")):
        words = [item.string for item in picture.items if isinstance(item, Text)]
        if labels & set(words):
            counts.append((len(labels & set(words)), sum(word.isdigit() for word in words)))
    assert len(counts) >= 10
    assert all(rows == numbers and rows >= 3 for rows, numbers in counts)


def test_a_game_without_examples_has_no_pages():
    game, layout = replace(shipped_game(), examples=()), load_layout("poker")
    assert example_pages(layout, game, game.deck(), deck_of(game.deck())) == ()


def test_an_unknown_paper_is_told():
    with pytest.raises(PressError, match="a9"):
        drawn("poker", "a9")


def test_it_can_be_written_and_is_the_same_every_time():
    first, second = drawn("poker")[2], drawn("poker")[2]
    assert pages_pdf(first, title="x") == pages_pdf(second, title="x")
