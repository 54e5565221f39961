"""Heroes with decks of their own: what changes when they change, print runs, and a party's kit."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from cli_fixtures import refused, run
from hero_games import write_hero, write_heroes
from shared_folders import shared

from deckgen import load_deck


def deal(hero: Path, out: Path, *options: str | Path) -> str:
    return run("generate", decks() / "game", "--character", hero, *options, "-o", out).stderr


@cache
def decks() -> Path:
    """The folder of a game, a hero's old and new deck, and what was told of the new one."""

    def fill(folder: Path) -> None:
        game = write_heroes(folder / "game")
        hero = write_hero(folder / "hero.yaml", Aim="one", Run="two", Hide="two")
        run("generate", game, "--character", hero, "--seed", "42", "-o", folder / "old.json")
        hero = write_hero(folder / "raised.yaml", Aim="one", Run="three", Hide="two")
        call = "generate", game, "--character", hero, "--since", folder / "old.json"
        told = run(*call, "-o", folder / "new.json").stderr
        (folder / "told.txt").write_text(told, encoding="utf-8")

    return shared("changed-hero", fill)


def test_a_level_more_changes_few_cards_which_are_named_and_verified():
    old, new = (load_deck(decks() / name, decks() / "game") for name in ("old.json", "new.json"))
    text = (decks() / "told.txt").read_text(encoding="utf-8")
    told = re.search(r"^(\d+) of 20 cards changed: (.*)$", text, re.MULTILINE)
    pairs = [*zip(old.data.cards, new.data.cards, strict=True)]
    names = [card.face.name for before, card in pairs if before.sections != card.sections]
    assert told
    assert [told[1], told[2].split(", ")] == [str(len(names)), names]
    assert 0 < len(names) < 20
    for before, card in pairs:
        assert [before.sections["tests"][name] for name in ("Aim", "Hide")] == [
            card.sections["tests"][name] for name in ("Aim", "Hide")
        ]
    assert new.seed == old.seed
    assert "unchanged" in run("verify", decks() / "new.json", "--game", decks() / "game").stderr


def test_only_the_changed_cards_are_printed(tmp_path):
    new, old, game = decks() / "new.json", decks() / "old.json", decks() / "game"
    cards = load_deck(new, game).changes_since(load_deck(old, game))[0]
    call = "render", "--game", game, "--since", old
    told = run(*call, new, "--format", "svg", "-o", tmp_path / "cards").stderr
    assert f"{len(cards)} of 20 cards changed" in told
    names = {path.name for path in (tmp_path / "cards").iterdir()}
    assert names == {"back.svg", *(f"card-{card:02}.svg" for card in cards)}
    assert "there is nothing to print" in refused(*call, old, "-o", tmp_path / "x.pdf")


@pytest.mark.parametrize(
    ("hero", "told"),
    [
        ({"Aim": "one", "Run": "two", "Swim": "two"}, "all 20 cards change: Swim is new, Hide is gone"),
        ({"Run": "two", "Aim": "one", "Hide": "two"}, "all 20 cards change: its results are in another order"),
        ({"face": "hat=cap", "Aim": "one", "Run": "two", "Hide": "two"}, "20 cards change: the back has another face"),
        ({"Aim": "one", "Run": "two", "Hide": "two"}, "0 of 20 cards changed"),
    ],
)
def test_what_changes_all_cards_is_told(tmp_path, hero, told):
    path = write_hero(tmp_path / "hero.yaml", **hero)
    assert told in deal(path, tmp_path / "new.json", "--since", decks() / "old.json")


def test_another_hero_s_deck_is_no_earlier_one(tmp_path):
    hero = write_hero(tmp_path / "hero.yaml", "Bea", Aim="one")
    call = "generate", decks() / "game", "--character", hero, "--since", decks() / "old.json"
    out = tmp_path / "x.json"
    assert "is no deck after which one of Bea can be dealt; deal a new one" in refused(*call, "-o", out)
    assert "remove --seed" in refused(*call, "--seed", "1", "-o", out, code=2)
    assert "one --character" in refused("generate", decks() / "game", "--since", decks() / "old.json", code=2)
    assert not out.exists()


def test_a_run_of_a_hero_s_decks_is_made_verified_and_continued(tmp_path):
    game, out = decks() / "game", tmp_path / "run"
    hero = write_hero(tmp_path / "ada.yaml", **dict.fromkeys("abcdefgh", "three"))
    call = "batch", game, "--character", hero, "--count", "2", "--seed", "x", "-o", out
    run(*call)
    assert {path.name for path in out.iterdir()} == {"manifest.json", *(f"heroes-hero-ada-x-{n}.json" for n in (1, 2))}
    content = (out / "manifest.json").read_bytes()
    run(*call)
    assert (out / "manifest.json").read_bytes() == content
    run("verify", out, "--game", game)
    run("audit", out, "--game", game)
    write_hero(hero, **dict.fromkeys("abcdefgh", "two"))
    assert "is of a run whose game, hero, layout or target has changed" in refused(*call)


