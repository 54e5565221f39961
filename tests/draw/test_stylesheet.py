import pytest

from deckgen.draw.stylesheet import STYLES, load_stylesheet
from deckgen.errors import LayoutError


def test_the_shipped_look_keeps_to_its_smallest_type():
    look = load_stylesheet()
    sizes = [look.texts[s].size for s in STYLES] + [look.page.size, look.table.size, look.plot.size]
    assert min(sizes) >= look.theme.minimum - 1e-9


def test_another_look_extends_it(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: plain\nslots: {title: {size: 30}}\n", encoding="utf-8")
    assert load_stylesheet(file).texts["title"].size == pytest.approx(30 * 25.4 / 72)


def test_every_problem_of_a_look_is_told(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "extends: plain\nslots: {titel: {size: 9}, text: {ink: blue}, small: {size: 3}}\n", encoding="utf-8"
    )
    with pytest.raises(LayoutError) as error:
        load_stylesheet(file)
    assert len(error.value.problems) == 3


def test_an_unknown_look_is_refused_with_those_there_are():
    with pytest.raises(LayoutError, match="plain"):
        load_stylesheet("fancy")


@pytest.mark.parametrize("option", ["table: {ink: accent}", "plot: {title_size: 9}", "masthead: {kicker_size: 8}"])
def test_what_is_fixed_is_no_option(tmp_path, option):
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: plain\nslots: {{{option}}}\n", encoding="utf-8")
    with pytest.raises(LayoutError, match="there is no option") as error:
        load_stylesheet(file)
    assert option.split()[1].strip("{:") not in error.value.problems[0].remedy.split(", ")
