"""The views of a sheet's page: fights on a phone, the rules, the way to the table and back, and what is printed."""

from io import BytesIO

import pikepdf
import pytest
from browser import one_now, opening, ready, violations
from html_pages import play_page, shipped_characters
from person_codes import read_code, write_code
from sheet_fixtures import sheet

from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.web.page import sheet_html

GAMES = shipped_sheets()
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALL_TARGETS = """() => Array.from(document.querySelectorAll("a[href], button, input, select, textarea"))
  .filter((each) => !each.closest(".mark.none") && each.checkVisibility({visibilityProperty: true}))
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, {width, height}]) => width > 1 && Math.min(width, height) < 23.9).map(([text]) => text)"""


@pytest.fixture
def opened(running, tmp_path):
    """Opens the page of a game's sheet with its characters; with a play page beside it where one is asked for."""
    with opening(running) as open_page:

        def open_sheet(game, view="", *, table="", code=None, **context):
            spec = load_sheet(game, code)
            path = tmp_path / "sheet.html"
            path.write_bytes(sheet_html(spec, shipped_characters(game, spec), table))
            page = open_page(path, accept_downloads=True, **{**PHONE, **context})
            if view:
                open_view(page, view)
            return page

        yield open_sheet


def open_view(page, view):
    page.locator(f'.tabs a[href="#{view}"]').click()


def people(game):
    return shipped_characters(game, load_sheet(game))


