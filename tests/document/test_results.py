import pytest
from table_decks import GAMES, flat, shipped

from deckgen.document.results import result_fields
from deckgen.draw.text import format_modifier


@pytest.mark.parametrize("name", GAMES)
def test_fields_read_everything_on_every_card_once(name):
    deck, game, spec = shipped(name)
    own = result_fields(spec, game.words)
    for card in deck.cards:
        read = [(f.section.name, f.column, f.row, r.value, frozenset(r.marks)) for f in own for r in (f.read(card),)]
        assert read == flat(card, spec)
        assert [type(r[3]) for r in read] == [type(r[3]) for r in flat(card, spec)]


@pytest.mark.parametrize("name", GAMES)
def test_only_nothing_and_what_is_printed_as_nothing_has_no_text(name):
    deck, game, spec = shipped(name)
    for field in result_fields(spec, game.words):
        for card in deck.cards:
            result = field.read(card)
            assert bool(result.text) or result.value in {None, False}


def test_the_words_of_the_game_are_printed():
    deck, game, spec = shipped("future-imperfect")
    own = result_fields(spec, {"critical_failure": "Patzer"})
    texts = {r.text for f in own for c in deck.cards for r in (f.read(c),) if "critical_failure" in r.marks}
    assert texts == {"Patzer"}
    toggle = next(f for f in own if f.section.name == "toggle")
    assert {toggle.read(card).text for card in deck.cards} == {"Yes", "No"}
    del game


def test_bumps_count_from_the_standard_place():
    _, _, spec = shipped("future-imperfect")
    assert [f.label for f in result_fields(spec) if f.section.name == "hit_location"] == [
        "+2",
        "+1",
        "0",
        "−1",
    ]
    assert [format_modifier(n) for n in (-2, 0, 2)] == ["−2", "0", "+2"]
