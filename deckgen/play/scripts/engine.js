/*
 * What the cards of a game's situation come to: deckgen/deck/situations.py in JavaScript, one card at a time. Every
 * rule stands in the model; tests hold both sides against each other.
 */
import { cellFacts, columnsFromHighest, placeNamed, placed, sectionOf } from "./places.js";
import { CardReader, cardOf, readChances } from "./reading.js";

/** Thrown where a card is wanted and there is none. */
class NoCard extends Error {}

/** Play a situation with the cards that `next` draws; undefined, where it has none, ends it before it is `done`. `task`:
 * what was drawn before is resolved then. What is not given, or no such value, counts as the default.
 * @param {Model} model @param {Play} play @param {Answers} given @param {(task: boolean) => number | undefined} next
 * @param {boolean} [reckons]  whether chances are computed
 * @returns {{playeds: Played[], done: boolean, task: boolean}} */
export function playedWith(model, play, given, next, reckons = true) {
  const table = new Settling(model, play, given, next);
  /** @type {Played[]} */
  const playeds = [];
  try {
    for (const played of table.steps(play)) {
      if (reckons) played.chance = table.chance(played);
      playeds.push(played);
    }
    return { playeds, done: true, task: false };
  } catch (error) {
    if (error instanceof NoCard) return { playeds, done: false, task: table.task };
    throw error;
  }
}

/** A play of one step that reads one place, with what is added to it and what it is held against.
 * @param {Model} model @param {string} section  its name
 * @param {string} place  see `choices`; of marks any list of figures; of a table "-ROW" with `more.reached`
 * @param {More} [more] @returns {Play} */
export function readingOf(model, section, place, more = {}) {
  const own = sectionOf(model, section);
  const { name, read: none } = model.reading;
  const read = { ...none, section, ...placed(own, place) };
  if (own.kind === "grid") Object.assign(read, { rows: sumOf(more.rows), columns: sumOf(more.columns) });
  if (own.kind === "stack") read.up = sumOf(Number(place.replace("−", "-")) || 0);
  if (more.reached !== undefined) read.reached = sumOf(more.reached, true);
  const { add, times, divide, up = false, bump = 0, against = null } = more;
  const sums = { add: sumOf(add), times: sumOf(times), divide: sumOf(divide) };
  const step = { ...model.reading, read, ...sums, up, bump };
  if (against === null) step.results = [];
  else step.against = sumOf(against, true);
  return { name, title: own.title, story: "", example: false, asks: [], steps: [step], place: [], next: [], notes: [], turn: [], turn_stays: false };
}

/** One number as a sum. @param {number} [number] @param {boolean} [even]  even if it is 0 @returns {Term[]} */
function sumOf(number = 0, even = false) {
  return number || even ? [{ label: "", number, step: "", part: "", less: false }] : [];
}

// Asks

/** What counts for every ask: what is missing or is no such value counts as the default.
 * @param {Model} model @param {Play} play @param {Answers} given @returns {Answers} */
export function answersOf(model, play, given) {
  return Object.fromEntries(play.asks.map((ask) => [ask.name, answer(model, ask, given[ask.name])]));
}

/** @param {Model} model @param {Ask} ask @param {Answer | undefined} value @returns {Answer} */
function answer(model, ask, value) {
  const { kind, least, most } = ask;
  const section = ask.section ? sectionOf(model, ask.section) : null;
  if (kind === "number" && Number.isInteger(value)) return Math.min(Math.max(Number(value), least), most);
  if (typeof value === "string" && ask.choices.some(({ name }) => kind === "choice" && name === value)) return value;
  if (Array.isArray(value) && section?.kind === "marks") {
    const known = value.filter((figure) => Number.isInteger(figure) && figure >= 1 && figure <= section.count);
    return [...new Set(known)].sort((a, b) => a - b);
  }
  return (section && typeof value === "string" && placeNamed(section, value)) || ask.default;
}

