import hashlib

import pytest

from deckgen.card.back import PATTERNS
from deckgen.draw.geometry import Box, extent

FIELD = Box(5, 5, 53, 79)
PLATE = Box(10, 30, 43, 29)
SEEDS = [hashlib.sha256(bytes([n])).digest() for n in range(3)]


def points(segments, *, turn):
    """All points, rounded, after half a turn about the middle of the field if told so."""
    pairs = [(s[i], s[i + 1]) for s in segments for i in range(1, len(s), 2)]
    if turn:
        pairs = [(2 * FIELD.cx - x, 2 * FIELD.cy - y) for x, y in pairs]
    return sorted({(round(x, 4), round(y, 4)) for x, y in pairs})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PATTERNS)
def test_half_a_turn_changes_nothing(name, seed):
    parts = PATTERNS[name](FIELD, PLATE, 2.9, seed)
    for colour in {part[1] for part in parts}:
        together = [s for segments, kind, _ in parts if kind == colour for s in segments]
        straight, turned = points(together, turn=False), points(together, turn=True)
        grid = {(round(x * 50), round(y * 50)) for x, y in straight}
        near = {(a + i, b + j) for a, b in grid for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert all((round(x * 50), round(y * 50)) in near for x, y in turned)


@pytest.mark.parametrize("name", PATTERNS)
def test_it_stays_in_its_field(name):
    for seed in SEEDS:
        for segments, _, _ in PATTERNS[name](FIELD, PLATE, 2.9, seed):
            if segments:
                box = extent(segments)
                assert box.x >= FIELD.x - 1
                assert box.y >= FIELD.y - 1.6
                assert box.right <= FIELD.right + 1
                assert box.bottom <= FIELD.bottom + 1.6


@pytest.mark.parametrize("name", sorted(PATTERNS.keys() - {"none"}))
def test_every_title_has_its_own(name):
    made = [PATTERNS[name](FIELD, PLATE, 2.9, seed) for seed in SEEDS]
    assert made[0] == PATTERNS[name](FIELD, PLATE, 2.9, SEEDS[0])
    assert made[0] != made[1] != made[2] != made[0]
