"""Rich text in data."""

import pytest

from deckgen.markup import has_open_stars, plain_text, split_runs


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [("plain", "")]),
        ("a **b** c", [("a ", ""), ("b", "bold"), (" c", "")]),
        ("*a* b", [("a", "italic"), (" b", "")]),
        ("**a *b* c**", [("a ", "bold"), ("b", "bold-italic"), (" c", "bold")]),
        ("***a***", [("a", "bold-italic")]),
        ("lose 2{icon-gold-coin}!", [("lose 2", ""), ("gold coin", "icon-gold-coin"), ("!", "")]),
        ("2 * 3, 4* and *", [("2 * 3, 4* and *", "")]),
        ("**a** or **b**", [("a", "bold"), (" or ", ""), ("b", "bold")]),
        ("", []),
    ],
)
def test_runs(text, runs):
    assert list(split_runs(text)) == runs


def test_plain_text_is_one_line_without_markup():
    assert plain_text("**Storm**: lose 2{icon-gold}.\n\n- be {mark.place.prone}\n- *rest*") == (
        "Storm: lose 2 gold. be prone rest"
    )
    assert plain_text("5 * 3") == "5 * 3"


@pytest.mark.parametrize(("text", "is_open"), [("a **b", True), ("**a** **", True), ("**a**", False), ("2 * 3", False)])
def test_open_stars(text, is_open):
    assert has_open_stars(text) is is_open
