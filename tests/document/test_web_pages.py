"""Pages are one file under a policy that lets in what is in them and nothing else."""

import os
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html import unescape

import pytest
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.document.odds.html import odds_html
from deckgen.document.odds.totals import all_section_odds
from deckgen.document.poker.html import table_html
from deckgen.document.web_pages import FOLDER

TSC = os.environ.get("DECKGEN_TSC") or shutil.which("tsc")


def made(name):
    deck, game, spec = shipped(name)
    yield table_html(deck, game, spec, load_layout(spec.layout)).decode()
    yield odds_html(game, spec, all_section_odds(game, spec, deck), deck).decode()


@pytest.mark.parametrize("name", GAMES)
def test_their_policy_is_that_of_their_own_script_and_style(name):
    for page in made(name):
        said = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])
        (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
        (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
        for kind, text in (("script", script), ("style", style)):
            digest = b64encode(sha256(text.encode()).digest()).decode()
            assert f"{kind}-src 'sha256-{digest}'" in said
        assert "default-src 'none'" in said
        assert not re.search(r"<[^>]* (?:style|on\w+)=", re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL))


def test_the_same_deck_makes_the_same_bytes():
    assert list(made("rough-magic")) == list(made("rough-magic"))


@pytest.mark.skipif(not TSC, reason="no tsc: install TypeScript, or name its compiler in DECKGEN_TSC")
def test_the_compiler_has_nothing_to_say():
    done = subprocess.run(  # noqa: S603  the compiler that the machine has
        [TSC, "-p", FOLDER / "jsconfig.json"], capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
