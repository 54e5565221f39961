"""What follows a procedure: places, next rolls and notes are read, and what they name and is not there is told."""

import pytest
from game_files import COLUMNS, DECK, EXAMPLE_LEVELS, EXAMPLE_SCOPES, GAME, MORE_SECTIONS, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.examples import NextRoll, Term, TrackNote

FIELDS = """\
fields:
  wounds: {label: Wounds, type: track, most: 5, keys: {head: Head, leg: Leg}}
  lost: {label: Lost, type: track, most: 9}
  size: {label: Size, type: number}
"""
PROCEDURES = """\
procedures:
  blow:
    title: A blow
    story: It hurts.
    asks:
      called: {label: Called, choices: {none: 0, head: 1}}
      already: {label: Already, number: 0, least: 0, most: 5}
      cell: {label: Cell, cell: skill, default: I-1}
    steps:
      - {as: swing, read: skill, against: 3}
      - {as: spot, when: {called: none}, read: {place: 0}}
      - {as: wounds, add: 2, results: {some: {least: 1}, none: {}}}
      - {as: state, add: {wounds: wounds, already: already}, levels: sheet.levels.wound}
FOLLOWS
  stun:
    title: Stun
    story: Still there?
    asks:
      wound: {label: Wound, choices: sheet.levels.wound}
      skill: {label: Skill, cell: skill, default: II-1}
      more: {label: More, number: 0, least: 0, most: 3}
    steps:
      - {as: check, read: {skill: skill}, add: more}
"""
RIGHT = """\
place: [spot, called]
turn: [swing, wounds]
turn_stays: true
next:
  - {roll: stun, of: target, when: {wounds: some, called: [none, head]}, asks: {wound: {now: state, more: 1}, skill: cell, more: 2}}
  - {roll: stun, of: self, card: swing, asks: {wound: Heavy, skill: II-2, more: already}}
notes:
  - {on: target, track: wounds, at: [spot, called], add: {wounds: wounds, one: 1}, when: {wounds: some}}
  - {on: self, track: lost, add: -already}
"""


def procedures(folder, follows):
    lines = "".join(f"    {line}\n" for line in follows.splitlines())
    text = PROCEDURES.replace("FOLLOWS\n", lines).replace("read: skill,", "read: {skill: cell},")
    made = write(folder, GAME + COLUMNS, SECTIONS + MORE_SECTIONS, DECK, EXAMPLE_SCOPES, it=text)
    write(made / "sheet", sheet=EXAMPLE_LEVELS + FIELDS)
    return read_game(made).procedures


def test_what_follows_is_read(tmp_path):
    blow, stun = procedures(tmp_path, RIGHT)
    assert blow.place == ("spot", "called")
    assert blow.next == (
        NextRoll(
            "stun",
            "target",
            (("wounds", ("some",)), ("called", ("none", "head"))),
            {
                "wound": (Term("now", step="state"), Term("more", 1)),
                "skill": (Term(step="cell"),),
                "more": (Term(number=2),),
            },
        ),
        NextRoll("stun", "self", (), {"wound": "Heavy", "skill": "II-2", "more": (Term(step="already"),)}, "swing"),
    )
    assert blow.notes == (
        TrackNote(
            "target",
            "wounds",
            (Term("wounds", step="wounds"), Term("one", 1)),
            ("spot", "called"),
            (("wounds", ("some",)),),
        ),
        TrackNote("self", "lost", (Term(step="already", less=True),)),
    )
    assert (blow.turn, blow.turn_stays) == (("swing", "wounds"), True)
    assert (stun.place, stun.next, stun.notes, stun.turn, stun.turn_stays) == ((), (), (), (), False)


@pytest.mark.parametrize(
    ("wrong", "path", "what"),
    [
        ("place: swing", "place", 'no step reads a hit location, and no ask has choices, called "swing"'),
        ("turn: [swing, called]", "turn", 'there is no step "called"'),
        ("next: [{roll: stum, of: self}]", "next[0].roll", 'there is no procedure "stum"'),
        ("next: [{roll: stun, of: self, card: state}]", "next[0].card", 'no step that reads a card is called "state"'),
        ("next: [{roll: stun, of: self, when: {wound: some}}]", "next[0].when.wound", "no earlier step or choice"),
        (
            "next: [{roll: stun, of: self, when: {wounds: lots}}]",
            "next[0].when.wounds",
            '"wounds" has no result "lots"',
        ),
        ("next: [{roll: stun, of: self, asks: {pain: 1}}]", "next[0].asks.pain", '"stun" does not ask for "pain"'),
        ("next: [{roll: stun, of: self, asks: {wound: Odd}}]", "next[0].asks.wound", '"wound" has no choice "Odd"'),
        ("next: [{roll: stun, of: self, asks: {more: 4}}]", "next[0].asks.more", "4 is not from 0 to 3"),
        ("next: [{roll: stun, of: self, asks: {more: lots}}]", "next[0].asks.more", 'no ask or step is called "lots"'),
        ("next: [{roll: stun, of: self, asks: {skill: 2}}]", "next[0].asks.skill", 'this is no answer to "skill"'),
        ("next: [{roll: stun, of: self, asks: {more: wounds.no}}]", "next[0].asks.more", '"wounds" has no "no"'),
        ("next: [{roll: stun, of: self, asks: {skill: wounds}}]", "next[0].asks.skill", 'this is no answer to "skill"'),
        ("next: [{roll: stun, of: self, asks: {skill: IX-1}}]", "next[0].asks.skill", '"skill" has no column "IX"'),
        ("notes: [{on: self, track: size, add: 1}]", "notes[0].track", 'the sheet has no track "size"'),
        ("notes: [{on: self, track: lost, at: spot, add: 1}]", "notes[0].at", 'the track "lost" has no places'),
        ("notes: [{on: self, track: wounds, at: lost, add: 1}]", "notes[0].at", "no step reads a hit location"),
        ("notes: [{on: self, track: lost, add: wouns}]", "notes[0].add", "no earlier step and no value"),
    ],
)
def test_what_is_not_there_is_told_with_its_line(tmp_path, wrong, path, what):
    with pytest.raises(GameError) as caught:
        procedures(tmp_path, wrong)
    (only,) = caught.value.problems
    assert (only.path, only.message[: len(what)]) == (f"procedures.blow.{path}", what)
    assert only.line == PROCEDURES.splitlines().index("FOLLOWS") + 1
    assert only.remedy
