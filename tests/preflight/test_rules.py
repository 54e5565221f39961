from dataclasses import replace

import pikepdf
import pytest

from deckgen.preflight.rules import HAIRLINE, claimed_standard, rules_for
from deckgen.press.target import load_target


def document(version=""):
    made = pikepdf.new()
    if version:
        made.docinfo["/GTS_PDFXVersion"] = version
    return made


@pytest.mark.parametrize(("version", "standard"), [("", ""), ("PDF/X-1:2001", "x1a"), ("PDF/X-4", "x4")])
def test_a_file_says_which_standard_it_keeps(version, standard):
    assert claimed_standard(document(version)) == standard


def test_a_standard_may_be_claimed_in_xmp_alone():
    made = document()
    made.Root.Metadata = made.make_stream(b"<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>")
    assert claimed_standard(made) == "x4"


def test_without_a_target_a_file_is_held_against_what_it_claims():
    rules = rules_for(document("PDF/X-4"), None)
    assert (rules.standard, rules.transparency, rules.ink_limit) == ("x4", True, None)
    assert rules.title == "any print shop and PDF/X-4, which it claims to be"
    assert rules_for(document(), None).title == "any print shop"


def test_a_targets_own_rules_win_over_what_a_file_claims():
    press = load_target("press")
    rules = rules_for(document("PDF/X-4"), press)
    assert (rules.standard, rules.transparency) == ("x1a", False)
    assert (rules.bleed, rules.slug, rules.order) == (press.bleed, press.slug, press.order)
    assert (rules.ink_limit, rules.hairline) == (press.ink_limit, press.hairline)


def test_sheets_have_papers_and_need_no_boxes():
    rules = rules_for(document(), replace(load_target("home"), papers=("a4", "12x18in")))
    assert rules.papers == ((210, 297), pytest.approx((304.8, 457.2)))
    assert not rules.boxes
    assert rules.hairline == HAIRLINE


def test_files_for_home_may_be_seen_through():
    assert rules_for(document(), load_target("home")).transparency
    assert not rules_for(document(), load_target("press")).transparency
