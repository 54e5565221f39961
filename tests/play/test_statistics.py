"""What was drawn against what is to be expected: exact where it can be, and calibrated over many games."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import pytest
from script_modules import Scripts

from deckgen.deck.deal.generator import generate
from deckgen.game import read_game, shipped_games
from deckgen.play.model import play_model
from deckgen.play.page import page_words

GAMES = tuple(sorted(shipped_games()))
AC, FI = "action-and-combat", "future-imperfect"
MODULES = (
    "places",
    "reading",
    "engine",
    "words",
    "random",
    "store",
    "statistics",
    "reports",
)


@pytest.fixture(scope="module")
def scripts():
    return Scripts(*(f"play/scripts/{name}.js" for name in MODULES))


@cache
def model_of(name, code=None):
    game = read_game(name, code)
    deck = generate(game, game.deck(), "42")
    return {**play_model(game, game.deck(), deck), "words": page_words(game.language)}


def tiny(values, jokers=(), reshuffle="jokers", outcomes=(0, 1)):
    """A deck whose cards say one number each."""
    cards = [
        {"impulse": i, "joker": i in jokers, "word": f"card {i}", "sections": {"says": value}}
        for i, value in enumerate(values)
    ]
    audit = {"asked": None, "whole": None, "longRun": None}
    counted = [
        {"place": str(result), "dice": "", "mean": False, "ends": [1] * len(values), **audit}
        | {"values": [int(value == result) for value in values]}
        for result in outcomes
    ]
    section = {"name": "says", "kind": "distribution", "title": "Says", "counted": counted}
    facts = {
        "draw": "without-replacement",
        "reshuffle": reshuffle,
        "decimal": ".",
        "percent": "%",
        "words": {},
    }
    return {**facts, "cards": cards, "sections": [section]}


def rows(found):
    return {(section["name"], row["place"]): row for section in found["sections"] for row in section["rows"]}


@pytest.mark.parametrize(("size", "ones", "drawn"), [(6, 2, 3), (7, 1, 2), (8, 4, 7), (5, 3, 1)])
def test_mean_and_error_are_those_of_all_samples(scripts, size, ones, drawn):
    """By listing every set of cards that may come up."""
    values = [1] * ones + [0] * (size - ones)
    passes = [{"without": [], "drawn": list(range(drawn))}]
    row = rows(scripts.run("statistics(model, passes, 1)", model=tiny(values), passes=passes))["says", "1"]
    sums = [sum(values[card] for card in each) for each in combinations(range(size), drawn)]
    mean = Fraction(sum(sums), len(sums))
    variance = sum((each - mean) ** 2 for each in sums) / len(sums)
    assert row["expected"] == pytest.approx(float(mean))
    assert row["error"] == pytest.approx(sqrt(variance))
    assert row["drawn"] == sum(values[:drawn])
    assert row["off"] == pytest.approx((row["drawn"] - float(mean)) / sqrt(variance))


def test_jokers_and_held_cards_are_taken_apart(scripts):
    """Of ten cards two are jokers and two are held: what came up is of the six others, and of the one joker."""
    values = [1, 1, 0, 0, 0, 1, 0, 0, 1, 1]
    passes = [{"without": [0, 9], "drawn": [1, 2, 8]}, {"without": [], "drawn": []}]
    found = scripts.run("statistics(model, passes, 1)", model=tiny(values, (8, 9)), passes=passes)
    row = rows(found)["says", "1"]
    assert row["expected"] == pytest.approx(2 * 2 / 7 + 1)
    assert row["error"] == pytest.approx(sqrt(2 / 7 * 5 / 7 * 2 * 5 / 6))
    assert found["jokers"]["expected"] == pytest.approx(1 / 8 + 1 / 7 + 1 / 6)
    assert (found["jokers"]["count"], found["draws"], found["shuffles"]) == (1, 3, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_deck_drawn_to_its_end_is_exact(scripts, name):
    """All means and counts are those of the deck, and nothing is left to chance."""
    model = model_of(name)
    found = scripts.run("statistics(model, drawnToTheEnd(model, 'any').passes)", model=model)
    assert (found["draws"], found["farthest"], found["rarer"]) == (len(model["cards"]), None, None)
    for (section, _), row in rows(found).items():
        assert (row["error"], row["off"]) == (0, 0)
        assert row["drawn"] == pytest.approx(row["expected"])
        if row["whole"] is not None and not row["mean"]:
            assert row["drawn"] == row["whole"]
        if row["mean"]:
            assert row["drawn"] == pytest.approx(sum(row["values"]) / sum(row["ends"])), section


@pytest.mark.parametrize("name", GAMES)
def test_the_long_run_of_the_audit_is_what_many_draws_come_to(scripts, name):
    """After many draws under the game's rule, what is to be expected is the audit's long run, but for open jokers."""
    model = model_of(name)
    found = scripts.run("statistics(model, drawnByScript(model, 'long', 3000).passes, 1)", model=model)
    more = abs(found["jokers"]["count"] - found["draws"] * 3 / 55)  # jokers than in the long run, or fewer
    assert more < 4 * sqrt(found["draws"] * 3 / 55)
    for row in rows(found).values():
        if row["longRun"] is None:
            continue
        wanted = row["longRun"] if row["mean"] else row["longRun"] / len(model["cards"]) * found["draws"]
        assert row["expected"] == pytest.approx(wanted, rel=0.01, abs=1 + more if not row["mean"] else 0.01)
        assert abs(row["off"]) < 5


def test_off_is_a_standard_error_over_many_games(scripts):
    """Its mean is 0, its variance 1; every share of fair games as rare as it says."""
    offs, rarer, jokers = scripts.run(
        """(() => {
          const offs = [], rarer = [], jokers = [];
          for (let game = 0; game < 60; game += 1) {
            const found = statistics(model, drawnByScript(model, "game " + game, 120).passes, 60);
            for (const section of found.sections) for (const row of section.rows) offs.push(row.off);
            rarer.push(found.rarer); jokers.push(found.jokers.off);
          }
          return [offs, rarer, jokers];
        })()""",
        model=model_of("rough-magic"),
    )
    assert abs(sum(offs) / len(offs)) < 0.1
    assert abs(sum(off * off for off in offs) / len(offs) - 1) < 0.15
    assert abs(sum(jokers) / len(jokers)) < 0.5
    assert abs(sum(off * off for off in jokers) / len(jokers) - 1) < 0.8
    assert abs(sum(rarer) / len(rarer) - 0.5) < 0.15
    assert 3 < sum(share < 0.25 for share in rarer) < 30


def test_a_loaded_shuffle_is_seen(scripts):
    """A pile that gives low cards first: the statistics must say that this is rare."""
    found = scripts.run(
        """(() => {
          const passes = Array.from({length: 40}, (_, at) => ({without: [], drawn: shuffledOrder("x", at, 54).filter((card) => card % 52 < 40).slice(0, 15)}));
          return statistics(model, passes);
        })()""",
        model=model_of(AC),
    )
    assert found["rarer"] < 0.02
    assert abs(rows(found)["impulse", ""]["off"]) > 5


def test_places_that_never_vary_are_left_out(scripts):
    found = rows(scripts.run("statistics(model, [], 1)", model=model_of("rough-magic")))
    sections = {name for name, _ in found}
    assert "shuffle" not in sections  # only jokers have it: they are counted by themselves
    assert "success_steps" not in sections  # the same on every card
    assert {"causes", "range_band", "clock"} <= sections


@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_draws_are_the_deck_again(scripts, name):
    model = model_of(name)
    state = scripts.run("drawnByScript(model, 'thousand')", model=model)
    assert sorted(state["pile"] + state["table"] + state["discard"]) == list(range(len(model["cards"])))
    assert sum(len(each["drawn"]) for each in state["passes"]) == 1000


TRIALS = [(FI, "causes", "III-3"), (FI, "hit_location", "0"), (FI, "initiative", "2-F"), (AC, "causes", "Act"),
    (AC, "effects", "Damage-2"), ("rough-magic", "range_band", ""), ("west-that-wasnt", "causes", "8-3")]  # fmt: skip


@pytest.mark.parametrize(("name", "section", "place"), TRIALS)
def test_a_place_read_many_times_fits_its_chances(scripts, name, section, place):
    found = scripts.run("trial(model, section, place, 'seed', 600)", model=model_of(name), section=section, place=place)
    assert sum(row["count"] for row in found["rows"]) == 600
    assert sum(row["expected"] for row in found["rows"]) == pytest.approx(600)
    assert all(row["expected"] >= 5 for row in found["rows"])
    squares = sum((row["count"] - row["expected"]) ** 2 / row["expected"] for row in found["rows"])
    free = len(found["rows"]) - 1
    assert squares < free + 4 * sqrt(2 * free)
    if mean := found["mean"]:
        assert abs(mean["drawn"] - mean["expected"]) < 4 * mean["error"]


def test_nothing_drawn_and_one_card(scripts):
    model = model_of(FI)
    assert scripts.run("statisticsLines(model, statistics(model, newState(model, 's').passes))", model=model) == [
        "Nothing was drawn yet."
    ]
    lines = scripts.run("statisticsLines(model, statistics(model, drawnByScript(model, 's', 1).passes))", model=model)
    assert lines[0] == "Cards drawn: 1. Shuffles: 1."
    assert "Farthest off is" in lines[1]


def test_what_is_said_of_a_thousand_draws(scripts):
    model = model_of(FI)
    lines = scripts.run("statisticsLines(model, statistics(model, drawnByScript(model, 's').passes, 100))", model=model)
    assert lines[0].startswith("Cards drawn: 1000. Shuffles: ")
    assert lines[1].startswith("Farthest off is ")
    assert "games with fair shuffles" in lines[1]
    assert (
        lines[-1]
        == "Jokers are 3.7% of the deck, but 5.5% of all draws in the long run, as each brings the others back."
    )
    end = scripts.run("statisticsLines(model, statistics(model, drawnToTheEnd(model, 's').passes))", model=model)
    assert end[1].startswith("The deck was drawn to its end, every card once")


def test_the_audit_is_said_of_rows(scripts):
    found = scripts.run(
        """(() => { const found = statistics(model, drawnByScript(model, 's', 60).passes, 1);
          return found.sections.filter((each) => ["impulse", "causes", "toggle"].includes(each.name)).map((each) => auditTexts(model, each.rows[0])); })()""",
        model=model_of(FI),
    )
    *others, (dice, one_draw, long_run) = found
    assert others == [None, ["27.0", "27.0", "27.0"]]
    assert dice == one_draw == "3.333"
    assert abs(float(long_run) - 10 / 3) < 1 / 2 / 37  # two jokers, at least 36 plain cards


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0, "fewer than 1 of 400 games with fair shuffles are as far off"),
        (0.05, "1 of 20 games with fair shuffles is as far off, or farther"),
        (0.73, "73% of games with fair shuffles are as far off, or farther"),
    ],
)
def test_how_rare_a_deviation_is(scripts, share, said):
    assert scripts.run("gamesText(model, share, 400)", model=model_of(FI), share=share) == said


def test_the_log_in_words(scripts):
    texts = scripts.run(
        """(() => {
          const ann = {do: "join", name: "Ann"}, order = shuffledOrder("s", 1, 54);
          return [ann, {do: "join", name: "Bo"}, {do: "deal", to: 0, count: 2}, {do: "draw"}, {do: "move", cards: [order[0]], to: "table"},
            {do: "move", cards: [order[1]], to: 1}, {do: "move", cards: [order[0]], to: 1}, {do: "task"}, {do: "move", cards: [order[2]], to: "pile"},
            {do: "rename", person: 1, name: "Cy"}, {do: "leave", person: 1}, {do: "shuffle", all: true}, {do: "source", source: "own"},
            {do: "typed", card: 5}, {do: "new", seed: "t"}, {do: "note", note: 1}]
            .reduce(([state, said], action) => { const next = act(model, state, action); return [next, [...said, entryText(model, next.log.at(-1))]]; },
              [newState(model, "s"), []])[1];
        })()""",
        model=model_of(FI),
    )
    words = [card["word"] for card in model_of(FI)["cards"]]
    order = scripts.run("shuffledOrder('s', 1, 54)")
    first, third = words[order[0]], words[order[2]]
    assert texts == [
        "Ann joins", "Bo joins", "dealt to Ann: 2", f"drawn: {third}", f"Ann plays {first}", "Ann gives Bo cards: 1",
        f"Bo takes {first}", f"resolved, put down: {third}", f"back on the pile: {third}", "Bo is now Cy", "Cy leaves", "shuffled",
        "cards are drawn from an own deck", f"drawn from an own deck: {words[5]}", "a new game, shuffled by “t”", "",
    ]  # fmt: skip
