import re
import shutil

import pytest
from page_decks import shown

from deckgen.card.layout import layout_names, load_layout
from deckgen.draw.drawing import Use
from deckgen.errors import LayoutError
from deckgen.files import shipped_path

SUITS = ("clubs", "diamonds", "hearts", "spades")


@pytest.fixture
def copy(tmp_path):
    """Copies the shipped poker layout with one text replaced in theme or template, and loads it."""

    def load(suffix, old, new):
        for ending in (".svg", ".yaml"):
            shutil.copy(shipped_path("layouts") / "card" / f"poker{ending}", tmp_path)
        file = tmp_path / f"poker{suffix}"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return load_layout(tmp_path / "poker.svg")

    return load


@pytest.mark.parametrize("name", layout_names())
def test_every_shipped_layout_loads(name):
    layout = load_layout(name)
    assert layout.name == name
    assert layout.template.boxes


@pytest.mark.parametrize("name", layout_names())
def test_no_ink_of_a_shipped_layout_is_over_the_limit(name):
    # 240 per cent is what the strictest card printer takes.
    for ink in load_layout(name).theme.inks.values():
        assert sum(ink.cmyk) <= 2.4 + 1e-9, ink.name


def test_a_layout_may_be_given_by_path(copy):
    assert copy(".yaml", "minimum: 6", "minimum: 5.9").theme.minimum < load_layout("poker").theme.minimum


def test_an_unknown_name_is_told_with_the_known_ones():
    with pytest.raises(LayoutError, match=r'did you mean "poker"\? or give'):
        load_layout("pokr")


@pytest.mark.parametrize(
    ("suffix", "old", "new", "what"),
    [
        (".yaml", "  clock:", "  clok:", 'no slot "clok"'),
        (".yaml", "widget: clock", "widget: clok", 'no widget "clok"'),
        (".yaml", "signed: true", "singed: true", 'no option "singed"'),
        (".yaml", "icon: icon-shield", "icon: icon-shild", "no symbol 'icon-shild'"),
        (".yaml", "  upper:", "  uper:", 'no text slot "uper"'),
        (".svg", 'font-size="2.29"', 'font-size="1.9"', "below the theme's minimum"),
        (".svg", 'fill="#e3572c"', 'fill="#e3572f"', "not in the theme's palette"),
        (".svg", "</svg>", '<image id="photo"/></svg>', "static"),
    ],
)
def test_what_does_not_fit_together_is_told(copy, suffix, old, new, what):
    with pytest.raises(LayoutError) as caught:
        copy(suffix, old, new)
    (problem,) = caught.value.problems
    assert what in problem.message
    assert problem.file.endswith(suffix) or "text slot" in what


@pytest.mark.finding("R14")
def test_a_drawing_beside_a_theme_is_no_link_to_another_folder(tmp_path):
    folder, elsewhere = tmp_path / "own", tmp_path / "mine.svg"
    folder.mkdir()
    shutil.copy(shipped_path("layouts") / "card" / "west.svg", elsewhere)
    shutil.copy(shipped_path("layouts") / "card" / "west.yaml", folder / "mine.yaml")
    (folder / "mine.svg").symlink_to(elsewhere)
    with pytest.raises(LayoutError, match=r"mine.svg: the link points outside its folder"):
        load_layout(folder / "mine.yaml")
    load_layout(folder / "mine.svg")


SUN = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="sun" viewBox="0 0 4 4"><path d="M0 0H4V4Z" fill="{}"/></symbol></svg>'
PLACED = '<g id="static-ace"><use href="#{}" x="10" y="4" width="8" height="8"/></g></svg>'


def with_picture(folder, color="#aa0001", name="sun", light="{}"):
    """The poker layout with a picture, whose theme names it, and a theme that extends that one."""
    for ending in (".svg", ".yaml"):
        shutil.copy(shipped_path("layouts") / "card" / f"poker{ending}", folder)
    theme, drawing = folder / "poker.yaml", folder / "poker.svg"
    text = theme.read_text(encoding="utf-8").replace(
        "palette:", 'palette:\n  plain: {screen: "#aa0001", cmyk: [0, 90, 90, 0]}', 1
    )
    theme.write_text("pictures: sun.svg\n" + text, encoding="utf-8")
    svg = re.sub(r"<use [^>]*/>", "", drawing.read_text(encoding="utf-8"))  # without pictures of its own
    drawing.write_text(svg.replace("</svg>", PLACED.format(name)), encoding="utf-8")
    (folder / "sun.svg").write_text(SUN.format(color), encoding="utf-8")
    (folder / "light.yaml").write_text(f"extends: poker\npalette: {light}\n", encoding="utf-8")
    return drawing


def test_the_art_places_pictures_of_a_file_that_the_theme_names(tmp_path):
    template = load_layout(with_picture(tmp_path)).template
    assert template.groups["static-ace"] == (Use("sun", (8.0, 0.0, 0.0, 8.0, 14.0, 8.0), None),)
    assert [path.fill for path in template.icons["sun"].items] == ["#aa0001"]


def test_a_picture_has_the_colors_of_a_theme_that_extends_the_one_that_names_it(tmp_path):
    with_picture(tmp_path, light='{plain: {screen: "#bbbbb1", cmyk: [0, 0, 0, 30]}}')
    assert [path.fill for path in load_layout(tmp_path / "light.yaml").template.icons["sun"].items] == ["#bbbbb1"]


@pytest.mark.parametrize(
    ("changes", "file", "what"),
    [
        ({"color": "#aa0002"}, "sun.svg", "#aa0002, which is not in the theme's palette"),
        ({"name": "moon"}, "poker.svg", "refers to '#moon', which is not an element of this file or a symbol"),
    ],
)
def test_what_is_wrong_with_pictures_is_told_with_its_file(tmp_path, changes, file, what):
    with pytest.raises(LayoutError) as caught:
        load_layout(with_picture(tmp_path, **changes))
    (problem,) = caught.value.problems
    assert problem.file.endswith(file)
    assert what in problem.message


def test_a_picture_that_is_not_there_is_told(tmp_path):
    drawing = with_picture(tmp_path)
    (tmp_path / "sun.svg").unlink()
    with pytest.raises(LayoutError, match=r"sun\.svg"):
        load_layout(drawing)


@pytest.mark.parametrize("name", shown())
def test_aces_and_courts_have_sixteen_pictures(name):
    groups = load_layout(name).template.groups
    cards = [f"static-{rank}-of-{suit}" for rank in ("ace", "jack", "queen", "king") for suit in SUITS]
    symbols = {next(item.symbol for item in groups[card] if isinstance(item, Use)) for card in cards}
    assert len(symbols) == 16
