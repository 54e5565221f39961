import pytest
from sheet_fixtures import GAMES, small_sheet

from deckgen.errors import GameError
from deckgen.game import load
from deckgen.sheet.paper.canvas import PAD
from deckgen.sheet.paper.fill import letters_that_fit
from deckgen.sheet.paper.lengths import check_lengths, wide_words
from deckgen.sheet.reader import load_sheet

CARD = "notes: {label: Notes, type: long, most: 400}\n"
NARROW = ("title: Skills}", "title: Skills, columns: {skill: 2, level: 2, double: 4}}")
SHORT = (
    ("name: {label: Name, type: text, most: 60", "name: {label: Name, type: text, most: 39"),
    ("type: text, most: 40", "type: text, most: 24"),
)


def faults_of(spec):
    with pytest.raises(GameError) as caught:
        check_lengths(spec)
    return [(fault.line, fault.path, fault.what, fault.remedy) for fault in caught.value.faults]


@pytest.mark.parametrize(("game", "code"), [(game, code) for game in GAMES for code in load(game).languages])
def test_every_game_keeps_what_it_promises(game, code):
    check_lengths(load_sheet(game, code))


def test_a_promise_that_is_kept_is_not_told(tmp_path):
    check_lengths(small_sheet(tmp_path, *SHORT).spec)


def test_more_letters_than_fit_are_told_with_how_many_do(tmp_path):
    made = small_sheet(tmp_path, SHORT[0], NARROW)
    ((line, path, what, remedy),) = faults_of(made.spec)
    assert path == "fields.skills.columns.skill.most"
    assert made.spec.source.path.read_text().splitlines()[line - 1].strip().startswith("skill:")
    slot = next(slot for slot in made.blank[0].slots if slot.name == "skills.01.skill")
    fits = letters_that_fit(slot, made.theme, wide_words(40))
    assert what == f"40 letters are promised, and {fits} wide ones fit in skills.01.skill (page 1, a4)"
    assert remedy == f"write most: {fits}, or give it more room"
    # So many fit, and no more: in the smallest size, as narrow as letters get.
    fonts, style = made.theme.base.fonts, made.theme.style
    room, least = slot.box.width - 2 * PAD, 0.82 * made.theme.base.minimum
    assert fonts.em(wide_words(fits), style.value_face) * least <= room + 1e-6
    assert fonts.em(wide_words(fits + 1), style.value_face) * least > room


def test_a_field_without_a_length_of_its_own_is_told_where_it_stands(tmp_path):
    made = small_sheet(tmp_path, ("type: text, most: 40, required", "type: text, required"), SHORT[0])
    ((_, path, what, _),) = faults_of(made.spec)
    assert path == "fields.skills.columns.skill"
    assert what.startswith("60 letters are promised")


def test_cards_keep_promises_too(tmp_path):
    npc = "npc:\n  - {width: 12, blocks: [{block: fields, of: [name, age], across: [2, 10]}]}\n"
    made = small_sheet(tmp_path, *SHORT, (CARD, CARD), ("pages:\n", f"{npc}pages:\n"))
    ((_, path, what, _),) = faults_of(made.spec)
    assert path == "fields.name.most"
    assert "wide ones fit in name (poker card, a4)" in what


@pytest.mark.parametrize(
    ("changes", "what", "path"),
    [
        ([("of: [Good, Bad]", f"of: [Good, {'Gloomy' * 12}]")], f"'{'Gloomy' * 12}' does not fit in mood", "mood"),
        ([("least: 0, most: 99}", "least: 0, most: 99999}"), ("across: 3", "across: [0.5, 5, 5]")],
         "'99999' does not fit in age", "age"),
        ([("dice: [d4, d6], most: 3", "dice: [d4, d1000], most: 99"), ("title: Traits}", "title: Traits, label_width: 30}")],
         "'99d1000' does not fit in traits.might", "traits"),
    ],
)  # fmt: skip
def test_choices_numbers_and_dice_are_checked(tmp_path, changes, what, path):
    told = faults_of(small_sheet(tmp_path, *SHORT, *changes).spec)
    assert what in told[0][2]
    assert {each[1] for each in told} == {f"fields.{path}"}


def test_wide_words_are_wider_than_most(tmp_path):
    made = small_sheet(tmp_path)
    assert len(wide_words(0)) == 0
    assert len(wide_words(400)) == 400
    fonts, face = made.theme.base.fonts, made.theme.style.value_face
    for text in ("Marguerite Winterbottom", "First aid and bandages", "Hammersmith Broadsword"):
        assert fonts.em(wide_words(len(text)), face) > fonts.em(text, face)
