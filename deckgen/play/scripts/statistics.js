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
import { sectionOf } from "./places.js";
import { bitsOf, drawnBelow, shuffledOrder } from "./random.js";
import { act, newState } from "./store.js";
import { numberText, say } from "./words.js";

const GAMES = 400;
/** Draws of all games with fair shuffles together, so that they take no time that one notices. */
const FAIR_DRAWS = 400_000;
const NOTHING = 1e-9;

/**
 * What was drawn, held against what is to be expected.
 *
 * @param {Model} model
 * @param {readonly Pass[]} passes
 * @param {number} [games]  with fair shuffles
 * @returns {Statistics}
 */
export function statistics(model, passes, games = GAMES) {
  const samples = sampledOf(model, passes);
  const counts = model.cards.map(() => 0);
  for (const { drawn } of passes) for (const card of drawn) counts[card] += 1;
  const cards = counts.map((count, card) => deviation(count, ...expectedOf(samples, (each) => Number(each === card))));
  const counted = model.sections.map((section) => ({ section, rows: section.counted.filter((row) => varies(model, row)) }));
  const sections = counted.filter(({ rows }) => rows.length).map(({ section, rows }) =>
    sectionOff(section, rows.map((row) => rowOff(row, counts, samples))));
  const varied = sections.filter((section) => section.rows.some((row) => row.error > 0));
  const first = varied.reduce((best, each) => (Math.abs(each.farthest.off) > Math.abs(best.farthest.off) ? each : best), varied[0]);
  const farthest = first ? { section: first, row: first.farthest } : null;
  const draws = counts.reduce((total, count) => total + count, 0);
  const fair = farthest ? Math.max(100, Math.min(games, Math.floor(FAIR_DRAWS / draws))) : 0;
  const shares = farthest ? fairGames(samples, cards, sections, counts, fair) : { even: null, rarer: null };
  return {
    draws,
    shuffles: passes.filter(({ drawn }) => drawn.length).length,
    cards,
    jokers: jokersOff(model, passes),
    sections,
    farthest,
    games: fair,
    ...shares,
  };
}

/** Whether jokers differ from each other in a row, or other cards do. @param {Model} model @param {Counted} row */
function varies(model, { values, ends }) {
  const kinds = [true, false].map((joker) => model.cards.filter((card) => card.joker === joker).map((card) => card.impulse));
  return kinds.some(([first, ...others]) => others.some((card) => values[card] !== values[first] || ends[card] !== ends[first]));
}

// What is to be expected

/** @param {Model} model @param {readonly Pass[]} passes @returns {Sampled[]} */
function sampledOf(model, passes) {
  /** @type {Map<string, Sampled>} */
  const found = new Map();
  for (const { without, drawn } of passes) {
    const key = [...without].sort((a, b) => a - b).join();
    const shuffled = model.cards.filter((_, card) => !without.includes(card));
    const kinds = [true, false].map((joker) => ({
      cards: shuffled.filter((card) => card.joker === joker).map((card) => card.impulse),
      drawn: /** @type {number[]} */ ([]),
    }));
    const sample = found.get(key) ?? { kinds };
    found.set(key, sample);
    for (const kind of sample.kinds) kind.drawn.push(drawn.filter((card) => kind.cards.includes(card)).length);
  }
  return [...found.values()];
}

/** The exact mean and standard error of the sum over all cards that are drawn.
 * @param {Sampled[]} samples @param {(card: number) => number} worth @returns {[number, number]} */
function expectedOf(samples, worth) {
  let mean = 0;
  let variance = 0;
  for (const { kinds } of samples) {
    for (const { cards, drawn } of kinds) {
      const size = cards.length;
      if (!size) continue;
      const worths = cards.map(worth);
      const middle = worths.reduce((total, each) => total + each, 0) / size;
      mean += middle * drawn.reduce((total, count) => total + count, 0);
      if (size === 1) continue;
      const spread = worths.reduce((total, each) => total + (each - middle) ** 2, 0) / size;
      // a sample without replacement varies less than one with
      variance += spread * drawn.reduce((total, count) => total + (count * (size - count)) / (size - 1), 0);
    }
  }
  return [mean, Math.sqrt(variance)];
}

/** @param {number} count @param {number} expected @param {number} error */
function deviation(count, expected, error) {
  const off = Math.abs(count - expected) < NOTHING || error < NOTHING ? 0 : (count - expected) / error;
  return { count, expected, error: error < NOTHING ? 0 : error, off };
}

