import pytest
from sheet_fixtures import GAMES, sheet, small, told

from deckgen.errors import DeckgenError
from deckgen.sheet.formula import parse_formula, pattern_formulas
from deckgen.sheet.reader import load_sheet

NOTES = "  notes:"


@pytest.mark.parametrize("game", GAMES)
def test_every_derived_column_stands_once_and_after_those_that_it_names(game):
    spec = sheet(game).spec
    every = [(group.name, column.name) for group in spec.groups.values() for column in group.columns]
    derived = {place for place in every if spec.groups[place[0]].column(place[1]).derived}
    assert set(spec.order) == derived
    assert len(spec.order) == len(derived)
    done = set()
    for group, name in spec.order:
        column = spec.groups[group].column(name)
        for formula in (parse_formula(column.formula),) if column.formula else pattern_formulas(column.show):
            single = {".".join(path) for path in formula.names} & {place[0] for place in derived if not place[1]}
            assert single <= done
        done.add(full_name(group, name))


def full_name(group, column):
    return f"{group}.{column}" if column else group


@pytest.mark.parametrize(
    ("fields", "place", "circle"),
    [
        ("  up: {formula: down + 1}\n  down: {formula: up + 1}\n", "up", "up → down → up"),
        ("  self: {formula: self}\n", "self", "self → self"),
        (
            "  up: {formula: sum(skills.double)}\n  down: {formula: up}\n",
            "skills.columns.double",
            "skills.double → down → up → skills.double",
        ),
        ("  up: {formula: \"skills['Swim']\"}\n  key: {show: '{up} x'}\n", None, ""),
        ('  up: {formula: "entry.skills[name].double"}\n', None, ""),
    ],
)
def test_formulas_that_rest_on_each_other_in_a_circle_are_refused(tmp_path, fields, place, circle):
    double = "2 * down" if "skills.double)" in fields else "2 * level"
    change = ((NOTES, f"{fields}{NOTES}"), ("2 * level", double))
    if place is None:
        assert len(small(tmp_path, *change).order) >= 3
        return
    ((line, path, what),) = told(small, tmp_path, *change)
    assert circle in what
    assert path.startswith(f"fields.{place}.formula")
    assert line


def test_a_table_with_the_name_of_a_field_is_told_and_no_circle(tmp_path):
    """``wage: {formula: "wage[rank]"}`` would read itself."""
    (tmp_path / "sheet").mkdir()
    (tmp_path / "game.yaml").write_text("game: {id: it, title: It}\n", encoding="utf-8")
    (tmp_path / "sheet" / "sheet.yaml").write_text(WAGES, encoding="utf-8")
    with pytest.raises(DeckgenError) as error:
        load_sheet(tmp_path)
    assert [(p.path, p.message) for p in error.value.problems] == [
        ("tables.wage", 'a table and a field are both called "wage"')
    ]


WAGES = """
format: deckgen-sheet/1
game: it
title: It
theme: sheet
tables:
  wage: {1: 5, 2: 9}
fields:
  name: {label: Name, type: text, most: 30, required: true}
  rank: {label: Rank, type: number, least: 1, most: 2}
  wage: {label: Wage, formula: "wage[rank]"}
pages:
  - rows: [[{width: 12, blocks: [{block: banner, of: name}, {block: fields, of: [rank, wage]}]}]]
"""