def values(page, *names):
    """What the view for fights says of some fields."""
    return [page.locator(f'#fight [data-text="{name}"]').first.text_content() for name in names]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_keeps_people_from_using_any_view(opened, game, scheme):
    page = opened(game, table="play.html", color_scheme=scheme)
    for view in ("fight", "sheet", "rules", "table"):
        open_view(page, view)
        for width, height in ((390, 844), (320, 568), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (view, width)
            assert page.evaluate(SMALL_TARGETS) == [], (view, width)
            if width in (390, 1280):
                assert violations(page) == [], (view, width)


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_on_a_phone(opened, game):
    page = opened(game, "fight", table="play.html")
    first = page.locator("#fight .places .marks").first
    boxes = [mark.bounding_box() for mark in first.locator(".mark:not(.none)").all()]
    assert all(box["width"] >= 42 and box["height"] >= 29 for box in boxes)
    before = first.locator(".on").count()
    first.locator(".mark").nth(3).tap()
    assert first.locator(".on").count() == 3 != before
    if load_sheet(game).fight[0].art:
        figure = page.locator("#fight .figure")
        box = figure.bounding_box()
        assert min(box["width"], box["height"]) > 100
        assert figure.locator(".hit:visible").first.text_content() == "3"
    name = page.locator("#fight .gun h4 output").first.text_content()
    assert name == people(game)[0].texts["weapons.01.weapon"]
    assert page.locator("#fight .gun .go a").first.text_content()
    assert page.locator("#fight h2 output").text_content() == people(game)[0].name


def test_tracks_of_a_fight_are_those_of_the_sheet(opened):
    page = opened("future-imperfect", "fight")
    page.locator("#who").select_option(label="Tamsin Vale")
    left, lost = page.locator('#fight [data-left="ct_lost"]'), page.locator('#fight [data-of="ct_lost"]')
    assert left.text_content() == "9 / 14"
    lost.first.tap()  # five less
    assert left.text_content() == "4 / 14"
    assert page.locator("#fight .belt .on").count() >= 10
    lost.last.tap()
    lost.nth(2).tap()
    assert left.text_content() == "10 / 14"
    assert values(page, "penalty", "recovery", "bleeding") == ["−2", "5", "0"]
    page.locator('#fight [data-track="wounds.torso"] .mark').nth(4).tap()
    assert values(page, "penalty", "recovery", "bleeding") == ["−4", "9", "2"]
    assert page.locator('#fight [data-level="wounds.torso"]').text_content() == "Serious"
    fire, reload = page.locator('#fight [data-of="ammunition.first"]').all()
    fire.tap()
    assert page.locator('#fight [data-count="ammunition.first"]').text_content() == "5"
    reload.tap()
    assert page.locator('#fight [data-count="ammunition.first"]').text_content() == "0"
    open_view(page, "sheet")
    assert page.locator('.page [data-track="wounds.torso"] .on').count() == 4


def test_jumps_stay_and_lead_to_tracks(opened):
    page = opened("future-imperfect", "sheet")
    jump = page.locator(".parts a:visible", has_text="Wounds")
    jump.tap()
    page.wait_for_timeout(700)
    assert page.locator('.page [data-track="wounds.head"]').bounding_box()["y"] < 300
    assert 0 <= jump.bounding_box()["y"] < 120
    open_view(page, "rules")
    assert page.locator(".page .marks:visible").count() == 0
    assert page.locator(".page .reads:visible").count() > 5
    page.reload()
    ready(page)
    assert page.locator('.tabs [aria-current="page"]').text_content() == "Rules"


def test_to_the_table_and_back(opened, tmp_path):
    game = "future-imperfect"
    (tmp_path / "play.html").write_bytes(play_page(game))
    page = opened(game, "fight", table="play.html", viewport={"width": 1280, "height": 900}, has_touch=False)
    page.locator("#who").select_option(label="Tamsin Vale")
    page.wait_for_function("() => document.querySelector('#fight .go a')?.textContent === 'Shoot'")
    with page.context.expect_page() as waiting:
        page.locator("#fight .gun .go a").nth(1).click()
    table = waiting.value
    ready(table)
    table.wait_for_function("() => document.body.textContent.includes('Tamsin Vale')")
    assert "person=" not in table.url
    shown = table.locator("body").inner_text()
    assert "Cutting torch" in shown
    assert "Blast pistol" in shown
    page.locator("#fight .gun .go a").first.click()  # the same page again, and nobody joins twice
    table.wait_for_timeout(400)
    assert len(page.context.pages) == 2
    person = table.evaluate(
        """() => { window.dispatchEvent(new Event("pagehide"));
          const kept = Object.values(localStorage).find((text) => text.startsWith('{"format":"deckgen-table'));
          return JSON.parse(kept).people; }"""
    )
    assert [each["name"] for each in person] == ["Tamsin Vale"]
    assert person[0]["tracks"]["wounds.torso"]["value"] == 1

    # Two wounds more at the table, another shot from the sheet, which takes none of them back, and to the sheet.
    table.locator("summary", has_text="Tracks and more").first.click()
    for _ in range(2):
        table.locator(".tracks .ask", has_text="Torso").get_by_role("button").nth(1).click()
    page.locator("#fight .gun .go a").nth(2).click()
    table.wait_for_timeout(300)
    with page.expect_event("framenavigated"):
        table.get_by_role("button", name="Back to the sheet").click()
    assert len(page.context.pages) == 2
    page.wait_for_selector("#problems[open]")
    assert page.locator("#list li").all_text_contents() == ["Wounds: Torso: 1 → 3"]
    page.locator("#problems button:visible").first.click()
    assert page.locator('#fight [data-count="wounds.torso"]').text_content() == "1"
    table.get_by_role("button", name="Back to the sheet").click()
    page.locator("#go-on").click()
    assert page.locator('#fight [data-count="wounds.torso"]').text_content() == "3"
    page.locator("#undo").click()
    assert page.locator('#fight [data-count="wounds.torso"]').text_content() == "1"


def test_codes_of_the_table_that_are_not_right(opened):
    page = opened("future-imperfect", "table")
    code = page.locator("#code-out").input_value()
    person = read_code("person", code)
    assert person["name"] == people("future-imperfect")[0].name
    assert person["from"] == ""  # nobody else has this file
    for wrong, said in (
        ("hello", "no code"),
        (code[:-3], "cut off"),
        (code.replace("person", "invite"), "another kind"),
        (write_code("person", {**person, "game": "west-that-wasnt"}), "No sheet here"),
        (write_code("person", {**person, "name": "<b>Nobody</b>"}), "<b>Nobody</b>"),
        (
            write_code("person", {**person, "tracks": {"wounds.head": {"value": "x"}, "other": {"value": 3}}}),
            "as the table",
        ),
        (write_code("person", {**person, "tracks": None}), "as the table"),
        (write_code("person", 3), "No sheet here"),
        (code, "as the table"),
    ):
        page.locator("#code-in").fill(wrong)
        page.locator("#take-code").click()
        page.wait_for_function("said => document.getElementById('said').textContent.includes(said)", arg=said)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_has_as_many_pages_as_the_pdf(opened, game, paper):
    page = opened(game, "fight", viewport={"width": 1280, "height": 900}, has_touch=False)
    pages = {}
    for index, person in enumerate([*people(game), None]):
        if person:
            page.locator("#who").select_option(index=index)
        else:
            page.locator("#new").click()
        page.wait_for_timeout(50)
        printed = pikepdf.open(BytesIO(page.pdf(format=paper.capitalize())))
        pages[person.name if person else ""] = (len(printed.pages), len(sheet(game, paper).pages(person)))
    assert all(printed <= drawn for printed, drawn in pages.values()), pages


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("game", one_now(GAMES, 0))
def test_every_letter_of_the_page_is_in_its_fonts(opened, game, code):
    page = opened(game, code=code, viewport={"width": 1280, "height": 900}, has_touch=False)
    page.locator("#more").click()
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    strange = []
    for view in ("fight", "sheet", "rules", "table"):
        page.evaluate(
            """view => {
              document.documentElement.dataset.view = view;
              for (const each of document.querySelectorAll("body *"))
                if (Array.from(each.childNodes).some((node) => node.nodeType === 3 && node.data.trim())) each.dataset.writes = "";
            }""",
            view,
        )
        root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "body [data-writes]"})["nodeIds"]
        assert len(nodes) > 100
        for node in nodes:
            for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
                if not font["isCustomFont"]:
                    html = session.send("DOM.getOuterHTML", {"nodeId": node})["outerHTML"]
                    strange.append((view, font["familyName"], html[:120]))
    assert strange == []
