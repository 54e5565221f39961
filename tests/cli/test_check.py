import json
import re
import shutil
import zlib

import pikepdf
import pytest
from cli_fixtures import GAME, VALID, deck_bytes, process, refused, run
from game_files import one_section
from pikepdf import Dictionary, Name
from preflight_files import good_file
from run_folders import lay, whole

from deckgen.files import shipped_path


def test_what_cannot_be_printed_is_told_by_its_id(tmp_path):
    run("new-layout", "mine", "-o", tmp_path)
    file = tmp_path / "mine.svg"
    text = file.read_text(encoding="utf-8")
    cloud = '<path id="cloud" d="M9 9H20V20Z" style="filter:url(#blur)"/>'
    file.write_text(re.sub(r'(<g id="static"[^>]*>)', rf"\1{cloud}", text), encoding="utf-8")
    told = refused("validate", file)
    assert "mine.svg:" in told
    assert "cloud: has a filter; remove it" in told


def test_a_section_without_a_slot_is_a_warning(tmp_path):
    section = "kind: distribution\ntitle: T\noutcomes: [{value: x, cards: rest}]"
    deck = "decks: {main: {title: Main, cards: {numbered: 20}}}\n"
    call = ("validate", one_section(tmp_path / "game", section, deck), "--layout", tmp_path / "mine.svg")
    run("new-layout", "mine", "-o", tmp_path)
    told = run(*call).stderr
    assert "warning: " in told
    assert "no slot shows the section it;" in told
    with (tmp_path / "mine.yaml").open("a", encoding="utf-8") as theme:
        unused = "impulse, shuffle, toggle, breakdown, clock, hit_location, burst, effects, causes"
        theme.write(f"without: [it, {unused}]\n")
    told = run(*call).stderr
    assert "no problems" in told
    assert "warning: " not in told


def test_the_shipped_game_is_valid():
    result = run(*VALID)
    first, note = result.stderr.splitlines()
    assert (result.stdout, first) == ("", f"{GAME}: no problems")
    assert note.startswith(f"{GAME}: means that are exact over a set of decks, not in each: causes ")


def test_the_words_of_a_language_are_validated():
    assert run("validate", GAME, "--language", "de").stderr.startswith(f"{GAME}: no problems\n")
    said = run("validate", GAME, "--language", "fr").stderr  # a new one
    assert "is not translated to fr; add sections.ablation.title" in said
    assert "phrases that deckgen prints itself are English in fr; translate them in the file" in said
    assert "no language has this code" in run("validate", GAME, "--language", "qq", code=1).stderr


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
    monkeypatch.setattr("deckgen.deck.audit.auditor.Audit.passed", False)
    monkeypatch.setattr("deckgen.deck.audit.report.text", lambda _: "causes: a bar is missed\n")
    result = run("audit", deck, code=1)
    assert result.stdout == "causes: a bar is missed\n"
    assert result.stderr.startswith(f"{deck}: the audit failed; ")


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


@pytest.fixture
def own_game(tmp_path):
    """The shipped game as a user's own, under an id that is not shipped."""
    folder = tmp_path / "mine"
    shutil.copytree(shipped_path("data") / GAME, folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace(f"id: {GAME}", "id: mine"), encoding="utf-8")
    return folder


def test_a_deck_is_verified(deck):
    result = run("verify", deck)
    assert (result.stdout, result.stderr) == ("", f"{deck}: the deck of seed '42', unchanged\n")


def test_decks_of_a_game_of_your_own_are_read_with_its_folder(own_game, tmp_path):
    deck = tmp_path / "deck.json"
    run("generate", own_game, "--seed", "7", "-o", deck)
    run("verify", deck, "--game", own_game)
    assert json.loads(run("audit", deck, "--game", own_game, "--format", "json").stdout)["passed"]


