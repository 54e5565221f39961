from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import NARROWEST, fit, replace_missing, shorten, squeeze, word_parts, wrap
from deckgen.errors import LayoutError
from deckgen.language import Language, load_language

LOOK = load_stylesheet()
SOME = st.text(st.sampled_from("ab WÄ.,1  "), max_size=80)


@given(SOME, SOME, st.floats(5, 60))
def test_no_line_is_too_wide_and_no_letter_is_lost(first, second, width):
    lines = wrap([(first, "regular"), (second, "bold")], 3.0, width, LOOK.fonts)
    assert all(line.width <= width + 1e-5 for line in lines)
    said = "".join(text for line in lines for text, _ in line.runs)
    assert said.replace(" ", "") == (first + second).replace(" ", "")


def test_a_line_break_is_kept_and_neighbors_of_one_face_are_one_text():
    lines = wrap([("one two", "regular"), (" three\nfour", "regular")], 3.0, 100, LOOK.fonts)
    assert [line.runs for line in lines] == [(("one two three", "regular"),), (("four", "regular"),)]


def test_a_word_in_two_faces_is_not_broken_between_them():
    lines = wrap([("aaa bb", "regular"), ("cc", "bold")], 3.0, LOOK.fonts.width("aaa bb", "regular", 3), LOOK.fonts)
    assert [len(line.runs) for line in lines] == [1, 2]


@pytest.mark.parametrize("space", "\xa0\u202f")
def test_a_number_stays_with_its_unit(space):
    room = LOOK.fonts.width("aaa 10", "regular", 3)
    lines = wrap([(f"aaa 10{space}m", "regular")], 3.0, room, LOOK.fonts)
    assert [line.runs for line in lines] == [(("aaa", "regular"),), ((f"10{space}m", "regular"),)]


def test_a_letter_that_the_face_lacks_is_refused_but_can_be_escaped():
    with pytest.raises(LayoutError, match="in none of the fonts"):
        wrap([("骰", "regular")], 3.0, 60, LOOK.fonts)
    assert replace_missing("a骰", "regular", LOOK.fonts) == r"a\u9ab0"
    assert replace_missing("a骰", "regular", LOOK.fonts, "?") == "a?"


def test_codes_are_broken_between_any_two_letters_and_keep_their_spaces():
    code = "sha256: 0123456789abcdef"
    lines = wrap([(code, "regular")], 3.0, 12, LOOK.fonts, code=True)
    assert len(lines) > 2
    assert "".join(line.string for line in lines) == code
    room = [LOOK.fonts.width(a.string + b.string[0], "regular", 3) for a, b in pairwise(lines)]
    assert all(wide > 12 for wide in room)


@given(st.text("aMi W8", min_size=1, max_size=30), st.floats(3, 60))
def test_a_shortened_text_fits_and_says_that_more_was_there(text, room):
    cut = shorten(text, "regular", 3.0, room, LOOK.fonts)
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert LOOK.fonts.width(cut, "regular", 3.0) <= room or len(cut) == 1
    assert cut == text or LOOK.fonts.width(text, "regular", 3.0) > room


def test_what_is_too_wide_at_the_smallest_size_does_not_fit():
    found = fit("word", "bold", LOOK.fonts, 3.0, 1.0, 5.0, 2.0, 0.0)
    assert (found.size, found.spacing, found.fits) == (2.0, 0.0, False)
    low = fit("word", "bold", LOOK.fonts, 3.0, 99.0, 1.5, 2.0, 0.0)
    assert low.size == 1.5 / LOOK.fonts.cap("bold")


GERMAN = load_language("de")
WORDS = st.lists(
    st.sampled_from(["Feuerstoß", "Trefferzone", "die", "der", "Durchschlagskraft", "Attribut-Wert", "wird", "zu", "(Schwierigkeit)", "ab"]),
    min_size=1,
    max_size=12,
)  # fmt: skip


def lines_of(text, width, language=None):
    return [line.string for line in wrap([(text, "regular")], 3.0, width, LOOK.fonts, language=language)]


@settings(deadline=None)  # reading the dictionary takes a second
@given(WORDS, st.floats(9, 60))
def test_words_are_divided_at_their_syllables_alone(words, width):
    lines = lines_of(" ".join(words), width, GERMAN)
    assert all(LOOK.fonts.width(line, "regular", 3.0) <= width + 1e-6 for line in lines)
    pieces = {part[:-1] for word in words for part in divided(word) if part.endswith("-")}
    assert all(any(line[:-1].endswith(piece) for piece in pieces) for line in lines if line.endswith("-"))
    assert "".join(lines).replace(" ", "").replace("-", "") == "".join(words).replace("-", "")


def divided(word):
    return word_parts(word, GERMAN)


def test_a_word_is_divided_with_a_hyphen_unless_it_has_one():
    assert divided("(Feuerstoß),") == ["(Feu-", "er-", "stoß),"]
    assert divided("Attribut-Wert") == ["At-", "tri-", "but-", "Wert"]
    assert divided("die") == ["die"]
    wide = sum(LOOK.fonts.width(letter, "regular", 3.0) for letter in "Feuer-")
    assert lines_of("Feuerstoß", wide, GERMAN) == ["Feuer-", "stoß"]
    assert lines_of("Feuerstoß", wide, load_language("tlh")) == ["Feuer", "stoß"]


def test_a_line_that_is_not_two_thirds_full_is_filled():
    width = LOOK.fonts.width("Die Schwierigkeit", "regular", 3.0) - 0.5
    assert lines_of("Die Schwierigkeit", width, GERMAN) == ["Die Schwierig-", "keit"]
    assert lines_of("Die recht lange Zeit", LOOK.fonts.width("Die recht lange ", "regular", 3.0), GERMAN) == [
        "Die recht lange",
        "Zeit",
    ]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "difficulty", "number", "is", "reached", "by", "two", "in", "unbelievable"]), max_size=12), st.floats(20, 60))  # fmt: skip
def test_english_is_divided_only_where_a_word_does_not_fit(words, width):
    text = " ".join(words)
    assert lines_of(text, width, load_language("en")) == lines_of(text, width)
    assert "-" in lines_of("unbelievable", 10, load_language("en"))[0]


def test_syllables_are_not_asked_for_where_no_word_is_divided(monkeypatch):
    monkeypatch.setattr(Language, "syllables", lambda *_: pytest.fail("asked"))
    assert lines_of("Die Trefferzone ist der Kopf", 100, GERMAN) == ["Die Trefferzone ist der Kopf"]


@given(st.floats(1, 40), st.floats(2, 6), st.floats(5, 80), st.floats(1.5, 3))
def test_text_is_made_narrower_and_only_then_smaller(em, size, width, least):
    made = squeeze(em, size, width, least)
    assert NARROWEST - 1e-9 <= made.stretch <= 1
    assert min(size, least) - 1e-9 <= made.size <= size
    fits = em * made.size * made.stretch <= width + 1e-4
    assert made.fits == (em * min(size, least) * NARROWEST <= width + 1e-4)
    assert fits == made.fits
    if made.size < size - 1e-9:
        assert made.stretch == pytest.approx(NARROWEST)
    if made.fits and made.stretch < 1:
        assert em * made.size * made.stretch == pytest.approx(width, rel=1e-4)
