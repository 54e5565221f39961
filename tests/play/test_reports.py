"""The log in words, as a text and as a file for spreadsheets."""

import csv
import io
import re
from functools import cache

import pytest
from hypothesis import given, settings, strategies as st
from script_modules import Scripts

from deckgen.deck.deal.generator import generate
from deckgen.document.spreadsheet import csv_bytes
from deckgen.game import read_game
from deckgen.play.model import play_model
from deckgen.play.page import page_words

FI = "future-imperfect"


@pytest.fixture(scope="module")
def scripts():
    return Scripts("play/scripts/store.js", "play/scripts/reports.js")


@cache
def model_of(name):
    game = read_game(name)
    return {**play_model(game, game.deck(), generate(game, game.deck(), "42")), "words": page_words(game.language)}


LOG = """(() => {
  const ann = {name: "Oru", person: {}}, actions = [[{do: "round"}, {}], [{do: "join", name: "=1+1"}, {by: "Ben", time: 29_736_000}],
    [{do: "draw"}, {by: "Ben", person: "Oru"}], [{do: "note", note: {title: "Fight", text: 'A "hit", at last.', cards: [shuffledOrder("s", 1, 54)[0]]}}, {by: "Ben", person: "Oru", time: 29_736_001}]];
  return actions.reduce((state, [action, stamp]) => act(model, state, action, stamp), newState(model, "s"));
})()"""


def test_the_log_as_a_text_names_who_and_when(scripts):
    text = scripts.run(f"logText(model, {LOG}, 'Ana')", model=model_of(FI))
    lines = text.split("\n")
    assert lines[1:4] == ["Ana: a new game, shuffled by “s”", "", "Round 1"]
    assert re.fullmatch(r"\d\d:\d\d Ben: =1\+1 joins", lines[4])
    assert re.fullmatch(r"\d\d:\d\d Ben for Oru: Fight: A \"hit\", at last\.", lines[5])
    assert lines[6:] == [""]  # the card that the roll drew has no line of its own


def test_the_log_as_csv_has_no_formulas(scripts):
    model = model_of(FI)
    text = scripts.run(f"logCsv(model, {LOG}, 'Ana')", model=model)
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[0] == ["Round", "Time", "Who", "For whom", "What", "Cards"]
    assert rows[1][:4] == ["0", "", "Ana", ""]
    assert rows[3][2:5] == ["Ben", "", "'=1+1 joins"]
    card = model["cards"][scripts.run("shuffledOrder('s', 1, 54)")[0]]["word"]
    assert rows[4][2:] == ["Ben", "Oru", 'Fight: A "hit", at last.', card]
    assert text.endswith("\r\n")


@settings(max_examples=60, deadline=None)
@given(cell=st.one_of(st.text(max_size=8), st.from_regex(r"[=+\-@\t\r\n][^\x00]{0,4}", fullmatch=True)))
def test_cells_are_those_of_our_other_csv_files(scripts, cell):
    assert scripts.run("csvCell(cell)", cell=cell) + "\r\n" == csv_bytes([[cell, ""]]).decode()[:-3] + "\r\n"
