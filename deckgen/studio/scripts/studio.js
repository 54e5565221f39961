/*
 * The page: what is shown at each step, and what is made.
 */
import { GROUPS, adapt, deckOf, fillForm, itemTitle, linkOf, newName, offer, readForm, readLink, savedOffset, splitLink } from "./choice.js";
import { announce, by, copy, facts, icon, make, memory, numberText, problemText, reportText, rich, save, say, sizeText } from "./kit.js";
import { faultOf, showFaults, startOwn, wear } from "./own.js";
import { drawSheet, failure, forgetSheet, sheets, showExample } from "./preview.js";
import { showProof } from "./proof.js";
import { zip } from "./zip.js";

const root = document.documentElement;
const form = /** @type {HTMLFormElement} */ (by("form"));
const all = (/** @type {string} */ name) => /** @type {NodeListOf<any>} */ (document.querySelectorAll(name));
const NOTES = { play: say("send it, or open it here"), cards: say("print it at its actual size"), sheet: say("to fill in on screen or by pen") };

/** @type {GameFacts | null} */
let game = null;
/** @type {Choice} */
let choice;
/** @type {GameFacts | null} */
let ownGame = null;
/** @type {Map<string, Job>} */
let jobs = new Map();
/** @type {string[]} */
let queue = [];
let running = 0; // the run whose files are wanted; another one makes them useless
let busy = false;
let ready = false;
let sheetNumber = 1;
let timer = 0;

// The engine

function connect() {
  const module = root.dataset.engine === "page" ? "./engine-page.js" : "./engine-local.js";
  const connecting = /** @type {Promise<Engine>} */ (import(module).then((engine) => engine.connect(onState)));
  connecting.catch((error) => onState({ failed: String(error.message ?? error) }));
  return connecting;
}

/** @type {Engine["ask"]} */
const ask = async (request, bytes) => (await engine).ask(request, bytes);

/** @param {EngineState} state */
function onState({ loaded = 0, total = 0, ready: now = false, failed = "" }) {
  ready = ready || now;
  root.dataset.workshop = ready ? "ready" : failed ? "failed" : "loading";
  const sizes = { loaded: numberText(loaded / 1e6), total: numberText(total / 1e6) };
  const text = failed
    ? navigator.onLine ? say("The workshop could not be loaded: {problem}", { problem: failed }) : say("The workshop is not here yet; connect once.")
    : total ? say("Loading the workshop: {loaded} of {total} MB. Once only; you can choose meanwhile.", sizes) : say("Loading the workshop. You can choose meanwhile.");
  for (const place of all("[data-load]")) {
    const [state, bar, retry] = [".state", "progress:not(#bar)", ".retry"].map((name) => place.querySelector(name));
    if (state) state.textContent = ready ? "" : text;
    if (bar) bar.value = total ? loaded / total : 0;
    if (retry) retry.hidden = !failed;
  }
  if (ready && document.body.dataset.step === "choose") changed();
}

// Steps

