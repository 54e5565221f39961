"""Every bad input ends with exit code 1, a message that names the place and the remedy, and no file."""

import hashlib
import json
import re
import shutil

import pytest
from cli_fixtures import GAME, contents, deck_bytes, process, refused
from game_files import one_section

from deckgen.deck.cards import canonical_json
from deckgen.errors import LayoutError, Problem
from deckgen.files import shipped_path
from deckgen.run import build


@pytest.fixture
def game(tmp_path):
    """A copy of the shipped game, and a function that changes text in one of its files."""
    folder = tmp_path / "game"
    shutil.copytree(shipped_path("data") / GAME, folder)

    def change(file, old, new):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return change


GAME_PROBLEMS = {
    "missing key": ("deck.yaml", "    title: Action Deck\n", "", r"deck\.yaml:\d+: .*title"),
    "wrong type": ("causes.yaml", "rows: 5", "rows: many", r"causes\.yaml:\d+: .*rows.*"),
    "unknown key": ("causes.yaml", "rows: 5", "rows: 5\n    color: red", r"causes\.yaml:\d+: .*color"),
    "shares that do not add up": (
        "breakdown.yaml",
        "cards: rest",
        "cards: 40",
        r"breakdown\.yaml:\d+: .*5[34]",
    ),
    "a column without a die": ("columns.yaml", "II: d6", "II: six", r"columns\.yaml:\d+: .*II.*d"),
    "columns nobody wrote": (
        "causes.yaml",
        "columns: causes",
        "columns: cause",
        r"causes\.yaml:\d+: .*cause",
    ),
    "an unknown section": ("deck.yaml", "- clock", "- cloc", r"deck\.yaml:\d+: .*cloc.*clock"),
    "no YAML": ("game.yaml", "game:", "game: [", r"game\.yaml:\d+: "),
}


READING = [
    pytest.param(command, problem, marks=[pytest.mark.slow] if command != "validate" and place else [])
    for command in ("validate", "generate", "build")
    for place, problem in enumerate(GAME_PROBLEMS)
]
"""Commands read games with the same function: of those that make files, every run tries one problem, ``--slow`` all."""


@pytest.mark.parametrize(("command", "problem"), READING)
def test_a_problem_in_a_game_is_told_with_its_place(problem, command, game, tmp_path):
    file, old, new, message = GAME_PROBLEMS[problem]
    folder = game(file, old, new)
    options = {
        "validate": (),
        "generate": ("--seed", "1", "-o", tmp_path / "out" / "deck.json"),
        "build": ("--seed", "1", "-o", tmp_path / "out"),
    }[command]
    told = refused(command, folder, *options)
    assert re.search(message, told)
    assert all("; " in line for line in told.splitlines())
    assert not (tmp_path / "out").exists()


def test_all_problems_are_told_and_of_all_games(game, tmp_path):
    game("causes.yaml", "rows: 5", "rows: many")
    folder = game("breakdown.yaml", "cards: rest", "cards: 40")
    told = refused("validate", folder, "rough-magic", tmp_path / "nowhere")
    assert {"causes.yaml", "breakdown.yaml", "nowhere"} <= set(
        re.findall(r"causes\.yaml|breakdown\.yaml|nowhere", told)
    )
    assert "rough-magic: no problems" in told


def test_a_game_that_is_not_there_is_told_with_those_that_are(tmp_path):
    for call in (["validate"], ["generate", "--seed", "1"], ["build", "--seed", "1"]):
        assert GAME in refused(
            call[0], "future-imperfct", *call[1:], *([] if call == ["validate"] else ["-o", tmp_path / "o"])
        )
    assert not (tmp_path / "o").exists()


def test_a_deck_that_the_game_lacks_is_told_with_those_it_has(tmp_path):
    assert "action" in refused("generate", GAME, "--deck", "magic", "--seed", "1", "-o", tmp_path / "o")
    assert contents(tmp_path) == {}


READERS = {
    "audit": ["-o", "out.txt"],
    "verify": [],
    "render": ["-o", "out.pdf"],
}


