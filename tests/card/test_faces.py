from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from operator import is_

import pytest
from page_decks import deck_of, shipped_game, shown
from page_marks import contrast, flat, ground, overlap, text_box, texts, within

from deckgen.card.faces import CardArtist, cached_artist, check_layout, draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.widgets import POKER
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError
from deckgen.game import shipped_games
from deckgen.game.model import GridSection, Outcome, PlayingCard, TextSection

GAME = shipped_game()
SPEC = GAME.deck()
SUITS = ("clubs", "diamonds", "hearts", "spades")
loaded = cache(load_layout)


@cache
def faces(name: str, seed: int = 1):
    layout, game = loaded(name), shipped_game(shown()[name])
    return layout, draw_faces(layout, game, game.deck(), deck_of(game.deck(), seed))


def looks(made):
    return repr(made), [(face.style.inks, face.style.symbols) for face in (*made.all_fronts, made.back)]


@pytest.fixture(params=shown())
def drawn(request):
    return faces(request.param)


def test_a_front_for_every_card_in_the_order_of_impulse(drawn):
    layout, made = drawn
    assert [front.title.partition(" 0, ")[2] or front.title.partition(" 1, ")[2] for front in made.fronts[:2]] == [
        "red joker",
        "ace of clubs",
    ]
    assert len(made.fronts) == SPEC.size
    assert {(d.width, d.height, d.bleed) for d in (*made.fronts, made.back)} == {
        (layout.template.width, layout.template.height, layout.template.bleed)
    }


def test_courts_and_aces_are_sixteen_pictures_and_one_ace_names_the_deck(drawn):
    layout, made = drawn
    names = {f"{rank} of {suit}" for rank in ("ace", "jack", "queen", "king") for suit in SUITS}
    pictures = {}
    for card, front in zip(SPEC.playing_cards, made.fronts, strict=True):
        used = {item.symbol for item in front.items if isinstance(item, Use)}
        group = f"static-{card.name.replace(' ', '-')}"
        if group in used and not card.is_joker:
            pictures[card.name] = {use.symbol for use in layout.template.groups[group] if isinstance(use, Use)}
    assert pictures.keys() == names
    assert all(pictures.values())
    assert all(not one & other for one, other in combinations(pictures.values(), 2))
    identity = deck_of(shipped_game(shown()[layout.name]).deck(), 1).id.removeprefix("sha256:")[:12]
    named = [front.title for front in made.fronts if any(identity in text.string for text in texts(front))]
    assert len(named) == 1
    assert named[0].endswith("ace of spades")


@pytest.mark.parametrize("name", shown())
def test_text_stays_in_its_slot_and_in_the_safe_zone_for_ten_seeds(name):
    layout = loaded(name)
    safe = Box(0, 0, layout.template.width, layout.template.height).inset(layout.theme.safe)
    different = {}  # most texts are the same on many cards
    for seed in range(1, 11):
        for face, front in zip(SPEC.playing_cards, faces(name, seed)[1].fronts, strict=True):
            for text in front.items:
                if isinstance(text, Text):
                    different.setdefault((id(text), face.is_joker), (text, front.title, face.is_joker))
    symbols = faces(name)[1].fronts[0].style.symbols
    fixed = [
        (text, "all cards", joker)
        for symbol, joker in (("sections", False), ("sections-jokers", True))
        for text in symbols[symbol].items
        if isinstance(text, Text)
    ]
    template = layout.template
    for text, card, joker in [*different.values(), *fixed]:
        box = text_box(text, layout.theme.fonts)
        slot = (template.joker_boxes if joker else template.boxes).get(text.slot)
        assert within(box, safe, 0.4), (card, text)  # what stands beside a figure's ink is nothing to lose
        assert slot is None or within(box, slot), (card, text)
        assert slot is not None or text.slot in {**template.texts, **template.joker_texts}


