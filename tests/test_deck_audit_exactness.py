import re

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.exactness import exactness
from deckgen.deck.solve.cells import mean_denominator
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store
from deckgen.odds import Roll, distribution

DRAWS = st.sampled_from(("without-replacement", "with-replacement"))
ROLLS = st.builds(
    Roll,
    st.tuples(st.integers(2, 60), st.integers(1, 3)).map(lambda pool: (pool[0],) * pool[1]),
    st.sampled_from(("sum", "highest")),
    st.sampled_from(("none", "open", "penetrating")),
    st.just("choose"),
    st.booleans(),
)


@settings(deadline=None)
@given(ROLLS, st.integers(20, 200), DRAWS)
def test_what_is_said_is_true(roll, size, draw):
    """A mean can be exact if the target's denominator divides a mean's; the reason names what does not."""
    found = exactness(roll, size, draw)
    mean = distribution(roll).mean
    most = size // 3 if roll.explode != "none" else 0
    denominators = [mean_denominator(k, size, draw) for k in range(most + 1)]
    assert found.possible == any(d % mean.denominator == 0 for d in denominators)
    assert bool(found.reason) == (not found.possible)
    if found.possible:
        return
    divisor = int(re.match(r"\d+", found.reason)[0])
    assert mean.denominator % divisor == 0
    assert all(d % divisor for d in denominators)
    if power := re.match(r"(\d+) = (\d+)\^(\d+) ", found.reason):
        assert int(power[1]) == int(power[2]) ** int(power[3])
    # the numbers of plain cards that are ruled out are all that are allowed
    if roll.explode != "none":
        assert f"from {size - size // 3} to {size - (draw == 'without-replacement')}" in found.reason


@pytest.mark.parametrize(
    ("roll", "size"), [(Roll((8,), explode="open"), 54), (Roll((20,), explode="open"), 54), (Roll((3,)), 21)]
)
def test_what_can_be_exact_is(roll, size):
    assert exactness(roll, size, "without-replacement").possible
    cell = Store().find(Request(roll, size, "without-replacement"))
    assert cell.mean("without-replacement") == distribution(roll).mean
