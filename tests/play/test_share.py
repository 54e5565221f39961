"""Shared shuffles: what one sends gives another the same game, and all else is told in words."""

import pytest
from hypothesis import given, settings, strategies as st
from play_scripts import small_model
from script_modules import Scripts

MODEL = small_model()
OTHER = {**MODEL, "id": "sha256:" + "0" * 64}
SHARE = (
    "random.js",
    "store.js",
    "places.js",
    "reading.js",
    "engine.js",
    "words.js",
    "share.js",
)


@pytest.fixture(scope="module")
def scripts():
    return Scripts(*(f"play/scripts/{name}" for name in SHARE))


def read(scripts, text, model=MODEL):
    return scripts.run("readShare(model, text)", model=model, text=text)


def shared(scripts, seed="KMRT-7QX2"):
    return scripts.run("shareText(model, newState(model, seed))", model=MODEL, seed=seed)


@settings(max_examples=150, deadline=None)
@given(seed=st.text(max_size=30))
def test_any_seed_goes_there_and_back(scripts, seed):
    before, after = scripts.run(
        """(() => {
          const before = newState(model, seed), found = readShare(model, shareText(model, before));
          return [before, found.action && act(model, newState(model, "other"), found.action)];
        })()""",
        model=MODEL, seed=seed,
    )  # fmt: skip
    assert after == before


def test_a_game_goes_on_where_it_was_shared(scripts):
    before, after, text = scripts.run(
        """(() => {
          let state = newState(model, "KMRT-7QX2");
          while (state.shuffles < 3) state = act(model, act(model, state, {do: "task"}), {do: "draw"});
          for (let i = 0; i < 5; i += 1) state = act(model, state, {do: "draw"});
          const text = shareText(model, state, true);
          return [state, act(model, newState(model, ""), readShare(model, text).action), text];
        })()""",
        model=MODEL,
    )
    assert text.startswith("deckgen:1a2b3c4d:3.6:")
    assert (after["pile"], after["discard"], after["due"]) == (
        before["pile"],
        before["table"] + before["discard"],
        before["due"],
    )


def test_a_shuffle_without_all_cards_is_shared_from_its_start(scripts):
    text = scripts.run(
        """(() => {
          let state = newState(model, "s");
          for (const action of [{do: "join", name: "Ann"}, {do: "deal", to: 0, count: 3}, {do: "shuffle"}]) state = act(model, state, action);
          return shareText(model, state, true);
        })()""",
        model=MODEL,
    )
    assert text.startswith("deckgen:1a2b3c4d:1.0:")


def test_what_cannot_be_told_is_known(scripts):
    found = scripts.run(
        """(() => {
          const after = (...actions) => isTold(model, actions.reduce((state, action) => act(model, state, action), newState(model, "s")));
          const join = {do: "join", name: "Ann"}, deal = {do: "deal", to: 0, count: 2};
          return [after(), after({do: "draw"}, {do: "task"}, {do: "draw"}), after(join, deal), after(join, deal, {do: "shuffle"}), after(join, deal, {do: "shuffle", all: true}),
            after({do: "move", cards: [9], to: "table"}), after({do: "draw"}, {do: "reseed", seed: "t"}), after({do: "typed", card: 3})];
        })()""",
        model=MODEL,
    )
    assert found == [True, True, False, False, True, False, False, True]


TURN = """(() => {
  let state = newState(model, "s");
  const person = {by: "Ben", note: "Size 6", presets: [{title: "x", roll: "y", given: {}}], acts: {skill: 7}, tracks: {ct: {label: "CT", value: 2, most: 30}}};
  for (const action of [{do: "join", name: "Oru", person}, {do: "join", name: "Ann"}, {do: "deal", to: 0, count: 3}, {do: "round"}, {do: "turn", person: 0, turn: 31},
    {do: "draw"}, {do: "task"}, {do: "draw"}, {do: "note", note: {roll: "r", given: {}, cards: [], title: "Fight", text: "A hit."}}, ...more]) state = act(model, state, action);
  return state;
})()"""


