"""Sections that rise together: how they are read, what they show on one card, what they change."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import ceil, floor

import pytest

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.report import text
from deckgen.deck.deal.generator import generate
from deckgen.deck.deal.joint_odds import dice_chances
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.rising import joint_shares

NAMES = ("probable", "even", "improbable")
GAME = """
game: {id: it, title: It, language: en}
sections:
  probable: {kind: distribution, title: P, outcomes: [{value: yes!, weight: 3}, {value: no!, weight: 1}]}
  even: {kind: distribution, title: E, outcomes: [{value: yes!, weight: 1}, {value: no!, weight: 1}]}
  improbable: {kind: distribution, title: I, outcomes: [{value: yes!, weight: 1}, {value: no!, weight: 3}]}
  other: {kind: distribution, title: O, outcomes: [{value: x, weight: 1}, {value: y, weight: 2}]}
  words: {kind: text, title: W, texts: [{text: here, cards: 4}]}
decks:
  main:
    title: Main
    cards: {numbered: 51, low_jokers: [fool], high_jokers: [jester, knave]}
    rise_together: [[probable, even, improbable]]
"""
SHARES = {"probable": Fraction(3, 4), "even": Fraction(1, 2), "improbable": Fraction(1, 4)}


def game_of(folder, game=GAME):
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    return read_game(folder)


def shown(deck, cards=None):
    return [
        tuple(card.sections[name] for name in NAMES) for card in deck.cards if cards is None or card.impulse in cards
    ]


def test_what_they_show_on_one_card_are_the_steps_between_their_shares(tmp_path):
    spec = game_of(tmp_path).deck()
    assert [(share.result, share.cards / spec.size) for share in joint_shares([spec.section(n) for n in NAMES], spec.size)] == [
        (("yes!", "yes!", "yes!"), Fraction(1, 4)),
        (("yes!", "yes!", "no!"), Fraction(1, 4)),
        (("yes!", "no!", "no!"), Fraction(1, 4)),
        (("no!", "no!", "no!"), Fraction(1, 4)),
    ]  # fmt: skip


def test_no_rarer_answer_is_better_and_each_keeps_its_shares_on_jokers_and_over_sets(tmp_path):
    game = game_of(tmp_path)
    spec = game.deck()
    for seed in range(6):
        decks = [generate(game, spec, str(seed), number, 8) for number in range(1, 9)]
        for deck in decks:
            assert all("".join(answers) == "".join(sorted(answers, reverse=True)) for answers in shown(deck))
            for i, name in enumerate(NAMES):
                for cards in (None, set(spec.jokers())):
                    answers = shown(deck, cards)
                    target = SHARES[name] * len(answers)
                    assert sum(a[i] == "yes!" for a in answers) in (floor(target), ceil(target))
        for i, name in enumerate(NAMES):
            assert abs(sum(a[i] == "yes!" for deck in decks for a in shown(deck)) - SHARES[name] * 8 * spec.size) < 1
        assert audit(decks, game).passed


def test_all_steps_come_up_alike_on_all_cards(tmp_path):
    game = game_of(tmp_path)
    spec = game.deck()
    on_first = Counter(shown(generate(game, spec, str(seed)), {20})[0] for seed in range(300))
    assert len(on_first) == 4
    assert min(on_first.values()) > 45


def test_the_audit_has_a_line_and_finds_a_card_out_of_order(tmp_path):
    game = game_of(tmp_path)
    deck = generate(game, game.deck(), "a")
    assert "Rise together: probable, even, improbable: in order on every card\n" in text(audit([deck], game))
    card = next(c for c in deck.cards if c.sections["even"] == "no!")
    card.sections["improbable"] = "yes!"
    deck.audit_cache.clear()
    found = audit([deck], game)
    assert found.falls == (1,)
    assert not found.passed
    assert "improbable: 1 card out of order  FAILED" in text(found)


def test_only_decks_with_the_key_have_another_hash(tmp_path):
    together = game_of(tmp_path).deck().sha256
    alone = game_of(tmp_path, GAME.replace("    rise_together: [[probable, even, improbable]]\n", "")).deck()
    assert alone.rise_together == ()
    assert alone.sha256 != together


RESOLUTIONS = """
resolutions:
  both: {title: Both, conditions: {probable: yes!, even: no!}}
  never: {title: Never, conditions: {even: no!, improbable: yes!}}
  more: {title: More, conditions: {improbable: yes!, other: x}}
"""


def test_resolutions_take_them_for_one_result_and_swap_them_as_one(tmp_path):
    game = game_of(tmp_path, GAME + RESOLUTIONS)
    spec = game.deck()
    chances = dict(zip([r.name for r in spec.resolutions], dice_chances(spec), strict=True))
    assert chances == {"both": Fraction(1, 4), "never": 0, "more": Fraction(1, 12)}
    for seed in range(20):
        deck = generate(game, spec, str(seed))
        assert audit([deck], game).passed
        assert all("".join(answers) == "".join(sorted(answers, reverse=True)) for answers in shown(deck))


def test_a_deck_with_fewer_sections_keeps_those_of_the_group_that_it_has(tmp_path):
    more = "  few: {extends: main, title: Few, sections: [even, improbable, other]}\n  one: {extends: main, title: One, sections: [even]}\n"
    game = game_of(tmp_path, GAME + more)
    assert [spec.rise_together for spec in game.decks] == [(NAMES,), (NAMES[1:],), ()]


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("[probable, evn]", 'there is no section "evn"; did you mean "even"?'),
        ("[probable, words]", '"words" is of kind text; only distributions can rise together'),
        ("[probable, other]", '"other" has other outcomes than "probable"'),
        ("[probable, improbable, even]", "name them from the likeliest to the rarest"),
        ("[probable, even], [even, improbable]", '"even" rises with others already'),
        ("[probable]", "rise_together"),
    ],
)
def test_what_cannot_rise_is_reported(tmp_path, group, message):
    with pytest.raises(GameError, match="rise_together") as error:
        game_of(tmp_path, GAME.replace("[probable, even, improbable]", group))
    assert message in str(error.value)


def test_any_direction_will_do(tmp_path):
    assert game_of(tmp_path, GAME.replace("[probable, even, improbable]", "[improbable, even]")).deck().rise_together
