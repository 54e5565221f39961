/** The values of a form as XFDF, which PDF readers export and import; names are those of the PDF's fields. */

var XFDF = "http://ns.adobe.com/xfdf/";

/** @param {Fields} fields @param {Object<string, string>} computed values that the sheet computes @returns {string} */
function toXfdf(fields, computed) {
  var page = document.implementation.createDocument(XFDF, "xfdf", null);
  page.documentElement.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
  var root = page.documentElement.appendChild(page.createElementNS(XFDF, "fields"));
  /** @type {Map<string, Element>} */
  var places = new Map();
  function place(name) {
    if (!name) return root;
    if (!places.has(name)) {
      var cut = name.lastIndexOf(".");
      var field = page.createElementNS(XFDF, "field");
      field.setAttribute("name", name.slice(cut + 1));
      places.set(name, place(name.slice(0, Math.max(cut, 0))).appendChild(field));
    }
    return places.get(name);
  }
  function write(name, text) {
    var value = place(name).appendChild(page.createElementNS(XFDF, "value"));
    value.textContent = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\ud800-\udfff]/g, " ");
  }
  model.groups.forEach(function (group) {
    entries(group, Math.max(group.rows, filledRows(group, fields))).forEach(function (entry) {
      group.columns.forEach(function (column) {
        var name = full(group.name, entry[0], column.name);
        if (column.type === "picture") return;
        if (column.type === "derived") {
          var own = fields[full(OWN, name)] || "";
          write(full(OWN, name), own);
          write(name, own ? "" : computed[name] || "");
        } else if (column.type !== "track") write(name, fields[name] || "");
        else for (var i = 1; i <= column.most; i += 1) write(name + "." + i, fields[name + "." + i] || "Off");
      });
    });
  });
  return '<?xml version="1.0" encoding="UTF-8"?>\n' + new XMLSerializer().serializeToString(page) + "\n";
}

/** The characters in XFDF: one, or several whose names begin with a number.
 * @param {string} text @returns {{fields: Fields, faults: string[], notes: string[]}[]} */
function fromXfdf(text) {
  var page = new DOMParser().parseFromString(text, "application/xml");
  if (page.documentElement.localName !== "xfdf" || page.getElementsByTagName("parsererror").length) {
    return [{ fields: {}, faults: [say("not_xfdf")], notes: [] }];
  }
  /** @type {Object<string, Object<string, string>>} */
  var people = {};
  function walk(element, name) {
    Array.from(element.children).forEach(function (child) {
      if (child.localName === "field") walk(child, full(name, child.getAttribute("name") || ""));
      else if (child.localName === "value" && name) note(name, child.textContent || "");
    });
  }
  function note(name, value) {
    var parted = /^(\d+)\.(.*)$/.exec(name);
    var person = parted ? parted[1] : "";
    (people[person] = people[person] || {})[parted ? parted[2] : name] = value.replace(/\r\n?/g, "\n");
  }
  Array.from(page.documentElement.children).forEach(function (child) { if (child.localName === "fields") walk(child, ""); });
  var found = Object.keys(people).map(function (person) { return fromForm(people[person]); });
  return found.length ? found : [{ fields: {}, faults: [say("no_values")], notes: [] }];
}

/** The character in the values of a form. @param {Object<string, string>} texts */
function fromForm(texts) {
  /** @type {Fields} */
  var fields = {};
  var reader = { fields: fields, faults: [], notes: [] };
  /** @type {Map<string, Column>} */
  var tracks = new Map();
  var any = false;
  Object.keys(texts).forEach(function (name) {
    var own = name.startsWith(OWN + ".");
    var found = find(own ? name.slice(OWN.length + 1) : name);
    var cut = name.lastIndexOf(".");
    var track = found ? null : find(name.slice(0, cut));
    if (track && track.column.type === "track" && /^[1-9]\d*$/.test(name.slice(cut + 1)) && +name.slice(cut + 1) <= track.column.most) {
      any = true;
      tracks.set(name.slice(0, cut), track.column);
      if (texts[name] && texts[name] !== "Off") fields[name] = YES;
    } else if (!found || (own && found.column.type !== "derived")) {
      if (texts[name].trim()) reader.faults.push(name + ": " + say("no_field"));
    } else {
      any = true;
      if (texts[name].trim() && (own || found.column.type !== "derived")) fields[name] = texts[name];
    }
  });
  tracks.forEach(function (column, name) { setMarks(name, column, fields, marked(name, column, fields)); });
  if (!any) reader.faults = [say("no_values")];
  else if (!reader.faults.length) reader.faults = faultsOf(fields).map(told);
  return reader;
}
