import pytest
from cli_fixtures import process, refused, run
from game_files import COLUMNS, DECK, GAME as SMALL, SECTIONS, write


@pytest.fixture
def small(tmp_path):
    """A game of 20 cards of a user's own: it is solved in a moment."""
    deck = DECK.replace("[sun, moon]", "[clubs, hearts]").replace("2..12", "2..9")
    return write(tmp_path / "small", SMALL, COLUMNS.replace("d6", "d3"), deck, SECTIONS)


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


@pytest.mark.finding("R14")
def test_a_link_in_the_game_s_folder_is_not_written_through(small, tmp_path):
    """Whoever sends a game may send it with a link to any file."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (small / "solutions.lock.json").symlink_to(victim)
    assert "solutions.lock.json: this is a link to a file in another folder; put it" in refused(
        "solve", small
    )
    assert victim.read_text() == "mine"
    run("solve", small, "-q", "-o", small / "solutions.lock.json")  # who names it may
    assert victim.read_text() != "mine"


def test_what_is_no_file_is_not_taken_for_a_lock(small):
    (small / "solutions.lock.json").mkdir()
    assert "solutions.lock.json: this is no file; take it away" in refused("solve", small)
    assert not any((small / "solutions.lock.json").iterdir())
