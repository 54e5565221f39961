/*
 * The table: the pile, the cards in play with rings around what was read of them, and what that comes to.
 */

import { playedWith } from "./engine.js";
import { backOf, cardButton, cardShown, cropOf, frontOf, groundsOf, ringsOf } from "./view-card.js";
import { by, later, make, press, sign } from "./view-kit.js";
import { askedAfter } from "./view-rolls.js";
import { chanceLine, figureText, say, tell, verdict } from "./words.js";

/** A roll resolved with these cards, as far as they go.
 * @param {Model} model @param {Roll} roll @param {Answers} given @param {number[]} cards @returns {Shown} */
export function resolution(model, roll, given, cards) {
  const left = [...cards];
  return { roll, given, cards, person: "", target: "", ...playedWith(model, roll.play(given), given, () => left.shift()) };
}

const PASSING = ["deal", "join", "rename", "leave", "source", "note-on", "round", "reseed"];

/** The roll that the cards in play are of, if they are of one. @param {State} state @returns {RollNote | null} */
export function rollInPlay(state) {
  for (let at = state.log.length - 1; at >= 0; at -= 1) {
    const { what, note, from, to } = state.log[at];
    if (what === "note") return note?.roll ? note : null;
    if (!PASSING.includes(what) && !(what === "move" && from !== "table" && to !== "table")) return null;
  }
  return null;
}

/** @param {PlayModel} model @param {State} state @param {Shown | null} shown
 * @param {(card: number, marks: Mark[]) => void} enlarge */
export function showStage(model, state, shown, enlarge) {
  const stage = by("stage");
  const cards = shown ? [...new Set(shown.cards)] : state.table;
  const marks = shown ? marksOf(model, shown) : new Map();
  const keep = new Map([...stage.children].map((each) => [each.dataset.key, each]));
  const made = cards.map((card) => {
    const own = marks.get(card) ?? [];
    const key = JSON.stringify([card, own]);
    const found = keep.get(key);
    if (found && card >= 0) return found;
    const button = cardButton(model.faces, cardShown(model, card), own, cardLabel(model, card, shown), () => enlarge(card, own));
    button.dataset.key = key;
    if (![...keep.keys()].some((each) => each?.startsWith(`[${card},`))) button.classList.add("new");
    return button;
  });
  by("felt").dataset.count = String(Math.min(made.length, 2));
  if (!made.length) made.push(make("div", { class: "empty", text: say(model, "No card is in play."), "data-key": "" }));
  stage.replaceChildren(...made);
  arrange(model.faces);
}

const GAP = 8;
const LARGEST = 344;
const READABLE = 150;
const SMALL = 84;
const room = { width: 0, height: 0 };

/** Cards as large as there is room for all of them; where they could not be read then, the last one, which decides, is
 * large, and those before it are small below or beside it. @param {CardFaces} faces */
function arrange(faces) {
  const stage = by("stage");
  const count = stage.children.length;
  const across = faces.width / faces.height;
  let best = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const width = Math.min((room.width - (columns - 1) * GAP) / columns, ((room.height - (rows - 1) * GAP) / rows) * across);
    best = Math.max(best, width);
  }
  const below = Math.min(room.width, (room.height - SMALL / across - GAP) * across);
  const beside = Math.min(room.width - SMALL - GAP, room.height * across);
  const alone = Math.max(below, beside);
  const decides = count > 1 && best < Math.min(READABLE, alone) && alone > 1.25 * SMALL;
  stage.classList.toggle("decides", decides);
  stage.classList.toggle("beside", decides && beside > below);
  stage.style.setProperty("--card", `${Math.max(decides ? alone : Math.min(best, LARGEST), 40).toFixed(1)}px`);
  if (decides) later(() => { stage.scrollLeft = 0; stage.scrollTop = 0; });
}

