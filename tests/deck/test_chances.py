"""The chances of checks in a deck, against drawing its cards in every order."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest
from dice_games import dice_game
from page_decks import deck_of, shipped_game

from deckgen.deck.chances import check_rows, list_questions, part_odds, roll_odds
from deckgen.game.model import Bonus, Check, Scope
from deckgen.game.values import Cell
from deckgen.odds import distribution

LOW, HIGH = Cell(4, confirm=True), Cell(17, confirm=True)
"""What is marked for a 3 or an 18 on 3d6; a card that is not marked makes it that with 8 or less, 13 or more."""


def with_cells(deck, section, **columns):
    """The deck with these cells in a section, by roll: a mapping of cards to cells."""
    cards = []
    for i, card in enumerate(deck.cards):
        own = dict(card.sections[section])
        own.update({label: cells[i] for label, cells in columns.items() if i in cells})
        cards.append(replace(card, sections={**card.sections, section: own}))
    return replace(deck, cards=tuple(cards))


def check(name, game="action-and-combat"):
    found = shipped_game(game)
    return next(each for each in found.checks if each.name == name), found.deck()


def shown(deck, section, label):
    return [
        value if isinstance(value, Cell) else Cell(value) for value in (c.sections[section][label] for c in deck.cards)
    ]


def settled(cell, then):
    """What a marked cell comes to, by the card's own words."""
    if cell == LOW:
        return 3 if then.value <= 8 else 4
    return 18 if then.value >= 13 else 17


def drawing(sides, waiting, left):
    """Pairs of both results and their chances; ``waiting[i]`` is what side i has shown, a number if it is done."""
    if not any(isinstance(each, Cell) for each in waiting):
        yield tuple(waiting), Fraction(1)
        return
    for card in left:
        now = [
            settled(each, side[card]) if isinstance(each, Cell) and not side[card].confirm else each
            for each, side in zip(waiting, sides, strict=True)
        ]
        for pair, chance in drawing(sides, now, left - {card}):
            yield pair, chance / len(left)


def first(cell):
    return cell if cell.confirm else cell.value


def on_one_card(mine, theirs):
    cards = frozenset(range(len(mine)))
    for card in cards:
        start = [first(mine[card]), first(theirs[card])]
        for (a, b), chance in drawing((mine, theirs), start, cards - {card}):
            yield a - b, chance / len(cards)


@pytest.mark.parametrize("marked", [{}, {0: LOW, 1: HIGH}, {0: LOW, 5: LOW, 7: HIGH}])
def test_one_card_for_both_sides_serves_the_marks_of_both(marked):
    attack, spec = check("attack")
    assert attack.cards == 1
    deck = with_cells(deck_of(spec), "causes", Act=marked, Resist={0: HIGH, 9: LOW} if marked else {})
    (trial,) = roll_odds(attack, spec, deck)
    every = list(on_one_card(shown(deck, "causes", "Act"), shown(deck, "causes", "Resist")))
    assert sum(chance for _, chance in every) == 1
    for t in range(-16, 17):
        assert trial.deck_tail(t) == sum(chance for more, chance in every if more >= t)


def test_two_different_cards_of_one_deck_are_all_ordered_pairs():
    first_, spec = check("initiative")
    assert first_.cards == 2
    deck = deck_of(spec)
    values = [card.sections["initiative"]["3d6"] for card in deck.cards]
    pairs = [a - b for a, b in permutations(values, 2)]
    (trial,) = roll_odds(first_, spec, deck)
    for t in range(-16, 17):
        assert trial.deck_tail(t) == Fraction(sum(more >= t for more in pairs), len(pairs))


