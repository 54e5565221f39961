"""What the page says of a play is what the examples page says, to the letter."""

from dataclasses import asdict
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from script_modules import ENGINE, Scripts

from deckgen.card.layout import game_layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.deck.deal.generator import generate
from deckgen.deck.situations import play
from deckgen.document.examples.text import Fact, narrate, narrate_all, verdict
from deckgen.game import read_game, shipped_games
from deckgen.game.examples import TONES
from deckgen.game.model import playable_situations
from deckgen.language import load_language
from deckgen.play.model import play_model
from deckgen.play.page import page_words

GAMES = shipped_games()
READ = """(() => {
  const known = (each) => ({...each, card: model.cards[each.card], section: model.sections.find((own) => own.name === each.section)});
  const told = tell(model, playeds.map((played) => ({...played, looked: played.looked.map(known)})), model.plays[at], given);
  const panels = told.panels.map((panel) => ({...panel, looked: panel.looked && panel.looked.card.impulse}));
  return {panels, facts: told.facts, verdict: verdict(told.facts)};
})()"""


class Teller(Scripts):
    """The scripts that tell, which read a model once."""

    def __init__(self):
        super().__init__(*ENGINE, "play/scripts/words.js")
        self._model = None

    def read(self, model):
        if model is not self._model:
            self._model = model
            self.run("(globalThis.model = read, null)", read=model)


@cache
def scripts():
    return Teller()


@cache
def dealt(name, code):
    game = read_game(name, code)
    spec = game.deck()
    return game, spec, generate(game, spec, "42")


def model_of(game, spec, deck):
    model = name_marks(play_model(game, spec, deck), game_layout(game, spec), game, spec)
    return {**model, "words": page_words(game.language)}


def as_json(played):
    """A step as engine.js has it; cards and sections by impulse and name."""
    data = asdict(played, dict_factory=lambda pairs: {k: v for k, v in pairs if k != "section"})
    looked = [
        {
            "card": each.card.impulse,
            "drawn": each.is_drawn,
            "section": each.section.name,
            "places": [list(path) for path in each.key_paths],
        }
        for each in played.readings
    ]
    found = data.pop("read_value")
    more = {
        "looked": looked,
        "found": found and {**found, "critical": found["shown"] == "critical_failure"},
        "over": data.pop("margin"),
        "rest": data.pop("remainder"),
        "bumps": played.bumps,
        "level": dict(played.level) or None,
        "chance": None if played.chance is None else float(played.chance),
    }
    return {**data, **more}


def said(model, situation, playeds, given=None):
    at = next(
        i
        for i, each in enumerate(model["plays"])
        if each["name"] == situation.name and each["example"] == (given is None)
    )
    scripts().read(model)
    return scripts().run(READ, at=at, given=given or {}, playeds=[as_json(played) for played in playeds])


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", GAMES)
def test_every_situation_is_told_as_on_the_examples_page(name, code):
    game, spec, deck = dealt(name, code)
    model = model_of(game, spec, deck)
    for seed in ("42", "7"):
        own = deck if seed == "42" else generate(game, spec, seed)
        layout = game_layout(game, spec)
        model = model_of(game, spec, own)
        for situation, wanted in zip(
            playable_situations(game.examples, spec), narrate_all(layout, game, spec, own), strict=True
        ):
            same(said(model, situation, play(name_marks(situation, layout, game, spec), own, spec)), wanted)


def same(found, wanted):
    assert [(fact["text"], fact["tone"]) for fact in found["facts"]] == [
        (fact.text, fact.tone) for fact in wanted.facts
    ]
    assert found["verdict"] == verdict(wanted.facts)
    assert len(found["panels"]) == len(wanted.panels)
    for panel, other in zip(found["panels"], wanted.panels, strict=True):
        assert (panel["head"], panel["card"]) == (other.head, other.card)
        assert panel["lines"] == list(other.lines)
        assert panel["looked"] == (other.reading and other.reading.card.impulse)


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", GAMES)
def test_every_procedure_is_told_as_python_tells_it(name, code):
    game, spec, deck = dealt(name, code)
    model = model_of(game, spec, deck)
    chance = Random(name)  # noqa: S311  nothing secret
    for situation in name_marks(playable_situations(game.procedures, spec), game_layout(game, spec), game, spec):
        for _ in range(1 if code else 3):
            given = {ask.name: any_answer(ask, spec, chance) for ask in situation.asks}
            played = play(situation, deck, spec, given)
            wanted = narrate(game, spec, situation, played, given)
            same(said(model, situation, played, given), wanted)


