/** Controls on the page and what stands in the store, kept alike; and what the sheet computes of it. */

/** @param {string} id @returns {any} */
const by = (id) => document.getElementById(id);

/** Do something at a click on a button, or at another event. @param {string} id @param {function(): void} act */
const at = (id, act, type = "click") => by(id).addEventListener(type, act);

const sheet = document.getElementById("sheet");
let computing = deckgenSheet(store.read);

/** Elements with an attribute. @param {string} attribute @param {string} [value] @returns {any[]} */
function all(attribute, value) {
  return Array.from(sheet.querySelectorAll(value === undefined ? `[${attribute}]` : `[${attribute}="${CSS.escape(value)}"]`));
}

/** Do something at an event on the sheet, with the nearest element that fits and the event.
 * @param {string} type @param {string} selector @param {function(any, any): void} act */
function on(type, selector, act) {
  sheet.addEventListener(type, (event) => {
    const element = event.target.closest(selector);
    if (element) act(element, event);
  });
}

/** What the sheet computes for a field, without an own value. @param {string} name */
const computed = (name) => computing.text(name);

/** Show what stands in a field. @param {any} control */
function show(control) {
  const name = control.dataset.field;
  const text = store.read(name);
  if (control.value !== text) {
    if (control.tagName === "SELECT" && text && !Array.from(control.options).some((each) => each.value === text)) {
      control.add(new Option(text, text));  // what was imported is never lost
    }
    control.value = text;
  }
  if (name.startsWith(`${OWN}.`)) {
    const open = text !== "" || document.activeElement === control;
    control.hidden = !open;
    control.parentNode.classList.toggle("owned", open);
    const without = deckgenSheet((each) => (each === name ? "" : store.read(each)));  // as if there were no own value
    control.title = say("Computed: {value}", { value: without.text(name.slice(OWN.length + 1)) });
  }
  const field = find(name);
  explain(control, field && text ? wrong(field.column, text) : "");
}

/** Say below a control what is wrong with it. @param {any} control @param {string} what */
function explain(control, what) {
  const next = control.nextElementSibling;
  let note = next?.classList.contains("wrong") ? next : null;
  if (!what) {
    note?.remove();
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
    return;
  }
  if (!note) {
    note = document.createElement("small");
    note.className = "wrong";
    note.id = `wrong-${explain.count += 1}`;
    control.after(note);
  }
  note.textContent = what;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", note.id);
}
explain.count = 0;

/** Show what is marked on a track. @param {HTMLElement} row */
function showMarks(row) {
  const name = row.dataset.track;
  const { fields } = store.current;
  const open = order(name, fields);
  const count = marked(name, fields);
  const last = count ? open[count - 1] : 0;
  const start = startOf(name, fields);
  const zero = model.starts[name]?.run ? start : Math.floor(find(name).column.most / 2);
  for (const input of row.querySelectorAll("input")) {
    const number = Number(input.value);
    const mark = input.parentElement;
    const text = mark.lastElementChild;
    input.checked = number === last;
    mark.classList.toggle("on", number > 0 && number <= last && open.includes(number));
    if (!row.classList.contains("countdown")) continue;
    if (number) {
      mark.hidden = !open.includes(number) || (number > 2 * start && number > count && zero === start);
      mark.classList.toggle("below", number > zero);
      if (!(start >= 0)) continue;
      text.textContent = number > zero ? `−${number - zero}` : String(start - number);
      input.setAttribute("aria-label", text.textContent);
    } else text.textContent = start >= 0 ? String(start) : "–";
  }
  for (const output of all("data-left", name)) {
    output.textContent = start >= 0 ? `${start - count < 0 ? `−${count - start}` : start - count} / ${start}` : "";
  }
}

/** Show everything that rests on a field; all if its name is "". @param {string} name */
function showField(name) {
  computing = deckgenSheet(store.read);
  if (!name) fitLists();
  showFight();
  for (const control of all("data-field")) if (!name || [name, full(OWN, name)].includes(control.dataset.field)) show(control);
  for (const row of all("data-track")) {
    const { track } = row.dataset;
    if (!name || track === name || model.starts[track]?.of === name) showMarks(row);
  }
  for (const output of [...all("data-show"), ...all("data-text")]) {
    const shown = output.dataset.show ?? output.dataset.text;
    const text = store.read(full(OWN, shown)) || computed(shown) || store.read(shown);
    if (output.textContent !== text) output.textContent = text;
    if (output.dataset.needs) output.classList.toggle("needs", !text && !store.read(output.dataset.needs));
  }
  all("data-picture").forEach(showPicture);
  for (const row of all("data-list").flatMap(({ tBodies }) => [...tBodies[0].rows])) {  // which are not printed
    row.classList.toggle("blank", !Array.from(row.querySelectorAll("[data-field]")).some((control) => control.value));
  }
}

on("input", "[data-field]", (control) => store.write(control.dataset.field, control.value));
on("input", "[type=radio]", (input) => {
  const { track } = input.closest("[data-track]").dataset;
  store.mark(track, order(track, store.current.fields).indexOf(Number(input.value)) + 1);
});

