/** The bar above the sheet: characters, files, looks, and what is said. */

const LARGEST_FILE = 1e6;  // bytes
const MOST_PROBLEMS = 300;

/** Say something, with a way back if there is one. @param {string} text @param {boolean} [undo] */
function announce(text, undo = false) {
  by("said").textContent = text;
  by("undo").hidden = !undo;
  by("said").parentNode.classList.toggle("full", Boolean(text));
}

/** Tell what is wrong with a file or the sheet. @param {string} head @param {string[]} problems */
function tellProblems(head, problems) {
  by("what").textContent = head;
  const shown = problems.length > MOST_PROBLEMS ? [...problems.slice(0, MOST_PROBLEMS), "…"] : problems;
  by("list").replaceChildren(...shown.map((problem) => Object.assign(document.createElement("li"), { textContent: problem })));
  if (by("go-on")) by("go-on").hidden = true;
  by("problems").showModal();
}

/** Whether all is saved. */
function showSaved() {
  const { trouble, waiting } = store;
  by("saved").textContent = trouble ? say("Not saved") : waiting ? say("Saving") : say("Saved");
  by("saved").dataset.is = trouble ? "unsaved" : waiting ? "saving" : "saved";
  if (trouble && showSaved.told !== trouble) announce(trouble);
  showSaved.told = trouble;
}
showSaved.told = "";

/** Show what has changed: a field, or everything if its name is "". @param {string} name */
function refresh(name) {
  showField(name);
  window.clearTimeout(showPerson.waiting);
  showPerson.waiting = window.setTimeout(showPerson, name ? 250 : 0);
  showSaved();
  if (name && name !== "name") return;
  by("who").replaceChildren(...store.people.map((each) => new Option(nameOf(each), each.id, false, each === store.current)));
  document.title = `${nameOf(store.current)} · ${model.title}`;
}

/** Give out the sheet as a file, and say what is not right on it.
 * @param {function(Fields, string[]): string} write @param {string} kind @param {string} type */
function give(write, kind, type) {
  const { fields, remarks } = rightOf(store.current.fields);
  download(write(fields, remarks), kind, type);
  if (remarks.length) tellProblems(say("Exported, but this is not right, and is left out or only a remark in the file:"), remarks);
}

/** Give out a text as a file with the name of the character. @param {string} text @param {string} kind @param {string} type */
function download(text, kind, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  const name = nameOf(store.current).normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  link.download = (name.toLowerCase() || "character") + kind;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} file @param {string[]} problems */
const refuse = (file, problems) => tellProblems(say("Nothing was imported. In {file} this is wrong:", { file }), problems);

/** Take in what a file holds: all of it, or nothing. @param {string} file @param {string} text */
function take(file, text) {
  const plain = text.replace(/^\ufeff/, "");
  const taken = /^\s*(<\?xml|<xfdf)/.test(plain) ? fromXfdf(plain) : [fromYaml(plain)];
  const problems = taken.flatMap((each) => each.problems);
  if (problems.length) return refuse(file, problems);
  const here = store.current.fields, first = taken[0].fields;
  const same = (here.name ?? "") === (first.name ?? "") || JSON.stringify(here) === JSON.stringify(blank());
  if (taken.length === 1 && same) {
    const pictures = [...known.values()].filter(({ name, column }) => column.type === "picture" && here[name]);
    if (!("portrait" in first)) for (const { name } of pictures) first[name] = here[name];  // which no form of a PDF holds
    store.replace(first);
  } else store.add(taken.map((each) => each.fields));
  const notes = taken.flatMap((each) => each.notes);
  announce(say("{name} was imported.", { name: nameOf(store.current) }), true);
  if (notes.length) tellProblems(say("{name} was imported.", { name: nameOf(store.current) }), notes);
}

/** @param {string} look */
function setLook(look) {
  document.documentElement.dataset.theme = look;
  by("look").value = look;
}

at("who", () => { store.choose(by("who").value); announce(""); }, "change");
at("new", () => { store.add([blank()]); announce(""); sheet.querySelector("[data-field=name]").focus(); });
at("open", () => by("file").click());
at("yaml", () => give(toYaml, ".yaml", "text/yaml"));
at("xfdf", () => give((fields) => toXfdf(fields, computed), ".xfdf", "application/vnd.adobe.xfdf"));
at("print", () => window.print());
at("reset", () => {
  const name = nameOf(store.current);
  store.reset();
  announce(say("{name} was reset.", { name }), true);
});
at("delete", () => {
  const name = nameOf(store.current);
  store.remove();
  announce(say("{name} was deleted.", { name }), true);
});
at("undo", () => { store.undo(); announce(say("Undone.")); });
by("menu").addEventListener("click", (event) => { if (event.target.tagName === "BUTTON") by("menu").hidePopover(); });
at("look", () => { setLook(by("look").value); store.put("look", by("look").value); }, "change");
at("file", () => {
  const file = by("file").files[0];
  by("file").value = "";
  if (!file) return;
  if (file.size > LARGEST_FILE) return refuse(file.name, [say("the file is too large")]);
  file.text().then((text) => {
    if (text.includes("\u0000")) refuse(file.name, [say("this is neither YAML nor XFDF; give a .yaml or an .xfdf file")]);
    else take(file.name, text);
  });
}, "change");
window.addEventListener("pagehide", () => { if (store.waiting) store.save(); });
document.addEventListener("visibilitychange", () => { if (document.hidden && store.waiting) store.save(); });
window.addEventListener("storage", (event) => {
  if (event.key !== STORE + store.current.id || !event.newValue || store.waiting) return;
  const other = person(store.current.id, event.newValue);
  if (!other) return;
  store.current.fields = other.fields;
  refresh("");
  announce(say("{name} was changed in another tab; this is now the same.", { name: nameOf(other) }));
});

const differing = store.open();
setLook(store.saved().look || "auto");
refresh("");
readAddress();
if (!document.documentElement.dataset.view) {
  const phone = !window.matchMedia("(min-width: 56rem)").matches && store.current.fields.name;
  openView([store.saved().view, phone ? "fight" : "sheet", "sheet"].find((view) => VIEWS.includes(view)));
}
if (differing) announce(say("Here is what was saved in this browser. The file itself has another version of {name}: Reset takes that one.", { name: differing }));
document.documentElement.dataset.ready = "";
