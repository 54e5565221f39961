import re
from dataclasses import replace
from gettext import NullTranslations
from html import escape
from html.parser import HTMLParser

import pytest
from html_pages import poker_page
from table_decks import GAMES, numbered, resized, shipped

from deckgen.card.layout import load_layout
from deckgen.document.marked_results import result_legend, result_styles
from deckgen.document.pages import document_style
from deckgen.document.poker.deck import poker_deck
from deckgen.document.poker.html import lookup_order
from deckgen.document.results import (
    AGAIN,
    CONFIRM,
    FAILURE,
    MARKED,
    STANDARD,
    TOWARDS,
    is_constant,
    rare_fields,
    result_fields,
)
from deckgen.game.model import StackSection
from deckgen.language import Language

LETTERS = {AGAIN: "o", FAILURE: "f", TOWARDS: "f", CONFIRM: "c", STANDARD: "t", MARKED: "m"}
CLASSES = {"o": AGAIN, "f": FAILURE, "t": STANDARD, "m": MARKED}


class Reader(HTMLParser):
    """The cards of the page: for each its heading and the cells of its tables and lists."""

    def __init__(self):
        super().__init__()
        self.cards, self.cell, self.place = {}, None, None
        self.card = None

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag == "article":
            new = {"tables": [], "list": [], "words": []}
            self.card = self.cards.setdefault(attributes["data-n"], new)
            self.place = None
        elif self.card is not None:
            self.start(tag, attributes.get("class") or "")

    def start(self, tag, names):
        if tag == "caption":
            self.card["tables"].append({"title": "", "rows": []})
            self.place = ("title",)
        elif tag == "tr":
            self.card["tables"][-1]["rows"].append([])
            self.place = None
        elif tag == "td":
            self.card["tables"][-1]["rows"][-1].append(["", names])
            self.place = self.card["tables"][-1]["rows"][-1][-1]
        elif tag == "dd":
            self.card["list"][-1][1:] = ["", names]
            self.place = self.card["list"][-1]
        elif tag == "mark":
            self.card["words"].append([""])
            self.place = self.card["words"][-1]
        elif tag == "dt":
            self.card["list"].append([""])
            self.place = None
        else:
            self.place = None

    def handle_endtag(self, tag):
        if tag == "article":
            self.card = None
        elif tag in {"caption", "table", "dl", "mark", "h2"}:
            self.place = None

    def handle_data(self, data):
        if self.place == ("title",):
            self.card["tables"][-1]["title"] += data
        if isinstance(self.place, list):
            self.place[1 if len(self.place) == 3 else 0] += data


def read(content):
    reader = Reader()
    reader.feed(content.decode())
    return reader.cards


def marks_of(names):
    return {CLASSES[n] for n in names.split() if n in CLASSES}


@pytest.mark.parametrize("name", GAMES)
def test_every_result_is_that_of_the_deck(name):
    deck, game, spec = shipped(name)
    cards = read(poker_page(deck, game, spec))
    widgets = load_layout(spec.layout).widgets.items()
    turned = [name for name, (_, options) in widgets if getattr(options, "reverse", False)]
    own = [f for f in result_fields(spec, game.words, turned) if not is_constant(f.section)]
    assert len(cards) == deck.size
    for row in poker_deck(deck.cards, spec.playing_cards).rows():
        card = cards[row.name.lower()]
        rare = rare_fields(deck, own)
        assert [text for (text,) in card["words"]] == list(filter(None, (f.read(row.card).text for f in rare)))
        alone = [f for f in own if sum(g.section is f.section for g in own) == 1]
        singles = [f for f in alone if f not in rare and not isinstance(f.section, StackSection)]
        wanted = [(f.read(row.card).text, set(f.read(row.card).marks) & set(CLASSES.values())) for f in singles]
        found = [(text, marks_of(names)) for _, text, names in card["list"]]
        assert sorted(map(str, found)) == sorted(map(str, wanted))
        several = dict.fromkeys(f.section.name for f in own if f not in [*singles, *rare])
        tables = {table["title"]: table for table in card["tables"]}
        assert tables.keys() == {spec.section(name).title for name in several}
        for section in several:
            table = tables[spec.section(section).title]
            group = [f for f in own if f.section.name == section]
            columns = list(dict.fromkeys(f.column for f in group))
            if any(f.column_title for f in group):  # printed row by row
                rows = list(dict.fromkeys(f.row for f in group))
                group.sort(key=lambda f: (rows.index(f.row), columns.index(f.column)))
                table["rows"][0].clear()  # the heads, and the corner before them
            results = [f.read(row.card) for f in group]
            cells = [(text, marks_of(names)) for line in table["rows"] for text, names in line]
            assert cells == [(r.text, set(r.marks) & set(CLASSES.values())) for r in results]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("future-imperfect", ["Skill results", "Hit location", "Burst", "Effects"]),
        ("west-that-wasnt", ["Cause", "Hit location", "Fan firing", "Effect"]),
        ("rough-magic", ["Roll"]),
        ("action-and-combat", ["Test", "Hit location", "Damage", "Burst"]),
    ],
)
def test_what_one_card_settles_together_stands_together(name, first):
    card = next(iter(read(poker_page(*shipped(name))).values()))
    titles = [table["title"] for table in card["tables"]]
    assert titles[: len(first)] == first or sorted(titles[:4]) == sorted(first)


