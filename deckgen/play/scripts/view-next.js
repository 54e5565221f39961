/*
 * What follows from a result: the next rolls by the rules, notes on tracks, a place in the round, and a preset of it.
 */

import { nextOf, notesOf, turnOf } from "./engine.js";
import { askName, make, press } from "./view-kit.js";
import { askedFor, personNamed } from "./view-people.js";
import { answerText } from "./view-rolls.js";
import { say, turnText } from "./words.js";

/** The numbers that a result has for the tracks of a person. @param {Model} model @param {State} state @param {Shown} shown */
function trackNotes(model, state, { roll, given, playeds, person, target }) {
  /** @type {Map<string, {[track: string]: number}>} */
  const found = new Map();
  for (const { on, track, place, add } of notesOf(model, roll.play(given), given, playeds)) {
    const name = on === "self" ? person : target;
    const { tracks = {}, places = {} } = personNamed(state, name) ?? {};
    const at = [`${track}.${places[place] ?? place}`, track].find((each) => Object.hasOwn(tracks, each));
    if (at) found.set(name, { ...found.get(name), [at]: (found.get(name)?.[at] ?? 0) + add });
  }
  return found;
}

/** Buttons for what follows from a result. @param {Model} model @param {State} state @param {Choice} choice @param {Shown} shown
 * @param {Doing} doing @returns {{due: string[], made: Node}} */
export function nextParts(model, state, choice, shown, doing) {
  const { roll, given, playeds, person } = shown;
  const actor = personNamed(state, person);
  const row = make("div", { class: "next", role: "group", "aria-label": say(model, "What comes next") });
  const due = [];
  const play = roll.play(given);
  const main = () => (row.querySelector(".main") ? {} : { class: "main", "aria-keyshortcuts": "n" });
  for (const [name, tracks] of trackNotes(model, state, shown)) {
    const at = state.people.findIndex((each) => each.name === name);
    const own = state.people[at].tracks;
    const text = Object.entries(tracks).map(([track, add]) => `${own[track].label} ${add < 0 ? "−" : "+"}${Math.abs(add)}`).join(", ");
    const noted = noteIsDone(state, name);
    if (!noted && Object.entries(tracks).every(([track, add]) => own[track].value === (add < 0 ? 0 : own[track].most))) continue; // they are full
    const does = press(noted ? say(model, "Noted on {name}", { name }) : say(model, "Note it on {name}", { name }), () => { if (!noted) doing.act({ do: "note-on", person: at, tracks }); },
      { ...(noted ? {} : main()), "aria-disabled": String(noted), "data-focus": `note-${at}` }, noted ? "good" : "pen"); // the next roll would take it away
    does.append(make("small", { text }));
    row.append(does);
  }
  for (const next of nextOf(model, play, given, playeds)) {
    const named = choice.named(next.roll);
    if (!named) continue;
    const who = next.of === "self" ? person : shown.target;
    const asked = named.asks.filter(({ name }) => name in next.given).map((ask) => answerText(model, ask, next.given[ask.name])).filter(Boolean).join(" · ");
    const does = press(who && who !== person ? say(model, "{roll} of {name}", { roll: named.title, name: who }) : named.title, () => doing.follow(who, named, next), main());
    if (asked) does.append(make("small", { text: asked }));
    row.append(does);
    due.push(named.title);
  }
  const turn = turnOf(play, playeds);
  const at = actor ? state.people.indexOf(actor) : -1;
  if (actor && turn !== null && actor.turn !== turn) {
    row.append(press(say(model, "{turn} is the turn of {name}", { turn: turnText(turn), name: person }), () => doing.act({ do: "turn", person: at, turn }), main()));
  } else if (actor && play.turn.length && turn === null && state.round && !actor.acted) {
    row.append(press(say(model, "{name} does not act", { name: person }), () => doing.act({ do: "acted", person: at }), main()));
  }
  row.append(press(say(model, "Roll again"), () => doing.again(shown), { class: "small" }, "roll"));
  const keeper = actor ?? personNamed(state, choice.person);
  if (keeper && !keeper.presets.some(({ title }) => title === choice.preset)) {
    row.append(press(say(model, "Keep as …"), () => keepPreset(model, state, keeper, shown, doing), { class: "small" }, "pen"));
  }
  return { due, made: row };
}

/** Whether numbers were noted on a person since the last roll. @param {State} state @param {string} name */
function noteIsDone({ log }, name) {
  const since = log.slice(log.map(({ what }) => what).lastIndexOf("note"));
  return since.some(({ what, to }) => what === "note-on" && to === name);
}

/** @param {Model} model @param {State} state @param {Person} person @param {Shown} shown @param {Doing} doing */
function keepPreset(model, state, person, shown, doing) {
  const { roll, given } = askedFor(state, shown);
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in person.acts) && !(name in (personNamed(state, shown.target)?.target ?? {}))));
  askName(say(model, "Keep as …"), roll.title, (title) => {
    const presets = [...person.presets.filter((each) => each.title !== title), { title, roll: roll.id, given: own }];
    doing.act({ do: "person", person: state.people.indexOf(person), part: { presets } });
    doing.choosePerson(person.name, title);
  });
}
