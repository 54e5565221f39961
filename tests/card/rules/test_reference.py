from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from game_files import DECK
from page_decks import deck_of, shipped_game
from page_marks import overlap, text_box, texts, within
from panel_games import panel_game, said

from deckgen.card.code import code_text, draw_code, read_code_options
from deckgen.card.faces import cached_artist
from deckgen.card.layout import layout_names, load_layout
from deckgen.card.rules.reference import MIN_SIZE, NAME, Colophon, draw_references
from deckgen.deck.audit.summary import AuditSummary
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError, Problems
from deckgen.game import read_game, shipped_games
from deckgen.library.choices import layout_of


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.mark.parametrize("name", layout_names())
def test_every_layout_has_them_in_its_size_and_colors(tmp_path, name):
    layout, game = load_layout(name), panel_game(tmp_path, "text: Some rule.", "list: [one, two]")
    ((called, drawing),) = draw_references(layout, game, game.deck())
    template = layout.template
    assert called == "only"
    assert (drawing.width, drawing.height, drawing.bleed) == (template.width, template.height, template.bleed)
    assert drawing.title == "Main, Only"
    lines = said(drawing).split("\n")
    assert {"Only", "Some rule."} <= set(lines)
    ink = layout.theme.panels.get("game_ink")  # of the game's title, which a layout may leave out
    assert ("Small" in lines) == (ink is None or ink.value != "none")
    safe = Box(0, 0, drawing.width, drawing.height).inset(layout.theme.safe - 0.05)
    for text in drawing.items:
        if isinstance(text, Text):
            assert text.size >= max(MIN_SIZE * PT, layout.theme.minimum) - 1e-9
            assert within(text_box(text, layout.theme.fonts), safe)
            assert text.fill in drawing.style.inks


@pytest.mark.parametrize("name", shipped_games())
@pytest.mark.parametrize("suffix", ["", "-light", "-tarot"])
def test_those_of_the_shipped_games_fit_in_their_layouts_and_languages(name, suffix):
    for code in shipped_game(name).languages:
        game = read_game(name, code)
        for spec in game.decks:
            own = spec.layout + suffix if spec.layout != "poker" or suffix != "-tarot" else "tarot"
            cards = draw_references(layout_of(game, spec, own), game, spec)
            assert [called for called, _ in cards] == [card.name for card in game.reference_cards_for(spec)]
            sizes = [item.size for _, face in cards for item in face.items if isinstance(item, Text)]
            assert min(sizes, default=99) >= MIN_SIZE * PT - 1e-9


def test_a_card_stands_as_often_as_its_deck_has_it(tmp_path):
    game = panel_game(tmp_path / "two", "text: a", deck=DECK + "    reference_cards: {only: 2}\n")
    (one, first), (other, second) = draw_references(load_layout("poker"), game, game.deck())
    assert (one, other, first) == ("only", "only", second)
    none = panel_game(tmp_path / "none", "text: a", deck=DECK + "    reference_cards: {only: 0}\n")
    assert draw_references(load_layout("poker"), none, none.deck()) == ()


def test_two_columns_hold_panels_side_by_side(tmp_path):
    game = panel_game(tmp_path, "text: left", "text: right", card=", columns: 2")
    ((_, drawing),) = draw_references(load_layout("poker"), game, game.deck())
    places = {item.string: (item.x, item.y) for item in drawing.items if isinstance(item, Text)}
    assert places["left"][1] == places["right"][1]
    assert places["left"][0] < places["right"][0] - 20


def test_a_title_that_is_too_long_is_told(tmp_path):
    game = panel_game(tmp_path, "text: a", card=", columns: 1")
    file = tmp_path / "5.yaml"
    file.write_text(file.read_text().replace("title: Only", f"title: {'Only ' * 20}"))
    game = read_game(tmp_path)
    with pytest.raises(LayoutError, match=r"reference_cards\.only\.title: the title is too long"):
        draw_references(load_layout("poker"), game, game.deck())


FOUND = AuditSummary(63, 44, Fraction(79, 80), passed=True)
GAME = shipped_game()


def dealt(spec, number=42, of=1000, seed="a rather long seed, which nobody needs to read to its very end"):
    return replace(deck_of(spec, number=number, of=of), seed=seed, cards=())


