"""Texts name marks as the layout draws them: by mark or by section and mark, in the game's language, or not at all."""

from __future__ import annotations

import pytest
from page_decks import shipped_game, shipped_layout

from deckgen.card.layout import load_layout
from deckgen.card.rules.mark_names import mark_words, name_marks
from deckgen.errors import LayoutError
from deckgen.game import read_game
from deckgen.game.panels import PanelList

WEST = "west-that-wasnt"


def plain_layout(folder):
    """The West's layout, but without marks at places."""
    file = folder / "plain.yaml"
    file.write_text("extends: west\nslots: {hit_location: {mark: ''}}\n", encoding="utf-8")
    return load_layout(file)


@pytest.mark.parametrize(("code", "words"), [("en", "lying figure"), ("de", "liegende Figur")])
def test_a_mark_is_named_in_the_games_language_alone_and_with_its_section(code, words):
    game = read_game(WEST, code)
    texts = [PanelList(("{mark.prone}, {scopes.Pulp}", "")), {"hit_location": ("{mark.hit_location.prone}!",)}]
    named = name_marks(texts, shipped_layout("west"), game, game.deck())
    assert named == [PanelList((f"{words}, {{scopes.Pulp}}", "")), {"hit_location": (f"{words}!",)}]


def test_texts_without_marks_stay_the_same_objects():
    game = shipped_game(WEST)
    assert name_marks(game.scopes, shipped_layout("west"), game, game.deck()) is game.scopes


def test_a_mark_that_sections_draw_in_several_ways_is_named_only_with_its_section():
    game = shipped_game(WEST)
    words = mark_words(shipped_layout("west"), game, game.deck())
    assert words["causes.again"] != words["effects.again"]
    assert "again" not in words


def test_every_text_that_names_a_mark_which_the_layout_lacks_is_refused(tmp_path):
    game, layout = shipped_game(WEST), plain_layout(tmp_path)
    assert "prone" not in mark_words(layout, game, game.deck())
    with pytest.raises(LayoutError) as caught:
        name_marks(game.rules.screen, layout, game, game.deck())
    problems = caught.value.problems
    assert len(problems) == len(game.marks) >= 4
    assert {problem.file.rpartition("/")[2] for problem in problems} == {
        "panels.yaml",
        "procedures.yaml",
        "examples.yaml",
    }
    for problem in problems:
        assert problem.line
        assert problem.message.startswith('the layout plain draws no mark "prone"')
