/*
 * People: what they bring to a roll, who is aimed at, their hands and tracks, and whose turn it is.
 */

import { coded, decoded } from "../../web/scripts/codes.js";
import { faceUrl } from "../../web/scripts/faces.js";
import { answersOf, hitPlaceOf } from "./engine.js";
import { personOf } from "./storage.js";
import { inOrder } from "./store.js";
import { backOf, cardButton } from "./view-card.js";
import { askName, by, copyText, make, press, remark } from "./view-kit.js";
import { presetButton, stepper } from "./view-rolls.js";
import { resolution } from "./view-table.js";
import { say, turnText } from "./words.js";

/** @param {State} state @param {string} name */
export function personNamed(state, name) {
  return state.people.find((each) => each.name === name) ?? null;
}

// What people bring to a roll

/** What a fact answers; undefined as long as it is not known where the target is hit.
 * @param {PersonFact} fact @param {Person} person @param {Answers} given @param {string} place */
function factAnswer(fact, person, given, place) {
  if (typeof fact !== "object" || Array.isArray(fact)) return fact;
  if ("by" in fact) return fact.at[String(given[fact.by] ?? "")] ?? fact.at[""];
  const tracks = Object.entries(person.tracks);
  const highest = (/** @type {string} */ name) => Math.max(0, ...tracks.filter(([own]) => `${own}.`.startsWith(`${name}.`)).map(([, { value }]) => value));
  const counted = (/** @type {number} */ value) => ("of" in fact && fact.of ? fact.of[Math.min(value, fact.of.length - 1)] : value);
  if ("highest" in fact) return counted(highest(fact.highest));
  if (!place) return undefined;
  if ("at" in fact) return fact.at[place] ?? 0;
  return counted(person.tracks[`${fact.there}.${place}`] ? highest(`${fact.there}.${place}`) : highest(fact.there));
}

/** Answers to what a roll asks, of facts. @param {PersonFacts} facts @param {Person} person @param {OpenAsk[]} asks
 * @param {Answers} given @param {string} [place] @returns {Answers} */
function factAnswers(facts, person, asks, given, place = "") {
  const own = asks.filter(({ name }) => Object.hasOwn(facts, name)).map(({ name }) => [name, factAnswer(facts[name], person, given, place)]);
  return Object.fromEntries(own.filter(([, answer]) => answer !== undefined));
}

/** Take what is known of who acts, and of who is aimed at, as given for the chosen roll.
 * @param {Model} model @param {State} state @param {Choice} choice */
export function learn(model, state, choice) {
  const { roll } = choice;
  const person = personNamed(state, choice.person);
  const preset = person?.presets.find(({ title, roll: named }) => title === choice.preset && choice.named(named) === roll) ?? null;
  const target = mayAim(state, choice) ? personNamed(state, choice.target) : null;
  choice.person = person?.name ?? "";
  choice.preset = preset?.title ?? "";
  const given = answersOf(model, roll.play(choice.given), { ...preset?.given, ...choice.typed });
  const known = {
    ...(person && factAnswers(person.acts, person, roll.asks, given)), ...(target && factAnswers(target.target, target, roll.asks, given)),
  };
  const placed = target ? roll.asks.filter(({ name }) => Object.hasOwn(target.target, name) && !(name in known)) : [];
  choice.facts = { ...known, ...preset?.given };
  choice.known = Object.keys(known);
  choice.placed = placed.map(({ name }) => name);
  choice.changePeople([choice.person, choice.preset, target?.name].join("/"));
}

/** Whether there is somebody to aim the chosen roll at. @param {State} state @param {Choice} choice */
export function mayAim(state, { roll, person }) {
  const others = state.people.filter(({ name }) => name !== person);
  const { notes, next } = roll.play({});
  const asks = (/** @type {Person} */ { target }) => roll.asks.some(({ name }) => Object.hasOwn(target, name));
  return others.length > 0 && ([...notes.map(({ on }) => on), ...next.map(({ of }) => of)].includes("target") || others.some(asks));
}

