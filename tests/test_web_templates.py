"""Templates: nothing of them is kept, and whatever is put into them is escaped."""

import pytest
from jinja2 import UndefinedError

from deckgen.sheet.web.page import HERE
from deckgen.web.templates import environment

SHEET = HERE / "templates"


@pytest.mark.finding("R8")
def test_nothing_that_is_run_is_kept_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path))
    assert environment(SHEET).get_template("fields.html")
    assert environment(SHEET).bytecode_cache is None
    assert not any(tmp_path.iterdir())


def test_all_is_escaped_and_nothing_is_silently_empty():
    assert environment(SHEET).from_string("{{ a }}").render(a="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError):
        environment(SHEET).from_string("{{ a }}").render()
