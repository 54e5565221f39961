/*
 * The table: where every card of the deck is, and what may be done with it. A state never changes; `act` makes the
 * next one of it. Cards are named by their impulse, their place in `Model.cards`.
 *
 * Pile, cards in play, hands and discard are the whole deck in every state, each card once.
 */

import { shuffledOrder } from "./random.js";

export const LOG_LENGTH = 500;
const UNDO_LENGTH = 200;
const NAME_LENGTH = 40;

/** A new game: the whole deck, shuffled. @param {Model} model @param {string} seed @returns {State} */
export function newState(model, seed) {
  return begun(model, emptyState(model, seed), seed, 1, 0);
}

/** The deck before its first shuffle. @param {Model} model @param {string} seed @returns {State} */
function emptyState(model, seed) {
  const discard = model.cards.map((_, card) => card);
  return { seed: seedText(seed), shuffles: 0, pile: [], table: [], hands: [], discard, due: false, source: "pile", passes: [], log: [] };
}

/** A seed as it is used: what is left of it when it was copied from a message. @param {string} seed */
export function seedText(seed) {
  return seed.normalize("NFC").replace(/\p{Surrogate}/gu, "\ufffd").replace(/\s+/gu, " ").trim();
}

/** The state after an action; the same object if it is not possible.
 * @param {Model} model @param {State} state @param {Action} action @returns {State} */
export function act(model, state, action) {
  const { hands } = state;
  switch (action.do) {
    case "draw":
      return drawnTo(model, state, "table", 1);
    case "deal":
      return hands[action.to] ? drawnTo(model, state, action.to, action.count ?? 1) : state;
    case "move":
      return movedTo(model, state, action.cards, action.to);
    case "typed":
      return typedIn(model, state, action.card);
    case "task":
      return taskOver(model, state);
    case "shuffle":
      return reshuffled(model, action.all ? putDown(state, true) : state);
    case "join":
      return logged({ ...state, hands: [...hands, { name: nameText(action.name), cards: [] }] },
        { what: "join", text: nameText(action.name) });
    case "rename": {
      if (!hands[action.hand]) return state;
      const name = nameText(action.name);
      const next = hands.map((hand, at) => (at === action.hand ? { ...hand, name } : hand));
      return logged({ ...state, hands: next }, { what: "rename", from: hands[action.hand].name, text: name });
    }
    case "leave": {
      if (!hands[action.hand]) return state;
      const { name, cards } = hands[action.hand];
      const next = hands.filter((_, at) => at !== action.hand);
      const left = { ...state, hands: next, discard: [...state.discard, ...cards] };
      return logged(cameUp(model, left, cards), { what: "leave", text: name, cards });
    }
    case "note":
      return logged(state, { what: "note", note: action.note });
    case "new":
      return begun(model, state, action.seed, action.shuffle ?? 1, action.drawn ?? 0);
    case "source":
      return action.source === state.source ? state : logged({ ...state, source: action.source },
        { what: "source", text: action.source });
  }
}

/** Where a card is. @param {State} state @param {number} card @returns {Place} */
export function placeOf(state, card) {
  if (state.table.includes(card)) return "table";
  if (state.discard.includes(card)) return "discard";
  const hand = state.hands.findIndex((each) => each.cards.includes(card));
  return hand < 0 ? "pile" : hand;
}

/** @param {string} name */
function nameText(name) {
  return Array.from(name.trim()).slice(0, NAME_LENGTH).join("");
}

/** @param {State} state @param {Entry} entry @returns {State} */
function logged(state, entry) {
  return { ...state, log: [...state.log.slice(1 - LOG_LENGTH), entry] };
}

/** The name of a place in the log. @param {State} state @param {Place} place */
function placeName(state, place) {
  return typeof place === "number" ? state.hands[place].name : place;
}

/** @param {State} state @param {number[]} cards @param {Place} to @returns {State} */
function put(state, cards, to) {
  switch (to) {
    case "pile":
      return { ...state, pile: [...cards, ...state.pile] };
    case "table":
      return { ...state, table: [...state.table, ...cards] };
    case "discard":
      return { ...state, discard: [...state.discard, ...cards] };
  }
  const hands = state.hands.map((hand, at) => (at === to ? { ...hand, cards: [...hand.cards, ...cards] } : hand));
  return { ...state, hands };
}

