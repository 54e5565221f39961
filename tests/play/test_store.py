"""The table of the page that plays a deck: whatever is done, every card is somewhere, once."""

import pytest
from hypothesis import given, settings, strategies as st
from play_scripts import small_model
from script_modules import Scripts

MODELS = {
    "jokers": small_model(),
    "one joker": small_model(20, (7,)),
    "no joker": small_model(9, ()),
    "every draw": small_model(reshuffle="every-draw"),
    "never": small_model(12, (0, 11), reshuffle="never"),
    "put back": small_model(draw="with-replacement"),
    "one card": small_model(1, (0,)),
}


@pytest.fixture(scope="module")
def scripts():
    found = Scripts("play/scripts/random.js", "play/scripts/store.js")
    found.run(HELP)
    return found


HELP = """(Object.assign(globalThis, {
  whole(model, state) {  // what is wrong with a state, "" for nothing
    const hands = state.people.map((person) => person.cards);
    const cards = [state.pile, state.table, state.discard, ...hands].flat().sort((a, b) => a - b);
    if (cards.length !== model.cards.length || cards.some((card, at) => card !== at)) return "cards " + cards;
    const last = state.passes.at(-1);
    const seen = [...last.drawn, ...last.without];
    if (new Set(seen).size !== seen.length) return "a card was drawn twice of one shuffle";
    if (state.pile.some((card) => last.drawn.includes(card))) return "a drawn card is in the pile";
    if (state.secret.some((card) => !state.discard.includes(card))) return "a secret card is not in the discard";
    return "";
  },
  frozen(value) {
    if (value && typeof value === "object" && !Object.isFrozen(value)) { Object.freeze(value); Object.values(value).forEach(frozen); }
    return value;
  },
  after(model, state, ...actions) { return actions.reduce((now, action) => act(model, now, action), state); },
}), null)"""


def hands(state):
    return [(person["name"], person["cards"]) for person in state["people"]]


