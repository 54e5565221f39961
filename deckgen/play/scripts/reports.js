/*
 * What happened at the table and what the statistics say, in words.
 */
import { numberText, percentText, say } from "./words.js";

/** An entry of the log in words, "" for notes, which the page words itself. Cards that go face down are not named.
 * @param {Model} model @param {Entry} entry */
export function entryText(model, { what, cards: moved = [], from = "", to = "", text = "" }) {
  const cards = moved.map((card) => model.cards[card]?.word ?? say(model, "a hidden card")).join(", ");
  const count = moved.length;
  /** @type {{[what: string]: () => string}} */
  const texts = {
    draw: () => say(model, "drawn: {cards}", { cards }),
    typed: () => say(model, "drawn from an own deck: {cards}", { cards }),
    deal: () => say(model, "dealt to {name}: {count}", { name: to, count }),
    move: () => movedText(model, from, to, cards, count),
    task: () => say(model, "resolved, put down: {cards}", { cards }),
    shuffle: () => say(model, "shuffled"),
    reseed: () => say(model, "the pile is shuffled by a secret seed"),
    round: () => say(model, "a new round"),
    "note-on": () => say(model, "{name}: {what}", { name: to, what: text }),
    veil: () => say(model, "the Master draws a card"),
    join: () => say(model, "{name} joins", { name: text }),
    leave: () => say(model, "{name} leaves", { name: text }),
    rename: () => say(model, "{name} is now {other}", { name: from, other: text }),
    new: () => (!text ? say(model, "a new game") : say(model, "a new game, shuffled by “{seed}”", { seed: text })),
    source: () => (text === "own" ? say(model, "cards are drawn from an own deck") : say(model, "cards are drawn here")),
  };
  return texts[what]?.() ?? "";
}

/** @param {Model} model @param {string} from @param {string} to @param {string} cards @param {number} count */
function movedText(model, from, to, cards, count) {
  const player = !["pile", "table", "discard", ""].includes(from);
  if (to === "pile") return say(model, "back on the pile: {cards}", { cards });
  if (to === "discard") return say(model, "put down: {cards}", { cards });
  if (to === "table") return player ? say(model, "{name} plays {cards}", { name: from, cards }) : say(model, "into play: {cards}", { cards });
  if (from === "table" || from === "discard") return say(model, "{name} takes {cards}", { name: to, cards });
  if (player) return say(model, "{name} gives {other} cards: {count}", { name: from, other: to, count });
  return say(model, "dealt to {name}: {count}", { name: to, count });
}

/**
 * How rare it is, among games with fair shuffles, to be as far off as this.
 *
 * @param {Model} model
 * @param {number} share  of those games
 * @param {number} games  how many were played
 */
export function gamesText(model, share, games) {
  if (!share) return say(model, "fewer than 1 of {games} games with fair shuffles are as far off", { games });
  if (share > 0.4) return say(model, "{share} of games with fair shuffles are as far off, or farther", { share: percentText(model, share) });
  return say(model, "1 of {count} games with fair shuffles is as far off, or farther", { count: Math.round(1 / share) });
}

/** What the statistics come to, a sentence a line.
 * @param {Model} model @param {Statistics} found @returns {string[]} */
export function statisticsLines(model, found) {
  if (!found.draws) return [say(model, "Nothing was drawn yet.")];
  const lines = [say(model, "Cards drawn: {count}. Shuffles: {shuffles}.", { count: found.draws, shuffles: found.shuffles })];
  if (found.farthest) lines.push(...unevenLines(model, found), farthestLine(model, found));
  else lines.push(say(model, "The deck was drawn to its end, every card once: so all means and counts are exactly those of the deck, in whatever order it lay."));
  return [...lines, ...jokerLines(model, found)];
}

/** @param {Model} model @param {Statistics} found */
function unevenLines(model, found) {
  const plain = found.cards.map((each, card) => ({ ...each, ...model.cards[card] })).filter(({ joker }) => !joker);
  if (found.even === null || !plain.length || plain[0].expected < 2) return [];
  const [least, most] = plain.reduce(
    ([low, high], each) => [each.count < low.count ? each : low, each.count > high.count ? each : high],
    [plain[0], plain[0]],
  );
  const { expected, error } = plain[0];
  const of = { expected: numberText(model, expected, 1), error: numberText(model, error, 1) };
  const counts = { most: most.word, often: most.count, least: least.word, seldom: least.count };
  return [
    say(model, "Most often came {most}: {often} times, least often {least}: {seldom} times; {expected} were to be expected, give or take {error}.", { ...counts, ...of }),
    sentence(gamesText(model, found.even, found.games)),
  ];
}

/** @param {Model} model @param {Statistics} found */
function farthestLine(model, found) {
  const { section, row } = /** @type {NonNullable<Statistics["farthest"]>} */ (found.farthest);
  const place = row.place ? say(model, "{section}, {place}", { section: section.title, place: row.place }) : section.title;
  const told = { place, ...rowTexts(model, row), games: gamesText(model, found.rarer ?? 1, found.games) };
  return say(model, "Farthest off is {place}: {drawn} where {expected} was to be expected, give or take {error}; {games}.", told);
}

/** The numbers of a row as they are printed; `off` in standard errors.
 * @param {Model} model @param {StatisticsRow} row */
export function rowTexts(model, row) {
  const places = row.mean ? 2 : 0;
  return {
    drawn: row.tasks ? numberText(model, row.drawn, places) : "–",
    expected: numberText(model, row.expected, row.mean ? 2 : 1),
    error: row.tasks ? numberText(model, row.error, row.mean ? 2 : 1) : "–",
    off: numberText(model, row.off, 1, true),
  };
}

/** The audit of a row: what the game requires, what this deck has, and the long run; null for
 * nothing.
 * @param {Model} model @param {StatisticsRow} row */
export function auditTexts(model, row) {
  if (row.asked === null || row.whole === null || row.longRun === null) return null;
  return [row.asked, row.whole, row.longRun].map((each) => numberText(model, each, row.mean ? 3 : 1));
}

/** @param {Model} model @param {Statistics} found */
function jokerLines(model, { jokers }) {
  if (!jokers) return [];
  const of = { count: jokers.count, expected: numberText(model, jokers.expected, 1), error: numberText(model, jokers.error, 1) };
  const lines = [say(model, "Jokers: {count}; by what was left in the pile {expected} were to be expected, give or take {error}.", of)];
  if (model.reshuffle !== "jokers" || model.draw === "with-replacement") return lines;
  const [size, all] = [model.cards.length, model.cards.filter(({ joker }) => joker).length];
  const shares = { deck: percentText(model, all / size, 1), long: percentText(model, (all + 1) / (size + 1), 1) };
  return [...lines, say(model, "Jokers are {deck} of the deck, but {long} of all draws in the long run, as each brings the others back.", shares)];
}

/** What a trial comes to. @param {Model} model @param {Trial} found */
export function trialText(model, found) {
  const lines = [];
  if (found.mean) {
    const { drawn, expected, error } = found.mean;
    const of = { drawn: numberText(model, drawn, 2), expected: numberText(model, expected, 2), error: numberText(model, error, 2) };
    lines.push(say(model, "Read {count} times, each time from a deck shuffled anew: {drawn} on average, where {expected} was to be expected, give or take {error}.", { count: found.count, ...of }));
  } else lines.push(say(model, "Read {count} times, each time from a deck shuffled anew.", { count: found.count }));
  if (found.rarer !== null) lines.push(sentence(gamesText(model, Math.max(found.rarer, 1e-6), 1)));
  return lines.join(" ");
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
