"""What blocks of panels say, and how panels are fitted."""

from __future__ import annotations

from fractions import Fraction

import pytest
from page_decks import shipped_game
from page_marks import overlap, text_box
from panel_games import LINE, panel_game, said

from deckgen.card.layout import load_layout
from deckgen.card.rules.legend import build_legend
from deckgen.card.rules.panels import Panels
from deckgen.card.rules.reference import draw_references
from deckgen.draw.drawing import Drawing, Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError, Problems
from deckgen.game.panels import PanelMarks
from deckgen.library.choices import layout_of
from deckgen.odds import Roll, distribution

POKER = load_layout("poker")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def card(folder, *blocks, **more) -> Drawing:
    game = panel_game(folder, *blocks, **more)
    ((_, drawing),) = draw_references(POKER, game, game.deck())
    return drawing


def rows(drawing: Drawing) -> list[list[str]]:
    """The drawing's words in lines, each from the left."""
    lines: dict[float, list[Text]] = {}
    for item in drawing.items:
        if isinstance(item, Text):
            lines.setdefault(round(item.y, 2), []).append(item)
    return [[text.string for text in sorted(lines[y], key=lambda text: text.x)] for y in sorted(lines)]


def test_words_between_stars_are_bold_or_italic(tmp_path):
    drawing = card(tmp_path, "text: One **two three** *four*.")
    faces = {item.string: item.typeface for item in drawing.items if isinstance(item, Text)}
    assert {"two three": "bold", "four": "italic"}.items() <= faces.items()
    assert "*" not in said(drawing)


def test_points_have_a_mark_and_hang(tmp_path):
    long = "a point that is a good deal too long for one line of a card of this size"
    drawing = card(tmp_path, f"list: [first, {long}]")
    points = [item for item in drawing.items if isinstance(item, Text) and item.slot == ""][2:]
    assert len({round(text.x, 3) for text in points if text.string in f"first {long}"}) == 1


def test_a_table_has_its_cells_in_rows(tmp_path):
    drawing = card(tmp_path, 'table: {columns: [Height, Damage], rows: [[3 m, 1d6], ["**6 m**", 2d6]]}')
    assert rows(drawing)[-3:] == [["Height", "Damage"], ["3 m", "1d6"], ["6 m", "2d6"]]
    (strong,) = [item for item in drawing.items if isinstance(item, Text) and item.string == "6 m"]
    assert strong.typeface == "bold"


def test_scopes_stand_side_by_side(tmp_path):
    drawing = card(tmp_path, "scope: [Pulp, Grim]", "scope: Pulp")
    assert ["Easy", "3", "4"] in rows(drawing)
    assert ["Hard", "9", "–"] in rows(drawing)
    assert ["Difficulty", "Number"] in rows(drawing)


def test_shares_are_cards_of_the_deck(tmp_path):
    drawing = card(tmp_path, "shares: coin")
    assert rows(drawing)[-3:] == [["Coin", "Cards of 26"], ["Yes", "13"], ["No", "13"]]


def percent(roll: Roll, aim: int) -> str:
    chance = distribution(roll).tail(aim) * 100
    return {Fraction(0): "–"}.get(chance, str(int(chance + Fraction(1, 2))))


def test_odds_of_pools_are_those_of_the_dice(tmp_path):
    drawing = card(tmp_path, "odds: {section: skill, scope: Pulp, rolls: [II], bonus: [0, 2]}")
    pools = [Roll((6,) * n, "highest", "open", critical_failure=True) for n in (1, 2)]
    wanted = [
        [f"{n}d6", bonus, *(percent(pool, aim - int(bonus)) for aim in (3, 9))]
        for n, pool in enumerate(pools, 1)
        for bonus in ("0", "+2")
    ]
    found = [[cell.removeprefix("1") if cell == "1d6" else cell for cell in row] for row in rows(drawing)[-4:]]
    assert found == [[cell.removeprefix("1") if cell == "1d6" else cell for cell in row] for row in wanted]


def test_odds_of_one_roll_have_a_column_for_each_bonus(tmp_path):
    drawing = card(tmp_path, "odds: {section: skill, scope: Pulp, rolls: [I], rows: [1], bonus: [0, 1, 8]}")
    one = Roll((4,), "highest", "open", critical_failure=True)
    assert rows(drawing)[-3:] == [
        ["Difficulty", "Number", "0", "+1", "+8"],
        ["Easy", "3", percent(one, 3), percent(one, 2), percent(one, -5)],
        ["Hard", "9", percent(one, 9), percent(one, 8), percent(one, 1)],
    ]


def fitted(folder, room: Box, *blocks, columns=1, sizes=(9.0, 6.0)):
    game, problems = panel_game(folder, *blocks), Problems()
    panels = Panels(POKER, game, game.deck(), problems)
    return panels.fit_panels(game.rules.reference_cards[0], room, columns, 2.0, sizes), list(problems)


def test_text_is_as_large_as_fits_and_stays_in_its_room(tmp_path):
    sizes = []
    for height in (200, 40, 34, 30):
        room = Box(5, 7, 57, height)
        made, problems = fitted(tmp_path / str(height), room, *[LINE] * 3)
        assert not problems
        text = next(item for item in made if isinstance(item, Text) and item.typeface == "regular")
        sizes.append(round(text.size / PT, 3))
        for item in made:
            if isinstance(item, Path):
                around = bounding_box(item.segments)
                assert room.x - 0.2 <= around.x <= around.right <= room.right + 0.2
                assert room.y - 0.2 <= around.y <= around.bottom <= room.bottom + 0.2
    assert sizes[0] == 9.0
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 9.0
    assert all(size * 4 == int(size * 4) for size in sizes)


