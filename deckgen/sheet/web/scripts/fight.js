/** The views of the page; that for fights; and a person's way to the table and back. */

const VIEWS = Array.from(document.querySelectorAll(".tabs a"), (link) => link.getAttribute("href").slice(1));
const TABLE = document.documentElement.dataset.table ?? "";
let code = "";

/** Show the view that an address names, or that has the part which it names. @param {string} [hash] */
function openView(hash = window.location.hash.slice(1)) {
  const part = hash && document.getElementById(hash);
  const view = VIEWS.includes(hash) ? hash : part ? part.closest(".view")?.id ?? (part.closest(".reads") ? "rules" : "sheet") : "";
  if (!view) return;
  document.documentElement.dataset.view = view;
  for (const link of document.querySelectorAll(".tabs a")) link.ariaCurrent = link.getAttribute("href") === `#${view}` ? "page" : null;
  if (view === hash) window.scrollTo(0, 0);
  else part.scrollIntoView();
  store.put("view", view);
}

/** Show what the view for fights counts. */
function showFight() {
  const { fields } = store.current;
  for (const output of all("data-count")) {
    const count = marked(output.dataset.count, fields);
    output.textContent = String(count);
    if (output.classList.contains("hit")) output.hidden = !count;
  }
  for (const output of all("data-level")) {
    output.textContent = output.dataset.levels.split("|")[marked(output.dataset.level, fields) - 1] ?? "";
  }
  for (const belt of all("data-belt")) {
    const name = belt.dataset.belt, { most } = find(name).column, start = startOf(name, fields), count = marked(name, fields);
    const marks = Array.from({ length: model.starts[name] ? Math.max(start, count) || 0 : most }, (_, i) => document.createElement("i"));
    marks.forEach((mark, i) => { mark.className = i >= count ? "" : start >= 0 && i >= start ? "on below" : "on"; });
    belt.replaceChildren(...marks);
  }
  for (const cards of all("data-guns")) {
    const count = filledRows(model.groups.find(({ name }) => name === cards.dataset.guns), fields);
    while (cards.children.length > count + 1) cards.lastElementChild.remove();
    while (cards.children.length <= count) cards.append(rowOf(cards.firstElementChild, cards.dataset.guns, cards.children.length));
  }
}

showPerson.waiting = 0;
on("click", "[data-step]", ({ dataset }) => {
  const count = marked(dataset.of, store.current.fields) + Number(dataset.step);
  store.mark(dataset.of, Math.min(Math.max(count, 0), find(dataset.of).column.most));
});

// To the table

/** Make the code of the person, and the links and buttons that take it there. */
async function showPerson() {
  if (!model.person) return;
  const { fields } = store.current, person = toPerson(fields), ready = Boolean(TABLE && person.name);
  for (const note of all("data-note")) note.textContent = person.note;
  const presets = presetsOf(fields, computing);
  const here = await coded("person", { ...person, from: window.location.href.split("#")[0] });
  code = await coded("person", person);
  if (fields !== store.current.fields) return;
  by("code-out").value = code;
  by("to-table").hidden = !ready;
  by("to-table").href = `${TABLE}#person=${here}`;
  for (const place of all("data-presets")) {
    const links = presets.flatMap(({ title, rule, key }, at) => {
      const own = key === place.dataset.presets && (!key || rule.each === place.closest("[data-guns]").dataset.guns);
      const link = { textContent: rule.verb && key ? rule.verb : title, href: `${TABLE}#person=${here}&preset=${at}`, target: "deckgen-table" };
      return own && ready ? [Object.assign(document.createElement("a"), link)] : [];
    });
    place.replaceChildren(...links);
    const checks = place.closest(".checks");
    if (checks) checks.hidden = !links.length;
  }
}

/** Take over the tracks of a person in a message, if its reader agrees. @param {string} text */
async function fromTable(text) {
  const { data, problem, got, of } = await decoded(text, "person");
  const problems = { none: say("there is no code in it"), cut: say("the code is cut off: {got} of {of} letters are there", { got, of }) };
  if (problem) return announce(problems[problem] ?? say("the code is of another kind, or was changed on its way"));
  const person = store.people.find((each) => each.fields.name === data?.name);
  if (data?.game !== model.game || !person) return announce(say("No sheet here is called {name}.", { name: String(data?.name) }));
  const fields = { ...person.fields };
  const changes = [];
  for (const name of Object.keys(tracksOf(fields))) {
    const value = Math.min(Math.max(Math.trunc(Number(data.tracks?.[name]?.value)), 0), find(name).column.most), before = marked(name, fields);
    if (Number.isNaN(value) || value === before) continue;
    changes.push(`${called(find(name))}: ${before} → ${value}`);
    setMarks(name, fields, value);
  }
  if (!changes.length) return announce(say("{name} is as the table has it.", { name: data.name }));
  by("go-on").onclick = () => {
    store.choose(person.id);
    store.replace(fields);
    announce(say("{name} is as the table has it.", { name: data.name }), true);
  };
  tellProblems(say("The table has this of {name}. Take it over?", { name: data.name }), changes);
  by("go-on").hidden = false;
}

/** Follow the address: to a view, or with a person from the table. */
function readAddress() {
  const [, text] = /^#person=(.*)$/.exec(window.location.hash) ?? [];
  if (text === undefined) return openView();
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  if (model.person) fromTable(text);
}

if (model.person) {
  window.name = "deckgen-sheet";
  at("copy", () => {
    by("code-out").select();
    navigator.clipboard?.writeText(code).catch(() => document.execCommand("copy"));
    announce(say("The code is copied."));
  });
  by("share").hidden = !navigator.share;
  at("share", () => navigator.share({ text: code }).catch(() => undefined));
  at("save-code", () => download(`${code}\n`, ".txt", "text/plain"));
  at("take-code", () => fromTable(by("code-in").value));
}
window.addEventListener("hashchange", readAddress);
