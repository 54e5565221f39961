import re
from dataclasses import replace
from functools import cache
from gettext import NullTranslations
from html import escape
from html.parser import HTMLParser

import pytest
from browser import browser, one_now, violations
from table_decks import GAMES, numbered, resized, shipped

from deckgen.card.layout import load_layout
from deckgen.document.marked_results import result_legend, result_styles
from deckgen.document.pages import document_style
from deckgen.document.poker.deck import poker_deck
from deckgen.document.poker.html import looked_up, table_html
from deckgen.document.results import (
    AGAIN,
    CONFIRM,
    FAILURE,
    MARKED,
    STANDARD,
    TOWARDS,
    is_constant,
    rare_fields,
)
from deckgen.game.model import StackSection
from deckgen.language import Language


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
    cards = read(html_of(deck, game, spec))
    widgets = load_layout(spec.layout).widgets.items()
    turned = [name for name, (_, options) in widgets if getattr(options, "reverse", False)]
    own = [f for f in result_fields(spec, game.words, turned) if not is_constant(f.section)]
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
        found = [(text, marks_of(names)) for _, text, names in card["list"]]
        assert sorted(map(str, found)) == sorted(map(str, wanted))
        several = dict.fromkeys(f.section.name for f in own if f not in [*singles, *rare])
        tables = {table["title"]: table for table in card["tables"]}
        assert tables.keys() == {spec.section(name).title for name in several}
        for section in several:
            table = tables[spec.section(section).title]
            group = [f for f in own if f.section.name == section]
            columns = list(dict.fromkeys(f.column for f in group))
            if any(f.group for f in group):  # printed row by row
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
    card = next(iter(read(html_of(*shipped(name))).values()))
    titles = [table["title"] for table in card["tables"]]
    assert titles[: len(first)] == first or sorted(titles[:4]) == sorted(first)


def test_sections_are_in_the_order_in_which_they_are_looked_up():
    _, game, spec = shipped("rough-magic")
    order = looked_up(game, spec)
    assert order[:3] == ["causes", "range_band", "setback"]  # the game's resolutions
    assert sorted(order) == sorted(section.name for section in spec.sections)
    plain = replace(spec, resolutions=())
    assert looked_up(replace(game, examples=()), plain) == [section.name for section in spec.sections]


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


@pytest.mark.parametrize("name", GAMES)
def test_marks_have_the_colors_of_the_card_and_are_explained(name):
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
    labels = re.findall(r'(?:aria-label|placeholder|data-found)="([^"]*)"', said)
    assert len(labels) > 20
    assert all(label.startswith("¤") or label in shown_as_they_are(game, spec) for label in labels)


def shown_as_they_are(game, spec):
    """What the game calls its ranks, suits and jokers."""
    return {row.short for row in poker_deck(shipped(game.id)[0].cards, spec.faces).rows()} | {
        face.word for face in spec.faces
    }


EVIL = "<img src=x onerror=alert(1)>\"'&|</script><script>alert(2)</script>"


@cache
def evil():
    """A deck whose every printed word is an attack."""
    deck, game, spec = shipped("west-that-wasnt")
    faces = tuple(replace(face, printed=f"{face.name} {EVIL}") for face in spec.faces)
    sections = tuple(replace(section, title=EVIL + section.title, help=EVIL) for section in spec.sections)
    return deck, replace(game, title=EVIL), replace(spec, title=EVIL, faces=faces, sections=sections)


@cache
def pages():
    """Pages in a browser: (game, code, evil or no) to HTML."""
    found = {}
    for name in GAMES:
        deck, game, spec = shipped(name)
        found[name] = html_of(deck, game, spec)
    found["evil"] = html_of(*evil())
    return found


@pytest.fixture(scope="module")
def running():
    with browser() as one:
        yield one


