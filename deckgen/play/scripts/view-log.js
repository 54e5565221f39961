/*
 * What has happened, the newest first, to look at, copy and share.
 */

import { entryText } from "./reports.js";
import { by, copyText, make, remark, sign } from "./view-kit.js";
import { cardText, say } from "./words.js";

const SHOWN = 120;
const TONES = ["good", "bad", "mixed", "info", "worst"];

/** What is kept of a roll, "" where it is no roll. @param {any} note */
function rollText(note) {
  return note && typeof note.title === "string" ? `${note.title}: ${note.text}` : "";
}

/** The entries that are worth a line: of a roll, that it was made, and not each card that it took. @param {State} state */
function worthTelling(state) {
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

/** @param {Model} model @param {State} state */
export function showLog(model, state) {
  const entries = worthTelling(state).slice(-SHOWN).reverse().map((entry) => (entry.what === "note" ? rollLine(model, entry.note) : make("li", { text: entryText(model, entry) })));
  by("entries").replaceChildren(...entries);
  by("log-copy").disabled = !entries.length;
}

/** @param {Model} model @param {any} note */
function rollLine(model, note) {
  const cards = (note?.cards ?? []).map((/** @type {number} */ card) => model.cards[card]).filter(Boolean);
  const tone = TONES.includes(note?.tone) ? sign(note.tone) : null;
  return make("li", { class: "roll" }, make("b", {}, tone, String(note?.title ?? "")), make("p", { text: String(note?.text ?? "") }),
    make("small", { text: cards.map((/** @type {Card} */ card) => cardText(model, card)).join(" · ") }));
}

/** The whole log as a text. @param {Model} model @param {State} state */
function logText(model, state) {
  return [model.title, ...state.log.map((entry) => rollText(entry.note) || entryText(model, entry))].filter(Boolean).join("\n");
}

/** @param {Model} model @param {State} state */
export async function copyLog(model, state) {
  remark(await copyText(logText(model, state)) ? say(model, "The log is copied.") : say(model, "Copying is not allowed here."));
}
