/*
 * What the cards of a game's situation come to: deckgen/deck/situations.py in JavaScript, one card at a time. Every
 * rule stands in the model; tests hold both sides against each other.
 */
import { PoolOdds, chainTotals, chainTotalsPutBack, withExtremes } from "./odds.js";

/**
 * What a step or an ask is known by in later steps.
 *
 * @typedef {{[name: string]: string | number}} Facts
 * @typedef {{worth: number, result: string | null, facts: Facts}} Known
 * @typedef {{found: Found, chance: number}} Chance
 * @typedef {{add?: number, against?: number | null, bump?: number, times?: number, divide?: number, up?: boolean,
 *   rows?: number, columns?: number, reached?: number}} More
 * @typedef {{place: string, word: string, dice: string, beyond: boolean}} PlaceChoice
 * @typedef {Generator<Turn, Found, Card | number | undefined>} Reading
 */

const MOST_ROWS = 99;

/**
 * Play a situation with the cards that are handed in: `{want: "card"}` is answered with the next card or its impulse.
 *
 * @param {Model} model
 * @param {Play} play
 * @param {Answers} [given]  by ask; what is missing or is no such value counts as the default
 * @param {Card | number | null} [card]  the first card, if it is not to be drawn
 * @returns {Generator<Turn, Played[], Card | number | undefined>}
 */
export function* resolve(model, play, given, card) {
  const table = new Settling(model, play, given ?? {});
  table.first = card === null || card === undefined ? null : cardOf(model, card);
  return yield* table.steps(play);
}

/**
 * A play of one step that reads one place, with what is added to it and what it is held against.
 *
 * @param {Model} model
 * @param {string} section  its name
 * @param {string} place  see `placesOf`; of marks any list of figures; of a table "-ROW" with `more.reached`
 * @param {More} [more]
 * @returns {Play}
 */
export function readingOf(model, section, place, more = {}) {
  const own = sectionOf(model, section);
  const read = { ...NO_READ, section, ...placed(own, place) };
  if (own.kind === "grid") Object.assign(read, { rows: sumOf(more.rows), columns: sumOf(more.columns) });
  if (own.kind === "stack") read.up = sumOf(Number(place.replace("−", "-")) || 0);
  if (more.reached !== undefined) read.reached = sumOf(more.reached, true);
  /** @type {Step} */
  const step = {
    name: "reading",
    text: "",
    draws: true,
    read,
    again: null,
    add: sumOf(more.add),
    times: sumOf(more.times),
    divide: sumOf(more.divide),
    up: more.up ?? false,
    least: [],
    most: [],
    levels: [],
    against: more.against === undefined || more.against === null ? [] : sumOf(more.against, true),
    bump: more.bump ?? 0,
    results: [],
    when: [],
  };
  return { name: "reading", title: own.title, story: "", example: false, asks: [], steps: [step] };
}

/** @type {Read} */
const NO_READ = { section: "", column: "", row: "", figures: [], up: [], reached: [], rows: [], columns: [], ask: "" };

/** One number as a sum. @param {number} [number] @param {boolean} [even]  even if it is 0 @returns {Term[]} */
function sumOf(number = 0, even = false) {
  return number || even ? [{ label: "", number, step: "", part: "", less: false }] : [];
}

/** Column, row and figures of a place. @param {Section} section @param {string} place */
function placed(section, place) {
  if (section.kind === "rolls") return { column: place };
  if (section.kind === "marks") return { figures: place.split(",").map(Number) };
  if (section.kind !== "grid" && section.kind !== "table") return {};
  const [column, row] = halves(place);
  return { column, row };
}

/** What stands before and after the last hyphen. @param {string} place @returns {[string, string]} */
function halves(place) {
  const at = place.lastIndexOf("-");
  return at < 0 ? ["", place] : [place.slice(0, at), place.slice(at + 1)];
}

/**
 * What there is to read in a section, in order; of a grid as many dice as the game knows what to do with, up to twice
 * the rows. `word` is what a player calls it.
 *
 * @param {Section} section
 * @returns {PlaceChoice[]}
 */
