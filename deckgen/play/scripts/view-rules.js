/*
 * The rules: panels that the template has made, found by their words, and the rules cards as they are printed.
 */

import { picture } from "./view-card.js";
import { by, make } from "./view-kit.js";
import { say } from "./words.js";

/** Draw the rules cards, once. @param {PlayModel} model */
export function showRules(model) {
  const { width, height, references } = model.faces;
  const cards = by("references");
  if (cards && !cards.children.length) {
    cards.append(...references.map(({ title, face }) => make("figure", {}, picture(face, `0 0 ${width} ${height}`, title))));
  }
}

/** Show the panels that have all words of what is typed, as it is typed. @param {PlayModel} model */
export function connectRules(model) {
  by("rules-find")?.addEventListener("input", () => {
    const words = by("rules-find").value.toLocaleLowerCase().split(/\s+/);
    let count = 0;
    for (const board of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".board"))) {
      let shown = 0;
      for (const panel of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("article,figure"))) {
        const text = panel.textContent.toLocaleLowerCase();
        panel.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
        shown += Number(!panel.hidden);
      }
      board.hidden = !shown;
      count += shown;
    }
    by("rules-none").textContent = count ? "" : say(model, "No rule has these words.");
  });
}
