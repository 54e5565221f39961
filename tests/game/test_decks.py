"""Decks that extend each other and take other sections instead."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game

THIRD = """\
  toss:
    kind: distribution
    title: Toss
    outcomes: [{value: 1, cards: rest}]
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def loaded(tmp_path):
    return lambda decks: read_game(write(tmp_path, GAME, COLUMNS, SECTIONS + THIRD, DECK + decks))


def names(deck) -> list[str]:
    return [section.name for section in deck.sections]


def test_a_deck_says_only_what_differs(loaded):
    game = loaded(
        "    layout: tarot\n    reshuffle: never\n    sections: [skill, coin]\n"
        "  second: {extends: main, title: Second}\n"
        "  third: {extends: second, title: Third, layout: wide, sections: [coin]}\n"
        "  fourth: {extends: third, title: Fourth, cards: {numbered: 30}, draw: with-replacement}\n"
    )
    main, second, third, fourth = game.decks
    assert [deck.title for deck in game.decks] == ["Main", "Second", "Third", "Fourth"]
    assert second.sha256 == main.sha256
    assert (names(second), second.layout, second.reshuffle, second.size) == (
        ["skill", "coin"],
        "tarot",
        "never",
        26,
    )
    assert (names(third), third.layout, third.size) == (["coin"], "wide", 26)
    assert (names(fourth), fourth.layout, fourth.size, fourth.draw) == (
        ["coin"],
        "wide",
        30,
        "with-replacement",
    )


def test_a_section_instead_of_another_has_its_name(loaded):
    main, other = loaded("  other: {extends: main, title: Other, instead: {coin: toss}}\n").decks
    assert names(main) == names(other) == ["coin", "skill"]
    assert [deck.section("coin").title for deck in (main, other)] == ["Coin", "Toss"]
    assert main.sha256 != other.sha256


def test_a_deck_that_extends_one_with_sections_instead_has_them_too(loaded):
    decks = loaded(
        "    instead: {coin: toss}\n    sections: [coin, skill]\n"
        "  second: {extends: main, title: Second}\n"
        "  third: {extends: main, title: Third, instead: {coin: coin}}\n"
    ).decks
    assert [deck.section("coin").title for deck in decks] == ["Toss", "Toss", "Coin"]


@pytest.mark.parametrize(
    ("decks", "path", "what"),
    [
        ("  b: {extends: mian, title: B}\n", "decks.b.extends", 'there is no deck "mian"'),
        (
            "  b: {extends: c, title: B}\n  c: {extends: b, title: C}\n",
            "decks.c.extends",
            'extending "b" makes a circle',
        ),
        ("  b: {extends: b, title: B}\n", "decks.b.extends", 'extending "b" makes a circle'),
        ("  b: {title: B}\n", "decks.b", 'the key "cards" is missing'),
        ("    instead: {coyn: toss}\n", "decks.main.instead.coyn", 'the deck has no section "coyn"'),
        ("    instead: {coin: tosh}\n", "decks.main.instead.coin", 'there is no section "tosh"'),
    ],
)
def test_problems(loaded, decks, path, what):
    with pytest.raises(GameError) as caught:
        loaded(decks)
    assert (path, what) in [(problem.path, problem.message) for problem in caught.value.problems]
    assert all(problem.remedy for problem in caught.value.problems)


def test_a_section_says_what_its_marks_mean(tmp_path):
    marks = "sections:\n  lots: {kind: marks, title: Lots, count: 3, cards: 4, marks: {marked: Is drawn.}}\n"
    deck = "decks:\n  main: {title: Main, cards: {numbered: 20}}\n"
    spec = read_game(write(tmp_path, GAME, marks, deck)).deck()
    assert spec.section("lots").marks == (("marked", "Is drawn."),)
    plain = read_game(write(tmp_path / "plain", GAME, marks.replace(", marks: {marked: Is drawn.}", ""), deck)).deck()
    assert plain.sha256 == spec.sha256


def test_a_mark_that_no_card_can_have_is_told(tmp_path):
    marks = "sections:\n  lots: {kind: marks, title: Lots, count: 3, cards: 4, marks: {market: Is drawn.}}\n"
    deck = "decks:\n  main: {title: Main, cards: {numbered: 20}}\n"
    with pytest.raises(GameError) as error:
        read_game(write(tmp_path, GAME, marks, deck))
    (problem,) = error.value.problems
    assert problem.path == "sections.lots.marks.market"
    assert "no card can have" in problem.message
    assert "marked" in problem.remedy
