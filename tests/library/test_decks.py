import pytest
from hypothesis import given, strategies as st

from deckgen.errors import GameError
from deckgen.game import read_game, shipped_games
from deckgen.library.choices import DeckSelection, find_set, find_spec, find_specs
from deckgen.library.names import set_stem, slug

SEEDS = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize("name", shipped_games())
def test_without_a_name_a_game_gives_its_first_deck(name):
    game = read_game(name)
    assert find_spec(game, None) is game.decks[0]
    for spec in game.decks:
        assert find_spec(game, spec.name) is spec


def test_an_unknown_deck_is_an_error_that_names_the_known():
    with pytest.raises(GameError, match="no deck is called 'magic'; choose from action"):
        find_spec(read_game("future-imperfect"), "magic")


def test_decks_come_once_and_in_the_order_of_the_game():
    game = read_game("future-imperfect")
    assert find_specs(game, ()) == game.decks[:1]
    assert find_specs(game, ("extras", "all")) == game.decks
    names = [spec.name for spec in find_specs(game, ("extras", "action", "extras"))]
    assert names == ["action", "extras"]


@pytest.mark.parametrize("language", [None, "de"])
def test_a_set_has_its_name_in_the_original_and_in_the_language_that_was_asked_for(language):
    game = read_game("future-imperfect", language)
    for each in (*read_game("future-imperfect").sets, *game.sets):
        assert find_set(game, each.name) == DeckSelection(each.seed, 2)
        assert [find_set(game, deck) for deck in each.decks] == [DeckSelection(each.seed, 2, (n,)) for n in (1, 2)]


def test_an_unknown_set_is_an_error_that_names_the_known():
    with pytest.raises(GameError, match="no set is called 'x'; choose from First set, Second set, Core game"):
        find_set(read_game("future-imperfect"), "x")


@given(SEEDS)
def test_a_slug_is_a_name_that_every_file_system_takes(seed):
    name = slug(seed)
    assert 0 < len(name) <= 40
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789._-")
    assert name[0] not in ".-"
    assert name[-1] not in ".-"


@given(SEEDS, SEEDS)
def test_two_seeds_have_two_slugs_even_where_case_does_not_count(one, other):
    assert (slug(one).lower() == slug(other).lower()) == (one == other)


def test_plain_seeds_stay_as_they_are():
    for seed in ("42", "spring-2025", "a", "v1.2_b"):
        assert slug(seed) == seed


def test_what_is_plain_of_an_odd_seed_is_kept():
    assert slug("Our Campaign!").startswith("our-campaign-")
    assert slug("../../etc").startswith("etc-")
    assert slug("").startswith("seed-")
    assert slug("ß") != slug("ü")


def test_seeds_that_differ_by_case_or_punctuation_do_not_collide():
    assert len({slug(seed) for seed in ("A/B", "a b", "a-b", "A-B", "a-b ", "a--b")}) == 6


def test_a_stem_names_game_deck_and_seed():
    assert set_stem("old-west", "action", "42") == "old-west-action-42"
