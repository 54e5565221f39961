"""Distributions and texts in YAML, and what all sections of words and values have in common."""

from fractions import Fraction

import pytest

from deckgen.game.sections.base import DealtResults
from deckgen.game.sections.distribution import DistributionSection, audit_name, correlation_values
from deckgen.game.sections.shares import Outcome


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def of(*values):
    return DistributionSection("it", "It", "", tuple(Outcome(value, Fraction(2)) for value in values))


def test_numbers_are_worth_themselves_and_words_their_place():
    assert correlation_values([3, None, True]) == [3, 0, 1]
    assert correlation_values(["high", None, "low"]) == [0, 1, 2]


def test_an_audit_names_values_in_words():
    assert [audit_name(value) for value in (None, True, False, 1, "x")] == ["none", "yes", "no", "1", "x"]


def test_one_draw_has_all_outcomes_and_is_the_value():
    section = of("heads", "tails")
    (draw,) = section.dealt_variables(4)
    assert [(share.result, share.cards, share.worth) for share in draw.shares] == [
        ("heads", 2, 0),
        ("tails", 2, 1),
    ]
    assert section.card_values(DealtResults([["tails", "heads"]], (), int)) == ["tails", "heads"]
    assert section.results_of("tails") == ("tails",)


@pytest.mark.parametrize("wrong", [True, "1", 1.0, None, [1]])
def test_only_an_outcome_of_the_same_type_is_read(wrong):
    assert of(1, 2).parse_value(1) == 1
    with pytest.raises(ValueError, match="it"):
        of(1, 2).parse_value(wrong)


def test_outcomes_and_their_shares(section, problem):
    made = section("kind: distribution\noutcomes: [{value: 1, odds: 1/4}, {each: [a, b], weight: 1}]")
    assert [(o.value, o.cards) for o in made.outcomes] == [
        (1, Fraction(13, 2)),
        ("a", Fraction(39, 4)),
        ("b", Fraction(39, 4)),
    ]
    line, path, what = problem("kind: distribution\noutcomes: [{value: 1, cards: 3}]")
    assert (line, path) == (5, ".outcomes")
    assert what == "the shares add up to 3 cards, but the deck has 26"


def test_texts(section, problem):
    text = section("kind: text\ntexts:\n  - {text: Extra, cards: 4}\n  - {text: More, odds: 1/4}")
    assert [(o.value, o.cards) for o in text.outcomes] == [
        ("Extra", 4),
        ("More", Fraction(13, 2)),
        (None, Fraction(31, 2)),
    ]
    assert section("kind: text\ntexts: [{text: All, odds: 1}]").outcomes == (Outcome("All", Fraction(26)),)
    assert problem("kind: text\ntexts:\n  - {text: a, cards: 20}\n  - {text: b, cards: 7}") == (
        5,
        ".texts",
        "the texts are on 27 cards, but the deck has 26",
    )
    assert problem("kind: text\ntexts:\n  - {text: a, cards: 2}\n  - {text: a, cards: 7}") == (
        7,
        ".texts[1]",
        'the text "a" stands twice',
    )
