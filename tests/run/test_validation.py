import shutil
from pathlib import Path

import pytest
from cli_fixtures import GAME
from game_files import one_section
from page_decks import shipped_game

from deckgen.card.layout import load_layout
from deckgen.errors import DeckgenError, LayoutError, PressError, Problem
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.run import validation
from deckgen.run.validation import Validation, check_cards, validate_game_or_file

CARD = shipped_path("layouts") / "card"


def test_shipped_games_and_layouts_leave_no_doubt():
    assert validate_game_or_file("rough-magic", None, None).warnings == ()  # tests/cli/test_check.py asks the largest
    assert validate_game_or_file(str(CARD / "poker.svg"), None, None) == Validation()


def test_dice_that_another_number_of_cards_makes_exact_are_doubtful(tmp_path):
    text = "kind: rolls\ntitle: T\nrolls: {a: d6, b: 2d6, c: {dice: 2d6, keep: highest}, d: {dice: 3d6, keep: lowest}}"
    folder = one_section(tmp_path, text, deck="decks: {main: {title: Main, cards: {numbered: 51}}}\n")
    found = validate_game_or_file(str(folder), None, None)
    (doubt,) = (doubt for doubt in found.warnings if "mean" in doubt.message)
    assert doubt.path == "sections.it"
    assert doubt.message.startswith("d6 has no exact mean in 51 cards: 2 divides the denominator")
    assert "50 or 52 cards" in doubt.remedy
    assert found.notes == ("the dice of main are not solved yet, so that no card of it was drawn: run deckgen solve",)


def test_a_die_of_66_sides_is_doubtful(tmp_path):
    folder = one_section(
        tmp_path,
        "kind: rolls\ntitle: T\nrolls: {a: d66, b: d6, c: d100}",
        deck="decks: {main: {title: Main, cards: {numbered: 60}}}\n",
    )
    found = [
        warning for warning in validate_game_or_file(str(folder), None, None).warnings if "read as" in warning.message
    ]
    assert [warning.message for warning in found] == ["d66 is a die of 66 sides here, not 2 d6 that are read as digits"]
    assert found[0].path == "sections.it"


def test_dice_that_are_no_pool_are_refused_with_where_to_write_them(tmp_path):
    folder = one_section(tmp_path, "kind: rolls\ntitle: T\nrolls: {a: 2d10-d6}")
    with pytest.raises(DeckgenError, match="write it in a section with kind: dice"):
        read_game(folder)


def test_a_layout_that_is_not_there_is_told(tmp_path):
    with pytest.raises(DeckgenError, match="none"):
        validate_game_or_file(str(tmp_path / "none.svg"), None, None)


def test_what_is_doubtful_of_many_decks_alike_is_told_once(tmp_path):
    decks = "".join(f"  {name}: {{title: {name}, cards: {{numbered: 20}}}}\n" for name in "abc")
    text = "kind: distribution\ntitle: T\noutcomes: [{value: x, odds: 1/2}, {value: y, odds: 1/2}]"
    folder = one_section(tmp_path, text, deck=f"decks:\n{decks}")
    doubts = validate_game_or_file(str(folder), None, None).warnings
    assert [each.message for each in doubts if "slot" in each.message] == ["no slot shows the section it"]


def test_a_drawing_is_tried_with_the_decks_of_its_own_theme_alone(tmp_path):
    """One of poker's decks has another template, without the symbol that this drawing has."""
    symbol = '<symbol id="icon-mine" viewBox="0 0 9 9"><path d="M0 0 H9 V9 Z"/></symbol>'
    svg = (CARD / "poker.svg").read_text(encoding="utf-8").replace("</svg>", f"{symbol}</svg>")
    (tmp_path / "own.svg").write_text(svg, encoding="utf-8")
    theme = "extends: poker\ntemplate: own.svg\nslots: {poker: {joker: icon-mine}}\n"
    (tmp_path / "own.yaml").write_text(theme, encoding="utf-8")
    assert validate_game_or_file(str(tmp_path / "own.svg"), None, None) == Validation()
    (tmp_path / "own.yaml").write_text(f"{theme}decks: {{night: {{back: {{emblem: icon-none}}}}}}\n", encoding="utf-8")
    with pytest.raises(DeckgenError, match='emblem: for the deck "night" the template has no symbol'):
        validate_game_or_file(str(tmp_path / "own.svg"), None, None)


