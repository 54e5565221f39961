from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import text_box, texts

from deckgen.card.code import serial_number
from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.strings import deck_fields, printable_seed, shorter_seeds

FONTS = load_layout("magic").theme.fonts


def test_a_deck_has_all_fields():
    deck = replace(deck_of(shipped_game().deck(), number=7, of=1000), seed="Mai")
    fields = deck_fields(deck, FONTS)
    assert fields.keys() == {"deck", "of", "serial", "id", "seed"}
    assert fields | {"id": deck.id.removeprefix("sha256:")[:12]} == fields
    assert (fields["deck"], fields["of"], fields["serial"], fields["seed"]) == ("7", "1000", "0007", "Mai")


@pytest.mark.parametrize(("number", "of", "said"), [(1, 1, "1"), (9, 10, "09"), (10, 10, "10"), (1, 9999, "0001")])
def test_a_serial_has_as_many_digits_as_the_last(number, of, said):
    assert serial_number(number, of) == said


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        ("42", "42"),
        ("x" * 16, "x" * 16),
        ("x" * 17, "x" * 15 + "…"),
        ("a東b\x00", "a?b?"),
        ("Überß", "Überß"),
    ],
)
def test_a_seed_is_short_and_has_no_letter_that_a_face_lacks(seed, said):
    assert printable_seed(seed, FONTS) == said
    assert all(FONTS.can_show(c, face) for c in printable_seed(seed, FONTS) for face in FONTS.files)


@pytest.mark.parametrize("seed", ["", "a", "abc", "abc…", "……", "…a…b…"])
def test_a_seed_gives_way_down_to_a_letter(seed):
    parts = list(shorter_seeds(seed))
    assert parts[0] == seed
    assert len(parts[-1]) == min(1, len(seed))
    assert len(parts) <= len(seed) + 1


GAME = shipped_game()
SPEC = GAME.deck()
LAYOUT = load_layout("poker")
DECK = deck_of(SPEC)
CARD = next(card for card in DECK.cards if card.impulse == 14)


def said(pattern, card=CARD, jokers=None):
    """What the slot ``set`` says on a card."""
    theme = replace(LAYOUT.theme, strings={"set": pattern}, jokers=jokers or {})
    wide = {"set": replace(LAYOUT.template.texts["set"], width=300)}
    template = replace(LAYOUT.template, texts=wide, joker_texts=wide)
    made = draw_faces(replace(LAYOUT, theme=theme, template=template), GAME, SPEC, replace(DECK, cards=(card,)))
    return "".join(text.string for text in texts(made.fronts[0]) if text.slot == "set")


@pytest.mark.parametrize(
    ("pattern", "string"),
    [
        ("plain", "plain"),
        ("{title}", SPEC.title),
        ("{TITLE}", SPEC.title.upper()),
        ("{deck}/{of}", "1/2"),
        ("{serial}/{of}, {ID}", f"1/2, {replace(DECK, cards=(CARD,)).short_id.upper()}"),
        ("seed {seed}", "seed 1"),
        ("{number}", "14"),
        ("{face}", "4 of diamonds"),
        ("{Face}", "4 of diamonds"),
        ("{rank} {suit}", "4 diamonds"),
        ("{causes.title}", SPEC.section("causes").title),
        ("{CAUSES.TITLE}!", SPEC.section("causes").title.upper() + "!"),
        ("{clock}", str(CARD.sections["clock"])),
        ("{hit_location}", CARD.sections["hit_location"].standard_place),
        ("{nothing.title} is here", ""),
        ("{words.critical_failure}", "CF"),
        ("{words.nothing}", ""),
        ("a {shuffle}", ""),
    ],
)
def test_fields_are_filled_and_a_field_without_a_word_empties_its_slot(pattern, string):
    assert said(pattern) == string


@pytest.mark.parametrize("room", [30.0, 12.0, 6.0])
def test_a_seed_never_stops_printing(room):
    slot = replace(LAYOUT.template.texts["set"], width=room)
    template = replace(LAYOUT.template, texts={"set": slot}, joker_texts={})
    layout = replace(LAYOUT, template=template, theme=replace(LAYOUT.theme, strings={"set": "S {seed}"}))
    made = draw_faces(layout, GAME, SPEC, replace(DECK, seed="Wanderung 東京 am Montag", cards=(CARD,)))
    (text,) = [text for text in texts(made.fronts[0]) if text.slot == "set"]
    assert text.string.startswith("S Wa")
    assert text.string.endswith("…")
    assert text_box(text, LAYOUT.theme.fonts).width <= room + 0.02


