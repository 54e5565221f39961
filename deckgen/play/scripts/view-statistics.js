/*
 * What was drawn against what is to be expected: in this game, in a thousand draws, in a deck drawn to its end; and one
 * place read a thousand times.
 */

import { newSeed } from "./random.js";
import { auditTexts, rowTexts, statisticsLines, trialText } from "./reports.js";
import { drawnByScript, drawnToTheEnd, statistics, trial } from "./statistics.js";
import { by, make, press } from "./view-kit.js";
import { numberText, say } from "./words.js";

const SAMPLES = /** @type {const} */ (["game", "thousand", "end"]);
/** Standard errors at the ends of a scale. */
const SCALE = 4;
/** From here on a deviation is marked. */
const FAR = 3.5;
const WAIT = 250;

/** What is shown: which draws, by which seed, and which sections are open. */
const statisticsChoice = {
  sample: /** @type {typeof SAMPLES[number]} */ ("game"),
  seed: "",
  open: /** @type {Set<string>} */ (new Set()),
};
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
  const { passes } = sampled(model);
  if (passes === statisticsShown.passes) return;
  statisticsShown.passes = passes;
  const parts = by("figures").childElementCount ? by("figures").children : framed(model);
  const found = statistics(model, passes);
  const again = (/** @type {boolean} */ other) => {
    if (other || !statisticsChoice.seed) statisticsChoice.seed = newSeed();
    statisticsShown.made = null;
    drawStatistics(model);
  };
  parts[0].replaceChildren(...sampleButtons(model, again));
  parts[1].replaceChildren(...statisticsLines(model, found).map((text) => make("p", { text })));
  const scale = say(model, "How far off each section is, where it is farthest off, in standard errors: by chance alone, 2 of 3 draws lie within 1 of them, and 19 of 20 within 2.");
  parts[2].replaceChildren(...(found.draws ? [cardBars(model, found), make("p", { class: "hint", text: scale })] : []));
  parts[3].replaceChildren(...(found.draws ? found.sections : []).map((section) => sectionPart(model, section)));
}

/** The parts of the view, which stay. @param {Model} model */
function framed(model) {
  const parts = [make("div", { class: "samples" }), make("div", { class: "sentences" }), make("div"), make("div", { class: "counted" })];
  const how = say(model, "Cards drawn after a shuffle are a sample, without replacement, of those that were shuffled: so the numbers to be expected and their errors are exact. Jokers, which have the deck shuffled, are taken by themselves. An open cell goes on with the next card that is drawn. Games with fair shuffles are played here, with as many draws after as many shuffles.");
  const reckoned = make("details", {}, make("summary", { text: say(model, "How this is reckoned") }), make("p", { class: "hint", text: how }));
  by("figures").replaceChildren(...parts, reckoned, trialPart(model));
  return parts;
}

/** The state whose draws are shown. @param {Model} model */
function sampled(model) {
  const { sample, seed } = statisticsChoice;
  if (sample === "game") return statisticsOf;
  statisticsShown.made ??= sample === "thousand" ? drawnByScript(model, seed) : drawnToTheEnd(model, seed);
  return statisticsShown.made;
}

/** @param {Model} model @param {(other: boolean) => void} again */
function sampleButtons(model, again) {
  const names = { game: say(model, "This game"), thousand: say(model, "A thousand"), end: say(model, "Whole deck") };
  const buttons = SAMPLES.map((sample) =>
    press(names[sample], () => {
      statisticsChoice.sample = sample;
      again(false);
      by(`sample-${sample}`).focus();
    }, { class: "small", id: `sample-${sample}`, "aria-pressed": String(sample === statisticsChoice.sample) }));
  if (statisticsChoice.sample === "game") return [make("div", { class: "row" }, ...buttons)];
  const other = press(say(model, "Shuffle differently"), () => {
    again(true);
    by("sample-other").focus();
  }, { class: "small", id: "sample-other" });
  const seed = say(model, "Apart from this game, drawn by the same table and the same shuffles; seed: {seed}", { seed: statisticsChoice.seed });
  return [make("div", { class: "row" }, ...buttons), make("p", { class: "hint", text: seed }), other];
}

