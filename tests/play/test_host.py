"""One table for several pages: guests see what they may, do what they may, and nothing that they send does harm."""

import json

import pytest
from hypothesis import example, given, settings, strategies as st
from play_scripts import small_model
from script_modules import Scripts

MODEL = small_model(20, (7,))
HELP = """(Object.assign(globalThis, {
  after(model, state, ...actions) { return actions.reduce((now, action) => act(model, now, action), state); },
  asked(model, state, guest, wanted) {  // what is done, or why not
    try { return allowed(model, state, guest, wanted); } catch (error) { return error instanceof Refusal ? error.message : "nonsense"; }
  },
  played(model) {
    return after(model, newState(model, "s"), {do: "join", name: "Oru", person: {by: "Ben"}}, {do: "join", name: "Drone", person: {hidden: true}},
      {do: "join", name: "Tamsin", person: {by: "Cleo"}}, {do: "join", name: "Raider"}, {do: "deal", to: 0, count: 2}, {do: "deal", to: 2, count: 2}, {do: "draw"});
  },
  line(texts = []) { return {state: "open", texts, send(text) { texts.push(JSON.parse(text)); }, close() { this.state = "closed"; }}; },
  hosting(model, state = newState(model, "s")) {
    const table = new Table(model, state), told = [], does = {did: (asked, stamp) => { if (asked.do !== "roll") table.change(asked, stamp); else told.push(asked); },
      told: (words) => told.push(words), changed: () => null};
    const host = new Host(model, table, "Ana", does);
    table.listen(() => host.tell());
    const seat = (name) => { const guest = {name, link: line(), since: 0, left: 30, at: Date.now()}; host.guests.push(guest); return guest; };
    return {table, told, host, seat};
  },
}), null)"""


@pytest.fixture(scope="module")
def scripts():
    found = Scripts("play/scripts/host.js")
    found.run(HELP)
    return found


places = st.one_of(st.sampled_from(["pile", "table", "discard"]), st.integers(0, 4))
actions = st.one_of(
    st.just({"do": "draw"}),
    st.just({"do": "draw"}),
    st.builds(lambda on: {"do": "task", "on": on}, st.booleans()),
    st.builds(lambda to: {"do": "deal", "to": to, "count": 1}, st.integers(0, 4)),
    st.builds(lambda card, to: {"do": "move", "cards": [card], "to": to}, st.integers(0, 19), places),
    st.builds(lambda of, to: {"do": "move", "cards": [], "of": of, "to": to}, st.sampled_from(["secret", "table", "pile", "secret"]), st.sampled_from(["discard", "pile", 2])),
    st.builds(lambda card: {"do": "typed", "card": card}, st.integers(0, 19)),
    st.builds(lambda every: {"do": "shuffle", "all": every}, st.booleans()),
    st.builds(lambda hand: {"do": "leave", "person": hand}, st.integers(0, 4)),
    st.builds(lambda hand: {"do": "rename", "person": hand, "name": "Bo"}, st.integers(2, 4)),
    st.builds(lambda hidden, by: {"do": "join", "name": "Lurker" if hidden else "Seen", "person": {"hidden": hidden, "by": "" if hidden else by}},
        st.booleans(), st.sampled_from(["", "Ben", "Cleo"])),
    st.builds(lambda veiled: {"do": "veil", "veiled": veiled}, st.booleans()),
    st.builds(lambda veiled: {"do": "veil", "veiled": veiled}, st.booleans()),
    st.builds(lambda hand: {"do": "acted", "person": hand}, st.integers(0, 4)),
    st.builds(lambda target: {"do": "note", "note": {"roll": "x", "title": "x", "text": "", "target": target}}, st.sampled_from(["Lurker", "Seen"])),
    st.just({"do": "note", "note": "the cards on the table"}),
    st.builds(lambda seed: {"do": "new", "seed": seed, "drawn": 2}, st.just("secret-seed")),
    st.just({"do": "reseed", "seed": "secret-seed-too"}),
)  # fmt: skip


VEIL, DRAW = {"do": "veil", "veiled": True}, {"do": "draw"}


