"""The authors' worked examples in the page that plays a deck: their cards typed one after the other, told as the program tells them."""

from itertools import groupby

import pytest
from browser import opening

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.deck.replay import replay, ruled
from deckgen.deck.situations import answers, play
from deckgen.document.examples.text import narrate, verdict
from deckgen.game import read_game, shipped_games
from deckgen.game.examples import CELL, FIGURES, NUMBER
from deckgen.play.page import play_html


@pytest.mark.parametrize("name", shipped_games())
def test_what_the_authors_tell_comes_out_on_the_page(running, tmp_path, name):
    replays = replay(original := read_game(name))
    assert replays
    games = {each.case.name: ruled(original, each.case) for each in replays}

    def page_of(each):
        return str(games[each.case.name].changed_rulings), each.deck.id

    with opening(running) as open_page:
        for group in (list(same) for _, same in groupby(sorted(replays, key=page_of), key=page_of)):
            game = games[group[0].case.name]
            deck, spec = group[0].deck, game.deck(group[0].deck.deck)
            layout = load_layout(spec.layout)
            path = tmp_path / "play.html"
            path.write_bytes(play_html(deck, game, spec, layout, draw_faces(layout, game, spec, deck)))
            page = open_page(path, reduced_motion="reduce", viewport={"width": 390, "height": 844})
            page.set_default_timeout(5000)
            page.locator("nav [data-view=deck]").click()
            page.locator("label", has_text="From your own deck").click()
            page.locator("nav [data-view=table]").click()
            page.set_viewport_size({"width": 1280, "height": 900})  # with room for what is asked
            given = {}  # what is asked under one name is asked once
            for each in group:
                (situation,) = name_marks([each.case.situation], layout, game, spec)
                played = play(situation, deck, spec, each.case.answers, each.cards)
                told = narrate(game, spec, situation, played, each.case.answers)
                lay_out(page, each, spec, given)
                facts = page.locator(".outcome p").all_text_contents()
                assert facts == [fact.text for fact in told.facts], each.case.name
                tones = page.locator(".facts li").evaluate_all("all => all.map((each) => each.classList[0])")
                led = len(told.facts) - len(tones)  # the first fact leads where it says how all of it went
                assert tones == [fact.tone for fact in told.facts][led:], each.case.name
                assert not facts or verdict(told.facts) in verdict_shown(page), each.case.name
                numbers = page.locator(".steps .seen b").all_text_contents()
                assert numbers == [str(number) for number in range(1, len(numbers) + 1)], each.case.name
                steps = page.locator(".steps").text_content()
                for line in (line for panel in told.panels for line in (panel.head, *panel.lines)):
                    assert line in steps, (each.case.name, line, steps)
                    steps = steps[steps.index(line) :]
            page.close()


def verdict_shown(page):
    return page.locator(".verdict").get_attribute("class").replace("worst", "bad").split()


def lay_out(page, replayed, spec, given):
    """Play it on the page, set as the case is, with the same cards; what is ``given`` already stays as it is."""
    situation = replayed.case.situation
    page.locator("#choose").click()
    kind = "procedure" if "play" in replayed.case.node.value else "example"
    page.locator(f"#rolls .{kind} button").filter(has=page.get_by_text(situation.title, exact=True)).click()
    wanted, cards = answers(situation, spec, replayed.case.answers), iter(replayed.cards)
    for ask in (ask for ask in situation.asks if not ask.when):
        before = given.get(ask.name, ask.default)
        if before != wanted[ask.name]:
            answer(page, ask, wanted[ask.name], before)
            given[ask.name] = wanted[ask.name]
    page.locator("#roll").click()
    type_cards(page, cards)
    for ask in (ask for ask in situation.asks if ask.when and wanted[ask.name] != ask.default):
        if page.locator(f"#result [aria-labelledby=ask-{ask.name}]").count():
            answer(page, ask, wanted[ask.name], ask.default)
            type_cards(page, cards)
    assert page.locator("form.own").count() == 0, replayed.case.name


def type_cards(page, cards):
    while page.locator("form.own").count():
        page.locator("#own-card").fill(f"#{next(cards).impulse}")
        page.keyboard.press("Enter")


def answer(page, ask, value, before):
    """Set the control of an ask from the value ``before``."""
    if page.locator("#asked").is_visible():  # folded since the last roll
        page.locator("#asked").click()
    page.evaluate("document.querySelectorAll('#asks details').forEach((each) => { each.open = true; })")
    group = page.locator(f"[aria-labelledby=ask-{ask.name}]")
    if ask.kind == NUMBER:
        group.locator("input").fill(str(value))
        group.locator("input").press("Enter")
    elif ask.kind == FIGURES:
        for figure, tick in enumerate(group.locator("input").all(), 1):
            tick.set_checked(figure in value)
    elif ask.kind == CELL and group.locator("output").count():
        (column, _, row), old_row = value.rpartition("-"), before.rpartition("-")[2]
        group.locator("select").select_option(column)
        less, more = group.locator(".stepper button").all()
        for _ in range(abs(int(row) - int(old_row))):
            (more if int(row) > int(old_row) else less).click()
    elif group.locator("select").count():
        group.locator("select").select_option(value)
    else:
        group.locator(f"input[value='{value}']").check(force=True)
