import pytest

from deckgen.game.examples import SituationResult


@pytest.mark.parametrize(
    ("result", "bare"),
    [
        (SituationResult("success", "Yes."), True),
        (SituationResult("head", value=()), True),
        (SituationResult("wide", least=()), False),
        (SituationResult("wide", most=()), False),
        (SituationResult("none", values=(None,)), False),
        (SituationResult("low", shown="lowest"), False),
    ],
)
def test_a_result_is_bare_if_only_its_name_says_when_it_holds(result, bare):
    assert result.is_unconditional is bare
