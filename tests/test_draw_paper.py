import pytest
import yaml

from deckgen.draw import paper
from deckgen.draw.paper import mm, paper_named, papers
from deckgen.errors import PressError


def test_the_papers_file_has_nothing_that_is_not_read():
    data = yaml.safe_load((paper.Path(paper.__file__).with_name("papers.yaml")).read_text())
    assert {key for entry in data.values() for key in entry} == {"title", "width", "height", "margin"}
    assert list(papers()) == list(data)


def test_inches_become_mm():
    letter = paper_named("letter")
    assert (letter.title, letter.width, letter.height) == (
        "Letter",
        pytest.approx(215.9),
        pytest.approx(279.4),
    )


@pytest.mark.parametrize(("given", "length"), [(3, 3.0), ("0.125in", 3.175), ("72pt", 25.4), ("2mm", 2.0)])
def test_a_length_is_a_number_of_mm_or_ends_with_its_unit(given, length):
    assert mm(given) == pytest.approx(length)


def test_an_unknown_paper_is_told_with_those_there_are():
    with pytest.raises(PressError, match="there is no paper 'a5'") as told:
        paper_named("a5")
    assert "a4, letter, universal" in str(told.value)
