import pytest
from cli_fixtures import contents, refused

CALL = ("batch", "rough-magic", "--count", "2", "--seed", "run 1")


@pytest.mark.parametrize(
    "call",
    [
        ["--count", "0"],
        ["--count", "2", "-o", "-"],
        ["--count", "2", "--jobs", "2", "--scheduler", "tcp://x:1"],
    ],
)
def test_wrong_calls(call):
    refused("batch", "rough-magic", "--seed", "1", *call, code=2)


def test_a_deck_that_is_not_there(tmp_path):
    assert "no deck is called 'x'" in refused(*CALL, "--deck", "x", "-o", tmp_path / "out")
    assert contents(tmp_path) == {}
