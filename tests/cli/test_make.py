import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from cli_fixtures import (
    GAME,
    GERMAN,
    LETTER,
    PAIR,
    SMALL,
    built,
    contents,
    deck_bytes,
    process,
    refused,
    run,
    white_pictures,
)
from game_files import COLUMNS, DECK, GAME as SMALL_YAML, SECTIONS, one_section, write

from deckgen.card.layout import load_layout
from deckgen.deck.solve.plan import is_solved
from deckgen.draw.theme import SCHEMA as THEME_SCHEMA
from deckgen.errors import Problem
from deckgen.game import read_game, shipped_games
from deckgen.game.entries import SCHEMA
from deckgen.game.starter import FOLDER, renamed, starter, valid_name
from deckgen.library.names import seed_words
from deckgen.run import build
from deckgen.run.solving import SolvingReport
from deckgen.sheet.reader import load_sheet

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
    decks = ["action"]
    wanted = [f"{game}-{deck}-42{ending}" for deck in decks for ending in endings]
    wanted += [f"{game}-{deck}-map-a4.pdf" for deck in decks]
    wanted += [f"{game}-{deck}-42-1-examples-a4.pdf" for deck in decks]
    wanted += [f"{game}-{name}-a4.pdf" for name in ("rulings", "screen", "sheet", "tokens")]
    wanted += [f"{game}-sheet.html"]
    assert sorted(built(game, *options)) == sorted(wanted)
    for name, content in built(game, *options).items():
        assert content.startswith(b"%PDF-") == name.endswith(".pdf")
    assert f'data-table="{game}-action-42-1-play.html"' in built(game, *options)[f"{game}-sheet.html"].decode()


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
        f"to print it, open first: {tmp_path / stem}-1-cards-letter.pdf",
        '  on Letter, both sides, flipped on the long edge, at 100 % ("actual size")',
        "  its last cards (6) are rules: hand them out, do not shuffle them in",
        f"to have it printed, send: {tmp_path / stem}-1-press.pdf",
        "also: --deck psionics --deck extras --deck action_chapter_3, or --deck all",
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
    assert told.startswith(f"{tmp_path / STEM}-audit.txt: the audit failed; ")
    assert contents(tmp_path).keys() == wanted


def test_only_the_decks_that_are_named_are_built_from_the_set_that_is_named(tmp_path, monkeypatch):
    keep_steps(monkeypatch, build._decks, build._map)
    game = read_game(GAME)
    name, seed = game.sets[0].decks[0], game.sets[0].seed
    run("build", GAME, "--deck", "psionics", "--deck", "extras", "--set", name, "-q", "-o", tmp_path)
    decks = {file: json.loads(c) for file, c in contents(tmp_path).items() if file.endswith("-1.json")}
    assert sorted(decks) == [f"{deck}/{GAME}-{deck}-{seed}-1.json" for deck in ("extras", "psionics")]
    assert {(deck["seed"], deck["of"]) for deck in decks.values()} == {(seed, 2)}
    maps = [file for file in contents(tmp_path) if "-map-" in file]
    assert maps == [f"{deck}/{GAME}-{deck}-map-a4.pdf" for deck in ("extras", "psionics")]


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
    known = ", ".join(deck.name for deck in read_game(GAME).decks)
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


def test_a_deck_goes_to_stdout_and_nothing_else_does():
    result = run("generate", GAME, "--seed", "42", "-o", "-")
    assert result.stdout_bytes == deck_bytes()
    deck = json.loads(result.stdout)
    assert (deck["format"], deck["seed"], deck["number"], deck["of"]) == ("deckgen-deck/1", "42", 1, 1)
    assert len(deck["cards"]) == deck["size"]


def test_a_deck_goes_to_a_file_which_is_named_on_stderr(tmp_path):
    path = tmp_path / "new" / "deck.json"
    result = run("generate", GAME, "--seed", "42", "-o", path)
    note, wrote = result.stderr.splitlines()
    assert (result.stdout, wrote) == ("", f"wrote {path}")
    assert note.startswith("means that are exact over a set of decks, not in each: causes ")
    assert path.read_bytes() == deck_bytes()