export function placesOf(section) {
  switch (section.kind) {
    case "grid":
      return section.columns.flatMap(({ label, word, sides }) =>
        [...Array(2 * section.rows).keys()]
          .map((i) => i + 1)
          .filter((row) => row <= section.rows || leadsOn(section, label, row))
          .map((row) => ({
            place: `${label}-${row}`,
            word: `${word}-${row}`,
            dice: `${row > 1 ? row : ""}d${sides}`,
            beyond: row > section.rows,
          })),
      );
    case "rolls":
      return section.rolls.map(({ label, word, dice }) => ({ place: label, word, dice, beyond: false }));
    case "stack":
      return [...Array(section.height).keys()].map((i) => {
        const up = section.standard - i;
        const word = up > 0 ? `+${up}` : `${up}`.replace("-", "−");
        return { place: word.replace("−", "-"), word, dice: "", beyond: false };
      });
    case "marks":
      return [...Array(section.count).keys()].map((i) => plainPlace(`${i + 1}`, `${i + 1}`));
    case "table":
      return section.columns.flatMap((column) =>
        section.rows.map((row) => plainPlace(`${column.label}-${row.label}`, `${column.word}-${row.word}`)),
      );
  }
  return [plainPlace("", section.title)];
}

/** @param {string} place @param {string} word @returns {PlaceChoice} */
function plainPlace(place, word) {
  return { place, word, dice: "", beyond: false };
}

/** Whether a row after the last one is a place of its own. @param {GridSection} section @param {string} column @param {number} row */
function leadsOn(section, column, row) {
  if (section.beyond === "shift-right") {
    return columnAt(section, column) + row - section.rows < section.columns.length;
  }
  return section.beyond === "draw-again";
}

/** The place that is read where a card is looked at. @param {Section} section @param {(string | number)[]} parts */
export function placeAt(section, parts) {
  switch (section.kind) {
    case "grid":
      return `${parts[0]}-${Number(parts[1]) + 1}`;
    case "table":
      return `${parts[0]}-${section.rows[Number(parts[1])].label}`;
    case "stack": {
      const up = section.standard - Number(parts[0]);
      return up > 0 ? `+${up}` : `${up}`;
    }
    default:
      return parts.length ? `${parts[0]}` : "";
  }
}

/** The section of that name. @param {Model} model @param {string} name @returns {Section} */
export function sectionOf(model, name) {
  const found = model.sections.find((section) => section.name === name);
  if (!found) throw new RangeError(`there is no section ${name}`);
  return found;
}

/** @param {Model} model @param {Card | number | undefined} card @returns {Card} */
function cardOf(model, card) {
  const found = typeof card === "number" ? model.cards[card] : card;
  if (!found) throw new RangeError("there is no such card");
  return found;
}

// Asks

/**
 * What counts for every ask: what is missing or is no such value counts as the default.
 *
 * @param {Model} model
 * @param {Play} play
 * @param {Answers} given
 * @returns {Answers}
 */
export function answersOf(model, play, given) {
  return Object.fromEntries(play.asks.map((ask) => [ask.name, answer(model, ask, given[ask.name])]));
}

/** @param {Model} model @param {Ask} ask @param {Answer | undefined} value @returns {Answer} */
function answer(model, ask, value) {
  switch (ask.kind) {
    case "number":
      return typeof value === "number" && Number.isInteger(value)
        ? Math.min(Math.max(value, ask.least), ask.most)
        : ask.default;
    case "choice":
      return typeof value === "string" && ask.choices.some((choice) => choice.name === value) ? value : ask.default;
    case "figures": {
      const marks = sectionOf(model, ask.section);
      if (!Array.isArray(value) || marks.kind !== "marks") return ask.default;
      const known = value.filter((figure) => Number.isInteger(figure) && figure >= 1 && figure <= marks.count);
      return [...new Set(known)].sort((a, b) => a - b);
    }
    default:
      return (typeof value === "string" && placeNamed(sectionOf(model, ask.section), value)) || ask.default;
  }
}

