"""Pages of sheets in a browser: they compute, save, import and export as deckgen does, and nothing keeps people from using them."""

import re
from pathlib import Path

import pytest
import yaml
from browser import one_now, opening, ready, violations
from cli_fixtures import run
from html_pages import shipped_characters
from PIL import Image
from sheet_fixtures import small

from deckgen.sheet.character import load_character
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.web.page import sheet_html

GAMES = shipped_sheets()


@pytest.fixture
def opened(running, tmp_path):
    """Opens the page of a sheet."""
    with opening(running) as open_page:

        def open_sheet(spec, given=(), *, file="sheet.html", **context):
            path = tmp_path / file
            path.write_bytes(sheet_html(spec, given))
            return open_page(path, accept_downloads=True, **context)

        yield open_sheet


def field(page, name):
    return page.locator(f'[data-field="{name}"]').first


def values(page):
    """What stands on a page: texts of controls, marks and computed values by name."""
    return page.evaluate(
        """() => {
          const found = {};
          for (const each of document.querySelectorAll("#sheet [data-field]")) if (each.value) found[each.dataset.field] = each.value;
          for (const each of document.querySelectorAll("#sheet [data-show]")) if (each.textContent) found[each.dataset.show] = each.textContent;
          for (const each of document.querySelectorAll("#sheet [data-track]"))
            found[each.dataset.track] = String(each.querySelectorAll(".on").length);
          return found;
        }"""
    )


def menu(page, button):
    page.locator("#more").click()
    page.locator(button).click()


def exported(page, button="#yaml"):
    with page.expect_download() as waiting:
        menu(page, button)
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def imported(page, name, text):
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def whole(character):
    """Texts and marks of a character."""
    return {name: text for name, text in character.texts.items() if text}, dict(character.marks)


@pytest.mark.parametrize("game", one_now(GAMES, 1))
def test_it_shows_what_deckgen_computes(opened, game):
    spec = load_sheet(game)
    given = shipped_characters(game, spec)
    page = opened(spec, given)
    for index, person in enumerate(given):
        page.locator("#who").select_option(index=index)
        shown, checked = values(page), 0
        for name, text in person.texts.items():
            own = f"overrides.{name}"
            if own in shown:
                assert shown[own] == text
            elif name in shown or page.locator(f'[data-show="{name}"]').count():
                assert shown.get(name, "") == text, name
                checked += bool(text)
        assert checked > 30
        for name, count in person.marks.items():
            assert shown[name] == str(count), name


def test_it_computes_while_one_types_and_in_german_too(opened):
    spec = load_sheet("west-that-wasnt", "de")
    page = opened(spec)
    field(page, "traits.strength").fill("2d8")
    assert page.locator('[data-show="throw"]').text_content() == "40 m"
    page.locator(".more-rows").first.click()
    page.locator('[data-more="skills"]').click()
    page.evaluate(
        "for (let i = 1; i < 20; i += 1) document.querySelector('[data-more=skills]').click()"
    )  # rows beyond those of the paper
    last = page.locator('[data-list="skills"] tbody tr').nth(28)
    assert last.locator("input").first.get_attribute("data-field") == "skills.29.skill"
    last.locator("input").first.fill("Raufen")
    last.locator("select").select_option(index=1)
    last.locator("[data-field$=level]").fill("4")
    assert last.locator("output").first.text_content() == "4d8"


@pytest.mark.parametrize("game", one_now(GAMES, 2))
def test_yaml_goes_out_and_comes_in_again(opened, game, tmp_path):
    spec = load_sheet(game)
    page = opened(spec, shipped_characters(game, spec))
    for index, person in enumerate(shipped_characters(game, spec)):
        page.locator("#who").select_option(index=index)
        before = values(page)
        text = exported(page)
        (tmp_path / "out.yaml").write_text(text, encoding="utf-8")
        assert whole(load_character(tmp_path / "out.yaml", spec)) == whole(person)
        page.locator("#new").click()
        imported(page, "out.yaml", text)
        page.wait_for_selector(".said.full")
        assert values(page) == before
        imported(page, "in.yaml", person.file.read_text(encoding="utf-8"))
        page.wait_for_selector(".said.full")
        assert values(page) == before


