import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from deck_games import SIXTY, SMALL, dealt, game

from deckgen.deck.audit.verification import deck_of, matching_spec, verify
from deckgen.deck.cards import Deck, DeckFile
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckError
from deckgen.game import read_game
from deckgen.game.model import PlayingCard

HERE = Path("deck.json")


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def file(deck):
    """The deck as it is read from a file."""
    body = json.loads(deck.to_json())
    facts = {name: body[name] for name in asdict(deck) if name in body and name != "cards"}
    cards = tuple((PlayingCard(**card["poker"]), card["sections"]) for card in body["cards"])
    return DeckFile(**facts, path=HERE, cards=cards)


def changed(deck, number, change):
    """The file of a deck with the sections of one card changed."""
    made = deck if isinstance(deck, DeckFile) else file(deck)
    cards = list(made.cards)
    sections = json.loads(json.dumps(cards[number][1]))
    change(sections)
    cards[number] = (cards[number][0], sections)
    return replace(made, cards=tuple(cards))


def test_a_dealt_deck_is_true():
    assert verify(file(dealt(SMALL, "v")), game(SMALL)) == []
    assert verify(file(dealt(SMALL, "v", 2, 3)), game(SMALL)) == []


def test_one_change_is_told_with_its_card_and_cell():
    deck = dealt(SMALL, "v")
    was = deck.cards[4].sections["hit"]["X"][1].value

    def change(sections):
        sections["hit"]["X"][1]["value"] = was + 1

    [problem] = verify(changed(deck, 4, change), game(SMALL))
    assert problem.path == "card 4 (5), hit, X 2, value"
    assert problem.message == f"is {was + 1}, its seed deals {was}"


def test_a_set_of_another_size_shares_out_its_roundings_otherwise():
    made = read_game("rough-magic")
    deck = generate(made, made.deck(), "v", 1, 2)
    assert verify(file(deck), made) == []
    wrong = verify(replace(file(deck), of=3), made)
    assert any("setback" in problem.path for problem in wrong)


def test_another_seed_or_number_is_another_deck():
    deck = dealt(SMALL, "v")
    assert verify(replace(file(deck), seed="w"), game(SMALL))
    assert verify(replace(file(deck), number=2, of=2), game(SMALL))


def test_a_changed_face_is_told():
    deck = dealt(SMALL, "v")
    face = replace(deck.cards[2].face, name="mine")
    cards = (*deck.cards[:2], replace(deck.cards[2], face=face), *deck.cards[3:])
    [problem] = verify(file(replace(deck, cards=cards)), game(SMALL))
    assert problem.path == "card 2, poker"


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"game": "other"}, "was dealt by the game other"),
        ({"deck": "other"}, "has no deck 'other'"),
        ({"spec_sha256": "0" * 64}, "other data"),
    ],
)
def test_a_deck_of_another_game_is_refused(change, match):
    with pytest.raises(DeckError, match=match):
        matching_spec(replace(dealt(SMALL, "v"), **change), game(SMALL), HERE)


def test_a_deck_that_lacks_cards_is_refused():
    deck = dealt(SMALL, "v")
    with pytest.raises(DeckError, match="has 19 cards, but the game's deck has 20"):
        deck_of(file(replace(deck, cards=deck.cards[:-1])), game(SMALL))


def test_a_deck_whose_chains_never_end_is_refused():
    deck = dealt(SMALL, "v")
    cards = tuple(
        replace(
            c,
            sections={**c.sections, "hit": {"X": tuple(cell._replace(again=True) for cell in c.sections["hit"]["X"])}},
        )
        for c in deck.cards
    )
    with pytest.raises(DeckError, match=r"sections.hit.X: has only open cards in row 2"):
        deck_of(file(replace(deck, cards=cards)), game(SMALL))


ODD = [None, 1, True, "x", [], [1, 2, 99], {}, {"A": 1}, {"A": [1]}, {"stack": 1, "standard": 1}, 1.5]


@pytest.mark.parametrize("name", ["skill", "spread", "place", "marks", "coin", "words", "steps", "shuffle", "rank"])
def test_sections_of_another_shape_are_refused_with_card_and_section(name):
    deck = shape()
    for value in ODD:
        if name == "rank" and (value is None or value == 1) and value is not True:
            continue  # what a rank can be
        if (name in ("coin", "shuffle") and value is True) or (name, value) in (
            ("words", None),
            ("marks", []),
        ):
            continue
        odd = changed(deck, 3, lambda sections, value=value: sections.update({name: value}))
        with pytest.raises(DeckError, match=rf"cards\[3\]\.sections\.{name}"):
            deck_of(odd, game(SIXTY))


def shape():
    """A deck of the shape of the larger game, not dealt: solving that takes a while."""
    spec = game(SIXTY).deck()
    cell = {"value": 2}
    sections = {
        "skill": {label: [cell] * 2 for label in "ABC"},
        "force": {label: [cell] * 2 for label in "ABC"},
        "spread": {"2": 7, "3": 10},
        "place": {"stack": ["top", "middle", "left"], "standard": 1},
        "marks": [1],
        "coin": True,
        "words": None,
        "steps": {"1": [3, 5]},
        "order": 1,
        "suit": 1,
        "rank": 1,
    }
    cards = tuple((face, {**sections, "shuffle": face.is_joker}) for face in spec.playing_cards)
    facts = ("deckgen 0", "sixty", "main", spec.sha256, "s", 1, 1, spec.draw)
    return DeckFile(*facts, path=HERE, cards=cards)


def test_the_shape_above_is_a_deck():
    made = deck_of(shape(), game(SIXTY))
    assert isinstance(made, Deck)
    assert matching_spec(made, game(SIXTY), HERE) is game(SIXTY).deck()
    assert file(made) == shape()


def test_only_a_count_of_successes_may_be_none():
    game = read_game(Path(__file__).parents[2] / "games" / "fifth")
    deck = generate(game, game.deck(), "v")
    assert 0 in {cell.value for card in deck.cards for cell in card.sections["causes"]["a"]}
    assert deck_of(file(deck), game) == deck

    def change(sections):
        sections["effects"]["a"][0]["value"] = 0

    with pytest.raises(DeckError, match=r"cards\[4\].sections.effects: is not a value of this section"):
        deck_of(changed(deck, 4, change), game)


@pytest.mark.finding("R21")
@pytest.mark.parametrize("generator", ["deckgen 99.0.0", "deckgen evil", "another 0.1.0"])
def test_a_deck_of_a_later_or_unknown_deckgen_is_told(generator):
    [problem] = verify(replace(file(dealt(SMALL, "v")), generator=generator), game(SMALL))
    assert problem.path == "generator"


def test_an_earlier_deckgen_may_have_dealt_the_same():
    assert verify(replace(file(dealt(SMALL, "v")), generator="deckgen 0.0.1"), game(SMALL)) == []
