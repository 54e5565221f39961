/*
 * What was drawn against what is to be expected, exactly, so that a skeptic can watch it.
 *
 * A shuffle is fair if the cards that are drawn of it are any of those that lay in the pile, each as likely. How many
 * cards are drawn is decided by jokers, which have the deck shuffled; so jokers and other cards are taken apart, and of
 * each kind those that came up are a sample without replacement. Its mean and its variance are exact, whatever the game's
 * rule for shuffling, whatever is held in hands; of a deck that is drawn to its end nothing is left to chance.
 *
 * A cell is taken to be read on every card that is drawn: an open one goes on with the next card. What it comes to on
 * average is the sum of what was read over the number of cards that are not open.
 */
import { chancesOf, playedWith, readingOf } from "./engine.js";
import { placed, sectionOf } from "./places.js";
import { bitsOf, drawnBelow, shuffledOrder } from "./random.js";
import { act, newState } from "./store.js";
import { say, valueText } from "./words.js";

const GAMES = 400;
/** Draws of all games with fair shuffles together, so that they take no time that one notices. */
const FAIR_DRAWS = 400_000;
const NOTHING = 1e-9;

/** What was drawn, held against what is to be expected, and against so many games with fair shuffles.
 * @param {Model} model @param {readonly Pass[]} passes @param {number} [games] @returns {Statistics} */
export function statistics(model, passes, games = GAMES) {
  const samples = passes.flatMap((pass) => sampled(model, pass));
  const counts = model.cards.map(() => 0);
  for (const { drawn } of passes) for (const card of drawn) counts[card] += 1;
  const sections = model.sections.filter(({ counted }) => counted.length).map(({ name, title, counted }) => {
    const rows = counted.map((row) => rowOff(row, counts, samples));
    return { name, title, rows, farthest: rows.reduce((best, row) => (Math.abs(row.off) > Math.abs(best.off) ? row : best)) };
  });
  const varied = sections.filter(({ rows }) => rows.some(({ error }) => error > 0));
  const farthest = varied.sort((a, b) => Math.abs(b.farthest.off) - Math.abs(a.farthest.off))[0] ?? null;
  const draws = counts.reduce((total, count) => total + count, 0);
  const fair = farthest ? Math.max(100, Math.min(games, Math.floor(FAIR_DRAWS / draws))) : 0;
  return {
    draws,
    shuffles: passes.filter(({ drawn }) => drawn.length).length,
    cards: model.cards.map((_, own) => {
      const values = model.cards.map((_, card) => Number(card === own));
      return rowOff({ place: "", dice: "", mean: false, values, ends: values, asked: null, whole: null, longRun: null }, counts, samples);
    }),
    jokers: jokersOff(model, passes),
    sections,
    farthest: farthest && { section: farthest, row: farthest.farthest },
    games: fair,
    rarer: farthest && fairShare(samples, sections, counts.length, Math.abs(farthest.farthest.off), fair),
  };
}

/** The jokers and the other cards of one shuffle, with how many of each came up. @param {Model} model @param {Pass} pass */
function sampled(model, { without, drawn }) {
  return [true, false].map((joker) => {
    const cards = model.cards.filter((card, i) => card.joker === joker && !without.includes(i)).map(({ impulse }) => impulse);
    return { cards, drawn: drawn.filter((card) => cards.includes(card)).length };
  });
}

/** The exact mean and standard error of the sum over all cards that are drawn. @param {Sampled[]} samples
 * @param {readonly number[]} worths  by card @returns {[number, number]} */
function expectedOf(samples, worths) {
  let mean = 0;
  let variance = 0;
  for (const { cards, drawn } of samples) {
    const size = cards.length;
    if (!drawn) continue;
    const middle = cards.reduce((total, card) => total + worths[card], 0) / size;
    const spread = cards.reduce((total, card) => total + (worths[card] - middle) ** 2, 0) / size;
    mean += middle * drawn;
    // a sample without replacement varies less than one with
    if (size > 1) variance += (spread * drawn * (size - drawn)) / (size - 1);
  }
  return [mean, Math.sqrt(variance)];
}

