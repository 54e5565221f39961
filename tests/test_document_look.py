"""The looks of games' documents, as they are shipped and as they may be wrong."""

from dataclasses import replace
from itertools import product

import pytest

from deckgen.document.pages import document_style
from deckgen.errors import LayoutError
from deckgen.game import load, shipped_games

READ = [("ink", "paper"), ("ink", "tint"), ("ink", "zebra"), ("soft", "paper"), ("soft", "tint"), ("accent", "paper"),
        ("accent", "tint"), ("alarm", "paper"), ("accent_ink", "accent"), ("open_ink", "open")]  # fmt: skip


def light(screen: str) -> float:
    shares = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("game", "pair"), list(product(shipped_games(), READ)))
def test_all_that_is_read_stands_out(game, pair):
    style = document_style(load(game))
    assert contrast(*map(style.colour, pair)) >= 4.5


@pytest.mark.parametrize("game", shipped_games())
def test_the_masthead_is_read(game):
    own = document_style(load(game)).masthead
    if own.height:
        assert contrast(own.ink, own.fill) >= 4.5
        assert contrast(own.kicker_ink, own.fill) >= 4.5
        assert own.art


@pytest.mark.parametrize("game", shipped_games())
def test_no_ink_of_a_document_is_over_240_per_cent(game):
    inks = document_style(load(game)).shared.inks.values()
    assert max(sum(ink.cmyk) for ink in inks) <= 2.4 + 1e-9


def test_a_symbol_that_is_not_drawn_is_told_with_its_line(tmp_path):
    file = tmp_path / "look.yaml"
    file.write_text("extends: plain\nslots:\n  heading: {mark: star}\n", encoding="utf-8")
    game = replace(load("rough-magic"), look=file, folder=tmp_path)
    with pytest.raises(
        LayoutError, match=r"look.yaml:3: slots.heading.mark: the template has no symbol 'star'"
    ):
        document_style(game)
