from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest

from deckgen.draw.fonts import PT, packaged_file
from deckgen.draw.theme import Color, FontFace, Icon, Length, Points, load, read_options
from deckgen.errors import LayoutError, Problems
from deckgen.records import record


@dataclass(frozen=True)
class Asked:
    size: Points = 9.0
    gap: Length = 1.0
    plate: Length = -1.0
    share: float = 0.5
    columns: int = 1


BASE = """\
palette:
  ink: {screen: "#000000", cmyk: [0, 0, 0, 100]}
  gold: {screen: "#ffcc00", cmyk: [0, 20, 100, 0], spot: Gold Foil}
minimum: 6
strings: {title: "{title}"}
slots:
  causes: {size: 9, ink: gold}
"""


def write(folder, name, text):
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(folder, text):
    with pytest.raises(LayoutError) as caught:
        load(write(folder, "bad", text), folder)
    return caught.value.problems


def test_inks_are_shares_and_may_be_spots(tmp_path):
    theme = load(write(tmp_path, "base", BASE), tmp_path)
    gold = theme.inks_by_screen()["#ffcc00"]
    assert (gold.name, gold.cmyk, gold.spot) == ("gold", (0, 0.2, 1, 0), "Gold Foil")
    assert theme.minimum == pytest.approx(6 * PT)


def test_an_ink_may_have_a_mix_for_small_text_which_another_color_of_that_name_does_not_take_over(tmp_path):
    text = BASE.replace("[0, 0, 0, 100]}", "[60, 40, 40, 50], small: [20, 0, 0, 80]}")
    theme = load(write(tmp_path, "base", text), tmp_path)
    assert theme.inks["ink"].small == (0.2, 0, 0, 0.8)
    assert theme.inks["gold"].small is None
    alike = text.replace("  gold:", '  black: {screen: "#000000", cmyk: [60, 40, 40, 50]}\n  gold:')
    assert load(write(tmp_path, "alike", alike), tmp_path).inks["black"].small == (0.2, 0, 0, 0.8)
    child = 'extends: base\npalette:\n  ink: {screen: "#333333", cmyk: [0, 0, 0, 90]}\n'
    assert load(write(tmp_path, "child", child), tmp_path).inks["ink"].small is None
    (problem,) = problems_of(tmp_path, BASE.replace("[0, 0, 0, 100]}", "[0, 0, 0, 100], small: [1, 2]}"))
    assert "palette.ink.small" in problem.path


def test_a_theme_extends_another(tmp_path):
    write(tmp_path, "base", BASE)
    (tmp_path / "base.svg").write_text("<svg/>", encoding="utf-8")
    text = 'extends: base\npalette:\n  gold: {screen: "#886600", cmyk: [0, 20, 100, 50]}\nslots:\n  causes: {size: 8}\n'
    theme = load(write(tmp_path, "child", text), tmp_path)
    assert theme.template == tmp_path / "base.svg"
    assert {name: spot.value for name, spot in theme.slots["causes"].items()} == {"size": 8, "ink": "gold"}
    assert theme.recolor == {"#000000": "#000000", "#ffcc00": "#886600"}
    assert theme.strings == {"title": "{title}"}