def test_a_deck_and_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    made = run("diff", "deck.json", "deck.json", "-o", "diff.html")
    assert "are the same deck" in made.stderr
    assert "The two are the same deck." in (tmp_path / "diff.html").read_text(encoding="utf-8")
    assert "none.json" in refused("diff", "deck.json", "none.json", "-o", "x.html")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "deck.json").write_bytes(deck_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("target", ["home", "press", "drivethrucards", "printninja"])
def test_the_shipped_deck_has_nothing_to_mend_for_any_target(target):
    run("render", "deck.json", "--target", target, "-q", "-o", "cards.pdf")
    told = json.loads(run("preflight", "cards.pdf", "--target", target, "--format", "json").stdout)
    assert (told["passed"], told["findings"]) == (True, [])


def test_that_there_is_nothing_to_mend_is_told(tmp_path):
    good_file(tmp_path)
    result = run("preflight", tmp_path / "good.pdf", "--target", "drivethrucards")
    assert "no problems" in result.stdout
    assert result.stderr == ""


def test_quiet_preflight_prints_errors_alone(folder, tmp_path):
    good_file(tmp_path)
    result = run("preflight", tmp_path / "good.pdf", "-q")
    assert (result.stdout, result.stderr) == ("", "")
    run("render", "deck.json", "-q", "-o", folder / "cards.pdf")
    result = run("preflight", folder / "cards.pdf", "--target", "press", "-q", code=1)
    assert result.stdout == ""
    assert "problems for Print shop" in result.stderr
    assert json.loads(run("preflight", tmp_path / "good.pdf", "-q", "--format", "json").stdout)["passed"] is True


def test_findings_are_a_table_and_exit_code_1(folder):
    run("render", "deck.json", "-q", "-o", "cards.pdf")
    result = run("preflight", "cards.pdf", "--target", "press", code=1)
    assert "14 FOUND" in result.stdout
    assert "problems for Print shop" in result.stderr
    run("preflight", "cards.pdf", "--target", "press", "--format", "json", "-o", "report.json", code=1)
    assert json.loads((folder / "report.json").read_text())["passed"] is False


@pytest.mark.usefixtures("folder")
def test_pictures_and_missing_files_are_refused():
    assert "needs pictures" in refused("preflight", "deck.json", "--target", "thegamecrafter")
    assert "none.pdf" in refused("preflight", "none.pdf")
    assert "cannot be read as PDF" in refused("preflight", "deck.json")


def test_of_many_only_what_is_to_be_mended_is_told(folder):
    (folder / "run").mkdir()
    good_file(folder / "run")
    (folder / "run" / "bad.pdf").write_bytes(b"no PDF")
    made = run("preflight", "run", "--target", "drivethrucards", code=1)
    assert made.stdout.splitlines()[-1] == "2 files, 12 pages: 1 ok, 1 with problems"
    assert made.stderr == "run/bad.pdf: 1 problem for DriveThruCards; fix what the report lists\n"
    run("preflight", "run", "run/good.pdf", "-q", "-o", "all.json", code=1)
    told = json.loads((folder / "all.json").read_text())
    assert [(each["file"], each["passed"]) for each in told["files"]] == [
        ("run/bad.pdf", False),
        ("run/good.pdf", True),
    ]
    (folder / "run" / "bad.pdf").unlink()
    assert run("preflight", "run", "run/good.pdf").stdout == "1 file, 12 pages: 1 ok, 0 with problems\n"


@pytest.mark.finding("R4")
def test_of_a_file_that_takes_too_much_the_name_is_told(folder):
    good_file(folder)
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.pages[0].obj.Contents = pikepdf.Stream(
            pdf, zlib.compress(b"q Q " * 20_000_000, 1), Filter=pikepdf.Name.FlateDecode
        )
        pdf.save(folder / "more.pdf", compress_streams=True)
    done = process("--limits", "2s,400MB", "preflight", "good.pdf", "more.pdf")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"deckgen: more.pdf: this takes more than " in done.stderr


@pytest.mark.finding("R20")
def test_a_font_s_name_forges_no_line(folder):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        font = Dictionary(Subtype=Name.Type1, BaseFont=Name("/a\x1b[1m\nother.pdf: 0 pages"))
        pdf.pages[0].obj.Resources = Dictionary(Font=Dictionary(F=font))
        pdf.pages[0].obj.Contents = pdf.make_stream(b"BT /F 1 Tf (a) Tj ET")
        pdf.save(folder / "a.pdf")
    told = run("preflight", "a.pdf", code=1).stdout
    assert r"the font a\x1b[1m\nother.pdf: 0 pages is not embedded" in told


def test_ink_is_a_table_or_json(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    good_file(tmp_path)
    table = run("ink", "good.pdf", "--dpi", "36").stdout.splitlines()
    assert table[2].split() == ["page", "C", "M", "Y", "K", "most"]
    assert len(table) == 3 + 12 + 1
    run("ink", "good.pdf", "--dpi", "36", "-o", "ink.json", "-q")
    (told,) = json.loads((tmp_path / "ink.json").read_text())["files"]
    assert [f"{mean:.2f}" for mean in told["means"].values()] == table[-1].split()[1:5]
    assert "none.pdf" in refused("ink", "none.pdf")


def test_the_authors_examples_are_listed():
    done = run("validate", "rough-magic", "--examples")
    assert done.stdout.endswith(" facts\n")
    assert "round_3 (Delaying A Turn, round 3)" in done.stdout
    assert run("validate", "rough-magic").stdout == ""
