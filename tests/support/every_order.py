"""What attacks come to, by playing them with every order of the cards of a small deck."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import perm

from hypothesis import assume, strategies as st

from deckgen.deck.deal.generator import generate
from deckgen.deck.forecasts import Forecaster
from deckgen.deck.situations import answers, play
from deckgen.game import read_game

FI, WEST, AC, RM = "future-imperfect", "west-that-wasnt", "action-and-combat", "rough-magic"
HELMET = {"armor": {"head": 3, "torso": 8, "chest": 2, "upper torso": 2, "the head": 3}}
WORST = {0: "Flesh", 1: "Flesh", 2: "Light", 3: "Heavy", 4: "Serious"}  # by the wounds of an attack alone
ATTACKS = {  # what is asked in each, so that chains follow one another
    (WEST, "shoot"): {"skill": "10-3", "damage": "6-3", "meters": 12, "bystander": "somebody"},
    (WEST, "fight"): {"skill": "8-2", "damage": "6-2", "size": 3},
    (FI, "shoot"): {"skill": "III-3", "damage": "1-3", "range": 4, "people": [1]},
    (FI, "fight"): {"skill": "II-3", "damage": "2-2", "strength": "II-2"},
    (AC, "shot"): {"value": 9, "defense": 8, "dice": "Damage-2"},
    (AC, "melee"): {"value": 9, "defense": 8, "dice": "Damage-1"},
    (RM, "attack"): {"value": 6},
}


@cache
def deck_of(name, seed="42"):
    game = read_game(name)
    return generate(game, game.deck(), seed), game.deck()


@cache
def procedure(game, name):
    return next(procedure for procedure in read_game(game).procedures if procedure.name == name)


def forecast(game, name, deck, asked, placed):
    spec, procedures = deck_of(game)[1], {procedure.name: procedure for procedure in read_game(game).procedures}

    def target_answers(roll, known, added):
        return answers(procedures[roll], spec, {**known, "worst": WORST.get(sum(added.values()), "Critical")})

    forecaster = Forecaster(procedures[name], spec, deck, placed, procedures, target_answers)
    return forecaster.chances(answers(procedures[name], spec, asked))


def columns_of(situation, played):
    """The columns in which a procedure counts that was played."""
    steps = {step.step.name: step for step in played}

    def holds(conditions):
        return all(
            name in steps and steps[name].result and steps[name].result.name in names for name, names in conditions
        )

    expected, asked = situation.forecast, [holds(conditions) for _, conditions in situation.forecast.outcomes]
    if any(asked):
        yield expected.outcomes[asked.index(True)][0]
    elif steps.get(expected.levels) and steps[expected.levels].worth > 0:
        yield expected.level_names[min(steps[expected.levels].worth, len(expected.level_names)) - 1]
    yield from (name for name, conditions in expected.beside if holds(conditions))


def checks_of(game, situation, played):
    """The columns that depend on what the target rolls next: its procedure, the conditions there, and its answers."""
    steps = {step.step.name: step for step in played}
    for name, roll, conditions in situation.forecast.then:
        for following in situation.next:
            if following.roll == roll and all(
                step in steps and steps[step].result.name in names for step, names in following.when
            ):
                worth = {ask: steps[terms[0].step].worth for ask, terms in following.asks.items()}
                asked = {
                    ask.name: next(choice.name for choice in ask.choices if choice.number == min(worth[ask.name], 5))
                    for ask in procedure(game, roll).asks
                    if ask.name in worth
                }
                yield name, (game, roll), conditions, {**asked, "worst": WORST.get(noted(steps), "Critical")}


def noted(steps):
    """How many wounds there are more."""
    return steps["wounds"].worth if "wounds" in steps else 0


def check_in_every_order(check, deck, conditions, asked):
    """The chance of what a target rolls with every order of the cards of a small deck; None if they run out."""
    chance, total = Fraction(0), Fraction(0)
    for first in deck.cards:
        for played, share in ways_to_draw(procedure(*check), deck, deck_of(check[0])[1], asked, {}, (first,)):
            steps = {step.step.name: step for step in played}
            total += share
            if all(step in steps and steps[step].result.name in names for step, names in conditions):
                chance += share
    return chance if total == 1 else None


def ways_to_draw(situation, deck, spec, asked, placed, drawn):
    """All ways to play with a deck from the top: the steps, and how likely that is; the place answers what is ``placed``."""
    played = play(situation, deck, spec, asked, drawn)
    place = next((str(step.read_value.value) for step in played if step.step.name in situation.place), "")
    played = play(situation, deck, spec, {**asked, **{ask: at.get(place, 0) for ask, at in placed.items()}}, drawn)
    if sum(reading.is_drawn for step in played for reading in step.readings) <= len(drawn):
        yield played, Fraction(1, perm(deck.size, len(drawn)))
        return
    for card in deck.cards:
        if card not in drawn:
            yield from ways_to_draw(situation, deck, spec, asked, placed, (*drawn, card))


def in_every_order(game, name, deck, asked, placed):
    """The chances of the columns, by playing with every order of the cards of a small deck."""
    situation, spec = procedure(game, name), deck_of(game)[1]
    counts, known = dict.fromkeys(situation.forecast.columns, Fraction(0)), {}
    for first in deck.cards:
        for steps, chance in ways_to_draw(situation, deck, spec, asked, placed, (first,)):
            for column in columns_of(situation, steps):
                counts[column] += chance
            for column, check, conditions, answered in checks_of(game, situation, steps):
                key = column, *answered.items()
                if key not in known:
                    known[key] = check_in_every_order(check, deck, conditions, answered)
                assume(known[key] is not None)
                counts[column] += chance * known[key]
    return [*counts.values()]


def chances_of_few(attack, data, count):
    """Chances with a deck of so many cards, which ``data`` draws: as forecast, and in every order of the cards."""
    deck, _ = deck_of(attack[0])
    cards = data.draw(
        st.lists(st.sampled_from(deck.cards), min_size=count, max_size=count, unique_by=lambda card: card.impulse)
    )
    few = replace(deck, cards=tuple(cards))
    expected = in_every_order(*attack, few, ATTACKS[attack], HELMET)
    assume(sum(expected[: len(expected) - len(procedure(*attack).forecast.besides)]) == 1)  # else the cards run out
    return [chance for _, chance in forecast(*attack, few, ATTACKS[attack], HELMET)], expected
