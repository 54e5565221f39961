/*
 * The page: one table of cards, the views that show it, and what buttons, keys and the store set going.
 */

import { newSeed } from "./random.js";
import { inOrder, Table } from "./store.js";
import { Saved } from "./storage.js";
import { showDeck } from "./view-deck.js";
import { enlarge, placeDefs, spread } from "./view-card.js";
import { announce, by, connectLook, delayed, later, press, remark } from "./view-kit.js";
import { entryText } from "./reports.js";
import { playTogether } from "./view-invite.js";
import { copyLog, saveLog, showLog } from "./view-log.js";
import { focusOwn, ownCard } from "./view-own.js";
import { Choice, showAsks, showOutlook, showRolls } from "./view-rolls.js";
import { connectRules, showRules } from "./view-rules.js";
import { showStatistics } from "./view-statistics.js";
import { say } from "./words.js";
import { nextParts } from "./view-next.js";
import { addPerson, askedFor, learn, mayAim, personBeside, personNamed, resolved, showPeople, turnNow, welcome, whomAsk } from "./view-people.js";
import { heardResult, outcomeOf, resolution, rollInPlay, showPiles, showResult, showStage, toneOf, watchStage } from "./view-table.js";

const MOST_DRAWS = 200;
const WIDE = matchMedia("(min-width: 1000px)");
const TABS = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav [data-view]"));

/** @type {PlayModel} */
const model = /** @type {any} */ (globalThis).deckgenPlay;
const saved = new Saved(model, (words) => remark(words));
const opened = saved.open(newSeed());
const table = new Table(model, opened, saved.openPast(opened));
const choice = new Choice(model, showChoice);

/** A roll that waits for cards of one's own deck, null as `asking` for a card that is only drawn. `tasks` are the
 * places in `cards` before which what was drawn is over.
 * @type {{asking: Asking | null, cards: number[], tasks: number[]} | null} */
let waiting = null;

/** @type {WeakMap<object, Shown>} rolls that were resolved, by what the log keeps of them */
const shownOf = new WeakMap();

// What can be done

/** Change the table, and say in the log when, by whom and for whom.
 * @param {Parameters<Table["change"]>[0]} actions @param {string} [person] @param {string} [guest] */
function change(actions, person = "", guest = "") {
  return table.change(actions, { by: guest, person, time: Math.floor(Date.now() / 60000) });
}

/** Roll what is chosen; with a card that lies there or is held, or with the next one. @param {number} [card] */
function roll(card) {
  const { roll: chosen, given, person, target } = choice;
  doing.roll(chosen.id, given, { person, target: mayAim(table.now, choice) ? target : "", card });
}

/** Make a roll on this page's table, for itself or for a guest. @param {RollRequest} request @param {string} [guest] */
function rollNow({ roll: id, given, cards, person, target }, guest = "") {
  const found = choice.named(id);
  if (!found) return;
  const asking = { roll: found, given, person, target };
  if (table.now.source === "own" && !guest) {
    waiting = { asking, cards: [...cards], tasks: [0] };
    return goOn();
  }
  rollFromPile(asking, [...cards], guest);
}

/** Resolve a roll again with its cards and another answer to what is asked once they are seen.
 * @param {Shown} shown @param {string} name @param {Answer | undefined} value */
function settle(shown, name, value) {
  const asked = askedFor(table.now, shown);
  const asking = { ...asked, given: value === undefined ? asked.given : { ...asked.given, [name]: value } };
  const label = document.activeElement?.getAttribute("aria-label") ?? "";
  if (table.now.source === "own") {
    waiting = { asking, cards: [...shown.cards], tasks: [] };
    goOn();
  } else rollFromPile(asking, [...shown.cards]);
  /** @type {HTMLElement | null} */ (by("result").querySelector(`[aria-label="${CSS.escape(label)}"]`))?.focus();
}