@pytest.mark.parametrize("game", one_now(GAMES, 3))
def test_nothing_is_lost_from_screen_to_yaml_to_pdf_to_screen(opened, game, tmp_path):
    spec = load_sheet(game)
    page = opened(spec, shipped_characters(game, spec)[:1])
    derived = page.locator("[data-show]").first.get_attribute("data-show")
    page.locator(".own").first.click()
    field(page, f"overrides.{derived}").fill("7")
    field(page, "face").fill("")  # which a PDF does not have
    field(page, "notes").fill("First line: “quoted” #1\n\n- third, ж and ł")
    before = values(page)
    hero, pdf, again = (tmp_path / name for name in ("hero.yaml", "hero.pdf", "again.yaml"))
    hero.write_text(exported(page), encoding="utf-8")
    run("sheet", game, hero, "-q", "-o", pdf)
    run("sheet", game, "--export", pdf, "-q", "-o", again)
    page.locator("#new").click()
    imported(page, "again.yaml", again.read_text(encoding="utf-8"))
    page.wait_for_selector(".said.full")
    assert values(page) == before
    hero.with_suffix(".xfdf").write_text(exported(page, "#xfdf"), encoding="utf-8")
    run("sheet", game, "--export", hero.with_suffix(".xfdf"), "-q", "-o", again)
    assert whole(load_character(again, spec)) == whole(load_character(hero, spec))
    page.locator("#new").click()
    imported(page, "hero.xfdf", hero.with_suffix(".xfdf").read_text(encoding="utf-8"))
    page.wait_for_selector(".said.full")
    assert values(page) == before


BAD = {
    "game: other-game\nname: A\n": "other-game",
    "name: A\n": "game",
    "game: west-that-wasnt\nname: A\nsize: big\n": "Size",
    "game: west-that-wasnt\nname: A\nsize: 99\n": "Size",
    "game: west-that-wasnt\nname: A\nsise: 6\n": "sise",
    "game: west-that-wasnt\nname: A\ndefense: 6\n": "Defense",
    "game: west-that-wasnt\nname: A\ntraits: {strength: 2d7}\n": "Strength",
    "game: west-that-wasnt\nname: A\ntraits: [2d8]\n": "Traits",
    "game: west-that-wasnt\nname: A\nskills: {level: 3}\n": "Skills",
    "game: west-that-wasnt\nname: A\nskills:\n  - {skill: Riding}\n": "this is missing",
    "game: west-that-wasnt\nname: A\nskills:\n  - {skill: Riding, level: 1}\n  - {skill: riding, level: 2}\n": "riding is written twice",
    "game: west-that-wasnt\nname: A\nwounds: {head: 9}\n": "Head",
    "game: west-that-wasnt\nname: A\noverrides: {speed: 3}\n": "speed",
    "game: west-that-wasnt\n  name: [A\n": "YAML",
    "game: west-that-wasnt\nname: A\nname: B\n": "YAML",
    "- a\n": "",
    "game: [&a [x, x], &b [*a, *a], [*b, *b]]\nname: A\n": "this is not a single value",
    f"game: west-that-wasnt\nname: &a A\nskills: [{'*a, ' * 30}]\n": "aliases",
    "game: west-that-wasnt\n" + "".join(f"k{i}: 1\n" for i in range(100_000)): "k299: ",
    "<xfdf><fields/></xfdf>": "",
    '<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="sise"><value>3</value></field></fields></xfdf>': "",
    '<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields><field name="size"><value>99</value></field></fields></xfdf>': "Size",
}


def test_of_a_wrong_file_nothing_is_imported_and_each_problem_is_told(opened):
    spec = load_sheet("west-that-wasnt")
    page = opened(spec, shipped_characters("west-that-wasnt", spec))
    before = values(page)
    for text, said in BAD.items():
        imported(page, "bad.yaml", text)
        page.wait_for_selector("#problems[open]")
        assert "bad.yaml" in page.locator("#what").text_content()
        assert said in page.locator("#list").text_content(), text
        page.locator("#problems button:visible").click()
        assert values(page) == before
    imported(page, "bad.pdf", "%PDF-1.5\n\0\0")
    page.wait_for_selector("#problems[open]")


@pytest.mark.finding("F7")
def test_a_thousand_characters_of_one_file_are_shown_at_once(opened):
    page = opened(load_sheet("west-that-wasnt"))
    person = '<field name="{0}"><field name="name"><value>P{0}</value></field></field>'
    fields = "".join(person.format(number) for number in range(1, 1001))
    imported(page, "all.xfdf", f'<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>{fields}</fields></xfdf>')
    page.wait_for_selector(".said.full")
    assert page.locator("#who option").count() == 1001
    assert field(page, "name").input_value() == "P1000"


