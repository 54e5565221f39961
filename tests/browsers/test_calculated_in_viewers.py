"""Sheets in real viewers: Chromium's and pdf.js compute what deckgen computes, and overrides feel like typing over a number.

Skipped where no browser is installed, for pdf.js also where ``DECKGEN_PDFJS`` does not name the folder of pdfjs-dist.
``DECKGEN_VALUES=FILE.md`` has the values of the shipped characters written as a table, field by field.
"""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from browser import one_now
from pdf_viewers import ChromiumViewer, Fields, PdfJsViewer, viewers
from sheet_fixtures import CHARACTERS, GAMES, character_file, person, sheet, small_sheet
from sheet_people import random_people

from deckgen.draw.paper import find_paper
from deckgen.errors import DeckgenError
from deckgen.sheet.character import build_character, load_character
from deckgen.sheet.characters.filled_sheets import read_filled
from deckgen.sheet.reader import load_sheet
from deckgen.sheet.sheet import blank_sheet

KINDS = (ChromiumViewer, PdfJsViewer)
TOGETHER = 25  # characters in a PDF
HERO = "game: small\nname: Ada\nage: 3\ntraits: {might: 2d6, wit: d4}\nskills:\n  - {skill: Swim, level: 2}\n"


@pytest.fixture(scope="module")
def opened():
    """What opens viewers."""
    with viewers() as found:
        yield found


def without_derived(spec, hero):
    """A character whose derived values are empty, so that all that stands there later was computed in a viewer."""
    derived = set(spec.derived(hero.rows)) - hero.overrides
    return replace(hero, texts={name: text for name, text in hero.texts.items() if name not in derived})


def computed(opened, kind, made, heroes):
    """What a viewer computes for each of some characters, and what deckgen does; by the names of fields."""
    spec = made.spec
    data = made.pdf([without_derived(spec, hero) for hero in heroes])
    several = len(heroes) > 1
    typed = next(g.name for g in spec.groups.values() if g.kind == "one" and g.columns[0].type == "text")
    with opened(kind, data) as viewer:
        viewer.type(f"1.{typed}" if several else typed, "Changed")
        values = Fields(viewer.saved()).values
    found = []
    for number, hero in enumerate(heroes, 1):
        names = [(name, f"{number}.{name}" if several else name) for name in spec.derived(hero.rows)]
        shown = {name: values[own] for name, own in names if own in values}
        wanted = {n: "" if n in hero.overrides else hero.texts.get(n, "") for n in shown}
        found.append((shown, wanted))
    return found


# Programs of all games in all languages are run by tests/sheet/test_program.py.
@pytest.mark.parametrize(("game", "code"), one_now([*((game, None) for game in GAMES), (GAMES[-1], "de")], 4))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_viewers_compute_for_shipped_characters_what_deckgen_does(opened, game, kind, code):
    made = sheet(game) if code is None else blank_sheet(load_sheet(game, code), find_paper("a4"))
    heroes = [load_character(path, made.spec) for own, path in CHARACTERS if own == game]
    for shown, wanted in computed(opened, kind, made, heroes):
        assert shown == wanted
        assert sum(map(bool, shown.values())) > 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("game", GAMES)
