/*
 * Faces of people without a portrait: busts built from parts by the name, the same as sheet/faces.py builds.
 */

/**
 * Parts by category: [name, weight, kinds, drawing]; sets of colors by name, the first those of the drawings.
 * @typedef {{view: number[], head: number[], usual: string[], shared: string[],
 *   parts: [string, [string, number, string[], string][]][], colors: [string, string[][]][]}} FaceParts
 */

/** 32 bits that depend on all of a text: FNV-1a, with the last steps of MurmurHash3. @param {string} text */
function mixed(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The index of the choice for a copy; copies take all in turn, shuffled. @param {string} seed @param {number} copy @param {[string, number][]} choices  name, weight */
function pickedFor(seed, copy, choices) {
  const entries = choices.flatMap(([name, weight], index) => Array.from({ length: weight }, (_, i) => ({ index, name: `${name}|${i}` })));
  const turn = Math.floor(copy / entries.length);
  const order = entries.map(({ index, name }) => ({ index, hash: mixed(`${seed}|${turn}|${name}`) })).sort((one, other) => one.hash - other.hash);
  return order[copy % entries.length].index;
}

/** The parts and colors of a name; `wanted` names a kind of people, parts and colors. @param {FaceParts} faces @param {string} name @param {string} wanted */
export function faceOf(faces, name, wanted) {
  const folded = name.normalize("NFC").toLowerCase().trim().split(/\s+/u).join(" ");
  const [, base, digits] = /^(.*\S) ([0-9]{1,3})$/su.exec(folded) ?? ["", folded, "0"];
  const words = wanted.replaceAll(",", " ").split(/\s+/u);
  const kinds = new Set([...faces.usual, ...faces.parts.flatMap(([, parts]) => parts.flatMap(([, , named]) => named))]);
  const usual = /** @type {[string, number][]} */ (faces.usual.map((kind) => [kind, 1]));
  const kind = words.findLast((word) => kinds.has(word)) ?? faces.usual[pickedFor(`${base}|kind`, Number(digits), usual)];
  const copyIn = (/** @type {string} */ category) => (faces.shared.includes(category) ? 0 : Number(digits));
  const drawn = faces.parts.flatMap(([category, parts]) => {
    const named = parts.find(([part]) => part === words.findLast((word) => word.startsWith(`${category}-`) && parts.some(([each]) => word === `${category}-${each}`))?.slice(category.length + 1));
    const fit = parts.filter(([, weight, of]) => weight && (of.length ? of.includes(kind) : faces.usual.includes(kind)));
    if (!named && !fit.length) return [];
    return [named ?? fit[pickedFor(`${base}|${category}`, copyIn(category), fit.map(([part, weight]) => [part, weight]))]];
  });
  /** @type {Map<string, string>} */
  const colors = new Map();
  for (const [color, sets] of faces.colors) {
    const asked = sets.findIndex((_, i) => words.includes(`${color}-${i + 1}`));
    const picked = pickedFor(`${base}|${color}`, copyIn(color), sets.map((_, i) => [String(i), 1]));
    sets[0].forEach((from, i) => colors.set(from, sets[asked < 0 ? picked : asked][i]));
  }
  return { parts: drawn.map(([part, , , drawing]) => ({ part, drawing })), colors };
}

/** The address of a picture of a face, of the head alone if it is `small`; "" without a name. @param {FaceParts | null} faces @param {string} name @param {string} wanted @param {boolean} [small] */
export function faceUrl(faces, name, wanted, small = false) {
  if (!faces || !name.trim()) return "";
  const { parts, colors } = faceOf(faces, name, wanted);
  const drawing = parts.map((each) => each.drawing).join("").replace(/#[0-9a-f]{6}/gu, (color) => colors.get(color) ?? color);
  const box = (small ? faces.head : faces.view).join(" ");
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${drawing}</svg>`)}`;
}
