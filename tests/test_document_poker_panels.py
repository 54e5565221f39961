from hypothesis import given, strategies as st

from deckgen.document.poker_panels import Piece, pack, rooms
from deckgen.draw.geometry import Box


def piece(width, height):
    return Piece(width, height, lambda *_: None)


@given(st.lists(st.builds(piece, st.floats(1, 40), st.floats(1, 20)), min_size=1, max_size=9))
def test_packed_pieces_lie_in_the_room_and_never_on_each_other(given_pieces):
    placed = pack(given_pieces, 45, 60)
    if placed is None:
        assert sum(p.height for p in given_pieces) > 30
        return
    assert sorted((p.width, p.height) for p in placed) == sorted((p.width, p.height) for p in given_pieces)
    for i, one in enumerate(placed):
        assert one.x + one.width <= 45 + 1e-6
        assert one.y + one.height <= 60 + 1e-6
        for other in placed[:i]:
            assert not one.clashes(other.x, other.y, other.width, other.height)


def test_what_does_not_fit_is_told():
    assert pack([piece(10, 10)], 9, 20) is None
    assert pack([piece(10, 10), piece(10, 10)], 10, 20) is None


def test_rooms_fill_the_page_between_its_margins():
    own = rooms(148.5, 210, 3, 3, Box(6, 5, 5, 7), 1.5)
    assert len(own) == 9
    assert own[0][:2] == (6, 5)
    assert abs(own[-1].right - 143.5) < 1e-6
    assert abs(own[-1].bottom - 203) < 1e-6
