"""Nothing printed stays English: every document of every game, drawn in a language in which each letter is ``í``."""

from __future__ import annotations

import html
import json
import re
import shutil
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path

import phrases
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from deckgen.card.faces import cached_artist
from deckgen.card.rules.reference import draw_references
from deckgen.card.tokens import draw_tokens
from deckgen.deck.audit.auditor import Audit, audit
from deckgen.deck.audit.summary import AuditSummary
from deckgen.deck.deal.generator import generate
from deckgen.document.certificate.certificate import certificate
from deckgen.document.examples.pdf import example_pages
from deckgen.document.examples.text import as_text, narrate_all
from deckgen.document.map.card_map import card_map
from deckgen.document.odds.pdf import odds_pages
from deckgen.document.poker.booklet import booklet
from deckgen.document.poker.table import conversion
from deckgen.document.poster import poster
from deckgen.document.rulings import rulings_html, rulings_pages
from deckgen.document.screen import screen_pages
from deckgen.document.templates import template_book
from deckgen.draw.drawing import Drawing, Faces, Text
from deckgen.draw.paper import find_paper
from deckgen.game import printed_texts, read_game, shipped_games
from deckgen.library.boxes import box_book
from deckgen.library.choices import layout_of
from deckgen.library.decks import Deck
from deckgen.press.contact import preview_page
from deckgen.press.imposition.impose import impose
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.printers import calibration_book
from deckgen.press.target import load_target
from deckgen.sheet import FILE
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.reader import load_sheet, printed_words
from deckgen.sheet.sheet import blank_sheet, card_drawings
from deckgen.sheet.web.page import sheet_html

CODE = "zz"
LETTER = "í"
"""Every face has it, the italic too, it is narrow, so that all fits, and no English word has it."""

ALLOWED = re.compile(
    r"sha256:[0-9a-f]+…?|\b(?=[a-f]*[0-9])[0-9a-f]{12}\b|\b(?:[0-9a-f]{4} ){5}[0-9a-f]{4}\b"  # ids
    r"|deckgen(?: (?:verify|audit) DECK\.json| generate [a-z -]+ --deck [a-z_0-9]+ --seed seed --decks)?"
    r"|\b[0-9]*d[0-9]+\b|\b[IVX]+\b"  # dice, columns
    r"|\b[0-9,.–]+ ?mm\b|\bA4\b|\bmm\b"
    r"|\bjoker\b(?=-)"
    r"|--ruling\b|\((?:(?:standard|prone)(?:, )?)+\)"  # options; marks, as data name them, where only these differ
    r"|\bEsc\b|\bShift\b|\bCSV\b"  # keys, kinds of files
)
"""What is the same in every language; a seed, a game's and a deck's name are added for each game."""
SHOWN = {"title", "label", "help", "story", "text", "word", "words"}
"""Where the model of the page to play with has words."""
BOUNDS = {"least", "most", "value", "next", "notes"}
"""Sums in it that no one reads term by term."""


def pseudo(text: str) -> str:
    """The text with another letter for each of its letters, but not in fields."""
    return "".join(
        part if part.startswith("{") else re.sub(r"[^\W\d_]", LETTER, part) for part in re.split(r"(\{[^{}]*\})", text)
    )


def _catalog() -> bytes:
    """A catalog of a game that translates every phrase."""
    catalog = Catalog()
    for message in phrases.found():
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            forms = tuple(map(pseudo, ids))
            catalog.add(message.id, forms if len(forms) > 1 else forms[0])
    out = BytesIO()
    write_po(out, catalog, omit_header=True)
    return b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n' + out.getvalue()


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> Mapping[str, Path]:
    """Every shipped game, all its words translated to the pseudo language, and those of deckgen in its own catalog."""
    found, catalog = {}, _catalog()
    for name in shipped_games():
        folder = tmp_path_factory.mktemp("games") / name
        shutil.copytree(read_game(name).folder, folder)
        texts = printed_texts(folder)
        if (folder / FILE).is_file():
            texts |= printed_words(folder).originals
        places = {place: pseudo(text) for place, text in texts.items()}
        words = {"translations": {CODE: places}}
        (folder / "pseudo.yaml").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
        (folder / "languages").mkdir()
        (folder / "languages" / f"{CODE}.po").write_bytes(catalog)
        found[name] = folder
    return found


