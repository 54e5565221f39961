"""A ruling that is decided otherwise: decks, pages, runs and the browser follow it, and say so."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from cli_fixtures import refused, run
from game_files import write
from html_pages import play_model
from pypdf import PdfReader

import deckgen
from deckgen.errors import DeckError, DeckgenError

GAME = """\
game: {id: small, title: Small}
decks:
  main: {title: Main, layout: poker, draw: with-replacement, cards: {numbered: 60}, sections: [impulse, unintended_targets, toggle]}
sections:
  unintended_targets: {kind: marks, title: Row, count: 3, odds: 1/6}
  impulse: {kind: ordinal, title: Impulse, source: impulse}
  toggle:
    kind: distribution
    title: Coin
    outcomes: [{value: "yes", cards: 30}, {value: "no", cards: rest}]
  coin:
    kind: distribution
    title: Coin
    outcomes: [{value: "yes", cards: 15}, {value: "no", cards: rest}]
rulings:
  wound:
    question: Which card is it?
    source: Wounds
    text: It is not written.
    choices:
      new card: {rule: Draw a card., number: 1}
      same card: {rule: Read the same card., number: 2}
  fair:
    question: How often is it yes?
    source: Coins
    text: Sometimes.
    choices:
      half: {}
      a quarter: {set: {decks.main.instead: {toggle: coin}}}
    others: [Never.]
  figures:
    question: How many figures are there?
    source: Figures
    text: Some.
    choices:
      three: {}
      four: {set: {sections.unintended_targets.count: 4}}
panels:
  wounds: {title: Wounds, blocks: [{text: "{rulings.wound.rule}"}]}
screen: {pages: [[wounds]]}
procedures:
  hit:
    title: Hit
    story: You are hit.
    asks: {by: {label: By, number: 0}}
    steps:
      - {as: harm, text: Read, read: impulse, add: {by: by, wound: wound}}
      - {as: more, text: Read again, when: {wound: new card}, draw: true, read: impulse}
examples:
  hit:
    title: Hit
    story: You are hit.
    steps:
      - {as: harm, text: Read, read: impulse, add: {wound: wound}, results: {all: {info: "{harm}. {rulings.wound.rule}"}}}
