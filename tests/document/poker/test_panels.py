from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from page_decks import shipped_layout
from table_decks import GAMES, shipped

from deckgen.document.poker.frame import table_context
from deckgen.document.poker.panels import LEADING, Piece, Type, arrange, pieces, types
from deckgen.document.results import ResultField
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box

KIND = Type(2.5, 1.0)
FIELD = ResultField(None, "", "", "", "", (), lambda _: None)


def block(rows, columns, width):
    return Piece("s", "S", ((FIELD,) * columns,) * rows, (width,) * columns, ("h",) * columns, titled=True, spine=1)


def single(width):
    return Piece("s", "S", ((FIELD,),), (width / 2,), (), ("S",), width / 2, wordy=True)


BLOCKS = st.lists(st.builds(block, st.integers(2, 5), st.integers(1, 6), st.floats(2, 6)), min_size=1, max_size=5)
SINGLES = st.lists(st.builds(single, st.floats(6, 30)), max_size=8)


def setting(name, paper="a4"):
    deck, game, spec = shipped(name)
    return table_context(deck, game, spec, shipped_layout(spec.layout), paper)


@given(BLOCKS, SINGLES, st.integers(1, 6))
def test_pieces_lie_in_the_room_and_never_on_each_other(blocks, singles, shelves):
    panel = arrange([*blocks, *singles], KIND, 90, shelves)
    if panel is None:
        return
    assert len(panel.placed) == len(blocks) + len(singles)
    assert panel.shelves <= shelves
    boxes = [box for _, box in panel.boxes(Box(3, 4, 90, 80))]
    for i, one in enumerate(boxes):
        assert one.x >= 3 - 1e-6
        assert one.right <= 93 + 1e-6
        assert one.bottom <= 84 + 1e-6
        for other in boxes[:i]:
            apart = max(one.x - other.right, other.x - one.right)
            assert apart >= KIND.gap - 1e-6 or one.y >= other.bottom - 1e-6 or other.y >= one.bottom - 1e-6


@given(BLOCKS, SINGLES)
def test_a_shelf_is_filled_from_side_to_side(blocks, singles):
    panel = arrange([*blocks, *singles], KIND, 90, 6)
    if panel is None:
        return
    for shelf in range(panel.shelves):
        own = [(each.x, each.x + each.width) for each in panel.placed if each.shelf == shelf]
        assert min(own)[0] == 0
        assert abs(max(end for _, end in own) - 90) < 1e-6


def test_what_is_too_wide_is_refused():
    assert arrange([block(4, 6, 20)], KIND, 90, 6) is None
    assert arrange([block(4, 6, 10), block(4, 6, 10)], KIND, 90, 1) is None


def test_single_results_fill_what_is_left_below_others():
    panel = arrange([block(5, 4, 6), block(3, 4, 6), single(10), single(12)], KIND, 90, 1)
    assert [(p.x > 0, p.line) for p in panel.placed] == [(False, 0), (True, 0), (True, 4), (True, 5)]


@pytest.mark.parametrize("name", GAMES)
def test_columns_have_room_for_their_longest_figure(name):
    """The gap between two of the longest figures is at least 2.2 times that between digits, a tenth of their size."""
    own = setting(name)
    kind = Type(2.8, 1.0)
    for piece in pieces(own, own.fields, kind, 180, titles=False):
        grid = piece.grid(Box(0, 0, piece.width, 10), 1)
        for field, place in piece.places(Box(0, 0, piece.width, 10), 1):
            for card in own.deck.cards:
                result = field.read(card)
                face = own.marks[piece.section].style(result).face
                wide = own.style.fonts.width(result.text, face, kind.size)
                assert place.width - wide >= 0.8 - 1e-6
                assert 2.2 * 0.1 * kind.size <= 0.8
        assert len(grid.xs) == len(piece.cells) + 1


def test_a_mark_of_few_cards_needs_no_title_and_stands_last():
    own = setting("future-imperfect")
    made = pieces(own, own.fields, KIND, 180, titles=True)
    assert [piece.section for piece in made if not piece.labels and piece.single] == [
        "shuffle",
        "extra_effects",
    ]
    assert {piece.section for piece in made[-2:]} == {"shuffle", "extra_effects"}
    assert {piece.section for piece in made if piece.spine} >= {"causes", "effects", "initiative"}


def test_type_begins_large_and_ends_at_the_smallest():
    every = list(types(9 * PT, 6.5 * PT))
    assert every[0] == Type(9 * PT, 1.8)
    assert every[-1] == Type(6.5 * PT, 0.8)
    assert all(one.size >= other.size for one, other in pairwise(every))


def test_heads_are_not_stretched_over_labels():
    piece = replace(block(3, 2, 5), labels=("1", "2", "3"), label=4)
    grid = piece.grid(Box(0, 0, 25, 8), 2)
    assert grid.xs == (5.0, 15.0, 25.0)
    assert grid.ys[0] == 2


@given(BLOCKS, SINGLES, st.integers(1, 6))
def test_lines_are_as_high_as_the_type_where_a_panel_has_its_least_height(blocks, singles, shelves):
    panel = arrange([*blocks, *singles], KIND, 60, shelves)
    if panel is not None:
        assert panel.line(panel.least) == pytest.approx(KIND.size * LEADING)