@example(done=[VEIL, DRAW, {"do": "task"}, {"do": "move", "cards": [], "of": "secret", "to": 2}])
@example(done=[VEIL, DRAW, {"do": "task"}, {"do": "move", "cards": [], "of": "secret", "to": "pile"}])
@example(done=[VEIL, DRAW, {"do": "move", "cards": [], "of": "table", "to": 2}, DRAW, {"do": "veil", "veiled": False}])
@example(done=[VEIL, DRAW, {"do": "move", "cards": [], "of": "table", "to": "discard"}])
@example(done=[VEIL, DRAW, {"do": "leave", "person": 0}, {"do": "veil", "veiled": False}])
@example(done=[DRAW, VEIL, {"do": "note", "note": "the cards on the table"}, DRAW, {"do": "task", "on": True}, DRAW])
@settings(max_examples=200, deadline=None)
@given(done=st.lists(actions, min_size=30, max_size=60))
def test_no_view_holds_a_hidden_card_or_person_or_the_shuffle(scripts, done):
    """What was never seen on the table, in the discard or in the own hand is nowhere in the view of a guest."""
    wrong = scripts.run(
        """(() => {
          let state = after(model, newState(model, "secret-first"), {do: "join", name: "Lurker", person: {hidden: true}}, {do: "join", name: "Seen", person: {by: "Ben"}},
            {do: "join", name: "Other", person: {by: "Cleo", from: "file:///secret-folder/sheet.html"}});
          let secret = [], seen = new Set();
          for (const action of done) {
            const last = state;
            if (action.note?.target === "Lurker" && !state.people.some(({name}) => name === "Lurker")) continue;
            if (action.of) action.cards = state[action.of].slice(0, 1);
            const noted = action.note === "the cards on the table" ? {...action, note: {roll: "x", title: "x", text: "", cards: state.table}} : action;
            state = act(model, state, noted);
            if (state === last) continue;
            // an account of its own: what went from a hidden table to the discard is not seen, until it is shown
            const gone = last.veiled ? last.table.filter((card) => state.discard.includes(card)) : [];
            const revealed = action.do === "veil" && !action.veiled && last.table.length;
            secret = [...secret, ...gone].filter((card) => state.discard.includes(card) && !(revealed && !state.secret.includes(card)));
            if (action.do === "leave" || action.do === "move" && ["table", "discard"].includes(action.to)) secret = secret.filter((card) => !(last.people[action.person]?.cards ?? []).includes(card));
            if (action.do === "new") secret = [];
            const view = viewFor(model, state, "Ben"), text = JSON.stringify(view);
            if (/secret-/.test(text)) return ["seed", action];
            if (/Lurker/.test(text)) return ["person", action];
            if (view.pile.some((card) => card !== -1) || view.pile.length !== state.pile.length) return ["pile", action];
            if (state.veiled && view.table.some((card) => card !== -1)) return ["veiled", action];
            if (view.discard.some((card) => secret.includes(card))) return ["discard", action, secret];
            for (const each of view.people) if (each.by !== "Ben" && each.cards.some((card) => card !== -1)) return ["hand", action];
            for (const card of [view.table, view.discard, ...view.people.filter(({by}) => by === "Ben").map(({cards}) => cards)].flat()) seen.add(card);
            for (const entry of view.log) for (const card of [...entry.cards ?? [], ...entry.note?.cards ?? []]) if (card !== -1 && !seen.has(card)) return ["log", action, entry];
            if (view.passes.some(({drawn, without}) => drawn.length + without.length)) return ["passes"];
            if (!viewOf(model, JSON.parse(JSON.stringify({format: FORMAT, ...view})))) return ["no view", action];
          }
          return null;
        })()""",
        model=MODEL, done=done,
    )  # fmt: skip
    assert wrong is None


def test_a_guest_sees_the_own_hand_and_backs(scripts):
    state, view, other = scripts.run(
        "(() => { const state = played(model); return [state, viewFor(model, state, 'Ben'), viewFor(model, state, 'Cleo')]; })()",
        model=MODEL,
    )
    assert [person["name"] for person in view["people"]] == ["Oru", "Tamsin", "Raider"]
    assert [person["cards"] for person in view["people"]] == [state["people"][0]["cards"], [-1, -1], []]
    assert [person["cards"] for person in other["people"]] == [[-1, -1], state["people"][2]["cards"], []]
    assert (view["table"], set(view["pile"]), view["seed"]) == (state["table"], {-1}, "")