"""
OTHER = ("--ruling", "wound=same card")
RARE = ("--ruling", "fair = a quarter")


@pytest.fixture
def game(tmp_path):
    return write(tmp_path / "small", GAME)


def deal(game: Path, name: str, *options: str) -> Path:
    """The file of a deck that is dealt by other rulings."""
    run("generate", game, "--seed", "1", *options, "-q", "-o", game.parent / name)
    return game.parent / name


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def test_a_deck_names_the_rulings_that_differ_and_no_others(game):
    plain = json.loads(deal(game, "plain.json").read_bytes())
    assert "rulings" not in plain
    assert deal(game, "same.json", "--ruling", "wound=new card").read_bytes() == deal(game, "plain.json").read_bytes()
    other = json.loads(deal(game, "other.json", *OTHER).read_bytes())
    assert other.pop("rulings") == {"wound": "same card"}
    assert other.pop("id") != plain.pop("id")
    assert other == plain
    rare = json.loads(deal(game, "rare.json", *RARE).read_bytes())
    assert rare["spec_sha256"] != plain["spec_sha256"]
    assert [card["sections"]["toggle"] for card in rare["cards"]].count("yes") == 15
    assert [card["sections"]["toggle"] for card in plain["cards"]].count("yes") == 30


@pytest.mark.parametrize("options", [OTHER, RARE, (*OTHER, *RARE)])
def test_what_is_made_of_a_deck_follows_its_rulings(game, options):
    deck = deal(game, "other.json", *options)
    of_game = ("--game", game)
    assert "unchanged" in run("verify", deck, *of_game).stderr
    assert f"  rulings: {deckgen.load_deck(deck, game).game.ruling_line}\n" in run("audit", deck, *of_game).stdout
    assert run("render", deck, *of_game, "--card", "3", "-o", "-").stdout_bytes.startswith(b"%PDF")
    examples = run("examples", game, deck, "--format", "txt", "-o", "-").stdout
    assert ("Read the same card." in examples) == ("Draw a card." not in examples) == (options[:2] == OTHER)
    certificate = words(run("audit", deck, *of_game, "--format", "pdf", "-o", "-").stdout_bytes)
    for ruling, answer in (("wound", "Which card is it? same card"), ("fair", "How often is it yes? a quarter")):
        assert (answer in certificate) == any(ruling in option for option in options)
        assert (f"--ruling {ruling}=" in certificate) == any(ruling in option for option in options)


def test_the_browser_follows_the_rulings_of_the_deck(game):
    def page(*options):
        deck = deal(game, "deck.json", *options)
        html = run("play", deck, "--game", game, "-o", "-").stdout
        return html, play_model(html)["plays"]

    html, plays = page()
    assert "Which card is it?" not in html
    assert [step["when"] for step in plays[0]["steps"]] == [[], []]
    assert plays[0]["steps"][0]["add"][1]["number"] == 1
    html, plays = page(*OTHER)
    assert "Rulings: Which card is it? same card" in html
    assert [step["when"] for step in plays[0]["steps"]] == [[]]  # the other step never comes
    assert plays[0]["steps"][0]["add"][1]["number"] == 2
    assert plays[0]["steps"][0]["add"][1]["label"] == "same card"
    assert plays[1]["steps"][0]["results"][0]["text"] == "{harm}. Read the same card."


def test_pages_of_the_game_follow_the_option(game):
    assert "Draw a card." in words(run("screen", game, "-o", "-").stdout_bytes)
    screen = words(run("screen", game, *OTHER, "-o", "-").stdout_bytes)
    assert "Read the same card." in screen
    assert "Draw a card." not in screen


def test_the_page_of_rulings_ticks_what_is_chosen(game):
    text = run("rulings", game, *RARE).stdout
    assert "  [x] New card: Draw a card\n  [ ] Read the same card\n" in text
    assert "      --ruling wound='same card'\n" in text
    assert "  [ ] Half\n      --ruling fair=half\n  [x] A quarter\n  [ ] Never\n" in text
    html = run("rulings", game, *RARE, "--format", "html", "-o", "-").stdout
    ticks = [part.partition(">")[0].endswith("checked") for part in html.split('<input type="checkbox"')[1:]]
    assert ticks == [True, False, False, True, False, True, False]
    pdf = words(run("rulings", game, "--format", "pdf", "-o", "-").stdout_bytes)
    for part in ("Which card is it?", "Wounds: It is not written.", "New card: Draw a card", "Never"):
        assert part in pdf


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("Draw a card.", "New card: Draw a card"),
        ("A new card is drawn.", "A new card is drawn"),
        ("with a card", "New card"),
    ],
)
def test_an_answer_is_printed_without_words_that_only_complete_a_text(tmp_path, rule, answer):
    game = write(tmp_path / "small", GAME.replace("Draw a card.", rule))
    assert f"  [x] {answer}\n" in run("rulings", game).stdout


def test_a_build_has_the_page_of_its_rulings(game, tmp_path):
    run("build", game, "--seed", "1", *OTHER, "-q", "-o", tmp_path / "out")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert "small-rulings-a4.pdf" in names
    deck = json.loads((tmp_path / "out" / "small-main-1-1.json").read_bytes())
    assert deck["rulings"] == {"wound": "same card"}
    assert "Read the same card." in words((tmp_path / "out" / "small-screen-a4.pdf").read_bytes())


def test_a_run_has_one_decision(tmp_path):
    rulings = deckgen.load_game("rough-magic").data.rulings
    ruling, choice = next(
        (each, choice) for each in rulings for choice in each.choices if choice != each.choice and not choice.sets
    )
    call = ("batch", "rough-magic", "--count", "1", "--seed", "s", "-q", "-o", tmp_path / "run")
    run(*call, "--ruling", f"{ruling.name}={choice.name}")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_bytes())
    assert manifest["made"]["rulings"] == {ruling.name: choice.name}
    assert "all unchanged" in run("verify", tmp_path / "run").stderr
    assert f"rulings: {ruling.question} {choice.label}" in run("audit", tmp_path / "run").stdout
    message = f"is of a run that was made otherwise: rulings {ruling.name}={choice.name}, not none"
    assert message in refused(*call)
    run(*call[:-1], tmp_path / "plain")
    assert "rulings" not in json.loads((tmp_path / "plain" / "manifest.json").read_bytes())["made"]


def test_two_decks_are_compared_with_their_rulings(game):
    plain, other = deal(game, "plain.json"), deal(game, "other.json", *OTHER, *RARE)
    page = run("diff", plain, other, "--game", game, "-o", "-").stdout
    assert "Which card is it? same card; How often is it yes? a quarter" in page
    four = deal(game, "four.json", "--ruling", "figures=four")
    assert "compare two decks of the same results" in refused("diff", plain, four, "--game", game, "-o", "-")
    assert "was dealt by other rulings" in refused("audit", plain, other, "--game", game)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--ruling", "wond=same card"), 1, 'there is no ruling "wond"; did you mean "wound"? there are wound, fair'),
        (("--ruling", "wound=samecard"), 1, 'there is no choice "samecard"; did you mean "same card"?'),
        (("--ruling", "wound"), 2, "'wound' names no choice; write KEY=CHOICE"),
        ((*OTHER, "--ruling", "wound=new card"), 2, "wound has two choices; remove one"),
    ],
)
@pytest.mark.parametrize("command", ["generate", "build", "screen", "map", "odds", "validate", "rulings", "batch"])
def test_a_wrong_ruling_is_refused_by_every_command(game, tmp_path, command, arguments, code, message):
    more = {"odds": ("-o", tmp_path / "odds.pdf"), "batch": ("--count", "1")}.get(command, ())
    assert message in " ".join(refused(command, game, *arguments, *more, code=code).split())


def test_a_ruling_is_no_option_of_a_deck(game, tmp_path):
    deck = deal(game, "deck.json")
    message = refused("odds", deck, "--game", game, *OTHER, "-o", tmp_path / "odds.pdf", code=2)
    assert "generate it again with --ruling" in " ".join(message.split())


def test_a_deck_of_a_ruling_that_the_game_has_no_longer(game):
    deck = deal(game, "other.json", *OTHER)
    write(game, GAME.replace("same card:", "that card:"))
    with pytest.raises(
        DeckError, match=r'other.json: rulings.wound: there is no choice "same card"; the game has changed'
    ):
        deckgen.load_deck(deck, game)
    changed = json.loads(deck.read_bytes()) | {"rulings": {"wound": 3}}
    deck.write_text(json.dumps(changed))
    with pytest.raises(DeckError, match=r"other.json: rulings: must be texts by name"):
        deckgen.load_deck(deck, game)


def test_a_game_without_rulings_has_no_page(tmp_path):
    plain = write(tmp_path / "plain", GAME.partition("rulings:")[0])
    assert "the game has no rulings; write them under rulings:" in refused("rulings", plain)
    assert "leave it out: the game has no rulings" in refused("generate", plain, *OTHER)


def test_python_takes_rulings_too(game):
    loaded = deckgen.load_game(game, rulings={"fair": "a quarter"})
    deck = loaded.deal(seed="1")
    assert deck.data.rulings == {"fair": "a quarter"}
    assert deckgen.load_deck(deck.save(game.parent), game).data == deck.data
    assert "[x] A quarter" in loaded.rulings().content("txt").decode()
    pikepdf.open(BytesIO(loaded.rulings().content("pdf"))).close()
    facts = dict(deck.colophon_facts())
    assert facts["rulings"] == "How often is it yes? a quarter"


def test_choices_that_are_not_ours_are_validated(game):
    assert "no problems" in run("validate", game).stderr
    write(game, GAME.replace("toggle: coin}", "togle: coin}"))
    message = refused("validate", game)
    assert 'the deck has no section "togle"' in message
    with pytest.raises(DeckgenError, match="togle"):
        deckgen.load_game(game, rulings={"fair": "a quarter"})
    assert deckgen.load_game(game).decks == ("main",)
