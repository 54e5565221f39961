import pytest
from sheet_fixtures import GAMES, small, told

from deckgen.sheet.reader import load_sheet

FIGHT = """\
fight:
  - {of: wounds, levels: wound, values: [lift], points: {head: [1, 2]}}
  - {of: skills, values: [skill, level]}
  - {of: [luck, shock], shots: true}
pages:
"""


@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        ("of: wounds", "of: wuonds", "[0].of", 'mean "wounds"'),
        ("levels: wound,", "levels: wounds,", "[0].levels", 'no level "wounds"'),
        ("values: [lift]", "values: [left]", "[0].values[0]", 'mean "lift"'),
        ("head: [1, 2]", "heat: [1, 2]", "[0].points.heat", 'mean "head"'),
        ("head: [1, 2]", "head: [1]", "[0].points.head", "2"),
        ("levels: wound,", "levels: wound, art: x,", "[0].art", "crop is missing"),
        ("[skill, level]", "[skill]", "[1]", "a name and a subtitle"),
        ("[skill, level]", "[skill, lift]", "[1].values[1]", 'no value "lift"'),
        ("[luck, shock]", "[luck, age]", "[2].of", "these are no tracks"),
        ("[luck, shock]", "[luck, shook]", "[2].of[1]", 'mean "shock"'),
    ],
)
def test_what_is_wrong_in_the_view_for_fights(tmp_path, old, new, path, words):
    assert old in FIGHT
    problems = told(small, tmp_path, ("pages:\n", FIGHT.replace(old, new)))
    assert any(place == f"fight{path}" and line and words in text for line, place, text in problems), problems


def test_the_view_for_fights_has_the_labels_of_its_fields(tmp_path):
    first, second, third = small(tmp_path, ("pages:\n", FIGHT)).fight
    assert (first.title, second.title, third.title) == ("Wounds", "Skills", "Luck")
    assert third.shots
    assert third.of == ("luck", "shock")


def test_four_games_have_sheets():
    assert set(GAMES) >= {"future-imperfect", "west-that-wasnt", "action-and-combat", "rough-magic"}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_sheets_are_right_and_named_after_their_folder(game):
    spec = load_sheet(game)
    assert spec.game == game
    assert len(spec.pages) >= 2
    assert spec.npc


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        (("1.5 * might.die", "1.5 * migth.die"), "fields.lift.formula", 'did you mean "might"'),
        (("1.5 * might.die", "1.5 * might.size"), "fields.lift.formula", "'size' is unknown"),
        (("1.5 * might.die", "might.die ** 2"), "fields.lift.formula", "not allowed in a formula"),
        (("1.5 * might.die", "open(1)"), "fields.lift.formula", "not allowed in a formula"),
        (("2 * level", "2 * levle"), "fields.skills.columns.double.formula", 'did you mean "level"'),
        (("dice: [d4, d6], ", ""), "fields.traits", "the dice are missing"),
        (("of: [Good, Bad]", "of: moods"), "fields.mood.of", 'no group "moods"'),
        (("of: [Good, Bad]}", "}"), "fields.mood", "its choices are missing"),
        (("key: skill", "key: title"), "fields.skills.key", 'no column "title"'),
        (
            ("of: [age, mood, lift]", "of: [age, moood, lift]"),
            "pages[0].rows[0][0].blocks[1].of[1]",
            'mean "mood"',
        ),
        (("levels: wound}", "levels: wounds}"), "pages[0].rows[0][0].blocks[4].levels", 'no level "wounds"'),
        (
            ("title: Wounds, levels: wound", "title: Wounds"),
            "pages[0].rows[0][0].blocks[4]",
            '"levels" is missing',
        ),
        (("of: skills, title", "of: traits, title"), "pages[0].rows[0][0].blocks[3].of", "cannot show"),
        (("of: luck, title", "of: notes, title"), "pages[0].rows[0][0].blocks[5].of", "name tracks"),
        (("of: notes, title", "of: age, title"), "pages[0].rows[0][0].blocks[6].of", "of type long"),
        (("[{name: Light}", "[{name: Light, n: =liift}"), "levels.wound[0].n", 'mean "lift"'),
        (
            (
                "block: notes",
                "block: table, rows: [[a, b], [c]]}\n            - {block: notes",
            ),
            "pages[0].rows[0][0].blocks[6].rows[1]",
            "the row has 1 cells",
        ),
        (
            ("block: notes", "block: table, widths: [1], rows: [[a, b]]}\n            - {block: notes"),
            "pages[0].rows[0][0].blocks[6].widths",
            "1 widths for 2 columns",
        ),
        (("block: pips", "block: pip"), "pages[0].rows[0][0].blocks[5].block", "pip"),
        (("most: 7}", "moost: 7}"), "fields.luck.moost", "moost"),
    ],
)
def test_problems_are_told_with_their_place(tmp_path, change, path, words):
    problems = told(small, tmp_path, change)
    assert any(place == path and words in what and line for line, place, what in problems), problems


