"""Every kind of block: what it measures is what it draws."""

import pytest
from sheet_fixtures import GAMES, sheet, small, small_sheet

from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import Problems
from deckgen.sheet.blocks import KINDS, lay_out
from deckgen.sheet.model import blocks_in
from deckgen.sheet.paper.canvas import Canvas


def blocks_with_widths(game):
    """Every block of a shipped sheet, and about the width that it has on A4 or on a small card."""
    spec = sheet(game).spec
    rows = [(row, 172) for page in spec.pages for row in page.rows] + [(row, 58) for row in spec.npc]
    for row, width in rows:
        for stack in row:
            for block in stack.blocks:
                yield block, width * stack.width / 12 - 3 * (len(row) > 1)


@pytest.mark.parametrize("grown", [0.0, 12.5])
@pytest.mark.parametrize("game", GAMES)
def test_a_block_is_drawn_within_its_height(game, grown):
    made = sheet(game)
    for block, width in blocks_with_widths(game):
        canvas = Canvas(made.spec, made.theme, Problems())
        laid = lay_out(canvas, block.kind, block.options, width)
        box = Box(7, 11, width, laid.height + grown)
        laid.draw(box)
        top, bottom = box.y - 0.3, box.bottom + 0.3
        for item in canvas.pen.items:
            if isinstance(item, Path):
                outline = bounding_box(item.segments)
                assert top <= outline.y <= outline.bottom <= bottom, (block.spot.path, item)
            elif isinstance(item, Text):
                assert top + item.size * 0.6 <= item.y <= bottom, (block.spot.path, item)
        assert all(top <= slot.box.y and slot.box.bottom <= bottom for slot in canvas.slots)


def test_shipped_games_and_a_plain_one_show_every_kind(tmp_path):
    shown = {block.kind for game in GAMES for block, _ in blocks_with_widths(game)}
    rows = (row for page in small(tmp_path).pages for row in page.rows)
    shown |= {block.kind for row in rows for stack in row for block in stack.blocks}
    shown |= {
        block.kind for game in GAMES for card in sheet(game).spec.cards.values() for block in blocks_in(card.rows)
    }
    assert shown == set(KINDS)


def test_a_heading_stands_above_a_block_and_takes_its_height(tmp_path):
    made = small_sheet(tmp_path)
    canvas = Canvas(made.spec, made.theme, Problems())
    bare = lay_out(canvas, "notes", KINDS["notes"].options(of="notes"), 100)
    titled = lay_out(canvas, "notes", KINDS["notes"].options(of="notes", title="Diary"), 100)
    assert titled.height - bare.height == pytest.approx(made.theme.style.heading_height + 1.2)
    titled.draw(Box(0, 0, 100, titled.height))
    assert canvas.slots[0].box.height == pytest.approx(bare.height)
    assert "DIARY" in [item.string for item in canvas.pen.items if isinstance(item, Text)]