/** How far a row is off: of a mean, which is the expected sum over the expected number, what the draws add to or take from it.
 * @param {Counted} row @param {number[]} counts @param {Sampled[]} samples @returns {StatisticsRow} */
function rowOff(row, counts, samples) {
  const tasks = weighted(counts, row.ends);
  const middle = row.mean ? expectedOf(samples, row.values)[0] / expectedOf(samples, row.ends)[0] : 0;
  const worths = row.values.map((value, card) => value - (middle || 0) * row.ends[card]);
  const [sum, scatter] = expectedOf(samples, worths);
  const error = scatter < NOTHING ? 0 : scatter;
  const per = row.mean ? tasks || NaN : 1;
  const drawn = weighted(counts, row.values) / per;
  return { ...row, tasks, drawn, expected: row.mean ? middle : sum, error: error / per, off: error && (weighted(counts, worths) - sum) / error, worths };
}

/** @param {number[]} counts @param {readonly number[]} worths */
function weighted(counts, worths) {
  return counts.reduce((total, count, card) => total + count * worths[card], 0);
}

/** How many jokers came up: each time as likely as the pile had it.
 * @param {Model} model @param {readonly Pass[]} passes */
function jokersOff(model, passes) {
  let [count, expected, variance] = [0, 0, 0];
  for (const { without, drawn } of passes) {
    let jokers = model.cards.filter((card) => card.joker && !without.includes(card.impulse)).length;
    for (const [at, card] of drawn.entries()) {
      const chance = jokers / (model.cards.length - without.length - at);
      expected += chance;
      variance += chance * (1 - chance);
      count += Number(model.cards[card].joker);
      jokers -= Number(model.cards[card].joker);
    }
  }
  const error = Math.sqrt(variance);
  return model.cards.some(({ joker }) => joker) ? { count, expected, error, off: error && (count - expected) / error } : null;
}

/** The share of games with fair shuffles and as many draws in which some row is as far off. @param {Sampled[]} samples
 * @param {StatisticsSection[]} sections @param {number} size @param {number} off @param {number} games */
function fairShare(samples, sections, size, off, games) {
  const rows = sections.flatMap((section) => section.rows).filter((row) => row.error > 0);
  const expected = rows.map(({ worths }) => /** @type {const} */ ([worths, ...expectedOf(samples, worths)]));
  const bits = bitsOf("fair games");
  let rarer = 0;
  for (let game = 0; game < games; game += 1) {
    const counts = new Array(size).fill(0);
    for (const { cards, drawn } of samples) {
      const pile = [...cards];
      for (let at = 0; at < drawn; at += 1) {
        const next = at + drawnBelow(bits, pile.length - at);
        [pile[at], pile[next]] = [pile[next], pile[at]];
        counts[pile[at]] += 1;
      }
    }
    if (expected.some(([worths, mean, error]) => Math.abs(weighted(counts, worths) - mean) / error >= off - NOTHING)) rarer += 1;
  }
  return rarer / games;
}

// For skeptics

/** A game of its own in which cards are drawn one by one, each resolved before the next: by the same table, the same
 * shuffles and the game's rule.
 * @param {Model} model @param {string} seed @param {number} [count] @returns {State} */
export function drawnByScript(model, seed, count = 1000) {
  let state = newState(model, seed);
  for (let left = count; left > 0; left -= 1) state = act(model, act(model, state, { do: "task" }), { do: "draw" });
  return state;
}

/** A deck that is drawn to its end without a shuffle. @param {Model} model @param {string} seed @returns {State} */
export function drawnToTheEnd(model, seed) {
  return model.cards.reduce((state) => act(model, state, { do: "draw" }), newState(model, seed));
}

