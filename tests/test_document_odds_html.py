import re
from html import unescape

import pytest
from table_decks import GAMES, shipped

from deckgen.document.odds import odds_of, percent
from deckgen.document.odds_html import as_html


@pytest.mark.parametrize("name", GAMES)
def test_every_chance_is_that_of_the_table(name):
    deck, game, spec = shipped(name)
    tables = odds_of(game, spec, deck)
    content = as_html(game, spec, tables, deck)
    assert len(content) <= 200_000
    assert not re.search(rb"https?:|src=|<link|@import|url\(", content)
    read = []
    for line in re.findall(r"<tr data-p=[^\n]*(?:\n[^\n<][^\n]*|\n<td[^\n]*)*", content.decode()):
        cells = re.findall(r'data-w="([^"]*)">([^<]*)<small>([^<]*)', line)
        read.append([(unescape(a), unescape(b), unescape(c)) for a, b, c in cells])
    wanted = [
        [
            (
                f"{float(p.deck_at(t)) * 100:.1f} % deck, {float(p.dice_at(t)) * 100:.1f} % dice",
                percent(p.deck_at(t)),
                percent(p.dice_at(t)),
            )
            for t in table.totals
        ]
        for table in tables
        for p in table.pools
    ]
    assert read == wanted


def test_without_a_deck_only_dice_are_told():
    _, game, spec = shipped("rough-magic")
    text = as_html(game, spec, odds_of(game, spec)).decode()
    assert "deck," not in text
    assert "58.3 % dice" in text  # 2d6 against 7