/** What an answer counts in sums, and the facts of it. @param {Model} model @param {Ask} ask @param {Answer} value
 * @returns {Known} */
function knownAsk(model, ask, value) {
  const choice = ask.kind === "choice" && ask.choices.find((each) => each.name === value);
  if (choice) return { worth: choice.number, result: choice.name, facts: choice.facts };
  const section = ask.section ? sectionOf(model, ask.section) : null;
  if (section?.kind === "grid") return { worth: 0, result: null, facts: cellFacts(section, String(value)) };
  const number = typeof value === "number" ? value : 0;
  return { worth: Array.isArray(value) ? value.length : number, result: null, facts: {} };
}

/** The table that a situation is settled at: the card in play, and what is known so far. */
class Settling {
  /** @param {Model} model @param {Play} play @param {Answers} given @param {(task: boolean) => number | undefined} [next] */
  constructor(model, play, given, next = () => undefined) {
    this.model = model;
    this.next = next;
    this.answers = answersOf(model, play, given);
    /** @type {Map<string, Known>} */
    this.known = new Map(play.asks.map((ask) => [ask.name, knownAsk(model, ask, this.answers[ask.name])]));
    this.asks = new Map(play.asks.map((ask) => [ask.name, ask]));
    this.quiet = new Set(play.steps.filter(({ quiet }) => quiet).map(({ name }) => name));
    this.task = false;
  }

  /** The next card. @param {boolean} task  what was drawn before is resolved @returns {Card} */
  draw(task) {
    this.task = task;
    const number = this.next(task);
    if (number === undefined) throw new NoCard();
    return cardOf(this.model, number);
  }

  /** @param {Play} play @returns {Generator<Played, void, void>} */
  *steps(play) {
    /** @type {Card | null} */
    let card = null;
    let fresh = false;
    for (const step of play.steps) {
      if (!this.comes(step)) continue;
      if (step.draws || (step.read && !card)) {
        card = this.draw(true);
        fresh = true;
      }
      const reader = new CardReader(this.model, () => this.draw(false));
      const read = step.read && this.asked(step.read);
      const shown = read && card ? reader.readOn(read, card, fresh, step.again) : null;
      if (read) fresh = false;
      const played = this.concluded(step, read, shown, reader.looked);
      this.known.set(step.name, knownStep(played));
      yield played;
      if (played.result?.ends) break;
    }
  }

  /** Whether a step, or what follows, comes to pass after those before it. @param {{when: [string, string[]][]}} step */
  comes({ when }) {
    return when.every(([name, wanted]) => wanted.includes(this.known.get(name)?.result ?? ""));
  }

  /** What terms, or what is written, answer to an ask of another play: a number finds the choice that counts so much, or the
   * next below. @param {Ask} ask @param {Term[] | string} value @returns {Answer} */
  answer(ask, value) {
    if (!Array.isArray(value)) return value;
    const [{ step, part, less }] = value;
    if (value.length === 1 && !part && !less && this.asks.get(step)?.kind === ask.kind) return this.answers[step];
    const number = this.worth(value);
    if (ask.kind !== "choice") return number;
    const below = ask.choices.filter((choice) => choice.number <= number).sort((a, b) => b.number - a.number);
    return (below[0] ?? ask.choices[0]).name;
  }

  // What is read

  /** What is read, with what was asked for, and numbers for sums. @param {Read} read @returns {Reading} */
  asked(read) {
    const value = this.answers[read.ask];
    const { section, column, row, figures } = read;
    const own = { section, column, row, figures };
    if (Array.isArray(value)) own.figures = value;
    else if (typeof value === "string") Object.assign(own, placed(sectionOf(this.model, section), value));
    const reached = read.reached.length ? this.worth(read.reached) : null;
    return { ...own, up: this.worth(read.up), reached, rows: this.worth(read.rows), columns: this.worth(read.columns) };
  }

