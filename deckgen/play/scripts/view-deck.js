/*
 * The deck: where its cards come from, when they are shuffled, its seed, and shuffles that are shared.
 */

import { newSeed } from "./random.js";
import { isTold, readShare, shareText } from "./share.js";
import { by, make, press, remark, segments, sendButtons } from "./view-kit.js";
import { printPart } from "./view-print.js";
import { say } from "./words.js";

/** So many groups of letters cannot be guessed. */
const SECRET = 6;

/** `connection`: with others at a table; the shuffle is a secret then.
 * @param {PlayModel} model @param {State} state @param {Doing} doing @param {{role: string} | null} connection */
export function showDeck(model, state, doing, connection) {
  const body = by("deck-body");
  if (!body.children.length) body.append(sourcePart(model, doing), shufflePart(model, doing), seedPart(model, doing), sharePart(model), takePart(model, doing), printPart(model));
  const far = by("share-far");
  far.disabled = !isTold(model, state);
  if (far.disabled) far.checked = false;
  by("share-why").hidden = !far.disabled;
  const write = () => { by("shared").value = shareText(model, state, far.checked); };
  far.onchange = write;
  write();
  for (const id of ["share-part", "take-part"]) by(id).hidden = connection !== null;
  by("seed-part").hidden = connection?.role === "guest";
  by("seed").disabled = connection !== null;
  by("seed-now").textContent = state.seed;
  for (const each of body.querySelectorAll("[name=source]")) each.checked = each.value === state.source;
  by("shuffle-now").disabled = state.source === "own";
}

/** @param {string} name @param {string} title @param {...(Node | null)} children */
function deckPart(name, title, ...children) {
  return make("section", { class: "part", id: `${name}-part` }, make("h3", { text: title }), ...children);
}

/** @param {Model} model @param {Doing} doing */
function sourcePart(model, doing) {
  const options = [["pile", say(model, "From this pile")], ["own", say(model, "From your own deck")]];
  const choose = (/** @type {any} */ source) => doing.act({ do: "source", source });
  const row = segments("source", options, [], choose, { role: "radiogroup", "aria-label": say(model, "Where cards come from") });
  return deckPart("source", say(model, "Where cards come from"), row,
    make("p", { class: "hint", text: say(model, "With a deck of poker cards on your table, draw there and say which card it is; all is read as with this deck.") }));
}

/** @param {Model} model @param {Doing} doing */
function shufflePart(model, doing) {
  const rule = model.draw === "with-replacement" || model.reshuffle === "every-draw"
    ? say(model, "This game draws every card from the whole deck.")
    : model.reshuffle === "jokers"
      ? say(model, "In this game a joker reshuffles the deck after the roll. Hands keep their cards.")
      : say(model, "In this game the deck is shuffled when it has run out. Hands keep their cards.");
  return deckPart("shuffle", say(model, "Shuffling"), make("p", { class: "hint", text: rule }), make("p", { class: "row" },
    press(say(model, "Shuffle the discards in"), () => doing.act({ do: "shuffle" }), { id: "shuffle-now" }),
    press(say(model, "Gather all cards and shuffle"), () => doing.act({ do: "shuffle", all: true }))));
}

/** @param {Model} model @param {Doing} doing */
function seedPart(model, doing) {
  const input = /** @type {HTMLInputElement} */ (make("input", { id: "seed", "aria-label": say(model, "Seed of a new game"), maxlength: 80, autocomplete: "off", spellcheck: "false", placeholder: say(model, "any words") }));
  const begin = (/** @type {string} */ seed) => {
    doing.act({ do: "new", seed });
    remark(say(model, "A new game, shuffled by “{seed}”. Undo brings the old one back.", { seed }));
    input.value = "";
  };
  const form = make("form", { class: "typed", submit: () => begin(input.value.trim() || newSeed(input.disabled ? SECRET : undefined)) }, input, make("button", { type: "submit", text: say(model, "New game") }));
  return deckPart("seed", say(model, "New game"),
    make("p", { class: "hint" }, say(model, "Shuffled by the seed"), " ", make("b", { id: "seed-now" })), form,
    make("p", { class: "hint", text: say(model, "The same seed shuffles alike in every browser. Leave it empty for one that nobody knows.") }));
}

/** @param {Model} model */
function sharePart(model) {
  const shared = /** @type {HTMLInputElement} */ (make("input", { id: "shared", readonly: true, "aria-label": say(model, "This shuffle as a text") }));
  const buttons = sendButtons(model, () => shared.value, say(model, "The shuffle is copied."));
  const far = make("label", { class: "tick" }, make("input", { type: "checkbox", id: "share-far" }), make("span", { text: say(model, "as far as it has come") }));
  const why = make("p", { class: "hint", id: "share-why", text: say(model, "How far it has come cannot be told while hands are held, or once cards were looked for or a shuffle left some out: this is its start. To hand on the table as it is, play together.") });
  return deckPart("share", say(model, "Share this shuffle"), shared, make("p", { class: "row" }, ...buttons, far), why);
}

/** @param {Model} model @param {Doing} doing */
function takePart(model, doing) {
  const input = /** @type {HTMLInputElement} */ (make("input", { id: "pasted", "aria-label": say(model, "A shuffle that somebody sent"), "aria-describedby": "pasted-told", autocomplete: "off", spellcheck: "false", placeholder: "deckgen:…" }));
  const told = make("p", { class: "problem", id: "pasted-told", role: "alert" });
  const form = make("form", { class: "typed", submit: () => {
    const { action, problem } = readShare(model, input.value);
    told.textContent = problem;
    input.setAttribute("aria-invalid", String(Boolean(problem)));
    if (!action) return;
    doing.act(action);
    input.value = "";
    remark(say(model, "The shuffle is taken over."));
  } }, input, make("button", { type: "submit", text: say(model, "Take it over") }));
  return deckPart("take", say(model, "Play a shuffle that somebody sent"), form, told);
}
