/**
 * Cards by what one types: "7h", "h7", "7♥", "seven of hearts", "red joker", an impulse number.
 *
 * All names of a card are its keys, in the languages that it is known in; "#27" is its impulse.
 * @typedef {{keys: readonly string[]}} Named
 */

const CARD_WORDS = /#?\p{Nd}+|\p{L}[\p{L}\p{M}]*|[♠♥♦♣]/gu;
const PLAIN_NUMBER = /^\p{Nd}+$/u;
const TWO_LETTERS = /^\p{L}\p{L}$/u;

/** The words of a text: numbers, runs of letters and signs of suits, whatever stands between them.
 * @param {string} text @returns {string[]} */
function cardWords(text) {
  return text.normalize("NFKC").toLowerCase().match(CARD_WORDS) ?? [];
}

/** The words in both ways in which two letters may be meant: as a word, and as a rank and a suit.
 * @param {string} text @returns {string[][]} */
function cardReadings(text) {
  const words = cardWords(text);
  return words.length === 1 && TWO_LETTERS.test(words[0]) ? [words, [...words[0]]] : [words];
}

/** Whether a key has all these words, each once, in whatever order; words of letters may be cut short.
 * @param {readonly string[]} typed @param {readonly string[]} own */
function hasCardWords(typed, own) {
  const left = [...own];
  return typed.every((word) => {
    const whole = left.indexOf(word);
    const short = word.length > 1 && !/^[#\p{Nd}]/u.test(word);
    const at = whole < 0 && short ? left.findIndex((each) => each.startsWith(word)) : whole;
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The cards that are meant, in the order in which they are given; none where nothing is typed or nothing fits.
 *
 * A whole name is taken before a part of one. A number alone is a name, or else each rank and impulse of that number.
 * @template {Named} T
 * @param {readonly T[]} cards
 * @param {string} text
 * @returns {T[]}
 */
export function findCards(cards, text) {
  const asked = cardReadings(text).filter((words) => words.length);
  if (!asked.length) return [];
  const named = cards.map((card) => ({ card, keys: card.keys.flatMap(cardReadings) }));
  /** @param {(typed: string[], own: string[]) => boolean} fits */
  const fitting = (fits) => named.filter(({ keys }) => keys.some((own) => asked.some((typed) => fits(typed, own))));
  const exact = fitting((typed, own) => typed.length === own.length && typed.every((word) => own.includes(word)) && hasCardWords(typed, own));
  const alone = asked[0].length === 1 && PLAIN_NUMBER.test(asked[0][0]) ? `#${asked[0][0]}` : "";
  const found = exact.length ? exact : fitting((typed, own) => hasCardWords(typed, own) || own[0] === alone);
  return found.map(({ card }) => card);
}