  // What it comes to

  /** @param {Term[]} terms @returns {number} */
  worth(terms) {
    return terms.reduce((sum, term) => sum + this.number(term), 0);
  }

  /** The terms with their numbers; without asks, quiet steps and steps passed over that count nothing.
   * @param {Term[]} terms @returns {[Term, number][]} */
  worths(terms) {
    /** @type {[Term, number][]} */
    const worths = terms.map((term) => [this.labeled(term), this.number(term)]);
    return worths.filter(([{ step }, worth]) => worth || !step || this.told(step));
  }

  /** Whether a step is reported even if it counts nothing. @param {string} name */
  told(name) {
    const known = this.known.get(name);
    return Boolean(known) && !this.asks.has(name) && !this.quiet.has(name);
  }

  /** The term with what is printed beside it: of an ask what was chosen, or what was asked for. @param {Term} term */
  labeled(term) {
    const ask = this.asks.get(term.step);
    if (term.label || !ask) return term;
    const answer = this.answers[term.step];
    const chosen = ask.choices.find(({ name, number }) => name === answer || number === answer);
    return { ...term, label: (chosen ?? ask).label };
  }

  /** The number of a term with its sign; 0 for a step that was passed over, or a level that was not reached.
   * @param {Term} term */
  number(term) {
    const known = this.known.get(term.step);
    const worth = term.step ? (term.part ? known?.facts[term.part] : known?.worth) : term.number;
    return typeof worth !== "number" ? 0 : term.less ? 0 - worth : worth;
  }

  /** @param {Step} step @param {Reading | null} read @param {Found | null} found @param {Looked[]} looked @returns {Played} */
  concluded(step, read, found, looked) {
    const added = this.worths(step.add);
    const against = this.worths(step.against);
    if (step.against.length && !against.length) against.push([this.labeled(step.against[0]), 0]); // nothing is a number, too
    const [times, divide] = [step.times, step.divide].map((terms) => (terms.length ? Math.max(this.worth(terms), 1) : 1));
    /** @type {number | null} */
    let total = null;
    let rest = 0;
    if (!found || typeof found.value === "number") {
      const number = (Number(found?.value ?? 0) + sumOfPairs(added)) * times;
      rest = number - Math.floor(number / divide) * divide;
      total = (step.up ? Math.ceil(number / divide) : Math.floor(number / divide)) + 0;
      if (step.least.length) total = Math.max(total, this.worth(step.least));
      if (step.most.length) total = Math.min(total, this.worth(step.most));
    }
    const over = total === null || !step.against.length ? null : total - sumOfPairs(against);
    const compared = over === null ? total : found?.critical ? -Infinity : over; // which is below any number
    const result = step.results.find((each) => this.fits(each, found, compared)) ?? null;
    return {
      step,
      looked,
      found,
      added,
      against,
      total,
      over,
      times,
      divide,
      rest,
      worth: result?.value.length ? this.worth(result.value) : (total ?? 0),
      bumps: step.bump ? Math.floor(Math.max(0, over ?? 0) / step.bump) : 0,
      level: step.levels.length && total !== null && total > 0 ? step.levels[Math.min(total, step.levels.length) - 1] : null,
      result,
      rows: this.worths(step.read?.rows ?? []),
      columns: this.worths(step.read?.columns ?? []),
      chance: null,
      read,
    };
  }

  /** Whether a result's conditions hold; `compared` is what its bounds are for, if anything is.
   * @param {Result} result @param {Found | null} found @param {number | null} compared */
  fits({ parts, values, shown, least, most }, found, compared) {
    if (!parts.every(([part, wanted]) => wanted.includes(found?.parts[part] ?? null))) return false;
    if (values) return values.includes(found ? found.value : null);
    if (shown) return found?.shown === shown;
    if (compared === null) return !least && !most;
    return (!least || compared >= this.worth(least)) && (!most || compared <= this.worth(most));
  }