/** Who may be aimed at, as something to ask; null for nobody. @param {Model} model @param {State} state @param {Choice} choice @returns {Ask | null} */
export function whomAsk(model, state, choice) {
  if (!mayAim(state, choice)) return null;
  const names = ["", ...state.people.map(({ name }) => name).filter((name) => name !== choice.person)];
  const choices = names.map((name) => ({ name, label: name || say(model, "nobody"), number: 0, facts: {} }));
  return { name: "whom", label: say(model, "At whom?"), kind: "choice", default: "", section: "", choices, least: 0, most: 0, help: "", more: false, when: [] };
}

/** A roll with these cards; what the target has where it is hit is known once they show the place.
 * @param {Model} model @param {State} state @param {Asking} asking @param {number[]} cards @returns {Shown} */
export function resolved(model, state, { roll, given, person, target }, cards) {
  const resolve = (/** @type {Answers} */ answers) => ({ ...resolution(model, roll, answers, cards), person, target });
  const shown = resolve(given);
  const aimed = personNamed(state, target);
  const place = aimed && hitPlaceOf(model, roll.play(given), given, shown.playeds);
  if (!aimed || !place) return shown;
  const more = factAnswers(aimed.target, aimed, roll.asks, answersOf(model, roll.play(given), given), aimed.places[place] ?? place);
  return resolve({ ...more, ...given });
}

/** What was given before the cards showed a place. @param {State} state @param {Shown} shown @returns {Asking} */
export function askedFor(state, { roll, given, person, target }) {
  const facts = personNamed(state, target)?.target ?? {};
  const late = (/** @type {string} */ ask) => typeof facts[ask] === "object" && ("there" in facts[ask] || ("at" in facts[ask] && !("by" in facts[ask])));
  return { roll, person, target, given: Object.fromEntries(Object.entries(given).filter(([ask]) => !late(ask))) };
}

// The people that are here

/** Whose turn it is in the round; null if all have acted. @param {State} state */
export function turnNow(state) {
  return state.round ? inOrder(state).find(({ acted }) => !acted) ?? null : null;
}

/** Who is before or after somebody in the order of the round, "" for nobody. @param {State} state @param {string} name @param {number} step */
export function personBeside(state, name, step) {
  const names = inOrder(state).map((each) => each.name);
  return names[(Math.max(names.indexOf(name), step < 0 ? 0 : -1) + step + names.length) % names.length] ?? "";
}

/** @param {PlayModel} model @param {State} state @param {Choice} choice @param {Doing} doing */
export function showPeople(model, state, choice, doing) {
  const list = by("persons");
  const keep = new Map([...list.querySelectorAll("[data-card]")].map((each) => [/** @type {HTMLElement} */ (each).dataset.card, each]));
  const now = turnNow(state);
  const turns = press(now ? say(model, "Next turn") : state.round ? say(model, "Next round") : say(model, "First round"), () => doing.nextTurn(), { class: state.round && !now ? "small main" : "small", "data-focus": "turns" });
  by("round").replaceChildren(...(state.people.length ? [make("b", { text: state.round ? say(model, "Round {number}", { number: state.round }) : "" }), turns] : []));
  const made = inOrder(state).map((person) => personPart(model, state, person, choice, doing, keep, person === now));
  if (!made.length) made.push(make("p", { class: "hint", text: say(model, "Add who plays and who they meet: a name, or the code of a character’s sheet.") }));
  list.replaceChildren(...made);
}

/** What rolls have done to a person. @param {Model} model @param {Person} person */
function hurtLine(model, { tracks }) {
  const noted = new Set(model.plays.flatMap(({ notes }) => notes.filter(({ on }) => on === "target").map(({ track }) => track)));
  const hurt = Object.entries(tracks).filter(([name, { value }]) => value && noted.has(name.split(".")[0]));
  return hurt.map(([, { label, value, most }]) => `${label.split(": ").pop()} ${value}/${most}`).join(" · ");
}

let moreOpen = false;

/** @param {PlayModel} model @param {State} state @param {Person} person @param {Choice} choice @param {Doing} doing
 * @param {Map<string | undefined, Element>} keep  cards that are drawn already @param {boolean} now  whether it is its turn */