def test_of_several_patterns_a_deck_has_the_first_with_room_on_all_its_cards():
    patterns = ("{number} · {deck}/{of}", "{number} · {deck}", "{deck}")
    theme = replace(LAYOUT.theme, strings={"set": patterns[0]}, shorter={("set", patterns[0]): patterns[1:]}, jokers={})
    layout = replace(LAYOUT, theme=theme)
    cards = (DECK.cards[3], DECK.cards[50])
    found = {}
    for of in (9, 1000, 100_000_000):
        fronts = draw_faces(layout, GAME, SPEC, replace(DECK, number=of, of=of, cards=cards)).fronts
        found[of] = [text.string for front in fronts for text in texts(front) if text.slot == "set"]
    assert found[9] == ["3 · 9/9", "50 · 9/9"]
    assert found[1000] == ["3 · 1000", "50 · 1000"]
    assert found[100_000_000] == ["100000000"] * 2


@pytest.mark.parametrize("name", shown())
def test_shipped_layouts_have_room_for_the_largest_runs(name):
    game = shipped_game(shown()[name])
    deck = deck_of(game.deck(), number=100_000, of=100_000)
    layout = load_layout(name)
    fronts = draw_faces(layout, game, game.deck(), replace(deck, cards=deck.cards[::13])).fronts
    assert any("100000" in text.string for front in fronts for text in texts(front))


def test_jokers_may_say_something_else():
    assert said("{title}", DECK.cards[0], {"set": "{Face}"}) == "Red joker"
    assert said("{title}", CARD, {"set": "{Face}"}) == SPEC.title


def test_names_of_cards_are_those_that_the_game_prints():
    faces = (replace(SPEC.playing_cards[0], printed="roter Joker"), *SPEC.playing_cards[1:])
    made = draw_faces(LAYOUT, GAME, replace(SPEC, playing_cards=faces), replace(DECK, cards=DECK.cards[:2]))
    assert "ROTER JOKER" in [text.string for text in texts(made.fronts[0])]
    assert made.fronts[0].title.endswith("roter Joker")
    assert made.fronts[1].title.endswith("ace of clubs")


def test_a_joker_says_its_rule():
    joker = DECK.cards[0]
    assert said("{help}", joker) == SPEC.playing_cards[0].help != ""
    assert said("{help}") == ""


def in_slot(string, **changes):
    """The texts of a slot on one card, whose slot is changed so."""
    slot = replace(LAYOUT.template.texts["set"], anchor="start", width=20.0, **changes)
    template = replace(LAYOUT.template, texts={"set": slot}, joker_texts={})
    layout = replace(LAYOUT, theme=replace(LAYOUT.theme, strings={"set": string}, jokers={}), template=template)
    faces = draw_faces(layout, GAME, SPEC, replace(DECK, cards=(CARD,)))
    return slot, [text for text in texts(faces.fronts[0]) if text.slot == "set"]


def test_a_long_string_takes_the_lines_that_its_slot_has():
    slot, (one, *others) = in_slot("Act at any time, and hold one card more", lines=3)
    assert 1 <= len(others) <= 2
    assert " ".join(text.string for text in (one, *others)) == "Act at any time, and hold one card more"
    assert (one.x, one.y) == (slot.x, slot.y)
    assert all(text.x == slot.x and text.y > slot.y for text in others)


def test_a_string_that_reads_upwards_begins_below():
    slot, (text,) = in_slot("Effects", upward=True, spacing=0.2)
    assert (text.angle, text.x, text.y, text.spacing) == (-90, slot.x, slot.y, 0.2)
    assert in_slot("Effects", upward=True, spacing=9.0)[1][0].spacing == 0


@pytest.mark.parametrize(("card", "seed"), [("4-of-diamonds", "1"), ("ace-of-spades", ""), ("", "1")])
def test_a_slot_of_one_card_is_empty_on_all_others(card, seed):
    theme = replace(LAYOUT.theme, strings={"set": "{seed}"}, jokers={})
    texts_of_one = {"set": replace(LAYOUT.template.texts["set"], card=card)}
    layout = replace(LAYOUT, theme=theme, template=replace(LAYOUT.template, texts=texts_of_one, joker_texts={}))
    made = draw_faces(layout, GAME, SPEC, replace(DECK, cards=(CARD,)))
    assert "".join(text.string for text in texts(made.fronts[0]) if text.slot == "set") == seed
