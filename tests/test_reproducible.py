"""Same command, same bytes: whatever the hash seed, the time zone, the locale and the folder."""

import builtins
import shutil
import sys

import pytest
from cli_fixtures import GAME, WHOLE, built, contents, process, run
from press_drawings import deck, write

from deckgen.draw.paper import find_paper
from deckgen.files import shipped_path
from deckgen.press.options import Options
from deckgen.press.target import load_target
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet
from deckgen.studio.engine import ITEMS, answer

# The C locale with Python's own rescue switched off: file names and streams are ASCII.
ELSEWHERE = {
    "PYTHONHASHSEED": "12345",
    "TZ": "Pacific/Chatham",
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii",
}


def test_a_build_elsewhere_and_without_libcairo_gives_the_same_files_byte_for_byte(no_cairo, tmp_path):
    """The decks are the first, and one whose dealing takes ways that those of the first does not."""
    decks = ("--deck", "action", "--deck", "extras")
    done = process("build", GAME, *WHOLE, *decks, "-q", "-o", tmp_path / "print", **ELSEWHERE, **no_cairo)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    here = built(GAME, *WHOLE, *decks)
    there = contents(tmp_path / "print")
    assert sorted(there) == sorted(here)
    assert [name for name in here if here[name] != there[name]] == []
    alone = {f"action/{name}" if "-action-" in name else name: content for name, content in built().items()}
    page = f"{GAME}-sheet.html"  # which names the play page beside it
    alone[page] = alone[page].replace(b'data-table="', b'data-table="action/')
    assert alone.items() <= here.items()


def test_lengths_are_summed_alike_by_every_python(tmp_path, monkeypatch):
    """``sum`` rounds floats in another way since Python 3.12; ``math.fsum`` does not."""
    plain_sum, callers = sum, set()

    def noting_sum(numbers, start=0):
        total = plain_sum(numbers, start)
        caller = sys._getframe(1)
        if isinstance(total, float) and "deckgen" in caller.f_globals["__name__"]:
            callers.add(f"{caller.f_globals['__name__']}:{caller.f_lineno}")
        return total

    monkeypatch.setattr(builtins, "sum", noting_sum)
    for item in set(ITEMS) - {"foundry", "tabletop-simulator"}:  # pictures of the same cards
        choice = {"game": "action-and-combat", "seed": "tonight"}
        assert answer({"do": "make", "item": item, "choice": choice}, tmp_path)["problems"] == []
    assert callers == set()


def test_a_seed_is_the_same_deck_in_every_locale():
    seed = "l'été à 東京"
    call = ("generate", GAME, "--seed", seed, "-q", "-o", "-")
    done = process(*call, **ELSEWHERE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run(*call).stdout_bytes
    assert seed in done.stdout.decode()


def test_accents_in_titles_and_paths_pass_every_locale(tmp_path):
    folder = tmp_path / "épée"
    shutil.copytree(shipped_path("data") / "rough-magic", folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    assert "title: Rough Magic" in text
    (folder / "game.yaml").write_text(text.replace("title: Rough Magic", "title: Épée & Étoiles"), encoding="utf-8")
    done = process("validate", folder, **ELSEWHERE)
    assert (done.returncode, done.stderr.decode().splitlines()[0]) == (0, f"{folder}: no problems")
    call = ("build", folder, "--deck", "action", "--seed", "1", "-o")
    run(*call, tmp_path / "ici")
    done = process(*call, tmp_path / "là", **ELSEWHERE)
    assert done.returncode == 0, done.stderr.decode()
    assert f"wrote {tmp_path / 'là'}" in done.stderr.decode()
    assert contents(tmp_path / "ici") == contents(tmp_path / "là")


def test_two_seeds_are_two_decks():
    one, two = (run("generate", GAME, "--seed", seed, "-q", "-o", "-").stdout for seed in ("1", "2"))
    assert one != two


def test_nothing_built_tells_where_or_when_it_was_built(tmp_path):
    for name, content in built().items():
        assert b"/tmp/" not in content, name
        assert str(tmp_path.parent).encode() not in content, name


@pytest.mark.finding("R13")
@pytest.mark.parametrize("epoch", ["86400", "abc"])
def test_a_date_of_the_source_changes_nothing(epoch, tmp_path, monkeypatch):
    def files():
        write(deck(2), load_target("press"), tmp_path / "cards.pdf", Options(title="T"))
        write(deck(1), load_target("home"), tmp_path / "cards.png", card_numbers=[0])
        sheets = blank_sheet(load_sheet("rough-magic"), find_paper("a4")).pdf((None,))
        return [(tmp_path / name).read_bytes() for name in ("cards.pdf", "cards.png")], sheets

    wanted = files()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert files() == wanted
