/*
 * The deck in the drawer: which card was drawn there is typed ("7h"), or tapped.
 */

import { findCards } from "../../web/scripts/lookup.js";
import { by, make } from "./view-kit.js";
import { say } from "./words.js";

/** @type {{[suit: string]: string}} */
const SUITS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };
const RED = ["diamonds", "hearts"];

/** Ask for a card of one's own deck. @param {Model} model @param {string} title  why a card is needed
 * @param {number[]} used  cards that cannot have been drawn @param {(card: number) => void} take */
export function ownCard(model, title, used, take) {
  const cards = model.cards.filter((card) => !used.includes(card.impulse));
  const input = /** @type {HTMLInputElement} */ (make("input", {
    type: "text", id: "own-card", "aria-label": say(model, "Which card is it?"), placeholder: say(model, "7h, 7 of hearts, joker …"),
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
  }));
  const told = make("p", { class: "told", role: "status" });
  /** @type {{[kind: string]: string}} */
  const chosen = { suit: "", rank: "" };
  /** @param {Card[]} found */
  const offer = (found) => {
    if (found.length === 1) return take(found[0].impulse);
    told.replaceChildren();
    if (!found.length) told.textContent = say(model, "No card of this name is left.");
    else told.append(...found.slice(0, 6).map((card) => make("button", { type: "button", class: "small", text: card.word, click: () => take(card.impulse) })));
  };
  const form = make("form", { class: "own", submit: () => {
    if (input.value.trim()) offer(findCards(cards, input.value));
  } }, make("p", { class: "wanted", text: title }), make("span", { class: "typed" }, input, make("button", { type: "submit", class: "main", text: say(model, "Read it") })), told);
  const suits = [...new Set(model.cards.map((card) => card.suit).filter((each) => each !== null))];
  const ranks = [...new Set(model.cards.filter((card) => card.suit).map((card) => card.rank))];
  const tapped = () => {
    for (const each of form.querySelectorAll("[data-suit],[data-rank]")) {
      const { suit = "", rank = "" } = /** @type {HTMLElement} */ (each).dataset;
      each.setAttribute("aria-pressed", String(suit ? suit === chosen.suit : rank === chosen.rank));
    }
    const found = cards.filter((card) => card.suit === chosen.suit && card.rank === chosen.rank);
    if (chosen.suit && chosen.rank) offer(found);
  };
  /** @param {"suit" | "rank"} kind @param {string} value @param {Properties} more */
  const key = (kind, value, more) => make("button", { type: "button", [`data-${kind}`]: value, "aria-pressed": "false", ...more, click: () => {
    chosen[kind] = chosen[kind] === value ? "" : value;
    tapped();
  } });
  const pad = make("div", { class: "pad" });
  const upper = make("div", { class: "suits", role: "group", "aria-label": say(model, "Suit") });
  /** @type {{[suit: string]: string}} */
  const names = { clubs: say(model, "clubs"), diamonds: say(model, "diamonds"), hearts: say(model, "hearts"), spades: say(model, "spades") };
  for (const each of suits) {
    upper.append(key("suit", each, { "aria-label": names[each] ?? each, class: RED.includes(each) ? "red" : null, text: SUITS[each] ?? each }));
  }
  for (const card of cards.filter((each) => each.joker)) {
    upper.append(make("button", { type: "button", class: "joker", "aria-label": card.word, click: () => take(card.impulse) }, make("span", { text: `★ ${card.word}` })));
  }
  const lower = make("div", { class: "ranks", role: "group", "aria-label": say(model, "Rank") });
  lower.append(...ranks.map((each) => key("rank", each, { text: each })));
  if (suits.length && ranks.length) pad.append(upper, lower);
  form.append(pad);
  return form;
}

/** Put the cursor where a card is typed, if somebody types. */
export function focusOwn() {
  if (matchMedia("(hover: hover)").matches) by("own-card")?.focus({ preventScroll: true });
}