/** Keep the cards as large as there is room, on the picture of the mat and the pattern of their backs. @param {CardFaces} faces */
export function watchStage(faces) {
  by("felt").prepend(...groundsOf(faces));
  new ResizeObserver(([{ contentRect }]) => {
    room.width = contentRect.width - 4;
    room.height = contentRect.height - 6;
    arrange(faces);
  }).observe(by("stage"));
}

/** What the steps read, in the order of their panels; quiet steps have none. @param {Shown} shown */
function readings(shown) {
  return shown.playeds.filter((played) => !played.step.quiet).flatMap((played) => played.looked);
}

/** What is ringed on which card, with the numbers of steps if there are several. @param {PlayModel} model @param {Shown} shown */
function marksOf(model, shown) {
  /** @type {Map<number, Mark[]>} */
  const found = new Map();
  const all = readings(shown);
  all.forEach((looked, at) => {
    const own = found.get(looked.card.impulse) ?? [];
    own.push({ number: all.length > 1 ? String(at + 1) : "", rings: ringsOf(model.faces, looked) });
    found.set(looked.card.impulse, own);
  });
  return found;
}

/** @param {Model} model @param {number} card @param {Shown | null} shown */
function cardLabel(model, card, shown) {
  const read = shown ? readings(shown).filter((looked) => looked.card.impulse === card) : [];
  const titles = [...new Set(read.map((looked) => looked.section.title))];
  return [cardShown(model, card).word, ...titles].join(", ");
}

// The piles

/** @param {PlayModel} model @param {State} state */
export function showPiles(model, state) {
  const own = state.source === "own";
  by("pile").hidden = own;
  by("pile-count").textContent = String(state.pile.length);
  by("discard-count").textContent = String(state.discard.length);
  by("discard-open").disabled = !state.discard.length;
  by("due").hidden = !state.due;
  by("due").textContent = own ? say(model, "Shuffle your deck before the next task.") : say(model, "The pile is shuffled before the next task.");
  placeTop("pile-top", state.pile.length ? "back" : "", () => backOf(model.faces));
  const top = state.discard[state.discard.length - 1];
  placeTop("discard-top", top === undefined ? "" : String(top), () => frontOf(model.faces, cardShown(model, top)));
}

/** Draw it only if it is another card than before. @param {string} id @param {string} key @param {() => Element} draw */
function placeTop(id, key, draw) {
  const slot = by(id);
  if (slot.dataset.key === key) return;
  slot.dataset.key = key;
  slot.classList.toggle("bare", !key);
  later(() => {
    if (slot.dataset.key === key) slot.replaceChildren(...(key ? [draw()] : []));
  });
}

// What it comes to

/** Whether it went well: the verdict of its facts, or else whether the last number was reached, "plain" without one.
 * @param {Model} model @param {Shown} shown */
export function toneOf(model, shown) {
  const { facts } = told(model, shown);
  const last = shown.playeds[shown.playeds.length - 1];
  const reached = !last || last.over === null ? "plain" : last.over >= 0 ? "good" : "bad";
  const tone = facts.length ? verdict(facts) : last?.found?.critical ? "bad" : reached;
  const worst = shown.playeds.some(({ found, result }) => found?.critical || result?.name === "lowest");
  return tone === "bad" && worst ? "worst" : tone;
}

/** @type {WeakMap<Shown, ReturnType<typeof tell>>} chances take a while, and do not change */
const toldOf = new WeakMap();

/** @param {Model} model @param {Shown} shown */
function told(model, shown) {
  const known = toldOf.get(shown) ?? tell(model, shown.playeds, shown.roll.play(shown.given), shown.given);
  toldOf.set(shown, known);
  return known;
}

/** The words of a roll in a line: what came of it, or what was read. @param {Model} model @param {Shown} shown */
export function outcomeOf(model, shown) {
  const { panels, facts } = told(model, shown);
  if (facts.length) return facts.map((fact) => fact.text).join(" ");
  const last = shown.playeds[shown.playeds.length - 1];
  if (!last) return "";
  if (last.found?.critical) return model.failure;
  const hasMore = last.looked[0]?.section.kind === "dice" && !last.added.length && last.over === null; // than a number
  if (last.total !== null && !hasMore) return figureText(last.total);
  const line = panels[panels.length - 1]?.lines[0] ?? "";
  return line.includes(": ") ? line.slice(line.indexOf(": ") + 2) : line;
}

