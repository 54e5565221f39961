import pytest
from cli_fixtures import process, run
from game_files import COLUMNS, DECK, GAME as SMALL, SECTIONS, write


@pytest.fixture
def small(tmp_path):
    """A game of 26 cards of a user's own."""
    return write(tmp_path / "small", SMALL, COLUMNS, DECK.replace("[sun, moon]", "[clubs, hearts]"), SECTIONS)


def test_a_solved_game_deals_the_same_decks_as_one_that_is_solved_on_the_way(small, tmp_path):
    made = []
    for hash_seed in ("1", "2"):
        environment = {"DECKGEN_CACHE": str(tmp_path / hash_seed), "PYTHONHASHSEED": hash_seed}
        done = process("generate", small, "--seed", "1", "-q", "-o", "-", **environment)
        assert (done.returncode, done.stderr) == (0, b"")
        made.append(done.stdout)
    result = run("solve", small)
    (lock,) = small.glob("*.json")
    assert (result.stdout, result.stderr.splitlines()[-1]) == ("", f"wrote {lock}")
    assert run("solve", small, "-o", "-").stdout_bytes == lock.read_bytes()
    made.append(run("generate", small, "--seed", "1", "-q", "-o", "-").stdout_bytes)
    assert made[0] == made[1] == made[2]