/** The cell, roll or row of that label; "" if there is none. @param {Section} section @param {string} text */
function placeNamed(section, text) {
  if (section.kind === "table") return section.rows.some((row) => row.label === text) ? text : "";
  if (section.kind === "rolls") return section.rolls.some((roll) => roll.label === text) ? text : "";
  if (section.kind !== "grid") return "";
  const [column, row] = halves(text);
  const dice = /^\d+$/.test(row) ? Number(row) : 0;
  if (dice < 1 || dice > MOST_ROWS || columnAt(section, column) < 0) return "";
  return cellsFor(section, column, dice).length ? `${column}-${dice}` : "";
}

/** @param {Ask} ask @param {Answer} value @returns {Known} */
function knownAsk(ask, value) {
  const choice = ask.choices.find((each) => each.name === value);
  let worth = 0;
  if (ask.kind === "number") worth = Number(value);
  else if (choice) worth = choice.number;
  else if (Array.isArray(value)) worth = value.length;
  const result = ask.kind === "choice" ? String(value) : null;
  return { worth, result, facts: choice ? choice.facts : {} };
}

// Grids

/** @param {GridSection} section @param {string} column */
function columnAt(section, column) {
  return section.columns.findIndex((each) => each.label === column);
}

/**
 * The cells, as column and row, that stand for a row from 1 on, even after the last one; each is of another card.
 *
 * @param {GridSection} section
 * @param {string} column
 * @param {number} row
 * @returns {[string, number][]}
 */
function cellsFor(section, column, row) {
  const more = row - section.rows;
  if (more <= 0) return [[column, row]];
  switch (section.beyond) {
    case "shift-right": {
      const at = Math.min(columnAt(section, column) + more, section.columns.length - 1);
      return [[section.columns[at].label, section.rows]];
    }
    case "keep-last":
      return [[column, section.rows]];
    case "draw-again": {
      const whole = Math.floor((row - 1) / section.rows);
      /** @type {[string, number][]} */
      const cells = Array.from({ length: whole }, () => [column, section.rows]);
      return [...cells, [column, ((row - 1) % section.rows) + 1]];
    }
    default:
      return [];
  }
}

/** The cell of a card's value of rolls. @param {number | Cell} value @returns {Cell} */
function asCell(value) {
  return typeof value === "number" ? { value } : value;
}

/** Whether a card's cell counts towards the failure of a pool. @param {GridSection} section @param {Cell} cell */
function towardsFailure(section, cell) {
  return section.failing && cell.value === 1 && !cell.again && !cell.confirm && !cell.critical_failure;
}

/** @param {Scalar} value @returns {Found} */
function plainFound(value) {
  return { value, critical: false, extreme: "" };
}

/** @type {Found} */
const FAILED = { value: 1, critical: true, extreme: "" };

/** @param {ExtremeRule | null} rule @param {number} total @returns {"" | "lowest" | "highest"} */
function extremeOf(rule, total) {
  if (!rule) return "";
  return total === rule.lowest ? "lowest" : total === rule.highest ? "highest" : "";
}

/** The total of a marked card that shows a number, when the next one that is not marked shows `then`.
 * @param {ExtremeRule} rule @param {number} shown @param {number} then */
function settled(rule, shown, then) {
  const [low, high] = rule.marked;
  if (shown === low && then <= rule.low) return rule.lowest;
  return shown === high && then >= rule.high ? rule.highest : shown;
}

/** The table that a situation is settled at: the card in play, and what is known so far. */
class Settling {
  /** @param {Model} model @param {Play} play @param {Answers} given */
  constructor(model, play, given) {
    this.model = model;
    this.answers = answersOf(model, play, given);
    /** @type {Map<string, Known>} */
    this.known = new Map(play.asks.map((ask) => [ask.name, knownAsk(ask, this.answers[ask.name])]));
    /** @type {Card | null} */
    this.first = null;
    this.card = model.cards[0];
    this.fresh = false;
  }

