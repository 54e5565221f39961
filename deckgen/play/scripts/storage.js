/*
 * The game in the browser's memory, so that it goes on when the page is opened again. Where that is full, forbidden or
 * holds nonsense, play goes on without it, after one message.
 */
import { LOG_LENGTH, nameText, newPerson, newState } from "./store.js";
import { say } from "./words.js";

export const FORMAT = "deckgen-table/2";
const PAST_STATES = 20;
const PAST_LENGTH = 200_000;

/** What is kept of one deck: its game, and how the page is set. Every deck has places of its own, by its id. */
export class Saved {
  /** @type {Model} */ #model;
  /** @type {() => Storage} */ #storage;
  /** @type {(words: string) => void} */ #tell;
  /** @type {Set<Trouble>} */ #told = new Set();
  /** What this page has saved. */ #own = "";

  /** @param {Model} model @param {(words: string) => void} tell  receives each trouble once
   * @param {() => Storage} [storage]  the browser's; asking for it may throw */
  constructor(model, tell, storage = () => window.localStorage) {
    this.#model = model;
    this.#tell = tell;
    this.#storage = storage;
  }

  get #key() {
    return `deckgen-play/${this.#model.id}`;
  }

  /** The game that was saved, else a new one. @param {string} seed  of the new game @returns {State} */
  open(seed) {
    const text = this.#read(this.#key);
    if (text === null) return newState(this.#model, seed);
    const state = stateOf(this.#model, text);
    if (!state) this.#trouble("nonsense");
    else this.#own = text;
    return state ?? newState(this.#model, seed);
  }

  /** The last states before the one that was saved, for undo. @param {State} now @returns {State[]} */
  openPast(now) {
    const found = this.value("past", /** @type {any[]} */ ([]));
    const states = found.map((past) => stateOf(this.#model, JSON.stringify({ ...past, log: now.log.slice(0, now.log.length - Number(past?.later)) })));
    return states.slice(states.lastIndexOf(null) + 1).filter((state) => state !== null);
  }

  /** Save the game, and as much of what was before as is short. @param {State} state @param {State[]} [past] */
  keep(state, past = []) {
    const text = JSON.stringify({ format: FORMAT, ...state });
    if (!this.#write(this.#key, text)) return;
    this.#own = text;
    const states = [];
    let length = 1; // of the JSON text: brackets and commas
    for (const { log, ...rest } of past.slice(-PAST_STATES).reverse()) {
      const before = { format: FORMAT, ...rest, later: state.log.length - 1 - state.log.lastIndexOf(log[log.length - 1]) };
      length += JSON.stringify(before).length + 1;
      if (length > PAST_LENGTH) break;
      states.unshift(before);
    }
    this.keepValue("past", states);
  }

  /** What the page has kept by a name, `other` if that is nothing or nonsense.
   * @template T @param {string} name @param {T} other @returns {T} */
  value(name, other) {
    try {
      const found = JSON.parse(this.#read(`${this.#key}/${name}`) ?? "null");
      return found === null || typeof found !== typeof other || Array.isArray(found) !== Array.isArray(other) ? other : found;
    } catch {
      return other;
    }
  }

  /** Keep something small by a name. @param {string} name @param {unknown} value */
  keepValue(name, value) {
    this.#write(`${this.#key}/${name}`, JSON.stringify(value));
  }

  /** Let those whom the page was made with come to the table, each once. @param {State} state @param {{name: string}[]} people @returns {Action[]} */
  newcomers(state, people) {
    const names = [...this.value("people", /** @type {string[]} */ ([])), ...state.people.map(({ name }) => name)];
    this.keepValue("people", people.map(({ name }) => name));
    return people.filter(({ name }) => !names.includes(name)).map((data) => ({ do: "join", name: data.name, person: personOf(data) ?? {} }));
  }

  /** What another tab has saved of the same deck: who saves last is kept. For the event "storage" of the window.
   * @param {{key: string | null, newValue: string | null}} event */
  changed(event) {
    if (event.key === this.#key && event.newValue !== null && event.newValue !== this.#own) this.#trouble("other tab");
  }

  /** @param {string} key */
  #read(key) {
    try {
      return this.#storage().getItem(key);
    } catch {
      this.#trouble("forbidden");
      return null;
    }
  }

  /** @param {string} key @param {string} text */
  #write(key, text) {
    try {
      this.#storage().setItem(key, text);
      return true;
    } catch (error) {
      this.#trouble(error instanceof Error && /quota/iu.test(error.name) ? "full" : "forbidden"); // by whatever browser
      return false;
    }
  }

  /** @param {Trouble} trouble */
  #trouble(trouble) {
    if (this.#told.has(trouble)) return;
    this.#told.add(trouble);
    const model = this.#model;
    this.#tell({
      full: say(model, "The browser’s memory is full: this game is not kept when the page is closed. Share its shuffle, or delete the data of other pages."),
      forbidden: say(model, "The browser keeps nothing for this page: the game is gone when it is closed. Share its shuffle to go on later."),
      nonsense: say(model, "What the browser kept of this deck is no game: a new one begins."),
      "other tab": say(model, "This deck is played in another tab too: the game that moves last is the one that is kept. Close one of them."),
    }[trouble]);
  }
}

/** The state that a text holds; null if it is none of this deck.
 * @param {Model} model @param {string} text @returns {State | null} */
export function stateOf(model, text) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  return viewOf(model, data, false);
}

/** The state of another's table, as it lets this page see it; null if it is none of this deck.
 * @param {Model} model @param {any} data @param {boolean} [view]  whether cards may be hidden @returns {State | null} */
export function viewOf(model, data, view = true) {
  if (!isState(model, data, view)) return null;
  const { format: _, ...state } = onlyLike(data, KINDS);
  return { ...state, people: state.people.map(named), log: data.log.slice(-LOG_LENGTH) };
}

/** A person with its name as names are. @param {Person} person @returns {Person} */
function named(person) {
  return { ...person, name: nameText(person.name) };
}

/** Only what data has that `like` has too. @param {any} data @param {any} like @returns {any} */
function onlyLike(data, like) {
  if (Array.isArray(like)) return data.map((/** @type {any} */ each) => onlyLike(each, like[0]));
  if (typeof like !== "object") return data;
  return Object.fromEntries(Object.entries(like).map(([name, each]) => [name, onlyLike(data[name], each)]));
}

/** The person that data from elsewhere describes, as far as it does; null if it is none.
 * @param {any} data @returns {Person | null} */
export function personOf(data) {
  const person = { ...newPerson(""), ...data, cards: [] };
  return isLike(data, { name: "" }) && isLike(person, PERSON) && JSON.stringify(person).length < PERSON_LENGTH ? named(onlyLike(person, PERSON)) : null;
}

const PERSON_LENGTH = 20_000;
/** @param {any} like  of each value of an object @returns {(data: any) => boolean} */
const all = (like) => (data) => isLike(data, {}) && !Array.isArray(data) && Object.values(data).every((each) => isLike(each, like));
const ANSWER = (/** @type {any} */ data) => typeof data === "string" || Number.isFinite(data) || isLike(data, [1]);
export const areAnswers = all(ANSWER);
const FACT = (/** @type {any} */ data) => ANSWER(data) || ["highest", "there"].some((key) => isLike(data, { [key]: "", of: [ANSWER] }))
  || isLike(data, { at: all(ANSWER) });
const PERSON = {
  by: "", note: "", face: (/** @type {any} */ data) => data === undefined || typeof data === "string", presets: [{ title: "", roll: "", given: areAnswers }], acts: all(FACT), target: all(FACT),
  tracks: all({ label: "", value: 1, most: 1 }), from: "", places: all(""),
  turn: (/** @type {any} */ data) => data === null || Number.isFinite(data), acted: true, hidden: true, name: "", cards: [1],
};
/** Kinds of what is kept; a list has any number of entries like its one. */
const KINDS = {
  format: "", seed: "", shuffles: 1, pile: [1], table: [1], people: [PERSON], discard: [1], secret: [1], due: true, source: "",
  round: 1, veiled: true, passes: [{ without: [1], drawn: [1] }], log: [{ what: "", by: "", person: "", round: 1, time: 1 }],
};
/** What an entry may have beside. */
const ENTRY = { cards: [1], from: "", to: "", text: "", veiled: true, hidden: true };

/** Whether data has all that `like` has, of the same kinds. @param {any} data @param {any} like @returns {boolean} */
function isLike(data, like) {
  if (typeof like === "function") return like(data);
  if (Array.isArray(like)) return Array.isArray(data) && data.every((each) => isLike(each, like[0]));
  if (typeof data !== typeof like || data === null) return false;
  return typeof like !== "object" || Object.entries(like).every(([name, each]) => isLike(data[name], each));
}

/** @param {Model} model @param {any} data @param {boolean} [view]  as a guest sees it: a card may be -1 */
function isState(model, data, view = false) {
  if (!isLike(data, KINDS) || !data.log.every((/** @type {any} */ entry) => isLike({ ...ENTRY, ...entry }, ENTRY))) return false;
  const { format, shuffles, source, pile, table, discard, secret, people, passes, log } = data;
  if (format !== FORMAT || shuffles < 1 || !["pile", "own"].includes(source) || !passes.length) return false;
  const cards = [...pile, ...table, ...discard, ...people.flatMap((/** @type {Person} */ each) => each.cards)];
  const known = (/** @type {number[]} */ some) => some.filter((card) => card !== -1);
  const areCards = (/** @type {number[]} */ some) => new Set(some).size === some.length && some.every((card) => model.cards[card]);
  const whole = view ? areCards(known(cards)) && cards.length <= model.cards.length : areCards(cards) && cards.length === model.cards.length;
  return whole
    && areCards(secret)
    && passes.every((/** @type {Pass} */ { without, drawn }) => areCards([...without, ...drawn]))
    && log.every((/** @type {Entry} */ { cards: some = [] }) => known(some).every((card) => model.cards[card])); // one may be there twice
}