/** One place of `choices` read many times, each time from a newly shuffled deck, so that draws do not depend on each
 * other; null if its chances are not computed. @param {Model} model @param {string} section @param {string} place
 * @param {string} seed @param {number} [count] @returns {Trial | null} */
export function trial(model, section, place, seed, count = 1000) {
  const key = (/** @type {Found} */ { value, critical }) => JSON.stringify([value, critical]);
  const chances = merged(model, section, place, key);
  if (!chances) return null;
  const play = readingOf(model, section, place);
  /** @type {{[key: string]: number}} */
  const counts = {};
  for (let number = 1; number <= count; number += 1) {
    const order = shuffledOrder(seed, number, model.cards.length);
    let at = 0;
    const [{ found }] = playedWith(model, play, {}, () => order[at++ % order.length], false).playeds;
    if (found) counts[key(found)] = (counts[key(found)] ?? 0) + 1;
  }
  const bins = binned(chances, 5 / count).map((bin) => ({
    words: binText(model, section, place, bin.map(({ found }) => found)),
    count: bin.reduce((total, { found }) => total + (counts[key(found)] ?? 0), 0),
    expected: bin.reduce((total, { chance }) => total + chance * count, 0),
  }));
  const mean = (/** @type {(each: Chance) => number} */ worth) => chances.reduce((total, each) => total + each.chance * worth(each), 0);
  if (chances.some(({ found }) => typeof found.value !== "number")) return { count, rows: bins, mean: null };
  const expected = mean(({ found }) => Number(found.value));
  const error = Math.sqrt(mean(({ found }) => (Number(found.value) - expected) ** 2) / count);
  const drawn = chances.reduce((total, { found }) => total + Number(found.value) * (counts[key(found)] ?? 0), 0) / count;
  return { count, rows: bins, mean: { drawn, expected, error } };
}

/** The chances of a place, each value once; of dice, whose cards bring them, in order.
 * @param {Model} model @param {string} section @param {string} place @param {(found: Found) => string} key */
function merged(model, section, place, key) {
  /** @type {Map<string, Chance>} */
  const all = new Map();
  for (const each of chancesOf(model, section, place) ?? []) {
    all.set(key(each.found), { ...each, chance: each.chance + (all.get(key(each.found))?.chance ?? 0) });
  }
  const chances = [...all.values()];
  const own = sectionOf(model, section);
  if (own.kind === "dice") {
    const words = own.rolls.flatMap(({ parts }) => parts.flatMap((part) => part.words));
    const rank = (/** @type {Chance} */ { found: { value } }) => (typeof value === "string" ? words.indexOf(value) : Number(value));
    chances.sort((a, b) => rank(a) - rank(b));
  }
  return chances.length ? chances : null;
}

/** Neighbors together, until each group has this chance. @param {Chance[]} chances @param {number} least */
function binned(chances, least) {
  /** @type {Chance[][]} */
  const bins = [[]];
  let sum = 0;
  for (const each of chances) {
    if (sum >= least) bins.push([]);
    sum = (sum >= least ? 0 : sum) + each.chance;
    bins[bins.length - 1].push(each);
  }
  const rest = sum < least && bins.length > 1 ? bins.pop() ?? [] : [];
  bins[bins.length - 1].push(...rest);
  return bins;
}

/** @param {Model} model @param {string} name @param {string} place @param {Found[]} bin */
function binText(model, name, place, bin) {
  const section = sectionOf(model, name);
  const { row } = /** @type {{row?: string}} */ (placed(section, place));
  const texts = bin.map(({ value, critical }) => (critical ? model.failure : valueText(section, value, row)));
  const numbers = texts.length > 1 && bin.every(({ value, critical }) => typeof value === "number" && !critical);
  return numbers ? say(model, "{least} to {most}", { least: texts[0], most: texts[texts.length - 1] }) : texts.join(", ");
}
