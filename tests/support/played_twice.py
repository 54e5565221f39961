"""What Python and the page's scripts come to with the same cards, side by side."""

import pytest
from script_modules import ENGINE, Scripts

from deckgen.deck.draws import Pile
from deckgen.play.model import play_model

PLAYED = """
(() => {
  const tasks = [];
  const next = (task) => {
    tasks.push(task);
    return cards.shift();
  };
  const { playeds, done } = playedWith(model, play, given, next);
  const pairs = (terms) => terms.map(([term, number]) => [term.label, number]);
  return {
    tasks,
    done,
    left: cards.length,
    played: playeds.map((each) => ({
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
        super().__init__(*ENGINE)
        self.model = play_model(game, spec, deck)
        self.run("(globalThis.model = given, null)", given=self.model)

    def play(self, name, cards, given=None, *, example):
        found = next(each for each in self.model["plays"] if (each["name"], each["example"]) == (name, example))
        return self.run(PLAYED, play=found, cards=cards, given=given or {})


class Recorded:
    """What ``play`` draws, by the pile that it draws from."""

    def __init__(self, monkeypatch):
        self.drawn, task, draw = [], Pile.end_step, Pile.draw
        self.task = False

        def end_step(pile):
            self.task = True
            task(pile)

        def drawing(pile):
            card = draw(pile)
            self.drawn.append((pile, self.task, card.impulse))
            self.task = False
            return card

        monkeypatch.setattr(Pile, "end_step", end_step)
        monkeypatch.setattr(Pile, "draw", drawing)

    def last(self):
        """Which of the draws of the last pile began a task, and the impulses."""
        own = [each for each in self.drawn if each[0] is self.drawn[-1][0]]
        self.drawn.clear()
        return [task for _, task, _ in own], [impulse for *_, impulse in own]


def told(played):
    """A step as the scripts tell it."""
    found, level = played.read_value, played.level
    return {
        "step": played.step.name,
        "looked": [
            [each.card.impulse, each.is_drawn, each.section.name, [list(path) for path in each.key_paths]]
            for each in played.readings
        ],
        "found": found
        and {
            "value": found.value,
            "shown": found.shown,
            "critical": found.critical,
            "parts": {**found.parts},
        },
        "added": [[term.label, worth] for term, worth in played.added],
        "against": [[term.label, worth] for term, worth in played.against],
        "rows": [[term.label, worth] for term, worth in played.rows],
        "columns": [[term.label, worth] for term, worth in played.columns],
        "total": played.total,
        "over": played.margin,
        "times": played.times,
        "divide": played.divide,
        "rest": played.remainder,
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
