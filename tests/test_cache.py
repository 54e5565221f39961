import hashlib
import os
import sys

import pytest

from deckgen.cache import cache_path, program_digest, read_cached, write_cached

NAME = hashlib.sha256(b"what is asked").hexdigest()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_kept_is_found_again():
    assert read_cached("things", NAME) is None
    write_cached("things", NAME, b"these\n")
    assert read_cached("things", NAME) == b"these\n"
    assert read_cached("others", NAME) is None


@pytest.mark.finding("R8")
@pytest.mark.parametrize("forged", [b"", b"those", b"0" * 64 + b"\nthose"])
def test_what_was_changed_is_not_used_and_told_once(warned, forged):
    write_cached("things", NAME, b"these")
    file = cache_path("things", NAME)
    file.write_bytes(forged or file.read_bytes().replace(b"these", b"those"))
    assert read_cached("things", NAME) is None
    assert read_cached("things", NAME) is None
    assert warned().count("is ignored") == 1


@pytest.mark.finding("R8")
def test_what_is_kept_under_one_name_is_not_taken_for_another():
    write_cached("things", NAME, b"these")
    cache_path("things", NAME).rename(cache_path("things", "0" * 64))
    assert read_cached("things", "0" * 64) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such thing")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_not_read(make):
    write_cached("things", NAME, b"these")
    cache_path("things", NAME).unlink()
    make(cache_path("things", NAME))
    assert read_cached("things", NAME) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such thing")
def test_a_folder_that_others_can_write_to_is_not_used(folder, warned):
    folder.mkdir()
    folder.chmod(0o777)
    write_cached("things", NAME, b"these")
    assert cache_path("things", NAME) is None
    assert read_cached("things", NAME) is None
    assert [*folder.iterdir()] == []
    assert "other users can write" in warned()


def test_a_file_is_no_folder_of_the_cache(folder, warned):
    folder.write_bytes(b"mine")
    write_cached("things", NAME, b"these")
    assert read_cached("things", NAME) is None
    assert folder.read_bytes() == b"mine"
    assert "is not a folder" in warned()


def test_the_digest_of_packages_changes_with_their_modules_and_the_version(tmp_path, monkeypatch):
    (tmp_path / "odds").mkdir()
    digests = []
    monkeypatch.setattr("deckgen.cache._ROOT", tmp_path)
    for name, content, version in [
        ("die", "a", "1"),
        ("die", "b", "1"),
        ("dice", "b", "1"),
        ("dice", "b", "2"),
    ]:
        (tmp_path / "odds" / f"{name}.py").write_text(content, encoding="utf-8")
        monkeypatch.setattr("deckgen.cache.__version__", version)
        program_digest.cache_clear()
        digests.append(program_digest("odds"))
    program_digest.cache_clear()
    assert len({*digests}) == 4
