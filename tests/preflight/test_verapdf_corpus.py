"""What preflight finds in the test files of veraPDF: git clone them, and name the folder in DECKGEN_VERAPDF_CORPUS."""

import os
from pathlib import Path

import pytest
import yaml

from deckgen.preflight import preflight
from deckgen.preflight.catalog import RULES

EXPECTED = yaml.safe_load(Path(__file__).with_name("verapdf_corpus.yaml").read_text(encoding="utf-8"))
CORPUS = Path(os.environ.get("DECKGEN_VERAPDF_CORPUS", "")).resolve()


def test_the_list_names_rules_and_files():
    assert EXPECTED.keys() <= RULES.keys()
    names = [name for files in EXPECTED.values() for name in files]
    assert len(names) > 100
    assert all(name.endswith(".pdf") for name in names)
    assert all(len(files) == len(set(files)) for files in EXPECTED.values())
    assert not any("6-4-t03-pass-b" in name for name in names)


@pytest.mark.skipif(
    not os.environ.get("DECKGEN_VERAPDF_CORPUS") or not CORPUS.is_dir(),
    reason="no folder of github.com/veraPDF/veraPDF-corpus in DECKGEN_VERAPDF_CORPUS",
)
def test_each_file_has_the_findings_that_are_expected_and_none_fails():
    found = {rule: set() for rule in EXPECTED}
    names = {str(path.relative_to(CORPUS)) for path in CORPUS.rglob("*.pdf")}
    assert len(names) > 1000
    for name in sorted(names):
        for finding in preflight(CORPUS / name).findings:
            if finding.rule in found:
                found[finding.rule].add(name)
    assert found == {rule: set(files) & names for rule, files in EXPECTED.items()}
