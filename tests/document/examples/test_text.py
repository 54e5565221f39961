"""Examples in words: goldens of all games, and a second reading of their cards from bare JSON."""

import json
import re
from functools import cache

import pytest
from hypothesis import given, strategies as some

from deckgen.card.layout import game_layout
from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.document.examples.text import Fact, as_text, narrate, narrate_all, verdict
from deckgen.game import read_game, shipped_games
from deckgen.game.examples import TONES
from deckgen.game.model import playable_situations

GAMES = shipped_games()


@cache
def made(name, language=None, seed="42"):
    game = read_game(name, language)
    spec = game.deck()
    deck = generate(game, spec, seed)
    return {each.title: each for each in narrate_all(game_layout(game, spec), game, spec, deck)}, json.loads(
        deck.to_json()
    )["cards"]


@pytest.mark.parametrize("name", GAMES)
def test_all_situations_are_told_as_they_were(name, golden):
    situations, _ = made(name)
    assert len(situations) >= 10
    golden(f"examples-{name}.txt", as_text(list(situations.values())))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", [None, "de"])
def test_every_situation_ends_in_words_and_no_field_is_left(name, language):
    for seed in ("42", "7"):
        for each in made(name, language, seed)[0].values():
            assert each.panels
            assert each.facts
            text = as_text([each])
            assert not re.search(r"[{}]|\bNone\b|#\d", text)


@pytest.mark.parametrize("name", GAMES)
def test_all_words_of_the_examples_are_translated(name):
    english, german = (made(name, code)[0].values() for code in (None, "de"))
    for one, other in zip(english, german, strict=True):
        assert one.title != other.title
        assert one.story != other.story
        assert [fact.text for fact in one.facts] != [fact.text for fact in other.facts]
        assert [fact.tone for fact in one.facts] == [fact.tone for fact in other.facts]
        assert [looked_at(panel) for panel in one.panels] == [looked_at(panel) for panel in other.panels]


def looked_at(panel):
    return panel.reading.card.impulse, panel.reading.section.name, panel.reading.key_paths


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_has_a_tone_and_the_same_in_both_languages(name):
    games = [read_game(name, code) for code in (None, "de")]
    tones = [
        [
            (play_.name, step.name, result.name, bool(result.text), result.tone)
            for play_ in (*game.procedures, *game.examples)
            for step in play_.steps
            for result in step.results
        ]
        for game in games
    ]
    assert tones[0] == tones[1]
    assert len(tones[0]) > 70
    for *place, has_text, tone in tones[0]:
        assert tone in TONES if has_text else not tone, place


FACTS = some.lists(some.builds(Fact, some.just("So."), some.sampled_from(TONES)), max_size=6)


@given(FACTS)
def test_a_verdict_is_good_or_bad_only_if_all_that_counts_is(facts):
    tones = {fact.tone for fact in facts}
    assert (verdict(facts) == "good") == (tones - {"info"} == {"good"})
    assert (verdict(facts) == "bad") == (tones - {"info"} == {"bad"})
    assert (verdict(facts) == "info") == (tones <= {"info"})
    assert (verdict(facts) == "mixed") == ("mixed" in tones or {"good", "bad"} <= tones)


@pytest.mark.parametrize("name", GAMES)
def test_no_procedure_is_good_with_a_bad_fact(name):
    game = read_game(name)
    spec = game.deck()
    seen = set()
    for seed in ("1", "2", "3"):
        deck = generate(game, spec, seed)
        for situation in playable_situations(game.procedures, spec):
            facts = narrate(game, spec, situation, play(situation, deck, spec)).facts
            seen.add(verdict(facts))
            assert verdict(facts) != "good" or all(fact.tone != "bad" for fact in facts)
    assert {"good", "bad"} <= seen


def outcome_of(situation):
    return " ".join(fact.text for fact in situation.facts)


def told_cards(situation):
    """The numbers of the cards of the panels, as they are printed."""
    return [int(re.search(r"card (\d+)", panel.card)[1]) for panel in situation.panels]


# The rest reads deck.json with nothing of the program's but the numbers of the cards.


def test_an_aimed_shot_is_read_off_the_bare_cards():
    situations, cards = made("future-imperfect")
    shot = situations["One shot left"]
    numbers = told_cards(shot)
    places = [i for i, panel in enumerate(shot.panels) if panel.head.startswith("Where?")]
    hit = sum(cards[n]["sections"]["causes"]["III"][2]["value"] for n in numbers[: places[0]]) + 1 - 5
    assert hit >= 0
    stack = cards[numbers[0]]["sections"]["hit_location"]
    place = stack["stack"][max(0, stack["standard"] - hit // 5)]
    row = 2 + {"head": 2, "vitals": 1}.get(place, 0)
    damage = sum(cards[n]["sections"]["effects"]["3"][row]["value"] for n in dict.fromkeys(numbers[places[0] + 1 :]))
    assert f"{damage} damage" in outcome_of(shot) or f"holds: {damage} is less" in outcome_of(shot)
    wounds = ["Scratched", "Light", "Heavy", "Serious", "Critical"]
    if damage >= 12:
        assert outcome_of(shot).endswith(f": {wounds[min(5, damage // 12) - 1]}.")
    assert place in outcome_of(shot) or place in {"head", "vitals"}


def test_fanned_shots_are_read_off_the_bare_cards():
    situations, cards = made("west-that-wasnt")
    fanning = situations["Two brothers, one Peacemaker"]
    numbers = told_cards(fanning)
    second = next(i for i, panel in enumerate(fanning.panels) if panel.head == "The second brother")
    for shown, target, word in (
        (numbers[:second], 8, "The first brother is hit."),
        (numbers[second:], 10, "The second one too."),
    ):
        columns = [cards[n]["sections"]["causes"]["10"] for n in shown]
        best = 0
        for at in range(3):
            total = 0
            for column in columns:
                total += column[at]["value"]
                if not column[at].get("again"):
                    break
            best = max(best, total)
        ones = sum(cell == {"value": 1} for cell in columns[0][:3])
        assert (word in outcome_of(fanning)) == (best >= target and ones < 2)


def test_a_shot_is_read_off_one_bare_card():
    situations, cards = made("action-and-combat")
    shot = situations["A shot across the yard"]
    first = cards[told_cards(shot)[0]]["sections"]
    over = first["causes"]["Act"]["value"] + 14 - first["causes"]["Resist"]["value"] - 12
    numbers = [n for n, panel in zip(told_cards(shot), shot.panels, strict=True) if "Damage" in panel.lines[0]]
    damage = sum(cards[n]["sections"]["effects"]["Damage"][1]["value"] for n in numbers) + over
    assert f"hits by {over}" in outcome_of(shot)
    place = first["hit_location"]["stack"][0]
    through = 2 * damage if place == "head" else damage - 4
    assert f"{through} damage is" in outcome_of(shot) or through < 1
    level = [
        w
        for least, w in ((22, "critical"), (17, "serious"), (11, "moderate"), (6, "slight"), (1, "flesh"))
        if through >= least
    ]
    assert f"a {level[0]} wound" in outcome_of(shot) if level else "stops it all" in outcome_of(shot)
