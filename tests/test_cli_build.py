import json

import pytest
from cli_fixtures import GAME, GERMAN, LETTER, PAIR, SMALL, built, contents, process, refused, run

from deckgen.game import load
from deckgen.run import build

STEM = f"{SMALL}-action-42"


def keep_steps(monkeypatch, *functions):
    """Let a build make nothing of a deck but what these functions make."""
    monkeypatch.setattr(build, "STEPS", [step for step in build.STEPS if step.make in functions])


@pytest.mark.parametrize(("game", "options", "numbers"), [(GAME, (), [1]), (SMALL, PAIR, [1, 2])])
def test_a_build_has_every_file_for_every_deck(game, options, numbers):
    endings = [
        f"-{n}{e}"
        for n in numbers
        for e in (".json", "-cards-a4.pdf", "-press.pdf", "-play.html", "-table-a4.pdf", "-odds-a4.pdf")
    ]
    endings += ["-audit.txt", "-audit.json", "-certificate.pdf"]
    decks = [deck.name for deck in load(game).decks]
    assert decks[0] == "action"
    wanted = [f"{game}-{deck}-42{ending}" for deck in decks for ending in endings]
    wanted += [f"{game}-{deck}-map-a4.pdf" for deck in decks]
    wanted += [f"{game}-{deck}-42-1-examples-a4.pdf" for deck in decks]
    wanted += [f"{game}-{name}-a4.pdf" for name in ("screen", "sheet", "tokens")]
    assert sorted(built(game, *options)) == sorted(wanted)
    for name, content in built(game, *options).items():
        assert content.startswith(b"%PDF-") == name.endswith(".pdf")


def test_the_audit_of_a_build_is_of_its_decks_together():
    decks = [json.loads(built(SMALL, *PAIR)[f"{STEM}-{n}.json"])["id"] for n in (1, 2)]
    audit = json.loads(built(SMALL, *PAIR)[f"{STEM}-audit.json"])
    assert (audit["decks"], audit["passed"]) == (decks, True)


def test_a_build_is_what_the_single_commands_give(tmp_path):
    for name in (f"{STEM}-1.json", f"{STEM}-2.json"):
        (tmp_path / name).write_bytes(built(SMALL, *PAIR)[name])
    first, second = sorted(tmp_path.iterdir())
    run("verify", first)
    assert run("audit", first, second).stdout_bytes == built(SMALL, *PAIR)[f"{STEM}-audit.txt"]
    run("render", first, "-o", tmp_path / "cards.pdf")
    assert (tmp_path / "cards.pdf").read_bytes() == built(SMALL, *PAIR)[f"{STEM}-1-cards-a4.pdf"]
    run("render", first, "--target", "press", "-o", tmp_path / "press.pdf")
    assert (tmp_path / "press.pdf").read_bytes() == built(SMALL, *PAIR)[f"{STEM}-1-press.pdf"]


def test_any_number_of_processes_makes_the_same_files(tmp_path):
    for jobs in ("1", "2"):
        result = process("build", SMALL, *PAIR, "--jobs", jobs, "-q", "-o", tmp_path / jobs)
        assert (result.returncode, result.stderr) == (0, b"")
        assert contents(tmp_path / jobs) == built(SMALL, *PAIR)


def test_a_build_names_what_it_wrote_and_keeps_what_was_there(tmp_path):
    stem = f"{GAME}-action-42"
    (tmp_path / "notes.txt").write_text("mine")
    result = run(*LETTER, "-o", tmp_path)
    assert result.stdout == ""
    written = [line for line in result.stderr.splitlines() if line.startswith("wrote ")]
    names = set(contents(tmp_path)) - {"notes.txt"}
    assert written == [f"wrote {tmp_path / name}" for name in sorted(names)]
    assert result.stderr.splitlines()[len(written) :] == [
        f"to try the deck, open in a browser: {tmp_path / stem}-1-play.html",
        f"to print it, begin with: {tmp_path / stem}-1-cards-letter.pdf",
        '  on Letter, both sides, turned over the long edge, at 100 % ("actual size")',
        f"to have it printed, send: {tmp_path / stem}-1-press.pdf",
    ]
    assert f"{stem}-1-cards-letter.pdf" in names
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_set_of_one_and_the_first_of_a_set_are_told_apart(tmp_path):
    run("generate", SMALL, "--seed", "42", "-o", tmp_path / "one.json")
    one, first = (
        json.loads((tmp_path / "one.json").read_text()),
        json.loads(built(SMALL, *PAIR)[f"{STEM}-1.json"]),
    )
    assert (one["of"], first["of"]) == (1, 2)
    assert one["id"] != first["id"]