@pytest.mark.parametrize("name", shipped_games())
@pytest.mark.parametrize("suffix", ["", "-tarot"])
def test_the_shipped_layouts_have_it_in_both_languages(name, suffix):
    for code in shipped_game(name).languages:
        game = read_game(name, code)
        spec = game.deck()
        own = spec.layout + suffix if spec.layout != "poker" or suffix != "-tarot" else "tarot"
        layout = layout_of(game, spec, own)
        deck = dealt(spec, 100_000, 100_000)
        called, drawing = Colophon(layout, game, spec).draw_card(deck, FOUND)
        template = layout.template
        assert called == NAME
        assert (drawing.width, drawing.height, drawing.bleed) == (
            template.width,
            template.height,
            template.bleed,
        )
        said = texts(drawing)
        strings = [text.string for text in said]
        assert {
            "100000",
            "44/63",
            deck.id.removeprefix("sha256:")[:12],
            deck.generator,
            spec.title,
        } <= set(strings)
        assert game.language.number(FOUND.tail_error, 2) in strings
        assert any(string.startswith("a rather") and string.endswith("…") for string in strings)
        safe = Box(0, 0, drawing.width, drawing.height).inset(layout.theme.safe - 0.05)
        boxes = [text_box(text, layout.theme.fonts) for text in said]
        assert all(within(box, safe) for box in boxes)
        assert not any(overlap(one, other) for i, one in enumerate(boxes) for other in boxes[:i])
        least = max(MIN_SIZE * PT, layout.theme.minimum)
        assert all(text.size >= least - 1e-9 and text.fill in drawing.style.inks for text in said)
        square = bounding_box(drawing.items[-2].segments)
        assert within(square, safe)
        assert not any(overlap(box, square) for box in boxes)


def test_its_code_is_the_deck_s():
    layout, spec = load_layout("west"), shipped_game("west-that-wasnt").deck()
    deck = dealt(spec)
    _, drawing = Colophon(layout, shipped_game("west-that-wasnt"), spec).draw_card(deck, FOUND)
    options = read_code_options(layout.theme, Problems())
    box = bounding_box(drawing.items[-2].segments)
    made = draw_code(code_text("deckgen:{id}", deck), options, box, Path("x"))
    assert bounding_box(made[1].segments) == pytest.approx(bounding_box(drawing.items[-1].segments))
    assert len(made[1].segments) == len(drawing.items[-1].segments)


def test_what_decks_have_in_common_is_drawn_once_and_nothing_stays_of_the_last():
    spec = GAME.deck()
    artist = cached_artist(load_layout(spec.layout), GAME, spec)
    (_, one), (_, other) = (artist.colophon(dealt(spec, number), FOUND) for number in (1, 2))
    assert one.style is other.style is artist.style
    shared = set(map(id, one.items)) & set(map(id, other.items))
    assert len(shared) > len(one.items) / 2
    assert artist.colophon(dealt(spec, 1), FOUND)[1].items == one.items
    assert Colophon(artist.layout, GAME, spec, artist.style).draw_card(dealt(spec, 1), FOUND)[1].items == one.items


def test_an_audit_that_is_not_passed_is_told():
    spec = GAME.deck()
    card = Colophon(load_layout(spec.layout), GAME, spec)
    said = [
        {text.string for text in texts(card.draw_card(dealt(spec), replace(FOUND, passed=passed))[1])}
        for passed in (True, False)
    ]
    assert said[0] - said[1] == {"Its odds are within the limits of the game."}
    assert said[1] - said[0] == {"Its odds exceed a limit of the game."}


def test_on_a_wide_card_its_panels_are_beside_each_other():
    layout = load_layout("poker")
    wide = replace(layout, template=replace(layout.template, width=88.9, height=63.5))
    _, drawing = Colophon(wide, GAME, GAME.deck()).draw_card(dealt(GAME.deck()), FOUND)
    boxes = {text.string: text_box(text, layout.theme.fonts) for text in texts(drawing)}
    safe = Box(0, 0, 88.9, 63.5).inset(layout.theme.safe - 0.05)
    assert all(within(box, safe) for box in boxes.values())
    assert not any(overlap(one, other) for one in boxes.values() for other in boxes.values() if one is not other)
    deck_head, odds_head = boxes[GAME.deck().title], boxes["Checked against the dice"]
    assert deck_head.y == pytest.approx(odds_head.y, abs=0.5)
    assert odds_head.x > 88.9 / 2


def test_a_card_that_is_too_small_is_told():
    layout = load_layout("poker")
    small = replace(layout, template=replace(layout.template, width=40.0, height=50.0))
    with pytest.raises(LayoutError, match="colophon: the colophon card does not fit in 33 × "):
        Colophon(small, GAME, GAME.deck())
