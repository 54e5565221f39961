/*
 * What the cards say at a place, drawn on where a cell is open or marked, as deckgen/deck/draws.py reads them; and the
 * odds of it in the whole deck, which the model brings.
 */
import { asCell, cellsRead, columnsFromHighest, partsOf, placeAt, rollOf, sectionOf, towardsFailure } from "./places.js";

const CRITICAL = "critical_failure";

/** @param {Model} model @param {number} number @returns {Card} */
export function cardOf(model, number) {
  const card = model.cards[number];
  if (!card) throw new RangeError("there is no such card");
  return card;
}

/** @param {Scalar} value @param {Found["shown"]} [shown] @param {Parts} [parts] @returns {Found} */
function foundAs(value, shown = "", parts = {}) {
  return { value, shown, critical: shown === CRITICAL, parts };
}

/** @param {ExtremeRule | null} rule @param {number} total @returns {Found["shown"]} */
function extremeOf(rule, total) {
  return total === rule?.lowest ? "lowest" : total === rule?.highest ? "highest" : "";
}

/** The total of a marked card that shows a number, when the next one that is not marked shows `then`.
 * @param {ExtremeRule} rule @param {number} shown @param {number} then */
function settled(rule, shown, then) {
  const [low, high] = rule.marked;
  if (shown === low && then <= rule.low) return rule.lowest;
  return shown === high && then >= rule.high ? rule.highest : shown;
}

/** Reads places of cards, and keeps what was looked at. */
export class CardReader {
  /** @param {Model} model @param {() => Card} draw  the next card */
  constructor(model, draw) {
    this.model = model;
    this.draw = draw;
    /** @type {Looked[]} */
    this.looked = [];
  }

  /** @param {Card} card @param {boolean} drawn @param {Section} section @param {(string | number)[][]} places */
  look(card, drawn, section, places) {
    this.looked.push({ card, drawn, section, places });
  }

  /** What a card, and those that are drawn after it, come to: as long as one shows what `again` says, another is added.
   * @param {Reading} read @param {Card} card @param {boolean} drawn @param {Step["again"]} again @returns {Found} */
  readOn(read, card, drawn, again) {
    const first = this.read(read, card, drawn);
    let value = first.value;
    while (again && card.sections[again[0]] === again[1]) {
      this.look(card, false, sectionOf(this.model, again[0]), [[]]);
      card = this.draw();
      value = Number(value) + Number(this.read(read, card, true).value);
    }
    return { ...first, value };
  }

  /** @param {Reading} read @param {Card} card @param {boolean} drawn @returns {Found} */
  read(read, card, drawn) {
    const section = sectionOf(this.model, read.section);
    const value = card.sections[section.name];
    if (section.kind === "grid") return this.grid(section, read, card, drawn);
    if (section.kind === "rolls") return this.roll(section, read.column, card, drawn);
    if (section.kind === "table") return this.table(section, read, card, drawn);
    if (section.kind === "dice") {
      this.look(card, drawn, section, [[read.column]]);
      const parts = partsOf(section, card, read.column);
      const main = rollOf(section.rolls, read.column).parts[0].name;
      return foundAs(parts[read.row || main] ?? null, /** @type {Found["shown"] | undefined} */ (parts.natural), parts);
    }
    if (section.kind === "stack") {
      const place = placeInStack(section, read.up);
      this.look(card, drawn, section, [[place]]);
      return foundAs(/** @type {StackValue} */ (value).stack[place]);
    }
    if (section.kind === "marks") {
      this.look(card, drawn, section, read.figures.map((figure) => [figure]));
      return foundAs(read.figures.filter((figure) => /** @type {number[]} */ (value).includes(figure)).length);
    }
    this.look(card, drawn, section, [[]]);
    let shown = /** @type {Scalar} */ (value);
    while (section.kind === "ordinal" && shown === null) {
      const more = this.draw(); // a joker has no suit
      this.look(more, true, section, [[]]);
      shown = /** @type {number | null} */ (more.sections[section.name]);
    }
    return foundAs(shown);
  }

