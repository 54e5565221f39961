import json
import os

import pytest
from run_folders import GAME, PRINTED, lay, whole

from deckgen.deck.cards import canonical_json
from deckgen.errors import DeckError
from deckgen.run.print_run import manifest as module
from deckgen.run.print_run.manifest import read_manifest, read_run, write_manifest

FACTS = {"format": "deckgen-batch/1", "game": "x", "deck": "y", "seed": 'ß},{"a', "count": 2, "made": {}}
LINE = {"file": "a", "files": {"a": "]"}, "audit_passed": True, "id": "", "generator": "", "spec_sha256": ""}
LINES = [{**LINE, "number": 1, "seed": 'ß},{"a'}, {**LINE, "number": 2, "seed": '"decks":['}]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "manifest.json"
    write_manifest(path, FACTS, LINES)
    return path


def test_a_manifest_is_canonical_json_with_an_id_over_the_rest(path):
    content = path.read_bytes()
    data = json.loads(content)
    assert content == canonical_json(data)
    identity = data.pop("id")
    assert data == {**FACTS, "decks": LINES}
    assert identity == f"sha256:{module.sha256(canonical_json(data))}"


def test_a_manifest_is_read_back(path):
    found = read_manifest(path)
    assert found.facts == FACTS
    assert list(found.entries) == LINES
    assert found.entries[-1] == LINES[1]
    with pytest.raises(IndexError):
        found.entries[2]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"count":2', b'"count":3'), (b'"number":1', b'"number":9'), (b'"game":"x"', b'"game": "x"'), (b'"number":2', b' "number":2'), (b'"id"', b'"of"')],
)  # fmt: skip
def test_a_manifest_that_was_changed_is_told(path, old, new):
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    with pytest.raises(DeckError, match=r"manifest.json: id: was changed .*; delete it and make the run again"):
        read_manifest(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[1]", b'{"decks":[', b'{"decks":[]}', b'{"decks":[{}]', b'{"decks":[{},2]}', b'{"decks":[\xff]}', b'{"a":1,"decks":[{}],"format":"deckgen-batch/2"}'],
)  # fmt: skip
def test_what_is_no_manifest_is_told(path, content):
    path.write_bytes(content)
    with pytest.raises(DeckError, match=r"manifest.json: is not a manifest of format deckgen-batch/1, or was"):
        read_manifest(path)


def test_a_run_is_read_back(tmp_path):
    files = whole()
    run = read_run(lay(tmp_path / "run", files))
    assert (run.game.id, run.spec.name, run.facts["seed"], run.facts["count"]) == (GAME, "action", "run 1", 5)
    assert [run.deck(number).data.number for number in run.numbers(range(2, 4))] == [2, 3]
    assert run.deck(5).data.to_json() == files[f"{run.deck(5).stem}.json"]
    assert run.deck(5).spec is run.spec


def test_what_is_missing_of_a_run_is_told(tmp_path):
    folder = lay(tmp_path / "run", whole(PRINTED))
    names = sorted(path.name for path in folder.iterdir())
    for name in names[1:3]:
        (folder / name).unlink()
    with pytest.raises(DeckError) as caught:
        read_run(folder)
    assert [problem.file for problem in caught.value.problems] == [str(folder / name) for name in names[1:3]]
    with pytest.raises(DeckError, match="name the folder of a run that deckgen batch has made"):
        read_run(tmp_path)


def test_a_deck_that_was_changed_is_told_when_it_is_asked_for(tmp_path):
    folder = lay(tmp_path / "run", whole())
    run = read_run(folder)
    path = folder / run.manifest.entries[2]["file"]
    path.write_bytes(path.read_bytes() + b"\n")
    assert run.deck(2).data.number == 2
    with pytest.raises(DeckError, match=r"-3.json: is not the file that was made: its sha256 is \w+, the mani"):
        run.deck(3)


def test_a_run_of_a_game_that_has_changed_since_is_told(tmp_path):
    folder = lay(tmp_path / "run", whole())
    path = folder / "manifest.json"
    lines = list(read_manifest(path).entries)
    facts = dict(read_manifest(path).facts)
    facts["made"] = {**facts["made"], "spec_sha256": "0" * 64}
    write_manifest(path, facts, lines)
    with pytest.raises(DeckError, match="the game rough-magic has changed since this run was dealt; take the game as"):
        read_run(folder)


@pytest.mark.finding("R14")
def test_a_link_to_another_folder_is_no_file_of_a_run(tmp_path, monkeypatch):
    """Whoever sends a run sends its files, and reads no others."""
    folder = lay(tmp_path / "run", whole())
    run = read_run(folder)
    path = folder / run.manifest.entries[2]["file"]
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DeckError, match=r"-3.json: the link points outside its folder; copy it there"):
        run.deck(3)
    monkeypatch.setenv("DECKGEN_MAY_READ", str(tmp_path))
    assert run.deck(3).data.number == 3
    monkeypatch.delenv("DECKGEN_MAY_READ")
    (folder / "manifest.json").rename(tmp_path / "manifest")
    (folder / "manifest.json").symlink_to(tmp_path / "manifest")
    with pytest.raises(DeckError, match=r"manifest.json: the link points outside its folder"):
        read_run(folder)


@pytest.mark.finding("R14")
def test_what_is_no_regular_file_is_no_file_of_a_run(tmp_path):
    wanted = module.sha256(b"")
    os.mkfifo(tmp_path / "pipe")
    assert module.check_hash(tmp_path / "pipe", wanted).message == "this is a pipe, not a file"
    with (tmp_path / "endless").open("wb") as file:
        file.truncate(10**12)
    assert module.check_hash(tmp_path / "endless", wanted).message.startswith("the file has 1,000,000,000,000 bytes")
    (tmp_path / "empty").touch()
    assert module.check_hash(tmp_path / "empty", wanted) is None
