"""Dice of several parts on the page: read, settled, told and counted as Python does."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from dice_plays import MECHANICS, dice_game
from played_twice import Engine, Recorded, same
from script_modules import ENGINE, Scripts

from deckgen.deck.situations import play
from deckgen.document.examples.text import narrate
from deckgen.odds.evaluate import evaluate
from deckgen.odds.grammar import parse
from deckgen.play.model import play_model
from deckgen.play.page import page_words

ANSWERS = [{}, {"how": "pull", "bold": 3}, {"how": "aim"}, {"how": "nothing", "bold": 99}]
TOLD = """
(() => {
  const play = model.plays.find((each) => each.name === name);
  const {playeds} = playedWith(model, play, given, () => cards.shift());
  const told = tell(model, playeds, play, given);
  return {panels: told.panels.map(({head, card, lines}) => [head, card, lines]), facts: told.facts.map(({text, tone}) => [text, tone])};
})()
"""


@cache
def engine():
    return Engine(*dice_game())


@cache
def teller():
    game, spec, deck = dice_game()
    scripts = Scripts(*ENGINE, *(f"play/scripts/{name}.js" for name in ("words", "statistics")))
    scripts.run(
        "(globalThis.model = given, null)", given={**play_model(game, spec, deck), "words": page_words(game.language)}
    )
    return scripts


def hand(deck, card):
    """A card and two others, which are not the same for each."""
    return [card, *(deck.cards[(card.impulse * 7 + n) % deck.size] for n in (11, 23))]


@pytest.mark.parametrize("given", ANSWERS)
def test_every_card_is_read_and_settled_alike(given, monkeypatch):
    game, spec, deck = dice_game()
    recorded, results = Recorded(monkeypatch), Counter()
    for procedure in game.procedures:
        for card in deck.cards:
            steps = play(procedure, deck, spec, given, hand(deck, card))
            tasks, cards = recorded.last()
            found = engine().play(procedure.name, cards, given, example=False)
            results.update((step.step.name, step.result.name) for step in steps if step.result)
            same(found["played"], steps)
            assert (found["tasks"], found["left"]) == (tasks, 0)
    assert {name for step, name in results if step == "dared"} == {"doubled", "some", "none"}
    assert {name for step, name in results if step == "aim"} == {"success", "failure"}
    assert {name for step, name in results if step == "mark"} == {"both", "single"}
    assert {name for step, name in results if step == "strike"} == {"highest", "lowest", "success", "failure"}
    assert {name for step, name in results if step == "pool"} == {"botched", "many", "few"}


def test_every_part_of_21_mechanics_is_read_alike_with_its_chance():
    game, spec, deck = dice_game("sections:\n" + MECHANICS)
    engine, section = Engine(game, spec, deck), spec.section("all")
    assert len({len(dict(section.rolls)), len(section.places()) - 21}) == 2
    code = (
        "model.cards.map(({impulse}) => {"
        "  const [played] = playedWith(model, readingOf(model, 'all', place), {}, () => impulse).playeds;"
        "  return [played.found.value, played.found.parts, readAgain(model, played)];"
        "})"
    )
    for place, (label, part) in section.places().items():
        results = [card.sections["all"][label] for card in deck.cards]
        counts = Counter(result.part(part) for result in results)
        for result, (value, parts, chance) in zip(results, engine.run(code, place=place), strict=True):
            assert [type(value), value] == [type(result.part(part)), result.part(part)]
            assert parts == {each.name: one for each, one in zip(result.parts, result.outcome, strict=True)}
            assert chance == pytest.approx(counts[value] / spec.size)


@pytest.mark.parametrize("given", ANSWERS[:2])
def test_the_page_tells_dice_as_python_does(given):
    game, spec, deck = dice_game()
    texts = set()
    for procedure in game.procedures:
        for card in deck.cards:
            steps = play(procedure, deck, spec, given, hand(deck, card))
            told = narrate(game, spec, procedure, steps, given)
            cards = [reading.card.impulse for step in steps for reading in step.readings if reading.is_drawn]
            found = teller().run(TOLD, name=procedure.name, given=given, cards=cards)
            assert found["panels"] == [[panel.head, panel.card, [*panel.lines]] for panel in told.panels]
            assert found["facts"] == [[fact.text, fact.tone] for fact in told.facts]
            texts.update(line for panel in told.panels for line in panel.lines)
            texts.update(fact.text for fact in told.facts)
    assert any(text.startswith("Tests, aim: failure, −") for text in texts)
    assert {"Signs: 1 star", "Signs: –", "Double trouble", "Double trouble of both", "both, –"} <= texts


def test_a_place_has_the_chances_of_its_part_on_the_cards():
    _, _, deck = dice_game()
    code = "trial(model, section, place, 'seed', 6000)"
    for section, place, label, index in [
        ("tests", "move", "move", 0),
        ("tests", "move.total", "move", 1),
        ("tests", "dare.match", "dare", 1),
        ("signs", "omen.moon", "omen", 1),
    ]:
        counts = Counter(card.sections[section][label].outcome[index] for card in deck.cards)
        found = teller().run(code, section=section, place=place)
        assert [row["expected"] for row in found["rows"]] == pytest.approx(
            [100 * counts[value] for value in sorted(counts, key=rank)]
        )
        assert sum(row["count"] for row in found["rows"]) == 6000
    assert [row["words"] for row in teller().run(code, section="tests", place="move")["rows"]] == [
        "miss",
        "partial",
        "A hit",
    ]
    assert [row["words"] for row in teller().run(code, section="tests", place="dare.match")["rows"]] == [
        "–",
        "Double trouble",
    ]


def rank(value):
    return ["miss", "partial", "full"].index(value) if isinstance(value, str) else int(value)


def test_statistics_count_words_and_marks_and_take_means_of_numbers():
    game, spec, deck = dice_game()
    model = play_model(game, spec, deck)
    rows = {
        (section["name"], row["place"]): row
        for section in model["sections"]
        if section["kind"] == "dice"
        for row in section["counted"]
    }
    hit, mean = rows["tests", "move: A hit"], rows["tests", "move: total"]
    assert (hit["mean"], mean["mean"]) == (False, True)
    assert hit["asked"] == pytest.approx(float(Fraction(10, 36) * 60))
    assert (
        hit["whole"]
        == sum(hit["values"])
        == sum(card.sections["tests"]["move"].part() == "full" for card in deck.cards)
    )
    assert mean["asked"] == pytest.approx(8)
    assert mean["whole"] == pytest.approx(sum(mean["values"]) / 60)
    assert rows["tests", "dare: Double trouble"]["asked"] == pytest.approx(6)
    botch, pool = evaluate(parse("5d10 >= 8 again 10 botch")).of_part(1)[True], rows["tests", "pool"]
    assert rows["tests", "pool: botch"]["asked"] == pytest.approx(float(60 * botch))
    assert pool["asked"] == pytest.approx(5 / 3)
    assert {"omen: star", "omen: moon"} == {place for name, place in rows if name == "signs"}
    found = teller().run("statistics(model, drawnByScript(model, 'a', 500).passes, 100)")
    assert found["draws"] == 500
    assert all(row["expected"] >= 0 for section in found["sections"] for row in section["rows"] if not row["mean"])


def test_any_roll_can_be_read_without_a_procedure():
    _, _, deck = dice_game()
    code = (
        "model.cards.map(({impulse}) => { const [played] = playedWith(model, readingOf(model, 'tests', place, {add: 1, against: 9}), {}, () => impulse).playeds;"
        " return [played.found.value, played.total, played.result && played.result.name]; })"
    )
    values = [card.sections["tests"]["move"].outcome for card in deck.cards]
    assert engine().run(code, place="move") == [[word, None, None] for word, _ in values]
    expected = [[total, total + 1, "success" if total + 1 >= 9 else "failure"] for _, total in values]
    assert engine().run(code, place="move.total") == expected


@pytest.mark.parametrize(
    ("section", "place", "said"),
    [
        ("tests", "move", {"miss: {}", "partial: {}", "A hit: {}"}),
        ("tests", "dare.match", {"", "Double trouble: {}"}),
        ("signs", "omen", {"star: Chance to read 1 or more: {}", "star: Chance to read 2 or more: {}", ""}),
        ("tests", "strike", {*(f"Chance to read {n} or more: {{}}" for n in range(4, 23)), ""}),
    ],
)
def test_the_chance_of_a_part_is_said_by_its_name(section, place, said):
    code = """model.cards.map(({impulse}) => {
      const own = readingOf(model, section, place);
      return tell(model, playedWith(model, own, {}, () => impulse).playeds, own, {}).panels[0].chance;
    })"""
    found = set(teller().run(code, section=section, place=place))
    shares = {re.sub(r"[0-9.]+%$", "{}", text) for text in found}
    assert shares == said
    game, spec, deck = dice_game()
    missed = Fraction(sum(card.sections["tests"]["move"].part() == "miss" for card in deck.cards), spec.size)
    assert place != "move" or f"miss: {game.language.percent(missed)}" in found
