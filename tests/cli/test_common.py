"""Names of all kinds on the command line: completed for shells, and told when they are wrong."""

import os
from pathlib import Path

import click
import pytest
from cli_fixtures import GAME, deck_bytes, process, refused, run
from click.shell_completion import BashComplete, ShellComplete
from click.testing import CliRunner

from deckgen.card.layout import layout_names
from deckgen.cli.common import Name, offset, seed_text
from deckgen.cli.program import program
from deckgen.draw.paper import papers
from deckgen.game import read_game, shipped_games
from deckgen.press.target import target_names


@pytest.mark.parametrize("seed", ["42", "", " ", "our campaign", "été", "日本", "a/b\n"])
def test_seed_text_is_a_seed(seed):
    assert seed_text(seed) == seed


def test_a_seed_that_is_no_text_is_refused():
    with pytest.raises(click.BadParameter, match="UTF-8"):
        seed_text(os.fsdecode(b"\xff"))


@pytest.mark.parametrize(("text", "value"), [("0.5,-1", (0.5, -1)), (" 1 , 2", (1, 2)), ("0,0", (0, 0))])
def test_an_offset_is_two_lengths(text, value):
    assert offset(text) == value


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "nan,0", "0,inf"])
def test_other_offsets_are_refused(text):
    with pytest.raises(click.BadParameter, match=r"two numbers|no length"):
        offset(text)


ANOTHER = "rough-magic"
CORE = ["First set", "Second set", "Core game"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder to work in, with a deck, a few other files and printers."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path / "config"))
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "one.json").write_bytes(deck_bytes())
    for name in ("notes.txt", "card.svg", "press.pdf", "hero.yaml", "people.csv"):
        (tmp_path / name).touch()
    return tmp_path


def completed(line: str) -> list[str]:
    """What shells are told to complete the end of a line to; ``<file>`` or ``<dir>`` is left to them."""
    *words, last = line.split(" ")
    items = ShellComplete(program, {}, "deckgen", "_DECKGEN_COMPLETE").get_completions(words, last)
    return [str(item.value) if item.type == "plain" else f"<{item.type}>" for item in items]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rend", ["render"]),
        ("build ", shipped_games()),
        ("build ROU", [ANOTHER]),
        ("build my-", ["<dir>"]),
        (f"build {GAME} --deck ", ["action", "psionics", "extras", "action_chapter_3"]),
        (f"generate {GAME} --deck ps", ["psionics"]),
        (f"generate {GAME} --set ", ["Core game", "First set", "Second set"]),
        (f"generate {GAME} --set f", ["First set"]),
        (f"map {GAME} --language ", ["en", "de"]),
        ("render deck.json --language d", ["de"]),
        ("render deck.json --decks 1-3 --language d", ["de"]),
        ("audit deck.json decks/one.json --language d", ["de"]),
        ("calibrate --language ", ["en", "de", "es"]),
        ("render deck.json --layout ", [*layout_names(), "card.svg"]),
        ("render deck.json --layout art", ["<file>"]),
        ("render deck.json --target ", [*target_names(), "hero.yaml"]),
        ("render deck.json --paper ", papers()),
        ("render deck.json --paper L", ["legal", "letter"]),
        ("render deck.json --format ", ["pdf", "svg", "png"]),
        ("render deck.json --printer o", ["office"]),
        ("render deck.json --printer x", []),
        ("render ", ["deck.json"]),
        ("render d", ["deck.json"]),
        ("render decks/", ["decks/one.json"]),
        ("render no", ["<file>"]),
        ("odds ", [*shipped_games(), "deck.json"]),
        ("preflight ", ["press.pdf"]),
        (f"sheet {GAME} ", ["hero.yaml", "people.csv"]),
        (f"sheet {GAME} --import ", ["press.pdf"]),
        (f"examples {GAME} ", ["deck.json"]),
        ("verify deck.json --game ", ["<dir>"]),
        ("new mine --like ", shipped_games()),
        ("new-layout mine --from magic-l", ["magic-light"]),
        ("validate hero", ["hero.yaml"]),
        (f"build {GAME} --seed ", []),
        ("screen rough-magic --ruling ties=b", ["ties=by impulse", "ties=by Perception"]),
        ("screen nonsense --ruling ties", []),
        ("render deck.json --flip s", ["short-edge"]),
        ("build nonsense --deck ", []),
        ("render notes.txt --language ", []),
        ("render --language ", ["en", "de", "es"]),
    ],
)
def test_shells_are_told_what_may_stand_there(line, words):
    run("calibrate", "--printer", "office", "--set", "0,0", "-q")
    assert sorted(completed(line)) == sorted(words)


