"""Translations: every printed text has a place, and only printed texts have one."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import printed_texts, read_game
from deckgen.game.model import printed_word

MORE = """\
  place:
    kind: stack
    title: Place
    height: 1
    standard_from_bottom: 1
    levels:
      - {place: foot, odds: 1/2}
      - [{place: left hand, odds: 1/4, print: L hand}, {place: right hand, odds: 1/4}]
  speed:
    kind: table
    title: Speed
    rows: [fast, 2]
    columns: {I: [1, 2]}
  note:
    kind: text
    title: Note
    texts: [{text: Beware, cards: 2}]
  wind:
    kind: distribution
    title: Wind
    outcomes: [{each: [north, south], weight: 1}, {each: 1..2, weight: 1}, {value: null, weight: 1}]
  mark:
    kind: fixed
    title: Mark
    help: A mark.
    values: [{on: jokers, value: joke}, {on: rest, value: false, print: ""}]
scopes: {Pulp: {Easy: 3}}
words: {again: again}
sets: {First: {seed: one, decks: [Dusk]}, Second: {seed: 2, decks: [Dawn, Noon]}}
"""
PRINTED = {
    "game.title": "Small",
    "decks.main.title": "Main",
    "decks.main.cards.low_jokers[0]": "low",
    "decks.main.cards.high_jokers[0]": "high",
    "decks.main.cards.suits[0]": "sun",
    "decks.main.cards.suits[1]": "moon",
    "decks.main.cards.ranks[0].A": "ace",
    "sections.skill.title": "Skill",
    "sections.coin.title": "Coin",
    "sections.coin.outcomes[0].print": "Yes",
    "sections.coin.outcomes[1].print": "No",
    "sections.place.title": "Place",
    "sections.place.levels[0].place": "foot",
    "sections.place.levels[1][0].print": "L hand",
    "sections.place.levels[1][1].place": "right hand",
    "sections.speed.title": "Speed",
    "sections.speed.rows[0]": "fast",
    "sections.note.title": "Note",
    "sections.note.texts[0].text": "Beware",
    "sections.wind.title": "Wind",
    "sections.wind.outcomes[0].each[0]": "north",
    "sections.wind.outcomes[0].each[1]": "south",
    "sections.mark.title": "Mark",
    "sections.mark.help": "A mark.",
    "sections.mark.values[0].value": "joke",
    "scopes.Pulp": "Pulp",
    "scopes.Pulp.Easy": "Easy",
    "words.again": "again",
    "sets.First": "First",
    "sets.First.decks[0]": "Dusk",
    "sets.Second": "Second",
    "sets.Second.decks[0]": "Dawn",
    "sets.Second.decks[1]": "Noon",
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def translation(texts: dict[str, str], language: str = "de") -> str:
    return f"translations:\n  {language}:\n" + "".join(f'    {place}: "{text}"\n' for place, text in texts.items())


@pytest.fixture
def written(tmp_path):
    return lambda *more: write(tmp_path, GAME, COLUMNS, SECTIONS + MORE, DECK, *more)


def test_every_printed_text_has_its_place(written):
    assert printed_texts(written()) == PRINTED


def test_every_printed_text_can_be_translated(written):
    texts = {place: f"<{text}>" for place, text in PRINTED.items()}
    folder = written(translation(texts))
    first, other = read_game(folder), read_game(folder, "de")
    assert (first.language.code, first.languages, other.language.code) == ("en", ("en", "de"), "de")
    deck = other.deck()
    said = [other.title, deck.title, other.words["again"], other.scopes[0].name]
    said += [name for name, _ in other.scopes[0].difficulties]
    said += [name for each in other.sets for name in (each.name, *each.decks)]
    said += [section.title for section in deck.sections] + [section.help for section in deck.sections if section.help]
    places = deck.section("place")
    said += [places.printed_word(place.name) for place in places.locations()]
    for name, value in [
        ("coin", True),
        ("coin", False),
        ("note", "Beware"),
        ("wind", "north"),
        ("wind", "south"),
    ]:
        said.append(printed_word(deck.section(name).outcomes, value))
    said += [printed_word(deck.section("mark").outcomes, "joke"), deck.section("speed").printed_rows()[0]]
    said += [deck.playing_cards[0].printed_name, deck.playing_cards[-1].printed_name]
    faces = {"decks.main.cards." + key for key in ("suits[0]", "suits[1]", "ranks[0].A")}
    assert sorted(said) == sorted(texts[place] for place in texts if place not in faces)
    assert [face.printed_name for face in deck.playing_cards[1:5]] == [
        "<ace> of <sun>",
        "<ace> of <moon>",
        "2 of <sun>",
        "2 of <moon>",
    ]


def test_what_is_dealt_is_the_same_in_every_language(written):
    folder = written(translation({place: f"<{text}>" for place, text in PRINTED.items()}))
    first, other = read_game(folder).deck(), read_game(folder, "de").deck()
    assert first.sha256 == other.sha256
    assert first.playing_cards == other.playing_cards
    assert [place.name for place in other.section("place").locations()] == ["foot", "left hand", "right hand"]
    assert other.section("speed").rows == ("fast", "2")
    assert other.section("speed").printed_rows() == ("<fast>", "2")
    assert [o.value for o in other.section("note").outcomes] == ["Beware", None]


def test_what_is_missing_stays_as_it_was(written):
    other = read_game(written(translation({"sections.coin.title": "Münze"})), "de").deck()
    assert (other.section("coin").title, other.section("skill").title) == ("Münze", "Skill")
    assert printed_word(other.section("coin").outcomes, True) == "Yes"


def test_one_language_in_several_files(written):
    folder = written(translation({"game.title": "Klein"}), translation({"words.again": "noch einmal"}))
    other = read_game(folder, "de")
    assert (other.title, other.words["again"]) == ("Klein", "noch einmal")


@pytest.mark.parametrize(
    ("place", "remedy"),
    [
        ("sections.coin.titel", 'did you mean "sections.coin.title"?'),
        ("sections.coin.outcomes[2].print", 'did you mean "sections.coin.outcomes[1].print"?'),
        ("sections.coin.outcomes[0].value", "did you mean"),
        ("columns.dice.I", ""),
    ],
)
def test_a_place_without_a_printed_text(written, place, remedy):
    with pytest.raises(GameError) as caught:
        read_game(written(translation({"game.title": "Klein", place: "x"})))
    (problem,) = caught.value.problems
    assert (problem.line, problem.message) == (4, f'there is no printed text at "{place}"')
    assert problem.remedy.startswith(remedy)


def test_a_language_that_is_not_there(written):
    folder = written(translation({"game.title": "Klein"}))
    with pytest.raises(GameError, match='not translated to "fr"; choose from en, de'):
        read_game(folder, "fr")
    assert read_game(folder, "en").title == "Small"


def test_the_original_may_be_in_another_language(tmp_path):
    game = "game: {id: klein, title: Klein, language: de}\n"
    folder = write(tmp_path, game, COLUMNS, SECTIONS, DECK, translation({"game.title": "Small"}, "en"))
    assert read_game(folder).languages == ("de", "en")
    assert [read_game(folder, language).title for language in (None, "de", "en")] == [
        "Klein",
        "Klein",
        "Small",
    ]


def test_words_are_texts_in_known_languages(written):
    with pytest.raises(GameError) as caught:
        read_game(written("translations: {German: {game.title: Klein}, de: {words.again: 3}, fr: [x]}\n"))
    assert [problem.path for problem in caught.value.problems] == [
        "translations.German",
        "translations.de.words.again",
        "translations.fr",
    ]


def test_labels_with_words_are_translated(tmp_path):
    folder = write(
        tmp_path,
        GAME,
        "columns: {dice: {Arm: d4, II: d6}}\n",
        SECTIONS + "  note:\n    kind: rolls\n    title: Note\n    rolls: {Act: 2d6}\n",
        DECK,
        translation({"columns.dice.Arm": "Waffe", "sections.note.rolls.Act": "Tat"}),
    )
    deck = read_game(folder, "de").deck()
    assert [deck.section("skill").printed_label(each.label) for each in deck.section("skill").columns] == [
        "Waffe",
        "II",
    ]
    assert deck.section("note").printed_label("Act") == "Tat"
    assert [label for label, _ in deck.section("note").rolls] == ["Act"]
    assert deck.sha256 == read_game(folder).deck().sha256


@pytest.mark.parametrize("text", ["{suit}", "{rank} {color}"])
def test_a_translation_has_the_fields_of_the_original(tmp_path, text):
    deck = DECK.replace("suits:", 'names: "{rank} of {suit}"\n      suits:', 1)
    folder = write(tmp_path, GAME, COLUMNS, SECTIONS, deck, translation({"decks.main.cards.names": text}))
    with pytest.raises(GameError, match=r"keep these as they are: \{rank\}, \{suit\}"):
        read_game(folder)
