"""The engine of the page against that of deckgen: fed with the same cards, both come to the same."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from explicit_steps import explicit
from page_decks import deck_of
from played_twice import PLAYED, Engine, Recorded, same

from deckgen.deck import situations
from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.game import read_game, shipped_games
from deckgen.game.examples import (
    Ask,
    AskChoice,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Term,
)
from deckgen.game.model import (
    GridSection,
    MarksSection,
    RollsSection,
    StackSection,
    TableSection,
    playable_situations,
)

GAMES = tuple(sorted(shipped_games()))


@cache
def dealt(name):
    game = read_game(name)
    spec = game.deck()
    return game, spec, generate(game, spec, "42")


@cache
def engine(name):
    return Engine(*dealt(name))


@pytest.mark.parametrize("name", GAMES)
def test_examples_and_procedures_come_to_the_same(name, monkeypatch):
    game, spec, deck = dealt(name)
    recorded = Recorded(monkeypatch)
    for example, each in listed(game, spec):
        steps = play(each, deck, spec)
        tasks, cards = recorded.last()
        found = engine(name).play(each.name, cards, example=example)
        same(found["played"], steps)
        assert (found["tasks"], found["left"]) == (tasks, 0)


def random_answer(rng, ask, spec):
    """Something that may be told, or, now and then, nothing."""
    section = spec.section(ask.section) if ask.section else None
    match section:
        case GridSection():
            known = [f"{column.label}-{row}" for column in section.columns for row in range(1, 9)]
        case RollsSection():
            known = [label for label, _ in section.rolls]
        case TableSection():
            known = list(section.rows)
        case MarksSection():
            return sorted(rng.sample(range(1, section.count + 1), rng.randint(0, 4)))
        case _:
            known = [each.name if ask.kind == "choice" else each.number for each in ask.choices]
            if ask.kind == "number":
                known += [rng.randint(max(ask.least, -40), min(ask.most, 40))] * 3
    return rng.choice([*known, None])


def edges(ask, spec):
    """Every choice of an ask, its named numbers and its bounds, and some places of its section."""
    if ask.kind == "choice":
        return [choice.name for choice in ask.choices]
    if ask.kind == "number":
        return [*(choice.number for choice in ask.choices), max(ask.least, -40), min(ask.most, 60), 0, 1]
    return [random_answer(random.Random(number), ask, spec) for number in range(6)]  # noqa: S311 (only test data)


def games_with_other_rulings(name):
    """The game, and the game with the second, third ... choice of every ruling that has so many."""
    game = read_game(name)
    choices = {ruling.name: [choice.name for choice in ruling.choices] for ruling in game.rulings}
    count = max(map(len, choices.values()))
    yield from (read_game(name, rulings={k: v[min(n, len(v) - 1)] for k, v in choices.items()}) for n in range(count))


@pytest.mark.parametrize("name", GAMES)
def test_procedures_come_to_the_same_whatever_is_told(name, monkeypatch):
    """Every procedure of every deck, each answer once, and under other rulings, with jokers first as often as others."""
    recorded, rng, played = Recorded(monkeypatch), random.Random(name), set()  # noqa: S311 (only test data)
    for number, ruled in enumerate(games_with_other_rulings(name)):
        for spec in ruled.decks if not number else [ruled.deck()]:
            deck = deck_of(spec)
            engine = Engine(ruled, spec, deck)
            for each in playable_situations(ruled.procedures, spec):
                is_first = not number and spec == ruled.deck()
                answers = [(ask.name, answer) for ask in each.asks if is_first for answer in edges(ask, spec)]
                for trial, (ask_name, answer) in enumerate([("", None)] * 4 + answers):
                    given = {ask.name: random_answer(rng, ask, spec) for ask in each.asks} | {ask_name: answer}
                    first = [deck.cards[rng.choice([*spec.jokers(), *range(1, 3), rng.randrange(spec.size)])]]
                    steps = play(replace(each, name=f"{each.name} {trial}"), deck, spec, given, first)
                    tasks, cards = recorded.last()
                    found = engine.play(each.name, cards, given, example=False)
                    same(found["played"], steps)
                    assert (found["tasks"], found["left"], found["done"]) == (tasks, 0, True)
                    played.add(each.name)
    assert played == {each.name for each in read_game(name).procedures}


def listed(game, spec):
    """All situations: whether they are examples, and they themselves."""
    both = ((False, game.procedures), (True, game.examples))
    return [(example, each) for example, situations in both for each in playable_situations(situations, spec)]


def number(value):
    return (Term(number=value),) if value else ()


def read_of(section, place, more):
    """What the place of a reading is called in YAML."""
    column, _, row = place.rpartition("-")
    match section:
        case GridSection():
            return SituationRead(section.name, column, row, rows=number(more["rows"]), columns=number(more["columns"]))
        case RollsSection():
            return SituationRead(section.name, place)
        case StackSection():
            return SituationRead(section.name, up=number(int(place)))
        case MarksSection():
            return SituationRead(section.name, figures=tuple(map(int, place.split(","))))
        case TableSection() if "reached" in more:
            return SituationRead(section.name, row=row, reached=(Term(number=more["reached"]),))
        case TableSection():
            return SituationRead(section.name, column, row)
    return SituationRead(section.name)


def random_more(rng, section):
    more = {"add": rng.randint(-3, 3), "times": rng.choice([1, 1, 2]), "divide": rng.choice([1, 1, 3])}
    more["up"], more["bump"] = rng.random() < 0.5, rng.choice([0, 3])
    if rng.random() < 0.6:
        more["against"] = rng.randint(2, 12)
    if isinstance(section, TableSection) and rng.random() < 0.6:
        more["reached"] = rng.randint(0, 15)
    return {**more, "rows": rng.randint(-2, 3), "columns": rng.randint(-2, 2)}


def reading(section, place, more, name):
    """A situation that reads one place."""
    step = SituationStep(
        "reading",
        draws=True,
        read=read_of(section, place, more),
        add=number(more["add"]),
        times=number(more["times"]),
        divide=number(more["divide"]),
        up=more["up"],
        against=(Term(number=more["against"]),) if "against" in more else (),
        bump=more["bump"] if "against" in more else 0,
    )
    return Situation(name, "Reading", "", explicit(step), frozenset([section.name]))


@pytest.mark.parametrize("name", GAMES)
def test_any_place_is_read_alike(name, monkeypatch):
    game, spec, _ = dealt(name)
    deck = deck_of(spec)
    engine, recorded, rng = Engine(game, spec, deck), Recorded(monkeypatch), random.Random(name)  # noqa: S311 (only test data)
    for section in spec.sections:
        for place in places_of(engine, section, rng):
            more = random_more(rng, section)
            steps = play(reading(section, place, more, place), deck, spec)
            tasks, cards = recorded.last()
            code = PLAYED.replace("play, given,", "readingOf(model, section, place, more), {},")
            found = engine.run(code, section=section.name, place=place, more=more, cards=cards)
            assert (found["tasks"], found["left"]) == (tasks, 0)
            same(found["played"], steps)


def places_of(engine, section, rng):
    """All places of a section; of marks some figures."""
    if isinstance(section, MarksSection):
        figures = range(1, section.count + 1)
        return [",".join(map(str, sorted(rng.sample(figures, count)))) for count in (1, 3, 5)]
    return [each["place"] for each in engine.run("sectionOf(model, name).choices", name=section.name)]


ASKS = (
    Ask("skill", "Skill", "cell", "III-3", "causes"),
    Ask("size", "Burst", "cell", "5", "burst"),
    Ask("speed", "Speed", "row", "N", "initiative"),
    Ask("people", "People", "figures", (1, 2), "unintended_targets"),
    Ask("armour", "Armour", "number", 2, least=0, most=12),
    Ask(
        "aim",
        "Aim",
        "choice",
        "body",
        choices=(AskChoice("body", "Body", 0, {"rows": 0}), AskChoice("head", "Head", -4, {"rows": -2})),
    ),
)
ASKED = Situation(
    "asked",
    "Asked",
    "It is asked.",
    explicit(
        SituationStep(
            "shot",
            draws=True,
            read=SituationRead("causes", "III", "3", ask="skill", rows=(Term(step="aim", part="rows"),)),
            add=(Term("aim", step="aim"), Term("armour", step="armour", less=True)),
            times=(Term(step="armour"),),
            divide=(Term(number=2), Term(step="people")),
            against=(Term("armour", step="armour"),),
            bump=2,
            results=(
                SituationResult("critical_failure", ends=True),
                SituationResult("much", least=(Term(step="armour"), Term(number=1))),
                SituationResult("even", least=(Term(number=0),), most=(Term(step="people"),)),
                SituationResult("little", value=(Term(step="armour"),)),
            ),
        ),
        SituationStep("head", when=(("aim", ("head",)),), add=(Term(step="shot", part="over"),)),
        SituationStep("body", when=(("aim", ("body", "legs")), ("shot", ("much", "even")))),
        SituationStep("burst", read=SituationRead("burst", "5", ask="size"), add=(Term(step="size"),)),
        SituationStep("dice", add=(Term(step="skill", part="row"), Term(step="skill", part="column"))),
        SituationStep(
            "phase",
            read=SituationRead("initiative", row="N", reached=(Term(step="shot"),), ask="speed"),
            results=(SituationResult("never", values=(None,)), SituationResult("there")),
        ),
        SituationStep("people", draws=True, read=SituationRead("unintended_targets", figures=(1, 2), ask="people")),
    ),
    frozenset(["causes", "burst", "initiative", "unintended_targets"]),
    asks=ASKS,
)  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"skill": "V-1", "size": "10", "speed": "F", "armour": 0},
        {"skill": "V-06", "aim": "head", "armour": 1},
        {"skill": "I-4", "aim": "head", "people": [3, 9, 3]},
        {"skill": "V-100", "size": "7", "speed": "X", "aim": "Head", "nobody": 3},
        {"skill": 3, "size": None, "speed": [], "aim": 0, "people": "12", "armour": "many"},
        {"armour": 99, "people": []},
        {"armour": -1, "people": [9, 1, 0, 11]},
        {"armour": True},
    ],
)
def test_what_is_asked_counts_alike(given, monkeypatch):
    game, spec, deck = dealt("future-imperfect")
    recorded = Recorded(monkeypatch)
    engine = Engine(replace(game, procedures=(ASKED,)), spec, deck)
    for number in range(10):
        steps = play(replace(ASKED, name=f"asked {number}"), deck, spec, given)
        tasks, cards = recorded.last()
        found = engine.play("asked", cards, given, example=False)
        same(found["played"], steps)
        assert (found["tasks"], found["left"]) == (tasks, 0)


def ours(engine, section, place, more=None):
    """What may be read at a place by its value, failures apart; None where it is not reckoned."""
    code = "chancesOf(model, section, place, more)"
    found = engine.run(code, section=section.name, place=place, more=more or {})
    return found and by_value(
        ([each["found"][name] for name in ("value", "shown", "critical")], each["chance"]) for each in found
    )


def by_value(chances):
    made = Counter()
    for found, chance in chances:
        made[tuple(map(str, found))] += float(chance)
    return {found: chance for found, chance in made.items() if chance > 1e-13}


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_of_any_place_are_those_of_python(name):
    _, spec, deck = dealt(name)
    for section in spec.sections:
        for place in places_of(engine(name), section, random.Random(1)):  # noqa: S311 (only test data)
            more = {"rows": 0, "columns": 0}
            table = situations._Table(deck, spec, Situation("", "", "", (), frozenset()), {}, 1)
            chances = table.reader.chances(table.reading(read_of(section, place, more)))
            if chances is None:
                assert ours(engine(name), section, place) is None
                continue
            theirs = by_value(((f.value, f.shown, f.critical), chance) for f, chance in chances)
            found = ours(engine(name), section, place)
            rare = dict.fromkeys(found.keys() ^ theirs.keys(), 0)  # the page has 12 places
            assert {**rare, **found} == pytest.approx({**rare, **theirs}, abs=1e-11)
            assert sum(found.values()) == pytest.approx(1)


def test_cards_that_are_put_back_go_on_without_an_end(monkeypatch):
    game, spec, deck = dealt("action-and-combat")
    back = replace(spec, draw="with-replacement")
    engine, recorded = Engine(game, back, deck), Recorded(monkeypatch)
    section = back.section("effects")
    for place in ("Damage-1", "Damage-2"):
        more = {
            "add": 0,
            "times": 1,
            "divide": 1,
            "up": False,
            "bump": 0,
            "against": 7,
            "rows": 0,
            "columns": 0,
        }
        steps = play(reading(section, place, more, place), deck, back)
        _, cards = recorded.last()
        code = PLAYED.replace("play, given,", "readingOf(model, section, place, more), {},")
        found = engine.run(code, section="effects", place=place, more=more, cards=cards)
        same(found["played"], steps)


def test_there_is_no_card_beyond_the_last():
    quickjs = pytest.importorskip("quickjs")
    for card in (54, -1):
        with pytest.raises(quickjs.JSException, match="no such card"):
            engine("rough-magic").run('playedWith(model, readingOf(model, "impulse", ""), {}, () => card)', card=card)


@pytest.mark.parametrize("name", GAMES)
def test_a_ring_names_the_place_that_is_read_there(name):
    wrong = engine(name).run(
        "model.sections.flatMap((section) => section.choices.filter(({place, beyond}) => {"
        '  if (beyond || section.kind === "ordinal") return false;'
        "  const left = [20];"
        "  const [played] = playedWith(model, readingOf(model, section.name, place), {}, () => left.pop()).playeds;"
        "  if (!played) return false;"  # an open cell: another card is wanted first
        "  const {looked} = played;"
        "  const at = looked[0].places.at(-1);"
        "  return placeAt(section, at.join('/').split('/')) !== place && placeAt(section, at) !== place;"
        "}).map(({place}) => `${section.name} ${place}`))"
    )
    assert wrong == []


def test_places_go_on_after_the_last_row_as_the_game_says():
    code = "sectionOf(model, name).choices.filter(each => each.beyond).map(each => [each.place, each.dice])"
    future = dict(engine("future-imperfect").run(code, name="causes"))
    assert future["I-6"] == "6d4"
    assert "V-6" not in future  # there is no column to the right of it
    west = dict(engine("west-that-wasnt").run(code, name="causes"))
    assert west["12-6"] == "6d12"


def test_what_a_procedure_may_come_to_is_told_before_a_card_is_drawn():
    game, spec, deck = dealt("future-imperfect")
    asked = Engine(replace(game, procedures=(ASKED,)), spec, deck)
    code = "outlook(model, model.plays[0], given).results.map(each => [each.result.name, each.chance])"
    easy, hard = (dict(asked.run(code, given={"armour": armour, "people": [1, 2]})) for armour in (1, 12))
    assert easy.keys() == {"critical_failure", "much", "even", "little"}
    assert sum(easy.values()) == pytest.approx(1)
    assert easy["critical_failure"] == hard["critical_failure"] > 0
    assert asked.run("outlook(model, {...model.plays[0], steps: model.plays[0].steps.slice(3, 4)})") is None


def test_a_plain_total_has_the_chance_of_so_much_or_more():
    found = engine("rough-magic").run(
        "model.cards.map((card) => {"
        '  const [played] = playedWith(model, readingOf(model, "die", "1d6", {add: 3}), {}, () => card.impulse).playeds;'
        "  return [played.total, readAgain(model, played, true), readAgain(model, played)];"
        "})"
    )
    totals = [total for total, *_ in found]
    for total, least, equal in found:
        assert least == pytest.approx(sum(each >= total for each in totals) / 54)
        assert equal == pytest.approx(totals.count(total) / 54)


def test_failures_and_words_have_their_own_chances():
    code = (
        "model.cards.flatMap((card) => {"
        "  const left = [card.impulse];"
        "  const [played] = playedWith(model, readingOf(model, section, place), {}, () => left.pop()).playeds;"
        "  return played ? [[played.found.value, played.found.critical, readAgain(model, played)]] : [];"
        "})"
    )
    found = engine("future-imperfect").run(code, section="causes", place="I-1")
    failed = [equal for _, critical, equal in found if critical]
    assert failed == [pytest.approx(len(failed) / 54)] * len(failed)
    assert failed
    places = engine("future-imperfect").run(code, section="hit_location", place="0")
    shown = [value for value, *_ in places]
    assert all(equal == pytest.approx(shown.count(value) / 54) for value, _, equal in places)


def test_what_is_tried_often_comes_up_as_often_as_its_chance():
    game, spec, deck = dealt("future-imperfect")
    asked = Engine(replace(game, procedures=(ASKED,)), spec, deck)
    given, times = {"armour": 4}, 1000
    rng = random.Random(4)  # noqa: S311 (only test data)
    orders = [rng.sample(range(54), 54) for _ in range(times)]
    code = (
        "[...tried(model, model.plays[0], given, orders.length, (number) => orders[number - 1])]"
        ".map(([name, results]) => [name, [...results]])"
    )
    found = {name: dict(results) for name, results in asked.run(code, given=given, orders=orders)}
    whole = "outlook(model, model.plays[0], given).results.map(each => [each.result.name, each.chance])"
    for name, chance in asked.run(whole, given=given):
        assert abs(found["shot"][name] - chance * times) < 4 * (times * chance * (1 - chance)) ** 0.5
    assert sum(found["shot"].values()) == times
    assert sum(found["phase"].values()) == times - found["shot"]["critical_failure"]


def test_every_try_has_the_whole_deck_and_so_has_a_pile_that_ran_out():
    code = (
        "(() => {"
        "  const asked = [];"
        "  const shuffled = (number) => { asked.push(number); return [number, 20]; };"
        "  const steps = model.plays.find((each) => each.name === 'three').steps;"
        "  tried(model, {steps, asks: []}, {}, 3, shuffled);"
        "  return asked;"
        "})()"
    )
    steps = tuple(SituationStep(name, draws=True, read=SituationRead("impulse")) for name in "abc")
    three = Situation("three", "Three", "Three cards.", steps, frozenset(["impulse"]))
    game, spec, deck = dealt("rough-magic")
    found = Engine(replace(game, procedures=(three,)), spec, deck).run(code)
    assert found == [1, 2, 3, 4, 5, 6]  # two cards, and one of a pile that is shuffled anew; three times
