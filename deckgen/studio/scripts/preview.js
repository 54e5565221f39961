/*
 * The picture of a sheet as it is printed: the last one stays until the next is drawn, and only the newest choice is drawn.
 */
import { by, facts, problemText, say } from "./kit.js";

/** @type {{[field: string]: unknown} | null} */
let next = null;
let busy = false;
let picture = "";
let asked = "";
export let sheets = 0;

/** Show a picture on the mat, in millimeters. @param {string} url @param {number} width @param {number} height */
function place(url, width, height) {
  by("sheet").src = by("pile").src = url;
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".desk"))) {
    figure.style.setProperty("--pw", String(width));
    figure.style.setProperty("--ph", String(height));
  }
}

/** Show the game's shipped sheet, stamped as an example. @param {GameFacts} game @param {boolean} loading */
export function showExample(game, loading) {
  const { width, height } = facts.papers.find(({ name }) => name === "a4") ?? { width: 210, height: 297 };
  asked = "";
  sheets = 0;
  if (game.cover === undefined) place(`games/${game.id}-sheet.svg`, width, height);
  stamp(loading ? `${say("An example.")} ${say("Your own cards appear when the workshop is loaded.")}` : say("An example."));
  label(1, "front");
}

/** @param {string} text */
function stamp(text) {
  by("stamp").textContent = text;
  by("stamp").hidden = !text;
}

/** @param {number} number @param {string} side */
function label(number, side) {
  const text = sheets ? say("Sheet {number} of {sheets}", { number, sheets }) : say("Sheet {number}", { number });
  by("number").textContent = text;
  by("this-sheet").textContent = sheets ? say("This is sheet {number} of {sheets}", { number, sheets }) : say("This is a sheet of cards");
  by("sheet").alt = `${text}, ${side === "back" ? say("Back") : say("Front")}`;
  by("previous").disabled = number <= 1;
  by("next").disabled = number >= sheets;
}

/**
 * Draw a sheet unless it is the one that was drawn last.
 * @param {Engine["ask"]} ask @param {Choice} choice @param {number} number @param {string} side @param {() => void} onDrawn
 */
export async function drawSheet(ask, choice, number, side, onDrawn) {
  const { items: _items, people: _people, ...printed } = choice;
  const request = { do: "sheet", choice: printed, number, side };
  const text = JSON.stringify(request);
  if (text === asked) return;
  asked = text;
  next = request;
  if (busy) return;
  busy = true;
  while (next) {
    const current = /** @type {{do: string, number: number, side: string}} */ (/** @type {unknown} */ (next));
    next = null;
    const answer = await ask(current).catch((/** @type {Error} */ error) => failure(error));
    if (next || !asked) continue; // a newer choice
    stamp(answer.problems.map(problemText).join(" "));
    if (!answer.svg) continue;
    URL.revokeObjectURL(picture);
    picture = URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" }));
    place(picture, answer.width ?? 210, answer.height ?? 297);
    sheets = answer.sheets ?? 1;
    label(answer.number ?? current.number, current.side);
    onDrawn();
  }
  busy = false;
}

/** Return what stopped the engine as an answer. @param {Error} error @returns {Answer} */
export function failure(error) {
  const message = error instanceof TypeError ? say("the workshop has stopped") : error.message || String(error);
  const remedy = document.documentElement.dataset.engine === "local" ? say("start deckgen studio again, in a terminal") : say("close other tabs, or make fewer files; then try again");
  return { problems: [{ file: "", line: null, path: "", message, remedy }] };
}

/** Draw again, whatever was drawn last: the game has changed. */
export function forgetSheet() {
  asked = "";
}
