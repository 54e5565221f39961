from hypothesis import given, strategies as st

from deckgen.card.patterns.stream import Stream


def test_a_text_has_one_stream():
    stream = Stream("action/42")
    first = [stream.share() for _ in range(4)]
    assert first == [Stream("action/42").share(), *first[1:]]
    assert [round(n, 9) for n in first] == FIRST
    assert Stream("action/43").share() != first[0]


FIRST = [0.862365937, 0.550032027, 0.985763265, 0.371267939]


def test_it_does_not_end():
    stream = Stream("")
    numbers = [stream.share() for _ in range(5000)]
    assert len(set(numbers)) == 5000
    assert 0.48 < sum(numbers) / 5000 < 0.52


@given(st.text(), st.integers(0, 40), st.integers(0, 40))
def test_numbers_are_in_their_range(text, low, more):
    stream = Stream(text)
    assert low <= stream.whole(low, low + more) <= low + more
    assert low <= stream.number(low, low + more) <= low + more
    even = stream.even((low, low + more))
    assert even % 2 == 0
    assert low <= even <= low + max(1, more)


def test_all_whole_numbers_come():
    stream = Stream("all")
    assert {stream.whole(3, 6) for _ in range(100)} == {3, 4, 5, 6}
    assert {stream.even((3, 9)) for _ in range(100)} == {4, 6, 8}
    assert {stream.sign() for _ in range(100)} == {-1, 1}
    assert {stream.pick("abc") for _ in range(100)} == {*"abc"}
