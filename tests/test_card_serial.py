"""What text slots say of a deck, whatever its seed is."""

from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game

from deckgen.card.layout import load_layout
from deckgen.card.serial import deck_fields, printable, serial, shorter

FONTS = load_layout("magic").theme.fonts


def test_a_deck_has_all_fields():
    deck = replace(deck_of(shipped_game().deck(), number=7, of=1000), seed="Mai")
    fields = deck_fields(deck, FONTS)
    assert fields.keys() == {"deck", "of", "serial", "id", "seed"}
    assert fields | {"id": deck.id.removeprefix("sha256:")[:12]} == fields
    assert (fields["deck"], fields["of"], fields["serial"], fields["seed"]) == ("7", "1000", "0007", "Mai")


@pytest.mark.parametrize(
    ("number", "of", "said"), [(1, 1, "1"), (9, 10, "09"), (10, 10, "10"), (1, 9999, "0001")]
)
def test_a_serial_has_as_many_digits_as_the_last(number, of, said):
    assert serial(number, of) == said


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
    assert printable(seed, FONTS) == said
    assert all(FONTS.has(c, face) for c in printable(seed, FONTS) for face in FONTS.files)


@pytest.mark.parametrize("seed", ["", "a", "abc", "abc…", "……", "…a…b…"])
def test_a_seed_gives_way_down_to_a_letter(seed):
    parts = list(shorter(seed))
    assert parts[0] == seed
    assert len(parts[-1]) == min(1, len(seed))
    assert len(parts) <= len(seed) + 1