def test_on_two_cards_what_one_side_has_drawn_the_other_cannot_draw():
    attack, spec = check("attack")
    deck = with_cells(deck_of(spec), "causes", Act={0: LOW, 1: HIGH}, Resist={0: HIGH, 9: LOW})
    mine, theirs = (shown(deck, "causes", label) for label in ("Act", "Resist"))
    cards = frozenset(range(spec.size))
    chances = {}

    def drawn(side, left, chance):
        """One side's result, the cards that are left then, and the chance of this."""
        for card in left:
            rest, own = left - {card}, chance / len(left)
            if not side[card].confirm:
                yield side[card].value, rest, own
                continue
            yield from confirmed(side, side[card], rest, own)

    def confirmed(side, cell, left, chance):
        for card in left:
            rest, own = left - {card}, chance / len(left)
            if side[card].confirm:
                yield from confirmed(side, cell, rest, own)
            else:
                yield settled(cell, side[card]), rest, own

    for a, left, chance in drawn(mine, cards, Fraction(1)):
        for b, _, own in drawn(theirs, left, chance):
            chances[a - b] = chances.get(a - b, 0) + own
    (trial,) = roll_odds(replace(attack, cards=2), spec, deck)
    for t in range(-16, 17):
        assert trial.deck_tail(t) == sum(chance for more, chance in chances.items() if more >= t)


def test_of_a_deck_whose_cards_are_put_back_opposed_chances_are_not_told():
    attack, spec = check("attack")
    spec = replace(spec, draw="with-replacement")
    (trial,) = roll_odds(attack, spec, deck_of(spec))
    assert trial.deck_tail is None


def test_without_an_opponent_each_roll_is_tried_alone():
    task, spec = check("task", "rough-magic")
    deck = deck_of(spec)
    tried = roll_odds(task, spec, deck)
    assert [trial.cell.column for trial in tried] == [
        "Brawn",
        "Agility",
        "Reason",
        "Perception",
        "Will",
        "Power",
    ]
    for trial in tried:
        values = [card.sections["causes"][trial.cell.column] for card in deck.cards]
        for t in range(1, 14):
            assert trial.deck_tail(t) == Fraction(sum(v >= t for v in values), spec.size)
            assert trial.dice_tail(t) == distribution(trial.cell.roll).tail(t)
    assert {trial.deck_tail for trial in roll_odds(task, spec)} == {None}


def test_a_check_of_dice_reads_the_part_of_a_card_s_result():
    deck, game, _ = dice_game()
    found = Check(
        "it", "It", "", "dice", (Scope("", (("", 9),)),), (("", 0),), ("move",), Bonus("Stat", 0, 2), part="total"
    )
    spec = game.decks[0]
    (question,) = list_questions(found)
    throws = [sum(throw) + 1 for throw in product(range(1, 7), repeat=2)]
    shown = [card.sections["dice"]["move"].part("total") for card in deck.cards]
    for bonus, row in enumerate(check_rows(found, spec, deck)):
        for totals, chance in zip((throws, shown), row.chances(question), strict=True):
            assert chance == Fraction(sum(total + bonus >= 9 for total in totals), len(totals))


def test_chances_of_marks_and_words_are_those_of_the_joint_distribution():
    deck, _, section = dice_game()
    level, match = part_odds(section, "strike", deck)
    both = [(mine + 2, other, third) for mine in range(1, 7) for other, third in product(range(1, 11), repeat=2)]
    beaten = [(mine > other) + (mine > third) for mine, other, third in both]
    shown = [card.sections["dice"]["strike"] for card in deck.cards]
    for place, word in enumerate(("none", "one", "both")):
        assert level.chances("at least", place) == (
            Fraction(sum(n >= place for n in beaten), len(both)),
            Fraction(sum(("none", "one", "both").index(result.part()) >= place for result in shown), len(shown)),
        ), word
    assert [*match.part.ways] == ["exactly"]
    assert match.chances("exactly", 1) == (
        Fraction(1, 10),
        Fraction(sum(result.part("match") for result in shown), len(shown)),
    )


def test_at_or_below_a_number_bonuses_raise_it_and_margins_count_down():
    test, spec = check("test", "action-and-combat")
    deck = deck_of(spec)
    shown = [card.sections["causes"]["Act"] for card in deck.cards]
    throws = [sum(throw) for throw in product(range(1, 7), repeat=3)]
    under = replace(test, under=True, scopes=(Scope("", (("", 9),)),))
    for row in check_rows(under, spec, deck):
        for question in list_questions(under):
            for totals, chance in zip((throws, shown), row.chances(question), strict=True):
                number = 9 + row.bonus
                wanted = [t <= number - question.by if question.by >= 0 else t >= number - question.by for t in totals]
                assert chance == Fraction(sum(wanted), len(totals))
