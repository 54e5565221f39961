from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from certificate_audits import audit_of, said

from deckgen.deck.cells import Multiset, total_tails
from deckgen.document.certificate.plots import (
    balance_plot,
    cell_label,
    correlation_plot,
    mean_tails,
    odds_plots,
    shared_suffix,
)
from deckgen.draw.drawing import Path
from deckgen.draw.stylesheet import load_stylesheet

STYLE = load_stylesheet()


def test_there_is_a_plot_for_every_rolled_result_with_its_error():
    audit = audit_of()
    words = Counter(said(odds_plots(STYLE, audit)))
    for cell in audit.cells:
        name = cell_label(audit, cell.cell)  # rolls are named by a number, as ticks are
        assert words[name] == 1 if "–" in name else words[name] >= 1
        assert words[f"{float(cell.tail_error):.2f}"] >= 1
    assert said(odds_plots(STYLE, replace(audit, cells=()))) == []


def test_a_plot_says_where_its_bar_is_what_every_deck_is_proven_to_have():
    audit = audit_of()
    cell = replace(audit.cells[0], tail_limit=Fraction(3, 5), bound=Fraction(237, 100))
    for bound, told in ((cell.bound, True), (Fraction(1, 2), False)):
        own = replace(audit, cells=(replace(cell, bound=bound),))
        words = " ".join(said(odds_plots(STYLE, own)))
        assert ("limit 2.37 (at least, proven)" in words) is told


def test_tails_of_several_decks_are_their_mean():
    one, other = Multiset(0, ((1, 2), (4, 2)), ()), Multiset(1, ((2, 2), (3, 1)), ((6, 1),))
    each = [total_tails(cards, "without-replacement") for cards in (one, one, other)]
    found = mean_tails(Counter([one, one, other]), "without-replacement")
    assert len(found) == max(map(len, each))
    for t, chance in enumerate(found):
        own = [tails[t] if t < len(tails) else Fraction(0) for tails in each]
        assert chance == pytest.approx(float(sum(own) / 3))
    assert found[0] == pytest.approx(1)


def test_only_an_ending_that_all_share_is_said_once():
    cells = audit_of().cells
    assert shared_suffix(cells[:1]) in {"", ", open-ended"}
    plain = replace(cells[0], cell=replace(cells[0].cell, roll=replace(cells[0].cell.roll, explode="none")))
    assert shared_suffix([cells[0], plain]) in {"", shared_suffix([plain])}


def dots(plot, ink):
    (strip,) = plot(80)
    paths = [i for i in strip.items if isinstance(i, Path) and ink in (i.fill, i.stroke)]
    return [s for path in paths for s in path.segments if s[0] == "M"]


def test_every_card_has_a_dot_and_every_size_of_correlation_a_bar():
    audit = audit_of()
    assert len(dots(balance_plot(STYLE, audit), STYLE.plot.dot)) == len(audit.balance.percentiles)
    assert len(dots(correlation_plot(STYLE, audit), STYLE.plot.bar)) >= 2
