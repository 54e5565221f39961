"""Pages that are filled: fewest pages, evenly, in the largest type."""

from hypothesis import given, strategies as st

from deckgen.document.filled import LARGEST, SMALLEST, fill_pages
from deckgen.draw.blocks.flow import Strip, used_height
from deckgen.draw.geometry import Box

ROOM = Box(0, 0, 100, 100)


def block(height):
    """A block whose strip is as high as its scale says."""
    return lambda scale: [lambda _: [Strip(height * scale)]]


def heights(blocks):
    return [used_height(page.parts, ROOM.width) for page in fill_pages(blocks, ROOM)]


def test_a_short_page_is_enlarged_to_the_largest_scale():
    assert heights([block(20), block(10)]) == [30 * LARGEST]


def test_a_page_is_enlarged_until_it_is_full():
    (height,) = heights([block(50), block(30)])
    assert 97 < height <= 100


def test_what_fits_a_page_only_when_smaller_is_made_smaller():
    (height,) = heights([block(60), block(60)])
    assert 95 < height <= 100
    assert len(heights([block(65), block(65)])) == 2


def test_pages_are_even():
    first, second = fill_pages([block(40), block(40), block(40), block(40)], ROOM)
    assert len(first.parts) == len(second.parts) == 2


def test_a_block_that_fits_no_page_is_alone_and_as_small_as_can_be():
    pages = fill_pages([block(10), block(300), block(10)], ROOM)
    assert [len(page.parts) for page in pages] == [1, 1, 1]
    assert used_height(pages[1].parts, ROOM.width) == 300 * SMALLEST


@given(st.lists(st.integers(1, 100), min_size=1, max_size=12))
def test_every_block_is_on_one_page_in_its_order_and_none_is_too_full(sizes):
    pages = fill_pages([block(size) for size in sizes], ROOM)
    assert sum(len(page.parts) for page in pages) == len(sizes)
    assert all(used_height(page.parts, ROOM.width) <= ROOM.height + 1e-6 for page in pages)
    assert len(pages) <= len(sizes)


def test_space_below_a_block_counts_where_another_follows():
    def spaced(scale):
        return [lambda _: [Strip(40 * scale, after=10 * scale)]]

    (height,) = heights([spaced, spaced])
    assert 97 < height <= 100
