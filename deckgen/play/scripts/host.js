/*
 * One table for several pages. The host's page alone knows the shuffle: it does what guests ask for, if they may, and
 * sends each of them what they may see. Whatever comes from elsewhere is checked before it is used.
 */
import { CONNECTING, isSide, Link } from "./link.js";
import { newSeed, shuffledOrder } from "./random.js";
import { shortId } from "./share.js";
import { areAnswers, FORMAT, personOf, viewOf } from "./storage.js";
import { nameText, onTurn } from "./store.js";
import { say } from "./words.js";

const [LOG_SENT, MOST_SENT, MOST_HEARD, MOST_PEOPLE] = [200, 80_000, 65_536, 12];
/** Messages that a guest may send at once, and how many more each second. */
const [BURST, EACH_SECOND] = [30, 5];

/** What a guest sees of a state: hidden cards are -1, nobody is there who is hidden, and nothing tells the shuffle.
 * @param {Model} model @param {State} state @param {string} guest @returns {State} */
export function viewFor(model, state, guest) {
  const backs = (/** @type {number[]} */ cards) => cards.map(() => -1);
  const table = state.veiled ? backs(state.table) : state.table;
  const discard = state.discard.map((card) => (state.secret.includes(card) ? -1 : card));
  const people = state.people.filter(({ hidden }) => !hidden)
    .map((each) => (each.by === guest ? each : { ...each, cards: backs(each.cards), presets: [], acts: {}, from: "" }));
  const log = state.log.filter(({ veiled, hidden }) => !veiled && !hidden).slice(-LOG_SENT).map((entry) => {
    const seen = ["table", "discard"].some((place) => [entry.from, entry.to].includes(place)) || entry.what === "leave";
    return { ...entry, ...(entry.cards && !seen && { cards: backs(entry.cards) }), ...(entry.what === "new" && { text: "" }) };
  });
  const due = state.due && [...table, ...discard].some((card) => model.cards[card]?.joker);
  return { ...state, seed: "", source: "pile", pile: backs(state.pile), table, discard, people, log, secret: [], passes: [{ without: [], drawn: [] }], due };
}

/** A game that goes on from what a guest saw: all that it did not see is shuffled.
 * @param {Model} model @param {State} view @param {string} seed @returns {State} */
export function takenOver(model, view, seed) {
  const seen = [...view.table, ...view.discard, ...view.people.flatMap(({ cards }) => cards)];
  const pile = shuffledOrder(seed, 1, model.cards.length).filter((card) => !seen.includes(card));
  const faces = (/** @type {number[]} */ cards) => cards.map((card) => (card < 0 ? /** @type {number} */ (pile.pop()) : card));
  const [table, discard] = [view.table, view.discard].map(faces);
  const people = view.people.map((each) => ({ ...each, cards: faces(each.cards) }));
  const without = model.cards.map((_, card) => card).filter((card) => !pile.includes(card));
  return { ...view, seed, shuffles: 1, veiled: false, pile, table, discard, people, passes: [{ without, drawn: [] }] };
}

/** Why a guest may not do something, in words for it. */
class Refusal extends Error {}

/** @param {unknown} holds @param {string} words */
function need(holds, words) {
  if (!holds) throw new Refusal(words);
}

/** What a guest asks for, as what is done. Throws Refusal if it may not, anything else if it is nonsense. People are named,
 * as their places differ from page to page.
 * @param {Model} model @param {State} state @param {string} guest @param {any} asked @returns {Action | GuestRoll} */