  /** The total of the cells that a pool stands for, each drawn on where it is open. @param {GridSection} section
   * @param {Reading} read @param {Card} card @param {boolean} drawn @returns {Found} */
  grid(section, read, card, drawn) {
    /** @type {number[]} */
    const totals = [];
    let [ones, dice] = [0, 0];
    for (const [number, [column, row]] of cellsRead(section, read).entries()) {
      const own = number ? this.draw() : card;
      const rows = section.reads === "first-n" ? [...Array(row).keys()] : [row - 1];
      this.look(own, drawn || number > 0, section, rows.map((at) => [column, at]));
      const shown = rows.map((at) => cellOf(section, own, column, at));
      ones += shown.filter((cell) => towardsFailure(section, cell)).length;
      dice += rows.length;
      if (shown.some((cell) => cell.critical_failure)) return foundAs(1, CRITICAL);
      totals.push(...this.goneOn(section, column, rows, shown));
    }
    if (2 * ones > dice) return foundAs(1, CRITICAL);
    return foundAs(section.pooled ? Math.max(...totals) : totals.reduce((sum, each) => sum + each, 0));
  }

  /** The totals of cells of one card, once none is open: one more card serves all that are, each in its own place.
   * @param {GridSection} section @param {string} column @param {number[]} rows @param {Cell[]} shown */
  goneOn(section, column, rows, shown) {
    const totals = shown.map((cell) => cell.value);
    let going = [...rows.keys()].filter((i) => shown[i].again);
    while (going.length) {
      const more = this.draw();
      this.look(more, true, section, going.map((i) => [column, rows[i]]));
      for (const i of going) totals[i] += cellOf(section, more, column, rows[i]).value;
      going = going.filter((i) => cellOf(section, more, column, rows[i]).again);
    }
    return totals;
  }

  /** A roll: drawn on where it is open, confirmed where it is marked. @param {RollsSection} section
   * @param {string} label @param {Card} card @param {boolean} drawn @returns {Found} */
  roll(section, label, card, drawn) {
    const { bonus, extremes } = rollOf(section.rolls, label);
    const rolled = (/** @type {Card} */ own, isDrawn = true) => {
      this.look(own, isDrawn, section, [[label]]);
      return asCell(/** @type {RollsValue} */ (own.sections[section.name])[label]);
    };
    let cell = rolled(card, drawn);
    let total = cell.value;
    if (cell.critical_failure) return foundAs(total, CRITICAL);
    if (cell.confirm && extremes) {
      while (cell.confirm) cell = rolled(this.draw());
      total = settled(extremes, total - bonus, cell.value - bonus) + bonus;
    }
    while (cell.again) {
      cell = rolled(this.draw());
      total += cell.value;
    }
    return foundAs(total, extremeOf(extremes, total - bonus));
  }

  /** @param {TableSection} section @param {Reading} read @param {Card} card @param {boolean} drawn @returns {Found} */
  table(section, read, card, drawn) {
    const row = section.rows.findIndex((each) => each.label === read.row);
    const value = /** @type {TableValue} */ (card.sections[section.name]);
    if (read.reached === null) {
      this.look(card, drawn, section, [[read.column, row]]);
      return foundAs(value[read.column][row]);
    }
    /** @type {string | null} */
    let best = null;
    for (const label of columnsFromHighest(section, value, row)) {
      const number = value[label][row];
      if (number <= read.reached && (best === null || number > value[best][row])) best = label;
    }
    this.look(card, drawn, section, (best === null ? section.columns.map(({ label }) => label) : [best]).map((label) => [label, row]));
    return foundAs(best);
  }
}

/** @param {GridSection} section @param {Card} card @param {string} column @param {number} at @returns {Cell} */
function cellOf(section, card, column, at) {
  return /** @type {GridValue} */ (card.sections[section.name])[column][at];
}

/** @param {StackSection} section @param {number} up */
function placeInStack(section, up) {
  return Math.min(Math.max(section.standard - up, 0), section.height - 1);
}

/** All that a draw from the whole deck may read, each with its chance: of one place what the model brings, else what each card
 * says. Null where it takes several cards.
 * @param {Model} model @param {Reading} read @returns {Chance[] | null} */
export function readChances(model, read) {
  const section = sectionOf(model, read.section);
  const cells = section.kind === "grid" ? cellsRead(section, read) : [[read.column, read.row].filter(Boolean)];
  if (cells.length > 1) return null;
  let place = cells[0].join("-");
  if (section.kind === "stack") place = placeAt(section, [placeInStack(section, read.up)]);
  if (section.kind === "marks") place = read.figures.join();
  const reader = new CardReader(model, () => cardOf(model, 0));
  const known = model.chances[section.name]?.[place];
  if (!known) return model.cards.map((card) => ({ found: reader.read(read, card, false), chance: 1 / model.cards.length }));
  const [values, weights, shown] = known;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return values.map((value, i) => ({ found: foundAs(value, shown?.[i]), chance: weights[i] / all }));
}
