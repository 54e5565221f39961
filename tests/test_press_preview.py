import base64
import io
import re
from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game
from PIL import Image

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.press.png import png
from deckgen.press.preview import contact_sheet, page

GAME = shipped_game()
SPEC = GAME.deck()


@pytest.fixture(scope="module")
def faces():
    deck = deck_of(SPEC)
    return draw_faces(load_layout("poker"), GAME, SPEC, replace(deck, cards=deck.cards[:11]))


def test_a_contact_sheet_shows_every_face_in_order(faces):
    sheet = Image.open(io.BytesIO(contact_sheet(faces, 50)))
    one = Image.open(io.BytesIO(png(faces.fronts[0], 50, bleed=0.0)))
    gap = round(one.width * 0.04)
    assert sheet.size == (9 * (one.width + gap) + gap, 2 * (one.height + gap) + gap)
    for i, face in enumerate([*faces.fronts, faces.back]):
        left, top = gap + i % 9 * (one.width + gap), gap + i // 9 * (one.height + gap)
        shown = sheet.crop((left, top, left + one.width, top + one.height)).convert("RGB")
        assert shown.tobytes() == Image.open(io.BytesIO(png(face, 50, bleed=0.0))).convert("RGB").tobytes()


def test_a_page_holds_every_face_and_reads_nothing_else(faces):
    text = page(faces, "A & B", dpi=50).decode()
    pictures = re.findall(r'src="data:image/png;base64,([^"]+)"', text)
    assert [base64.b64decode(p) for p in pictures] == [
        png(f, 50, bleed=0.0) for f in (*faces.fronts, faces.back)
    ]
    assert text.count("src=") == len(pictures) == 12
    assert not re.search(r"https?://|<script|<link|url\(", text)
    assert "<title>A &amp; B</title>" in text
    assert "refresh" not in text


def test_a_watched_page_loads_itself_again(faces):
    assert '<meta http-equiv="refresh" content="2">' in page(faces, "x", dpi=20, refresh=2).decode()
