/*
 * The one chance that is asked for: a table, a row, a column.
 */
import {all} from "../../web/scripts/elements.js";

const [asking] = all("form", HTMLFormElement);
const [out] = all("output", HTMLOutputElement);
const [table, row, column] = all("select", HTMLSelectElement);
const tables = all("table[data-c]", HTMLTableElement);

/** The rows of the table that is chosen. */
function rowsNow() {
  return all("tr[data-p]", HTMLTableRowElement, tables[table.selectedIndex]);
}

/** The heads of its columns. */
function headsNow() {
  return all("th[data-n]", HTMLTableCellElement, tables[table.selectedIndex]);
}

/**
 * Let one of these be chosen; what was chosen before stays so if it is there.
 * @param {HTMLSelectElement} select
 * @param {string[]} names
 */
function offer(select, names) {
  const had = select.value;
  select.replaceChildren(...names.map((name) => new Option(name, name)));
  if (names.includes(had)) select.value = had;
}

function offerRows() {
  offer(row, rowsNow().map((each) => each.dataset.p ?? ""));
  offer(column, headsNow().map((each) => each.dataset.n ?? ""));
}

function tellChance() {
  for (const each of all(".hit", HTMLElement)) each.classList.remove("hit");
  const own = rowsNow()[row.selectedIndex];
  const cell = all("td", HTMLTableCellElement, own)[column.selectedIndex];
  cell.classList.add("hit");
  own.cells[0].classList.add("hit");
  out.value = cell.dataset.w ?? "";
}

if (tables.length) {
  asking.hidden = false;
  tables.forEach((each, at) => table.add(new Option(each.dataset.c, String(at))));
  table.addEventListener("change", () => {
    offerRows();
    tellChance();
  });
  for (const each of [row, column]) each.addEventListener("change", tellChance);
  asking.addEventListener("submit", (event) => event.preventDefault());
  offerRows();
  tellChance();
}
