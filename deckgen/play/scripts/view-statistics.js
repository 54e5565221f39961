/*
 * What was drawn against what is expected, for those who doubt it: sentences first, then every number.
 */

import { newSeed } from "./random.js";
import { auditText, rowTexts, statisticsLines } from "./reports.js";
import { drawnByScript, statistics } from "./statistics.js";
import { by, make, press } from "./view-kit.js";
import { say } from "./words.js";

/** @import {StatisticsRow, StatisticsSection} from "./statistics.js" */
/** @import {State} from "./store.js" */

/** Standard errors that the scale of a row reaches to each side. */
const FAR = 4;

/** @type {State["passes"] | null} what a script has drawn, and nobody at the table */
let byScript = null;
/** @type {Set<string>} */
const open = new Set();

/** @param {Model} model @param {State} state */
export function showStatistics(model, state) {
  const found = statistics(model, byScript ?? state.passes);
  const again = () => showStatistics(model, state);
  const script = () => {
    byScript = drawnByScript(model, newSeed()).passes;
    again();
  };
  const own = () => {
    byScript = null;
    again();
  };
  by("figures").replaceChildren(
    make("div", { class: "lines" }, byScript ? make("p", { class: "kicker", text: say(model, "A thousand draws by script, from a deck of its own") }) : null,
      ...statisticsLines(model, found).map((text) => make("p", { text }))),
    make("p", { class: "row" },
      press(byScript ? say(model, "Draw another thousand") : say(model, "Draw a thousand cards"), script, { class: "small", "data-focus": "thousand" }),
      byScript ? press(say(model, "Back to this game"), own, { class: "small" }) : null),
    ...(found.draws ? found.sections.map((section) => sectionPart(model, section)) : []),
  );
}

/** @param {Model} model @param {StatisticsSection} section */
function sectionPart(model, section) {
  const part = make("details", { open: open.has(section.name), toggle: (/** @type {Event} */ event) => {
    if (/** @type {HTMLDetailsElement} */ (event.target).open) open.add(section.name);
    else open.delete(section.name);
    if (part.children.length === 1 && open.has(section.name)) part.append(sectionTable(model, section));
  } }, make("summary", {}, make("span", { text: section.title }), scale(model, section.farthest)));
  if (open.has(section.name)) part.append(sectionTable(model, section));
  return part;
}

/** @param {Model} model @param {StatisticsSection} section */
function sectionTable(model, section) {
  const heads = [say(model, "Place"), say(model, "Drawn"), say(model, "Expected"), say(model, "Off")];
  const body = make("tbody");
  for (const row of section.rows) {
    const { drawn, expected, error } = rowTexts(model, row);
    const place = make("th", { scope: "row", title: auditText(model, row) || null, text: row.place || section.title });
    if (row.dice) place.append(make("small", { text: ` ${row.dice}` }));
    body.append(make("tr", {}, place, make("td", { text: drawn }), make("td", { text: `${expected} ± ${error}` }), make("td", {}, scale(model, row))));
  }
  return make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col", text })))), body);
}

/** How many standard errors it is off, as a dot on a line and in figures. @param {Model} model @param {StatisticsRow} row */
function scale(model, row) {
  const made = make("span", { class: "scale" }, make("span", { class: "dot" }), make("span", { class: "off", text: `${rowTexts(model, row).off} σ` }));
  const at = Math.max(-FAR, Math.min(FAR, row.off)) / FAR;
  /** @type {HTMLElement} */ (made.firstElementChild).style.left = `${(at * 0.5 + 0.5) * 100}%`;
  made.classList.toggle("far", Math.abs(row.off) > 3);
  return made;
}