@pytest.mark.finding("R14")
def test_no_folder_that_a_deck_names_is_looked_into(folder, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "deckgen.library.games.read_game",
        lambda name, *more, **kinds: asked.append(name) or read_game(name, *more, **kinds),
    )
    (folder / "forged.json").write_text('{"game": "decks"}')
    for name in ("deck", "forged"):
        assert completed(f"render {name}.json --language d") == ["de"]
    assert asked == [GAME]


def test_a_shell_is_answered_without_what_only_drawing_needs():
    asked = {"_DECKGEN_COMPLETE": "bash_complete", "PYTHONPROFILEIMPORTTIME": "1"}
    done = process(COMP_WORDS=f"deckgen generate {GAME} --set f", COMP_CWORD="4", **asked)
    assert done.stdout.decode() == "plain,First\\\\ set\n"
    for heavy in (b"numpy", b"reportlab", b"cairosvg"):
        assert b" " + heavy + b"\n" not in done.stderr


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("F", r"First\\ set"), (r"First\ s", r"First\\ set"), ("'Fi", "First set"), ('"F', "First set")],
)
def test_bash_is_told_words_that_it_does_not_divide(typed, answer, monkeypatch):
    monkeypatch.setenv("_DECKGEN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"deckgen generate {GAME} --set {typed}")
    monkeypatch.setenv("COMP_CWORD", "4")
    assert BashComplete(program, {}, "deckgen", "_DECKGEN_COMPLETE").complete() == f"plain,{answer}"


WRONG = {
    "rendr deck.json": (2, "'render'"),
    "render deck.json --langauge de": (2, "'--language'"),
    "render deck.json --flip shortedge": (2, "'short-edge'"),
    "audit deck.json --format jsn": (2, "'json'"),
    "build Future-Imperfect --seed 1": (1, f'"{GAME}"'),
    "build rough --seed 1": (1, f'"{ANOTHER}"'),
    "sheet rough -o a.pdf": (1, f'"{ANOTHER}"'),
    f"build {GAME} --seed 1 --deck psi": (1, '"psionics"'),
    f"map {GAME} --deck Action": (1, '"action"'),
    f"generate {GAME} --set First_Set": (1, '"First set"'),
    "render deck.json --layout pokr": (1, '"poker"'),
    "render deck.json --target pres": (1, '"press"'),
    "preflight press.pdf --target pres": (1, '"press"'),
    "table deck.json --paper leter -o a.csv": (1, '"letter"'),
    "render deck.json --language DE": (1, '"de"'),
    "calibrate --language DE -o a.pdf": (1, '"de"'),
    "render deck.json --printer Office": (1, '"office"'),
    "new mine --like rough": (1, f'"{ANOTHER}"'),
    "new-layout mine --from pokr": (1, '"poker"'),
    "audit dekc.json": (1, '"deck.json"'),
    "table decks/on.json -o a.csv": (1, '"decks/one.json"'),
    f"sheet {GAME} heroo.yaml": (1, '"hero.yaml"'),
    f"sheet {GAME} peple.csv": (1, '"people.csv"'),
    "preflight pres.pdf": (1, '"press.pdf"'),
    "preflight press.pdg": (1, '"press.pdf"'),
}


@pytest.mark.parametrize("call", WRONG)
def test_what_is_meant_is_asked(call, folder):
    run("calibrate", "--printer", "office", "--set", "0,0", "-q")
    before = set(folder.rglob("*"))
    code, meant = WRONG[call]
    assert f"did you mean {meant}?" in refused(*call.split(), code=code).replace("Did", "did")
    assert set(folder.rglob("*")) == before


def test_a_paper_has_its_name_in_any_case(folder):
    for name in ("A4 ", "Letter"):
        run("tokens", GAME, "--paper", name, "-q", "-o", "out/")
    assert [Path(each).name for each in sorted((folder / "out").iterdir())] == [
        f"{GAME}-tokens-{paper}.pdf" for paper in ("a4", "letter")
    ]


TO_A_FILE = {
    "play deck.json": ".html",
    "table deck.json": ".pdf, .csv, .html or .md",
    "odds deck.json": ".pdf, .csv or .html",
    f"examples {GAME} deck.json": ".pdf or .txt",
    "audit deck.json": ".txt, .json or .pdf",
    "preflight press.pdf": ".txt or .json",
    "render deck.json": ".pdf, .svg or .png",
    "render deck.json --target makeplayingcards": ".zip",
    "render deck.json --target foundry --card 1": ".png or .svg",
    "box deck.json": ".pdf",
    "calibrate": ".pdf",
    f"generate {GAME} --seed 1": ".json",
    f"generate {GAME} --seed 1 --decks 2": ".json",
    f"map {GAME}": ".pdf, .svg or .png",
    f"screen {GAME}": ".pdf",
    f"templates {GAME}": ".pdf, .svg or .dxf",
    f"tokens {GAME}": ".pdf",
    f"mat {GAME}": ".pdf or .png",
    f"mat {GAME} --tiled a4": ".pdf",
    f"sheet {GAME}": ".pdf or .html",
    f"sheet {GAME} --new": ".yaml, .yml or .csv",
    f"sheet {GAME} --export a.xfdf": ".yaml or .yml",
    f"solve {GAME}": ".json",
}


@pytest.mark.parametrize("call", TO_A_FILE)
def test_a_file_of_another_kind_is_refused_and_told_what_is_possible(call, folder):
    before = set(folder.rglob("*"))
    told = refused(*call.split(), "-o", "x.jpg", code=2)
    assert f"x.jpg: the output is a {TO_A_FILE[call]} file; for a folder of that name, write x.jpg/" in told
    assert set(folder.rglob("*")) == before


@pytest.mark.parametrize(
    "call",
    [
        f"build {GAME} --seed 1",
        f"batch {GAME} --count 1 --seed 1",
        "preview deck.json",
        "new mine",
        "new-layout mine",
    ],
)
def test_what_makes_a_folder_makes_none_that_is_called_like_a_file(call, folder):
    before = set(folder.rglob("*"))
    told = refused(*call.split(), "-o", "x.jpg", code=2)
    assert "x.jpg: this writes a folder; to name it so, write x.jpg/" in told
    assert set(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("table deck.json", "STEM-1-table-a4.pdf"),
        ("table deck.json --format csv", "STEM-1-table.csv"),
        ("table deck.json --booklet", "STEM-1-booklet-a4.pdf"),
        ("odds deck.json --format csv", "STEM-1-odds.csv"),
        (f"odds {GAME} --deck extras", f"{GAME}-extras-odds-a4.pdf"),
        (f"examples {GAME} deck.json --format txt", "STEM-1-examples.txt"),
        ("audit deck.json --format json", "STEM-audit.json"),
        ("audit deck.json", "STEM-audit.txt"),
        ("calibrate", "calibrate-a4.pdf"),
        (f"map {GAME}", f"{GAME}-action-map-a4.pdf"),
        (f"screen {GAME}", f"{GAME}-screen-a4.pdf"),
        (f"mat {GAME} --tiled letter", f"{GAME}-action-mat-a3.pdf"),
        (f"generate {GAME} --seed 42", "STEM-1.json"),
    ],
)
def test_in_a_folder_every_file_has_a_name_of_its_own(call, name, folder):
    run(*call.split(), "-q", "-o", "new.d/")
    (file,) = (folder / "new.d").iterdir()
    assert file.name == name.replace("STEM", f"{GAME}-action-42")