def test_a_theme_extends_several_of_which_the_later_goes_before(tmp_path):
    write(tmp_path, "base", BASE)
    (tmp_path / "base.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "look").mkdir()
    write(
        tmp_path / "look",
        "west",
        'palette:\n  gold: {screen: "#886600", cmyk: [0, 20, 100, 50]}\ncorners: notch\n',
    )
    theme = load(write(tmp_path, "child", "extends: [base, look/west]\nminimum: 7\n"), tmp_path)
    assert theme.template == tmp_path / "base.svg"
    assert (theme.color("gold"), theme.corners, theme.minimum) == ("#886600", "notch", pytest.approx(7 * PT))
    assert theme.recolor["#ffcc00"] == "#886600"


@pytest.mark.parametrize(
    ("extends", "what"), [("[base, gone]", '"gone", which does not exist'), ("loop", "extends this theme")]
)
def test_every_theme_that_is_extended_must_be_there_and_end(tmp_path, extends, what):
    write(tmp_path, "base", BASE)
    write(tmp_path, "loop", "extends: bad\n")
    (problem,) = problems_of(tmp_path, f"minimum: 6\nextends: {extends}\n")
    assert what in problem.message
    assert problem.line == (1 if extends == "loop" else 2)


OF_DECKS = """\
extends: base
decks:
  psionics:
    palette: {gold: {screen: "#a98be0", cmyk: [38, 48, 0, 0]}}
    strings: {title: Psi}
    slots: {causes: {size: 7}}
    template: psi.svg
"""


def test_a_deck_has_what_the_theme_says_of_it(tmp_path):
    write(tmp_path, "base", BASE)
    (tmp_path / "base.svg").write_text("<svg/>", encoding="utf-8")
    file = write(tmp_path, "child", OF_DECKS)
    own, other = load(file, tmp_path, "psionics"), load(file, tmp_path, "action")
    assert own.decks == other.decks == ("psionics",)
    assert (own.color("gold"), other.color("gold")) == ("#a98be0", "#ffcc00")
    assert own.recolor["#ffcc00"] == "#a98be0"
    assert (own.strings["title"], other.strings["title"]) == ("Psi", "{title}")
    assert {name: spot.value for name, spot in own.slots["causes"].items()} == {"size": 7, "ink": "gold"}
    assert (own.template.name, other.template.name) == ("psi.svg", "base.svg")
    grandchild = load(write(tmp_path, "third", "extends: child\nstrings: {title: Third}\n"), tmp_path, "psionics")
    assert (grandchild.color("gold"), grandchild.strings["title"]) == ("#a98be0", "Psi")


def test_what_a_deck_cannot_say_is_a_problem(tmp_path):
    (problem,) = problems_of(tmp_path, "decks:\n  psionics: {fonts: {bold: x.ttf}}\n")
    assert problem.path.startswith("decks.psionics")


def test_two_inks_of_one_screen_color_are_a_problem(tmp_path):
    extra = '  dark: {screen: "#000000", cmyk: [60, 40, 40, 100]}\n'
    (problem,) = problems_of(tmp_path, BASE.replace("minimum", extra + "minimum", 1))
    assert (problem.line, problem.path) == (4, "palette.dark")
    assert '"ink"' in problem.message


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("palete: {}\n", "palete"),
        ('palette:\n  ink: {screen: "black", cmyk: [0, 0, 0, 100]}\n', "palette.ink.screen"),
        ('palette:\n  ink: {screen: "#000000", cmyk: [0, 0, 0, 101]}\n', "palette.ink.cmyk[3]"),
        ("fonts: {regular: gone.ttf}\n", "fonts.regular"),
        ("extends: gone\n", "extends"),
        ("extends: bad\n", "extends"),
    ],
)
def test_problems_of_themes(tmp_path, text, path):
    assert [problem.path for problem in problems_of(tmp_path, text)] == [path]


@dataclass(frozen=True)
class Look:
    ink: Color = "ink"
    size: Points = 9.0
    width: Length = 1.5
    face: FontFace = "bold"
    icon: Icon = ""
    flag: bool = False
    words: str = ""
    shape: Literal["plate", "disc"] = "plate"


def resolved(tmp_path, options):
    text = BASE.partition("slots:")[0] + f"slots:\n  causes: {options}\n"
    theme = load(write(tmp_path, "base", text), tmp_path)
    problems = Problems()
    return read_options(Look, theme.slots["causes"], theme, {"icon-a": None}, problems, "slots.causes"), list(problems)


def test_options_become_screen_colors_and_mm(tmp_path):
    look, problems = resolved(
        tmp_path,
        "{widget: grid, ink: gold, size: 8, width: 2, icon: icon-a, flag: true, words: x, shape: disc}",
    )
    assert not problems
    assert look == Look("#ffcc00", 8 * PT, 2.0, "bold", "icon-a", flag=True, words="x", shape="disc")


def test_options_left_out_have_their_defaults(tmp_path):
    look, problems = resolved(tmp_path, "{}")
    assert not problems
    assert (look.ink, look.size) == ("#000000", 9 * PT)


@pytest.mark.parametrize(
    "option",
    [
        "color: gold",
        "ink: silver",
        "size: 5",
        "size: big",
        "width: wide",
        "face: thin",
        "icon: icon-b",
        "flag: 1",
        "words: 3",
        "shape: star",
    ],
)
def test_bad_options_are_told_with_their_line(tmp_path, option):
    _, (problem,) = resolved(tmp_path, f"{{{option}}}")
    assert problem.path == "slots.causes." + option.partition(":")[0]
    assert problem.line is not None


@dataclass(frozen=True)
class Small:
    ink: Color = "silver"
    size: Points = 4.0


