"""What a character puts on a page: drawn, and told at its place."""

from dataclasses import replace

from sheet_fixtures import character_file, small_sheet

from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.errors import Faults
from deckgen.press.pages import Placed, PlacedPicture, Words
from deckgen.sheet.character import load_character
from deckgen.sheet.paper.fill import fill
from deckgen.sheet.paper.filled_page import TaggedPage
from deckgen.sheet.paper.tags import FIELD, PICTURE, Spoken, TagPlace

TEXT = "game: small\nname: Ada\nluck: 1\nnotes: One line.\n"


def laid(tmp_path, *, flat, pictures=None, times=1):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, TEXT), made.spec)
    template = made.blank[0]
    filled, over = fill(template, made.theme, hero, Faults())
    page = TaggedPage(made.theme, made.spec.language)
    for number in range(times):
        page.add(template, filled, over, pictures or {}, (number * 10.0, 0.0), flat=flat)
    return template, page, page.page(paper_named("a4"))


def test_a_page_with_fields_has_only_what_is_the_same_for_all(tmp_path):
    template, page, made = laid(tmp_path, flat=False)
    assert made.tagged
    assert made.placed == (Placed(template.reading.art, 0, 0, made.trim), template.reading.words)
    assert page.told[0].first == 0
    assert page.told[0].spoken == {}


def test_values_of_a_flat_page_are_runs_after_those_of_the_sheet(tmp_path):
    template, page, made = laid(tmp_path, flat=True)
    words = [placed for placed in made.placed if isinstance(placed, Words)]
    assert words[0] is template.reading.words
    runs = [run for each in words for run in each.runs]
    said = {
        template.slots[place.number].name: (spoken.tag, spoken.instead, runs[spoken.run])
        for place, found in page.told[0].spoken.items()
        for spoken in found
    }
    assert [item.string for item in said["name"][2]] == ["Ada"]
    assert [item.string for item in said["notes"][2]] == ["One line."]
    assert said["name"][:2] == ("P", "")
    assert said["luck.1"][:2] == ("Figure", "Luck: 1: ticked")
    assert "luck.2" not in said
    assert not any(isinstance(item, Text) for item in said["luck.1"][2])


def test_pages_on_a_page_and_their_pictures_are_numbered_on(tmp_path):
    picture = PlacedPicture(Box(1, 2, 3, 4), b"", (1, 1), said="Face")
    _, page, made = laid(tmp_path, flat=True, pictures={0: picture}, times=2)
    order = []
    for placed in made.placed:
        if isinstance(placed, Words):
            order += [placed.x] * len(placed.runs)
        elif isinstance(placed, PlacedPicture):
            order.append(placed)
    for number, told in enumerate(page.told):
        (spoken,) = told.spoken[TagPlace(PICTURE, 0)]
        assert spoken == Spoken("Figure", order.index(order[spoken.run]), "Face")
        assert order[spoken.run] == replace(picture, box=Box(1 + 10 * number, 2, 3, 4))
        assert order[told.first] == 10 * number
        assert all(order[each[0].run] in (10 * number, order[spoken.run]) for each in told.spoken.values())
    assert TagPlace(FIELD, 0) in page.told[1].spoken
