import json

import pytest
from damage import DAMAGES
from part_damage import DAMAGES as PART_DAMAGES

from deckgen.preflight.catalog import CHECKS, RULES
from deckgen.preflight.report import Finding, Report

ELSEWHERE = {
    "encryption.none", "order.back-once", "order.pages", "size.paper", "standard.id", "standard.xmp",
    "version.lzw", "version.object-streams", "version.pdf",
}  # fmt: skip
"""Rules that tests of the structure break."""


def test_every_rule_can_fail():
    broken = [rules for rules, _ in [*DAMAGES.values(), *PART_DAMAGES.values()]]
    assert set().union(*broken) | ELSEWHERE == set(RULES)
    assert {name.partition(".")[0] for name in RULES} == set(CHECKS)


@pytest.mark.parametrize(
    ("standard", "clause"),
    [("x1a", "ISO 15930-4:2003, 6"), ("x4", "ISO 15930-7:2010, ~6.5"), ("", "practice of print shops")],
)
def test_the_clause_is_that_of_the_files_standard(standard, clause):
    finding = Finding("fonts.embedded", 1, "a font", "embed it")
    told = json.loads(Report("a.pdf", "any", 1, (finding,), standard).to_json())
    assert [each["clause"] for each in told["findings"]] == [clause]
