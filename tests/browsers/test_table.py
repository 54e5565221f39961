"""One table in several browsers, without a server: each sees what it may, whatever is done, and who drops out comes back."""

import pytest
from browser import opening, ready, violations
from shared_table import (
    answer_to,
    bring,
    chance,
    close_dialog,
    dialog,
    evening,
    here,
    invitation,
    join,
    name_oneself,
    open_page_for_tests,
    settle,
    state_of,
)

BIG = {
    "viewport": {"width": 1280, "height": 800},
    "bypass_csp": True,
    "reduced_motion": "reduce",
}  # the page for tests has another hash


@pytest.fixture
def opened(running, tmp_path):
    """Opens the page of a game in a browser of its own; gives the host by its name, and guests who have joined."""
    with opening(running) as open_page:

        def open_browser(game="rough-magic"):
            path = tmp_path / f"{game}.html"
            if not path.exists():
                path.write_text(open_page_for_tests(game), encoding="utf-8")
            return open_page(path, **BIG)

        yield open_browser


@pytest.fixture
def table(opened):
    """A host, Ana, and guests at her table."""

    def set_up(*names, game="rough-magic"):
        host = opened(game)
        name_oneself(host, "Ana")
        guests = {name: opened(game) for name in names}
        for name, page in guests.items():
            join(host, page, name)
            bring(page, f"{name}’s hero")
        return host, guests

    return set_up


def opened_beside(host):
    """The same page in another browser."""
    page = host.context.browser.new_context(**BIG).new_page()
    page.goto(host.url)
    ready(page)
    return page


def told(page):
    return page.locator("#invite .problem").text_content()


def paste(page, text):
    dialog(page)
    page.locator("#paste-code").fill(text)
    page.locator("#invite button", has_text="Open").click()
    page.wait_for_timeout(150)


def test_three_browsers_play_two_hundred_actions_without_a_difference(table, opened):
    host, guests = table("Ben", "Cleo")
    assert here(host) == [["Ana", False], ["Ben", False], ["Cleo", False]]
    lots = chance(36)
    different, _ = evening(host, guests, 120, lots)
    assert different == []
    before = [person["name"] for person in state_of(host)["people"] if person["by"] == "Ben"]
    guests["Ben"].close()  # the page is gone
    host.wait_for_function("testing.together.connection.here.some(({name, away}) => name === 'Ben' && away)")
    rest = {"Cleo": guests["Cleo"]}
    different, _ = evening(host, rest, 30, lots)
    assert different == []
    guests["Ben"] = opened()
    join(host, guests["Ben"], "Ben", again="Ben")
    assert [person["name"] for person in state_of(host)["people"] if person["by"] == "Ben"][: len(before)] == before
    assert here(host) == [["Ana", False], ["Cleo", False], ["Ben", False]]
    different, _ = evening(host, guests, 50, lots)
    assert different == []
    assert state_of(guests["Ben"])["people"]


def test_hands_and_hidden_rolls_are_backs_on_other_pages(table):
    host, guests = table("Ben", "Cleo")
    ben, cleo = guests.values()
    ben.evaluate("testing.doing.act({do: 'deal', to: 0})")
    host.wait_for_function("testing.table.now.people[0].cards.length")
    assert settle(host, guests) == []
    (card,) = state_of(host)["people"][0]["cards"]
    assert [state_of(page)["people"][0]["cards"] for page in (ben, cleo)] == [[card], [-1]]
    host.locator("#veil").click()
    host.locator("#roll").click()
    host.locator("#unveil").wait_for()
    assert settle(host, guests) == []
    assert {card for page in (ben, cleo) for card in state_of(page)["table"]} == {-1}
    assert ben.locator("#stage .card").first.get_attribute("aria-label") == "a hidden card"
    assert ben.locator("#veiled").is_hidden()
    ben.locator("nav [data-view=log]").click()
    ben.wait_for_function("testing.by('entries').textContent.includes('the Master draws a card')")
    ben.evaluate("testing.by('draw').click()")
    ben.wait_for_function("testing.by('toast').textContent.includes('wait until they are gone')")
    host.locator("#unveil").click()
    assert settle(host, guests) == []
    assert state_of(ben)["table"] == state_of(host)["table"]
    host.evaluate(
        "testing.doing.act([{do: 'join', name: 'Raider'}, {do: 'deal', to: testing.table.now.people.length}])"
    )
    (card,) = state_of(host)["people"][-1]["cards"]
    host.locator("#veil").click()
    host.evaluate("card => testing.doing.rollWith(card)", card)
    host.locator("#keep").wait_for()
    assert settle(host, guests) == []
    assert {card for page in (ben, cleo) for card in state_of(page)["table"]} == {-1}
    host.locator("#keep").click()
    assert settle(host, guests) == []
    assert state_of(ben)["discard"][-1] == -1


