/** Characters as files: YAML as deckgen reads and writes it, and XFDF, which PDF readers export and import. */

/** @typedef {{fields: Fields, problems: string[], notes: string[]}} Taken  what a file holds, what is wrong, and what its reader should know */

/** A number of a file, with its digits. */
class Digits {
  /** @param {string} text */
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

// The YAML of deckgen: numbers keep their digits, and what looks like a date or like yes is a text.
const WHOLE = "(?:0|[1-9][0-9]{0,17})";
const NUMBER = new RegExp(`^[-+]?(?:${WHOLE}|${WHOLE}\\.[0-9]{0,18}|\\.[0-9]{1,18})$`);
const numbers = jsyaml.defineScalarTag("tag:yaml.org,2002:float", {
  implicit: true,
  resolve: (text) => (NUMBER.test(text) ? new Digits(text) : jsyaml.NOT_RESOLVED),
  identify: (value) => value instanceof Digits,
  represent: (value) => value.text,
});
const schema = jsyaml.FAILSAFE_SCHEMA.withTags(jsyaml.nullCoreTag, jsyaml.boolCoreTag, numbers);

/** What an export says of the texts that it leaves out: lines of a YAML file. */
const REMARKS = /^#! (.*)$/gm;

/** A sheet without what cannot be what it should, and remarks about that. @param {Fields} all */
function rightOf(all) {
  const fields = { ...all };
  const remarks = problemsOf(all).map(({ name, text }) => {
    delete fields[name];
    return name ? `${text} (${JSON.stringify(all[name].slice(0, 2000))})` : text;
  });
  return { fields, remarks };
}

/** The YAML of a character, with remarks. @param {Fields} fields @param {string[]} [remarks] @returns {string} */
function toYaml(fields, remarks = []) {
  /** @type {Object<string, *>} */
  const data = { game: model.game };
  for (const group of model.groups) {
    const filled = entries(group, filledRows(group, fields)).map(([key]) => [key, toEntry(group, key, fields)]).filter((each) => each[1] !== undefined);
    if (!filled.length) continue;
    if (group.kind === "one") data[group.name] = filled[0][1];
    else data[group.name] = group.kind === "keys" ? Object.fromEntries(filled) : filled.map((each) => each[1]);
  }
  const names = Object.keys(fields).sort().filter((name) => name.startsWith(`${OWN}.`) && fields[name].trim());
  if (names.length) data[OWN] = Object.fromEntries(names.map((name) => [name.slice(OWN.length + 1), plain(fields[name].trim())]));
  return remarks.map((remark) => `#! ${remark}\n`).join("") + jsyaml.dump(data, { schema, flowLevel: 2, lineWidth: -1 });
}

/** A text that is a number as one. @param {string} text */
function plain(text) {
  const value = digits(text);
  return value === null ? text : new Digits(value);
}

/** @param {Group} group @param {string} key @param {Fields} fields */
function toEntry(group, key, fields) {
  /** @type {Object<string, *>} */
  const entry = {};
  for (const { name, column } of fieldsOf(group, key)) {
    const text = fields[name] ?? "";
    if (column.type === "derived") continue;
    if (column.type === "track") {
      const count = marked(name, fields);
      if (count || column.default) entry[column.name] = new Digits(String(count));
    } else if (text.trim()) entry[column.name] = column.type === "number" ? plain(text) : option(column, text);
  }
  const names = Object.keys(entry);
  if (!names.length) return undefined;
  const alone = "" in entry || (group.kind === "keys" && names.length === 1 && names[0] === group.main);
  return alone ? entry[names[0]] : entry;
}

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);
const isMissing = (value) => value === undefined || value === null;

