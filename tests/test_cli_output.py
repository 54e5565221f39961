import pytest

from deckgen.cli.output import Output, Voice


def test_put_writes_a_whole_file_and_names_it(tmp_path):
    path = Output(str(tmp_path / "new" / "a.bin"), quiet=True).put(b"data")
    assert path == tmp_path / "new" / "a.bin"
    assert path.read_bytes() == b"data"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("output", "folder"), [("a.json", False), ("a.JSON", False), ("a", True), ("a/b.d", True), (".", True)]
)
def test_what_a_folder_is(output, folder):
    assert Output(output, quiet=True).is_folder(".json") is folder


def test_an_existing_folder_is_one_whatever_its_name(tmp_path):
    (tmp_path / "a.json").mkdir()
    assert Output(str(tmp_path / "a.json"), quiet=True).is_folder(".json")


def test_progress_is_told_only_of_work_that_takes_a_second(monkeypatch, capsys):
    now = iter([0.0, 0.5, 1.1, 1.5, 2.2])
    monkeypatch.setattr("deckgen.cli.output.monotonic", lambda: next(now))
    voice = Voice(quiet=False)
    for what in ("one", "two", "three", "four"):
        voice.progress(what)
    out, err = capsys.readouterr()
    assert out == ""
    assert [line.split()[2] for line in err.splitlines()] == ["two", "four"]


def test_a_quiet_voice_says_nothing(monkeypatch, capsys):
    now = iter([0.0, 5.0])
    monkeypatch.setattr("deckgen.cli.output.monotonic", lambda: next(now))
    voice = Voice(quiet=True)
    voice.note("a")
    voice.wrote([])
    voice.progress("b")
    assert capsys.readouterr() == ("", "")
