"""A cache of the run's own, golden files (``--update-goldens`` blesses what a test makes now) and ``--slow``."""

import difflib
import os
import tempfile
from pathlib import Path

import pytest
from game_files import one_section

from deckgen.errors import GameError
from deckgen.game import load

# One cache for a whole run, the workers' too, and none of what the user's holds.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _CACHE = tempfile.TemporaryDirectory(prefix="deckgen-tests-")
    os.environ["DECKGEN_CACHE"] = _CACHE.name

GOLDENS = Path(__file__).parent / "goldens"


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="bless what golden tests make now")
    parser.addoption("--slow", action="store_true", help="run tests that take minutes, too")


def pytest_collection_modifyitems(config, items):
    """Leave out tests marked slow, unless they are asked for."""
    if config.getoption("--slow"):
        return
    left_out = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def compare(path, made, *, update):
    """Compare a text with a golden file, or write it there."""
    if update:
        path.parent.mkdir(exist_ok=True)
        path.write_text(made, encoding="utf-8")
        return
    if not path.exists():
        pytest.fail(f"there is no {path.name}: look at what is made, then run pytest --update-goldens")
    blessed = path.read_text(encoding="utf-8")
    if made != blessed:
        lines = difflib.unified_diff(
            blessed.splitlines(), made.splitlines(), f"{path.name} blessed", f"{path.name} made", lineterm=""
        )
        pytest.fail("\n".join(lines) + "\nif this is meant, run pytest --update-goldens and look at git diff")


@pytest.fixture
def golden(request):
    """A function of a file name and a text, which must be that golden file's."""
    update = request.config.getoption("--update-goldens")
    return lambda name, made: compare(GOLDENS / name, made, update=update)


@pytest.fixture
def section(tmp_path):
    """A function of a section's YAML: what a small game makes of it."""
    return lambda text, **deck: load(one_section(tmp_path, "title: T\n" + text, **deck)).deck().section("it")


@pytest.fixture
def fault(tmp_path):
    """A function of a section's YAML that must have one fault: its line, path and words."""

    def told(text, **deck):
        with pytest.raises(GameError) as caught:
            load(one_section(tmp_path, "title: T\n" + text, **deck))
        (only,) = caught.value.faults
        assert only.remedy
        assert only.file.endswith("it.yaml")
        return only.line, only.path.removeprefix("sections.it"), only.what

    return told
