/*
 * What has happened, the newest first, to look at, copy and save.
 */

import { entryText, logCsv, logText, whoText, worthTelling } from "./reports.js";
import { by, copyText, make, sign } from "./view-kit.js";
import { cardText, say } from "./words.js";

const SHOWN = 120;
const TONES = ["good", "bad", "mixed", "info", "worst"];

/** @param {Model} model @param {State} state @param {string} owner  who did what nobody is named for */
export function showLog(model, state, owner) {
  const entries = worthTelling(state).slice(-SHOWN).reverse().map((entry) => {
    const who = make("small", { class: "who", text: whoText(model, entry, owner) });
    if (entry.what === "note") return rollLine(model, entry.note, who);
    return make("li", { class: entry.what === "round" ? "round" : null }, who, entryText(model, entry));
  });
  by("entries").replaceChildren(...entries);
  for (const id of ["log-copy", "log-text", "log-csv"]) by(id).disabled = !entries.length;
}

/** @param {Model} model @param {any} note @param {Node} who */
function rollLine(model, note, who) {
  const cards = (note?.cards ?? []).map((/** @type {number} */ card) => model.cards[card]).filter(Boolean);
  const tone = TONES.includes(note?.tone) ? sign(note.tone) : null;
  return make("li", { class: "roll" }, who, make("b", {}, tone, String(note?.title ?? "")), make("p", { text: String(note?.text ?? "") }),
    make("small", { text: cards.map((/** @type {Card} */ card) => cardText(model, card)).join(" · ") }));
}

/** @param {Model} model @param {State} state @param {string} owner */
export async function copyLog(model, state, owner) {
  await copyText(model, logText(model, state, owner), say(model, "The log is copied."));
}

/** @param {Model} model @param {State} state @param {string} owner @param {"txt" | "csv"} kind */
export function saveLog(model, state, owner, kind) {
  const text = kind === "csv" ? logCsv(model, state, owner) : logText(model, state, owner);
  const href = URL.createObjectURL(new Blob([text], { type: kind === "csv" ? "text/csv" : "text/plain" }));
  make("a", { href, download: `${model.title.replace(/[^\p{L}\p{N}]+/gu, "-")}-log.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
