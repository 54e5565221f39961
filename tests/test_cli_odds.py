import csv
import io

import pytest
from cli_fixtures import GAME, deck_bytes, refused, run


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


@pytest.mark.parametrize(("name", "start"), [("a.pdf", b"%PDF"), ("a.html", b"<!doctype")])
def test_the_name_of_the_file_says_the_format(deck, tmp_path, name, start):
    run("odds", deck, "-q", "-o", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)


def rows(*arguments):
    out = run("odds", *arguments, "--format", "csv", "-q", "-o", "-").stdout_bytes
    return list(csv.DictReader(io.StringIO(out.decode(), newline="")))


def test_a_game_has_dice_alone_and_a_deck_has_both(deck):
    def find(found):
        wanted = ("causes", "III", "3", "7")
        return next(r for r in found if (r["section"], r["column"], r["row"], r["at_least"]) == wanted)

    game, own = find(rows(GAME)), find(rows(deck))
    assert (game["scope"], game["difficulty"]) == ("Pulp", "Challenging")
    assert game["deck"] == ""
    assert own["dice"] == game["dice"]
    assert abs(float(own["deck"]) - float(own["dice"])) <= 0.6 / 54


def test_wrong_calls_are_told(deck, tmp_path):
    assert "--deck chooses" in refused("odds", deck, "--deck", "action", "-o", tmp_path / "a.pdf", code=2)
    assert "no deck is called" in refused("odds", GAME, "--deck", "nonsense", "-o", tmp_path / "a.pdf")
    assert "nonsense" in refused("odds", "nonsense", "-o", tmp_path / "a.pdf")
    assert not (tmp_path / "a.pdf").exists()
