/*
 * The deck: where its cards come from, its seed, and shuffles that are shared.
 */

import { by, make } from "./view-kit.js";

/** @import {Doing} from "./view-hands.js" */
/** @import {Table} from "./store.js" */

/** @param {Model} model @param {Table} table @param {Doing} doing */
export function showDeck(model, table, doing) {
  doing; by("deck-body").replaceChildren(make("p", { class: "hint", text: table.now.seed + model.id }));
}
