import json

from cli_fixtures import run

from deckgen.press.target import load_target, target_names


def test_targets_are_listed_with_what_they_are_about():
    targets = [load_target(name) for name in target_names()]
    assert run("targets").stdout.splitlines() == [f"{target.name}: {target.about}" for target in targets]
    found = json.loads(run("targets", "--json").stdout)
    assert [(each["name"], each["title"], each["about"]) for each in found] == [
        (target.name, target.title, target.about) for target in targets
    ]
