import pytest
from hypothesis import given, strategies as st

from deckgen.errors import (
    DeckgenError,
    GameError,
    Problem,
    Problems,
    closest_match,
    shorten_for_message,
    suggest,
    wrap_os_error,
)

PROBLEMS = st.lists(
    st.builds(
        Problem,
        st.sampled_from("ab"),
        st.none() | st.integers(1, 3),
        st.sampled_from("xy"),
        st.just("w"),
        st.just("r"),
    )
)


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem("a.yaml", 3, "size", "is wrong", "mend it"), "a.yaml:3: size: is wrong; mend it"),
        (Problem("a.yaml", 3, "", "is wrong", "mend it"), "a.yaml:3: is wrong; mend it"),
        (Problem("a", None, "size", "is wrong", "mend it"), "a: size: is wrong; mend it"),
        (Problem("", None, "", "is none", "name it"), '"": is none; name it'),
        (Problem("a", None, "", "is wrong", "mend it", "3d5\n  ^"), "a: is wrong; mend it\n    3d5\n      ^"),
        (Problem(" a", 3, "", "is none", "name it"), '" a":3: is none; name it'),
    ],
)
def test_a_problem_is_one_line(problem, text):
    assert str(problem) == text
    assert str(DeckgenError(problem)) == text


@given(PROBLEMS)
def test_all_problems_are_raised_once_in_the_order_of_their_lines(given_problems):
    problems = Problems()
    for each in given_problems:
        problems.add(each.file, each.line, each.path, each.message, each.remedy)
    assert list(problems) == list(dict.fromkeys(given_problems))
    assert bool(problems) is bool(given_problems)
    if not given_problems:
        problems.raise_as(GameError)
        return
    with pytest.raises(GameError) as raised:
        problems.raise_as(GameError)
    told = raised.value.problems
    assert set(told) == set(given_problems)
    assert len(told) == len(set(given_problems))
    places = [(problem.file, problem.line or 0, problem.path) for problem in told]
    assert places == sorted(places)


def test_an_error_of_the_system_is_told_with_a_remedy():
    with (
        pytest.raises(GameError, match=r"^a\.yaml: No such file; look$"),
        wrap_os_error(GameError, "a.yaml", "look"),
    ):
        raise FileNotFoundError(2, "No such file")


def test_other_errors_pass():
    with pytest.raises(KeyError), wrap_os_error(GameError, "a.yaml", "look"):
        raise KeyError


@pytest.mark.parametrize(
    ("name", "names", "remedy"),
    [
        ("pokr", ["poker", "west"], 'did you mean "poker"?'),
        ("zzz", ["poker", "west"], "choose from poker, west"),
        ("zzz", [], "there is none to choose from"),
    ],
)
def test_a_remedy_names_the_nearest_or_all(name, names, remedy):
    assert suggest(name, names) == remedy


@pytest.mark.parametrize(
    ("name", "names", "guess"),
    [
        ("First Set", ["First set", "Second set", "Core game"], "First set"),
        (" a4 ", ["a4", "letter"], "a4"),
        ("LETER", ["a4", "letter"], "letter"),
        ("psi", ["action", "psionics", "extras"], "psionics"),
        ("west", ["west-that-wasnt", "rough-magic"], "west-that-wasnt"),
        ("ma", ["magic", "magic-light"], None),
        ("c", ["cards"], None),
        ("", ["cards"], None),
    ],
)
def test_what_is_meant_is_found_in_other_letters_misspelt_or_begun(name, names, guess):
    assert closest_match(name, names) == guess


def test_beside_a_guess_stand_the_others_if_they_are_few_and_what_else_can_be_done():
    few = ["poker", "west"]
    assert suggest("pokr", few, listed=True) == 'did you mean "poker"? there are poker, west'
    assert suggest("pokr", few[:1], listed=True) == 'did you mean "poker"?'
    many = [*few, *(f"name{i}" for i in range(9))]
    assert suggest("pokr", many, listed=True, otherwise="wait") == 'did you mean "poker"? or wait'
    assert suggest("pokr", few, listed=True, otherwise="wait") == 'did you mean "poker"? there are poker, west, or wait'
    assert suggest("zzz", few, otherwise="wait") == "choose from poker, west, or wait"


def test_not_more_than_twenty_names_are_listed():
    names = [f"name{i}" for i in range(21)]
    assert suggest("zzz", names[:20]) == "choose from " + ", ".join(names[:20])
    assert suggest("zzz", names) == "choose from " + ", ".join(names[:20]) + ", ..."


@pytest.mark.finding("R20")
def test_what_steers_a_terminal_is_shown_and_forges_no_line():
    forged = Problem("a\x1b[2J.yaml", 3, "sections.\u202ex\u2028", "is\r\nb.yaml:1: sound", "\x9bmend\x7f it")
    assert str(forged) == (r"a\x1b[2J.yaml:3: sections.\u202ex\u2028: is\r\nb.yaml:1: sound; \x9bmend\x7f it")
    assert str(DeckgenError([forged])).isprintable()


def test_letters_of_any_language_are_shown_as_they_are():
    text = "épée 東京 שלום 👩\u200d🚀 ﷺ \\n"
    assert shorten_for_message(text) == text


def test_a_long_text_is_shortened():
    said = str(Problem("a.yaml", 1, "k" * 100_000, "w", "r"))
    assert 600 < len(said) < 700
    assert " ... " in said


@pytest.mark.finding("R17")
def test_when_there_is_no_end_of_problems_the_first_are_raised():
    problems = Problems()
    for number in range(300):
        for _ in range(2):
            problems.add("a", 300 - number, "", "is wrong", "mend it")
    with pytest.raises(DeckgenError) as caught:
        problems.add("b", 1, "", "is wrong", "mend it")
    assert len(caught.value.problems) == 302
    assert caught.value.problems[0].line == 1
    assert caught.value.problems[-1] == Problem("b", None, "", "more than 300 errors", "fix these first")


@pytest.mark.finding("R17")
def test_names_without_end_are_not_compared():
    assert closest_match("a" * 50_000, ["b" * 50_000]) is None
    assert closest_match("name", map(str, range(100_000))) is None
    assert closest_match("A7", (f"a{number}" for number in range(100_000))) == "a7"