@pytest.fixture
def no_cards(monkeypatch):
    """What is looked at beside cards, without the time that these take."""
    monkeypatch.setattr(validation, "check_cards", lambda *_, **__: ())


@pytest.mark.usefixtures("no_cards")
def test_a_sheet_that_is_wrong_is_told(tmp_path):
    folder = tmp_path / "rough-magic"
    shutil.copytree(shipped_path("data") / "rough-magic", folder)
    with (folder / "german_sheet.yaml").open("w", encoding="utf-8") as file:
        file.write("translations:\n  de:\n    sheet.titel: X\n")
    with pytest.raises(DeckgenError, match=r'german_sheet.yaml:3: .*did you mean "sheet.title"'):
        validate_game_or_file(str(folder), None, None)


@pytest.mark.usefixtures("no_cards")
def test_what_a_sheet_says_in_another_language_is_doubtful(tmp_path):
    folder = tmp_path / "rough-magic"
    shutil.copytree(shipped_path("data") / "rough-magic", folder)
    assert not [
        doubt for doubt in validate_game_or_file(str(folder), None, "de").warnings if doubt.file.endswith("sheet.yaml")
    ]
    german = folder / "german_sheet.yaml"
    lines = german.read_text(encoding="utf-8").splitlines(keepends=True)
    german.write_text("".join(x for x in lines if "fields.name.label" not in x), encoding="utf-8")
    (doubt,) = (
        doubt for doubt in validate_game_or_file(str(folder), None, "de").warnings if doubt.file.endswith("sheet.yaml")
    )
    assert (doubt.path, doubt.message) == ("fields.name.label", '"Name" is not translated to de')
    assert doubt.remedy.startswith("add sheet.fields.name.label: ")


def test_every_problem_of_the_layouts_of_all_decks_is_told_and_once(monkeypatch):
    decks = [deck.name for deck in read_game(GAME).decks]
    assert len(decks) > 1

    def wrong(_layout, _game, spec, **_):
        raise DeckgenError([Problem("x.svg", 1, what, "w", "r") for what in ("shared", spec.name)])

    monkeypatch.setattr(validation, "check_cards", wrong)
    monkeypatch.setattr(validation, "_game_checks", lambda *_: ())
    with pytest.raises(DeckgenError) as raised:
        validate_game_or_file(GAME, None, None)
    assert [problem.path for problem in raised.value.problems] == ["shared", *decks]
    with pytest.raises(DeckgenError) as raised:
        validate_game_or_file(GAME, "nothing", None)
    assert len(raised.value.problems) == 1


def test_what_is_not_translated_is_told_place_by_place(tmp_path):
    text = "kind: rolls\ntitle: Throws\nrolls: {Brawn: 2d6, d6: d6, II: 2d6}"
    german = '  de: {game.title: Klein, sections.it.title: "Würfe"}\n'
    deck = "decks: {main: {title: Main, cards: {numbered: 54}}}\ntranslations:\n"
    folder = one_section(tmp_path, text, deck=deck + german)
    doubts = [d for d in validate_game_or_file(str(folder), None, "de").warnings if "not translated" in d.message]
    assert {d.path for d in doubts} >= {"sections.it.rolls.Brawn", "decks.main.title"}
    assert not {"sections.it.title", "sections.it.rolls.d6", "sections.it.rolls.II"} & {d.path for d in doubts}
    (brawn,) = (d for d in doubts if d.path == "sections.it.rolls.Brawn")
    lines = Path(brawn.file).read_text(encoding="utf-8").splitlines()
    assert brawn.line
    assert "Brawn" in lines[brawn.line - 1]
    assert 'sections.it.rolls.Brawn: "..."' in brawn.remedy
    assert not any("not translated" in d.message for d in validate_game_or_file(str(folder), None, None).warnings)
    assert read_game(str(folder), "de").deck().section("it").printed_label("Brawn") == "Brawn"


