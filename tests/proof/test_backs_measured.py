"""The backs of the shipped layouts: one of a kind for each seed, the same turned, small, and told apart in gray."""

import io
from functools import cache

import numpy as np
import pikepdf
import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import texts
from PIL import Image
from press_drawings import pikes

from deckgen.card.faces import cached_artist
from deckgen.card.layout import game_layout, load_layout
from deckgen.draw.drawing import Path
from deckgen.draw.fonts import PT
from deckgen.game import read_game, shipped_games
from deckgen.press.imposition.impose import impose
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import png
from deckgen.press.target import load_target

BACKS = [
    (layout, name) for layout, game in shown().items() for name in (deck.name for deck in shipped_game(game).decks)
]
backs = pytest.mark.parametrize(("layout", "deck"), BACKS)


@cache
def back(layout, deck, seed=1):
    game = shipped_game(shown()[layout])
    spec = next(spec for spec in game.decks if spec.name == deck)
    artist = cached_artist(load_layout(layout, deck), game, spec)
    return artist.faces(deck_of(spec, seed)).back


def picture(layout, deck, seed=1, dpi=100):
    with Image.open(io.BytesIO(png(back(layout, deck, seed), dpi, bleed=0))) as image:
        return np.asarray(image.convert("L"), dtype=float)


@backs
def test_it_looks_the_same_after_half_a_turn(layout, deck):
    gray = picture(layout, deck)
    difference = np.abs(gray - gray[::-1, ::-1])
    assert np.mean(difference > 64) < 0.001
    assert difference.mean() < 3


@backs
def test_another_seed_has_another(layout, deck):
    one, other = (picture(layout, deck, seed) for seed in (1, 2))
    assert np.mean(np.abs(one - other) > 12) > 0.03


@backs
def test_its_seed_is_there_twice_and_legible(layout, deck):
    words = [text for text in texts(back(layout, deck)) if text.slot == "cartouche"]
    assert [text.string for text in words] == ["1", "1"]
    assert all(text.size >= 6 * PT - 1e-9 for text in words)


@backs
def test_it_takes_at_most_60_kb_of_a_pdf(layout, deck):
    drawing = back(layout, deck)
    with pikepdf.open(pikes(write_pdf(impose([drawing], drawing, load_target("press"), Options())))) as document:
        streams = [item for item in document.objects if isinstance(item, pikepdf.Stream) and "/Length1" not in item]
        assert (
            sum(len(stream.read_raw_bytes()) for stream in streams if stream.get("/Subtype") in {None, "/Form"})
            <= 60_000
        )


def test_the_decks_of_a_game_are_told_apart_in_gray():
    """As from across the table: a back of 24 × 34 points, its brightness and contrast evened out."""
    for layout, game in shown().items():
        names = [spec.name for spec in shipped_game(game).decks]
        small = {}
        for name in names:
            image = Image.fromarray(picture(layout, name).astype("uint8"))
            edges = np.abs(np.diff(np.asarray(image, dtype=float), axis=0))[:, :-1]
            small[name] = np.asarray(
                Image.fromarray(edges.astype("uint8")).resize((24, 34), Image.Resampling.BOX), float
            )
        for index, one in enumerate(names):
            for other in names[index + 1 :]:
                between = np.abs(small[one] - small[other]).mean()
                same = np.abs(small[one] - small[one].mean()).mean()
                assert between > 0.6 * same, (layout, one, other)


@pytest.mark.parametrize("name", shipped_games())
def test_the_back_is_the_same_in_german(name):
    lines = []
    for code in (None, "de"):
        game = read_game(name, code)
        spec = game.decks[0]
        drawing = cached_artist(game_layout(game, spec), game, spec).faces(deck_of(spec)).back
        lines.append([item for item in drawing.items if isinstance(item, Path)])
    assert len(lines[0]) > 2
    assert lines[0] == lines[1]
