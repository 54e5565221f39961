import io
import json
import re
import zipfile
from dataclasses import replace

import pytest
from export_decks import export, small
from PIL import Image

from deckgen import __version__
from deckgen.document.deck_text import DeckText
from deckgen.export.tabletop import foundry_files, module_id
from deckgen.press.options import Options
from deckgen.press.target import load_target

DECK, FACES = small()
TARGET = replace(load_target("foundry"), dpi=36)
# What the interfaces of Foundry's API list, version 14, without ids: two stacks of one preset must not share them.
STACK = {
    "_stats", "cards", "description", "displayCount", "flags", "folder", "height", "img", "name", "ownership",
    "rotation", "sort", "system", "type", "width",
}  # fmt: skip
CARD = {
    "back", "description", "drawn", "face", "faces", "flags", "height", "name", "origin", "rotation", "sort",
    "suit", "system", "type", "value", "width",
}  # fmt: skip
FACE = {"img", "name", "text"}
MANIFEST = {
    "authors", "bugs", "changelog", "compatibility", "coreTranslation", "description", "documentTypes", "download",
    "esmodules", "exclusive", "flags", "id", "languages", "library", "license", "manifest", "media", "packFolders",
    "packs", "persistentStorage", "protected", "quickstart", "readme", "relationships", "scripts", "socket", "styles",
    "title", "type", "url", "version",
}  # fmt: skip


def made(title="A deck", fronts=FACES.fronts, deck=DECK, url=""):
    """The files by their names inside the module's folder."""
    files = dict(foundry_files(fronts, FACES.back, deck, TARGET, title, DeckText(), url))
    (folder,) = {name.split("/", 1)[0] for name in files}
    assert folder == module_id(deck)
    return {name.split("/", 1)[1]: content for name, content in files.items()}


def stack_of(files):
    return json.loads(files["deck.json"])


def offered(files):
    """The presets after Foundry has loaded the module's script."""
    context = pytest.importorskip("quickjs", reason="quickjs-ng is not installed").Context()
    context.eval("""
        const CONFIG = {Cards: {presets: {pokerDark: {type: "deck", label: "dark", src: "cards/dark.json"}}}};
        const Hooks = {once: (name, call) => { if (name === "init") call(); }};
    """)
    context.eval(files["deck.js"].decode())
    return json.loads(context.eval("JSON.stringify(CONFIG.Cards.presets)"))


def images(stack):
    named = {face["img"] for card in stack["cards"] for face in card["faces"]}
    return named | {card["back"]["img"] for card in stack["cards"]} | {stack["img"]}


def test_the_manifest_says_what_foundry_asks_of_a_module():
    files = made()
    manifest = json.loads(files["module.json"])
    assert set(manifest) <= MANIFEST
    assert manifest["id"] == module_id(DECK)
    assert re.fullmatch(r"[a-z0-9-]+", manifest["id"])
    assert (manifest["title"], manifest["version"]) == ("A deck (1)", __version__)
    assert manifest["compatibility"] == {"minimum": "12"}
    assert all(name in files for name in manifest["esmodules"])
    assert "A deck" in manifest["description"]


def test_the_stack_has_the_fields_of_foundry_and_no_others():
    stack = stack_of(made())
    assert set(stack) <= STACK
    assert stack["type"] == "deck"
    for card in stack["cards"]:
        assert set(card) == CARD
        assert set(card["faces"][0]) == set(card["back"]) == FACE
        assert card["type"] == "base"
    for thing in (stack, *stack["cards"]):
        assert all(isinstance(thing[key], int) and thing[key] > 0 for key in ("width", "height"))
        assert (thing["width"], thing["height"]) == (2, 3)


def test_all_that_is_named_lies_where_the_module_will():
    files = made()
    place = f"modules/{module_id(DECK)}/"
    named = images(stack_of(files)) | {preset["src"] for preset in offered(files).values()} - {"cards/dark.json"}
    assert named == {place + name for name in files if name not in {"module.json", "deck.js"}}
    assert all(Image.open(io.BytesIO(files[name])).format == "PNG" for name in files if name[-4:] == ".png")


