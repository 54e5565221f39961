"""docs/architecture.md: its paths exist, its types are there, and the die that it follows goes that way."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.deck.audit.auditor import audit
from deckgen.deck.cells import multiset
from deckgen.deck.deal.generator import _deal_plan, _Dealer, generate
from deckgen.deck.solve.plan import rounded_request
from deckgen.draw.drawing import Text
from deckgen.game import read_game
from deckgen.game.values import Cell
from deckgen.odds import distribution

TOP = Path(__file__).parents[2]
GUIDE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS, JOURNEY, TASKS = re.split(r"\n## ", GUIDE)[1:]


def test_every_path_is_there():
    paths = re.findall(r"`((?:deckgen|data|docs|layouts|tests)/[\w./-]+)`", GUIDE)
    paths += [f"docs/{name}" for name in re.findall(r"\]\(([\w-]+\.md)\)", GUIDE)]
    assert len(paths) > 50
    assert not [path for path in paths if not (TOP / path).exists()]


def test_every_room_is_told():
    rooms = {path.parent.name for path in (TOP / "deckgen").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `deckgen/(\w+)/`", ROOMS, re.MULTILINE)) == rooms


def test_there_are_tasks_enough():
    assert len(re.findall(r"^\| ", TASKS, re.MULTILINE)) - 1 >= 15


@pytest.mark.parametrize("row", re.findall(r"^\| [^|]+\| `(deckgen/[\w/]+\.py)`[^|]*\| `(\w+)`", JOURNEY, re.MULTILINE))
def test_every_type_is_defined_where_it_is_said_to_be_or_used_there(row):
    path, name = row
    assert re.search(rf"\b{name}\b", (TOP / path).read_text(encoding="utf-8"))


def test_the_die_goes_that_way():
    game = read_game("future-imperfect")
    spec = game.deck("action")
    (cell,) = (c for c in spec.section("causes").cells() if (c.column, c.row) == ("III", 3))
    assert cell.roll.dice == (8, 8, 8)
    mean = distribution(cell.roll).mean
    assert f"mean {mean}" in JOURNEY
    planned = _deal_plan(game, spec, None)
    store = planned.store
    (column,) = (column for column in planned.columns if column[0].cell == cell)
    dealer = _Dealer(spec, "42", 1, 1, planned)
    (variant,) = dealer._roundings(column, 1)
    request = rounded_request(column, (variant,))
    assert f"{request.size} cards, {variant.critical} of them critical failures" in JOURNEY
    found, turn = store.find(request), dealer._cycle_index(column, (variant,))
    different = len(set(found.solutions))
    assert f"{different} different ones with {found.open_cards} open cards, in a cycle of {found.length}" in JOURNEY
    assert f"index {turn % found.length} of that cycle" in JOURNEY
    (shown,) = store.checked_cells(request, turn)
    assert f"`Multiset` with mean {shown.mean(spec.draw)}" in JOURNEY
    deck = generate(game, spec, "42")
    assert multiset(card.sections["causes"]["III"][2] for card in deck.cards) == shown
    shown = deck.cards[14].sections["causes"]["III"][2]
    assert isinstance(shown, Cell)
    assert f"`Cell` with the value {shown.value}" in JOURNEY
    front = draw_faces(load_layout(spec.layout), game, spec, deck).fronts[14]
    texts = [item for item in front.items if isinstance(item, Text) and item.slot == "causes"]
    assert any(f'`Text` "{t.string}" at {t.x:.2f}, {t.y:.2f} mm, in {t.typeface}' in JOURNEY for t in texts)
    (found,) = (each for each in audit([deck], game).cells if each.cell == cell)
    assert found.residue < 0
    assert f"reports that their mean is {found.mean}" in JOURNEY
    assert f"less than\n{mean} by {Fraction(-found.residue)}" in JOURNEY
