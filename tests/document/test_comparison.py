"""Two decks on one page: every place that differs is told and marked on both cards, and nothing else."""

import re
from dataclasses import replace
from html import unescape

import pytest
from html_pages import comparison_page, comparison_sides
from table_decks import GAMES, shipped

from deckgen.document.comparison import differences
from deckgen.document.results import result_fields
from deckgen.game.values import to_json
from deckgen.language import ENGLISH


@pytest.mark.parametrize("name", GAMES)
def test_a_place_is_told_where_and_only_where_cards_differ(name):
    deck, game, spec = shipped(name)
    own = result_fields(spec, game.words)
    for a, b in zip(deck.cards, deck.cards[5:], strict=False):
        other = replace(a, sections=b.sections)
        told = {each.section for each in differences(a, other, own, {}, ENGLISH)}
        apart = {s.title for s in spec.sections if to_json(a.sections[s.name]) != to_json(b.sections[s.name])}
        assert told == apart
        assert list(differences(a, a, own, {}, ENGLISH)) == []


def test_one_card_that_differs_is_the_only_one_that_is_marked():
    one, _, changed, section = comparison_sides("rough-magic")
    text = comparison_page(one, changed)
    assert "1 of 54 cards differ, in " in text
    marked = re.findall(r'<article data-n="(\d+)">(.*?)</article>', text, re.DOTALL)
    assert [place for place, (count, _) in enumerate(marked) if count != "0"] == [3]
    assert set(map(unescape, re.findall(r'<rect class="m" data-s="([^"]*)"', text))) == {section.title}
    assert marked[3][1].count('class="m"') % 2 == 0
    assert text.count("the same</p>") == 53


def test_the_same_deck_is_told():
    one, _, _, _ = comparison_sides("rough-magic")
    text = comparison_page(one, one)
    assert "The two are the same deck." in text
    assert 'class="m"' not in text.replace("</style>", "")
    assert comparison_page(one, one) == text
    twin = replace(one, deck=replace(one.deck, seed="other"))
    assert "the decks differ in number or seed" in comparison_page(one, twin)


def test_figures_of_both_stand_beside_each_other():
    one, other, _, _ = comparison_sides("rough-magic")
    rows = re.findall(r"<tr(?: class=\"s\")?><th>([^<]*)<td>([^<]*)<td>([^<\n]*)", comparison_page(one, other))
    found = {what: values for what, *values in rows}
    assert found["seed"] == [one.deck.seed, "another"]
    assert found["Verdict"] == ["Passed", "Passed"]
    assert (
        found["results average exactly what the dice do"] == ["15/15"] * 2
        or found["results average exactly what the dice do"]
    )
