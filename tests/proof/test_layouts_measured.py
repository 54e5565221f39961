"""What a cutter, a press and a reader ask of every shipped layout, measured on its cards: edges, gaps, sizes, contrast."""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from statistics import mean

import numpy as np
import pypdfium2
import pytest
from color_vision import difference, lightness, linear, without_green
from page_decks import deck_of, measured, shipped_game, shown
from page_marks import contrast, covers, flat, text_box
from press_drawings import book_of

from deckgen.card.faces import cached_artist
from deckgen.card.layout import load_layout
from deckgen.card.legibility import check_fronts
from deckgen.card.rules.reference import draw_references
from deckgen.card.svg.compiler import JOKER_SECTIONS, SECTIONS
from deckgen.draw.drawing import Drawing, Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.truetype import read_font
from deckgen.errors import Problems
from deckgen.game.model import GridSection, RollsSection, TableSection
from deckgen.library.decks import Deck
from deckgen.preflight import preflight
from deckgen.press.imposition.impose import impose, save_ink
from deckgen.press.options import Options
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import render_pixels
from deckgen.press.target import load_target

DPI = 150
PX = 25.4 / DPI
OFF = 1.5
"""How far a cut may be off, in mm."""
BORDER = 3.5
"""How far from the cut nothing but the ground may be, in mm."""
FRAMES = ("static-cards", "static-jokers", "static-back", "static-portrait", "static-ribbon")
"""Art that keeps off the cut, or covers it evenly: all but pictures."""
SHOWN = (0, 1, 22, 42, 46, 51, 53)  # both jokers, an ace, numbers and courts
DECKS = [*measured()]


@cache
def drawn(name, deck):
    """The layout for a deck, the faces of a card deck full of wide values, and its reference cards."""
    game = measured()[name, deck]
    layout, spec = load_layout(name, deck=deck), game.deck(deck)
    faces = Deck(game, spec, deck_of(spec)).faces(layout, references=False)
    return layout, replace(faces, references=draw_references(layout, game, spec))


@cache
def pictures(name, deck):
    """Some fronts, the reference cards and a back without pattern, with their bleed: the ground's color, where it is not seen.

    Pictures, which may run off the card, are left out: the art of suits, ranks and single cards, and of reference cards.
    """
    layout, faces = drawn(name, deck)
    some = [*(faces.fronts[i] for i in SHOWN), *dict(faces.references).values()]
    some += [faces.back] if layout.pattern is None else []
    some = [replace(face, items=tuple(item for item in face.items if not is_picture(item))) for face in some]
    document = pypdfium2.PdfDocument(write_pdf(book_of(*some)))
    rendered = (page.render(scale=DPI / 72).to_numpy()[..., :3].astype(np.int16) for page in document)
    return [(face, tuple(picture[0, 0]), marked(picture)) for face, picture in zip(some, rendered, strict=True)]


def is_picture(item):
    """Whether an item is art of some cards alone."""
    return isinstance(item, Use) and item.symbol.startswith("static-") and item.symbol not in FRAMES


def marked(picture):
    """Where a picture is not its ground, which is the color of its corner."""
    return np.abs(picture - picture[0, 0]).max(axis=2) > 24


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_one_ground_reaches_over_the_cut_and_nothing_else_comes_near_it(name, deck):
    grounds = set()
    for face, ground, there in pictures(name, deck):
        rows, columns = np.nonzero(there)
        far = round((face.bleed + BORDER - 0.1) / PX)
        high, wide = there.shape
        near = min(rows.min(), columns.min(), high - 1 - rows.max(), wide - 1 - columns.max())
        assert near >= far, f"{face.title}: {near * PX - face.bleed:.2f} mm from the cut"
        grounds.add(ground)
    assert len(grounds) == 1


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_a_cut_that_is_off_loses_nothing(name, deck):
    for face, _, there in pictures(name, deck):
        high, wide = round(face.height / PX), round(face.width / PX)
        for dx, dy in ((OFF, 0), (-OFF, 0), (0, OFF), (0, -OFF)):
            x, y = round((face.bleed + dx) / PX), round((face.bleed + dy) / PX)
            assert there[y : y + high, x : x + wide].sum() == there.sum(), face.title


def test_the_measure_of_cuts_finds_a_frame_that_is_lost():
    frame = np.full((600, 500, 3), 255)
    frame[10:590, 10:490] = 0
    frame[14:586, 14:486] = 255
    assert marked(frame).sum() > 0
    assert marked(frame)[20:, :].sum() < marked(frame).sum()


def inks(text, files):
    """Left and right edges of the ink of a text's letters, in mm."""
    font = read_font(files[text.typeface])
    x, edges = text.x, []
    for letter, far, *_ in font.advances(text.string):
        xs = [v for segment in font.outline(letter) for v in segment[1::2]]
        edges.append((x + min(xs, default=0) * text.size, x + max(xs, default=0) * text.size))
        x += far * text.size + text.spacing
    return edges


