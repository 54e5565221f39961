"""Panels of rules as they are read: words, places in them, tables, and all that can be wrong."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write
from hypothesis import given, strategies as st

from deckgen.errors import GameError
from deckgen.game import printed_texts, read_game
from deckgen.game.panels import (
    PanelList,
    PanelMarks,
    PanelOdds,
    PanelScopes,
    PanelShares,
    PanelTable,
    PanelText,
)
from deckgen.language import load_language

SCOPES = "scopes: {Pulp: {Easy: 3, Very hard: 9}, Half: {One: 1}}\n"
SHEET = """\
levels:
  wound: [{name: Light, dn: 14, penalty: -1, heal: 1.5}, {name: Grave, dn: 20, penalty: -4, heal: 2}]
tables: {walk: {1: 2, 2: 3}}
formula: =strength
"""
PANELS = """\
panels:
  first:
    title: The first
    icon: icon-shield
    blocks:
      - text: "Beat **{scopes.Pulp.Very hard}** or {sheet.levels.wound[1].penalty}; {sheet.levels.wound[0].heal} days."
      - list: [One, "{sheet.levels.wound[0].name}"]
      - table: {columns: [Height, Damage], rows: [[3 m, 1d6], [6, "twice {scopes.Pulp.Easy}"]]}
      - table: {of: sheet.levels.wound, columns: {key: "#", name: Wound, dn: Shock}}
      - table: {of: sheet.tables.walk, columns: {key: Rank, value: Walk}}
      - table: {csv: fall.csv, columns: [Deep, Hurt]}
  second:
    title: The second
    blocks:
      - scope: Pulp
      - scope: [Pulp, Half]
      - beyond: skill
      - marks: all
      - marks: [coin]
      - shares: coin
      - odds: {section: skill, scope: Pulp, rolls: [II], rows: [2], bonus: [0, 2]}
reference_cards:
  rules: {title: Rules, panels: [first, second]}
  more: {title: More, panels: [second]}
screen: {pages: [[first], {title: Odds, panels: [second]}]}
"""
GRID = SECTIONS.replace("    rows: 2\n", "    rows: 2\n    beyond: keep-last\n", 1)
CSV = 'Hurt,Deep,Source\r\n1d6,"3 m, or so",a\r\n\r\nnothing,{scopes.Pulp.Easy} m,b\r\n'


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def game(folder, panels=PANELS, csv=CSV, *, deck=DECK, more="", sheet=SHEET):
    write(folder, GAME, COLUMNS, GRID, deck, SCOPES, panels, *filter(None, [more]))
    (folder / "sheet").mkdir()
    (folder / "sheet" / "sheet.yaml").write_text(sheet, encoding="utf-8")
    (folder / "fall.csv").write_bytes(csv.encode() if isinstance(csv, str) else csv)
    return folder


def told(folder) -> list[str]:
    with pytest.raises(GameError) as caught:
        read_game(folder)
    assert all(problem.remedy for problem in caught.value.problems)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


def panel(*blocks: str) -> str:
    """A game's panels: one, on one card, with these blocks."""
    lines = "".join(f"      - {block}\n" for block in blocks)
    return (
        f"panels:\n  only:\n    title: Only\n    blocks:\n{lines}reference_cards: {{a: {{title: A, panels: [only]}}}}\n"
    )


def test_every_block_is_read_with_the_values_of_its_places(tmp_path):
    rules = read_game(game(tmp_path)).rules
    first, second = rules.reference_cards[0].panels
    assert (first.title, first.icon, first.name) == ("The first", "icon-shield", "first")
    assert first.blocks == (
        PanelText("Beat **9** or −4; 1.5 days."),
        PanelList(("One", "Light")),
        PanelTable(("Height", "Damage"), (("3 m", "1d6"), ("6", "twice 3"))),
        PanelTable(("#", "Wound", "Shock"), (("1", "Light", "14"), ("2", "Grave", "20"))),
        PanelTable(("Rank", "Walk"), (("1", "2"), ("2", "3"))),
        PanelTable(("Deep", "Hurt"), (("3 m, or so", "1d6"), ("3 m", "nothing"))),
    )
    assert second.blocks == (
        PanelScopes(("Pulp",)),
        PanelScopes(("Pulp", "Half")),
        PanelText("**Skill**: Beyond row 2, read row 2."),
        PanelMarks(()),
        PanelMarks(("coin",)),
        PanelShares("coin"),
        PanelOdds("skill", "Pulp", ("II",), (2,), (0, 2)),
    )
    assert [(page.name, page.title, [p.name for p in page.panels]) for page in rules.screen] == [
        ("1", "", ["first"]),
        ("2", "Odds", ["second"]),
    ]