  // Chances

  /** The chance of the same result in a draw from the whole deck. @param {Played} played @returns {number | null} */
  chance(played) {
    if (!played.result) return null;
    const { name } = played.result;
    const results = this.results(played.step);
    return results && chanceOfAny(results.filter((each) => each.result?.name === name));
  }

  /** All that a step may come to in a draw from the whole deck. @param {Step} step
   * @returns {{result: Result | null, chance: number}[] | null} */
  results(step) {
    if (!step.read || step.again) return null;
    const read = this.asked(step.read);
    const chances = readChances(this.model, read);
    return chances && chances.map(({ found, chance }) => ({ result: this.concluded(step, read, found, []).result, chance }));
  }
}

/** @param {Played} played @returns {Known} */
function knownStep(played) {
  return {
    worth: played.worth,
    result: played.result ? played.result.name : null,
    facts: { ...numbersOf(played.found?.parts ?? {}), ...played.level, over: played.over ?? 0, bumps: played.bumps, rest: played.rest },
  };
}

/** The parts of a result that sums may use; a mark counts 1. @param {Parts} parts @returns {Facts} */
function numbersOf(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]));
}

/** @param {readonly [Term, number][]} pairs */
export function sumOfPairs(pairs) {
  return pairs.reduce((total, [, number]) => total + number, 0);
}

/** @param {readonly {chance: number}[]} each */
function chanceOfAny(each) {
  return each.reduce((total, { chance }) => total + chance, 0);
}

/** All that a draw from the whole deck may read at a place, each with its chance; null if it is not computed.
 * @param {Model} model @param {string} section @param {string} place @param {More} [more]
 * @returns {Chance[] | null} */
export function chancesOf(model, section, place, more) {
  const play = readingOf(model, section, place, more);
  return readChances(model, new Settling(model, play, {}).asked(/** @type {Read} */ (play.steps[0].read)));
}

/** What the first step that reads a card may come to, each with its chance, before a card is drawn. Null where no chances
 * are computed, or the step has neither results nor a number.
 * @param {Model} model @param {Play} play @param {Answers} [given]
 * @returns {{step: Step, results: {result: Result, chance: number}[]} | null} */
export function outlook(model, play, given) {
  const table = new Settling(model, play, given ?? {});
  for (const step of play.steps) {
    if (!table.comes(step)) continue;
    if (!step.read) {
      table.known.set(step.name, knownStep(table.concluded(step, null, null, [])));
      continue;
    }
    /** @type {Map<string, {result: Result, chance: number}>} */
    const results = new Map();
    for (const { result, chance } of table.results(step) ?? []) {
      if (!result) return null;
      const same = results.get(result.name) ?? { result, chance: 0 };
      same.chance += chance;
      results.set(result.name, same);
    }
    return results.size ? { step, results: [...results.values()] } : null;
  }
  return null;
}

/** How often each result comes up if a play is tried as often as that, each time with the whole deck: what no closed form
 * tells, such as who is wounded in the end. Steps that are passed over come up less often than the play is tried.
 * @param {Model} model @param {Play} play @param {Answers} given @param {number} times
 * @param {(number: number) => number[]} shuffled  an order of the impulses, another one for each number
 * @returns {Map<string, Map<string, number>>}  by step, by result */
export function tried(model, play, given, times, shuffled) {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  let shuffles = 0;
  for (let number = 0; number < times; number += 1) {
    /** @type {number[]} */
    let left = [];
    const next = () => {
      if (!left.length || model.draw === "with-replacement") left = [...shuffled((shuffles += 1))];
      return left.pop();
    };
    for (const { step, result } of playedWith(model, play, given, next, false).playeds) {
      if (!result) continue;
      const own = counts.get(step.name) ?? new Map();
      counts.set(step.name, own.set(result.name, (own.get(result.name) ?? 0) + 1));
    }
  }
  return counts;
}

// What follows

