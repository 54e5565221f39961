"""docs/dice-as-a-deck.md: its commands run, its YAML is that of the sampler, and its Python gives what it says."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from cli_fixtures import run

import deckgen

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "dice-as-a-deck.md").read_text(encoding="utf-8")
SAMPLER = DOCS / "sampler"
SECTIONS = {
    name: section
    for path in SAMPLER.glob("*.yaml")
    for name, section in yaml.safe_load(path.read_text(encoding="utf-8")).get("sections", {}).items()
}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_commands_work_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "sampler").symlink_to(SAMPLER)
    lines = [line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines()]
    assert len(lines) >= 7
    for line in lines:
        name, *arguments = shlex.split(line)
        assert name == "deckgen"
        run(*arguments)
    assert len(list((tmp_path / "print").glob("*.pdf"))) >= 5
    assert "PASSED" in (tmp_path / "pools.txt").read_text(encoding="utf-8").upper()


def test_ten_systems_are_shown_as_the_sampler_has_them():
    shown = [yaml.safe_load(block) for block in blocks("yaml")]
    assert len(shown) == 10
    for section in shown:
        assert section.items() <= SECTIONS.items()


def test_the_table_has_all_rolls_of_the_sampler():
    rolls = {text for section in SECTIONS.values() for text in section["rolls"].values()}
    table = PAGE[PAGE.index("## All twenty-one") : PAGE.index("## What a number of cards can do")]
    assert {roll.replace("|", "\\|") for roll in rolls} <= set(re.findall(r"`([^`]+)`", table))
    assert re.findall(r"^\| (\d+) \|", table, re.MULTILINE) == [str(number) for number in range(1, 22)]


def test_python_gives_what_the_page_says(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    found = {}
    (block,) = blocks("python")
    exec(block, found)  # noqa: S102 (ours)
    for code, value in re.findall(r"^(\S.*?)  # (\w+\(.*\))$", block, re.MULTILINE):
        assert repr(eval(code, found)) == value  # noqa: S307 (ours)
    with pytest.raises(deckgen.DeckgenError):
        deckgen.roll("4d6 drop everything")
