import json

import pytest
from cli_fixtures import refused, run
from run_folders import PRINTED, lay, whole

from deckgen.deck.cards import canonical_json
from deckgen.run.print_run.manifest import read_manifest, sha256, write_manifest
from deckgen.run.print_run.verifying import verify_run

STEM = "rough-magic-action-p"


@pytest.fixture
def folder(tmp_path):
    return lay(tmp_path / "run", whole(PRINTED))


def told(folder, **options):
    return [str(problem) for problem in verify_run(folder, None, 1, print, **options).problems]


def forged(folder, change=lambda _: None, **facts):
    """The run with a manifest that somebody changed, and gave the id that fits."""
    path = folder / "manifest.json"
    manifest = read_manifest(path)
    lines = list(manifest.entries)
    change(lines)
    write_manifest(path, {**manifest.facts, **facts}, lines)
    return folder


def test_a_run_is_verified(folder):
    for decks_only in (False, True):
        found = verify_run(folder, None, 1, print, decks_only=decks_only)
        assert (found.files, found.problems, found.run.facts["count"]) == (6, [], 2)


def test_every_file_that_is_missing_changed_or_too_much_is_told(folder):
    (folder / f"{STEM}-1-press.pdf").unlink()
    (folder / f"{STEM}-2-audit.txt").write_bytes(b"passed")
    (folder / f"{STEM}-3-press.pdf").write_bytes(b"%PDF")
    (folder / f".{STEM}-3-press.pdf.x8").write_bytes(b"%PDF")
    (folder / "README.txt").write_bytes(b"for the printer")
    said = told(folder)
    assert [line.split("; ")[0].split(": its sha256")[0] for line in said] == [
        f"{folder}/{STEM}-1-press.pdf: No such file or directory",
        f"{folder}/{STEM}-2-audit.txt: is not the file that was made",
        f"{folder}/.{STEM}-3-press.pdf.x8: is not in the manifest",
        f"{folder}/{STEM}-3-press.pdf: is not in the manifest",
    ]


def test_a_deck_that_was_not_dealt_is_told_though_every_hash_fits(folder):
    path = folder / f"{STEM}-2.json"
    deck = json.loads(path.read_bytes())
    causes = deck["cards"][7]["sections"]["causes"]
    label, was = next(iter(causes.items()))
    causes[label] = was % 6 + 1
    del deck["id"]
    content = canonical_json({**deck, "id": f"sha256:{sha256(canonical_json(deck))}"})
    path.write_bytes(content)

    def change(lines):
        lines[1] = {**lines[1], "files": {**lines[1]["files"], path.name: sha256(content)}}

    (said,) = told(forged(folder, change))
    assert said.startswith(f"{path}: card 7 ")
    assert f"its seed deals {was}" in said


@pytest.mark.parametrize("name", [f"{STEM}-1-press.pdf", f"{STEM}-1-audit.txt"])
def test_what_was_not_printed_is_told_though_every_hash_fits(folder, name):
    """Unless only the decks are made again, which the command says."""
    (folder / name).write_bytes(b"%PDF-1.7 passed")

    def change(lines):
        lines[0] = {**lines[0], "files": {**lines[0]["files"], name: sha256(b"%PDF-1.7 passed")}}

    (said,) = told(forged(folder, change))
    assert said.startswith(f"{folder / name}: is not what the run prints: made again, it has other bytes")
    said = run("verify", folder, "--decks-only").stderr
    assert said == f"{folder}: 2 decks of seed 'p', 6 files, only the decks were made again, and no two cards alike\n"


@pytest.mark.parametrize("name", ["evil.exe", f"{STEM}-1-home.pdf", f"{STEM}-2-press.pdf.json"])
@pytest.mark.parametrize("decks_only", [False, True])
def test_a_file_that_a_run_does_not_make_is_told_though_the_manifest_names_it(folder, name, decks_only):
    (folder / name).write_bytes(b"MZ")

    def change(lines):
        lines[0] = {**lines[0], "files": {**lines[0]["files"], name: sha256(b"MZ")}}

    (said,) = told(forged(folder, change), decks_only=decks_only)
    assert said.startswith(f"{folder / name}: is no file that this run makes; take it away")


