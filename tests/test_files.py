import os
import stat

import pytest
from hypothesis import given, strategies as st

from deckgen.errors import DeckgenError
from deckgen.files import atomic_folder, cache_folder, shipped_path, unique_names, write_atomic, write_folder


def test_a_folder_fills_at_the_end(tmp_path):
    target = tmp_path / "new" / "folder"
    with atomic_folder(target) as stage:
        (stage / "a.txt").write_text("a")
        (stage / "faces").mkdir()
        (stage / "faces" / "b.txt").write_text("b")
        assert not (target / "a.txt").exists()
    assert sorted(f.name for f in target.rglob("*")) == ["a.txt", "b.txt", "faces"]


def fail_in(folder):
    with atomic_folder(folder) as stage:
        (stage / "a.txt").write_text("new")
        raise KeyError


def test_a_folder_that_cannot_be_is_told(tmp_path):
    with pytest.raises(DeckgenError, match="File name too long; choose another path with -o"):
        write_atomic(tmp_path / ("x" * 300) / "a", b"")


def test_a_failure_leaves_nothing_not_even_new_folders(tmp_path):
    with pytest.raises(KeyError):
        fail_in(tmp_path / "new" / "folder")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_what_was_there(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(KeyError):
        fail_in(tmp_path)
    assert [f.read_text() for f in tmp_path.iterdir()] == ["old"]


def test_a_folder_that_cannot_be_is_an_error_with_a_remedy(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DeckgenError, match=r"file/folder: .*; choose another path with -o"):
        fail_in(tmp_path / "file" / "folder")


def test_files_are_written_by_their_names_and_come_back_in_order(tmp_path):
    files = [("b.txt", b"b"), ("faces/a.txt", b"a")]
    written = write_folder(tmp_path / "out", files)
    assert written == [tmp_path / "out" / name for name, _ in files]
    assert [path.read_bytes() for path in written] == [b"b", b"a"]


def test_files_that_stop_coming_leave_nothing(tmp_path):
    def files():
        yield "a.txt", b"a"
        raise KeyError

    with pytest.raises(KeyError):
        write_folder(tmp_path / "out", files())
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "new" / "a.txt"
    for content in (b"first", b"second"):
        write_atomic(path, content)
        assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_place_that_is_no_folder_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DeckgenError, match=r"file: .*; choose another path with -o"):
        write_atomic(tmp_path / "file" / "a.txt", b"")


def test_the_cache_is_where_the_user_wants_it(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine"
    monkeypatch.delenv("DECKGEN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "deckgen"


def test_games_and_layouts_are_shipped():
    assert any(shipped_path("data").glob("*/game.yaml"))
    assert any(shipped_path("layouts").glob("card/*.svg"))


def test_a_pipe_is_written_through_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomic(pipe, b"through", through=True)
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@given(st.lists(st.sampled_from(["a", "a-2", "a-2-2", "b"])))
def test_unique_names_differ_and_the_first_of_each_stays(names):
    unique = list(unique_names(names))
    assert len(set(unique)) == len(names)
    assert all(given_name.startswith(name) for given_name, name in zip(unique, names, strict=True))
    assert unique[:1] == names[:1]
    assert list(unique_names(["ann", "ann", "ann-2"])) == ["ann", "ann-2", "ann-2-2"]