def test_a_deck_says_how_many_of_each_card_it_has(tmp_path):
    deck = DECK + "    reference_cards: {rules: 2, more: 0}\n"
    loaded = read_game(game(tmp_path / "a", deck=deck))
    assert [card.name for card in loaded.reference_cards_for(loaded.deck())] == ["rules", "rules"]
    plain = read_game(game(tmp_path / "b"))
    assert [card.name for card in plain.reference_cards_for(plain.deck())] == ["rules", "more"]
    assert loaded.deck().sha256 == plain.deck().sha256


def test_words_are_translated_by_their_place(tmp_path):
    texts = {
        "panels.first.title": "Erstens",
        "panels.first.blocks[0].text": "{sheet.levels.wound[1].penalty} gegen **{scopes.Pulp.Very hard}**, {sheet.levels.wound[0].heal}",
        "panels.first.blocks[2].table.columns[0]": "Höhe",
        "panels.first.blocks[2].table.rows[0][1]": "1W6",
        "panels.first.blocks[3].table.columns.name": "Wunde",
        "panels.first.blocks[5].table.rows[1][1]": "nichts",
        "panels.first.blocks[5].table.columns[0]": "Tief",
        "sheet.levels.wound[0].name": "Leicht",
        "scopes.Half": "Halb",
        "reference_cards.rules.title": "Regeln",
        "screen.pages[1].title": "Aussichten",
    }
    german = "translations:\n  de:\n" + "".join(f'    "{place}": "{text}"\n' for place, text in texts.items())
    folder = game(tmp_path, more=german)
    assert texts.keys() - {"sheet.levels.wound[0].name"} <= printed_texts(folder).keys()
    loaded = read_game(folder, "de")
    (card, _), (_, page) = loaded.rules.reference_cards, loaded.rules.screen
    first, second = card.panels
    assert (card.title, first.title, page.title) == ("Regeln", "Erstens", "Aussichten")
    assert first.blocks == (
        PanelText("−4 gegen **9**, 1,5"),
        PanelList(("One", "Leicht")),
        PanelTable(("Höhe", "Damage"), (("3 m", "1W6"), ("6", "twice 3"))),
        PanelTable(("#", "Wunde", "Shock"), (("1", "Leicht", "14"), ("2", "Grave", "20"))),
        PanelTable(("Rank", "Walk"), (("1", "2"), ("2", "3"))),
        PanelTable(("Tief", "Hurt"), (("3 m, or so", "1d6"), ("3 m", "nichts"))),
    )
    assert second.blocks[1:3] == (
        PanelScopes(("Pulp", "Halb")),
        PanelText(
            "**Skill**: " + load_language("de").phrase("Beyond row {rows}, read row {rows}.").replace("{rows}", "2")
        ),
    )


def test_what_is_a_number_or_a_place_alone_is_nothing_to_translate(tmp_path):
    asked = printed_texts(game(tmp_path))
    assert "panels.first.blocks[1].list[0]" in asked
    assert not {"panels.first.blocks[1].list[1]", "panels.first.blocks[2].table.rows[1][0]"} & asked.keys()