@pytest.mark.parametrize("name", shown())
def test_every_deck_of_its_game_fits_and_icons_stay_in_the_safe_zone(name):
    layout, game = loaded(name), shipped_game(shown()[name])
    safe = Box(0, 0, layout.template.width, layout.template.height).inset(layout.theme.safe)
    for spec in game.decks:
        for front in draw_faces(layout, game, spec, deck_of(spec)).fronts[::5]:
            drawn_icons = [i for i in front.items if isinstance(i, Use) and i.symbol.startswith("icon-")]
            assert drawn_icons
            for icon in drawn_icons:
                items = front.style.symbols[icon.symbol].items
                for path in flat(items, front.style, icon.matrix):
                    assert within(bounding_box(path.segments), safe, 0.1), (front.title, icon.symbol)


def test_no_two_texts_overlap(drawn):
    layout, made = drawn
    for front in (*made.fronts[::7], made.fronts[-1]):
        boxes = [(text, text_box(text, layout.theme.fonts)) for text in texts(front)]
        for (one, first), (other, second) in combinations(boxes, 2):
            assert not overlap(first, second), (front.title, one, other)


def test_no_type_is_too_small(drawn):
    layout, made = drawn
    smallest = min(text.size for front in made.fronts for text in texts(front))
    assert smallest >= max(5.5 * PT, layout.theme.minimum) - 1e-6


def test_text_stands_out_from_its_ground(drawn):
    layout, made = drawn
    for front in (made.fronts[0], made.fronts[20], made.fronts[-1], made.back):
        painted = list(flat(front.items, front.style))
        for text in (item for item in painted if isinstance(item, Text)):
            if text.angle == 180:  # on a back, where its twin is upright
                continue
            under = ground(painted, text, layout.theme.fonts)
            assert contrast(text.fill, under) >= 4.5, (front.title, text, under)


def test_every_color_is_an_ink(drawn):
    _, made = drawn
    for drawing in (made.fronts[0], made.fronts[20], made.back):
        for item in flat(drawing.items, drawing.style):
            colors = {item.fill} if isinstance(item, Text) else {item.fill, item.stroke}
            assert colors <= {*drawing.style.inks, None, "inherit"}


@pytest.mark.parametrize(
    ("layout_name", "name"),
    [
        (deck.layout, name)
        for game in map(shipped_game, shipped_games())
        for deck in game.decks
        for name in [*(section.name for section in deck.sections), POKER]
    ],
)
def test_every_section_of_a_shipped_game_is_drawn(layout_name, name):
    layout, everything = faces(layout_name)
    game = shipped_game(shown()[layout_name])
    deck = deck_of(game.deck())
    some = [0, *range(1, 54, 9)]
    if name in layout.theme.without:
        return
    without = draw_faces(
        without_slot(layout, name), game, game.deck(), replace(deck, cards=tuple(deck.cards[i] for i in some))
    )

    def count(fronts):
        return sum(1 for front in fronts for _ in flat(front.items, front.style))

    assert count(everything.fronts[i] for i in some) > count(without.fronts)


def test_every_slot_of_the_shipped_layouts_is_known(drawn):
    layout, _ = drawn
    game = shipped_game(shown()[layout.name])
    known = {section.name for deck in game.decks for section in deck.sections} | {
        POKER,
        "emblem",
        "front-emblem",
        "cartouche",
        "pattern",
    }
    template, theme = layout.template, layout.theme
    assert {name for name in {**template.boxes, **template.joker_boxes} if not name.startswith("box-")} <= known
    texts_drawn = {name for name in {**template.texts, **template.joker_texts} if not name.startswith("box-")}
    assert texts_drawn == {name for name in {**theme.strings, **theme.jokers} if not name.startswith("box-")}