@pytest.fixture(scope="module")
def opened(running, tmp_path_factory):
    """Opens one of the pages; whatever goes wrong in it fails the test."""
    folder = tmp_path_factory.mktemp("tables")
    wrong = []
    page = running.new_page(viewport={"width": 390, "height": 844})
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on(
        "request",
        lambda asked: wrong.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None,
    )

    def open_(name, hash_=""):
        file = folder / f"{name}.html"
        file.write_bytes(pages()[name])
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto("about:blank")
        page.goto(file.as_uri() + hash_)
        return page

    yield open_
    assert wrong == []


def shown(page):
    return page.locator("article:not([hidden])").evaluate_all("all => all.map((each) => each.dataset.n)")


def test_cards_are_found_by_typing_tapping_and_keys_alone(opened):
    page = opened("future-imperfect", "#8d")
    assert shown(page) == ["8 of diamonds"]
    find = page.locator("input")
    for text, cards in {
        "7h": ["7 of hearts"], "♥ 7": ["7 of hearts"], "10 s": ["10 of spades"], "queen spades": ["queen of spades"],
        "joker": ["red joker", "black joker"], "27": ["7 of hearts"], "nothing": [],
    }.items():  # fmt: skip
        find.fill(text)
        assert shown(page) == cards
        assert page.locator("#none").is_visible() == (not cards)
    find.fill("hearts")
    assert page.locator("#said").text_content() == "13 cards fit"
    page.keyboard.press("Escape")
    assert len(shown(page)) == 54
    page.keyboard.press("Tab")
    page.keyboard.press("/")
    page.keyboard.type("as")
    assert (shown(page), page.locator("#said").text_content()) == (["ace of spades"], "ace of spades")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["2 of spades"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == ["black joker"]
    page.keyboard.press("Escape")
    page.locator("button[value=hearts0]").click()
    assert len(shown(page)) == 13
    page.locator('[data-g=r] button[value="5"]').click()
    assert shown(page) == ["5 of hearts"]
    assert page.url.endswith("#5h")
    page.locator(".j").first.click()
    assert shown(page) == ["red joker"]
    page.locator("button[value=spades0]").click()
    assert len(shown(page)) == 13
    page.goto(page.url.split("#")[0] + "#%E0%A4%A")  # no text at all
    assert len(shown(page)) in (13, 54)


@pytest.mark.parametrize("name", GAMES)
def test_a_telephone_shows_all_results_of_a_card_at_once(opened, name):
    page = opened(name, "#7h")
    last = page.locator("article:not([hidden])").bounding_box()
    assert last["y"] + last["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for box in page.locator("header button, header input, summary").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    ):
        assert min(box["width"], box["height"]) >= 24
    # With the keyboard open: what a test, its place and its harm are read from.
    page.set_viewport_size({"width": 390, "height": 500})
    page.locator("input").fill("7h")
    grids = page.locator("article:not([hidden]) table").evaluate_all(
        "all => all.slice(0, 4).map((each) => each.getBoundingClientRect().bottom)"
    )
    assert max(grids) <= 500
    page.set_viewport_size({"width": 320, "height": 700})
    page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("name", one_now([*GAMES, "evil"], 2))
def test_nothing_keeps_people_from_using_it(opened, name):
    page = opened(name, "#7h")
    page.evaluate(
        "document.querySelectorAll('article[hidden]').forEach((each) => each.remove())"
    )  # all are alike
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        rules = {"color-contrast": {"enabled": name != "evil"}}  # takes longest
        assert violations(page, rules=rules) == [], f"{scheme} {width}"
    page.emulate_media(color_scheme="light")


def test_names_that_are_html_are_only_shown(opened):
    page = opened("evil")
    assert page.title() == f"{EVIL}: {EVIL}"
    assert page.locator("img, main script").count() == 0
    page.locator("input").fill("7h")
    assert shown(page) == [f"7 of hearts {EVIL}".lower()]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("input").fill(f"seven {EVIL}")
    assert page.locator("img, main script").count() == 0


def test_without_scripts_all_cards_stand_there(running, tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes(pages()["rough-magic"])
    page = running.new_context(java_script_enabled=False).new_page()
    page.goto(file.as_uri())
    assert page.locator("article:visible").count() == 54
    assert page.locator("form").is_hidden()
