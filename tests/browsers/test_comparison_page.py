"""The comparison of two decks in a browser."""

from browser import browser
from html_pages import comparison_page, comparison_sides


def test_a_browser_marks_one_section_and_hides_what_is_the_same(tmp_path):
    one, _, changed, section = comparison_sides("rough-magic")
    (tmp_path / "diff.html").write_text(comparison_page(one, changed), encoding="utf-8")
    with browser() as running:
        shown = running.new_page(viewport={"width": 390, "height": 700})
        shown.goto((tmp_path / "diff.html").as_uri())
        assert shown.locator("article:visible").count() == 54
        shown.get_by_label("Only cards that differ").check()
        assert shown.locator("article:visible").count() == 1
        shown.get_by_label("Mark").select_option(section.title)
        assert shown.locator("article:visible .m:visible").count() >= 2
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
