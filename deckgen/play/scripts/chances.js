/*
 * The odds of places in the whole deck: of cells and rolls those that the model brings, of all else what the cards say.
 */
import { cellsRead, rollOf, sectionOf } from "./places.js";
import { CardReader, FAILED, extremeOf, plainFound } from "./reading.js";

/** All that a draw from the whole deck may read, each with its chance. Null for more dice than one card has, where the
 * others come off another card.
 * @param {Model} model @param {Reading} read @returns {Chance[] | null} */
export function readChances(model, read) {
  const section = sectionOf(model, read.section);
  if (section.kind === "grid") {
    const cells = cellsRead(section, read);
    return cells.length > 1 ? null : placeChances(model, section, cells[0].join("-"), section.bonus, null);
  }
  if (section.kind === "rolls") {
    const { bonus, extremes } = rollOf(section, read.column);
    return placeChances(model, section, read.column, bonus, extremes);
  }
  const cards = model.cards.filter((card) => section.kind !== "ordinal" || card.sections[section.name] !== null);
  const counts = new Map();
  for (const card of cards) {
    const { value } = /** @type {Found} */ (new CardReader(model).read(read, card, false).next().value);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ found: plainFound(value), chance: count / cards.length }));
}

/** @param {Model} model @param {Section} section @param {string} place @param {number} bonus
 * @param {ExtremeRule | null} extremes @returns {Chance[]} */
function placeChances(model, section, place, bonus, extremes) {
  const { failing, totals } = model.chances[section.name][place];
  const found = totals.map((chance, total) => ({
    found: { value: total + bonus, critical: false, extreme: extremeOf(extremes, total) },
    chance,
  }));
  return [{ found: FAILED, chance: failing }, ...found].filter(({ chance }) => chance > 0);
}