  /** @param {Play} play @returns {Generator<Turn, Played[], Card | number | undefined>} */
  *steps(play) {
    /** @type {Played[]} */
    const all = [];
    for (const step of play.steps) {
      if (!this.comes(step)) continue;
      if (step.draws) {
        this.card = this.first ?? (yield* this.draw(true));
        this.first = null;
        this.fresh = true;
      }
      const read = step.read && this.asked(step.read);
      /** @type {Looked[]} */
      const looked = [];
      const found = read ? yield* this.found(step, read, looked) : null;
      this.fresh = false;
      const played = this.concluded({ ...step, read }, read, found, looked);
      played.chance = this.chance(played);
      this.known.set(step.name, knownStep(played));
      all.push(played);
      yield { played };
      if (played.result?.ends) break;
    }
    return all;
  }

  /** Whether a step comes to pass after those before it. @param {Step} step */
  comes(step) {
    return step.when.every(([name, wanted]) => wanted.includes(this.known.get(name)?.result ?? ""));
  }

  /** @param {boolean} task @returns {Generator<Turn, Card, Card | number | undefined>} */
  *draw(task) {
    return cardOf(this.model, yield { want: "card", task });
  }

  // What is read

  /** What is read, with what an ask says and with shifts as numbers. @param {Read} read @returns {Read} */
  asked(read) {
    const value = this.answers[read.ask];
    const section = sectionOf(this.model, read.section);
    const own = { ...read };
    if (Array.isArray(value)) own.figures = value;
    else if (typeof value === "string") Object.assign(own, section.kind === "table" ? { row: value } : placed(section, value));
    return own;
  }

  /** @param {Step} step @param {Read} read @param {Looked[]} looked @returns {Reading} */
  *found(step, read, looked) {
    const first = yield* this.read(read, this.card, this.fresh, looked);
    if (!step.again) return first;
    const [name, wanted] = step.again;
    let card = this.card;
    let value = first.value;
    while (card.sections[name] === wanted) {
      looked.push({ card, drawn: false, section: sectionOf(this.model, name), places: [[]] });
      card = yield* this.draw(false);
      const more = yield* this.read(read, card, true, looked);
      value = Number(value) + Number(more.value);
    }
    return { ...first, value };
  }

  /** @param {Read} read @param {Card} card @param {boolean} drawn @param {Looked[]} looked @returns {Reading} */
  *read(read, card, drawn, looked) {
    const section = sectionOf(this.model, read.section);
    const value = card.sections[section.name];
    switch (section.kind) {
      case "grid":
        return yield* this.grid(section, read, card, drawn, looked);
      case "rolls":
        return yield* this.roll(section, read.column, card, drawn, looked);
      case "stack": {
        const place = Math.min(Math.max(section.standard - this.worth(read.up), 0), section.height - 1);
        looked.push({ card, drawn, section, places: [[place]] });
        return plainFound(/** @type {StackValue} */ (value).stack[place]);
      }
      case "marks": {
        looked.push({ card, drawn, section, places: read.figures.map((figure) => [figure]) });
        const marked = /** @type {number[]} */ (value);
        return plainFound(read.figures.filter((figure) => marked.includes(figure)).length);
      }
      case "table":
        return this.table(section, read, card, drawn, looked);
      default: {
        let shown = /** @type {Scalar} */ (value);
        while (shown === null && section.kind === "ordinal") {
          // a joker has no suit: draw again
          looked.push({ card, drawn, section, places: [[]] });
          card = yield* this.draw(false);
          drawn = true;
          shown = /** @type {Scalar} */ (card.sections[section.name]);
        }
        looked.push({ card, drawn, section, places: [[]] });
        return plainFound(shown);
      }
    }
  }