def rows_of(front, slot):
    """The numbers in a slot, row by row, from left to right."""
    rows: dict[float, list[Text]] = {}
    for item in front.items:
        if isinstance(item, Text) and item.slot == slot and item.string.isdigit():
            rows.setdefault(round(item.y - item.size * 0.33), []).append(item)
    return [sorted(row, key=lambda text: text.x) for row in rows.values()]


def gaps(fronts, slot, files):
    """All gaps between the columns of a slot, and between the digits of its numbers."""
    between, within = [], []
    for row in (row for front in fronts for row in rows_of(front, slot)):
        edges = [inks(text, files) for text in row]
        between += [right[0][0] - left[-1][1] for left, right in pairwise(edges)]
        within += [right[0] - left[1] for number in edges for left, right in pairwise(number)]
    return between, within


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_columns_stand_apart_more_than_figures(name, deck):
    """Gaps between columns are at least 2.2 times the mean of those between the digits of a number."""
    layout, faces = drawn(name, deck)
    for section in measured()[name, deck].deck(deck).sections:
        if isinstance(section, GridSection | TableSection):
            between, within = gaps(faces.fronts, section.name, layout.theme.fonts.files)
            if between and within:
                assert min(between) >= 2.2 * mean(within), (section.name, min(between), mean(within))


HEROES = [(name, deck) for name, deck in DECKS if name.endswith("-hero")]


@pytest.mark.parametrize(("name", "deck"), HEROES)
def test_named_results_are_large_apart_and_each_beside_its_name(name, deck):
    """Figures of 14 pt at least, 0.7 mm apart, names of 7 pt, dice of 6 pt; all on every card, jokers included."""
    layout, faces = drawn(name, deck)
    spec = measured()[name, deck].deck(deck)
    heroes = [s for s in spec.sections if isinstance(s, RollsSection) and s.name in spec.hero.results]
    shared = {joker: symbol_texts(faces, joker) for joker in (False, True)}
    for front, card in zip(faces.fronts, spec.playing_cards, strict=True):
        for section in heroes:
            figures = [t for t in front.items if isinstance(t, Text) and t.slot == section.name]
            assert len(figures) == len(section.rolls)
            assert min(text.size for text in figures) >= 14 * PT - 1e-6, (front.title, section.name)
            boxes = [text_box(text, layout.theme.fonts) for text in figures]
            for one, other in combinations(boxes, 2):
                if one.overlap(other).width > 0:
                    assert one.overlap(other).height <= -0.7, front.title
            texts = [text for text in shared[card.is_joker] if text.slot == section.name]
            names = [text for text in texts if text.typeface == "semibold"]
            assert len(names) >= len(section.rolls)
            assert min(text.size for text in names) >= 7 * PT - 0.01
            assert min(text.size for text in texts) >= 6 * PT - 1e-6


def symbol_texts(faces, joker):
    """The texts that all jokers, or all other cards, share."""
    symbol = faces.back.style.symbols[JOKER_SECTIONS if joker else SECTIONS]
    return [item for item in symbol.items if isinstance(item, Text)]


@pytest.mark.parametrize(("name", "deck"), HEROES)
def test_a_hero_is_twice_on_the_back_half_a_turn_apart(name, deck):
    _, faces = drawn(name, deck)
    hero = measured()[name, deck].deck(deck).hero
    words = [item for item in faces.back.items if isinstance(item, Text)]
    assert sorted(text.angle for text in words if text.string == hero.name) == [0, 180]
    assert min(text.size for text in words) >= 6 * PT - 1e-6


def areas_of(painted):
    """The filled paths, the last first, each with its place in the order of painting and a box around it."""
    paths = [(i, item) for i, item in enumerate(painted) if isinstance(item, Path) and item.fill]
    return [(i, bounding_box(path.segments), path) for i, path in reversed(paths)]


def under(areas, order, box):
    """The colors of the last areas painted before ``order`` that lie under five points of a box."""
    found = set()
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        x, y = box.x + box.width * share, box.cy
        fills = (
            path.fill
            for i, around, path in areas
            if i < order and around.x <= x <= around.right and around.y <= y <= around.bottom and covers(path, x, y)
        )
        found.add(next(fills, "#ffffff"))
    return found


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_all_that_is_read_stands_out_and_is_strong_on_dark_grounds(name, deck):
    """Contrast of at least 4.5:1; on dark grounds no less than 6 pt and semibold, for ink fills fine letters in.

    Samples of marks in legends, which have no slot, are pictures and may be smaller.
    """
    layout, faces = drawn(name, deck)
    for front in (*(faces.fronts[i] for i in SHOWN), *dict(faces.references).values()):
        painted = list(flat(front.items, front.style))
        areas = areas_of(painted)
        for order, text in enumerate(painted):
            if not isinstance(text, Text) or text.angle not in (0, -90):
                continue
            for color in under(areas, order, text_box(text, layout.theme.fonts)):
                assert contrast(text.fill, color) >= 4.5, (front.title, text, color)
                if text.slot and contrast(color, "#ffffff") > 4.5 and contrast(text.fill, "#ffffff") < 4.5:
                    assert text.size >= 6 * PT - 1e-6, (front.title, text)
                    # Display faces come in one weight, which says nothing of their strokes: they must be large.
                    strong = text.size >= 9 * PT if text.typeface == "display" else False
                    font = read_font(layout.theme.fonts.files[text.typeface])
                    weight = int.from_bytes(font.table("OS/2")[4:6])
                    assert strong or weight >= 600, (front.title, text)