def test_all_problems_are_told_at_once(tmp_path):
    problems = told(small, tmp_path, ("1.5 * might.die", "x"), ("levels: wound}", "levels: w}"))
    assert len(problems) == 2


def test_a_game_without_a_sheet_and_no_game(tmp_path):
    assert "write sheet/sheet.yaml" in told(load_sheet, tmp_path)[0][2]
    assert "choose from" in told(load_sheet, "no-such-game")[0][2]


@pytest.mark.parametrize(
    ("block", "path", "words"),
    [
        ("{block: pips, of: skills}", ".of", 'a block "pips" cannot show "skills"; name tracks of type track'),
        ("{block: pips, of: [luck, traits]}", ".of[1]", "name tracks of type track"),
        ("{block: fields, of: skills}", ".of", 'cannot show "skills"; name a field'),
        ("{block: list, of: luck}", ".of", "name a list"),
        ("{block: records, of: age}", ".of", "name a group with keys"),
        ("{block: wounds, of: traits, levels: wound}", ".of", "name a group with keys of type track"),
        ("{block: records, of: [traits]}", ".of", "this is a list, not the name of one field or group"),
        ("{block: list, of: skills, columns: {skil: 1}}", ".columns.skil", 'there is no column "skil"; did you mean "skill"'),
        ("{block: list, of: skills, rows: [[a]]}", ".rows", "this is a list, not a whole number"),
        ("{block: levels, levels: wuond}", ".levels", 'there is no level "wuond"'),
        ("{block: countdown, of: shock, start: agee}", ".start", 'there is no start "agee"; did you mean "age"'),
        ("{block: countdown, of: shock, start: age, text: [Up]}", ".text", "a countdown has two lines"),
        ("{block: table, rows: []}", ".rows", "there must be at least 1"),
        ("{block: table, rows: 4}", ".rows", "4 is not rows of texts"),
        ("{block: notes, of: notes, shape: star}", ".shape", 'the key "shape" is unknown here'),
        ("{block: pips, of: luck, label: Luck}", ".label", 'the key "label" is unknown here'),
        ("{block: notes, of: notes, heigth: 3}", ".heigth", 'did you mean "height"?'),
        ("{block: table, head: [a], rows: [[b], [c, d]]}", ".rows[1]", "the row has 2 cells, the table 1 columns"),
        ("{block: notes, of: note}", ".of", 'there is no field "note"'),
    ],
)  # fmt: skip
def test_a_block_that_cannot_show_what_it_names_is_told(tmp_path, block, path, words):
    ((line, place, what),) = told(small, tmp_path, ("- {block: notes", f"- {block}\n            - {{block: notes"))
    assert place == f"pages[0].rows[0][0].blocks[6]{path}"
    assert words in what
    assert line == 41


@pytest.mark.parametrize(
    "block",
    [
        "{block: banner}",
        "{block: pips, of: [luck, wounds, shock]}",
        "{block: table, widths: [1, 2], rows: [[a, 1], [b, 2]]}",
        "{block: countdown, of: shock, start: age, text: [Up, Down]}",
        "{block: levels, levels: wound}",
    ],
)
def test_a_block_that_can_is_taken(tmp_path, block):
    spec = small(tmp_path, ("- {block: notes", f"- {block}\n            - {{block: notes"))
    assert len(spec.pages[0].rows[0][0].blocks) == 9


def test_levels_of_clip_tracks_are_known(tmp_path):
    edges = "  - edges: {left: [{label: A, levels: wonud}]}\n    rows:\n      - - width: 12"
    ((_, place, what),) = told(small, tmp_path, ("  - rows:\n      - - width: 12", edges))
    assert place == "pages[0].edges.left[0].levels"
    assert 'did you mean "wound"' in what


