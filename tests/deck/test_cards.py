import hashlib
import json
from dataclasses import replace

import pytest
from deck_games import SMALL, dealt, game
from hypothesis import given, settings, strategies as st

from deckgen.deck.cards import canonical_json, read_deck
from deckgen.errors import DeckError


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def deck():
    return dealt(SMALL, "épée ★")


def test_the_json_is_canonical_and_its_id_is_that_of_the_rest():
    content = deck().to_json()
    data = json.loads(content)
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert content == text.encode("utf-8")
    identity = data.pop("id")
    assert identity == "sha256:" + hashlib.sha256(canonical_json(data)).hexdigest() == deck().id


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck().to_json())
    assert read_deck(path).check_against(game(SMALL).deck()) == deck()
    assert read_deck(path).check_against(game(SMALL).deck()).to_json() == deck().to_json()


def test_a_deck_that_is_made_of_a_read_one_has_an_id_of_its_own(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck().to_json())
    found = read_deck(path).check_against(game(SMALL).deck())
    assert found.id == deck().id
    other = replace(found, seed="another")
    assert other.id == json.loads(other.to_json())["id"] != found.id


def test_a_changed_deck_is_noticed_but_can_be_read(tmp_path):
    path = tmp_path / "deck.json"
    data = json.loads(deck().to_json())
    data["cards"][3]["sections"]["side"] = "edge"
    path.write_bytes(canonical_json(data))
    with pytest.raises(DeckError, match="id does not fit"):
        read_deck(path)
    assert read_deck(path, allow_changed=True).cards[3][1]["side"] == "edge"


@settings(deadline=None)
@given(st.integers(0, 1000))
def test_a_deck_cut_short_is_refused(tmp_path_factory, cut):
    path = tmp_path_factory.getbasetemp() / "cut.json"
    path.write_bytes(deck().to_json()[: -2 - cut])
    with pytest.raises(DeckError, match=r"cut\.json"):
        read_deck(path)


ODD = [b"", b"\xff\xfe", b"[]", b"null", b"NaN", b"[" * 100_000, b'{"format":"deckgen-deck/2"}']


@pytest.mark.parametrize("content", ODD)
def test_what_is_no_deck_is_refused(tmp_path, content):
    path = tmp_path / "deck.json"
    path.write_bytes(content)
    with pytest.raises(DeckError, match=r"deck\.json"):
        read_deck(path)
    with pytest.raises(DeckError, match="none"):
        read_deck(tmp_path / "none")


WRONG = [None, 0, -1, 1.5, True, "", [], {}, "x" * 10]


@pytest.mark.parametrize("key", ["id", "seed", "number", "size", "cards"])
@pytest.mark.parametrize("value", WRONG)
def test_odd_values_are_told_and_never_crash(tmp_path, key, value):
    path = tmp_path / "deck.json"
    path.write_bytes(canonical_json({**json.loads(deck().to_json()), key: value}))
    with pytest.raises(DeckError):
        read_deck(path)


@pytest.mark.parametrize("card", [*WRONG, {"impulse": 0}, {"impulse": True, "poker": {}, "sections": {}}])
def test_odd_cards_are_told_with_their_place(tmp_path, card):
    data = json.loads(deck().to_json())
    data["cards"][7] = card
    path = tmp_path / "deck.json"
    path.write_bytes(canonical_json(data))
    with pytest.raises(DeckError, match=r"cards\[7\]"):
        read_deck(path, allow_changed=True)


@pytest.mark.finding("F12")
def test_true_is_no_number_of_a_card(tmp_path):
    data = json.loads(deck().to_json())
    data["cards"][1]["impulse"] = True
    (tmp_path / "deck.json").write_bytes(canonical_json(data))
    with pytest.raises(DeckError, match=r"cards\[1\]"):
        read_deck(tmp_path / "deck.json")


@pytest.mark.finding("R21")
@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        ("of", 0, "of"), ("of", 10**9, "of"), ("of", -1, "of"), ("number", 0, "of"), ("number", 10**18, "of"),
        ("generator", "x", "generator"), ("generator", "deckgen 0.1.0\x1b[2J", "generator"), ("seed", "s" * 201, "seed"),
    ],
)  # fmt: skip
def test_a_set_a_generator_or_a_seed_that_no_deck_has(tmp_path, key, value, path):
    body = {**json.loads(dealt(SMALL, "v").to_json()), key: value}
    (tmp_path / "deck.json").write_bytes(canonical_json(body))
    with pytest.raises(DeckError) as error:
        read_deck(tmp_path / "deck.json", allow_changed=True)
    assert [problem.path for problem in error.value.problems] == [path]
