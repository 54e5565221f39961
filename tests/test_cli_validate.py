import re

from cli_fixtures import GAME, refused, run


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
    run("new-layout", "mine", "-o", tmp_path)
    file = tmp_path / "mine.svg"
    text = file.read_text(encoding="utf-8")
    theme = tmp_path / "mine.yaml"
    file.write_text(text.replace('id="slot-toggle"', 'id="slot-other"'), encoding="utf-8")
    told = run("validate", GAME, "--layout", file).stderr
    assert "warning: " in told
    assert "no slot shows the section toggle" in told
    theme.write_text(theme.read_text(encoding="utf-8") + "without: [toggle]\n", encoding="utf-8")
    assert "nothing wrong" in run("validate", GAME, "--layout", file).stderr


def test_the_shipped_game_is_valid():
    result = run("validate", GAME)
    first, note = result.stderr.splitlines()
    assert (result.stdout, first) == ("", f"{GAME}: nothing wrong")
    assert "rolls (such as highest of" in note


def test_the_words_of_a_language_are_validated():
    assert run("validate", GAME, "--language", "de").stderr.startswith(f"{GAME}: nothing wrong\n")
    assert (
        'not translated to "fr"; choose from en, de'
        in run("validate", GAME, "--language", "fr", code=1).stderr
    )
