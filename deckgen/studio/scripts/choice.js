/*
 * What is chosen: its defaults, the form, and the link that holds all that is not default.
 */
import { by, facts, make, memory, say } from "./kit.js";

/** All items, in the order in which they are made: what is needed first comes first. */
export const GROUPS = {
  tonight: ["play", "cards", "sheet"],
  nice: ["map", "screen", "tokens", "box", "table", "examples", "odds", "rulings"],
  shops: ["press", "drivethrucards", "foundry", "tabletop-simulator", "certificate", "audit"],
};
const ORDER = Object.values(GROUPS).flat();
const STANDARD = ["play", "cards", "sheet", "map"];
const NEED_PAPER = [...GROUPS.tonight.slice(1), ...GROUPS.nice, "certificate"];
const LETTER_REGIONS = "US CA MX PH CL CO CR DO GT HN NI PA PR SV VE".split(" ");
const KEYS = /** @type {const} */ (["deck", "set", "paper", "ink", "printer", "language", "decks", "bleed", "gutter"]);

/** The title of an item, as the form has it. @param {string} item */
export function itemTitle(item) {
  return document.querySelector(`[name=items][value="${item}"] + span b`)?.textContent ?? item;
}

/** Return the deck of a choice. @param {GameFacts} game @param {Choice} choice */
export function deckOf(game, choice) {
  return game.decks.find((deck) => deck.name === choice.deck) ?? game.decks[0];
}

/** Return two random words. */
export function newName() {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((number) => facts.seedWords[number % facts.seedWords.length]).join(" ");
}

/** Return the offset of backs that the browser remembers, in mm. @returns {[number, number]} */
export function savedOffset() {
  const [x = 0, y = 0] = memory.get("offset").split(",").map(Number);
  return Number.isFinite(x + y) ? [x, y] : [0, 0];
}

/** Return what is made of a game without any choice. @param {GameFacts} game @returns {Choice} */
export function defaults(game) {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1] ?? "";
  const language = game.languages.find(({ code }) => code === facts.language) ?? game.languages[0];
  return {
    game: game.id, deck: game.decks[0].name, seed: "", set: null,
    paper: LETTER_REGIONS.includes(region) ? "letter" : "a4", ink: "full", printer: "duplex",
    language: language?.code ?? "en", decks: 1, bleed: 0, gutter: 0, offset: savedOffset(), people: [],
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
  const name = choice.set ? "" : `/${encodeURIComponent(choice.seed).replaceAll("%20", "+")}`;
  return `#${encodeURIComponent(game.id)}${name}${text && `?${text}`}`;
}

/** Return a link's game, name of the deck, and other parts. @param {string} hash */
export function splitLink(hash) {
  const [, id = "", seed = "", query = ""] = /^#([^/?]*)\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const plain = (/** @type {string} */ text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  return { id: plain(id), seed: plain(seed.replaceAll("+", " ")).slice(0, 200), query: new URLSearchParams(query) };
}

/** Return the choice that a link holds; what the game does not have is left at its default.
 * @param {GameFacts} game @param {string} seed @param {URLSearchParams} query @returns {Choice} */
export function readLink(game, seed, query) {
  const choice = { ...defaults(game), seed };
  const allowed = {
    deck: game.decks.map(({ name }) => name), set: game.sets.map(({ name }) => name), paper: facts.papers.map(({ name }) => name),
    ink: ["full", "light"], printer: ["duplex", "turn", "fold", "fronts"], language: game.languages.map(({ code }) => code),
  };
  for (const [key, values] of Object.entries(allowed)) {
    const value = query.get(key);
    if (value !== null && values.includes(value)) Object.assign(choice, { [key]: value });
  }
  for (const [key, most] of Object.entries({ decks: 8, bleed: 20, gutter: 50 })) {
    const value = Number(query.get(key));
    if (value > 0 && value <= most) Object.assign(choice, { [key]: value });
  }
  const items = query.get("items")?.split(",") ?? [];
  choice.people = query.getAll("person").filter((person) => game.people.includes(person));
  if (query.has("items")) choice.items = ORDER.filter((item) => items.includes(item) && game.items.includes(item));
  if (!choice.seed && !choice.set) choice.seed = newName();
  return choice;
}