def test_lists_that_belong_together_are_one_table(tmp_path):
    sheet = SHEET + "places: [head, arm]\nmore: [[a, b], [c, d]]\n"
    blocks = panel(
        "table: {of: [sheet.levels.wound, sheet.places], columns: {key: No, 1.name: Wound, 2: Place}}",
        "table: {of: sheet.more, columns: {2: Second, 1: First}}",
        'text: "{numbers.half} of {numbers.all}"',
    )
    folder = game(tmp_path, blocks, sheet=sheet, more="numbers: {half: 0.5, all: 12}\n")
    assert read_game(folder).rules.reference_cards[0].panels[0].blocks == (
        PanelTable(("No", "Wound", "Place"), (("1", "Light", "head"), ("2", "Grave", "arm"))),
        PanelTable(("Second", "First"), (("b", "a"), ("d", "c"))),
        PanelText("0.5 of 12"),
    )
    blocks = panel("table: {of: [sheet.levels.wound, sheet.formula], columns: {1.name: a}}")
    assert "is neither a list nor a mapping" in told(game(tmp_path / "one", blocks))[0]
    blocks = panel("table: {of: [sheet.levels.wound, scopes.Half], columns: {1.name: a}}")
    assert "the lists have different numbers of entries" in told(game(tmp_path / "two", blocks))[0]


@given(st.integers(-999, 999), st.integers(0, 99))
def test_numbers_are_printed_as_the_language_has_them(tmp_path_factory, whole, hundredths):
    sheet = f"whole: {whole}\nreal: {whole}.{hundredths:02}\n"
    blocks = panel('text: "{sheet.whole} {sheet.real}"')
    german = "translations: {de: {panels.only.title: Nur}}\n"
    folder = game(tmp_path_factory.mktemp("game"), blocks, more=german, sheet=sheet)
    sign = "−" if whole < 0 else ""
    text = f"{sign}{abs(whole)} {sign}{abs(whole)}.{hundredths:02}"
    assert read_game(folder).rules.reference_cards[0].panels[0].blocks == (PanelText(text),)
    assert read_game(folder, "de").rules.reference_cards[0].panels[0].blocks == (PanelText(text.replace(".", ",")),)


@pytest.mark.parametrize(
    ("block", "what"),
    [
        ('text: "{scopes.Pulp.Esay}"', 'no value at "scopes.Pulp.Esay": there is no "Esay"; did you mean "Easy"?'),
        ('text: "{scope.Pulp}"', 'no value at "scope.Pulp"'),
        ('text: "{scopes.Pulp}"', 'the value at "scopes.Pulp" is neither text nor number'),
        ('text: "{sheet.formula}"', 'the value at "sheet.formula" is a formula'),
        ('text: "{sheet.levels.wound[7].dn}"', 'there is no "[7].dn"'),
        ('text: "one ** alone"', "one ** has no partner"),
        ("beyond: coin", "the section coin has no beyond"),
        ("shares: cion", 'no deck has a section "cion"; did you mean "coin"?'),
        ("marks: [coin, nix]", 'no deck has a section "nix"'),
        ("scope: Plup", 'there is no scope "Plup"; did you mean "Pulp"?'),
        ("odds: {section: coin, scope: Pulp}", "nothing is rolled in this section"),
        ("odds: {section: skill, scope: Pulp, rolls: [V]}", "the section skill has no 'V' among its rolls"),
        ("odds: {section: skill, scope: Pulp, rows: [3]}", "the section skill has no 3 among its rows"),
        ("table: {columns: [a, b], rows: [[1]]}", "the row has 1 cells, but there are 2 columns"),
        ("table: {of: sheet.formula, columns: {key: a}}", 'the value at "sheet.formula" is neither a list nor a mapping'),
        ("table: {of: scopes.Pulp, columns: {name: a}}", 'the entry scopes.Pulp.Easy has no "name"'),
        ("table: {csv: none.csv, columns: [a]}", "none.csv cannot be read"),
        ("table: {csv: fall.csv, columns: [Depe]}", 'the column "Depe" is not in the first line of fall.csv; did you mean "Deep"?'),
        ("table: {csv: ../fall.csv, columns: [Deep]}", "write the name of a file beside this one"),
        ("table: {columns: [a]}", "write columns and one of rows"),
        ("{text: a, list: [b]}", "write one of text, list, table"),
    ],
)  # fmt: skip
def test_a_wrong_block_is_told_with_its_line(tmp_path, block, what):
    problems = told(game(tmp_path, panel("text: fine", block)))
    assert any(problem.startswith("5.yaml:6: panels.only.blocks[1]") and what in problem for problem in problems), (
        problems
    )


