"""A game nobody ships, written only from the docs: other dice, other cards, another language, its own look."""

import json
import re
import shutil
from itertools import product
from pathlib import Path

import pikepdf
import pytest
from cli_fixtures import run

from deckgen.card.layout import load_layout
from deckgen.deck.audit.verification import deck_of
from deckgen.deck.cards import read_deck
from deckgen.deck.solve.plan import plan_columns, rounded_request
from deckgen.deck.solve.store import open_store
from deckgen.game import read_game

FOLDER = Path(__file__).parent / "games" / "fifth"
ICONS = {
    "sal": "M12 2 22 12 12 22 2 12Z",
    "viento": "M2 8H14A4 4 0 1 0 10 4M2 14H20V16H2Z",
    "luz": "M12 2 15 9 22 12 15 15 12 22 9 15 2 12 9 9Z",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The game with a look of its own beside it: a new layout with the icons of its suits drawn into it."""
    folder = tmp_path_factory.mktemp("fifth")
    shutil.copytree(FOLDER, folder / "game")
    run("new-layout", "niebla", "--from", "poker", "-q", "-o", folder / "game")
    drawing, theme = folder / "game" / "niebla.svg", folder / "game" / "niebla.yaml"
    symbols = "".join(
        f'<symbol id="icon-suit-{suit}" viewBox="0 0 24 24"><path d="{path}"/></symbol>' for suit, path in ICONS.items()
    )
    drawn = drawing.read_text(encoding="utf-8").replace("</svg>", symbols + "</svg>")
    drawing.write_text(drawn, encoding="utf-8")
    absent = set(re.findall(r'<rect id="slot-(\w+)"', drawn)) - {"poker", *_sections()}
    with theme.open("a", encoding="utf-8") as file:
        file.write(f"without: [{', '.join(sorted(absent))}]\n")
    run("build", folder / "game", "--seed", "primera-marea", "-q", "-o", folder / "print")
    return folder


def _sections():
    return [section.name for section in read_game(FOLDER).decks[0].sections]


def test_it_is_what_it_set_out_to_be():
    game = read_game(FOLDER)
    (deck,) = game.decks
    causes, effects = deck.section("causes"), deck.section("effects")
    assert [column.sides for column in causes.columns] == [column.sides for column in effects.columns] == [5, 7, 9]
    assert (causes.rows, effects.rows, causes.keep, effects.rising) == (6, 6, "count", True)
    assert (deck.size, len(deck.jokers()), game.language.code) == (60, 3, "es")


def test_nothing_is_wrong_with_it_nor_its_look(place):
    told = run("validate", place / "game").stderr
    assert all("exact mean" in line or "exact over a set" in line for line in told.splitlines())
    assert "means that are exact over a set of decks, not in each: causes b-1" in told
    assert load_layout(place / "game" / "niebla.svg").name == "niebla"


def test_its_audit_is_passed(place):
    audit = json.loads((place / "print" / "faro-de-niebla-olas-primera-marea-audit.json").read_bytes())
    assert audit["passed"]
    assert len(audit["cells"]) == 36
    over_set = {(cell["section"], cell["column"]) for cell in audit["cells"] if not cell["exact"]}
    assert over_set == {("causes", "b"), ("effects", "c")}  # sevenths of 60 cards; ninths come near over a set only


def test_its_deck_is_what_its_seed_gives(place):
    file = place / "print" / "faro-de-niebla-olas-primera-marea-1.json"
    run("verify", file, "--game", place / "game")
    deck = deck_of(read_deck(file), read_game(place / "game"))
    names = [card.face.name for card in deck.cards]
    assert (names[0], names[1], names[2], names[59]) == ("ahogado", "náufrago", "faro de sal", "farera")
    cells = [cell.value for card in deck.cards for cell in card.sections["causes"]["a"]]
    assert min(cells) == 0
    assert max(cells) <= 6
    for card in deck.cards:
        for column in card.sections["effects"].values():
            values = [cell.value for cell in column]
            assert values == sorted(values)


def test_there_is_everything_to_print(place):
    files = {path.name: path for path in (place / "print").iterdir()}
    with pikepdf.open(files["faro-de-niebla-olas-primera-marea-1-press.pdf"]) as pdf:
        assert len(pdf.pages) == 120
    with pikepdf.open(files["faro-de-niebla-olas-primera-marea-1-cards-a4.pdf"]) as pdf:
        assert len(pdf.pages) == 14  # 60 cards at nine a sheet, and their backs


def test_its_solutions_are_at_hand():
    """The lock file is that of the game as it is: a deck needs nothing that is not in it."""
    store = open_store(read_game(FOLDER))
    assert not store.notes
    store.use_cache = False
    made = list(plan_columns(read_game(FOLDER).decks[0], store))
    assert sum(map(len, made)) == 36
    asked = {rounded_request(own, v).key for own in made for v in product(*(plan.roundings for plan in own))}
    assert asked <= set(store.locked)