def test_a_game_goes_on_from_what_a_guest_saw(scripts):
    state, view, mine = scripts.run(
        """(() => {
          const state = after(model, played(model), {do: "veil", veiled: true}, {do: "draw"}, {do: "task"});
          const view = viewFor(model, state, "Ben");
          return [state, view, stateOf(model, JSON.stringify({format: FORMAT, ...takenOver(model, view, "t")}))];
        })()""",
        model=MODEL,
    )
    assert mine is not None  # every card is somewhere, once
    assert (mine["table"], mine["people"][0]["cards"]) == (state["table"], state["people"][0]["cards"])
    assert [len(each["cards"]) for each in mine["people"]] == [len(each["cards"]) for each in view["people"]]
    assert mine["pile"] != state["pile"]


MAY = [
    ({"do": "draw"}, {"do": "draw"}),
    ({"do": "task"}, {"do": "task"}),
    ({"do": "deal", "to": "Oru"}, {"do": "deal", "to": 0, "count": 1}),
    ({"do": "deal", "to": "Oru", "count": 1e9}, {"do": "deal", "to": 0, "count": 10}),
    ({"do": "acted", "person": "Oru"}, {"do": "acted", "person": 0}),
    ({"do": "note-on", "person": "Oru", "tracks": {"ct": 2}}, {"do": "note-on", "person": 0, "tracks": {"ct": 2}}),
]
NOT = [
    ({"do": "deal", "to": "Tamsin"}, "not your person"),
    ({"do": "deal", "to": "Drone"}, "not your person"),
    ({"do": "deal", "to": 0}, "not your person"),
    ({"do": "acted", "person": "Tamsin"}, "not your person"),
    ({"do": "note-on", "person": "Raider", "tracks": {"ct": 2}}, "not your person"),
    ({"do": "note-on", "person": "Oru", "tracks": {"ct": "x"}}, "cannot be read"),
    ({"do": "roll", "roll": "x", "given": {}, "cards": [], "person": "Tamsin", "target": ""}, "not your person"),
    ({"do": "roll", "roll": "x", "given": {"x": {}}, "cards": [], "person": "Oru", "target": ""}, "cannot be read"),
    ({"do": "roll", "roll": "x", "given": {}, "cards": [99], "person": "Oru", "target": ""}, "not your card"),
    ({"do": "move", "cards": [0, 1, 2, 3, 4, 5], "to": "table"}, "not your card"),
    ({"do": "join", "name": "Raider"}, "There is a Raider already"),
    ({"do": "join", "name": "Drone"}, "already"),
    ({"do": "join", "name": 3}, "nonsense"),
    ({"do": "join", "name": "x", "person": {"tracks": 3}}, "nonsense"),
    ({"do": "new", "seed": "x"}, "Only the Master"),
    ({"do": "shuffle", "all": True}, "Only the Master"),
    ({"do": "veil", "veiled": False}, "Only the Master"),
    ({"do": "leave", "person": "Oru"}, "Only the Master"),
    ({"do": "turn", "person": "Oru", "turn": 99}, "Only the Master"),
    ({"do": "round"}, "Only the Master"),
    ({"do": "note", "note": {"title": "x"}}, "Only the Master"),
    ({"do": "source", "source": "own"}, "Only the Master"),
    ({"do": "typed", "card": 3}, "Only the Master"),
    ({"do": "undo"}, "Only the Master"),
    ({"do": "__proto__"}, "Only the Master"),
    ({}, "Only the Master"),
    (None, "nonsense"),
    ({"do": "move", "to": "Oru"}, "nonsense"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "done"), MAY, ids=lambda each: json.dumps(each)[:40])
def test_what_a_guest_may_do(scripts, asked, done):
    assert scripts.run("asked(model, played(model), 'Ben', wanted)", model=MODEL, wanted=asked) == done


@pytest.mark.parametrize(("asked", "words"), NOT, ids=lambda each: json.dumps(each)[:60])
def test_what_a_guest_may_not_do_is_refused(scripts, asked, words):
    found = scripts.run("asked(model, played(model), 'Ben', wanted)", model=MODEL, wanted=asked)
    assert isinstance(found, str), found
    assert words in found