def test_what_cannot_be_is_told_at_once_and_exported_as_a_remark(opened):
    page = opened(load_sheet("west-that-wasnt"))
    field(page, "name").fill("Ada")
    field(page, "size").fill("999")
    field(page, "size").blur()
    assert field(page, "size").get_attribute("aria-invalid") == "true"
    assert "60" in page.locator(f"#{field(page, 'size').get_attribute('aria-describedby')}").text_content()
    text = exported(page)
    assert "999" in page.locator("#list").text_content()
    page.locator("#problems button:visible").click()
    assert re.findall("^#! Size: .*999.*", text, re.MULTILINE)
    assert "size" not in yaml.safe_load(text)
    assert "999" not in exported(page, "#xfdf")
    page.locator("#problems button:visible").click()
    page.locator("#new").click()
    imported(page, "ada.yaml", text)
    page.wait_for_selector("#problems[open]")
    assert "999" in page.locator("#list").text_content()
    page.locator("#problems button:visible").click()
    assert field(page, "name").input_value() == "Ada"
    field(page, "size").fill("6")
    assert field(page, "size").get_attribute("aria-invalid") is None


def test_it_is_saved_and_there_again(opened):
    spec = load_sheet("rough-magic")
    page = opened(spec)
    field(page, "name").fill("Ada")
    page.locator('.page [data-track="endurance"] input').nth(2).check(force=True)
    page.wait_for_selector("#saved[data-is=saved]")
    page.reload()
    ready(page)
    assert field(page, "name").input_value() == "Ada"
    assert values(page)["endurance"] == "2"
    page.locator("#new").click()
    assert field(page, "name").input_value() == ""
    assert page.locator("#who option").all_text_contents() == ["Ada", "No name yet"]
    menu(page, "#delete")
    assert field(page, "name").input_value() == "Ada"
    menu(page, "#reset")
    assert field(page, "name").input_value() == ""
    page.locator("#undo").click()
    assert field(page, "name").input_value() == "Ada"


def test_a_file_with_another_version_says_so(opened, tmp_path):
    spec = load_sheet("rough-magic")
    page = opened(spec, shipped_characters("rough-magic", spec)[:1])
    field(page, "player").fill("Ada")
    page.wait_for_selector("#saved[data-is=saved]")
    changed = tmp_path / "changed.yaml"
    text = shipped_characters("rough-magic", spec)[0].file.read_text(encoding="utf-8")
    changed.write_text(text + "player: Grace\n", encoding="utf-8")
    Path(page.url.removeprefix("file://")).write_bytes(sheet_html(spec, [load_character(changed, spec)]))
    page.reload()
    ready(page)
    assert field(page, "player").input_value() == "Ada"
    assert page.locator("#said").text_content()
    menu(page, "#reset")
    assert field(page, "player").input_value() == "Grace"


@pytest.mark.parametrize("error", ["SecurityError", "QuotaExceededError"])
def test_a_browser_that_does_not_save_is_told_of(opened, error):
    script = f"Storage.prototype.setItem = () => {{ throw new DOMException('no', '{error}'); }};"
    if error == "SecurityError":
        script = (
            "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"
        )
    page = opened(load_sheet("rough-magic"), script=script)
    field(page, "name").fill("Ada")
    page.wait_for_selector("#saved[data-is=unsaved]")
    assert "YAML" in page.locator("#said").text_content()
    assert "name: Ada" in exported(page)


def test_it_can_be_filled_in_by_keyboard_alone(opened):
    page = opened(load_sheet("west-that-wasnt"))

    def tab_to(selector):
        for _ in range(400):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(selector)

    tab_to('[data-field="name"]')
    page.keyboard.type("Ada")
    tab_to('[data-field="traits.strength"]')
    page.keyboard.type("2d8")
    tab_to('[data-show="throw"] ~ .own')
    page.keyboard.press("Enter")
    page.keyboard.type("77 m")
    page.keyboard.press("Enter")
    tab_to('[data-field="skills.01.skill"]')
    page.keyboard.type("Riding")
    tab_to('[data-field="skills.01.trait"]')
    page.keyboard.type("S")
    tab_to('[data-field="skills.01.level"]')
    page.keyboard.type("3")
    tab_to('[data-track="wounds.head"] input')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shown = values(page)
    assert shown["overrides.throw"] == "77 m"
    assert shown["skills.01.reading"] == "3d8"
    assert shown["wounds.head"] == "2"
    page.locator('[data-field="overrides.throw"]').focus()
    page.keyboard.press("Escape")
    assert values(page)["throw"] == "40 m"
    assert page.evaluate("document.activeElement.className") == "own"