/** @param {Asking} asking @param {number[]} cards  those that are seen already @param {string} [guest] */
function rollFromPile(asking, cards, guest) {
  if (together.connection?.role === "guest") {
    const { roll: { id }, given, person, target } = asking;
    return together.connection.send([{ do: "roll", roll: id, given, cards, person, target }]);
  }
  try {
    const veiled = !guest && together.veilsNext();
    change((todo) => {
      if (veiled) todo({ do: "veil", veiled });
      if (cards.length === 1 && !table.now.table.includes(cards[0])) { // one that is played: it alone lies there then
        todo({ do: "task", on: veiled });
        todo({ do: "move", cards: [...cards], to: "table" });
      }
      let shown = resolved(model, table.now, asking, cards);
      while (!shown.done) {
        if (shown.task) todo({ do: "task", on: veiled || cards.length > 0 });
        const before = table.now;
        const drawn = todo({ do: "draw" });
        if (drawn === before || cards.length > MOST_DRAWS) throw new RangeError("no card");
        cards.push(drawn.table[drawn.table.length - 1]);
        shown = resolved(model, table.now, asking, cards);
      }
      todo({ do: "note", note: noteOf(shown) });
    }, asking.person, guest);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    noCard();
  }
}

/** @param {Shown} shown */
function noteOf(shown) {
  const { roll: { id, title }, given, cards, person, target } = shown;
  const note = { roll: id, given, cards, title, text: outcomeOf(model, shown), tone: toneOf(model, shown), person, target };
  shownOf.set(note, shown);
  return note;
}

/** The next card for a new task. @param {boolean} [more]  beside what lies there */
function draw(more = false) {
  showPart("table");
  openAsks(false);
  if (table.now.source === "own") {
    waiting = { asking: null, cards: [], tasks: more ? [] : [0] };
    return show();
  }
  const before = table.now;
  doing.act(more ? { do: "draw" } : [together.veilsNext() ? { do: "veil", veiled: true } : { do: "task" }, { do: "draw" }]);
  if (table.now !== before && table.now.table.length === (more ? before.table.length : 0)) noCard();
}

function noCard() {
  remark(say(model, "No card is left to draw: all of them are in hands or in play."));
}

/** A card of one's own deck. @param {number} card */
function take(card) {
  if (!waiting) return;
  waiting = { ...waiting, cards: [...waiting.cards, card] };
  goOn();
}

/** Ask for the next card of one's own deck, or lay down all of them if there are enough. */
function goOn() {
  if (!waiting) return;
  const { asking, cards, tasks } = waiting;
  const shown = asking && resolved(model, table.now, asking, cards);
  if (shown && !shown.done) {
    if (shown.task && cards.length && !tasks.includes(cards.length)) waiting.tasks = [...tasks, cards.length];
    return show();
  }
  waiting = null;
  change((todo) => {
    cards.forEach((card, at) => {
      if (tasks.includes(at) && !(at === 0 && table.now.table.includes(card))) todo({ do: "task" });
      if (!table.now.table.includes(card)) todo({ do: "typed", card });
    });
    if (shown) todo({ do: "note", note: noteOf(shown) });
  }, asking?.person);
}

function undo() {
  if (waiting) {
    waiting = waiting.cards.length ? { ...waiting, cards: waiting.cards.slice(0, -1) } : null;
    return show();
  }
  const last = table.now.log[table.now.log.length - 1];
  if (!table.undo()) return remark(say(model, "There is nothing to undo."));
  if (last) announce(say(model, "Undone: {what}", { what: last.note?.title ?? entryText(model, last) }));
}

function redo() {
  if (waiting || !table.redo()) remark(say(model, "There is nothing to do again."));
}

const together = playTogether(model, table, saved, {
  did: (asked, { by: guest, person }) => {
    if (asked.do === "roll") rollNow(asked, guest);
    else change(asked, person, guest);
  },
  changed: () => show(),
});

