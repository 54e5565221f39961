"""Distributions in YAML."""

from fractions import Fraction


def test_outcomes_and_their_shares(section, fault):
    made = section("kind: distribution\noutcomes: [{value: 1, odds: 1/4}, {each: [a, b], weight: 1}]")
    assert [(o.value, o.cards) for o in made.outcomes] == [
        (1, Fraction(13, 2)),
        ("a", Fraction(39, 4)),
        ("b", Fraction(39, 4)),
    ]
    line, path, what = fault("kind: distribution\noutcomes: [{value: 1, cards: 3}]")
    assert (line, path) == (5, ".outcomes")
    assert what == "the shares add up to 3 cards, but the deck has 26"
