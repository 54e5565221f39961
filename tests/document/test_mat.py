"""The mat: places as large as cards on any paper, words that are read from across the table."""

from dataclasses import replace
from functools import cache

import pytest
from page_decks import shipped_game
from page_marks import text_box, within
from panel_games import said

from deckgen.card.layout import load_layout
from deckgen.document.mat import draw_mat, mat_pages
from deckgen.draw.contrast import MIN_TEXT_CONTRAST, contrast
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError, PressError
from deckgen.game import read_game, shipped_games
from deckgen.library.choices import layout_of

A3, A2 = (420, 297), (594, 420)
CASES = [(name, code) for name in shipped_games() for code in shipped_game(name).languages]


@cache
def mats(name, code, size):
    """The mats of a game, each with its deck's layout."""
    game = read_game(name, code)
    specs = [game.deck(deck) for deck, _ in game.mats]
    return [(layout_of(game, spec), draw_mat(layout_of(game, spec), game, spec, *size)) for spec in specs]


def places(drawing, layout):
    """The outlines as large as cards."""
    card = (layout.template.width, layout.template.height)
    boxes = [bounding_box(item.segments) for item in drawing.items if isinstance(item, Path)]
    return {box for box in boxes if (box.width, box.height) == pytest.approx(card)}


@pytest.mark.parametrize("size", [A3, (395, 284)])
@pytest.mark.parametrize(("name", "code"), CASES)
def test_all_words_of_the_shipped_mats_are_on_them_and_large_in_every_language(name, code, size):
    for layout, mat in mats(name, code, size):
        texts = [item for item in mat.items if isinstance(item, Text)]
        assert min(text.size for text in texts) >= 8.5 * PT - 1e-9
        assert all(within(text_box(text, layout.theme.fonts), Box(0, 0, *size).inset(7)) for text in texts)


@pytest.mark.parametrize("name", shipped_games())
def test_words_are_seen_on_their_ground(name):
    for _, mat in mats(name, shipped_game(name).language.code, A3):
        areas = []
        for item in mat.items:
            if isinstance(item, Path) and item.fill and item.opacity == 1:
                areas.append((bounding_box(item.segments), item.fill))
            elif isinstance(item, Text):
                point = Box(item.x, item.y, 0, 0)
                ground = next(fill for box, fill in reversed(areas) if within(point, box))
                assert contrast(item.fill, ground) >= MIN_TEXT_CONTRAST, item.string


@pytest.mark.parametrize("name", shipped_games())
def test_places_are_as_large_as_cards_on_paper_of_any_size_and_apart(name):
    game = shipped_game(name)
    wanted = [sum(part.cards for row in mat for cell in row for part in cell) for _, mat in game.mats]
    for size in (A3, A2):
        for (layout, mat), count in zip(mats(name, game.language.code, size), wanted, strict=True):
            boxes = places(mat, layout)
            assert len(boxes) == count > 3
            assert all(within(box, Box(0, 0, *size).inset(7.9)) for box in boxes)


def test_the_picture_is_as_wide_as_the_mat_and_never_higher_than_it_is():
    ((_, mat),) = mats("west-that-wasnt", "en", A3)
    picture, *_ = mat.items
    assert isinstance(picture, Use)
    box = bounding_box(picture.clip)
    assert (box.x, box.y, box.width) == (0, 0, 420)
    assert box.height == pytest.approx(420 * 70 / 297)


def test_a_look_without_a_panorama_has_the_pattern_alone():
    game = replace(shipped_game(), look="base/1")
    mat = draw_mat(layout_of(game, game.deck()), game, game.deck(), *A3)
    assert not any(isinstance(item, Use) and item.clip for item in mat.items)
    assert any(isinstance(item, Path) and item.opacity < 0.1 for item in mat.items)
    assert "Discards" in said(mat)


def test_a_mat_on_several_sheets_is_one_as_large_as_they_hold():
    game = shipped_game("rough-magic")
    layout, spec = layout_of(game, game.deck()), game.deck()
    pages = mat_pages(layout, game, spec, "a3", "a4")
    assert [(page.width, page.height) for page in pages] == [(210, 297)] * 2
    face = pages[0].placed[0].face
    assert (face.width, face.height) == pytest.approx((395.2, 284.6))
    assert len(mat_pages(layout, game, spec, "a2", "letter")) == 4
    (page,) = mat_pages(layout, game, spec, "a3")
    assert (page.width, page.height) == A3


@pytest.mark.parametrize("size", [(1189, 841), (2000, 2000), (2000, 297)])
def test_a_mat_is_as_large_as_any_paper(size):
    for layout, mat in mats("rough-magic", "en", size):
        assert len(places(mat, layout)) == 6


def test_paper_that_is_too_small_is_told_with_what_the_mat_needs():
    game = shipped_game()
    with pytest.raises(PressError, match=r"the mat needs \d+ × \d+ mm, and has 297 × 210; choose a larger paper"):
        mat_pages(layout_of(game, game.deck()), game, game.deck(), "a4")
    with pytest.raises(PressError, match="no paper 'a9'"):
        mat_pages(layout_of(game, game.deck()), game, game.deck(), "a3", "a9")


def test_words_too_long_for_their_place_are_told_with_its_name():
    game = shipped_game()
    (name, rows), *_ = game.mats
    long = replace(rows[1][0][0], title="A deck with a very long name indeed, and longer still", text="Too much. " * 80)
    game = replace(game, mats=((name, (rows[0], ((long,), *rows[1][1:]), *rows[2:])),))
    with pytest.raises(LayoutError) as caught:
        draw_mat(load_layout("poker"), game, game.deck(), *A3)
    assert {problem.path for problem in caught.value.problems} == {"mat, slot deck"}
