"""A cache of the run's own, golden files (``--update-goldens`` blesses what a test makes now) and ``--slow``."""

import gc
import importlib
import os
import tempfile
from functools import cache
from pathlib import Path

import pytest
from game_files import one_section
from golden_files import GOLDENS, compare
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import none
from shared_folders import RUN

from deckgen.card import layout as card_layout
from deckgen.errors import GameError
from deckgen.files import shipped_path
from deckgen.game import read_game, reader
from deckgen.reach import MAY_READ
from deckgen.sheet import reader as sheet_reader
from deckgen.sheet.paper import theme as sheet_theme

SHEETS = {path.name for path in shipped_path("data").iterdir()}

# A test is not wrong for being slow where much else runs, and tries the same examples wherever it runs: what Hypothesis
# takes otherwise depends on CI being set. `make fuzz` tries new ones.
settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")
# `make mutants`: the same examples every time, and the first that fails will do.
settings.register_profile(
    "mutants", derandomize=True, database=None, deadline=None, phases=(Phase.explicit, Phase.generate)
)

# Thousands of tests and all that they share are looked through by every collection: a fifth of a run's CPU.
gc.set_threshold(50_000, 20, 20)


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="bless what golden tests make now")
    parser.addoption("--slow", action="store_true", help="run tests that take minutes, too")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Neighboring tests run in one process, which keeps what they share: its builds, decks and solutions."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config):
    """One cache for a whole run, the workers' too, and none of what the user's or another run's holds; and a folder."""
    os.environ.pop(MAY_READ, None)  # what the user allows is no matter of tests
    os.environ.pop("PYTHONUNBUFFERED", None)  # commands have the streams that most people have
    if not hasattr(config, "workerinput"):
        for variable in ("DECKGEN_CACHE", RUN):
            folder = tempfile.TemporaryDirectory(prefix="deckgen-tests-")
            config.add_cleanup(folder.cleanup)
            os.environ[variable] = folder.name


def test_file(item):
    """Return the path of a test's module below this folder."""
    return item.path.relative_to(Path(__file__).parent).as_posix()


def pytest_collection_modifyitems(config, items):
    """Leave out tests marked slow, unless they are asked for.

    benchmarks/mutants.py names the tests of a package by how their paths begin; the tests of the mutant's module come first.
    """
    starts = tuple(os.environ.get("MUTANTS_TESTS", "").split()) or ("",)
    kept = [item for item in items if test_file(item).startswith(starts)]
    if not config.getoption("--slow"):
        kept = [item for item in kept if not item.get_closest_marker("slow")]
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")  # such as deckgen.odds.pool.x_name__mutmut_1
    *folders, module = mutant.split(".")[1:-1] or [""]
    first = "/".join([*folders, f"test_{module}.py"])
    kept.sort(key=lambda item: test_file(item) != first)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@given(none())
def nothing(_):
    """The first test of a process."""


def pytest_collection_finish():
    """Nothing of what is there by now is rubbish."""
    nothing()  # Hypothesis looks through the heap for what it keeps of its first test, and must find it
    gc.collect()
    gc.freeze()


@cache
def cairo_is_missing():
    """Whether this machine has no libcairo, without which nothing becomes pixels."""
    try:
        importlib.import_module("cairocffi")
    except OSError:
        return True
    return False


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call():
    """Skip what fails for want of libcairo, where it is truly missing."""
    try:
        return (yield)
    except BaseException as error:
        if "cairo" in str(error) and cairo_is_missing():
            pytest.skip("libcairo is not installed")
        raise


def read_once(module, name, key):
    """Let a function of a module remember what it makes of files that ship, by the key that its arguments have.

    They do not change while tests run, and what is read of them is frozen. Other arguments have no key.
    """
    function, kept = getattr(module, name), {}

    def remembered(*arguments, **options):
        known = key(*arguments, **options)
        if known is None:
            return function(*arguments, **options)
        if known not in kept:
            kept[known] = function(*arguments, **options)
        return kept[known]

    setattr(module, name, remembered)


def ships(path, *more):
    """A key for what is read of a file or folder that ships; None for others."""
    return (path, *more) if {shipped_path("data"), shipped_path("layouts")} & set(path.parents) else None


# Hundreds of tests run a command on a shipped game, which would be read as often.
read_once(reader, "_load_original", lambda folder, rulings={}: ships(folder, *sorted(rulings.items())))
read_once(
    reader,
    "_build_game",
    lambda folder, _parts, rulings, words, _problems, *kind: ships(
        folder, words.language.code, *sorted(rulings.items()), *kind
    ),
)


def shipped_layout(name, deck="", within=None, art_files=()):
    """A key for a layout that ships."""
    paths = [*([Path(name)] if "." in str(name) else []), *([within] if within else []), *art_files]
    return (str(name), deck, within, *art_files) if all(map(ships, paths)) else None


read_once(card_layout, "load_layout", shipped_layout)
read_once(
    sheet_reader, "load_sheet", lambda name, *code, **options: (name, *code) if name in SHEETS and not options else None
)
read_once(sheet_theme, "read_sheet_theme", lambda file, **options: ships(file, *sorted(options.items())))


@pytest.fixture
def golden(request):
    """A function of a file name and a text, which must be that golden file's."""
    update = request.config.getoption("--update-goldens")
    return lambda name, made: compare(GOLDENS / name, made, update=update)


@pytest.fixture
def section(tmp_path):
    """A function of a section's YAML: what a small game makes of it."""
    return lambda text, **deck: read_game(one_section(tmp_path, "title: T\n" + text, **deck)).deck().section("it")


@pytest.fixture
def problem(tmp_path):
    """A function of a section's YAML that must have one problem: its line, path and words."""

    def told(text, **deck):
        with pytest.raises(GameError) as caught:
            read_game(one_section(tmp_path, "title: T\n" + text, **deck))
        (only,) = caught.value.problems
        assert only.remedy
        assert only.file.endswith("it.yaml")
        return only.line, only.path.removeprefix("sections.it"), only.message

    return told


@pytest.fixture
def neighbors(tmp_path, monkeypatch):
    """Games may extend those beside them, as with ``deckgen --may-read ..``."""
    monkeypatch.setenv(MAY_READ, str(tmp_path))


@pytest.fixture
def no_cairo(tmp_path):
    """An environment in which the cairo library cannot be loaded."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "cairocffi.py").write_text("raise OSError('no library called \"cairo-2\" was found')\n")
    return {"PYTHONPATH": str(folder)}


@pytest.fixture
def warned(recwarn):
    """The warnings of a test so far, as text."""
    return lambda: "\n".join(str(warning.message) for warning in recwarn)
