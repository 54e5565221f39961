/*
 * The table: where every card of the deck is, who plays, and what may be done. A state never changes; `act` makes the
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
  return {
    seed: seedText(seed), shuffles: 0, pile: [], table: [], people: [], discard, secret: [], due: false, source: "pile",
    round: 0, veiled: false, passes: [], log: [],
  };
}

/** A person of whom only some parts are known. @param {string} name @param {Partial<Person>} [part] @returns {Person} */
export function newPerson(name, part = {}) {
  return {
    by: "", note: "", face: "", presets: [], acts: {}, target: {}, tracks: {}, from: "", places: {}, turn: null, acted: false, hidden: false,
    ...part, name: nameText(name), cards: [],
  };
}

/** A seed as it is used: what is left of it when it was copied from a message. @param {string} seed */
export function seedText(seed) {
  return seed.normalize("NFC").replace(/\p{Surrogate}/gu, "\ufffd").replace(/\s+/gu, " ").trim();
}

/** The state after an action; the same object if it is not possible. `stamp` is what the log says of it beside.
 * @param {Model} model @param {State} state @param {Action} action @param {Partial<Stamp>} [stamp] @returns {State} */
export function act(model, state, action, stamp = {}) {
  const person = "person" in action && typeof action.person === "number" ? state.people[action.person] : null;
  if (person === undefined) return state;
  /** @type {State} */
  const next = /** @type {any} */ (ACTIONS[action.do])(model, state, action, person);
  if (next.log === state.log) return next;
  const before = new Set(state.log);
  const stamped = (/** @type {Entry} */ entry) => veiledEntry(state, next, { ...entry, ...stamp });
  const unveils = action.do === "veil" && !action.veiled;
  return { ...next, log: next.log.map((entry) => (before.has(entry) || unveils ? entry : stamped(entry))) };
}

/** What each action makes of a state; `person` is the one whom it names.
 * @type {{[A in Action as A["do"]]: (model: Model, state: State, action: A, person: Person) => State}} */
const ACTIONS = {
  draw: (model, state) => drawnTo(model, state, "table", 1),
  deal: (model, state, { to, count = 1 }) => (state.people[to] ? drawnTo(model, state, to, count) : state),
  move: (model, state, { cards, to }) => movedTo(model, state, cards, to),
  typed: (model, state, { card }) => typedIn(model, state, card),
  task: (model, state, { on }) => taskOver(model, state, on),
  shuffle: (model, state, { all }) => reshuffled(model, all ? putDown(state, true) : state),
  reseed: (model, state, { seed }) => reseeded(model, state, seed),
  join: (_, state, { name, person }) => {
    const joined = newPerson(name, person);
    return logged({ ...state, people: [...state.people, joined] }, { what: "join", text: joined.name });
  },
  rename: (_, state, action, person) => {
    const name = nameText(action.name);
    return logged(changed(state, action.person, { name }), { what: "rename", from: person.name, text: name });
  },
  leave: (model, state, _, person) => {
    const { name, cards } = person;
    const people = state.people.filter((each) => each !== person);
    const left = { ...state, people, discard: [...state.discard, ...cards] };
    return cameUp(model, logged(left, { what: "leave", text: name, cards }), cards);
  },
  person: (_, state, { person: at, part }, { name, cards }) =>
    changed(state, at, { ...part, name: nameText(part.name ?? name), cards }),
  round: (_, state, { stays }) => {
    const people = state.people.map((each) => ({ ...each, acted: false, turn: stays ? each.turn : null }));
    return logged({ ...state, people, round: state.round + 1 }, { what: "round" });
  },
  turn: (_, state, { person, turn }) => changed(state, person, { turn }),
  acted: (_, state, { person }) => changed(state, person, { acted: true }),
  "note-on": (_, state, { person, tracks }) => notedOn(state, person, tracks),
  veil: (model, state, { veiled }) => {
    if (veiled === state.veiled) return state;
    return veiled ? logged({ ...taskOver(model, state), veiled }, { what: "veil" }) : unveiled(state);
  },
  note: (_, state, { note }) => logged(state, { what: "note", note }),
  new: (model, state, { seed, shuffle = 1, drawn = 0 }) => begun(model, state, seed, shuffle, drawn),
  source: (_, state, { source }) =>
    (source === state.source ? state : logged({ ...state, source }, { what: "source", text: source })),
};

/** People in the order of the round. @param {State} state */
export function inOrder({ people }) {
  return [...people].sort((one, other) => (other.turn ?? -1) - (one.turn ?? -1));
}

/** Whose turn it is in the order of the round, null for nobody's. @param {State} state */
export function onTurn(state) {
  return inOrder(state).find(({ turn, acted }) => state.round && turn !== null && !acted) ?? null;
}

/** Where a card is. @param {State} state @param {number} card @returns {Place} */
export function placeOf(state, card) {
  if (state.table.includes(card)) return "table";
  if (state.discard.includes(card)) return "discard";
  const person = state.people.findIndex((each) => each.cards.includes(card));
  return person < 0 ? "pile" : person;
}

