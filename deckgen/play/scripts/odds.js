/*
 * The exact odds of cells and pools in a whole deck, chains of open cells included: what deckgen/deck/solve/cells.py
 * and deckgen/deck/deal/pool_odds.py reckon with fractions, in floating point. What is added up is never below 0, so
 * that a chance is right to fourteen decimal places.
 */

/** @typedef {{value: number, again: boolean}} Shown  what counts of a cell in a chain */

/**
 * What a number of cards show in some places: `values` is one name for all their numbers there. In the places `kept`
 * they go on, and there `rest` names the numbers; where chains end they show `ended`, by index among the places.
 *
 * @typedef {object} Kind
 * @property {string} values
 * @property {number[]} kept
 * @property {string} rest
 * @property {[number, number][]} ended
 * @property {number} cards
 * @property {boolean} failed
 */

/**
 * P(total = T) by T: of cells that show these numbers, open ones are drawn on from a deck that they are gone from.
 *
 * @param {number[]} ends  what the cards show that end a chain
 * @param {number[]} open  what those show on which another one follows
 * @returns {number[]}
 */
export function chainTotals(ends, open) {
  const size = ends.length + open.length;
  const most = open.reduce((sum, value) => sum + value, 0);
  /** ways[j][s]: the sets of j open cards that sum to s */
  const ways = Array.from({ length: open.length + 1 }, () => new Float64Array(most + 1));
  ways[0][0] = 1;
  open.forEach((value, used) => {
    for (let j = used + 1; j > 0; j -= 1) {
      for (let s = most; s >= value; s -= 1) ways[j][s] += ways[j - 1][s - value];
    }
  });
  // j given open cards and then a given plain one come first in j!(n - j - 1)! of the n! orders
  const chains = new Float64Array(most + 1);
  let orders = 1 / size;
  for (let j = 0; j <= open.length; j += 1) {
    if (j) orders *= j / (size - j);
    for (let s = 0; s <= most; s += 1) chains[s] += ways[j][s] * orders;
  }
  const totals = new Array(1 + most + Math.max(...ends)).fill(0);
  for (const [value, cards] of counted(ends)) {
    for (let s = 0; s <= most; s += 1) totals[s + value] += chains[s] * cards;
  }
  return totals;
}

/** How often each number stands there. @param {number[]} numbers @returns {Map<number, number>} */
function counted(numbers) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return counts;
}

/**
 * The same where cards are put back before the next one is drawn. A chain has no end then: the last entry is all that
 * is left, once that is negligible.
 *
 * @param {number[]} ends
 * @param {number[]} open
 * @returns {number[]}
 */
export function chainTotalsPutBack(ends, open) {
  const size = ends.length + open.length;
  /** @type {number[]} */
  const totals = [];
  let left = 1;
  while (left * 1000 * size >= 1) {
    const at = totals.length;
    let cards = ends.filter((value) => value === at).length;
    for (const value of open) if (value <= at) cards += totals[at - value];
    totals.push(cards / size);
    left -= totals[at];
  }
  return [...totals, left];
}

/** The odds of every pool of one column: the highest of the first n cells of a card, see pool_odds.py. */
export class PoolOdds {
  /**
   * @param {Shown[][]} cards  by card its cells, row 1 first
   * @param {boolean} failing  whether a pool fails, and counts 1, where more than half of its cells are plain 1s
   */
  constructor(cards, failing) {
    this.cards = cards;
    this.failing = failing;
    /** By place, what shows where chains end, and where they go on. */
    this.places = cards[0].map((_, place) => {
      const shown = cards.map((cells) => cells[place]);
      return [false, true].map((again) => shown.filter((cell) => cell.again === again).map((cell) => cell.value));
    });
    this.length = 1 + Math.max(...this.places.map(([ends, open]) => open.reduce((sum, value) => sum + value, Math.max(...ends))));
    /** @type {Map<string, Kind[]>} */
    this.kinds = new Map();
    /** @type {Map<string, Float64Array>} */
    this.found = new Map();
  }

  /** P(the highest of the first cells = T) by T. @param {number} dice @returns {number[]} */
  totals(dice) {
    const below = this.below([...Array(dice).keys()], []);
    return Array.from(below, (chance, total) => chance - (total ? below[total - 1] : 0));
  }

  /**
   * P(no total is above T) by T, where all the places go on after open cards that are gone and show these there.
   *
   * @param {number[]} places
   * @param {string[]} gone
   * @returns {Float64Array}
   */
  below(places, gone) {
    const key = `${places}|${gone.sort().join("|")}`;
    let found = this.found.get(key);
    if (!found) {
      found = places.length === 1 && gone.length ? this.alone(places[0], gone) : this.next(places, gone);
      this.found.set(key, found);
    }
    return found;
  }