def test_a_turn_tells_the_table_to_one_who_has_it_not(scripts):
    before, after, again = scripts.run(
        f"""(() => {{
          const before = {TURN}, turn = JSON.parse(JSON.stringify(tellTurn(before)));
          return [before, stateOfTurn(model, newState(model, "other"), turn), stateOfTurn(model, before, turn)];
        }})()""",
        model=MODEL, more=[],
    )  # fmt: skip
    for name in ("seed", "shuffles", "pile", "table", "discard", "round", "due", "source"):
        assert after[name] == before[name], name
    assert after["log"][-1] == before["log"][-1]
    told = {**before["people"][0], "presets": [], "acts": {}}
    assert after["people"] == [told, before["people"][1]]
    assert again["people"] == before["people"]  # what one has of one's own stays


@pytest.mark.parametrize("change", ["turn.cards[0] += '('", "turn.cards.pop()", "turn.cards[1] = '~~'", "turn.people = 3", "turn.people[0] = []",
    "turn.people[0][1] = {name: 3}", "turn.people[0][0] = turn.cards[0]", "turn.seed = 3", "turn.last = {}", "turn.last.cards = [99]", "turn = null", "turn.shuffles = 0"])  # fmt: skip
def test_a_turn_of_nonsense_is_none(scripts, change):
    assert scripts.run(
        f"(() => {{ const before = {TURN}; let turn = JSON.parse(JSON.stringify(tellTurn(before))); eval(change); return stateOfTurn(model, before, turn); }})()",
        model=MODEL, more=[], change=change,
    ) is None  # fmt: skip


def test_known_texts_are_still_read(scripts):
    assert shared(scripts) == "deckgen:1a2b3c4d:1.0:1626:KMRT-7QX2"


@pytest.mark.parametrize(
    "around", ["  {}\n", "“{}”", "Play this: {}", "> {}\r\nSee you!", "{}. Have fun!", "DECKGEN{0}"]
)
def test_a_share_is_found_in_a_message(scripts, around):
    text = shared(scripts)
    text = around.format(text.removeprefix("deckgen") if around.startswith("DECK") else text)
    assert read(scripts, text) == {
        "action": {"do": "new", "seed": "KMRT-7QX2", "shuffle": 1, "drawn": 0},
        "problem": "",
    }


@pytest.mark.parametrize(
    "text", ["", "KMRT-7QX2", "hello", "deckgen:", "deckgen:1a2b3c4d", "{}" * 5000, "deckgen play DECK.json"]
)
def test_what_is_no_share_is_told_with_a_remedy(scripts, text):
    found = read(scripts, text)
    assert found["action"] is None
    assert "no shared shuffle" in found["problem"]
    assert "seed of a new game" in found["problem"]


def test_a_changed_or_cut_share_is_told(scripts):
    text = shared(scripts, "Tuesday’s fight")
    for broken in (
        text[:-1],
        text.replace("1.0", "1.1"),
        text.replace("1.0", "0.0"),
        text.replace("fight", "flight"),
    ):
        found = read(scripts, broken)
        assert found["action"] is None
        assert "not whole" in found["problem"]


def test_more_cards_than_the_deck_has_are_told(scripts):
    text = scripts.run(
        "`deckgen:1a2b3c4d:1.55:${checkOf('1a2b3c4d', 1, 55, 's')}:s`",
    )
    assert "not whole" in read(scripts, text)["problem"]


def test_a_share_of_another_deck_says_which_and_what_then(scripts):
    found = read(scripts, shared(scripts, "Tuesday <b>"), OTHER)
    assert found["action"] is None
    assert "another deck (1a2b3c4d; here it is 00000000)" in found["problem"]
    assert "“Tuesday <b>”" in found["problem"]


@settings(max_examples=200, deadline=None)
@given(
    text=st.one_of(st.text(max_size=80), st.from_regex(r"deckgen:[0-9a-f]{8}:\d+\.\d+:[0-9a-f]{4}:.*", fullmatch=True))
)
def test_any_text_is_either_read_or_told(scripts, text):
    found = read(scripts, text)
    assert bool(found["problem"]) != bool(found["action"])
