"""An audit finds what is wrong with a deck: decks changed by hand, audited from the command line."""

import hashlib
import json
from fractions import Fraction

import pytest
from cli_fixtures import run

GAME = "rough-magic"
COLUMN = "Agility"  # 2d6, which average 7; the cards have all numbers from 2 to 12


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The decks of a set of two, as JSON."""
    folder = tmp_path_factory.mktemp("set")
    run("generate", GAME, "--seed", "2", "--decks", "2", "-q", "-o", folder)
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]


@pytest.fixture
def pair(texts):
    """The two decks, to change."""
    return [json.loads(text) for text in texts]


@pytest.fixture
def deck(pair):
    return pair[0]


@pytest.fixture
def audit(tmp_path):
    """A function of changed decks: their audit, which must be ``passed`` or not."""

    def audited(*decks, passed):
        paths = []
        for i, each in enumerate(decks):
            body = {key: value for key, value in each.items() if key != "id"}
            identity = "sha256:" + hashlib.sha256(_canonical(body)).hexdigest()
            paths.append(tmp_path / f"{i}.json")
            paths[-1].write_bytes(_canonical({**body, "id": identity}))
        found = json.loads(run("audit", *paths, "--format", "json", code=not passed).stdout)
        assert found["passed"] is passed
        return found

    return audited


def _canonical(body):
    return json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def give_jokers(deck, *wanted):
    """Swap numbers of one column so that the jokers show these; what all cards together show stays."""
    columns = [card["sections"]["causes"] for card in deck["cards"]]
    jokers = [i for i, card in enumerate(deck["cards"]) if card["poker"]["rank"] == "joker"]
    others = [i for i in range(len(columns)) if i not in jokers]
    for joker, value in zip(jokers, wanted, strict=True):
        giver = next(i for i in others if columns[i][COLUMN] == value)
        columns[giver][COLUMN], columns[joker][COLUMN] = columns[joker][COLUMN], value


@pytest.mark.parametrize(
    ("first", "second", "average"),
    [(6, 6, False), (5, 8, False), (7, 7, True), (6, 8, True), (10, 4, True), (9, 7, False)],
)
def test_jokers_sum_to_what_plain_cards_do(deck, audit, first, second, average):
    give_jokers(deck, first, second)
    cells = audit(deck, passed=average)["cells"]
    [cell] = [cell for cell in cells if cell["column"] == COLUMN]
    assert Fraction(cell["joker_mean"]) == Fraction(first + second, 2)
    assert cell["faults"] == ([] if average else ["jokers"])
    assert (cell["mean"], cell["exact"]) == ("7", True)
    assert Fraction(cell["long_run_residue"]) == Fraction(cell["long_run_mean"]) - 7
    assert (cell["long_run_residue"] == "0") is average
    assert [other["faults"] for other in cells if other is not cell] == [[]] * (len(cells) - 1)


def turn(deck, section, before, after):
    """Change the first card that shows ``before`` there and an opponent whom no resolution is about."""
    sections = (card["sections"] for card in deck["cards"])
    shown = next(each for each in sections if each[section] == before and each["causes"]["Opponent"] < 8)
    shown[section] = after


SETBACKS = ("bargain", "false trail", "attention", "warning")


def _count(deck, value):
    return [card["sections"]["setback"] for card in deck["cards"]].count(value)


def failed(found):
    return {(f["section"], f["value"]): (f["cards"], f["target"]) for f in found["frequencies"] if not f["passed"]}


def test_a_whole_share_is_met_to_the_card(deck, audit):
    turn(deck, "clock", 3, 12)
    assert failed(audit(deck, passed=False)) == {("clock", "3"): (3, "4"), ("clock", "12"): (6, "5")}


def test_a_share_of_half_a_card_is_met_within_one(deck, audit):
    """Each of four is owed 13 1/2 cards; the two that have 14 may be any."""
    many, few = (next(v for v in SETBACKS if _count(deck, v) == cards) for cards in (14, 13))
    turn(deck, "setback", many, few)
    assert failed(audit(deck, passed=True)) == {}
    turn(deck, "setback", many, few)
    found = failed(audit(deck, passed=False))
    assert found == {("setback", many): (12, "27/2"), ("setback", few): (15, "27/2")}


def test_decks_of_a_set_cancel_their_halves(pair, audit):
    assert failed(audit(*pair, passed=True)) == {}
    one, other = pair
    counts = [_count(deck, "bargain") for deck in pair]
    assert sorted(counts) == [13, 14]
    few, many = (one, other) if counts[0] == 13 else (other, one)
    turn(few, "setback", next(v for v in ("attention", "warning") if _count(few, v) == 14), "bargain")
    found = audit(*pair, passed=False)  # a card too many over both, though each alone is as near as can be
    assert (_count(few, "bargain"), _count(many, "bargain")) == (14, 14)
    assert failed(found)["setback", "bargain"] == (14, "27/2")
    assert [each["passed"] for each in found["each"]] == [True, True]


def test_every_deck_of_a_set_must_pass(pair, audit):
    """What one deck has too few of another may not make up for where a share is whole."""
    turn(pair[0], "clock", 3, 12)
    turn(pair[1], "clock", 12, 3)
    found = audit(*pair, passed=False)
    assert failed(found) == {}
    assert [each["passed"] for each in found["each"]] == [False, False]
