/* The page: what is shown at each step, and what is made. */
import { GROUPS, adapt, deckOf, fillForm, itemTitle, linkOf, newName, noteOf, offer, readForm, savedOffset, splitLink, standardOf } from "./choice.js";
import { announce, button, by, copy, facts, icon, make, memory, numberText, problemText, reportText, say, sizeText } from "./kit.js";
import { faultOf, showFaults, startOwn, wear } from "./own.js";
import { drawSheet, failure, forgetSheet, sheets, showExample } from "./preview.js";
import { showProof } from "./proof.js";
import { zip } from "./zip.js";

const root = document.documentElement;
const isLocal = root.dataset.engine === "local";
const form = /** @type {HTMLFormElement} */ (by("form"));
const all = (/** @type {string} */ name) => /** @type {NodeListOf<any>} */ (document.querySelectorAll(name));
const step = () => document.body.dataset.step;

let game = /** @type {GameFacts | null} */ (null);
let ownGame = /** @type {GameFacts | null} */ (null);
let choice = /** @type {Choice} */ ({});
let jobs = /** @type {Map<string, Job>} */ (new Map());
let queue = /** @type {string[]} */ ([]);
let [run, working, sheetNumber, timer] = [0, 0, 1, 0]; // what an earlier run still makes is dropped

// The engine

function connect() {
  const connecting = /** @type {Promise<Engine>} */ (import(isLocal ? "./engine-local.js" : "./engine-page.js").then((engine) => engine.connect(onState)));
  connecting.catch((error) => onState({ failed: String(error.message ?? error) }));
  return connecting;
}

/** @type {Engine["ask"]} */
const ask = async (request, bytes) => (await engine).ask(request, bytes);
const isReady = () => root.dataset.workshop === "ready";

/** @param {EngineState} state */
function onState({ loaded = 0, total = 0, ready = false, failed = "" }) {
  if (isReady()) return;
  root.dataset.workshop = ready ? "ready" : failed ? "failed" : "loading";
  const sizes = { loaded: numberText(loaded / 1e6), total: numberText(total / 1e6) };
  const offline = navigator.onLine ? say("The workshop could not be loaded: {failed}", { failed }) : say("The workshop is not here yet; connect once.");
  const loading = total && loaded >= total ? say("The workshop is starting. You can choose meanwhile.") : total ? say("Loading the workshop: {loaded} of {total} MB. You can choose meanwhile. Once only.", sizes) : say("Loading the workshop. You can choose meanwhile.");
  for (const place of all("[data-load]")) {
    for (const state of place.querySelectorAll(".state")) state.textContent = ready ? "" : failed ? offline : loading;
    for (const bar of place.querySelectorAll("progress:not(#bar)")) bar.value = loaded / (total || 1);
    for (const retry of place.querySelectorAll(".retry")) retry.hidden = !failed;
  }
  if (ready && navigator.serviceWorker?.controller) by("where").textContent = say("works without a network");
  if (!isLocal && (ready || failed)) announce(ready ? say("The workshop is ready.") : offline);
  if (ready && step() === "choose") changed();
}

// Steps

