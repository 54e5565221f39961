/* The picture of a sheet as it is printed: the last one stays until the next is drawn, and only the newest choice is drawn. */
import { by, facts, problemText, say } from "./kit.js";

const desk = /** @type {HTMLElement} */ (document.querySelector(".desk"));
let [asked, picture] = ["", ""];
/** @type {{do: string, number: number, side: string} | null} */
let next = null;
let isBusy = false;
/** How many sheets there are; 0 as long as the engine has not counted. */
export let sheets = 0;

/** Return a problem in words, with its line in a file. @param {Problem} problem */
const placed = ({ file, line, ...words }) => (line === null ? "" : `${say("{file}, line {line}", { file: file.split("/").at(-1) ?? "", line })}: `) + problemText(words);

/** Show a picture on the mat; sizes are mm. @param {string} url @param {number} width @param {number} height */
function place(url, width, height) {
  by("sheet").src = by("pile").src = url;
  desk.style.setProperty("--pw", String(width));
  desk.style.setProperty("--ph", String(height));
}

/** @param {number} number @param {string} side @param {string} stamp  what is written over the picture */
function label(number, side, stamp) {
  by("stamp").textContent = stamp;
  by("stamp").parentElement.hidden = !stamp;
  by("number").textContent = sheets ? say("Sheet {number} of {sheets}", { number, sheets }) : say("Sheet {number}", { number });
  by("this-sheet").textContent = sheets ? say("This is sheet {number} of {sheets}", { number, sheets }) : say("This is a sheet of cards");
  by("sheet").alt = `${by("number").textContent}, ${side === "back" ? say("Back") : say("Front")}`;
  by("previous").disabled = number <= 1;
  by("next").disabled = number >= sheets;
}

/** Show the game's shipped sheet, stamped as an example. @param {GameFacts} game */
export function showExample(game) {
  sheets = 0;
  const { width, height } = facts.papers.find(({ name }) => name === "a4") ?? { width: 210, height: 297 };
  if (game.cover === undefined) place(`games/${game.id}-sheet.svg`, width, height);
  label(1, "front", say("An example."));
}

/** Draw a sheet unless it is the one that was drawn last.
 * @param {Engine["ask"]} ask @param {Choice} choice @param {number} number @param {string} side @param {(number: number) => void} onDrawn */
export async function drawSheet(ask, choice, number, side, onDrawn) {
  const request = { do: "sheet", choice: { ...choice, items: [], people: [] }, number, side };
  if (JSON.stringify(request) === asked) return;
  asked = JSON.stringify(request);
  next = request;
  if (isBusy) return;
  isBusy = true;
  while (next) {
    const current = /** @type {{do: string, number: number, side: string}} */ (next);
    next = null;
    const answer = await ask(current).catch(failure);
    if (next || !asked) continue; // a newer choice
    sheets = answer.sheets ?? sheets;
    label(answer.number ?? number, current.side, answer.problems.map(placed).join(" "));
    if (!answer.svg) continue;
    URL.revokeObjectURL(picture);
    picture = URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" }));
    place(picture, answer.width ?? 210, answer.height ?? 297);
    by("sides").firstElementChild.hidden = answer.sides === 1;
    onDrawn(answer.number ?? number);
  }
  isBusy = false;
}

/** Draw the next sheet whatever was drawn last: the game has changed. */
export function forgetSheet() {
  asked = "";
}

/** Return what stopped the engine as an answer. @param {Error} error @returns {Answer} */
export function failure(error) {
  const isLocal = document.documentElement.dataset.engine === "local";
  const message = error instanceof TypeError ? say("the workshop has stopped") : error.message || String(error);
  const remedy = isLocal ? say("start deckgen studio again, in a terminal") : say("close other tabs, or make fewer files; then try again");
  return { problems: [{ file: "", line: null, path: "", message, remedy }] };
}
