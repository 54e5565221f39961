import json

from cli_fixtures import run

from deckgen.files import shipped


def test_layouts_are_listed_by_kind():
    found = json.loads(run("layouts", "--json").stdout)
    assert {"kind": "card", "name": "poker"} in found
    for layout in found:
        assert (shipped("layouts") / layout["kind"] / f"{layout['name']}.yaml").is_file()
    assert run("layouts").stdout.splitlines() == [f"{each['kind']}: {each['name']}" for each in found]