def test_runs_of_several_heroes_have_a_folder_each_and_names_differ(tmp_path):
    game, skills = decks() / "game", dict.fromkeys("abcdefgh", "three")
    heroes = [write_hero(tmp_path / f"{name}.yaml", name, **skills) for name in ("Ada", "Bea")]
    call = "--seed", "x", "-o", tmp_path / "runs"
    people = [word for hero in heroes for word in ("--character", hero)]
    run("batch", game, *people, "--count", "1", *call)
    assert {path.parent.name for path in (tmp_path / "runs").rglob("manifest.json")} == {"hero-ada", "hero-bea"}
    write_hero(heroes[1], "ADA", **skills)
    for command in (("generate", game), ("batch", game, "--count", "1")):
        told = refused(*command, *people, *call)
        assert "Bea.yaml:2: name: ADA has the name of Ada in" in told
    assert "remove --deck" in refused("batch", game, *people, "--deck", "main", "--count", "1", *call, code=2)


def party(folder: Path, *heroes: tuple[str, dict[str, str]]) -> Path:
    folder.mkdir()
    for number, (name, dice) in enumerate(heroes):
        write_hero(folder / f"hero-{number}.yaml", name, **dice)
    return folder


def test_a_party_s_kit_has_a_file_for_each_player_and_names_what_is_what(tmp_path):
    people = party(tmp_path / "people", ("Ada", {"Aim": "one"}), ("Bea", {"Aim": "three", "Run": "two"}))
    run("build", decks() / "game", "--party", people, "--seed", "x", "--jobs", "2", "-o", tmp_path / "kit")
    stems = [f"heroes-hero-{name}-x-1" for name in ("ada", "bea")]
    ends = ["-kit-a4.pdf", "-play.html", ".json"]
    names = {path.name for path in (tmp_path / "kit").iterdir()}
    assert names == {"index.txt", *(stem + end for stem in stems for end in ends)}
    index = (tmp_path / "kit" / "index.txt").read_text(encoding="utf-8")
    assert re.findall(r"^  (\S+): \w", index, re.MULTILINE) == [stem + end for stem in stems for end in ends]
    assert re.findall(r"^\w.*", index, re.MULTILINE) == ["Heroes: seed x", "Ada", "Bea"]
    deck = load_deck(tmp_path / "kit" / f"{stems[1]}.json", decks() / "game")
    with pikepdf.open(tmp_path / "kit" / f"{stems[1]}-kit-a4.pdf") as pdf, pdf.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Cards", "Character sheet"]
        pages = [pikepdf.Page(entry.obj["/A"]["/D"][0]) for entry in outline.root]
        assert [*map(pdf.pages.index, pages)] == [0, 6]  # 20 cards on three press sheets, with backs
        assert len(pdf.pages) == 8  # the sheet, and its empty other side
        assert pdf.Root.ViewerPreferences == pikepdf.Dictionary(
            PrintScaling=pikepdf.Name("/None"), Duplex=pikepdf.Name.DuplexFlipLongEdge
        )
        with pikepdf.open(BytesIO(deck.render().pdf())) as lone:
            contents = [page.Contents.read_bytes() for page in lone.pages]
            assert [page.Contents.read_bytes() for page in pdf.pages[:6]] == contents


def test_what_is_wrong_with_a_party_is_told_and_nothing_is_written(tmp_path):
    twins = party(tmp_path / "twins", ("Ada", {"Aim": "one"}), ("Ada", {"Aim": "two"}))
    unskilled = party(tmp_path / "unskilled", ("Ada", {"Aim": "one"}), ("Bea", {}), ("Cy", {}))
    call = "build", decks() / "game", "--seed", "x", "-o", tmp_path / "kit", "--party"
    assert "hero-1.yaml:2: name: Ada has the name of Ada in" in refused(*call, twins)
    told = refused(*call, unskilled)
    assert [line.partition("unskilled/")[2].partition(":")[0] for line in told.splitlines()] == [
        "hero-1.yaml", "hero-2.yaml"
    ]  # fmt: skip
    assert "the character has none of its results; give it some skills" in told
    assert "no heroes; add a YAML file for each" in refused(*call, party(tmp_path / "empty"))
    assert "there are no heroes" in refused(*call, tmp_path / "nowhere")
    assert "remove --deck" in refused(*call, twins, "--decks", "2", code=2)
    assert not (tmp_path / "kit").exists()