@pytest.mark.parametrize(
    ("csv", "where", "what"),
    [
        ("", "fall.csv:1:", "the file is empty"),
        ("Deep\n", "fall.csv:1:", "there are no rows after the first line"),
        ("Deep,Hurt\n1,2\n3\n", "fall.csv:3:", "the row has 1 cells, but there are 2 columns"),
        ("Deep,Deep\n1,2\n", "5.yaml:5:", 'the column "Deep" is twice in the first line'),
        ('Deep\n"a\n', "fall.csv:", "this is no CSV"),
        (b"Deep\n\xff\n", "fall.csv:2:", "this is not UTF-8 text"),
        ("Deep\n{nowhere}\n", "fall.csv:2:", 'no value at "nowhere"'),
        ("Deep\n" + "a\n" * 201, "fall.csv:202:", "more than 200 rows"),
        (b"a" * 1_000_001, "5.yaml:5:", "fall.csv cannot be read (the file has 1,000,001 bytes"),
    ],
)
def test_a_wrong_csv_is_told_with_file_and_line(tmp_path, csv, where, what):
    problems = told(game(tmp_path, panel("table: {csv: fall.csv, columns: [Deep]}"), csv))
    assert any(problem.startswith(where) and what in problem for problem in problems), problems


def test_all_problems_are_told_at_once(tmp_path):
    panels = panel('text: "{a.b}"', "shares: nix") + "  b: {title: B, panels: [nix]}\nscreen: {pages: [[olny]]}\n"
    panels = panels.replace("reference_cards: {a: {title: A, panels: [only]}}\n", "reference_cards:\n")
    deck = DECK + "    reference_cards: {c: 1}\n"
    problems = "\n".join(told(game(tmp_path, panels, deck=deck)))
    for what in (
        'there is no panel "nix"',
        'there is no panel "olny"; did you mean "only"?',
        'there is no reference card "c"',
        'no value at "a.b"',
        'no deck has a section "nix"',
    ):
        assert what in problems


def test_a_translation_names_no_place_that_the_original_does_not(tmp_path):
    german = 'translations: {de: {"panels.first.blocks[0].text": "{scopes.Pulp.Easy}"}}\n'
    (problem,) = told(game(tmp_path, more=german))
    assert "6.yaml:1:" in problem
    assert "the text in braces differs from the original" in problem


def test_a_missing_sheet_is_told_where_it_is_named(tmp_path):
    folder = game(tmp_path, panel('text: "{sheet.a}"'))
    (folder / "sheet" / "sheet.yaml").unlink()
    (problem,) = told(folder)
    assert problem.startswith("5.yaml:5: panels.only.blocks[0].text: the sheet cannot be read")


PLACES = (
    SECTIONS
    + """\
  place: {kind: stack, title: Place, height: 1, standard_from_bottom: 1, levels: [
    {place: leg, odds: 1/2}, {place: head, odds: 1/2, attributes: [low]}]}
"""
)
MARKED = """\
panels: {only: {title: Only, blocks: [{text: "**Low** ({mark.low}), {scopes.Pulp.Easy}: {mark.place.low}"}]}}
screen: {pages: [[only]]}
"""


def test_a_mark_that_a_text_names_stays_for_the_layout_and_is_noted(tmp_path):
    game = read_game(write(tmp_path, GAME, COLUMNS, PLACES, DECK, SCOPES, MARKED))
    (panel,) = game.rules.screen[0].panels
    assert panel.blocks == (PanelText("**Low** ({mark.low}), 3: {mark.place.low}"),)
    text = f"{tmp_path}/5.yaml:1"
    assert [(name, node.location) for name, node in game.marks] == [("low", text), ("place.low", text)]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("{mark.low})", "{mark.lwo})", 'panels.only.blocks[0].text: no deck has a mark "lwo"; did you mean "low"?'),
    ("title: Coin", 'title: "Coin {mark.low}"', 'sections.coin.title: the mark "low" cannot be named here; name'),
])  # fmt: skip
def test_a_mark_that_no_deck_has_or_that_no_layout_could_name_is_refused(tmp_path, old, new, message):
    texts = [text.replace(old, new) for text in (GAME, COLUMNS, PLACES, DECK, SCOPES, MARKED)]
    with pytest.raises(GameError) as caught:
        read_game(write(tmp_path, *texts))
    assert message in str(caught.value)
