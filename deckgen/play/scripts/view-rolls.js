/*
 * What can be rolled: the game's procedures, any place of any section, its examples; and the asks of the chosen one.
 */

import { answersOf, outlook, readingOf, tried } from "./engine.js";
import { halves, sectionOf } from "./places.js";
import { newSeed, shuffledOrder } from "./random.js";
import { by, choices, make, press, segments, sign } from "./view-kit.js";
import { chanceText, figureText, say, wordFor } from "./words.js";

/** All that can be rolled with a deck. @param {Model} model @returns {Roll[]} */
function rollsOf(model) {
  const plays = model.plays.map((play) => {
    const kind = /** @type {"example" | "procedure"} */ (play.example ? "example" : "procedure");
    return { id: `${kind}/${play.name}`, kind, title: play.title, story: play.story, asks: play.asks, play: () => play };
  });
  const read = model.sections.filter((section) => !section.constant).map((section) => readingRoll(model, section));
  return [...plays.filter((each) => each.kind === "procedure"), ...read, ...plays.filter((each) => each.kind === "example")];
}

/** Any place of one section. @param {Model} model @param {Section} section @returns {Roll} */
function readingRoll(model, section) {
  const number = { kind: /** @type {const} */ ("number"), section: "", choices: [], least: -99, most: 99, help: "", more: false, when: [] };
  const counts = section.kind === "grid" || section.kind === "rolls" || (section.kind === "dice" && section.rolls.some(({ parts }) => parts[0].kind === "number"));
  const asks = placeAsks(model, section);
  if (counts) {
    asks.push({ ...number, name: "add", label: say(model, "Added"), default: 0 });
    asks.push({ ...number, name: "against", label: say(model, "Against"), default: 5, open: true });
  }
  return {
    id: `read/${section.name}`, kind: "read", title: section.title, story: section.help, asks,
    play: (given) => {
      const value = (/** @type {string} */ name) => given[name] ?? asks.find((ask) => ask.name === name && !ask.open)?.default ?? null;
      const number = (/** @type {string} */ name) => (value(name) === null ? null : Number(value(name)));
      const place = section.kind === "table" ? `-${value("row")}` : [value("place") ?? section.choices[0]?.place ?? ""].flat().join(",");
      return readingOf(model, section.name, place, { add: number("add") ?? 0, against: number("against"), reached: number("reached") ?? undefined });
    },
  };
}

/** What must be known to find a place. @param {Model} model @param {Section} section @returns {OpenAsk[]} */
function placeAsks(model, section) {
  const places = section.choices;
  const label = say(model, "Place");
  const ask = { name: "place", label, section: section.name, choices: [], least: 1, most: 99, help: "", more: false, when: [] };
  if (section.kind === "grid" || section.kind === "rolls" || section.kind === "dice") {
    return section.kind === "grid" || section.rolls.length > 1 ? [{ ...ask, kind: "cell", default: middlePlace(section) }] : [];
  }
  if (section.kind === "table") {
    return [
      { ...ask, name: "row", kind: "row", label: say(model, "Row"), default: section.rows[0].label },
      { ...ask, name: "reached", kind: "number", label: say(model, "Reached by"), default: 10, least: -99 },
    ];
  }
  if (section.kind === "marks") return [{ ...ask, kind: "figures", default: [1] }];
  if (section.kind !== "stack" || section.height < 2) return [];
  return [{ ...ask, kind: "choice", default: "0", choices: places.map(({ place, word }) => ({ name: place, label: word, number: 0, facts: {} })) }];
}

/** Where one begins to look for a place. @param {GridSection | RollsSection | DiceSection} section */
function middlePlace(section) {
  if (section.kind !== "grid") return section.rolls[0].label;
  const column = section.columns[(section.columns.length - 1) >> 1];
  return `${column.label}-${Math.min(3, section.rows)}`;
}