/** How often every card came, with what was to be expected. @param {Model} model @param {Statistics} found */
function cardBars(model, found) {
  const most = Math.max(...found.cards.map(({ count, expected, error }) => Math.max(count, expected + 2 * error)));
  const bars = found.cards.map(({ count, expected, error }, card) => {
    const bar = make("i", { title: `${model.cards[card].word}: ${count} / ${numberText(model, expected, 1)}` }, make("b"), make("u"));
    const [counted, middle] = /** @type {HTMLElement[]} */ ([...bar.children]);
    counted.style.height = `${(100 * count) / most}%`;
    middle.style.bottom = `${(100 * Math.max(0, expected - 2 * error)) / most}%`;
    middle.style.height = `${(100 * (expected + 2 * error - Math.max(0, expected - 2 * error))) / most}%`;
    return bar;
  });
  const words = say(model, "How often each card came, from the lowest to the highest; the bands are what was to be expected, give or take two standard errors.");
  return make("figure", { class: "cards-drawn" }, make("div", { class: "bars", "aria-hidden": "true" }, ...bars), make("figcaption", { class: "hint", text: words }));
}

/** A section with where it is farthest off; its rows when it is opened. @param {Model} model @param {StatisticsSection} section */
function sectionPart(model, section) {
  const { farthest } = section;
  const open = statisticsChoice.open.has(section.name);
  const head = make("summary", {}, make("b", { text: section.title }), make("small", { text: farthest.place }), offScale(model, farthest));
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
  const scale = make("span", { class: Math.abs(row.off) > FAR ? "off far" : "off" }, make("i"), make("em", { text: rowTexts(model, row).off }));
  const dot = /** @type {HTMLElement} */ (scale.firstElementChild);
  dot.style.left = `${50 + (50 * Math.max(-SCALE, Math.min(SCALE, row.off))) / SCALE}%`;
  return scale;
}

/** @param {Model} model @param {StatisticsSection} section */
function rowsTable(model, section) {
  const rows = section.rows.map((row) => {
    const { drawn, expected, error } = rowTexts(model, row);
    return make("tr", {}, placeHead(section, row), make("td", { text: drawn }), make("td", { text: `${expected} ± ${error}` }), make("td", {}, offScale(model, row)));
  });
  const heads = [say(model, "Place"), say(model, "Drawn"), say(model, "Expected"), say(model, "Off")];
  return make("div", {}, tableOf(section.title, heads, rows), section.rows.some((row) => auditTexts(model, row)) ? auditPart(model, section) : null);
}

/** What the audit says of the same rows. @param {Model} model @param {StatisticsSection} section */
function auditPart(model, section) {
  const rows = section.rows.map((row) =>
    make("tr", {}, placeHead(section, row), ...(auditTexts(model, row) ?? ["", "", ""]).map((text) => make("td", { text }))));
  const { mean } = section.farthest;
  const heads = [say(model, "Place"), mean ? say(model, "Dice") : say(model, "By the rules"), say(model, "This deck"), say(model, "Long run")];
  const about = mean
    ? say(model, "Means: of the dice, of a draw from this deck freshly shuffled, and of draw after draw as the game shuffles.")
    : say(model, "Cards in the deck: by the game’s rules, in this deck, and as many as it seems to have draw after draw, as the game shuffles.");
  const name = say(model, "What the audit says");
  return make("details", {}, make("summary", { text: name }), make("p", { class: "hint", text: about }), tableOf(`${section.title}: ${name}`, heads, rows));
}

/** @param {StatisticsSection} section @param {StatisticsRow} row */
function placeHead(section, row) {
  return make("th", { scope: "row" }, row.place || section.title, row.dice ? make("small", { text: row.dice }) : null);
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
  const dice = [...choice.options].findIndex(({ text }) => text.includes(" · "));
  choice.selectedIndex = Math.max(0, dice);
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
    const bar = make("span", { class: "bar-of" }, make("b"), make("u"));
    const [counted, wanted] = /** @type {HTMLElement[]} */ ([...bar.children]);
    counted.style.width = `${(100 * count) / most}%`;
    wanted.style.left = `${(100 * expected) / most}%`;
    return make("tr", {}, make("th", { scope: "row", text: words }), make("td", { text: String(count) }), make("td", { text: numberText(model, expected, 1) }), make("td", { "aria-hidden": "true" }, bar));
  });
  const heads = [say(model, "Read"), say(model, "Times"), say(model, "Expected")];
  return [make("p", { text: trialText(model, found) }), tableOf(say(model, "One place, a thousand times"), heads, rows)];
}
