/*
 * What happened at the table and what the statistics say, in words.
 */
import { numberText, percentText, say } from "./words.js";

/** An entry of the log in words; of a roll, its title and what came of it. Cards that go face down are not named.
 * @param {Model} model @param {Entry} entry */
export function entryText(model, { what, cards: moved = [], from = "", to = "", text = "", round, note }) {
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
    round: () => say(model, "Round {number}", { number: round }),
    note: () => (typeof note?.title === "string" ? `${note.title}: ${note.text}` : ""),
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

/** The entries that are worth a line: of a roll, that it was made, and not each card that it took. @param {State} state */
export function worthTelling(state) {
  /** @type {Entry[]} */
  const found = [];
  for (const entry of state.log) {
    if (entry.what === "note") {
      const cards = [...(entry.note?.cards ?? [])];
      while (found.length && cards.length && ["draw", "typed"].includes(found[found.length - 1].what) && found[found.length - 1].cards?.[0] === cards[cards.length - 1]) {
        found.pop();
        cards.pop();
      }
      found.push(entry);
    } else if (entry.what !== "task") found.push(entry);
  }
  return found;
}

/** When it was, and who did it for whom. @param {Model} model @param {Entry} entry @param {string} owner  who has no other name */
export function whoText(model, { time, by, person }, owner) {
  const who = by || owner;
  const names = who && person ? say(model, "{name} for {other}", { name: who, other: person }) : who || person;
  return [time ? timeText(time).slice(11) : "", names].filter(Boolean).join(" ");
}

/** Minutes since 1970 as they are where one is: "2026-11-26 20:14". @param {number} time */
function timeText(time) {
  const date = new Date(time * 60_000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace("T", " ");
}

/** The log as a text, the oldest first. @param {Model} model @param {State} state @param {string} owner */
export function logText(model, state, owner) {
  const lines = worthTelling(state).map((entry) => (entry.what === "round" ? `\n${entryText(model, entry)}`
    : [whoText(model, entry, owner), entryText(model, entry)].filter(Boolean).join(": ")));
  return [model.title, ...lines, ""].join("\n");
}

/** The log as a CSV file for spreadsheets, which find no formulas in it. @param {Model} model @param {State} state @param {string} owner */
export function logCsv(model, state, owner) {
  const heads = [say(model, "Round"), say(model, "Time"), say(model, "Who"), say(model, "For whom"), say(model, "What"), say(model, "Cards")];
  const rows = worthTelling(state).map((entry) => [String(entry.round), entry.time ? timeText(entry.time) : "", entry.by || owner, entry.person,
    entryText(model, entry), (entry.note?.cards ?? []).map((/** @type {number} */ card) => model.cards[card]?.word ?? "").join(", ")]);
  return [heads, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** A cell of a CSV file; before a text that looks like a formula and is no number is an apostrophe. @param {string} text */
function csvCell(text) {
  const plain = /^[=+\-@\t\r\n]/u.test(text) && !/^[-+]?[0-9.,]*$/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
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

/** How rare it is to be as far off as this: in a share of so many games with fair shuffles.
 * @param {Model} model @param {number} share @param {number} games */
export function gamesText(model, share, games) {
  if (!share) return say(model, "fewer than 1 of {games} games with fair shuffles are as far off", { games });
  if (share > 0.4) return say(model, "{share} of games with fair shuffles are as far off, or farther", { share: percentText(model, share) });
  return say(model, "1 of {count} games with fair shuffles is as far off, or farther", { count: Math.round(1 / share) });
}

/** What the statistics come to, a sentence a line.
 * @param {Model} model @param {Statistics} found @returns {string[]} */
export function statisticsLines(model, { draws, shuffles, farthest, jokers, rarer, games }) {
  if (!draws) return [say(model, "Nothing was drawn yet.")];
  const lines = [say(model, "Cards drawn: {count}. Shuffles: {shuffles}.", { count: draws, shuffles })];
  if (farthest) {
    const { section: { title }, row } = farthest;
    const place = row.place ? say(model, "{section}, {place}", { section: title, place: row.place }) : title;
    const told = { place, ...rowTexts(model, row), games: gamesText(model, rarer ?? 1, games) };
    lines.push(say(model, "Farthest off is {place}: {drawn} where {expected} was to be expected, give or take {error}; {games}.", told));
  } else lines.push(say(model, "The deck was drawn to its end, every card once: so all means and counts are exactly those of the deck, in whatever order it lay."));
  if (!jokers) return lines;
  const of = { count: jokers.count, expected: numberText(model, jokers.expected, 1), error: numberText(model, jokers.error, 1) };
  lines.push(say(model, "Jokers: {count}; by what was left in the pile {expected} were to be expected, give or take {error}.", of));
  if (model.reshuffle !== "jokers" || model.draw === "with-replacement") return lines;
  const [size, all] = [model.cards.length, model.cards.filter(({ joker }) => joker).length];
  const shares = { deck: percentText(model, all / size, 1), long: percentText(model, (all + 1) / (size + 1), 1) };
  return [...lines, say(model, "Jokers are {deck} of the deck, but {long} of all draws in the long run, as each brings the others back.", shares)];
}

/** The numbers of a row as they are printed; `off` in standard errors.
 * @param {Model} model @param {StatisticsRow} row */
export function rowTexts(model, row) {
  const places = row.mean ? 2 : 1;
  return {
    drawn: row.tasks ? numberText(model, row.drawn, row.mean ? 2 : 0) : "–",
    expected: numberText(model, row.expected, places),
    error: row.tasks ? numberText(model, row.error, places) : "–",
    off: numberText(model, row.off, 1, true),
  };
}

/** The audit of a row: what the game requires, what this deck has, and the long run; null for nothing.
 * @param {Model} model @param {StatisticsRow} row */
export function auditTexts(model, { asked, whole, longRun, mean }) {
  if (asked === null || whole === null || longRun === null) return null;
  return [asked, whole, longRun].map((each) => numberText(model, each, mean ? 3 : 1));
}

/** What a trial comes to. @param {Model} model @param {Trial} found */
export function trialText(model, { count, mean }) {
  if (!mean) return say(model, "Read {count} times, each time from a deck shuffled anew.", { count });
  const [drawn, expected, error] = [mean.drawn, mean.expected, mean.error].map((each) => numberText(model, each, 2));
  return say(model, "Read {count} times, each time from a deck shuffled anew: {drawn} on average, where {expected} was to be expected, give or take {error}.", { count, drawn, expected, error });
}
