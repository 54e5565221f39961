"""docs/targets.md tells every size that services print, its examples are right, and its commands can be called."""

import re
import shlex
from pathlib import Path

import pytest
from icc_profiles import icc_profile

from deckgen.cli.program import program
from deckgen.press.target import load_target, target_names

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "targets.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
LINES = [line for kind, block in BLOCKS if kind == "sh" for line in block.splitlines()]
YAML = [block for kind, block in BLOCKS if kind == "yaml"]


@pytest.mark.parametrize("line", LINES)
def test_commands_can_be_called(line):
    name, command, *arguments = shlex.split(line)
    assert name == "deckgen"
    program.commands[command].make_context(command, arguments)


def test_every_size_is_told():
    rows = re.findall(
        r"^\| `([a-z]+)` \| (.+?) \| ([\d.]+) × ([\d.]+) mm.* \| ([\d.]+) × ([\d.]+) (px|mm) \|$",
        TEXT,
        re.MULTILINE,
    )
    told = [(target, size, *map(float, numbers)) for target, size, *numbers, _ in rows]
    wanted = []
    for name in target_names():
        target = load_target(name)
        for size in target.sizes:
            whole = size.pixels or (size.width + 2 * target.bleed, size.height + 2 * target.bleed)
            wanted.append((name, size.name, size.width, size.height, *(round(side, 3) for side in whole)))
    assert told == wanted


def test_the_examples_are_targets(tmp_path):
    first, _, sizes = YAML
    (tmp_path / "PSOcoated_v3.icc").write_bytes(icc_profile())
    (tmp_path / "shop.yaml").write_text(first, encoding="utf-8")
    shop = load_target(tmp_path / "shop.yaml")
    assert (shop.dieline, shop.pdfx.condition) == (3.5, "FOGRA51")
    head = "format: deckgen-target/1\ntitle: Mine\nimposition: pictures\nbleed: 0.125in\n"
    head += 'files: {front: "{number}.png", back: back.png}\n'
    (tmp_path / "mine.yaml").write_text(head + sizes, encoding="utf-8")
    assert [size.name for size in load_target(tmp_path / "mine.yaml").sizes] == ["poker", "large", "hex"]
