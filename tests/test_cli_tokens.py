import pytest
from cli_fixtures import GAME, contents, refused, run
from game_files import COLUMNS, DECK, GAME as SMALL, SECTIONS, write
from pypdf import PdfReader

TOKENS = "tokens:\n  coin: {title: Coin, count: 200, colour: open, text: pays, size: 30}\n"


@pytest.fixture
def small(tmp_path):
    """A game of a user's own with 200 large tokens."""
    return write(tmp_path / "small", SMALL, COLUMNS, DECK, SECTIONS, TOKENS)


def words(pdf):
    return [page.extract_text() for page in PdfReader(pdf).pages]


@pytest.mark.parametrize("paper", ["a4", "letter", "universal"])
def test_all_tokens_of_a_game_fit_on_two_sheets(tmp_path, paper):
    out = tmp_path / "tokens.pdf"
    result = run("tokens", GAME, "--paper", paper, "-o", out)
    assert (result.stdout, result.stderr) == ("", f"wrote {out}\n")
    assert len(words(out)) == 2


def test_tokens_that_do_not_fit_go_on_over_sheets_with_backs_if_they_are_wanted(small, tmp_path):
    run("tokens", small, "-q", "-o", tmp_path / "t.pdf")
    fronts = words(tmp_path / "t.pdf")
    assert sum(page.count("pays") for page in fronts) == 200
    run("tokens", small, "--flip", "long-edge", "-q", "-o", tmp_path / "t.pdf")
    both = words(tmp_path / "t.pdf")
    assert len(both) == 2 * len(fronts)
    assert [page.count("pays") for page in both[::2]] == [page.count("pays") for page in fronts]
    assert not any("pays" in page for page in both[1::2])


def test_a_folder_gets_a_file_of_that_name_and_stdout_the_same_bytes(tmp_path):
    run("tokens", "rough-magic", "-q", "-o", tmp_path / "out")
    (name,) = contents(tmp_path / "out")
    assert name == "rough-magic-tokens-a4.pdf"
    assert run("tokens", "rough-magic", "-o", "-").stdout_bytes == contents(tmp_path / "out")[name]


def test_tokens_speak_the_language_that_is_asked_for(tmp_path):
    run("tokens", GAME, "--language", "de", "-q", "-o", tmp_path / "t.pdf")
    assert sum(page.count("Zielen") for page in words(tmp_path / "t.pdf")) == 12


def test_a_game_without_tokens_and_an_unknown_paper_are_told(tmp_path):
    plain = write(tmp_path / "plain", SMALL, COLUMNS, DECK, SECTIONS)
    assert "the game has no tokens; add them under tokens:" in refused("tokens", plain, "-o", "-")
    assert "paper 'a9'" in refused("tokens", GAME, "--paper", "a9", "-o", "-")


def test_validate_tells_tokens_that_cannot_be_drawn(small):
    write(small, **{"4": TOKENS.replace("open", "gold")})
    assert 'tokens.coin.colour: the palette has no colour "gold"' in refused("validate", small)


def test_a_token_that_is_no_token_is_told_with_its_line(small):
    write(
        small, **{"4": "tokens:\n  coin: {title: Coin, count: 0, colour: open, mark: 12345, shape: oval}\n"}
    )
    told = refused("tokens", small, "-o", "-")
    for path in ("tokens.coin.count", "tokens.coin.mark", "tokens.coin.shape"):
        assert f"4.yaml:2: {path}: " in told


@pytest.mark.finding("R11")
@pytest.mark.parametrize("command", ["tokens", "validate"])
def test_tokens_of_a_game_without_a_deck_are_told(tmp_path, command):
    game = write(tmp_path / "small", SMALL, TOKENS)
    assert "the game has no decks; add one" in refused(command, game)
