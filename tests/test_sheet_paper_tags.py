"""Pages are taken apart: art, runs of texts, and the tree of what is read."""

from press_drawings import STYLE, rect

from deckgen.draw.drawing import Drawing, Text
from deckgen.sheet.paper.tags import FIELD, Part, TagNode, TagPlace, read


def text(string):
    return Text(1, 1, string, "regular", 3, "#000000")


def page(*items):
    return Drawing(50, 50, 0, items, STYLE, "page")


def test_texts_lie_on_the_art_and_are_read_in_the_order_of_the_parts():
    panel, title, label, value = rect(1, 1, 5, 5), text("Title"), text("Label"), text("Value")
    place = TagPlace(FIELD, 0)
    found = read(
        page(label, panel, title, value),
        Part("Sect", [Part("H2", [2]), Part("P", [0]), place, Part("P", [3])]),
    )
    assert found.art.items == (panel,)
    assert found.words.runs == ((title,), (label,), (value,))
    assert found.tree == TagNode("Sect", (TagNode("H2", (0,)), TagNode("P", (1,)), place, TagNode("P", (2,))))


def test_lines_that_follow_each_other_are_one_run():
    one, other, last = text("One"), text("Two"), text("Three")
    part = Part("P", [0, 2, TagPlace(FIELD, 3), 3])
    found = read(page(one, rect(1, 1, 5, 5), other, last), part)
    assert found.words.runs == ((one, other), (last,))
    assert found.tree.inside == (0, TagPlace(FIELD, 3), 1)


def test_texts_without_a_part_are_read_at_the_end():
    found = read(page(text("One"), text("Two"), text("Three")), Part("Sect", [Part("P", [1])]))
    assert [item.string for run in found.words.runs for item in run] == ["Two", "One", "Three"]
    assert found.tree.inside[-1] == TagNode("P", (1,))
