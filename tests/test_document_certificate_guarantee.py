from dataclasses import replace

from certificate_audits import audit_of, said

from deckgen.document.certificate_guarantee import guarantee
from deckgen.draw.stylesheet import load_stylesheet

STYLE = load_stylesheet()


def words(audit):
    return " ".join(said(guarantee(STYLE, audit)))


def test_it_counts_what_is_exact_and_what_is_rounded():
    audit = audit_of()
    rounded = sum(not c.exactness.possible for c in audit.cells)
    assert rounded
    text = words(audit)
    assert f"{len(audit.cells) - rounded} of the {len(audit.cells)} results" in text
    assert ("One result has" if rounded == 1 else f"{rounded} results have") in text


def test_it_promises_nothing_that_a_deck_does_not_have():
    audit = audit_of()
    possible = tuple(c for c in audit.cells if c.exactness.possible)
    text = words(replace(audit, cells=possible, frequencies=()))
    assert f"All {len(possible)} results" in text
    assert "Rounded." not in text
    assert "Frequencies." not in text
    assert words(replace(audit, cells=(), frequencies=())).strip() == "What is guaranteed"


def test_the_bound_is_that_of_the_whole_set():
    audit = audit_of(2)
    bound = max(c.allowance for c in audit.cells) * 2
    assert f"less than {float(bound):.5f} off" in words(audit)
