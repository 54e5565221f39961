import json

from cli_fixtures import run

from deckgen.press.sizes import all_told
from deckgen.press.target import load_target, target_names

TARGETS = [load_target(name) for name in target_names()]


def test_targets_are_listed_with_what_they_are_about_and_the_cards_they_take():
    lines = run("targets").stdout.splitlines()
    for target, line in zip(TARGETS, lines, strict=True):
        head = f"{target.name}: {target.about}"
        end = ", and others." if target.other_sizes else "."
        assert line == head + (f" Cards: {all_told(target.sizes)}{end}" if target.sizes else "")


def test_programs_get_the_same_as_numbers():
    found = json.loads(run("targets", "--json").stdout)
    assert [(each["name"], each["title"], each["about"]) for each in found] == [
        (target.name, target.title, target.about) for target in TARGETS
    ]
    crafter = next(each for each in found if each["name"] == "thegamecrafter")
    assert crafter["sizes"][0] == {"name": "poker", "trim": [63.5, 88.9], "pixels": [825, 1125]}
    assert not crafter["other_sizes"]
    assert next(each for each in found if each["name"] == "press")["other_sizes"]