/** All facts in a line that screen readers hear: how it went, then each. @param {Model} model @param {Shown} shown */
export function heardResult(model, shown) {
  const { facts } = told(model, shown);
  const words = facts.length ? verdictWords(model, facts, toneOf(model, shown)) : outcomeOf(model, shown);
  const lines = facts.map((fact) => [toneWord(model, fact.tone), fact.text].filter(Boolean).join(" "));
  return [`${shown.roll.title}:`, ...(facts[0]?.text === words ? [] : [words]), ...lines].join(" ");
}

/** What a sign says to those who do not see it. @param {Model} model @param {string} tone */
function toneWord(model, tone) {
  if (tone === "good") return say(model, "Good:");
  return tone === "bad" || tone === "worst" ? say(model, "Bad:") : "";
}

/** A sign, and what it says. @param {Model} model @param {string} tone @param {string} [drawn] */
function toneSign(model, tone, drawn = tone) {
  const word = toneWord(model, tone);
  return word ? [sign(drawn), make("span", { class: "hidden", text: word })] : [sign(drawn)];
}

/** How it went, in words: the first fact where it says so. @param {Model} model @param {Fact[]} facts @param {string} tone */
function verdictWords(model, facts, tone) {
  const count = (/** @type {string} */ wanted) => facts.filter((fact) => fact.tone === wanted).length;
  if (tone === "mixed" && count("bad")) return say(model, "Mixed: {bad} bad, {good} good", { bad: count("bad"), good: count("good") });
  if (facts[0].tone === (tone === "worst" ? "bad" : tone) || tone === "plain" || tone === "info") return facts[0].text;
  return tone === "good" ? say(model, "It goes well.") : tone === "mixed" ? say(model, "Mixed") : say(model, "It goes badly.");
}

/** Of each fact the numbers of the rings that led to it since the fact before. @param {Shown} shown */
function ringNumbers(shown) {
  const all = readings(shown);
  /** @type {number[][]} */
  const numbers = [];
  /** @type {number[]} */
  let since = [];
  for (const { looked, result } of shown.playeds) {
    since.push(...looked.map((each) => all.indexOf(each) + 1).filter(Boolean));
    if (!result?.tone) continue;
    numbers.push(since);
    since = [];
  }
  return numbers;
}

/** How it went, and one fact a line with its sign and the numbers of its rings.
 * @param {PlayModel} model @param {Shown} shown @param {string[]} due  titles of what comes next */
function verdictParts(model, shown, due) {
  const { facts } = told(model, shown);
  const text = outcomeOf(model, shown);
  if (!text) return [];
  const tone = toneOf(model, shown);
  const words = facts.length ? verdictWords(model, facts, tone) : text;
  const first = facts[0]?.text === words;
  const all = readings(shown);
  const rings = ringNumbers(shown);
  const chance = first && all.length ? chanceLine(model, /** @type {Played} */ (shown.playeds.find(({ result }) => result?.tone))) : "";
  const head = make("header", { class: `verdict ${tone}${/^[−+]?\d+$/.test(text) ? " figure" : ""}` }, ...toneSign(model, tone, tone === "plain" || tone === "info" ? "table" : tone),
    make("div", {}, make(first || !facts.length ? "p" : "strong", { text: words }), chance ? make("small", { text: chance }) : null));
  const lines = facts.slice(first ? 1 : 0).map((fact, at) => {
    const kind = fact.tone === "info" && due.some((title) => fact.text.includes(title)) ? "info due" : fact.tone;
    const numbers = all.length > 1 ? rings[at + Number(first)].slice(-2) : [];
    return make("li", { class: kind }, ...toneSign(model, fact.tone, kind.split(" ").pop()), make("p", { text: fact.text }),
      numbers.length ? make("span", { class: "rings", "aria-hidden": "true" }, ...numbers.map((number) => make("b", { text: String(number) }))) : null);
  });
  return [make("div", { class: `outcome ${tone}` }, head, lines.length ? make("ul", { class: "facts" }, ...lines) : null)];
}

