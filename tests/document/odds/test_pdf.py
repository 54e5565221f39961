import pytest
from table_decks import GAMES, shipped
from table_pdf import words

from deckgen.document.odds.pdf import odds_pages
from deckgen.document.odds.totals import all_section_odds
from deckgen.document.pages import document_style
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.draw.text import whole_percent
from deckgen.game import read_game, shipped_games
from deckgen.press.write import pages_pdf


def read(content):
    """{(pool, total): [deck, dice] as they stand below each other}, the last table of a name winning."""
    found = {}
    for page in words(content):
        for least in (w for w in page if w.text == "least"):
            heads = [w for w in page if abs(w.y - least.y) < 1 and w.left > least.right]
            below = [w.y for w in page if w.text == "least" and w.y > least.y + 1]
            names = [w for w in page if w.left < 18.5 and least.y + 1 < w.y < min([*below, 999])]
            for name in names:
                for head in heads:
                    near = [w for w in page if abs(w.x - head.x) < 2.5 and -1 < w.y - name.y < 4]
                    own = [w.text for w in sorted(near, key=lambda w: w.y)]
                    found.setdefault((name.text, head.text), []).append(own)
    return found


def test_three_d8_against_seven_is_found_on_paper():
    deck, game, spec = shipped("future-imperfect")
    content = pages_pdf(odds_pages(game, spec, deck), title="t")
    found = read(content)
    causes = next(t for t in all_section_odds(game, spec, deck) if t.section.name == "causes")
    for pool in causes.pools:
        for total in causes.totals:
            wanted = [whole_percent(pool.deck_at(total)), whole_percent(pool.dice_at(total))]
            assert wanted in found[pool.name, str(total)]


@pytest.mark.parametrize("deck", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_type_is_legible_and_every_total_has_its_chance(name, deck):
    own, game, spec = shipped(name)
    pages = odds_pages(game, spec, own if deck else None, paper="letter")
    for page in pages:
        for text in (t for t in page.items if isinstance(t, Text)):
            assert text.size >= 6.5 * PT - 1e-6
            assert 0 < text.x < page.width
    tables = all_section_odds(game, spec, own if deck else None)
    wanted = {"deck": 0, "dice": 0}
    for table in tables:
        kinds = {pool.cell.roll: pool for pool in table.pools}  # rolls of the same dice have one row of dice
        wanted["dice"] += sum(pool.dice_at(t) > 0 for pool in kinds.values() for t in table.totals)
        wanted["deck"] += sum((pool.deck_at(t) or 0) > 0 for pool in table.pools for t in table.totals)
    for slot, count in wanted.items():
        drawn = [t for page in pages for t in page.items if isinstance(t, Text) and t.slot == slot]
        assert len(drawn) >= count  # the checks have their own
        assert "–" not in {t.string for t in drawn}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", GAMES)
def test_pages_are_filled(name, paper, language):
    game = read_game(name, language)
    pages = odds_pages(game, game.deck(), paper=paper)
    for page in pages:
        lowest = max(i.y for i in page.items if isinstance(i, Text) and i.slot not in ("page", "masthead"))
        assert lowest > page.height * 0.5


def test_names_do_not_run_into_the_words_beside_them():
    deck, game, spec = shipped("rough-magic")
    for page in odds_pages(game, spec, deck):
        own = [t for t in page.items if isinstance(t, Text)]
        fonts = load_stylesheet().fonts
        for name in (t for t in own if t.slot == "pool"):
            end = name.x + fonts.width(name.string, name.typeface, name.size) + len(name.string) * name.spacing
            beside = [t.x for t in own if t is not name and abs(t.y - name.y) < 0.1 and t.x > name.x]
            assert all(end < x for x in beside)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", shipped_games())
def test_no_page_ends_with_a_heading_or_is_nearly_empty(name, language):
    game = read_game(name, language)
    style, pages = document_style(game), odds_pages(game, game.deck())
    own = style.texts["heading"]
    for number, page in enumerate(pages, 1):
        texts = [i for i in page.items if isinstance(i, Text) and i.slot not in ("page", "masthead")]
        last = max(texts, key=lambda text: text.y)
        assert (last.typeface, last.size) != (own.face, own.size), f"page {number} ends with {last.string!r}"
        assert last.y > page.height / 4, f"page {number} ends at {last.y:.0f} mm"
