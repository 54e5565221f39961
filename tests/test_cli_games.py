import json

from cli_fixtures import run

from deckgen.game import load, shipped_games
from deckgen.game.model import CardSet


def test_games_are_listed_with_their_decks():
    lines = run("games").stdout.splitlines()
    for name in shipped_games():
        game = load(name)
        assert f"{game.id}: {game.title}" in lines
        for spec in game.decks:
            assert f"  {spec.name}: {spec.title}, {spec.size} cards" in lines
        for each in game.sets:
            assert f"  set {each.name}: {', '.join(each.decks)}" in lines
        assert f"  languages: {', '.join(game.languages)}" in lines


def test_games_as_json():
    found = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in found] == list(shipped_games())
    assert found[0]["decks"][0] == {"name": "action", "title": "Action Deck", "size": 54}
    for game in found:
        read = load(game["name"])
        assert tuple(game["languages"]) == read.languages
        assert [CardSet(each["name"], each["seed"], tuple(each["decks"])) for each in game["sets"]] == [
            *read.sets
        ]