/** @param {Counted} row @param {number[]} counts @param {Sampled[]} samples @returns {StatisticsRow} */
function rowOff(row, counts, samples) {
  const total = weighted(counts, row.values);
  const tasks = weighted(counts, row.ends);
  if (!row.mean) {
    const { expected, error, off } = deviation(total, ...expectedOf(samples, (card) => row.values[card]));
    return { ...row, tasks, drawn: total, expected, error, off };
  }
  const mean = meanExpected(row, samples);
  const { off, error } = deviation(total - mean * tasks, ...expectedOf(samples, (card) => row.values[card] - mean * row.ends[card]));
  return { ...row, tasks, drawn: tasks ? total / tasks : NaN, expected: mean, error: tasks ? error / tasks : NaN, off };
}

/** The mean of so many draws: their sum over their number, both as they are to be expected. @param {Counted} row @param {Sampled[]} samples */
function meanExpected(row, samples) {
  return expectedOf(samples, (card) => row.values[card])[0] / expectedOf(samples, (card) => row.ends[card])[0];
}

/** @param {number[]} counts @param {number[]} worths */
function weighted(counts, worths) {
  return counts.reduce((total, count, card) => total + count * worths[card], 0);
}

/** @param {Section} section @param {StatisticsRow[]} rows @returns {StatisticsSection} */
function sectionOff({ name, title }, rows) {
  return { name, title, rows, farthest: rows.reduce((best, row) => (Math.abs(row.off) > Math.abs(best.off) ? row : best)) };
}

/** How many jokers came up: each time as likely as the pile had it.
 * @param {Model} model @param {readonly Pass[]} passes */
function jokersOff(model, passes) {
  if (!model.cards.some((card) => card.joker)) return null;
  let [count, expected, variance] = [0, 0, 0];
  for (const { without, drawn } of passes) {
    let left = model.cards.length - without.length;
    let jokers = model.cards.filter((card) => card.joker && !without.includes(card.impulse)).length;
    for (const card of drawn) {
      const chance = jokers / left;
      expected += chance;
      variance += chance * (1 - chance);
      left -= 1;
      if (!model.cards[card].joker) continue;
      count += 1;
      jokers -= 1;
    }
  }
  return deviation(count, expected, Math.sqrt(variance));
}

/** Games with fair shuffles and as many draws: the shares of those in which cards came up as unevenly, and in which some
 * row is as far off.
 * @param {Sampled[]} samples @param {{expected: number, error: number}[]} cards
 * @param {StatisticsSection[]} sections @param {number[]} counts @param {number} games */
function fairGames(samples, cards, sections, counts, games) {
  const rows = sections.flatMap((section) => section.rows).filter((row) => row.error > 0).map((row) => {
    const worths = row.values.map((value, card) => (row.mean ? value - row.expected * row.ends[card] : value));
    return { worths, of: expectedOf(samples, (card) => worths[card]) };
  });
  /** @param {number[]} own */
  const farthest = (own) => Math.max(...rows.map(({ worths, of: [mean, error] }) => Math.abs(weighted(own, worths) - mean) / error));
  /** @param {number[]} own */
  const uneven = (own) =>
    cards.reduce((total, { expected, error }, card) => total + (error ? ((own[card] - expected) / error) ** 2 : 0), 0);
  const bits = bitsOf("fair games");
  const [far, rough] = [farthest(counts) - NOTHING, uneven(counts) - NOTHING];
  let [rarer, even] = [0, 0];
  for (let game = 0; game < games; game += 1) {
    const own = fairCounts(samples, counts.length, bits);
    if (farthest(own) >= far) rarer += 1;
    if (uneven(own) >= rough) even += 1;
  }
  return { even: even / games, rarer: rarer / games };
}