def test_panels_are_not_broken_where_a_column_holds_them(tmp_path):
    made, problems = fitted(tmp_path, Box(0, 0, 120, 40), *[LINE] * 3, columns=2)
    assert not problems
    heads = [item for item in made if isinstance(item, Text) and item.string.startswith("Panel")]
    assert [text.string for text in heads] == ["Panel p0", "Panel p1", "Panel p2"]
    assert len({round(text.x) for text in heads}) == 2


def lower_ends(items, room: Box) -> dict[float, float]:
    """The lower end of the filled panels in each column, by its left edge."""
    ends: dict[float, float] = {}
    for item in items:
        if isinstance(item, Path) and item.fill:
            box = bounding_box(item.segments)
            ends[round(box.x, 3)] = max(ends.get(round(box.x, 3), 0.0), box.bottom)
    return {x: end for x, end in ends.items() if x in {room.x, round(room.x + (room.width + 2) / 2, 3)}}


def test_columns_end_where_the_page_does_unless_they_are_half_empty(tmp_path):
    room = Box(0, 0, 120, 66)
    made, problems = fitted(tmp_path, room, *[LINE] * 7, columns=2, sizes=(8.0, 8.0))
    assert not problems
    assert list(lower_ends(made, room).values()) == pytest.approx([66, 66])
    high = room._replace(height=140)
    made, _ = fitted(tmp_path / "high", high, *[LINE] * 7, columns=2, sizes=(8.0, 8.0))
    assert max(lower_ends(made, high).values()) < 65


def test_a_panel_that_no_column_holds_goes_on_in_the_next(tmp_path):
    points = f"list: [{', '.join([LINE.removeprefix('text: ')] * 14)}]"
    made, problems = fitted(tmp_path, Box(0, 0, 120, 45), points, columns=2)
    assert not problems
    heads = [item for item in made if isinstance(item, Text) and item.string == "Panel p0"]
    assert len(heads) == 2


def test_too_much_is_told_with_its_line_and_how_much_is_over(tmp_path):
    with pytest.raises(LayoutError) as caught:
        card(tmp_path, *[LINE] * 12)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == (str(tmp_path / "5.yaml"), 50)
    assert problem.path == "reference_cards.only"
    assert "at 6 pt its panels are" in problem.message
    assert "higher than" in problem.message
    over = int(problem.message.split(" are ")[1].split()[0])
    # With so much more room, and no less, it fits.
    height = float(problem.message.split("available ")[1].split()[0])
    for more, fits in ((over + 0.5, True), (over - 1.5, False)):
        _, problems = fitted(tmp_path, Box(0, 0, 57.5, height + more), *[LINE] * 12)
        assert bool(problems) != fits


@pytest.mark.parametrize(
    ("block", "where", "what"),
    [
        ("text: Grüße, 龍", "panels.p0", "龍 is in none of the fonts"),
        ("table: {columns: [" + "Wideness" * 12 + "], rows: [[1]]}", "panels.p0", "does not fit in"),
    ],
)
def test_what_cannot_be_drawn_is_told_where_it_stands(tmp_path, block, where, what):
    with pytest.raises(LayoutError) as caught:
        card(tmp_path, block)
    problem = caught.value.problems[0]
    assert (problem.file, problem.path) == (str(tmp_path / "5.yaml"), where)
    assert what in problem.message


def test_an_icon_stands_before_the_title_and_must_be_there(tmp_path):
    def with_icon(folder, name):
        game = panel_game(folder, f"text: a\n    icon: {name}")
        return draw_references(POKER, game, game.deck())

    ((_, drawing),) = with_icon(tmp_path / "a", "icon-shield")
    assert "icon-shield" in [item.symbol for item in drawing.items if isinstance(item, Use)]
    with pytest.raises(
        LayoutError,
        match=r'panels\.p0\.icon: the layout has no icon "icon-shild"; did you mean "icon-shield"',
    ):
        with_icon(tmp_path / "b", "icon-shild")


@pytest.mark.parametrize("name", ["rough-magic", "action-and-combat", "future-imperfect"])
def test_marks_are_the_legend_of_what_the_layout_draws(name):
    game = shipped_game(name)
    spec = game.deck()
    layout = layout_of(game, spec)
    drawn = dict(draw_references(layout, game, spec))
    wanted = [
        (card.name, block.sections)
        for card in game.reference_cards_for(spec)
        for panel in card.panels
        for block in panel.blocks
        if isinstance(block, PanelMarks)
    ]
    assert wanted
    for called, sections in wanted:
        words = "".join(said(drawn[called]).split()).replace("-", "")
        entries = build_legend(layout, game, spec, sections or None)
        assert entries
        for entry in entries:
            assert "".join(entry.meaning.split()).replace("-", "") in words


def test_icons_of_marks_are_4_mm_high_at_least():
    game = shipped_game("future-imperfect")
    layout = layout_of(game, game.deck())
    panels = Panels(layout, game, game.deck(), Problems())
    for entry in build_legend(layout, game, game.deck()):
        sample = panels._sample([entry], 2.0)
        assert sample.height >= (4.0 if entry.width <= 2 else 2.0)
        assert sample.width == pytest.approx(entry.width * sample.height)


def test_samples_and_words_of_marks_do_not_overlap():
    game = shipped_game("action-and-combat")
    layout = layout_of(game, game.deck())
    drawing = dict(draw_references(layout, game, game.deck()))["time"]
    boxes = [text_box(item, layout.theme.fonts) for item in drawing.items if isinstance(item, Text)]
    for i, box in enumerate(boxes):
        assert not any(overlap(box, other) for other in boxes[i + 1 :])
