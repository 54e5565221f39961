from deckgen.card.patterns.places import Places
from deckgen.draw.geometry import Box


def test_nothing_is_on_another_or_on_its_twin():
    places = Places(())
    assert places.take(10, 10, 2)
    assert not places.take(11, 10, 2)
    assert not places.take(-11, -10, 2)
    assert places.take(11, -10, 2)


def test_nothing_is_on_its_own_twin():
    assert not Places(()).take(0.5, 0.5, 2)


def test_what_is_covered_stays_free_and_so_does_its_twin():
    places = Places([Box(5, 5, 4, 4)])
    assert not places.take(10, 7, 2)
    assert not places.take(-7, -7, 1)
    assert places.take(12, 7, 2)
