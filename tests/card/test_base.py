"""The looks that never change: layouts of other people extend them."""

import hashlib

import pytest
from outlines import outline
from page_decks import deck_of

from deckgen.card.code import CodeOptions
from deckgen.card.faces import check_layout, draw_faces
from deckgen.card.layout import BackOptions, load_layout
from deckgen.card.rules.panels import PanelsOptions
from deckgen.card.widgets import WIDGETS
from deckgen.draw import stylesheet
from deckgen.draw.contrast import contrast
from deckgen.draw.theme import load, settable_fields
from deckgen.errors import LayoutError
from deckgen.files import shipped_path, shipped_themes
from deckgen.game import read_game
from deckgen.game.starter import FOLDER
from deckgen.sheet.paper.theme import SheetStyle

BASE = "base/1"
FROZEN = {
    "card/base/1.svg": "df2abcc7a3273efd",
    "card/base/1.yaml": "bfbb1d9173196cb9",
    "card/base/icons-1.svg": "1f06949f53d61a18",
    "document/base/1.yaml": "2a20414601893939",
    "sheet/base/1.yaml": "e078e928c9a2ef9c",
}
"""SHA-256 of each file, by its first 16 digits."""
GAME = read_game(FOLDER)


def theme(kind):
    return load(shipped_themes(kind)[BASE], shipped_path("layouts") / kind)


def settable(options_type):
    return settable_fields(options_type).keys()


def test_files_of_a_base_never_change():
    layouts = shipped_path("layouts")
    hashes = {name: hashlib.sha256((layouts / name).read_bytes()).hexdigest()[:16] for name in FROZEN}
    changed = [name for name, digest in hashes.items() if FROZEN[name] != digest]
    assert not changed, (
        "make base/2 instead of changing base/1: layouts of other people extend it. Only an option that is new in "
        f"deckgen may be added, with the value that draws what was drawn: then renew { ({n: hashes[n] for n in changed}) }"
    )
    assert {f"{kind}/{BASE}.yaml" for kind in ("card", "document", "sheet")} < FROZEN.keys()


def test_a_base_says_every_option_so_that_no_default_decides():
    card, document = theme("card"), theme("document")
    missing = {name: settable(widget.options) - card.widgets.get(name, {}).keys() for name, widget in WIDGETS.items()}
    parts = {
        "page": stylesheet.PageStyle,
        "table": stylesheet.TableStyle,
        "plot": stylesheet.PlotStyle,
        "masthead": stylesheet.MastheadStyle,
        "frame": stylesheet.FrameStyle,
        **dict.fromkeys(stylesheet.STYLES, stylesheet.TextStyle),
    }
    missing |= {name: settable(part) - document.slots.get(name, {}).keys() for name, part in parts.items()}
    missing["sheet"] = settable(SheetStyle) - theme("sheet").slots["sheet"].keys()
    missing["back"] = settable(BackOptions) - card.back.keys()
    missing["panels"] = settable(PanelsOptions) - card.panels.keys()
    missing["code"] = settable(CodeOptions) - card.code.keys()
    assert {name: sorted(options) for name, options in missing.items() if options} == {}


def test_cards_of_a_base_are_what_they_were(golden):
    layout, spec = load_layout(BASE), GAME.deck()
    faces = draw_faces(layout, GAME, spec, deck_of(spec))
    drawings = (faces.fronts[0], faces.fronts[14], faces.back)
    golden("base-1.txt", "\n".join(map(outline, drawings)))


def test_a_base_is_neutral_and_easy_to_read():
    for kind in ("card", "document", "sheet"):
        colors = {name: ink for name, ink in theme(kind).inks.items() if max(ink.cmyk[:3])}
        assert len({ink.cmyk for ink in colors.values()}) == 1
        assert {"accent"} <= colors.keys() <= {"accent", "alarm", "deck"}
        for name in ("ink", "soft", "accent"):
            for ground in ("paper", "tint"):
                assert contrast(theme(kind).color(name), theme(kind).color(ground)) >= 4.5


def test_a_new_game_shows_all_its_sections_in_it():
    assert GAME.deck().layout == GAME.look == BASE
    assert check_layout(load_layout(BASE), GAME, GAME.deck()) == ()


def test_a_theme_that_extends_it_takes_its_drawing_and_says_what_differs(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        'extends: base/1\npalette: {accent: {screen: "#123456", cmyk: [90, 60, 0, 30]}}\n'
        "widgets: {grid: {row_ink: accent}}\nslots: {causes: {size: 9}}\n",
        encoding="utf-8",
    )
    layout = load_layout(tmp_path / "mine.yaml")
    problems = []
    assert layout.template.boxes == load_layout(BASE).template.boxes
    for slot, size in (("causes", 9), ("effects", 10)):
        options = layout.widget(slot, next(s for s in GAME.deck().sections if s.name == slot), problems)[1]
        assert options.size == pytest.approx(size * 25.4 / 72)
        assert options.row_ink == "#123456"
    assert problems == []


def test_sizes_of_an_extended_theme_follow_the_least_size_and_its_own_do_not(tmp_path):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="90mm" viewBox="0 0 70 90">{}</svg>'
    slot = '<rect id="slot-causes" x="5" y="5" width="60" height="40"/>'
    (tmp_path / "mine.svg").write_text(svg.format(slot), encoding="utf-8")
    theme = "extends: base/1\nminimum: 7\nslots: {causes: {widget: grid, SIZE}}\n"
    (tmp_path / "mine.yaml").write_text(theme.replace("SIZE", "size: 7"), encoding="utf-8")
    _, options = load_layout(tmp_path / "mine.svg").widgets["causes"]
    assert options.die_size == pytest.approx(7 * 25.4 / 72)
    (tmp_path / "mine.yaml").write_text(theme.replace("SIZE", "die_size: 6"), encoding="utf-8")
    with pytest.raises(LayoutError, match="6 pt is below the minimum of 7 pt"):
        load_layout(tmp_path / "mine.svg")


def test_a_widget_that_is_unknown_is_told(tmp_path):
    (tmp_path / "mine.yaml").write_text("extends: base/1\nwidgets: {gird: {size: 9}}\n", encoding="utf-8")
    with pytest.raises(LayoutError, match='there is no widget "gird"; did you mean "grid"'):
        load_layout(tmp_path / "mine.yaml")