/** What a YAML file says. @param {string} text @returns {Taken} */
function fromYaml(text) {
  /** @type {Taken} */
  const taken = { fields: {}, problems: [], notes: [] };
  const tracks = [];
  /** @param {string} where @param {string} what */
  const problem = (where, what) => { taken.problems.push(where ? `${where}: ${what}` : what); };
  const notGroup = say("this is not a group; write its entries below it");
  const noField = say("the sheet has no such field");

  function takeValue(name, column, value) {
    if (isMissing(value)) {
      if (column.default === null) return;
      value = typeof column.default === "number" ? new Digits(String(column.default)) : column.default;
    }
    const where = called(find(name));
    const isNumber = value instanceof Digits;
    if (typeof value === "boolean" || (typeof value === "object" && !isNumber)) return problem(where, say("this is not a single value"));
    if (column.type === "derived") return problem(where, say("this value is computed; remove it, or write it under overrides"));
    const written = String(value);
    if (column.type === "picture" && !written.startsWith("data:")) {
      taken.notes.push(say("The picture {file} is a file of its own: choose it again with Choose a picture.", { file: written }));
    } else if ((column.type === "number" && !isNumber) || (column.type === "track" && !(isNumber && /^\d+$/.test(written)))) {
      problem(where, say("{text} is not a number; write digits, without a unit", { text: written }));
    } else if (column.type === "track") {
      const { most } = column;
      if (+written > most) problem(where, say("{text} is not possible here; write {least} to {most}", { text: written, least: 0, most }));
      else tracks.push(() => setMarks(name, taken.fields, +written));
    } else {
      const shown = column.type === "number" ? number(written) : label(column, written.trim());
      if (shown) taken.fields[name] = shown;
    }
  }

  function takeEntry(group, key, value) {
    const name = full(group.name, key);
    if (!group.columns[0].name) return takeValue(name, group.columns[0], value);
    if (!isMissing(value) && !isMap(value)) {
      if (group.main === null || Array.isArray(value)) return problem(name, notGroup);
      value = { [group.main]: value };
    }
    value ??= {};
    const names = group.columns.map((column) => column.name);
    for (const each of Object.keys(value)) if (!names.includes(each)) problem(full(name, each), noField);
    for (const field of fieldsOf(group, key)) takeValue(field.name, field.column, value[field.column.name]);
  }

  function takeGroup(group, value) {
    if (group.kind === "one") return takeEntry(group, "", value);
    if (group.kind === "rows") {
      const rows = value ?? [];
      if (!Array.isArray(rows)) return problem(group.label, say("this is not a list; begin each of its entries with a dash"));
      if (rows.length > model.mostRows) return problem(group.label, say("it has more than {most} entries", { most: model.mostRows }));
      return rows.forEach((each, i) => takeEntry(group, rowKey(i + 1), each));
    }
    const keys = value ?? {};
    if (!isMap(keys)) return problem(group.label, notGroup);
    for (const key of Object.keys(keys)) if (!(key in group.keys)) problem(full(group.name, key), noField);
    for (const key of Object.keys(group.keys)) takeEntry(group, key, keys[key]);
  }

  function takeOwn(value) {
    if (!isMap(value)) return problem(OWN, notGroup);
    for (const [name, own] of Object.entries(value)) {
      if (find(name)?.column.type !== "derived") problem(full(OWN, name), noField);
      else if (own instanceof Digits) taken.fields[full(OWN, name)] = number(own.text);
      else if (typeof own === "string") taken.fields[full(OWN, name)] = own;
      else problem(full(OWN, name), say("this is not a single value"));
    }
  }

  let data;
  try {
    data = jsyaml.load(text, { schema, maxAliases: 20 });
  } catch (error) {
    problem("", say("this is not YAML: {text}", { text: String(error.message).split("\n")[0] }));
    return taken;
  }
  if (!isMap(data)) {
    problem("", notGroup);
    return taken;
  }
  const game = data.game instanceof Digits ? data.game.text : data.game;
  if (isMissing(game)) problem("", say("the game is missing; add game: {game}", { game: model.game }));
  else if (typeof game !== "string") problem("game", say("this is not a single value"));
  else if (game !== model.game) problem("", say("this is a character of {other}, not of {game}", { other: game, game: model.game }));
  const names = ["game", OWN, ...model.groups.map((group) => group.name)];
  for (const name of Object.keys(data)) if (!names.includes(name)) problem(name, noField);
  if (Object.keys(data).length === 1 && game === model.game) return taken;  // as a blank sheet is
  for (const group of model.groups) takeGroup(group, data[group.name]);
  if (!isMissing(data[OWN])) takeOwn(data[OWN]);
  for (const mark of tracks) mark();  // after the fields that countdowns start from
  const remarks = Array.from(text.matchAll(REMARKS), ([, remark]) => remark);
  const found = taken.problems.length ? [] : problemsOf(taken.fields).map((each) => each.text);
  if (remarks.length) taken.notes.push(say("Left out when it was exported:"), ...remarks);
  else taken.problems.push(...found);
  return taken;
}

