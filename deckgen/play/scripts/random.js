/*
 * Shuffles that follow from a text, the same in every browser: everything is computed in 32-bit integers.
 *
 * The text becomes four numbers by MurmurHash3 (Austin Appleby, public domain; its 32-bit form over UTF-16 units),
 * these the state of xoshiro128** (David Blackman and Sebastiano Vigna, public domain, https://prng.di.unimi.it).
 */

const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** @param {number} word @param {number} bits */
function rotated(word, bits) {
  return (word << bits) | (word >>> (32 - bits));
}

/** MurmurHash3 of a text, from 0 to 2³² − 1. @param {string} text @param {number} start */
export function hashOf(text, start = 0) {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) {
    const unit = Math.imul(rotated(Math.imul(text.charCodeAt(at), 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotated(hash ^ unit, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** An endless source of numbers from 0 to 2³² − 1, that of a text. @param {string} text */
export function bitsOf(text) {
  const [a, b, c, d] = [1, 2, 3, 4].map((start) => hashOf(text, start));
  return xoshiro(a, b, c, a | b | c | d ? d : 1); // it could not leave a state of zeros
}

/** xoshiro128** from a state that is not all zeros.
 * @param {number} a @param {number} b @param {number} c @param {number} d @returns {() => number} */
export function xoshiro(a, b, c, d) {
  return () => {
    const found = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return found;
  };
}

/** A number from 0 to `count` − 1, each as likely: what would favor some is thrown away.
 * @param {() => number} bits @param {number} count */
export function drawnBelow(bits, count) {
  const fair = 2 ** 32 - (2 ** 32 % count);
  let found = bits();
  while (found >= fair) found = bits();
  return found % count;
}

/** The numbers from 0 to `count` − 1 in the order of shuffle `number` (1, 2 …) of a seed.
 * @param {string} seed @param {number} number @param {number} count */
export function shuffledOrder(seed, number, count) {
  const bits = bitsOf(`${number}/${seed}`);
  const order = Array.from({ length: count }, (_, at) => at);
  for (let left = count; left > 1; left -= 1) {
    const at = drawnBelow(bits, left);
    [order[at], order[left - 1]] = [order[left - 1], order[at]];
  }
  return order;
}

/** A seed that nobody has had: letters and digits that are not mistaken for each other, in groups of four.
 * @param {number} [groups] */
export function newSeed(groups = 2) {
  const bits = globalThis.crypto?.getRandomValues
    ? () => globalThis.crypto.getRandomValues(new Uint32Array(1))[0]
    : () => Math.floor(Math.random() * 2 ** 32);
  const group = () => Array.from({ length: 4 }, () => LETTERS[drawnBelow(bits, LETTERS.length)]).join("");
  return Array.from({ length: groups }, group).join("-");
}
