from dataclasses import replace

from press_drawings import BLACK, GOLD, STYLE

from deckgen.press.pdf.operators import Used
from deckgen.press.pdf.vocabulary import Inking, vocabulary
from deckgen.press.target import Overprint

PRINT = Inking("cmyk", 300.0, Overprint(4.2, spots=True))


def test_names_come_from_the_style_whatever_was_said_before():
    one, other = (vocabulary(replace(STYLE, inks=dict(STYLE.inks)), PRINT, 0) for _ in "ab")
    said = [
        one.symbol("pip"),
        one.colour(STYLE.inks[GOLD], "", stroke=True),
        one.encode(STYLE.fonts["bold"], "a"),
    ]
    other.encode(STYLE.fonts["regular"], "λ")
    other.symbol("pair")
    assert said[::-1] == [
        other.encode(STYLE.fonts["bold"], "a"),
        other.colour(STYLE.inks[GOLD], "", stroke=True),
        other.symbol("pip"),
    ]


def test_two_styles_of_a_file_have_no_name_in_common():
    words = [vocabulary(STYLE, PRINT, place) for place in (0, 1)]
    for each in words:
        each.scribe.operators(STYLE.symbols["pair"].items, "", Used())
        each.colour(STYLE.inks[GOLD], "", stroke=False)
        each.encode(STYLE.fonts["bold"], "aλ")
    first, second = (each.meanings.keys() - {"GO", "GK"} for each in words)
    assert len(first) == len(second) >= 4
    assert not first & second


def test_one_that_missed_something_is_not_used_again():
    words = vocabulary(STYLE, PRINT, 7)
    assert vocabulary(STYLE, PRINT, 7) is words
    words.scribe.operators([replace(STYLE.symbols["pip"].items[1], fill="#123456")], "card 1", Used())
    assert [what for _, what, _ in words.missed] == ["the colour #123456 has no ink"]
    assert vocabulary(STYLE, PRINT, 7) is not words
    assert vocabulary(STYLE, PRINT, 7).overprints(STYLE.inks[BLACK], 3) == "GO"