def test_cards_of_the_own_hand_are_played_and_given(scripts):
    assert scripts.run(
        """(() => {
          const state = played(model), [card] = state.people[0].cards, [other] = state.people[2].cards;
          const move = (cards, to) => asked(model, state, "Ben", {do: "move", cards, to});
          return [move([card, card], "table").cards.length, move([card], "discard").to, move([card], "Oru").to, typeof move([card], "pile"),
            typeof move([card], "Tamsin"), typeof move([other], "table"), typeof move([state.table[0]], "discard"), typeof move([state.pile[0]], "table")];
        })()""",
        model=MODEL,
    ) == [1, "discard", 0, "string", "string", "string", "string", "string"]  # fmt: skip


def test_a_guest_acts_in_turn_or_as_the_target(scripts):
    assert scripts.run(
        """(() => {
          const roll = {do: "roll", roll: "x", given: {}, cards: [], person: "Oru", target: "Drone"};
          const may = (state) => [roll, {do: "draw"}, {do: "acted", person: "Oru"}].map((each) => typeof asked(model, state, "Ben", each) === "object");
          const order = after(model, played(model), {do: "round"}, {do: "turn", person: 0, turn: 5}, {do: "turn", person: 2, turn: 9});
          const aimed = act(model, order, {do: "note", note: {target: "Oru"}});
          const next = act(model, order, {do: "acted", person: 2});
          return [may(after(model, played(model), {do: "round"})), may(order), may(aimed), may(next), may(act(model, next, {do: "veil", veiled: true})),
            asked(model, next, "Ben", roll).target, asked(model, order, "Ben", roll), asked(model, next, "Ben", {...roll, target: "Raider"}).target];
        })()""",
        model=MODEL,
    ) == [
        [True] * 3, [False] * 3, [True, True, False], [True] * 3, [False, False, True], "", "It is not your turn.", "Raider",
    ]  # fmt: skip


def test_a_person_comes_with_a_guest_and_again(scripts):
    first, again = scripts.run(
        """(() => {
          const joins = (state, name, person) => asked(model, state, "Ben", {do: "join", name, person});
          const first = joins(played(model), "  Ily  <b>" + "x".repeat(99), {by: "Cleo", hidden: true, turn: 99, cards: [3], note: "Size 6"});
          return [first, joins(after(model, played(model), {do: "turn", person: 0, turn: 4}), "Oru", {note: "new", turn: 99})];
        })()""",
        model=MODEL,
    )
    person = first["person"]
    assert (len(person["name"]), person["by"], person["hidden"], person["turn"], person["cards"], person["note"]) == (
        40, "Ben", False, None, [], "Size 6",
    )  # fmt: skip
    assert (again["do"], again["person"], again["part"]["note"], again["part"]["turn"]) == ("person", 0, "new", 4)


@pytest.mark.parametrize(
    "text", ["", "{", "null", "[null]", "[[]]", '"x"', "3", '{"do":{}}', '{"do":"move","cards":{}}', "[" * 5000, '{"do":"roll","cards":[{}],"given":{}}']
)  # fmt: skip
def test_nonsense_from_a_guest_is_answered_and_changes_nothing(scripts, text):
    same, texts, state = scripts.run(
        """(() => {
          const {table, host, seat} = hosting(model, played(model)), guest = seat("Ben"), before = table.now;
          host.heard(guest, text);
          return [table.now === before, guest.link.texts, guest.link.state];
        })()""",
        model=MODEL, text=text,
    )  # fmt: skip
    assert same
    assert state == "open"
    assert all(set(each) == {"words"} and each["words"] for each in texts)


def test_too_much_from_a_guest_closes_its_line_alone(scripts):
    for code in ("'x'.repeat(50_000_000)", "'x'.repeat(65_537)", "null"):
        states, told, same = scripts.run(
            f"""(() => {{
              const {{table, host, seat, told}} = hosting(model), ben = seat("Ben"), cleo = seat("Cleo"), before = table.now;
              host.heard(ben, {code});
              return [[ben.link.state, cleo.link.state], told, table.now === before];
            }})()""",
            model=MODEL,
        )
        assert states == ["closed", "open"]
        assert told == ["Ben sent too much: the line is closed."]
        assert same


