"""What a seed deals stays what it is: every deck of every game is pinned by its id in goldens/deck_ids.yaml.

``id`` is that of deck.json, which names the version too; ``cards`` is the hash of the cards alone, so that a
new version that deals the same shows as such in the difference. ``pytest --update-goldens`` writes the file anew.
"""

import hashlib
import json
from pathlib import Path

import pytest
import yaml
from cli_fixtures import run
from deck_games import SMALL
from game_files import write

HERE = Path(__file__).parents[1]
FILE = HERE / "goldens" / "deck_ids.yaml"
OWN = {"small": SMALL}
SEEDS = (("42", 1), ("our campaign", 2))


def _decks():
    """Game and deck of every deck: the shipped games', and those of the tests' own."""
    for game in json.loads(run("games", "--json").stdout):
        yield from ((game["name"], deck["name"]) for deck in game["decks"])
    yield from (("sixty", "main"), ("small", "main"), ("fifth", "olas"))


CASES = [(game, deck, seed, of) for game, deck in _decks() for seed, of in SEEDS]


def _entry(folder, game, deck, seed, of):
    """What is pinned of the last deck of a set, dealt and audited by the program."""
    own = HERE / "games" / game
    source = write(folder / "game", OWN[game]) if game in OWN else own if own.is_dir() else game
    run("generate", source, "--deck", deck, "--seed", seed, "--decks", of, "-q", "-o", folder / "decks")
    file = max((folder / "decks").iterdir())
    dealt = json.loads(file.read_bytes())
    cards = json.dumps(dealt["cards"], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    entry = {key: dealt[key] for key in ("game", "deck", "seed", "number", "of", "id")}
    entry["cards"] = hashlib.sha256(cards.encode()).hexdigest()
    if game not in OWN:  # it has no lock file, and proving what no deck can do better takes long
        audit = json.loads(run("audit", file, "--game", source, "--format", "json").stdout)
        entry["exact_cells"] = f"{sum(cell['exact'] for cell in audit['cells'])} of {len(audit['cells'])}"
        entry["largest_tail_error"] = max(cell["max_tail_error_cards"] for cell in audit["cells"])
    return entry


@pytest.fixture(scope="module")
def blessed(request, tmp_path_factory):
    """The entries of the file, by game, deck, seed and size of the set."""
    if request.config.getoption("--update-goldens"):
        made = [_entry(tmp_path_factory.mktemp("deck"), *case) for case in CASES]
        FILE.write_text(yaml.safe_dump(made, sort_keys=False, allow_unicode=True), encoding="utf-8")
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {(each["game"], each["deck"], each["seed"], each["of"]): each for each in entries}


def _name(case):
    """The case as its entry tells it; a folder's name need not be its game's id."""
    game, *rest = case
    return ("faro-de-niebla" if game == "fifth" else game, *rest)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_a_seed_deals_the_deck_that_it_always_dealt(case, blessed, tmp_path):
    assert _entry(tmp_path, *case) == blessed[_name(case)]


def test_every_entry_is_of_a_deck_that_there_is(blessed):
    assert list(blessed) == [_name(case) for case in CASES]
