from fractions import Fraction
from gettext import NullTranslations

import pytest
from hypothesis import given, strategies as st
from table_decks import GAMES, shipped

from deckgen.document.dice_rules import COMMON_DICE, ShownDice, best_die, dice_advice
from deckgen.language import Language

SHARES = st.lists(st.integers(1, 30), min_size=1, max_size=12)


@given(SHARES)
def test_a_die_gives_each_outcome_about_its_share(cards):
    size = sum(cards)
    shares = [Fraction(n) for n in cards]
    die, counts, exact = best_die(shares, size)
    assert die in COMMON_DICE
    assert sum(counts) == die
    off = [abs(Fraction(n * size, die) - share) for n, share in zip(counts, shares, strict=True)]
    assert exact == (not any(off))
    assert all(abs(n - share * die / size) < 1 for n, share in zip(counts, shares, strict=True))
    if not exact:  # then no die is
        for other in COMMON_DICE:
            assert any((share * other / size).denominator > 1 for share in shares)


def test_the_commonest_exact_die_is_taken():
    assert best_die([Fraction(27), Fraction(27)], 54) == (6, [3, 3], True)
    assert best_die([Fraction(54, 20) * n for n in (2, 2, 5, 1, 2, 2, 5, 1)], 54)[0] == 20


@pytest.mark.parametrize("name", GAMES)
def test_every_section_of_every_game_has_advice_that_covers_its_die(name):
    _, game, spec = shipped(name)
    for section in spec.sections:
        said = dice_advice(section, spec)
        assert said.dice or said.rules
        numbers = [throw.split("–") for throw, _ in said.results]
        if section.name == "hit_location":
            faces = [n for first, *last in numbers for n in range(int(first), int((last or [first])[0]) + 1)]
            assert faces == list(range(1, int(said.dice.removeprefix("d")) + 1))
    del game


def test_the_words_follow_the_rules_of_the_game():
    _, _, spec = shipped("future-imperfect")
    causes, effects = (
        dice_advice(spec.section("causes"), spec, "CF"),
        dice_advice(spec.section("effects"), spec),
    )
    assert causes.dice == "I: d4 · II: d6 · III: d8 · IV: d10 · V: d12"
    assert "the highest counts" in causes.rules[0]
    assert any("CF, which counts as 1" in s for s in causes.rules)
    assert "add them up" in effects.rules[0]
    assert effects.rules[-2:] == ("d14: a d20; above 14, roll again.", "d16: a d20; above 16, roll again.")
    assert dice_advice(spec.section("burst"), spec).rules == (
        "d3: half of a d6, rounded up.",
        "d5: half of a d10, rounded up.",
    )
    assert dice_advice(spec.section("toggle"), spec).results == (("1–3", "Yes"), ("4–6", "No"))
    assert dice_advice(spec.section("clock"), spec).rules[-1] == "The number rolled is the result."
    assert dice_advice(spec.section("fragment"), spec).rules == ("Above 13, roll again.",)
    penetrating = shipped("action-and-combat")[2]
    assert any("add it minus 1" in s for s in dice_advice(penetrating.section("effects"), penetrating).rules)


def test_dice_to_draw_are_those_to_take():
    _, _, spec = shipped("future-imperfect")
    assert dice_advice(spec.section("burst"), spec).shown == (
        ShownDice((6,), "d3"),
        ShownDice((10,), "d5"),
        ShownDice((10,)),
    )
    assert dice_advice(spec.section("effects"), spec).shown[-1] == ShownDice((20,), "7: d16")
    _, _, spec = shipped("rough-magic")
    assert dice_advice(spec.section("causes"), spec).shown == (ShownDice((6, 6)),)
    assert dice_advice(spec.section("shuffle"), spec).shown == ()


class Other(NullTranslations):
    """A language in which every phrase begins with ¤."""

    def gettext(self, message):
        return f"¤{message}"


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_a_phrase_of_the_catalog(name):
    _, _, spec = shipped(name)
    for section in spec.sections:
        plain, said = dice_advice(section, spec), dice_advice(section, spec, language=Language("xx", Other()))
        assert len(plain.rules) == len(said.rules)
        assert all(line.startswith("¤") for line in said.rules)
