/** Lists: as many rows as are filled, and one more to write in. */

/** Rows of an empty list: on a wide screen more. */
var SHOWN = window.matchMedia("(min-width: 56rem)").matches ? 8 : 3;
/** @type {Object<string, number>} rows that were asked for */
var asked = {};

/** Rows of a list for what stands in them. */
function fitLists() {
  all("data-list").forEach(function (table) {
    var group = model.groups.find(function (each) { return each.name === table.dataset.list; });
    var filled = filledRows(group, store.current.fields);
    var least = Math.min(group.rows, SHOWN);
    setRows(table, group, Math.min(model.mostRows, Math.max(least, filled + 1, asked[group.name] || 0)));
  });
}

/** @param {any} table @param {Group} group @param {number} count */
function setRows(table, group, count) {
  var body = table.tBodies[0];
  while (body.rows.length > count) body.deleteRow(-1);
  if (body.rows.length >= count) return;
  var template = table.parentNode.querySelector('template[data-row="' + CSS.escape(group.name) + '"]');
  for (var number = body.rows.length + 1; number <= count; number += 1) {
    var row = template.content.firstElementChild.cloneNode(true);
    [row].concat(Array.from(row.querySelectorAll("*"))).forEach(function (element) {
      Array.from(element.attributes).forEach(function (attribute) {
        if (attribute.name === "aria-label") attribute.value = attribute.value.replace(" 00", " " + number);
        else attribute.value = attribute.value.replace(group.name + ".00", group.name + "." + rowKey(number));
      });
      if (element.id) element.id += "-" + number;
    });
    body.append(row);
  }
}

sheet.addEventListener("click", function (event) {
  var button = event.target.closest("[data-more]");
  if (!button) return;
  var table = button.parentNode.querySelector("table");
  asked[button.dataset.more] = table.tBodies[0].rows.length + 1;
  showField("");
  var row = table.tBodies[0].rows[table.tBodies[0].rows.length - 1];
  row.querySelector("[data-field]").focus();
  announce(say("added_row", { list: table.dataset.label, number: table.tBodies[0].rows.length }));
});

// The last row is filled: there is another one.
sheet.addEventListener("change", function (event) {
  if (event.target.closest("[data-list]")) {
    var rows = sheet.querySelectorAll("[data-list] tr").length;
    fitLists();
    if (sheet.querySelectorAll("[data-list] tr").length !== rows) showField("");
  }
});
