"""What data may name: what lies beside it, what ships, and what the user allows."""

import os
from pathlib import Path

import pytest

from deckgen.errors import GameError
from deckgen.files import shipped_path
from deckgen.reach import MAY_READ, OutOfReachError, allow_reading, may_be_read, resolve_named
from deckgen.reading import YAML, read_bytes


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game" / "art").mkdir(parents=True)
    (tmp_path / "base").mkdir()
    return tmp_path / "game"


def refused(name, beside, within=None):
    with pytest.raises(OutOfReachError) as caught:
        resolve_named(name, beside, within)
    return caught.value


def test_what_lies_beside_or_below_or_ships_may_be_named(game):
    assert resolve_named("a.svg", game) == game / "a.svg"
    assert resolve_named("art/../b.svg", game) == game / "art/../b.svg"
    assert resolve_named("../b.svg", game / "art", game) == game / "art/../b.svg"
    font = "../fonts/Rye-400Regular.ttf"
    assert resolve_named(font, shipped_path("layouts") / "card").is_file()
    assert resolve_named(str(shipped_path("data") / "rough-magic"), game).is_dir()


@pytest.mark.finding("R14")
@pytest.mark.parametrize("name", ["../base", "/dev/zero", "/etc/passwd", "art/../../base", ".."])
def test_nothing_else_may_be_named(game, name):
    error = refused(name, game)
    assert error.message == f"{name} is outside the folder {game}"
    assert error.remedy == "copy it there, or allow its folder: deckgen --may-read FOLDER ..."
    assert refused("../b.svg", game / "art").message.endswith("/art")


@pytest.mark.finding("R14")
def test_links_are_followed_before_it_is_looked_where_a_file_lies(game, tmp_path):
    (game / "link").symlink_to("../base")
    (game / "round").symlink_to("round")
    assert not may_be_read(game / "link", game)
    with pytest.raises(GameError, match="Too many levels of symbolic links"):
        read_bytes(resolve_named("round", game), GameError, YAML)
    (tmp_path / "other").symlink_to("game")
    assert may_be_read(tmp_path / "other" / "art", game)
    assert may_be_read(game / "art", tmp_path / "other")


def test_the_user_can_allow_folders(game, tmp_path, monkeypatch):
    monkeypatch.setenv(MAY_READ, os.pathsep.join(["", str(tmp_path / "base"), "/nowhere"]))
    assert resolve_named("../base/x.yaml", game) == game / "../base/x.yaml"
    assert refused("../other", game)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(MAY_READ, ".")
    assert resolve_named("../other", game)


def test_the_command_line_adds_to_what_the_environment_allows(game, tmp_path, monkeypatch):
    for before in (None, str(tmp_path / "other")):
        if before:
            monkeypatch.setenv(MAY_READ, before)
        with allow_reading(tmp_path / "base"):
            assert resolve_named("../base/x", game)
            assert may_be_read(tmp_path / "other", game) == bool(before)
        assert os.environ.get(MAY_READ) == before
        assert not may_be_read(tmp_path / "base", game)


@pytest.mark.finding("R11")
@pytest.mark.parametrize("name", ["", "a\0b", "a\ud8ffb", "x" * 5000])
def test_what_no_file_can_be_called_is_told(name):
    assert refused(name, Path("game")).message == "no file can have this name"
