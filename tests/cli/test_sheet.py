import re
from pathlib import Path

import pikepdf
import pytest
from cli_fixtures import refused, run

from deckgen.files import shipped_path

GAME = "future-imperfect"
HEROES = sorted(str(path) for path in (shipped_path("data") / GAME / "characters").glob("*.yaml"))


def test_a_blank_sheet(tmp_path):
    run("sheet", GAME, "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [f"{GAME}-sheet-a4.pdf"]


def test_a_file_for_each_character_or_one_for_all(tmp_path):
    run("sheet", GAME, *HEROES, HEROES[0], "--paper", "letter", "--flat", "-o", tmp_path / "each")
    names = sorted(file.name for file in (tmp_path / "each").iterdir())
    assert len(names) == len(HEROES) + 1
    assert all(name.startswith(f"{GAME}-") and name.endswith("-letter.pdf") for name in names)
    run("sheet", GAME, *HEROES, "-o", tmp_path / "all.pdf")
    assert (tmp_path / "all.pdf").read_bytes().startswith(b"%PDF")


def test_new_then_draw_then_read_back_then_draw_again(tmp_path):
    hero, pdf, back, again = (tmp_path / name for name in ("hero.yaml", "hero.pdf", "back.yaml", "again.pdf"))
    run("sheet", GAME, "--new", "-o", hero)
    assert (tmp_path / "character.schema.json").is_file()
    run("sheet", GAME, hero, "-o", pdf)
    run("sheet", GAME, "--export", pdf, "-o", back)
    run("sheet", GAME, back, "-o", again)
    assert again.read_bytes() == pdf.read_bytes()
    run("sheet", GAME, "--import", pdf, "-o", tmp_path / "third.pdf")
    assert (tmp_path / "third.pdf").read_bytes() == pdf.read_bytes()


def test_a_sheet_in_another_language_is_read_back_without_saying_which(tmp_path):
    hero, pdf, back, again = (tmp_path / name for name in ("hero.yaml", "held.pdf", "back.yaml", "again.pdf"))
    text = Path(HEROES[0]).read_text(encoding="utf-8")
    hero.write_text(re.sub("^(portrait|face): .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    run("sheet", GAME, hero, "--language", "de", "-o", pdf)
    run("sheet", GAME, "--export", pdf, "-o", back)
    run("sheet", GAME, back, "-o", again)
    plain = tmp_path / "plain.pdf"
    run("sheet", GAME, hero, "-o", plain)
    assert again.read_bytes() == plain.read_bytes() != pdf.read_bytes()


def test_a_new_character_in_a_folder_has_a_name(tmp_path):
    run("sheet", GAME, "--new", "-o", tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"new-character.yaml", "character.schema.json"}


def test_a_page_knows_its_play_page(tmp_path):
    run("sheet", GAME, HEROES[0], "--table", "play.html", "-o", tmp_path / "hero.html")
    assert 'data-table="play.html"' in (tmp_path / "hero.html").read_text(encoding="utf-8")
    run("sheet", GAME, HEROES[0], "-o", tmp_path / "hero.html")
    assert "data-table=" not in (tmp_path / "hero.html").read_text(encoding="utf-8").partition("<head>")[0]
    assert "--format html" in refused("sheet", GAME, "--table", "play.html", "-o", tmp_path / "hero.pdf", code=2)
    for wrong in ("javascript:alert(1)", "data:text/html,x"):
        assert "no address" in refused("sheet", GAME, "--table", wrong, "-o", tmp_path / "hero.html", code=2)


def test_new_to_stdout():
    assert "game: future-imperfect" in run("sheet", GAME, "--new", "-o", "-").stdout


def test_several_are_exported_to_a_folder(tmp_path):
    run("sheet", GAME, *HEROES, "-o", tmp_path / "all.pdf")
    run("sheet", GAME, "--export", tmp_path / "all.pdf", "-o", tmp_path / "out")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        f"all-{i + 1}.yaml" for i in range(len(HEROES))
    ]


@pytest.mark.parametrize("size", ["large", "poker"])
def test_cards(tmp_path, size):
    run("sheet", GAME, *HEROES, "--cards", size, "--copies", "3", "-o", tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [f"{GAME}-cards-{size}-a4.pdf"]


def test_problems_of_all_files_are_told_and_nothing_is_written(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text(f"game: {GAME}\nname: A\nsize: 0\n")
    text = refused("sheet", GAME, tmp_path / "a.yaml", tmp_path / "b.yaml", "-o", tmp_path / "out")
    assert len(text.splitlines()) == 2
    assert "a.yaml:3: size: 0 is not possible here; write 1 to 60" in text
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "call",
    [
        ["sheet", GAME, "--new", "hero.yaml"],
        ["sheet", GAME, "--export", "a.pdf", "--cards", "poker"],
        ["sheet", GAME, "--cards", "tiny"],
        ["sheet", GAME, "people.csv", "--cards", "large", "--back", "deck.json"],
        ["sheet", GAME, "--roster"],
        ["sheet", GAME, "people.csv", "--roster", "--cards", "poker"],
        ["sheet", GAME, "--export", "a.pdf", "--roster"],
        ["sheet"],
    ],
    ids=" ".join,
)
def test_wrong_calls(call):
    assert "Error: " in refused(*call, code=2)


def test_an_unknown_game_or_paper():
    assert "there is no such game" in refused("sheet", "no-game")
    assert "there is no paper 'b5'" in refused("sheet", GAME, "--paper", "b5")


def test_a_pdf_is_imported_and_a_yaml_is_not(tmp_path):
    run("sheet", GAME, "-o", tmp_path / "blank.pdf")
    text = refused("sheet", GAME, tmp_path / "blank.pdf")
    assert "this is a PDF, not a character file; read a filled sheet with --import blank.pdf" in text
    assert "this is not a PDF; give it without --import" in refused("sheet", GAME, "--import", HEROES[0])


def test_export_of_what_is_wrong_writes_nothing(tmp_path):
    fields = "".join(
        f'<field name="{name}"><value>{text}</value></field>' for name, text in (("name", "Ada"), ("size", "abc"))
    )
    file = tmp_path / "a.xfdf"
    file.write_text(f'<xfdf xmlns="http://ns.adobe.com/xfdf/"><fields>{fields}</fields></xfdf>')
    text = refused("sheet", GAME, "--export", file, "-o", tmp_path / "a.yaml")
    assert "a.xfdf: size (Size): 'abc' is not a number; write digits, without quotes or a unit" in text
    assert not (tmp_path / "a.yaml").exists()


def test_a_table_of_many_as_sheets_cards_and_roster(tmp_path):
    table = tmp_path / "people.csv"
    run("sheet", GAME, "--new", "-o", table)
    table.write_text(table.read_text(encoding="utf-8-sig").replace("\n,New", "\n3,New"), encoding="utf-8")
    run("sheet", GAME, table, "-o", tmp_path / "each")
    assert sorted(file.name for file in (tmp_path / "each").iterdir()) == [
        f"{GAME}-new-name-{number}-a4.pdf" for number in (1, 2, 3)
    ]
    run("sheet", GAME, table, "--cards", "large", "-o", tmp_path / "cards.pdf")
    run("sheet", GAME, table, HEROES[0], "--roster", "--paper", "letter", "-o", tmp_path)
    assert (tmp_path / f"{GAME}-roster-letter.pdf").read_bytes().startswith(b"%PDF")


def test_scripts_can_be_left_out(tmp_path):
    sizes = []
    for name, more in (("with.pdf", ()), ("without.pdf", ("--no-scripts",))):
        run("sheet", GAME, HEROES[0], *more, "-o", tmp_path / name)
        with pikepdf.open(tmp_path / name) as pdf:
            assert ("/CO" in pdf.Root.AcroForm) == ("/Names" in pdf.Root) == (not more)
            sizes.append((tmp_path / name).stat().st_size)
    assert 0 < sizes[0] - sizes[1] < 12_000