def test_open_cells_are_marked_by_more_than_color():
    layout, made = faces("poker")
    deck = deck_of(SPEC)
    grids = [section.name for section in SPEC.sections if type(section).__name__ == "Grid"]
    for card, front in zip(deck.cards, made.fronts, strict=True):
        marked = sum(cell.again for g in grids for column in card.sections[g].values() for cell in column)
        slanted = [text for text in texts(front) if text.slot in grids and text.typeface == "bold-italic"]
        assert len(slanted) == marked
    assert "bold-italic" in layout.theme.fonts.files


def test_jokers_are_special():
    _, made = faces("poker")
    joker, plain = made.fronts[0], made.fronts[1]
    assert "static-jokers" in {i.symbol for i in joker.items if isinstance(i, Use)}
    said = {text.string.lower() for text in texts(joker)}
    assert {"shuffle", "red joker", SPEC.playing_cards[0].help.lower()} <= said
    assert "shuffle" not in {text.string.lower() for text in texts(plain)}


def test_what_is_the_same_on_all_cards_is_drawn_once():
    _, made = faces("poker")
    first, second = made.fronts[3].style.symbols, made.fronts[4].style.symbols
    assert first is second
    assert len(made.fronts[3].items) < 200 < len(list(flat(made.fronts[3].items, made.fronts[3].style)))


def test_a_section_the_deck_lacks_leaves_its_slot_empty():
    layout = loaded("poker")
    spec = replace(SPEC, sections=tuple(s for s in SPEC.sections if s.name not in ("effects", "clock")))
    made = draw_faces(layout, GAME, spec, deck_of(spec))
    assert not {text.slot for text in texts(made.fronts[5])} & {"effects", "clock", "lower"}


def test_a_text_that_does_not_fit_is_told_for_its_card():
    deck = deck_of(SPEC)
    wrong = replace(deck.cards[9], sections={**deck.cards[9].sections, "extra_effects": "Words " * 12})
    spoilt = replace(deck, cards=(*deck.cards[:9], wrong, *deck.cards[10:]))
    layout = loaded("poker")
    with pytest.raises(LayoutError) as caught:
        draw_faces(layout, GAME, SPEC, spoilt)
    (problem,) = caught.value.problems
    assert problem.path == f"card 9 ({deck.cards[9].face.name}), slot extra_effects"


@pytest.mark.parametrize("wrong", ["Words " * 12, "龍"])
def test_what_is_wrong_is_told_of_every_deck_and_of_no_other(wrong):
    artist, deck = CardArtist(loaded("poker"), GAME, SPEC), deck_of(SPEC)

    def spoilt(number):
        card = deck.cards[number]
        card = replace(card, sections={**card.sections, "extra_effects": wrong})
        return replace(deck, cards=(*deck.cards[:number], card, *deck.cards[number + 1 :]))

    for number in (9, 9, 12):
        with pytest.raises(LayoutError) as caught:
            artist.faces(spoilt(number))
        (problem,) = caught.value.problems
        assert problem.path == f"card {number} ({deck.cards[number].face.name}), slot extra_effects"
    assert len(artist.faces(deck).fronts) == SPEC.size


def test_a_widget_that_cannot_draw_a_section_is_told():
    section = TextSection("clock", "Clock", "", ())
    spec = replace(SPEC, sections=(*[s for s in SPEC.sections if s.name != "clock"], section))
    with pytest.raises(LayoutError, match="cannot draw the section clock, which is a text"):
        draw_faces(loaded("poker"), GAME, spec, deck_of(SPEC))


def test_a_card_that_lacks_a_section_is_told():
    deck = deck_of(SPEC)
    sections = {name: value for name, value in deck.cards[2].sections.items() if name != "burst"}
    spoilt = replace(deck, cards=(*deck.cards[:2], replace(deck.cards[2], sections=sections), *deck.cards[3:]))
    with pytest.raises(LayoutError, match="burst"):
        draw_faces(loaded("poker"), GAME, SPEC, spoilt)


