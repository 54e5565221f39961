import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game, shipped_games
from deckgen.game.templates import MapTemplate, TemplateRow
from deckgen.sources import read_yaml

BLAST = "blast: {kind: rings, title: Blast, note: Boom., marks: {12.5: half, 2: all, 6: 10}}"
RULER = "ruler: {kind: gauge, title: Ruler, unit: ft, reach: 30, rows: [{title: Run, per: 1.5}, {title: Jump, marks: {4: ''}}]}"


def game_with(tmp_path, *templates):
    text = "".join(f"  {template}\n" for template in templates)
    return write(tmp_path, GAME, COLUMNS, SECTIONS, DECK, f"templates:\n{text}")


def test_marks_are_read_from_near_to_far_and_keep_their_texts(tmp_path):
    blast, ruler = read_game(game_with(tmp_path, BLAST, RULER)).templates
    marks = ((2.0, "all"), (6.0, "10"), (12.5, "half"))
    assert blast == MapTemplate("blast", "rings", "Blast", note="Boom.", marks=marks)
    assert (ruler.unit, ruler.reach) == ("ft", 30)
    assert ruler.rows == (TemplateRow("Run", 1.5), TemplateRow("Jump", marks=((4.0, ""),)))


@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("a: {kind: cone, title: A, marks: {1: x}}", "templates.a.kind"),
        ("a: {kind: arc, title: A}", "templates.a"),
        ("a: {kind: gauge, title: A, reach: 5}", "templates.a"),
        ("a: {kind: gauge, title: A, reach: 5, rows: [{title: B}]}", "templates.a.rows[0]"),
        ("a: {kind: rings, title: A, marks: {near: x}}", "write a distance from 0.1 to 999.9"),
        ("a: {kind: rings, title: A, marks: {0: x}}", "write a distance from 0.1 to 999.9"),
        ("a: {kind: arc, title: A, degrees: 270, marks: {1: x}}", "templates.a.degrees"),
        ("a: {kind: rings, title: A, every: 0, marks: {1: x}}", "templates.a.every"),
        ("a: {kind: rings, title: '{scopes.no}', marks: {1: x}}", "scopes.no"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, template, told):
    with pytest.raises(GameError) as caught:
        read_game(game_with(tmp_path, template))
    assert told in str(caught.value)


def test_a_game_read_for_its_decks_reads_its_templates_when_they_are_used(tmp_path):
    game = read_game(game_with(tmp_path, BLAST), complete=False)
    assert "templates" not in vars(game)
    assert game.templates[0].title == "Blast"


@pytest.mark.parametrize("name", shipped_games())
def test_shipped_games_have_templates_whose_names_are_those_of_files(name):
    templates = read_game(name).templates
    assert templates
    assert all(template.name.isidentifier() for template in templates)


def test_walks_and_runs_are_those_of_the_sheet():
    game = read_game("rough-magic")
    tables = read_yaml(game.folder / "sheet" / "sheet.yaml").data["tables"]
    rows = {row.title.partition(",")[0].lower(): row.marks for row in game.templates[-1].rows}
    for name in ("walk", "run", "sprint"):
        table = {str(rank): int(meters) for rank, meters in tables[name].items()}
        assert {text: at for at, text in rows[name]} == {t: table[t] for _, t in rows[name]}
        assert len(rows[name]) == sum(meters <= 27 for rank, meters in table.items() if 1 <= int(rank) <= 10)