export function allowed(model, state, guest, asked) {
  const { people, table, veiled, log } = state;
  const mine = people.filter(({ by }) => by === guest);
  const wanted = ["deal", "move"].includes(asked.do) ? asked.to : asked.person;
  const at = people.findIndex((each) => mine.includes(each) && each.name === wanted);
  const ownNeeded = () => need(at >= 0, say(model, "That is not your person."));
  const openNeeded = () => need(!veiled, say(model, "The Master’s cards are on the table: wait until they are gone."));
  const cardsOf = (/** @type {number[]} */ among) => {
    need(asked.cards.every((/** @type {number} */ card) => among.includes(card)), say(model, "That is not your card."));
    return /** @type {number[]} */ ([...new Set(asked.cards)]);
  };
  const held = mine.flatMap(({ cards }) => cards);
  const turn = onTurn(state);
  const aim = log[log.length - 1]?.note?.target;
  const mayAct = (/** @type {Person} */ each) => !turn || each === turn || each.turn === null || each.name === aim;
  switch (asked.do) {
    case "roll":
    case "draw":
    case "task":
      openNeeded();
      if (asked.person) ownNeeded();
      need(state.source === "pile", say(model, "At this table cards come from a printed deck: say what you roll."));
      need(at < 0 ? !mine.length || mine.some(mayAct) : mayAct(people[at]), say(model, "It is not your turn."));
      if (asked.do !== "roll") return { do: asked.do };
      need(areAnswers(asked.given), say(model, "That cannot be read."));
      return {
        do: "roll", roll: String(asked.roll), given: asked.given, cards: cardsOf(asked.cards.length === 1 ? [...held, ...table] : table), person: at < 0 ? "" : wanted,
        target: people.find(({ name, hidden }) => name === asked.target && !hidden)?.name ?? "",
      };
    case "move":
      if (asked.to === "table") openNeeded();
      else if (asked.to !== "discard") ownNeeded();
      return { do: "move", cards: cardsOf(held), to: at < 0 ? asked.to : at };
    case "person":
    case "join": {
      const name = nameText(asked.do === "join" ? asked.name : wanted);
      const before = mine.find((each) => each.name === name);
      const part = personOf({ ...before, ...(asked.do === "join" ? wanted : asked.part), name, by: guest, hidden: false });
      if (!part || !name) throw new TypeError("no person");
      if (before) return { do: "person", person: people.indexOf(before), part: { ...part, turn: before.turn, acted: before.acted } };
      need(mine.length < MOST_PEOPLE && people.every((each) => each.name !== name), say(model, "There is a {name} already.", { name }));
      return { do: "join", name, person: { ...part, turn: null, acted: false } };
    }
    case "deal":
      ownNeeded();
      return { do: "deal", to: at, count: Math.max(1, Math.min(10, Math.trunc(asked.count ?? 1) || 1)) };
    case "note-on":
      ownNeeded();
      need(Object.values(asked.tracks).every(Number.isFinite), say(model, "That cannot be read."));
      return { do: "note-on", person: at, tracks: asked.tracks };
    case "acted":
      ownNeeded();
      need(!turn || turn === people[at], say(model, "It is not your turn."));
      return { do: "acted", person: at };
  }
  throw new Refusal(say(model, "Only the Master does that."));
}

/** What both sides of a table have. `did` does what a guest may, `told` shows words, `changed`: somebody came or went. */
class AtTable {
  /** @param {Model} model @param {import("./store.js").Table} table @param {string} name @param {TableDoes} does */
  constructor(model, table, name, does) {
    this.model = model;
    this.table = table;
    this.name = name;
    this.does = does;
    /** @type {Link[]} */ this.links = [];
  }

  close() {
    for (const link of this.links) link.close();
  }
}

/** The page that plays for all. */
export class Host extends AtTable {
  role = /** @type {const} */ ("host");
  /** @type {Seat[]} who is at the table, or was */ guests = [];
  /** @type {Map<string, Seat | null>} by the id of an invitation; null: it was answered */ invited = new Map();
  #secret = false;

  /** Who is at the table, and since how many seconds somebody is away. */
  get here() {
    const away = (/** @type {Seat} */ { link, since }) => (link?.state === "open" ? 0 : Math.max(1, Math.round((Date.now() - since) / 1000)));
    return [{ name: this.name, away: 0 }, ...this.guests.map((guest) => ({ name: guest.name, away: away(guest) }))];
  }