function personPart(model, state, person, choice, doing, keep, now) {
  const at = state.people.indexOf(person);
  const { name, cards } = person;
  const chosen = name === choice.person;
  const hurt = hurtLine(model, person);
  const status = [now ? say(model, "acts now") : person.acted && state.round ? say(model, "has acted") : "", hurt || person.note, person.by, person.hidden ? say(model, "hidden from players") : ""];
  const head = make("button", { type: "button", class: "who", "aria-expanded": String(chosen), click: () => doing.choosePerson(chosen ? "" : name), "data-focus": `who-${at}` },
    portrait(model, person),
    person.turn === null ? null : make("b", { class: "turn", text: turnText(person.turn) }),
    make("span", {}, make("b", { text: name }), make("small", { class: hurt ? "hurt" : null, text: status.filter(Boolean).join(" · ") })));
  if (cards.length && !chosen) head.append(make("span", { class: "held", "aria-label": say(model, "{count} cards, face down", { count: cards.length }), role: "img" }, backOf(model.faces), make("b", { text: String(cards.length) })));
  const part = make("section", { class: `person${chosen ? " chosen" : ""}${now ? " now" : ""}${person.acted ? " acted" : ""}` }, make("h3", {}, head));
  if (!chosen) return part;
  const presets = make("div", { class: "presets" }, ...person.presets.map((preset, number) =>
    presetButton(choice, name, preset, doing.choosePerson, { "data-focus": `preset-${at}-${number}` })));
  const hand = make("div", { class: "fan" }, ...cards.map((card) => (card < 0 || doing.hides(person)
    ? make("span", { class: "card" }, backOf(model.faces))
    : keep.get(String(card)) ?? cardButton(model.faces, model.cards[card], [], model.cards[card].word, () => doing.enlarge(card, [])))));
  const act = (/** @type {Partial<Person>} */ given) => () => doing.act({ do: "person", person: at, part: given });
  const does = make("p", { class: "row" },
    state.source === "own" ? null : press(say(model, "Deal a card"), () => doing.act({ do: "deal", to: at }), { class: "small", "data-focus": `deal-${at}` }, "draw"),
    state.round ? press(say(model, "Has acted"), () => (person.acted ? act({ acted: false })() : doing.act({ do: "acted", person: at })), { class: "small", "aria-pressed": String(person.acted), "data-focus": `acted-${at}` }) : null);
  const steps = Object.entries(person.tracks).map(([track, { label, value, most }]) =>
    stepped(model, label, `${value}/${most}`, (more) => doing.act({ do: "note-on", person: at, tracks: { [track]: more } }), `${track}-${at}`));
  steps.push(stepped(model, say(model, "Turn"), person.turn === null ? "–" : turnText(person.turn), (more) => doing.act({ do: "turn", person: at, turn: Math.floor(person.turn ?? 0) + more }), `turn-${at}`));
  const more = /** @type {HTMLDetailsElement} */ (make("details", { open: moreOpen, toggle: () => { moreOpen = more.open; } }, make("summary", { text: say(model, "Tracks and more") }),
    make("div", { class: "tracks" }, ...steps), make("p", { class: "row" },
      press(say(model, "Rename"), () => askName(say(model, "Rename"), name, (given) => { doing.act({ do: "rename", person: at, name: given }); doing.choosePerson(given, choice.preset); }), { class: "small" }),
      choice.preset ? press(say(model, "Forget {preset}", { preset: choice.preset }), act({ presets: person.presets.filter(({ title }) => title !== choice.preset) }), { class: "small" }) : null,
      press(say(model, "Hidden"), act({ hidden: !person.hidden }), { class: "small", "aria-pressed": String(person.hidden), "data-focus": `hidden-${at}` }),
      press(say(model, "Back to the sheet"), () => backToSheet(model, doing.hides(person) ? { ...person, from: "" } : person), { class: "small" }),
      press(say(model, "Remove"), () => doing.act({ do: "leave", person: at }), { class: "small", "aria-label": `${name}: ${say(model, "Remove")}` }))));
  part.append(presets, hand, does, more);
  return part;
}

