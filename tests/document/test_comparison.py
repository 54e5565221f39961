"""Two decks on one page: every place that differs is told and marked on both cards, and nothing else."""

import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest
from browser import browser
from table_decks import GAMES, shipped

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.deck.audit.auditor import audit
from deckgen.deck.deal.generator import generate
from deckgen.document.comparison import Side, comparison_html, differences
from deckgen.document.results import result_fields
from deckgen.game.values import to_json
from deckgen.language import ENGLISH


def side(name, deck, game, spec):
    fronts = draw_faces(load_layout(spec.layout), game, spec, deck).fronts
    return Side(name, deck, fronts, audit([deck], game))


@cache
def sides(name):
    _, game, spec = shipped(name)
    deck = generate(game, spec, "one", 1, 1)
    one = side("a.json", deck, game, spec)
    other = generate(game, spec, "another", 1, 1)
    card = deck.cards[3]
    changed = {**card.sections}
    first = next(
        section
        for section in spec.sections
        if card.sections[section.name] != other.cards[3].sections[section.name]
    )
    changed[first.name] = other.cards[3].sections[first.name]
    cards = (*deck.cards[:3], replace(card, sections=changed), *deck.cards[4:])
    return (
        one,
        side("b.json", other, game, spec),
        replace(one, name="c.json", deck=replace(deck, cards=cards)),
        first,
    )


def page(one, other):
    spec = one.audit.spec
    return comparison_html(one, other, load_layout(spec.layout)).decode()


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
    one, _, changed, section = sides("rough-magic")
    text = page(one, changed)
    assert "1 of 54 cards differ, in " in text
    marked = re.findall(r'<article data-n="(\d+)">(.*?)</article>', text, re.DOTALL)
    assert [place for place, (count, _) in enumerate(marked) if count != "0"] == [3]
    assert set(map(unescape, re.findall(r'<rect class="m" data-s="([^"]*)"', text))) == {section.title}
    assert marked[3][1].count('class="m"') % 2 == 0
    assert text.count("the same</p>") == 53


def test_the_same_deck_is_told():
    one, _, _, _ = sides("rough-magic")
    text = page(one, one)
    assert "The two are the same deck." in text
    assert 'class="m"' not in text.replace("</style>", "")
    assert page(one, one) == text
    twin = replace(one, deck=replace(one.deck, seed="other"))
    assert "two decks by number or seed" in page(one, twin)


def test_figures_of_both_stand_beside_each_other():
    one, other, _, _ = sides("rough-magic")
    rows = re.findall(r"<tr(?: class=\"s\")?><th>([^<]*)<td>([^<]*)<td>([^<\n]*)", page(one, other))
    found = {what: values for what, *values in rows}
    assert found["seed"] == [one.deck.seed, "another"]
    assert found["Verdict"] == ["Passed", "Passed"]
    assert (
        found["results average exactly what the dice do"] == ["15/15"] * 2
        or found["results average exactly what the dice do"]
    )


def test_a_browser_marks_one_section_and_hides_what_is_the_same(tmp_path):
    one, _, changed, section = sides("rough-magic")
    (tmp_path / "diff.html").write_text(page(one, changed), encoding="utf-8")
    with browser() as running:
        shown = running.new_page(viewport={"width": 390, "height": 700})
        shown.goto((tmp_path / "diff.html").as_uri())
        assert shown.locator("article:visible").count() == 54
        shown.get_by_label("Only cards that differ").check()
        assert shown.locator("article:visible").count() == 1
        shown.get_by_label("Mark").select_option(section.title)
        assert shown.locator("article:visible .m:visible").count() >= 2
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
