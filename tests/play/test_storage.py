"""What the browser keeps of a game: it goes on, and play goes on where nothing can be kept."""

import json

import pytest
from hypothesis import given, settings, strategies as st
from play_scripts import small_model
from script_modules import Scripts

MODEL = small_model()
STORAGE = (
    "random.js",
    "store.js",
    "places.js",
    "reading.js",
    "engine.js",
    "words.js",
    "storage.js",
)
HELP = """(Object.assign(globalThis, {
  memory(kept = {}) {  // a browser's storage
    return {kept, getItem: (key) => kept[key] ?? null, setItem: (key, text) => { kept[key] = text; }};
  },
  refusing(name) {
    const refuse = () => { const error = new Error(name); error.name = name; throw error; };
    return {getItem: name === "SecurityError" ? refuse : () => null, setItem: refuse};
  },
  some(model) {
    return [{do: "join", name: "Ann"}, {do: "deal", to: 0, count: 3}, {do: "draw"}, {do: "task"}, {do: "draw"}, {do: "note", note: {a: [1]}}]
      .reduce((state, action) => act(model, state, action), newState(model, "s"));
  },
}), null)"""


@pytest.fixture(scope="module")
def scripts():
    found = Scripts(*(f"play/scripts/{name}" for name in STORAGE))
    found.run(HELP)
    return found


def test_a_game_goes_on(scripts):
    before, after, told = scripts.run(
        """(() => {
          const told = [], kept = memory(), state = some(model);
          new Saved(model, (words) => told.push(words), () => kept).keep(state);
          return [state, new Saved(model, (words) => told.push(words), () => kept).open("new"), told];
        })()""",
        model=MODEL,
    )
    assert after == before
    assert told == []


def test_the_last_steps_can_be_undone_when_the_page_is_opened_again(scripts):
    before, after, kept = scripts.run(
        """(() => {
          const kept = memory(), saved = new Saved(model, null, () => kept), table = new Table(model, some(model));
          for (let i = 0; i < 30; i += 1) table.change([{do: "task"}, {do: "draw"}]);
          saved.keep(table.now, table.past);
          const again = new Saved(model, null, () => kept), now = again.open("new"), other = new Table(model, now, again.openPast(now));
          const states = (each) => { const found = []; for (let i = 0; i < 20; i += 1) { if (!each.undo()) break; found.push(each.now); } return found; };
          return [states(table), states(other), other.past.length > 0];
        })()""",
        model=MODEL,
    )
    assert len(after) == 20
    assert after == before
    assert kept is False


@pytest.mark.parametrize(
    "change",
    ["past[5] = null", "past[5].pile.pop()", "past[5].later = 'x'", "past = {}", "past = null", "past[5].later = -3"],
)
def test_a_past_of_nonsense_is_left_out(scripts, change):
    count = scripts.run(
        """(() => {
          const kept = memory(), saved = new Saved(model, null, () => kept), table = new Table(model, some(model)), key = `deckgen-play/${model.id}/past`;
          for (let i = 0; i < 9; i += 1) table.change({do: "draw"});
          saved.keep(table.now, table.past);
          let past = JSON.parse(kept.kept[key]);
          eval(change);
          kept.kept[key] = JSON.stringify(past);
          return saved.openPast(table.now).length;
        })()""",
        model=MODEL, change=change,
    )  # fmt: skip
    assert count == (0 if change.startswith("past =") else count)
    assert count < 10


def test_a_long_past_is_cut(scripts):
    size = scripts.run(
        """(() => {
          const kept = memory(), saved = new Saved(model, null, () => kept);
          const table = new Table(model, act(model, some(model), {do: "person", person: 0, part: {note: "x".repeat(15_000)}}));
          for (let i = 0; i < 20; i += 1) table.change({do: "draw"});
          saved.keep(table.now, table.past);
          return kept.kept[`deckgen-play/${model.id}/past`].length;
        })()""",
        model=MODEL,
    )
    assert 100_000 < size <= 200_000


def test_the_first_game_is_a_new_one(scripts):
    state = scripts.run("new Saved(model, null, () => memory()).open('seed').seed", model=MODEL)
    assert state == "seed"


