"""What the page says: every word that templates and scripts ask for is there, and none is left over."""

import re
from pathlib import Path

import deckgen.sheet.web
from deckgen.language import Language, language
from deckgen.sheet.web.words import web_words

HERE = Path(deckgen.sheet.web.__file__).parent


def asked():
    found = set()
    for file in [*(HERE / "scripts").glob("*.js"), *(HERE / "templates").rglob("*.html")]:
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'\bsay\("(\w+)"|\bwords\.(\w+)', text))
    plain = {each for pair in found for each in pair if each}
    return plain | {"saved", "saving", "unsaved", "full", "forbidden"}  # chosen by what the store tells


def test_all_words_that_are_asked_for_are_there():
    assert asked() == web_words(Language()).keys()


def test_fields_in_braces_stay_for_the_scripts():
    english, german = web_words(Language()), web_words(language("de"))
    for key, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", german[key])) == sorted(re.findall(r"\{\w+\}", text)), key