/** Which roll is chosen, and what is given for each. */
export class Choice {
  /** @param {Model} model @param {() => void} changed */
  constructor(model, changed) {
    this.model = model;
    this.changed = changed;
    this.rolls = rollsOf(model);
    this.roll = this.rolls.find((roll) => roll.kind === "procedure") ?? this.rolls.find((roll) => roll.asks.length > 1) ?? this.rolls[0];
    /** @type {{[id: string]: Answers}} */
    this.all = {};
    /** Names of who acts, of its preset, and of who is aimed at; "" for none. */
    this.person = this.preset = this.target = "";
    /** @type {Answers} what these bring */
    this.facts = {};
    /** @type {Answers} what the result before says for this roll */
    this.passing = {};
    this.people = "";
    /** @type {string[]} asks that need no answer, and those that are answered once the cards show a place */
    this.known = [];
    /** @type {string[]} */
    this.placed = [];
  }

  /** What was typed for the chosen roll. */
  get typed() {
    return this.all[this.key] ?? {};
  }

  /** What is given for the chosen roll, without what is left as it is by default. */
  get given() {
    const all = { ...this.facts, ...this.typed, ...this.passing };
    return Object.fromEntries(Object.entries(all).filter(([name]) => this.roll.asks.some((ask) => ask.name === name)));
  }

  /** Asks of the same name mean the same in all procedures of a game, and are asked once; for each preset of each person. */
  get key() {
    if (this.roll.kind !== "procedure") return this.roll.id;
    return this.person ? `${this.person}/${this.preset}` : "procedure";
  }

  /** @param {string} name  of a procedure, or the id of a roll */
  named(name) {
    return this.rolls.find(({ id }) => id === name || id === `procedure/${name}`) ?? null;
  }

  /** The asks that come before the cards. */
  get before() {
    return this.roll.asks.filter(({ name, when }) => !when.length && !this.placed.includes(name));
  }

  /** @param {string} id */
  choose(id) {
    this.roll = this.named(id) ?? this.roll;
    this.changed();
  }

  /** @param {string} name @param {Answer | undefined} value */
  give(name, value) {
    const next = { ...this.all[this.key] };
    delete this.passing[name];
    if (value === undefined) delete next[name];
    else next[name] = value;
    this.all = { ...this.all, [this.key]: next };
    this.changed();
  }

  /** Other people: what is known of them counts, whatever was typed. @param {string} people */
  changePeople(people) {
    if (people === this.people) return;
    const known = [...this.known, ...this.placed];
    this.people = people;
    this.all = { ...this.all, [this.key]: Object.fromEntries(Object.entries(this.typed).filter(([name]) => !known.includes(name))) };
  }

  /** Choose to read one place of a section, named as the engine does. @param {string} section @param {string} place */
  readAt(section, place) {
    this.choose(`read/${section}`);
    const [named] = this.roll.asks;
    if (named?.name === "row") this.give("row", place.slice(place.lastIndexOf("-") + 1));
    else if (named?.name === "place") this.give("place", named.kind === "figures" ? place.split(",").map(Number) : place);
  }

  /** Take up what was chosen before, as far as it is still there. @param {any} before */
  restore(before) {
    const all = before?.all && typeof before.all === "object" ? before.all : {};
    this.all = Object.fromEntries(Object.entries(all).filter(([, given]) => given && typeof given === "object").map(([key, given]) => [key, { ...given }]));
    this.roll = this.named(String(before?.roll)) ?? this.roll;
    for (const name of /** @type {const} */ (["person", "preset", "target"])) this[name] = String(before?.[name] ?? "");
  }

  /** One line about the chosen roll. */
  line() {
    const { model, target, given } = this;
    const texts = this.before.filter((ask) => !ask.more || ask.name in given).map((ask) => answerText(model, ask, given[ask.name]));
    return [target && say(model, "at {name}", { name: target }), ...texts].filter(Boolean).join("\u00a0· ");
  }
}

