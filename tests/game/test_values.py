"""Values of cards and their JSON."""

from hypothesis import given, strategies as st

from deckgen.game.values import Cell, StackValue, has_keys, is_int_between, is_list, to_json


@given(st.integers(0, 99), st.booleans(), st.booleans())
def test_a_cell_says_only_what_is_so(value, again, failure):
    data = to_json(Cell(value, again, failure))
    assert data["value"] == value
    assert (data.get("again", False), data.get("critical_failure", False)) == (again, failure)
    assert len(data) == 1 + again + failure


def test_values_as_in_a_deck_file():
    stack = StackValue(("head", "chest"), 1)
    assert stack.standard_place == "chest"
    value = {"a": (Cell(1), Cell(6, again=True)), "b": stack, "c": (1, 2), "d": None, "e": True, "f": "x"}
    assert to_json(value) == {
        "a": [{"value": 1}, {"value": 6, "again": True}],
        "b": {"stack": ["head", "chest"], "standard": 1},
        "c": [1, 2],
        "d": None,
        "e": True,
        "f": "x",
    }


def test_true_is_no_number_and_tuples_are_no_lists():
    assert [is_int_between(value, 1, 3) for value in (1, 3, 0, 4, True, 1.0, "1")] == [
        True,
        True,
        *[False] * 5,
    ]
    assert has_keys({"a": 1, "b": 2}, ["b", "a"])
    assert not has_keys({"a": 1}, ["b", "a"])
    assert not has_keys(["a"], ["a"])
    assert is_list([1], 1)
    assert not is_list((1,), 1)
