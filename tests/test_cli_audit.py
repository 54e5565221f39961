import json

import pytest
from cli_fixtures import deck_bytes, refused, run
from run_folders import lay, whole


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_an_audit_is_text_on_stdout(deck):
    result = run("audit", deck)
    assert result.stderr == ""
    for section in ("causes", "effects"):
        assert section in result.stdout


def test_an_audit_as_json_names_the_deck_and_its_cells(deck):
    audit = json.loads(run("audit", deck, "--format", "json").stdout)
    assert audit["decks"] == [json.loads(deck_bytes())["id"]]
    assert audit["passed"] is True
    assert len(audit["cells"]) >= 60


def test_an_audit_goes_to_a_file(deck, tmp_path):
    result = run("audit", deck, "-o", tmp_path / "audit.txt")
    assert (result.stdout, result.stderr) == ("", f"wrote {tmp_path / 'audit.txt'}\n")
    assert (tmp_path / "audit.txt").read_text(encoding="utf-8") == run("audit", deck).stdout


def test_an_audit_that_is_not_passed_is_written_all_the_same_and_ends_with_1(deck, monkeypatch):
    class Failed:
        passed = False

    monkeypatch.setattr("deckgen.deck.audit.auditor.audit", lambda _decks, _game, _paths: Failed())
    monkeypatch.setattr("deckgen.deck.audit.report.text", lambda _: "causes: a bar is missed\n")
    result = run("audit", deck, code=1)
    assert result.stdout == "causes: a bar is missed\n"
    assert result.stderr.startswith(f"{deck}: the audit is not passed; ")


def test_a_run_is_audited_as_one_set(tmp_path):
    folder = lay(tmp_path / "run", whole())
    files = [folder / name for name in sorted(whole())]  # the manifest among them, as of run/*.json
    by_name = json.loads(run("audit", *files, "--format", "json").stdout)
    assert len(by_name["each"]) == 5
    together = json.loads(run("audit", folder, "--format", "json").stdout)
    assert together["passed"] is True
    for part in ("cells", "pools", "frequencies", "resolutions", "independence", "balance"):
        assert together[part] == by_name[part]
    refused("audit", folder, folder, code=2)