/** An answer in a few letters. @param {Model} model @param {OpenAsk} ask @param {Answer | undefined} given */
export function answerText(model, ask, given) {
  if (ask.open && given === undefined) return "";
  const value = given ?? ask.default;
  if (ask.kind === "choice") return ask.choices.find((each) => each.name === value)?.label ?? "";
  if (ask.kind === "figures") return `${ask.label} ${Array.isArray(value) && value.length ? value.join(", ") : "–"}`;
  if (ask.section) return placeWord(sectionOf(model, ask.section), String(value));
  if (ask.name === "add" && !value) return "";
  const named = ask.choices.find((each) => each.number === value);
  return named ? named.label : `${ask.label} ${figureText(Number(value))}`;
}

/** A row or a roll; of a cell dice, if it stands for some. @param {Section} section @param {string} place */
function placeWord(section, place) {
  if (section.kind === "table") return wordFor(section.rows, place);
  if (section.kind === "rolls" || section.kind === "dice") return wordFor(section.rolls, place);
  const found = section.choices.find((each) => each.place === place);
  return found?.dice ? `${found.dice} (${found.word})` : found?.word ?? place;
}

/** Controls of the asks that follow from what came of a roll. @param {Model} model @param {Shown} shown
 * @param {(name: string, value: Answer | undefined) => void} give */
export function askedAfter(model, { roll, given, playeds }, give) {
  const answers = Object.entries(answersOf(model, roll.play(given), given));
  const results = new Map([...answers, ...playeds.map(({ step, result }) => /** @type {const} */ ([step.name, result?.name ?? ""]))]);
  const asks = roll.asks.filter(({ when }) => when.length && when.every(([name, wanted]) => wanted.includes(String(results.get(name)))));
  return asks.map((ask) => control({ model, given, give }, ask));
}

// Controls

/** What a control shows, and what it is for. @typedef {{model: Model, given: Answers, give: Choice["give"]}} Asked */

/** The controls of a roll's asks; what is rarely needed, or known of who acts, is folded away. @param {Choice} choice
 * @param {Ask | null} whom  who may be aimed at @param {(name: string) => void} aim */
export function showAsks(choice, whom, aim) {
  const form = by("asks");
  const { model } = choice;
  const isFolded = (/** @type {OpenAsk} */ ask) => ask.more || choice.known.includes(ask.name) || (ask.kind === "cell" && ask.name in choice.facts);
  const controls = choice.before.map((ask) => ({ ask, made: control(choice, ask) }));
  const folded = controls.filter(({ ask }) => isFolded(ask)).map(({ made }) => made);
  const open = choice.before.some((ask) => isFolded(ask) && ask.name in choice.typed);
  form.replaceChildren(
    ...(choice.roll.story ? [make("p", { class: "story", text: choice.roll.story })] : []),
    ...(whom ? [control({ model, given: { whom: choice.target }, give: (_, name) => aim(String(name)) }, whom)] : []),
    ...controls.filter(({ ask }) => !isFolded(ask)).map(({ made }) => made),
    ...(folded.length ? [make("details", { open }, make("summary", { text: say(model, "More") }), make("div", { class: "folded" }, ...folded))] : []),
  );
  form.hidden = !form.children.length;
}

/** @param {Asked} choice @param {OpenAsk} ask */
function control(choice, ask) {
  const id = `ask-${ask.name}`;
  const made = make("div", { class: `ask ${ask.kind}`, role: "group", "aria-labelledby": id }, make("span", { class: "label", id, text: ask.label }));
  const section = ask.section ? sectionOf(choice.model, ask.section) : null;
  if (ask.kind === "number") made.append(...numberControl(choice, ask));
  else if (ask.kind === "figures") made.append(figuresControl(choice, ask, section));
  else if (ask.kind === "cell" && section?.kind === "grid") made.append(...gridControl(choice, ask, section));
  else made.append(oneOf(choice, ask, optionsOf(ask, section)));
  const long = ask.choices.some((each) => each.label.length > 20); // which half a phone would cut off
  if (long || (ask.choices.length && ask.kind === "number")) made.classList.add("wide");
  if (ask.help) made.append(make("small", { text: ask.help }));
  return made;
}

