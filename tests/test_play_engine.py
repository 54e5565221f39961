"""The engine of the page against that of deckgen: fed with the same cards, both come to the same."""

from functools import cache

import pytest
from page_decks import deck_of
from script_modules import Scripts

from deckgen.deck import situations
from deckgen.deck.situations import fitting, play
from deckgen.game import load, shipped_games
from deckgen.play.model import play_model

GAMES = tuple(sorted(shipped_games()))
PLAYED = """
(() => {
  const game = resolve(model, play, given, first);
  const tasks = [];
  let turn = game.next();
  while (!turn.done) {
    if ("want" in turn.value) {
      tasks.push(turn.value.task);
      turn = game.next(cards.shift());
    } else turn = game.next();
  }
  const pairs = (terms) => terms.map(([term, number]) => [term.label, number]);
  return {
    tasks,
    left: cards.length,
    played: turn.value.map((each) => ({
      ...each,
      step: each.step.name,
      looked: each.looked.map((own) => [own.card.impulse, own.drawn, own.section.name, own.places]),
      result: each.result && each.result.name,
      added: pairs(each.added),
      against: pairs(each.against),
      rows: pairs(each.rows),
      columns: pairs(each.columns),
      read: null,
    })),
  };
})()
"""


class Engine(Scripts):
    """The engine with the model of a deck."""

    def __init__(self, game, spec, deck):
        super().__init__("play/scripts/odds.js", "play/scripts/engine.js")
        self.model = play_model(game, spec, deck)
        self.run("(globalThis.model = given, null)", given=self.model)

    def play(self, name, cards, given=None, *, example, first=None):
        found = next(
            each for each in self.model["plays"] if (each["name"], each["example"]) == (name, example)
        )
        return self.run(PLAYED, play=found, cards=cards, given=given or {}, first=first)


@cache
def dealt(name):
    game = load(name)
    spec = game.deck()
    return game, spec, deck_of(spec)


@cache
def engine(name):
    return Engine(*dealt(name))


class Recorded:
    """What ``play`` draws, by the pile that it draws from."""

    def __init__(self, monkeypatch):
        self.drawn, task, draw = [], situations._Pile.next_task, situations._Pile.draw
        self.task = False

        def next_task(pile):
            self.task = True
            task(pile)

        def drawing(pile):
            card = draw(pile)
            self.drawn.append((pile, self.task, card.impulse))
            self.task = False
            return card

        monkeypatch.setattr(situations._Pile, "next_task", next_task)
        monkeypatch.setattr(situations._Pile, "draw", drawing)

    def last(self):
        """Which of the draws of the last pile began a task, and the impulses."""
        own = [each for each in self.drawn if each[0] is self.drawn[-1][0]]
        self.drawn.clear()
        return [task for _, task, _ in own], [impulse for *_, impulse in own]


def told(played):
    """A step as the scripts tell it."""
    found, level = played.found, played.level
    return {
        "step": played.step.name,
        "looked": [
            [each.card.impulse, each.drawn, each.section.name, [list(place) for place in each.places]]
            for each in played.looked
        ],
        "found": found and {"value": found.value, "critical": found.critical, "extreme": found.extreme},
        "added": [[term.label, worth] for term, worth in played.added],
        "against": [[term.label, worth] for term, worth in played.against],
        "rows": [[term.label, worth] for term, worth in played.rows],
        "columns": [[term.label, worth] for term, worth in played.columns],
        "total": played.total,
        "over": played.over,
        "times": getattr(played, "times", played.step.times),
        "divide": getattr(played, "divide", played.step.divide),
        "rest": played.rest,
        "worth": played.worth,
        "bumps": played.bumps,
        "level": dict(level) or None,
        "result": played.result and played.result.name,
        "read": None,
    }


def same(ours, theirs):
    """Compare steps; chances differ by rounding."""
    for mine, other in zip(ours, theirs, strict=True):
        chance = mine.pop("chance")
        assert mine == told(other)
        assert (chance is None) == (other.chance is None)
        assert chance is None or chance == pytest.approx(float(other.chance), abs=1e-9, rel=1e-9)


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


def listed(game, spec):
    """All situations: whether they are examples, and they themselves."""
    return [(True, each) for each in fitting(game.examples, spec)]
