"""Rings around what was read, and the places of a card that one taps."""

import pytest
from script_modules import Scripts

RINGS = {
    "": [10, 10, 30, 20],
    "8/0": [10, 10, 4, 4],
    "8/1": [9.8, 14.2, 4.6, 4],
    "8/2": [10, 18.4, 4, 4],
    "10/0": [16, 10, 4, 4],
}
FACES = {"width": 63, "height": 88, "rings": {"plain": {"causes": RINGS}, "joker": {}}}


def scripts():
    return Scripts("play/scripts/view-kit.js", "play/scripts/view-card.js")


def rings(*places, joker=False):
    looked = {"card": {"joker": joker}, "section": {"name": "causes"}, "places": list(places)}
    return scripts().run("ringsOf(faces, looked)", faces=FACES, looked=looked)


def test_a_pool_has_one_ring_and_what_lies_apart_has_its_own():
    (pool,) = rings(["8", 1], ["8", 0], ["8", 2])
    assert pool == pytest.approx([9.8, 10, 4.6, 12.4])
    assert sorted(rings(["8", 0], ["10", 0])) == [[10, 10, 4, 4], [16, 10, 4, 4]]
    assert rings(["8", 9]) == [RINGS[""]]  # the section, where the place has no ring
    assert rings(["8", 0], joker=True) == []


def test_the_smallest_place_under_a_point_is_meant():
    def under(x, y):
        card = {"joker": False}
        return scripts().run("placeUnder(faces, card, x, y)", faces=FACES, card=card, x=x, y=y)

    assert under(12, 12) == {"section": "causes", "place": "8/0"}
    assert under(30, 25) == {"section": "causes", "place": ""}
    assert under(60, 80) is None
