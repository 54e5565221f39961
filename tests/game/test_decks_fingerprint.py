"""The hash of a deck's rules: what changes it and what does not."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.game import read_game


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def sha256(folder, *texts: str) -> str:
    return read_game(write(folder, *texts)).deck().sha256


WHOLE = GAME + COLUMNS + SECTIONS + DECK
PINNED = "5435dbb0aecf65e088448be00ee15fc296162a2d177e44e26c4871dc746b7b30"


def test_it_is_the_same_everywhere_and_always(tmp_path):
    assert sha256(tmp_path, WHOLE) == PINNED


def test_the_order_of_files_and_sections_does_not_matter(tmp_path):
    skill, coin = SECTIONS.removeprefix("sections:\n").split("  coin:\n")
    swapped = "sections:\n  coin:\n" + coin + skill
    assert sha256(tmp_path, DECK, swapped, GAME, COLUMNS) == PINNED
    ordered = DECK + "    sections: [skill, coin]\n"
    assert sha256(tmp_path / "ordered", GAME, COLUMNS, SECTIONS, ordered) == PINNED


@pytest.mark.parametrize(
    "change",
    [
        ("title: Skill", "title: Ability\n    help: Words."),
        ("title: Main", "title: Major\n    layout: tarot"),
        ('print: "Yes"', "print: Oui"),
        ("id: small, title: Small", "id: little, title: Little"),
        ("  main:", "  other:"),
        ("cards: rest", "cards: 13"),
        ("tail_bar: 0.6", "tail_bar: 0.60"),
        ("columns: dice", "columns: {I: d4, II: d6}"),
    ],
)
def test_what_is_only_printed_or_written_otherwise_does_not_matter(tmp_path, change):
    assert WHOLE.count(change[0]) == 1
    assert sha256(tmp_path, WHOLE.replace(*change)) == PINNED


@pytest.mark.parametrize(
    "change",
    [
        ("cards: 13", "cards: 12"),
        ("II: d6", "II: d8"),
        ("II: d6", "III: d6"),
        ("rows: 2", "rows: 3"),
        ("keep: highest", "keep: lowest"),
        ("explode: open", "explode: none"),
        ("explode: open", "explode: open, maxima: all"),
        ("more-than-half-ones", "none"),
        ("tail_bar: 0.6", "tail_bar: 0.7"),
        ("value: true", "value: 1"),
        ("  coin:", "  toss:"),
        ("2..12", "2..13"),
        ("moon", "star"),
        ("title: Main", "title: Main\n    draw: with-replacement"),
        ("title: Main", "title: Main\n    reshuffle: never"),
    ],
)
def test_what_is_dealt_matters(tmp_path, change):
    assert WHOLE.count(change[0]) == 1
    assert sha256(tmp_path, WHOLE.replace(*change)) != PINNED