def test_an_audit_that_is_not_passed_is_told_and_the_files_are_there_all_the_same(tmp_path, monkeypatch):
    left_out = ("-cards-", "-press", "-play", "-table-", "-odds-", "-examples-")
    wanted = {name for name in built(SMALL, *PAIR) if not any(word in name for word in left_out)}
    assert any("-map-" in name for name in wanted)  # it is made after the audit
    keep_steps(monkeypatch, build._decks, build._audit, build._map)
    monkeypatch.setattr("deckgen.deck.audit.auditor.Audit.passed", False)
    told = run("build", SMALL, *PAIR, "-q", "-o", tmp_path, code=1).stderr
    assert told.startswith(f"{tmp_path / STEM}-audit.txt: the audit is not passed; ")
    assert contents(tmp_path).keys() == wanted


def test_only_the_decks_that_are_named_are_built_from_the_set_that_is_named(tmp_path, monkeypatch):
    keep_steps(monkeypatch, build._decks, build._map)
    game = load(GAME)
    name, seed = game.sets[0].decks[0], game.sets[0].seed
    run("build", GAME, "--deck", "psionics", "--deck", "extras", "--set", name, "-q", "-o", tmp_path)
    decks = {file: json.loads(c) for file, c in contents(tmp_path).items() if file.endswith("-1.json")}
    assert sorted(decks) == [f"{GAME}-{deck}-{seed}-1.json" for deck in ("extras", "psionics")]
    assert {(deck["seed"], deck["of"]) for deck in decks.values()} == {(seed, 2)}
    maps = [file for file in contents(tmp_path) if "-map-" in file]
    assert maps == [f"{GAME}-{deck}-map-a4.pdf" for deck in ("extras", "psionics")]


def test_a_build_in_another_language_has_the_same_decks_and_other_words(tmp_path):
    run(*GERMAN, "-q", "-o", tmp_path / "built")
    run("generate", *GERMAN[1:-2], "-q", "-o", tmp_path / "decks")
    made, decks = contents(tmp_path / "built"), sorted((tmp_path / "decks").iterdir())
    assert len(decks) == 2
    for deck in decks:
        assert made[deck.name] == deck.read_bytes()
    (audit,) = (content for name, content in made.items() if name.endswith("-audit.json"))
    assert audit == run("audit", *decks, "--format", "json").stdout_bytes
    for language, same in (("en", False), ("de", True)):
        run("render", decks[0], "--language", language, "-q", "-o", tmp_path / "cards.pdf")
        assert ((tmp_path / "cards.pdf").read_bytes() == made[f"{decks[0].stem}-cards-a4.pdf"]) == same


def test_what_is_unknown_is_told_before_anything_is_made(tmp_path):
    out = ("-o", tmp_path / "out")
    known = ", ".join(deck.name for deck in load(GAME).decks)
    assert f"no deck is called 'x'; choose from {known}" in refused(
        "build", GAME, "--seed", "1", "--deck", "action", "--deck", "x", *out
    )
    assert "no set is called 'x'; choose from First set, Second set, Core game" in refused(
        "build", GAME, "--set", "x", *out
    )
    assert 'not translated to "fr"; choose from en, de' in refused(
        "build", GAME, "--seed", "1", "--language", "fr", *out
    )
    assert not (tmp_path / "out").exists()
