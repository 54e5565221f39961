"""Which cards characters get, and what is on turn and posse cards."""

from __future__ import annotations

import pytest
from sheet_fixtures import CHARACTERS, GAMES, character_file, person, sheet, small_sheet, told

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.errors import GameError
from deckgen.files import shipped_path
from deckgen.library.sheets import Sheet
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import card_drawings

GRID = """turn:
  each: skills
  title: "{skill}"
  rows:
    - width: 12
      blocks:
        - {block: banner, role: name, height: 10}
        - {block: grid, across: [1, 2, 3], down: [0, 1], head: [Times, "{column}"], rows: [["{row}", "{level * column + row}"]]}
        - {block: grid, head: ["", Age, Mood], rows: [["", "{age}", "{text.skill} || –"]]}
        - {block: text, text: ["{age} years", "always"]}
posse:
  most: 2
  title: "{group} × {copies}"
  rows:
    - width: 12
      blocks:
        - {block: banner, role: name, height: 10}
        - {block: grid, across: [1, 2, 3], down: [1, 2], rows: [["{first + row - 1 if first + row - 1 <= last else ''}", "{' ' if first + row - 1 <= last else ''}"]], boxes: true}
"""


def with_cards(folder, *changes, cards=GRID):
    return small_sheet(folder, ("pages:\n", f"{cards}pages:\n"), *changes)


def texts(made, cards, kind):
    """The texts on each card."""
    drawings = card_drawings(made, cards, kind)
    return [[item.string for item in drawing.items if isinstance(item, Text)] for drawing in drawings]


def hero(folder, made, text, name="Ada"):
    return load_character(character_file(folder, f"game: small\nname: {name}\n{text}"), made.spec)


def test_an_entry_of_a_list_has_a_card_with_its_texts_filled_in(tmp_path):
    made = with_cards(tmp_path)
    ada = hero(tmp_path, made, "age: 30\nskills:\n  - {skill: Ride, level: 2}\n  - {skill: Swim, level: 0}\n")
    first, second = texts(made, deal_cards(made.spec, [ada], "turn"), "turn")
    grid = ["Times", "1", "2", "3", "0", "2", "4", "6", "1", "3", "5", "7"]
    assert first == [*grid, "Age", "Mood", "30", "Ride", "30 years", "always", "Ride", "Ada"]
    assert second[5:8] == ["0", "0", "0"]


def test_what_lacks_a_value_is_left_out(tmp_path):
    made = with_cards(tmp_path)
    ada = hero(tmp_path, made, "skills:\n  - {skill: Ride, level: 2}\n")
    (card,) = texts(made, deal_cards(made.spec, [ada], "turn"), "turn")
    assert "Age" not in card
    assert "Mood" in card
    assert [text for text in card if "years" in text] == []
    assert deal_cards(made.spec, [hero(tmp_path, made, "")], "turn") == []


def test_a_group_shares_cards_with_so_many_members(tmp_path):
    made = with_cards(tmp_path)
    guards = [hero(tmp_path, made, "", f"Guard {number}") for number in range(1, 4)]
    cards = deal_cards(made.spec, [*guards, hero(tmp_path, made, "", "Ada")], "posse")
    assert texts(made, cards, "posse") == [
        ["1", "2", "Guard × 3", "Guard"],
        ["3", "Guard × 3", "Guard"],
        ["1", "Ada × 1", "Ada"],
    ]


def test_cards_share_their_rows_if_people_have_as_many_entries():
    made = sheet(GAMES[0])
    game_people = [person(path, name) for name, path in CHARACTERS if name == GAMES[0]]
    cards = deal_cards(made.spec, [game_people[0]] * 3, "poker")
    assert cards[0].rows is cards[2].rows


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('title: "{skill}"\n  rows', 'title: "{skil}"\n  rows'), "'skil' is unknown"),
        (("{level * column + row}", "{levl * column}"), "'levl' is unknown"),
        (("each: skills", "each: traits"), 'there is no list "traits"'),
        (("head: [Times, ", "head: [Times, more, "), "2 texts after a label, and 3 columns"),
        (("{age} years", "{age years"), None),
        (("{age} years", "{age +} years"), "is not a formula"),
    ],
)
def test_errors_on_cards_are_told(tmp_path, change, message):
    if message is None:
        with_cards(tmp_path, change)
        return
    assert message in told(with_cards, tmp_path, change)[0][2]


def test_a_grid_is_for_cards_that_are_filled_in(tmp_path):
    npc = 'npc:\n  - {width: 12, blocks: [{block: grid, rows: [["", "a"]]}]}\n'
    with pytest.raises(GameError, match="move it to turn or posse"):
        small_sheet(tmp_path, ("pages:\n", f"{npc}pages:\n"))


# Shipped games


