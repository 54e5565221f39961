from dataclasses import replace

import pytest
from certificate_audits import audit_of, said

from deckgen.document.certificate.certificate import summary
from deckgen.draw.drawing import Path
from deckgen.draw.stylesheet import load_stylesheet

STYLE = load_stylesheet()


def test_the_verdict_is_in_words_and_in_shape():
    good = audit_of()
    bad = replace(good, cells=(replace(good.cells[0], faults=("mean",)), *good.cells[1:]))
    assert "Passed" in said([summary(STYLE, good, [])])
    assert {"Not passed", "see the lines with a cross"} <= set(said([summary(STYLE, bad, [])]))
    for audit, colour in ((good, "accent"), (bad, "alarm")):
        panel = summary(STYLE, audit, [])(176)[-1]
        assert next(i.fill for i in panel.items if isinstance(i, Path)) == STYLE.colour(colour)


def test_the_key_figures_are_those_of_the_audit():
    audit = audit_of()
    words = said([summary(STYLE, audit, [])])
    assert f"{sum(c.exact for c in audit.cells)}/{len(audit.cells)}" in words
    assert f"{float(max(c.tail_error for c in audit.cells)):.2f}" in words
    assert f"{audit.independence.mean:.3f}" in words


def test_a_set_says_how_many_decks_it_has():
    assert any("a set of 2 decks" in line for line in said([summary(STYLE, audit_of(2), [])]))


@pytest.mark.parametrize(
    ("lengths", "rows"),
    [([5, 5], [2]), ([5, 99, 5], [1, 1, 1]), ([99, 5, 5], [1, 2]), ([5, 5, 5], [2, 1])],
)
def test_short_facts_stand_beside_each_other_and_long_ones_alone(lengths, rows):
    facts = [(f"fact {i}", "m" * length) for i, length in enumerate(lengths)]
    strips = summary(STYLE, audit_of(), facts)(176)[-len(rows) :]
    names = [[i.string for i in s.items if getattr(i, "string", "").startswith("fact")] for s in strips]
    assert [len(own) for own in names] == rows
    assert [name for own in names for name in own] == [name for name, _ in facts]
