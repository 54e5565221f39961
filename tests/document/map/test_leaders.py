from itertools import pairwise

from hypothesis import given, strategies as st
from page_decks import shipped_game

from deckgen.card.layout import load_layout
from deckgen.document.map.leaders import labeled_box, outline_of, place_leaders
from deckgen.draw.drawing import Drawing, Style
from deckgen.draw.geometry import Box

CARD = Drawing(60, 90, 0, (), Style({}, {}, {}))


def reaches(leader, slot):
    return (
        slot.x - 1e-6 <= leader.x <= slot.right + 1e-6
        and slot.y - 1e-6 <= leader.y <= slot.bottom + 1e-6
        and (leader.x in (slot.x, slot.right) or leader.y in (slot.y, slot.bottom))
    )


@given(st.lists(st.tuples(st.integers(5, 40), st.integers(5, 70), st.integers(4, 15), st.integers(4, 15)), max_size=8))
def test_every_slot_has_a_leader_that_ends_on_its_edge(boxes):
    slots = {number: Box(*map(float, box)) for number, box in enumerate(boxes)}
    found = place_leaders(slots, [], CARD, gap=3.2, step=1.0)
    assert sorted(leader.number for leader in found) == list(slots)
    assert all(reaches(leader, slots[leader.number]) for leader in found)


def test_it_goes_round_what_is_drawn_and_takes_the_near_side():
    slot = Box(10, 40, 10, 10)
    (near,) = place_leaders({1: slot}, [], CARD, gap=3.2, step=1.0)
    assert (near.side, near.x) == ("left", 10)
    wall = Box(2, 30, 5, 30)
    (other,) = place_leaders({1: slot}, [wall], CARD, gap=3.2, step=1.0)
    assert other.side != "left"
    (allowed,) = place_leaders({1: slot}, [], CARD, gap=3.2, sides=("top",))
    assert allowed.side == "top"
    gap = [Box(2, 20, 5, 23), Box(2, 46, 5, 30)]
    (through,) = place_leaders({1: slot}, gap, CARD, gap=3.2, step=1.0)
    assert through.side == "left"
    assert 43.4 < through.y < 45.6


def test_numbers_at_one_side_do_not_touch():
    slots = {i: Box(5, 10 + 4 * i, 10, 4) for i in range(6)}
    found = place_leaders(slots, [], CARD, gap=3.2, step=0.5)
    levels = sorted(leader.y for leader in found if leader.side == "left")
    assert all(b - a >= 3.2 for a, b in pairwise(levels))


def test_what_is_pointed_at_is_what_is_drawn_in_a_slot():
    slot, printed = Box(10, 10, 20, 20), [Box(12, 12, 2, 2), Box(15, 13, 3, 4), Box(40, 12, 2, 2)]
    assert outline_of(slot, printed, [], 0.5) == Box(11.5, 11.5, 7, 6)
    side, star = Box(18, 13, 2, 4), Box(25, 25, 2, 2)
    assert outline_of(slot, printed, [side, star], 0.5) == Box(11.5, 11.5, 9, 6)
    assert outline_of(Box(10, 30, 20, 20), printed, [star], 0.5) == Box(10, 30, 20, 20)


def test_a_leader_does_not_cross_another_slot_if_it_can_come_from_elsewhere():
    column, slot = Box(5, 20, 25, 40), Box(33, 30, 6, 6)
    leaders = {leader.number: leader.side for leader in place_leaders({1: column, 2: slot}, [], CARD, gap=3.2)}
    assert leaders[2] == "right"
    alone = Box(22, 30, 6, 6)
    across = place_leaders({1: Box(32, 20, 20, 40), 2: alone}, [], CARD, gap=3.2)
    assert {leader.number: leader.side for leader in across}[2] == "left"


def test_the_title_beside_a_slot_belongs_to_it():
    layout, game = load_layout("magic"), shipped_game("rough-magic")
    section, slot = game.deck().section("initiative"), layout.template.boxes["initiative"]
    box = labeled_box(layout, section, slot)
    assert box.y < slot.y - 1
    assert box.bottom == slot.bottom
    assert labeled_box(layout, game.deck().section("impulse"), slot) == slot
