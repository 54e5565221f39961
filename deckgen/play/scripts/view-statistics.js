/*
 * What was drawn against what is to be expected: in this game, in a thousand draws, in a deck drawn to its end; and one
 * place read a thousand times.
 */

import { newSeed } from "./random.js";
import { auditTexts, rowTexts, statisticsLines, trialText } from "./reports.js";
import { drawnByScript, drawnToTheEnd, statistics, trial } from "./statistics.js";
import { by, make, press } from "./view-kit.js";
import { numberText, say } from "./words.js";

/** Standard errors at the ends of a scale. */
const SCALE = 4;
/** From here on a deviation is marked. */
const FAR = 3.5;
const WAIT = 250;

/** What is shown: which draws, by which seed, and which sections are open. */
const statisticsChoice = { sample: "game", seed: "", open: /** @type {Set<string>} */ (new Set()) };
let statisticsTimer = 0;
/** The draws that are shown, and those made by script for the seed. @type {{passes: State["passes"] | null, made: State | null}} */
const statisticsShown = { passes: null, made: null };
/** This game. @type {State} */
let statisticsOf;

/** Show the statistics, once no card has been drawn for a moment. @param {Model} model @param {State} state */
export function showStatistics(model, state) {
  statisticsOf = state;
  clearTimeout(statisticsTimer);
  const first = !by("figures").childElementCount;
  statisticsTimer = window.setTimeout(() => drawStatistics(model), first ? 0 : WAIT);
}

/** @param {Model} model */
function drawStatistics(model) {
  const { sample, seed } = statisticsChoice;
  if (sample !== "game") statisticsShown.made ??= sample === "thousand" ? drawnByScript(model, seed) : drawnToTheEnd(model, seed);
  const { passes } = sample === "game" ? statisticsOf : statisticsShown.made ?? statisticsOf;
  if (passes === statisticsShown.passes) return;
  statisticsShown.passes = passes;
  const parts = by("figures").childElementCount ? by("figures").children : framed(model);
  const found = statistics(model, passes);
  parts[0].replaceChildren(...sampleButtons(model));
  parts[1].replaceChildren(...statisticsLines(model, found).map((text) => make("p", { text })));
  const scale = say(model, "How far off each section is, where it is farthest off, in standard errors: by chance alone, 2 of 3 draws lie within 1 of them, and 19 of 20 within 2.");
  parts[2].replaceChildren(...(found.draws ? [cardBars(model, found), make("p", { class: "hint", text: scale })] : []));
  parts[3].replaceChildren(...(found.draws ? found.sections : []).map((section) => sectionPart(model, section)));
}

/** The parts of the view, which stay. @param {Model} model */
function framed(model) {
  const parts = [make("div", { class: "samples" }), make("div", { class: "sentences" }), make("div"), make("div", { class: "counted" })];
  const how = say(model, "Cards drawn after a shuffle are a sample, without replacement, of those that were shuffled: so the numbers to be expected and their errors are exact. Jokers, which have the deck shuffled, are taken by themselves. An open cell goes on with the next card that is drawn. Games with fair shuffles are played here, with as many draws after as many shuffles.");
  const about = make("details", {}, make("summary", { text: say(model, "How this is reckoned") }), make("p", { class: "hint", text: how }));
  by("figures").replaceChildren(...parts, about, trialPart(model));
  return parts;
}

/** @param {Model} model */
function sampleButtons(model) {
  const { sample, seed } = statisticsChoice;
  const again = (/** @type {string} */ chosen, /** @type {string} */ id, other = false) => {
    statisticsChoice.sample = chosen;
    if (other || !seed) statisticsChoice.seed = newSeed();
    statisticsShown.made = null;
    drawStatistics(model);
    by(id).focus();
  };
  const names = { game: say(model, "This game"), thousand: say(model, "A thousand"), end: say(model, "Whole deck") };
  const buttons = Object.entries(names).map(([name, text]) =>
    press(text, () => again(name, `sample-${name}`), { class: "small", id: `sample-${name}`, "aria-pressed": String(name === sample) }));
  const row = make("div", { class: "row" }, ...buttons);
  if (sample === "game") return [row];
  const told = say(model, "Apart from this game, drawn by the same table and the same shuffles; seed: {seed}", { seed });
  const other = press(say(model, "Shuffle differently"), () => again(sample, "sample-other", true), { class: "small", id: "sample-other" });
  return [row, make("p", { class: "hint", text: told }), other];
}

/** How often every card came, with what was to be expected. @param {Model} model @param {Statistics} found */
function cardBars(model, { cards }) {
  const most = Math.max(...cards.map(({ drawn, expected, error }) => Math.max(drawn, expected + 2 * error)));
  const bars = cards.map(({ drawn, expected, error }, card) => {
    const least = Math.max(0, expected - 2 * error);
    const title = `${model.cards[card].word}: ${drawn} / ${numberText(model, expected, 1)}`;
    const [counted, middle] = [styled("b", { height: drawn / most }), styled("u", { bottom: least / most, height: (expected + 2 * error - least) / most })];
    return make("i", { title }, counted, middle);
  });
  const words = say(model, "How often each card came, from the lowest to the highest; the bands are what was to be expected, give or take two standard errors.");
  return make("figure", { class: "cards-drawn" }, make("div", { class: "bars", "aria-hidden": "true" }, ...bars), make("figcaption", { class: "hint", text: words }));
}

