import itertools

import pytest
from page_decks import deck_of, shipped_game, shown

from deckgen.card.layout import load_layout
from deckgen.document.map.leaders import anatomy
from deckgen.draw.drawing import Path, Text, Use

SIZE = (53.0, 30.0)


def drawn(name="poker", size=SIZE):
    game = shipped_game(shown()[name])
    spec = game.deck()
    return spec, anatomy(load_layout(name), game, spec, deck_of(spec), size, "#ffffff")


def labels(page):
    return [item for item in page.items if isinstance(item, Text) and item.slot == "anatomy"]


@pytest.mark.parametrize("name", ["poker", "west", "tactics", "magic"])
def test_it_names_the_largest_parts_of_a_card_beside_it(name):
    spec, page = drawn(name)
    words = " ".join(text.string for text in labels(page))
    named = [section for section in spec.sections if all(w in words for w in section.title.split())]
    assert len(named) >= 4
    boxes = load_layout(name).template.boxes
    shown_ = [section for section in spec.sections if section.name in boxes]
    assert max(shown_, key=lambda s: boxes[s.name].width * boxes[s.name].height) in named


def test_names_stand_within_the_picture_and_never_upon_each_other():
    for name in ("poker", "west", "tactics", "magic"):
        _, page = drawn(name)
        at = sorted((text.x < page.width / 2, text.y) for text in labels(page))
        assert all(0 < y < page.height for _, y in at)
        gaps = [b[1] - a[1] for a, b in itertools.pairwise(at) if a[0] == b[0]]
        assert min(gaps) > 2


def test_it_is_flat_so_that_its_lines_are_thick_enough_to_print():
    _, page = drawn(size=(40.0, 20.0))
    assert not [item for item in page.items if isinstance(item, Use)]
    widths = [item.stroke_width for item in page.items if isinstance(item, Path) and item.stroke]
    assert min(widths) >= 0.25 * 25.4 / 72
    assert not [item for item in page.items if "inherit" in (item.fill, getattr(item, "stroke", None))]


def test_figures_of_the_card_shrink_with_it():
    _, small = drawn(size=(53.0, 20.0))
    _, large = drawn(size=(53.0, 40.0))
    sizes = [max(t.size for t in page.items if isinstance(t, Text) and t.slot != "anatomy") for page in (small, large)]
    assert sizes[1] > 1.5 * sizes[0]
