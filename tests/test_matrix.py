"""The least versions that pyproject.toml allows: `make matrix` tries them, and .ci/run a part of the tests with them."""

import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version

import matrix
import pytest


def numbers(text):
    return tuple(int(part) for part in text.split(".") if part.isdigit())


@pytest.mark.finding("R6")
def test_every_package_has_a_least_version_and_none_that_is_here_is_older():
    floors = matrix.floors()
    assert {"click", "pikepdf", "numpy", "pytest"} <= floors.keys()
    # before 10.3, dictionaries had no values(), and sound files were called damaged
    assert numbers(floors["pikepdf"]) >= (10, 3)
    for name, floor in floors.items():
        try:
            assert numbers(version(name)) >= numbers(floor), name
        except PackageNotFoundError:
            continue


@pytest.mark.finding("R6")
def test_the_lowest_versions_are_run_where_everything_is_checked():
    assert 'make matrix MATRIX="--only lowest' in (matrix.ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash is installed")
def test_the_modules_that_are_run_with_the_lowest_versions_are_there():
    script = (matrix.ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (assignment,) = re.findall(r"^modules=\(.*?\)$", script, re.DOTALL | re.MULTILINE)
    command = ["bash", "-c", assignment + '; printf "%s\n" "${modules[@]}"']
    done = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603  our own script
    names = done.stdout.split()
    assert len(names) > 20
    assert [name for name in names if not (matrix.ROOT / "tests" / name).exists()] == []


def test_a_package_without_a_least_version_is_told(monkeypatch):
    table = {"name": "deckgen", "dependencies": ["click"], "optional-dependencies": {}}
    monkeypatch.setattr(matrix, "project", lambda: table)
    with pytest.raises(SystemExit, match="click: no least version"):
        matrix.floors()


def test_a_python_that_is_not_there_is_left_out(monkeypatch):
    monkeypatch.setattr(matrix, "python", lambda _version: None)
    assert matrix.run("3.14", []).told == "left out: no python3.14 on this machine"
    assert not matrix.run("3.14", []).failed
