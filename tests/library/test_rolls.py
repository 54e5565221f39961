"""Rolls by expression: chances, errors, decks and folders of games that deal them."""

from fractions import Fraction
from itertools import product

import pytest
import yaml
from cli_fixtures import refused, run

import deckgen
from deckgen.game import read_game
from deckgen.library.rolls import dice_files
from deckgen.odds import Roll, distribution


def test_chances_are_those_of_the_dice():
    roll = deckgen.roll("2d6 + 1")
    totals = [a + b + 1 for a, b in product(range(1, 7), repeat=2)]
    assert roll.mean == 8
    assert roll.chances() == {total: Fraction(totals.count(total), 36) for total in sorted({*totals})}
    assert [roll.at_least(number) for number in (3, 12, 13, 14)] == [1, Fraction(1, 12), Fraction(1, 36), 0]
    value, chance, more, less = roll.table()[2]
    assert (value, chance, more, less) == (5, Fraction(3, 36), Fraction(33, 36), Fraction(6, 36))


def test_chances_beyond_the_weights_of_endless_rolls_are_exact():
    roll = deckgen.roll("d6 open")
    assert roll.mean == Fraction(21, 5)
    assert roll.at_least(200) == distribution(Roll((6,), explode="open")).tail(200) > 0
    with pytest.raises(deckgen.DeckgenError, match="100000 is too far"):
        roll.at_least(100_000)


def test_a_roll_of_several_parts_has_chances_for_each():
    roll = deckgen.roll("5d10 >= 8 again 10 botch")
    assert roll.parts == ("successes", "botch")
    assert sum(roll.chances("botch").values()) == 1
    assert "<td>True</td>" not in roll._repr_html_()
    with pytest.raises(deckgen.DeckgenError, match="no part is called") as error:
        roll.chances("boch")
    assert "botch" in error.value.problems[0].remedy


def test_words_have_a_table_but_no_chance_of_more():
    roll = deckgen.roll("2d6 bands miss 7 partial 10 full")
    assert [row[0] for row in roll.table()] == ["miss", "partial", "full"]
    assert roll.table()[1][1:] == (Fraction(15, 36), Fraction(21, 36), Fraction(30, 36))
    assert (roll.mean, roll.at_least(7, "total")) == (None, Fraction(21, 36))
    with pytest.raises(deckgen.DeckgenError, match="level is a word"):
        roll.at_least(7)


@pytest.mark.parametrize(("text", "kind"), [("2d6", "rolls"), ("d20 adv natural", "dice")])
def test_a_roll_is_dealt_by_its_kind_and_drawn(text, kind):
    deck = deckgen.roll(text).deal(cards=60, seed="1")
    (section,) = deck.spec.sections
    assert (len(deck), section.kind()) == (60, kind)
    assert deck.audit().passed
    assert deck[0].svg().startswith("<?xml")
    assert deckgen.roll(text).deal(cards=60, seed="1").id == deck.id


def test_errors_of_a_deck_name_the_roll_not_a_file():
    with pytest.raises(deckgen.DeckgenError) as error:
        deckgen.roll("2d6").deal(cards=3)
    assert error.value.problems[0].file == "2d6"


def test_a_new_game_of_rolls_builds_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    run("new", "my-dice", "--dice", "2d6", "--dice", "5d10 >= 8 again 10 botch", "--dice", "d20 adv natural")
    assert run("validate", "my-dice").stderr.splitlines()[0] == "my-dice: no problems"
    kinds = [section.kind() for section in read_game("my-dice").deck().sections]
    assert kinds == ["rolls", "dice", "dice"]
    assert (tmp_path / "my-dice" / "solutions.lock.json").is_file()
    run("build", "my-dice", "--seed", "1", "-q", "-o", "print")
    assert (tmp_path / "print" / "my-dice-dice-1-1-press.pdf").is_file()


def test_what_is_wrong_with_a_new_game_of_rolls_is_told_and_nothing_written(tmp_path):
    told = refused("new", "mine", "--dice", "4d6 drp lowest", "--dice", "d0", "-o", tmp_path / "mine")
    assert "4d6 drp lowest" in told
    assert "this is no die" in told
    run("new", "mine", "--dice", "2d6", "--like", "rough-magic", "-o", tmp_path / "mine", code=2)
    assert not (tmp_path / "mine").exists()


def test_a_folder_has_a_section_for_each_roll():
    long = "(d10 + d8 + d6 + d6) highest 2 effect hitches"
    files = dice_files("two-rolls", ["2d6", long], 72)
    decks, sections = (yaml.safe_load(files["game.yaml"])[key] for key in ("decks", "sections"))
    assert decks["dice"]["cards"] == {"numbered": 72}
    assert [(section["title"], section["rolls"]) for section in sections.values()] == [
        ("2d6", {"roll": "2d6"}),
        (long, {"roll": long}),
    ]
    assert {"game.yaml", "card.svg", "card.yaml", "game.schema.json", "theme.schema.json"} == set(files)
