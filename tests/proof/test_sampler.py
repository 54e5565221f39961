"""The sampler in docs/sampler: twenty-one ways to roll, each dealt on its exact share of the cards, and printed cleanly."""

import json
import re
from collections import Counter
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import pytest
from cli_fixtures import run
from pypdfium2 import PdfDocument

import deckgen
from deckgen.deck.solve.plan import is_solved
from deckgen.game.model import DiceSection, RollsSection

DOCS = Path(__file__).resolve().parents[2] / "docs"
SAMPLER = DOCS / "sampler"
GAME = deckgen.load_game(SAMPLER)
DECKS = 8
TABLE = re.findall(
    r"^\| (\d+) \|.*\| (\w+) \| [^|]+ \|$", (DOCS / "dice-as-a-deck.md").read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.fixture(scope="module", params=GAME.decks)
def decks(request):
    return GAME.deal_set(request.param, seed="sampler", decks=DECKS)


def test_all_twenty_one_are_in_its_decks():
    assert [number for number, _ in TABLE] == [str(number) for number in range(1, 22)]
    sections = Counter(spec.name for spec in GAME.data.decks for _ in spec.sections)
    # effects of 2d6 and boons share a section, hits have two: with a glitch, and with sixes again
    assert sections == Counter(deck for _, deck in TABLE) + Counter({"pools": 1})


def test_nothing_is_wrong_with_it_and_all_is_solved():
    assert run("validate", SAMPLER).stderr.splitlines()[0] == f"{SAMPLER}: no problems"
    assert all(is_solved(GAME.data, spec) for spec in GAME.data.decks)


def test_each_deck_and_all_of_a_set_pass_their_audit(decks):
    assert all(deck.audit().passed for deck in decks)
    assert GAME.audit(decks).passed


def test_results_of_several_parts_are_on_their_shares_of_the_cards(decks):
    for section in (section for section in decks[0].spec.sections if isinstance(section, DiceSection)):
        for label, roll in section.rolls:
            shown = [Counter(card.data.sections[section.name][label].outcome for card in deck) for deck in decks]
            shares = {
                outcome: Fraction(weight * len(decks[0]), roll.joint.denominator)
                for outcome, weight in roll.joint.weights.items()
            }
            for outcome, share in shares.items():
                cards = [counts[outcome] for counts in shown]
                assert {*cards} <= {floor(share), ceil(share)}, (section.name, label, outcome)
                assert abs(sum(cards) - DECKS * share) < 1, (section.name, label, outcome)


def test_numbers_have_the_average_of_their_dice_in_each_deck_or_over_the_set(decks):
    for section in (section for section in decks[0].spec.sections if isinstance(section, RollsSection)):
        cells = [cell for cell in GAME.audit(decks).to_dict()["cells"] if cell["section"] == section.name]
        assert len(cells) == len(section.rolls)
        for cell in cells:
            assert cell["exact"] or abs(Fraction(cell["residue"])) < Fraction(1, 20)


def test_its_files_are_what_print_shops_take(tmp_path):
    run("build", SAMPLER, "--deck", "all", "--seed", "7", "-q", "-o", tmp_path)
    press = sorted(tmp_path.rglob("*press.pdf"))
    assert len(press) == len(GAME.decks)
    for file in press:
        run("preflight", file)
    assert all(json.loads(file.read_bytes())["passed"] for file in tmp_path.rglob("*audit.json"))
    assert len([*tmp_path.rglob("*certificate.pdf")]) == len(GAME.decks)
    assert len([*tmp_path.rglob("*odds-a4.pdf")]) == len(GAME.decks)


def test_the_map_says_what_symbols_mean(tmp_path):
    run("map", SAMPLER, "--deck", "bands", "-o", tmp_path / "map.pdf")
    text = " ".join(PdfDocument(tmp_path / "map.pdf")[0].get_textpage().get_text_bounded().split())
    assert all(f": {symbol}" in text for symbol in ("success", "failure", "advantage", "threat"))
    assert "triumph: triumph" not in text  # the name of its icon says all