/** How often each card comes up in a game with fair shuffles. @param {Sampled[]} samples @param {number} size @param {() => number} bits */
function fairCounts(samples, size, bits) {
  const counts = new Array(size).fill(0);
  for (const { kinds } of samples) {
    for (const { cards, drawn } of kinds) {
      const pile = [...cards];
      for (const count of drawn) {
        for (let at = 0; at < count; at += 1) {
          const next = at + drawnBelow(bits, pile.length - at);
          [pile[at], pile[next]] = [pile[next], pile[at]];
          counts[pile[at]] += 1;
        }
      }
    }
  }
  return counts;
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

/**
 * One place read many times, each time from a newly shuffled deck, so that draws do not depend on each other;
 * null if its chances are not computed.
 *
 * @param {Model} model
 * @param {string} section
 * @param {string} place  see `choices`
 * @param {string} seed
 * @param {number} [count]
 * @returns {Trial | null}
 */
export function trial(model, section, place, seed, count = 1000) {
  const chances = chancesOf(model, section, place);
  if (!chances) return null;
  const play = readingOf(model, section, place);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let number = 1; number <= count; number += 1) {
    const order = shuffledOrder(seed, number, model.cards.length);
    let at = 0;
    const [{ found }] = playedWith(model, play, {}, () => order[at++ % order.length], false).playeds;
    const key = foundKey(/** @type {Found} */ (found));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all = chances.map(({ found, chance }) => ({ found, chance, count: counts.get(foundKey(found)) ?? 0 }));
  const numbers = all.every(({ found }) => typeof found.value === "number");
  const rows = binned(all, count).map((bin) => {
    const chance = bin.reduce((total, each) => total + each.chance, 0);
    const own = bin.reduce((total, each) => total + each.count, 0);
    return { words: binText(model, section, bin.map(({ found }) => found)), ...deviation(own, count * chance, Math.sqrt(count * chance * Math.max(0, 1 - chance))) };
  });
  return { count, rows, mean: numbers ? meanOff(all, count) : null, rarer: rarerThan(rows) };
}

/** @param {Found} found */
function foundKey({ value, critical }) {
  return JSON.stringify([value, critical]);
}

/** @typedef {{found: Found, chance: number, count: number}} Read1 */

/** Neighbors together until five are to be expected of each. @param {Read1[]} all @param {number} count @returns {Read1[][]} */
function binned(all, count) {
  /** @type {Read1[][]} */
  const bins = [];
  let [bin, expected] = [/** @type {Read1[]} */ ([]), 0];
  for (const each of all) {
    bin.push(each);
    expected += each.chance * count;
    if (expected < 5) continue;
    bins.push(bin);
    [bin, expected] = [[], 0];
  }
  if (bin.length) (bins[bins.length - 1] ?? bins[bins.push([]) - 1]).push(...bin);
  return bins;
}

/** @param {Model} model @param {string} name @param {Found[]} bin */
function binText(model, name, bin) {
  const texts = bin.map((found) => foundText(model, name, found));
  if (texts.length === 1) return texts[0];
  const numbers = bin.every(({ value, critical }) => typeof value === "number" && !critical);
  return numbers ? say(model, "{least} to {most}", { least: texts[0], most: texts[texts.length - 1] }) : texts.join(", ");
}

/** @param {Model} model @param {string} name @param {Found} found */
function foundText(model, name, { value, critical }) {
  if (critical) return model.failure;
  const section = sectionOf(model, name);
  if (section.kind === "stack") return section.places.find((place) => place.name === value)?.word ?? String(value);
  if ("outcomes" in section) return section.outcomes.find((outcome) => outcome.value === value)?.word || "–";
  return value === null ? "–" : numberText(model, Number(value));
}

/** @param {Read1[]} all @param {number} count */
function meanOff(all, count) {
  const worth = (/** @type {Read1} */ { found }) => Number(found.value);
  const expected = all.reduce((total, each) => total + each.chance * worth(each), 0);
  const variance = all.reduce((total, each) => total + each.chance * (worth(each) - expected) ** 2, 0);
  const drawn = all.reduce((total, each) => total + each.count * worth(each), 0) / count;
  const { error, off } = deviation(drawn, expected, Math.sqrt(variance / count));
  return { drawn, expected, error, off };
}

/** The chance of counts as far off, by chi-square. @param {TrialRow[]} rows */
function rarerThan(rows) {
  if (rows.length < 2) return null;
  const squares = rows.reduce((total, { count, expected }) => total + (count - expected) ** 2 / expected, 0);
  return moreThan(squares, rows.length - 1);
}

/** P(chi-square > squares), by the series of the incomplete gamma function. @param {number} squares @param {number} freedom */
function moreThan(squares, freedom) {
  const [half, x] = [freedom / 2, squares / 2];
  // x^a e^-x / Γ(a + 1), up from Γ(1) or Γ(1/2), one factor x/k at a time
  let first = freedom % 2 ? Math.sqrt((4 * x) / Math.PI) * Math.exp(-x) : Math.exp(-x);
  for (let k = freedom % 2 ? 1.5 : 1; k <= half; k += 1) first *= x / k;
  let [less, term] = [0, first];
  for (let k = half + 1; term > 1e-17 || k < x; k += 1) {
    less += term;
    term *= x / k;
  }
  return Math.min(1, Math.max(0, 1 - less));
}