/** @param {PlayModel} model @param {Shown} shown */
function stepList(model, shown) {
  const { panels } = told(model, shown);
  const all = readings(shown);
  const steps = make("ol", { class: "steps" });
  let at = 0;
  for (const panel of panels) {
    const looked = panel.looked;
    const number = looked ? all.indexOf(looked) + 1 || (at += 1) : 0;
    const rings = looked ? ringsOf(model.faces, looked) : [];
    const seen = make("span", { class: "seen", "aria-hidden": "true" });
    if (looked && rings.length) {
      seen.append(make("i", { class: "crop" }));
      later(() => {
        if (seen.isConnected) seen.firstElementChild?.replaceWith(cropOf(model.faces, looked.card, rings));
      });
    }
    if (looked && all.length > 1) seen.append(make("b", { text: String(number) }));
    const head = make("h3", { text: panel.head || shown.roll.title });
    if (panel.card) head.append(make("small", { text: panel.card }));
    steps.append(make("li", {}, seen, make("div", {}, head, ...panel.lines.map((text, line) => make("p", { text, class: looked && !line ? "read" : null })),
      panel.chance ? make("p", { text: panel.chance, class: "chance" }) : null)));
  }
  return steps;
}

/** Whether the steps were opened last. */
let unfolded = false;

/** The steps card by card, folded away where facts say what came of them. @param {PlayModel} model @param {Shown} shown */
function howParts(model, shown) {
  const steps = stepList(model, shown);
  if (!shown.done || !told(model, shown).facts.length) return [steps];
  const how = /** @type {HTMLDetailsElement} */ (make("details", { class: "how", open: unfolded, toggle: () => { unfolded = how.open; } },
    make("summary", {}, say(model, "How it came about"), make("small", { text: say(model, "card by card, with the odds") })), steps));
  return [how];
}

/** The result, or what one can do before there is one.
 * @param {PlayModel} model @param {State} state @param {Shown | null} shown
 * @param {Doing & {more: () => void,
 * settle: (shown: Shown, name: string, value: Answer | undefined) => void,
 * next: (shown: Shown) => {due: string[], made: Node | null}}} todo */
export function showResult(model, state, shown, todo) {
  const panel = by("result");
  panel.parentElement.scrollTop = 0;
  if (shown) {
    if (!shown.done) return panel.replaceChildren(...howParts(model, shown));
    const { due, made } = todo.next(shown);
    return panel.replaceChildren(...verdictParts(model, shown, due), ...askedAfter(model, shown, (name, value) => todo.settle(shown, name, value)),
      ...(made ? [made] : []), ...howParts(model, shown));
  }
  const top = state.table[state.table.length - 1];
  const hint = (/** @type {string} */ text) => panel.replaceChildren(make("p", { class: "hint", text }));
  if (top === undefined) return hint(say(model, "Choose what is rolled and press Roll, or draw a card and tap a place on it."));
  if (top < 0) return hint(say(model, "The Master’s card: you see its back."));
  const card = cardShown(model, top);
  const does = make("p", { class: "row" },
    press(say(model, "{roll} with this card", { roll: todo.rollTitle() }), () => todo.rollWith(top), { class: "small" }, "roll"),
    press(say(model, "One more card"), todo.more, { class: "small" }, "draw"),
    press(say(model, "To the discard"), () => todo.act({ do: "task" }), { class: "small" }));
  return panel.replaceChildren(make("div", { class: "outcome plain" }, make("header", { class: "verdict plain" }, sign("table"), make("p", { text: card.word }))),
    make("p", { class: "hint", text: say(model, "Tap the card to see it large, and a place on it to read that.") }), does);
}
