"""No page of a game spells out what a mark looks like: every layout names its own, in both languages."""

from __future__ import annotations

import re
from functools import cache

import pytest
from page_decks import deck_of, shown

from deckgen.card.layout import load_layout
from deckgen.card.rules.mark_names import mark_words, name_marks
from deckgen.card.rules.reference import draw_references
from deckgen.document.examples.pdf import example_pages
from deckgen.document.examples.text import as_text, narrate_all
from deckgen.document.screen import screen_pages
from deckgen.draw.paper import find_paper
from deckgen.game import printed_texts, read_game, shipped_games
from deckgen.game.model import StackSection, playable_situations
from deckgen.game.reader import sheet_words
from deckgen.press.pictures.svg import texts_by_slot
from deckgen.sheet.reader import load_sheet, printed_words
from deckgen.sheet.sheet import blank_sheet

LANGUAGES = ("en", "de")
PAGES = [
    (name, spec.name, layout, code)
    for layout, name in sorted(shown().items())
    for spec in read_game(name).decks
    for code in LANGUAGES
]
LITERAL = re.compile(
    r"\b(diamond|lozenge|lying figure|italics?|wrench|Raute|liegenden? Figur|kursiv\w*|\w*Schraubenschlüssels?)\b",
    re.IGNORECASE,
)
"""What marks look like, or looked like in 0.2.0."""


@cache
def game_in(name, code):
    return read_game(name, code)


@cache
def sheet_page_words(name, code):
    return drawn_words(blank_sheet(load_sheet(name, code), find_paper("a4")).drawings())


def drawn_words(drawings):
    return " ".join(text for drawing in drawings for _, text in texts_by_slot(drawing.items, drawing.style.symbols))


@pytest.mark.parametrize(("name", "deck", "layout_name", "code"), PAGES)
def test_every_page_names_the_marks_of_its_own_layout(name, deck, layout_name, code):
    game = game_in(name, code)
    spec = game.deck(deck)
    layout = load_layout(layout_name, deck)
    words, dealt = mark_words(layout, game, spec), deck_of(spec)
    places = [section for section in spec.sections if isinstance(section, StackSection)]
    attributes = {mark for section in places for place in section.locations() for mark in place.attributes}
    assert attributes <= words.keys()
    situations = name_marks(playable_situations(game.examples + game.procedures, spec), layout, game, spec)
    pages = [
        drawn_words([drawing for _, drawing in draw_references(layout, game, spec)]),
        drawn_words(screen_pages(layout, game, spec)),
        drawn_words(example_pages(layout, game, spec, dealt)),
        as_text(narrate_all(layout, game, spec, dealt)),
        str(situations),
        sheet_page_words(name, code),
    ]
    named = {words[mark] for mark in attributes}
    for page in pages:
        assert "{mark" not in page
        for match in LITERAL.finditer(page):
            assert any(match[0].lower() in word.lower() for word in words.values()), match
    if attributes:  # a rule about them is on the screen
        assert any(word in " ".join(pages[1].split()) for word in named)


@pytest.mark.parametrize("name", shipped_games())
def test_no_text_spells_out_a_mark(name):
    german = sheet_words(name, "de").translated.values()
    texts = [*printed_texts(name).values(), *printed_words(name).originals.values(), *german]
    assert len(texts) > 1000
    assert [text for text in texts if LITERAL.search(text)] == []
