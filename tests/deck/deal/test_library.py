"""Libraries of arrangements in lock files: what is dealt from them, and what is not believed."""

import hashlib
import json
import shutil

import pytest

from deckgen.deck.audit.dealing import deal_auditor
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.store import LOCK, open_store
from deckgen.files import shipped_path
from deckgen.game import read_game

WEST = "west-that-wasnt"


def locked(folder, change):
    """A copy of The West whose lock file says something else of each arrangement, and is sealed again."""
    shutil.copytree(shipped_path("data") / WEST, folder)
    head, *lines = (folder / LOCK).read_text(encoding="utf-8").split('"arrangements":{')
    entries, rest = lines[0].split('},\n"bounds"')
    entries = ",\n".join(change(line) for line in entries.split(",\n"))
    text = f'{head}"arrangements":{{{entries}}},\n"bounds"{rest}'
    body = json.loads(text)
    parts = [body[part] for part in ("arrangements", "bounds", "mixtures", "solutions")]
    content = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
    sealed = text.replace(body["sha256"], hashlib.sha256(content.encode()).hexdigest())
    (folder / LOCK).write_text(sealed, encoding="utf-8")
    return read_game(folder)


def never(*_):
    raise AssertionError("searched")


def test_nothing_is_searched_for_that_the_lock_has(monkeypatch):
    monkeypatch.setattr("deckgen.deck.deal.table.arrange", never)
    made = read_game(WEST)
    ids = {generate(made, made.deck(), "library", number, 3).id for number in (1, 2, 3)}
    assert len(ids) == 3


def test_an_arrangement_tells_how_far_its_pools_are_from_the_dice():
    made = read_game(WEST)
    spec = made.deck()
    errors = [json.loads(each)[1] for each in open_store(made).arrangements.values()]
    assert len(errors) == (3 * 6 + 2 * 10) * 8  # dice, the roundings of their rows, turns
    deck = generate(made, spec, "library")
    worst = max(audit.tail_error for audit in deal_auditor(spec).audit_deal(deck).pools)
    assert -(-worst * 1000 // 1) in errors


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.replace("[[[", "[[[0,", 1).replace(":[[", ":[[0,", 1),
        lambda line: line[:-1] + "1]",
        lambda line: line.split(":")[0] + ":[]",
    ],
    ids=["no order", "another error", "nothing"],
)
def test_an_edited_arrangement_is_told_with_its_line_and_searched_anew(change, tmp_path, warned):
    made = locked(tmp_path / "game", change)
    assert open_store(made).notes == []
    deck = generate(made, made.deck(), "library")
    told = warned()
    lines = (tmp_path / "game" / LOCK).read_text(encoding="utf-8").splitlines()
    first = next(line for line in told.splitlines() if "is not a valid arrangement" in line)
    number = int(first.split(f"{LOCK}:", 1)[1].split(":")[0])
    assert lines[number - 1].removeprefix('"arrangements":{').split('"')[1] in first
    assert len(deck.cards) == 54