def test_quiet_says_nothing(tmp_path):
    assert run("generate", GAME, "--seed", "42", "-q", "-o", tmp_path / "d.json").output == ""


def test_a_set_of_decks_is_a_folder_with_predictable_names(tmp_path):
    run("generate", GAME, "--deck", "action", "--seed", "42", "--decks", "2", "-o", tmp_path)
    found = {name: json.loads(content) for name, content in contents(tmp_path).items()}
    assert {name: (deck["number"], deck["of"]) for name, deck in found.items()} == {
        f"{GAME}-action-42-1.json": (1, 2),
        f"{GAME}-action-42-2.json": (2, 2),
    }


def test_an_odd_seed_has_a_name_of_its_own(tmp_path):
    for seed in ("../x", "", "A b"):
        run("generate", GAME, "--seed", seed, "-o", tmp_path)
    assert sorted(json.loads(content)["seed"] for content in contents(tmp_path).values()) == [
        "",
        "../x",
        "A b",
    ]


def test_output_goes_into_the_folder_output_by_default(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("generate", GAME, "--seed", "42")
    assert list(contents(tmp_path)) == [str(Path("output", f"{GAME}-action-42-1.json"))]


@pytest.fixture
def small(tmp_path):
    """A game of 26 cards of a user's own."""
    return write(
        tmp_path / "small",
        SMALL_YAML,
        COLUMNS,
        DECK.replace("[sun, moon]", "[clubs, hearts]"),
        SECTIONS.replace("rows: 2", "rows: 1"),
    )


def test_a_game_of_a_users_own_is_used_like_a_shipped_one(small, tmp_path):
    deck = tmp_path / "deck.json"
    run("generate", small, "--seed", "1", "-o", deck)
    run("verify", deck, "--game", small)
    run("render", deck, "--game", small, "--format", "svg", "-q", "-o", tmp_path / "faces")
    assert len(contents(tmp_path / "faces")) == 26 + 1


def test_a_set_that_the_game_names_is_its_seed_and_its_decks(tmp_path):
    published = read_game(GAME).sets[0]
    second = run("generate", GAME, "--set", published.decks[1], "-q", "-o", "-").stdout_bytes
    facts = json.loads(second)
    assert (facts["seed"], facts["number"], facts["of"]) == (published.seed, 2, 2)
    run("generate", GAME, "--set", published.name, "-q", "-o", tmp_path)
    whole = contents(tmp_path)
    assert len(whole) == 2
    assert second in whole.values()
    assert "-o names one file for 2 decks" in refused("generate", GAME, "--set", published.name, "-o", "-", code=2)


def test_seed_and_set_exclude_each_other():
    for other in ("--seed", "--decks"):
        assert f"{other} and --set both choose decks" in refused(
            "generate", GAME, other, "1", "--set", "First set", "-o", "-", code=2
        )


def test_without_a_seed_it_is_two_random_words_that_deal_the_same_deck_again(tmp_path):
    said = run("generate", GAME, "-o", tmp_path / "deck.json").stderr.splitlines()[0]
    first, second = re.fullmatch(r"the seed is (\w+-\w+); for the same deck again: --seed (.*)", said).groups()
    assert first == second
    assert {*first.split("-")} <= {*seed_words()}
    assert run("generate", GAME, "--seed", first, "-o", "-").stdout_bytes == (tmp_path / "deck.json").read_bytes()
    other = run("generate", GAME, "-q", "-o", "-")
    assert other.stderr == ""
    assert json.loads(other.stdout)["seed"] != first


def test_several_decks_of_a_game_have_a_folder_each(tmp_path, monkeypatch):
    keep_steps(monkeypatch, build._decks, build._map)
    said = run("build", GAME, "--seed", "1", "--deck", "all", "-o", tmp_path).stderr
    decks = {name.split("/")[0] for name in contents(tmp_path) if name.endswith("-1.json")}
    assert decks == {spec.name for spec in read_game(GAME).decks}
    shared = {
        f"{GAME}-{name}" for name in ("rulings-a4.pdf", "screen-a4.pdf", "sheet-a4.pdf", "sheet.html", "tokens-a4.pdf")
    }
    assert {name for name in contents(tmp_path) if "/" not in name} == shared
    sheet = (tmp_path / f"{GAME}-sheet.html").read_text(encoding="utf-8")
    assert f'data-table="action/{GAME}-action-1-1-play.html"' in sheet
    assert f"to print it, open first: {tmp_path / 'action' / GAME}-action-1-1-cards-a4.pdf" in said
    assert "also:" not in said


def test_a_game_that_names_no_sets_says_so(small):
    assert "no set is called 'x'; give a --seed" in refused("generate", small, "--set", "x", "-o", "-")


@pytest.mark.finding("R15")
@pytest.mark.parametrize("command", ["generate", "build", "batch", "map"])
def test_a_seed_that_is_too_long_is_told_in_words(command, tmp_path):
    more = ("--count", "1") if command == "batch" else ()
    assert "a seed may have 200 letters, and this has 201" in refused(
        command, GAME, "--seed", "s" * 201, "-o", str(tmp_path / "out"), *more, code=2
    )


MANY = ("batch", "rough-magic", "--count", "30", "--seed", "1")
CALL = ("batch", "rough-magic", "--count", "2", "--seed", "run 1")


@pytest.mark.parametrize(
    "call",
    [
        ["--count", "0"],
        ["--count", "2", "-o", "-"],
        ["--count", "2", "--jobs", "2", "--scheduler", "tcp://x:1"],
    ],
)
def test_wrong_calls(call):
    refused("batch", "rough-magic", "--seed", "1", *call, code=2)


def test_a_deck_that_is_not_there(tmp_path):
    assert "no deck is called 'x'" in refused(*CALL, "--deck", "x", "-o", tmp_path / "out")
    assert contents(tmp_path) == {}


def test_cards_that_would_be_blank_are_told_once(tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    target = ("--target", "tabletop-simulator")
    said = run(*CALL, *target, "-o", tmp_path).stderr
    assert said.count("the cards would be blank") == 1
    assert "deckgen render DECK.json --target tabletop-simulator --url PREFIX" in said


def test_a_signal_ends_it_and_all_its_processes_in_order(tmp_path):
    command = [sys.executable, "-m", "deckgen", *MANY, "--jobs", "2", "-o", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as batch:  # noqa: S603  our own program
        manifest = tmp_path / "manifest.jsonl"
        while not manifest.exists() or manifest.read_bytes().count(b"\n") < 2:  # the first deck is noted down
            assert batch.poll() is None
            time.sleep(0.01)
        batch.terminate()
        said = batch.communicate(timeout=60)[1]  # which ends when no process has its stderr any more
    assert batch.returncode == 128 + signal.SIGTERM
    done = len(manifest.read_bytes().splitlines()) - 1
    assert f"stopped by SIGTERM: {tmp_path}: {done} of 30 decks are done; run the same command" in said
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A game of 20 cards of a user's own, which is solved in a moment, with little effort."""
    monkeypatch.setattr("deckgen.run.solving.THOROUGH", 0.2)
    deck = DECK.replace("[sun, moon]", "[clubs, hearts]").replace("2..12", "2..9")
    sections = SECTIONS.replace("tail_bar: 0.6", "tail_bar: 0.75").replace("rows: 2", "rows: 1")
    return write(tmp_path / "small", SMALL_YAML, COLUMNS.replace("d6", "d3"), deck, sections)


def test_a_game_deals_the_same_decks_always_and_others_once_it_is_solved(tiny, tmp_path):
    """Who deals without a lock file waits for the first decks that are near enough; ``solve`` looks for the nearest."""
    made = []
    for hash_seed in ("1", "2"):
        environment = {"DECKGEN_CACHE": str(tmp_path / hash_seed), "PYTHONHASHSEED": hash_seed}
        done = process("generate", tiny, "--seed", "1", "-q", "-o", "-", **environment)
        assert (done.returncode, done.stderr) == (0, b"")
        made.append(done.stdout)
    result = run("solve", tiny)
    (lock,) = tiny.glob("*.json")
    wrote, columns, *_, time = result.stderr.splitlines()
    assert (result.stdout, wrote, columns, time) == (
        "",
        f"wrote {lock}",
        "2 columns: 2 proven optimal",
        "solved in 0 s",
    )
    content = lock.read_bytes()
    made.append(run("generate", tiny, "--seed", "1", "-q", "-o", "-").stdout_bytes)
    assert made[0] == made[1] != made[2]
    lock.unlink()
    assert run("solve", tiny, "-o", "-").stdout_bytes == content


def test_a_game_without_a_lock_names_the_package_that_solves_it(tiny, monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)  # as where it is not installed
    for command in ("solve", "generate"):
        (line,) = refused(command, tiny, "-q", "-o", "-").splitlines()
        assert "deckgen needs it to solve the dice of a game without a lock file" in line
        assert 'pip install "deckgen[solve]"' in line
    assert "the dice of main are not solved yet" in run("validate", tiny).stderr


@pytest.fixture
def large(tmp_path):
    """A game whose cells take longer than a test has time."""
    rolls = ", ".join(f"{n}: {{dice: 2d{n}, keep: highest, explode: open}}" for n in (8, 10))
    section = f"kind: rolls\ntitle: T\nexact: deck\nrolls: {{{rolls}}}"
    return one_section(tmp_path / "large", section, deck="decks: {main: {title: Main, cards: {numbered: 54}}}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way")
@pytest.mark.parametrize("patient", [True, False])
def test_ctrl_c_takes_the_first_decks_that_are_found_and_again_nothing(large, tmp_path, patient):
    lock = tmp_path / "lock.json"
    command = [sys.executable, "-m", "deckgen", "solve", large, "-o", lock]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as solving:  # noqa: S603
        next(line for line in solving.stderr if "open card" in line)
        os.killpg(solving.pid, signal.SIGINT)  # as a terminal does, and the parent sends it again
        next(line for line in solving.stderr if line.startswith("stopping: columns that are left"))
        if not patient:
            time.sleep(0.6)  # or it would be the same Ctrl-C
            os.killpg(solving.pid, signal.SIGINT)
        said = solving.stderr.read()
    if patient:
        assert solving.returncode == 0
        assert f"wrote {lock}\n" in said
        assert "\n2 columns: " in said
        assert "stopped early: run deckgen solve again" in said
        (large / "solutions.lock.json").write_bytes(lock.read_bytes())
        game = read_game(large)
        assert is_solved(game, game.deck())
    else:
        assert (solving.returncode, lock.exists()) == (130, False)
        assert said.endswith("stopped by SIGINT: nothing is written\n")


def test_decks_whose_audit_will_fail_are_dealt_with_a_warning(tiny, monkeypatch):
    game = read_game(tiny)
    run("solve", tiny, "-q")
    report = SolvingReport([Problem("small", None, "sections.it", "is off", "write less")], ["exact over a set: it"])
    monkeypatch.setattr(
        "deckgen.run.solving.report_deck", lambda data, spec: (data.id, spec.name) == (game.id, "main") and report
    )
    said = run("generate", tiny, "--seed", "1", "-o", tiny / "deck.json").stderr
    assert said.startswith("warning: small: sections.it: is off; write less\nexact over a set: it\nwrote ")


@pytest.mark.finding("R14")
def test_a_link_in_the_game_s_folder_is_not_written_through(tiny, tmp_path):
    """Whoever sends a game may send it with a link to any file."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (tiny / "solutions.lock.json").symlink_to(victim)
    assert "solutions.lock.json: the link points outside its folder; copy it" in refused("solve", tiny)
    assert victim.read_text() == "mine"
    run("solve", tiny, "-q", "-o", tiny / "solutions.lock.json")  # who names it may
    assert victim.read_text() != "mine"


def test_what_is_no_file_is_not_taken_for_a_lock(tiny):
    (tiny / "solutions.lock.json").mkdir()
    assert "solutions.lock.json: this is not a file; remove it" in refused("solve", tiny)
    assert not any((tiny / "solutions.lock.json").iterdir())


def test_a_new_game_builds_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("new", "lantern-road").stderr.splitlines()
    assert said[-1] == "now: deckgen build lantern-road"
    assert run("validate", "lantern-road").stderr.startswith("lantern-road: no problems\n")  # nor is a limit missed
    run("build", "lantern-road", "--seed", "1", "-q", "-o", "print")
    game = read_game("lantern-road")
    assert (game.id, game.title) == ("lantern-road", "Lantern Road")
    assert (tmp_path / "print" / "lantern-road-action-1-1-cards-a4.pdf").read_bytes()[:5] == b"%PDF-"
    kinds = {type(section).__name__.removesuffix("Section") for section in game.decks[0].sections}
    assert kinds >= {"Grid", "Rolls", "Distribution", "Stack", "Ordinal", "Fixed"}


def test_the_files_that_are_written_are_named(tmp_path):
    said = run("new", "my-game", "-o", tmp_path / "g").stderr.splitlines()
    assert sorted(said[:-1]) == [f"wrote {tmp_path / 'g' / name}" for name in contents(tmp_path / "g")]


def test_the_small_game_is_solved():
    game = read_game(FOLDER)
    assert all(is_solved(game, spec) for spec in game.decks)


def test_every_key_of_the_small_game_has_a_remark():
    text = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml"))
    remarked = {key for line in text.splitlines() if "# " in line for key in re.findall(r"(\w+):", line)}
    heads = re.findall(r"^# .*\n\n?(\w+):", text, re.MULTILINE)  # a remark above stands for its key

    def keys(node):
        if isinstance(node, dict):
            for key, value in node.items():
                yield key
                yield from keys(value)
        for each in node if isinstance(node, list) else ():
            yield from keys(each)

    known = set(re.findall(r'"(\w+)": [{t]', SCHEMA.read_text(encoding="utf-8")))
    used = {key for path in FOLDER.glob("*.yaml") for key in keys(yaml.safe_load(path.read_text(encoding="utf-8")))}
    assert (used & known) - remarked - set(heads) == set()
    assert len(used & known) > 35


def test_editors_find_the_schemas(tmp_path):
    run("new", "mine", "--like", "rough-magic", "-q", "-o", tmp_path / "mine")
    files = list((tmp_path / "mine").rglob("*.yaml"))
    assert len(files) > 4
    for path in files:
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))[1]
        assert (path.parent / named).is_file()
    assert (tmp_path / "mine" / "game.schema.json").read_bytes() == SCHEMA.read_bytes()


@pytest.mark.parametrize("like", shipped_games())
def test_a_copy_is_the_same_game_under_another_name(tmp_path, like):
    run("new", "other-one", "--like", like, "-q", "-o", tmp_path / "copy")
    copy, model = read_game(tmp_path / "copy"), read_game(like)
    assert (copy.id, copy.title) == ("other-one", "Other One")
    assert [deck.sha256 for deck in copy.decks] == [deck.sha256 for deck in model.decks]
    assert (copy.scopes, copy.words, copy.sets, copy.tokens) == (
        model.scopes,
        model.words,
        model.sets,
        model.tokens,
    )
    sheet, roster = load_sheet(tmp_path / "copy"), load_sheet(like).roster
    assert (sheet.game, sheet.roster) == ("other-one", roster)
    assert roster
    for language in model.languages:
        assert read_game(tmp_path / "copy", language).title == "Other One"
    remarks = [line for line in (model.folder / "deck.yaml").read_text().splitlines() if "#" in line][1:]
    assert remarks == [line for line in (tmp_path / "copy" / "deck.yaml").read_text().splitlines() if "#" in line][1:]


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    assert "mine: it already exists; choose another name" in refused("new", "x", "-o", tmp_path / "mine")
    assert "this writes a folder" in refused("new", "x", "-o", tmp_path / "mine" / "notes.txt", code=2)
    assert contents(tmp_path) == {"mine/notes.txt": b"mine"}


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "mine").mkdir()
    run("new", "mine", "-q", "-o", tmp_path / "mine")
    assert read_game(tmp_path / "mine").id == "mine"


@pytest.mark.parametrize("name", ["My Game", "../x", "a/b", "", ".", "x--y", "-x", "ä", "a" * 61, "x\n"])
def test_what_is_no_folder_name_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert not valid_name(name)
    assert "Error: " in refused("new", "--", name, code=2)
    assert contents(tmp_path) == {}


def test_names_of_shipped_games_are_taken_and_others_cannot_be_copied(tmp_path):
    assert "a shipped game has this name" in refused("new", GAME, "-o", tmp_path / "x")
    said = refused("new", "x", "--like", "ruff-magic", "-o", tmp_path / "x")
    assert 'did you mean "rough-magic"?' in said
    assert "stdout" in refused("new", "x", "-o", "-", code=2)
    assert contents(tmp_path) == {}


def test_only_the_name_changes():
    text = "# a\ngame: {id: x, title: 'Öl: \"x\"', language: de} # b\nsets: {title: 1}\n"
    assert renamed(text, "new-one") == (
        '# a\ngame: {id: "new-one", title: "New One", language: de} # b\nsets: {title: 1}\n'
    )
    text = "translations:\n  de:\n    game.title: X # c\n    sections.a.title: X\n"
    assert renamed(text, "y") == text.replace("game.title: X", 'game.title: "Y"')
    assert renamed("# nothing\n", "y") == "# nothing\n"


def test_the_same_call_gives_the_same_files():
    assert starter(FOLDER, "x") == starter(FOLDER, "x")


@pytest.mark.parametrize(
    ("name", "like", "told"),
    [
        ("rough-magic", None, "a shipped game has this name"),
        ("mine", "rough-magik", 'did you mean "rough-magic"'),
        ("mine", None, "it already exists"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_written(name, like, told, tmp_path):
    (tmp_path / "notes.txt").write_text("")
    copied = [] if like is None else ["--like", like]
    assert told in refused("new", name, *copied, "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_new_game_has_its_name_and_loads(tmp_path):
    run("new", "mine", "--like", "rough-magic", "-o", tmp_path / "mine")
    assert read_game(tmp_path / "mine").id == "mine"


def test_a_new_layout_is_two_files_that_are_valid_and_their_schema(tmp_path):
    result = run("new-layout", "my-card", "--from", "west", "-o", tmp_path / "art")
    files = [tmp_path / "art" / name for name in ("my-card.svg", "my-card.yaml", "theme.schema.json")]
    assert result.stderr.splitlines() == [f"wrote {file}" for file in files]
    assert sorted(contents(tmp_path / "art")) == ["my-card.svg", "my-card.yaml", "theme.schema.json"]
    assert files[1].read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=theme.schema.json\n")
    assert files[2].read_bytes() == THEME_SCHEMA.read_bytes()
    assert load_layout(files[0]).name == "my-card"
    assert run("validate", files[0]).stderr == f"{files[0]}: no problems\n"


def test_a_blank_layout_has_a_slot_for_each_section_of_a_game(tmp_path):
    run("new", "mine", "-o", tmp_path / "mine")
    run(
        "new-layout",
        "card",
        "--from",
        "blank",
        "--size",
        "3.5x2.5in",
        "--game",
        tmp_path / "mine",
        "-o",
        tmp_path / "mine",
    )
    layout = load_layout(tmp_path / "mine" / "card.svg")
    assert (layout.template.width, layout.template.height) == pytest.approx((88.9, 63.5))
    assert "hit_location" in layout.template.boxes
    deck = tmp_path / "mine" / "deck.yaml"
    deck.write_text(deck.read_text(encoding="utf-8").replace("layout: base/1", "layout: card.svg"), encoding="utf-8")
    told = run("validate", tmp_path / "mine").stderr
    assert [line for line in told.splitlines() if "warning" in line and "colophon" not in line] == []


@pytest.mark.parametrize(
    "call", [["--size", "44x67"], ["--game", "rough-magic"], ["--from", "west", "--size", "44x67"]]
)
def test_sizes_and_games_are_for_blank_cards(call):
    assert "add --from blank" in refused("new-layout", "x", *call, code=2)


def test_a_wrong_size_of_a_card_is_told(tmp_path):
    told = refused("new-layout", "x", "--from", "blank", "--size", "44x", "-o", tmp_path)
    assert "--size: '44x' is not a card size; write its width and height with one unit" in told
    assert contents(tmp_path) == {}


def test_files_that_are_there_are_left_alone(tmp_path):
    (tmp_path / "my-card.yaml").write_text("mine", encoding="utf-8")
    assert "my-card.yaml: it already exists" in refused("new-layout", "my-card", "-o", tmp_path)
    assert contents(tmp_path) == {"my-card.yaml": b"mine"}


@pytest.mark.parametrize("call", [["new-layout", "My Card"], ["new-layout", "../x"], ["new-layout", "x", "-o", "-"]])
def test_what_is_no_name_or_folder_is_a_wrong_call(call):
    assert "Error: " in refused(*call, code=2)


def test_an_unknown_layout_to_begin_with_is_told():
    assert 'did you mean "poker"?' in refused("new-layout", "x", "--from", "pokr")


def test_a_layout_that_is_there_is_left_alone(tmp_path):
    run("new-layout", "mine", "--from", "west", "-o", tmp_path)
    before = contents(tmp_path)
    assert "mine.svg: it already exists" in refused("new-layout", "mine", "-o", tmp_path)
    assert contents(tmp_path) == before


def test_a_new_language_is_a_catalog_in_the_game_s_folder(tmp_path):
    run("new", "mine", "-q", "-o", tmp_path / "mine")
    catalog = tmp_path / "mine" / "languages" / "pl.po"
    assert run("new-language", tmp_path / "mine", "pl").stderr == f"wrote {catalog}\n"
    content = catalog.read_text(encoding="utf-8")
    assert 'msgid "Draw another card and add the same cell."\nmsgstr ""\n' in content
    assert "nplurals=3;" in content
    assert run("new-language", tmp_path / "mine", "pl", "-o", "-").stdout == content
    catalog.write_text(content.replace('msgid "Deck"\nmsgstr ""', 'msgid "Deck"\nmsgstr "Talia"'), encoding="utf-8")
    run("new-language", tmp_path / "mine", "pl")
    assert 'msgid "Deck"\nmsgstr "Talia"' in catalog.read_text(encoding="utf-8")
    assert "no language has this code" in refused("new-language", tmp_path / "mine", "../pl")
    catalog.write_text("#, fuzzy\n" + content, encoding="utf-8")
    before = contents(tmp_path)
    catalog.write_text(content.replace('msgstr ""', 'msgstr "', 3), encoding="utf-8")
    assert "pl.po:" in refused("new-language", tmp_path / "mine", "pl")
    assert set(contents(tmp_path)) == set(before)


def test_an_old_game_is_upgraded_and_a_check_says_so_before(tmp_path):
    folder = tmp_path / "old"
    shutil.copytree(Path(__file__).parents[1] / "games" / "old", folder)
    before = contents(folder)
    checked = run("upgrade", folder, "--check", code=1)
    assert checked.stderr.endswith(f"{folder}: 18 lines to change; run deckgen upgrade {folder}\n")
    assert contents(folder) == before
    result = run("upgrade", folder)
    assert f"{folder / 'game.yaml'}:10: colour: is color:" in result.stdout.splitlines()
    assert result.stdout == checked.stdout
    assert result.stderr == f"now: deckgen validate {folder}\n"
    assert run("upgrade", folder).stderr == f"{folder}: nothing to change\n"