@dataclass(frozen=True)
class Plain:
    fill: Color = "paper"


@pytest.mark.parametrize(("palette", "fill"), [("white", "#ffffff"), ("paper", "#fbf3e2")])
def test_a_color_left_out_is_one_that_the_palette_has(tmp_path, palette, fill):
    own = f"palette: {{{palette}: {{screen: '{fill}', cmyk: [0, 0, 0, 0]}}}}\n"
    theme, problems = load(write(tmp_path, "own", own), tmp_path), Problems()
    assert read_options(Plain, {}, theme, {}, problems, "slots.causes").fill == fill
    assert not list(problems)


def test_defaults_respect_the_theme(tmp_path):
    theme = load(write(tmp_path, "base", BASE), tmp_path)
    problems = Problems()
    assert read_options(Small, {}, theme, {}, problems, "slots.causes").size == pytest.approx(6 * PT)
    (problem,) = problems
    assert problem.path == "slots.causes.ink"
    assert "left out, and the palette has no color 'silver'" in problem.message


@dataclass(frozen=True)
class Numbers:
    size: Points = 5.5
    gap: Length = 1.0
    share: float = 0.5
    columns: int = 1
    fill: Color = "none"


def test_a_theme_may_enlarge_sizes_and_lengths_but_not_shares(tmp_path):
    theme = load(write(tmp_path, "base", BASE.replace("minimum: 6", "minimum: 7\nenlarge: 2")), tmp_path)
    look = read_options(Numbers, {}, theme, {}, Problems(), "x")
    assert look.size == pytest.approx(11 * PT)
    assert (look.gap, look.share, look.columns, look.fill) == (2.0, 0.5, 1, "")


@pytest.mark.parametrize(
    ("option", "what"),
    [("columns: 1.5", "whole number"), ("columns: 0", "whole number"), ("size: 2", "4 pt is below")],
)
def test_what_is_no_number_of_columns_and_too_small_once_enlarged_is_told(tmp_path, option, what):
    text = BASE.replace("minimum: 6", "minimum: 7\nenlarge: 2") + f"  numbers: {{{option}}}\n"
    theme, problems = load(write(tmp_path, "base", text), tmp_path), Problems()
    read_options(Numbers, theme.slots["numbers"], theme, {}, problems, "slots.numbers")
    (problem,) = problems
    assert what in problem.message


def test_icons_stand_beside_the_theme_or_are_shipped(tmp_path):
    theme = write(tmp_path, "base", "icons: icons.svg\n" + BASE)
    shipped_here = tmp_path / "shipped"
    shipped_here.mkdir()
    assert load(theme, shipped_here).icons == tmp_path / "icons.svg"
    (shipped_here / "icons.svg").write_text("<svg/>", encoding="utf-8")
    assert load(theme, shipped_here).icons == shipped_here / "icons.svg"
    (tmp_path / "icons.svg").write_text("<svg/>", encoding="utf-8")
    assert load(theme, shipped_here).icons == tmp_path / "icons.svg"


def test_a_theme_names_colors_of_foil_and_varnish(tmp_path):
    inks = load(write(tmp_path, "base", BASE + "foil: gold\nvarnish: [ink]\n"), tmp_path).inks
    assert {ink.finish for name, ink in inks.items() if name not in ("ink", "gold")} <= {""}
    assert (inks["gold"].finish, inks["ink"].finish) == ("foil", "varnish")


def test_a_finish_of_a_color_that_the_palette_lacks_is_told(tmp_path):
    (problem,) = problems_of(tmp_path, BASE + "varnish: [gold, gol]\n")
    assert (problem.path, problem.message) == ("varnish[1]", 'the palette has no color "gol"')
    assert 'did you mean "gold"' in problem.remedy


def test_sections_may_be_left_out_on_purpose(tmp_path):
    assert load(write(tmp_path, "base", BASE + "without: [clock]\n"), tmp_path).without == {"clock"}


def test_a_theme_may_have_files_for_letters_that_its_faces_lack(tmp_path):
    (tmp_path / "own.ttf").write_bytes(Path(packaged_file("black")).read_bytes())
    theme = load(write(tmp_path, "base", BASE + "fallbacks: [own.ttf]\n"), tmp_path)
    assert theme.fonts.files["fallback-1"] == str(tmp_path / "own.ttf")
    assert "fallback-1" not in load(write(tmp_path, "none", BASE), tmp_path).fonts.files
    (problem,) = problems_of(tmp_path, BASE + "fallbacks: [own.ttf, other.ttf]\n")
    assert "there is no font file other.ttf" in problem.message
    (tmp_path / "other.ttf").write_bytes(b"OTTO no TrueType")
    (problem,) = problems_of(tmp_path, BASE + "fallbacks: [own.ttf, other.ttf]\n")
    assert "the font cannot be read" in problem.message
    assert problem.path == "fallbacks[1]"