@pytest.mark.parametrize(
    ("call", "start"),
    [
        ("audit deck.json -o a.pdf", b"%PDF"),
        ("audit deck.json -o a.json", b"{"),
        (f"sheet {GAME} -o a.html", b"<!doctype"),
    ],
)
def test_the_suffix_says_the_format(call, start, folder):
    run(*call.split(), "-q")
    assert (folder / call.split()[-1]).read_bytes().lower().startswith(start.lower())


@pytest.mark.parametrize(
    ("call", "start"),
    [("table deck.json", b"%PDF"), ("audit deck.json", b"Future Imperfect"), (f"map {GAME}", b"%PDF")],
)
def test_what_writes_one_file_takes_a_name_without_a_suffix(call, start, folder):
    run(*call.split(), "-q", "-o", "report")
    assert (folder / "report").read_bytes().startswith(start)


@pytest.mark.parametrize(
    "call",
    [
        "render deck.json --card 1 --format png -o a.svg",
        "table deck.json --format csv -o a.pdf",
        "audit deck.json --format text -o a.json",
        f"sheet {GAME} --format html -o a.pdf",
    ],
)
def test_a_format_that_is_not_the_suffix_is_refused(call, folder):
    before = set(folder.rglob("*"))
    assert "leave out one" in refused(*call.split(), code=2)
    assert set(folder.rglob("*")) == before


@pytest.mark.finding("R19")
def test_text_is_utf_8_and_paths_are_any_bytes():
    @click.command()
    @click.option("--url", type=Name("PREFIX"))
    @click.option("--game", type=Name("PATH", folder=True))
    def show(url, game):
        click.echo(ascii((url, game)))

    bad = "a\udcffb"
    result = CliRunner().invoke(show, ["--url", bad])
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "Invalid value for '--url': this is not text in UTF-8" in result.stderr
    assert CliRunner().invoke(show, ["--game", bad, "--url", "ä"]).output == "('\\xe4', 'a\\udcffb')\n"