/** @param {State} state @param {number[]} cards @returns {State} */
function takenUp(state, cards) {
  const rest = (/** @type {number[]} */ each) => each.filter((card) => !cards.includes(card));
  const hands = state.hands.map((hand) => ({ ...hand, cards: rest(hand.cards) }));
  return { ...state, pile: rest(state.pile), table: rest(state.table), discard: rest(state.discard), hands };
}

/** A joker that lies open asks for a shuffle.
 * @param {Model} model @param {State} state @param {number[]} cards @returns {State} */
function cameUp(model, state, cards) {
  const asks = model.reshuffle === "jokers" && model.draw === "without-replacement";
  return asks && cards.some((card) => model.cards[card].joker) ? { ...state, due: true } : state;
}

// What came of each shuffle

/** @param {State} state @param {(last: Pass) => Pass} change @returns {State} */
function lastPass(state, change) {
  const last = state.passes[state.passes.length - 1];
  return { ...state, passes: [...state.passes.slice(0, -1), change(last)] };
}

/** A card came off the pile by chance. @param {State} state @param {number} card */
function seen(state, card) {
  return lastPass(state, (last) => (last.without.includes(card) ? last : { ...last, drawn: [...last.drawn, card] }));
}

/** Cards were looked for in the pile or put on it: chance has no part in them till the next shuffle. @param {State} state @param {number[]} cards */
function chosen(state, cards) {
  return lastPass(state, (last) => ({
    without: [...new Set([...last.without, ...cards])],
    drawn: last.drawn.filter((card) => !cards.includes(card)),
  }));
}

// Shuffling and drawing

/** The pile and the discard as one pile, in the order of the seed's next shuffle.
 * @param {Model} model @param {State} state @returns {State} */
function pileAnew(model, state) {
  const without = [...state.table, ...state.hands.flatMap((hand) => hand.cards)];
  const shuffles = state.shuffles + 1;
  const order = shuffledOrder(state.seed, shuffles, model.cards.length);
  const pile = order.filter((card) => !without.includes(card));
  const passes = [...state.passes, { without, drawn: [] }];
  return cameUp(model, { ...state, shuffles, pile, discard: [], due: false, passes }, state.table);
}

/** @param {Model} model @param {State} state */
function reshuffled(model, state) {
  return logged(pileAnew(model, state), { what: "shuffle" });
}

/** Cards in play are put down, and if the game requires it, hands too. @param {State} state @param {boolean} [hands] @returns {State} */
function putDown(state, hands = false) {
  const held = hands ? state.hands.flatMap((hand) => hand.cards) : [];
  const kept = hands ? state.hands.map((hand) => ({ ...hand, cards: [] })) : state.hands;
  return { ...state, table: [], hands: kept, discard: [...state.discard, ...state.table, ...held] };
}

/** The next card can be taken, if there is one. @param {Model} model @param {State} state */
function ready(model, state) {
  if (model.draw === "with-replacement") return pileAnew(model, putDown(state));
  return state.pile.length || !state.discard.length ? state : reshuffled(model, state);
}

/** The next cards go to the table or to a hand; as many as there are.
 * @param {Model} model @param {State} state @param {"table" | number} to @param {number} count @returns {State} */
function drawnTo(model, state, to, count) {
  let next = state;
  /** @type {number[]} */
  const cards = [];
  while (cards.length < count) {
    const before = ready(model, next);
    if (!before.pile.length) break;
    const [card, ...pile] = before.pile;
    cards.push(card);
    next = seen(put({ ...before, pile }, [card], to), card);
  }
  if (!cards.length) return state;
  const open = to === "table" ? cameUp(model, next, cards) : next;
  return logged(open, { what: to === "table" ? "draw" : "deal", cards, from: "pile", to: placeName(state, to) });
}

/** A card of one's own deck comes into play. One that lies in the discard comes up only if the deck was shuffled.
 * @param {Model} model @param {State} state @param {number} card @returns {State} */