@pytest.fixture
def deck_file(tmp_path, monkeypatch):
    """A folder to work in, and a function that writes deck.json into it."""
    monkeypatch.chdir(tmp_path)

    def write(content):
        (tmp_path / "deck.json").write_bytes(content)
        return "deck.json"

    return write


def changed(**values):
    """deck.json with other values at its top level, its id made anew."""
    body = {**json.loads(deck_bytes()), **values}
    del body["id"]
    return canonical_json({**body, "id": "sha256:" + hashlib.sha256(canonical_json(body)).hexdigest()})


def one_value_changed():
    """deck.json with one number changed and its old id."""
    deck = json.loads(deck_bytes())
    cell = deck["cards"][14]["sections"]["causes"]["II"][2]
    cell["value"] += 1
    return json.dumps(deck).encode()


BAD_DECKS = {
    "truncated": (lambda: deck_bytes()[:1000], "JSON"),
    "empty": (lambda: b"", "JSON"),
    "no text": (lambda: b"\xff\xfe\x00", "deck.json"),
    "half a character": (lambda: changed().replace(b'"seed":"42"', rb'"seed":"\ud800"'), "deck.json"),
    "a number without end": (lambda: deck_bytes().replace(b'"size":54', b'"size":' + b"9" * 5000), "JSON"),
    "deep": (lambda: b"[" * 100_000, "JSON"),
    "a list": (lambda: b"[]", "deck.json"),
    "another format": (lambda: changed(format="deckgen-deck/9"), "format"),
    "no cards": (lambda: changed(cards=[]), "cards"),
    "cards that are numbers": (lambda: changed(cards=[1] * 54), "cards"),
    "a game that is not shipped": (lambda: changed(game="mine"), "--game"),
}


@pytest.mark.parametrize("bad", BAD_DECKS)
@pytest.mark.parametrize("command", READERS)
def test_a_bad_deck_is_refused_by_every_command_that_reads_one(command, bad, deck_file, tmp_path):
    content, message = BAD_DECKS[bad]
    told = refused(command, deck_file(content()), *READERS[command])
    assert told.startswith("deck.json")
    assert message in told
    assert list(contents(tmp_path)) == ["deck.json"]


