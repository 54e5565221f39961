/** Whether what stands in fields can be: the same that deckgen asks of a character's file. */

/** The number of a text in a file's digits, null if it is none. @param {string} text @returns {?string} */
function digits(text) {
  var plain = text.trim().replace("−", "-").replace(",", ".");
  return /^-?(0|[1-9]\d{0,8})(\.\d{1,9})?$/.test(plain) ? plain : null;
}

/** What is wrong with a text in a field, "" if nothing is. @param {Column} column @param {string} text */
function wrong(column, text) {
  if (!text.trim()) return column.required ? say("missing") : "";
  switch (column.type) {
    case "number": return wrongNumber(column, text);
    case "choice":
      return column.options.includes(option(column, text)) ? "" : say("choices", {
        text: text, options: column.options.map(function (each) { return label(column, each); }).join(", "),
      });
    case "dice": return wrongDice(column, text.trim());
    case "picture": return /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(text) ? "" : say("bad_picture");
    case "text":
      if (text.includes("\n")) return say("lines");
      break;
    case "derived": return "";
  }
  var count = Array.from(option(column, text.trim())).length;
  return count > column.most ? say("long_text", { count: count, most: column.most }) : "";
}

/** @param {Column} column @param {string} text */
function wrongNumber(column, text) {
  var plain = digits(text);
  if (plain === null) return say("not_number", { text: text });
  var out = Number(plain) < column.least || Number(plain) > column.most;
  return out ? say("range", { text: text, least: number(String(column.least)), most: column.most }) : "";
}

/** @param {Column} column @param {string} text */
function wrongDice(column, text) {
  var found = /^([1-9]\d?)?(d[1-9]\d*)$/.exec(text);
  if (!found) return say("not_dice", { text: text, die: column.options[0] });
  if (!column.options.includes(found[2])) return say("no_die", { die: found[2], options: column.options.join(", ") });
  return +(found[1] || 1) > column.most ? say("many_dice", { text: text, most: column.most }) : "";
}

/** Everything that is wrong on a sheet: names of fields and messages.
 * @param {Fields} fields @returns {{name: string, what: string}[]} */
function faultsOf(fields) {
  /** @type {{name: string, what: string}[]} */
  var found = [];
  if (!Object.keys(fields).length) return found;  // as a blank sheet is
  model.groups.forEach(function (group) {
    var seen = new Map();
    entries(group, filledRows(group, fields)).forEach(function (entry) {
      var row = group.columns.map(function (column) { return fields[full(group.name, entry[0], column.name)] || ""; });
      if (group.kind === "rows" && !row.some(Boolean)) return;
      group.columns.forEach(function (column, i) {
        var name = full(group.name, entry[0], column.name);
        var what = column.type === "track" ? "" : wrong(column, row[i]);
        if (!what && column.name === group.key && group.known.length && row[i] && !group.known.includes(option(column, row[i]))) {
          what = say("not_known", { text: row[i] });
        }
        if (what) found.push({ name: name, what: what });
      });
      var once = group.once.map(function (name) { return (fields[full(group.name, entry[0], name)] || "").trim(); });
      var key = once.join("\n").toLowerCase();
      if (!once.some(Boolean)) return;
      if (seen.has(key)) {
        var text = once.filter(Boolean).join(" / ");
        found.push({ name: full(group.name, entry[0], group.once[0]), what: say("twice", { text: text, first: seen.get(key) }) });
      } else seen.set(key, entry[1]);
    });
  });
  return found;
}
