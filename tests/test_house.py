"""The house is in order: rooms, imports, quick start, and patterns that take no longer than their text.

The rules of the rooms are in ``benchmarks/rooms.py``, which prints the graph that is checked here.
"""

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache

import pytest
import rooms
from patterns import of_schemas, patterns, slow

# Imports that are not allowed and still there; to become empty.
NOT_ALLOWED: set[tuple[str, str]] = set()

HEAVY = {"reportlab", "svgwrite", "jsonschema", "cairosvg", "numpy", "PIL", "pikepdf", "pypdf"}

# Thousands of lines are read for one test or another, not by every process that collects them.
trees = cache(rooms.modules)


@cache
def graph():
    return rooms.imports(trees())


OF_OURS = {"deckgen.sheet.program", "deckgen.web.page"}  # their patterns read our own scripts, nobody's files


def test_every_folder_is_a_room_with_a_rule():
    assert {rooms.room(name) for name in trees()} == set(rooms.MAY_IMPORT)


def test_no_room_may_lean_on_one_above_it():
    below: set[str] = set()
    for name, others in rooms.MAY_IMPORT.items():
        assert set(others) <= below, name
        below.add(name)


def test_modules_import_only_what_their_room_may():
    arrows = {(name, target) for name, targets in graph().items() for target in targets}
    assert {(name, target) for name, target in arrows if not rooms.allowed(name, target)} <= NOT_ALLOWED


def test_there_are_no_circles():
    assert rooms.circle(graph()) == []
    assert rooms.circle(rooms.rooms(graph())) == []


def test_the_graph_sees_what_is_wrong():
    trees = {name: ast.parse(text) for name, text in {
        "deckgen.draw.a": "def late():\n    from deckgen.draw import b",
        "deckgen.draw.b": "from deckgen.draw.a import late\nimport numpy.linalg",
    }.items()}  # fmt: skip
    graph = rooms.imports(trees)
    assert graph == {"deckgen.draw.a": {"deckgen.draw.b"}, "deckgen.draw.b": {"deckgen.draw.a", "numpy"}}
    assert sorted(set(rooms.circle(graph))) == ["deckgen.draw.a", "deckgen.draw.b"]
    assert not rooms.allowed("deckgen.draw.a", "deckgen.card.layout")
    assert not rooms.allowed("deckgen.errors", "deckgen.draw.pen")
    assert rooms.allowed("deckgen.card.layout", "deckgen.draw.pen")


def test_only_the_command_line_knows_click():
    assert {rooms.room(name) for name, targets in graph().items() if "click" in targets} == {"cli"}


# Makers of arrays that take their type from what they are given, and how many arguments without a type they have.
TYPED_BY_CONTENT = {"array": 1, "arange": 3, "full": 2, "fromiter": 1, "frombuffer": 1}
DEFAULT_INTEGERS = {"int", "np.int_", "np.intp", "np.uint", "np.uintp"}


def untyped_arrays(tree):
    """Lines of calls that make an array of the system's integers: 32 bits wide in a browser and 64 elsewhere."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func)
        types = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg == "dtype"]
        if name.endswith(".astype"):
            types += map(ast.unparse, call.args[:1])
        elif name.startswith("np."):
            plain = TYPED_BY_CONTENT.get(name.removeprefix("np."), len(call.args))
            types += map(ast.unparse, call.args[plain : plain + 1]) if plain < len(call.args) else []
            if name.removeprefix("np.") in TYPED_BY_CONTENT and not types:
                yield call.lineno
        if set(types) & DEFAULT_INTEGERS:
            yield call.lineno


def test_every_array_says_how_wide_its_numbers_are():
    assert {(name, line) for name, tree in trees().items() for line in untyped_arrays(tree)} == set()


@pytest.mark.parametrize(
    "text", ["np.arange(3)", "np.array([1])", "np.full(3, 7)", "x.astype(int)", "np.zeros(3, dtype=np.intp)"]
)
def test_an_array_without_a_width_is_seen(text):
    assert [*untyped_arrays(ast.parse(text))] == [1]


@pytest.mark.parametrize(
    "text",
    ["np.arange(3, dtype=np.int64)", "np.array([1], np.int32)", "np.zeros(3)", "x.astype(np.int64)", "np.abs(x)"],
)
def test_an_array_with_a_width_is_not(text):
    assert [*untyped_arrays(ast.parse(text))] == []


def test_links_in_a_circle_are_followed_by_no_module():
    """``Path.resolve`` raises RuntimeError for them before Python 3.13; ``reach.real`` does not."""
    uses = [
        f"{path.name}: {line.strip()}"
        for path in sorted((rooms.ROOT / rooms.PACKAGE).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if ".resolve()" in line and "__file__" not in line
    ]
    assert uses == []


def test_only_the_lane_of_browsers_opens_viewers():
    """``make test`` needs none: its machines may have none."""
    tests = rooms.ROOT / "tests"
    importers = {
        path.relative_to(tests).parts[0]
        for path in tests.rglob("*.py")
        if re.search(r"^from (browser|pdf_viewers) import", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert importers == {"browsers", "support"}


@pytest.mark.parametrize("command", ["--help", "games", "layouts", "--version"])
def test_what_is_slow_to_import_is_imported_when_it_is_used(command, tmp_path):
    script = (
        "import atexit, json, runpy, sys\n"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
        f"sys.argv = ['deckgen', {command!r}]\n"
        "runpy.run_module('deckgen', run_name='__main__')\n"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "DECKGEN_CACHE": str(tmp_path),
    }
    for _ in range(2):  # the first time games are checked against their schema, and found sound
        done = subprocess.run(  # noqa: S603  our own program
            [sys.executable, "-c", script], env=environment, capture_output=True, check=True
        )
    loaded = set(json.loads(done.stderr.splitlines()[-1]))
    assert "deckgen.cli" in loaded
    assert loaded & HEAVY == set()


@pytest.mark.finding("R5")
def test_no_pattern_takes_much_longer_than_its_text():
    known = {(module, *each) for module, found in patterns(trees()).items() for each in found}
    assert len(known) > 80
    found = {each: slow(*each[1:]) for each in known if each[0] not in OF_OURS}
    assert {each: text for each, text in found.items() if text} == {}


def test_no_pattern_of_a_schema_takes_much_longer_than_its_text():
    known = of_schemas(path.read_text() for path in (rooms.ROOT / rooms.PACKAGE).rglob("*.schema.json"))
    assert len(known) > 10
    assert {pattern: text for pattern in known if (text := slow(pattern, 0, "search"))} == {}


@pytest.mark.parametrize("pattern", [r"a*a*b", r"x*y", r"<a[^>]*b>", r"\{(.*?)\}", r"\d+\.?\d*e"])
def test_slow_patterns_are_found(pattern):
    assert slow(pattern, 0, "search")