@pytest.mark.parametrize("name", ["poker", "magic", "tactics", "west"])
def test_a_deck_looks_the_same_whatever_was_drawn_before_it(name):
    layout, game = loaded(name), shipped_game(shown()[name])
    artist, one, other = (
        CardArtist(layout, game, game.deck()),
        deck_of(game.deck(), 1),
        deck_of(game.deck(), 2),
    )
    first, second = looks(artist.faces(one)), looks(artist.faces(other))
    assert looks(CardArtist(layout, game, game.deck()).faces(other)) == second
    assert looks(faces(name)[1]) == first != second


def test_the_same_things_in_the_same_places_are_the_same_items_on_all_decks():
    layout = loaded("poker")
    artist = CardArtist(layout, GAME, SPEC)
    one, other, again = (artist.faces(deck_of(SPEC, seed)) for seed in (1, 2, 1))
    for first, second in zip(one.fronts, again.fronts, strict=True):
        assert all(map(is_, first.items, second.items))
    known, met = {}, set()
    for text in (text for front in (*one.fronts, *other.fronts) for text in texts(front)):
        if text.slot in {"causes", "effects", "burst", "hit_location", "set", "number"}:
            assert known.setdefault(text, text) is text
            met.add(text.slot)
    assert len(met) > 4
    assert one.back.items == again.back.items != other.back.items
    styles = [drawing.style for drawing in (*one.all_fronts, one.back, *dict(artist.references).values())]
    assert all(style is artist.style for style in styles)
    assert artist.references is artist.references
    assert cached_artist(layout, GAME, SPEC) is cached_artist(layout, GAME, SPEC) is not artist


@pytest.mark.parametrize("name", shown())
def test_shipped_layouts_show_every_section_of_their_game(name):
    game = shipped_game(shown()[name])
    for spec in game.decks:
        assert check_layout(loaded(name), game, spec) == ()


def without_slot(layout, name):
    """The layout with no place for a section, as a box or as a text."""
    old, strings = layout.template, layout.theme.strings
    boxes, jokers = ({k: box for k, box in boxes.items() if k != name} for boxes in (old.boxes, old.joker_boxes))
    strings = {slot: pattern for slot, pattern in strings.items() if f"{{{name}}}" not in pattern}
    theme = replace(layout.theme, strings=strings)
    return replace(layout, theme=theme, template=replace(old, boxes=boxes, joker_boxes=jokers))


def test_text_slots_without_a_string_and_slots_without_a_section_are_doubted(tmp_path):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="90mm" viewBox="0 0 70 90">'
        '<rect id="slot-clock" x="5" y="5" width="20" height="20"/><rect id="slot-klock" x="5" y="30" width="20" height="20"/>'
        '<text id="slot-name" x="5" y="80" font-size="3" fill="#161616">t</text><text id="slot-empty" x="5" y="84" font-size="3" fill="#161616">t</text>'
        '<text id="slot-game" x="5" y="87" font-size="3" fill="#161616">t</text></svg>'
    )
    (tmp_path / "own.svg").write_text(svg, encoding="utf-8")
    theme = 'extends: base/1\nstrings: {game: "{game}", empty: ""}\n'
    (tmp_path / "own.yaml").write_text(theme, encoding="utf-8")
    spec = replace(SPEC, sections=tuple(s for s in SPEC.sections if s.name == "clock"))
    layout = load_layout(tmp_path / "own.svg")
    messages = [doubt.message for doubt in check_layout(layout, GAME, spec)]
    assert messages == [
        'the text slot "name" has no string and stays empty',
        "no deck of the game has a section for the slots klock",
    ]
    meant = replace(layout, theme=replace(layout.theme, without=frozenset({"klock"})))
    assert [doubt.message for doubt in check_layout(meant, GAME, spec)] == messages[:1]


def test_a_section_without_a_slot_is_doubtful_unless_the_theme_is_without_it():
    layout = without_slot(loaded("poker"), "clock")
    (doubt,) = check_layout(layout, GAME, SPEC)
    assert doubt.message == "no slot shows the section clock"
    assert 'id "slot-clock"' in doubt.remedy
    meant = replace(layout, theme=replace(layout.theme, without=frozenset({"clock"})))
    assert check_layout(meant, GAME, SPEC) == ()


