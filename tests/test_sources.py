"""Reading what people write: dialect, refusals with their lines, schema problems, and the cache of what was checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import deckgen
from deckgen.errors import DeckgenError, GameError, Problems, suggest
from deckgen.sources import ExactFloat, check_schema, format_path, read_yaml, to_fraction


def read(tmp_path: Path, text: str | bytes):
    path = tmp_path / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_yaml(path, GameError)


def problems_of(tmp_path: Path, text: str | bytes) -> list[tuple[int | None, str]]:
    with pytest.raises(GameError) as caught:
        read(tmp_path, text)
    assert all(problem.file == str(tmp_path / "file.yaml") and problem.remedy for problem in caught.value.problems)
    return [(problem.line, problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "written",
    ["yes", "no", "on", "off", "y", "007", "1e5", "0x1F", "1:30", "2001-01-01", "1..13", "1/20", "1_000"],
)
def test_what_looks_like_text_is_text(tmp_path, written):
    assert read(tmp_path, f"a: {written}\n").data == {"a": written}


def test_scalars_and_keys(tmp_path):
    source = read(tmp_path, "a: [true, false, null, ~, 5, -3, 0, 0.60, .5]\n10: x\nyes: y\ntrue: z\n'': w\n")
    assert source.data == {
        "a": [True, False, None, None, 5, -3, 0, 0.6, 0.5],
        "10": "x",
        "yes": "y",
        "true": "z",
        "": "w",
    }


@given(st.decimals(min_value=-1000, max_value=1000, places=6))
def test_decimals_keep_their_digits(tmp_path_factory, number):
    source = read(tmp_path_factory.mktemp("d"), f"a: {number:f}\n")
    assert to_fraction(source.data["a"]) == Fraction(number)
    assert isinstance(source.data["a"], ExactFloat)


def test_exact_of_every_way_to_write_a_number():
    assert [to_fraction(5), to_fraction(ExactFloat("0.1")), to_fraction("1/20")] == [
        5,
        Fraction(1, 10),
        Fraction(1, 20),
    ]


def test_numbers_too_long_are_text(tmp_path):
    assert read(tmp_path, f"a: {'9' * 5000}\n").data == {"a": "9" * 5000}


PRINTABLE = st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cn", "Cs", "Zl", "Zp"])


@given(
    st.recursive(
        st.one_of(st.integers(-(10**17), 10**17), st.booleans(), st.none(), st.text(PRINTABLE, max_size=8)),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(PRINTABLE, max_size=6), inner, max_size=4),
        max_leaves=12,
    ).filter(lambda value: isinstance(value, dict | list) and value)
)
def test_json_is_read_as_json(tmp_path_factory, value):
    text = json.dumps(value, ensure_ascii=False)
    assert read(tmp_path_factory.mktemp("j"), text).data == value


@given(st.binary(max_size=200))
def test_any_bytes_give_data_or_problems(tmp_path_factory, content):
    try:
        read(tmp_path_factory.mktemp("b"), content)
    except GameError as error:
        assert error.problems  # noqa: PT017 - either outcome is right, another exception is not


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "empty"),
        ("# only words\n", 1, "empty"),
        ("---\n", 1, "empty"),
        (b"a: b\nc: \xe9\n", 2, "UTF-8"),
        ("a: b".encode("utf-16"), 1, "UTF-8"),
        ("a: b\nc: \x00\n", 2, "not allowed"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: 1\nb:\n\tc: 1\n", 3, "not YAML"),
        ("a: [1, 2\nb: 3\n", 2, "not YAML"),
        ("a: *nobody\n", 1, "undefined alias"),
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, "!!python/object/apply:os.system"),
        ("a: !mine x\n", 1, "tag !mine"),
        ("a: !!int x\n", 1, "tag !!int"),
        ("a: !!binary aGk=\n", 1, "tag !!binary"),
        ("a: &a {b: 1}\nc:\n  <<: *a\n", 3, "merge"),
        ("a: 1\n? [b]\n: c\n", 2, "not plain text"),
        ("a: &a [*a]\n", 1, "too deep"),
        ("[" * 100_000, 1, "too deep"),
        ("- " * 100_000, 1, "too deep"),
        ("[" * 100 + "]" * 100, 1, "too deep"),
        ("a: " + "x" * 1_000_000, None, "the limit for a YAML file is 1,000,000"),
    ],
)
def test_hostile_and_broken_files(tmp_path, text, line, what):
    found = problems_of(tmp_path, text)
    assert len(found) == 1
    assert found[0][0] == line
    assert what in found[0][1]


def test_anchors_that_multiply_are_refused(tmp_path):
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefghijk", "bcdefghijkl", strict=True):
        lines.append(f"{name}: &{name} [{', '.join(['*' + before] * 9)}]")
    assert any("anchors that multiply" in what for _, what in problems_of(tmp_path, "\n".join(lines)))


def test_anchors_within_limits_are_fine(tmp_path):
    assert read(tmp_path, "a: &a {b: 1}\nc: *a\n").data == {"a": {"b": 1}, "c": {"b": 1}}


def test_every_repeated_key_is_told(tmp_path):
    found = problems_of(tmp_path, "a: 1\nb:\n  c: 1\n  'c': 2\na: 3\n")
    assert found == [
        (4, 'duplicate key "c", first in line 3'),
        (5, 'duplicate key "a", first in line 1'),
    ]


def test_tabs_get_their_own_remedy(tmp_path):
    with pytest.raises(GameError, match="indent with spaces"):
        read(tmp_path, "a:\n\tb: 1\n")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DeckgenError, match="No such file"):
        read_yaml(tmp_path / "none.yaml")


def test_a_byte_order_mark_is_fine(tmp_path):
    assert read(tmp_path, b"\xef\xbb\xbfa: 1\n").data == {"a": 1}


def test_lines_of_keys_items_and_what_is_missing(tmp_path):
    source = read(tmp_path, "a:\n  b:\n    - x\n    - {c: 1}\n10: y\n")
    paths = [
        (),
        ("a",),
        ("a", "b"),
        ("a", "b", 1),
        ("a", "b", 1, "c"),
        ("a", "b", 9),
        ("a", "z"),
        ("10",),
        (10,),
    ]
    assert [source.line(path) for path in paths] == [1, 1, 2, 4, 4, 2, 1, 5, 5]


def test_spots_know_their_place(tmp_path):
    source = read(tmp_path, "a:\n  - x\n  - {b: 1}\n")
    spot = source.at("a").items()[1].at("b")
    problems = Problems()
    spot.report(problems, "wrong", "mend it")
    assert [str(problem) for problem in problems] == [f"{source.path}:3: a[1].b: wrong; mend it"]
    assert spot.location == f"{source.path}:3"


def test_dotted_and_nearest():
    assert format_path(("a", "b", 2, "c")) == "a.b[2].c"
    assert suggest("hihgest", ["sum", "highest"]) == 'did you mean "highest"?'
    assert suggest("zzz", ["sum", "highest"]) == "choose from sum, highest"
    assert suggest("zzz", []) == "there is none to choose from"
    assert suggest("?", map(str, range(100))).endswith("...")


SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": False}


@pytest.fixture
def schema(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA))
    return path


def marks(tmp_path: Path) -> int:
    return len(list((tmp_path / "cache").glob("right/*")))


def test_a_sound_file_is_remembered(tmp_path, schema, monkeypatch):
    source, problems = read(tmp_path, "a: 1\n"), Problems()
    assert check_schema(source, schema, problems) == frozenset()
    assert marks(tmp_path) == 1
    monkeypatch.setitem(sys.modules, "deckgen.schema_problems", None)  # importing it now fails
    assert check_schema(source, schema, problems) == frozenset()
    assert not problems


@pytest.mark.parametrize("change", ["file", "schema", "version"])
def test_every_change_is_checked_again(tmp_path, schema, monkeypatch, change):
    check_schema(read(tmp_path, "a: 1\n"), schema, Problems())
    if change == "schema":
        schema.write_text(json.dumps({**SCHEMA, "title": "other"}))
    elif change == "version":
        monkeypatch.setattr(deckgen, "__version__", "99")
    check_schema(read(tmp_path, "a: 2\n" if change == "file" else "a: 1\n"), schema, Problems())
    assert marks(tmp_path) == 2


def test_a_wrong_file_is_not_remembered_and_told_every_time(tmp_path, schema):
    source = read(tmp_path, "a: x\nb: 1\n")
    for _ in range(2):
        problems = Problems()
        assert check_schema(source, schema, problems) == {("a",), ("b",)}
        assert sorted(problem.line for problem in problems) == [1, 2]
    assert marks(tmp_path) == 0


def test_a_cache_that_cannot_be_written_is_harmless(tmp_path, schema, monkeypatch):
    (tmp_path / "blocked").write_text("a file where the folder should be")
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "blocked"))
    problems = Problems()
    check_schema(read(tmp_path, "a: 1\n"), schema, problems)
    assert not problems


def test_no_home_folder_is_harmless(tmp_path, schema, monkeypatch):
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr("deckgen.cache.cache_folder", homeless)
    assert check_schema(read(tmp_path, "a: x\n"), schema, Problems()) == {("a",)}
    assert check_schema(read(tmp_path, "a: 1\n"), schema, Problems()) == frozenset()


def test_without_libyaml_the_results_are_the_same(tmp_path):
    (tmp_path / "f.yaml").write_text("a: [yes, 0.60, 5, null, {10: d10}]\nb: {c: 1, c: 2}\n")
    program = (
        "import sys, pathlib, yaml\n"
        "if sys.argv[1] == 'slow': del yaml.CSafeLoader\n"
        "from deckgen.sources import read_yaml\n"
        "for text in (pathlib.Path('f.yaml').read_text(), 'a: [1, yes, 0.60]', '[' * 5000, 'a: \\0', 'a:\\n\\tb: 1'):\n"
        "    pathlib.Path('g.yaml').write_text(text)\n"
        "    try: print(read_yaml(pathlib.Path('g.yaml')).data)\n"
        "    except ValueError as error: print([(f.line, f.remedy) for f in error.problems])\n"
    )
    fast, slow = (
        subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", program, kind], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        for kind in ("fast", "slow")
    )
    assert fast == slow
    assert fast.count("\n") == 5


@pytest.mark.finding("R17")
@pytest.mark.skipif(os.name == "nt", reason="no limits of the stack")
@pytest.mark.parametrize("kind", ["fast", "slow"])
@pytest.mark.parametrize("text", ["'[' * 1990 + ']' * 1990", "'{a: ' * 1990 + '}' * 1990", "'- ' * 1990 + 'a'"])
def test_a_small_stack_holds_what_is_composed(tmp_path, kind, text):
    """As deep as is not looked at before; a stack is 8 MB on Linux, and nowhere less than a megabyte."""
    program = (
        "import resource, sys, pathlib, yaml\n"
        "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))\n"
        f"if '{kind}' == 'slow': del yaml.CSafeLoader\n"
        "from deckgen.sources import read_yaml\n"
        f"pathlib.Path('f.yaml').write_text({text})\n"
        "try: read_yaml(pathlib.Path('f.yaml'))\n"
        "except ValueError as error: print(error)\n"
    )
    told = subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", 'ulimit -s 1024; exec "$0" -c "$1"', sys.executable, program],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "lists nested too deep" in told


def test_entries_of_a_key_that_is_missing_are_none(tmp_path):
    spot = read(tmp_path, "a: [x, y]\nb: {c: 1}\n").at()
    assert [each.value for each in spot.items("a")] == ["x", "y"]
    assert [(each.name, each.value) for each in spot.items("b")] == [("c", 1)]
    assert spot.items("d") == []


def test_a_name_that_is_unknown_is_a_problem_with_the_nearest(tmp_path):
    spot, problems = read(tmp_path, "a: ecks\n").at("a"), Problems()
    assert spot.check_name(["ecks", "why"], problems, "there is no letter")
    assert not spot.check_name({"eck": 1}, problems, "there is no letter")
    assert not spot.check_name(["why"], problems, "there is no letter", "wye")
    assert [(problem.message, problem.remedy) for problem in problems] == [
        ('there is no letter "ecks"', 'did you mean "eck"?'),
        ('there is no letter "wye"', 'did you mean "why"?'),
    ]