/** @param {OpenAsk} ask @param {Section | null} section @returns {[string, string][]} */
function optionsOf(ask, section) {
  if (section?.kind === "table") return section.rows.map((row) => [row.label, row.word]);
  if (section?.kind === "rolls" || section?.kind === "dice") return section.rolls.map((roll) => [roll.label, roll.word]);
  return ask.choices.map((each) => [each.name, each.label]);
}

/** Few and short ones are buttons, others a list. @param {Asked} choice @param {OpenAsk} ask @param {[string, string][]} options */
function oneOf(choice, ask, options) {
  const value = String(choice.given[ask.name] ?? ask.default);
  const letters = options.reduce((sum, [, word]) => sum + word.length + 3, 0);
  const give = (/** @type {string} */ name) => choice.give(ask.name, name);
  if (options.length > 6 || letters > 26) return choices(ask.label, options, value, give);
  return segments(`ask-${ask.name}-one`, options, [value], give);
}

/** A number with a button to each side, and its names if it has some. @param {Asked} choice @param {OpenAsk} ask */
function numberControl(choice, ask) {
  const { model } = choice;
  const input = /** @type {HTMLInputElement} */ (make("input", { inputmode: "numeric", "aria-label": ask.label, maxlength: 5, placeholder: "–" }));
  const read = () => choice.given[ask.name] ?? (ask.open ? undefined : ask.default);
  const show = () => {
    const value = read();
    input.value = value === undefined ? "" : figureText(Number(value));
    list.value = String(ask.choices.find((each) => each.number === value)?.number ?? "");
  };
  /** @param {number | undefined} value */
  const set = (value) => {
    choice.give(ask.name, value === undefined ? undefined : Math.min(Math.max(value, ask.least), ask.most));
    show();
  };
  /** @param {number} by */
  const step = (by) => {
    const value = read();
    if (value === undefined) set(Number(ask.default));
    else if (ask.open && by < 0 && Number(value) <= 0) set(undefined);
    else set(Number(value) + by);
  };
  input.addEventListener("change", () => {
    const text = input.value.trim().replace(/^[−–]/, "-");
    set(/^[-+]?\d+$/.test(text) ? Number(text) : ask.open && !text ? undefined : Number(read() ?? ask.default));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  });
  const named = ask.choices.map(({ label, number }) => [String(number), `${label} (${figureText(number)})`]);
  const list = choices(`${ask.label}: ${say(model, "Named")}`, [["", say(model, "other")], ...named], "", (value) => value && set(Number(value)));
  show();
  const buttons = stepper(model, ask.label, input, step);
  return named.length ? [make("span", { class: "both" }, buttons, list)] : [buttons];
}

/** A column and the number of dice. @param {Asked} choice @param {OpenAsk} ask @param {GridSection} section */
function gridControl(choice, ask, section) {
  const { model } = choice;
  const given = halves(String(choice.given[ask.name] ?? ask.default));
  let [column, row] = [given[0], Number(given[1])];
  const known = new Map(section.choices.map((each) => [each.place, each]));
  const output = make("output", { class: "dice" });
  const set = () => {
    const place = `${column}-${row}`;
    output.textContent = known.get(place)?.dice || String(row);
    choice.give(ask.name, place);
  };
  /** @param {number} by */
  const step = (by) => {
    if (!known.has(`${column}-${row + by}`)) return;
    row += by;
    set();
  };
  const columns = section.columns.map(({ label, word, sides }) =>
    [label, [`d${sides}`, String(sides)].includes(word) ? `d${sides}` : `${word} · d${sides}`]);
  const list = choices(`${ask.label}: ${say(model, "Column")}`, columns, column, (chosen) => {
    column = chosen;
    while (row > 1 && !known.has(`${column}-${row}`)) row -= 1;
    set();
  });
  output.textContent = known.get(`${column}-${row}`)?.dice || String(row);
  return [make("span", { class: "both" }, stepper(model, ask.label, output, step), list)];
}