def test_a_section_that_a_text_shows_is_not_missed():
    layout = without_slot(loaded("poker"), "clock")
    theme = replace(layout.theme, strings={**layout.theme.strings, "set": "{clock}"})
    assert check_layout(replace(layout, theme=theme), GAME, SPEC) == ()


def test_words_that_will_not_fit_are_told_before_a_deck_is_dealt():
    long = TextSection("extra_effects", "Extra", "", (Outcome("Words " * 12, Fraction(4)),))
    spec = replace(SPEC, sections=(*[s for s in SPEC.sections if s.name != "extra_effects"], long))
    with pytest.raises(LayoutError, match="slot extra_effects"):
        check_layout(loaded("poker"), GAME, spec)


@pytest.mark.parametrize(
    "look", [check_layout, lambda layout, game, spec: draw_faces(layout, game, spec, deck_of(spec))]
)
def test_a_suit_without_an_icon_is_told_by_its_name(look):
    sun = PlayingCard("2", "sun", "2 of suns")
    spec = replace(SPEC, playing_cards=(*SPEC.playing_cards[:5], sun, *SPEC.playing_cards[6:]))
    with pytest.raises(LayoutError, match='there is no icon "icon-suit-sun"') as caught:
        look(loaded("poker"), GAME, spec)
    assert len(caught.value.problems) == 1


def test_a_text_that_fits_nowhere_is_told_once():
    layout = loaded("poker")
    theme = replace(layout.theme, strings={**layout.theme.strings, "set": "{title} " * 9})
    with pytest.raises(LayoutError) as caught:
        draw_faces(replace(layout, theme=theme), GAME, SPEC, deck_of(SPEC))
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("name", shown())
def test_jokers_differ_from_each_other_and_from_all_other_cards(name):
    _, made = faces(name)
    low, high, plain = made.fronts[0], made.fronts[-1], made.fronts[7]
    uses = [{item.symbol for item in front.items if isinstance(item, Use)} for front in (low, high, plain)]
    assert "static-jokers" in uses[0] & uses[1]
    assert "static-jokers" not in uses[2]
    assert "static-red-joker" in uses[0] - uses[1]
    said = [{text.string.lower() for text in texts(front)} for front in (low, high)]
    assert "red joker" in said[0]
    assert "black joker" in said[1]


SIMULATIONS = {
    "sees all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Severe cases (source: Machado, Oliveira and Fernandes 2009, table 1).
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grays": ((0.2126, 0.7152, 0.0722),) * 3,
}  # fmt: skip


