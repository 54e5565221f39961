/**
 * What the sheet is: its groups of fields as deckgen knows them, the field behind each name, and what may stand in it.
 *
 * @typedef {{name: string, label: string, type: string, least: number, most: number, options: string[],
 *   labels: Object<string, string>, highest: boolean, default: (string|number|null), required: boolean}} Column
 * @typedef {{name: string, label: string, kind: string, keys: Object<string, string>, rows: number,
 *   main: (string|null), key: string, once: string[], known: string[], columns: Column[]}} Group
 * @typedef {Object<string, string>} Fields  what stands in each field by its full name; a mark has "Yes"
 * @typedef {{id: string, version: string, fields: Fields, marks: Object<string, number>}} Given
 * @typedef {{name: string, group: Group, key: string, column: Column}} Found
 */

/** What the page's maker put before this: @typedef {{game: string, title: string, decimal: string, mostRows: number,
 *   groups: Group[], starts: Object<string, {of: string, run: boolean}>, words: Object<string, string>, given: Given[]}} Model */
document.getElementById("art").innerHTML = art;

const YES = "Yes";
const OWN = "overrides";

/** A phrase in the language of the sheet, with its fields filled. @param {string} text @param {Object<string, *>} [values] */
function say(text, values = {}) {
  return (model.words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A full name: the steps that are not empty, with dots. @param {...string} steps */
const full = (...steps) => steps.filter(Boolean).join(".");

/** The step of the name of a row. @param {number} row */
const rowKey = (row) => String(row).padStart(2, "0");

/** The entries of a group: step of the name and label; of a list so many rows.
 * @param {Group} group @param {number} rows @returns {[string, string][]} */
function entries(group, rows) {
  if (group.kind === "one") return [["", group.label]];
  if (group.kind === "keys") return Object.entries(group.keys);
  return Array.from({ length: rows }, (_, i) => [rowKey(i + 1), `${group.label} ${i + 1}`]);
}

/** The fields of an entry. @param {Group} group @param {string} key @returns {Found[]} */
const fieldsOf = (group, key) => group.columns.map((column) => ({ name: full(group.name, key, column.name), group, key, column }));

/** @type {Map<string, Found>} fields by name; those of lists with the row 00 */
const known = new Map(model.groups.flatMap((group) => (group.kind === "rows" ? [["00"]] : entries(group, 0))
  .flatMap(([key]) => fieldsOf(group, key).map((field) => [field.name, field]))));

/** The field of a name, null if the sheet has none. @param {string} name @returns {?Found} */
function find(name) {
  const single = known.get(name);
  if (single && single.key !== "00") return single;
  const row = /^(.*)\.(\d\d)(\.[^.]+)?$/.exec(name);
  if (!row || +row[2] < 1 || +row[2] > model.mostRows) return null;
  const field = known.get(`${row[1]}.00${row[3] ?? ""}`);
  return field ? { ...field, name, key: row[2] } : null;
}

/** What a field is called, for messages. @param {Found} field */
function called({ group, key, column }) {
  const entry = group.kind === "keys" ? group.keys[key] : key ? String(+key) : "";
  return [group.label, entry, column.name ? column.label : ""].filter(Boolean).join(": ");
}

/** The highest row of a list that has something in it. @param {Group} group @param {Fields} fields */
function filledRows(group, fields) {
  const names = Object.keys(fields).filter((name) => fields[name] && name.startsWith(`${group.name}.`));
  return Math.max(0, ...names.map(find).filter((field) => field?.group === group).map((field) => +field.key));
}

/** What files say for a choice or another known text. @param {Column} column @param {string} text */
const option = (column, text) => Object.keys(column.labels).find((each) => column.labels[each] === text) ?? text;

/** What it is called on the sheet. @param {Column} column @param {string} text */
const label = (column, text) => (Object.hasOwn(column.labels, text) ? column.labels[text] : text);

/** A number of a file as the sheet shows it. @param {string} text */
function number(text) {
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? text.replace("+", "").replace("-", "−").replace(".", model.decimal) : text;
}

/** The number of a text in a file's digits, null if it is none. @param {string} text @returns {?string} */
function digits(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".");
  return /^-?(0|[1-9]\d{0,8})(\.\d{1,9})?$/.test(plain) ? plain : null;
}

/** What a new sheet has in its fields: marks, as what it says else counts anyway where nothing is written. @returns {Fields} */
function blank() {
  /** @type {Fields} */
  const fields = {};
  for (const [name, { group, column }] of known) if (column.type === "track" && group.kind !== "rows") setMarks(name, fields, Number(column.default));
  return fields;
}

// Tracks

/** The number that a countdown starts from, NaN if a track is none or it is not filled in.
 * @param {string} name @param {Fields} fields */
const startOf = (name, fields) => (model.starts[name] ? parseInt(fields[model.starts[name].of] ?? "", 10) : NaN);

/** The numbers of a track's marks in the order in which they are filled: of a countdown in two lines those down to zero
 * first. @param {string} name @param {Fields} fields @returns {number[]} */
function order(name, fields) {
  const { most } = find(name).column;
  const start = startOf(name, fields);
  const half = Math.floor(most / 2);
  const parted = start >= 0 && !model.starts[name].run;
  return Array.from({ length: most }, (_, i) => i + 1).filter((i) => !parted || i <= Math.min(start, half) || i > half);
}

/** How many marks a track has; the number of the highest if that is what counts. @param {string} name @param {Fields} fields */
function marked(name, fields) {
  const { most, highest } = find(name).column;
  let count = 0;
  for (let i = 1; i <= most; i += 1) if (fields[`${name}.${i}`] === YES) count = highest ? i : count + 1;
  return count;
}

/** Give a track so many marks. @param {string} name @param {Fields} fields @param {number} count */
function setMarks(name, fields, count) {
  for (let i = 1; i <= find(name).column.most; i += 1) delete fields[`${name}.${i}`];
  for (const i of order(name, fields).slice(0, count)) fields[`${name}.${i}`] = YES;
}

// Whether what stands in fields can be: the same that deckgen asks of a character's file

/** What is wrong with a text in a field, "" if nothing is. @param {Column} column @param {string} text */
function wrong(column, text) {
  const { type, least, most, options } = column;
  if (!text.trim()) return column.required ? say("this is missing") : "";
  if (type === "derived") return "";
  if (type === "number") {
    const plain = digits(text);
    if (plain === null) return say("{text} is not a number; write digits, without a unit", { text });
    const fits = least <= Number(plain) && Number(plain) <= most;
    return fits ? "" : say("{text} is not possible here; write {least} to {most}", { text, least: number(String(least)), most });
  }
  if (type === "choice") {
    const labels = options.map((each) => label(column, each)).join(", ");
    return options.includes(option(column, text)) ? "" : say("{text} is not possible here; choose from {options}", { text, options: labels });
  }
  if (type === "dice") {
    const pool = /^([1-9]\d?)?(d[1-9]\d*)$/.exec(text.trim());
    if (!pool) return say("{text} is not a pool of dice; write it as 3{die}", { text: text.trim(), die: options[0] });
    if (!options.includes(pool[2])) return say("the game has no {die} here; use {options}", { die: pool[2], options: options.join(", ") });
    return +(pool[1] ?? 1) > most ? say("{text} has too many dice; use {most} at most", { text: text.trim(), most }) : "";
  }
  if (type === "picture") {
    return /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(text) ? "" : say("This picture cannot be read. Choose a PNG or a JPEG.");
  }
  if (type === "text" && text.includes("\n")) return say("the text has several lines; write it in one");
  const count = Array.from(option(column, text.trim())).length;
  return count > most ? say("the text has {count} letters; use {most} at most", { count, most }) : "";
}

/** Everything that is wrong on a sheet, each problem with what its field is called, and the name of the field if its text
 * cannot be what it should; a blank one has no problems. @param {Fields} fields @returns {{name: string, text: string}[]} */
function problemsOf(fields) {
  /** @type {{name: string, text: string}[]} */
  const problems = [];
  if (!Object.keys(fields).length) return problems;
  for (const group of model.groups) {
    const seen = new Map();
    for (const [key, title] of entries(group, filledRows(group, fields))) {
      const row = fieldsOf(group, key);
      const text = (field) => fields[field.name] ?? "";
      if (group.kind === "rows" && !row.some(text)) continue;
      for (const field of row) {
        const { column } = field;
        let what = column.type === "track" ? "" : wrong(column, text(field));
        if (!what && column.name === group.key && group.known.length && text(field) && !group.known.includes(option(column, text(field)))) {
          what = say("the game has no such name: {text}", { text: text(field) });
        }
        if (what) problems.push({ name: text(field).trim() && field.name, text: `${called(field)}: ${what}` });
      }
      const naming = group.once.map((name) => row.find((field) => field.column.name === name));
      const texts = naming.map((field) => text(field).trim());
      const same = texts.join("\n").toLowerCase();
      if (!texts.some(Boolean)) continue;
      if (!seen.has(same)) seen.set(same, title);
      else {
        const values = { text: texts.filter(Boolean).join(" / "), first: seen.get(same) };
        problems.push({ name: "", text: `${called(naming[0])}: ${say("{text} is written twice, first in {first}", values)}` });
      }
    }
  }
  return problems;
}