def test_decks_are_kept_apart(scripts):
    seed = scripts.run(
        """(() => {
          const kept = memory();
          new Saved(model, null, () => kept).keep(newState(model, "mine"));
          return new Saved({...model, id: "sha256:other"}, null, () => kept).open("new").seed;
        })()""",
        model=MODEL,
    )
    assert seed == "new"


@pytest.mark.parametrize(("name", "words"), [("QuotaExceededError", "is full"), ("SecurityError", "keeps nothing")])
def test_full_or_forbidden_is_said_once_and_play_goes_on(scripts, name, words):
    seed, told = scripts.run(
        """(() => {
          const told = [], saved = new Saved(model, (words) => told.push(words), () => refusing(name));
          const state = saved.open("seed");
          for (let i = 0; i < 3; i += 1) saved.keep(state);
          return [state.seed, told];
        })()""",
        model=MODEL, name=name,
    )  # fmt: skip
    assert seed == "seed"
    assert len(told) == 1
    assert words in told[0]


def test_a_browser_that_has_no_storage_at_all(scripts):
    told = scripts.run(
        """(() => {
          const told = [], none = () => { throw new TypeError("null"); };
          const saved = new Saved(model, (words) => told.push(words), none);
          saved.keep(saved.open("s"));
          return told;
        })()""",
        model=MODEL,
    )
    assert len(told) == 1
    assert "keeps nothing" in told[0]


BROKEN = [
    "", "{", "null", "[]", "1", '"x"', "{}",
    "state.format = 'other'", "state.seed = 3", "state.shuffles = 0", "state.pile.pop()", "state.pile[0] = 54",
    "state.pile[0] = state.table[0]", "state.pile[0] += 0.5", "state.pile = {}", "state.people = null", "state.people[0] = null",
    "state.people[0].cards = 3", "state.people[0].name = {}", "state.people[0].turn = 'x'", "state.people[0].acts = []",
    "state.people[0].tracks = {ct: 3}", "state.people[0].target = {armor: {at: {head: {}}}}", "state.people[0].presets = [{title: 'x'}]",
    "state.format = 'deckgen-table/1'", "state.secret = [99]", "state.veiled = 0", "state.round = null", "state.log[0].time = 'x'", "state.source = 'sleeve'", "state.due = 1", "state.passes = []",
    "state.passes[0].drawn.push(1, 1)", "state.passes[0] = null", "state.log = {}", "state.log.push(null)",
    "state.log.push({what: 'draw', cards: [99]})", "state.log.push({what: 'draw', cards: 'x'})", "state.log.push({what: 7})",
]  # fmt: skip


@pytest.mark.parametrize("change", BROKEN)
def test_nonsense_is_told_and_a_new_game_begins(scripts, change):
    seed, told = scripts.run(
        """(() => {
          const told = [], kept = memory(), key = `deckgen-play/${model.id}`;
          new Saved(model, null, () => kept).keep(some(model));
          const state = JSON.parse(kept.kept[key]);
          if (change.startsWith("state")) { eval(change); kept.kept[key] = JSON.stringify(state); } else kept.kept[key] = change;
          return [new Saved(model, (words) => told.push(words), () => kept).open("new").seed, told];
        })()""",
        model=MODEL, change=change,
    )  # fmt: skip
    assert seed == "new"
    assert told == ["What the browser kept of this deck is no game: a new one begins."]


@settings(max_examples=100, deadline=None)
@given(value=st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["format", "seed", "pile", "people", "cards", "passes", "log", "drawn", "without"]), inner, max_size=5)))  # fmt: skip
def test_any_json_is_refused_without_a_problem(scripts, value):
    assert scripts.run("stateOf(model, text)", model=MODEL, text=json.dumps(value)) is None


def test_what_is_kept_beside_a_state_is_left_out(scripts):
    keys = scripts.run(
        "Object.keys(stateOf(model, JSON.stringify({format: 'deckgen-table/2', ...some(model), more: 1}))).includes('more')",
        model=MODEL,
    )
    assert keys is False