  /**
   * The total of the cells that a pool stands for, each drawn on where it is open.
   *
   * @param {GridSection} section
   * @param {Read} read
   * @param {Card} card
   * @param {boolean} drawn
   * @param {Looked[]} looked
   * @returns {Reading}
   */
  *grid(section, read, card, drawn, looked) {
    /** @type {number[]} */
    const totals = [];
    let ones = 0;
    let dice = 0;
    for (const [number, [column, row]] of this.cells(section, read).entries()) {
      if (number) {
        card = yield* this.draw(false);
        drawn = true;
      }
      const rows = section.reads === "first-n" ? [...Array(row).keys()] : [row - 1];
      /** @param {Card} each @param {number} at @returns {Cell} */
      const cell = (each, at) => /** @type {GridValue} */ (each.sections[section.name])[column][at];
      const own = new Map(rows.map((at) => [at, cell(card, at).value]));
      looked.push({ card, drawn, section, places: rows.map((at) => [column, at]) });
      const shown = rows.map((at) => cell(card, at));
      ones += shown.filter((each) => towardsFailure(section, each)).length;
      dice += rows.length;
      if (shown.some((each) => each.critical_failure)) return FAILED;
      let going = rows.filter((at) => cell(card, at).again);
      while (going.length) {
        const more = yield* this.draw(false);
        looked.push({ card: more, drawn: true, section, places: going.map((at) => [column, at]) });
        for (const at of going) own.set(at, (own.get(at) ?? 0) + cell(more, at).value);
        going = going.filter((at) => cell(more, at).again);
      }
      totals.push(...own.values());
    }
    if (2 * ones > dice) return FAILED;
    return plainFound(section.pooled ? Math.max(...totals) : totals.reduce((sum, each) => sum + each, 0));
  }

  /** The cells of a pool after its shifts: before the first row the column to the left, if it is so after the last.
   * @param {GridSection} section @param {Read} read @returns {[string, number][]} */
  cells(section, read) {
    let at = columnAt(section, read.column) + this.worth(read.columns);
    const row = Number(read.row) + this.worth(read.rows);
    if (row < 1 && section.beyond === "shift-right") at += row - 1;
    const { label } = section.columns[Math.min(Math.max(at, 0), section.columns.length - 1)];
    const cells = cellsFor(section, label, Math.max(row, 1));
    return cells.length ? cells : [[label, section.rows]];
  }

  /**
   * A roll: drawn on where it is open, confirmed where it is marked.
   *
   * @param {RollsSection} section
   * @param {string} label
   * @param {Card} card
   * @param {boolean} drawn
   * @param {Looked[]} looked
   * @returns {Reading}
   */
  *roll(section, label, card, drawn, looked) {
    const { bonus, extremes } = rollOf(section, label);
    /** @param {Card} each @param {boolean} fresh @returns {Cell} */
    const cellOf = (each, fresh) => {
      looked.push({ card: each, drawn: fresh, section, places: [[label]] });
      return asCell(/** @type {RollsValue} */ (each.sections[section.name])[label]);
    };
    let cell = cellOf(card, drawn);
    let total = cell.value;
    if (cell.critical_failure) return { value: total, critical: true, extreme: "" };
    if (cell.confirm && extremes) {
      while (cell.confirm) cell = cellOf(yield* this.draw(false), true);
      total = settled(extremes, total - bonus, cell.value - bonus) + bonus;
    }
    while (cell.again) {
      cell = cellOf(yield* this.draw(false), true);
      total += cell.value;
    }
    return { value: total, critical: false, extreme: extremeOf(extremes, total - bonus) };
  }

  /**
   * @param {TableSection} section
   * @param {Read} read
   * @param {Card} card
   * @param {boolean} drawn
   * @param {Looked[]} looked
   * @returns {Found}
   */
  table(section, read, card, drawn, looked) {
    const row = section.rows.findIndex((each) => each.label === read.row);
    const value = /** @type {TableValue} */ (card.sections[section.name]);
    if (!read.reached.length) {
      looked.push({ card, drawn, section, places: [[read.column, row]] });
      return plainFound(value[read.column][row]);
    }
    const number = this.worth(read.reached);
    /** @type {string | null} */
    let best = null;
    for (const { label } of section.columns) {
      const reached = value[label][row];
      if (reached <= number && (best === null || reached > value[best][row])) best = label;
    }
    const columns = best === null ? section.columns.map((column) => column.label) : [best];
    looked.push({ card, drawn, section, places: columns.map((label) => [label, row]) });
    return plainFound(best);
  }