def test_nothing_keeps_people_from_joining(opened):
    host, ben = opened(), opened()
    host.set_viewport_size({"width": 390, "height": 844})
    dialog(host)
    settled = "Promise.all(document.getAnimations().map((each) => each.finished))"
    host.evaluate(settled)
    assert violations(host) == []
    host.keyboard.press("Escape")
    name_oneself(host, "Ana")
    host.locator("#invite summary").focus()
    host.keyboard.press("Enter")
    code = invitation(host)
    assert violations(host) == []
    assert host.evaluate("document.documentElement.scrollWidth") <= 390
    assert host.locator("#invite-body").evaluate("each => each.contains(document.activeElement)")
    answer = answer_to(ben, code, "Ben")
    ben.emulate_media(color_scheme="dark")
    ben.evaluate(settled)
    assert violations(ben) == []
    paste(host, answer)
    host.locator(".here li").nth(1).wait_for()
    assert violations(host) == []


def test_codes_that_are_wrong_are_told_in_words(opened):
    host, ben, other = opened(), opened(), opened("future-imperfect")
    name_oneself(host, "Ana")
    code = invitation(host)
    paste(host, code)
    assert "your own invitation" in told(host)
    for text, words in (
        (code[:-30], "letters arrived"),
        ("Hello!", "no code"),
        (code[:60] + ("A" if code[60] != "A" else "B") + code[61:], "changed on the way"),
        (code.replace("-1:", "-2:", 1), "another version"),
    ):
        paste(ben, text)
        assert words in told(ben), text
    paste(other, code)
    assert "Ana plays another deck: Rough Magic" in told(other)
    answer = answer_to(ben, f"Come and play!\n{code}\n{code}", "<b>Ben</b>")
    third = opened()
    paste(third, answer)
    assert "goes to the page that sent the invitation" in told(third)
    paste(host, answer[:-9])
    assert "letters arrived" in told(host)
    paste(host, answer)
    host.wait_for_function("testing.together.connection.guests.length === 1")
    assert here(host)[1] == ["<b>Ben</b>", False]
    assert host.locator("#invite-body b b").count() == 0
    invitation(host)
    paste(host, answer)
    assert "used already" in told(host)


def test_the_shuffle_is_a_secret_while_guests_are_there(table):
    host, _ = table()
    close_dialog(host)
    deck = host.locator("nav [data-view=deck]")
    deck.click()
    host.locator("#shared").wait_for()
    known = host.locator("#shared").input_value()
    assert host.locator("#share-far").is_enabled()
    host.evaluate("testing.doing.act([{do: 'join', name: 'Oru'}, {do: 'deal', to: 0}])")
    host.wait_for_function("testing.by('share-far').disabled")
    assert host.locator("#share-why").is_visible()
    host.evaluate("testing.doing.act({do: 'draw'})")
    before = state_of(host)
    ben = opened_beside(host)
    join(host, ben, "Ben")
    after = state_of(host)
    assert after["seed"] not in known
    assert len(after["seed"]) > 20
    assert sorted(after["pile"]) == sorted(before["pile"])
    assert after["pile"] != before["pile"]
    assert (after["table"], after["people"]) == (before["table"], before["people"])
    for page in (host, ben):
        page.locator("nav [data-view=deck]").click()
        page.wait_for_function("testing.by('share-part')?.hidden")
    assert host.locator("#undo").get_attribute("aria-disabled") == "true"
    assert host.locator("#seed").is_disabled()


