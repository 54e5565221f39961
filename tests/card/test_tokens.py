"""Tokens: every copy, in the layout's colors, with what does not fit or is not there told."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from page_decks import shipped_game

from deckgen.card.layout import load_layout
from deckgen.card.tokens import ART, BLEED, draw_tokens
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import Drawing, Path, Text, Use
from deckgen.draw.geometry import bounding_box, rectangle
from deckgen.errors import LayoutError
from deckgen.files import shipped_path
from deckgen.game.model import Game, Token

WHITE = "#ffffff"
PLAIN = Token("chip", "Chip", 3, "paper")


def drawn(*kinds: Token, layout: str = "poker") -> list[Drawing]:
    game = replace(shipped_game(), tokens=kinds)
    return [front for faces in draw_tokens(load_layout(layout), game) for front in faces.fronts]


def words(drawing: Drawing) -> list[str]:
    return [item.string for item in drawing.items if isinstance(item, Text)]


def look(token: Token, drawing: Drawing) -> tuple[object, ...]:
    """What is seen of a token in one color: its outline, its icon, its mark."""
    return token.shape, [item.symbol for item in drawing.items if isinstance(item, Use)], words(drawing)[:-1]


def games_with_tokens() -> list[Game]:
    names = sorted(file.parent.name for file in shipped_path("data").glob("*/game.yaml"))
    return [game for game in map(shipped_game, names) if game.tokens]


def test_a_game_has_the_chips_that_its_rules_count():
    counts = {token.name: token.count for token in shipped_game().tokens}
    assert (counts["story_chip_white"], counts["story_chip_red"], counts["story_chip_blue"]) == (50, 25, 10)
    (faces,) = draw_tokens(load_layout("poker"), shipped_game())
    assert len(faces.fronts) == sum(counts.values())


def test_shipped_tokens_differ_without_color_and_are_drawn_in_the_light_layout_too():
    assert len(games_with_tokens()) == 4
    for game in games_with_tokens():
        for layout in (game.deck().layout, f"{game.deck().layout}-light"):
            fronts = {front.title: front for faces in draw_tokens(load_layout(layout), game) for front in faces.fronts}
            looks = [look(token, fronts[token.title]) for token in game.tokens]
            assert len(looks) == len(game.tokens)
            assert all(one not in looks[:i] for i, one in enumerate(looks))


def test_a_token_shows_its_icon_its_mark_and_its_text_else_its_title():
    (one,) = drawn(replace(PLAIN, count=1, icon="icon-star", mark="7", text="does it"))
    assert words(one) == ["7", "does it"]
    assert [item.symbol for item in one.items if isinstance(item, Use)] == [ART, "icon-star"]
    assert words(drawn(PLAIN)[0]) == ["Chip"]


def test_shipped_tokens_are_large_enough_to_handle():
    assert all(token.size >= 25 for game in games_with_tokens() for token in game.tokens)


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
@pytest.mark.parametrize("size", [15.0, 20.0, 38.5])
def test_a_token_stays_within_its_bleed_and_its_words_within_its_edge(shape, size):
    front = drawn(replace(PLAIN, shape=shape, size=size))[0]
    assert (front.width, front.height, front.bleed) == (size, size, BLEED)
    for item in front.items:
        if isinstance(item, Path):
            box = bounding_box(item.segments)
            assert box.x >= -BLEED - 1e-9
            assert box.right <= size + BLEED + 1e-9
        if isinstance(item, Text):
            assert size * 0.1 < item.x < size / 2


def test_what_is_read_stands_out_whatever_the_color():
    layout = load_layout("poker")
    for name in layout.theme.inks:
        front = drawn(replace(PLAIN, color=name, mark="3"))[0]
        middle = next(item.fill for item in front.items if isinstance(item, Path) and item.fill == WHITE)
        mark, text = (item for item in front.items if isinstance(item, Text))
        assert contrast(text.fill, middle) >= 4.5
        assert contrast(mark.fill, middle) >= 3


def test_every_size_is_apart_and_every_token_has_its_back():
    kinds = (
        PLAIN,
        replace(PLAIN, name="big", size=30.0, count=2),
        replace(PLAIN, name="other", shape="square"),
    )
    sizes = draw_tokens(load_layout("poker"), replace(shipped_game(), tokens=kinds))
    assert [(len(faces.fronts), len(faces.backs)) for faces in sizes] == [(2, 2), (6, 6)]
    assert {back.width for back in sizes[0].backs} == {30.0}


def test_a_back_has_the_games_art_and_the_symbol_of_its_kind():
    layout = load_layout("poker")
    art = (Path(rectangle(10, 10, 5, 5), WHITE),)
    layout = replace(layout, template=replace(layout.template, groups={ART: art}))
    chip = replace(PLAIN, icon="icon-star", mark="7", size=50.0)
    (faces,) = draw_tokens(layout, replace(shipped_game(), tokens=(chip,)))
    back = faces.backs[0]
    drawn_art, icon = (item for item in back.items if isinstance(item, Use))
    assert (drawn_art.symbol, icon.symbol) == (ART, "icon-star")
    assert drawn_art.matrix == pytest.approx((2, 0, 0, 2, 0, 0))
    assert back.style.symbols[ART].items == art
    assert words(back) == ["7"]
    assert back.items != faces.fronts[0].items


def test_backs_of_two_kinds_differ():
    kinds = (PLAIN, replace(PLAIN, name="other", color="alarm"))
    (faces,) = draw_tokens(load_layout("poker"), replace(shipped_game(), tokens=kinds))
    first, _, second, other = map(repr, faces.backs[:4])
    assert first == second != other


def test_a_game_without_tokens_has_no_faces():
    assert draw_tokens(load_layout("poker"), replace(shipped_game(), tokens=())) == ()


def test_every_unknown_color_is_told_with_the_nearest():
    with pytest.raises(LayoutError) as caught:
        drawn(replace(PLAIN, color="papr"), replace(PLAIN, name="other", color="alarn"))
    assert [(problem.path, problem.remedy) for problem in caught.value.problems] == [
        ("tokens.chip.color", 'did you mean "paper"?'),
        ("tokens.other.color", 'did you mean "alarm"?'),
    ]


def test_a_missing_icon_and_a_text_that_is_too_long_are_told_together():
    with pytest.raises(LayoutError) as caught:
        drawn(replace(PLAIN, icon="icon-none", text="much more than there is room for"))
    assert len(caught.value.problems) == 2
    assert all("slot chip" in problem.path for problem in caught.value.problems)


def test_words_that_would_get_small_stand_in_two_lines():
    assert words(drawn(replace(PLAIN, text="draw and choose two"))[0]) == ["draw and", "choose two"]
    assert words(drawn(replace(PLAIN, text="draw two"))[0]) == ["draw two"]


@pytest.mark.parametrize("shape", ["round", "square", "hex"])
def test_a_cut_that_is_off_by_one_and_a_half_millimeters_loses_nothing_but_rim(shape):
    assert BLEED >= 1.5
    layout, token = load_layout("poker"), replace(PLAIN, shape=shape, icon="icon-star", text="draw two")
    (faces,) = draw_tokens(layout, replace(shipped_game(), tokens=(token,)))
    reach = 12.5 * (0.75**0.5 if shape == "hex" else 1) - 1.5
    for item in (*faces.fronts[0].items, *faces.backs[0].items):
        if isinstance(item, Text):
            wide = layout.theme.fonts.width(item.string, item.typeface, item.size) + item.spacing * len(item.string)
            corners = [(x, y) for x in (item.x, item.x + wide) for y in (item.y - 0.7 * item.size, item.y)]
            assert all(math.hypot(x - 12.5, y - 12.5) < reach for x, y in corners)
        if isinstance(item, Use) and item.symbol != ART:
            side, x, y = item.matrix[0], *item.matrix[4:]
            assert math.hypot(x - 12.5, y - 12.5) + side / 2 < reach
