"""The shipped games say what their rules say, and are complete: help for every section, translations without a gap."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games, untranslated
from deckgen.game.model import GridSection, RollsSection, printed_word
from deckgen.game.sections.base import DealtResults
from deckgen.odds import Roll, distribution


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def cards(section) -> dict:
    return {outcome.value: outcome.cards for outcome in section.outcomes}


def shares(stack) -> dict[str, Fraction]:
    return {place.name: place.cards / 54 for place in stack.locations()}


@pytest.mark.parametrize("name", shipped_games())
def test_every_game_is_complete(name):
    game = read_game(name)
    assert game.id == name
    assert game.scopes
    (published,) = game.sets  # two decks of one seed
    assert len(published.decks) == 2
    assert (game.folder / "README.md").is_file()
    for deck in game.decks:
        assert deck.size == 54
        for section in deck.sections:
            assert section.title
            assert section.help.endswith(".")
            assert len(section.help) <= 270, section.name


@pytest.mark.parametrize(
    "path", sorted(shipped_path("data").glob("*/*.yaml")), ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_editors_find_the_schema(path):
    found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))
    assert found
    assert (path.parent / found[1]).resolve().is_file()


@pytest.mark.parametrize("name", shipped_games())
def test_translations_are_whole_and_change_nothing_that_is_dealt(name):
    game = read_game(name)
    for language in game.languages[1:]:
        other = read_game(name, language)
        assert [deck.sha256 for deck in other.decks] == [deck.sha256 for deck in game.decks]
        assert not untranslated(name, language), language


def test_german_is_shipped():
    german = read_game("future-imperfect", "de")
    action = german.deck("action")
    assert action.section("causes").title == "Proben"
    assert action.section("hit_location").printed_word("left leg") == "linkes Bein"
    assert printed_word(action.section("toggle").outcomes, True) == "Ja"
    assert action.section("initiative").printed_rows() == ("S", "N", "L", "T")
    assert [action.playing_cards[i].printed_name for i in (0, 4, 50)] == [
        "roter Joker",
        "Pik Ass",
        "Karo König",
    ]
    assert german.words["critical_failure"] == "KF"
    assert dict(german.scopes[0].difficulties)["schwierig"] == 9


def test_ability_decks_are_of_the_same_make():
    game = read_game("future-imperfect")
    action, psionics, extras = (game.deck(name) for name in ("action", "psionics", "extras"))
    assert game.decks[0] == action
    assert action.sha256 == psionics.sha256 == extras.sha256
    assert len({action.title, psionics.title, extras.title}) == 3


def test_the_edition_of_chapter_3_swaps_step_and_fragment():
    game = read_game("future-imperfect")
    first, third = game.deck("action"), game.deck("action_chapter_3")
    assert [first.section(name).source for name in ("step", "fragment")] == ["suit", "rank"]
    assert [third.section(name).source for name in ("step", "fragment")] == ["rank", "suit"]
    names = [{section.name for section in deck.sections} for deck in (first, third)]
    assert names[0] - names[1] == {"initiative"}
    assert not names[1] - names[0]


@pytest.fixture(scope="module")
def west():
    return read_game("west-that-wasnt").deck()


def test_west_a_pool_reads_the_first_cells_of_a_column(west):
    causes, effects = west.section("causes"), west.section("effects")
    assert [(c.label, c.sides) for c in causes.columns] == [(str(n), n) for n in (4, 6, 8, 10, 12)]
    assert {cell.roll for cell in causes.cells()} == {Roll((n,), explode="open") for n in (4, 6, 8, 10, 12)}
    pools = {(pool.column, pool.row): pool.roll for pool in causes.pools()}
    assert len(pools) == 25
    assert pools["10", 3] == Roll((10,) * 3, "highest", "open", "all", critical_failure=True)
    assert not list(effects.pools())
    three_sixes = next(cell for cell in effects.cells() if (cell.column, cell.row) == ("6", 3))
    assert three_sixes.roll == Roll((6,) * 3, explode="open")
    assert distribution(three_sixes.roll).mean == Fraction(63, 5)
    assert effects.rising


def test_west_the_other_sections(west):
    stack = west.section("hit_location")
    assert (stack.height, stack.standard) == (4, 2)
    assert [[place.name for place in level] for level in stack.levels] == [
        ["left leg", "right leg"],
        ["belly"],
        ["vitals"],
        ["left arm", "right arm"],
        ["chest"],
        ["head"],
    ]
    assert cards(west.section("ablation")) == {-2: 5, -1: 12, 0: 20, 1: 12, 2: 5}
    assert cards(west.section("breakdown")) == {**dict.fromkeys(range(1, 14), 1), None: 41}
    assert cards(west.section("toggle")) == {True: 27, False: 27}
    bystanders = dict(west.section("unintended_targets").rolls)
    assert bystanders == dict.fromkeys(("1st", "2nd", "3rd"), Roll((6,)))
    assert cards_of_steps(west) == {0: 1, 1: 13, 2: 13, 3: 13, 4: 13, 5: 1}
    phases = west.section("initiative")
    assert (phases.columns, phases.rows) == (("I", "II", "III", "IV"), ("F", "N", "S"))


def test_action_and_combat():
    game = read_game("action-and-combat")
    deck = game.deck()
    assert dict(deck.section("causes").rolls) == dict.fromkeys(("Act", "Resist"), Roll((6,) * 3, extremes=True))
    assert dict(deck.section("initiative").rolls) == {"3d6": Roll((6,) * 3)}
    assert distribution(Roll((6,) * 3)).mean == Fraction(21, 2)
    damage = [cell.roll for cell in deck.section("effects").cells()]
    assert damage == [Roll((6,) * n, explode="penetrating") for n in range(1, 7)]
    assert [distribution(roll).mean for roll in damage] == [4 * n for n in range(1, 7)]
    assert shares(deck.section("hit_location")) == {
        "head": Fraction(1, 10),
        "torso": Fraction(3, 10),
        "right arm": Fraction(1, 10),
        "left arm": Fraction(1, 10),
        "right leg": Fraction(2, 10),
        "left leg": Fraction(2, 10),
    }
    assert all(roll == Roll((int(label),)) for label, roll in deck.section("burst").rolls)
    assert [number for _, number in game.scopes[0].difficulties] == [12, 14, 16, 18, 20]


def test_rough_magic():
    game = read_game("rough-magic")
    deck = game.deck()
    assert {roll for _, roll in deck.section("causes").rolls} == {Roll((6, 6))}
    assert distribution(Roll((6, 6))).mean == 7
    steps = deck.section("success_steps")
    assert (steps.rows, steps.base) == (("0", "3", "6", "9"), ((1, 2, 3, 4),))
    assert list(cards(deck.section("range_band"))) == ["close", "short", "medium", "long", "remote"]
    assert cards(deck.section("clock")) == {hour: 5 - hour % 2 for hour in range(1, 13)}
    assert [number - 8 for _, number in game.scopes[0].difficulties] == [3, 6, 9, 12]


@pytest.mark.parametrize("name", shipped_games())
def test_rolls_have_a_mean_that_is_known_exactly(name):
    for deck in read_game(name).decks:
        for section in deck.sections:
            if isinstance(section, GridSection | RollsSection):
                for cell in section.cells():
                    assert distribution(cell.roll).mean > 0


def cards_of_steps(deck, name="step"):
    """On how many cards each step is."""
    return Counter(deck.section(name).card_values(DealtResults([], deck.playing_cards, int)))


@pytest.mark.parametrize("game", ["future-imperfect", "west-that-wasnt"])
def test_plain_dice_are_exact_as_the_help_says(game):
    deck = read_game(game).deck()
    clock, toggle, step = (deck.section(name) for name in ("clock", "toggle", "step"))
    halves = Counter()
    for number, count in cards(clock).items():
        halves[-(-number // 2)] += count
    assert halves == dict.fromkeys(range(1, 7), 9)
    assert set(cards(toggle).values()) == {27}
    suits = cards_of_steps(deck)
    assert [suits[n] for n in (1, 2, 3, 4)] == [13] * 4
    assert [f"d{n}" in section.help for n, section in ((6, clock), (2, toggle), (4, step))] == [True] * 3