def test_viewers_compute_for_random_characters_what_deckgen_does(opened, game, kind):
    made = sheet(game)
    people = []
    for hero in random_people(made.spec, 80, short=True):
        with suppress(DeckgenError):  # a text that does not fit
            made.drawings(hero)
            people.append(hero)
    people = people[:50]
    assert len(people) == 50
    for first in range(0, len(people), TOGETHER):
        for shown, wanted in computed(opened, kind, made, people[first : first + TOGETHER]):
            assert shown == wanted


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_an_override_is_typed_over_the_computed_value(opened, tmp_path, kind):
    made = small_sheet(tmp_path, ("  notes:", "  more: {label: More, formula: lift + 1}\n  notes:"), ("[age, mood, lift]", "[age, mood, lift, more]"))  # fmt: skip
    hero = load_character(character_file(tmp_path, HERO), made.spec)
    file = tmp_path / "saved.pdf"
    with opened(kind, made.pdf((hero,))) as viewer:
        viewer.type("lift", "20 kg")  # where the computed value stands is its override
        typed = Fields(viewer.saved()).values
        assert (typed["lift"], typed["overrides.lift"], typed["more"]) == ("", "20 kg", "21")
        file.write_bytes(viewer.saved())
        viewer.type("lift", "")
        cleared = Fields(viewer.saved()).values
        assert (cleared["lift"], cleared["overrides.lift"], cleared["more"]) == ("9 kg", "", "10")
        viewer.click("age")
        stops = 3 if kind is ChromiumViewer else 2  # mood, and in Chromium the computed value, too
        for _ in range(stops):
            viewer.page.keyboard.press("Tab")
            viewer.page.wait_for_timeout(150)
        viewer.page.keyboard.type("5")
        viewer.page.keyboard.press("Tab")
        viewer.page.wait_for_timeout(600)
        tabbed = Fields(viewer.saved()).values
        assert (tabbed["lift"], tabbed["overrides.lift"], tabbed["more"]) == ("", "5", "6")
    (source,) = read_filled(file, made.spec)
    again = build_character(source, made.spec)
    assert again.overrides == {"lift"}
    assert (again.texts["lift"], again.texts["more"], again.texts["skills.01.double"]) == ("20 kg", "21", "4")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_value_that_cannot_be_computed_is_lost_alone(opened, tmp_path, kind):
    made = small_sheet(tmp_path, ("1.5 * might.die", "1 / (age - 7)"))
    hero = load_character(character_file(tmp_path, HERO), made.spec)
    with opened(kind, made.pdf((hero,))) as viewer:
        viewer.type("age", "7")
        viewer.type("skills.01.level", "4")
        values = Fields(viewer.saved()).values
    assert (values["lift"], values["skills.01.double"]) == ("", "8")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_blank_sheet_computes_what_is_typed_and_is_read_back(opened, tmp_path, kind):
    made = small_sheet(tmp_path)
    file = tmp_path / "saved.pdf"
    with opened(kind, made.pdf()) as viewer:
        for name, text in (
            ("name", "Bo"),
            ("traits.might", "3d6"),
            ("skills.02.skill", "Öl"),
            ("skills.02.level", "3"),
        ):
            viewer.type(name, text)
        file.write_bytes(viewer.saved())
    values = Fields(file.read_bytes()).values
    assert (values["lift"], values["skills.02.double"], values["skills.01.double"]) == ("9 kg", "6", "")
    (source,) = read_filled(file, made.spec)
    hero = build_character(source, made.spec)
    assert (hero.texts["lift"], hero.texts["skills.01.double"], hero.overrides) == ("9 kg", "6", frozenset())


def test_the_values_are_written_as_a_table_if_that_is_wanted(opened):
    place = os.environ.get("DECKGEN_VALUES")
    if not place:
        pytest.skip("DECKGEN_VALUES names no file")
    lines = ["# What viewers compute beside deckgen\n"]
    for game, path in CHARACTERS:
        made, hero = sheet(game), person(path, game)
        found = {kind.name: computed(opened, kind, made, [hero])[0] for kind in KINDS}
        wanted = next(iter(found.values()))[1]
        filled = {name: text for name, text in wanted.items() if text or any(f[0][name] for f in found.values())}
        lines += [
            f"\n## {hero.name} ({game})\n",
            f"| Field | deckgen | {' | '.join(found)} | Same |",
            "|---|---|---|---|---|",
        ]
        for name, text in filled.items():
            said = [shown[name] for shown, _ in found.values()]
            lines.append(f"| {name} | {' | '.join([text, *said])} | {'yes' if {text} == set(said) else '**no**'} |")
        empty = len(wanted) - len(filled)
        lines.append(f"\n{len(filled)} fields; {empty} more are empty in all three.")
    Path(place).write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "**no**" not in "\n".join(lines)
