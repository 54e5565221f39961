"""A card each in Arabic, Hindi and Japanese, and one with an emoji, in every kind of file."""

import re
import shutil
from base64 import b64decode
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from card_files import card_game
from emoji_fonts import FOX, fox_font
from fontTools.ttLib import TTFont
from page_svg import page
from PIL import Image
from press_drawings import write
from script_fonts import SENTENCES, script_font

from deckgen.card.faces import draw_faces
from deckgen.card.layout import game_layout
from deckgen.deck.deal.generator import generate
from deckgen.game.reader import read_game
from deckgen.preflight import preflight
from deckgen.press.pictures.png import png
from deckgen.press.pictures.svg import svgs
from deckgen.press.pictures.web_faces import web_faces
from deckgen.press.target import load_target

DECK = "decks:\n  events: {title: Events, cards: events.csv, layout: cards.svg}\n"
PROSE = "sections:\n  text: {kind: prose, title: Text}\n"
SIZE = 'width="69.35mm" height="94.35mm" viewBox="-3.175 -3.175 69.35 94.35"'
CARDS = (*SENTENCES.values(), f"Two {FOX} and a cat")


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    """The cards of a game whose theme names fonts of three kinds, one of them packed as WOFF2."""
    folder = tmp_path_factory.mktemp("scripts")
    rows = ((f"card {number}", text) for number, text in enumerate(CARDS))
    card_game(folder, ("name", "text"), *rows, yaml=PROSE, deck=DECK)
    (folder / "cards.svg").write_bytes(
        page('<g id="slots"><rect id="slot-text" x="6" y="10" width="50" height="40"/></g>', size=SIZE)
    )
    shutil.copy(script_font("arabic"), folder / "arabic.ttf")
    shutil.copy(script_font("japanese"), folder / "japanese.otf")
    hindi = TTFont(script_font("devanagari"))
    hindi.flavor = "woff"
    hindi.save(folder / "hindi.woff")
    fox_font(folder)
    (folder / "cards.yaml").write_text(
        "extends: poker\nfallbacks: [arabic.ttf, hindi.woff, japanese.otf, fox.ttf]\n"
        "slots: {text: {widget: prose, size: 11}}\n"
    )
    game = read_game(folder)
    return draw_faces(game_layout(game, game.deck()), game, game.deck(), generate(game, game.deck(), "1"))


@pytest.mark.parametrize("target", ["home", "press"])
def test_words_are_read_back_from_files_for_home_and_press(faces, tmp_path, target):
    out = tmp_path / "cards.pdf"
    write(faces, load_target(target), out)
    document = pypdfium2.PdfDocument(out)
    pages = [page.get_textpage().get_text_range() for page in document]
    text = re.sub(r"\s+", "", "".join(pages))
    for card in SENTENCES.values():
        assert card.replace(" ", "") in text
    assert "Twoandacat" in text
    if target == "press":
        assert [finding.message for finding in preflight(out, load_target(target)).findings] == []


def test_pictures_show_what_is_printed(faces, tmp_path):
    out = tmp_path / "cards.pdf"
    write(faces, load_target("press"), out)
    document = pypdfium2.PdfDocument(out)
    for index, face in enumerate(faces.fronts):
        printed = document[2 * index]
        left, bottom, right, top = printed.get_trimbox()
        scale, height = 150 / 72, printed.get_height()
        pixels = printed.render(scale=scale).to_pil().convert("L")
        cut = pixels.crop([round(side * scale) for side in (left, height - top, right, height - bottom)])
        picture = Image.open(BytesIO(png(face, bleed=0, pixels=cut.size))).convert("L")
        shares = [np.asarray(image.reduce(20)).astype(float) for image in (cut, picture)]
        assert np.abs(shares[0] - shares[1]).max() < 24


def test_svg_files_have_outlines_and_web_pages_the_fonts(faces):
    files = [*svgs(faces.fronts)]
    assert all(card[:3] in file.partition("</desc>")[0] for card, file in zip(SENTENCES.values(), files, strict=False))
    assert "<image" in files[-1]
    web = web_faces(faces.fronts)
    fonts = [TTFont(BytesIO(b64decode(data))) for data in re.findall(r"base64,([^)]+)\)", web.css)]
    letters = {chr(code) for font in fonts for code in font.getBestCmap()}
    assert set("".join(SENTENCES.values())) - letters <= {" "}
    shaped = [font for font in fonts if "GSUB" in font]
    assert len(shaped) >= 2
    assert all(card[:3] in face for card, face in zip(SENTENCES.values(), web.faces, strict=False))
    assert "font-variant-ligatures:normal" in web.css
