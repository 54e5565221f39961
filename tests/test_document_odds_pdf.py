import pytest
from table_decks import GAMES, shipped
from table_pdf import words

from deckgen.document.odds import odds_of, percent
from deckgen.document.odds_pdf import odds_pages
from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.press.page_files import pages_pdf


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
    causes = next(t for t in odds_of(game, spec, deck) if t.section.name == "causes")
    for pool in causes.pools:
        for total in causes.totals:
            wanted = [percent(pool.deck_at(total)), percent(pool.dice_at(total))]
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
    tables = odds_of(game, spec, own if deck else None)
    cells = sum(len(t.pools) * len(t.totals) for t in tables)
    for slot in ("dice", "deck") if deck else ("dice",):
        drawn = [t for page in pages for t in page.items if isinstance(t, Text) and t.slot == slot]
        assert len(drawn) == cells
