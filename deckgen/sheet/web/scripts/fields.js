/** Controls on the page and what stands in the store, kept alike; and what the sheet computes of it. */

var sheet = document.getElementById("sheet");
var computing = deckgenSheet(store.read);

/** Elements with an attribute. @param {string} attribute @param {string} [value] @param {ParentNode} [within] @returns {any[]} */
function all(attribute, value, within) {
  var said = value === undefined ? "" : '="' + CSS.escape(value) + '"';
  return Array.from((within || sheet).querySelectorAll("[" + attribute + said + "]"));
}

/** What the sheet computes for a field, without an own value. @param {string} name */
function computed(name) {
  return computing.text(name);
}

/** Show what stands in a field. @param {any} control */
function show(control) {
  var name = control.dataset.field;
  var text = store.read(name);
  if (control.value !== text) {
    if (control.tagName === "SELECT" && text && !Array.from(control.options).some(function (each) { return each.value === text; })) {
      control.add(new Option(text, text));  // what was imported is never lost
    }
    control.value = text;
  }
  if (name.startsWith(OWN + ".")) {
    var open = text !== "" || document.activeElement === control;
    control.hidden = !open;
    control.parentNode.classList.toggle("owned", open);
    control.title = say("computed", { value: asIfNotOwned(name) });
  }
  var found = find(name);
  var what = found && text ? wrong(found.column, text) : "";
  if (what) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
  explain(control, what);
}

/** What would be computed if there were no own value. @param {string} name */
function asIfNotOwned(name) {
  var other = deckgenSheet(function (each) { return each === name ? "" : store.read(each); });
  return other.text(name.slice(OWN.length + 1));
}

/** Say below a control what is wrong with it. @param {any} control @param {string} what */
function explain(control, what) {
  var next = control.nextElementSibling;
  var said = next && next.classList.contains("wrong") ? next : null;
  if (!what) {
    if (said) said.remove();
    control.removeAttribute("aria-describedby");
    return;
  }
  if (!said) {
    said = document.createElement("small");
    said.className = "wrong";
    said.id = "wrong-" + (explain.count = (explain.count || 0) + 1);
    control.after(said);
  }
  said.textContent = what;
  control.setAttribute("aria-describedby", said.id);
}

/** Show what is marked on a track. @param {HTMLElement} row */
function showMarks(row) {
  var name = row.dataset.track;
  var column = find(name).column;
  var fields = store.current.fields;
  var open = order(name, column, fields);
  var count = marked(name, column, fields);
  var last = count ? open[count - 1] : 0;
  var start = startOf(name, fields);
  var zero = model.starts[name] && model.starts[name].run ? start : Math.floor(column.most / 2);
  Array.from(row.querySelectorAll("input")).forEach(function (input) {
    var number = Number(input.value);
    var mark = input.parentNode;
    input.checked = number === last;
    mark.classList.toggle("on", number > 0 && number <= last && open.includes(number));
    if (!row.classList.contains("countdown")) return;
    if (!number) {
      mark.lastElementChild.textContent = start >= 0 ? String(start) : "–";
      return;
    }
    mark.hidden = !open.includes(number) || (number > 2 * start && number > count && zero === start);
    mark.classList.toggle("below", number > zero);
    if (!(start >= 0)) return;
    var said = number > zero ? "−" + (number - zero) : String(start - number);
    mark.lastElementChild.textContent = said;
    input.setAttribute("aria-label", said);
  });
  all("data-left", name).forEach(function (output) {
    output.textContent = start >= 0 ? (start - count < 0 ? "−" + (count - start) : start - count) + " / " + start : "";
  });
}

/** Show everything that rests on a field; all if its name is "". @param {string} name */
function showField(name) {
  if (name.startsWith(" ")) return;
  computing = deckgenSheet(store.read);
  if (!name) fitLists();
  all("data-field").forEach(function (control) {
    if (!name || control.dataset.field === name || control.dataset.field === OWN + "." + name) show(control);
  });
  all("data-track").forEach(function (row) {
    var start = model.starts[row.dataset.track];
    if (!name || row.dataset.track === name || (start && start.of === name)) showMarks(row);
  });
  all("data-show").forEach(function (output) {
    var text = store.read(full(OWN, output.dataset.show)) || computed(output.dataset.show);
    if (output.textContent !== text) output.textContent = text;
  });
  all("data-picture").forEach(showPicture);
}

sheet.addEventListener("input", function (event) {
  var control = event.target;
  if (control.dataset.field) store.write(control.dataset.field, control.value);
  else if (control.type === "radio") tick(control);
});

/** Mark up to a number. @param {any} input */
function tick(input) {
  var row = input.closest("[data-track]");
  var column = find(row.dataset.track).column;
  var open = order(row.dataset.track, column, store.current.fields);
  store.mark(row.dataset.track, column, open.indexOf(Number(input.value)) + 1);
}

// A tap on the last mark takes it away again.
sheet.addEventListener("pointerdown", function (event) {
  var mark = event.target.closest(".mark,.step");
  var input = mark && mark.querySelector("input");
  if (input) input.dataset.was = String(input.checked);
});
sheet.addEventListener("click", function (event) {
  var input = event.target;
  if (input.type !== "radio" || input.dataset.was !== "true" || !Number(input.value)) return;
  delete input.dataset.was;
  var row = input.closest("[data-track]");
  var column = find(row.dataset.track).column;
  store.mark(row.dataset.track, column, marked(row.dataset.track, column, store.current.fields) - 1);
});

// An own value in place of a computed one.
sheet.addEventListener("click", function (event) {
  var button = event.target.closest(".own");
  if (!button) return;
  var input = button.parentNode.querySelector("input");
  input.hidden = false;
  button.parentNode.classList.add("owned");
  input.focus();
  input.select();
});
sheet.addEventListener("focusout", function (event) {
  var name = event.target.dataset && event.target.dataset.field;
  if (name && name.startsWith(OWN + ".")) window.setTimeout(function () { show(event.target); }, 0);
});
sheet.addEventListener("keydown", function (event) {
  var name = event.target.dataset && event.target.dataset.field;
  if (!name || !name.startsWith(OWN + ".") || (event.key !== "Escape" && event.key !== "Enter")) return;
  if (event.key === "Escape") store.write(name, "");
  event.target.parentNode.querySelector(".own").focus();
});