/** A value between a button for less and one for more, which keep the focus by a `key`. @param {Model} model
 * @param {string} label @param {HTMLElement} shown @param {(by: number) => void} step @param {string | null} [key] */
export function stepper(model, label, shown, step, key = null) {
  const less = press("−", () => step(-1), { "aria-label": `${label}: ${say(model, "one less")}`, "data-focus": key && `${key}-0` });
  const more = press("+", () => step(1), { "aria-label": `${label}: ${say(model, "one more")}`, "data-focus": key && `${key}-1` });
  return make("span", { class: "stepper" }, less, shown, more);
}

/** Figures to tick. @param {Asked} choice @param {OpenAsk} ask @param {Section | null} section */
function figuresControl(choice, ask, section) {
  const figures = Array.from({ length: section?.kind === "marks" ? section.count : 0 }, (_, at) => String(at + 1));
  const chosen = [choice.given[ask.name] ?? ask.default].flat().map(String);
  const give = () => choice.give(ask.name, [...row.querySelectorAll(":checked")].map((tick) => Number(tick.getAttribute("value"))));
  const options = figures.map((each) => [each, each]);
  const row = segments(`ask-${ask.name}-one`, options, chosen, give, { type: "checkbox", class: "segments ticks" });
  return row;
}

// What may come of it

/** How likely it is to go well, before a card is drawn. @param {Choice} choice */
export function showOutlook(choice) {
  const { model, roll, given } = choice;
  const found = outlook(model, roll.play(given), given);
  const all = found ? sharesOf(model, found) : [];
  const shares = all.some(({ text }) => text === say(model, "something else")) ? [] : all; // which says nothing
  const bar = make("span", { class: "odds", "aria-hidden": "true" });
  for (const { tone, chance } of shares) {
    const part = make("i", { class: tone });
    part.style.flexGrow = String(chance);
    bar.append(part);
  }
  const results = roll.play(given).steps.filter((step) => step.results.length).length;
  const more = results > 1 || (results && !shares.length)
    ? press(say(model, "Try it a thousand times"), () => by("outlook").replaceChildren(...triedParts(choice)), { class: "small" })
    : null;
  by("outlook").replaceChildren(...(shares.length > 1 ? [bar, shareList(model, shares)] : []), ...(more ? [more] : []));
  by("outlook").hidden = !by("outlook").children.length;
}

const TIMES = 1000;

/** How often each step came to what, of so many tries with whole decks. @param {Choice} choice */
function triedParts({ model, roll, given }) {
  const [play, seed] = [roll.play(given), newSeed()];
  const counts = tried(model, play, given, TIMES, (number) => shuffledOrder(seed, number, model.cards.length));
  const parts = [make("p", { class: "tried", text: say(model, "Of a thousand tries, each with the whole deck:") })];
  for (const step of play.steps) {
    const times = counts.get(step.name);
    if (!times) continue;
    const results = step.results.map((result) => ({ result, chance: (times.get(result.name) ?? 0) / TIMES }));
    const shares = sharesOf(model, { step, results }).filter(({ text }) => text !== say(model, "something else"));
    if (shares.length) parts.push(shareList(model, shares));
  }
  return parts;
}

/** @param {Model} model @param {{tone: string, text: string, chance: number}[]} shares */
function shareList(model, shares) {
  return make("ul", {}, ...shares.map(({ tone, text, chance }) =>
    make("li", { class: tone }, sign(tone), make("b", { text: chanceText(model, chance) }), ` ${text}`)));
}

/** How results look that have no text, if their names say how it went. */
const NAMED_TONES = new Map([["success", "good"], ["failure", "bad"], ["critical_failure", "worst"], ["lowest", "worst"], ["highest", "good"]]);

