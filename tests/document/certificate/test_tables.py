from dataclasses import replace
from fractions import Fraction

import pytest
from certificate_audits import audit_of, said

from deckgen.deck.audit.extremes import ExtremeChances
from deckgen.document.certificate import tables
from deckgen.draw.stylesheet import load_stylesheet

STYLE = load_stylesheet()


def test_a_set_has_a_line_for_each_deck_and_one_for_all():
    audit = audit_of(2)
    words = said(tables.decks(STYLE, audit))
    assert [word for word in words if word in {"1", "2", "all"}] == ["1", "2", "all"]
    assert "".join(words).count("sha256:") == 2
    assert said(tables.decks(STYLE, audit_of())) == []


def test_sections_are_counted_at_a_glance():
    audit = audit_of()
    words = said(tables.overview(STYLE, audit))
    for name in dict.fromkeys(c.cell.section for c in audit.cells):
        own = [c.exact for c in audit.cells if c.cell.section == name]
        at = words.index(audit.spec.section(name).title)
        assert words[at + 1 : at + 4] == [str(len(own)), str(sum(own)), str(own.count(False))]


@pytest.mark.parametrize(("error", "verdict"), [(Fraction(1, 4), "passed"), (Fraction(5, 2), "tails")])
def test_each_result_has_its_verdict(error, verdict):
    audit = audit_of()
    problems = () if verdict == "passed" else ("tails",)
    cell = replace(audit.cells[0], tail_error=error, problems=problems)
    words = said(tables.cells(STYLE, replace(audit, cells=(cell,))))
    assert words[-1] == verdict
    assert f"{float(error):.3f}" in words


def test_fractions_are_in_full_where_no_deck_can_be_exact():
    audit = audit_of()
    rounded = [c for c in audit.cells if not c.exactness.possible]
    words = said(tables.long_fractions(STYLE, audit))
    assert all(str(c.target) in words and str(c.mean) in words for c in rounded)
    possible = replace(audit, cells=tuple(c for c in audit.cells if c.exactness.possible))
    assert said(tables.long_fractions(STYLE, possible)) == []


def test_frequencies_have_a_true_minus_and_zero_no_sign():
    audit = audit_of()
    some = [replace(audit.frequencies[0], place="", value=value) for value in ("-1", "+0", "-")]
    words = said(tables.frequencies(STYLE, replace(audit, frequencies=tuple(some))))
    assert {"−1", "0", "-"} <= set(words)


def test_what_every_deck_is_proven_to_have_stands_in_the_place_of_the_bar():
    audit = audit_of()
    bars = {"tail_limit": Fraction(3, 5), "mixture": Fraction(1, 8)}
    hard, easy = (replace(audit.cells[0], bound=bound, **bars) for bound in (Fraction(237, 100), Fraction(1, 2)))
    told = " ".join(said(tables.cells(STYLE, replace(audit, cells=(hard, easy)))))
    assert "2.37 (at least, proven)" in told
    assert told.count("0.125") == 2
    assert "At least, proven:" in told
    plain = " ".join(said(tables.cells(STYLE, replace(audit, cells=(easy, replace(easy, mixture=None))))))
    assert "proven" not in plain
    assert plain.count("0.60") == 2
    assert plain.count("0.125") == 1
    assert "–" in plain


def test_the_bars_of_a_section_are_told_from_the_least_to_the_largest():
    audit = audit_of()
    first = replace(audit.cells[0], tail_limit=Fraction(4, 5), bound=None)
    second = replace(first, tail_limit=Fraction(1))
    assert "0.80–1.00" in said(tables.overview(STYLE, replace(audit, cells=(second, first))))
    assert "0.80" in said(tables.overview(STYLE, replace(audit, cells=(first, first))))


def test_what_one_card_settles_has_its_chances_and_its_verdict():
    audit = audit_of()
    first = replace(audit.resolutions[0], dice=Fraction(1, 4), one_draw=Fraction(6, 25), long_run=Fraction(3, 10))
    words = said(tables.resolutions(STYLE, replace(audit, resolutions=(first,))))
    off, late = (f"{float(each):+.2f}".replace("-", "−") for each in (first.error, first.long_run_error))
    at = words.index("25.00")
    assert words[at : at + 7] == ["25.00", "24.00", "30.00", off, late, "1.00", "not passed"]
    assert first.resolution.title in " ".join(words)
    assert said(tables.resolutions(STYLE, audit))[-1] == "passed"
    assert said(tables.resolutions(STYLE, replace(audit, resolutions=()))) == []


def test_the_long_run_of_frequencies_is_told_where_it_differs():
    audit = audit_of()
    assert "Long run" in said(tables.frequencies(STYLE, audit))
    even = tuple(replace(f, long_run_cards=f.cards) for f in audit.frequencies)
    assert "Long run" not in said(tables.frequencies(STYLE, replace(audit, frequencies=even)))


def test_the_bar_of_a_single_joker_is_said_to_be_the_least():
    audit = audit_of()
    wide = tuple(replace(f, long_run_limit=f.long_run_limit and Fraction(54, 55)) for f in audit.frequencies)
    for some, single in ((audit.frequencies, False), (wide, True)):
        words = " ".join(said(tables.frequencies(STYLE, replace(audit, frequencies=some))))
        assert ("a single joker allows" in words) is single


@pytest.mark.parametrize("deck", [Fraction(1, 216), Fraction(1, 108)])
def test_extremes_are_told_beside_those_of_the_dice(deck):
    audit = audit_of()
    assert said(tables.extremes(STYLE, audit)) == []
    chances = ExtremeChances(deck, Fraction(1, 216), Fraction(1, 216))
    problems = () if chances.exact else ("extremes",)
    cell = replace(audit.cells[0], extremes=(chances,), problems=problems)
    words = said(tables.extremes(STYLE, replace(audit, cells=(cell,))))
    assert words[-4:] == [str(deck), "1/216", "1/216", "passed" if chances.exact else "extremes"]