// A tap on the last mark takes it away again.
on("pointerdown", ".mark", (mark) => {
  const input = mark.querySelector("input");
  input.dataset.was = String(input.checked);
});
on("click", "[type=radio][data-was=true]", (input) => {
  const { track } = input.closest("[data-track]").dataset;
  if (!Number(input.value)) return;
  delete input.dataset.was;
  store.mark(track, marked(track, store.current.fields) - 1);
});

// An own value in place of a computed one.
on("click", ".own", (button) => {
  const input = button.parentNode.querySelector("input");
  input.hidden = false;
  button.parentNode.classList.add("owned");
  input.focus();
  input.select();
});
on("focusout", `[data-field^="${OWN}."]`, (input) => window.setTimeout(() => show(input), 0));
on("keydown", `[data-field^="${OWN}."]`, (input, event) => {
  if (event.key !== "Escape" && event.key !== "Enter") return;
  if (event.key === "Escape") store.write(input.dataset.field, "");
  input.parentNode.querySelector(".own").focus();
});

// Lists: as many rows as are filled, and one more to write in

/** Rows of an empty list: on a wide screen more. */
const SHOWN = window.matchMedia("(min-width: 56rem)").matches ? 8 : 3;
/** @type {Object<string, number>} rows that were asked for */
const asked = {};

/** Rows of all lists for what stands in them; returns whether there are more or fewer than before. */
function fitLists() {
  let changed = false;
  for (const table of all("data-list")) {
    const group = model.groups.find((each) => each.name === table.dataset.list);
    const least = Math.max(Math.min(group.rows, SHOWN), filledRows(group, store.current.fields) + 1, asked[group.name] ?? 0);
    const count = Math.min(model.mostRows, least);
    const { rows } = table.tBodies[0];
    changed ||= rows.length !== count;
    while (rows.length > count) table.tBodies[0].deleteRow(-1);
    const template = table.parentNode.querySelector(`template[data-row="${CSS.escape(group.name)}"]`);
    while (rows.length < count) table.tBodies[0].append(rowOf(template, group.name, rows.length + 1));
  }
  return changed;
}

/** A row of a list as its template has it. @param {any} template @param {string} list @param {number} number */
function rowOf(template, list, number) {
  const row = template.content.firstElementChild.cloneNode(true);
  for (const element of row.querySelectorAll("*")) {
    for (const attribute of element.attributes) {
      if (attribute.name === "aria-label") attribute.value = attribute.value.replace(" 00", ` ${number}`);
      else if (attribute.value === "00") attribute.value = rowKey(number);
      else attribute.value = attribute.value.replace(`${list}.00`, `${list}.${rowKey(number)}`);
    }
    if (element.id) element.id += `-${number}`;
  }
  return row;
}

on("click", "[data-more]", (button) => {
  const table = button.parentNode.querySelector("table");
  const { rows } = table.tBodies[0];
  asked[button.dataset.more] = rows.length + 1;
  showField("");
  rows[rows.length - 1].querySelector("[data-field]").focus();
  announce(say("{list} {number} was added.", { list: table.dataset.label, number: rows.length }));
});
on("change", "[data-list]", () => { if (fitLists()) showField(""); });

// Portraits: a picture from a file, scaled down so that it can be saved

const LARGEST = 640;  // pixels of the longer side
const TOO_LARGE = 40e6;  // bytes
/** @type {string} the field that a picture is chosen for */
let picturing = "";
const pictureFile = /** @type {HTMLInputElement} */ (document.getElementById("picture"));

/** Show a picture, else the face of the name. @param {any} place */
function showPicture(place) {
  const text = store.read(place.dataset.picture);
  const shown = text || faceUrl(faces, store.read("name"), store.read("face"));
  const image = place.querySelector("img");
  if (shown && image.getAttribute("src") !== shown) image.src = shown;
  image.hidden = !shown;
  place.querySelector(".remove")?.toggleAttribute("hidden", !text);
  place.classList.toggle("empty", !shown);
}

on("click", ".remove", (button) => store.write(button.closest("[data-picture]").dataset.picture, ""));
on("click", ".choose", (button) => {
  picturing = button.closest("[data-picture]").dataset.picture;
  pictureFile.click();
});
pictureFile.addEventListener("change", () => {
  const file = pictureFile.files[0];
  pictureFile.value = "";
  if (!file) return;
  if (file.size > TOO_LARGE) return announce(say("the file is too large"));
  const image = new Image();
  image.onload = () => {
    URL.revokeObjectURL(image.src);
    const scale = Math.min(1, LARGEST / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    store.write(picturing, canvas.toDataURL("image/jpeg", 0.85));
  };
  image.onerror = () => {
    URL.revokeObjectURL(image.src);
    announce(say("This picture cannot be read. Choose a PNG or a JPEG."));
  };
  image.src = URL.createObjectURL(file);
});
