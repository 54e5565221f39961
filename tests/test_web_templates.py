"""Templates: compiled once, and whatever is put into them is escaped."""

import pytest
from jinja2 import UndefinedError

from deckgen.sheet.web.page import HERE
from deckgen.web.templates import environment

SHEET = HERE / "templates"


def test_compiled_templates_are_kept_and_a_broken_cache_does_no_harm(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    environment(SHEET).get_template("fields.html")
    (kept,) = (tmp_path / "templates").iterdir()
    before = kept.read_bytes()
    kept.write_bytes(b"broken")
    environment(SHEET).get_template("fields.html")
    assert kept.read_bytes() == before


def test_without_a_place_for_the_cache_it_works_as_well(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "file" / "cache"))
    assert environment(SHEET).get_template("fields.html")


def test_all_is_escaped_and_nothing_is_silently_empty():
    assert environment(SHEET).from_string("{{ a }}").render(a="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError):
        environment(SHEET).from_string("{{ a }}").render()
