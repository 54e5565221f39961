from dataclasses import replace
from itertools import pairwise

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import text_box, within

from deckgen.card.crop import clip_path
from deckgen.card.layout import load_layout
from deckgen.document.examples.pdf import example_pages
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box, bounding_box, transform_outline
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


def pictures(pages):
    """Every picture: its ground, the Use that places it, its items, and the symbols."""
    for page in pages:
        for ground, item in pairwise(page.items):
            if isinstance(item, Use) and item.symbol.startswith("example-"):
                assert isinstance(ground, Path)
                yield ground, item, page.style.symbols[item.symbol].items, page.style.symbols


@pytest.mark.parametrize("name", [*LAYOUTS, "magic-tarot", "west-light", "tactics-light", "magic-light"])
def test_pictures_are_as_large_as_on_the_card_and_whole_and_their_words_can_be_read(name):
    layout, game, pages = drawn(name)
    shown_pictures = list(pictures(pages))
    assert len(shown_pictures) >= len(game.examples)
    for ground, use, items, symbols in shown_pictures:
        assert use.matrix[:4] == (1, 0, 0, 1)
        for index, item in enumerate(items):
            if isinstance(item, Text):
                box = text_box(item, layout.theme.fonts)
                point = Box(box.cx - 0.05, box.cy - 0.05, 0.1, 0.1)
                color = next(
                    (i.fill for i in reversed(items[:index]) if i.fill and covers(i, point, symbols)), ground.fill
                )
                assert contrast(item.fill, color) >= 3, item


def covers(item, point: Box, symbols) -> bool:
    """Whether an item is a filled area, or an icon with one, at a point."""
    if isinstance(item, Use):
        inner = [path for path in symbols[item.symbol].items if isinstance(path, Path) and path.fill]
        placed = [replace(path, segments=transform_outline(path.segments, item.matrix)) for path in inner]
        return any(clip_path(path, point) for path in placed)
    return isinstance(item, Path) and clip_path(item, point) is not None


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_first_picture_of_every_example_begins_at_the_same_line(name):
    _, game, pages = drawn(name)
    lefts = [bounding_box(ground.segments).x for ground, *_ in pictures(pages)]
    assert lefts.count(pytest.approx(min(lefts))) >= len(game.examples)


def test_a_game_without_examples_has_no_pages():
    game, layout = replace(shipped_game(), examples=()), load_layout("poker")
    assert example_pages(layout, game, game.deck(), deck_of(game.deck())) == ()


def test_an_unknown_paper_is_told():
    with pytest.raises(PressError, match="a9"):
        drawn("poker", "a9")


def test_it_can_be_written_and_is_the_same_every_time():
    first, second = drawn("poker")[2], drawn("poker")[2]
    assert pages_pdf(first, title="x") == pages_pdf(second, title="x")
