"""What the odds of a procedure show: rows of answers and columns are read, and what cannot be counted is told."""

import pytest
from game_files import COLUMNS, DECK, EXAMPLE_LEVELS, GAME, MORE_SECTIONS, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.examples import Forecast

PROCEDURE = """\
procedures:
  blow:
    title: A blow
    story: It hurts.
    asks:
      called: {label: Called, choices: {none: 0, head: 1}}
      already: {label: Already, number: 0, least: 0, most: 5}
      cell: {label: Cell, cell: skill, default: I-1}
    odds:
      rows: [{already: 1}, {called: head}]
      asks: {cell: II-2}
      outcomes: {Missed: {swing: failure}, No harm: {wounds: none, called: [none, head]}}
      levels: {state: sheet.levels.wound}
      beside: {Aimed: {called: head}, Leg: {spot: leg}}
      then: {faint: {Fainted: {nerve: failure}}}
    next:
      - {roll: faint, of: target, when: {wounds: some}, asks: {hurt: wounds}}
    steps:
      - {as: swing, read: {skill: cell}, against: 3}
      - {as: spot, read: {place: 0}, results: {leg: {is: leg}, other: {}}}
      - {as: other, read: coin, results: {heads: {is: true}, tails: {}}}
      - {as: wounds, add: 2, results: {some: {least: 1}, none: {}}}
      - {as: state, add: {wounds: wounds, already: already}}
  faint:
    title: Faint
    story: It hurts.
    asks: {hurt: {label: Hurt, number: 0, least: 0, most: 9}}
    steps:
      - {as: legs, read: coin, results: {hold: {is: true}, fail: {}}}
      - {as: nerve, draw: true, read: {skill: I-1}, against: hurt}
      - {as: blood, read: order}
"""


def blow(folder, text=PROCEDURE):
    game = write(folder, GAME + COLUMNS, SECTIONS + MORE_SECTIONS, DECK, it=text)
    write(game / "sheet", sheet=EXAMPLE_LEVELS)
    return read_game(game).procedures[0]


def test_rows_and_columns_are_read(tmp_path):
    forecast = blow(tmp_path).forecast
    assert forecast == Forecast(
        rows=({"already": 1}, {"called": "head"}),
        asks={"cell": "II-2"},
        outcomes=(
            ("Missed", (("swing", ("failure",)),)),
            ("No harm", (("wounds", ("none",)), ("called", ("none", "head")))),
        ),
        levels="state",
        level_names=("Light", "Heavy"),
        beside=(("Aimed", (("called", ("head",)),)), ("Leg", (("spot", ("leg",)),))),
        then=(("Fainted", "faint", (("nerve", ("failure",)),)),),
    )
    assert forecast.columns == ["Missed", "No harm", "Light", "Heavy", "Aimed", "Leg", "Fainted"]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("already: 1}", "already: 6}", "this is no number from 0 to 5; write such a number"),
        ("already: 1}", "readied: 1}", 'nothing is asked for that is called "readied"'),
        ("called: head}]", "called: hand}]", '"called" has no choice "hand"'),
        ("II-2", "III-2", '"skill" has no column'),
        ("swing: failure", "swung: failure", 'no earlier step or choice is called "swung"'),
        ("swing: failure", "swing: fails", '"swing" has no result "fails"'),
        ("state: sheet", "stage: sheet", 'there is no step "stage"'),
        ("levels.wound", "levels.wounds", "no value at"),
        ("levels: {state", "level: {state", "level"),
        ("spot: leg", "next: leg", 'no earlier step or choice is called "next"'),
        ("then: {faint", "then: {fall", 'the target has no next roll "fall"'),
        ("of: target", "of: self", 'the target has no next roll "faint"'),
        ("    next:\n      - {roll: faint, of: target, when: {wounds: some}, asks: {hurt: wounds}}\n", "", "the target has no next roll"),
        ("nerve: failure", "nerves: failure", '"faint" has no step "nerves"'),
        ("nerve: failure", "nerve: fails", '"nerve" has no result "fails"'),
        # what is not counted
        ("{nerve: failure}", "{nerve: failure, legs: fail}", '"nerve" draws another card'),
        ("{as: other, read: coin", "{as: other, draw: true, read: coin", '"other" draws another card'),
        ("read: coin, results: {heads: {is: true}", "read: order, results: {heads: {most: 3}", '"other" reads order'),
        ("read: coin, results: {heads: {is: true}", "read: {place: 1}, results: {heads: {is: leg}", "several places of a stack"),
    ],
)  # fmt: skip
def test_what_is_no_answer_or_is_not_counted_is_told(tmp_path, was, now, told):
    text = PROCEDURE.replace("Leg: {spot: leg}", "Leg: {spot: leg}, Heads: {other: heads}")
    with pytest.raises(GameError) as error:
        blow(tmp_path, text.replace(was, now))
    assert told in str(error.value)