// XFDF: names are those of the PDF's fields

const XFDF = "http://ns.adobe.com/xfdf/";

/** @param {Fields} fields @param {function(string): string} computed tells what the sheet computes @returns {string} */
function toXfdf(fields, computed) {
  const page = document.implementation.createDocument(XFDF, "xfdf", null);
  page.documentElement.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
  const add = (parent, tag) => parent.appendChild(page.createElementNS(XFDF, tag));
  const root = add(page.documentElement, "fields");
  /** @type {Map<string, Element>} */
  const places = new Map([["", root]]);
  function place(name) {
    if (!places.has(name)) {
      const cut = name.lastIndexOf(".");
      const field = add(place(name.slice(0, Math.max(cut, 0))), "field");
      field.setAttribute("name", name.slice(cut + 1));
      places.set(name, field);
    }
    return places.get(name);
  }
  function write(name, text = "") {
    add(place(name), "value").textContent = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\ud800-\udfff]/g, " ");
  }
  for (const group of model.groups) {
    const keys = entries(group, Math.max(group.rows, filledRows(group, fields)));
    for (const { name, column } of keys.flatMap(([key]) => fieldsOf(group, key))) {
      if (column.type === "derived") {
        const own = fields[full(OWN, name)];
        write(full(OWN, name), own);
        write(name, own ? "" : computed(name));
      } else if (column.type === "track") {
        for (let i = 1; i <= column.most; i += 1) write(`${name}.${i}`, fields[`${name}.${i}`] ?? "Off");
      } else if (column.type !== "picture") write(name, fields[name]);
    }
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(page)}\n`;
}

/** The characters in XFDF: one, or several whose names begin with a number. @param {string} text @returns {Taken[]} */
function fromXfdf(text) {
  const page = new DOMParser().parseFromString(text, "application/xml");
  if (page.documentElement.localName !== "xfdf" || page.getElementsByTagName("parsererror").length) {
    return [{ fields: {}, problems: [say("this is not XFDF, which PDF readers export from a form")], notes: [] }];
  }
  /** @type {Object<string, Object<string, string>>} */
  const people = {};
  function walk(element, name) {
    for (const child of element.children) {
      if (child.localName === "field") walk(child, full(name, child.getAttribute("name")));
      else if (child.localName === "value" && name) {
        const [, person = "", rest = name] = /^(\d+)\.(.*)$/.exec(name) ?? [];
        (people[person] ??= {})[rest] = child.textContent.replace(/\r\n?/g, "\n");
      }
    }
  }
  for (const child of page.documentElement.children) if (child.localName === "fields") walk(child, "");
  const all = Object.values(people);
  return (all.length ? all : [{}]).map(fromForm);
}

/** The character in the values of a form. @param {Object<string, string>} texts @returns {Taken} */
function fromForm(texts) {
  /** @type {Taken} */
  const taken = { fields: {}, problems: [], notes: [] };
  /** @type {Set<string>} */
  const tracks = new Set();
  let any = false;
  for (const [name, text] of Object.entries(texts)) {
    const own = name.startsWith(`${OWN}.`);
    const field = find(own ? name.slice(OWN.length + 1) : name);
    const cut = name.lastIndexOf(".");
    const track = field ? null : find(name.slice(0, cut));
    if (track?.column.type === "track" && /^[1-9]\d*$/.test(name.slice(cut + 1)) && +name.slice(cut + 1) <= track.column.most) {
      any = true;
      tracks.add(track.name);
      if (text && text !== "Off") taken.fields[name] = YES;
    } else if (!field || (own && field.column.type !== "derived")) {
      if (text.trim()) taken.problems.push(`${name}: ${say("the sheet has no such field")}`);
    } else {
      any = true;
      if (text.trim() && (own || field.column.type !== "derived")) taken.fields[name] = text;
    }
  }
  for (const name of tracks) setMarks(name, taken.fields, marked(name, taken.fields));
  if (!any) taken.problems = [say("it has no values of this sheet")];
  else if (!taken.problems.length) taken.problems = problemsOf(taken.fields).map((each) => each.text);
  return taken;
}
