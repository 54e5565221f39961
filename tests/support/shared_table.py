"""Pages at one table, each in a browser of its own, for tests and for the evening of three tables."""

import json
import random
import re
import time

from html_pages import play_page, play_script

from deckgen.web.page import pack_script

_SHOWN = "globalThis.testing = { table, together, viewFor, model, doing, tellTurn, by };"


def open_page_for_tests(name):
    """A game's page whose inner parts a test may look at."""
    page = play_page(name).decode()
    script = play_script(page)
    end = script.rindex("})();")
    shown = script[:end] + _SHOWN + script[end:]
    return re.sub(r'(id="code">)[^<]*', lambda found: found[1] + pack_script(shown), page)


def state_of(page):
    return page.evaluate("testing.table.now")


def here(page):
    return page.evaluate("testing.together.connection.here.map(({name, away}) => [name, away > 0])")


def dialog(page):
    """Open *Play together*, if it is not."""
    if not page.locator("#invite[open]").count():
        page.locator("#together").click()


def close_dialog(page):
    if page.locator("#invite[open]").count():
        page.locator("#invite .close").click()


def name_oneself(page, name):
    dialog(page)
    page.locator("#own-name").fill(name)
    page.locator("#own-name").blur()


def invitation(host, again=""):
    """What the host's page shows to be sent."""
    dialog(host)
    if again:
        host.locator("li", has_text=again).locator("button").click()
    else:
        host.locator("#invite button", has_text=re.compile("^(Send an invitation|Invite another)$")).click()
    code = host.locator("#invite textarea[readonly]")
    code.wait_for()
    return code.input_value()


def answer_to(guest, code, name=""):
    """What a guest's page shows to be sent back."""
    dialog(guest)
    guest.locator("#paste-code").fill(code)
    guest.locator("#invite button", has_text="Open").click()
    guest.locator("#invite button", has_text="Make the answer").wait_for()
    if name:
        guest.locator("#own-name").fill(name)
    guest.locator("#invite button", has_text="Make the answer").click()
    answer = guest.locator("#invite textarea[readonly]")
    answer.wait_for()
    return answer.input_value()


def join(host, guest, name, again=""):
    """Exchange codes until the guest is at the table; the codes, and how long the line took after the answer came."""
    code = invitation(host, again)
    answer = answer_to(guest, code, "" if again else name)
    host.locator("#paste-code").fill(answer)
    begun = time.monotonic()
    host.locator("#invite button", has_text="Open").click()
    host.wait_for_function(
        "name => testing.together.connection.here.some((each) => each.name === name && !each.away)", arg=name
    )
    guest.wait_for_function("testing.together.connection.here.length > 0")
    taken = time.monotonic() - begun
    close_dialog(host)
    close_dialog(guest)
    return code, answer, taken


def settle(host, guests):
    """Wait until every guest shows what the host has for it; the names of those who do not after a while."""
    behind = []
    for name, page in guests.items():
        for _ in range(60):
            wanted = host.evaluate(
                "name => JSON.stringify(testing.viewFor(testing.model, testing.table.now, name))", name
            )
            if json.loads(wanted) == state_of(page):
                break
            page.wait_for_timeout(25)
        else:
            behind.append(name)
    return behind


_HOST = {
    "draw": "testing.by('draw').click()",
    "roll": "testing.by('roll').click()",
    "undo": "testing.by('undo').click()",
    "deal": "testing.doing.act({do: 'deal', to: 0})",
    "note": "testing.doing.act({do: 'note', note: {title: 'Note', text: 'It rains.'}})",
    "round": "testing.doing.act({do: 'round'})",
    "shuffle": "testing.doing.act({do: 'shuffle', all: true})",
    "hide": "testing.doing.act([{do: 'veil', veiled: true}, {do: 'draw'}])",
    "keep": "testing.doing.act({do: 'task'})",
    "show": "testing.doing.act({do: 'veil', veiled: false})",
    "lurker": "testing.doing.act({do: 'join', name: 'Drone', person: {hidden: true}})",
}
_GUEST = {
    "draw": "testing.by('draw').click()",
    "roll": "testing.by('roll').click()",
    "deal": "(own) => testing.doing.act({do: 'deal', to: own})",
    "play": "(own) => testing.table.now.people[own].cards.length && testing.doing.act({do: 'move', cards: [testing.table.now.people[own].cards[0]], to: 'discard'})",
    "track": "(own) => testing.doing.act({do: 'note-on', person: own, tracks: {ct: 1}})",
    "refused": "testing.doing.act({do: 'shuffle', all: true})",
}


def act_somehow(host, guests, chance):
    """One thing that somebody at the table does; what it was."""
    who = chance.choice(["host", *guests])
    if who == "host":
        what = chance.choice(list(_HOST))
        host.evaluate(_HOST[what])
        return f"host: {what}"
    what = chance.choice(list(_GUEST))
    page = guests[who]
    own = page.evaluate("name => testing.table.now.people.findIndex(({by}) => by === name)", who)
    page.evaluate(_GUEST[what], own)
    return f"{who}: {what}"


def bring(guest, name):
    """A guest's person comes to the table."""
    guest.evaluate(
        "name => testing.doing.act({do: 'join', name, person: {tracks: {ct: {label: 'CT', value: 0, most: 30}}}})", name
    )
    guest.wait_for_function("name => testing.table.now.people.some((each) => each.name === name)", arg=name)


def evening(host, guests, actions, chance):
    """Random actions of all; what differed from what the host has, and how long it took, in seconds."""
    different, begun = [], time.monotonic()
    for number in range(actions):
        done = act_somehow(host, guests, chance)
        host.wait_for_timeout(5)
        behind = settle(host, guests)
        if behind:
            different.append((number, done, behind))
    return different, time.monotonic() - begun


def chance(seed):
    return random.Random(seed)  # noqa: S311 (a test's own)