def checked(folder, said, *, dealt=False):
    """Check a layout that looks as a shipped one but for what is said."""
    (folder / "own.svg").write_bytes((CARD / "poker.svg").read_bytes())
    (folder / "own.yaml").write_text(f"extends: poker\n{said}\n", encoding="utf-8")
    game = shipped_game()
    return check_cards(load_layout(folder / "own.svg"), game, game.deck(), dealt=dealt)


@pytest.mark.finding("R12")
@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("panels: {edge_width: -1}", "-1 is not a number from 0"),
        ("panels: {radius: 99999999.5}", "99999999.5 is not a number from 0"),
        ("slots: {hit_location: {icons: icon-none-}}", 'there is no icon "icon-none-'),
    ],
)
def test_what_no_card_could_be_drawn_with_is_not_valid(tmp_path, said, what):
    with pytest.raises(LayoutError, match=what):
        checked(tmp_path, said)


@pytest.mark.finding("R12")
def test_what_is_valid_can_be_drawn(tmp_path):
    """A color of icons may be none: then they are left out, also by what writes PDFs."""
    said = "slots: {ablation: {icon_fill: none}, poker: {ink: none}}\nback: {emblem_ink: none}"
    (warning,) = checked(tmp_path, said, dealt=True)  # the number on it has the color of what is below now
    assert "can hardly be read" in warning.message


@pytest.mark.finding("R12")
def test_what_a_pdf_could_not_hold_is_not_valid(tmp_path):
    """Two fonts under one name, of which readers would take either: it is seen when both are to be embedded."""
    font = shipped_path("layouts") / "fonts" / "IBMPlexSansCondensed-500Medium.ttf"
    (tmp_path / "other.ttf").write_bytes(font.read_bytes() + bytes(4))
    with pytest.raises(PressError, match="differs from the font of the same name"):
        checked(tmp_path, "fonts: {semibold: other.ttf}", dealt=True)


def test_a_deck_that_is_not_solved_is_not_dealt_but_told(tmp_path):
    deck = "decks: {main: {title: Main, cards: {numbered: 52}}}\n"
    folder = one_section(tmp_path / "game", "kind: rolls\ntitle: T\nrolls: {a: 2d6}", deck=deck)
    (note,) = (note for note in validate_game_or_file(str(folder), None, None).notes if "not solved" in note)
    assert note.startswith("the dice of main are not solved yet")


def test_cases_are_read_though_no_deck_is_dealt(tmp_path):
    deck = "decks: {main: {title: Main, cards: {numbered: 52}}}\n"
    folder = one_section(tmp_path / "game", "kind: rolls\ntitle: T\nrolls: {a: 2d6}", deck=deck)
    case = "cases:\n  none: {source: S, text: T, play: none, facts: {roll: 1}}\n"
    (folder / "cases.yaml").write_text(case, encoding="utf-8")
    with pytest.raises(DeckgenError, match=r'cases\.yaml:2: cases\.none\.play: there is no procedure "none"'):
        validate_game_or_file(str(folder), None, None)


def test_a_rule_that_names_a_mark_is_refused_with_a_layout_that_lacks_it(tmp_path):
    with pytest.raises(LayoutError) as caught:
        checked(tmp_path, "slots: {hit_location: {mark: ''}}")
    files = {Path(problem.file).name for problem in caught.value.problems}
    assert files == {Path(node.source.path).name for name, node in shipped_game().marks if name == "prone"}
    assert all(problem.line and 'draws no mark "prone"' in problem.message for problem in caught.value.problems)


def test_rolls_whose_results_have_no_whole_numbers_of_cards_are_noted(tmp_path):
    rolls = "{a: 2d6 bands miss 7 hit, b: 2d6 >= 5 glitch, c: d00 < 35 doubles, d: 8d6 match}"
    game = one_section(
        tmp_path, f"kind: dice\ntitle: It\nrolls: {rolls}", "decks: {main: {title: M, cards: {numbered: 72}}}\n"
    )
    notes = [note for note in validate_game_or_file(str(game), None, None).notes if "rounds" in note]
    (note,) = notes
    before, _, rounded = note.rpartition(": ")
    assert (
        before
        == "main: results that each deck of 72 cards rounds up or down, less than a card off over a set, exact over all seeds"
    )
    assert rounded == "it c (exact in 100 cards); it d (as in any deck of at most 200 cards)"