/** @param {string} next */
function show(next) {
  document.body.dataset.step = next;
  for (const part of all("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(next);
  scrollTo(0, 0);
  const headings = [...all("h1[tabindex], h2[tabindex]")].filter(({ offsetParent }) => offsetParent);
  if ("ready" in root.dataset) headings.at(-1).focus({ preventScroll: true });
}

/** Tell what is wrong, or going on, on the first page. @param {string} text */
function notice(text) {
  by("notice").textContent = text;
  by("notice").hidden = !text;
}

/** Show what the address asks for. */
function route() {
  const { id, seed, query } = splitLink(location.hash);
  const isProof = location.hash.startsWith("#proof/");
  const known = facts.games.find((one) => one.id === (isProof ? location.hash.split("/")[1] : id)) ?? (id === "own" ? ownGame : null);
  forgetRun();
  notice("");
  for (const link of all(".tongue")) link.hash = location.hash;
  dress(known);
  if (isProof) {
    show("proof");
    showProof(ask, location.hash.slice("#proof/".length), fileButtons);
  } else if (known) open(known, seed, query);
  else {
    if (id) notice(id === "own" ? say("This link is of a game that is not on this page. Drop its folder here.") : say("There is no game “{id}” here.", { id }));
    Object.assign(by("own-link"), { hidden: !ownGame, textContent: ownGame?.title ?? "" });
    show("first");
  }
}

/** Wear a game's fonts and colors, or none. @param {GameFacts | null} known */
function dress(known) {
  const cover = known ? known.cover ?? `games/${known.id}-cover.svg` : "";
  if (known && known !== ownGame) by("dress").href = `games/${known.id}.css`;
  if (known) document.body.dataset.game = known.id;
  else delete document.body.dataset.game;
  for (const picture of [by("emblem"), by("cover")]) Object.assign(picture, { src: cover, hidden: !cover });
  document.title = known ? `${known.title} · deckgen studio` : "deckgen studio";
}

/** Show the form for a game, filled as a link says. @param {GameFacts} known @param {string} seed @param {URLSearchParams} query */
function open(known, seed, query) {
  if (game !== known) {
    game = known;
    by("about").textContent = game.rules;
    forgetSheet();
    showExample(game);
    sheetNumber = 1;
  }
  offer(form, game);
  fillForm(form, { ...(seed ? standardOf(game) : {}), ...Object.fromEntries(query), seed: seed || newName(), people: query.getAll("person"), ...(query.has("items") ? { items: query.get("items")?.split(",") } : {}) });
  show("choose");
  changed();
}

/** Follow the form: what it shows, the link, and the picture. */
function changed() {
  if (!game) return;
  adapt(form, game, readForm(form, game));
  choice = readForm(form, game);
  by("title").textContent = game.title;
  by("subtitle").textContent = game.decks.length > 1 ? say("{count} decks", { count: game.decks.length }) : game.decks[0].title;
  history.replaceState(null, "", linkOf(game, choice));
  for (const link of all(".tongue")) link.hash = location.hash;
  const { title, width, height } = facts.papers.find(({ name }) => name === choice.paper) ?? facts.papers[0];
  const [unit, places] = Math.abs(width / 12.7 - Math.round(width / 12.7)) < 1e-6 ? [25.4, 1] : [10, 1];
  by("size").textContent = `${title} · ${numberText(width / unit, places)} × ${numberText(height / unit, places)} ${unit === 10 ? "cm" : "in"}`;
  const side = new FormData(by("sides")).get("side");
  if (choice.seed || choice.set) drawSheet(ask, choice, sheetNumber, String(side), drawn);
}

/** Show how many sheets the engine has counted. @param {number} number */
function drawn(number) {
  sheetNumber = number;
  for (const count of all("[value=cards] ~ .count")) count.textContent = sheets === 1 ? say("1 sheet") : say("{count} sheets", { count: sheets });
}

// Making

/** Make all that is chosen. */
async function makeAll() {
  if (!choice.seed && !choice.set) form.seed.value = newName();
  changed();
  forgetRun();
  const mine = run;
  enqueue(choice.items);
  by("making").textContent = say("Making {name}", { name: choice.set ?? choice.seed });
  by("cancel").disabled = false;
  by("cancel").textContent = say("Cancel");
  by("jobs").replaceChildren(...[...jobs.values()].map(({ row }) => row));
  history.pushState(null, "", location.hash);
  show("make");
  await work();
  if (mine === run) finish();
}

/** @param {string[]} items */
function enqueue(items) {
  for (const item of items) jobs.set(item, { item, state: "waits", row: make("li"), files: [], seconds: 0, problems: [] });
  for (const item of items) refresh(item);
  queue.push(...items);
}

/** Make what waits, one after the other. */
async function work() {
  const mine = run;
  if (working === mine) return;
  working = mine;
  await engine.catch(() => null); // which each job then reports
  while (mine === run && queue.length) {
    const item = /** @type {string} */ (queue.shift());
    const started = performance.now();
    Object.assign(jobs.get(item) ?? {}, { state: "now" });
    refresh(item);
    const { files = [], problems } = await ask({ do: "make", choice: { ...choice, offset: savedOffset() }, item }).catch(failure);
    if (mine !== run) return;
    Object.assign(jobs.get(item) ?? {}, { files, problems, state: files.length ? "done" : "failed", seconds: (performance.now() - started) / 1000 });
    refresh(item);
    announce(files.length ? say("{title} is ready.", { title: itemTitle(item) }) : say("{title} could not be made.", { title: itemTitle(item) }));
  }
  working = 0;
}

/** Drop what waits and what is being made. */
function forgetRun() {
  [queue, jobs, run, working] = [[], new Map(), run + 1, 0];
}

/** Stop before the next file; what is made stays. */
function cancel() {
  for (const item of queue.splice(0)) jobs.delete(item);
  if (!isReady()) return history.back();
  by("cancel").disabled = true;
  by("cancel").textContent = say("Stopping");
}

/** Make one item more, or again. @param {string} item */
async function makeAlso(item) {
  enqueue([item]);
  finish(item);
  await work();
}

/** Draw a job's row again, and keep the focus in it. @param {string} item */
function refresh(item) {
  const job = /** @type {Job} */ (jobs.get(item));
  const { state, seconds, problems, files } = job;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const note = { waits: say("waits"), now: say("is being made"), failed: problems.map(problemText).join(" "), done: [noteOf(item), sizeText(size)].filter(Boolean).join(" · ") }[state];
  const report = (/** @type {Event} */ event) => copy(reportText(problems), /** @type {HTMLElement} */ (event.currentTarget));
  const buttons = state === "failed" ? [button(say("Try again"), () => makeAlso(item)), button(say("Copy report"), report)] : files.flatMap((file) => fileButtons(file, item));
  const row = make(
    "li", { class: `${state}${files.length > 1 ? " many" : ""}` },
    make("span", { class: `dot ${state}` }, state === "done" ? icon("good") : state === "failed" ? icon("bad") : null),
    make("span", {}, make("b", { text: itemTitle(item) }), make("small", { text: note })),
    make("small", { class: "time", text: seconds ? `${numberText(seconds, 1)} s` : "" }),
    make("span", { class: "buttons" }, ...buttons),
  );
  const hasFocus = job.row.contains(document.activeElement);
  job.row.replaceWith(row);
  job.row = row;
  if (hasFocus) row.querySelector("a, button")?.focus();
  const made = [...jobs.values()].filter((one) => one.files.length).length;
  by("progress").textContent = say("{made} of {all} files", { made, all: jobs.size });
  by("bar").value = made / jobs.size;
  const total = allFiles().reduce((sum, file) => sum + file.size, 0);
  by("save-all").disabled = !total;
  by("save-all").lastElementChild.textContent = say("Save all (zip, {size})", { size: sizeText(total) });
}

const allFiles = () => [...jobs.values()].flatMap(({ files }) => files);
const addressOf = (/** @type {MadeFile} */ { name, url }) => url ?? `made/${encodeURIComponent(name)}`;

/** Return the buttons of a file that was made. @param {MadeFile} file @param {string} [item] @returns {(Node | null)[]} */
function fileButtons(file, item = "") {
  const href = addressOf(file);
  const canOpen = /\.(pdf|html|txt|svg)$/.test(file.name) && !href.startsWith("blob:");
  const text = item === "cards" ? say("Print") : item === "sheet" && file.name.endsWith(".html") ? say("On screen") : say("Open");
  return [
    canOpen ? make("a", { class: `button small ${item === "cards" ? "main" : ""}`, href, target: "_blank", rel: "noopener" }, text, make("span", { class: "hide", text: ` ${file.name}` })) : null,
    make("a", { class: "button small", href, download: file.name, "aria-label": say("Save {name}", { name: file.name }) }, icon("save")),
  ];
}

/** Save all files as a zip. */
async function saveAll() {
  const read = async (/** @type {MadeFile} */ file) => file.bytes ?? new Uint8Array(await (await fetch(addressOf(file))).arrayBuffer());
  const files = await Promise.all(allFiles().map(async (file) => ({ name: file.name, bytes: await read(file) })));
  const href = URL.createObjectURL(new Blob([await zip(files)]));
  make("a", { href, download: `${choice.game}-${(choice.set ?? choice.seed).replace(/[^\p{L}\p{N}]+/gu, "-")}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// The result

/** Show the files, what else can be made, and how to print. @param {string} [focus]  the item whose row gets the focus */
function finish(focus = "") {
  const fields = { name: choice.set ?? choice.seed, made: choice.items.filter((item) => jobs.get(item)?.files.length).length, all: choice.items.length };
  const texts = [say("{name} is ready", fields), say("Stopped. {made} of {all} files are here.", fields), say("{made} of {all} files are here.", fields)];
  if (!focus) by("result").textContent = fields.made === fields.all ? texts[0] : jobs.size < fields.all ? texts[1] : texts[2];
  for (const section of all("[data-group]")) {
    const group = GROUPS[/** @type {keyof typeof GROUPS} */ (section.dataset.group)];
    const chips = group.filter((item) => form.querySelector(`[value="${item}"]:enabled`) && !jobs.has(item)).map((item) => button(itemTitle(item), () => makeAlso(item)));
    const [, rows, more] = section.children;
    rows.replaceChildren(...group.flatMap((item) => jobs.get(item)?.row ?? []));
    more.lastElementChild.replaceChildren(...chips);
    more.hidden = !chips.length;
    section.hidden = !chips.length && !rows.children.length;
  }
  by("link").textContent = isLocal ? location.hash : location.href;
  showSteps();
  if (!focus) return show("done");
  const { row } = /** @type {Job} */ (jobs.get(focus));
  row.tabIndex = -1;
  row.focus();
}

/** Show the steps to print that the options need. */
function showSteps() {
  const { references } = deckOf(/** @type {GameFacts} */ (game), choice);
  const sides = ["duplex", "turn"].includes(choice.printer) ? "two-sided" : "one-sided";
  const conditions = [jobs.has("cards") ? "cards" : "play", choice.printer, sides, choice.printer === "fold" ? "" : "sleeves", references ? "references" : ""];
  const values = { references, paper: facts.papers.find(({ name }) => name === choice.paper)?.title ?? choice.paper };
  for (const part of all("[data-when]")) part.hidden = !part.dataset.when.split(" ").every((/** @type {string} */ one) => conditions.includes(one));
  for (const part of all("[data-fill]")) part.textContent = values[/** @type {keyof typeof values} */ (part.dataset.fill)];
}

/** Ask for the offset of the printer's backs. */
function correct() {
  [by("offset-x").value, by("offset-y").value] = savedOffset().map(String);
  by("offset").showModal();
}

/** Show someone's own game, or its errors. @param {Answer} answer */
function openOwn(answer) {
  const { game: opened, problems, warnings = [], notes = [], css = "", cover = "" } = answer;
  const { id, seed, query } = splitLink(location.hash);
  forgetRun();
  notice("");
  game = null;
  if (id !== "own") history.pushState(null, "", "#own");
  URL.revokeObjectURL(ownGame?.cover ?? "");
  ownGame = opened && !problems.length ? { ...opened, cover: cover && URL.createObjectURL(new Blob([cover], { type: "image/svg+xml" })) } : null;
  wear(css);
  dress(ownGame);
  if (!ownGame) {
    showFaults(answer);
    return show("faults");
  }
  open(ownGame, id === "own" ? seed : "", query);
  by("hints").hidden = !warnings.length && !notes.length;
  by("hints").firstElementChild.textContent = say("Hints: {count}", { count: warnings.length + notes.length });
  by("hint-list").replaceChildren(...notes.map((text) => make("p", { class: "help", text })), ...warnings.map(faultOf));
}

// What people press

const pressed = {
  another: () => (form.seed.value = newName(), changed()), previous: () => (sheetNumber -= 1, changed()), next: () => (sheetNumber += 1, changed()),
  cancel, change: () => history.back(), "save-all": saveAll, "copy-link": () => copy(by("link").textContent, by("copy-link")), "help-open": () => by("help").showModal(),
  look: () => memory("theme", root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark"),
};
for (const [id, press] of Object.entries(pressed)) by(id).onclick = press;
for (const one of all(".correct")) one.onclick = correct;
for (const retry of all(".retry")) {
  retry.onclick = () => {
    engine = connect();
    if (step() === "proof") route();
  };
}
by("sides").onchange = changed;
by("offset").onclose = () => {
  if (by("offset").returnValue === "save") memory("offset", `${Number(by("offset-x").value)},${Number(by("offset-y").value)}`);
  if (step() === "choose") changed();
};
form.oninput = ({ target }) => {
  clearTimeout(timer);
  timer = window.setTimeout(changed, target === form.seed ? 350 : 0);
};
form.onsubmit = (event) => {
  event.preventDefault();
  makeAll();
};
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (step() === "make") cancel();
  else if (step() === "done") history.back();
});
addEventListener("popstate", route);

root.dataset.theme = memory("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
by("version").textContent = `deckgen ${facts.version}`;
onState({});
let engine = connect();
startOwn(ask, openOwn, notice);

const { choice: first, watch: isWatched = false } = facts.start ?? {};
const reread = async () => {
  forgetSheet();
  if (first?.game === "own") openOwn(await ask({ do: "game" }).catch(failure));
  else if (step() === "choose") changed();
};
if (isWatched) {
  root.dataset.watched = "";
  engine.then(({ watch }) => watch?.(reread));
}
if (first && !location.hash) history.replaceState(null, "", `#${first.game}/${encodeURIComponent(first.seed ?? "")}?${first.deck ? `deck=${first.deck}` : ""}`);
if (first?.game === "own" && location.hash.startsWith("#own")) reread();
else route();
root.dataset.ready = "";