@pytest.mark.parametrize("command", READERS)
def test_a_deck_that_is_not_there(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "No such file" in refused(command, "deck.json", *READERS[command])
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("command", ["audit", "render"])
def test_a_changed_value_is_seen_by_the_id(command, deck_file, tmp_path):
    assert " id" in refused(command, deck_file(one_value_changed()), *READERS[command])
    assert list(contents(tmp_path)) == ["deck.json"]


def test_verify_names_the_card_and_the_cell_that_were_changed(deck_file):
    told = refused("verify", deck_file(one_value_changed()))
    for word in ("14", "causes", "II", "3"):
        assert re.search(rf"\b{word}\b", told), told


def test_verify_sees_a_change_that_the_id_was_made_to_fit(deck_file):
    cards = json.loads(deck_bytes())["cards"]
    cards[14]["sections"]["causes"]["II"][2]["value"] += 1
    told = refused("verify", deck_file(changed(cards=cards)))
    for word in ("14", "causes", "II", "3"):
        assert re.search(rf"\b{word}\b", told), told


def test_verify_sees_an_id_that_does_not_fit(deck_file):
    deck = json.loads(deck_bytes()) | {"id": "sha256:0"}
    assert " id: " in refused("verify", deck_file(json.dumps(deck).encode()))


def test_decks_of_different_games_are_not_audited_together(deck_file, tmp_path):
    (tmp_path / "other.json").write_bytes(changed(game="mine"))
    assert refused("audit", deck_file(deck_bytes()), "other.json").startswith("other.json")


def test_a_folder_of_another_game_is_refused(deck_file, game):
    folder = game("game.yaml", "id: future-imperfect", "id: other")
    assert "'other'" in refused("audit", deck_file(deck_bytes()), "--game", folder)


PLACES = {
    "generate one": ["generate", GAME, "--seed", "1", "-o", "file/deck.json"],
    "generate many": ["generate", GAME, "--seed", "1", "--decks", "2", "-o", "file/decks"],
    "audit": ["audit", "deck.json", "-o", "file/audit.txt"],
    "render pdf": ["render", "deck.json", "-o", "file/cards.pdf"],
    "render svg": ["render", "deck.json", "--format", "svg", "-o", "file/faces"],
    "build": ["build", GAME, "--seed", "1", "-o", "file/print"],
}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_cannot_be_written_is_told(place, deck_file, tmp_path):
    deck_file(deck_bytes())
    (tmp_path / "file").write_text("not a folder")
    told = refused(*PLACES[place])
    assert told.splitlines()[-1].startswith("file")  # after how far it came, if that took a while
    assert " -o" in told
    assert sorted(contents(tmp_path)) == ["deck.json", "file"]


UNKNOWN = {
    "layout": (["--layout", "pokr"], "pokr"),
    "layout file": (["--layout", "nowhere/poker.svg"], "nowhere"),
    "target": (["--target", "hom"], "home"),
    "target file": (["--target", "nowhere.yaml"], "nowhere.yaml"),
    "paper": (["--paper", "a0"], "a4"),
    "card": (["--card", "54", "--format", "svg"], "53"),
}


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_what_render_does_not_know_is_told(unknown, deck_file, tmp_path):
    options, message = UNKNOWN[unknown]
    assert message in refused("render", deck_file(deck_bytes()), *options, "-o", "out")
    assert list(contents(tmp_path)) == ["deck.json"]


def test_a_build_that_fails_late_leaves_nothing(tmp_path, monkeypatch):
    def fail(job):
        raise LayoutError(Problem("map", None, "", f"{job.paper} is full", "make it smaller"))

    monkeypatch.setattr(build, "STEPS", (*build.STEPS[:1], build.Step(fail, makes_each=False, seconds=0)))
    assert "a4 is full" in refused("build", GAME, "--seed", "1", "-o", tmp_path / "new" / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("line", [["build", GAME, "--seed", "1"], ["sheet", GAME], ["odds", GAME]])
def test_a_paper_that_is_too_small_is_told_as_that(tmp_path, line):
    told = refused(*line, "--paper", "100x150", "-o", tmp_path / "new.pdf" if line[0] != "build" else tmp_path / "new")
    assert re.fullmatch(
        r"--paper: .* does not fit on 100 × 150 mm; use a4, letter or a paper of at least 210 × 279\.4 mm\n",
        told,
    )
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def layout(tmp_path):
    """A copy of the shipped poker layout, and a function that changes text in one of its files."""
    folder = tmp_path / "layout"
    shutil.copytree(shipped_path("layouts") / "card", folder)

    def change(file, old, new):
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder / "poker.svg"

    return change


def test_a_slot_that_no_section_fills_is_told(layout, deck_file):
    svg = layout("poker.svg", 'id="slot-toggle"', 'id="slot-togle"')
    told = refused("render", deck_file(deck_bytes()), "--layout", svg, "-o", "cards.pdf")
    assert 'no slot "toggle"' in told
    assert "togle" in told.split(";")[-1]


def test_a_suit_that_the_layout_has_no_icon_for_is_told(tmp_path):
    folder = one_section(tmp_path / "small", "kind: distribution\ntitle: T\noutcomes: [{value: x, cards: rest}]")
    told = refused("build", folder, "--seed", "1", "-o", tmp_path / "out")
    assert "icon-suit-sun" in told
    assert not (tmp_path / "out").exists()


def test_without_libcairo_only_png_fails_and_says_how_to_get_it(no_cairo, tmp_path):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    done = process("render", tmp_path / "deck.json", "--card", "0", "-o", tmp_path / "card.png", **no_cairo)
    assert (done.returncode, done.stdout) == (1, b"")
    told = done.stderr.decode()
    assert "Traceback" not in told
    assert "libcairo" in told
    assert not (tmp_path / "card.png").exists()
