"""Every layout draws every game, and what is drawn is held against the legend, without the legend's help."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from page_decks import shipped_game

import deckgen
from deckgen.card.layout import layout_names, load_layout
from deckgen.card.rules.legend import build_legend, meaning
from deckgen.card.widgets import DRAWN_BY, POKER
from deckgen.card.widgets.base import SUIT
from deckgen.deck.deal.generator import generate
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game import shipped_games
from deckgen.game.model import Cell, GridSection, MarksSection, RollsSection, StackSection, StackValue
from deckgen.game.values import CONFIRM
from deckgen.odds.extremes import find_extremes

CASES = [(game, layout) for game in sorted(shipped_games()) for layout in layout_names()]


@cache
def layout_named(name):
    return load_layout(name)


@cache
def decks(name, deck):
    game = shipped_game(name)
    return [generate(game, game.deck(deck), seed) for seed in ("1", "2", "3")]


def look(items):
    """What items look like, wherever they are and whatever they say."""
    return {_look(item) for item in items}


def _look(item):
    match item:
        case Text():
            return "text", item.typeface, item.fill
        case Use():
            return "icon", item.symbol, item.fill
        case Path():
            return "area", item.fill, item.stroke
    raise TypeError(item)


def plain_values(section):
    """Values that nothing marks, as far as the kind of section has such."""
    match section:
        case GridSection():
            return [{column.label: (Cell(5),) * section.rows for column in section.columns}]
        case RollsSection():
            return [{label: 5 for label, _ in section.rolls}]
        case StackSection():
            names = [place.name for place in section.locations() if not place.attributes]
            standard = -1 if section.height > 1 else 0  # the only place is no exception
            return [StackValue((name,) * section.height, standard) for name in names]
        case MarksSection():
            return [()]
    return []


def drawn_looks(game, spec, layout):
    """By section: what its painter draws on any card, what of that stands for no mark, and what is on all cards alike."""
    problems, found = Problems(), {}
    pen = Pen(layout.theme.fonts, icons=layout.template.icons)
    pen.words, pen.language = game.words, game.language
    for section in spec.sections:
        box = {**layout.template.joker_boxes, **layout.template.boxes}.get(section.name)
        widget, options = layout.widget(section.name, section, problems)
        if box is None or widget.name not in DRAWN_BY[type(section)]:
            continue
        pen.begin("")
        painter = widget.build(section, box, options, pen)
        fixed = look(pen.items)
        each = []
        for deck in decks(game.id, spec.name):
            for card in deck.cards:
                pen.begin("")
                painter(pen, card.sections[section.name])
                each.append(look(pen.items))
        plain = {("text", getattr(options, "face", ""), getattr(options, "ink", ""))}
        known = (
            SUIT,
            getattr(options, "icons", ""),
        )  # icons of suits, and of values whose words stand beside them
        plain |= {style for style in set.union(*each) for of in known if of and str(style[1]).startswith(of)}
        for value in plain_values(section):
            pen.begin("")
            painter(pen, value)
            plain |= look(pen.items)
        if not plain_values(section):
            plain |= set.intersection(*each)
        found[section.name] = set.union(*each), plain, fixed
    if POKER in layout.template.boxes and POKER in layout.template.joker_boxes:
        widget, options = layout.widget(POKER, None, problems)
        painter = widget.build(None, layout.template.boxes[POKER], options, pen)
        both = {True: set(), False: set()}
        for face in spec.playing_cards:
            pen.begin("")
            painter(pen, face)
            both[face.is_joker] |= look(pen.items)
        found[POKER] = both[True], both[False], set()
    assert not list(problems)
    return found


def sample_looks(entry, game, layout):
    pen = Pen(layout.theme.fonts, icons=layout.template.icons)
    pen.words, pen.language = game.words, game.language
    entry.draw(pen, Box(0, 0, 5 * entry.width, 5))
    return look(pen.items)


@pytest.mark.parametrize(("name", "layout_name"), CASES)
def test_what_is_marked_on_some_card_is_in_the_legend_and_nothing_else_is(name, layout_name):
    game, layout = shipped_game(name), layout_named(layout_name)
    groups = ("static", "static-cards", "static-jokers")
    art = [item for name in groups for item in layout.template.groups.get(name, ())]
    grounds = {("area", item.fill, None) for item in art if isinstance(item, Path)}
    for spec in game.decks:
        drawn = drawn_looks(game, spec, layout)
        entries = build_legend(layout, game, spec)
        assert all(set(entry.sections) <= drawn.keys() for entry in entries)
        for section, (seen, plain, fixed) in drawn.items():
            samples = {e.mark: sample_looks(e, game, layout) for e in entries if section in e.sections}
            told = set().union(*samples.values())
            icons = {look[1] for look in told if look[0] == "icon"}  # they mean the same in any ink
            new = {look for look in seen - plain - told if look[0] != "icon" or look[1] not in icons}
            assert not new, f"{section} has marks that nothing explains"
            for mark, sample in samples.items():
                assert sample <= seen | fixed | grounds, f"{section} never shows what the legend says of {mark}"
                alike = mark == "value"  # what all cards show may be told, too
                assert alike or sample & ((seen | fixed) - plain), f"{mark} of {section} looks like no mark"


def test_a_mark_that_the_theme_shows_otherwise_is_told_otherwise():
    game, layout = shipped_game(), layout_named("poker")
    west = layout_named("west")
    ours, theirs = (
        {(e.sections[0], e.mark): e.look for e in build_legend(each, game, game.deck(), ["causes", "effects"])}
        for each in (layout, west)
    )
    assert ours["causes", "again"] == "framed bold italic number on yellow"
    assert theirs["causes", "again"] == "framed italic number on yellow"
    assert ours["effects", "again"] == "bold italic number, white on red"


def test_what_looks_and_means_the_same_is_told_once():
    game, layout = shipped_game(), layout_named("poker")
    spec = game.deck()
    again = replace(spec.section("causes"), name="effects")
    slots = {**layout.theme.slots, "effects": layout.theme.slots["causes"]}
    widgets = {**layout.widgets, "effects": layout.widgets["causes"]}
    same = replace(layout, widgets=widgets, theme=replace(layout.theme, slots=slots))
    both = replace(spec, sections=(spec.section("causes"), again))
    assert [e.sections for e in build_legend(same, game, both)][:2] == [("causes", "effects")] * 2


def test_only_what_can_come_up_is_told():
    game, layout = shipped_game(), layout_named("poker")
    spec = game.deck()
    tame = replace(spec.section("causes"), explode="none", critical_failure=False)
    assert not build_legend(layout, game, replace(spec, sections=(tame,)), ["causes"])
    assert {e.mark for e in build_legend(layout, game, spec, ["causes"])} == {"again", "critical_failure"}


def test_the_legend_says_what_the_card_drawn_for_a_question_mark_decides():
    game = shipped_game("action-and-combat")
    spec = game.deck()
    (entry,) = [entry for entry in build_legend(layout_named(spec.layout), game, spec) if entry.mark == CONFIRM]
    odds = find_extremes(dict(spec.section("causes").rolls)["Act"], spec.size)
    assert f"with {odds.low} or less 4? is a natural 3 (Fumble)" in entry.meaning
    assert f"with {odds.high} or more 17? is a natural 18" in entry.meaning


def test_what_a_heros_results_add_is_taken_off_before_a_question_mark_is_decided():
    shipped = deckgen.load_game("action-and-combat")
    game = shipped.with_hero(shipped.data.folder / "characters" / "mara-okonkwo.yaml").data
    spec = game.decks[-1]
    meanings = {entry.mark: entry.meaning for entry in build_legend(layout_named(spec.layout), game, spec)}
    assert meanings[CONFIRM].startswith("First take off what is added. On 4? and 17? draw on")
    assert meanings["again"] == "Draw another card and add the result of the same name."


def test_the_game_says_what_its_marks_mean_else_the_kind_of_section_does():
    game = shipped_game()
    section = game.deck().section("causes")
    assert meaning(game, section, "again") == "Draw another card and add the same cell."
    own = replace(section, marks=(("again", "Once more."),))
    assert meaning(game, own, "again") == "Once more."
    line_up = replace(game.deck().section("unintended_targets"), marks=())
    assert meaning(game, line_up, "marked") == line_up.help


@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_shipped_game_says_what_attributes_and_jokers_do(name):
    game = shipped_game(name)
    for spec in game.decks:
        assert all(face.help for face in spec.playing_cards if face.is_joker)
        for section in spec.sections:
            if isinstance(section, StackSection):
                used = {each for place in section.locations() for each in place.attributes}
                assert used <= dict(section.marks).keys()