/** A name as it is used, whatever came. @param {unknown} name */
export function nameText(name) {
  return typeof name === "string" ? Array.from(name.replace(/\s+/gu, " ").trim()).slice(0, NAME_LENGTH).join("") : "";
}

/** @param {State} state @param {Logged} entry @returns {State} */
function logged(state, entry) {
  return { ...state, log: [...state.log.slice(1 - LOG_LENGTH), { ...entry, by: "", person: "", round: state.round, time: 0 }] };
}

// People

/** A person with some parts changed. @param {State} state @param {number} at @param {Partial<Person>} part @returns {State} */
function changed(state, at, part) {
  return { ...state, people: state.people.map((each, index) => (index === at ? { ...each, ...part } : each)) };
}

/** Numbers are added to a person's tracks, as far as these go. @param {State} state @param {number} at @param {{[track: string]: number}} added */
function notedOn(state, at, added) {
  const { name, tracks } = state.people[at];
  const next = { ...tracks };
  const texts = [];
  for (const [track, number] of Object.entries(added)) {
    if (!Object.hasOwn(tracks, track)) continue;
    const { label, value, most } = tracks[track];
    next[track] = { label, value: Math.max(0, Math.min(most, value + number)), most };
    if (next[track].value !== value) texts.push(`${label} ${value} → ${next[track].value}`);
  }
  return texts.length ? logged(changed(state, at, { tracks: next }), { what: "note-on", to: name, text: texts.join(", ") }) : state;
}

// What guests at the table do not see

/** Whether an entry names somebody whom guests do not see. @param {Person[]} people @param {Entry} entry */
function namesHidden(people, { what, person, from, to, text, note }) {
  const names = [person, from, to, ["join", "leave", "rename"].includes(what) ? text : "", note?.person, note?.target];
  return people.some(({ name, hidden }) => hidden && names.includes(name));
}

/** Marks a new entry of the log that guests do not read. @param {State} before @param {State} now @param {Entry} entry @returns {Entry} */
function veiledEntry(before, now, entry) {
  const onTable = entry.what === "note" || [entry.from, entry.to].includes("table");
  const hidden = namesHidden([...before.people, ...now.people], entry) || (entry.to !== "table" && entry.cards?.some((card) => before.secret.includes(card)));
  return { ...entry, ...(now.veiled && onTable && { veiled: true }), ...(hidden && { hidden }) };
}

/** What lies on the table is shown to all, with what the log says of it. Where nothing lies there, it stays hidden.
 * @param {State} state @returns {State} */
function unveiled(state) {
  const from = state.log.map(({ what }) => what).lastIndexOf("veil") + 1;
  if (!state.table.length || !from) return { ...state, veiled: false };
  const open = [...state.table, ...state.discard];
  const stays = (/** @type {Entry} */ entry) => [...entry.cards ?? [], ...entry.note?.cards ?? []].some((card) => !open.includes(card));
  /** @type {Entry[]} */
  const shown = state.log.slice(from).map((entry) => (stays(entry) ? entry : { ...entry, veiled: undefined }));
  const cards = shown.flatMap((entry) => (entry.veiled ? [] : entry.cards ?? []));
  const secret = state.secret.filter((card) => !cards.includes(card));
  return { ...state, veiled: false, secret, log: [...state.log.slice(0, from), ...shown] };
}

// Cards

/** The name of a place in the log. @param {State} state @param {Place} place */
function placeName(state, place) {
  return typeof place === "number" ? state.people[place].name : place;
}

/** @param {State} state @param {number[]} cards @param {Place} to @returns {State} */
function put(state, cards, to) {
  if (typeof to === "number") return changed(state, to, { cards: [...state.people[to].cards, ...cards] });
  return { ...state, [to]: to === "pile" ? [...cards, ...state.pile] : [...state[to], ...cards] };
}

/** @param {State} state @param {number[]} cards @returns {State} */
function takenUp(state, cards) {
  const rest = (/** @type {number[]} */ each) => each.filter((card) => !cards.includes(card));
  const people = state.people.map((each) => ({ ...each, cards: rest(each.cards) }));
  return {
    ...state, pile: rest(state.pile), table: rest(state.table), discard: rest(state.discard), secret: rest(state.secret), people,
  };
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
  const without = [...state.table, ...state.people.flatMap((each) => each.cards)];
  const shuffles = state.shuffles + 1;
  const order = shuffledOrder(state.seed, shuffles, model.cards.length);
  const pile = order.filter((card) => !without.includes(card));
  const passes = [...state.passes, { without, drawn: [] }];
  return cameUp(model, { ...state, shuffles, pile, discard: [], secret: [], due: false, passes }, state.table);
}

/** The pile alone is shuffled, by another seed: who knew the seed before cannot tell what comes.
 * @param {Model} model @param {State} state @param {string} seed @returns {State} */
function reseeded(model, state, seed) {
  const pile = shuffledOrder(seedText(seed), 1, model.cards.length).filter((card) => state.pile.includes(card));
  const without = model.cards.map((_, card) => card).filter((card) => !state.pile.includes(card));
  const next = { ...state, seed: seedText(seed), shuffles: 1, pile, passes: [...state.passes, { without, drawn: [] }] };
  return logged(next, { what: "reseed" });
}

