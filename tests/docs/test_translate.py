"""docs/translate.md: its commands work one after the other, its catalog is right, and its fault is told so."""

import re
import shlex
from pathlib import Path

from cli_fixtures import refused, run

from deckgen.catalogs import read_catalog

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "translate.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(?:sh|po)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_the_page_works_from_a_new_game_to_a_catalog_with_a_fault(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    *commands, catalog = BLOCKS
    for line in (line for block in commands for line in block.splitlines()):
        name, *arguments = shlex.split(line)
        assert name == "deckgen"
        said = run(*arguments).stderr
    assert said == "wrote lantern-road/languages/pl.po\n"
    path = Path("lantern-road/languages/pl.po")
    phrases = {message.id for message in read_catalog(path)}
    path.write_text(catalog, encoding="utf-8")
    assert {message.id for message in read_catalog(path)} < phrases
    game = Path("lantern-road/game.yaml")
    game.write_text(game.read_text(encoding="utf-8").replace("language: en", "language: pl"), encoding="utf-8")
    assert "phrases that deckgen prints itself are English in pl" in run("validate", "lantern-road").stderr
    path.write_text("\n" * 5 + catalog.replace("strona {number} z {pages}", "strona {number}"), encoding="utf-8")
    (shown,) = re.findall(r"^    (lantern-road/.*)$", TEXT, re.MULTILINE)
    assert shown in refused("validate", "lantern-road").splitlines()
