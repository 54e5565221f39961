import shutil

import pytest

from deckgen.card.layout import layout_names, load_layout
from deckgen.errors import LayoutError
from deckgen.files import shipped_path


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
    assert copy(".yaml", "minimum: 5.5", "minimum: 5.4").theme.minimum < load_layout("poker").theme.minimum


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
