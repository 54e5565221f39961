import json
import sys
from types import SimpleNamespace

import pytest
from cli_fixtures import contents, process, refused, run
from game_files import GAME as SMALL, write

from deckgen.deck.cards import read_deck
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckgenError
from deckgen.game import load
from deckgen.run import batch as module

GAME = "rough-magic"
CALL = ("batch", GAME, "--count", "11", "--seed", "run 1", "-q")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Eleven decks: more than are made in one go."""
    folder = tmp_path_factory.mktemp("batch")
    run(*CALL, "-o", folder)
    return folder


def test_the_decks_are_those_of_one_set(whole):
    files = contents(whole)
    decks = [read_deck(whole / name) for name in files if name != "manifest.json"]
    assert sorted((deck.number, deck.of, deck.seed) for deck in decks) == [
        (n, 11, "run 1") for n in range(1, 12)
    ]
    one = run("generate", GAME, "--seed", "run 1", "--decks", "11", "-q", "-o", whole.parent / "set")
    assert one.stdout == ""
    assert contents(whole.parent / "set") == {name: files[name] for name in files if name != "manifest.json"}


def test_the_manifest_names_every_deck(whole):
    content = (whole / "manifest.json").read_bytes()
    manifest = json.loads(content)
    text = json.dumps(manifest, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert content == text.encode()
    assert {key: manifest[key] for key in manifest if key != "decks"} == {
        "format": "deckgen-batch/1",
        "game": GAME,
        "deck": "action",
        "seed": "run 1",
        "count": 11,
    }
    sha256 = load(GAME).decks[0].sha256
    for number, line in enumerate(manifest["decks"], 1):
        deck = read_deck(whole / line["file"])
        assert line == {
            "seed": "run 1",
            "number": number,
            "id": deck.id,
            "file": line["file"],
            "audit_passed": True,
            "generator": deck.generator,
            "spec_sha256": sha256,
        }


def test_any_number_of_processes_makes_the_same_files(whole, tmp_path):
    made = process(*CALL, "--jobs", "2", "-o", tmp_path)
    assert (made.returncode, made.stdout, made.stderr) == (0, b"", b"")
    assert contents(tmp_path) == contents(whole)


def test_what_is_there_and_sound_is_kept(whole, tmp_path, monkeypatch):
    files = contents(whole)
    names = [line["file"] for line in json.loads(files["manifest.json"])["decks"]]
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / names[2]).unlink()
    (tmp_path / names[4]).write_bytes(files[names[4]].replace(b'"impulse":3', b'"impulse":33', 1))
    (tmp_path / names[6]).write_bytes(files[names[5]])
    dealt = []

    def make(work):
        dealt.extend(work.numbers)
        return module_make(work)

    module_make = module.make
    monkeypatch.setattr(module, "make", make)
    run(*CALL, "-o", tmp_path)
    assert dealt == [3, 5, 7]
    assert contents(tmp_path) == files
    (tmp_path / "manifest.json").unlink()  # as after a power cut: what is kept is audited again
    run(*CALL, "-o", tmp_path)
    assert dealt == [3, 5, 7]
    assert contents(tmp_path) == files


def test_a_break_leaves_a_manifest_of_what_is_done(whole, tmp_path, monkeypatch):
    made = module.make

    def broken(work):
        if work.numbers[0] > 1:
            raise KeyboardInterrupt
        return made(work)

    monkeypatch.setattr(module, "make", broken)
    run(*CALL, "-o", tmp_path, code=1)
    manifest = json.loads((tmp_path / "manifest.json").read_bytes())
    assert [line["number"] for line in manifest["decks"]] == [1]
    monkeypatch.undo()
    run(*CALL, "-o", tmp_path)
    assert contents(tmp_path) == contents(whole)


def test_another_batch_is_not_written_over(whole):
    before = contents(whole)
    said = refused("batch", GAME, "--count", "12", "--seed", "run 1", "-o", whole)
    assert "is of another batch: 11 decks rough-magic/action, seed run 1; choose another folder" in said
    assert contents(whole) == before


def test_equal_cards_are_told(tmp_path):
    coins = 'sections: {it: {kind: rolls, title: It, rolls: {"1": d2}, tail_bar: 200}}'
    deck = "decks: {main: {title: Main, cards: {numbered: 20}}}"
    game = write(tmp_path / "game", SMALL, coins, deck)
    said = refused("batch", game, "--count", "2", "--seed", "1", "-q", "-o", tmp_path / "out").splitlines()
    assert len([line for line in said if " is card " in line]) == 20
    assert said[-1].endswith(
        "; take another seed or fewer decks: a card of this game has few results for so many"
    )
    assert len(contents(tmp_path / "out")) == 3


def test_what_makes_a_card_unique(tmp_path):
    grid = "columns: {X: d30}, rows: 1, tail_bar: 200"
    texts = (
        f"sections: {{a: {{kind: grid, title: A, {grid}}}, b: {{kind: rolls, title: B, rolls: {{c: d30}}}}}}"
    )
    coin = "sections: {c: {kind: distribution, title: C, outcomes: [{each: 1..20, cards: 1}]}}"
    number = "sections: {n: {kind: ordinal, title: N, source: impulse}}"
    cards = "cards: {numbered: 20}"
    decks = (
        f"decks: {{all: {{title: X, {cards}, sections: [a, b, c, n]}}, "
        f"some: {{title: X, {cards}, sections: [b, c, n]}}, none: {{title: X, {cards}, sections: [n]}}}}"
    )
    game = load(write(tmp_path / "game", SMALL, texts, decks, coin=coin, number=number))
    for name, compared in (("all", ["a", "b"]), ("some", ["b", "c"]), ("none", [])):
        deck = generate(game, game.deck(name), "1")
        digests = module._digests(deck, game.deck(name))
        same = [[card.sections[each] for each in compared] for card in deck.cards]
        assert len(digests) == (20 if compared else 0)
        for i, digest in enumerate(digests):
            assert [digest == other for other in digests] == [same[i] == other for other in same]


def test_an_audit_that_is_not_passed_is_told(tmp_path):
    die = 'sections: {it: {kind: rolls, title: It, rolls: {"1": 2d7}, tail_bar: 0.01}}'
    other = "decks: {a: {title: A, cards: {numbered: 30}}, b: {title: B, cards: {numbered: 20}}}"
    game = write(tmp_path / "game", SMALL, die, other)
    out = tmp_path / "out"
    said = refused("batch", game, "--deck", "b", "--count", "1", "--seed", "1", "-q", "-o", out)
    assert "small-b-1-1.json: the audit is not passed" in said
    assert json.loads((out / "manifest.json").read_bytes())["decks"][0]["audit_passed"] is False


def test_workers_of_another_version_are_refused(tmp_path, monkeypatch):
    made = module.make

    def older(work):
        return [
            module.Made(m.content, {**m.line, "generator": "deckgen 0.0.1"}, m.digests) for m in made(work)
        ]

    monkeypatch.setattr(module, "make", older)
    assert "a worker has deckgen 0.0.1" in refused(*CALL, "-o", tmp_path)


def test_a_cluster_makes_the_same_files(whole, tmp_path):
    distributed = pytest.importorskip("distributed")
    options = {"processes": False, "n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster:
        run(*CALL, "--scheduler", cluster.scheduler_address, "-o", tmp_path)
    assert contents(tmp_path) == contents(whole)


def test_without_dask_the_remedy_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refused(
        "batch",
        "rough-magic",
        "--count",
        "2",
        "--seed",
        "1",
        "--scheduler",
        "tcp://127.0.0.1:1",
        "-o",
        tmp_path,
    )
    assert said.strip().endswith("install it: pip install 'deckgen[cluster]', or use --jobs")


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    class Client:
        def __init__(self, *_args, **_options):
            raise OSError("timed out")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    with pytest.raises(DeckgenError, match="tcp://nowhere:1: no scheduler answers: timed out; start a dask"):
        list(module._on_cluster([1], "tcp://nowhere:1"))


def test_results_come_in_the_order_of_the_works(monkeypatch):
    class Client:
        def __init__(self, *_args, **_options):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_error):
            pass

        def map(self, make, works, *, pure):
            assert pure is False
            return [SimpleNamespace(result=lambda work=work: make(work)) for work in works]

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))
    monkeypatch.setattr(module, "make", str)
    assert list(module._on_cluster([3, 1, 2], "here")) == ["3", "1", "2"]
