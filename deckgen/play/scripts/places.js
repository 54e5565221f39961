/*
 * Where a card is read: the places of a section, and the cells that stand for a pool.
 */

const MOST_DICE = 99;
const NONE = { number: 0, symbol: 0, word: "", mark: false };

/** The place that is read where a card is looked at. @param {Section} section @param {(string | number)[]} parts */
export function placeAt(section, parts) {
  if (section.kind === "grid") return `${parts[0]}-${Number(parts[1]) + 1}`;
  if (section.kind === "table") return `${parts[0]}-${section.rows[Number(parts[1])].label}`;
  if (section.kind !== "stack") return parts.length ? `${parts[0]}` : "";
  const up = section.standard - Number(parts[0]);
  return up > 0 ? `+${up}` : `${up}`;
}

/** The section of that name. @param {Model} model @param {string} name @returns {Section} */
export function sectionOf(model, name) {
  const found = model.sections.find((section) => section.name === name);
  if (!found) throw new RangeError(`there is no section ${name}`);
  return found;
}

/** Column, row and figures of a place; of a table the row alone has that name too. @param {Section} section @param {string} place */
export function placed(section, place) {
  if (section.kind === "rolls") return { column: place };
  if (section.kind === "dice") return diceAt(section, place);
  if (section.kind === "marks") return { figures: place.split(",").map(Number) };
  if (section.kind === "table" && section.rows.some((row) => row.label === place)) return { row: place };
  if (section.kind !== "grid" && section.kind !== "table") return {};
  const [column, row] = halves(place);
  return { column, row };
}

/** The roll and the part of a place LABEL or LABEL.PART. @param {DiceSection} section @param {string} place */
function diceAt(section, place) {
  const named = section.rolls.flatMap(({ label, parts }) => parts.map(({ name }) => ({ column: label, row: name })));
  return named.find(({ column, row }) => place === `${column}.${row}`) ?? { column: place };
}

/** What stands before and after the last hyphen. @param {string} place @returns {[string, string]} */
export function halves(place) {
  const at = place.lastIndexOf("-");
  return at < 0 ? ["", place] : [place.slice(0, at), place.slice(at + 1)];
}

/** The places of a cell's column and row, from 1 on. @param {GridSection} section @param {string} place
 * @returns {{[name: string]: string | number}} */
export function cellFacts(section, place) {
  const [column, row] = halves(place);
  return { column: columnAt(section, column) + 1, row: Number(row) };
}

/** The cell, roll or row of that label; "" if there is none. @param {Section} section @param {string} text */
export function placeNamed(section, text) {
  if (section.kind === "table") return section.rows.some((row) => row.label === text) ? text : "";
  if (section.kind === "rolls" || section.kind === "dice") return section.rolls.some((roll) => roll.label === text) ? text : "";
  if (section.kind !== "grid") return "";
  const [column, row] = halves(text);
  const dice = /^\d+$/.test(row) ? Number(row) : 0;
  if (dice < 1 || dice > MOST_DICE || columnAt(section, column) < 0) return "";
  return cellsFor(section, column, dice).length ? `${column}-${dice}` : "";
}

/** @param {GridSection} section @param {string} column */
function columnAt(section, column) {
  return section.columns.findIndex((each) => each.label === column);
}

/** The cells, as column and row, that stand for a row from 1 on, even after the last one; each is of another card.
 * @param {GridSection} section @param {string} column @param {number} row @returns {[string, number][]} */
function cellsFor(section, column, row) {
  const more = row - section.rows;
  if (more <= 0) return [[column, row]];
  if (section.beyond === "keep-last") return [[column, section.rows]];
  if (section.beyond === "shift-right") {
    const at = Math.min(columnAt(section, column) + more, section.columns.length - 1);
    return [[section.columns[at].label, section.rows]];
  }
  if (section.beyond !== "draw-again") return [];
  const whole = Math.floor((row - 1) / section.rows);
  return [...Array(whole).fill([column, section.rows]), [column, ((row - 1) % section.rows) + 1]];
}

/** The cell of a card's value of rolls. @param {number | Cell} value @returns {Cell} */
export function asCell(value) {
  return typeof value === "number" ? { value } : value;
}

/** Whether a card's cell counts towards the failure of a pool. @param {GridSection} section @param {Cell} cell */
export function towardsFailure(section, cell) {
  return section.failing && cell.value === 1 && !cell.again && !cell.confirm && !cell.critical_failure;
}

/** The cells of a pool after its shifts: before the first row the column to the left, if it is so after the last.
 * @param {GridSection} section @param {Reading} read @returns {[string, number][]} */
export function cellsRead(section, read) {
  let at = columnAt(section, read.column) + read.columns;
  const row = Number(read.row) + read.rows;
  if (row < 1 && section.beyond === "shift-right") at += row - 1;
  const { label } = section.columns[Math.min(Math.max(at, 0), section.columns.length - 1)];
  const cells = cellsFor(section, label, Math.max(row, 1));
  return cells.length ? cells : [[label, section.rows]];
}

/** @template {Labeled} R @param {readonly R[]} rolls @param {string} label @returns {R} */
export function rollOf(rolls, label) {
  const roll = rolls.find((each) => each.label === label);
  if (!roll) throw new RangeError(`there is no roll ${label}`);
  return roll;
}

/** All parts of what a card shows for a roll; a mark that it has not is false, a word "", a symbol 0.
 * @param {DiceSection} section @param {Card} card @param {string} label @returns {Parts} */
export function partsOf(section, card, label) {
  const value = /** @type {DiceValue} */ (card.sections[section.name])[label];
  return Object.fromEntries(rollOf(section.rolls, label).parts.map(({ name, kind }) =>
    [name, typeof value === "object" ? value[name] ?? NONE[kind] : value]));
}


/** The labels of a table's columns, from the one that needs the highest number in a row to that which needs the lowest.
 * @param {TableSection} section @param {TableValue} value  of a card @param {number} row */
export function columnsFromHighest(section, value, row) {
  const labels = section.columns.map(({ label }) => label);
  return value[labels[0]][row] > value[labels[labels.length - 1]][row] ? labels : labels.reverse();
}