def test_marks_are_tapped_and_a_countdown_counts(opened):
    page = opened(load_sheet("future-imperfect"), viewport={"width": 390, "height": 800}, has_touch=True)
    field(page, "ct").fill("12")
    marks = page.locator('.page [data-track="ct_lost"] .mark:not([hidden])')
    marks.nth(14).tap()
    assert page.locator('output[data-left="ct_lost"]').text_content() == "−2 / 12"
    assert marks.nth(13).text_content() == "−1"
    marks.nth(14).tap()  # the last one again: one less
    assert page.locator('output[data-left="ct_lost"]').text_content() == "−1 / 12"
    field(page, "ct").fill("20")
    assert page.locator('output[data-left="ct_lost"]').text_content() == "7 / 20"
    assert "ct_lost: 13" in exported_after_name(page)
    for mark in (marks.nth(3), page.locator('.page [data-track="wounds.head"] .mark').nth(2)):
        box = mark.bounding_box()
        assert min(box["width"], box["height"]) >= 24


def exported_after_name(page):
    field(page, "name").fill("Ada")
    return exported(page)


@pytest.mark.parametrize("game", one_now(GAMES, 0))
def test_nothing_keeps_people_from_using_it(opened, game):
    spec = load_sheet(game)
    page = opened(spec, shipped_characters(game, spec))
    # Colors are of the scheme and not of the width, all else is of the width and not of the scheme.
    for width, scheme in ((390, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == [], f"{game} {scheme} {width}"


def test_a_portrait_is_chosen_scaled_down_saved_and_exported(opened, tmp_path):
    spec = load_sheet("west-that-wasnt")
    page = opened(spec)
    field(page, "name").fill("Ada")
    large = tmp_path / "large.png"
    Image.effect_noise((1500, 2000), 50).save(large)
    with page.expect_file_chooser() as chooser:
        page.locator(".choose").first.click()
    chooser.value.set_files(large)
    image = page.locator(".page [data-picture=portrait] img")
    image.wait_for(state="visible")
    page.wait_for_function("() => document.querySelector('.page [data-picture] img').naturalHeight === 640")
    page.wait_for_selector("#saved[data-is=saved]")
    page.reload()
    ready(page)
    (tmp_path / "out.yaml").write_text(exported(page), encoding="utf-8")
    assert load_character(tmp_path / "out.yaml", spec).pictures["portrait"].height == 640
    page.locator(".remove").first.click()
    assert image.get_attribute("src").startswith("data:image/svg+xml,")  # the face of the name
    with page.expect_file_chooser() as chooser:
        page.locator(".choose").first.click()
    chooser.value.set_files({"name": "a.png", "mimeType": "image/png", "buffer": b"no picture"})
    page.wait_for_selector(".said.full")
    assert "PNG" in page.locator("#said").text_content()


def test_two_tabs_show_the_same(opened):
    page = opened(load_sheet("rough-magic"))
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    field(page, "name").fill("Ada")
    other.wait_for_selector(".said.full")
    assert field(other, "name").input_value() == "Ada"


def test_dark_and_light_can_be_chosen(opened):
    page = opened(load_sheet("rough-magic"), color_scheme="dark")
    ground = "getComputedStyle(document.querySelector('.page')).backgroundColor"
    dark = page.evaluate(ground)
    page.locator("#more").click()
    page.locator("#look").select_option("light")
    light = page.evaluate(ground)
    assert dark != light
    page.reload()
    ready(page)
    assert page.evaluate(ground) == light
    page.emulate_media(media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    assert not page.locator(".bar").is_visible()
    assert len(page.pdf(format="Letter")) > 10_000


def test_names_are_text_wherever_they_come_from(opened, tmp_path):
    spec = small(tmp_path)
    page = opened(spec)
    field(page, "name").fill("<img src=x onerror=alert(1)>")
    page.locator("#new").click()
    imported(page, "<b>.yaml", "game: <i>x</i>\n")
    page.wait_for_selector("#problems[open]")
    assert page.locator("main img[src=x], #problems b, #problems i, #who img").count() == 0