def test_a_person_from_elsewhere_is_read_or_refused(scripts):
    person = {
        "format": "deckgen-person/1",
        "name": "Oru" * 30,
        "cards": [3],
        "acts": {"skill": 7, "wound": {"highest": "wounds", "of": ["unhurt", 2]}},
        "target": {
            "armor": {"at": {"head": 2}},
            "old": {"there": "wounds", "of": [0, 1]},
            "dv": {"by": "skill", "at": {"": 1}},
        },
        "tracks": {"ct": {"label": "CT", "value": 0, "most": 30}},
        "presets": [{"title": "Pistol", "roll": "shoot", "given": {"skill": 7, "marks": [1, 2]}}],
    }
    found = scripts.run("personOf(data)", data=person)
    assert (len(found["name"]), found["cards"], found["turn"], "format" in found) == (40, [], None, False)
    assert {name: found[name] for name in ("acts", "target", "tracks", "presets")} == {
        name: person[name] for name in ("acts", "target", "tracks", "presets")
    }
    for wrong in (
        {"name": 3}, {"acts": {"x": None}}, {"acts": {"x": {"highest": 3}}}, {"target": {"x": {"at": [1]}}}, {"tracks": {"x": {"label": "x"}}},
        {"presets": {}}, {"places": {"x": 1}}, {"note": "x" * 30_000}, {"acts": None}, {"hidden": "yes"},
    ):  # fmt: skip
        assert scripts.run("personOf(data)", data={**person, **wrong}) is None, wrong
    for other in (None, 3, "x", [], {}):
        assert scripts.run("personOf(data)", data=other) is None


def test_another_tab_is_told_once(scripts):
    told = scripts.run(
        """(() => {
          const told = [], kept = memory(), saved = new Saved(model, (words) => told.push(words), () => kept);
          const key = `deckgen-play/${model.id}`;
          saved.keep(some(model));
          saved.changed({key, newValue: kept.kept[key]});
          saved.changed({key: "deckgen-play/other", newValue: "x"});
          saved.changed({key: null, newValue: null});
          const before = told.length;
          saved.changed({key, newValue: "another"});
          saved.changed({key, newValue: "yet another"});
          return [before, told];
        })()""",
        model=MODEL,
    )
    assert told[0] == 0
    assert len(told[1]) == 1
    assert "another tab" in told[1][0]


def test_how_the_page_is_set_is_kept(scripts):
    found = scripts.run(
        """(() => {
          const kept = memory(), saved = new Saved(model, null, () => kept), key = `deckgen-play/${model.id}`;
          saved.keepValue("look", "dark");
          saved.keepValue("rolls", {roll: "attack"});
          const again = new Saved(model, null, () => kept);
          const good = [again.value("look", "auto"), again.value("rolls", {}), again.value("none", 3)];
          kept.kept[`${key}/look`] = "{"; kept.kept[`${key}/rolls`] = "[1]";
          return [...good, again.value("look", "auto"), again.value("rolls", {}), again.open("new").seed];
        })()""",
        model=MODEL,
    )
    assert found == ["dark", {"roll": "attack"}, 3, "auto", {}, "new"]


def test_those_whom_the_page_was_made_with_come_once(scripts):
    seats = scripts.run(
        """(() => {
          const kept = memory(), saved = () => new Saved(model, null, () => kept);
          const people = [{name: "Ann", note: "Medic", format: "x"}, {name: "Bo"}, {name: "Cy", presets: 5}];
          const state = act(model, newState(model, "s"), {do: "join", name: "Bo"});
          const come = saved().newcomers(state, people);
          const seated = come.reduce((now, action) => act(model, now, action), state);
          const left = act(model, seated, {do: "leave", person: 0});
          const again = saved().newcomers(left, [...people, {name: "Di"}]);
          return [come, seated.people.map(({name, note, format}) => [name, note, format ?? null]), again.map(({name}) => name)];
        })()""",
        model=MODEL,
    )
    come, seated, again = seats
    assert [(each["do"], each["name"]) for each in come] == [("join", "Ann"), ("join", "Cy")]
    assert seated == [["Bo", "", None], ["Ann", "Medic", None], ["Cy", "", None]]
    assert again == ["Di"]