def icons_of(front, icons):
    """The icons that slots draw in a color: the color, and those of what lies under each."""
    painted: list[Path | Text] = []
    uses: list[tuple[int, Use]] = []
    for item in front.items:
        if isinstance(item, Use) and item.symbol in icons and item.fill not in (None, "inherit"):
            uses.append((len(painted), item))
        painted += flat((item,), front.style)
    areas = areas_of(painted)
    for order, use in uses:
        side = max(abs(use.matrix[0]), abs(use.matrix[1]))
        box = Box(use.matrix[4] - side / 2, use.matrix[5] - side / 2, side, side)
        yield use, under(areas, order, box)


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_icons_that_mean_something_stand_out(name, deck):
    layout, faces = drawn(name, deck)
    faint = {
        (use.symbol, use.fill, color, round(contrast(use.fill, color), 2))
        for front in faces.fronts
        for use, colors in icons_of(front, layout.template.icons)
        for color in colors
        if contrast(use.fill, color) < 3
    }
    assert not faint


def samples(layout, widget, options, section):
    """Pictures of what a widget marks, by mark."""
    pen, pictures = layout.pen(shipped_game(), None), {}
    for mark, look in widget.looks(section, options, pen).items():
        pen.begin("")
        look.draw(pen, Box(1, 1, 8 * look.width, 8))
        style = layout.theme.style(layout.template.icons)
        (pictures[mark],) = render_pixels([Drawing(8 * look.width + 2, 10, 0, tuple(pen.items), style, mark)], DPI)
    return pictures


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_marks_differ_in_gray_and_for_people_who_see_no_green(name, deck):
    (layout, _), problems = drawn(name, deck), Problems()
    for section in measured()[name, deck].deck(deck).sections:
        if section.name not in layout.template.boxes:
            continue
        pictures = samples(layout, *layout.widget(section.name, section, problems), section)
        for one, other in combinations(pictures.values(), 2):
            if one.shape == other.shape:
                assert difference(lightness(one), lightness(other)) >= 4
                kept = difference(without_green(one), without_green(other))
                assert kept >= 0.7 * difference(linear(one), linear(other))


def test_decks_of_a_game_are_told_apart_by_color_emblem_and_back():
    for name, game in shown().items():
        specs = shipped_game(game).decks
        if name.endswith("-light") or len(specs) < 2:
            continue
        made = [drawn(name, spec.name) for spec in specs]
        assert len({layout.back.emblem for layout, _ in made}) == len(specs)
        assert len({layout.theme.color("deck") for layout, _ in made}) == len(specs)
        assert len({faces.back.items + tuple(faces.back.style.inks) for _, faces in made}) == len(specs)


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_light_ink_saves_ink_in_every_layout(name, deck):
    _, faces = drawn(name, deck)
    some = [*(faces.fronts[i] for i in SHOWN), faces.back]
    full, light = (
        mean(255 - float(picture.mean()) for picture in render_pixels(shown_faces, 60))
        for shown_faces in (some, [*save_ink(some)])
    )
    assert light < (1 if name.endswith("-light") else 0.85 if name.endswith("-hero") else 0.7) * full


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_validation_finds_no_slot_that_overlaps_and_no_word_that_cannot_be_read(name, deck):
    layout, faces = drawn(name, deck)
    game = measured()[name, deck]
    artist, cards = cached_artist(layout, game, game.deck(deck)), deck_of(game.deck(deck)).cards
    assert check_fronts(artist, cards, faces.fronts) == ()


@pytest.mark.parametrize(("name", "deck"), DECKS)
def test_a_press_file_has_no_finding(tmp_path, name, deck):
    """Among them small text in more than two inks, or light on more, and hairlines."""
    _, faces = drawn(name, deck)
    cards = [*faces.fronts, *dict(faces.references).values()]
    file, press = tmp_path / "press.pdf", load_target("press")
    file.write_bytes(write_pdf(impose(cards, faces.back, press, Options())))
    report = preflight(file, press)
    assert report.passed, report.to_text()
