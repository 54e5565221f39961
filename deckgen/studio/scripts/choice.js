/* What is chosen: its defaults, the form, and the link that holds all that is not default. */
import { by, facts, make, memory, say } from "./kit.js";

/** All items, in the order in which they are made: what is needed first comes first. */
export const GROUPS = {
  tonight: ["play", "cards", "sheet"],
  nice: ["map", "screen", "tokens", "box", "table", "examples", "odds", "rulings"],
  shops: ["press", "drivethrucards", "foundry", "tabletop-simulator", "certificate", "audit"],
};
const ORDER = Object.values(GROUPS).flat();
const STANDARD = ["play", "cards", "sheet", "map"];
const NEED_PAPER = ["cards", "sheet", ...GROUPS.nice, "certificate"];
const COMMON_PAPERS = ["a4", "letter"];
const LETTER_REGIONS = "US CA MX PH CL CO CR DO GT HN NI PA PR SV VE".split(" ");
const ENUMS = { ink: ["full", "light"], printer: ["duplex", "turn", "fold", "fronts"] };
const LIMITS = { decks: 8, bleed: 20, gutter: 50 };
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

/** Return the link to a choice: what is default is left out. @param {GameFacts} game @param {Choice} choice */
export function linkOf(game, choice) {
  const standard = defaults(game);
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

/** Return the choice that a link holds; what the game does not have is left at its default.
 * @param {GameFacts} game @param {string} seed @param {URLSearchParams} query @returns {Choice} */
export function readLink(game, seed, query) {
  const names = (/** @type {{name: string}[]} */ entries) => entries.map(({ name }) => name);
  const allowed = { ...ENUMS, deck: names(game.decks), set: names(game.sets), paper: names(facts.papers), language: game.languages.map(({ code }) => code) };
  const texts = Object.entries(allowed).filter(([key, values]) => values.includes(query.get(key) ?? "\0")).map(([key]) => [key, query.get(key)]);
  const numbers = Object.entries(LIMITS).filter(([key, most]) => Number(query.get(key)) > 0 && Number(query.get(key)) <= most).map(([key]) => [key, Number(query.get(key))]);
  const choice = { ...defaults(game), seed, ...Object.fromEntries([...texts, ...numbers]) };
  const items = query.get("items")?.split(",");
  if (items) choice.items = ORDER.filter((item) => items.includes(item) && game.items.includes(item));
  choice.people = query.getAll("person").filter((person) => game.people.includes(person));
  return choice.seed || choice.set ? choice : { ...choice, seed: newName() };
}

/** Return the form as a choice. @param {HTMLFormElement} form @param {GameFacts} game @returns {Choice} */
export function readForm(form, game) {
  const data = new FormData(form);
  const { paper, other, seed = "", set, items: _, people: __, ...texts } = Object.fromEntries(data);
  const numbers = Object.fromEntries(Object.keys(LIMITS).map((key) => [key, Number(data.get(key)) || defaults(game)[/** @type {"decks"} */ (key)]]));
  const items = data.getAll("items");
  return {
    ...defaults(game), ...texts, ...numbers, set: String(set ?? "") || null, seed: set ? "" : String(seed).trim(), paper: String(paper === "other" ? other : paper),
    people: data.getAll("people").map(String), items: ORDER.filter((item) => items.includes(item)),
  };
}

/** Set the options that a game has. @param {HTMLFormElement} form @param {GameFacts} game */
export function offer(form, game) {
  /** @param {string} id @param {string} name @param {string} type @param {[string, string][]} entries */
  const options = (id, name, type, entries) => {
    by(id).lastElementChild.replaceChildren(...entries.map(([value, text]) => make("label", {}, make("input", { type, name, value }), make("span", {}, make("b", { text })))));
    by(id).hidden = entries.length < (type === "radio" ? 2 : 1);
  };
  options("decks", "deck", "radio", game.decks.map(({ name, title }) => [name, title]));
  options("languages", "language", "radio", game.languages.map(({ code, name }) => [code, name]));
  options("people", "people", "checkbox", game.people.map((person) => [person, person]));
  for (const box of /** @type {NodeListOf<any>} */ (form.querySelectorAll("[name=items]"))) box.parentElement.hidden = !game.items.includes(box.value);
  form.other.replaceChildren(...facts.papers.filter(({ name }) => !COMMON_PAPERS.includes(name)).map(({ name, title }) => make("option", { value: name, text: title })));
  const saved = game.light ?? 0;
  by("saves").textContent = saved > 0.58 ? say("saves two thirds") : saved > 0.42 ? say("saves half") : saved > 0.28 ? say("saves a third") : saved > 0.2 ? say("saves a quarter") : "";
}

/** Fill the form. @param {HTMLFormElement} form @param {Choice} choice */
export function fillForm(form, choice) {
  const isCommon = COMMON_PAPERS.includes(choice.paper);
  const values = { ...choice, paper: isCommon ? choice.paper : "other", other: isCommon ? form.other.value : choice.paper };
  for (const [name, value] of Object.entries(values)) {
    for (const field of /** @type {NodeListOf<any>} */ (form.querySelectorAll(`[name="${name}"]`))) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = [value].flat().includes(field.value);
      else field.value = value ?? "";
    }
  }
}

/** Show what matters for the choice: paper only for what is printed, and what of a group is chosen.
 * @param {HTMLFormElement} form @param {GameFacts} game @param {Choice} choice */
export function adapt(form, game, choice) {
  const { name: deck, cards, references } = deckOf(game, choice);
  const sets = game.sets.filter(({ decks }) => decks.includes(deck));
  form.set.replaceChildren(make("option", { value: "", text: say("no set") }), ...sets.map(({ name }) => make("option", { value: name, text: name })));
  form.set.value = sets.some(({ name }) => name === choice.set) ? choice.set : "";
  form.set.parentElement.hidden = !sets.length;
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
    group.querySelector("summary small").textContent = titles(":checked +") || titles("");
  }
  by("make").textContent = choice.items.length === 1 ? say("Make 1 file") : say("Make {count} files", { count: choice.items.length });
  by("make").disabled = !choice.items.length;
}