def test_what_a_guest_sends_that_is_too_much_closes_its_line_alone(table):
    host, guests = table("Ben", "Cleo")
    assert "max-message-size" in guests["Ben"].evaluate(
        "(() => { try { testing.together.connection.link.send('x'.repeat(50_000_000)); return ''; } catch (error) { return error.message; } })()"
    )
    assert here(host)[1] == ["Ben", False]
    guests["Ben"].evaluate("testing.together.connection.link.send('x'.repeat(200_000))")
    host.wait_for_function("testing.together.connection.here.find(({name}) => name === 'Ben').away > 0")
    assert "Ben sent too much" in host.locator("#toast").text_content()
    guests["Cleo"].locator("#draw").click()
    host.wait_for_function("testing.table.now.table.length === 1")
    assert here(host)[2] == ["Cleo", False]


def test_guests_go_on_by_messages_when_the_host_is_gone(table):
    host, guests = table("Ben", "Cleo")
    ben, cleo = guests.values()
    ben.locator("#roll").click()
    ben.wait_for_function("testing.table.now.log.at(-1).what === 'note'")
    assert settle(host, guests) == []
    seen = state_of(ben)
    host.close()
    for page in (ben, cleo):
        page.wait_for_function("testing.together.connection.link.state === 'closed'")
        assert state_of(page)["table"] == seen["table"]
        dialog(page)
        page.locator("#invite button", has_text="Go on by messages").click()
    page.wait_for_timeout(50)
    assert -1 not in state_of(ben)["pile"]
    turn = made_turn(ben)
    assert turn.startswith("Turn 1, Ben: ")
    paste(cleo, f"Here you are:\n{turn}")
    without = ("log", "passes", "people")
    assert {name: value for name, value in state_of(cleo).items() if name not in without} == {
        name: value for name, value in state_of(ben).items() if name not in without
    }
    assert state_of(cleo)["log"][-1]["note"]["title"] == state_of(ben)["log"][-1]["note"]["title"]
    assert cleo.locator(".outcome").is_visible()


def made_turn(page):
    dialog(page)
    page.locator("#invite button", has_text="Make my turn").click()
    text = page.locator("#invite textarea[readonly]").input_value()
    close_dialog(page)
    return text


def test_two_turns_of_one_number_are_asked_about(opened):
    ana, ben = opened(), opened()
    name_oneself(ana, "Ana")
    name_oneself(ben, "Ben")
    close_dialog(ana)
    ana.locator("#roll").click()
    first = made_turn(ana)
    assert len(first.split("\n")[1]) < 640
    paste(ben, first)
    close_dialog(ben)
    assert state_of(ben)["table"] == state_of(ana)["table"]
    for page in (ana, ben):
        page.locator("#draw").click()
    second, other = made_turn(ana), made_turn(ben)
    assert second.startswith("Turn 2, Ana")
    assert other.startswith("Turn 2, Ben")
    before = state_of(ana)
    paste(ana, other)
    assert "two turns 2" in told(ana)
    ana.locator("#invite button", has_text="Mine").click()
    assert state_of(ana) == before
    paste(ana, other)
    ana.locator("#invite .problem button", has_text="Ben").click()
    assert state_of(ana)["table"] == state_of(ben)["table"]
    paste(ana, other)
    assert "already" in told(ana)
    close_dialog(ana)
    ana.locator("#undo").click()  # one may go back to the own turn
    assert state_of(ana)["table"] == before["table"]


def test_the_name_of_a_guest_who_is_here_is_not_taken_twice(table, opened):
    host, _ = table("Ben")
    again = opened()
    code = invitation(host)
    paste(host, answer_to(again, code, "Ben"))
    host.wait_for_function("testing.together.connection.guests.length === 2")
    assert here(host) == [["Ana", False], ["Ben", False], ["Ben 2", False]]
