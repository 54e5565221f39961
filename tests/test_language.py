import gettext
import subprocess
import sys
from fractions import Fraction

import phrases
import pytest
from hypothesis import given, strategies as st

from deckgen.catalogs import read_catalog, translated
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


@pytest.mark.parametrize(("code", "text"), [("en", "12.5%"), ("de", "12,5\u202f%"), ("es", "12,5\u202f%")])
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
    assert load_language("es").syllables("dificultad") == ["di", "fi", "cul", "tad"]
    assert load_language("en").syllables("difficulty") == ["dif", "fi", "culty"]
    assert load_language("x-none").syllables("difficulty") == ["difficulty"]


@pytest.mark.parametrize("code", catalogs())
def test_catalogs_are_as_the_code_has_them_and_complete(code):
    path, template = CATALOGS / f"{code}.po", phrases.found()
    assert {path.name: content for path, content in phrases.files()}[path.name] == path.read_bytes(), (
        "make docs does it"
    )
    texts = (message.id for message in template if message.id)
    known = {text if isinstance(text, str) else text[0] for text in texts}
    assert translated(read_catalog(path)).keys() == known


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
    ("es", '¿qué es "eso"?', "¿qué es «eso»?"),
    ("fr", 'le "4"', 'le "4"'),
    ("fr", "l'arme \"à feu\"", 'l’arme "à feu"'),
])  # fmt: skip
def test_quotes_are_set_as_the_language_prints_them_but_not_in_braces(code, text, printed):
    assert load_language(code).set_quotes(text) == printed
    assert load_language(code).set_quotes(printed) == printed


def test_a_game_s_catalog_comes_before_the_shipped_one(tmp_path):
    base, folder = tmp_path / "base", tmp_path / "game"
    for place, texts in ((base, {"seed": "Keim", "deck": "Pack"}), (folder, {"deck": "Stoß"})):
        (place / "languages").mkdir(parents=True)
        entries = "".join(f'msgid "{text}"\nmsgstr "{word}"\n\n' for text, word in texts.items())
        (place / "languages" / "de.po").write_text(entries, encoding="utf-8")
    german = load_language("de", folder, base)
    assert [german.phrase(text) for text in ("deck", "seed", "Card")] == ["Stoß", "Keim", "Karte"]
    assert german.plural("{count} card", "{count} cards", 2) == "2 Karten"
    assert german != load_language("de")  # for what is cached by language
    assert load_language("de", folder, base) is german
    (folder / "languages" / "de.po").write_text('msgid "deck"\nmsgstr "Spiel"\n')
    assert load_language("de", folder, base).phrase("deck") == "Spiel"


def test_a_game_s_catalog_replaces_english_words_and_quotes(tmp_path):
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "en.po").write_text('msgid "CF"\nmsgstr "botch"\n')
    (tmp_path / "languages" / "fr.po").write_text('msgid "“{words}”"\nmsgstr "« {words} »"\n', encoding="utf-8")
    english, french = (load_language(code, tmp_path) for code in ("en", "fr"))
    assert (english.phrase("CF"), english.phrase("deck"), english.set_quotes('"a"')) == ("botch", "deck", "“a”")
    assert french.set_quotes('le "4" et "5"') == "le « 4 » et « 5 »"