def test_the_page_gives_the_verdicts_of_python():
    lists = [[*tones] for count in range(4) for tones in product(TONES, repeat=count)]
    found = scripts().run("lists.map((tones) => verdict(tones.map((tone) => ({text: '', tone}))))", lists=lists)
    assert found == [verdict([Fact("", tone) for tone in tones]) for tones in lists]


def any_answer(ask, spec, chance):
    if ask.kind == "choice":
        return chance.choice([each.name for each in ask.choices])
    if ask.kind == "number":
        return chance.randint(max(ask.least, -4), min(ask.most, 25))
    if ask.kind == "figures":
        count = spec.section(ask.section).count
        return chance.sample(range(1, count + 1), chance.randint(0, 3))
    if ask.kind == "row":
        return chance.choice(spec.section(ask.section).rows)
    cells = spec.section(ask.section).cells()
    return chance.choice([f"{cell.column}-{cell.row}" if "-" in ask.default else cell.column for cell in cells])


NUMBERS = [0, 0.04, 0.05, 0.145, 0.5, 1, 7, -3, 0.999, 12.25, -0.4, 99.95, 1 / 3]


@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_numbers_are_written_as_the_language_does(code):
    own = load_language(code)
    model = {"decimal": own.decimal, "percent": own.percent_sign, "words": {}}
    for places in (0, 1, 2):
        exact = [Fraction(number).limit_denominator(1000) for number in NUMBERS]
        call = "numbers.map((n) => [numberText(model, n, places), numberText(model, n, places, true), percentText(model, n, places)])"
        found = scripts().run(call, model=model, numbers=NUMBERS, places=places)
        assert found == [
            [own.number(n, places), own.number(n, places, sign=True), own.percent(n, places)] for n in exact
        ]


def test_what_a_step_names_no_chance_of_has_one_beside_it():
    game, spec, deck = dealt("rough-magic", None)
    model = model_of(game, spec, deck)
    play = """["causes", "setback"].map((name) => {
      const section = model.sections.find((each) => each.name === name);
      const own = readingOf(model, name, section.choices[0].place, {});
      const left = [26];
      return tell(model, playedWith(model, own, {}, () => left.pop() ?? 5).playeds, own, {}).panels[0];
    })"""
    roll, setback = scripts().run(play, model=model)
    column = [card.sections["causes"]["Brawn"] for card in deck.cards]
    number = column[26]
    share = Fraction(sum(each >= number for each in column), deck.size)
    assert roll["chance"] == f"Chance to read {number} or more: {game.language.percent(share)}"
    same = Fraction(sum(card.sections["setback"] == deck.cards[26].sections["setback"] for card in deck.cards), 54)
    assert setback["chance"] == f"Chance to read the same: {game.language.percent(same)}"


def test_of_a_place_its_own_chance_is_told_beside_that_of_all_that_count_alike():
    game, spec, deck = dealt("future-imperfect", None)
    model = model_of(game, spec, deck)
    play = """(() => {
      const found = [];
      for (const {impulse} of model.cards) {
        const play = model.plays.find((each) => !each.example && each.name === name);
        let card = 4;
        const left = [impulse];
        const next = () => left.pop() ?? (card = (card + 1) % model.cards.length);
        const panel = tell(model, playedWith(model, play, {}, next).playeds).panels.find((each) => each.looked?.section.name === "hit_location");
        if (panel && panel.lines[0].includes(", the standard place")) found.push([panel.looked.card.impulse, panel.chance]);
      }
      return found;
    })()"""
    situation = next(each for each in playable_situations(game.procedures, spec) if "hit_location" in each.sections)
    standard = [card.sections["hit_location"] for card in deck.cards]
    names = [value.places[value.standard] for value in standard]
    found = scripts().run(play, model=model, name=situation.name)
    assert len(found) > 5
    for impulse, chance in found:
        share = Fraction(names.count(names[impulse]), deck.size)
        said = game.language.percent(share, 1 if share < Fraction(1, 10) else 0)
        assert chance in (f"Chance to read the same: {said}", "")
    assert any(chance for _, chance in found)


def test_a_phrase_takes_fields_as_they_are():
    model = {"words": {"{a} and {b}": "{b}, {a}"}}
    call = "say(model, '{a} and {b}', {a: '<b>{b}$&</b>', b: 2})"
    assert scripts().run(call, model=model) == "2, <b>{b}$&</b>"
    assert scripts().run("say(model, 'no {such} phrase {here}', {such: 0})", model=model) == "no 0 phrase {here}"
