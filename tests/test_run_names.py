from hypothesis import given, strategies as st

from deckgen.run.names import set_stem, slug

SEEDS = st.text(st.characters(exclude_categories=["Cs"]))


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