  /** An invitation for one guest; `name` is that of one who comes back. @param {string} stun @param {string} [name] */
  async invite(stun, name = "") {
    const guest = /** @type {Seat} */ ({ name, link: null, since: Date.now(), left: BURST, at: Date.now() });
    guest.link = new Link(stun, (text) => this.heard(guest, text), () => this.#turned(guest));
    this.links.push(guest.link);
    const id = newSeed();
    this.invited.set(id, guest);
    return { id, deck: shortId(this.model), title: this.model.title, from: this.name, name, side: await guest.link.side() };
  }

  /** Let in who answers an invitation; what is wrong in words, else "". @param {any} answer */
  async letIn({ to, name, side }) {
    const { model } = this;
    const guest = this.invited.get(to);
    if (guest === null) return say(model, "This answer was used already.");
    if (!guest?.link || !isSide(side) || !nameText(name)) return say(model, "This answers another invitation: send a new one.");
    this.invited.set(to, null);
    guest.name = nameText(name);
    for (let number = 2; this.here.some((each) => !each.away && each.name === guest.name); number += 1) guest.name = `${nameText(name).slice(0, 36)} ${number}`;
    await guest.link.accept(side);
    for (let wait = 0; wait < CONNECTING && guest.link.state === "waiting"; wait += 100) await new Promise((done) => setTimeout(done, 100));
    if (guest.link.state === "open") return "";
    guest.link.close();
    return say(model, "No connection after 15 s: try one Wi-Fi for both, or play by messages.");
  }

  /** @param {Seat} guest */
  #turned(guest) {
    const [{ name, link }, { model }] = [guest, this];
    guest.since = Date.now();
    if (link?.state === "open") {
      this.guests = [...this.guests.filter((each) => each.name !== name), guest];
      if (!this.#secret) this.#begin();
      this.does.told(say(model, "{name} is at the table.", { name }));
    } else if (this.guests.includes(guest)) this.does.told(say(model, "{name} is away, and keeps the place.", { name }));
    this.tell();
    this.does.changed();
  }

  /** With the first guest the shuffle becomes a secret: what was before could be computed from a seed that others know. */
  #begin() {
    this.#secret = true;
    this.table.change({ do: "reseed", seed: newSeed(6) });
    this.table.take(this.table.now);
    this.table.listen(() => this.tell());
  }

  /** Something that a guest sent. @param {Seat} guest @param {string | null} text */
  heard(guest, text) {
    const [{ name, link }, { model }] = [guest, this];
    guest.left = Math.min(BURST, guest.left + (Date.now() - guest.at) / 1000 * EACH_SECOND) - 1;
    guest.at = Date.now();
    if (text === null || text.length > MOST_HEARD || guest.left < -BURST) {
      link?.close();
      return this.does.told(say(model, "{name} sent too much: the line is closed.", { name }));
    }
    try {
      need(guest.left >= 0, say(model, "Not so fast."));
      for (const asked of [JSON.parse(text)].flat().slice(0, 8)) {
        const own = this.table.now.people.find(({ by, name: person }) => by === name && person === asked.person);
        this.does.did(allowed(model, this.table.now, name, asked), { by: name, person: own?.name ?? "" });
      }
    } catch (error) {
      link?.send(JSON.stringify({ words: error instanceof Refusal ? error.message : say(model, "That cannot be read.") }));
    }
  }

  /** Every guest gets what it sees now. */
  tell() {
    for (const { name, link } of this.guests) {
      const state = viewFor(this.model, this.table.now, name);
      const message = () => JSON.stringify({ state: { format: FORMAT, ...state }, here: this.here });
      while (message().length > MOST_SENT && state.log.length > 1) state.log = state.log.slice(state.log.length >> 1);
      link?.send(message());
    }
  }
}

/** A page that shows the table of another. */
export class Guest extends AtTable {
  role = /** @type {const} */ ("guest");
  /** @type {{name: string, away: number}[]} */ here = [];
  /** @type {Link | null} */ link = null;
  host = "";

  /** Answer an invitation. @param {any} invitation @param {string} stun */
  async answer({ id, from, side }, stun) {
    this.host = nameText(from);
    this.link = new Link(stun, (text) => this.heard(text), () => {
      if (this.link?.state === "closed") this.here = [];
      this.does.changed();
    });
    this.links.push(this.link);
    return { to: id, name: this.name, side: await this.link.side(side) };
  }

  /** Ask the host to do something. @param {(Action | GuestRoll)[]} asked */
  send(asked) {
    const { model, table: { now: { people } } } = this;
    const text = JSON.stringify(asked, (key, value) => (["person", "to"].includes(key) && typeof value === "number" ? people[value]?.name : value));
    if (this.link?.state === "open") this.link.send(text);
    else this.does.told(say(model, "You are not connected: ask for a new invitation, or go on by messages."));
  }

  /** Something that the host sent: a table, or words. @param {string | null} text */
  heard(text) {
    const { model } = this;
    /** @type {any} */
    let data = null;
    try {
      data = JSON.parse(text ?? "null");
    } catch { /* it is no table, see below */ }
    if (data?.words) return this.does.told(String(data.words).slice(0, 300));
    const view = viewOf(model, data?.state);
    if (!view) return this.does.told(say(model, "What came from {name} is no table of this deck.", { name: this.host }));
    this.here = [data.here].flat().slice(0, 20).map((each) => ({ name: nameText(each?.name), away: Number(each?.away) || 0 }));
    this.table.take(view);
    this.does.changed();
  }
}
