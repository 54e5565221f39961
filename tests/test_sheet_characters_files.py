import re

import pytest
from hypothesis import given, strategies as st
from sheet_fixtures import GAMES, character_file, sheet

from deckgen.sheet.character import load_character
from deckgen.sheet.characters.files import starter, to_yaml
from deckgen.sources import Real, read_yaml

TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\ufffe\uffff", exclude_categories=["Cs", "Cn"]),
    max_size=40,
)


@given(
    st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True), TEXT, min_size=1, max_size=4), TEXT
)
def test_any_text_survives_being_written(tmp_path_factory, entries, text):
    data = {
        "empty": None,
        "whole": -6,
        "decimal": Real("5.0"),
        "plain": text,
        "group": entries,
        "rows": [entries, {"x": text}],
    }
    file = tmp_path_factory.mktemp("yaml") / "a.yaml"
    file.write_bytes(to_yaml(data).encode())
    assert read_yaml(file).data == data


@pytest.mark.parametrize("game", GAMES)
def test_a_new_character_can_be_drawn_at_once(tmp_path, game):
    made = sheet(game)
    hero = load_character(character_file(tmp_path, starter(made.spec)), made.spec)
    assert len(made.drawings(hero)) == len(made.spec.pages)


@pytest.mark.parametrize("game", GAMES)
def test_its_examples_are_right_when_the_remarks_are_taken_away(tmp_path, game):
    made = sheet(game)
    lines = []
    for line in starter(made.spec).splitlines():
        if (
            re.match(r"# +[a-z_]+: .*  # |# [a-z_]+:$|#   [a-z_]+: [^:]*$|#   - \{", line)
            and "overrides" not in line
        ):
            line = line[2:]  # noqa: PLW2901 (an example)
        if not line.startswith("  ") or line.startswith(("  - ", "  ")):
            lines.append(line)
    text = "\n".join(
        line
        for line in lines
        if not re.match(r"  [a-z_]+: (one of|text|\d+ to|.*: )", line) and "overrides" not in line
    )
    text = re.sub(r"^  [a-z_.]+: 10$", "", text, flags=re.MULTILINE)
    hero = load_character(character_file(tmp_path, text), made.spec)
    assert sum(hero.rows.values()) == sum(group.kind == "rows" for group in made.spec.groups.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_named(game):
    text = starter(sheet(game).spec)
    for group in sheet(game).spec.groups.values():
        assert re.search(rf"\b{re.escape(group.name)}\b", text)
