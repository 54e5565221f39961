import re
import shutil
from xml.etree import ElementTree as ET

import pytest
from page_decks import deck_of, shipped_game, shown
from page_inkscape import resaved
from page_marks import texts

from deckgen.card.box_content import BoxContent
from deckgen.card.box_faces import draw_box_faces
from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.rules.reference import draw_references
from deckgen.card.starter import is_valid_name, starter_files
from deckgen.files import shipped_path
from deckgen.press.pictures.png import png


def front(layout, number=14):
    game = shipped_game(shown().get(layout.name, "future-imperfect"))
    return draw_faces(layout, game, game.deck(), deck_of(game.deck())).fronts[number]


def started(folder, base, change=bytes):
    drawing, theme = starter_files(load_layout(base), "mine", folder)
    (folder / "mine.svg").write_bytes(change(drawing))
    (folder / "mine.yaml").write_bytes(theme)
    return load_layout(folder / "mine.svg")


@pytest.mark.parametrize("base", ["poker", "poker-light", "west-tarot", "tactics", "magic"])
def test_a_new_layout_draws_what_the_one_it_begins_with_draws(tmp_path, base):
    mine, theirs = started(tmp_path, base), load_layout(base)
    assert mine.template.boxes == theirs.template.boxes
    assert mine.template.groups == theirs.template.groups
    assert mine.template.icons == theirs.template.icons
    assert mine.theme.minimum == theirs.theme.minimum


def drawn(layout, game):
    """All that a layout draws for a game's first deck: fronts, back, reference cards, the faces of its box."""
    spec = game.deck()
    deck = deck_of(spec)
    faces = draw_faces(layout, game, spec, deck)
    references = [card for _, card in draw_references(layout, game, spec)]
    box = draw_box_faces(BoxContent(game, [spec], [deck], [layout], spec.size), {"front": (65, 90), "left": (18, 90)})
    return [drawing.items for drawing in (*faces.fronts, faces.back, *references, *box.values())]


@pytest.mark.parametrize("base", shown())
def test_a_copy_draws_the_same_cards_references_and_box_from_files_that_extend_a_base_that_never_changes(
    tmp_path, base
):
    game = shipped_game(shown()[base])
    mine, theirs = started(tmp_path, base), load_layout(base)
    extended = re.findall("^extends: (.*)$", (tmp_path / "mine.yaml").read_text(encoding="utf-8"), re.MULTILINE)
    assert extended == ["base/1"]
    assert drawn(mine, game) == drawn(theirs, game)
    assert mine.theme.fonts.named_files == theirs.theme.fonts.named_files


def test_a_copy_has_the_decks_that_it_draws_and_none_with_a_drawing_of_its_own(tmp_path):
    mine, theirs = started(tmp_path, "poker"), load_layout("poker", deck="psionics")
    assert set(mine.theme.decks) == {"action", "psionics", "extras"}
    assert "action_chapter_3" in theirs.theme.deck_options
    mine, game = load_layout(tmp_path / "mine.svg", deck="psionics"), shipped_game()
    spec = game.deck("psionics")
    faces, original = (draw_faces(layout, game, spec, deck_of(spec)) for layout in (mine, theirs))
    assert [card.items for card in faces.fronts] == [card.items for card in original.fronts]
    assert faces.back.items == original.back.items


def test_it_has_layers_of_guides_that_are_not_printed(tmp_path):
    mine = started(tmp_path, "poker")
    root = ET.parse(tmp_path / "mine.svg").getroot()  # noqa: S314 (our own file)
    layer = "{http://www.inkscape.org/namespaces/inkscape}label"
    labels = {element.get(layer): element for element in root.iter() if element.get(layer)}
    sides = {}
    for name in ("bleed", "trim", "safe"):
        (rect,) = labels[name]
        sides[name] = [float(rect.get(side)) for side in ("x", "y", "width", "height")]
    assert sides == {
        "bleed": pytest.approx([-3.175, -3.175, 69.85, 95.25]),
        "trim": pytest.approx([0, 0, 63.5, 88.9]),
        "safe": pytest.approx([3.5, 3.5, 56.5, 81.9]),
    }
    names = {element.text for element in labels["names of slots"] if element.text and element.text.strip()}
    assert names == set(mine.template.boxes)
    printed = {text.string for text in texts(front(mine))}
    assert not printed & (names - {"step"})
    colors = {"#0070c0", "#ff00ff", "#00a000", "#ff0000"}
    drawn = {item.stroke for items in mine.template.groups.values() for item in items if hasattr(item, "stroke")}
    assert not drawn & colors


def test_colors_of_its_own_theme_change_the_drawing(tmp_path):
    drawing, theme = starter_files(load_layout("poker"), "mine", tmp_path)
    (tmp_path / "mine.svg").write_bytes(drawing.replace(b"#15213d", b"#15213e"))
    (tmp_path / "mine.yaml").write_bytes(theme.replace(b"#15213d", b"#15213e"))
    assert load_layout(tmp_path / "mine.svg").theme.color("ground") == "#15213e"


@pytest.mark.parametrize("base", ["poker", "west", "magic"])
def test_a_template_that_inkscape_has_saved_gives_the_same_pixels(tmp_path, base):
    folder = shipped_path("layouts") / "card"
    for ending in (".svg", ".yaml"):
        shutil.copy(folder / f"{base}{ending}", tmp_path)
    file = tmp_path / f"{base}.svg"
    before = file.read_bytes()
    file.write_bytes(resaved(before))
    assert b"tspan" in file.read_bytes() != before
    assert png(front(load_layout(file)), 150) == png(front(load_layout(base)), 150)


@pytest.mark.parametrize(
    ("name", "valid"), [("my-card", True), ("a_2.x", True), ("", False), ("../x", False), ("Ä", False)]
)
def test_names_are_names_of_files_everywhere(name, valid):
    assert is_valid_name(name) is valid
