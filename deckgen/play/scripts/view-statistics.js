/*
 * What was drawn against what is expected.
 */

import { by, make } from "./view-kit.js";

/** @import {State} from "./store.js" */

/** @param {Model} model @param {State} state */
export function showStatistics(model, state) {
  by("figures").replaceChildren(make("p", { class: "hint", text: model.id + String(state.passes.length) }));
}