@cache
def _dealt(folder: Path) -> Deck:
    game = read_game(folder, CODE)
    spec = game.decks[0]
    return Deck(game, spec, generate(game, spec, "seed", 1, 1))


@cache
def _audited(folder: Path) -> Audit:
    dealt = _dealt(folder)
    return audit([dealt.data], dealt.game)


def drawn(drawings: Iterable[Drawing]) -> Iterator[str]:
    """Every text on drawings, and their titles."""
    for drawing in drawings:
        yield drawing.title
        for item in (*drawing.items, *(i for s in drawing.style.symbols.values() for i in s.items)):
            if isinstance(item, Text):
                yield item.string


def printed(made: Book) -> Iterator[str]:
    """Every text beside the faces on the pages of a book, and its title."""
    yield made.title
    for each in made.pages:
        yield from drawn(() if each.marks is None else [replace(each.marks, title="")])


def read(content: bytes) -> Iterator[str]:
    """What a page of HTML says, to ears too."""
    text = re.sub(r"<(style|script)\b.*?</\1>", "", content.decode(), flags=re.DOTALL)
    yield from map(html.unescape, re.findall(r">([^<]+)<", text))
    for quoted, bare in re.findall(r"\b(?:aria-label|placeholder|alt|title)=(?:['\"]([^'\"]*)|([^\s>]+))", text):
        yield html.unescape(quoted or bare)


def _cards(dealt: Deck) -> Iterator[str]:
    faces = dealt.faces(dealt.layout())
    yield from drawn([*faces.fronts, faces.back])


def _sheets(dealt: Deck) -> Iterator[str]:
    faces = dealt.faces(dealt.layout())
    options = Options(
        title=dealt.title,
        footer=dealt.footer,
        colophon=dealt.colophon_facts(),
        language=dealt.game.language,
    )
    made = impose(faces.fronts, faces.back, load_target("home"), options)
    told = {"home, A4", "long-edge", "alternate", "full", "3 × 3, rows"}  # as options call it
    yield from (text for text in printed(made) if text not in told)


def _box(dealt: Deck) -> Iterator[str]:
    made = box_book([dealt])
    yield from printed(made)
    yield from drawn(replace(placed.face, title="") for placed in made.pages[0].placed)


def _tokens(dealt: Deck) -> Iterator[str]:
    for faces in draw_tokens(layout_of(dealt.game, dealt.spec), dealt.game):
        yield from drawn([*faces.fronts, *faces.backs])


def _templates(dealt: Deck) -> Iterator[str]:
    if dealt.game.templates:
        book = template_book(dealt.game, dealt.game.templates, "1:60", "a4")
        yield from printed(book)
        yield from drawn(placed.face for page in book.pages for placed in page.placed)


def _calibration(dealt: Deck) -> Iterator[str]:
    yield from printed(calibration_book(find_paper("a4"), Options(language=dealt.game.language)))


def _preview(dealt: Deck) -> Iterator[str]:
    faces = dealt.faces(dealt.layout())
    few = Faces(faces.fronts[:1], faces.back)
    yield from read(preview_page(few, dealt.title, language=dealt.game.language))


def _play(dealt: Deck) -> Iterator[str]:
    layout = dealt.layout()
    content = dealt.play_page(layout).content()
    yield from read(content)
    script = zlib.decompress(b64decode(re.search(rb'id="code">([^<]*)<', content)[1])).decode()
    model = json.loads(json.loads(re.match(r"var deckgenPlay = JSON\.parse\((.*)\);\n", script)[1]))
    yield from _texts(model)


def _texts(model: object, key: str = "") -> Iterator[str]:
    """What the page's scripts print, without its fields; the rest of the model is names that no one reads."""
    if isinstance(model, str) and key in SHOWN:
        yield re.sub(r"\{[^{}]*\}", "", model)
    elif isinstance(model, dict) and not model.get("quiet"):  # of a quiet step nothing is said
        for own, value in model.items():
            named = own == "label" and "word" in model
            if not named and own not in BOUNDS:
                yield from _texts(value, "words" if key == "words" else own)
    elif isinstance(model, list):
        for value in model:
            yield from _texts(value, key)