/** @param {string} step */
function show(step) {
  document.body.dataset.step = step;
  for (const part of all("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(step);
  const heading = { make: "making", done: "result", faults: "faults", proof: "verdict", choose: "title" }[step];
  const focus = heading ? by(heading) : document.querySelector(".first h1");
  scrollTo(0, 0);
  if (root.dataset.ready !== undefined) focus.focus({ preventScroll: true });
}

/** @param {string} text */
function notice(text) {
  by("notice").textContent = text;
  by("notice").hidden = !text;
}

/** Show what the address asks for. */
function route() {
  const { id, seed, query } = splitLink(location.hash);
  stopRun();
  notice("");
  if (location.hash.startsWith("#proof/")) {
    const named = facts.games.find((known) => known.id === location.hash.split("/")[1]);
    if (named) dress(named);
    show("proof");
    showProof(ask, location.hash.slice("#proof/".length), fileButtons);
    return;
  }
  const linked = id === "own" ? ownGame : facts.games.find((known) => known.id === id);
  if (linked) return open(linked, readLink(linked, seed, query));
  game = null;
  delete document.body.dataset.game;
  document.title = "deckgen studio";
  by("tongue").hash = location.hash;
  if (id === "own") notice(say("This link is of a game that is not on this page. Drop its folder here."));
  else if (id) notice(say("There is no game “{id}” here.", { id }));
  show("first");
}

/** Wear a game's fonts and colors. @param {GameFacts} chosen */
function dress(chosen) {
  const link = by("dress") ?? document.head.appendChild(make("link", { id: "dress", rel: "stylesheet" }));
  if (chosen !== ownGame) link.href = `games/${chosen.id}.css`;
  document.body.dataset.game = chosen.id;
}

/** Show the form for a game. @param {GameFacts} chosen @param {Choice} first */
function open(chosen, first) {
  const other = game !== chosen;
  game = chosen;
  dress(game);
  const cover = game.cover ?? `games/${game.id}-cover.svg`;
  for (const picture of [by("emblem"), by("cover")]) [picture.src, picture.hidden] = [cover, !cover];
  by("about").textContent = game.rules;
  if (other) {
    offer(form, game);
    showExample(game, !ready);
    sheetNumber = 1;
  }
  fillForm(form, first);
  adapt(form, game, first);
  fillForm(form, first);
  show("choose");
  changed();
}

/** Follow the form: what it shows, the link, and the picture. */
function changed() {
  if (!game) return;
  adapt(form, game, readForm(form, game));
  choice = readForm(form, game);
  const deck = deckOf(game, choice);
  by("title").textContent = game.title;
  by("subtitle").textContent = game.decks.length > 1 ? say("{count} decks", { count: game.decks.length }) : deck.title;
  document.title = `${game.title} · deckgen studio`;
  history.replaceState(null, "", linkOf(game, choice));
  by("tongue").hash = location.hash;
  const count = choice.items.length;
  if (ready) form.querySelector(".state")?.replaceChildren(...rich(count === 1 ? say("**1 file**, made on this device.") : say("**{count} files**, made on this device.", { count })));
  const paper = facts.papers.find(({ name }) => name === choice.paper);
  by("size").textContent = paper ? `${paper.title} · ${numberText(paper.width / 10, 1)} × ${numberText(paper.height / 10, 1)} cm` : "";
  if (choice.seed || choice.set) drawSheet(ask, choice, sheetNumber, form.ownerDocument.querySelector("[name=side]:checked")?.getAttribute("value") ?? "front", drawn);
}

/** Show how many sheets there are, which the engine has counted. */
function drawn() {
  const count = form.querySelector("[value=cards] ~ .count");
  if (count) count.textContent = sheets === 1 ? say("1 sheet") : say("{count} sheets", { count: sheets });
}

// Making

/** @param {string[]} items */
function enqueue(items) {
  for (const item of items) jobs.set(item, { item, state: "waits", row: make("li"), files: [], notes: [], seconds: 0, problems: [] });
  queue.push(...items);
}

/** Make all that is chosen. */
async function makeAll() {
  if (!game) return;
  if (!choice.seed && !choice.set) form.seed.value = newName();
  changed();
  const run = stopRun();
  jobs = new Map();
  enqueue(choice.items);
  by("making").textContent = say("Making {name}", { name: choice.set ?? choice.seed });
  by("cancel").disabled = false;
  by("cancel").textContent = say("Cancel");
  for (const job of jobs.values()) refresh(job);
  by("jobs").replaceChildren(...[...jobs.values()].map(({ row }) => row));
  history.pushState(null, "", location.hash);
  show("make");
  await work(run);
  if (run === running) finish();
}

/** Make what waits, one after the other. @param {number} run */
async function work(run) {
  if (busy) return;
  busy = true;
  await engine.catch(() => null);
  for (let item = queue.shift(); item !== undefined && run === running; item = queue.shift()) {
    const job = /** @type {Job} */ (jobs.get(item));
    const started = performance.now();
    job.state = "now";
    refresh(job);
    const answer = await ask({ do: "make", choice: { ...choice, offset: savedOffset() }, item }).catch(failure);
    if (run !== running) break;
    const { files = [], notes = [], problems } = answer;
    Object.assign(job, { files, notes, problems, state: files.length ? "done" : "failed", seconds: (performance.now() - started) / 1000 });
    refresh(job);
    announce(files.length ? say("{title} is ready.", { title: itemTitle(item) }) : say("{title} could not be made.", { title: itemTitle(item) }));
  }
  busy = false;
}

/** Forget what waits; return the number of the next run. */
function stopRun() {
  queue = [];
  busy = false;
  running += 1;
  return running;
}

/** Stop before the next file; what is made stays. */
function cancel() {
  if (document.body.dataset.step !== "make") return;
  for (const item of queue.splice(0)) jobs.delete(item);
  if (!ready) return history.back();
  by("cancel").disabled = true;
  by("cancel").textContent = say("Stopping");
}

/** Draw a job's row again, and keep the focus in it. @param {Job} job */
function refresh(job) {
  const { item, state, seconds, notes, problems, files } = job;
  const title = itemTitle(item);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const note = {
    waits: say("waits"), now: say("is being made"), failed: problems.map(problemText).join(" "),
    done: [...notes, NOTES[/** @type {keyof NOTES} */ (item)], sizeText(size)].filter(Boolean).join(" · "),
  }[state];
  const again = () => remake(item);
  const report = (/** @type {Event} */ event) => copy(reportText(problems), /** @type {HTMLElement} */ (event.currentTarget));
  const buttons = state === "failed"
    ? [make("button", { type: "button", class: "small", click: again, text: say("Try again") }), make("button", { type: "button", class: "small", click: report, text: say("Copy report") })]
    : files.flatMap((file) => fileButtons(file, item));
  const sign = make("span", { class: `dot ${state}` }, state === "done" ? icon("good") : state === "failed" ? icon("bad") : null);
  const time = state === "done" ? make("small", { class: "time", text: `${numberText(seconds, 1)} s` }) : null;
  const row = make("li", { class: state }, sign, make("span", {}, make("b", { text: title }), make("small", { text: note })), time, make("span", { class: "buttons" }, ...buttons));
  const focused = job.row.contains(document.activeElement);
  job.row.replaceWith(row);
  job.row = row;
  if (focused) row.querySelector("a, button")?.focus();
  const made = [...jobs.values()].filter((one) => one.files.length).length;
  by("progress").replaceChildren(...rich(say("**{made} of {all} files.**", { made, all: jobs.size })));
  by("bar").value = made / jobs.size;
  const total = allFiles().reduce((sum, file) => sum + file.size, 0);
  by("save-all").disabled = !total;
  by("save-all").lastElementChild.textContent = say("Save all (zip, {size})", { size: sizeText(total) });
}

/** Make one item more, or again. @param {string} item */
async function remake(item) {
  const run = running;
  enqueue([item]);
  finish(item);
  await work(run);
}

const allFiles = () => [...jobs.values()].flatMap(({ files }) => files);

/** Return the buttons of a file that was made. @param {MadeFile} file @param {string} [item] */
function fileButtons(file, item = "") {
  const url = file.url ?? `made/${encodeURIComponent(file.name)}`;
  const page = /\.(pdf|html|txt|svg)$/.test(file.name) && !url.startsWith("blob:");
  const text = item === "cards" ? say("Print") : file.name.endsWith(".html") && item === "sheet" ? say("On screen") : say("Open");
  return [
    page ? make("a", { class: `button small ${item === "cards" ? "main" : ""}`, href: url, target: "_blank", rel: "noopener" }, text, make("span", { class: "hide", text: file.name })) : null,
    make("a", { class: "button small", href: url, download: file.name, "aria-label": say("Save {name}", { name: file.name }) }, icon("save")),
  ];
}

/** Save all files as a zip. */
async function saveAll() {
  const files = [];
  for (const { name, bytes, url } of allFiles()) {
    files.push({ name, bytes: bytes ?? new Uint8Array(await (await fetch(url ?? `made/${encodeURIComponent(name)}`)).arrayBuffer()) });
  }
  save(zip(files), `${choice.game}-${(choice.set ?? choice.seed).replace(/[^\p{L}\p{N}]+/gu, "-")}.zip`);
}

// The result

/** Show the files, what else can be made, and how to print. @param {string} [focus]  the item whose row gets the focus */
function finish(focus = "") {
  if (!game) return;
  const wanted = choice.items.length;
  const made = choice.items.filter((item) => jobs.get(item)?.files.length).length;
  const name = choice.set ?? choice.seed;
  if (!focus) by("result").textContent = made === wanted ? say("{name} is ready", { name }) : jobs.size < wanted ? say("Stopped. {made} of {all} files are here.", { made, all: wanted }) : say("{made} of {all} files are here.", { made, all: wanted });
  const titles = { tonight: say("For tonight"), nice: say("Nice to have"), shops: say("For print shops and sceptics") };
  const { items } = game;
  by("groups").replaceChildren(
    ...Object.entries(GROUPS).map(([group, members]) => {
      const rows = members.flatMap((item) => jobs.get(item) ?? []);
      const rest = members.filter((item) => items.includes(item) && !jobs.has(item));
      const chips = rest.map((item) => make("button", { type: "button", class: "small", click: () => remake(item), text: itemTitle(item) }));
      const title = titles[/** @type {keyof titles} */ (group)];
      return make("section", { hidden: !rows.length && !rest.length }, make("h3", { text: title }), make("ul", { class: "jobs" }, ...rows.map(({ row }) => row)), rest.length ? make("p", { class: "buttons" }, make("span", { class: "help", text: say("One press makes it:") }), ...chips) : null);
    }),
  );
  for (const job of jobs.values()) refresh(job);
  const local = root.dataset.engine === "local";
  by("link").textContent = local ? location.hash : location.href;
  by("link-help").textContent = local ? say("Put it at the end of a studio’s address, on any computer.") : "";
  howTo(game);
  if (!focus) return show("done");
  const row = jobs.get(focus)?.row;
  row?.setAttribute("tabindex", "-1");
  row?.focus();
}

/** Write the steps to print, as the options need them. @param {GameFacts} of */
function howTo(of) {
  const { references } = deckOf(of, choice);
  const paper = facts.papers.find(({ name }) => name === choice.paper)?.title ?? choice.paper;
  const two = ["duplex", "turn"].includes(choice.printer);
  const step = (/** @type {string} */ text, /** @type {string} */ help = "") => make("li", {}, make("span", {}, ...rich(text), help ? make("span", { class: "help", text: help }) : null));
  const check = step(say("Print **sheet 1 only** and hold it against a lamp."), say("Are backs off by more than 1 mm?"));
  check.firstChild.lastChild.append(" ", make("button", { type: "button", class: "inline", click: correct, text: say("Correct your printer") }));
  const how = {
    duplex: say("Choose **both sides, flip on long edge**."), turn: say("Print the **first half of the pages**. Turn the pile over, put it back, print the other half."),
    fold: say("Choose **one side**. Each sheet has fronts and backs beside each other."), fronts: say("Choose **one side**: there are fronts only."),
  }[choice.printer];
  const cards = [
    step(say("Choose **{paper}** and **Actual size** (100 %).", { paper }), say("Not “Fit to page”. The ruler on each sheet must measure 50 mm.")),
    step(how),
    ...(two ? [check, step(say("Print the rest. Heavy paper (160 g or more) needs no sleeves."))] : [step(say("Print all sheets."))]),
    step(choice.printer === "fold" ? say("Fold along the line, glue, press, then cut along the marks.") : say("Cut along the marks. Sleeve each with an old playing card.")),
    ...(references ? [step(say("Hand out the **{count} rules cards**. Don’t shuffle them in.", { count: references }))] : []),
  ];
  const play = [step(say("Open the **page to play**, or send its file: it needs no network.")), step(say("Press Roll, and read what the card says."))];
  by("how").previousElementSibling.textContent = jobs.has("cards") ? say("Print it so") : say("Play it so");
  by("how").replaceChildren(...(jobs.has("cards") ? cards : play));
  by("pile").parentElement.classList.toggle("none", !jobs.has("cards"));
}

/** Ask for the offset of the printer's backs. */
function correct() {
  [by("offset-x").value, by("offset-y").value] = savedOffset().map(String);
  by("offset").showModal();
}

/** Show someone's own game, or its errors. @param {Answer} answer */
function openOwn(answer) {
  const { game: opened, problems, warnings = [], notes = [] } = answer;
  notice("");
  stopRun();
  forgetSheet();
  if (!opened || problems.length) {
    game = null;
    document.body.removeAttribute("data-game");
    by("emblem").hidden = true;
    showFaults(answer);
    return show("faults");
  }
  URL.revokeObjectURL(ownGame?.cover ?? "");
  wear(answer.css ?? "");
  ownGame = { ...opened, id: "own", cover: answer.cover ? URL.createObjectURL(new Blob([answer.cover], { type: "image/svg+xml" })) : "" };
  const { id, seed, query } = splitLink(location.hash);
  const before = id === "own" ? readLink(ownGame, seed, query) : readLink(ownGame, "", new URLSearchParams());
  if (id !== "own") history.pushState(null, "", "#own");
  open(ownGame, before);
  by("hints").hidden = !warnings.length && !notes.length;
  by("hints").firstElementChild.textContent = say("Hints: {count}", { count: warnings.length + notes.length });
  by("hint-list").replaceChildren(...notes.map((text) => make("p", { class: "help", text })), ...warnings.map(faultOf));
}

// What people press

form.addEventListener("input", (event) => {
  clearTimeout(timer);
  timer = window.setTimeout(changed, event.target === form.seed ? 350 : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (form.reportValidity()) makeAll();
});
by("another").onclick = () => {
  form.seed.value = newName();
  changed();
};
for (const [id, by_] of /** @type {[string, number][]} */ ([["previous", -1], ["next", 1]])) {
  by(id).onclick = () => {
    sheetNumber = Math.min(Math.max(1, sheetNumber + by_), Math.max(1, sheets));
    changed();
  };
}
for (const side of all("[name=side]")) side.onchange = changed;
for (const retry of all(".retry")) {
  retry.onclick = () => {
    engine = connect();
    if (location.hash.startsWith("#proof/")) route();
  };
}
by("cancel").onclick = cancel;
by("change").onclick = () => history.back();
by("save-all").onclick = saveAll;
by("copy-link").onclick = () => copy(by("link").textContent, by("copy-link"));
by("help-open").onclick = () => by("help").showModal();
by("offset").onclose = () => {
  if (by("offset").returnValue === "save") memory.set("offset", `${Number(by("offset-x").value)},${Number(by("offset-y").value)}`);
  if (document.body.dataset.step === "choose") changed();
};
for (const button of all(".correct")) button.onclick = correct;
by("look").onclick = () => {
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
  memory.set("theme", root.dataset.theme);
};
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
    if (document.body.dataset.step === "done") history.back();
    cancel();
  }
});
addEventListener("popstate", route);

root.dataset.theme = memory.get("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
by("version").textContent = `deckgen ${facts.version}`;
onState({});
let engine = connect();
startOwn(ask, openOwn, notice);
const { start } = facts;
if (start && "problems" in start) openOwn(start);
else if (start && "game" in start && typeof start.game === "string" && !location.hash) location.replace(`#${start.game}`);
else route();
root.dataset.ready = "";
