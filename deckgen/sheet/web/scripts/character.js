/** Characters as YAML files, which deckgen reads and writes, too. */

/** A number of a file, with its digits. @param {string} text */
function Digits(text) { this.text = text; }
Digits.prototype.toString = function () { return this.text; };

// The YAML of deckgen: numbers keep their digits, and what looks like a date or like yes is a text.
var WHOLE = "(?:0|[1-9][0-9]{0,17})";
var NUMBER = new RegExp("^[-+]?(?:" + WHOLE + "|" + WHOLE + "\\.[0-9]{0,18}|\\.[0-9]{1,18})$");
var numbers = jsyaml.defineScalarTag("tag:yaml.org,2002:float", {
  implicit: true,
  resolve: function (text) { return NUMBER.test(text) ? new Digits(text) : jsyaml.NOT_RESOLVED; },
  identify: function (value) { return value instanceof Digits; },
  represent: function (value) { return value.text; },
});
var schema = jsyaml.FAILSAFE_SCHEMA.withTags(jsyaml.nullCoreTag, jsyaml.boolCoreTag, numbers);

/** The YAML of a character. @param {Fields} fields @returns {string} */
function toYaml(fields) {
  /** @type {Object<string, *>} */
  var data = { game: model.game };
  model.groups.forEach(function (group) {
    var found = entries(group, filledRows(group, fields)).map(function (entry) {
      return [entry[0], toEntry(group, entry[0], fields)];
    }).filter(function (entry) { return entry[1] !== undefined; });
    if (!found.length) return;
    if (group.kind === "one") data[group.name] = found[0][1];
    else data[group.name] = group.kind === "keys" ? Object.fromEntries(found) : found.map(function (each) { return each[1]; });
  });
  var own = {};
  Object.keys(fields).sort().forEach(function (name) {
    var text = fields[name].trim();
    if (name.startsWith(OWN + ".") && text) own[name.slice(OWN.length + 1)] = plain(text);
  });
  if (Object.keys(own).length) data[OWN] = own;
  return jsyaml.dump(data, { schema: schema, flowLevel: 2, lineWidth: -1 });
}

/** A text that is a number as one. @param {string} text */
function plain(text) {
  var found = digits(text);
  return found === null ? text : new Digits(found);
}

/** @param {Group} group @param {string} key @param {Fields} fields */
function toEntry(group, key, fields) {
  /** @type {Object<string, *>} */
  var entry = {};
  group.columns.forEach(function (column) {
    var name = full(group.name, key, column.name);
    var text = fields[name] || "";
    if (column.type === "derived") return;
    if (column.type === "track") {
      var count = marked(name, column, fields);
      if (count || column.default) entry[column.name] = new Digits(String(count));
    } else if (text.trim()) {
      entry[column.name] = column.type === "number" ? plain(text) : option(column, text);
    }
  });
  var names = Object.keys(entry);
  if (!names.length) return undefined;
  var alone = "" in entry || (group.kind === "keys" && names.length === 1 && names[0] === group.main);
  return alone ? entry[names[0]] : entry;
}

/** What a YAML file says: the fields of a character, what is wrong, and what its reader should know.
 * @param {string} text @returns {{fields: Fields, faults: string[], notes: string[]}} */
function fromYaml(text) {
  /** @type {Fields} */
  var fields = {};
  var reader = { fields: fields, faults: [], notes: [], tracks: [] };
  var data;
  try {
    data = jsyaml.load(text, { schema: schema, maxAliases: 20 });
  } catch (error) {
    reader.faults.push(say("not_yaml", { text: String(error.message).split("\n")[0] }));
    return reader;
  }
  if (!isMap(data)) {
    reader.faults.push(say("not_group"));
    return reader;
  }
  var game = data.game instanceof Digits ? data.game.text : data.game;
  if (game === undefined || game === null) reader.faults.push(say("no_game", { game: model.game }));
  else if (typeof game !== "string") reader.faults.push("game: " + say("not_one"));
  else if (game !== model.game) reader.faults.push(say("other_game", { other: game, game: model.game }));
  var names = model.groups.map(function (group) { return group.name; }).concat("game", OWN);
  Object.keys(data).forEach(function (name) {
    if (!names.includes(name)) reader.faults.push(name + ": " + say("no_field"));
  });
  if (Object.keys(data).length === 1 && game === model.game) return reader;  // as a blank sheet is
  model.groups.forEach(function (group) { fromGroup(group, data[group.name], reader); });
  fromOwn(data[OWN], reader);
  reader.tracks.forEach(function (mark) { mark(); });  // after the fields that countdowns start from
  if (!reader.faults.length) reader.faults = faultsOf(fields).map(told);
  return reader;
}

