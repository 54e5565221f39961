from deckgen.studio.facts import language_name


def test_languages_have_the_names_that_they_give_themselves():
    names = [language_name(code) for code in ("de", "es", "pt-BR", "xx")]
    assert names == ["Deutsch", "Español", "Português (Brasil)", "Xx"]
