/*
 * What the cards say at a place, drawn on where a cell is open or marked; and its odds in the whole deck: of cells and
 * rolls those that the model brings, of all else what the cards say.
 */
import { asCell, cellsRead, rollOf, sectionOf, towardsFailure } from "./places.js";

/** @param {Model} model @param {Card | number | undefined} card @returns {Card} */
export function cardOf(model, card) {
  const found = typeof card === "number" ? model.cards[card] : card;
  if (!found) throw new RangeError("there is no such card");
  return found;
}

/** The next card. @param {Model} model @param {boolean} task @returns {Generator<Turn, Card, Card | number | undefined>} */
export function* drawCard(model, task) {
  return cardOf(model, yield { want: "card", task });
}

/** @param {Scalar} value @returns {Found} */
export function plainFound(value) {
  return { value, critical: false, extreme: "" };
}

/** @type {Found} */
const FAILED = { value: 1, critical: true, extreme: "" };

/** @param {ExtremeRule | null} rule @param {number} total @returns {"" | "lowest" | "highest"} */
function extremeOf(rule, total) {
  if (!rule) return "";
  return total === rule.lowest ? "lowest" : total === rule.highest ? "highest" : "";
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
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {Looked[]} */
    this.looked = [];
  }

  /** @param {Card} card @param {boolean} drawn @param {Section} section @param {(string | number)[][]} places */
  look(card, drawn, section, places) {
    this.looked.push({ card, drawn, section, places });
  }

  /** What a card, and those that are drawn after it, come to. @param {Reading} read @param {Card} card
   * @param {boolean} drawn @returns {Drawing} */
  *read(read, card, drawn) {
    const section = sectionOf(this.model, read.section);
    const value = card.sections[section.name];
    switch (section.kind) {
      case "grid":
        return yield* this.grid(section, read, card, drawn);
      case "rolls":
        return yield* this.roll(section, read.column, card, drawn);
      case "stack": {
        const place = Math.min(Math.max(section.standard - read.up, 0), section.height - 1);
        this.look(card, drawn, section, [[place]]);
        return plainFound(/** @type {StackValue} */ (value).stack[place]);
      }
      case "marks": {
        this.look(card, drawn, section, read.figures.map((figure) => [figure]));
        const marked = /** @type {number[]} */ (value);
        return plainFound(read.figures.filter((figure) => marked.includes(figure)).length);
      }
      case "table":
        return this.table(section, read, card, drawn);
      case "ordinal":
        return yield* this.ordinal(section, card, drawn);
      default:
        this.look(card, drawn, section, [[]]);
        return plainFound(/** @type {Scalar} */ (value));
    }
  }

  /** A number of the card's own; a joker has no suit, so another card is drawn. @param {OrdinalSection} section
   * @param {Card} card @param {boolean} drawn @returns {Drawing} */
  *ordinal(section, card, drawn) {
    this.look(card, drawn, section, [[]]);
    let value = /** @type {number | null} */ (card.sections[section.name]);
    while (value === null) {
      const more = yield* drawCard(this.model, false);
      this.look(more, true, section, [[]]);
      value = /** @type {number | null} */ (more.sections[section.name]);
    }
    return plainFound(value);
  }

  /** The total of the cells that a pool stands for, each drawn on where it is open. @param {GridSection} section
   * @param {Reading} read @param {Card} card @param {boolean} drawn @returns {Drawing} */
  *grid(section, read, card, drawn) {
    /** @type {number[]} */
    const totals = [];
    let ones = 0;
    let dice = 0;
    for (const [number, [column, row]] of cellsRead(section, read).entries()) {
      const own = number ? yield* drawCard(this.model, false) : card;
      const rows = section.reads === "first-n" ? [...Array(row).keys()] : [row - 1];
      this.look(own, drawn || number > 0, section, rows.map((at) => [column, at]));
      const shown = rows.map((at) => cellOf(section, own, column, at));
      ones += shown.filter((cell) => towardsFailure(section, cell)).length;
      dice += rows.length;
      if (shown.some((cell) => cell.critical_failure)) return FAILED;
      totals.push(...(yield* this.goneOn(section, column, rows, shown)));
    }
    if (2 * ones > dice) return FAILED;
    return plainFound(section.pooled ? Math.max(...totals) : totals.reduce((sum, each) => sum + each, 0));
  }

  /** The totals of cells of one card, once none is open: one more card serves all that are, each in its own place.
   * @param {GridSection} section @param {string} column @param {number[]} rows @param {Cell[]} shown
   * @returns {Generator<Turn, number[], Card | number | undefined>} */
  *goneOn(section, column, rows, shown) {
    const totals = shown.map((cell) => cell.value);
    let going = [...rows.keys()].filter((i) => shown[i].again);
    while (going.length) {
      const more = yield* drawCard(this.model, false);
      this.look(more, true, section, going.map((i) => [column, rows[i]]));
      for (const i of going) totals[i] += cellOf(section, more, column, rows[i]).value;
      going = going.filter((i) => cellOf(section, more, column, rows[i]).again);
    }
    return totals;
  }

  /** A roll: drawn on where it is open, confirmed where it is marked. @param {RollsSection} section
   * @param {string} label @param {Card} card @param {boolean} drawn @returns {Drawing} */
  *roll(section, label, card, drawn) {
    const { bonus, extremes } = rollOf(section, label);
    let cell = this.rolled(section, label, card, drawn);
    let total = cell.value;
    if (cell.critical_failure) return { value: total, critical: true, extreme: "" };
    if (cell.confirm && extremes) {
      while (cell.confirm) cell = this.rolled(section, label, yield* drawCard(this.model, false), true);
      total = settled(extremes, total - bonus, cell.value - bonus) + bonus;
    }
    while (cell.again) {
      cell = this.rolled(section, label, yield* drawCard(this.model, false), true);
      total += cell.value;
    }
    return { value: total, critical: false, extreme: extremeOf(extremes, total - bonus) };
  }

  /** @param {RollsSection} section @param {string} label @param {Card} card @param {boolean} drawn */
  rolled(section, label, card, drawn) {
    this.look(card, drawn, section, [[label]]);
    return asCell(/** @type {RollsValue} */ (card.sections[section.name])[label]);
  }

  /** @param {TableSection} section @param {Reading} read @param {Card} card @param {boolean} drawn @returns {Found} */
  table(section, read, card, drawn) {
    const row = section.rows.findIndex((each) => each.label === read.row);
    const value = /** @type {TableValue} */ (card.sections[section.name]);
    if (read.reached === null) {
      this.look(card, drawn, section, [[read.column, row]]);
      return plainFound(value[read.column][row]);
    }
    /** @type {string | null} */
    let best = null;
    for (const { label } of section.columns) {
      const number = value[label][row];
      if (number <= read.reached && (best === null || number > value[best][row])) best = label;
    }
    const columns = best === null ? section.columns.map((column) => column.label) : [best];
    this.look(card, drawn, section, columns.map((label) => [label, row]));
    return plainFound(best);
  }
}

/** @param {GridSection} section @param {Card} card @param {string} column @param {number} at @returns {Cell} */
function cellOf(section, card, column, at) {
  return /** @type {GridValue} */ (card.sections[section.name])[column][at];
}

// The odds of places in the whole deck

/** All that a draw may read, each with its chance. Null for more dice than one card has, where the
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
