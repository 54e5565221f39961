"""Cards printed from the page that plays a deck: sheets of nine, true in mm, backs behind their fronts."""

import numpy as np
import pypdfium2
import pytest
from browser import one_now, opening
from html_pages import play_model, play_page

from deckgen.game import shipped_games

DPI = 600
MM = DPI / 25.4
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.fixture
def printed(running, tmp_path):
    """Prints the cards of a game on a paper, with these sides."""
    with opening(running) as open_page:

        def print_cards(name, paper, sides):
            path = tmp_path / "play.html"
            path.write_bytes(play_page(name))
            page = open_page(
                path,
                "window.print = () => { document.body.dataset.printed = 'yes'; }",
                viewport={"width": 390, "height": 844},
                color_scheme="dark",
            )
            page.locator("nav [data-view=deck]").click()
            page.locator(f"[name=paper][value={paper}]").check(force=True)
            page.locator(f"[name=sides][value={sides}]").check(force=True)
            page.locator("#print").click()
            page.wait_for_selector("body[data-printed]", state="attached")
            return pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))

        yield print_cards


def grey(pdf, number):
    """A page in dots of ``DPI``, 0 is black."""
    return np.asarray(pdf[number].render(scale=DPI / 72).to_pil().convert("L"))


def cuts(picture, width, height, *, across):
    """Where marks of the cut are, in mm from the left (``across``) or the top."""
    left, top = (picture.shape[1] / MM - 3 * width) / 2, (picture.shape[0] / MM - 3 * height) / 2
    band = picture[: int((top - 1.2) * MM)] if across else picture[:, -int((left - 1.7) * MM) :]
    dark = np.flatnonzero(band.min(axis=0 if across else 1) < 160)
    lines = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    return [(line[0] + line[-1] + 1) / 2 / MM for line in lines if len(line)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", one_now(shipped_games(), 3))
def test_nine_cards_a_sheet_and_backs_behind_them(printed, name, paper):
    faces = play_model(play_page(name).decode())["faces"]
    width, height = faces["width"], faces["height"]
    pdf = printed(name, paper, "both")
    references = sum(each["copies"] for each in faces["references"])
    assert len(pdf) == 2 * (6 + -(-references // 9))
    assert [side / 72 * 25.4 for side in pdf[0].get_size()] == pytest.approx(PAPERS[paper], abs=0.15)
    fronts = grey(pdf, 0)
    columns, rows = (cuts(fronts, width, height, across=across) for across in (True, False))
    assert np.diff(columns) == pytest.approx([width] * 3, abs=0.05)
    assert np.diff(rows)[:3] == pytest.approx([height] * 3, abs=0.05)
    for number in (1, len(pdf) - 1):
        backs = grey(pdf, number)
        page = backs.shape[1] / MM
        mirrored = [page - x for x in reversed(cuts(backs, width, height, across=True))]
        assert mirrored == pytest.approx(columns, abs=0.1)
    last, behind = (grey(pdf, len(pdf) - 2 + side) for side in (0, 1))
    for place in range(9):
        x, y = columns[place % 3] + width / 2, rows[0] + (place // 3 + 0.5) * height
        window = (slice(int((y - 20) * MM), int((y + 20) * MM)), slice(int((x - 20) * MM), int((x + 20) * MM)))
        has_front, has_back = (bool((side[window] < 200).any()) for side in (last, behind[:, ::-1]))
        assert has_front == has_back == (place < references)


def test_fronts_only(printed):
    assert len(printed("rough-magic", "a4", "fronts")) == 7
