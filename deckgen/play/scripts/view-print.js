/*
 * The deck on paper: as many cards a sheet as fit, true in mm, with backs that lie behind their fronts when the sheet
 * is turned over its long edge.
 */

import { drawn, make, press, segments } from "./view-kit.js";
import { say } from "./words.js";

/** mm; Chromium makes A4 209.89 wide: between the two, fronts are over backs in its PDF and on paper.
 * @type {{[paper: string]: [number, number]}} */
const PAPERS = { a4: [209.945, 297], letter: [215.9, 279.4] };
const LETTER = /-(US|CA|MX|PH|CL|CO|VE|GT|CR|PA)\b/i;
/** mm: what printers leave white, what is printed beyond the cut, a mark of the cut, its distance */
const [WHITE, BLEED, MARK, AWAY] = [5, 1, 3.5, 0.5];
const RULER = 50;

/** The part of the deck's view that prints. @param {PlayModel} model */
export function printPart(model) {
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[][]} */ options, /** @type {string} */ chosen) =>
    segments(name, options, [chosen], () => {}, { role: "radiogroup", "aria-label": label });
  const paper = choice("paper", say(model, "Paper"), [["a4", "A4"], ["letter", "Letter"]], LETTER.test(navigator.language) ? "letter" : "a4");
  const sides = choice("sides", say(model, "Sides"), [["both", say(model, "Both sides")], ["fronts", say(model, "Fronts only")]], "both");
  const chosen = (/** @type {HTMLElement} */ row) => /** @type {HTMLInputElement} */ (row.querySelector(":checked")).value;
  return make("section", { class: "part" }, make("h3", { text: say(model, "Print the cards") }), paper, sides,
    make("p", { class: "row" }, press(say(model, "Print"), () => void printSheets(model, chosen(paper), chosen(sides) === "both"), { id: "print" }, "print")),
    make("p", { class: "hint", text: say(model, "Print at 100 %, without fitting to the page; for both sides let the printer turn the sheets on the long edge. The line at the side of each sheet is then 50 mm long. The rules cards have a sheet of their own at the end.") }));
}

/** @param {PlayModel} model @param {string} paper @param {boolean} both */
async function printSheets(model, paper, both) {
  const sheets = make("div", { id: "sheets", class: paper }, ...sheetsOf(model, PAPERS[paper], both));
  document.getElementById("sheets")?.remove();
  document.body.append(sheets);
  await Promise.all([...document.fonts].map((font) => font.load())); // hidden text loads none
  window.addEventListener("afterprint", () => sheets.remove(), { once: true });
  window.print();
}

/** @param {PlayModel} model @param {[number, number]} paper @param {boolean} both */
function sheetsOf({ title, faces }, [width, height], both) {
  const count = (/** @type {number} */ room, /** @type {number} */ side) => Math.max(1, Math.floor((room - 2 * WHITE) / side));
  const grid = { columns: count(width, faces.width), rows: count(height, faces.height) };
  const most = grid.columns * grid.rows;
  const references = faces.references.flatMap(({ face, copies }) => Array(copies).fill(face));
  const sheets = [faces.fronts, references].flatMap((cards) =>
    Array.from({ length: Math.ceil(cards.length / most) }, (_, at) => cards.slice(at * most, (at + 1) * most)));
  return sheets.flatMap((fronts, at) => [fronts, ...(both ? [fronts.map(() => faces.back)] : [])].map((cards, back) => {
    const parts = sheetParts(faces, grid, [width, height], cards, back === 1, `${title} · ${at + 1}/${sheets.length}`);
    const [w, h] = [width - 1, height - 1]; // a larger one might take two pages
    return drawn("svg", { width: `${w}mm`, height: `${h}mm`, viewBox: `0 0 ${w} ${h}` }, ...parts);
  }));
}

/** Cards, those at the rim with a little more around them, marks, a ruler and a text beside them.
 * @param {CardFaces} faces @param {{columns: number, rows: number}} grid @param {[number, number]} paper
 * @param {string[]} cards @param {boolean} mirrored @param {string} text */
function sheetParts({ width, height }, { columns, rows }, paper, cards, mirrored, text) {
  const left = (paper[0] - columns * width) / 2;
  const top = (paper[1] - rows * height) / 2;
  const places = cards.map((face, at) => ({ face, column: mirrored ? columns - 1 - (at % columns) : at % columns, row: Math.floor(at / columns) }));
  const free = (/** @type {number} */ column, /** @type {number} */ row) => places.every((place) => place.column !== column || place.row !== row) ? BLEED : 0;
  const parts = places.map(({ face, column, row }) => {
    const [l, r, t, b] = [free(column - 1, row), free(column + 1, row), free(column, row - 1), free(column, row + 1)];
    const [w, h] = [width + l + r, height + t + b];
    const card = drawn("svg", { x: left + column * width - l, y: top + row * height - t, width: w, height: h, viewBox: `${-l} ${-t} ${w} ${h}` });
    card.innerHTML = face; // drawn by Python, which has escaped all words
    return card;
  });
  const cuts = (/** @type {number} */ start, /** @type {number} */ side, /** @type {number} */ number) => Array.from({ length: number + 1 }, (_, at) => start + at * side);
  const ends = (/** @type {number} */ start, /** @type {number} */ length) => [start - BLEED - AWAY - MARK, start + length + BLEED + AWAY];
  const marks = [
    ...cuts(left, width, columns).flatMap((x) => ends(top, rows * height).map((y) => `M${x} ${y}v${MARK}`)),
    ...cuts(top, height, rows).flatMap((y) => ends(left, columns * width).map((x) => `M${x} ${y}h${MARK}`)),
    `M${left - BLEED - 3} ${top + height / 2}m-1 0h2m-1 0v${RULER}m-1 0h2`,
  ];
  const [x, y] = [left - BLEED - 2.5, top + height / 2 + RULER + 3];
  const label = drawn("text", { x, y, transform: `rotate(90 ${x} ${y})`, "font-size": 2.5, text });
  return [...parts, drawn("path", { d: marks.join(""), class: "marks" }), label];
}