@pytest.mark.finding("R11")
@pytest.mark.parametrize(
    ("old", "new", "path", "words"),
    [
        ("most: 99}", "most: 99, default: abc}", "fields.age.default", "'abc' is not a number"),
        ("most: 99}", 'most: 99, default: "1/0"}', "fields.age.default", "'1/0' is not a number"),
        ("most: 99}", "most: 99, default: 99999999999}", "fields.age.default", "write 0 to 99"),
        ("of: [Good, Bad]", "of: [Good, Bad], default: Mad", "fields.mood.default", "'Mad' is not possible"),
        ("most: 7}", "most: 7, default: 2.5}", "fields.luck.default", "2.5 is not possible here"),
        ("type: text, most: 60, required: true", "type: picture, default: x", "fields.name.default", "cannot have a default"),
        ("most: 10}", "most: 1}", "pages[0].rows[0][0].blocks[7].of", "two lines of marks"),
        ("most: 10}", "most: 0}", "fields.shock.most", "write 1 to 99"),
        ("most: 10}", "most: 99999}", "fields.shock.most", "write 1 to 99"),
        ("  luck:", "  notes.x: {type: text}\n  luck:", "fields.notes.x", '"notes" is a field'),
        ("main: level", "main: nan", "fields.skills.main", 'no column "nan"'),
        ("start: age", "start: agee", "pages[0].rows[0][0].blocks[7].start", 'mean "age"'),
        ("countdown, of: shock", "countdown, of: shoc", "pages[0].rows[0][0].blocks[7].of", 'mean "shock"'),
        (
            "block: records, of: traits",
            "block: tiles, second: size, of: traits",
            "pages[0].rows[0][0].blocks[2].second",
            'no column "size"',
        ),
    ],
)  # fmt: skip
def test_what_no_sheet_could_be_drawn_with_is_told(tmp_path, old, new, path, words):
    ((_, place, what),) = told(small, tmp_path, (old, new))
    assert place == path
    assert words in what


HEAD = "format: deckgen-roster/1\nroster:\n  columns:\n    - "


def roster(folder, column):
    small(folder)
    (folder / "small" / "sheet" / "roster.yaml").write_text(HEAD + column + "\n")
    return load_sheet(folder / "small").roster


def test_what_a_roster_says(tmp_path):
    (column,) = roster(tmp_path, "{of: traits, width: 2, short: {wit: W}}").columns
    assert (column.of, column.width, column.label, dict(column.short)) == (
        "traits",
        2.0,
        "Traits",
        {"wit": "W"},
    )
    assert small(tmp_path / "other").roster is None


@pytest.mark.parametrize(
    ("column", "path", "what"),
    [
        ("{of: wagge, width: 2}", "roster.columns[0].of", 'there is no field "wagge"; did you mean "age"?'),
        ("{of: age, width: 2, most: 2}", "roster.columns[0].most", 'a column of "age" takes no most; remove it'),
        ("{of: skills, width: 2, short: {a: b}, show: [a]}", "roster.columns[0].short", 'a column of "skills" takes no short'),
        ("{of: wounds, width: 2, show: [a]}", "roster.columns[0].show", 'a column of "wounds" takes no show'),
        ("{of: skills, width: 2}", "roster.columns[0]", "show is missing"),
        ('{of: skills, width: 2, show: ["{levle}"]}', "roster.columns[0].show[0]", 'there is no column "levle"; did you mean "level"?'),
        ("{of: traits, width: 2, short: {wti: W}}", "roster.columns[0].short.wti", 'there is no entry "wti"; did you mean "wit"?'),
        ("{of: shock, width: 2, start: aeg}", "roster.columns[0].start", 'there is no field "aeg"; did you mean "age"?'),
        ("{of: age, widht: 2}", "roster.columns[0].widht", 'the key "widht" is unknown here; did you mean "width"?'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_roster_is_told(tmp_path, column, path, what):
    problems = told(roster, tmp_path, column)
    assert (path, what) in [(at, said[: len(what)]) for _, at, said in problems]


@pytest.mark.parametrize(("code", "words"), [(None, "lying figure"), ("de", "liegende Figur")])
def test_a_sheet_names_marks_as_the_cards_of_its_game_draw_them(code, words):
    spec = load_sheet("west-that-wasnt", code)
    texts = [str(block.options) for page in spec.pages for row in page.rows for stack in row for block in stack.blocks]
    assert sum(words in text for text in texts) == 1
    assert not any("{mark" in text for text in texts)


def test_a_mark_that_no_card_of_a_sheets_game_has_is_refused(tmp_path):
    ((_, path, problem),) = told(small, tmp_path, ("title: Wounds, levels", 'title: "Wounds {mark.prone}", levels'))
    assert path == "pages[0].rows[0][0].blocks[4].title"
    assert problem == 'the game has no deck with a mark "prone"; reword the text'