/** @type {Doing} */
const doing = {
  act: (action) => {
    waiting = null;
    if (!change(action) && "do" in action && action.do === "deal") noCard();
  },
  roll: (id, given, { person, target, card }) => {
    showPart("table");
    openAsks(false);
    rollNow({ roll: id, given, cards: card === undefined ? [] : [card], person, target });
  },
  rollWith: (card) => roll(card),
  read: (section, place, card) => {
    choice.readAt(section, place);
    showSetup();
    roll(card);
  },
  rollTitle: () => choice.roll.title,
  enlarge: (card, marks) => enlarge(model, table.now, card, marks, doing),
  hides: (person) => together.connection?.role === "host" && person.by !== "",
  choosePerson: (name, preset) => {
    const person = personNamed(table.now, name);
    choice.person = person?.name ?? "";
    const chosen = person?.presets.find(({ title }) => title === preset) ?? (preset === undefined ? person?.presets[0] : null);
    choice.preset = chosen?.title ?? "";
    if (choice.target === name) choice.target = "";
    choose((chosen && choice.named(chosen.roll)?.id) ?? choice.roll.id, choice.preset, preset !== undefined || !person);
    if (person) announce([person.name, chosen?.title ?? ""].filter(Boolean).join(": "));
  },
  nextTurn: () => {
    const now = turnNow(table.now);
    doing.act(now ? { do: "acted", person: table.now.people.indexOf(now) } : { do: "round", stays: model.plays.some(({ turn_stays: stays }) => stays) });
    const next = turnNow(table.now);
    if (next) doing.choosePerson(next.name);
  },
  again: ({ roll: { id }, ...shown }) => {
    const { given, person, target } = askedFor(table.now, { ...shown, roll: choice.named(id) ?? choice.roll });
    doing.roll(id, given, { person, target });
  },
  follow: (who, next, { given, card }) => {
    const preset = personNamed(table.now, who)?.presets.find(({ roll: named }) => choice.named(named) === next);
    doing.choosePerson(who, preset?.title ?? "");
    choose(next.id, preset?.title ?? "");
    choice.passing = given;
    showSetup();
    if (preset || choice.before.every((ask) => ask.more || ask.name in choice.given)) roll(card ?? undefined);
  },
};

// What is shown

/** All that shows cards and words; called after every change. */
function show() {
  const state = table.now;
  const focus = /** @type {HTMLElement} */ (document.activeElement ?? document.body);
  const inPeople = focus.closest("#people") !== null;
  if (formOf !== formKey()) showSetup();
  const shown = shownNow(state);
  showPiles(model, state);
  showStage(model, state, shown, doing.enlarge);
  document.body.classList.toggle("waiting", waiting !== null);
  by("veiled").hidden = !state.veiled || together.connection?.role === "guest";
  by("own-badge").hidden = state.source !== "own";
  by("round-badge").hidden = !state.round;
  by("round-badge").textContent = say(model, "Round {number}", { number: state.round });
  by("undo").setAttribute("aria-disabled", String(!table.past.length && !waiting)); // disabled, it would lose the focus
  if (waiting) showWaiting(shown);
  else showResult(model, state, shown, {
    ...doing, more: () => draw(true), settle, next: (of) => nextParts(model, state, choice, of, doing),
  });
  showPartNow();
  if (!waiting) tellNow(state, shown);
  if (!focus.isConnected) (inPeople ? by("person-add") : by("result").parentElement).focus(); // what came of it is read next
}

/** @param {State} state */
function shownNow(state) {
  if (waiting) return waiting.asking && resolved(model, state, waiting.asking, waiting.cards);
  const note = rollInPlay(state);
  const found = note && choice.named(note.roll);
  const people = { person: note?.person ?? "", target: note?.target ?? "" };
  const shown = found && (shownOf.get(note) ?? { ...resolution(model, found, note.given, note.cards), ...people });
  if (shown) shownOf.set(note, shown);
  return shown?.done ? shown : null;
}

