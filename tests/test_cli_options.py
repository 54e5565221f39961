import os

import click
import pytest
from cli_fixtures import run

from deckgen.cli.options import any_text, offset


@pytest.mark.parametrize("seed", ["42", "", " ", "our campaign", "été", "日本", "a/b\n"])
def test_any_text_is_a_seed(seed):
    assert any_text(seed) == seed


def test_a_seed_that_is_no_text_is_refused():
    with pytest.raises(click.BadParameter, match="UTF-8"):
        any_text(os.fsdecode(b"\xff"))


@pytest.mark.parametrize(("text", "value"), [("0.5,-1", (0.5, -1)), (" 1 , 2", (1, 2)), ("0,0", (0, 0))])
def test_an_offset_is_two_lengths(text, value):
    assert offset(text) == value


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "a,b", "nan,0", "0,inf"])
def test_other_offsets_are_refused(text):
    with pytest.raises(click.BadParameter, match=r"two numbers|no length"):
        offset(text)


def test_papers_are_called_in_any_case(tmp_path):
    for name in ("A4", "Letter"):
        run("sheet", "rough-magic", "--paper", name, "-o", tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "rough-magic-sheet-a4.pdf",
        "rough-magic-sheet-letter.pdf",
    ]
