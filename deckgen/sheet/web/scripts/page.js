/** The bar above the sheet: characters, files, looks, and what is said. */

var LARGEST_FILE = 1e6;  // bytes
var MOST_FAULTS = 300;

/** @param {string} id @returns {any} */
function by(id) { return document.getElementById(id); }

/** Say something, with a way back if there is one. @param {string} text @param {boolean} [undo] */
function announce(text, undo) {
  by("said").textContent = text;
  by("undo").hidden = !undo;
  by("said").parentNode.classList.toggle("full", Boolean(text));
}

/** Tell what is wrong with a file or the sheet. @param {string} head @param {string[]} faults */
function tellFaults(head, faults) {
  by("what").textContent = head;
  var shown = faults.length > MOST_FAULTS ? faults.slice(0, MOST_FAULTS).concat("…") : faults;
  by("list").replaceChildren.apply(by("list"), shown.map(function (fault) {
    var item = document.createElement("li");
    item.textContent = fault;
    return item;
  }));
  by("faults").showModal();
}

/** The characters to choose from, and whether all is saved. @param {string} name */
function showBar(name) {
  var told = store.trouble ? "unsaved" : store.waiting ? "saving" : "saved";
  by("saved").textContent = say(told);
  by("saved").dataset.is = told;
  if (store.trouble && showBar.told !== store.trouble) announce(say(store.trouble));
  showBar.told = store.trouble;
  if (name && name !== "name") return;
  by("who").replaceChildren.apply(by("who"), store.people.map(function (each) {
    return new Option(nameOf(each), each.id, false, each === store.current);
  }));
  document.title = nameOf(store.current) + " · " + model.title;
}

/** Give the reader a file. @param {string} text @param {string} kind @param {string} type */
function download(text, kind, type) {
  var link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: type }));
  link.download = (nameOf(store.current).normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "character") + kind;
  link.click();
  window.setTimeout(function () { URL.revokeObjectURL(link.href); }, 10000);
}

/** Take in what a file holds: all of it, or nothing. @param {string} file @param {string} text */
function take(file, text) {
  var found = /^\s*(<\?xml|<xfdf)/.test(text.replace(/^\ufeff/, "")) ? fromXfdf(text) : [fromYaml(text.replace(/^\ufeff/, ""))];
  var faults = found.flatMap(function (each) { return each.faults; });
  if (faults.length) return tellFaults(say("not_imported", { file: file }), faults);
  var here = store.current.fields, first = found[0].fields;
  var same = (here.name || "") === (first.name || "") || JSON.stringify(here) === JSON.stringify(blank());
  if (found.length === 1 && same) {
    if (!("portrait" in first)) keepPictures(here, first);
    store.replace(first);
  } else store.add(found.map(function (each) { return each.fields; }));
  var notes = found.flatMap(function (each) { return each.notes; });
  announce([say("imported", { name: nameOf(store.current) })].concat(notes).join(" "), true);
}

/** What forms of a PDF do not hold stays as it is. @param {Fields} from @param {Fields} to */
function keepPictures(from, to) {
  known.forEach(function (found, name) {
    if (found.column.type === "picture" && from[name]) to[name] = from[name];
  });
}

/** Give out what is on the sheet, if it is right. @param {function(): void} give */
function give(give) {
  var faults = faultsOf(store.current.fields);
  if (faults.length) tellFaults(say("not_exported"), faults.map(told));
  else give();
}

function computedTexts() {
  /** @type {Object<string, string>} */
  var texts = {};
  model.groups.forEach(function (group) {
    entries(group, Math.max(group.rows, filledRows(group, store.current.fields))).forEach(function (entry) {
      group.columns.forEach(function (column) {
        var name = full(group.name, entry[0], column.name);
        if (column.type === "derived") texts[name] = computed(name);
      });
    });
  });
  return texts;
}

/** @param {string} look */
function setLook(look) {
  document.documentElement.dataset.theme = look;
  by("look").value = look;
}

by("who").addEventListener("change", function () { store.choose(by("who").value); announce(""); });
by("new").addEventListener("click", function () { store.add([blank()]); announce(""); sheet.querySelector("[data-field=name]").focus(); });
by("open").addEventListener("click", function () { by("file").click(); });
by("yaml").addEventListener("click", function () {
  give(function () { download(toYaml(store.current.fields), ".yaml", "text/yaml"); });
});
by("xfdf").addEventListener("click", function () {
  give(function () { download(toXfdf(store.current.fields, computedTexts()), ".xfdf", "application/vnd.adobe.xfdf"); });
});
by("print").addEventListener("click", function () { window.print(); });
by("reset").addEventListener("click", function () {
  var name = nameOf(store.current);
  store.reset();
  announce(say("was_reset", { name: name }), true);
});
by("delete").addEventListener("click", function () {
  var name = nameOf(store.current);
  store.remove();
  announce(say("was_deleted", { name: name }), true);
});
by("undo").addEventListener("click", function () { store.undo(); announce(say("undone")); });
by("menu").addEventListener("click", function (event) { if (event.target.tagName === "BUTTON") by("menu").hidePopover(); });
by("look").addEventListener("change", function () { setLook(by("look").value); store.put("look", by("look").value); });
by("file").addEventListener("change", function () {
  var file = by("file").files[0];
  by("file").value = "";
  if (!file) return;
  if (file.size > LARGEST_FILE) return tellFaults(say("not_imported", { file: file.name }), [say("large")]);
  file.text().then(function (text) {
    if (text.includes("\u0000")) tellFaults(say("not_imported", { file: file.name }), [say("not_text")]);
    else take(file.name, text);
  });
});
window.addEventListener("pagehide", function () { if (store.waiting) store.save(); });
document.addEventListener("visibilitychange", function () { if (document.hidden && store.waiting) store.save(); });
window.addEventListener("storage", function (event) {
  if (event.key !== STORE + store.current.id || !event.newValue || store.waiting) return;
  var other = person(store.current.id, event.newValue);
  if (!other) return;
  store.current.fields = other.fields;
  store.tell("");
  announce(say("other_tab", { name: nameOf(other) }));
});

var differing = store.open();
setLook(store.saved().look || "auto");
store.listen(showField);
store.listen(showBar);
store.tell("");
if (differing) announce(say("newer", { name: differing }));
document.documentElement.dataset.ready = "";
