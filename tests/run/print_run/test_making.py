import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from deckgen.deck.audit.auditor import audit
from deckgen.deck.cards import read_deck
from deckgen.errors import DeckgenError, GameError, PressError
from deckgen.files import shipped_path
from deckgen.press import target
from deckgen.run.print_run.making import DeckMaker, RunSpec, make
from deckgen.run.print_run.manifest import sha256
from deckgen.run.print_run.uniqueness import digests

PRESS = Path(target.__file__).parent / "targets" / "press.yaml"
ORDER = RunSpec("rough-magic", None, "p", 2)


def test_a_deck_is_made_with_its_line_and_digests(tmp_path):
    workshop = DeckMaker(ORDER)
    made = make(workshop.run_spec, 2)
    ((name, content),) = made.files.items()
    assert name == made.entry["file"] == "rough-magic-action-p-2.json"
    (tmp_path / name).write_bytes(content)
    deck = read_deck(tmp_path / name).check_against(workshop.spec)
    cells = audit([deck], workshop.game).cells
    assert made.entry == {
        "audit": {
            "cells": len(cells),
            "exact": sum(cell.exact for cell in cells),
            "largest_tail_error_cards": round(max(float(cell.tail_error) for cell in cells), 6),
            "passed": True,
        },
        "audit_passed": True,
        "file": name,
        "files": {name: sha256(content)},
        "generator": deck.generator,
        "id": deck.id,
        "number": 2,
        "seed": "p",
        "spec_sha256": workshop.spec.sha256,
    }
    assert made.digests == digests(deck.texts, workshop.spec)


def test_what_an_order_leaves_open_is_filled_in():
    workshop = DeckMaker(ORDER)
    assert workshop.run_spec == replace(ORDER, deck="action", environment=workshop.environment)
    assert workshop.facts["made"] == {
        "targets": [],
        "layout": None,
        "paper": None,
        "language": "en",
        "certificate": None,
        "colophon_card": False,
        "spec_sha256": workshop.spec.sha256,
        "sources_sha256": None,
    }


def test_paths_are_whole_so_that_any_process_finds_them(tmp_path, monkeypatch):
    shutil.copytree(shipped_path("data") / "rough-magic", tmp_path / "mine")
    shutil.copy(PRESS, tmp_path / "own.yaml")
    monkeypatch.chdir(tmp_path)
    order = DeckMaker(replace(ORDER, game="mine", targets=("own.yaml", "press"))).run_spec
    assert (order.game, order.targets) == (str(tmp_path / "mine"), (str(tmp_path / "own.yaml"), "press"))


def test_a_change_of_what_is_printed_is_another_ground(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(shipped_path("data") / "rough-magic", folder)
    order = replace(ORDER, game=str(folder), targets=("press",))
    before = DeckMaker(order).environment
    assert DeckMaker(order).environment == before
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text + "# more\n", encoding="utf-8")
    after = DeckMaker(order).environment
    assert after == before._replace(sources=after.sources) != before
    assert DeckMaker(replace(order, targets=())).environment.sources == ""


@pytest.mark.finding("R14")
def test_only_files_that_may_be_read_are_part_of_the_ground(tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(shipped_path("data") / "rough-magic", folder)
    order = replace(ORDER, game=str(folder), targets=("press",))
    before = DeckMaker(order).environment
    os.mkfifo(folder / "pipe.svg")
    (folder / "folder.svg").mkdir()
    (tmp_path / "secret.svg").write_text("secret")
    (folder / "link.svg").symlink_to(tmp_path / "secret.svg")
    (folder / "endless.svg").symlink_to("/dev/zero")
    assert DeckMaker(order).environment == before


def test_a_file_called_like_a_shipped_target_or_layout_is_not_meant(tmp_path, monkeypatch):
    before = DeckMaker(replace(ORDER, targets=("press",), layout="magic-light"))
    for name in ("press", "magic-light"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    after = DeckMaker(replace(ORDER, targets=("press",), layout="magic-light"))
    assert (after.run_spec, after.environment) == (before.run_spec, before.environment)


def test_a_worker_with_another_ground_refuses():
    ground = DeckMaker(ORDER).environment
    with pytest.raises(DeckgenError, match=r"a worker has deckgen \S+, not 0.0.1; give all machines the same"):
        make(replace(ORDER, environment=ground._replace(deckgen="0.0.1")), 1)
    with pytest.raises(DeckgenError, match="a worker has other files of the game or layout; give all mach"):
        make(replace(ORDER, environment=ground._replace(spec="0")), 1)


def test_two_targets_of_one_name_are_refused(tmp_path):
    shutil.copy(PRESS, tmp_path / "press.yaml")
    with pytest.raises(PressError, match="two targets are called press, and so would their files; rename one"):
        DeckMaker(replace(ORDER, targets=("press", str(tmp_path / "press.yaml"))))


def test_a_deck_that_is_not_there_is_told():
    with pytest.raises(GameError, match="no deck is called 'x'"):
        DeckMaker(replace(ORDER, deck="x"))