/** Return the form as a choice. @param {HTMLFormElement} form @param {GameFacts} game @returns {Choice} */
export function readForm(form, game) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  const items = data.getAll("items");
  const paper = text("paper") === "other" ? text("other") : text("paper");
  return {
    ...defaults(game), deck: text("deck") || game.decks[0].name, set: text("set") || null, seed: text("set") ? "" : text("seed").trim(),
    paper, ink: text("ink") === "light" ? "light" : "full", printer: /** @type {Choice["printer"]} */ (text("printer")), language: text("language"),
    decks: Number(text("decks")) || 1, bleed: Number(text("bleed")), gutter: Number(text("gutter")),
    people: data.getAll("people").map(String), items: ORDER.filter((item) => items.includes(item)),
  };
}

/** Set the options that a game has. @param {HTMLFormElement} form @param {GameFacts} game */
export function offer(form, game) {
  const options = (/** @type {Element} */ box, /** @type {string} */ name, /** @type {string} */ type, /** @type {[string, string][]} */ entries) =>
    box.replaceChildren(...entries.map(([value, text]) => make("label", {}, make("input", { type, name, value }), make("span", { text }))));
  const [decks, languages, people] = ["#decks .segments", "#languages .segments", "#people .chips"].map((at) => /** @type {Element} */ (form.querySelector(at)));
  options(decks, "deck", "radio", game.decks.map(({ name, title }) => [name, title]));
  options(languages, "language", "radio", game.languages.map(({ code, name }) => [code, name]));
  options(people, "people", "checkbox", game.people.map((person) => [person, person]));
  by("decks").hidden = game.decks.length < 2;
  by("languages").hidden = game.languages.length < 2;
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=items]"))) {
    /** @type {HTMLElement} */ (box.parentElement).hidden = !game.items.includes(box.value);
  }
  form.other.replaceChildren(...facts.papers.filter(({ name }) => !["a4", "letter"].includes(name)).map(({ name, title }) => make("option", { value: name, text: title })));
  const saved = game.light ?? 0;
  by("saves").textContent = saved > 0.58 ? say("saves two thirds") : saved > 0.42 ? say("saves half") : saved > 0.28 ? say("saves a third") : saved > 0.2 ? say("saves a quarter") : "";
}

/** Fill the form. @param {HTMLFormElement} form @param {Choice} choice */
export function fillForm(form, choice) {
  const plain = ["a4", "letter"].includes(choice.paper);
  const values = { ...choice, paper: plain ? choice.paper : "other", other: plain ? null : choice.paper };
  for (const [name, value] of Object.entries(values)) {
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${name}"]`))) {
      if (field.type === "radio") field.checked = field.value === value;
      else if (field.type === "checkbox") field.checked = /** @type {string[]} */ (value).includes(field.value);
      else if (value !== null) field.value = String(value);
    }
  }
}

/** Show what matters for the choice: paper only for what is printed, and how many of a group are chosen.
 * @param {HTMLFormElement} form @param {GameFacts} game @param {Choice} choice */
export function adapt(form, game, choice) {
  const deck = deckOf(game, choice);
  const sets = game.sets.filter(({ decks }) => decks.includes(deck.name));
  form.set.replaceChildren(make("option", { value: "", text: say("none") }), ...sets.map(({ name }) => make("option", { value: name, text: name })));
  form.set.value = choice.set ?? "";
  form.set.parentElement.hidden = !sets.length;
  form.seed.disabled = by("another").disabled = Boolean(form.set.value);
  by("paper").hidden = !choice.items.some((item) => NEED_PAPER.includes(item));
  by("ink").hidden = by("printer").hidden = by("more").hidden = !choice.items.includes("cards");
  by("people").hidden = !choice.items.includes("sheet") || !game.people.length;
  form.other.hidden = ["a4", "letter"].includes(choice.paper);
  const cards = /** @type {HTMLElement} */ (form.querySelector("[value=cards] + span small"));
  cards.textContent = deck.references ? say("{cards} cards and {references} rules cards", { cards: deck.cards, references: deck.references }) : say("{cards} cards", { cards: deck.cards });
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".checks details"))) {
    const all = [...group.querySelectorAll("label:not([hidden])")];
    const count = all.filter((label) => label.querySelector(":checked")).length;
    if (group.id !== "people") group.hidden = !all.length;
    /** @type {HTMLElement} */ (group.querySelector("summary small")).textContent = count ? say("{count} of {all}", { count, all: all.length }) : String(all.length);
  }
  const total = choice.items.length;
  by("make").textContent = total === 1 ? say("Make 1 file") : say("Make {count} files", { count: total });
  by("make").disabled = !total;
}