def test_a_flood_is_slowed_and_then_closed(scripts):
    drawn, words, state = scripts.run(
        """(() => {
          const {table, host, seat} = hosting(model), ben = seat("Ben");
          for (let i = 0; i < 50; i += 1) host.heard(ben, '{"do":"draw"}');
          const slowed = [table.now.table.length, ben.link.texts.filter(({words}) => words === "Not so fast.").length > 5];
          for (let i = 0; i < 50; i += 1) host.heard(ben, '{"do":"draw"}');
          return [...slowed, ben.link.state];
        })()""",
        model=MODEL,
    )
    assert drawn < 50
    assert words
    assert state == "closed"


def test_each_guest_gets_its_view_after_each_change(scripts):
    assert scripts.run(
        """(() => {
          const {table, host, seat} = hosting(model, played(model)), ben = seat("Ben"), cleo = seat("Cleo");
          host.heard(ben, '[{"do":"task"},{"do":"draw"}]');
          host.heard(ben, '{"do":"deal","to":"Oru"}');
          table.undo();
          const same = [ben, cleo].map(({name, link}) => JSON.stringify(viewFor(model, table.now, name)) === JSON.stringify(viewOf(model, link.texts.at(-1).state)));
          return [same, table.now.log.at(-1).by, host.here.map(({name, away}) => [name, away])];
        })()""",
        model=MODEL,
    ) == [[True, True], "Ben", [["Ana", 0], ["Ben", 0], ["Cleo", 0]]]  # fmt: skip


def test_a_long_log_is_cut_to_what_a_message_holds(scripts):
    size, entries = scripts.run(
        """(() => {
          const {table, seat} = hosting(model), ben = seat("Ben");
          for (let i = 0; i < 300; i += 1) table.change({do: "note", note: {title: "x", text: "y".repeat(900)}});
          const last = ben.link.texts.at(-1);
          return [JSON.stringify(last).length, last.state.log.length];
        })()""",
        model=MODEL,
    )
    assert size < 80_000
    assert entries > 20


@pytest.mark.parametrize(
    "change", ["state.pile.push(-1)", "state.pile.push(3)", "state.table[0] = 99", "state.table = [0, 0]", "state.format = 'x'", "state.table.push(state.table[0])",
        "state.pile[0] = -2", "state.people[0].cards.push(-1)", "state.people = {}", "state.log[0].cards = [44]", "state = 3", "state = null"]
)  # fmt: skip
def test_a_host_that_sends_no_table_of_this_deck_is_not_believed(scripts, change):
    same, told = scripts.run(
        """(() => {
          const told = [], table = new Table(model, newState(model, "s")), before = table.now;
          const guest = new Guest(model, table, "Ben", {told: (words) => told.push(words), changed: () => null});
          let state = JSON.parse(JSON.stringify({format: FORMAT, ...viewFor(model, played(model), "Ben")}));
          if (!viewOf(model, state)) throw new Error("it was none before");
          eval(change);
          guest.heard(JSON.stringify({state, here: []}));
          return [table.now === before, told];
        })()""",
        model=MODEL, change=change,
    )  # fmt: skip
    assert same
    assert "no table of this deck" in told[0]


def test_a_guest_takes_what_the_host_sends_and_asks_by_names(scripts):
    found = scripts.run(
        """(() => {
          const told = [], table = new Table(model, newState(model, "s"));
          const guest = new Guest(model, table, "Ben", {told: (words) => told.push(words), changed: () => null});
          guest.link = line();
          guest.heard(JSON.stringify({state: {format: FORMAT, ...viewFor(model, played(model), "Ben")}, here: [{name: "Ana"}, {name: "<b>", away: 3}, 5]}));
          guest.heard(JSON.stringify({words: "No."}));
          guest.send([{do: "deal", to: 1}, {do: "move", cards: [3], to: "table"}, {do: "acted", person: 0}]);
          guest.link.state = "closed";
          guest.send([{do: "draw"}]);
          return [table.now.people.length, guest.here, told, guest.link.texts];
        })()""",
        model=MODEL,
    )
    assert found[:2] == [3, [{"name": "Ana", "away": 0}, {"name": "<b>", "away": 3}, {"name": "", "away": 0}]]
    assert found[2][0] == "No."
    assert "not connected" in found[2][1]
    assert found[3] == [
        [{"do": "deal", "to": "Tamsin"}, {"do": "move", "cards": [3], "to": "table"}, {"do": "acted", "person": "Oru"}]
    ]
