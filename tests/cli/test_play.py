import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from urllib.request import urlopen

import pypdfium2
import pytest
from cli_fixtures import GAME, contents, deck_bytes, process, refused, run
from game_files import COLUMNS, DECK, SECTIONS, write
from html_pages import play_model
from page_decks import deck_of

from deckgen.errors import GameError
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.library.decks import Deck
from deckgen.run.serve import qr_lines

CHARACTERS = shipped_path("data") / GAME / "characters"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in that holds deck.json."""
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_is_one_file_that_needs_no_other(folder):
    result = run("play", "deck.json", "-o", "play.html")
    assert (result.stdout, result.stderr) == ("", "wrote play.html\n")
    page = (folder / "play.html").read_text(encoding="utf-8")
    assert page.lstrip().startswith("<!doctype html>")
    assert len(page.encode()) <= 1_200_000
    assert not re.search(r'(src|href)="(?!data:|#)', page)
    assert not re.search(r"url\((?!['\"]?(data:|#))", page)
    run("play", "deck.json", "-q", "-o", "again/")
    assert contents(folder)[f"again/{GAME}-action-42-1-play.html"] == (folder / "play.html").read_bytes()


def test_a_page_has_the_language_and_the_layout_that_are_asked_for(folder):
    run("play", "deck.json", "--language", "de", "-q", "-o", "de.html")
    page = (folder / "de.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    assert read_game(GAME, "de").deck().title in page
    made = run("play", "deck.json", "--layout", "poker-light", "-o", "-").stdout_bytes
    assert made != run("play", "deck.json", "-o", "-").stdout_bytes


@pytest.mark.usefixtures("folder")
def test_wrong_calls_are_told():
    assert "the output is a .html file" in refused("play", "deck.json", "-o", "play.pdf", code=2)
    assert 'did you mean "poker"?' in refused("play", "deck.json", "--layout", "pokr", "-o", "a.html")
    assert 'did you mean "deck.json"?' in refused("play", "dek.json", "-o", "a.html")


def test_people_of_files_are_at_the_table(folder):
    heroes, crew = (CHARACTERS / name for name in ("tamsin-vale.yaml", "quill-station.csv"))
    run("play", "deck.json", "--people", heroes, "--people", crew, "-q", "-o", "play.html")
    people = play_model((folder / "play.html").read_text(encoding="utf-8"))["people"]
    assert (people[0]["name"], len(people)) == ("Tamsin Vale", 19)
    assert all(person["format"] == "deckgen-person/1" and person["presets"] for person in people)
    run("play", "deck.json", "--people", heroes, "--language", "de", "-q", "-o", "de.html")
    german = play_model((folder / "de.html").read_text(encoding="utf-8"))["people"][0]
    assert german["tracks"].keys() == people[0]["tracks"].keys()
    assert german["tracks"] != people[0]["tracks"]  # their labels
    (folder / "wrong.yaml").write_text(f"game: {GAME}\nname: Ann\nsize: huge\nshoe: 5\n", encoding="utf-8")
    message = refused("play", "deck.json", "--people", "wrong.yaml", "-o", "no.html")
    assert "wrong.yaml" in message
    assert "shoe" in message
    assert not (folder / "no.html").exists()


def test_a_page_is_served_on_the_network_until_it_is_stopped(folder):
    arguments = [sys.executable, "-m", "deckgen", "play", "deck.json", "--serve", "--port", "0"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as running:  # noqa: S603
        try:
            lines = []
            while not lines or lines[-1][:1] in {"█", "▀", "▄", " "}:
                lines.append(running.stdout.readline().decode().rstrip("\n"))
            *code, address = lines
            if not address:
                assert "is in no network" in running.communicate(timeout=30)[1].decode()
                pytest.skip("this computer is in no network")
            assert re.fullmatch(r"http://[\d.]+:\d+/[\w-]{20,}/", address)
            assert code == qr_lines(address)
            with urlopen(address) as page:  # noqa: S310  our own
                assert page.read() == run("play", "deck.json", "-o", "-").stdout_bytes
            running.terminate()
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert (running.returncode, out) == (0, b"")
    assert err.decode().splitlines()[-1] == "the page is closed"
    assert [path.name for path in folder.iterdir()] == ["deck.json"]


def test_serving_writes_no_file(folder):
    assert "--serve writes no file; leave out -o" in refused("play", "deck.json", "--serve", "-o", "a.html", code=2)
    assert "--port is for --serve" in refused("play", "deck.json", "--port", "80", code=2)
    assert [path.name for path in folder.iterdir()] == ["deck.json"]


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


@pytest.mark.parametrize(
    ("name", "start"), [("a.pdf", b"%PDF"), ("a.csv", b"card,"), ("a.html", b"<!doctype"), ("a.md", b"# ")]
)
def test_the_name_of_the_file_says_the_format(deck, tmp_path, name, start):
    result = run("table", deck, "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert result.stdout == ""
    assert f"wrote {tmp_path / name}" in result.stderr


def test_a_format_goes_to_stdout_alone(deck):
    out = run("table", deck, "--format", "csv", "-o", "-").stdout_bytes
    rows = list(csv.DictReader(io.StringIO(out.decode(), newline="")))
    card = next(c for c in json.loads(deck_bytes())["cards"] if c["poker"]["name"] == "7 of hearts")
    said = {(r["column"], r["row"]): r["value"] for r in rows if (r["card"], r["section"]) == ("7 of hearts", "causes")}
    for column, cells in card["sections"]["causes"].items():
        assert [said[column, str(i)] for i in range(1, 6)] == [str(cell["value"]) for cell in cells]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_has_two_pages_on_each_side(deck, tmp_path, paper):
    run("table", deck, "--booklet", "--paper", paper, "-q", "-o", tmp_path / "b.pdf")
    document = pypdfium2.PdfDocument((tmp_path / "b.pdf").read_bytes())
    assert len(document) == 4
    width, height = document[0].get_size()
    assert width > height
    document.close()


def test_a_booklet_is_no_web_page(deck, tmp_path):
    assert "a booklet is a PDF" in refused("table", deck, "--booklet", "-o", tmp_path / "b.html", code=2)


def test_a_table_goes_somewhere(deck):
    assert "--output" in refused("table", deck, code=2)


def test_an_unknown_paper_and_a_missing_deck_are_told(deck, tmp_path):
    assert "there is no paper 'a9'" in refused("table", deck, "--paper", "a9", "-o", tmp_path / "a.pdf")
    assert "nowhere.json" in refused("table", tmp_path / "nowhere.json", "-o", tmp_path / "a.pdf")
    assert not (tmp_path / "a.pdf").exists()


def test_a_table_does_not_wait_for_numpy(deck, tmp_path):
    done = process("table", deck, "-q", "-o", tmp_path / "a.pdf", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    assert b"reportlab" in done.stderr
    assert b" numpy\n" not in done.stderr


def test_a_table_is_in_the_language_that_is_asked_for(deck):
    made = run("table", deck, "--language", "de", "--format", "md", "-o", "-").stdout
    assert "## Trefferzone" in made
    told = refused("table", deck, "--language", "fr", "--format", "md", "-o", "-")
    assert 'not translated to "fr"; choose from en, de' in told


@pytest.fixture(scope="module")
def shared_deck(tmp_path_factory):
    file = tmp_path_factory.mktemp("deck") / "deck.json"
    file.write_bytes(deck_bytes())
    return file


@pytest.mark.parametrize(("name", "start"), [("x.pdf", b"%PDF"), ("x.txt", b"Downhill")])
def test_examples_are_written_as_their_name_ends(tmp_path, shared_deck, name, start):
    result = run("examples", GAME, shared_deck, "-o", tmp_path / name)
    assert result.stderr == f"wrote {tmp_path / name}\n"
    assert (tmp_path / name).read_bytes().startswith(start)


def test_they_are_told_in_the_language_that_is_asked_for(shared_deck):
    text = run("examples", GAME, shared_deck, "--language", "de", "--format", "txt", "-o", "-").stdout
    assert read_game(GAME, "de").examples[0].title in text
    assert 'not translated to "fr"' in refused("examples", GAME, shared_deck, "--language", "fr", "-o", "-")


def test_another_game_s_deck_and_an_unknown_layout_are_refused(shared_deck):
    assert "it is a deck of 'future-imperfect'" in refused("examples", "rough-magic", shared_deck, "-o", "-")
    assert "there is no card layout" in refused("examples", GAME, shared_deck, "--layout", "x", "-o", "-")


def test_a_game_without_examples_is_told():
    game = replace(read_game(GAME), examples=())
    with pytest.raises(GameError, match="the game has no examples for the deck 'action'; add them under examples:"):
        Deck(game, game.deck(), deck_of(game.deck())).examples()


def test_a_situation_that_names_nothing_is_told_by_validate(tmp_path):
    text = "examples:\n  it:\n    title: It\n    story: No.\n    steps:\n      - read: {skill: III-1}\n"
    folder = write(tmp_path / "small", "game: {id: small, title: Small}\n" + COLUMNS, SECTIONS, DECK, it=text)
    said = refused("validate", folder)
    assert 'it.yaml:6: examples.it.steps[0].read.skill: "skill" has no column "III"; did you mean "II"?' in said


@pytest.mark.parametrize(("name", "start"), [("a.pdf", b"%PDF"), ("a.html", b"<!doctype")])
def test_the_suffix_says_the_format_of_odds(deck, tmp_path, name, start):
    run("odds", deck, "-q", "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def rows(*arguments):
    out = run("odds", *arguments, "--format", "csv", "-q", "-o", "-").stdout_bytes
    return list(csv.DictReader(io.StringIO(out.decode(), newline="")))


def test_a_game_has_dice_alone_and_a_deck_has_both(deck):
    def find(found):
        wanted = ("causes", "III", "3", "7")
        return next(r for r in found if (r["section"], r["column"], r["row"], r["at_least"]) == wanted)

    game, own = find(rows(GAME)), find(rows(deck))
    assert (game["scope"], game["difficulty"]) == ("Pulp", "Challenging")
    assert game["deck"] == ""
    assert own["dice"] == game["dice"]
    assert abs(float(own["deck"]) - float(own["dice"])) <= 0.8 / 54


def test_odds_of_expressions_are_printed_unless_a_file_is_named(tmp_path):
    assert run("odds", "4d6 drop lowest").stdout.startswith("4d6 drop lowest  mean 12.2446")
    assert run("odds", "d6", "d%", "--format", "csv").stdout.count("\n") == 1 + 6 + 100
    run("odds", "4dF", "-q", "-o", tmp_path / "fate.html")
    assert (tmp_path / "fate.html").read_bytes().startswith(b"<!doctype html>")


def test_an_expression_with_an_error_is_refused_with_a_caret():
    assert refused("odds", "4d6 drop lowes").endswith("    4d6 drop lowes\n             ^\n")
    assert refused("odds", "d-1").endswith("    d-1\n    ^\n")


def test_brackets_without_end_are_an_expression():
    assert "an expression has at most 1000 letters" in refused("odds", "(" * 10_000)


def test_a_file_whose_name_has_dice_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d6").mkdir()
    assert "there is no game in this folder" in refused("odds", "d6", "-o", "odds.pdf")


def test_wrong_calls_of_odds_are_told(deck, tmp_path):
    assert "--deck chooses" in refused("odds", deck, "--deck", "action", "-o", tmp_path / "a.pdf", code=2)
    assert "no deck is called" in refused("odds", GAME, "--deck", "nonsense", "-o", tmp_path / "a.pdf")
    assert "nonsense" in refused("odds", "nonsense", "-o", tmp_path / "a.pdf")
    assert "name the file with -o" in refused("odds", GAME, code=2)
    assert "--deck is about a game" in refused("odds", "2d6", "--deck", "action", code=2)
    assert "expressions only" in refused("odds", "2d6", GAME, code=2)
    assert "choose from text, csv, json, html" in refused("odds", "2d6", "--format", "pdf")
    assert not (tmp_path / "a.pdf").exists()


RM = "rough-magic"
RM_PEOPLE = shipped_path("data") / RM / "characters"


def test_attacks_of_all_weapons_or_of_one_character_are_listed():
    target = RM_PEOPLE / "mother-anvil.yaml"
    one = rows(RM, "--character", RM_PEOPLE / "quillon-dray.yaml", "--against", target)
    assert {line["weapon"] for line in one} == {"Blaster pistol", "Glare", "Fists"}
    assert {line["deck"] for line in one} == {""}
    pistol = [line for line in one if (line["weapon"], line["answer"]) == ("Blaster pistol", "unhindered")]
    assert [line["outcome"] for line in pistol if float(line["dice"])] == ["Miss", "Winded", "Weakened", "Exhausted"]
    assert float(pistol[0]["dice"]) == pytest.approx(10 / 36)  # 2d6 + 9 against 8 + 7
    assert sum(float(line["dice"]) for line in pistol) == pytest.approx(1)
    everyone = rows(RM, "--against", target)
    assert len({line["attacker"] for line in everyone}) > 3
    assert all(line in everyone for line in one)


def test_a_deck_is_beside_the_dice_of_an_attack(tmp_path):
    run("generate", RM, "--seed", "1", "-q", "-o", tmp_path / "deck.json")
    asked = ("--character", RM_PEOPLE / "quillon-dray.yaml", "--against", RM_PEOPLE / "mother-anvil.yaml")
    lines = rows(tmp_path / "deck.json", *asked)
    assert all(abs(float(line["deck"]) - float(line["dice"])) < 2 / 54 for line in lines)
    for name, start in (("a.pdf", b"%PDF"), ("a.html", b"<!doctype")):
        run("odds", tmp_path / "deck.json", *asked, "-q", "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_wrong_calls_of_attacks_are_told(tmp_path):
    hero, target, out = RM_PEOPLE / "quillon-dray.yaml", RM_PEOPLE / "mother-anvil.yaml", ("-o", tmp_path / "a.pdf")
    other = CHARACTERS / "tamsin-vale.yaml"
    assert "name with --against" in refused("odds", RM, "--character", hero, *out, code=2)
    assert "--against is about a game" in refused("odds", "2d6", "--against", target, code=2)
    assert "tamsin-vale.yaml" in refused("odds", RM, "--character", other, "--against", target, *out)
    assert "tamsin-vale.yaml" in refused("odds", RM, "--against", other, *out)
    table = RM_PEOPLE / "drowned-bell.csv"
    assert "a table is about one target; name the file of one character" in refused(
        "odds", RM, "--against", table, *out
    )
    (tmp_path / "bare.yaml").write_text(f"game: {RM}\nname: Bare\n", encoding="utf-8")
    said = refused("odds", RM, "--character", tmp_path / "bare.yaml", "--against", target, *out)
    assert "there is no attack to compute" in said
    assert not (tmp_path / "a.pdf").exists()
