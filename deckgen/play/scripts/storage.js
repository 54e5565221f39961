/*
 * The game in the browser's memory, so that it goes on when the page is opened again. Where that is full, forbidden or
 * holds nonsense, play goes on without it, after one message.
 */
import { LOG_LENGTH, newState } from "./store.js";
import { say } from "./words.js";

/**
 * What is kept of one deck: its game, and how the page is set. Every deck has places of its own, by its id.
 */
export class Saved {
  /** @type {Model} */ #model;
  /** @type {() => Storage} */ #storage;
  /** @type {(words: string) => void} */ #tell;
  /** @type {Set<Trouble>} */ #told = new Set();
  /** What this page has saved. */ #own = "";

  /**
   * @param {Model} model
   * @param {(words: string) => void} tell  receives each trouble once
   * @param {() => Storage} [storage]  the browser's; asking for it may throw
   */
  constructor(model, tell, storage = () => window.localStorage) {
    this.#model = model;
    this.#tell = tell;
    this.#storage = storage;
  }

  get #key() {
    return `deckgen-play/${this.#model.id}`;
  }

  /**
   * The game that was saved, else a new one.
   *
   * @param {string} seed  of the new game
   * @returns {State}
   */
  open(seed) {
    const text = this.#read(this.#key);
    if (text === null) return newState(this.#model, seed);
    const state = stateOf(this.#model, text);
    if (!state) this.#trouble("nonsense");
    else this.#own = text;
    return state ?? newState(this.#model, seed);
  }

  /** Save the game. @param {State} state */
  keep(state) {
    const text = JSON.stringify({ format: "deckgen-table/1", ...state });
    if (this.#write(this.#key, text)) this.#own = text;
  }

  /**
   * What the page has kept by a name, `other` if that is nothing or nonsense.
   *
   * @template T
   * @param {string} name
   * @param {T} other
   * @returns {T}
   */
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
    this.#tell(troubleText(this.#model, trouble));
  }
}

/** @param {Model} model @param {Trouble} trouble */
function troubleText(model, trouble) {
  return {
    full: say(model, "The browser’s memory is full: this game is not kept when the page is closed. Share its shuffle, or delete the data of other pages."),
    forbidden: say(model, "The browser keeps nothing for this page: the game is gone when it is closed. Share its shuffle to go on later."),
    nonsense: say(model, "What the browser kept of this deck is no game: a new one begins."),
    "other tab": say(model, "This deck is played in another tab too: the game that moves last is the one that is kept. Close one of them."),
  }[trouble];
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
  return isState(model, data) ? checkedState(data) : null;
}

/** Only what a state has. @param {State} data @returns {State} */
function checkedState({ seed, shuffles, pile, table, hands, discard, due, source, passes, log }) {
  return {
    seed, shuffles, pile, table, hands: hands.map(({ name, cards }) => ({ name, cards })), discard, due, source,
    passes: passes.map(({ without, drawn }) => ({ without, drawn })), log: log.slice(-LOG_LENGTH),
  };
}

/** Kinds of what is kept; a list has any number of entries like its one. */
const KINDS = {
  format: "", seed: "", shuffles: 1, pile: [1], table: [1], hands: [{ name: "", cards: [1] }], discard: [1], due: true,
  source: "", passes: [{ without: [1], drawn: [1] }], log: [{ what: "" }],
};
/** What an entry may have beside. */
const ENTRY = { cards: [1], from: "", to: "", text: "" };

/** Whether data has all that `like` has, of the same kinds. @param {any} data @param {any} like @returns {boolean} */
function isLike(data, like) {
  if (Array.isArray(like)) return Array.isArray(data) && data.every((each) => isLike(each, like[0]));
  if (typeof data !== typeof like || data === null) return false;
  return typeof like !== "object" || Object.entries(like).every(([name, each]) => isLike(data[name], each));
}

/** @param {Model} model @param {any} data */
function isState(model, data) {
  if (!isLike(data, KINDS) || !data.log.every((/** @type {any} */ entry) => isLike({ ...ENTRY, ...entry }, ENTRY))) return false;
  const { format, shuffles, source, pile, table, discard, hands, passes, log } = data;
  if (format !== "deckgen-table/1" || shuffles < 1 || !["pile", "own"].includes(source) || !passes.length) return false;
  const cards = [...pile, ...table, ...discard, ...hands.flatMap((/** @type {any} */ hand) => hand.cards)];
  /** @param {number[]} some */
  const areCards = (some) => new Set(some).size === some.length && some.every((card) => model.cards[card]);
  return areCards(cards) && cards.length === model.cards.length
    && passes.every((/** @type {Pass} */ { without, drawn }) => areCards([...without, ...drawn]))
    && log.every((/** @type {Entry} */ { cards: some = [] }) => some.every((card) => model.cards[card])); // one may be there twice
}