/** An element with shares of its parent as lengths. @param {string} tag @param {{[property: string]: number}} shares */
function styled(tag, shares) {
  const made = make(tag);
  for (const [property, share] of Object.entries(shares)) made.style.setProperty(property, `${100 * share}%`);
  return made;
}

/** A section with where it is farthest off; its rows when it is opened. @param {Model} model @param {StatisticsSection} section */
function sectionPart(model, section) {
  const open = statisticsChoice.open.has(section.name);
  const head = make("summary", {}, make("b", { text: section.title }), make("small", { text: section.farthest.place }), offScale(model, section.farthest));
  const part = make("details", { open }, head);
  const fill = () => {
    if (part.childElementCount === 1) part.append(rowsTable(model, section));
  };
  if (open) fill();
  part.addEventListener("toggle", () => {
    const shown = /** @type {HTMLDetailsElement} */ (part).open;
    if (shown) fill();
    statisticsChoice.open[shown ? "add" : "delete"](section.name);
  });
  return part;
}

/** Where a deviation lies, in standard errors. @param {Model} model @param {StatisticsRow} row */
function offScale(model, row) {
  const dot = styled("i", { left: (1 + Math.max(-1, Math.min(1, row.off / SCALE))) / 2 });
  return make("span", { class: Math.abs(row.off) > FAR ? "off far" : "off" }, dot, make("em", { text: rowTexts(model, row).off }));
}

/** The rows of a section, with what the audit says of them, if it does. @param {Model} model @param {StatisticsSection} section */
function rowsTable(model, section) {
  const [means, counts] = [true, false].map((mean) => section.rows.some((row) => row.mean === mean));
  const audited = section.rows.some((row) => auditTexts(model, row));
  const rows = section.rows.map((row) => {
    const { drawn, expected, error } = rowTexts(model, row);
    const audit = audited ? auditTexts(model, row) ?? ["", "", ""] : [];
    const place = make("th", { scope: "row" }, row.place || section.title, row.dice ? make("small", { text: row.dice }) : null);
    return make("tr", {}, place, make("td", { text: drawn }), make("td", { text: `${expected} ± ${error}` }), make("td", {}, offScale(model, row)), ...audit.map((text) => make("td", { text })));
  });
  const heads = [say(model, "Place"), say(model, "Drawn"), say(model, "Expected"), say(model, "Off")];
  if (!audited) return tableOf(section.title, heads, rows);
  const about = [
    means ? say(model, "Means: of the dice, of a draw from this deck freshly shuffled, and of draw after draw as the game shuffles.") : "",
    counts ? say(model, "Cards in the deck: by the game’s rules, in this deck, and as many as it seems to have draw after draw, as the game shuffles.") : "",
  ].filter(Boolean).join(" ");
  heads.push(!counts ? say(model, "Dice") : say(model, "By the rules"), say(model, "This deck"), say(model, "Long run"));
  return make("div", {}, tableOf(section.title, heads, rows), make("p", { class: "hint", text: about }));
}

/** @param {string} name @param {string[]} heads @param {HTMLElement[]} rows */
function tableOf(name, heads, rows) {
  const head = make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col", text }))));
  return make("div", { class: "rows", role: "region", tabindex: "0", "aria-label": name }, make("table", {}, head, make("tbody", {}, ...rows)));
}

// One place, a thousand times

/** @param {Model} model */
function trialPart(model) {
  const choice = /** @type {HTMLSelectElement} */ (make("select", { id: "trial-place" }, ...model.sections.filter((section) => !section.constant).map((section) =>
    make("optgroup", { label: section.title }, ...section.choices.map(({ place, word, dice }) =>
      make("option", { value: JSON.stringify([section.name, place]), text: dice && dice !== word ? `${word} · ${dice}` : word }))))));
  choice.selectedIndex = Math.max(0, [...choice.options].findIndex(({ text }) => text.includes(" · ")));
  const result = make("div", { "aria-live": "polite" });
  const run = () => {
    const [section, place] = JSON.parse(choice.value);
    result.replaceChildren(...trialResult(model, section, place));
  };
  return make("div", { class: "trial" },
    make("h3", { text: say(model, "One place, a thousand times") }),
    make("p", { class: "hint", text: say(model, "Read a thousand times, each time from a deck shuffled anew, against its exact chances.") }),
    make("div", { class: "row" }, make("label", { class: "hidden", for: "trial-place", text: say(model, "Place") }), choice, press(say(model, "Read it"), run, { id: "trial-run" })),
    result);
}

/** @param {Model} model @param {string} section @param {string} place */
function trialResult(model, section, place) {
  const found = trial(model, section, place, newSeed());
  if (!found) return [make("p", { text: say(model, "The chances of this are not reckoned: choose another place.") })];
  const most = Math.max(...found.rows.map(({ count, expected }) => Math.max(count, expected)));
  const rows = found.rows.map(({ words, count, expected }) => {
    const bar = make("span", { class: "bar-of" }, styled("b", { width: count / most }), styled("u", { left: expected / most }));
    return make("tr", {}, make("th", { scope: "row", text: words }), make("td", { text: String(count) }), make("td", { text: numberText(model, expected, 1) }), make("td", { "aria-hidden": "true" }, bar));
  });
  const heads = [say(model, "Read"), say(model, "Times"), say(model, "Expected")];
  return [make("p", { text: trialText(model, found) }), tableOf(say(model, "One place, a thousand times"), heads, rows)];
}