/** A small face, if the game has faces and nobody chose another. @param {PlayModel} model @param {Person} person */
function portrait(model, { name, face }) {
  const source = face === "-" ? "" : faceUrl(model.looks, name, face ?? "", true);
  return source ? make("img", { class: "face", src: source, alt: "" }) : null;
}

/** A number between buttons for less and more. @param {Model} model @param {string} label @param {string} value @param {(more: number) => void} step @param {string} key */
function stepped(model, label, value, step, key) {
  const made = stepper(model, label, make("output", { text: value }), step, key);
  return make("div", { class: "ask" }, make("span", { class: "label", text: label }), made);
}

// From the sheet, and back

/** Somebody comes to the table, or comes again with other numbers. @param {Model} model @param {State} state @param {string} text  a name, a code, or what a file says
 * @param {Doing} doing @param {number} [preset]  the number of the one to choose; then tracks stay as the table has them */
async function bringPerson(model, state, text, doing, preset = -1) {
  const code = /deckgen-\w+-\d+:/i.test(text) ? await decoded(text, "person") : null;
  if (code?.problem) return remark(code.problem === "cut" ? say(model, "The code is cut off: {got} of {of} letters arrived.", { got: code.got, of: code.of }) : say(model, "That is no code of a person that can be read."));
  let data = code?.data ?? { format: PERSON_FORMAT, name: text, game: model.game };
  try {
    if (text.trim().startsWith("{")) data = JSON.parse(text);
  } catch {
    data = null;
  }
  const person = data?.format === PERSON_FORMAT ? personOf(data) : null;
  if (!person) return remark(say(model, "That is no person of deckgen."));
  if (!person.name) return remark(say(model, "This character has no name yet: write one on the sheet."));
  if (data.game !== model.game) return remark(say(model, "{name} plays another game.", { name: person.name }));
  const { by: _, turn: __, acted: ___, hidden: ____, ...part } = person;
  const { tracks: _____, ...numbers } = part;
  const at = state.people.findIndex((each) => each.name === person.name);
  if (at < 0) doing.act({ do: "join", name: person.name, person: part });
  else if (code || data.presets) doing.act({ do: "person", person: at, part: preset < 0 ? part : numbers });
  doing.choosePerson(person.name, person.presets[Math.max(preset, 0)]?.title);
}

/** Bring whom a sheet sends: "#person=CODE&preset=2". @param {Model} model @param {import("./store.js").Table} table @param {Doing} doing */
export async function welcome(model, table, doing) {
  const { person: code, preset } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!code) return;
  history.replaceState(null, "", location.pathname + location.search);
  await bringPerson(model, table.now, code, doing, preset === undefined ? -1 : Number(preset) || 0);
}

const PERSON_FORMAT = "deckgen-person/1";

/** To the sheet that a person came from, with its tracks as they are now; else as a code. @param {Model} model @param {Person} person */
async function backToSheet(model, { name, note, face, presets, acts, target, tracks, places, from }) {
  const code = await coded("person", { format: PERSON_FORMAT, game: model.game, name, note, face, presets, acts, target, tracks, places, from });
  const address = from && URL.canParse(from, location.href) ? new URL(from, location.href) : null;
  if (address && ["http:", "https:", "file:"].includes(address.protocol)) {
    address.hash = `person=${code}`;
    window.open(address, "deckgen-sheet");
  } else await copyText(model, code, say(model, "The code of {name} is copied: paste it into the sheet.", { name }));
}

/** Ask who comes. @param {Model} model @param {State} state @param {Doing} doing */
export function addPerson(model, state, doing) {
  const bring = (/** @type {string} */ text) => void bringPerson(model, state, text, doing);
  const file = /** @type {HTMLInputElement} */ (make("input", { type: "file", class: "hidden", tabindex: "-1", "aria-hidden": "true", change: async () => { by("ask-name").close(); if (file.files?.[0]) bring(await file.files[0].text()); } }));
  askName(say(model, "Add a person"), say(model, "Player {number}", { number: String(state.people.length + 1) }), bring,
    make("p", { class: "hint", text: say(model, "A name, or a code that a character’s sheet has copied.") }), make("p", {}, file, press(say(model, "Open a file"), () => file.click(), { class: "small" })));
}