def _examples(dealt: Deck) -> Iterator[str]:
    own = dealt.game, dealt.spec, dealt.data
    yield from as_text(narrate_all(dealt.layout(), *own)).splitlines()
    yield from drawn(example_pages(dealt.layout(), *own))


def _colophon(dealt: Deck) -> Iterator[str]:
    artist = cached_artist(dealt.layout(), dealt.game, dealt.spec)
    for passed in (True, False):
        found = AuditSummary(2, 1, Fraction(1, 3), passed)
        yield from drawn([artist.colophon(dealt.data, found)[1]])
        yield found.describe(dealt.game.language)


def _character_sheets(dealt: Deck) -> Iterator[str]:
    spec = load_sheet(dealt.game.folder, CODE)
    sheet = blank_sheet(spec, find_paper("a4"))
    cards_ = card_drawings(sheet, deal_cards(spec, (), "poker", 1), "poker") if spec.npc else []
    yield from drawn(replace(drawing, title="") for drawing in (*sheet.drawings(), *cards_))


def _sheet_page(dealt: Deck) -> Iterator[str]:
    yield from read(sheet_html(load_sheet(dealt.game.folder, CODE)))


def _comparison(dealt: Deck) -> Iterator[str]:
    other = Deck(dealt.game, dealt.spec, generate(dealt.game, dealt.spec, "seed", 1, 2))
    yield from read(dealt.compare(other, ("seed", "seed")).content())


def _roster(dealt: Deck) -> Iterator[str]:
    spec = load_sheet(dealt.game.folder, CODE)
    yield from drawn(roster_drawings(spec, load_sheet_theme(spec), find_paper("a4"), ()) if spec.roster else ())


DOCUMENTS: Mapping[str, Callable[[Deck], Iterable[str]]] = {
    "cards": _cards,
    "sheets of cards": _sheets,
    "box": _box,
    "tokens": _tokens,
    "templates": _templates,
    "calibration": _calibration,
    "preview": _preview,
    "page to play with": _play,
    "table": lambda d: drawn(conversion(d.data, d.game, d.spec, d.layout())),
    "booklet": lambda d: drawn(booklet(d.data, d.game, d.spec, d.layout())),
    "table in Markdown": lambda d: d.table().content("md").decode().splitlines(),
    "table in HTML": lambda d: read(d.table().content("html")),
    "map": lambda d: drawn([card_map(d.layout(), d.game, d.spec, d.data)]),
    "certificate": lambda d: drawn(certificate(_audited(d.game.folder))),
    "poster": lambda d: drawn([poster(d.data, d.game, d.spec, d.layout(), d.faces()).placed[0].face]),
    "odds": lambda d: drawn(odds_pages(d.game, d.spec, d.data)),
    "odds in HTML": lambda d: read(d.odds().content("html")),
    "reference cards": lambda d: drawn(card for _, card in draw_references(d.layout(), d.game, d.spec)),
    "card of a deck": _colophon,
    "examples": _examples,
    "character sheets": _character_sheets,
    "character sheets in HTML": _sheet_page,
    "roster": _roster,
    "rulings": lambda d: drawn(rulings_pages(d.game)) if d.game.rulings else (),
    "rulings in HTML": lambda d: read(rulings_html(d.game)) if d.game.rulings else (),
    "comparison": _comparison,
    "screen": lambda d: drawn(screen_pages(d.layout(), d.game, d.spec)),
}
"""Whoever makes a document adds it here: the texts in it, from a deck with its game."""


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("name", shipped_games())
def test_no_english_is_left(folders, name, document):
    dealt = _dealt(folders[name])
    drawn_title = read_game(name).title.upper().split()  # a panorama may draw it over its folds
    names = {dealt.data.seed, dealt.game.id, dealt.spec.name, dealt.stem, *drawn_title}
    own = sorted(names, key=len, reverse=True)
    known = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in own))
    texts = set(DOCUMENTS[document](dealt))
    assert not [text for text in texts if re.search(r"[A-Za-z]{2}", known.sub("", ALLOWED.sub("", text)))]


def test_every_letter_of_a_phrase_is_another():
    assert pseudo("{count} cards, d6: Joker’s") == "{count} ííííí, í6: ííííí’í"