  // What it comes to

  /** @param {Term[]} terms @returns {number} */
  worth(terms) {
    return terms.reduce((sum, term) => sum + this.number(term), 0);
  }

  /** @param {Term[]} terms @returns {[Term, number][]} */
  worths(terms) {
    return terms.map((term) => [term, this.number(term)]);
  }

  /** The number of a term with its sign; 0 for a step that was passed over, or a level that was not reached.
   * @param {Term} term */
  number(term) {
    const number = term.step ? partOf(this.known.get(term.step), term.part) : term.number;
    return term.less ? 0 - number : number;
  }

  /** @param {Step} step @param {Read | null} read @param {Found | null} found @param {Looked[]} looked @returns {Played} */
  concluded(step, read, found, looked) {
    const added = this.worths(step.add);
    const against = this.worths(step.against);
    const times = step.times.length ? Math.max(this.worth(step.times), 1) : 1;
    const divide = step.divide.length ? Math.max(this.worth(step.divide), 1) : 1;
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
    const result = this.result(step, found, total, over, this.attributes(read, found));
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
      rows: read ? this.worths(read.rows) : [],
      columns: read ? this.worths(read.columns) : [],
      chance: null,
      read: read && this.plain(read),
    };
  }

  /** What is read, with numbers for all that stands in its sums. @param {Read} read @returns {Read} */
  plain(read) {
    const own = { ...read };
    for (const key of /** @type {const} */ (["up", "reached", "rows", "columns"])) {
      if (read[key].length) own[key] = sumOf(this.worth(read[key]), true);
    }
    return own;
  }

  /** @param {Read | null} read @param {Found | null} found @returns {string[]} */
  attributes(read, found) {
    const section = read && found ? sectionOf(this.model, read.section) : null;
    if (section?.kind !== "stack") return [];
    return section.places.find((place) => place.name === found?.value)?.attributes ?? [];
  }

  /**
   * The first result that fits; where there is none, success or failure against a number.
   *
   * @param {Step} step
   * @param {Found | null} found
   * @param {number | null} total
   * @param {number | null} over
   * @param {string[]} attributes
   * @returns {Result | null}
   */
  result(step, found, total, over, attributes) {
    const fits = step.results.find((each) => this.fits(each, found ?? plainFound(null), total, over, attributes));
    if (fits) return fits;
    if (over === null) return null;
    return { ...NO_RESULT, name: over >= 0 && !found?.critical ? "success" : "failure" };
  }

  /**
   * @param {Result} result
   * @param {Found} found
   * @param {number | null} total
   * @param {number | null} over
   * @param {string[]} attributes
   * @returns {boolean}
   */
  fits(result, found, total, over, attributes) {
    const { name, least, most } = result;
    const bare = least === null && most === null && result.values === null && !result.attribute;
    if (bare && name === "critical_failure") return found.critical;
    if (bare && (name === "lowest" || name === "highest")) return found.extreme === name;
    if (bare && name === "failure" && over !== null) return over < 0 || found.critical;
    if (result.values !== null) return result.values.includes(found.value);
    if (result.attribute) return attributes.includes(result.attribute);
    const held = over ?? total;
    if (found.critical && over !== null && (least !== null || name === "success")) return false;
    if (bare && name === "success" && over !== null) return over >= 0;
    if (held === null) return bare;
    return (least === null || held >= this.worth(least)) && (most === null || held <= this.worth(most));
  }

  // Chances

  /** The chance of the same result in a draw from the whole deck. @param {Played} played @returns {number | null} */
  chance(played) {
    if (!played.result) return null;
    const name = played.result.name;
    const results = this.results(played.step);
    return results && sum(results.filter((each) => each.result?.name === name).map((each) => each.chance));
  }

  /** All that a step may come to in a draw from the whole deck. @param {Step} step
   * @returns {{result: Result | null, chance: number}[] | null} */
  results(step) {
    if (!step.read || step.again) return null;
    const read = this.asked(step.read);
    const chances = this.chances(read);
    return (
      chances &&
      chances.map(({ found, chance }) => ({ result: this.concluded(step, read, found, []).result, chance }))
    );
  }

  /** All that may be read, each with its chance. @param {Read} read @returns {Chance[] | null} */
  chances(read) {
    const section = sectionOf(this.model, read.section);
    if (section.kind === "grid") {
      const cells = this.cells(section, read);
      return cells.length > 1 ? null : gridChances(this.model, section, ...cells[0]);
    }
    if (section.kind === "rolls") return rollChances(this.model, section, read.column);
    const cards = this.model.cards.filter(
      (card) => section.kind !== "ordinal" || card.sections[section.name] !== null,
    );
    /** @type {Map<Scalar, number>} */
    const counts = new Map();
    for (const card of cards) {
      const { value } = /** @type {Found} */ (this.read(read, card, false, []).next().value);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts].map(([value, count]) => ({ found: plainFound(value), chance: count / cards.length }));
  }
}