def roster(game):
    (table,) = (shipped_path("data") / game / "characters").glob("*.csv")
    return table


@pytest.mark.parametrize("game", GAMES)
def test_turn_and_posse_cards_of_all_shipped_people_are_legible(game):
    made, people = sheet(game), Sheet.load(game).read(roster(game))
    people += [person(path, name) for name, path in CHARACTERS if name == game]
    for kind in ("turn", "posse"):
        for drawing in card_drawings(made, deal_cards(made.spec, people, kind), kind):
            sizes = [item.size for item in drawing.items if isinstance(item, Text)]
            assert min(sizes) / PT >= 7 - 1e-6
            assert max(sizes) / PT >= 11


def turn_cards(game, path):
    made = sheet(game)
    cards = deal_cards(made.spec, [person(path, game)], "turn")
    return texts(made, cards, "turn")


def shipped(stem):
    return next((game, path) for game, path in CHARACTERS if path.stem == stem)


def test_a_six_gun_has_the_numbers_of_the_rules():
    """Range 8, snap −2, accurate 1, penetration 3: Ranged Attacks, Cover Penetration, Dealing Damage of the seed."""
    gun = turn_cards(*shipped("josefina-arroyo"))[0]
    after = lambda text, count: gun[gun.index(text) + 1 : gun.index(text) + 1 + count]  # noqa: E731
    assert after("paces", 7) == ["< 8", "8", "16", "24", "32", "40", "48"]
    assert after("TN", 7) == ["5", "6", "7", "8", "9", "10", "11"]
    assert after("AV", 6) == ["0", "1", "2", "3", "4", "5"]
    assert after("0", 7)[-1] != ""
    assert gun[gun.index("+2", gun.index("AV")) + 1 :][:6] == ["●", "●", "●", "●", "◐", "◐"]
    assert gun[gun.index("−2", gun.index("AV")) + 1 :][:6] == ["◐", "◐", "○", "○", "○", "○"]
    assert [text for text in gun if text in ("(3)6", "(4)6", "(5)6", "(2)6")] == ["(3)6", "(4)6", "(5)6", "(2)6"]
    assert after("Size 6", 10)[1::2] == ["6", "12", "18", "24", "30"]


def test_what_a_knife_lacks_is_not_on_its_card():
    knife = turn_cards(*shipped("josefina-arroyo"))[2]
    assert "Shoot" not in knife
    assert "Aim" not in knife
    assert knife[knife.index("TN") + 1 :][:5] == ["3", "4", "5", "6", "7"]


def test_an_explosion_needs_no_roll():
    hammer, mortar = turn_cards(*shipped("mother-anvil"))
    assert "Blast" not in hammer
    assert hammer[hammer.index("DV") + 1 :][:15] == [
        *["0", "2", "4", "6", "8", "10", "12"],
        "−1",
        *["2", "2", "2", "3", "5", "7", "9"],
    ]
    assert mortar[mortar.index("near") + 1 :][:7] == ["2", "2", "1", "0", "0", "0", "0"]


@pytest.mark.parametrize("game", GAMES)
def test_twenty_attacks_are_twenty_cards(tmp_path, game):
    made = sheet(game)
    file = tmp_path / "ada.yaml"
    rows = "".join(f"  - {{weapon: Odd thing {number}}}\n" for number in range(20))
    file.write_text(f"game: {game}\nname: Ada\nweapons:\n{rows}")
    cards = deal_cards(made.spec, [load_character(file, made.spec)], "turn")
    assert len(cards) == 20
    assert len(card_drawings(made, cards, "turn")) == 20


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_longest_names_of_weapons_and_groups_fit(tmp_path, game, code):
    spec = load_sheet(game, None if code == "en" else code)
    made = Sheet(spec)._drawn
    weapon = spec.groups["weapons"].column("weapon").most
    file = tmp_path / "ada.yaml"
    name, gun = (
        "Wigwam Mammoth Commonwealth Hammock"[: spec.groups["name"].columns[0].most],
        "Mammoth Womanhood Swamp Moonbeam"[:weapon],
    )
    file.write_text(f"game: {game}\nname: {name}\nweapons:\n  - {{weapon: {gun}}}\n")
    people = [load_character(file, spec)]
    for kind in ("turn", "posse"):
        assert card_drawings(made, deal_cards(spec, people, kind), kind)


def test_a_tired_person_s_card_has_the_bonuses_of_a_rested_one(tmp_path):
    """As in the hero's own deck: fatigue comes and goes."""
    game, path = shipped("mara-okonkwo")
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(("fatigue", "portrait"))
    ]
    rested = tmp_path / "rested.yaml"
    rested.write_text("\n".join(lines), encoding="utf-8")
    assert person(path, game).scope["fatigue"] == 2
    assert turn_cards(game, rested) == turn_cards(game, path)
