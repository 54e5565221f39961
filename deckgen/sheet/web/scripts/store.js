/**
 * The characters of this game: those of the file, and those that this browser has saved. All that the page shows
 * comes from here; who wants to know of changes is told.
 *
 * @typedef {{id: string, fields: Fields, version: string}} Person  version: of the file that it came from
 */
var STORE = "deckgen-sheet/" + model.game + "/";

var store = {
  /** @type {Person[]} */ people: [],
  /** @type {Person} */ current: { id: "", fields: {}, version: "" },
  /** @type {?{people: Person[], current: string}} */ before: null,
  /** @type {(function(string): void)[]} */ listeners: [],
  /** "" as long as saving works, else the key of the words that say why not. */
  trouble: "",
  /** @type {number} */ waiting: 0,

  /** Ask to be told of changes: of the name of a field, or of everything if that is "". @param {function(string): void} listener */
  listen: function (listener) { store.listeners.push(listener); },
  tell: function (name) { store.listeners.forEach(function (listener) { listener(name); }); },

  /** What stands in a field. @param {string} name */
  read: function (name) { return store.current.fields[name] || ""; },

  /** Put a text into a field. @param {string} name @param {string} text */
  write: function (name, text) {
    if (store.read(name) === text) return;
    if (text) store.current.fields[name] = text;
    else delete store.current.fields[name];
    store.changed(name);
  },

  /** Give a track so many marks. @param {string} name @param {Column} column @param {number} count */
  mark: function (name, column, count) {
    setMarks(name, column, store.current.fields, count);
    store.changed(name);
  },

  /** @param {string} name */
  changed: function (name) {
    store.before = null;
    Object.keys(model.starts).forEach(function (track) {  // a countdown that starts elsewhere has other marks
      if (model.starts[track].of !== name) return;
      var column = find(track).column;
      setMarks(track, column, store.current.fields, marked(track, column, store.current.fields));
    });
    store.later();
    store.tell(name);
  },

  /** Show another character. @param {string} id */
  choose: function (id) {
    store.save();
    store.current = store.people.find(function (each) { return each.id === id; }) || store.current;
    store.put("current", store.current.id);
    store.tell("");
  },

  /** New characters, the last of them shown at once. @param {Fields[]} all */
  add: function (all) {
    store.remember();
    var taken = new Set(store.people.map(function (each) { return each.id; }));
    var number = 1;
    all.forEach(function (fields) {
      while (taken.has("own-" + number)) number += 1;
      store.current = { id: "own-" + number, fields: fields, version: "" };
      taken.add(store.current.id);
      store.people.push(store.current);
      store.save();
    });
    store.put("current", store.current.id);
    store.tell("");
  },

  /** All fields of the character that is shown. @param {Fields} fields */
  replace: function (fields) {
    store.remember();
    store.current.fields = fields;
    store.save();
    store.tell("");
  },

  /** As the file has it; what is not from the file becomes blank. */
  reset: function () {
    var given = givenOf(store.current.id);
    store.replace(given ? givenFields(given) : blank());
    store.current.version = given ? given.version : "";
    store.save();
  },

  /** Without the character that is shown; one of the file comes back when the page is opened again. */
  remove: function () {
    store.remember();
    store.drop(store.current.id);
    store.people = store.people.filter(function (each) { return each !== store.current; });
    if (!store.people.length) store.people.push({ id: "own-1", fields: blank(), version: "" });
    store.current = store.people[0];
    store.save();
    store.tell("");
  },

  remember: function () {
    store.save();
    store.before = JSON.parse(JSON.stringify({ people: store.people, current: store.current.id }));
  },

  /** What was there before the last import, reset or deletion. */
  undo: function () {
    var before = store.before;
    if (!before) return;
    store.people.forEach(function (each) {
      if (!before.people.some(function (old) { return old.id === each.id; })) store.drop(each.id);
    });
    store.people = before.people;
    store.before = null;
    store.current = store.people.find(function (each) { return each.id === before.current; }) || store.people[0];
    store.people.forEach(store.keep);
    store.tell("");
  },

  // In the browser

  later: function () {
    window.clearTimeout(store.waiting);
    store.waiting = window.setTimeout(store.save, 300);
  },

  save: function () {
    window.clearTimeout(store.waiting);
    store.waiting = 0;
    store.keep(store.current);
  },

  /** @param {Person} person */
  keep: function (person) {
    if (person.id) store.put(person.id, JSON.stringify({ fields: person.fields, version: person.version }));
  },

  /** @param {string} key @param {string} text */
  put: function (key, text) {
    var trouble = "";
    try {
      window.localStorage.setItem(STORE + key, text);
    } catch (error) {
      trouble = error && error.name === "SecurityError" ? "forbidden" : "full";
    }
    store.trouble = trouble;
    store.tell(" saved");
  },

  /** @param {string} id */
  drop: function (id) {
    try {
      window.localStorage.removeItem(STORE + id);
    } catch (error) {
      store.trouble = "forbidden";
    }
  },

  /** What the browser has saved: texts by key. @returns {Object<string, string>} */
  saved: function () {
    /** @type {Object<string, string>} */
    var found = {};
    try {
      for (var i = 0; i < window.localStorage.length; i += 1) {
        var key = window.localStorage.key(i);
        if (key.startsWith(STORE)) found[key.slice(STORE.length)] = window.localStorage.getItem(key);
      }
    } catch (error) {
      store.trouble = "forbidden";
    }
    return found;
  },

  /** Take up the file's characters and the saved ones; returns the name of one that differs in the file, or "". */
  open: function () {
    var saved = store.saved();
    var differs = "";
    model.given.forEach(function (given) {
      var own = person(given.id, saved[given.id]);
      if (own && own.version !== given.version) differs = nameOf(own);
      store.people.push(own || { id: given.id, fields: givenFields(given), version: given.version });
    });
    Object.keys(saved).sort().forEach(function (id) {
      var own = id === "current" || givenOf(id) ? null : person(id, saved[id]);
      if (own) store.people.push(own);
    });
    if (!store.people.length) store.people.push({ id: "own-1", fields: blank(), version: "" });
    var last = store.people.find(function (each) { return !model.given.length && each.id === saved.current; });
    store.current = last || store.people[0];
    return differs;
  },
};

/** @param {string} id @returns {Given|undefined} */
function givenOf(id) {
  return model.given.find(function (each) { return each.id === id; });
}

/** @param {Given} given @returns {Fields} */
function givenFields(given) {
  var fields = Object.assign({}, given.fields);
  Object.keys(given.marks).forEach(function (name) { setMarks(name, find(name).column, fields, given.marks[name]); });
  return fields;
}

/** What was saved of a character, null if it cannot be read. @param {string} id @param {string} text @returns {?Person} */
function person(id, text) {
  try {
    var found = JSON.parse(text);
    if (!found || typeof found.fields !== "object") return null;
    var fields = Object.fromEntries(Object.entries(found.fields).filter(function (each) { return typeof each[1] === "string"; }));
    return { id: id, fields: fields, version: String(found.version || "") };
  } catch (error) {
    return null;
  }
}

/** What a character is called. @param {Person} each */
function nameOf(each) {
  return each.fields.name || say("unnamed");
}