def test_sections_are_in_the_order_in_which_they_are_looked_up():
    _, game, spec = shipped("rough-magic")
    order = lookup_order(game, spec)
    assert order[:3] == ["causes", "range_band", "setback"]  # the game's resolutions
    assert sorted(order) == sorted(section.name for section in spec.sections)
    plain = replace(spec, resolutions=())
    assert lookup_order(replace(game, examples=()), plain) == [section.name for section in spec.sections]


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_small_file_that_asks_the_network_for_nothing(name):
    content = poker_page(*shipped(name))
    assert len(content) <= 200_000
    assert not re.search(rb"https?:|src=|<link|@import|url\((?!data:)", content)


def test_a_deck_of_200_numbers_is_small_enough_too():
    deck, game, spec = resized("rough-magic", numbered(200))
    content = poker_page(deck, game, spec)
    assert len(read(content)) == 200
    assert len(content) <= 250_000


@pytest.mark.parametrize("name", GAMES)
def test_marks_have_the_colors_of_the_card_and_are_explained(name):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    page = poker_page(deck, game, spec).decode()
    styles = result_styles(layout, spec, document_style(game))
    for entry in result_legend(layout, game, spec, styles):
        assert escape(entry.meaning) in page
        for section in entry.sections:
            index = [s.name for s in spec.sections].index(section)
            plate = styles[section].plates.get(entry.mark)
            if plate:
                rule = re.search(rf"\.s{index} \.{LETTERS[entry.mark]},[^{{]*{{([^}}]*)}}", page)[1]
                assert f"color:{plate.ink}" in rule
                assert f"background:{plate.fill or '#fff'}" in rule


def test_what_is_too_wide_for_a_telephone_goes_down():
    cards = read(poker_page(*shipped("rough-magic")))
    roll = next(iter(cards.values()))["tables"][0]
    assert [len(row) for row in roll["rows"]] == [1] * 7


class Other(NullTranslations):
    """A language in which every phrase begins with ¤."""

    def gettext(self, message):
        return f"¤{message}"


def test_it_says_nothing_that_is_not_translated():
    deck, game, spec = shipped("future-imperfect")
    said = poker_page(deck, replace(game, language=Language("xx", Other())), spec).decode()
    text = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", said, flags=re.DOTALL)
    for words in ("No card of this name", "What marks mean", "What the results are for", "With dice instead"):
        assert f"¤{words}" in text
    labels = re.findall(r'(?:aria-label|placeholder|data-found)="([^"]*)"', said)
    assert len(labels) > 20
    assert all(label.startswith("¤") or label in shown_as_they_are(game, spec) for label in labels)


def shown_as_they_are(game, spec):
    """What the game calls its ranks, suits and jokers."""
    return {row.short for row in poker_deck(shipped(game.id)[0].cards, spec.playing_cards).rows()} | {
        face.printed_name for face in spec.playing_cards
    }