function typedIn(model, state, card) {
  if (!model.cards[card]) return state;
  let next = model.draw === "with-replacement" ? pileAnew(model, putDown(state)) : state;
  if (placeOf(next, card) === "discard") next = reshuffled(model, next);
  const place = placeOf(next, card);
  const from = placeName(next, place);
  next = put(takenUp(next, [card]), [card], "table");
  if (place === "pile") next = seen(next, card);
  if (place !== "table") next = cameUp(model, next, [card]);
  return logged(next, { what: "typed", cards: [card], from, to: "table" });
}

/** @param {Model} model @param {State} state @param {number[]} wanted @param {Place} to @returns {State} */
function movedTo(model, state, wanted, to) {
  if (typeof to === "number" && !state.hands[to]) return state;
  const cards = [...new Set(wanted)].filter((card) => model.cards[card] && placeOf(state, card) !== to);
  if (!cards.length) return state;
  const places = cards.map((card) => placeOf(state, card));
  const froms = [...new Set(places.map((place) => placeName(state, place)))];
  let next = put(takenUp(state, cards), cards, to);
  const byHand = cards.filter((_, at) => to === "pile" || places[at] === "pile");
  if (byHand.length) next = chosen(next, byHand);
  const hidden = cards.filter((_, at) => places[at] !== "table" && places[at] !== "discard");
  if (to === "table" || to === "discard") next = cameUp(model, next, hidden);
  return logged(next, { what: "move", cards, from: froms.length === 1 ? froms[0] : "", to: placeName(state, to) });
}

/** What is in play is put down, and where a joker came up, or the game has every draw from a whole deck, shuffled in.
 * @param {Model} model @param {State} state */
function taskOver(model, state) {
  const cards = state.table;
  const entry = { what: "task", cards, from: "table", to: "discard" };
  const next = cards.length ? logged(putDown(state), entry) : state;
  const drawn = next.discard.length > 0 || state.passes[state.passes.length - 1].drawn.length > 0;
  return next.due || (model.reshuffle === "every-draw" && drawn) ? reshuffled(model, next) : next;
}

/** @param {Model} model @param {State} state @param {string} seed @param {number} shuffle @param {number} drawn */
function begun(model, state, seed, shuffle, drawn) {
  const hands = state.hands.map(({ name }) => ({ name, cards: [] }));
  const before = Math.max(1, Math.trunc(shuffle)) - 1;
  let next = pileAnew(model, { ...emptyState(model, seed), hands, source: state.source, shuffles: before });
  const gone = next.pile.slice(0, Math.max(0, drawn));
  for (const card of gone) next = seen(next, card);
  next = cameUp(model, { ...next, pile: next.pile.slice(gone.length), discard: gone }, gone);
  return logged(next, { what: "new", text: next.seed });
}

/**
 * A game that goes on: its state now, those before it for undo, and who wants to know of changes.
 */
export class Table {
  /** @type {State[]} */ #past = [];
  /** @type {State[]} */ #future = [];
  /** @type {((now: State) => void)[]} */ #listeners = [];
  /** @type {Model} */ #model;
  /** @type {State} */ #now;

  /** @param {Model} model @param {State} state */
  constructor(model, state) {
    this.#model = model;
    this.#now = state;
  }

  get now() {
    return this.#now;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** Do one action, several, or whatever a function does with the `todo` that it gets; all of it is one step for undo.
   * `todo` makes an action and gives the state after it, which is `now` as well. If the function throws, nothing was
   * done. False if nothing changed.
   * @param {Action | Action[] | ((todo: (action: Action) => State) => void)} actions */
  change(actions) {
    const before = this.#now;
    const todo = (/** @type {Action} */ action) => (this.#now = act(this.#model, this.#now, action));
    try {
      if (typeof actions === "function") actions(todo);
      else [actions].flat().forEach(todo);
    } catch (error) {
      this.#now = before;
      throw error;
    }
    if (this.#now === before) return false;
    this.#past = [...this.#past.slice(1 - UNDO_LENGTH), before];
    this.#future = [];
    this.#tell();
    return true;
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  /** Take the last state of one list; the one that is left goes to the other. @param {State[]} from @param {State[]} to */
  #step(from, to) {
    const state = from.pop();
    if (!state) return false;
    to.push(this.#now);
    this.#now = state;
    this.#tell();
    return true;
  }

  /** Call a function after every change, undo and redo. @param {(now: State) => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  #tell() {
    for (const listener of this.#listeners) listener(this.#now);
  }
}
