"""Someone's own game in a zip: what is in it is unpacked, and nothing else happens."""

import stat
import zipfile

import pytest

from deckgen.errors import GameError
from deckgen.studio import upload
from deckgen.studio.upload import MOST_FILES, unpack_game


def packed(tmp_path, files, *, links=()):
    """A zip with these files, by their names, and with links to /etc/passwd."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        for name in links:
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
    return tmp_path / "a.zip"


def unpacked(folder):
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def refusal(tmp_path, zip_file):
    """What is wrong with a zip; nothing is unpacked."""
    with pytest.raises(GameError) as raised:
        unpack_game(zip_file, tmp_path / "own")
    assert not (tmp_path / "own").exists()
    return [f"{problem.file}: {problem.message}" for problem in raised.value.problems]


@pytest.mark.parametrize("around", ["", "mine/", "a/b/"])
def test_a_folder_around_the_game_and_hidden_files_are_left_out(tmp_path, around):
    files = {f"{around}game.yaml": "a", f"{around}sheet/sheet.yaml": "b"}
    hidden = {f"{around}.git/config": "c", "__MACOSX/game.yaml": "d", f"{around}.DS_Store": "e"}
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "old.yaml").write_text("of the game before")
    unpack_game(packed(tmp_path, files | hidden), tmp_path / "own")
    assert unpacked(tmp_path / "own") == {"game.yaml": "a", "sheet/sheet.yaml": "b"}


@pytest.mark.parametrize("name", ["../a.yaml", "a/../../b.yaml", "/etc/a.yaml", "a\\..\\b.yaml", "C:/a.yaml"])
def test_names_that_lead_out_are_refused(tmp_path, name):
    assert refusal(tmp_path, packed(tmp_path, {"game.yaml": "", name: "x"})) == [
        f"{name}: the name leads out of the zip"
    ]
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip"}


def test_links_are_refused_and_all_problems_are_told(tmp_path):
    zip_file = packed(tmp_path, {"game.yaml": "", "../a": "x"}, links=["b.yaml"])
    assert refusal(tmp_path, zip_file) == ["../a: the name leads out of the zip", "b.yaml: this is a link, not a file"]


def test_ten_thousand_files_are_refused(tmp_path):
    files = {f"{number}.yaml": "" for number in range(10_000)}
    assert refusal(tmp_path, packed(tmp_path, files)) == ["the zip: it has 10,000 files"]
    assert MOST_FILES < 10_000


def test_a_bomb_is_refused_once_it_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(upload, "MOST_BYTES", 1_000_000)
    bomb = packed(tmp_path, {"a.yaml": b"0" * 600_000, "b.yaml": b"0" * 600_000})
    assert bomb.stat().st_size < 5_000
    assert refusal(tmp_path, bomb) == ["the zip: it has more than 1 MB in it"]


@pytest.mark.parametrize(
    "damage", [lambda _: b"no zip", lambda data: data[:-30], lambda data: data[:40] + b"\0" * 9 + data[49:]]
)
def test_what_is_no_zip_is_told(tmp_path, damage):
    file = packed(tmp_path, {"game.yaml": "all of this is packed" * 9})
    file.write_bytes(damage(file.read_bytes()))
    (said,) = refusal(tmp_path, file)
    assert said.startswith("a.zip: this is no zip that can be read")