def test_a_file_that_the_manifest_does_not_name_is_told(folder):
    name = f"{STEM}-1-press.pdf"
    (folder / name).unlink()

    def change(lines):
        files = {each: sha for each, sha in lines[0]["files"].items() if each != name}
        lines[0] = {**lines[0], "files": files}

    (said,) = told(forged(folder, change))
    assert said.startswith(f"{folder}/manifest.json: decks[0].files: has no {name}; ")


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        (
            {"targets": ["own.yaml"]},
            "made: was printed with what does not ship with deckgen; verify it where",
        ),
        ({"targets": 7}, "made: was printed with what does not ship with deckgen"),
        ({"certificate": "exe"}, "made: was printed with what does not ship with deckgen"),
        ({"layout": "west"}, "is of a run whose game, hero, layout or target has changed since; verify it where"),
        ({"layout": "own.svg"}, "is of a run that was made otherwise: layout own.svg, not magic"),
        ({"sources_sha256": "0"}, "is of a run whose game, hero, layout or target has changed since"),
    ],
)
def test_a_run_that_cannot_be_printed_again_is_told_and_its_decks_are_verified(folder, changes, what):
    manifest = read_manifest(folder / "manifest.json")
    forged(folder, made={**manifest.facts["made"], **changes})
    assert refused("verify", folder).startswith(f"{folder}/manifest.json: {what}")
    verify_run(folder, None, 1, print, decks_only=True)


def test_versions_that_are_not_those_here_are_told(folder):
    forged(folder, versions={"deckgen": "0.1.0", "reportlab": "1"})
    said = refused("verify", folder)
    assert f"{folder}/manifest.json: is of a run that was made otherwise: deckgen 0.1.0, not " in said
    assert said.endswith("; verify it where it was made, or its decks alone with --decks-only\n")


def test_cards_that_are_alike_and_audits_that_failed_are_told(folder):
    """Both decks are the first one: whoever prints it twice has no unique decks."""
    names = [f"{STEM}-{number}.json" for number in (1, 2)]
    (folder / names[1]).write_bytes((folder / names[0]).read_bytes())

    def change(lines):
        files = {**lines[1]["files"], names[1]: lines[0]["files"][names[0]]}
        lines[1] = {**lines[1], "files": files, "audit_passed": False}

    said = told(forged(folder, change))
    assert f"{folder}/{names[1]}: is not deck 2 of the run's seed; make the run again in another folder" in said
    assert any(line.startswith(f"{folder}/{names[1]}: the audit failed") for line in said)


def test_lines_that_are_not_of_their_deck_or_none_at_all_are_told(folder):
    """Their id fits: whoever can edit a manifest can make it one."""

    def other_id(lines):
        lines[1] = {**lines[1], "id": lines[0]["id"]}

    (said,) = told(forged(folder, other_id))
    assert said.startswith(f"{folder}/manifest.json: decks[1].id: is not that of the deck")

    def better_odds(lines):
        lines[1] = {**lines[1], "id": true, "audit": {**lines[1]["audit"], "exact": 99}}

    true = json.loads((folder / f"{STEM}-2.json").read_bytes())["id"]
    (said,) = told(forged(folder, better_odds))
    assert said.startswith(f"{folder}/manifest.json: decks[1].audit: is not that of the deck")
    for wrong in (
        {"number": True},
        {"file": "x.json"},
        {"files": {}},
        {"files": {f"{STEM}-1.json": "0", "../x": "0"}},
    ):
        lay(folder, whole(PRINTED))
        forged(folder, lambda lines, wrong=wrong: lines.__setitem__(0, {**lines[0], **wrong}))
        assert "decks[0]: is not an entry about a deck" in refused("verify", folder)


def test_an_unfinished_run_is_told(folder):
    (folder / "manifest.json").rename(folder / "manifest.jsonl")
    assert "run: the run is not finished; give deckgen batch the same options again" in refused("verify", folder)


def test_the_command_verifies_a_folder(folder):
    assert run("verify", folder, "--jobs", "2").stderr == (
        f"{folder}: 2 decks of seed 'p', 6 files, all unchanged when made again, and no two cards alike\n"
    )
    (folder / f"{STEM}-1-press.pdf").unlink()
    assert refused("verify", folder).count("\n") == 1