places = st.one_of(st.sampled_from(["pile", "table", "discard"]), st.integers(0, 3))
cards = st.integers(0, 55)
tracks = st.integers(0, 9).map(lambda value: {"ct": {"label": "CT", "value": value, "most": 9}})
parts = st.fixed_dictionaries(
    {}, optional={"hidden": st.booleans(), "by": st.sampled_from(["", "Ben"]), "tracks": tracks, "cards": st.just([1])}
)
actions = st.one_of(
    st.just({"do": "draw"}),
    st.just({"do": "task"}),
    st.builds(lambda to, count: {"do": "deal", "to": to, "count": count}, st.integers(0, 3), st.integers(0, 60)),
    st.builds(lambda each, to: {"do": "move", "cards": each, "to": to}, st.lists(cards, max_size=8), places),
    st.builds(lambda card: {"do": "typed", "card": card}, cards),
    st.builds(lambda every: {"do": "shuffle", "all": every}, st.booleans()),
    st.builds(lambda name: {"do": "join", "name": name}, st.text(max_size=60)),
    st.builds(lambda hand, name: {"do": "rename", "person": hand, "name": name}, st.integers(0, 3), st.text(max_size=3)),
    st.builds(lambda hand: {"do": "leave", "person": hand}, st.integers(0, 3)),
    st.builds(lambda hand, part: {"do": "person", "person": hand, "part": part}, st.integers(0, 3), parts),
    st.builds(lambda name, part: {"do": "join", "name": name, "person": part}, st.text(max_size=3), parts),
    st.builds(lambda hand, turn: {"do": "turn", "person": hand, "turn": turn}, st.integers(0, 3), st.integers(0, 54)),
    st.builds(lambda hand: {"do": "acted", "person": hand}, st.integers(0, 3)),
    st.builds(lambda hand, by: {"do": "note-on", "person": hand, "tracks": {"ct": by}}, st.integers(0, 3), st.integers(-9, 9)),
    st.builds(lambda veiled: {"do": "veil", "veiled": veiled}, st.booleans()),
    st.builds(lambda on: {"do": "task", "on": on}, st.booleans()),
    st.builds(lambda seed: {"do": "reseed", "seed": seed}, st.text(max_size=3)),
    st.just({"do": "round"}),
    st.builds(lambda note: {"do": "note", "note": note}, st.text(max_size=3)),
    st.builds(
        lambda seed, shuffle, drawn: {"do": "new", "seed": seed, "shuffle": shuffle, "drawn": drawn},
        st.text(max_size=3), st.integers(-3, 9), st.integers(-3, 60),
    ),
    st.builds(lambda source: {"do": "source", "source": source}, st.sampled_from(["pile", "own"])),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(model=st.sampled_from(sorted(MODELS)), done=st.lists(actions, max_size=40))
def test_every_card_is_somewhere_once_whatever_is_done(scripts, model, done):
    wrong = scripts.run(
        """(() => {
          let state = frozen(newState(model, "seed"));
          for (const action of done) {
            state = frozen(act(model, state, action));
            if (whole(model, state)) return [action, whole(model, state)];
          }
          return null;
        })()""",
        model=MODELS[model],
        done=done,
    )
    assert wrong is None


@settings(max_examples=50, deadline=None)
@given(done=st.lists(actions, max_size=25))
def test_undo_and_redo_are_exact(scripts, done):
    assert scripts.run(
        """(() => {
          const table = new Table(model, newState(model, "seed")), states = [table.now];
          for (const action of done) if (table.change(action)) states.push(table.now);
          const last = states.length - 1;
          for (let at = last; at > 0; at -= 1) { if (table.now !== states[at] || !table.undo()) return "undo " + at; }
          if (table.now !== states[0] || table.undo() || table.past.length) return "start";
          for (let at = 1; at <= last; at += 1) { if (!table.redo() || table.now !== states[at]) return "redo " + at; }
          return table.redo() ? "end" : "";
        })()""",
        model=MODELS["jokers"], done=done,
    ) == ""  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_a_thousand_random_actions_and_draws_leave_the_deck(scripts, model):
    """Actions by a generator of their own; then a thousand draws, each after what was in play is resolved."""
    assert scripts.run(
        """(() => {
          let state = newState(model, "thousand"), random = 1;
          const below = (count) => (random = (random * 48271) % 2147483647) % count;
          const places = ["pile", "table", "discard", 0, 1, 2];
          const any = [() => ({do: "draw"}), () => ({do: "draw"}), () => ({do: "deal", to: below(3), count: below(6)}),
            () => ({do: "task"}), () => ({do: "move", cards: [below(54), below(54)], to: places[below(6)]}),
            () => ({do: "typed", card: below(54)}), () => ({do: "shuffle", all: !below(4)}), () => ({do: "join", name: "x"}),
            () => ({do: "leave", person: below(3)})];
          for (let i = 0; i < 1000; i += 1) {
            state = act(model, state, any[below(any.length)]());
            if (whole(model, state)) return whole(model, state);
          }
          state = act(model, state, {do: "shuffle", all: true});
          let drawn = 0;
          for (let i = 0; i < 1000; i += 1) {
            state = after(model, state, {do: "task"}, {do: "draw"});
            drawn += state.table.length;
            if (whole(model, state)) return whole(model, state);
          }
          return drawn === 1000 ? "" : "drawn " + drawn;
        })()""",
        model=MODELS[model],
    ) == ""  # fmt: skip


def test_the_first_pile_is_the_first_shuffle_of_the_seed(scripts):
    model = MODELS["jokers"]
    state = scripts.run("newState(model, ' seed ')", model=model)
    assert state["pile"] == scripts.run("shuffledOrder('seed', 1, 54)")
    assert (state["seed"], state["shuffles"], state["due"]) == ("seed", 1, False)
    drawn = scripts.run("after(model, newState(model, 'seed'), {do: 'draw'}, {do: 'draw'}).table", model=model)
    assert drawn == state["pile"][:2]


def test_a_joker_has_the_deck_shuffled_once_it_is_resolved(scripts):
    state = scripts.run(
        """(() => {
          let state = newState(model, "seed");
          while (!state.due) state = act(model, state, {do: "draw"});
          return [state, act(model, state, {do: "task"})];
        })()""",
        model=MODELS["jokers"],
    )
    before, after = state
    assert before["table"][-1] in {0, 53}
    assert not {0, 53} & set(before["table"][:-1])
    assert (before["shuffles"], after["shuffles"]) == (1, 2)
    assert (after["due"], after["discard"], after["table"], len(after["pile"])) == (False, [], [], 54)
    assert [entry["what"] for entry in after["log"][-2:]] == ["task", "shuffle"]


def test_a_task_without_a_joker_only_puts_cards_down(scripts):
    model = MODELS["no joker"]
    state = scripts.run("after(model, newState(model, 's'), {do: 'draw'}, {do: 'draw'}, {do: 'task'})", model=model)
    order = scripts.run("shuffledOrder('s', 1, 9)")
    assert (state["discard"], state["pile"], state["shuffles"]) == (order[:2], order[2:], 1)
    assert scripts.run(
        "(() => { const s = newState(model, 's'); return act(model, s, {do: 'task'}) === s; })()", model=model
    )


def test_a_joker_in_a_hand_waits_till_it_is_shown(scripts):
    """Else a shuffle would tell the others who holds it."""
    code = """(() => {
      let state = after(model, newState(model, "s"), {do: "join", name: "Ann"}, {do: "move", cards: [53, 5], to: 0}, {do: "task"});
      return [state.due, after(model, state, {do: "move", cards: [5], to: "table"}).due,
        after(model, state, {do: "move", cards: [53], to: "table"}).due,
        after(model, state, {do: "move", cards: [53], to: "discard"}).due,
        after(model, state, {do: "leave", person: 0}).due];
    })()"""
    assert scripts.run(code, model=MODELS["jokers"]) == [False, False, True, True, True]


def test_hands_keep_their_cards_when_the_deck_is_shuffled(scripts):
    code = """after(model, newState(model, "s"), {do: "join", name: "Ann"}, {do: "deal", to: 0, count: 5}, {do: "draw"}, {do: "shuffle", all: every})"""
    state = scripts.run(code, model=MODELS["jokers"], every=False)
    held = scripts.run("shuffledOrder('s', 1, 54)")[:6]
    assert (state["people"][0]["cards"], state["table"]) == (held[:5], held[5:])
    assert state["pile"] == [card for card in scripts.run("shuffledOrder('s', 2, 54)") if card not in held]
    assert sorted(state["passes"][-1]["without"]) == sorted(held)
    state = scripts.run(code, model=MODELS["jokers"], every=True)
    assert (hands(state), len(state["pile"])) == ([("Ann", [])], 54)


def test_a_pile_that_runs_out_takes_the_discards(scripts):
    code = """after(model, newState(model, "s"), {do: "join", name: "Ann"}, {do: "deal", to: 0, count: 4},
      {do: "draw"}, {do: "draw"}, {do: "task"}, {do: "deal", to: 0, count: 99}, {do: "draw"})"""
    state = scripts.run(code, model=MODELS["no joker"])
    assert (len(state["people"][0]["cards"]), state["pile"], state["discard"], state["shuffles"]) == (
        9,
        [],
        [],
        2,
    )
    assert scripts.run(
        "(() => { const s = "
        + code
        + "; return s.pile.length + s.discard.length === 0 && act(model, s, {do: 'draw'}) === s; })()",
        model=MODELS["no joker"],
    )


def test_every_draw_and_put_back_take_from_a_whole_deck(scripts):
    code = """(() => {
      let state = newState(model, "s"), found = [];
      for (let i = 0; i < 3; i += 1) { state = after(model, state, {do: "task"}, {do: "draw"}, {do: "draw"}); found.push(state.table); }
      return found;
    })()"""
    order = [scripts.run("shuffledOrder('s', n, 54)", n=n) for n in range(1, 9)]
    assert scripts.run(code, model=MODELS["every draw"]) == [order[0][:2], order[1][:2], order[2][:2]]
    assert scripts.run(code, model=MODELS["put back"]) == [[order[2][0]], [order[4][0]], [order[6][0]]]


def test_cards_of_an_own_deck(scripts):
    """A typed card that lies in the discard tells that the deck was shuffled."""
    code = """(() => {
      let state = after(model, newState(model, "s"), {do: "source", source: "own"}, {do: "typed", card: 8}, {do: "task"});
      const again = after(model, state, {do: "typed", card: 8});
      return [state.discard, state.shuffles, state.passes.at(-1).drawn, again.table, again.shuffles, again.passes.at(-1).drawn,
        after(model, again, {do: "typed", card: 53}).due, act(model, state, {do: "typed", card: 99}) === state];
    })()"""
    assert scripts.run(code, model=MODELS["jokers"]) == [[8], 1, [8], [8], 2, [8], True, True]


def test_cards_that_are_looked_for_are_not_drawn_by_chance(scripts):
    code = """after(model, newState(model, "s"), {do: "draw"}, {do: "join", name: ""}, {do: "move", cards: [9], to: 0},
      {do: "move", cards: [shuffledOrder("s", 1, 54)[0]], to: "pile"}, {do: "draw"}, {do: "draw"}).passes"""
    order = scripts.run("shuffledOrder('s', 1, 54)")
    assert 9 not in order[:2]
    assert scripts.run(code, model=MODELS["jokers"]) == [{"without": [9, order[0]], "drawn": order[1:2]}]


def test_a_new_game_keeps_players_and_begins_where_one_wants(scripts):
    code = """after(model, newState(model, "s"), {do: "join", name: " Ann "}, {do: "deal", to: 0, count: 5},
      {do: "new", seed: "t", shuffle: 3, drawn: 10})"""
    state = scripts.run(code, model=MODELS["jokers"])
    order = scripts.run("shuffledOrder('t', 3, 54)")
    assert (state["discard"], state["pile"], state["shuffles"]) == (order[:10], order[10:], 3)
    assert hands(state) == [("Ann", [])]
    assert state["due"] == bool({0, 53} & set(order[:10]))
    assert [entry["what"] for entry in state["log"]] == ["new"]


def test_one_change_is_one_step_and_a_failure_none(scripts):
    assert scripts.run(
        """(() => {
          const table = new Table(model, newState(model, "s")), told = [], start = table.now;
          table.listen((now) => told.push(now.table.length));
          table.change((todo) => { todo({do: "draw"}); if (table.now.table.length !== 1) throw new Error(); todo({do: "draw"}); });
          try { table.change((todo) => { todo({do: "draw"}); throw new Error("no"); }); } catch (error) { told.push(error.message); }
          const kept = table.now.table.length;
          const idle = table.change({do: "move", cards: [], to: "table"});
          table.undo();
          const back = table.now === start;
          table.change([{do: "draw"}, {do: "note", note: {x: 1}}]);
          return [told, kept, idle, back, table.redo(), table.now.log.at(-1).note];
        })()""",
        model=MODELS["jokers"],
    ) == [[2, "no", 0, 1], 2, False, True, False, {"x": 1}]  # fmt: skip


def test_the_log_tells_what_moved_and_stays_short(scripts):
    code = """after(model, newState(model, "s"), {do: "join", name: "Ann"}, {do: "deal", to: 0, count: 1}, {do: "draw"}, {do: "draw"},
      {do: "move", cards: shuffledOrder("s", 1, 54).slice(0, 2), to: "discard"}, {do: "rename", person: 0, name: "Bo"}).log"""
    order = scripts.run("shuffledOrder('s', 1, 54)")
    unstamped = {"by": "", "person": "", "round": 0, "time": 0}
    log = scripts.run(code, model=MODELS["jokers"])[1:]
    assert all(entry.items() >= unstamped.items() for entry in log)
    assert [{name: value for name, value in entry.items() if name not in unstamped} for entry in log] == [
        {"what": "join", "text": "Ann"},
        {"what": "deal", "cards": order[:1], "from": "pile", "to": "Ann"},
        {"what": "draw", "cards": order[1:2], "from": "pile", "to": "table"},
        {"what": "draw", "cards": order[2:3], "from": "pile", "to": "table"},
        {"what": "move", "cards": order[:2], "from": "", "to": "discard"},
        {"what": "rename", "from": "Ann", "text": "Bo"},
    ]
    length = """(() => { let s = newState(model, "s"); for (let i = 0; i < 600; i += 1) s = act(model, s, {do: "note", note: i});
      return [s.log.length, s.log.at(-1).note]; })()"""
    assert scripts.run(length, model=MODELS["jokers"]) == [500, 599]


def test_what_is_done_is_stamped(scripts):
    log = scripts.run(
        """(() => {
          const table = new Table(model, newState(model, "s"));
          table.change({do: "round"});
          table.change([{do: "join", name: "Oru"}, {do: "draw"}], {by: "Ben", person: "Oru", time: 7});
          return table.now.log.map(({what, by, person, round, time}) => [what, by, person, round, time]);
        })()""",
        model=MODELS["jokers"],
    )
    assert log == [
        ["new", "", "", 0, 0],
        ["round", "", "", 1, 0],
        ["join", "Ben", "Oru", 1, 7],
        ["draw", "Ben", "Oru", 1, 7],
    ]


def test_a_round_begins_with_nobody_having_acted(scripts):
    state = scripts.run(
        """after(model, newState(model, "s"), {do: "join", name: "Oru", person: {note: "Size 6", cards: [3]}}, {do: "turn", person: 0, turn: 31},
          {do: "acted", person: 0}, {do: "person", person: 0, part: {hidden: true, cards: [5], name: " Bo "}})""",
        model=MODELS["jokers"],
    )
    (person,) = state["people"]
    assert (person["name"], person["note"], person["turn"], person["acted"], person["hidden"], person["cards"]) == (
        "Bo", "Size 6", 31, True, True, [],
    )  # fmt: skip
    for stays, turn in (("true", 31), ("false", None)):
        after = scripts.run(f"act(model, state, {{do: 'round', stays: {stays}}})", model=MODELS["jokers"], state=state)
        assert (after["round"], after["people"][0]["turn"], after["people"][0]["acted"]) == (1, turn, False)


def test_numbers_are_noted_on_tracks_as_far_as_these_go(scripts):
    state, text, idle = scripts.run(
        """(() => {
          const person = {tracks: {ct: {label: "CT", value: 3, most: 9}, "wounds.head": {label: "Head", value: 0, most: 3}}};
          const state = after(model, newState(model, "s"), {do: "join", name: "Oru", person});
          const next = act(model, state, {do: "note-on", person: 0, tracks: {ct: -5, "wounds.head": 9, other: 1, toString: 1}});
          return [next, next.log.at(-1).text, act(model, next, {do: "note-on", person: 0, tracks: {ct: -1}}) === next];
        })()""",
        model=MODELS["jokers"],
    )
    assert {name: track["value"] for name, track in state["people"][0]["tracks"].items()} == {"ct": 0, "wounds.head": 3}
    assert (text, idle) == ("CT 3 → 0, Head 0 → 3", True)


VEILED = """(() => {
  let state = after(model, newState(model, "s"), {do: "draw"}, {do: "task"}, {do: "veil", veiled: true}, {do: "draw"}, {do: "task", on: true},
    {do: "draw"}, {do: "note", note: {title: "Fight", text: "It fails."}});
  for (const action of then) state = act(model, state, action);
  return [state.veiled, state.table.length, state.secret.length, state.log.filter(({veiled}) => veiled).map(({what}) => what)];
})()"""


def test_what_is_hidden_stays_so_until_it_is_shown(scripts):
    model = MODELS["no joker"]
    hidden = ["draw", "task", "draw", "note"]
    assert scripts.run(VEILED, model=model, then=[]) == [True, 1, 1, hidden]
    assert scripts.run(VEILED, model=model, then=[{"do": "veil", "veiled": False}]) == [False, 1, 0, []]
    keep = [{"do": "task"}]
    assert scripts.run(VEILED, model=model, then=keep) == [False, 0, 2, [*hidden, "task"]]
    again = [*keep, {"do": "veil", "veiled": True}, {"do": "draw"}, {"do": "veil", "veiled": False}]
    assert scripts.run(VEILED, model=model, then=again) == [False, 1, 2, [*hidden, "task"]]  # the second roll alone
    assert scripts.run(VEILED, model=model, then=[{"do": "shuffle"}])[2] == 0


def test_who_is_hidden_is_not_named(scripts):
    log = scripts.run(
        """(() => {
          let state = after(model, newState(model, "s"), {do: "join", name: "Raider", person: {hidden: true}}, {do: "join", name: "Ann"},
            {do: "deal", to: 0, count: 1}, {do: "rename", person: 0, name: "Bandit"});
          state = act(model, state, {do: "note", note: {title: "Fight"}}, {person: "Bandit"});
          state = after(model, state, {do: "note", note: {target: "Bandit"}}, {do: "leave", person: 0}, {do: "note", note: {}});
          return state.log.map(({what, hidden = false}) => [what, hidden]);
        })()""",
        model=MODELS["jokers"],
    )
    assert log == [
        ["new", False], ["join", True], ["join", False], ["deal", True], ["rename", True], ["note", True], ["note", True],
        ["leave", True], ["note", False],
    ]  # fmt: skip


def test_a_secret_seed_shuffles_the_pile_alone(scripts):
    before, after = scripts.run(
        """(() => {
          const before = after(model, newState(model, "known"), {do: "draw"}, {do: "task"}, {do: "draw"}, {do: "join", name: "Ann"}, {do: "deal", to: 0, count: 2});
          return [before, act(model, before, {do: "reseed", seed: "secret"})];
        })()""",
        model=MODELS["no joker"],
    )
    assert after["pile"] != before["pile"]
    assert sorted(after["pile"]) == sorted(before["pile"])
    assert (after["seed"], after["discard"], after["table"], after["people"]) == (
        "secret", before["discard"], before["table"], before["people"],
    )  # fmt: skip
    assert after["passes"][-1] == {"without": sorted(set(range(9)) - set(before["pile"])), "drawn": []}


def test_a_state_that_is_taken_has_no_past(scripts):
    assert scripts.run(
        """(() => {
          const table = new Table(model, newState(model, "s")), other = newState(model, "t");
          table.change({do: "draw"});
          table.take(other);
          return [table.now === other, table.past.length > 0, table.undo(), table.redo()];
        })()""",
        model=MODELS["jokers"],
    ) == [True, False, False, False]  # fmt: skip
