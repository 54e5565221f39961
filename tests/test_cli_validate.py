import re

from cli_fixtures import GAME, VALID, refused, run
from game_files import one_section


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
        theme.write("without: [it]\n")
    told = run(*call).stderr
    assert "nothing wrong" in told
    assert "warning: " not in told


def test_the_shipped_game_is_valid():
    result = run(*VALID)
    first, note = result.stderr.splitlines()
    assert (result.stdout, first) == ("", f"{GAME}: nothing wrong")
    assert "rolls (such as highest of" in note


def test_the_words_of_a_language_are_validated():
    assert run("validate", GAME, "--language", "de").stderr.startswith(f"{GAME}: nothing wrong\n")
    assert (
        'not translated to "fr"; choose from en, de'
        in run("validate", GAME, "--language", "fr", code=1).stderr
    )
