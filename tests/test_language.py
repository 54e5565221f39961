import gettext
import string
import subprocess
import sys
from fractions import Fraction

import phrases
import pytest
from babel.messages.pofile import read_po
from hypothesis import given, strategies as st

from deckgen.language import CATALOGS, Language, catalogs, gettext_noop, load_language


class _German(gettext.NullTranslations):
    def gettext(self, message):
        return {"page {number}": "Seite {number}"}.get(message, message)

    def ngettext(self, msgid1, msgid2, n):
        return "{count} Karte" if n == 1 else "{count} Karten" if msgid1 != msgid2 else ""


def test_phrases_are_translated_and_filled():
    german = Language("de", _German())
    assert german.phrase("page {number}", number=3) == "Seite 3"
    assert german.phrase("of {total}", total=9) == "of 9"
    assert german.phrase("50 {odd}") == "50 {odd}"  # without fields braces are only braces
    assert [german.plural("{count} card", "{count} cards", n) for n in (1, 2)] == ["1 Karte", "2 Karten"]
    assert gettext_noop("kept") == "kept"


def test_english_is_what_stands_in_the_code():
    assert load_language("en").plural("{count} card", "{count} cards", 2) == "2 cards"
    assert load_language("en") == Language()


@pytest.mark.parametrize(("code", "text"), [("en", "−1.50"), ("de", "−1,50"), ("pl", "−1,50"), ("x-none", "−1.50")])
def test_numbers_have_the_decimal_of_the_language(code, text):
    assert load_language(code).number(Fraction(-3, 2), 2) == text


@pytest.mark.parametrize(("code", "text"), [("en", "12.5%"), ("de", "12,5\u202f%")])
def test_per_cent_is_written_as_in_the_language(code, text):
    assert load_language(code).percent(Fraction(1, 8), 1) == text


@given(st.fractions(-1000, 1000), st.integers(0, 5), st.booleans())
def test_numbers_are_rounded_half_away_from_zero(value, places, sign):
    text = Language().number(value, places, sign=sign)
    back = Fraction(text.replace("−", "-"))
    assert abs(back - value) <= Fraction(1, 2 * 10**places)
    assert abs(back) >= abs(value) or abs(value - back) < Fraction(1, 2 * 10**places)
    assert text.startswith("+") == (sign and back > 0)
    assert len(text.partition(".")[2]) == places


def test_words_are_divided_as_in_their_language():
    assert load_language("de").syllables("Feuerstoß") == ["Feu", "er", "stoß"]
    assert load_language("en").syllables("difficulty") == ["dif", "fi", "culty"]
    assert load_language("x-none").syllables("difficulty") == ["difficulty"]


@pytest.mark.parametrize("code", catalogs())
def test_catalogs_are_as_the_code_has_them_and_complete(code):
    path = CATALOGS / f"{code}.po"
    assert phrases.updated(code, phrases.found()) == path.read_bytes(), "make docs brings it up to date"
    with path.open("rb") as file:
        for message in read_po(file, locale=code):
            forms = message.string if message.pluralizable else (message.string,)
            assert not message.id or all(forms), message.id
            ids = message.id if message.pluralizable else (message.id,)
            wanted = set().union(*map(_fields, ids))
            # One of a thing need not be counted.
            assert all(_fields(form) | {"count"} == wanted | {"count"} for form in forms if message.id), message.id


def _fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_english_imports_neither_babel_nor_pyphen():
    script = "import sys; from deckgen.language import load_language; load_language('en').phrase('x'); print({'babel', 'pyphen'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)  # noqa: S603  our own program
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(("code", "text", "printed"), [
    ("en", "the place's \"own\" mark, 'tis", "the place’s “own” mark, ’tis"),
    ("en", "6'1\" and 5' 9\", the 1's", "6′1″ and 5′ 9″, the 1’s"),
    ("en", 'roll "2d6" or "a 6"', "roll “2d6” or “a 6”"),
    ("en", "{sheet.it's} **'twas** {\"a\"}", "{sheet.it's} **’twas** {\"a\"}"),
    ("en", "already “so”, it’s", "already “so”, it’s"),
    ("de", "wie geht's \"dir\"? „Gut“", "wie geht’s „dir“? „Gut“"),
    ("fr", 'le "4"', 'le "4"'),
    ("fr", "l'arme \"à feu\"", 'l’arme "à feu"'),
])  # fmt: skip
def test_quotes_are_set_as_the_language_prints_them_but_not_in_braces(code, text, printed):
    assert load_language(code).set_quotes(text) == printed
    assert load_language(code).set_quotes(printed) == printed