/** @type {Result} */
const NO_RESULT = { name: "", text: "", least: null, most: null, values: null, attribute: "", value: [], ends: false };

/** @param {Played} played @returns {Known} */
function knownStep(played) {
  return {
    worth: played.worth,
    result: played.result ? played.result.name : null,
    facts: { ...played.level, over: played.over ?? 0, bumps: played.bumps, rest: played.rest },
  };
}

/** @param {Known | undefined} known @param {string} part */
function partOf(known, part) {
  if (!known) return 0;
  if (!part) return known.worth;
  const fact = String(known.facts[part] ?? 0).replace("−", "-");
  return /^-?\d+$/.test(fact) ? Number(fact) : 0;
}

/** @param {[Term, number][]} pairs */
function sumOfPairs(pairs) {
  return pairs.reduce((total, [, number]) => total + number, 0);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

// The odds of places in the whole deck

/** What was reckoned already, by deck and place. @type {WeakMap<Model, Map<string, Chance[]>>} */
const reckoned = new WeakMap();
/** Pools of a column are reckoned together. @type {WeakMap<Model, Map<string, PoolOdds>>} */
const pools = new WeakMap();

/** @template T @param {WeakMap<Model, Map<string, T>>} kept @param {Model} model @param {string} key @param {() => T} make */
function keptOf(kept, model, key, make) {
  const own = kept.get(model) ?? new Map();
  kept.set(model, own);
  const found = own.get(key) ?? make();
  own.set(key, found);
  return /** @type {T} */ (found);
}

/** @param {Model} model @param {GridSection} section @param {string} column @param {number} row @returns {Chance[]} */
function gridChances(model, section, column, row) {
  return keptOf(reckoned, model, `${section.name}/${column}/${row}`, () => {
    const shown = model.cards.map((card) => /** @type {GridValue} */ (card.sections[section.name])[column]);
    /** @type {number[]} */
    let totals;
    let failed = 0;
    if (section.reads === "first-n") {
      const odds = keptOf(pools, model, `${section.name}/${column}`, () => new PoolOdds(shown.map(chained), section.failing));
      totals = odds.totals(row);
      for (const cells of shown) {
        if (2 * cells.slice(0, row).filter((cell) => towardsFailure(section, cell)).length > row) failed += 1;
      }
    } else {
      const cells = shown.map((own) => withoutBonus(own[row - 1], section.bonus));
      totals = drawnOn(model, cells);
      failed = cells.filter((cell) => cell.critical_failure).length;
    }
    const failing = failed / model.cards.length;
    const found = totals.map((chance, total) => ({ found: plainFound(total + section.bonus), chance }));
    if (failed) found[1] = { ...found[1], chance: found[1].chance - failing };
    return likely([{ found: FAILED, chance: failing }, ...found]);
  });
}

/** @param {Model} model @param {RollsSection} section @param {string} label @returns {Chance[]} */
function rollChances(model, section, label) {
  return keptOf(reckoned, model, `${section.name}/${label}`, () => {
    const { bonus, extremes } = rollOf(section, label);
    const cells = model.cards.map((card) =>
      withoutBonus(asCell(/** @type {RollsValue} */ (card.sections[section.name])[label]), bonus),
    );
    const printed = cells.map((cell) => ({ value: cell.value, confirm: cell.confirm ?? false }));
    const totals = extremes ? withExtremes(drawnOn(model, cells), extremes, printed) : drawnOn(model, cells);
    return likely(
      totals.map((chance, total) => ({
        found: { value: total + bonus, critical: false, extreme: extremeOf(extremes, total) },
        chance,
      })),
    );
  });
}

/** P(total = T) by T of cells that are drawn on where they are open. @param {Model} model @param {Cell[]} cells */
function drawnOn(model, cells) {
  const open = cells.filter((cell) => cell.again).map((cell) => cell.value);
  const ends = cells.filter((cell) => !cell.again).map((cell) => cell.value);
  return model.draw === "with-replacement" ? chainTotalsPutBack(ends, open) : chainTotals(ends, open);
}

/** @param {Cell[]} cells */
function chained(cells) {
  return cells.map((cell) => ({ value: cell.value, again: cell.again ?? false }));
}

/** A cell without the bonus that stands on what ends a roll. @param {Cell} cell @param {number} bonus @returns {Cell} */
function withoutBonus(cell, bonus) {
  return cell.again ? cell : { ...cell, value: cell.value - bonus };
}

/** Those that can come up; what is less is rounding. @param {Chance[]} chances */
function likely(chances) {
  return chances.filter(({ chance }) => chance > 1e-14);
}

/** @param {RollsSection} section @param {string} label */
function rollOf(section, label) {
  const roll = section.rolls.find((each) => each.label === label);
  if (!roll) throw new RangeError(`there is no roll ${label}`);
  return roll;
}

/**
 * All that a draw from the whole deck may read at a place, each with its chance; null where that is not reckoned,
 * which is so for more dice than one card has where the others come off another card.
 *
 * @param {Model} model
 * @param {string} section
 * @param {string} place
 * @param {More} [more]
 * @returns {Chance[] | null}
 */
export function chancesOf(model, section, place, more) {
  const play = readingOf(model, section, place, more);
  return new Settling(model, play, {}).chances(/** @type {Read} */ (play.steps[0].read));
}

/**
 * What the first step that reads a card may come to, each with its chance, before a card is drawn. Null where no chances
 * are reckoned, or the step has neither results nor a number.
 *
 * @param {Model} model
 * @param {Play} play
 * @param {Answers} [given]
 * @returns {{step: Step, results: {result: Result, chance: number}[]} | null}
 */
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

/** The chance that a draw from the whole deck reads this or more; null where it is not reckoned, or no number was read.
 * @param {Model} model @param {Played} played @returns {number | null} */
export function atLeast(model, played) {
  const value = played.found?.value;
  if (typeof value !== "number" || played.found?.critical) return null;
  return chanceThat(model, played, ({ found }) => Number(found.value) >= value && !found.critical);
}

/** The chance that a draw from the whole deck reads exactly this; null where it is not reckoned.
 * @param {Model} model @param {Played} played @returns {number | null} */
export function alike(model, played) {
  const own = played.found;
  if (!own) return null;
  return chanceThat(model, played, ({ found }) => found.value === own.value && found.critical === own.critical);
}

/** @param {Model} model @param {Played} played @param {(chance: Chance) => boolean} wanted */
function chanceThat(model, played, wanted) {
  if (!played.read || played.step.again) return null;
  const play = { ...readingOf(model, played.read.section, ""), asks: [] };
  const chances = new Settling(model, play, {}).chances({ ...played.read, ask: "" });
  return chances && sum(chances.filter(wanted).map((each) => each.chance));
}
