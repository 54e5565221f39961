import re
import shutil
import subprocess
from dataclasses import replace
from gettext import NullTranslations
from html import escape
from html.parser import HTMLParser

import pytest
from table_decks import GAMES, numbered, resized, shipped

from deckgen.card.layout import load_layout
from deckgen.document.html_tables import table_html
from deckgen.document.look import document_style
from deckgen.document.marked_results import result_legend, result_styles
from deckgen.document.poker_deck import poker_deck
from deckgen.document.results import (
    AGAIN,
    CONFIRM,
    FAILURE,
    MARKED,
    STANDARD,
    TOWARDS,
    constant,
    fields,
    rare_fields,
)
from deckgen.game.model import GridSection, RollsSection, StackSection
from deckgen.language import Language

ROLLED = GridSection | StackSection | RollsSection
"""What is looked up together stands first."""


def html_of(deck, game, spec):
    return table_html(deck, game, spec, load_layout(spec.layout))


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
    cards = read(html_of(deck, game, spec))
    widgets = load_layout(spec.layout).widgets.items()
    turned = [name for name, (_, options) in widgets if getattr(options, "reverse", False)]
    own = [f for f in fields(spec, game.words, turned) if not constant(f.section)]
    assert len(cards) == deck.size
    for row in poker_deck(deck.cards, spec.faces).rows():
        card = cards[row.name.lower()]
        rare = rare_fields(deck, own)
        assert [text for (text,) in card["words"]] == list(
            filter(None, (f.read(row.card).text for f in rare))
        )
        alone = [f for f in own if sum(g.section is f.section for g in own) == 1]
        singles = [f for f in alone if f not in rare and not isinstance(f.section, StackSection)]
        wanted = [
            (f.read(row.card).text, set(f.read(row.card).marks) & set(CLASSES.values())) for f in singles
        ]
        assert [(text, marks_of(names)) for _, text, names in card["list"]] == wanted
        several = dict.fromkeys(f.section.name for f in own if f not in [*singles, *rare])
        rolled = [name for name in several if isinstance(spec.section(name), ROLLED)]
        several = [*rolled, *(name for name in several if name not in rolled)]
        assert len(card["tables"]) == len(several)
        for table, section in zip(card["tables"], several, strict=True):
            group = [f for f in own if f.section.name == section]
            columns = list(dict.fromkeys(f.column for f in group))
            if any(f.group for f in group):  # printed row by row
                rows = list(dict.fromkeys(f.row for f in group))
                group.sort(key=lambda f: (rows.index(f.row), columns.index(f.column)))
            results = [f.read(row.card) for f in group]
            cells = [(text, marks_of(names)) for line in table["rows"] for text, names in line]
            assert cells == [(r.text, set(r.marks) & set(CLASSES.values())) for r in results]


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_small_file_that_asks_the_network_for_nothing(name):
    content = html_of(*shipped(name))
    assert len(content) <= 200_000
    assert not re.search(rb"https?:|src=|<link|@import|url\((?!data:)", content)


def test_a_deck_of_200_numbers_is_small_enough_too():
    deck, game, spec = resized("rough-magic", numbered(200))
    content = html_of(deck, game, spec)
    assert len(read(content)) == 200
    assert len(content) <= 250_000


DRIVE = """
const said = [];
const shown = () => cards().filter((c) => !c.hidden).map((c) => c.dataset.n).join(',');
const cards = () => [...document.querySelectorAll('article')];
const input = document.querySelector('input');
const type = (text) => { input.value = text; input.dispatchEvent(new Event('input')); said.push(text + '=' + shown()); };
const key = (name) => { document.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true})); };
said.push('start=' + shown());
['7h', '10 s', 'queen spades', 'joker', 'king of clubs', 'nothing'].forEach(type);
key('Escape'); said.push('all=' + cards().filter((c) => !c.hidden).length);
type('as'); key('ArrowRight'); said.push('next=' + shown()); key('ArrowLeft'); key('ArrowLeft'); said.push('before=' + shown());
key('Escape');
document.querySelector('button[value=hearts0]').click(); said.push('hearts=' + cards().filter((c) => !c.hidden).length);
document.querySelector('[data-g=r] button[value="5"]').click(); said.push('five=' + shown() + location.hash);
const root = document.documentElement, wide = Math.min(root.clientWidth, WIDTH);
root.style.width = wide + 'px';
const over = [...document.querySelectorAll('main *, header *, footer *')].filter((e) => e.getBoundingClientRect().right > wide + 0.5);
said.push('over=' + over.map((e) => e.tagName + e.textContent.slice(0, 20)).join(' '));
document.body.textContent = said.join(';');
"""


@pytest.mark.parametrize("width", [360, 1280])
def test_a_browser_finds_cards(width, tmp_path):
    browser = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    if browser is None:
        pytest.skip("there is no browser here")
    content = html_of(*shipped("future-imperfect")).decode()
    page = tmp_path / "page.html"
    page.write_text(
        content.replace("</body>", f"<script>{DRIVE}</script></body>".replace("WIDTH", str(width))),
        encoding="utf-8",
    )
    call = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom",
            f"--user-data-dir={tmp_path / 'profile'}", f"{page.as_uri()}#8d"]  # fmt: skip
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    body = re.search(r"<body[^>]*>(.*)</body>", done.stdout, re.DOTALL)
    assert body, done.stderr
    said = dict(part.split("=", 1) for part in body[1].replace("&amp;", "&").split(";"))
    assert said["start"] == "8 of diamonds"
    assert said["7h"] == "7 of hearts"
    assert said["10 s"] == "10 of spades"
    assert said["queen spades"] == "queen of spades"
    assert said["joker"] == "red joker,black joker"
    assert said["king of clubs"] == "king of clubs"
    assert said["nothing"] == ""
    assert said["all"] == "54"
    assert (said["next"], said["before"]) == ("2 of spades", "black joker")
    assert said["hearts"] == "13"
    assert said["five"] == "5 of hearts#5h"
    assert said["over"].strip() == ""


@pytest.mark.parametrize("name", GAMES)
def test_marks_have_the_colours_of_the_card_and_are_explained(name):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    page = html_of(deck, game, spec).decode()
    styles = result_styles(layout, spec, document_style(game))
    for entry in result_legend(game, spec, styles):
        assert escape(entry.meaning) in page
        for section in entry.sections:
            index = [s.name for s in spec.sections].index(section)
            plate = styles[section].plates.get(entry.mark)
            if plate:
                rule = re.search(rf"\.s{index} \.{LETTERS[entry.mark]},[^{{]*{{([^}}]*)}}", page)[1]
                assert f"color:{plate.ink}" in rule
                assert f"background:{plate.fill or '#fff'}" in rule


def test_what_is_too_wide_for_a_telephone_goes_down():
    cards = read(html_of(*shipped("rough-magic")))
    roll = next(iter(cards.values()))["tables"][0]
    assert [len(row) for row in roll["rows"]] == [1] * 7


class Other(NullTranslations):
    """A language in which every phrase begins with ¤."""

    def gettext(self, message):
        return f"¤{message}"


def test_it_says_nothing_that_is_not_translated():
    deck, game, spec = shipped("future-imperfect")
    said = html_of(deck, replace(game, language=Language("xx", Other())), spec).decode()
    text = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", said, flags=re.DOTALL)
    for words in ("No card of this name", "What marks mean", "What the results are for", "With dice instead"):
        assert f"¤{words}" in text
    labels = re.findall(r"(?:aria-label|placeholder)='([^']*)'", said)
    assert labels
    assert all(label.startswith("¤") for label in labels)