/** @param {{name: string, what: string}} fault */
function told(fault) {
  var found = find(fault.name);
  return (found ? called(found) : fault.name) + ": " + fault.what;
}

function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);
}

function fromGroup(group, value, reader) {
  if (value === undefined || value === null) value = group.kind === "rows" ? [] : group.kind === "keys" ? {} : null;
  if (group.kind === "one") return fromEntry(group, "", value, reader);
  if (group.kind === "rows") {
    if (!Array.isArray(value)) return reader.faults.push(group.label + ": " + say("not_list"));
    if (value.length > model.mostRows) return reader.faults.push(group.label + ": " + say("many_rows", { most: model.mostRows }));
    return value.forEach(function (each, i) { fromEntry(group, rowKey(i + 1), each, reader); });
  }
  if (!isMap(value)) return reader.faults.push(group.label + ": " + say("not_group"));
  Object.keys(value).forEach(function (key) {
    if (!(key in group.keys)) reader.faults.push(group.name + "." + key + ": " + say("no_field"));
  });
  Object.keys(group.keys).forEach(function (key) { fromEntry(group, key, value[key], reader); });
}

function fromEntry(group, key, value, reader) {
  var name = full(group.name, key);
  var single = !group.columns[0].name;
  if (single) return fromValue(group.columns[0], name, value, reader);
  if (value !== undefined && value !== null && !isMap(value)) {
    if (group.main === null || Array.isArray(value)) return reader.faults.push(name + ": " + say("not_group"));
    var only = {};
    only[group.main] = value;
    value = only;
  }
  value = value || {};
  Object.keys(value).forEach(function (each) {
    if (!group.columns.some(function (column) { return column.name === each; })) reader.faults.push(full(name, each) + ": " + say("no_field"));
  });
  group.columns.forEach(function (column) { fromValue(column, full(name, column.name), value[column.name], reader); });
}

function fromValue(column, name, value, reader) {
  if (value === undefined || value === null) {
    if (column.default === null) return;
    value = typeof column.default === "number" ? new Digits(String(column.default)) : column.default;
  }
  var fault = function (what) { reader.faults.push(called(find(name)) + ": " + what); };
  if (typeof value === "object" && !(value instanceof Digits) || typeof value === "boolean") return fault(say("not_one"));
  if (column.type === "derived") return fault(say("derived"));
  var text = value instanceof Digits ? value.text : value;
  if (column.type === "picture" && !text.startsWith("data:")) return reader.notes.push(say("picture_file", { file: text }));
  if (column.type === "track") {
    if (!(value instanceof Digits) || !/^\d+$/.test(text)) return fault(say("not_number", { text: text }));
    if (+text > column.most) return fault(say("range", { text: text, least: 0, most: column.most }));
    return reader.tracks.push(function () { setMarks(name, column, reader.fields, +text); });
  }
  if (column.type === "number" && !(value instanceof Digits)) return fault(say("not_number", { text: text }));
  text = column.type === "number" ? number(text) : label(column, text.trim());
  if (text) reader.fields[name] = text;
}

function fromOwn(value, reader) {
  if (value === undefined || value === null) return;
  if (!isMap(value)) return reader.faults.push(OWN + ": " + say("not_group"));
  Object.keys(value).forEach(function (name) {
    var found = find(name);
    var text = value[name];
    if (!found || found.column.type !== "derived") reader.faults.push(full(OWN, name) + ": " + say("no_field"));
    else if (text instanceof Digits) reader.fields[full(OWN, name)] = number(text.text);
    else if (typeof text === "string") reader.fields[full(OWN, name)] = text;
    else reader.faults.push(full(OWN, name) + ": " + say("not_one"));
  });
}
