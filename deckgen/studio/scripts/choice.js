/* What is chosen: its defaults, the form, and the link that holds all that is not default. */
import { by, facts, make, memory, say } from "./kit.js";

/** All items as the result shows them. */
export const GROUPS = {
  tonight: ["cards", "play", "sheet"],
  nice: ["map", "screen", "tokens", "box", "table", "examples", "odds", "poster", "rulings"],
  shops: ["press", "drivethrucards", "foundry", "tabletop-simulator", "certificate", "audit"],
};
const ORDER = [...new Set(["play", ...Object.values(GROUPS).flat()])]; // of making: what is needed first
const STANDARD = ["play", "cards", "sheet", "map"];
const NEED_PAPER = ["cards", "sheet", ...GROUPS.nice, "certificate"];
const COMMON_PAPERS = ["a4", "letter"];
const LETTER_REGIONS = "US CA MX PH CL CO CR DO GT HN NI PA PR SV VE".split(" ");
const KEYS = /** @type {const} */ (["deck", "set", "paper", "ink", "printer", "language", "decks", "bleed", "gutter"]);

/** Return the title of an item, as the form has it. @param {string} item */
export const itemTitle = (item) => document.querySelector(`[name=items][value="${item}"] + span b`)?.textContent ?? item;

/** Return what the form says about an item. @param {string} item */
export const noteOf = (item) => document.querySelector(`[name=items][value="${item}"] + span small`)?.textContent ?? "";

/** Return the deck of a choice. @param {GameFacts} game @param {Choice} choice */
export const deckOf = (game, choice) => game.decks.find(({ name }) => name === choice.deck) ?? game.decks[0];

/** Return two random words. */
export const newName = () => [...crypto.getRandomValues(new Uint32Array(2))].map((number) => facts.seedWords[number % facts.seedWords.length]).join(" ");

/** Return the offset of backs that the browser remembers, in mm. @returns {[number, number]} */
export function savedOffset() {
  const [x = 0, y = 0] = memory("offset").split(",").map(Number);
  return Number.isFinite(x + y) ? [x, y] : [0, 0];
}

/** Return what is made of a game without any choice. @param {GameFacts} game @returns {Choice} */
export function defaults(game) {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? "";
  const language = game.languages.find(({ code }) => code === facts.language) ?? game.languages[0];
  return {
    game: game.id, deck: game.decks[0].name, seed: "", set: null, paper: LETTER_REGIONS.includes(region) ? "letter" : "a4", ink: "full",
    printer: "duplex", language: language.code, decks: 1, bleed: 0, gutter: 0, offset: savedOffset(), people: [],
    items: STANDARD.filter((item) => game.items.includes(item)),
  };
}

/** Return what a link with the name of a deck means by what it leaves out, for readers everywhere. @param {GameFacts} game @returns {Choice} */
export const standardOf = (game) => ({ ...defaults(game), paper: "a4", language: game.languages[0].code });

/** Return the link to a choice: what is standard is left out. @param {GameFacts} game @param {Choice} choice */
export function linkOf(game, choice) {
  const standard = standardOf(game);
  const query = new URLSearchParams();
  for (const key of KEYS) if (choice[key] !== standard[key]) query.set(key, String(choice[key]));
  if (String(choice.items) !== String(standard.items)) query.set("items", String(choice.items));
  for (const person of choice.people) query.append("person", person);
  const text = String(query).replaceAll("%2C", ",");
  return `#${encodeURIComponent(game.id)}${choice.set ? "" : `/${encodeURIComponent(choice.seed).replaceAll("%20", "+")}`}${text && `?${text}`}`;
}

/** Return a link's game, name of the deck, and other parts. @param {string} hash */
export function splitLink(hash) {
  const [, id = "", seed = "", query = ""] = /^#([^/?]*)\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const plain = (/** @type {string} */ text) => new URLSearchParams(`_=${text.replaceAll("&", "%26")}`).get("_") ?? ""; // bad escapes do no harm
  return { id: plain(id), seed: plain(seed).slice(0, 200), query: new URLSearchParams(query) };
}

/** Return the form as a choice. @param {HTMLFormElement} form @param {GameFacts} game @returns {Choice} */
export function readForm(form, game) {
  const data = new FormData(form);
  const { paper, other, seed = "", set, ...texts } = Object.fromEntries(data);
  const numbers = Object.fromEntries(["decks", "bleed", "gutter"].map((key) => [key, Number(data.get(key))]));
  const lists = { people: data.getAll("people").map(String), items: ORDER.filter((item) => data.getAll("items").includes(item)) };
  const name = { set: String(set ?? "") || null, seed: set ? "" : String(seed).trim() };
  return { ...defaults(game), ...texts, ...numbers, ...lists, ...name, paper: String(paper === "other" ? other : paper) };
}

