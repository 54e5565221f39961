"""The pages of docs/play tell of cards as seed 42 deals them, and what they show and link to is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from deckgen.cli.program import program
from deckgen.deck.deal.generator import generate
from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games
from deckgen.game.model import printed_word
from deckgen.game.values import StackValue, as_cell

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {game: (DOCS / "play" / f"{game}.md").read_text(encoding="utf-8") for game in shipped_games()}
ROW = re.compile(r"^\| (?!step |-)[^|`]+ \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
PICTURE = re.compile(r'<img src="\.\./(images/play-([a-z-]+)-(\d+)\.png)" width="250" alt="The ([^"]+)">')


@pytest.fixture(scope="module")
def decks():
    return {game: generate(read_game(game), read_game(game).deck(), "42") for game in PAGES}


def said(game, card, read):
    """What a card says at the place that a page names: a section, and perhaps an entry or a cell of it."""
    name, _, entry = read.partition(" ")
    name = name if name in card.sections else read.replace(" ", "_").replace("penetration", "ablation")
    value = card.sections[name]
    if isinstance(value, StackValue):
        return value.standard_place
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if not entry or name != read.partition(" ")[0]:
        outcomes = getattr(read_game(game).deck().section(name), "outcomes", ())
        return printed_word(outcomes, value) if isinstance(value, str) else str(value)
    column, _, row = entry.partition("-")
    cell = as_cell(value[column][int(row) - 1] if row else value[column])
    return str(cell.value) + (", draw again" if cell.again else "")


@pytest.mark.parametrize("game", PAGES)
def test_cards_say_what_the_page_tells_of_them(decks, game):
    by_name = {card.face.name: card for card in decks[game].cards}
    rows = ROW.findall(PAGES[game])
    assert len(rows) >= 3
    for name, read, says in rows:
        assert said(game, by_name[name], read) == says, (name, read)


@pytest.mark.parametrize("game", PAGES)
def test_pictures_are_of_these_cards_and_small(decks, game):
    pictures = PICTURE.findall(PAGES[game])
    assert len(pictures) == PAGES[game].count("<img")
    script = (DOCS / "images" / "draw-play.sh").read_text(encoding="utf-8")
    assert ":".join([game, *(impulse for _, _, impulse, _ in pictures)]) in script
    for file, of, impulse, name in pictures:
        assert of == game
        assert decks[game].cards[int(impulse)].face.name == name
        assert (DOCS / file).stat().st_size < 60_000


@pytest.mark.parametrize("game", PAGES)
def test_commands_can_be_called_and_folders_are_there(game):
    text = PAGES[game]
    for line in re.findall(r"^\$ deckgen (.*)", text, re.MULTILINE):
        command, *arguments = shlex.split(line)
        program.commands[command].make_context(command, arguments)
    assert (shipped_path("data") / game / "characters").is_dir()
    assert f"data/{game}/characters" in text


def test_every_page_is_linked_from_the_readme():
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert all(f"(docs/play/{game}.md)" in readme for game in PAGES)