/** The rolls that follow by the rules, the main one first, with what is known for them. @param {Model} model @param {Play} play
 * @param {Answers} given @param {readonly Played[]} playeds @returns {FollowingRoll[]} */
export function nextOf(model, play, given, playeds) {
  const table = afterwards(model, play, given, playeds);
  return play.next.filter((roll) => table.comes(roll)).map(({ roll, of, asks, card }) => {
    const target = model.plays.find(({ name, example }) => name === roll && !example);
    const known = (target?.asks ?? []).filter(({ name }) => name in asks).map((ask) => [ask.name, table.answer(ask, asks[ask.name])]);
    const read = playeds.find(({ step }) => step.name === card)?.looked[0].card.impulse ?? null;
    return { roll, of, given: Object.fromEntries(known), card: read };
  });
}

/** What may be noted on tracks, and how much of it. @param {Model} model @param {Play} play @param {Answers} given
 * @param {readonly Played[]} playeds @returns {FollowingNote[]} */
export function notesOf(model, play, given, playeds) {
  const table = afterwards(model, play, given, playeds);
  return play.notes.filter((note) => table.comes(note)).map(({ on, track, at, add }) =>
    ({ on, track, place: hitPlaceOf(model, { ...play, place: at }, given, playeds), add: table.worth(add) })).filter(({ add }) => add);
}

/** When somebody acts in the round by a play, the highest first; null for no turn. What decides between equals comes after
 * the point. @param {Play} play @param {readonly Played[]} playeds */
export function turnOf({ turn }, playeds) {
  const found = turn.map((name) => playeds.find(({ step }) => step.name === name));
  if (!found[found.length - 1]) return null;
  const parts = found.map((played) => (played?.looked[0]?.section.kind === "table" ? columnOf(played) : played?.total ?? 0));
  return Number(parts.reduce((sum, part, at) => sum + part / 100 ** at, 0).toFixed(4));
}

/** The place of the column of a table that is found, counted from where it needs least; 0 for none. @param {Played} played */
function columnOf({ looked: [{ card, section, places: [[, row]] }], found }) {
  const columns = columnsFromHighest(/** @type {TableSection} */ (section), /** @type {TableValue} */ (card.sections[section.name]), Number(row));
  const at = columns.findIndex((label) => label === found?.value);
  return at < 0 ? 0 : columns.length - at;
}

/** The hit location of a play as the game's files call it, by the first of its steps and asks that is known; "" for none. A
 * choice that counts 0 is none. @param {Model} model @param {Play} play @param {Answers} given @param {readonly Played[]} playeds */
export function hitPlaceOf(model, play, given, playeds) {
  const answers = answersOf(model, play, given);
  const chosen = play.asks.filter(({ name, choices }) => choices.some((each) => each.name === answers[name] && each.number));
  const known = new Map(chosen.map(({ name }) => [name, answers[name]]));
  for (const { step, found } of playeds) if (found) known.set(step.name, String(found.value));
  return String(play.place.map((name) => known.get(name)).find(Boolean) ?? "");
}

/** The table once a play is over. @param {Model} model @param {Play} play @param {Answers} given @param {readonly Played[]} playeds */
function afterwards(model, play, given, playeds) {
  const table = new Settling(model, play, given);
  for (const played of playeds) table.known.set(played.step.name, knownStep(played));
  return table;
}

/** The chance that a draw from the whole deck reads the same, or with `more` the same or a higher number; null if it is not
 * computed. @param {Model} model @param {Played} played @param {boolean} [more] @returns {number | null} */
export function readAgain(model, { read, found: own, step }, more = false) {
  const chances = own && read && !step.again ? readChances(model, read) : null;
  const counts = chances?.filter(({ found: { value, critical } }) =>
    more ? Number(value) >= Number(own?.value) && !critical : value === own?.value && critical === own?.critical);
  return counts ? chanceOfAny(counts) : null;
}
