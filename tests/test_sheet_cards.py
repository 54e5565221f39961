import io

import pikepdf
import pytest
from sheet_fixtures import CHARACTERS, GAMES, person, sheet, small_sheet, told

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.sheet.cards import SIZES, card_drawings, cards_pdf


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_cards_hold_the_character_and_are_legible(game, size):
    heroes = [person(path, name) for name, path in CHARACTERS if name == game]
    drawings = card_drawings(sheet(game), [*heroes, None], size)
    assert len(drawings) == len(heroes) + 1
    for hero, drawing in zip(heroes, drawings, strict=False):
        texts = [item for item in drawing.items if isinstance(item, Text)]
        assert hero.name in [text.string for text in texts]
        assert min(text.size for text in texts) / PT >= 7 - 1e-6
    if size == "poker":
        assert (drawings[0].width, drawings[0].height) == (63.5, 88.9)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cards_are_laid_out_in_rows_and_columns(paper):
    game, path = CHARACTERS[0]
    data = cards_pdf(sheet(game, paper), [person(path, game)] * 10, "poker")
    assert len(pikepdf.open(io.BytesIO(data)).pages) == 2


def test_a_sheet_without_cards_is_told(tmp_path):
    assert "add npc:" in told(card_drawings, small_sheet(tmp_path), [None], "poker")[0][2]