/** @param {Shown | null} shown */
function showWaiting(shown) {
  if (!waiting) return;
  const last = waiting.tasks[waiting.tasks.length - 1] ?? 0;
  const used = [...waiting.cards.slice(last), ...table.now.people.flatMap((each) => each.cards)];
  const step = shown && shown.cards.length ? say(model, "Draw another card: which is it?") : say(model, "Draw a card of your deck: which is it?");
  by("result").replaceChildren(
    ownCard(model, table.now.due && !waiting.cards.length ? `${say(model, "Shuffle your deck first.")} ${step}` : step, used, take));
  by("result").append(press(say(model, "Cancel"), () => { waiting = null; show(); }, { class: "small" }));
  announce(step);
  focusOwn();
}

let toldLast = table.now.log[table.now.log.length - 1];

/** Announces changes to screen readers; a roll that somebody else makes is seen, unless one is just setting one's own.
 * @param {State} state @param {Shown | null} shown */
function tellNow(state, shown) {
  const last = state.log[state.log.length - 1];
  if (last !== toldLast && last?.what === "note" && !by("setup").contains(document.activeElement)) openAsks(false);
  toldLast = last;
  if (shown && last.what === "note") announce(heardResult(model, shown));
  else if (last) announce(entryText(model, last));
}

let part = "table";

/** Show a part of the page, where they are not all seen at once. @param {string} name */
function showPart(name) {
  part = name;
  document.body.dataset.view = name;
  for (const tab of TABS) tab.ariaCurrent = tab.dataset.view === name ? "page" : null;
}

/** Draw the parts beside the table: those that are seen, and what takes longer after the cards. */
function showPartNow() {
  const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.focus;
  const wide = WIDE.matches;
  if (wide || part === "people") showPeople(model, table.now, choice, doing);
  if (focus) /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="${CSS.escape(focus)}"]`))?.focus();
  showLate(wide ? 400 : 0);
}

const showLate = delayed(() => later(() => {
  if (part === "log" || (part === "table" && WIDE.matches)) showLog(model, table.now, together.owner);
  if (part === "deck") showDeck(model, table.now, doing, together.connection);
  if (part === "rules") showRules(model);
  if (part === "statistics") showStatistics(model, table.now);
}));

let unsaved = false;

function saveNow() {
  if (unsaved && together.connection?.role !== "guest") saved.keep(table.now, table.past);
  unsaved = false;
}

/** Saving takes a while, and may wait until nothing else is to be done. */
const saveSoon = delayed(saveNow);

const showOdds = delayed(() => showOutlook(choice));

/** The chosen roll and what is given for it. */
function showChoice() {
  learn(model, table.now, choice);
  const { roll: { title }, person, preset } = choice;
  by("chosen").textContent = preset || title;
  by("chooser").textContent = person ? [person, preset && preset !== title ? title : ""].filter(Boolean).join(", ") : say(model, "What is rolled");
  by("chooser").classList.toggle("actor", Boolean(person));
  by("asked").children[1].textContent = choice.line();
  by("asked").hidden = !choice.before.length;
  showOdds(60);
  saved.keepValue("rolls", { roll: choice.roll.id, all: choice.all, person, preset, target: choice.target });
}

let formOf = "";

/** What the form shows of people. */
function formKey() {
  learn(model, table.now, choice);
  return JSON.stringify([choice.person, choice.preset, choice.facts, table.now.people.map(({ name }) => name)]);
}

function showSetup() {
  formOf = formKey();
  showChoice();
  showAsks(choice, whomAsk(model, table.now, choice), (name) => {
    choice.target = name;
    showSetup();
    /** @type {HTMLElement | null} */ (by("asks").querySelector("[aria-labelledby=ask-whom] :is(select,:checked)"))?.focus();
  });
}

/** Whether the asks are open, where there is no room for them beside the cards. @param {boolean} open */
function openAsks(open) {
  document.body.dataset.asks = open ? "open" : "closed";
  by("asked").setAttribute("aria-expanded", String(open));
}

/** Take another roll. @param {string} id @param {string} [preset]  of the one who acts @param {boolean} [turn]  whether to turn to the table */
function choose(id, preset = "", turn = true) {
  choice.preset = preset;
  choice.passing = {};
  choice.choose(id);
  showSetup();
  if (turn) showPart("table");
  openAsks(true);
  if (!waiting) show();
  announce(choice.roll.title);
}

function openPicker() {
  by("find").value = "";
  list();
  by("picker").showModal();
  by("rolls").querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "center" });
  if (matchMedia("(hover: hover)").matches) by("find").focus({ preventScroll: true });
}

function list() {
  showRolls(choice, inOrder(table.now), by("find").value, (id) => {
    by("picker").close();
    choose(id);
  }, (name, preset) => {
    by("picker").close();
    doing.choosePerson(name, preset);
  });
}

// Buttons and keys

/** @type {{[key: string]: () => void}} */
const KEYS = {
  U: redo, "/": openPicker, p: () => addPerson(model, table.now, doing),
  "[": () => doing.choosePerson(personBeside(table.now, choice.person, -1)), "]": () => doing.choosePerson(personBeside(table.now, choice.person, 1)),
  t: () => doing.nextTurn(), m: () => by("look").click(), o: () => doing.act({ do: "source", source: table.now.source === "own" ? "pile" : "own" }),
};

/** What a key of 1 to 9 does: it chooses a preset of who is chosen, else a procedure. @param {number} at */
function byNumber(at) {
  if (choice.person) return () => doing.choosePerson(choice.person, personNamed(table.now, choice.person)?.presets[at]?.title ?? choice.preset);
  const procedure = choice.rolls.filter(({ kind }) => kind === "procedure")[at];
  return procedure && (() => choose(procedure.id));
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=radio],[type=checkbox]),select,textarea,dialog")) return;
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`));
  const todo = /^[1-9]$/.test(event.key) ? byNumber(Number(event.key) - 1) : KEYS[event.key];
  if (!(button || todo) || event.repeat) return;
  event.preventDefault();
  if (button) button.click();
  else todo();
}