/** @param {Model} model @param {State} state */
function reshuffled(model, state) {
  return logged(pileAnew(model, state), { what: "shuffle" });
}

/** Cards in play are put down, and if the game requires it, hands too. @param {State} state @param {boolean} [hands] @returns {State} */
function putDown(state, hands = false) {
  const held = hands ? state.people.flatMap((each) => each.cards) : [];
  const people = hands ? state.people.map((each) => ({ ...each, cards: [] })) : state.people;
  const secret = state.veiled ? [...state.secret, ...state.table] : state.secret;
  return { ...state, table: [], people, secret, discard: [...state.discard, ...state.table, ...held] };
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
  if (typeof to === "number" && !state.people[to]) return state;
  const cards = [...new Set(wanted)].filter((card) => model.cards[card] && placeOf(state, card) !== to);
  if (!cards.length) return state;
  const places = cards.map((card) => placeOf(state, card));
  const froms = [...new Set(places.map((place) => placeName(state, place)))];
  let next = put(takenUp(state, cards), cards, to);
  const byHand = cards.filter((_, at) => to === "pile" || places[at] === "pile");
  if (byHand.length) next = chosen(next, byHand);
  if (state.veiled && to === "discard") next = { ...next, secret: [...next.secret, ...cards.filter((card) => state.table.includes(card))] };
  const hidden = cards.filter((_, at) => places[at] !== "table" && places[at] !== "discard");
  if (to === "table" || to === "discard") next = cameUp(model, next, hidden);
  return logged(next, { what: "move", cards, from: froms.length === 1 ? froms[0] : "", to: placeName(state, to) });
}

/** What is in play is put down, and where a joker came up, or the game has every draw from a whole deck, shuffled in.
 * What comes next is seen by all, unless the same roll goes `on`.
 * @param {Model} model @param {State} state @param {boolean} [on] */
function taskOver(model, state, on = false) {
  const cards = state.table;
  const entry = { what: "task", cards, from: "table", to: "discard", ...(state.veiled && { veiled: true }) };
  const down = cards.length ? logged(putDown(state), entry) : state;
  const next = on || !state.veiled ? down : { ...down, veiled: false };
  const drawn = next.discard.length > 0 || state.passes[state.passes.length - 1].drawn.length > 0;
  return next.due || (model.reshuffle === "every-draw" && drawn) ? reshuffled(model, next) : next;
}

/** @param {Model} model @param {State} state @param {string} seed @param {number} shuffle @param {number} drawn */
function begun(model, state, seed, shuffle, drawn) {
  const people = state.people.map((each) => ({ ...each, cards: [], acted: false, turn: null }));
  const before = Math.max(1, Math.trunc(shuffle)) - 1;
  let next = pileAnew(model, { ...emptyState(model, seed), people, source: state.source, shuffles: before });
  const gone = next.pile.slice(0, Math.max(0, drawn));
  for (const card of gone) next = seen(next, card);
  next = cameUp(model, { ...next, pile: next.pile.slice(gone.length), discard: gone }, gone);
  return logged(next, { what: "new", text: next.seed });
}

/** A game that goes on: its state now, those before it for undo, and who wants to know of changes. */
export class Table {
  /** @type {State[]} */ #past = [];
  /** @type {State[]} */ #future = [];
  /** @type {((now: State) => void)[]} */ #listeners = [];
  /** @type {Model} */ #model;
  /** @type {State} */ #now;

  /** Where this page is a guest: asks the host to do it instead. @type {((asked: Action[]) => void) | null} */ remote = null;

  /** @param {Model} model @param {State} state @param {State[]} [past]  those before it, the oldest first */
  constructor(model, state, past = []) {
    this.#model = model;
    this.#now = state;
    this.#past = past;
  }

  /** The states before this one, the oldest first. */
  get past() {
    return this.#past;
  }

  get now() {
    return this.#now;
  }

  /** Do one action, several, or whatever a function does with the `todo` that it gets; all of it is one step for undo.
   * `todo` makes an action and gives the state after it, which is `now` as well. If the function throws, nothing was
   * done. False if nothing changed. `stamp` goes to the entries of the log.
   * @param {Action | Action[] | ((todo: (action: Action) => State) => void)} actions @param {Partial<Stamp>} [stamp] */
  change(actions, stamp = {}) {
    if (this.remote) {
      if (typeof actions !== "function") this.remote([actions].flat());
      return true;
    }
    const before = this.#now;
    const todo = (/** @type {Action} */ action) => (this.#now = act(this.#model, this.#now, action, stamp));
    let after = before;
    try {
      if (typeof actions === "function") actions(todo);
      else [actions].flat().forEach(todo);
      after = this.#now;
    } finally {
      this.#now = before;
    }
    if (after !== before) this.take(after, true);
    return after !== before;
  }

  /** Go on from another state. @param {State} state @param {boolean} [undo]  whether one may go back, also to before */
  take(state, undo = false) {
    this.#past = undo ? [...this.#past.slice(1 - UNDO_LENGTH), this.#now] : [];
    this.#future = [];
    this.#now = state;
    this.#tell();
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
