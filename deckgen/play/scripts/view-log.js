/*
 * What has happened, the newest first, to look at, copy and share.
 */

import { by, copyText, make, remark } from "./view-kit.js";
import { say } from "./words.js";

/** @import {Entry, State} from "./store.js" */

/** What happened, in a line. @param {Model} model @param {Entry} entry */
function entryLine(model, entry) {
  return `${entry.what} ${(entry.cards ?? []).map((card) => model.cards[card].word).join(", ")} ${entry.text ?? ""}`;
}

/** @param {Model} model @param {State} state */
export function showLog(model, state) {
  by("entries").replaceChildren(...[...state.log].reverse().map((entry) => entry.what === "note"
    ? make("li", { class: "roll" }, make("b", { text: entry.note.title }), make("p", { text: entry.note.text }))
    : make("li", { text: entryLine(model, entry) })));
}

/** @param {Model} model @param {State} state */
export async function copyLog(model, state) {
  const text = state.log.map((entry) => entryLine(model, entry)).join("\n");
  remark(await copyText(text) ? say(model, "The log is copied.") : say(model, "Copying is not allowed here."));
}
