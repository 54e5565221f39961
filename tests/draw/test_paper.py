import pytest
import yaml

from deckgen.draw import paper
from deckgen.draw.paper import find_paper, papers, to_mm
from deckgen.errors import PressError


def test_the_papers_file_has_nothing_that_is_not_read():
    data = yaml.safe_load((paper.Path(paper.__file__).with_name("papers.yaml")).read_text())
    assert {key for entry in data.values() for key in entry} == {"title", "width", "height", "margin"}
    assert list(papers()) == list(data)


def test_inches_become_mm():
    letter = find_paper("letter")
    assert (letter.title, letter.width, letter.height) == (
        "Letter",
        pytest.approx(215.9),
        pytest.approx(279.4),
    )


@pytest.mark.parametrize(("given", "length"), [(3, 3.0), ("0.125in", 3.175), ("72pt", 25.4), ("2mm", 2.0)])
def test_a_length_is_a_number_of_mm_or_ends_with_its_unit(given, length):
    assert to_mm(given) == pytest.approx(length)


def test_an_unknown_paper_is_told_with_those_there_are():
    with pytest.raises(PressError, match="there is no paper 'a0'") as told:
        find_paper("a0")
    assert "a4, letter, universal" in str(told.value)


@pytest.mark.parametrize(
    ("said", "name", "size"),
    [
        ("320x450mm", "320x450mm", (320, 450)),
        (" 450 X 320 ", "320x450mm", (320, 450)),
        ("12×18in", "12x18in", (304.8, 457.2)),
        ('13"x19"', "13x19in", (330.2, 482.6)),
        ("10x15cm", "10x15cm", (100, 150)),
        ("8,5x13in", "8.5x13in", (215.9, 330.2)),
    ],
)
def test_a_size_is_a_paper_with_a_name_for_files(said, name, size):
    made = find_paper(said)
    assert (made.name, (made.width, made.height)) == (name, pytest.approx(size))
    assert find_paper(made.name) == made


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("320mmx18in", "has two units, mm and in; write"),
        ("320x18in", "457.2 × 8128 mm; its sides must be 50 to 2000 mm"),
        ("0x0", "its sides must be"),
        ("-3x5", "is not a paper size; write"),
        ("nanx297", "is not a paper size"),
        ("1e9x1e9", "is not a paper size"),
        ("320x", "is not a paper size"),
        ("320x450x20", "is not a paper size"),
        ("320x450ell", "the unknown unit 'ell'; use mm, cm, in, pt"),
    ],
)
def test_what_is_no_size_is_told_with_what_to_write(said, told):
    with pytest.raises(PressError, match=told):
        find_paper(said)