/** Groups results with the same text. @param {Model} model @param {NonNullable<ReturnType<typeof outlook>>} found */
function sharesOf(model, { step, results }) {
  /** @type {Map<string, {tone: string, text: string, chance: number}>} */
  const shares = new Map();
  for (const { result, chance } of results) {
    const reached = step.against.length > 0 && (result.least?.every((term) => term.number >= 0) ?? false);
    const named = NAMED_TONES.get(result.name) ?? (reached ? "good" : "info");
    const tone = result.tone && (named !== "worst" || result.tone !== "bad") ? result.tone : named;
    const plain = resultWords(model, result);
    const alike = results.some((each) => each.result !== result && each.chance > 0 && resultWords(model, each.result) === plain);
    const text = alike && result.text.includes("{") ? result.text.replace(/\{[^}]*\}/g, "…").replace(/…\.$/, "…") : plain;
    const same = shares.get(text) ?? { tone, text, chance: 0 };
    same.chance += chance;
    shares.set(text, same);
  }
  return [...shares.values()].filter(({ text, chance }) => text && chance > 1e-9);
}

/** The text of a result for any drawn card. @param {Model} model @param {Result} result */
function resultWords(model, result) {
  const text = result.text.split(/(?<=[.!?]) /).filter((part) => !part.includes("{")).join(" ");
  if (text) return text;
  if (result.text) return result.text.replace(/\{[^}]*\}/g, "…");
  if (result.name === "success") return say(model, "success");
  if (result.name === "failure") return say(model, "failure");
  return result.name === "critical_failure" ? say(model, "critical failure") : say(model, "something else");
}

// The list of rolls

/** A button that chooses a preset of somebody. @param {Choice} choice @param {string} name @param {Preset} preset
 * @param {Doing["choosePerson"]} choosePerson @param {Properties} [properties] */
export function presetButton(choice, name, { title, roll }, choosePerson, properties = {}) {
  const pressed = name === choice.person && title === choice.preset;
  const named = choice.named(roll)?.title ?? "";
  return make("button", { type: "button", "aria-pressed": String(pressed), click: () => choosePerson(name, title), ...properties },
    make("b", { text: title }), make("small", { text: named === title ? "" : named }));
}

/** All presets and rolls that have what is looked for. @param {Choice} choice @param {Person[]} people @param {string} text
 * @param {(id: string) => void} chosen @param {Doing["choosePerson"]} choosePerson */
export function showRolls(choice, people, text, chosen, choosePerson) {
  const { model } = choice;
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = choice.rolls.filter((roll) => {
    const said = `${roll.title} ${roll.story}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
  const groups = [["procedure", say(model, "Procedures")], ["read", say(model, "Read one place")], ["example", say(model, "Examples")]];
  const list = by("rolls");
  list.replaceChildren();
  for (const { name, presets } of [...people].sort((one, other) => Number(other.name === choice.person) - Number(one.name === choice.person))) {
    const own = presets.filter(({ title }) => wanted.every((word) => `${name} ${title}`.toLowerCase().includes(word)));
    const buttons = own.map((preset) => presetButton(choice, name, preset, choosePerson));
    if (own.length) list.append(make("h3", { text: name }), make("div", { class: "group read presets" }, ...buttons));
  }
  let number = 0;
  for (const [kind, title] of groups) {
    const own = fits.filter((roll) => roll.kind === kind);
    if (!own.length) continue;
    const group = make("div", { class: `group ${kind}` });
    for (const roll of own) {
      number += roll.kind === "procedure" ? 1 : 0;
      const pressed = roll.id === choice.roll.id && !choice.preset;
      const key = roll.kind === "procedure" && number < 10 && !wanted.length && !choice.person ? make("kbd", { "aria-hidden": "true", text: String(number) }) : null;
      group.append(make("button", { type: "button", "aria-pressed": String(pressed), click: () => chosen(roll.id) },
        make("b", { text: roll.title }), key, roll.story ? make("span", { text: roll.story }) : null));
    }
    list.append(make("h3", { text: title }), group);
  }
  if (!list.children.length) list.append(make("p", { text: say(model, "Nothing is called so.") }));
}
