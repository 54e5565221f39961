/**
 * What the sheet is: its groups of fields as deckgen knows them, and the field behind each name.
 *
 * @typedef {{name: string, label: string, type: string, least: number, most: number, options: string[],
 *   labels: Object<string, string>, highest: boolean, default: (string|number|null), required: boolean}} Column
 * @typedef {{name: string, label: string, kind: string, keys: Object<string, string>, rows: number,
 *   main: (string|null), key: string, once: string[], known: string[], columns: Column[]}} Group
 * @typedef {Object<string, string>} Fields  what stands in each field by its full name; a mark has "Yes"
 * @typedef {{id: string, version: string, fields: Fields, marks: Object<string, number>}} Given
 * @typedef {{group: Group, key: string, column: Column}} Found
 */

/** What the page's maker put before this: @typedef {{game: string, title: string, decimal: string, mostRows: number,
 *   groups: Group[], starts: Object<string, {of: string, run: boolean}>, words: Object<string, string>, given: Given[]}} Model */
document.getElementById("art").innerHTML = art;

var YES = "Yes";
var OWN = "overrides";

/** A phrase of the page with its fields filled. @param {string} key @param {Object<string, *>} [values] */
function say(key, values) {
  return model.words[key].replace(/\{(\w+)\}/g, function (whole, name) {
    return values && name in values ? String(values[name]) : whole;
  });
}

/** A full name: the steps that are not empty, with dots. @param {...string} steps */
function full() {
  return Array.prototype.filter.call(arguments, Boolean).join(".");
}

/** The step of the name of a row. @param {number} row */
function rowKey(row) {
  return (row < 10 ? "0" : "") + row;
}

/** The entries of a group: step of the name and label; of a list so many rows.
 * @param {Group} group @param {number} rows @returns {[string, string][]} */
function entries(group, rows) {
  if (group.kind === "one") return [["", group.label]];
  if (group.kind === "keys") return Object.entries(group.keys);
  var found = [];
  for (var row = 1; row <= rows; row += 1) found.push([rowKey(row), group.label + " " + row]);
  return found;
}

/** @type {Map<string, Found>} fields by name; those of lists with the row 00 */
var known = new Map();
model.groups.forEach(function (group) {
  var keys = group.kind === "rows" ? [["00", ""]] : entries(group, 0);
  keys.forEach(function (entry) {
    group.columns.forEach(function (column) {
      known.set(full(group.name, entry[0], column.name), { group: group, key: entry[0], column: column });
    });
  });
});

/** The field of a name, null if the sheet has none. @param {string} name @returns {?Found} */
function find(name) {
  var found = known.get(name);
  if (found && found.key !== "00") return found;
  var row = /^(.*)\.(\d\d)(\.[^.]+)?$/.exec(name);
  if (!row || +row[2] < 1 || +row[2] > model.mostRows) return null;
  found = known.get(row[1] + ".00" + (row[3] || ""));
  return found ? { group: found.group, key: row[2], column: found.column } : null;
}

/** What a field is called, for messages. @param {Found} found */
function called(found) {
  var entry = found.group.kind === "keys" ? found.group.keys[found.key] : found.key ? String(+found.key) : "";
  var parts = [found.group.label, entry, found.column.name ? found.column.label : ""];
  return parts.filter(Boolean).join(": ");
}

/** The highest row of a list that has something in it. @param {Group} group @param {Fields} fields */
function filledRows(group, fields) {
  var most = 0;
  Object.keys(fields).forEach(function (name) {
    var found = fields[name] && name.startsWith(group.name + ".") ? find(name) : null;
    if (found && found.group === group) most = Math.max(most, +found.key);
  });
  return most;
}

/** What files say for a choice or another known text. @param {Column} column @param {string} text */
function option(column, text) {
  var found = Object.keys(column.labels).find(function (each) { return column.labels[each] === text; });
  return found === undefined ? text : found;
}

/** What it is called on the sheet. @param {Column} column @param {string} text */
function label(column, text) {
  return Object.prototype.hasOwnProperty.call(column.labels, text) ? column.labels[text] : text;
}

/** The number that a countdown starts from, NaN if a track is none or it is not filled in.
 * @param {string} name @param {Fields} fields */
function startOf(name, fields) {
  return model.starts[name] ? parseInt(fields[model.starts[name].of] || "", 10) : NaN;
}

/** The numbers of a track's marks in the order in which they are filled: of a countdown in two lines those down to zero
 * first. @param {string} name @param {Column} column @param {Fields} fields @returns {number[]} */
function order(name, column, fields) {
  var start = startOf(name, fields);
  var half = model.starts[name] && !model.starts[name].run ? Math.floor(column.most / 2) : column.most;
  var found = [];
  for (var i = 1; i <= column.most; i += 1) {
    if (!(start >= 0) || half === column.most || i <= Math.min(start, half) || i > half) found.push(i);
  }
  return found;
}

/** How many marks a track has; the number of the highest if that is what counts.
 * @param {string} name @param {Column} column @param {Fields} fields */
function marked(name, column, fields) {
  var count = 0;
  for (var i = 1; i <= column.most; i += 1) {
    if (fields[name + "." + i] === YES) count = column.highest ? i : count + 1;
  }
  return count;
}

/** Give a track so many marks. @param {string} name @param {Column} column @param {Fields} fields @param {number} count */
function setMarks(name, column, fields, count) {
  for (var i = 1; i <= column.most; i += 1) delete fields[name + "." + i];
  order(name, column, fields).slice(0, count).forEach(function (number) { fields[name + "." + number] = YES; });
}

/** What a new sheet has in its fields. @returns {Fields} */
function blank() {
  /** @type {Fields} */
  var fields = {};
  known.forEach(function (found, name) {
    var value = found.column.default;
    if (value === null || value === "" || found.group.kind === "rows") return;
    if (found.column.type === "track") setMarks(name, found.column, fields, Number(value));
    else fields[name] = label(found.column, number(String(value)));
  });
  return fields;
}

/** A number of a file as the sheet shows it. @param {string} text */
function number(text) {
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? text.replace("+", "").replace("-", "−").replace(".", model.decimal) : text;
}
