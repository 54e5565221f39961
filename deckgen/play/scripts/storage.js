/* What this browser keeps of the page, where it lets it. */

/** @param {string} name @param {any} other @returns {any} */
export function kept(name, other) {
  try { return JSON.parse(localStorage.getItem(`x/${name}`) ?? "null") ?? other; } catch { return other; }
}
/** @param {string} name @param {any} value */
export function keep(name, value) {
  try { localStorage.setItem(`x/${name}`, JSON.stringify(value)); } catch { /* stub */ }
}
