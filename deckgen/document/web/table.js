/*
 * Which cards of the table are shown: all, those of a suit or rank that is tapped, those that are typed, or one.
 */
import {one} from "../../web/scripts/elements.js";
import {findCards} from "../../web/scripts/lookup.js";

/** @typedef {{article: HTMLElement, keys: string[]}} TableCard */
/** What is asked for; all cards where nothing is. @typedef {{typed?: string, suit?: string, rank?: string, only?: number}} Asked */

const form = one("form", HTMLFormElement);
const input = one("input", HTMLInputElement, form);
const none = one("#none", HTMLElement);
const said = one("#said", HTMLElement);
const keys = [...form.querySelectorAll("button[value]")].filter((each) => each instanceof HTMLButtonElement);
/** @type {TableCard[]} */
const cards = [...document.querySelectorAll("article")].map((article) => ({
  article,
  keys: (article.dataset.keys ?? "").split("\n"),
}));
/** @type {Asked} */
let asked = {};

/** @param {Asked} what */
function chosenBy({typed, suit, rank, only}) {
  if (only !== undefined) return [cards[only]];
  if (typed?.trim()) return findCards(cards, typed);
  return cards.filter(({article: {dataset}}) => (!suit || dataset.s === suit) && (!rank || dataset.r === rank));
}

/**
 * Show what is asked for.
 * @param {Asked} what
 */
function ask(what) {
  asked = what;
  const chosen = chosenBy(asked);
  const only = chosen.length === 1 ? chosen[0].article : null;
  for (const {article} of cards) article.hidden = true;
  for (const {article} of chosen) article.hidden = false;
  none.hidden = chosen.length > 0;
  said.textContent = toldAs(chosen);
  document.body.classList.toggle("one", only !== null);
  for (const key of keys) {
    const own = key.parentElement?.dataset.g ?? "";
    const wanted = only ? only.dataset[own] : own === "s" ? asked.suit : asked.rank;
    key.setAttribute("aria-pressed", String(Boolean(wanted) && key.value === wanted));
  }
  if (asked.typed === undefined) input.value = "";
  window.scrollTo(0, 0);
  remember(only?.dataset.h ?? "");
}

/**
 * What is said to those who do not see it.
 * @param {TableCard[]} chosen
 */
function toldAs(chosen) {
  if (chosen.length === cards.length || !chosen.length) return chosen.length ? "" : none.textContent;
  if (chosen.length === 1) return chosen[0].article.dataset.n ?? "";
  return (form.dataset.found ?? "").replace("{count}", String(chosen.length));
}

/**
 * Keep the one card in the address, so that it can be sent and comes back.
 * @param {string} key
 */
function remember(key) {
  if (key === addressed()) return;
  history.replaceState(null, "", key ? `#${encodeURIComponent(key)}` : location.pathname + location.search);
}

/** What the address asks for. */
function addressed() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** @param {number} by */
function step(by) {
  const shown = cards.findIndex(({article}) => !article.hidden);
  const single = document.body.classList.contains("one");
  const next = single ? shown + by : by > 0 ? 0 : -1;
  ask({only: (next + cards.length) % cards.length});
}

/**
 * A suit or a rank is tapped: it is asked for beside the other one, or no longer.
 * @param {HTMLButtonElement} key
 */
function tapped(key) {
  const own = key.parentElement?.dataset.g === "s" ? "suit" : "rank";
  const on = key.getAttribute("aria-pressed") === "true";
  const shown = {suit: pressedIn("s"), rank: pressedIn("r")};
  const joker = cards.some(({article: {dataset}}) => !dataset.r && [key.value, shown.suit].includes(dataset.s ?? ""));
  ask({...(joker ? {} : shown), [own]: on ? "" : key.value});
}

/** @param {string} group */
function pressedIn(group) {
  return keys.find((key) => key.parentElement?.dataset.g === group && key.getAttribute("aria-pressed") === "true")?.value;
}

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  input.blur();
});
// What is tapped does not take the focus: where typing hides the keys, they would come back under the finger.
form.addEventListener("mousedown", (event) => {
  if (event.target instanceof HTMLElement && event.target.closest("button")) event.preventDefault();
});
input.addEventListener("input", () => ask({typed: input.value}));
input.addEventListener("focus", () => input.select());
form.addEventListener("click", (event) => {
  const button = event.target instanceof HTMLElement ? event.target.closest("button") : null;
  if (!button) return;
  if (button.dataset.step) step(Number(button.dataset.step));
  else if (button.dataset.all) ask({});
  else tapped(button);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") ask({});
  else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    if (event.target === input && input.value) return;
    event.preventDefault();
    step(event.key === "ArrowRight" ? 1 : -1);
  } else if (event.target !== input && /^[/\p{L}\p{N}♠♥♦♣]$/u.test(event.key)) {
    input.focus();
    input.value = "";
    if (event.key === "/") event.preventDefault();
  }
});

function askAddress() {
  const found = findCards(cards, addressed());
  if (found.length === 1) ask({only: cards.indexOf(found[0])});
}
window.addEventListener("hashchange", askAddress);
askAddress();