def test_a_face_may_be_one_of_source_sans_pro(tmp_path):
    theme = load(write(tmp_path, "narrow", BASE + "fonts: {narrow: semibold}\n"), tmp_path)
    assert theme.fonts.files["narrow"] == theme.fonts.files["semibold"] == packaged_file("semibold")


@pytest.mark.finding("R12")
@pytest.mark.parametrize(
    ("kind", "name", "value", "what"),
    [
        (Asked, "size", 0, "0 is not a number from 1 to 1000"),
        (Asked, "size", 1e9, "is not a number from 1 to 1000"),
        (Asked, "gap", -1, "-1 is not a number from 0 to 1000"),
        (Asked, "gap", 99999999.5, "is not a number from 0 to 1000"),
        (Asked, "gap", float("inf"), "is not a number"),
        (Asked, "plate", -1001, "is not a number from -1000 to 1000"),
        (Asked, "share", 99, "is not a number from -10 to 10"),
        (Asked, "share", float("nan"), "is not a number"),
        (Asked, "columns", 10**400, "is not a whole number from 1 to 100"),
        (Asked, "columns", 1.5, "is not a whole number from 1 to 100"),
    ],
)
def test_numbers_that_nothing_can_be_drawn_with_are_told(tmp_path, kind, name, value, what):
    theme, problems = load(write(tmp_path, "base", BASE), tmp_path), Problems()
    spot = replace(theme.slots["causes"]["size"], value=value)
    read_options(kind, {name: spot}, theme, {}, problems, "slots.causes")
    (problem,) = problems
    assert what in problem.message


@pytest.mark.finding("R14")
@pytest.mark.parametrize(
    "text",
    [
        "extends: ../../x",
        "fonts: {regular: ../../x.ttf}",
        "fonts: {regular: /etc/passwd}",
        "fallbacks: [../../x.ttf]",
        'extends: "a\\0b"',
    ],
)
def test_a_theme_names_only_what_is_within_its_reach(tmp_path, text):
    (problem, *_) = problems_of(tmp_path, text)
    assert "is outside the folder" in problem.message or problem.message == "no file can have this name"


@pytest.mark.finding("R17")
def test_a_theme_that_is_extended_twice_is_read_once(tmp_path):
    write(tmp_path, "t0", BASE)
    for i in range(1, 30):
        write(tmp_path, f"t{i}", f"extends: [t{i - 1}, t{i - 1}]")
    assert load(tmp_path / "t29.yaml", tmp_path).inks == load(tmp_path / "t0.yaml", tmp_path).inks


@record
class Mark:
    ink: Color
    fill: Color


@record
class Marked:
    size: Points = 9.0
    open: Mark = Mark("ink", "gold")


def test_what_a_theme_says_of_a_mark_is_kept_where_another_says_the_rest(tmp_path):
    write(tmp_path, "base", BASE + "  marked: {open: {ink: gold}}\n")
    theme = load(write(tmp_path, "child", "extends: base\nslots: {marked: {open: {fill: none}}}\n"), tmp_path)
    problems = Problems()
    options = read_options(Marked, theme.slots["marked"], theme, {}, problems, "slots.marked")
    assert options.open == Mark("#ffcc00", "")
    assert not problems


@pytest.mark.parametrize(
    ("said", "name"),
    [("open_fill: gold", "open_fill"), ("open: gold", "open"), ("open: {fil: gold}", "open.fil")],
)
def test_an_option_that_a_mark_lacks_is_told_with_the_one_that_was_meant(tmp_path, said, name):
    theme = load(write(tmp_path, "base", BASE + f"  marked: {{{said}}}\n"), tmp_path)
    problems = Problems()
    assert read_options(Marked, theme.slots["marked"], theme, {}, problems, "slots.marked") == Marked(
        9.0 * PT, Mark("#000000", "#ffcc00")
    )
    (problem,) = problems
    assert problem.message == f'there is no option "{name}" here'
    assert "open.fill" in problem.remedy
    assert problem.line == 8
