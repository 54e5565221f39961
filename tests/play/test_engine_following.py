"""What follows a procedure by the scripts: next rolls with what is known for them, and notes for tracks."""

import random
from functools import cache

import pytest
from script_modules import ENGINE, Scripts

from deckgen.deck.deal.generator import generate
from deckgen.game import read_game, shipped_games
from deckgen.game.model import playable_situations
from deckgen.play.model import play_model

FOLLOWED = """
(() => {
  const play = model.plays.find((each) => each.name === name && !each.example);
  const { playeds } = playedWith(model, play, given, () => cards.shift());
  return {
    steps: Object.fromEntries(playeds.map((each) => [each.step.name, [each.worth, each.result && each.result.name]])),
    place: hitPlaceOf(model, play, given, playeds),
    next: nextOf(model, play, given, playeds),
    notes: notesOf(model, play, given, playeds),
    turn: turnOf(play, playeds),
    found: Object.fromEntries(playeds.filter((each) => each.found).map((each) => [each.step.name, String(each.found.value)])),
    cards: playeds.flatMap((each) => each.looked.map((own) => own.card.impulse)),
  };
})()
"""


@cache
def engine(name):
    game = read_game(name)
    spec = game.deck()
    scripts = Scripts(*ENGINE)
    scripts.model = play_model(game, spec, generate(game, spec, "42"))
    scripts.run("(globalThis.model = given, null)", given=scripts.model)
    return scripts, game, spec


def followed(name, procedure, given, number):
    """What follows when the cards come in one of many orders."""
    scripts, _, spec = engine(name)
    order = random.Random(number).sample(range(spec.size), spec.size)  # noqa: S311 (only test data)
    return scripts.run(FOLLOWED, name=procedure, given=given, cards=order)


def test_a_shot_notes_its_wounds_where_it_hits_and_has_the_target_check_its_stun():
    seen = set()
    given = {"skill": "V-4", "damage": "5-3", "size": 6, "already": 1}
    for number in range(60):
        found = followed("future-imperfect", "shoot", {**given, "range": 15 * (number % 2)}, number)
        steps = found["steps"]
        wounds, result = steps.get("wounds", (0, None))
        notes = {note["track"]: note for note in found["notes"]}
        seen.add(result)
        if result == "some":
            assert notes["wounds"] == {"on": "target", "track": "wounds", "place": found["place"], "add": wounds}
            level = ["Scratched", "Light", "Heavy", "Serious", "Critical"][min(wounds + 1, 5) - 1]
            assert found["next"] == [{"roll": "stun", "of": "target", "given": {"wound": level}, "card": None}]
            assert notes["ct_lost"]["add"] == steps["ct"][0] > 0
            assert notes["ct_lost"]["place"] == ""
        else:
            assert "wounds" not in notes
        if steps["shot"][1] in ("failure", "critical_failure"):
            assert found["notes"] == []
            assert found["next"] == [{"roll": "strays", "of": "self", "given": {"missed": 1}, "card": None}]
    assert {"some", None} <= seen


def test_a_called_shot_hits_where_it_was_aimed():
    given = {"skill": "V-5", "damage": "5-5", "called": "head", "aim": 20}
    found = followed("future-imperfect", "shoot", given, 1)
    assert (found["place"], found["notes"][0]["place"]) == ("head", "head")
    assert followed("future-imperfect", "shoot", {"skill": "I-1", "range": 50}, 1)["place"] == ""


def test_a_track_of_levels_is_brought_to_the_level_that_the_wound_has_now():
    given = {"value": 40, "dice": "Damage-4", "old": "Slight"}
    seen = set()
    for number in range(60):
        found = followed("action-and-combat", "shot", given, number)
        now, how = found["steps"].get("wound", (0,))[0], found["steps"].get("older", (0, None))[1]
        if how is None:
            continue
        seen.add(how)
        level = {"worse": now, "alike": 3, "lighter": 2}[how]
        assert [note["add"] for note in found["notes"]] == ([level - 2] if level > 2 else [])
        (shock,) = found["next"]
        names = ["Flesh", "Slight", "Moderate", "Serious", "Critical"]
        assert shock["given"] == {"wound": names[(3 if how == "alike" else now) - 1]}
    assert "worse" in seen


def test_a_next_roll_may_read_the_same_card():
    found = followed("west-that-wasnt", "throw", {"skill": "12-6", "meters": 1}, 3)
    assert found["next"] == [{"roll": "hit", "of": "self", "given": {}, "card": found["cards"][0]}]


@pytest.mark.parametrize(
    ("name", "equals", "order"),
    [
        ("future-imperfect", ["impulse", "late"], ["4", "3", "2", "1", "null"]),  # the steps run from 4 to 1
        ("west-that-wasnt", ["reflexes", "impulse"], ["I", "II", "III", "IV"]),  # who reaches none does not act
        ("action-and-combat", ["tie"], [None]),
        ("rough-magic", ["impulse"], [None]),
    ],
)
def test_turns_are_in_the_order_of_the_round_and_equals_in_that_of_impulses(name, equals, order):
    procedure = "order" if name == "rough-magic" else "initiative"
    found = [followed(name, procedure, {}, number) for number in range(120)]
    acting = sorted((each for each in found if each["turn"] is not None), key=lambda each: -each["turn"])
    columns = [each["found"].get("step", each["found"].get("phase")) for each in acting]
    assert list(dict.fromkeys(columns)) == order
    totals = [each["steps"]["you"][0] if order == [None] else 0 for each in acting]
    by_rule = [
        (-order.index(column), total, *(each["steps"].get(step, [0])[0] for step in equals))
        for column, total, each in zip(columns, totals, acting, strict=True)
    ]
    assert by_rule == sorted(by_rule, reverse=True)
    assert (len(acting) < len(found)) == (order != [None])


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_whatever_is_told_what_follows_can_be_rolled_and_noted(name):
    """Of every procedure: tracks are marked at places that the deck has, and rolls get answers that they take."""
    scripts, game, spec = engine(name)
    asks = {each.name: {ask.name: ask for ask in each.asks} for each in game.procedures}
    places = {place.name for section in spec.sections if hasattr(section, "locations") for place in section.locations()}
    followers = 0
    for each in playable_situations(game.procedures, spec):
        choices = {choice.name for ask in each.asks for choice in ask.choices}
        for number in range(12):
            rng = random.Random(f"{each.name} {number}")  # noqa: S311 (only test data)
            given = {ask.name: rng.choice(ask.choices).name for ask in each.asks if ask.kind == "choice"}
            found = followed(name, each.name, given, f"{each.name} {number}")
            followers += len(found["next"]) + len(found["notes"])
            assert all(note["place"] in {"", *places, *choices} for note in found["notes"])
            assert all(type(note["add"]) is int and note["add"] for note in found["notes"])
            for roll in found["next"]:
                target = next(play for play in scripts.model["plays"] if play["name"] == roll["roll"])
                taken = scripts.run("answersOf(model, play, given)", play=target, given=roll["given"])
                assert {ask: taken[ask] for ask in roll["given"]} == roll["given"]
                assert roll["given"].keys() <= asks[roll["roll"]].keys()
    assert followers > 20