def test_the_deck_stands_beside_the_presets_that_are_there():
    presets = offered(made("Cats & “dogs” </script>\u2028"))
    assert set(presets) == {"pokerDark", module_id(DECK)}
    own = presets[module_id(DECK)]
    assert own == {
        "type": "deck",
        "label": "Cats & “dogs” </script>\u2028 (1)",
        "src": f"modules/{module_id(DECK)}/deck.json",
    }


def test_a_system_without_presets_gets_one():
    context = pytest.importorskip("quickjs", reason="quickjs-ng is not installed").Context()
    context.eval("const CONFIG = {Cards: {}}; const Hooks = {once: (_, call) => call()};")
    context.eval(made()["deck.js"].decode())
    assert context.eval("Object.keys(CONFIG.Cards.presets).length") == 1


def test_a_title_is_no_markup_in_the_manifest():
    manifest = json.loads(made("<img src=x> & more")["module.json"])
    assert manifest["title"] == "<img src=x> & more (1)"
    assert "&lt;img src=x> &amp; more" in manifest["description"]


@pytest.mark.parametrize("name", ["Ärger & Söhne", "../up", "Extra deck_2"])
def test_a_module_has_a_name_that_folders_and_addresses_take(name):
    identity = module_id(replace(DECK, deck=name))
    assert re.fullmatch(r"deckgen(-[a-z0-9]+)+", identity)


def test_other_decks_are_other_modules():
    other = replace(DECK, seed="2")
    assert other.id != DECK.id
    assert module_id(other) != module_id(DECK)
    second = replace(DECK, number=2, of=3)
    titles = [json.loads(made(deck=deck)["module.json"])["title"] for deck in (DECK, other, second)]
    assert titles == ["A deck (1)", "A deck (2)", "A deck (1, 2 of 3)"]


def test_the_zip_is_one_folder_to_put_among_the_modules(tmp_path):
    (path,) = export(FACES, DECK, TARGET, tmp_path, Options(title="A deck"), stem="deck")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert all(name.startswith(f"{module_id(DECK)}/") for name in names)
        assert names[0] == f"{module_id(DECK)}/module.json"
        inside = {f"modules/{name}" for name in names}
        assert images(json.loads(archive.read(f"{module_id(DECK)}/deck.json"))) <= inside


def test_pictures_may_lie_elsewhere():
    stack = stack_of(made(url="https://example.org/deck/"))
    assert all(name.startswith("https://example.org/deck/cards/") for name in images(stack))


def test_suit_and_value_are_the_poker_cards():
    stack = stack_of(made())
    assert [(card["suit"], card["value"]) for card in stack["cards"]] == [
        ("joker", 0), ("clubs", 1), ("hearts", 10), ("spades", 13),
    ]  # fmt: skip
    assert [card["name"] for card in stack["cards"]][1] == "1: ace of clubs"


def test_a_module_is_made_without_chance():
    assert made() == made()


def test_reference_cards_and_blank_ones_are_a_stack_of_their_own():
    reference = replace(FACES.fronts[0], title="Rules")
    fronts = (*FACES.fronts, reference, replace(FACES.back, items=()))
    files = made(fronts=fronts)
    assert len(stack_of(files)["cards"]) == 4
    stack = json.loads(files["references.json"])
    rules, last = stack["cards"]
    assert set(stack) <= STACK
    assert (stack["type"], stack["name"]) == ("deck", "A deck: Reference cards")
    assert offered(files)[f"{module_id(DECK)}-references"] == {
        "type": "deck",
        "label": "A deck: Reference cards (1)",
        "src": f"modules/{module_id(DECK)}/references.json",
    }
    assert images(stack) <= {f"modules/{module_id(DECK)}/{name}" for name in files}
    assert (last["name"], last["suit"], last["value"]) == ("Blank", "blank", 0)
    assert (rules["name"], rules["suit"], rules["value"]) == ("Rules", "blank", 0)
