/**
 * What was played in words: what is drawn, where it is read, what it comes to, and whether that is good. The lines are
 * those of deckgen/document/examples/text.py, to the letter.
 */
import {answersOf, readAgain, sumOfPairs} from "./engine.js";
import {rollOf} from "./places.js";

const NAMED_STEP = /\{([\p{L}\p{N}_.]+)\}/gu;
/** What a chance may miss by, as it is no fraction here. */
const HAIR = 1e-9;
/** Chances from which on, or below which, a rounded per cent would be 100 or 0. */
const ALWAYS = 0.995;
const SELDOM = 0.0005;

/** A phrase in the page's language, its `{fields}` filled. @param {Model} model @param {string} text  in English
 * @param {{[field: string]: string | number}} [fields] */
export function say(model, text, fields = {}) {
  return (model.words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/** A whole number with a true minus. @param {number} value */
export function figureText(value) {
  return String(value).replace("-", "−");
}

/** Somebody's place in the round, without what decides between equals in all. @param {number} turn */
export function turnText(turn) {
  return String(Number(turn.toFixed(2)));
}

/** A modifier: "+2", "0", "−1". @param {number} value */
function signedText(value) {
  return (value > 0 ? "+" : "") + figureText(value);
}

/** A number to so many decimal places, half away from zero; `sign`: with a plus too.
 * @param {Model} model @param {number} value @param {number} [places] @param {boolean} [sign] */
export function numberText(model, value, places = 0, sign = false) {
  const digits = String(Math.floor(Math.abs(value) * 10 ** places + 0.5 + HAIR)).padStart(places + 1, "0");
  const at = digits.length - places;
  const text = digits.slice(0, at) + (places ? model.decimal + digits.slice(at) : "");
  if (/^0*$/.test(digits)) return text;
  return (value < 0 ? "−" : sign ? "+" : "") + text;
}

/** A chance of 0 to 1 in per cent. @param {Model} model @param {number} chance @param {number} [places] */
export function percentText(model, chance, places = 0) {
  return numberText(model, chance * 100, places) + model.percent;
}

/** A chance in per cent, with a decimal where it is small. @param {Model} model @param {number} chance */
export function chanceText(model, chance) {
  if (chance < SELDOM - HAIR) return say(model, "less than {chance}", {chance: percentText(model, 2 * SELDOM, 1)});
  if (chance >= ALWAYS && chance < 1 - HAIR) return percentText(model, Math.min(chance, 1 - 2 * SELDOM), 1); // which is not 100
  return percentText(model, chance, chance * 100 < 10 - HAIR ? 1 : 0);
}

/** How all facts together are, information aside: as each is if they are alike, else mixed.
 * @param {readonly Fact[]} facts @returns {Tone} */
export function verdict(facts) {
  const [tone = "info", ...more] = new Set(facts.map((fact) => fact.tone).filter((each) => each !== "info"));
  return more.length ? "mixed" : tone;
}

/** The panels of what was played, and the facts that come of it. With `play` and `given` texts may name what was asked for.
 * @param {Model} model @param {readonly Played[]} playeds @param {Play | null} [play] @param {Answers} [given]
 * @returns {{panels: Panel[], facts: Fact[]}} */
export function tell(model, playeds, play = null, given = {}) {
  const said = play ? answersSaid(play, answersOf(model, play, given)) : new Map();
  /** @type {Map<string, Played>} */
  const known = new Map();
  /** @type {Panel[]} */
  const panels = [];
  /** @type {Fact[]} */
  const facts = [];
  for (const played of playeds) {
    const {step, result} = played;
    known.set(step.name, played);
    if (result?.tone) facts.push({text: result.text.replace(NAMED_STEP, (_, name) => said.get(name) || stepText(known, name)), tone: result.tone});
    if (step.quiet) continue;
    const lines = linesOf(model, played);
    const made = played.looked.map((looked, at) => panelOf(model, played, looked, at === 0));
    if (!made.length && (panels.length || !step.text)) {
      made.push(...panels.splice(-1));
      if (step.text) lines.unshift(step.text);
    }
    if (!made.length) made.push({head: step.text, card: "", looked: null, lines: [], chance: ""});
    const last = made[made.length - 1];
    last.lines.push(...lines);
    last.chance = played.looked.length ? chanceOf(model, played) : last.chance;
    panels.push(...made);
  }
  return {panels, facts};
}

/** @param {Answer} answer */
function printed(answer) {
  return Array.isArray(answer) ? answer.join(", ") || "–" : typeof answer === "number" ? figureText(answer) : answer;
}

/** What was answered, as texts print it: of a choice its label, and its facts behind a dot.
 * @param {Play} play @param {Answers} answered */
function answersSaid(play, answered) {
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const ask of play.asks) {
    said.set(ask.name, printed(answered[ask.name]));
    const choice = ask.kind === "choice" && ask.choices.find((each) => each.name === answered[ask.name]);
    if (!choice) continue;
    said.set(ask.name, choice.label);
    for (const [fact, value] of Object.entries(choice.facts)) said.set(`${ask.name}.${fact}`, printed(value));
  }
  return said;
}

// One card

/** What a card is called beside its number. @param {Model} model @param {Card} card */
export function cardText(model, card) {
  return say(model, "card {number}, {name}", {number: card.impulse, name: card.word});
}

/** @param {Model} model @param {Played} played @param {Looked} looked @param {boolean} first @returns {Panel} */
function panelOf(model, played, looked, first) {
  const more = looked.drawn ? say(model, "Another card is drawn") : say(model, "The same card is read again");
  const head = first ? played.step.text : more;
  const card = looked.drawn
    ? cardText(model, looked.card)
    : say(model, "still card {number}", {number: looked.card.impulse});
  const read = say(model, "{place}: {result}", {place: placeText(model, looked), result: shownText(model, looked)});
  return {head, card, looked, lines: [...(first ? shiftedLines(model, played) : []), read], chance: ""};
}

/** How a cell is found that is not the one that is asked for. @param {Model} model @param {Played} played */
function shiftedLines(model, played) {
  const {column = "", row = ""} = played.read ?? played.step.read ?? {};
  const rows = shiftText(played.rows);
  const columns = shiftText(played.columns);
  return [
    ...(rows ? [say(model, "from column {column}, row {row}: rows {number}", {column, row, number: rows})] : []),
    ...(columns ? [say(model, "from column {column}, row {row}: columns {number}", {column, row, number: columns})] : []),
  ];
}

/** A shift with its labels, "" for none. @param {readonly [Term, number][]} sums */
function shiftText(sums) {
  const label = sums.filter(([term, worth]) => term.label && worth).map(([term]) => term.label).join(", ");
  return sumOfPairs(sums) && signedText(sumOfPairs(sums)) + (label ? ` (${label})` : "");
}

/** Where the card is read. @param {Model} model @param {Looked} looked */
function placeText(model, looked) {
  const {section, places} = looked;
  const {title, kind} = section;
  const first = places[0]?.[0] ?? "";
  if (kind === "grid") return cellsText(model, section, places);
  if ((kind === "rolls" || kind === "dice") && section.rolls.length > 1)
    return say(model, "{section}, {place}", {section: title, place: wordFor(section.rolls, first)});
  if (kind === "stack" && section.height > 1) {
    const up = section.standard - Number(first);
    if (!up) return say(model, "{section}, the standard place", {section: title});
    return say(model, "{section}, {up} from the standard place", {section: title, up: signedText(up)});
  }
  if (kind === "table") {
    const column = places.map(([label]) => wordFor(section.columns, label)).join(", ");
    const row = section.rows[Number(places[0][1])].word;
    return say(model, "{section}, {column}, {row}", {section: title, column, row});
  }
  return title;
}

/** @param {readonly Labeled[]} labeled @param {string | number} label */
export function wordFor(labeled, label) {
  return labeled.find((each) => each.label === label)?.word ?? String(label);
}

/** @param {Model} model @param {GridSection} section @param {Looked["places"]} places */
function cellsText(model, section, places) {
  const rows = places.map(([, at]) => Number(at) + 1);
  const fields = {
    section: section.title,
    column: wordFor(section.columns, places[0][0]),
    row: rows.join(", "),
    count: rows.length,
  };
  if (section.columns.length === 1) return say(model, "{section}, row {row}", fields);
  if (section.reads === "first-n" && rows.length > 1 && rows.every((row, at) => row === at + 1))
    return say(model, "{section}, column {column}, the first {count}", fields);
  return say(model, "{section}, column {column}, row {row}", fields);
}

/** What the card says there. @param {Model} model @param {Looked} looked */
function shownText(model, looked) {
  const {section, places} = looked;
  const value = looked.card.sections[section.name];
  if (section.kind === "dice") return rollOf(section.rolls, String(places[0][0])).texts[looked.card.impulse];
  if (section.kind === "marks") {
    const marked = /** @type {number[]} */ (value);
    const crossed = places.map(([at]) => Number(at)).filter((at) => marked.includes(at));
    const figures = places.map(([at]) => at).join(", ");
    if (!places.length) return "–";
    return crossed.length
      ? say(model, "of {figures} crossed out: {crossed}", {figures, crossed: crossed.join(", ")})
      : say(model, "of {figures} none is crossed out", {figures});
  }
  if (section.kind === "stack") return valueText(section, /** @type {StackValue} */ (value).stack[Number(places[0][0])]);
  const found = places.map((place) => place.reduce((each, at) => each[at], /** @type {any} */ (value)));
  if (section.kind === "grid" || section.kind === "rolls")
    return found.map((each) => printedCell(model, /** @type {number | Cell} */ (each))).join(", ");
  if (section.kind === "table") return found.map((each) => figureText(Number(each))).join(", ");
  return valueText(section, /** @type {Scalar} */ (found[0]));
}

/** @param {Model} model @param {number | Cell} value */
function printedCell(model, value) {
  const cell = typeof value === "number" ? {value} : value;
  if (cell.critical_failure) return model.failure;
  const number = figureText(cell.value);
  if (cell.again) return say(model, "{number} and draw on", {number});
  return cell.confirm ? say(model, "{number}? and draw on", {number}) : number;
}

/** What one value of a section is called, of dice that of a part; "–" for nothing.
 * @param {Section} section @param {Scalar} value @param {string} [part] */
export function valueText(section, value, part = "") {
  const words = section.kind === "stack" ? section.places.find((place) => place.name === value)?.word
    : section.kind === "dice" ? (typeof value === "boolean" ? (value ? section.words[part] : "") : section.words[String(value)])
    : "outcomes" in section ? section.outcomes.find((each) => each.value === value)?.word : undefined;
  return (words ?? (value === null ? "" : typeof value === "number" ? figureText(value) : String(value))) || "–";
}

// What it comes to

/** @param {Model} model @param {Played} played */
function linesOf(model, played) {
  const {over, result, level} = played;
  const lines = played.total !== null && !played.found?.critical ? sumLines(model, played) : [];
  if (over !== null) {
    lines.push(comparedText(model, played, over));
    if (result?.value.length) lines.push(say(model, "it counts as {number}", {number: figureText(played.worth)}));
  }
  if (level) lines.push(String(level.name));
  const chance = chanceLine(model, played);
  return chance ? [...lines, chance] : lines;
}

/** How many draws come to the same result, "" where the step does not say. @param {Model} model @param {Played} played */
export function chanceLine(model, played) {
  const chance = toldChance(played);
  return chance === null ? "" : say(model, "{chance} of draws come to this", {chance: chanceText(model, chance)});
}

/** The chance that a step names itself, null if it does not. @param {Played} played */
function toldChance(played) {
  const told = played.over !== null || played.result?.text;
  return told && played.chance !== null && played.chance < ALWAYS - HAIR ? played.chance : null;
}

/** The chance of what was read: of so much or more, or of the same. "" where the step names its chance itself, which of a
 * place or a word is often that of several.
 * @param {Model} model @param {Played} played */
function chanceOf(model, played) {
  const {found} = played;
  const told = toldChance(played);
  const counts = typeof found?.value === "number";
  if (!found || (counts && told !== null)) return "";
  const more = counts && !found.critical;
  const chance = readAgain(model, played, more);
  if (chance === null || chance <= 0 || chance >= ALWAYS - HAIR) return "";
  if (told !== null && Math.abs(chance - told) < HAIR) return "";
  const said = chanceText(model, chance);
  if (played.looked[0].section.kind === "dice") return diceChance(model, played, said);
  if (!more) return say(model, "Chance to read the same: {chance}", {chance: said});
  return say(model, "Chance to read {number} or more: {chance}", {chance: said, number: figureText(Number(found.value))});
}

/** The chance of a part of dice: of its word, or of so much or more of a number, by its name unless it is the main one.
 * @param {Model} model @param {Played} played @param {string} chance */
function diceChance(model, {looked, found, read}, chance) {
  const section = /** @type {DiceSection} */ (looked[0].section);
  const {parts} = rollOf(section.rolls, read?.column ?? "");
  const {name, kind} = parts.find((part) => part.name === read?.row) ?? parts[0];
  const result = valueText(section, found?.value ?? null, name);
  if (kind === "word" || kind === "mark") return result === "–" ? "" : say(model, "{place}: {result}", {place: result, result: chance});
  const more = say(model, "Chance to read {number} or more: {chance}", {chance, number: result});
  return kind === "number" && name === parts[0].name ? more : say(model, "{place}: {result}", {place: section.words[name], result: more});
}

/** How the total is made, if it is not just what was read. @param {Model} model @param {Played} played */
function sumLines(model, played) {
  const {step, times, divide} = played;
  const total = played.total ?? 0;
  const terms = played.added.map(([term, worth]) => /** @type {[string, number]} */ ([term.label, worth]));
  if (played.found) terms.unshift(["", Number(played.found.value)]);
  let number = terms.reduce((sum, [, worth]) => sum + worth, 0) * times;
  let made = writtenTerms(terms);
  if (times > 1) made = terms.length > 1 ? `(${made}) × ${times}` : `${made} × ${times}`;
  if (divide > 1) {
    made = terms.length > 1 || times > 1 ? `(${made}) ÷ ${divide}` : `${made} ÷ ${divide}`;
    number = (step.up ? Math.ceil : Math.floor)(number / divide);
  }
  const lines = [];
  if (terms.length > 1 || times > 1 || divide > 1) lines.push(`${made} = ${figureText(number)}`);
  else if (played.looked.length > 1) {
    const {section} = played.looked[0];
    const adds = section.kind === "grid" && section.reads === "cell";
    const figure = {number: figureText(number)};
    lines.push(adds ? say(model, "together {number}", figure) : say(model, "that makes {number}", figure));
  }
  const bound = {number: figureText(total)};
  if (number > total) lines.push(say(model, "at most {number}", bound));
  if (number < total) lines.push(say(model, "at least {number}", bound));
  return lines;
}

/** @param {Model} model @param {Played} played @param {number} over */
function comparedText(model, played, over) {
  const {against} = played;
  const total = figureText(played.total ?? 0);
  const labeled = against.length > 1 || Boolean(against[0][0].label);
  const written = labeled ? writtenTerms(against.map(([term, worth]) => [term.label, worth])) : "";
  const sum = figureText(sumOfPairs(against));
  const number = against.length > 1 ? `${written} = ${sum}` : labeled ? written : sum;
  if (played.found?.critical) return say(model, "a critical failure against {number}", {number});
  if (over > 0) return say(model, "{total} against {number}: {over} over", {total, number, over});
  if (over < 0) return say(model, "{total} against {number}: {short} short", {total, number, short: -over});
  return say(model, "{total} against {number}: just reached", {total, number});
}

/** "7 − 4 (running) + 1 (range)" @param {readonly [string, number][]} terms */
function writtenTerms(terms) {
  let made = "";
  for (const [label, worth] of terms) {
    const sign = made ? (worth < 0 ? " − " : " + ") : worth < 0 ? "−" : "";
    made += sign + Math.abs(worth) + (label ? ` (${label})` : "");
  }
  return made || "0";
}

/** What a step came to, as texts print it. @param {Map<string, Played>} known @param {string} said */
function stepText(known, said) {
  const [name, part] = said.split(".");
  const played = known.get(name);
  if (!played) return "0";
  if (part) {
    /** @type {{[part: string]: number}} */
    const numbers = {over: played.over ?? 0, bumps: played.bumps, rest: played.rest};
    const shown = played.found?.parts[part] ?? null;
    if (shown !== null && numbers[part] === undefined) return valueText(played.looked[0].section, shown, part);
    return printed(numbers[part] ?? played.level?.[part] ?? "–");
  }
  const section = played.looked[0]?.section;
  const found = played.found?.value ?? null;
  if (section && (section.kind === "stack" || typeof found !== "number")) return valueText(section, found, played.read?.row);
  return figureText(played.worth);
}
