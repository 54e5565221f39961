import shutil
from pathlib import Path

import pytest

from deckgen.errors import DeckgenError, GameError
from deckgen.run.upgrade import upgrade_game
from deckgen.run.validation import validate_game_or_file

OLD = Path(__file__).parents[1] / "games" / "old"
CARD = """# The look of the cards.
extends: base/1
slots:
  coin: {widget: words, size: 12}
  skill: {widget: grid, open: {fill: tint, edge: none}, size: 9, failure: {ink: accent}}
  shots: # rolls
    widget: rolls
    open: {ink: accent} # bright
    size: 8
    confirm: {face: bold}
back:
  ground: ground
  emblem: ""
"""


@pytest.fixture
def old(tmp_path):
    return Path(shutil.copytree(OLD, tmp_path / "old"))


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_game_of_the_first_version_passes_once_it_is_upgraded(old):
    with pytest.raises(DeckgenError) as told:
        validate_game_or_file(str(old), None, None)
    assert (
        str(told.value).splitlines()[-1]
        == f"{old}: 17 lines of an older version of deckgen; rewrite: deckgen upgrade {old}"
    )
    upgrade_game(old, write=True)
    assert [doubt.message for doubt in validate_game_or_file(str(old), None, None).warnings] == [
        "no deck of the game has a section for the slots skill, shots"
    ]
    assert upgrade_game(old, write=True) == []


def test_lines_change_where_they_are_with_their_comments(old):
    changes = upgrade_game(old, write=True)
    game = (old / "game.yaml").read_text(encoding="utf-8")
    before = (OLD / "game.yaml").read_text(encoding="utf-8")
    changed = [(a, b) for a, b in zip(before.splitlines(), game.splitlines(), strict=True) if a != b]
    assert changed == [
        ("  First set: first-seed # the seed", "  First set: {seed: first-seed, decks: [First set]} # the seed"),
        ("  'Set, the second': 42", "  'Set, the second': {seed: 42, decks: ['Set, the second']}"),
        ('  "Third": a, b', '  "Third": {seed: "a, b", decks: ["Third"]}'),
        (
            "  chip: {title: Chip, count: 3, colour: accent, icon: icon-disc} # a chip",
            "  chip: {title: Chip, count: 3, color: accent, icon: icon-disc} # a chip",
        ),
        ("    colour: ink   # dark", "    color: ink   # dark"),
    ]
    assert (old / "card.yaml").read_text(encoding="utf-8") == CARD
    sheet = (old / "sheet" / "sheet.yaml").read_text(encoding="utf-8")
    assert "  wage_table: {sailor: 2, captain: 8} # by rank" in sheet
    assert 'wage: {label: Wage, formula: "wage_table[rank] * 2"}' in sheet
    assert "align: {level: center}" in sheet
    told = [str(change).removeprefix(f"{old}/") for change in changes]
    assert "game.yaml:5: the set First set has a seed and the names of its decks" in told
    assert "sheet/sheet.yaml:6: the table wage is called like a field, and is wage_table" in told
    assert "game.schema.json: the schema is renewed" in told


def test_a_check_writes_nothing(old):
    before = contents(old)
    assert len(upgrade_game(old, write=False)) == 18
    assert contents(old) == before


def test_a_schema_of_another_version_is_doubted_and_one_of_the_game_renewed(old):
    upgrade_game(old, write=True)
    schema = old / "game.schema.json"
    current = schema.read_bytes()
    schema.write_text("{}", encoding="utf-8")
    (old / "mine.schema.json").write_text("{}", encoding="utf-8")  # not deckgen's
    doubts = validate_game_or_file(str(old), None, None).warnings
    assert [(doubt.file, doubt.remedy) for doubt in doubts if "schema" in doubt.message] == [
        (str(schema), f"renew it: deckgen upgrade {old}")
    ]
    assert [change.file for change in upgrade_game(old, write=True)] == [schema]
    assert schema.read_bytes() == current


@pytest.mark.parametrize(
    ("theme", "upgraded"),
    [
        ("slots: {a: {own: b, own_ink: c, widget: chart}}", "slots: {a: {widget: chart}}"),
        ("slots: {a: {widget: chart, own: b, own_ink: c}}", "slots: {a: {widget: chart}}"),
        ("slots:\n  a:\n    widget: chart\n    own: b # x", "slots:\n  a:\n    widget: chart\n"),
        (
            "decks: {d: {slots: {a: {open_ink: b}}, back: {glow: c}}}",
            "decks: {d: {slots: {a: {open: {ink: b}}}, back: {}}}",
        ),
        (
            "extends: sheet\nslots: {sheet: {heading: centre, ink: x}}",
            "extends: sheet\nslots: {sheet: {heading: center}}",
        ),
        ("back: {pattern: sunburst, ground: x}", "back: {ground: x}"),
        ("back: {pattern: {kind: orbits}}", "back: {pattern: {kind: orbits}}"),
        ("slots: {a: {own: b}}", "slots: {a: {own: b}}"),  # whose option it was is not known without its widget
        ("slots: {a: &a {widget: chart, own: b}, c: *a}", "slots: {a: &a {widget: chart, own: b}, c: *a}"),
    ],
)
def test_options_of_themes_are_nested_renamed_or_removed(tmp_path, theme, upgraded):
    head = "" if theme.startswith("extends") else "palette: {}\n"
    (tmp_path / "look.yaml").write_text(head + theme, encoding="utf-8")
    upgrade_game(tmp_path, write=True)
    assert (tmp_path / "look.yaml").read_text(encoding="utf-8") == head + upgraded


def test_a_result_without_a_verdict_gets_one(tmp_path):
    text = "procedures:\n  x:\n    steps:\n      - results: {hit: {text: Ouch, if: [a]}, miss: Nothing}\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    upgrade_game(tmp_path, write=True)
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8") == text.replace("{text:", "{info:")


def test_a_file_that_is_no_yaml_is_told_and_nothing_is_written(old):
    (old / "broken.yaml").write_text("a: [", encoding="utf-8")
    before = contents(old)
    with pytest.raises(GameError, match=r"broken\.yaml:\d+: this is not YAML"):
        upgrade_game(old, write=True)
    assert contents(old) == before
    with pytest.raises(GameError, match="there is no game in this folder"):
        upgrade_game(old / "nowhere", write=True)
