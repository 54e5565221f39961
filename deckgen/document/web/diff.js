/*
 * Two decks: what is marked on their cards, and which cards are shown.
 */
import {all} from "../../web/scripts/elements.js";

const [asking] = all("form", HTMLFormElement);
const [section] = all("select", HTMLSelectElement);
const [only] = all("input", HTMLInputElement);
const [out] = all("output", HTMLOutputElement);
const cards = all("article", HTMLElement);

/** Mark the differences of the section that is chosen, and show the cards that are asked for. */
function show() {
  let shown = 0;
  for (const card of cards) {
    for (const ring of all("rect[data-s]", SVGElement, card)) ring.toggleAttribute("hidden", !wanted(ring));
    const places = all("li", HTMLElement, card);
    for (const place of places) place.hidden = !wanted(place);
    const count = places.filter((each) => !each.hidden).length;
    for (const told of all("b", HTMLElement, card)) told.textContent = String(count);
    card.hidden = only.checked && count === 0;
    if (!card.hidden) shown += 1;
  }
  out.value = `${shown}/${cards.length}`;
}

/** @param {HTMLElement | SVGElement} each */
function wanted(each) {
  return section.value === "" || each.dataset.s === section.value;
}

if (cards.some((card) => card.dataset.n !== "0")) {
  asking.hidden = false;
  section.addEventListener("change", show);
  only.addEventListener("change", show);
  asking.addEventListener("submit", (event) => event.preventDefault());
  show();
}