function connect() {
  /** @type {{[id: string]: () => void}} */
  const buttons = {
    draw: () => draw(), roll: () => roll(), undo, choose: openPicker, pile: () => draw(),
    asked: () => openAsks(document.body.dataset.asks !== "open"),
    "discard-open": () => spread(model, table.now.discard, doing),
    "help-open": () => by("help").showModal(),
    "person-add": () => addPerson(model, table.now, doing),
    "log-copy": () => copyLog(model, table.now, together.owner),
    "log-text": () => saveLog(model, table.now, together.owner, "txt"),
    "log-csv": () => saveLog(model, table.now, together.owner, "csv"),
    unveil: () => doing.act({ do: "veil", veiled: false }), keep: () => doing.act({ do: "task" }),
  };
  for (const [id, todo] of Object.entries(buttons)) by(id).addEventListener("click", todo);
  for (const tab of TABS) {
    tab.addEventListener("click", () => {
      showPart(String(tab.dataset.view));
      showPartNow();
    });
  }
  by("find").addEventListener("input", list);
  by("find").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || !by("find").value) return;
    event.preventDefault();
    by("rolls").querySelector("button")?.click();
  });
  connectRules(model);
  by("asks").addEventListener("submit", () => roll());
  document.addEventListener("submit", (event) => {
    if (/** @type {HTMLFormElement} */ (event.target).method !== "dialog") event.preventDefault();
  });
  WIDE.addEventListener("change", showPartNow);
  document.addEventListener("keydown", pressed);
}

function begin() {
  window.name = "deckgen-table";
  placeDefs(model.faces);
  connectLook(model, saved);
  choice.restore(saved.value("rolls", {}));
  showSetup();
  openAsks(true);
  connect();
  window.addEventListener("hashchange", () => void welcome(model, table, doing));
  table.listen(show);
  table.listen(() => {
    unsaved = true;
    saveSoon(250);
  });
  window.addEventListener("pagehide", saveNow);
  window.addEventListener("storage", (event) => saved.changed(event));
  watchStage(model.faces);
  change(saved.newcomers(table.now, model.people));
  show();
  void welcome(model, table, doing);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

begin();