  /** The same for a single place, whose chain has a closed form. @param {number} place @param {string[]} gone */
  alone(place, gone) {
    const [ends, open] = this.places[place];
    const left = [...open];
    let sum = 0;
    for (const value of gone.map(Number)) {
      left.splice(left.indexOf(value), 1);
      sum += value;
    }
    const below = new Float64Array(this.length);
    chainTotals(ends, left).forEach((chance, total) => {
      if (chance) below[sum + total] = chance;
    });
    return risen(below);
  }

  /** The same by the card that is drawn next. @param {number[]} places @param {string[]} gone */
  next(places, gone) {
    const left = this.cards.length - gone.length;
    const shown = gone.map((values) => values.split(",").map(Number));
    const sums = places.map((_, i) => shown.reduce((sum, values) => sum + values[i], 0));
    const ends = new Float64Array(this.length);
    const below = new Float64Array(this.length);
    /** @type {Map<string, string[]>} what is gone, in the places that a kind keeps */
    const rests = new Map();
    for (const kind of this.kindsOf(places)) {
      const drawn = kind.ended.length ? 0 : gone.filter((values) => values === kind.values).length;
      const chance = (kind.cards - drawn) / left;
      let highest = 0;
      for (const [i, value] of kind.ended) highest = Math.max(highest, sums[i] + value);
      if (kind.failed && !gone.length) {
        ends[1] += chance;
      } else if (!kind.kept.length) {
        ends[highest] += chance;
      } else if (chance) {
        const key = String(kind.kept);
        const rest = rests.get(key) ?? shown.map((values) => kind.kept.map((i) => values[i]).join());
        rests.set(key, rest);
        const then = this.below(kind.kept.map((i) => places[i]), [...rest, kind.rest]);
        for (let total = highest; total < this.length; total += 1) below[total] += chance * then[total];
      }
    }
    risen(ends).forEach((chance, total) => {
      below[total] += chance;
    });
    return below;
  }

  /** What all cards show in these places. @param {number[]} places @returns {Kind[]} */
  kindsOf(places) {
    const key = String(places);
    let found = this.kinds.get(key);
    if (!found) {
      /** @type {Map<string, Kind>} */
      const kinds = new Map();
      for (const cells of this.cards) {
        const shown = places.map((place) => cells[place]);
        const name = shown.map((cell) => `${cell.value}${cell.again}`).join();
        const kind = kinds.get(name) ?? this.kind(shown);
        kind.cards += 1;
        kinds.set(name, kind);
      }
      found = [...kinds.values()];
      this.kinds.set(key, found);
    }
    return found;
  }

  /** @param {Shown[]} shown @returns {Kind} */
  kind(shown) {
    const kept = [...shown.keys()].filter((i) => shown[i].again);
    const ones = shown.filter((cell) => cell.value === 1 && !cell.again).length;
    return {
      values: shown.map((cell) => cell.value).join(),
      kept,
      rest: kept.map((i) => shown[i].value).join(),
      ended: [...shown.entries()].flatMap(([i, cell]) => (cell.again ? [] : [[i, cell.value]])),
      cards: 0,
      failed: this.failing && 2 * ones > shown.length,
    };
  }
}

/** Running sums. @param {Float64Array} chances */
function risen(chances) {
  for (let i = 1; i < chances.length; i += 1) chances[i] += chances[i - 1];
  return chances;
}

/** @typedef {{value: number, confirm: boolean}} Printed  what counts of a cell for the extremes of a roll */

/**
 * P(total = T) by T of a roll whose marked cards are confirmed, by those of what is printed. Bonuses are left out.
 *
 * @param {number[]} totals
 * @param {ExtremeRule} rule
 * @param {Printed[]} cells
 * @returns {number[]}
 */
export function withExtremes(totals, rule, cells) {
  if (rule.showing === null) return totals;
  const least = [...Array(Math.max(totals.length + 1, rule.highest + 1)).keys()].map((total) =>
    totals.slice(total).reduce((sum, chance) => sum + chance, 0),
  );
  least[rule.lowest + 1] = 1 - extremeChance(rule, cells, false);
  least[rule.highest] = extremeChance(rule, cells, true);
  return least.map((chance, total) => chance - (least[total + 1] ?? 0));
}

/** @param {ExtremeRule} rule @param {Printed[]} cells @param {boolean} top */
function extremeChance(rule, cells, top) {
  const extreme = top ? rule.highest : rule.lowest;
  const plain = cells.filter((cell) => !cell.confirm);
  const sure = cells.filter((cell) => cell.value === extreme).length;
  const asking = cells.filter((cell) => cell.confirm && cell.value === rule.marked[top ? 1 : 0]).length;
  const confirming = plain.filter((cell) => (top ? cell.value >= rule.high : cell.value <= rule.low)).length;
  const then = asking && plain.length ? (asking * confirming) / plain.length : 0;
  return (sure + then) / cells.length;
}
