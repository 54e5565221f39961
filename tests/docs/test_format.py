"""The documents that are made from, or are about, the format: docs/format.md and docs/make-a-game.md."""

import json
import re
import shlex
from pathlib import Path

import pytest
from cli_fixtures import run
from format_reference import chapter, reference
from golden_files import GOLDENS

from deckgen.deck.cards import canonical_json
from deckgen.deck.solve.column import ColumnSolution
from deckgen.deck.solve.store import LOCK, SolutionStore
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.game.entries import SCHEMA

SOLVED = "lantern-road.lock.json"
DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = (DOCS / "make-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|yaml|text|xml)(?: (\S+))?\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_reference_is_current():
    made = reference()
    assert (DOCS / "format.md").read_text(encoding="utf-8") == made, "make docs"


def test_every_key_has_a_meaning():
    rows = re.findall(r"^\| (\*{0,2}`.*?) \| (.*?) \| (.*?) \|$", reference(), re.MULTILINE)
    assert len(rows) > 150
    assert not [row for row in rows if not row[1].strip() or not row[2].strip()]


def test_every_key_of_the_game_is_told():
    def keys(node):
        if isinstance(node, dict):
            yield from node.get("properties", {})
        for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from keys(each)

    told = set(re.findall(r"`([a-z_]+)`", chapter(json.loads(SCHEMA.read_bytes()))))
    assert set(keys(json.loads(SCHEMA.read_bytes()))) <= told


def test_a_small_schema():
    schema = {
        "description": "Things.",
        "required": ["size"],
        "properties": {
            "size": {"description": "How | large.", "type": "integer", "minimum": 1},
            "hue": {"description": "Which.", "enum": ["red", "blue"]},
            "parts": {"description": "Of what.", "type": "array", "items": {"$ref": "#/$defs/part"}},
        },
        "$defs": {"part": {"title": "a part", "properties": {"on": {"description": "Is it?", "type": "boolean"}}}},
    }
    assert chapter(schema).splitlines() == [
        "Things.",
        "",
        "| key | takes | meaning |",
        "|---|---|---|",
        "| **`size`** | a whole number, from 1 | How \\| large. |",
        "| `hue` | `red` or `blue` | Which. |",
        "| `parts` | a list, each a part | Of what. |",
        "",
        "### `parts[]`",
        "",
        "| key | takes | meaning |",
        "|---|---|---|",
        "| `on` | true or false | Is it? |",
    ]


@pytest.fixture
def solved(golden, request, monkeypatch):
    """A function of the lock file that must be made of the guide's game, whose solutions are at hand: they take long."""
    if not request.config.getoption("--update-goldens"):
        kept = json.loads((GOLDENS / SOLVED).read_bytes())["solutions"]
        monkeypatch.setattr(
            SolutionStore,
            "_solve",
            lambda store, asked, _="": store._solutions.setdefault(
                asked, ColumnSolution.from_bytes(canonical_json(kept[asked.key]))
            ),
        )
    return lambda made: golden(SOLVED, made.read_text(encoding="utf-8"))


def test_the_guide_works_from_nothing_to_print(tmp_path, monkeypatch, solved):
    """Every file that the guide shows takes its place in the folder; its commands run in between."""
    monkeypatch.chdir(tmp_path)
    shown = 0
    for kind, file_name, text in BLOCKS:
        if kind != "sh":
            path = Path(file_name or re.match(r"# (\S+\.yaml)\n", text)[1])
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            shown += kind == "yaml"
            continue
        for line in text.splitlines():
            name, *arguments = shlex.split(line)
            assert name == "deckgen"
            result = run(*arguments)
            assert "warning" not in result.stderr, line
    assert shown == len(re.findall(r"^```yaml", GUIDE, re.MULTILINE)) > 6
    solved(Path("lantern-road") / LOCK)
    game = read_game("lantern-road", "de")
    assert (game.title, [deck.name for deck in game.decks]) == ("Laternenweg", ["road", "night"])
    assert game.decks[0].section("effects").keep == "count"
    assert len(list(Path("run").glob("*.json"))) == 4
    made = {path.name for path in Path("print").iterdir()}
    assert "lantern-road-action-1-1-cards-a4.pdf" in made
    assert "lantern-road-road-first-lantern-1-cards-a4.pdf" in made


def test_the_problem_that_the_guide_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("new", "lantern-road", "-q")
    for kind, _, text in BLOCKS:
        if kind == "yaml":
            Path(re.match(r"# (\S+\.yaml)\n", text)[1]).write_text(text.replace("kind: grid", "kind: gird", 1))
            if "causes.yaml" in text:
                break
    shown = re.search(r"^    (lantern-road/causes.*)$", GUIDE, re.MULTILINE)[1]
    assert shown in run("validate", "lantern-road", code=1).stderr.splitlines()


def test_the_places_that_the_guide_names_are_those_of_the_layout():
    drawn = set(re.findall(r'<rect id="slot-(\w+)"', (shipped_path("layouts") / "card/poker.svg").read_text()))
    table = GUIDE[GUIDE.index("| section | drawn as |") : GUIDE.index("## 6.")]
    named = {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row)}
    assert named == drawn - {"poker", "emblem", "cartouche", "pattern"}


@pytest.mark.parametrize("name", re.findall(r"\]\(([a-z-]+\.md)\)", GUIDE + reference()))
def test_links_lead_somewhere(name):
    assert (DOCS / name).is_file()