def seen(screen, matrix):
    """A screen color as it is seen, worked out in linear light."""
    parts = [int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    mixed = [min(1.0, max(0.0, sum(w * p for w, p in zip(row, linear, strict=True)))) for row in matrix]
    back = [12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055 for p in mixed]
    return "#" + "".join(f"{round(255 * p):02x}" for p in back)


@pytest.mark.parametrize("eye", SIMULATIONS)
@pytest.mark.parametrize(
    "name",
    [n for n, game in shown().items() if any(isinstance(s, GridSection) for s in shipped_game(game).deck().sections)],
)
def test_open_cells_stand_out_for_every_eye(name, eye):
    """By slanted bold figures that can be read, on plates that stand out from their cells or are outlined."""
    layout, made = faces(name)
    grids = {s.name for s in shipped_game(shown()[name]).deck().sections if isinstance(s, GridSection)}
    matrix, checked = SIMULATIONS[eye], set()
    for front in made.fronts[:20]:
        painted = list(flat(front.items, front.style))
        for plate, text in pairwise(painted):
            if not (isinstance(text, Text) and text.slot in grids and text.typeface == "bold-italic"):
                continue
            assert isinstance(plate, Path)
            below = ground([item for item in painted if item is not plate], text, layout.theme.fonts)
            plate_seen, below_seen = seen(plate.fill, matrix), seen(below, matrix)
            assert contrast(seen(text.fill, matrix), plate_seen) >= 4.5
            outlined = bool(plate.stroke) and plate.stroke_width >= 0.2
            edge = contrast(seen(plate.stroke, matrix), below_seen) if outlined else 1
            assert edge >= 4.5 or contrast(plate_seen, below_seen) >= 1.15
            checked.add(text.slot)
    assert checked == grids


ART = """
<svg xmlns="http://www.w3.org/2000/svg" width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">
  <symbol id="icon-emblem" viewBox="0 0 2 2"><rect width="2" height="2"/></symbol>
  {groups}
  <g id="slots"><rect id="slot-front-emblem" x="10" y="10" width="8" height="8"/>
  <rect id="slot-emblem" x="20" y="20" width="8" height="8"/></g>
  <g id="slots-jokers"><rect id="joker-slot-front-emblem" x="40" y="10" width="4" height="4"/></g>
</svg>
"""
GROUPS = "static static-cards static-jokers static-spades static-jack static-2-of-spades static-red-joker static-back"
THEME = """
palette:
  black: {screen: "#000000", cmyk: [0, 0, 0, 100]}
back: {ground: black, emblem: icon-emblem, emblem_ink: black}
panels: {ground: black, title_ink: black, game_ink: black, fill: black, edge: black, head_fill: black, head_ink: black,
  ink: black, accent: black, zebra: black, rule: black}
"""


@pytest.fixture
def plain(tmp_path):
    """Faces of a layout with nothing but a square of art for every kind of card."""
    groups = "".join(f'<g id="{name}"><rect x="5" y="5" width="9" height="9"/></g>' for name in GROUPS.split())
    (tmp_path / "plain.svg").write_text(ART.format(groups=groups), encoding="utf-8")
    (tmp_path / "plain.yaml").write_text(THEME, encoding="utf-8")
    made = draw_faces(load_layout(tmp_path / "plain.svg"), GAME, SPEC, deck_of(SPEC))
    return {face.name: front for face, front in zip(SPEC.playing_cards, made.fronts, strict=True)}, made.back


@pytest.mark.parametrize(
    ("card", "art"),
    [
        ("2 of spades", "static static-cards static-spades static-2-of-spades"),
        ("jack of spades", "static static-cards static-spades static-jack"),
        ("3 of hearts", "static static-cards"),
        ("red joker", "static static-jokers static-red-joker"),
        ("black joker", "static static-jokers"),
    ],
)
def test_a_card_has_the_art_of_its_kind_suit_rank_and_name(plain, card, art):
    fronts, _ = plain
    shown_art = [use.symbol for use in fronts[card].items if isinstance(use, Use) and use.symbol.startswith("static")]
    assert shown_art == art.split()


def test_the_decks_emblem_stands_on_fronts_and_twice_on_the_back(plain):
    fronts, back = plain

    def emblems(items, style):
        inner = [item for use in items for item in (use, *style.symbols[use.symbol].items)]
        return [
            [round(number, 3) for number in (*use.matrix[4:], use.matrix[0])]
            for use in inner
            if isinstance(use, Use) and use.symbol == "icon-emblem"
        ]

    style = back.style
    uses = {name: [item for item in front.items if isinstance(item, Use)] for name, front in fronts.items()}
    assert emblems(uses["3 of hearts"], style) == [[14, 14, 8]]
    assert emblems(uses["red joker"], style) == [[42, 12, 4]]
    turned = [item for item in back.items if isinstance(item, Use)]
    assert emblems(turned, style) == [[24, 24, 8], [39.5, 64.9, -8]]
    assert [use.matrix for use in back.items if isinstance(use, Use) and use.symbol == "static-back"] == [
        (1, 0, 0, 1, 0, 0),
        (-1, 0, 0, -1, pytest.approx(63.5), 88.9),
    ]
