/**
 * The characters of this game: those of the file, and those that this browser has saved. All that the page shows
 * comes from here, and is refreshed when it changes.
 *
 * @typedef {{id: string, fields: Fields, version: string}} Person  version: of the file that it came from
 */
const STORE = `deckgen-sheet/${model.game}/`;
const FORBIDDEN = say("The browser does not let this page save. Take a YAML file out of the menu before you close the page.");
const FULL = say("The browser's store is full, so this sheet is not saved. Take a YAML file out of the menu before you close the page.");

/** @returns {Person} */
const newPerson = (number = 1, fields = blank()) => ({ id: `own-${number}`, fields, version: "" });

const store = {
  /** @type {Person[]} */ people: [],
  /** @type {Person} */ current: { id: "", fields: {}, version: "" },
  /** @type {?{people: Person[], current: string}} */ before: null,
  /** "" as long as saving works, else why not. */
  trouble: "",
  /** @type {number} */ waiting: 0,

  /** What stands in a field. @param {string} name */
  read: (name) => store.current.fields[name] ?? "",

  /** Put a text into a field. @param {string} name @param {string} text */
  write(name, text) {
    if (store.read(name) === text) return;
    if (text) store.current.fields[name] = text;
    else delete store.current.fields[name];
    store.changed(name);
  },

  /** Give a track so many marks. @param {string} name @param {number} count */
  mark(name, count) {
    setMarks(name, store.current.fields, count);
    store.changed(name);
  },

  /** @param {string} name */
  changed(name) {
    const { fields } = store.current;
    store.before = null;
    for (const [track, start] of Object.entries(model.starts)) {  // a countdown that starts elsewhere has other marks
      if (start.of === name) setMarks(track, fields, marked(track, fields));
    }
    window.clearTimeout(store.waiting);
    store.waiting = window.setTimeout(() => store.save(), 300);
    refresh(name);
  },

  /** Show another character. @param {string} id */
  choose(id) {
    store.save(store.people.find((each) => each.id === id));
    store.put("current", store.current.id);
  },

  /** New characters, the last of them shown at once. @param {Fields[]} all */
  add(all) {
    store.remember();
    const taken = new Set(store.people.map((each) => each.id));
    let number = 1;
    for (const fields of all) {
      while (taken.has(`own-${number}`)) number += 1;
      taken.add(`own-${number}`);
      store.people.push(newPerson(number, fields));
      store.keep(store.people.at(-1));
    }
    store.choose(store.people.at(-1).id);
  },

  /** All fields of the character that is shown. @param {Fields} fields @param {string} version */
  replace(fields, version = store.current.version) {
    store.remember();
    Object.assign(store.current, { fields, version });
    store.save(store.current);
  },

  /** As the file has it; what is not from the file becomes blank. */
  reset() {
    const given = givenOf(store.current.id);
    store.replace(given ? givenFields(given) : blank(), given?.version ?? "");
  },

  /** Without the character that is shown; one of the file comes back when the page is opened again. */
  remove() {
    store.remember();
    store.drop(store.current.id);
    store.people = store.people.filter((each) => each !== store.current);
    if (!store.people.length) store.people.push(newPerson());
    store.current = store.people[0];
    store.save(store.current);
  },

  remember() {
    store.save();
    store.before = JSON.parse(JSON.stringify({ people: store.people, current: store.current.id }));
  },

  /** What was there before the last import, reset or deletion. */
  undo() {
    const { before } = store;
    if (!before) return;
    for (const { id } of store.people) if (!before.people.some((old) => old.id === id)) store.drop(id);
    store.people = before.people;
    store.before = null;
    store.current = store.people.find((each) => each.id === before.current) ?? store.people[0];
    store.people.forEach(store.keep);
    refresh("");
  },

  // In the browser

  /** Save the character that is shown, and show one if it is given. @param {Person} [next] */
  save(next) {
    window.clearTimeout(store.waiting);
    store.waiting = 0;
    store.keep(store.current);
    if (!next) return;
    store.current = next;
    refresh("");
  },

  /** @param {Person} person */
  keep({ id, fields, version }) {
    if (id) store.put(id, JSON.stringify({ fields, version }));
  },

  /** @param {string} key @param {string} text */
  put(key, text) {
    store.trouble = "";
    try {
      window.localStorage.setItem(STORE + key, text);
    } catch (error) {
      store.trouble = error?.name === "SecurityError" ? FORBIDDEN : FULL;
    }
    showSaved();
  },

  /** @param {string} id */
  drop(id) {
    try {
      window.localStorage.removeItem(STORE + id);
    } catch {
      store.trouble = FORBIDDEN;
    }
  },

  /** What the browser has saved: texts by key. @returns {Object<string, string>} */
  saved() {
    try {
      const all = Object.entries({ ...window.localStorage });
      return Object.fromEntries(all.filter(([key]) => key.startsWith(STORE)).map(([key, text]) => [key.slice(STORE.length), text]));
    } catch {
      store.trouble = FORBIDDEN;
      return {};
    }
  },

  /** Take up the file's characters and the saved ones; returns the name of one that differs in the file, or "". */
  open() {
    const saved = store.saved();
    let differs = "";
    for (const given of model.given) {
      const own = person(given.id, saved[given.id]);
      if (own && own.version !== given.version) differs = nameOf(own);
      store.people.push(own ?? { id: given.id, fields: givenFields(given), version: given.version });
    }
    for (const id of Object.keys(saved).sort()) {
      const own = id === "current" || givenOf(id) ? null : person(id, saved[id]);
      if (own) store.people.push(own);
    }
    if (!store.people.length) store.people.push(newPerson());
    const last = store.people.find((each) => !model.given.length && each.id === saved.current);
    store.current = last ?? store.people[0];
    return differs;
  },
};

/** @param {string} id @returns {Given|undefined} */
const givenOf = (id) => model.given.find((each) => each.id === id);

/** @param {Given} given @returns {Fields} */
function givenFields(given) {
  const fields = { ...given.fields };
  for (const [name, count] of Object.entries(given.marks)) setMarks(name, fields, count);
  return fields;
}

/** What was saved of a character, null if it cannot be read. @param {string} id @param {string} text @returns {?Person} */
function person(id, text) {
  try {
    const { fields, version } = JSON.parse(text);
    if (typeof fields !== "object") return null;
    const texts = Object.entries(fields).filter((each) => typeof each[1] === "string");
    return { id, fields: Object.fromEntries(texts), version: String(version || "") };
  } catch {
    return null;
  }
}

/** What a character is called. @param {Person} person */
const nameOf = (person) => person.fields.name || say("No name yet");
