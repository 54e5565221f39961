import json

from deckgen.preflight.catalog import CHECKS
from deckgen.preflight.report import Finding, Report


def report(*findings):
    return Report("a.pdf", "any print shop", 20, findings)


def test_a_file_without_findings_passes():
    text = report().to_text()
    assert report().passed
    assert text.startswith("a.pdf: 20 pages, checked for any print shop\n")
    assert text.count(" ok\n") == len(CHECKS)
    assert "no problems" in text


def test_the_same_on_many_pages_is_told_once_with_the_first_of_them():
    many = report(*(Finding("ink.limit", page, "much ink", "take less") for page in range(1, 13)))
    lines = [line.strip() for line in many.to_text().splitlines() if "much ink" in line]
    assert lines == ["pages 1, 2, 3, 4, 5, 6, 7, 8 and 4 more: much ink; take less"]
    assert "12 FOUND" in many.to_text()


def test_what_is_wrong_with_the_whole_file_names_no_page():
    whole = report(Finding("standard.id", 0, "no ID", "write it again"), Finding("safe.text", 3, "near", "move"))
    lines = [line.strip() for line in whole.to_text().splitlines()]
    assert "no ID; write it again" in lines
    assert "page 3: near; move" in lines


def test_programs_get_json():
    told = json.loads(report(Finding("ink.limit", 2, "much ink", "take less")).to_json())
    assert not told["passed"]
    assert told["checks"] == {**dict.fromkeys(CHECKS, 0), "ink": 1}
    finding = {"check": "ink", "rule": "ink.limit", "clause": "the target", "page": 2}
    assert told["findings"] == [{**finding, "what": "much ink", "remedy": "take less"}]