/** Set the options that a game has, and its defaults. @param {HTMLFormElement} form @param {GameFacts} game */
export function offer(form, game) {
  /** @param {string} id @param {string} name @param {string} type @param {[string, string][]} entries */
  const options = (id, name, type, entries) => {
    by(id).lastElementChild.replaceChildren(...entries.map(([value, text]) => make("label", {}, make("input", { type, name, value }), make("span", {}, make("b", { text })))));
    by(id).hidden = entries.length < (type === "radio" ? 2 : 1);
  };
  options("decks", "deck", "radio", game.decks.map(({ name, title }) => [name, title]));
  options("languages", "language", "radio", game.languages.map(({ code, name }) => [code, name]));
  options("people", "people", "checkbox", game.people.map((person) => [person, person]));
  for (const box of /** @type {NodeListOf<any>} */ (form.querySelectorAll("[name=items]"))) box.disabled = box.parentElement.hidden = !game.items.includes(box.value);
  form.set.replaceChildren(...[{ name: "" }, ...game.sets].map(({ name }) => make("option", { value: name, text: name || say("no set") })));
  form.other.replaceChildren(...facts.papers.filter(({ name }) => !COMMON_PAPERS.includes(name)).map(({ name, title }) => make("option", { value: name, text: title })));
  const saved = game.light ?? 0;
  by("saves").textContent = saved > 0.72 ? say("saves four fifths") : saved > 0.58 ? say("saves two thirds") : saved > 0.42 ? say("saves half") : saved > 0.28 ? say("saves a third") : saved > 0.2 ? say("saves a quarter") : "";
  fillForm(form, defaults(game));
}

/** Fill the form with the part of a choice that it has fields for: a link may say anything.
 * @param {HTMLFormElement} form @param {Partial<Choice>} choice */
export function fillForm(form, choice) {
  const isOther = [...form.other.options].some(({ value }) => value === choice.paper);
  for (const [name, wanted] of Object.entries(isOther ? { ...choice, paper: "other", other: choice.paper } : choice)) {
    const fields = /** @type {any[]} */ ([...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)]);
    const fits = (/** @type {{value: string, disabled: boolean}} */ { value, disabled }) => !disabled && [wanted ?? ""].flat().map(String).includes(value);
    for (const field of fields) {
      if (field.type === "checkbox") field.checked = fits(field);
      else if (field.type === "radio") field.checked = fields.some(fits) ? fits(field) : field.checked;
      else if (!field.options || [...field.options].some(fits)) field.value = String(wanted ?? "");
      if (!field.validity.valid) field.value = field.defaultValue;
    }
  }
}

/** Show what matters for the choice: paper only for what is printed, and what of a group is chosen.
 * @param {HTMLFormElement} form @param {GameFacts} game @param {Choice} choice */
export function adapt(form, game, choice) {
  const { name: deck, cards, references } = deckOf(game, choice);
  for (const option of form.set.options) option.disabled = option.value !== "" && !game.sets.find(({ name }) => name === option.value)?.decks.includes(deck);
  if (form.set.selectedOptions[0].disabled) form.set.value = "";
  form.set.parentElement.hidden = !game.sets.length;
  form.seed.disabled = by("another").disabled = Boolean(form.set.value);
  by("paper").hidden = !choice.items.some((item) => NEED_PAPER.includes(item));
  by("ink").hidden = by("printer").hidden = by("more").hidden = !choice.items.includes("cards");
  by("people").hidden = !choice.items.includes("sheet") || !game.people.length;
  form.other.hidden = COMMON_PAPERS.includes(choice.paper);
  const note = /** @type {Element} */ (form.querySelector("[value=cards] + span small"));
  note.textContent = references ? say("{cards} cards and {references} rules cards", { cards, references }) : say("{cards} cards", { cards });
  for (const group of /** @type {NodeListOf<any>} */ (form.querySelectorAll(".checks details"))) {
    const titles = (/** @type {string} */ kind) => [...group.querySelectorAll(`label:not([hidden]) ${kind} b`)].map(({ textContent }) => textContent).join(", ");
    if (group.id !== "people") group.hidden = !titles("");
    const [chosen, hint] = [titles(":checked +"), group.querySelector("summary small")];
    hint.textContent = chosen || (group.id === "people" ? "" : titles(""));
    hint.classList.toggle("chosen", Boolean(chosen));
  }
  by("make").textContent = choice.items.length === 1 ? say("Make 1 file") : say("Make {count} files", { count: choice.items.length });
  by("make").disabled = !choice.items.length;
}
