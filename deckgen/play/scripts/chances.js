/*
 * The odds of places in the whole deck.
 */
import { PoolOdds, chainTotals, chainTotalsPutBack, withExtremes } from "./odds.js";
import { asCell, cellsRead, rollOf, sectionOf, towardsFailure } from "./places.js";
import { CardReader, FAILED, extremeOf, plainFound } from "./reading.js";

/**
 * All that a draw from the whole deck may read, each with its chance; null where that is not reckoned: of more dice than
 * one card has, where the others come off another card.
 *
 * @param {Model} model
 * @param {Reading} read
 * @returns {Chance[] | null}
 */
export function readChances(model, read) {
  const section = sectionOf(model, read.section);
  if (section.kind === "grid") {
    const cells = cellsRead(section, read);
    return cells.length > 1 ? null : gridChances(model, section, ...cells[0]);
  }
  if (section.kind === "rolls") return rollChances(model, section, read.column);
  const cards = model.cards.filter((card) => section.kind !== "ordinal" || card.sections[section.name] !== null);
  const counts = new Map();
  for (const card of cards) {
    const { value } = /** @type {Found} */ (new CardReader(model).read(read, card, false).next().value);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ found: plainFound(value), chance: count / cards.length }));
}

/** What was reckoned already, by deck and place. @type {WeakMap<Model, Map<string, Chance[]>>} */
const reckoned = new WeakMap();
/** Pools of a column are reckoned together. @type {WeakMap<Model, Map<string, PoolOdds>>} */
const pools = new WeakMap();

/** @template T @param {WeakMap<Model, Map<string, T>>} kept @param {Model} model @param {string} key @param {() => T} make */
function keptOf(kept, model, key, make) {
  const own = kept.get(model) ?? new Map();
  kept.set(model, own);
  const found = own.get(key) ?? make();
  own.set(key, found);
  return /** @type {T} */ (found);
}

/** @param {Model} model @param {GridSection} section @param {string} column @param {number} row @returns {Chance[]} */
function gridChances(model, section, column, row) {
  return keptOf(reckoned, model, `${section.name}/${column}/${row}`, () => {
    const shown = model.cards.map((card) => /** @type {GridValue} */ (card.sections[section.name])[column]);
    /** @type {number[]} */
    let totals;
    let failed = 0;
    if (section.reads === "first-n") {
      const odds = keptOf(pools, model, `${section.name}/${column}`, () => new PoolOdds(shown.map(chained), section.failing));
      totals = odds.totals(row);
      for (const cells of shown) {
        if (2 * cells.slice(0, row).filter((cell) => towardsFailure(section, cell)).length > row) failed += 1;
      }
    } else {
      const cells = shown.map((own) => withoutBonus(own[row - 1], section.bonus));
      totals = drawnOn(model, cells);
      failed = cells.filter((cell) => cell.critical_failure).length;
    }
    const failing = failed / model.cards.length;
    const found = totals.map((chance, total) => ({ found: plainFound(total + section.bonus), chance }));
    if (failed) found[1] = { ...found[1], chance: found[1].chance - failing };
    return likely([{ found: FAILED, chance: failing }, ...found]);
  });
}

/** @param {Model} model @param {RollsSection} section @param {string} label @returns {Chance[]} */
function rollChances(model, section, label) {
  return keptOf(reckoned, model, `${section.name}/${label}`, () => {
    const { bonus, extremes } = rollOf(section, label);
    const cells = model.cards.map((card) =>
      withoutBonus(asCell(/** @type {RollsValue} */ (card.sections[section.name])[label]), bonus),
    );
    const printed = cells.map((cell) => ({ value: cell.value, confirm: cell.confirm ?? false }));
    const totals = extremes ? withExtremes(drawnOn(model, cells), extremes, printed) : drawnOn(model, cells);
    return likely(
      totals.map((chance, total) => ({
        found: { value: total + bonus, critical: false, extreme: extremeOf(extremes, total) },
        chance,
      })),
    );
  });
}

/** P(total = T) by T of cells that are drawn on where they are open. @param {Model} model @param {Cell[]} cells */
function drawnOn(model, cells) {
  const open = cells.filter((cell) => cell.again).map((cell) => cell.value);
  const ends = cells.filter((cell) => !cell.again).map((cell) => cell.value);
  return model.draw === "with-replacement" ? chainTotalsPutBack(ends, open) : chainTotals(ends, open);
}

/** @param {Cell[]} cells */
function chained(cells) {
  return cells.map((cell) => ({ value: cell.value, again: cell.again ?? false }));
}

/** A cell without the bonus that stands on what ends a roll. @param {Cell} cell @param {number} bonus @returns {Cell} */
function withoutBonus(cell, bonus) {
  return cell.again ? cell : { ...cell, value: cell.value - bonus };
}

/** Those that can come up; what is less is rounding. @param {Chance[]} chances */
function likely(chances) {
  return chances.filter(({ chance }) => chance > 1e-14);
}

