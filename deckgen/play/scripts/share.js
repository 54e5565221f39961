/*
 * What friends send each other by messages: a shuffle, or a whole turn.
 *
 * A shuffle is a short text that one sends to a friend: "deckgen:1a2b3c4d:2.17:9f3e:KMRT-7QX2" is of the deck whose id begins
 * with 1a2b3c4d, the second shuffle of the seed KMRT-7QX2, of which 17 cards are drawn. 9f3e is its checksum.
 */
import { hashOf } from "./random.js";
import { FORMAT, stateOf } from "./storage.js";
import { newPerson, seedText } from "./store.js";
import { say } from "./words.js";

const SHARED = /deckgen:\s*([0-9a-f]{8})\s*:\s*(\d{1,6})\.(\d{1,4})\s*:\s*([0-9a-f]{4})\s*:([^\r\n]*)/iu;
/** What stands around a text in a message. */
const QUOTES = /^["'“”„«»‘’`\s]+|["'“”«»‘’`\s]+$/gu;

/** The first letters of the deck's id. @param {Model} model */
export function shortId(model) {
  return model.id.replace(/^sha256:/, "").slice(0, 8).toLowerCase();
}

/** @param {string} id @param {number} shuffle @param {number} drawn @param {string} seed */
function checkOf(id, shuffle, drawn, seed) {
  return (hashOf(`${id}:${shuffle}.${drawn}:${seed}`) & 0xffff).toString(16).padStart(4, "0");
}

/** Whether a game can be told by its shuffle and how many cards are drawn. @param {Model} model @param {State} state */
export function isTold(model, state) {
  const last = state.passes[state.passes.length - 1];
  return !last.without.length && last.drawn.length === model.cards.length - state.pile.length && !state.people.some(({ cards }) => cards.length);
}

/** The text of this game's shuffles. `far`: as far as it has come, if that can be told; else from the start.
 * @param {Model} model @param {State} state @param {boolean} [far] */
export function shareText(model, state, far = false) {
  const [shuffle, count] = far && isTold(model, state) ? [state.shuffles, model.cards.length - state.pile.length] : [1, 0];
  const id = shortId(model);
  return `deckgen:${id}:${shuffle}.${count}:${checkOf(id, shuffle, count, state.seed)}:${state.seed}`;
}

/** What a text that somebody sent has one do, or in words why not, and what then.
 * @param {Model} model @param {string} text
 * @returns {{action: Action, problem: ""} | {action: null, problem: string}} */
export function readShare(model, text) {
  const refused = (/** @type {string} */ problem) => ({ action: null, problem });
  const found = SHARED.exec(text.normalize("NFC"));
  if (!found) {
    return refused(say(model, "This is no shared shuffle: that begins with “deckgen:” and is copied whole. To shuffle by words of your own, type them as the seed of a new game."));
  }
  const [, id, first, last, check, rest] = found;
  const [shuffle, drawn] = [Number(first), Number(last)];
  const made = /^[A-Z2-9]{4}-[A-Z2-9]{4}/u.exec(rest.trim()); // by newSeed, in the middle of a message
  const seeds = [rest, rest.replace(QUOTES, ""), made ? made[0] : rest].map(seedText);
  const seed = seeds.find((each) => checkOf(id.toLowerCase(), shuffle, drawn, each) === check.toLowerCase());
  const isOwn = id.toLowerCase() === shortId(model);
  if (seed === undefined || shuffle < 1 || (isOwn && drawn > model.cards.length)) {
    return refused(say(model, "This shared shuffle is not whole: a letter was changed or lost. Copy it again, to its end."));
  }
  if (!isOwn) {
    return refused(
      say(model, "This shuffle is of another deck ({other}; here it is {own}). Open the page of that deck; or type “{seed}” as the seed of a new game, which puts the cards of this one in the same order.", { other: id.toLowerCase(), own: shortId(model), seed }),
    );
  }
  return { action: { do: "new", seed, shuffle, drawn }, problem: "" };
}

// Turns

/** What each player has on the own page: it is not sent with a turn. */
const OWN = ["presets", "acts", "target", "places", "from", "cards"];
const lettersOf = (/** @type {number[]} */ cards) => String.fromCharCode(...cards.map((card) => card + 40));
const cardsOf = (/** @type {string} */ letters) => Array.from(letters, (letter) => letter.charCodeAt(0) - 40);

/** A game as it is now, in few letters: without its log but for the last entry. @param {State} state */
export function tellTurn({ seed, shuffles, pile, table, discard, people, due, source, round, log }) {
  const plain = Object.entries(newPerson(""));
  const persons = people.map((person) => {
    const parts = plain.filter(([name, value]) => !OWN.includes(name) && JSON.stringify(person[/** @type {"name"} */ (name)]) !== JSON.stringify(value));
    return [lettersOf(person.cards), Object.fromEntries(parts.map(([name]) => [name, person[/** @type {"name"} */ (name)]]))];
  });
  return { seed, shuffles, cards: [pile, table, discard].map(lettersOf), people: persons, due, source, round, last: log[log.length - 1] };
}

/** The game that a turn tells; null if it is none of this deck. What it does not tell is as it is `now`.
 * @param {Model} model @param {State} now @param {any} turn @returns {State | null} */
export function stateOfTurn(model, now, turn) {
  try {
    const { seed, shuffles, due, source, round, last } = turn;
    const [pile, table, discard] = turn.cards.map(cardsOf);
    const people = turn.people.map((/** @type {any} */ [letters, parts]) => {
      const known = now.people.find(({ name }) => name === parts.name);
      const kept = Object.fromEntries(Object.entries(known ?? {}).filter(([name]) => OWN.includes(name)));
      return { ...newPerson(""), ...parts, ...kept, cards: cardsOf(letters) };
    });
    const passes = [{ without: model.cards.map((_, card) => card).filter((card) => !pile.includes(card)), drawn: [] }];
    const state = { seed, shuffles, pile, table, people, discard, secret: [], due, source, round, veiled: false, passes, log: [...now.log, last] };
    return stateOf(model, JSON.stringify({ format: FORMAT, ...state }));
  } catch {
    return null;
  }
}
